// One look at the page: for each kind of part and each way the elements that it finds, null where
// it finds none. Pictures are known by their file names, wherever in the element they sit. The
// second line has the boxes of the elements: what only moves has not changed.
({ kinds, names }) => {
  const bad = [];
  const find = makeFinder(bad);
  const paint = makePainter();
  const near = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    const found = [element];
    while (found.length < INSIDE && walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  const inline = (e) => [e.style?.backgroundImage, e.getAttribute("src"), e.getAttribute("href")];
  const computed = (e) => [getComputedStyle(e).backgroundImage];
  const named = (text) => text && text !== "none" && !/^(url\(["']?)?(data:|#)/.test(text);
  const each = (text) => text.slice(0, 4000).split(","); // a style may name several
  const pictures = (element) => {
    const inside = near(element);
    const found = inside.flatMap(inline).filter(named);
    const all = found.length ? found : inside.flatMap(computed).filter(named);
    return all.flatMap(each).slice(0, PICTURES).map((text) => text.slice(-LONGEST));
  };
  const colour = (text) => cut((text && paint(text)) || text);
  const seen = (element) => ({
    text: read(element),
    label: labelOf(element),
    pictures: pictures(element),
    fill: colour(element.style?.backgroundColor),
    paint: colour(getComputedStyle(element).backgroundColor),
    suit: cut(element.getAttribute(names.suit)),
    colour: cut(element.getAttribute(names.colour)),
    active: cut(element.getAttribute(names.active)),
    shown: isShown(element),
  });
  const describe = remembered(seen); // an element that several ways find is looked at once
  const list = (place) => (place[1] ? [find(place)[0]] : find(place));
  const place = remembered((element) => {
    const box = boxOf(element);
    return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round);
  });
  // True if more elements match than the places of a way ask for: the table may be there twice.
  const isCrowded = (places) => {
    const asked = new Map(); // how many of each are asked for
    for (const [css, n, text, row] of places) {
      const key = JSON.stringify([css, 0, text, row]);
      if (n) asked.set(key, Math.max(n, asked.get(key) ?? 0));
    }
    return [...asked].some(([key, most]) => find(JSON.parse(key)).length > most);
  };
  const found = {};
  const boxes = {};
  const crowded = {};
  for (const [kind, ways] of Object.entries(kinds)) {
    const elements = ways.map((places) => places.flatMap(list));
    crowded[kind] = ways.map(isCrowded);
    found[kind] = elements.map((way) => way.map((element) => (element ? describe(element) : null)));
    boxes[kind] = elements.map((way) => way.map((element) => (element ? place(element) : null)));
  }
  return [JSON.stringify({ found, bad, crowded }), JSON.stringify(boxes)].join("\n");
}
