"""The rules of a Pokle puzzle: places on each street, and which boards the game may deal.

Places are dense: 1 is best, equal places are ties, no place is left out (1 2 2, not 1 3 3).
Boards are rows of card indices; a street is the first 3, 4 or 5 cards of a row. Rank masks, which
separate kickers from the ranks of the made hand, have 13 bits: bit 0 is a deuce, bit 12 an ace.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, require_distinct, shorten
from engine.errors import IllegalStateError
from engine.poker.hands import HandType, straights, values_by_ranks
from engine.words import counted

BoardRule = Literal["no_kickers", "made_hand", "any"]
BOARD_RULES: tuple[BoardRule, ...] = get_args(BoardRule)
STREETS = {"flop": 3, "turn": 4, "river": 5}  # cards on the board
N_GUESSES = 6

Places = tuple[int, int, int]
CardArray = NDArray[np.uint8]
Hole = tuple[tuple[Card, Card], tuple[Card, Card], tuple[Card, Card]]
Masks = NDArray[np.int32]
N_MASKS = 1 << 13
_BITS = (1 << np.arange(13)).astype(np.int32)
_STRAIGHTS = {HandType.STRAIGHT: 5, HandType.STRAIGHT_FLUSH: 5}
_N_MADE = {  # how many of the deciding ranks are the hand itself, not kickers
    HandType.PAIR: 1,
    HandType.TWO_PAIR: 2,
    HandType.THREE_OF_A_KIND: 1,
    HandType.FULL_HOUSE: 2,
    HandType.FOUR_OF_A_KIND: 1,
    **_STRAIGHTS,
}


def check_places(places: Sequence[int], street: str) -> None:
    """Raise unless the three places are a dense ranking."""
    if len(places) != 3 or set(places) != set(range(1, len(set(places)) + 1)):
        given = " ".join(map(str, places))
        raise IllegalStateError(
            f'The {street}\'s places "{given}" are not a ranking: expected three places from 1 '
            "with none left out, such as 2 1 3, or 1 2 2 with a tie."
        )


def parse_places(text: str, street: str) -> Places:
    """Read three places: "1,2,3", "1 2 3" or "123"; anything else is refused."""
    digits = [int(sign) for sign in text if sign.isdecimal()]
    if len(digits) != 3 or set(text) - set("0123456789, ;/"):
        raise IllegalStateError(
            f'Cannot read the {street}\'s places "{shorten(text)}": expected three, as in 2,1,3.'
        )
    check_places(digits, street)
    return digits[0], digits[1], digits[2]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Three hands, their places on flop, turn and river, and the options of the game."""

    hole: Hole
    flop: Places
    turn: Places
    river: Places
    board_rule: BoardRule = "no_kickers"
    suit_pardon: bool = True

    def __post_init__(self) -> None:
        check_hole(self.hole)
        for street in STREETS:
            check_places(getattr(self, street), street)
        if self.board_rule not in BOARD_RULES:
            raise IllegalStateError(
                f"{self.board_rule!r} is not a board rule: expected {', '.join(BOARD_RULES)}."
            )

    @property
    def places(self) -> tuple[Places, Places, Places]:
        """The places on flop, turn and river."""
        return self.flop, self.turn, self.river

    @property
    def hole_cards(self) -> CardArray:
        """The hole cards as indices, one row a player."""
        return as_indices(self.hole)


def check_hole(hole: Sequence[Sequence[Card]]) -> None:
    """Raise unless there are three hands of two cards, all different."""
    if len(hole) != 3:
        raise IllegalStateError(f"{counted(len(hole), 'hand')}: expected three of two cards each.")
    for number, cards in enumerate(hole, 1):
        if len(cards) != 2:
            raise IllegalStateError(
                f"Player {number} has {counted(len(cards), 'card')}: expected two."
            )
    require_distinct(card for cards in hole for card in cards)


def as_indices(rows: Sequence[Sequence[Card]]) -> CardArray:
    """Return rows of cards as an array of card indices."""
    return np.array([[card.index for card in row] for row in rows], np.uint8)


def as_cards(row: CardArray) -> tuple[Card, ...]:
    """Return the cards of one row of indices."""
    return tuple(Card.from_index(int(index)) for index in row)


def strengths(hole: CardArray, boards: CardArray) -> NDArray[np.int64]:
    """Return the strength of one player's best five cards with each row of board cards."""
    from engine.poker.evaluator import evaluate_batch  # compiled code: loaded when first used

    pair = np.broadcast_to(hole, (len(boards), 2))
    return np.asarray(evaluate_batch(np.hstack([pair, boards])), np.int64)


def street_places(hole_cards: CardArray, boards: CardArray) -> NDArray[np.int64]:
    """Return the dense places of the three players on rows of 3, 4 or 5 board cards."""
    strength = np.stack([strengths(hole, boards) for hole in hole_cards], axis=1)
    better = strength[:, None, :] > strength[:, :, None]
    places = np.ones(strength.shape, np.int64)
    for player in range(3):
        j, k = (player + 1) % 3, (player + 2) % 3
        twins = strength[:, j] == strength[:, k]
        places[:, player] += better[:, player, j]
        places[:, player] += better[:, player, k] & ~twins
    return places


def all_places(hole: Sequence[Sequence[Card]], board: Sequence[Card]) -> tuple[Places, ...]:
    """Return the three players' places on flop, turn and river of one board."""
    hole_cards, row = as_indices(hole), as_indices([board])
    found = (street_places(hole_cards, row[:, :n])[0] for n in STREETS.values())
    return tuple((int(a), int(b), int(c)) for a, b, c in found)


def street_hands(puzzle: Puzzle, boards: CardArray) -> list[tuple[tuple[str, str, str], ...]]:
    """Return what the three players hold on flop, turn and river of each full board, in words."""
    from engine.poker.evaluator import describe

    streets = []
    for n_cards in STREETS.values():
        words = []
        for hole in puzzle.hole_cards:
            values, number = np.unique(strengths(hole, boards[:, :n_cards]), return_inverse=True)
            known = [describe(int(value)) for value in values]
            words.append([known[i] for i in number])
        streets.append(zip(*words, strict=True))
    return list(zip(*streets, strict=True))


def ranked_as(hole_cards: CardArray, boards: CardArray, places: Places) -> NDArray[np.bool_]:
    """Return True for the rows of board cards on which the three players have these places."""
    kept = np.arange(len(boards))
    rows, by_player = boards, [strengths(hole_cards[0], boards)]
    for player in (1, 2):
        by_player.append(strengths(hole_cards[player], rows))
        fits = np.ones(len(rows), np.bool_)
        for other in range(player):
            sign = np.sign(by_player[player] - by_player[other])
            fits &= sign == np.sign(places[other] - places[player])
        kept, rows, by_player = kept[fits], rows[fits], [s[fits] for s in by_player]
    result = np.zeros(len(boards), np.bool_)
    result[kept] = True
    return result


def rank_masks(cards: NDArray[np.uint8]) -> Masks:
    """Return the 13-bit rank mask of each row of card indices."""
    masks: Masks = _BITS[cards[:, 0] >> 2]
    for column in range(1, cards.shape[1]):
        masks |= _BITS[cards[:, column] >> 2]
    return masks


def mask_of_ranks(ranks: tuple[int, ...]) -> int:
    """Return the rank mask of ranks from 2 to 14."""
    return sum(1 << rank - 2 for rank in ranks)


@cache
def _allowed_ranks(rule: BoardRule) -> Masks:
    """Return, by hand value, the ranks that a player's best hand allows on the board."""
    table = np.zeros(1 << 16, np.int32)
    for hand, n_ranks in (_STRAIGHTS if rule == "no_kickers" else _N_MADE).items():
        for ranks, value in values_by_ranks(hand).items():
            table[value] = mask_of_ranks(ranks[:n_ranks])
    return table


@cache
def all_straights() -> Masks:
    """Return, by rank mask, the ranks of all straights that the mask holds."""
    union, masks = np.zeros(N_MASKS, np.int32), np.arange(N_MASKS)
    for window in map(mask_of_ranks, straights()):
        union[masks & window == window] |= window
    return union


def next_masks(allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return, by rank mask, True if some further card makes a mask that is allowed."""
    masks, reached = np.arange(N_MASKS), np.zeros(N_MASKS, np.bool_)
    for bit in _BITS:
        reached |= allowed[masks | bit]
    return reached


def obeys_rule(hole_cards: CardArray, boards: CardArray, rule: BoardRule) -> NDArray[np.bool_]:
    """Return True for the full boards that the game may deal under a board rule.

    `no_kickers`: each card's rank is a hole card's, or within the straight that is some player's
    best hand on some street. `made_hand`: each card's rank is in some player's made hand.
    """
    if rule == "any":
        return np.ones(len(boards), np.bool_)
    free = int(rank_masks(hole_cards.reshape(1, 6))[0]) if rule == "no_kickers" else 0
    ranks_of_value = _allowed_ranks(rule)
    missing = rank_masks(boards) & ~free
    for n_cards in STREETS.values():
        for hole in hole_cards:
            rows = np.flatnonzero(missing)
            missing[rows] &= ~ranks_of_value[strengths(hole, boards[rows, :n_cards])]
    return np.asarray(missing == 0)


def fits_trophies(puzzle: Puzzle, boards: CardArray) -> NDArray[np.bool_]:
    """Return True for the full boards that give the puzzle's places on all three streets."""
    rows = np.flatnonzero(~np.isin(boards, puzzle.hole_cards).any(1))
    for n_cards, places in zip(STREETS.values(), puzzle.places, strict=True):
        rows = rows[ranked_as(puzzle.hole_cards, boards[rows, :n_cards], places)]
    found = np.zeros(len(boards), np.bool_)
    found[rows] = True
    return found


def fits(puzzle: Puzzle, board: Sequence[Card]) -> bool:
    """Return True if one board fits the trophies and the board rule."""
    row = as_indices([board])
    legal = fits_trophies(puzzle, row) & obeys_rule(puzzle.hole_cards, row, puzzle.board_rule)
    return bool(legal[0])
