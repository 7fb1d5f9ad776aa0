// What every script of the bot begins with: finding elements, and reading them as a person could.
// All that is read is bounded here, in the page: whatever it says, little of it travels.

const MOST = 40; // elements of a list
const LONGEST = 60; // characters of a text
const PICTURES = 6; // of an element
const INSIDE = 12; // elements looked at inside another one
const MOST_PAINTS = 500; // colours that are remembered
const ROOTS = 30; // documents and shadow roots that are searched
const DEEPEST = 60; // elements that an element is inside of

const cut = (text) => String(text ?? "").slice(0, LONGEST);

/** A function that looks up an answer which it has given before; a page does not change meanwhile. */
const remembered = (ask) => {
  const known = new Map();
  return (asked) => {
    if (!known.has(asked)) known.set(asked, ask(asked));
    return known.get(asked);
  };
};

/** The text of an element, as far as it is needed; open shadow roots inside it count. */
const read = remembered((element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let i = 0; i < INSIDE && text.length < LONGEST && walker.nextNode(); i++)
    text += walker.currentNode.data.slice(0, LONGEST);
  return cut(text.trim());
});

/** What an element is called where it is not read: by its label, its picture's words or its title. */
const labelOf = (element) => {
  const inner = element.querySelector("[aria-label], [alt], [title], title");
  const named = [element, inner].filter(Boolean).flatMap((e) =>
    [e.getAttribute("aria-label"), e.getAttribute("alt"), e.getAttribute("title"),
      e.localName === "title" ? e.textContent : ""]);
  return cut(named.find((text) => text?.trim())?.trim());
};

const isShown = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

const frames = new Map(); // the frame element of each inner document

/** The document of a frame; null if it is of another site. */
const documentOf = (frame) => {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
};

/** The document, and inside it the open shadow roots and the frames of the same site. */
const allRoots = () => {
  const found = [];
  const visit = (root) => {
    if (found.length >= ROOTS) return;
    found.push(root);
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const inner = /^i?frame$/.test(element.localName) ? documentOf(element) : null;
      if (inner?.body) {
        frames.set(inner, element);
        visit(inner);
      }
    }
  };
  visit(document);
  return found;
};

/** The element around another one, out of shadow roots and frames too. */
const around = (element) => {
  const parent = element.parentNode;
  if (parent?.nodeType === Node.ELEMENT_NODE) return parent;
  return parent?.host ?? frames.get(parent) ?? null;
};

const holds = (outer, inner) => {
  for (let each = inner; each; each = around(each)) if (each === outer) return true;
  return false;
};

/** Where an element is in the view of the whole page. */
const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = { x, y, width, height };
  for (let frame = frames.get(element.ownerDocument); frame; frame = frames.get(frame.ownerDocument)) {
    const outer = frame.getBoundingClientRect();
    box.x += outer.x + frame.clientLeft;
    box.y += outer.y + frame.clientTop;
  }
  return box;
};

/** The innermost element at a point. */
const topAt = (x, y) => {
  let found = null;
  let next = document.elementFromPoint(x, y);
  for (let depth = 0; next && next !== found && depth < ROOTS; depth++) {
    found = next;
    const inner = found.shadowRoot ?? (frames.size ? [...frames].find(([, f]) => f === found)?.[0] : null);
    if (!inner) break;
    const outer = found.shadowRoot ? frames.get(found.ownerDocument) : found;
    const at = outer ? boxOf(outer) : { x: 0, y: 0 };
    const edge = outer ? [outer.clientLeft, outer.clientTop] : [0, 0];
    next = inner.elementFromPoint(x - at.x - edge[0], y - at.y - edge[1]);
  }
  return found;
};

/** True for a box without room, which cuts off what is inside. */
const isTight = (box) => {
  const style = getComputedStyle(box);
  if (/inset\((50|100)%|circle\(0/.test(style.clipPath)) return true;
  if (box === document.documentElement || box === document.body) return false;
  return /hidden|clip/.test(style.overflow) && style.display !== "inline" &&
    Math.min(box.clientWidth, box.clientHeight) < 2;
};

const cutting = new Map(); // whether a box, or one that it is inside of, is tight
const cutsOff = (box) => {
  const path = [];
  let each = box;
  for (; each && !cutting.has(each) && path.length < DEEPEST; each = around(each)) path.push(each);
  let isCut = cutting.get(each) ?? false;
  for (const inner of path.reverse()) cutting.set(inner, (isCut ||= isTight(inner)));
  return isCut;
};

/** True for what is cut off by a box without room, or lies where no scrolling leads. */
const isPutAway = (element) => {
  const box = boxOf(element);
  if (box.width && box.x + box.width + scrollX <= 0) return true;
  if (box.height && box.y + box.height + scrollY <= 0) return true;
  const outer = around(element);
  return outer !== null && cutsOff(outer);
};

/** False for what the page has put away; what is covered or out of view is there. */
const isThere = remembered((element) =>
  (isShown(element) && !isPutAway(element)) ||
  (getComputedStyle(element).display === "contents" && element.parentElement !== null &&
    isThere(element.parentElement)));

/** True if the row of an element has a cell that reads a text. */
const isInRow = (element, text) => {
  const row = element.closest("tr, [role=row], li") ?? element.parentElement;
  return row !== null && [...row.children].slice(0, MOST).some((e) => read(e).toLowerCase() === text);
};

/** A finder of what is there: each selector is asked for once, bad ones go into `bad`. */
const makeFinder = (bad) => {
  const roots = allRoots();
  const all = remembered((css) => {
    try {
      return roots.flatMap((root) => [...root.querySelectorAll(css)]).filter(isThere);
    } catch {
      bad.push(css);
      return [];
    }
  });
  const isCalled = (element, text) =>
    read(element).toLowerCase() === text || labelOf(element).toLowerCase() === text;
  const matching = remembered((key) => {
    const [css, text, row] = JSON.parse(key);
    let found = all(css);
    if (row) found = found.filter((e) => isInRow(e, row));
    if (text) found = found.filter((e) => isCalled(e, text));
    return found;
  });
  return ([css, n, text, row]) => {
    const found = text || row ? matching(JSON.stringify([css, text, row])) : all(css);
    return n ? found.slice(n - 1, n) : found.slice(0, MOST);
  };
};

const BUTTONS = "button, [role=button], a[href], input[type=button], input[type=submit]";

/** What a person sees of a box: its first words, and what could be clicked in it. */
const described = (element) => {
  const buttons = [...element.querySelectorAll(BUTTONS)].filter(isShown).slice(0, PICTURES);
  const words = (element.innerText ?? read(element)).replace(/\s+/g, " ").trim();
  return { text: words.slice(0, 80), buttons: buttons.map((e) => read(e) || labelOf(e)) };
};

const DIALOG = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";

/** The box that an element which lies over others belongs to. */
const coverOf = (top) => {
  let found = top;
  for (let each = top; each; each = around(each)) {
    if (each.matches(DIALOG)) return { ...described(each), dialog: true };
    if (/fixed|absolute|sticky/.test(getComputedStyle(each).position)) found = each;
  }
  return { ...described(found), dialog: false };
};

/** A function that returns a colour as it is painted; "" for a text that is not an opaque colour. */
const makePainter = () => {
  const known = (globalThis.cardTablePaints ??= new Map()); // kept from look to look
  if (known.size > MOST_PAINTS) known.clear();
  let canvas = null;
  const painted = (text) => {
    canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (/^(inherit|initial|unset|revert.*|currentcolor)$/i.test(text)) return "";
    if (!CSS.supports("color", text)) return "";
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return a === 255 ? `rgb(${r}, ${g}, ${b})` : "";
  };
  return (text) => {
    if (!known.has(text)) known.set(text, painted(text));
    return known.get(text);
  };
};
