// One look at the page: for each part, the first elements that match its selector, as a person
// could read them off the screen. Long texts and long lists are cut here, before they travel.
(parts) => {
  const MOST = 24;
  const LONGEST = 200;
  const cut = (text) => (text ?? "").slice(0, LONGEST);
  const seen = (element) => ({
    text: cut(element.textContent).trim(),
    image: cut(element.style.backgroundImage),
    fill: cut(element.style.backgroundColor),
    suit: cut(element.getAttribute("suit")),
    colour: cut(element.getAttribute("card-color")),
    active: element.getAttribute("active") === "true",
    shown: element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  });
  const look = (selector) => [...document.querySelectorAll(selector)].slice(0, MOST).map(seen);
  return JSON.stringify(Object.fromEntries(parts.map(([name, css]) => [name, look(css)])));
}
