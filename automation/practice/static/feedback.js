// The colours of a guess. A flop has no order: exact cards are green and use up a card of the
// answer, yellows use up nothing. Turn and river go by their place. A wrong suit on turn or river is
// pardoned once everything else is right, if the guess fits the trophies: `pardons` lists the ends
// ("6H 6D") that do.

import { GREEN, GREY, YELLOW, cardText, parseCard, sameCard } from "./cards.js";

const related = (one, other) => one.rank === other.rank || one.suit === other.suit;

function placedColour(card, answer) {
  if (sameCard(card, answer)) return GREEN;
  return related(card, answer) ? YELLOW : GREY;
}

function flopColours(flop, answer) {
  const exact = flop.map((card) => answer.some((other) => sameCard(card, other)));
  const left = answer.filter((other) => !flop.some((card) => sameCard(card, other)));
  return flop.map((card, i) => {
    if (exact[i]) return GREEN;
    return left.some((other) => related(card, other)) ? YELLOW : GREY;
  });
}

function isPardoned(guess, answer, pardons) {
  const flop = flopColours(guess.slice(0, 3), answer.slice(0, 3));
  return flop.every((c) => c === GREEN) && pardons.includes(guess.slice(3).map(cardText).join(" "));
}

/** Five colours, 2 green, 1 yellow, 0 grey, for five cards against the answer's five. */
export function colours(guess, answer, pardons) {
  if (isPardoned(guess, answer, pardons)) return guess.map(() => GREEN);
  return [
    ...flopColours(guess.slice(0, 3), answer.slice(0, 3)),
    placedColour(guess[3], answer[3]),
    placedColour(guess[4], answer[4]),
  ];
}

/** The same for texts such as "4S KD 7S 4D 6S"; returns "11101". */
export function coloursOfText(guess, answer, pardons = []) {
  const read = (text) => text.trim().split(/\s+/).map(parseCard);
  return colours(read(guess), read(answer), pardons).join("");
}
