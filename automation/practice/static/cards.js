// Cards as the page shows them: a rank text ("10", "K") and a suit letter (h d c s).

export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
export const SUIT_NAMES = { h: "hearts", d: "diamonds", c: "clubs", s: "spades" };
const RANK_WORDS = { J: "jack", Q: "queen", K: "king", A: "ace" };

export const GREEN = 2;
export const YELLOW = 1;
export const GREY = 0;
export const COLOUR_NAMES = ["grey", "gold", "darkgreen"];
export const COLOUR_WORDS = ["grey: neither", "yellow: rank or suit", "green: exact"];

/** "10H" as {rank: "10", suit: "h"}. */
export function parseCard(text) {
  const rank = text.slice(0, -1).toUpperCase();
  const suit = text.slice(-1).toLowerCase();
  if (!RANKS.includes(rank) || !(suit in SUIT_NAMES)) throw new Error(`no card: ${text}`);
  return { rank, suit };
}

/** {rank: "10", suit: "h"} as "10H"; an unfinished card as what there is of it. */
export function cardText(card) {
  return (card.rank ?? "") + (card.suit ?? "").toUpperCase();
}

/** A card in words, for those who listen to the page. */
export function cardWords(card) {
  if (!card.rank && !card.suit) return "empty";
  const rank = RANK_WORDS[card.rank] ?? card.rank ?? "any rank";
  return `${rank} of ${SUIT_NAMES[card.suit] ?? "any suit"}`;
}

export function sameCard(one, other) {
  return one.rank === other.rank && one.suit === other.suit;
}

/** The picture of a suit as an inline style, named as the live page names it. */
export function suitStyle(suit) {
  return suit ? `url("${SUIT_NAMES[suit]}.svg")` : "";
}
