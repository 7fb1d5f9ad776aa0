"""The state of a game, the next guess, and how it ended."""

from dataclasses import dataclass, field
from typing import Any, Literal

from engine.cards import Card, format_cards, in_symbols
from engine.pokle.colors import SQUARES
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES, Puzzle

Board = tuple[Card, ...]


def row_words(row: Row) -> str:
    """Return a guess and its colours as people read them: "A♥ 10♦ … 🟩⬛…"."""
    return f"{in_symbols(row.guess)} {''.join(SQUARES[colour] for colour in row.colors)}"


Status = Literal["won", "lost", "proposed", "played before", "out of guesses", "stopped", "closed"]


@dataclass(frozen=True, slots=True)
class GameState:
    """The puzzle, the rows that have their colours, and guesses that the page refused."""

    puzzle: Puzzle
    names: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    refused: frozenset[Board] = field(default_factory=frozenset)

    def as_dict(self) -> dict[str, Any]:
        """Return the state in texts and numbers, as recordings keep it."""
        return {
            "names": list(self.names),
            "hole": [format_cards(hand) for hand in self.puzzle.hole],
            "places": [list(places) for places in self.puzzle.places],
            "rows": [str(row) for row in self.rows],
        }

    @property
    def is_won(self) -> bool:
        """True if the last row is all green."""
        return bool(self.rows) and self.rows[-1].is_won

    @property
    def is_finished(self) -> bool:
        """True if the game is won or its guesses are used up."""
        return self.is_won or len(self.rows) >= N_GUESSES


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next guess, and why: boards left, bits it should win, its chance to win at once."""

    guess: Board
    boards_left: int
    bits: float = 0.0
    win_chance: float = 0.0
    why: str = ""
    advice: object = field(default=None, compare=False)  # the adviser's whole answer


@dataclass(frozen=True, slots=True)
class Turn:
    """One guess that was played: the state before it, the row, the bits that it won."""

    number: int
    state: GameState
    proposal: Proposal | None
    row: Row
    boards_left: int | None = None
    bits: float | None = None
    screenshot: bytes | None = None


@dataclass(frozen=True, slots=True)
class BrowserOutcome:
    """How it ended."""

    status: Status
    state: GameState | None = None
    proposal: Proposal | None = None

    @property
    def n_guesses(self) -> int:
        """Rows on the page at the end."""
        return len(self.state.rows) if self.state else 0
