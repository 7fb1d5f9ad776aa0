"""The driver of a live game: whose turn it is, thinking, hints, taking back, and the record.

    table = GameTable(find_game("slave"), ("human", "search", "policy", "greedy"), 3, seed=7)
    while task := table.todo():                     # an AI is to act
        table.answer(task, task.work(control))      # the work may run in any thread
    table.play(*table.state.moves_for(("7♣", "7♥"), "trick"))     # or an error that names the rule
    table.take_back()
    GameTable.of(table.record)                          # the same table, decision by decision

It has no thread, no window and prints nothing. A state that was handed out is never changed (every
decision is made on a copy), so a task may run anywhere. Its answer counts only if the table is as
it was when the task was made: this one test rejects late answers, for moves and hints. At a
table every decision of an AI has a seed of its own, so a game repeats exactly after a decision was
taken back and after it was reopened.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from assistant.advice import Advice
from assistant.advisors.registry import advise
from assistant.play.analysis import ANALYSES, HINT_S
from assistant.play.game import DEAL, DEALER, Dealer, Decision, Game, Player, State
from assistant.play.record import HUMAN, MAX_ROUNDS, Record, join_decisions
from assistant.play.view import Choice, Event, Hint, TableView
from assistant.requests import Request
from engine.agents import AgentKind, AgentSpec, agent_name, parse_agent
from engine.cards import shorten
from engine.control import Control
from engine.errors import InputError
from engine.rules import Rules
from engine.split_mix import GOLDEN, scramble
from engine.words import counted

FIRST_NAMES = ("Ann", "Bo", "Cleo", "Dan")  # by seat


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of thinking: a decision of an AI, or advice for a person.

    `work` may run in any thread. `stamp` says which position it is about.
    """

    kind: Literal["think", "ask"]
    seat: int
    work: Callable[[Control], Any]
    stamp: object
    asked: State | None = None  # the state that a question is about


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer to a task of the kind "think"."""

    decision: Decision
    details: object = None  # what the player's search found, if it searches


class GameTable:
    """A game in progress between people and AIs; `agents` say who sits where.

    Each decision of an AI is made by a new player, unless `players` are given, who then stay for
    the whole game as in a session of the arena.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[str],
        n_rounds: int = 3,
        seed: int = 0,
        names: Sequence[str] | None = None,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
        players: Sequence[Player] | None = None,
    ) -> None:
        _verify_seats(game, agents, n_rounds)
        self.game, self.agents, self.n_rounds, self.seed = game, tuple(agents), n_rounds, seed
        self.rules, self.dealer, self._players = rules or game.rules_type(), dealer, players
        self._specs = [_spec(agent, game) for agent in agents]
        self.names = tuple(names or people_names(agents, game.agents))
        self.events: list[Event] = []
        self.taken_back: list[tuple[int, str]] = []
        self.faults: list[str] = []  # what AIs chose that is not legal
        self.is_paused = False
        self.helped = False  # hints or warnings were on: the game is not rated
        self.begun = datetime.now(UTC).isoformat(timespec="seconds")
        self.thought: object = None  # what the last AI's search said
        self._open()

    def _open(self) -> None:
        """Deal again from the start."""
        self.stamp: object = object()  # another one for every position
        self.state = self.game.deal(
            self.seed, len(self.agents), self.n_rounds, self.rules, self.dealer
        )
        self.view = self._look()

    def _look(self) -> TableView:
        return self.state.look(self.names, self.agents)

    # -- whose turn it is -----------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat to act; None between rounds and at the end."""
        return self.state.seat

    @property
    def round_number(self) -> int:
        """The round that is played, from 1."""
        return self.state.round_number

    @property
    def is_over(self) -> bool:
        """True when all rounds are played."""
        return self.state.is_over

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

    def open_seats(self, reveal: bool = False) -> frozenset[int]:
        """Return whose cards are face up: own ones; all when nobody plays or it is over."""
        seats = range(len(self.agents))
        if reveal or not self.humans or self.seat is None:
            return frozenset(seats)
        if len(self.humans) == 1:
            return frozenset(self.humans)
        return frozenset((self.seat,)) if self.waits_for_human else frozenset()

    def choices(self) -> tuple[Choice, ...]:
        """Return what a person who is to act may do, likely choices first."""
        return self.state.choices() if self.waits_for_human else ()

    # -- AIs ------------------------------------------------------------------------------------

    def todo(self) -> Task | None:
        """Return what is to be thought of now; None for a person, a pause, a deal or the end."""
        return None if self.is_paused else self.step()

    def step(self) -> Task | None:
        """Return the next decision of an AI as a task, also while the table is paused."""
        seat = self.seat
        if seat is None or self.waits_for_human:
            return None
        spec = self._specs[seat]
        assert spec is not None
        game, seen, players = self.game, self.state.seen(seat), self._players
        seed = decision_seed(self.seed, self.n_decisions, seat)

        def think(control: Control) -> Thought:
            player = game.player(spec, seed, seat) if players is None else players[seat]
            decision = player.choose(seen, control)
            return Thought(decision, getattr(player, "thought", None))

        return Task("think", seat, think, self.stamp)

    def is_current(self, task: Task) -> bool:
        """Return True if the table is as it was when the task was made."""
        return task.stamp is self.stamp

    def answer(self, task: Task, value: Thought) -> tuple[Event, ...]:
        """Play what an AI has chosen; nothing if the table has moved on since.

        An illegal choice is added to `faults`, and the first legal move is made instead.
        """
        if not self.is_current(task):
            return ()
        self.thought = value.details
        try:
            return self.play(*value.decision)
        except InputError as error:
            self.faults.append(f"{self.names[task.seat]} chose an illegal move: {error}")
            if not (legal := self.state.legal()):
                raise InputError(self.faults[-1]) from None
            return self.play(legal[0])

    # -- advice ---------------------------------------------------------------------------------

    def question(self) -> Request | None:
        """Return the question of the seat to act: what Hint, Analyse and review all ask."""
        if self.seat is None:
            return None
        opponents = [agent for seat, agent in enumerate(self.agents) if seat != self.seat]
        question: Request = self.game.ask_against(self.state.seen(self.seat).request(), opponents)
        return question

    def ask(self, seconds: float = HINT_S) -> Task | None:
        """Return the question of the seat to act as a task."""
        seat, request = self.seat, self.question()
        if seat is None or request is None:
            return None

        def answer(control: Control) -> Advice:
            return ANALYSES.ask(advise, request, control, seconds)

        return Task("ask", seat, answer, self.stamp, self.state)

    def hints(self, task: Task, advice: Advice) -> tuple[Hint, ...]:
        """Return an answer as choices, best first; nothing if the table has moved on since."""
        if not self.is_current(task) or task.asked is None:
            return ()
        return self.game.hints(advice, task.asked)

    # -- moves ----------------------------------------------------------------------------------

    @property
    def n_decisions(self) -> int:
        """How many decisions were made so far, deals included."""
        return self.events[-1].decision if self.events else 0

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make moves as one decision; an illegal one raises, and none of them is made."""
        if not moves:
            raise InputError("no move is given")
        trial = self.state
        self.state = trial.copy()
        decision, view, made = self.n_decisions + 1, self.view, list[Event]()
        try:
            for number, move in enumerate(moves, len(self.events) + 1):
                made.append(self._make(move, number, decision, made[-1].after if made else view))
        except InputError:
            self.state = trial
            raise
        self.events += made
        self.view, self.stamp = made[-1].after, object()
        return tuple(made)

    def deal(self) -> tuple[Event, ...]:
        """Deal the next round."""
        return self.play(DEAL)

    def _make(self, move: str, number: int, decision: int, before: TableView) -> Event:
        """Make one move on the state."""
        state = self.state
        seat, round_number, consequence = state.seat, state.round_number, ""
        if seat is None:
            if move != DEAL:
                raise InputError("the round is over")
            state.deal()
            text, forced = f"Round {state.round_number} is dealt", True
            round_number = state.round_number
        else:
            if move == DEAL:
                raise InputError("the round is not over yet")
            legal = state.legal() if self.agents[seat] == HUMAN else ()
            forced = len(legal) == 1
            words = self._move_words(seat, move)
            spelled = state.spell(move)
            earlier = state.copy()
            state.apply(move)
            move = spelled
            text = f"{self.names[seat]} {words}"
            if consequence := state.consequences(earlier, self.humans):
                text += f". {consequence}"
        after = self._look()
        return Event(
            number, round_number, seat, move, text, before, after, decision, forced, consequence
        )

    def _move_words(self, seat: int, move: str) -> str:
        """Return a move in words that everybody at the table may read."""
        try:
            is_known = all(self.state.may_know(move, human) for human in self.humans)
            return self.state.past(move, is_known)
        except (InputError, IndexError):
            return ""  # an illegal move: the state says why

    # -- taking back ----------------------------------------------------------------------------

    @property
    def can_take_back(self) -> bool:
        """True if a person has made a choice."""
        return any(map(self._is_choice, self.events))

    def take_back(self) -> tuple[Event, ...]:
        """Undo the last decision of a person who had a choice, and all that followed."""
        for event in reversed(self.events):
            if self._is_choice(event):
                return self._go_back(event.decision - 1)
        raise InputError("there is no move of yours to take back")

    def _is_choice(self, event: Event) -> bool:
        is_human = event.seat is not None and self.agents[event.seat] == HUMAN
        return is_human and not event.is_forced

    def _go_back(self, n_decisions: int) -> tuple[Event, ...]:
        """Keep only the first decisions: the game is dealt again and played up to there."""
        undone = tuple(e for e in self.events if e.decision > n_decisions)
        self.taken_back.append((n_decisions, join_decisions(_decisions(undone))))
        self.events = [e for e in self.events if e.decision <= n_decisions]
        self._open()
        for event in self.events:
            self.state.apply(event.move)
        self.view = self.events[-1].after if self.events else self._look()
        return undone

    def at(self, n_events: int) -> "GameTable":
        """Return a copy of this table as it was after its first events."""
        twin = GameTable(
            self.game, self.agents, self.n_rounds, self.seed, self.names, self.rules, self.dealer
        )
        twin.events = self.events[:n_events]
        for event in twin.events:
            twin.state.apply(event.move)
        twin.view = twin.events[-1].after if twin.events else twin.view
        return twin

    # -- its record -----------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """All that is needed to sit down again, or to review the game."""
        outcome = self.state.outcome() if self.is_over else None
        return Record(
            game=self.game.name,
            rules=self.rules.full_text,
            seats=tuple(zip(self.names, self.agents, strict=True)),
            rounds=self.n_rounds,
            seed=self.seed,
            dealer=self.dealer,
            moves=join_decisions(_decisions(self.events)),
            taken_back=tuple(self.taken_back),
            paused=self.is_paused,
            places=None if outcome is None else outcome.places,
            points=None if outcome is None else outcome.points,
            begun=self.begun,
            helped=self.helped,
        )

    @classmethod
    def of(cls, record: Record) -> "GameTable":
        """Return the table of a record; moves that this version does not allow are an error."""
        from assistant.play.registry import find_game

        game = find_game(record.game)
        rules = game.rules_type.read(record.rules)
        table = cls(
            game, record.agents, record.rounds, record.seed, record.names, rules, record.dealer
        )
        for number, decision in enumerate(record.decisions, 1):
            try:
                table._replay(decision)
            except InputError as error:
                raise InputError(
                    f"the saved game was begun with version {shorten(record.program)}; its "
                    f"decision {number} cannot be played now: {error}"
                ) from None
        table.taken_back = list(record.taken_back)
        table.is_paused, table.begun = record.paused, record.begun or table.begun
        table.helped = record.helped
        return table

    def _replay(self, decision: Decision) -> None:
        """Make a decision of a record; a round that is due is dealt first."""
        if self.waits_for_deal and decision[0] != DEAL:
            self.deal()
        self.play(*decision)


def run(table: GameTable, control: Control) -> Iterator[Event]:
    """Let the AIs move, and deal, until a person is to act, all is over, or it is stopped."""
    while not (table.is_over or table.waits_for_human or control.should_stop()):
        task = table.step()
        yield from table.deal() if task is None else table.answer(task, task.work(control))


def decision_seed(seed: int, n_decisions: int, seat: int) -> int:
    """Return the seed of a decision: the same for the same table, whatever happened before."""
    return scramble(seed + (4 * n_decisions + seat + 1) * int(GOLDEN)) >> 1


def seat_names(agents: Sequence[str], kinds: Mapping[str, AgentKind]) -> list[str]:
    """Return what people call the players; equal names are numbered."""
    names = ["You" if agent == HUMAN else agent_name(agent, kinds) for agent in agents]
    total, seen = Counter(names), Counter[str]()
    for place, name in enumerate(names):
        seen[name] += 1
        if total[name] > 1:
            names[place] = f"Player {seen[name]}" if name == "You" else f"{name} ({seen[name]})"
    return names


def people_names(agents: Sequence[str], kinds: Mapping[str, AgentKind]) -> list[str]:
    """Return the names at a table: players who would be called the same get first names."""
    names = ["You" if agent == HUMAN else agent_name(agent, kinds) for agent in agents]
    total = Counter(names)
    numbered = seat_names(agents, kinds)
    return [
        FIRST_NAMES[place] if total[name] > 1 and name != "You" else numbered[place]
        for place, name in enumerate(names)
    ]


def _decisions(events: Sequence[Event]) -> list[Decision]:
    grouped: dict[int, list[str]] = {}
    for event in events:
        grouped.setdefault(event.decision, []).append(event.move)
    return [tuple(moves) for moves in grouped.values()]


def _spec(agent: str, game: Game) -> AgentSpec | None:
    return None if agent == HUMAN else parse_agent(agent, game.name, game.agents)


def _verify_seats(game: Game, agents: Sequence[str], n_rounds: int) -> None:
    if len(agents) not in game.n_seats:
        wanted = " or ".join(map(str, game.n_seats))
        raise InputError(
            f"{counted(len(agents), 'player')} ({', '.join(agents)}) at a table of "
            f"{game.title}: expected {wanted}"
        )
    if not 1 <= n_rounds <= MAX_ROUNDS:
        raise InputError(f"{n_rounds} rounds cannot be played: expected 1 to {MAX_ROUNDS:,}")
