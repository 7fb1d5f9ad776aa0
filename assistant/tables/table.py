"""One live game: whose turn it is, what may be done, every move as an event, and its file.

    table = SlaveTable(("human", "search", "policy", "greedy"), n_rounds=3, seed=7)
    for event in table.run(control):    # the AIs move until a person is to act
        ...
    table.play(*table.moves_for(("7♣", "7♥"), "trick"))    # or an error that names the rule
    table.take_back()
    SlaveTable.restore(table.saved())   # the same table, move by move

A table belongs to one thread; only `think` and `hints`, which change nothing, may run in another.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Self

from pydantic import Field, ValidationError

from assistant.requests import FrozenModel
from assistant.tables.view import HUMAN, Choice, Event, Hint, TableView
from assistant.version import VERSION
from engine.agents import AgentKind, agent_name
from engine.cards import shorten
from engine.control import Control
from engine.errors import InputError
from engine.words import counted

DEAL = "deal"  # the move that opens the next round; nobody makes it
MAX_ROUNDS = 1_000


class SavedTable(FrozenModel):
    """A table as it is kept: how it was opened, and all moves."""

    game: str
    agents: tuple[str, ...]
    names: tuple[str, ...]
    n_rounds: int = Field(ge=1, le=MAX_ROUNDS)
    seed: int
    options: tuple[str, ...] = ()
    moves: tuple[str, ...]
    is_paused: bool = False
    version: str


class Table(ABC):
    """A game in progress; `agents` say who sits where ("human" for a person)."""

    game_name: ClassVar[str]
    n_seats: ClassVar[tuple[int, ...]]
    kinds: ClassVar[Mapping[str, AgentKind]]
    targets: ClassVar[tuple[tuple[str, str, str], ...]]  # place, what a button calls it, its key
    orders: ClassVar[tuple[str, ...]] = ("suit", "rank")  # of a hand, the usual one first
    # House rules to tick before the deal: the option, what a box calls it, what it means.
    house_rules: ClassVar[tuple[tuple[str, str, str], ...]] = ()

    def __init__(
        self,
        agents: Sequence[str],
        n_rounds: int = 3,
        seed: int = 0,
        names: Sequence[str] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        if len(agents) not in self.n_seats:
            wanted = " or ".join(map(str, self.n_seats))
            raise InputError(
                f"{counted(len(agents), 'player')} ({', '.join(agents)}) at a table of "
                f"{self.game_name.capitalize()}: expected {wanted}"
            )
        if not 1 <= n_rounds <= MAX_ROUNDS:
            raise InputError(f"{n_rounds} rounds cannot be played: expected 1 to {MAX_ROUNDS:,}")
        self.agents, self.n_rounds, self.seed = tuple(agents), n_rounds, seed
        self.names = tuple(names or seat_names(agents, self.kinds))
        self.options = tuple(options)
        self.events: list[Event] = []
        self.is_paused = False  # kept for whoever lets the AIs move
        self._open()
        self.view = self._look()

    # -- what a game says -----------------------------------------------------------------------

    @abstractmethod
    def _open(self) -> None:
        """Seat the players and deal the first round."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """Whose turn it is; None between rounds and at the end."""

    @property
    @abstractmethod
    def round_number(self) -> int:
        """The round that is played, from 1."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True when all rounds are played."""

    @abstractmethod
    def _look(self) -> TableView:
        """The table as it is now."""

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """Everything that the seat to act may do, the likely choices first."""

    @abstractmethod
    def moves_for(self, cards: Sequence[str], target: str) -> tuple[str, ...]:
        """The moves that bring cards of the seat to act to a place, or the rule against it."""

    @abstractmethod
    def words(self, move: str) -> str:
        """A move of the seat to act in words."""

    @staticmethod
    @abstractmethod
    def sort_key(card: str, by: str) -> tuple[int, int]:
        """Where a card stands in a hand that is sorted by "suit" or "rank"."""

    @abstractmethod
    def _apply(self, move: str) -> None:
        """Make a move, or raise and change nothing."""

    @abstractmethod
    def think(self, control: Control) -> str:
        """The move of the AI whose turn it is."""

    @abstractmethod
    def hints(self, control: Control) -> tuple[Hint, ...]:
        """What the assistant would do in the place of the seat to act, best first."""

    # -- playing --------------------------------------------------------------------------------

    @property
    def waits_for_human(self) -> bool:
        """True if a person is to act."""
        return self.seat is not None and self.agents[self.seat] == HUMAN

    @property
    def waits_for_deal(self) -> bool:
        """True between two rounds."""
        return self.seat is None and not self.is_over

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(place for place, agent in enumerate(self.agents) if agent == HUMAN)

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make moves one after the other; an illegal one raises, and none of them is made."""
        made: list[Event] = []
        for move in moves:
            try:
                made.append(self._play_one(move))
            except InputError:
                if made:
                    self._go_back(len(self.events) - len(made))
                raise
        return tuple(made)

    def _play_one(self, move: str) -> Event:
        before, seat, round_number = self.view, self.seat, self.round_number
        text = self._log_line(seat, move) if seat is not None else ""
        self._apply(move)
        self.view = self._look()
        if seat is None:
            round_number = self.round_number
            text = f"Round {round_number} is dealt"
        number = len(self.events) + 1
        event = Event(number, round_number, seat, move, text, before, self.view)
        self.events.append(event)
        return event

    def _log_line(self, seat: int, move: str) -> str:
        try:
            return f"{self.names[seat]}: {self.words(move)}"
        except (InputError, IndexError):
            return ""  # an illegal move: `_apply` says why

    def run(self, control: Control) -> Iterator[Event]:
        """Let the AIs move, and deal, until a person is to act, all is over, or told to stop."""
        while not (self.is_over or self.waits_for_human or control.should_stop()):
            yield from self.play(DEAL if self.waits_for_deal else self.think(control))

    @property
    def can_take_back(self) -> bool:
        """True if a person has moved."""
        return any(self._is_human(event) for event in self.events)

    def take_back(self) -> tuple[Event, ...]:
        """Undo the last move of a person and all that followed; returns what was undone."""
        for place in reversed(range(len(self.events))):
            if self._is_human(self.events[place]):
                undone = tuple(self.events[place:])
                self._go_back(place)
                return undone
        raise InputError("there is no move of yours to take back")

    def _is_human(self, event: Event) -> bool:
        return event.seat is not None and self.agents[event.seat] == HUMAN

    def _go_back(self, n_events: int) -> None:
        """Keep only the first events: the game is opened again and played up to there."""
        del self.events[n_events:]
        self._open()
        for event in self.events:
            self._apply(event.move)
        self.view = self.events[-1].after if self.events else self._look()

    # -- its file -------------------------------------------------------------------------------

    def saved(self) -> SavedTable:
        """All that is needed to sit down again."""
        return SavedTable(
            game=self.game_name,
            agents=self.agents,
            names=self.names,
            n_rounds=self.n_rounds,
            seed=self.seed,
            options=self.options,
            moves=tuple(event.move for event in self.events),
            is_paused=self.is_paused,
            version=VERSION,
        )

    @classmethod
    def restore(cls, saved: SavedTable) -> Self:
        """The table of a file; moves that this version does not allow are an error."""
        if saved.game != cls.game_name:
            raise InputError(f'a table of "{shorten(saved.game)}" is no {cls.game_name}')
        table = cls(saved.agents, saved.n_rounds, saved.seed, saved.names, saved.options)
        table.is_paused = saved.is_paused
        for number, move in enumerate(saved.moves, 1):
            try:
                table.play(move)
            except InputError as error:
                raise InputError(
                    f"the kept game was begun with version {shorten(saved.version)}; its move "
                    f"{number} cannot be played now: {error}"
                ) from None
        return table


def read_table(text: str) -> SavedTable:
    """Read a kept table; a damaged one is refused."""
    try:
        return SavedTable.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f'cannot read the kept table "{shorten(text)}": {where}: {first["msg"]}'
        ) from None


def seat_names(agents: Sequence[str], kinds: Mapping[str, AgentKind]) -> list[str]:
    """What people call the players; equal names are numbered."""
    names = ["You" if agent == HUMAN else agent_name(agent, kinds) for agent in agents]
    total, seen = Counter(names), Counter[str]()
    for place, name in enumerate(names):
        seen[name] += 1
        if total[name] > 1:
            names[place] = f"Player {seen[name]}" if name == "You" else f"{name} ({seen[name]})"
    return names
