"""Pokle: every board that fits three hands and their places, and the best next guess.

>>> from engine import pokle
>>> known = {"flop": "312", "turn": "321", "river": "231"}
>>> pokle.best_guesses("8H 7S", "JD 10D", "3H 5C", **known, top=1)
guess ... expected  worst
...
161 boards left, proven best
"""

from typing import TYPE_CHECKING

from engine.exports import lazy

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.pokle.feedback import Row, parse_row
    from engine.pokle.generator import generate_puzzle
    from engine.pokle.rules import Puzzle
    from engine.pokle.search import Effort
    from engine.pokle.solver import Guesses, best_guesses, rank_hands
    from engine.pokle.table import ColorCard, ColorTable, Table

__all__ = [
    "Card",
    "ColorCard",
    "ColorTable",
    "Effort",
    "Guesses",
    "Puzzle",
    "Row",
    "Table",
    "best_guesses",
    "generate_puzzle",
    "parse_row",
    "rank_hands",
]
__getattr__ = lazy(
    __name__,
    {
        "Card": "table",
        "ColorCard": "table",
        "ColorTable": "table",
        "Effort": "search",
        "Guesses": "solver",
        "Puzzle": "rules",
        "Row": "feedback",
        "Table": "table",
        "best_guesses": "solver",
        "generate_puzzle": "generator",
        "parse_row": "feedback",
        "rank_hands": "solver",
    },
)
