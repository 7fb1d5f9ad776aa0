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
    from engine.pokle.feedback import Row as Row
    from engine.pokle.feedback import parse_row as parse_row
    from engine.pokle.generator import generate_puzzle as generate_puzzle
    from engine.pokle.rules import Puzzle as Puzzle
    from engine.pokle.search import Effort as Effort
    from engine.pokle.solver import Guesses as Guesses
    from engine.pokle.solver import best_guesses as best_guesses
    from engine.pokle.solver import rank_hands as rank_hands

__getattr__, __all__ = lazy(
    __name__,
    {
        "feedback": ["Row", "parse_row"],
        "generator": ["generate_puzzle"],
        "rules": ["Puzzle"],
        "search": ["Effort"],
        "solver": ["Guesses", "best_guesses", "rank_hands"],
    },
)
