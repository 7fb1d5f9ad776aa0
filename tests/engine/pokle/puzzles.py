"""Puzzles that several tests use: two by hand, and some that our generator made."""

from pathlib import Path

from engine.cards import Card, parse_cards
from engine.pokle.rules import Puzzle

MADE = Path(__file__).parent / "puzzles.txt"

Board = tuple[Card, ...]


def puzzle(*hands: str, flop: str, turn: str, river: str, **options) -> Puzzle:
    """A puzzle from short texts: three hands, and places such as "132"."""
    hole = tuple(parse_cards(hand) for hand in hands)
    return Puzzle(hole, *(tuple(map(int, street)) for street in (flop, turn, river)), **options)


REAL = puzzle("KC JS", "JC JH", "10H 6S", flop="123", turn="132", river="231")
REAL_BOARD = parse_cards("QS 10S AS 6C 6D")
SMALL = puzzle("8H 7S", "JD 10D", "3H 5C", flop="312", turn="321", river="231")
SMALL_BOARD = parse_cards("5D 3D 7D 3C 3S")


def made_puzzles() -> list[tuple[Puzzle, Board, int]]:
    """Puzzles of our generator with their true boards, and how many boards fit each."""
    return list(map(_read, MADE.read_text().splitlines()))


def _read(line: str) -> tuple[Puzzle, Board, int]:
    hole, places, board, n_boards = line.split("|")
    cards = parse_cards(hole)
    hands = [(cards[place], cards[place + 1]) for place in (0, 2, 4)]
    flop, turn, river = (tuple(map(int, street)) for street in places.split())
    return Puzzle(tuple(hands), flop, turn, river), parse_cards(board), int(n_boards)
