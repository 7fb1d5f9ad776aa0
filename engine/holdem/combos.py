"""The names of hole cards: their places in a 13 by 13 grid, and texts of classes and pairs."""

from engine.cards import RANK_NAMES, RANKS, Card
from engine.holdem.tables import COMBO_CARDS, N_CLASSES

GRID_RANKS = tuple(reversed(RANKS))
RANK_LETTERS = {rank: "T" if rank == 10 else name for rank, name in RANK_NAMES.items()}


def combo_index(a: Card, b: Card) -> int:
    """Return the index of two different cards."""
    low, high = sorted((a.index, b.index))
    return high * (high - 1) // 2 + low


def class_name(place: int) -> str:
    """Return the name of a place in the grid: "AA", "AKs", "72o"."""
    row, column = divmod(place, 13)
    high, low = (RANK_LETTERS[GRID_RANKS[i]] for i in sorted((row, column)))
    return high + low + ("" if row == column else "s" if row < column else "o")


CLASS_NAMES = tuple(class_name(place) for place in range(N_CLASSES))


def combo_text(combo: int) -> str:
    """Return the two cards of a combination, the higher first: "AhKd"."""
    cards = (Card.from_index(int(i)) for i in COMBO_CARDS[combo][::-1])
    return "".join(RANK_LETTERS[card.rank] + card.suit.name.lower() for card in cards)
