// Where to click: the centre of each element that matches (and reads `text`, if one is given), and
// whether anything lies over it. The first is brought into view if it is outside.
([selector, text]) => {
  const read = (element) => element.textContent.slice(0, 20).trim().toLowerCase();
  const all = [...document.querySelectorAll(selector)].slice(0, 24);
  const wanted = all.filter((element) => !text || read(element) === text);
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  if (wanted.length && !inside(centre(wanted[0]))) wanted[0].scrollIntoView({ block: "center" });
  return wanted.map((element) => {
    const [x, y] = centre(element);
    const top = document.elementFromPoint(x, y);
    return { text: read(element), x, y, clear: top !== null && element.contains(top) };
  });
}
