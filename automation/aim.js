// Where to click: for each place the centre of its element, whether it is in view with nothing over
// it, and what lies there if so; null where there is none. The first one is brought into view.
(places) => {
  const find = makeFinder([]);
  const centre = (element) => {
    const box = boxOf(element);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const found = places.map((place) => find(place)[0]);
  if (found[0] && !inside(centre(found[0])))
    found[0].scrollIntoView({ block: "center", behavior: "instant" });
  if (found[0] && !inside(centre(found[0]))) { // what is fixed in a frame does not scroll by itself
    const [x, y] = centre(found[0]);
    scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: "instant" });
  }
  return found.map((element) => {
    if (!element) return null;
    const [x, y] = centre(element);
    const top = topAt(x, y);
    const clear = top !== null && holds(element, top);
    return { x, y, clear, over: top === null || clear ? null : coverOf(top) };
  });
}
