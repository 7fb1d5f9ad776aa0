// Paints the game: player table, guess rows, card keyboard. The names, attributes, nesting and
// inline styles are those of the live page, so that a bot for the one plays the other.

import { COLOUR_NAMES, COLOUR_WORDS, cardWords, parseCard, suitStyle } from "./cards.js";
import { keyColours } from "./game.js";

const PLACES = ["gold", "silver", "bronze"];
const STREETS = ["flop", "turn", "river"];
const SPANS = { flop: [0, 1, 2], turn: [3], river: [4] };
const KEYS = [
  ["2", "3", "4", "5", "6", "7", "8", "h", "d"],
  ["?", "9", "10", "J", "Q", "K", "A", "s", "c"],
];
const KEY_IDS = { h: "hearts", d: "diamonds", c: "clubs", s: "spades" };

export const byId = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/**
 * Call back on a click; until then a button of the page is disabled, so that no press is lost.
 * After one by mouse, Enter belongs to the row again, not to the button.
 */
export function onPress(button, action) {
  button.disabled = false;
  button.addEventListener("click", (event) => {
    if (event.detail > 0) button.blur();
    action();
  });
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function holeCard(text, player, place) {
  const card = parseCard(text);
  const face = element("div", { id: `p${player}card${place}`, className: "hole-card" }, card.rank);
  face.style.backgroundImage = suitStyle(card.suit);
  face.dataset.red = "hd".includes(card.suit);
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", cardWords(card));
  return face;
}

function trophyCell(place) {
  const picture = element("div", { className: "trophy-pic" });
  picture.style.backgroundImage = `url("${PLACES[place - 1]}.svg")`;
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", PLACES[place - 1]);
  return element("td", {}, picture);
}

function handRow(puzzle, place) {
  const cards = puzzle.hole.map((hand, p) => holeCard(hand[place], p + 1, place + 1));
  return element("tr", {}, element("td"), ...cards.map((card) => element("td", {}, card)));
}

/** Names, first and second hole cards, then one row of trophies a street. */
export function buildBoard(puzzle) {
  const names = puzzle.names.map((name) => element("td", { className: "name-tag" }, name));
  const streets = STREETS.map((street) => {
    const tag = element("td", { className: "stage-tag" }, capital(street));
    return element("tr", {}, tag, ...puzzle.places[street].map(trophyCell));
  });
  const rows = [element("tr", {}, element("td"), ...names), handRow(puzzle, 0), handRow(puzzle, 1)];
  document.querySelector("#board > tbody").replaceChildren(...rows, ...streets);
}

/** At the end the trophies show what each player held. */
export function showHands(puzzle) {
  STREETS.forEach((street, s) => {
    const row = document.querySelector("#board > tbody").rows[3 + s];
    puzzle.hands[street].forEach((name, p) => (row.cells[p + 1].firstChild.textContent = name));
  });
}

/** At the end counter, Submit and keyboard give way to one line. */
export function showResult(text, status) {
  byId("play").hidden = true;
  byId("end").hidden = false;
  byId("result").textContent = text;
  byId("result").className = status;
}

function guessButton(guess, index, onSelect) {
  const button = element("button", { className: "guess-button", type: "button" });
  button.setAttribute("index", index);
  onPress(button, () => onSelect(guess, index));
  return element("td", {}, element("div", {}, button));
}

/** Three tables side by side; their rows are direct children, the first one a heading. */
export function buildGuesses() {
  for (const [street, span] of Object.entries(SPANS)) {
    const heading = element("th", { colSpan: span.length }, capital(street));
    byId(`${street}-table`).replaceChildren(element("tr", {}, heading));
  }
}

/** Make the rows that are missing: one at a time, as they are needed. */
export function growTo(count, onSelect) {
  for (const [street, span] of Object.entries(SPANS)) {
    const table = byId(`${street}-table`);
    for (let guess = table.children.length - 1; guess < count; guess++) {
      table.append(element("tr", {}, ...span.map((index) => guessButton(guess, index, onSelect))));
    }
  }
}

function keyButton(key, onKey) {
  const isSuit = key in KEY_IDS;
  const button = element("button", { type: "button" }, key);
  button.className = isSuit ? "suit-button" : key === "?" ? "erase-button" : "rank-button";
  if (isSuit) {
    button.id = `${KEY_IDS[key]}-kb-button`;
    button.style.backgroundImage = suitStyle(key);
  }
  button.setAttribute("aria-label", isSuit ? KEY_IDS[key] : key === "?" ? "erase" : key);
  onPress(button, () => onKey(key));
  return element("td", {}, button);
}

export function buildKeyboard(onKey) {
  const rows = KEYS.map((keys) => element("tr", {}, ...keys.map((key) => keyButton(key, onKey))));
  document.querySelector("#keyboard-table > tbody").replaceChildren(...rows);
}

export function guessButtons(guess) {
  return Object.entries(SPANS).flatMap(([street, span]) =>
    span.map((_, k) => byId(`${street}-table`).children[guess + 1].children[k].firstChild.firstChild),
  );
}

function paintCard(button, card) {
  button.textContent = card.rank ?? "?";
  button.setAttribute("suit", card.suit ?? "");
  button.style.backgroundImage = suitStyle(card.suit) || 'url("suits.svg")';
  button.dataset.red = "hd".includes(card.suit ?? "-");
}

function paintColour(button, colour) {
  button.setAttribute("card-color", colour === null ? "" : COLOUR_NAMES[colour]);
  button.style.backgroundColor = colour === null ? "" : COLOUR_NAMES[colour];
}

function describe(button, guess, index, card, colour) {
  const place = ["flop 1", "flop 2", "flop 3", "turn", "river"][index];
  const verdict = colour === null ? "" : `, ${COLOUR_WORDS[colour]}`;
  button.setAttribute("aria-label", `guess ${guess + 1}, ${place}: ${cardWords(card)}${verdict}`);
}

/** One cell of a row that was handed in, coloured. */
export function paintJudged(button, guess, index, row) {
  paintCard(button, row.cards[index]);
  paintColour(button, row.colours[index]);
  describe(button, guess, index, row.cards[index], row.colours[index]);
  button.toggleAttribute("pardoned", row.pardoned[index]);
}

/** The row being filled. */
export function paintOpen(guess, cards, selected) {
  guessButtons(guess).forEach((button, index) => {
    paintCard(button, cards[index]);
    paintColour(button, null);
    describe(button, guess, index, cards[index], null);
    button.setAttribute("active", "true");
    button.classList.toggle("selected", index === selected);
  });
}

/** A row that was handed in, its cards shown; attributes tell the colours before they are painted. */
export function closeRow(guess, row) {
  guessButtons(guess).forEach((button, index) => {
    button.setAttribute("active", "false");
    button.classList.remove("selected");
    button.disabled = true;
    paintCard(button, row.guess[index]);
    button.setAttribute("card-color", COLOUR_NAMES[row.colours[index]]);
  });
}

/** Keys show what is known of the street of the selected cell. */
export function paintKeyboard(rows, selected) {
  const best = keyColours(rows, selected);
  for (const button of document.querySelectorAll("#keyboard-table button")) {
    const key = button.textContent;
    paintColour(button, best[key] ?? null);
  }
}
