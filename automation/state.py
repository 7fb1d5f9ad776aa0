"""What is known of a game, and what the player is told to do next."""

from dataclasses import dataclass, field
from typing import Literal

from engine.cards import Card, format_cards
from engine.pokle.rules import N_GUESSES, Puzzle
from engine.pokle.table import GREEN, ColorTable

Board = tuple[Card, ...]
Status = Literal["won", "lost", "proposed", "played before", "out of guesses", "stopped", "closed"]


@dataclass(frozen=True, slots=True)
class GuessRow:
    """A guess with its colours, g y e, card by card as the page shows it."""

    cards: Board
    colours: str

    @property
    def is_win(self) -> bool:
        """True if every card is green."""
        return self.colours == GREEN * len(self.cards)

    @property
    def table(self) -> ColorTable:
        """The row as the solver knows it."""
        return ColorTable.of(self.cards, self.colours)

    def __str__(self) -> str:
        return f"{format_cards(self.cards)}={self.colours}"


@dataclass(frozen=True, slots=True)
class GameState:
    """The puzzle, the rows that have their colours, and guesses that the page refused."""

    puzzle: Puzzle
    names: tuple[str, ...]
    rows: tuple[GuessRow, ...] = ()
    refused: frozenset[Board] = field(default_factory=frozenset)

    @property
    def is_won(self) -> bool:
        """True if the last row is all green."""
        return bool(self.rows) and self.rows[-1].is_win

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


@dataclass(frozen=True, slots=True)
class Turn:
    """One guess that was played: the state before it, the row, the bits that it won."""

    number: int
    state: GameState
    proposal: Proposal | None
    row: GuessRow
    boards_left: int | None = None
    bits: float | None = None
    screenshot: bytes | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended."""

    status: Status
    state: GameState | None = None
    proposal: Proposal | None = None

    @property
    def n_guesses(self) -> int:
        """Rows on the page at the end."""
        return len(self.state.rows) if self.state else 0
