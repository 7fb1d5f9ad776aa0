"""The visible parts of a table: seats, cards, and events.

All values are frozen and ready to paint. Cards are text ("10♠", "JK=9♥"), "?" is a card that
lies face down. A place is "deck", "trash", "seat 2", "meld 0", "trick 1" or "gone"; moves name
where their cards go by the same words, or by "table" and "trick" where a new group begins.
"""

from dataclasses import dataclass

HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player; `agent` is the exact text, `name` what people call it."""

    name: str
    agent: str
    cards: tuple[str, ...]
    note: str
    score: str
    to_move: bool
    title: str = ""  # a rank of the seat that is worth a picture, such as "King"


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together: a play of the trick, a meld, a pile."""

    place: str
    title: str
    cards: tuple[str, ...]
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table at one moment, with all cards."""

    headline: str
    seats: tuple[Seat, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: who did what, and the table before and after it.

    A move of nobody (`seat` None) is the deal of a round. `text` is what those at the table may
    read. Moves that were made together have one `decision` number.
    """

    number: int
    round_number: int
    seat: int | None
    move: str
    text: str
    before: TableView
    after: TableView
    decision: int = 0
    is_forced: bool = False  # there was nothing else to do
    consequence: str = ""  # what the move brought about besides; part of the text


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """How a seat came out of a round: its place, why, its points there and in all."""

    seat: int
    place: int  # 1 is best, equal places are ties
    words: str
    points: str
    total: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a player may do now: the moves it stands for, its cards and where they go."""

    moves: tuple[str, ...]
    text: str
    cards: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Hint:
    """A move that the advisor suggests, with a figure and the reason."""

    choice: Choice
    figure: str
    why: str
