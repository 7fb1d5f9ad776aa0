// One game: the rows guessed so far, the row being filled, and what a guess does. No page in here.

import { GREEN, GREY, YELLOW, cardText, parseCard, sameCard } from "./cards.js";
import { colours } from "./feedback.js";

export const N_GUESSES = 6;
export const N_CARDS = 5;
const EMPTY = { rank: null, suit: null };

export class Game {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.answer = puzzle.board.map(parseCard);
    this.rows = [];
    this.picked = { ...EMPTY };
    this.startRow();
  }

  /** The game that was kept for this puzzle, or a new one if there is none or it is damaged. */
  static restore(puzzle, kept) {
    const game = new Game(puzzle);
    try {
      if (kept?.id === puzzle.id) kept.guesses.forEach((text) => game.replay(text));
      return game;
    } catch {
      return new Game(puzzle);
    }
  }

  replay(text) {
    this.draft = text.split(" ").map(parseCard);
    if (!this.submit().accepted) throw new Error(`a kept guess is not one: ${text}`);
  }

  /** What is kept in the browser: as on the live page, with the answer in clear text. */
  toJSON() {
    const guesses = this.rows.map((row) => row.guess.map(cardText).join(" "));
    return { id: this.puzzle.id, guesses, answer: this.puzzle.board.join(" "), status: this.status };
  }

  get status() {
    if (this.rows.at(-1)?.colours.every((c) => c === GREEN)) return "won";
    return this.rows.length >= N_GUESSES ? "lost" : "playing";
  }

  /** A new row, with the green cards of the last one already in place. */
  startRow() {
    const last = this.rows.at(-1);
    this.draft = Array.from({ length: N_CARDS }, (_, i) =>
      last?.colours[i] === GREEN ? { ...last.cards[i] } : { ...EMPTY },
    );
    this.select(Math.max(0, this.nextOpen(-1)));
  }

  select(index) {
    this.selected = index;
    this.picked = { ...EMPTY };
  }

  nextOpen(from) {
    const after = [...this.draft.keys()].map((i) => (from + 1 + i) % N_CARDS);
    return after.find((i) => !this.draft[i].rank || !this.draft[i].suit) ?? -1;
  }

  /** Put a rank or a suit into the selected cell; with both picked, go on to the next open one. */
  pick(part) {
    Object.assign(this.draft[this.selected], part);
    Object.assign(this.picked, part);
    const next = this.nextOpen(this.selected);
    if (this.picked.rank && this.picked.suit && next >= 0) this.select(next);
  }

  /** Empty the selected cell. */
  clear() {
    this.draft[this.selected] = { ...EMPTY };
    this.select(this.selected);
  }

  /** Empty the selected cell; if it is empty, the one before it. */
  erase() {
    const card = this.draft[this.selected];
    if (!card.rank && !card.suit && this.selected > 0) this.select(this.selected - 1);
    this.clear();
  }

  /** Why the row cannot be handed in; nothing if it can. */
  refusal() {
    if (this.draft.some((card) => !card.rank || !card.suit)) return "Pick five cards first";
    const dealt = this.draft.find((card) => this.holderOf(card) >= 0);
    if (dealt) {
      const name = this.puzzle.names[this.holderOf(dealt)];
      return `${cardText(dealt)} cannot be on the board: ${name} holds it`;
    }
    const repeated = this.draft.find((card, i) =>
      this.draft.some((other, k) => k < i && sameCard(card, other)),
    );
    return repeated ? `${cardText(repeated)} cannot be on the board twice` : "";
  }

  /** The player (from 0) who was dealt a card; -1 if nobody was. */
  holderOf(card) {
    return this.puzzle.hole.findIndex((hand) => hand.some((text) => sameCard(parseCard(text), card)));
  }

  submit() {
    const reason = this.status === "playing" ? this.refusal() : "The game is over";
    if (reason) return { accepted: false, reason };
    this.rows.push(this.judge(this.draft));
    if (this.status === "playing") this.startRow();
    return { accepted: true, reason: "" };
  }

  /** A coloured row; a pardoned card is shown with its true suit and marked. */
  judge(guess) {
    const seen = colours(guess, this.answer, this.puzzle.pardons);
    const pardoned = guess.map((c, i) => i > 2 && seen[i] === GREEN && !sameCard(c, this.answer[i]));
    const cards = guess.map((card, i) => (pardoned[i] ? this.answer[i] : card));
    return { guess, cards, colours: seen, pardoned };
  }
}

const STREETS = [[0, 1, 2], [3], [4]]; // the cells of flop, turn and river
const WEIGHT = { [GREEN]: 2, [GREY]: 1, [YELLOW]: 0 };

/**
 * What is known of each rank and suit on the street of a cell, for the keyboard. A yellow key turns
 * grey once a guess shows that it was not the reason.
 */
export function keyColours(rows, index) {
  const street = STREETS.find((cells) => cells.includes(index));
  const known = {};
  for (const row of rows) {
    for (const i of street) {
      for (const key of [row.cards[i].rank, row.cards[i].suit]) {
        const before = known[key];
        if (before === undefined || WEIGHT[row.colours[i]] > WEIGHT[before]) known[key] = row.colours[i];
      }
    }
  }
  return known;
}
