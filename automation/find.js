// What every script of the bot begins with: finding elements, and reading them as a person could.
// All that is read is bounded here, in the page: whatever it says, little of it travels.

const MOST = 40; // elements of a list
const LONGEST = 60; // characters of a text
const PICTURES = 6; // of an element
const INSIDE = 12; // elements looked at inside another one

const cut = (text) => String(text ?? "").slice(0, LONGEST);

/** The text of an element, as far as it is needed. */
const read = (element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let i = 0; i < INSIDE && text.length < LONGEST && walker.nextNode(); i++)
    text += walker.currentNode.data.slice(0, LONGEST);
  return cut(text.trim());
};

const isShown = (element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** False for what the page has put away; what is covered, out of view or fading in is there. */
const isThere = (element) =>
  element.checkVisibility({ visibilityProperty: true }) ||
  (getComputedStyle(element).display === "contents" && isThere(element.parentElement));

/** A finder of what is there: each selector is asked for once, bad ones go into `bad`. */
const makeFinder = (bad) => {
  const known = new Map();
  const all = (css) => {
    if (!known.has(css)) {
      try {
        known.set(css, [...document.querySelectorAll(css)].filter(isThere));
      } catch {
        bad.push(css);
        known.set(css, []);
      }
    }
    return known.get(css);
  };
  return ([css, n, text]) => {
    const found = text ? all(css).filter((e) => read(e).toLowerCase() === text) : all(css);
    return n ? found.slice(n - 1, n) : found.slice(0, MOST);
  };
};
