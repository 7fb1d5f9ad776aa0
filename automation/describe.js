// What the elements at some places have in common, so that they can be found in other ways too:
// their ids, and the place of each among all that share its tag and classes.
(places) => {
  const find = makeFinder([]);
  const elements = places.map((place) => find(place)[0] ?? null);
  if (elements.some((element) => element === null)) return null;
  const first = elements[0];
  const tag = elements.every((e) => e.localName === first.localName) ? first.localName : "";
  const shared = [...first.classList].filter((name) => elements.every((e) => e.classList.contains(name)));
  const css = tag + shared.filter((name) => /^[A-Za-z_][\w-]*$/.test(name)).map((name) => `.${name}`).join("");
  const like = css ? find([css, 0, "", ""]).slice(0, MOST) : [];
  return {
    css: css.slice(0, 200),
    positions: elements.map((element) => like.indexOf(element) + 1),
    ids: elements.map((element) => (/^[A-Za-z][\w-]*$/.test(element.id) ? element.id : "")),
    texts: elements.map(read),
    labels: elements.map(labelOf),
  };
}
