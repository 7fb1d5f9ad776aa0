// The colours of a guess. A flop has no order: exact cards are green and use up a card of the
// answer, yellows use up nothing. Turn and river go by their place. The page pardons a wrong suit
// on turn or river once everything else is right.

import { GREEN, GREY, YELLOW, parseCard, sameCard } from "./cards.js";

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

/** True if only suits of turn and river are wrong: the game counts that as won. */
export function isPardoned(guess, answer) {
  const flop = flopColours(guess.slice(0, 3), answer.slice(0, 3));
  return flop.every((c) => c === GREEN) && [3, 4].every((i) => guess[i].rank === answer[i].rank);
}

/** Five colours, 2 green, 1 yellow, 0 grey, for five cards against the answer's five. */
export function colours(guess, answer) {
  if (isPardoned(guess, answer)) return guess.map(() => GREEN);
  return [
    ...flopColours(guess.slice(0, 3), answer.slice(0, 3)),
    placedColour(guess[3], answer[3]),
    placedColour(guess[4], answer[4]),
  ];
}

/** The same for texts such as "4S KD 7S 4D 6S"; returns "11101". */
export function coloursOfText(guess, answer) {
  const read = (text) => text.trim().split(/\s+/).map(parseCard);
  return colours(read(guess), read(answer)).join("");
}
