// One look at the page: for each kind of part and each way the elements that it finds, null where
// it finds none. Files of pictures are told by their names, wherever in the element they sit.
(kinds) => {
  const bad = [];
  const find = makeFinder(bad);
  const around = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    const found = [element];
    while (found.length < INSIDE && walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  const inline = (e) => [e.style?.backgroundImage, e.getAttribute("src")];
  const computed = (e) => [getComputedStyle(e).backgroundImage];
  const named = (text) => text && text !== "none" && !/^(url\(["']?)?data:/.test(text);
  const each = (text) => text.slice(0, 4000).split(","); // a style may name several
  const pictures = (element) => {
    const near = around(element);
    const found = near.flatMap(inline).filter(named);
    const all = found.length ? found : near.flatMap(computed).filter(named);
    return all.flatMap(each).slice(0, PICTURES).map((text) => text.slice(-LONGEST));
  };
  const seen = (element) => ({
    text: read(element),
    pictures: pictures(element),
    fill: cut(element.style.backgroundColor),
    paint: cut(getComputedStyle(element).backgroundColor),
    suit: cut(element.getAttribute("suit")),
    colour: cut(element.getAttribute("card-color")),
    active: cut(element.getAttribute("active")),
    shown: isShown(element),
  });
  const told = new Map(); // an element that several ways find is looked at once
  const tell = (element) => {
    if (!told.has(element)) told.set(element, seen(element));
    return told.get(element);
  };
  const list = (place) => (place[1] ? [find(place)[0]] : find(place));
  const look = (ways) =>
    ways.map((places) => places.flatMap(list).map((element) => (element ? tell(element) : null)));
  const found = Object.entries(kinds).map(([kind, ways]) => [kind, look(ways)]);
  return JSON.stringify({ found: Object.fromEntries(found), bad });
}
