"""Interfaces for following a game and for storing it; importing them loads no browser driver."""

from automation.state import GameState, Outcome, Proposal, Turn
from engine.pokle.feedback import Row
from engine.pokle.rules import Puzzle


class Listener:
    """Receives events in the player's thread; override what is of interest."""

    def on_state(self, state: GameState) -> None:
        """The page was read for the first time, or again after a restart."""

    def on_picture(self, picture: bytes) -> None:
        """How the page looks before the first guess of this visit."""

    def on_proposal(self, state: GameState, proposal: Proposal) -> None:
        """The next guess is chosen."""

    def on_turn(self, turn: Turn) -> None:
        """A guess has its colours."""

    def on_note(self, text: str) -> None:
        """Something unusual happened, and the game goes on."""

    def on_finish(self, outcome: Outcome) -> None:
        """The game is over, or was left."""


class Archive:
    """Keeps nothing: every puzzle is new to it."""

    def has(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle was played to its end before."""
        return False

    def rows(self, puzzle: Puzzle) -> tuple[Row, ...]:
        """Return what was learnt of a puzzle that was begun and not played to its end."""
        return ()

    def keep(self, outcome: Outcome) -> None:
        """Remember how far a game got."""
