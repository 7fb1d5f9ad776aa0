// A stand-in for the live page, in the shape that `shape` asks for (tests/browser/family.py). It
// shares no line with the practice site: an error there is not repeated here.
const SUITS = { h: "hearts", d: "diamonds", c: "clubs", s: "spades" };
const NAMED = { g: "darkgreen", y: "gold", e: "grey" };
const RGB = { g: "rgb(0, 100, 0)", y: "rgb(255, 215, 0)", e: "rgb(128, 128, 128)" };
const TEAL = { g: "teal", y: "orchid", e: "#445566" };
const WIDTHS = { flop: 3, turn: 1, river: 1 };
const ORDERS = { forward: [0, 1, 2, 3, 4], backward: [4, 3, 2, 1, 0], scattered: [2, 4, 0, 3, 1] };
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const make = (tag, props = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
};
const split = (card) => [card.slice(0, -1), card.slice(-1).toLowerCase()];
const isMissing = (part) => shape.missing === part;
const root = () => document.querySelector("#game")?.shadowRoot ?? document;
const put = (...parts) => (root().body ?? root()).append(...parts);
const cased = (rank) => (shape.ranks === "lower" ? rank.toLowerCase() : rank);

function judge(guess, answer) {
  const like = (a, b) => a.slice(0, -1) === b.slice(0, -1) || a.slice(-1) === b.slice(-1);
  const flop = answer.slice(0, 3);
  const left = flop.filter((card) => !guess.slice(0, 3).includes(card));
  const colours = guess.map((card, i) => {
    if (i > 2) return card === answer[i] ? "g" : like(card, answer[i]) ? "y" : "e";
    return flop.includes(card) ? "g" : left.some((other) => like(card, other)) ? "y" : "e";
  });
  const pardoned = puzzle.pardons.includes(guess.slice(3).join(" "));
  return colours.slice(0, 3).join("") === "ggg" && pardoned ? [..."ggggg"] : colours;
}

function picture(place) {
  const word = ["gold", "silver", "bronze"][place - 1];
  if (shape.trophies === "text") return make("div", { class: "trophy-pic" }, ["1st", "2nd", "3rd"][place - 1]);
  if (shape.trophies === "emoji") return make("div", { class: "trophy-pic" }, ["🥇", "🥈", "🥉"][place - 1]);
  if (shape.trophies === "image") return make("span", {}, make("img", { src: `/art/${word}.1a2b.png` }));
  const shown = make("div", { class: shape.trophies === "bare" ? "prize" : "trophy-pic" });
  shown.style.backgroundImage = `url("${word}.svg")`;
  return shape.trophies === "nested" ? make("div", {}, make("div"), shown) : shown;
}

function hole(player, place) {
  const [rank, suit] = split(puzzle.hole[player][place]);
  const props = shape.ids === "none" ? {} : { id: `p${player + 1}card${place + 1}` };
  const card = make("div", props, cased(rank));
  card.style.backgroundImage = `url("${SUITS[suit]}.svg")`;
  return card;
}

function buildBoard() {
  const three = [0, 1, 2];
  const names = three.map((p) => make("td", { class: "name-tag" }, puzzle.names[p]));
  const rows = [make("tr", {}, make("td"), ...names)];
  for (const place of [0, 1]) rows.push(make("tr", {}, make("td"), ...three.map((p) => make("td", {}, hole(p, place)))));
  for (const street of ["Flop", "Turn", "River"]) {
    const tag = make("td", { class: "stage-tag" }, street);
    const places = puzzle.places[street.toLowerCase()];
    rows.push(make("tr", {}, tag, ...places.map((place) => make("td", {}, picture(place)))));
  }
  if (shape.preflop) {
    const cells = [3, 1, 2].map((place) => make("td", {}, picture(place)));
    rows.splice(3, 0, make("tr", {}, make("td", { class: shape.preflop }, "Preflop"), ...cells));
  }
  if (shape.transposed) return transposed(rows);
  if (shape.rows_of_table === "shifted") rows.splice(3, 0, make("tr", {}, make("td", { colspan: 4 })));
  if (isMissing("name")) names[1].remove();
  if (isMissing("hole card")) rows[2].children[3].replaceChildren();
  if (isMissing("street")) rows.at(-2).firstChild.textContent = "";
  if (isMissing("trophy")) rows.at(-1).children[2].replaceChildren();
  return make("table", { id: "board" }, make("tbody", {}, ...rows));
}

/** Players in rows, streets in columns: nothing is where the live page has it. */
function transposed(rows) {
  const grid = rows.map((row) => [...row.children]);
  const turned = [0, 1, 2, 3].map((column) => make("tr", {}, ...grid.map((row) => row[column])));
  return make("table", { id: "board" }, make("tbody", {}, ...turned));
}

const rowsOf = (street) => root().querySelector(`#${street}-table`);
const cells = []; // row by row
let draft = [];
let selected = 0;
let handedIn = 0;

function paintEmpty(cell) {
  const words = { nothing: ["", null, null], question: ["?", "", ""], word: ["card", "?", "white"], grey: ["?", "h", "grey"] };
  const [text, suit, colour] = words[shape.empty];
  cell.textContent = text;
  cell.style.backgroundImage = shape.empty === "question" ? 'url("all.svg")' : "";
  if (shape.marks !== "attributes") return;
  if (suit !== null) cell.setAttribute("suit", suit);
  if (colour !== null) cell.setAttribute("card-color", colour);
}

function paintCard(cell, card) {
  const [rank, suit] = card;
  if (!rank || !suit) return;
  cell.textContent = cased(rank);
  cell.style.backgroundImage = `url("${SUITS[suit]}.svg")`;
  if (shape.marks === "attributes") cell.setAttribute("suit", suit);
}

const revealed = []; // what shows the true colours of a row that lied

function paintColour(cell, colour, index = 0) {
  if (shape.lie && handedIn === 0) { // attribute and paint are both wrong at first
    setColour(cell, shape.lie[index]);
    revealed.push(() => setColour(cell, colour));
    return;
  }
  if (shape.flash_ms && shape.marks !== "attributes") { // grey first, the real colour later
    const paint = (shown) => {
      cell.classList.remove("is-e");
      setColour(cell, shown);
    };
    paint("e");
    setTimeout(() => paint(colour), shape.flash_ms);
  } else setColour(cell, colour);
}

const reveal = () => revealed.splice(0).forEach((show) => show());

function setColour(cell, colour) {
  if (shape.marks === "teal") {
    cell.style.backgroundColor = TEAL[colour];
    return;
  }
  if (shape.marks === "liar") {
    cell.setAttribute("card-color", NAMED[colour]);
    cell.style.backgroundColor = NAMED[colour === "g" ? "y" : "g"];
    return;
  }
  if (shape.marks === "attributes") cell.setAttribute("card-color", NAMED[colour]);
  if (shape.marks === "computed") cell.classList.add(`is-${colour}`);
  else cell.style.backgroundColor = (shape.marks === "rgb" ? RGB : NAMED)[colour];
}

function addRow() {
  const guess = cells.length;
  const made = [];
  for (const [street, width] of Object.entries(WIDTHS)) {
    const row = make("tr");
    for (let k = 0; k < width; k++) {
      const index = made.length;
      const cell = make("button", { class: "guess-button" });
      if (shape.index) cell.setAttribute("index", index);
      cell.addEventListener(shape.touch ? "touchstart" : "click", () => guess === handedIn && (selected = index));
      paintEmpty(cell);
      made.push(cell);
      row.append(make("td", {}, make("div", {}, cell)));
    }
    if (shape.newest === "first") rowsOf(street).firstChild.after(row);
    else rowsOf(street).append(row);
  }
  cells.push(made);
}

function openRow(kept) {
  draft = cells[handedIn].map((_, i) => (kept[i] ? [...kept[i]] : [null, null]));
  cells[handedIn].forEach((cell, i) => {
    if (shape.marks === "attributes") cell.setAttribute("active", "true");
    if (kept[i]) paintCard(cell, kept[i]);
  });
  selected = 0;
}

function press(key) {
  const place = key in SUITS ? 1 : 0;
  draft[selected][place] = key;
  paintCard(cells[handedIn][selected], draft[selected]);
}

async function handIn(quick) {
  if (draft.some(([rank, suit]) => !rank || !suit)) return;
  if (shape.confirms && !quick && !confirm("Hand this guess in?")) return;
  console.info("GUESS " + draft.flat().join(" "));
  const guess = draft.map(([rank, suit]) => rank + suit.toUpperCase());
  const colours = judge(guess, puzzle.board);
  const row = cells[handedIn];
  draft = row.map(() => [null, null]);
  if (shape.marks === "attributes") row.forEach((cell) => cell.setAttribute("active", "false"));
  for (const index of ORDERS[shape.order]) {
    if (!quick) await pause(shape.colour_ms);
    paintColour(row[index], colours[index], index);
    if (colours[index] === "g" && guess[index] !== puzzle.board[index] && index > 2)
      paintCard(row[index], split(puzzle.board[index]));
  }
  handedIn += 1;
  if (shape.lie_ms) setTimeout(reveal, shape.lie_ms);
  if (handedIn === shape.gives_up) return finish();
  if (colours.every((colour) => colour === "g") || handedIn === 6) return finish(colours);
  if (!quick) await pause(shape.row_ms);
  if (cells.length === handedIn) addRow();
  openRow(colours.map((colour, i) => (colour === "g" ? split(guess[i]) : null)));
}

function finish() {
  root().querySelector("#play").remove();
  if (!["text", "emoji"].includes(shape.trophies))
    root().querySelectorAll(".trophy-pic").forEach((shown) => (shown.textContent = "FH"));
  put(make("p", { id: "result" }, "It is over"));
  if (shape.end === "solution") {
    addRow();
    puzzle.board.forEach((card, i) => {
      const cell = cells.at(-1)[i];
      paintCard(cell, split(card));
      if (shape.marks === "attributes") cell.setAttribute("active", "false");
      paintColour(cell, "g");
    });
  }
  if (shape.end !== "dialog") return;
  const stats = make("dialog", {}, make("h2", {}, "Stats"), make("button", {}, "Share"));
  document.body.append(stats);
  stats.showModal();
}

function buildKeyboard() {
  const keys = [["2", "3", "4", "5", "6", "7", "8", "h", "d"], ["?", "9", "10", "J", "Q", "K", "A", "s", "c"]];
  const button = (key) => {
    const made = make("button", { class: key in SUITS ? "suit-button" : "rank-button" }, key);
    if (key in SUITS && shape.suit_keys === "pictures") {
      made.textContent = "";
      made.style.backgroundImage = `url("${SUITS[key]}.svg")`;
    }
    if (key !== "?") made.addEventListener(shape.touch ? "touchstart" : "click", () => press(key));
    return make("td", {}, made);
  };
  const kept = (key) => !(isMissing("rank key") && key === "9") && !(isMissing("suit key") && key === "s");
  const rows = keys.map((row) => make("tr", {}, ...row.filter(kept).map(button)));
  return make("table", { id: "keyboard-table" }, make("tbody", {}, ...rows));
}

function coverFor(element, ms) {
  const box = element.getBoundingClientRect();
  const cover = make("div", { class: "toast" }, "Correct guesses are auto-selected");
  cover.style.cssText = `position: absolute; left: ${box.x + scrollX - 4}px; top: ${box.y + scrollY - 4}px; width: ${box.width + 8}px; height: ${box.height + 8}px`;
  document.body.append(cover);
  setTimeout(() => cover.remove(), ms);
}

function tutorial() {
  const steps = ["intro-end-button", "tut-more-button-1", "tut-more-button-2", "tut-end-button"];
  const next = (place) => {
    if (place === steps.length) return;
    const shown = shape.legend === "tutorial" && place === 2 ? [legend()] : [];
    const dialog = make("dialog", {}, make("p", {}, "How it works"), ...shown, make("button", { id: steps[place] }, "Next"));
    dialog.querySelector("button").onclick = () => (dialog.remove(), next(place + 1));
    document.body.append(dialog);
    dialog.showModal();
  };
  next(0);
}

/** What is none of the game's: a row of another day, in green or in mixed colours. */
function example() {
  const row = make("section", { class: "guesses" }, make("h2", {}, "Yesterday"));
  puzzle.yesterday.forEach((card, index) => {
    const cell = make("button", { class: "guess-button", index, active: "false" });
    paintCard(cell, split(card));
    const colour = shape.example === "mixed" ? "gyeye"[index] : "g";
    cell.setAttribute("suit", split(card)[1]);
    cell.setAttribute("card-color", NAMED[colour]);
    cell.style.backgroundColor = NAMED[colour];
    row.append(cell);
  });
  if (shape.example === "away") row.style.cssText = "position: absolute; left: -4000px";
  if (shape.example === "cut") row.style.cssText = "height: 0; overflow: hidden";
  put(row);
}

/** What the colours mean, as a person reads it before the first guess. */
function legend() {
  const paints = shape.marks === "teal" ? TEAL : NAMED;
  const words = { g: "Exact card", y: "Right rank or suit", e: "Neither" };
  const lines = Object.entries(words).map(([colour, text]) => {
    const isCell = shape.legend === "cells";
    const swatch = make(isCell ? "button" : "span", { class: isCell ? "guess-button" : "swatch" });
    swatch.style.backgroundColor = paints[colour];
    if (shape.legend === "words") swatch.append(text);
    if (isCell) swatch.append("7");
    return make("div", {}, swatch, ...(["lines", "tutorial"].includes(shape.legend) ? [" ", text] : []));
  });
  const links = make("p", {}, ...["#1da1f2", "#25d366"].map((paint) =>
    make("a", { href: "#", style: `background: ${paint}` }, "Share")));
  return make("section", {}, make("h2", {}, "Colours"), ...lines, links);
}

/** Something over the page that wants to be answered first. */
function cover() {
  const kinds = {
    consent: ["div", "We value your privacy. May we bake cookies?", ["Accept all", "Manage"]],
    stats: ["dialog", "Stats. Played 12, win 92 %", ["Share", "×"]],
    chooser: ["dialog", "Which game?", ["Daily", "Endless"]],
  };
  const [tag, words, buttons] = kinds[shape.cover];
  const made = make(tag, { class: "cover" }, make("p", {}, words));
  for (const text of buttons) {
    const button = make("button", {}, text);
    button.onclick = () => made.remove();
    made.append(button);
  }
  document.body.append(made);
  if (tag === "dialog") made.showModal();
}

function typeKey({ key }) {
  const rank = { t: "10" }[key] ?? key.toUpperCase();
  if (key in SUITS) press(key);
  else if (/^([2-9]|10|[JQKA])$/.test(rank)) press(rank);
  else if (key === "Enter") handIn(false);
}

async function start() {
  if (shape.root === "shadow") {
    document.body.append(make("div", { id: "game" }));
    const inner = document.querySelector("#game").attachShadow({ mode: "open" });
    inner.append(document.querySelector("style").cloneNode(true));
  }
  await pause(shape.draw_ms);
  if (shape.assets_ms) {
    put(make("h1", {}, "Pokle"), make("div", { id: "p1card1" }, "…"));
    await fetch(`/slow?${shape.assets_ms}`);
    document.body.replaceChildren();
  }
  const tables = Object.entries(WIDTHS).map(([street, width]) => {
    const head = make("tr", {}, make("th", { colspan: width }, street));
    const table = make("table", { id: `${street}-table` });
    table.append(head);
    return table;
  });
  const submit = make("button", { id: shape.ids === "none" ? "go" : "submit-button" }, "Submit");
  submit.addEventListener(shape.touch ? "touchstart" : "click", () => handIn(false));
  const play = make("section", { id: "play" }, make("p", {}, "1 / 6"), ...(isMissing("submit") ? [] : [submit]), buildKeyboard());
  if (shape.example !== "none") example();
  if (!["none", "tutorial"].includes(shape.legend)) put(legend());
  if (shape.boards === 2) {
    const { places } = puzzle;
    puzzle.places = { flop: [1, 2, 3], turn: [1, 2, 3], river: [1, 2, 3] };
    put(make("h2", {}, "Yesterday"), buildBoard());
    puzzle.places = places;
  }
  put(make("h1", {}, "Pokle"), buildBoard(), make("section", { id: "guesses" }, ...tables));
  if (shape.tall) put(make("div", { style: "height: 900px" }));
  if (shape.keys === "page") put(play);
  else {
    put(make("section", { id: "play" }, make("p", {}, "Type your cards")));
    document.addEventListener("keydown", typeKey);
  }
  for (let made = 0; made < (shape.rows === "all" ? 6 : 1); made++) addRow();
  openRow([]);
  for (const guess of puzzle.earlier) {
    guess.forEach((card, i) => (draft[i] = split(card)));
    guess.forEach((card, i) => paintCard(cells[handedIn][i], split(card)));
    await handIn(true);
  }
  if (shape.planted) {
    addRow();
    puzzle.planted.forEach((card, i) => {
      const cell = cells[0][i];
      paintCard(cell, split(card));
      if (shape.marks === "attributes") cell.setAttribute("active", "false");
      paintColour(cell, "ggggg"[i]);
    });
    handedIn = 1;
    openRow([]);
  }
  if (isMissing("cell")) cells[0][4].remove();
  if (shape.cover) cover();
  if (shape.tutorial) tutorial();
  if (shape.toast === "over submit") coverFor(submit, 400);
  if (shape.toast === "over keys") coverFor(play.querySelector("table"), 400);
}
start();
