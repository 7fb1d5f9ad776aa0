"""Interfaces for following a game and for storing it; importing them loads no browser driver."""

from automation.state import BrowserOutcome, GameState, Proposal, Turn
from engine.pokle.feedback import Row
from engine.pokle.rules import Puzzle


class Listener:
    """Receives events in the player's thread; override what is of interest."""

    def on_state(self, state: GameState) -> None:
        """Handle the first reading of the page, and that after a restart."""

    def on_picture(self, picture: bytes) -> None:
        """Handle a picture of the page before the first guess of this visit."""

    def on_proposal(self, state: GameState, proposal: Proposal) -> None:
        """Handle the choice of the next guess."""

    def on_turn(self, turn: Turn) -> None:
        """Handle a guess that has its colours."""

    def on_note(self, text: str) -> None:
        """Handle an unusual event after which the game goes on."""

    def on_finish(self, outcome: BrowserOutcome) -> None:
        """Handle the end of the game, or leaving it."""


class Archive:
    """An archive that stores nothing: every puzzle is new to it."""

    def has(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle was played to its end before."""
        return False

    def rows(self, puzzle: Puzzle) -> tuple[Row, ...]:
        """Return the rows of a puzzle that was begun and not finished."""
        return ()

    def keep(self, outcome: BrowserOutcome) -> None:
        """Remember how far a game got."""
