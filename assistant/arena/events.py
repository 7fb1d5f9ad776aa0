"""One game as a stream of steps: the terminal prints them, the window puts them on the felt.

The stream is the same whether a game is played now or read from the store; a stored game can
also be played again from its seeds, which must give the same moves.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from assistant.arena.batch import play_one, sit_down
from assistant.arena.plan import SessionPlan
from assistant.arena.results import Chunk
from assistant.arena.store import Store
from assistant.play.game import DEAL, Decision, Game, Outcome, Player, Seen
from assistant.play.record import Record, join_decisions
from assistant.play.table import GameTable, run, seat_names
from assistant.play.view import Event, TableView
from engine.control import Control
from engine.errors import InputError, UnavailableError


@dataclass(frozen=True, slots=True)
class GameStep(Event):
    """A move of an arena's game (step 0: the deal); `outcome` is there in the last one."""

    outcome: Outcome | None = None

    @property
    def title(self) -> str:
        """The move with its player, in one line."""
        return f"{self.number}. {self.text}" if self.number else self.text

    @property
    def agent(self) -> str:
        """The exact text of the agent that moved."""
        return "" if self.seat is None else self.after.seats[self.seat].agent


NUMBERED = re.compile(r" (?:\d+\.)?(\d+)$")  # the end of the name of a place, such as "trick 0"


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game of a session: its number, its seeds and who sat where."""

    number: int
    deal_seed: int
    play_seed: int
    seats: tuple[str, ...]


def game_info(plan: SessionPlan, number: int) -> GameInfo:
    """Return who plays a game, and on which deal."""
    if not 0 <= number < plan.n_games:
        raise InputError(f"there is no game {number + 1}: expected 1 to {plan.n_games}")
    batch = plan.batch(number, 1)
    seats = tuple(spec.short for spec in batch.seats(0))
    return GameInfo(number, int(batch.deal_seeds[0]), int(batch.play_seeds[0]), seats)


def record_of(plan: SessionPlan, number: int, moves: Sequence[str]) -> Record:
    """Return a game of a session as a record, to replay or to review it."""
    info, game = game_info(plan, number), plan.load_game()
    return Record(
        game=plan.game,
        rules=plan.rules.full_text,
        seats=tuple(zip(seat_names(info.seats, game.agents), info.seats, strict=True)),
        rounds=plan.game_rounds,
        seed=info.deal_seed,
        moves=join_decisions([(move,) for move in moves]),
    )


def play_steps(
    plan: SessionPlan,
    number: int,
    moves: Sequence[str] | None = None,
    control: Control | None = None,
) -> Iterator[GameStep]:
    """Yield a game step by step: the stored moves if they are given, else as its agents play it.

    A search that thinks about a move stops when the control is cancelled.
    """
    control = control or Control()
    if moves is None:
        players: list[Player] = sit_down(plan.load_game(), plan.batch(number, 1), 0)
    else:
        players = [StoredMoves(number, moves)] * plan.n_seats
    table = dealt_table(plan, number, players)
    yield GameStep(0, 1, None, DEAL, "Round 1 is dealt", table.view, table.view)
    for event in run(table, control):
        if table.faults:
            raise InputError(
                f"game {number + 1} cannot be shown further than move {event.number - 1} by this "
                f"version: {table.faults[0]}"
            )
        is_last = table.is_over and event.number == len(table.events)
        yield _step(event, table.state.outcome() if is_last else None)
    control.check()


def dealt_table(
    plan: SessionPlan, number: int, players: Sequence[Player] | None = None
) -> GameTable:
    """Return the table of a game of a session as it was dealt, before its first move."""
    info, game = game_info(plan, number), plan.load_game()
    names = seat_names(info.seats, game.agents)
    return GameTable(
        game, info.seats, plan.game_rounds, info.deal_seed, names, plan.rules, players=players
    )


def record_steps(record: Record) -> Iterator[GameStep]:
    """Yield a saved game step by step, as those at its table saw it."""
    table = GameTable.of(record)
    first = table.events[0].before if table.events else table.view
    yield GameStep(0, 1, None, DEAL, "Round 1 is dealt", first, first)
    for event in table.events:
        is_last = table.is_over and event is table.events[-1]
        yield _step(event, table.state.outcome() if is_last else None)


def _step(event: Event, outcome: Outcome | None) -> GameStep:
    """Return an event as a step; the last one has every seat's place and points."""
    values = {field.name: getattr(event, field.name) for field in fields(Event)}
    if outcome is not None:
        values["after"] = _with_places(event.after, outcome)
    return GameStep(**values, outcome=outcome)


class LiveSteps:
    """A game that its agents play now; a step that is thought about can be cancelled."""

    def __init__(self, plan: SessionPlan, number: int) -> None:
        self._control = Control()
        self._steps = play_steps(plan, number, control=self._control)

    def next_step(self, control: Control) -> GameStep | None:
        """Return the next step; None when the game is over."""
        self._control.cancel = control.cancel
        return next(self._steps, None)


class StoredMoves:
    """A player of all seats who makes the moves of a stored game."""

    def __init__(self, number: int, moves: Sequence[str]) -> None:
        self._number, self._moves, self._at = number, moves, 0

    def choose(self, seen: Seen, control: Control) -> Decision:
        """Return the next stored move."""
        if self._at == len(self._moves):
            raise InputError(
                f"game {self._number + 1} ends after move {self._at}, before it is over"
            )
        self._at += 1
        return (self._moves[self._at - 1],)


def _with_places(view: TableView, outcome: Outcome) -> TableView:
    """Return the last view with every seat's place and points."""
    results = zip(view.seats, outcome.places, outcome.points, strict=True)
    seats = tuple(replace(s, score=f"place {place}, {points:g}") for s, place, points in results)
    return replace(view, seats=seats)


def look_lines(view: TableView) -> Iterator[str]:
    """Yield a table as lines of text."""
    for place, seat in enumerate(view.seats, 1):
        parts = filter(None, [seat.name, " ".join(seat.cards) or "-", seat.note, seat.score])
        yield f"seat {place}  {'  '.join(parts)}"
    for group in view.groups:
        owner = "" if group.owner is None else f" ({view.seats[group.owner].name})"
        cards = " ".join(group.cards) if "?" not in group.cards else ""
        name = NUMBERED.sub(lambda number: f" {int(number[1]) + 1}", group.place)
        if group.place == "gone":
            yield f"out of play  {cards}"
        else:
            yield f"{name.replace('trick', 'play')}{owner}  {cards}  {group.title}".rstrip()
    yield view.headline


def stored_moves(store: Store, session: int, number: int) -> list[str]:
    """Return the moves of a stored game."""
    plan = store.session(session).plan
    game_info(plan, number)
    for chunk in store.chunks(session, holding=number):
        return moves_in(plan.load_game(), chunk, number - chunk.first)
    raise InputError(f"game {number + 1} of session {session} is not played yet")


def moves_in(game: Game, chunk: Chunk, row: int) -> list[str]:
    """Return the moves of one game of a chunk; what no player can have written is refused."""
    try:
        moves = game.decode(chunk.games.moves_of(row))
    except (ValueError, LookupError) as error:
        raise _unreadable(chunk.first + row) from error
    if not all(move.isprintable() for move in moves):
        raise _unreadable(chunk.first + row)
    return moves


def _unreadable(number: int) -> UnavailableError:
    return UnavailableError(
        f"the moves of game {number + 1} cannot be read: the session file is damaged, "
        "restore a backup of it"
    )


def replay(store: Store, session: int, number: int) -> Iterator[GameStep]:
    """Return a stored game, step by step."""
    plan = store.session(session).plan
    return play_steps(plan, number, stored_moves(store, session, number))


def is_repeatable(store: Store, session: int, number: int) -> bool:
    """Return True if playing a stored game again from its seeds gives the same moves."""
    plan = store.session(session).plan
    batch = plan.batch(number, 1)
    game = plan.load_game()
    again = game.encode(play_one(game, batch, 0)[1])
    return again == game.encode(stored_moves(store, session, number))
