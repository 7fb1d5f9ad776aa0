// A page that shares nothing with the live one but the game: no id, class or word of it is known.
// `skin` says how it looks; `partOf` tells a scripted person where to click (tests/browser/strange.py).
const COLOURS = skin.colours;
const make = (tag, props = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
};
const split = (card) => [card.slice(0, -1), card.slice(-1).toLowerCase()];
const rankWord = (rank) => skin.ranks[rank] ?? rank;
const parts = {};
const rows = [];
let draft = [];
let selected = 0;
let over = false;

function judge(guess, answer) {
  const like = (a, b) => a.slice(0, -1) === b.slice(0, -1) || a.slice(-1) === b.slice(-1);
  const left = answer.slice(0, 3).filter((card) => !guess.slice(0, 3).includes(card));
  const colours = guess.map((card, i) => {
    if (i > 2) return card === answer[i] ? "g" : like(card, answer[i]) ? "y" : "e";
    return answer.slice(0, 3).includes(card) ? "g" : left.some((other) => like(card, other)) ? "y" : "e";
  });
  const pardoned = puzzle.pardons.includes(guess.slice(3).join(" "));
  return colours.slice(0, 3).join("") === "ggg" && pardoned ? [..."ggggg"] : colours;
}

function show(cell, [rank, suit]) {
  cell.replaceChildren();
  if (skin.suitsAs === "text") {
    cell.append(make("span", {}, rankWord(rank)), make("i", {}, skin.suits[suit]));
    return;
  }
  cell.append(rankWord(rank));
  cell.style.backgroundImage = `url("/art/${skin.suits[suit]}.png")`;
}

function trophy(place) {
  if (skin.trophiesAs === "text") return make("b", {}, skin.trophies[place - 1]);
  const made = make("span", { class: "cup" });
  made.style.cssText = `display: inline-block; width: 20px; height: 20px; background-image: url("/art/${skin.trophies[place - 1]}.png")`;
  return made;
}

function table() {
  const streets = ["flop", "turn", "river"];
  const names = puzzle.names.map((name, p) => (parts[`name of player ${p + 1}`] = make("strong", {}, name)));
  const grid = [[make("i"), ...names]];
  for (const c of [0, 1]) {
    grid.push([make("i"), ...puzzle.hole.map((hand, p) => {
      const card = make("div", { class: "face" });
      show(card, split(hand[c]));
      return (parts[`hole card ${c + 1} of player ${p + 1}`] = card);
    })]);
  }
  streets.forEach((street, s) => {
    const word = (parts[`${street} row`] = make("em", {}, skin.streets[s]));
    grid.push([word, ...puzzle.places[street].map((place, p) => {
      const cup = trophy(place);
      parts[`${street} trophy of player ${p + 1}`] = cup;
      parts[`place ${place}`] ??= cup;
      return cup;
    })]);
  });
  const turned = skin.layout === "transposed" ? grid[0].map((_, c) => grid.map((row) => row[c])) : grid;
  const [outer, inner, each] = skin.layout === "divs" ? ["section", "div", "div"] : ["table", "tr", "td"];
  return make(outer, { class: "players" }, ...turned.map((row) =>
    make(inner, { class: "line" }, ...row.map((cell) => make(each, {}, cell)))));
}

function addRow() {
  const cells = [0, 1, 2, 3, 4].map((index) => {
    const cell = make("div", { class: "slot" }, skin.blank);
    const guess = rows.length;
    cell.onclick = () => guess === rows.length - 1 && !over && (selected = index);
    return cell;
  });
  const row = make("div", { class: "line" }, ...cells);
  if (skin.newest === "first") parts.rows.prepend(row);
  else parts.rows.append(row);
  rows.push(cells);
  draft = cells.map(() => [null, null]);
  selected = 0;
}

function press(rank, suit) {
  if (rank) draft[selected][0] = rank;
  if (suit) draft[selected][1] = suit;
  if (draft[selected].every(Boolean)) show(rows.at(-1)[selected], draft[selected]);
}

function handIn() {
  if (over || !draft.every((card) => card.every(Boolean))) return;
  const guess = draft.map(([rank, suit]) => rank + suit.toUpperCase());
  console.info("GUESS " + guess.join(" "));
  const colours = judge(guess, puzzle.board);
  rows.at(-1).forEach((cell, i) => (cell.style.backgroundColor = COLOURS[colours[i]]));
  parts.judged = { cells: rows.at(-1), colours };
  over = colours.every((colour) => colour === "g") || rows.length === 6;
  if (over) document.querySelector("footer").remove();
  else addRow();
}

function keyboard() {
  const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
  const keys = ranks.map((rank) => {
    const key = (parts[`key ${rank}`] = make("button", { class: `key k${rank}` }, rankWord(rank)));
    key.onclick = () => press(rank, null);
    return key;
  });
  for (const suit of "hdcs") {
    const key = (parts[`key ${suit}`] = make("button", { class: "key" }));
    if (skin.suitsAs === "text") key.append(skin.suits[suit]);
    else key.style.backgroundImage = `url("/art/${skin.suits[suit]}.png")`;
    key.onclick = () => press(null, suit);
    keys.push(key);
  }
  const submit = (parts["submit button"] = make("button", { class: "go" }, skin.submit));
  submit.onclick = handIn;
  return make("footer", {}, submit, make("div", { class: "keys" }, ...keys));
}

/** Where to click for a part: in the middle of its element. */
function partOf(name) {
  const { judged } = parts;
  const found = name.startsWith("card ") ? rows.at(-1)[Number(name.split(" ")[1]) - 1]
    : name === "coloured row" ? judged.cells[0]
    : name === "next row" ? rows.at(-1)[0]
    : name.startsWith("colour ") ? judged.cells[judged.colours.indexOf(name.split(" ")[1])]
    : parts[name];
  if (!found?.isConnected) return null;
  found.scrollIntoView({ block: "center" });
  const box = found.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A first guess by hand. */
function playGuess(cards) {
  cards.forEach((card, index) => {
    selected = index;
    const [rank, suit] = split(card);
    press(rank, null);
    press(null, suit);
  });
  handIn();
}

parts.rows = make("main", { class: "tries" });
document.body.append(make("h2", {}, skin.title), table(), parts.rows, keyboard());
addRow();
if (skin.cover) {
  const cover = make("div", { class: "cover" }, make("p", {}, skin.cover));
  const button = (parts.cover = make("button", {}, "Einverstanden"));
  button.onclick = () => cover.remove();
  cover.append(button);
  document.body.append(cover);
}
