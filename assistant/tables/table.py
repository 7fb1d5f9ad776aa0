"""What every table shares: the view that is painted, and the loop that lets the AIs move."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from engine.control import POLL_S, Control

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as the others see him; `cards` only where they may be seen."""

    name: str
    agent: str
    n_cards: int
    note: str
    to_move: bool
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together on the table: a play, a meld, the trash."""

    title: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableMove:
    """A move that may be made now."""

    key: int
    text: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The table at one moment, from where the person sits."""

    headline: str
    seats: tuple[Seat, ...]
    groups: tuple[Group, ...]
    hand: tuple[str, ...]
    moves: tuple[TableMove, ...]
    log: tuple[str, ...]
    scores: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """What the assistant would do, with a figure and the reason."""

    text: str
    figure: str
    why: str


@dataclass(frozen=True, slots=True)
class Pace:
    """A table and how long each AI's move stays on show."""

    table: "Table"
    seconds: float = 0.5


class Table(ABC):
    """A game in progress; `agents` name who sits where ("human" for the person)."""

    agents: tuple[str, ...]

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """Whose turn it is; None when the game is over."""

    @abstractmethod
    def view(self, reveal: bool = False) -> TableView:
        """The table as it may be shown."""

    @abstractmethod
    def play(self, key: int) -> None:
        """Make a move of the view; an illegal one raises and changes nothing."""

    @abstractmethod
    def play_ai(self, control: Control) -> None:
        """Let the AI whose turn it is move."""

    @abstractmethod
    def hints(self, control: Control) -> Sequence[Hint]:
        """What the assistant would do in the person's place, best first."""

    @property
    def waits_for_human(self) -> bool:
        """True if a person is to act."""
        return self.seat is not None and self.agents[self.seat] == HUMAN


def play_on(pace: Pace, control: Control) -> TableView:
    """Let the AIs move until a person is to act, the game is over, or the job is stopped."""
    table = pace.table
    count = 0
    while table.seat is not None and not table.waits_for_human and not control.should_stop():
        started_s = time.monotonic()
        table.play_ai(control)
        count += 1
        control.report(count, text="the others play", partial=table.view())
        _wait(pace.seconds - (time.monotonic() - started_s), control)
    return table.view()


def _wait(seconds: float, control: Control) -> None:
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0 and not control.should_stop():
        time.sleep(min(left_s, POLL_S))


def ask_hints(table: Table, control: Control) -> tuple[Hint, ...]:
    """What the assistant would do; nothing if nobody at the table asks."""
    return tuple(table.hints(control)) if table.waits_for_human else ()
