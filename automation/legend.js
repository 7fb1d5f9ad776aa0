// The colours that the page shows beside the game: in a legend, an example or the help. A group is
// what looks alike (tag and height) and stands by the same words.
({ kinds, names, words }) => {
  const MOST_SEEN = 3000; // elements of the page that are looked at
  const LONGEST_LEGEND = 400; // characters of the words around it
  const HIGHEST = 6; // steps from a painted element up to the whole legend
  const find = makeFinder([]);
  const paint = makePainter();
  const partsOf = (ways) =>
    ways.map((places) => places.flatMap(find)).find((found) => found.length) ?? [];
  const parts = new Set(Object.values(kinds).flatMap(partsOf));
  const holders = new Set(); // what the game stands in
  for (const part of parts)
    for (let each = around(part); each && !holders.has(each); each = around(each)) holders.add(each);
  const classes = new Set(partsOf(kinds.cells).flatMap((cell) => [...cell.classList]));
  const isOfGame = (element) => {
    if (holders.has(element)) return true;
    for (let each = element; each && !holders.has(each); each = around(each))
      if (parts.has(each)) return true;
    return false;
  };
  const isLikeCell = (element) =>
    Boolean(element.getAttribute(names.colour)) ||
    [...element.classList].some((name) => classes.has(name));
  const isSmall = ({ width, height }) => width > 3 && height > 3 && width <= 400 && height <= 120;
  const explains = (text) =>
    new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => words.includes(word))).size > 1;
  const explained = (element) => {
    let each = element;
    let found = null; // the whole legend, not one line of it
    for (let up = 0; each && up < HIGHEST && !holders.has(each); up++, each = around(each)) {
      const text = (each.innerText ?? "").replace(/\s+/g, " ").trim();
      if (text.length > LONGEST_LEGEND) break;
      if (explains(text)) found = [each, text];
    }
    return found;
  };
  const groups = new Map();
  const put = (key, text, element, isCell) => {
    const { tag, height, holder } = key;
    const like = [...groups.keys()].find((other) => other.holder === holder && other.tag === tag &&
      Math.abs(other.height - height) < 3) ?? key;
    if (!groups.has(like)) groups.set(like, { text: cut(text), cells: isCell, samples: [] });
    groups.get(like).samples.push({
      mark: cut(element.getAttribute(names.colour)),
      fill: cut((element.style?.backgroundColor && paint(element.style.backgroundColor)) || ""),
      paint: paint(getComputedStyle(element).backgroundColor),
    });
  };
  const all = allRoots().flatMap((root) => [...root.querySelectorAll("*")]).slice(0, MOST_SEEN);
  // a recorded link has no address, so it is not among BUTTONS
  for (const element of all) {
    if (!paint(getComputedStyle(element).backgroundColor) || isOfGame(element)) continue;
    const box = boxOf(element);
    const isCell = isLikeCell(element);
    if (!isSmall(box) || (!isCell && element.closest(`${BUTTONS}, a`)) || !isThere(element)) continue;
    const found = explained(element);
    if (!found && !isCell) continue;
    const [holder, text] = found ?? [null, ""];
    put({ holder, tag: element.localName, height: box.height }, text, element, isCell);
  }
  return [...groups.values()].slice(0, MOST)
    .map((group) => ({ ...group, samples: group.samples.slice(0, MOST) }));
}
