"""The data of a puzzle for the practice page, and how an address chooses a puzzle.

`?seed=` is any text, `?puzzle=` the number of a day or eleven cards; without either it is today's.
As on the live page the answer travels in clear text: an honest player does not look at it.
"""

import datetime
from functools import lru_cache
from typing import Any

from engine.cards import Card, Suit, format_cards, shorten
from engine.errors import IllegalStateError
from engine.poker.evaluator import HandType, evaluate, hand_type
from engine.pokle.generator import GeneratedPuzzle, generate_puzzle, puzzle_of_cards
from engine.pokle.rules import STREETS, as_indices, fits_trophies

FIRST_DAY = datetime.date(2026, 1, 1)  # puzzle number 1
MAX_SEED_LENGTH = 60
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Esme", "Femi", "Greta", "Hugo", "Ines", "Jonas", "Kofi")
HAND_TAGS = {
    HandType.HIGH_CARD: "HC",
    HandType.PAIR: "P",
    HandType.TWO_PAIR: "2P",
    HandType.THREE_OF_A_KIND: "3K",
    HandType.STRAIGHT: "St",
    HandType.FLUSH: "Fl",
    HandType.FULL_HOUSE: "FH",
    HandType.FOUR_OF_A_KIND: "4K",
    HandType.STRAIGHT_FLUSH: "SF",
}


def puzzle_for(seed: str | None, puzzle: str | None, today: datetime.date) -> dict[str, Any]:
    """Return the puzzle that an address asks for, ready for the page."""
    if puzzle and not puzzle.isdecimal():
        return _described("custom", puzzle_of_cards(puzzle), name="custom")
    if puzzle:
        return daily_puzzle(_as_number(puzzle))
    if seed:
        return _seeded(_checked_seed(seed))
    return daily_puzzle((today - FIRST_DAY).days + 1)


@lru_cache(maxsize=256)
def daily_puzzle(number: int) -> dict[str, Any]:
    """Return the puzzle of a day, by its number."""
    return _described(f"day {number}", generate_puzzle(f"day {number}"), name=f"#{number}")


@lru_cache(maxsize=256)
def _seeded(seed: str) -> dict[str, Any]:
    return _described(f"seed {seed}", generate_puzzle(seed), name=f"seed {shorten(seed, 16)}")


def _as_number(text: str) -> int:
    if len(text) > 6:
        raise IllegalStateError(f'"{shorten(text)}" is not a puzzle: expected up to 999999')
    return int(text)


def _checked_seed(seed: str) -> str:
    if len(seed) > MAX_SEED_LENGTH:
        raise IllegalStateError(
            f'the seed "{shorten(seed)}" is too long: expected up to {MAX_SEED_LENGTH} characters'
        )
    return seed


def _described(key: str, made: GeneratedPuzzle, name: str) -> dict[str, Any]:
    places = zip(STREETS, made.puzzle.places, strict=True)
    return {
        "id": f"{key}: {format_cards(made.board)}",
        "name": name,
        "names": _names(key),
        "hole": [list(map(repr, hand)) for hand in made.puzzle.hole],
        "places": {street: list(ranking) for street, ranking in places},
        "hands": {street: _hand_tags(made, n) for street, n in STREETS.items()},
        "board": list(map(repr, made.board)),
        "pardons": _pardons(made),
    }


def _pardons(made: GeneratedPuzzle) -> list[str]:
    """Return turns and rivers of the true ranks, in any suits, that fit the trophies."""
    flop, (turn, river) = made.board[:3], made.board[3:]
    ends = [(Card(turn.rank, s), Card(river.rank, t)) for s in Suit for t in Suit]
    boards = [(*flop, *end) for end in ends]
    legal = fits_trophies(made.puzzle, as_indices(boards))
    distinct = (len(set(board)) == len(board) for board in boards)
    kept = zip(ends, legal, distinct, strict=True)
    return [format_cards(end) for end, fits, sound in kept if fits and sound]


def _names(key: str) -> list[str]:
    start = sum(map(ord, key))
    return [NAMES[(start + 5 * player) % len(NAMES)] for player in range(3)]


def _hand_tags(made: GeneratedPuzzle, n_cards: int) -> list[str]:
    values = (evaluate((*hand, *made.board[:n_cards])) for hand in made.puzzle.hole)
    return [HAND_TAGS[hand_type(value)] for value in values]
