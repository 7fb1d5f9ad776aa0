// Where to click: for each place the centre of its element, and whether it is in view with nothing
// over it; null where there is none. The first one is brought into view if it is outside.
(places) => {
  const find = makeFinder([]);
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const found = places.map((place) => find(place)[0]);
  if (found[0] && !inside(centre(found[0])))
    found[0].scrollIntoView({ block: "center", behavior: "instant" });
  return found.map((element) => {
    if (!element) return null;
    const [x, y] = centre(element);
    const top = document.elementFromPoint(x, y);
    return { x, y, clear: top !== null && element.contains(top) };
  });
}
