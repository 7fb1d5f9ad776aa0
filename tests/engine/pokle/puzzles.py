"""Puzzles that several tests use: one real one, and the shared ones where they are there."""

import json
from pathlib import Path

import pytest

from engine.cards import Card, parse_card, parse_cards
from engine.pokle.rules import Puzzle

DATA = Path(__file__).parents[4] / "shared" / "data" / "pokle_puzzles.json"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the shared puzzles are not here")

Board = tuple[Card, ...]


def puzzle(*hands: str, flop: str, turn: str, river: str, **options) -> Puzzle:
    """A puzzle from short texts: three hands, and places such as "132"."""
    hole = tuple(parse_cards(hand) for hand in hands)
    return Puzzle(hole, *(tuple(map(int, street)) for street in (flop, turn, river)), **options)


REAL = puzzle("KC JS", "JC JH", "10H 6S", flop="123", turn="132", river="231")
REAL_BOARD = parse_cards("QS 10S AS 6C 6D")
SMALL = puzzle("8H 7S", "JD 10D", "3H 5C", flop="312", turn="321", river="231")
SMALL_BOARD = parse_cards("5D 3D 7D 3C 3S")


def shared_puzzles() -> list[tuple[Puzzle, Board]]:
    """The real puzzles with their true boards."""
    records = json.loads(DATA.read_text())["puzzles"]
    return [(_read(record), tuple(map(parse_card, record["board"]))) for record in records]


def _read(record: dict) -> Puzzle:
    hole = tuple(tuple(map(parse_card, hand)) for hand in record["hole"])
    return Puzzle(hole, *(tuple(record[street]) for street in ("flop", "turn", "river")))
