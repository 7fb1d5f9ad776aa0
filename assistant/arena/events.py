"""One game as a stream of steps: the terminal prints them, the window puts them on the felt.

The stream is the same whether a game is played now or read from the store; a stored game can
also be played again from its seeds, which must give the same moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.arena.game import Game, Outcome
from assistant.arena.plan import Plan
from assistant.arena.results import Chunk
from assistant.arena.store import Store
from assistant.tables.table import DEAL, seat_names
from assistant.tables.view import Event, TableView
from engine.errors import InputError, UnavailableError


@dataclass(frozen=True, slots=True)
class Step(Event):
    """A move of an arena's game (step 0: the deal); `outcome` is there in the last one."""

    outcome: Outcome | None = None

    @property
    def title(self) -> str:
        """Who did what, in one line."""
        return f"{self.number}. {self.text}" if self.number else self.text

    @property
    def agent(self) -> str:
        """The exact text of the agent that moved."""
        return "" if self.seat is None else self.after.seats[self.seat].agent


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game of a session: its number, its seeds and who sat where."""

    number: int
    deal_seed: int
    play_seed: int
    seats: tuple[str, ...]


def game_info(plan: Plan, number: int) -> GameInfo:
    """Who plays a game, and on which deal."""
    if not 0 <= number < plan.n_games:
        raise InputError(f"there is no game {number}: expected 0 to {plan.n_games - 1}")
    batch = plan.batch(number, 1)
    seats = tuple(spec.short for spec in batch.seats(0))
    return GameInfo(number, int(batch.deal_seeds[0]), int(batch.play_seeds[0]), seats)


def play_steps(plan: Plan, number: int, moves: Sequence[str] | None = None) -> Iterator[Step]:
    """A game step by step: the stored moves if they are given, else played by its agents."""
    info = game_info(plan, number)
    game = plan.load_game()
    match = game.new_match(info.deal_seed, plan.n_seats, plan.game_rounds)
    players = game.sit_down(plan.batch(number, 1), 0) if moves is None else []
    names = seat_names(info.seats, game.agents)
    view = match.view(names, info.seats)
    yield Step(0, 1, None, DEAL, DEAL, view, view)
    count = 0
    while (seat := match.seat()) is not None:
        if moves is not None and count >= len(moves):
            raise InputError(f"game {number} ends after move {count}, before it is over")
        move = players[seat].choose(match) if moves is None else moves[count]
        try:
            text = f"{names[seat]}: {match.words(move)}"
            match.apply(move)
        except InputError as error:
            raise InputError(
                f"game {number} cannot be shown further than move {count} by this version, "
                f"which does not allow what was played: {error}"
            ) from None
        count += 1
        before, view = view, match.view(names, info.seats)
        outcome = match.outcome() if match.seat() is None else None
        if outcome is not None:
            view = _with_places(view, outcome)
        yield Step(count, 1, seat, move, text, before, view, outcome)


def _with_places(view: TableView, outcome: Outcome) -> TableView:
    """The last view with every seat's place and points."""
    results = zip(view.seats, outcome.places, outcome.points, strict=True)
    seats = tuple(replace(s, score=f"place {place}, {points:g}") for s, place, points in results)
    return replace(view, seats=seats)


def look_lines(view: TableView) -> Iterator[str]:
    """A table as lines of text."""
    for place, seat in enumerate(view.seats):
        parts = filter(None, [seat.name, " ".join(seat.cards) or "-", seat.note, seat.score])
        yield f"seat {place}  {'  '.join(parts)}"
    for group in view.groups:
        owner = "" if group.owner is None else f" ({view.seats[group.owner].name})"
        cards = " ".join(group.cards) if "?" not in group.cards else ""
        yield f"{group.place}{owner}  {cards}  {group.title}".rstrip()
    yield view.headline


def stored_moves(store: Store, session: int, number: int) -> list[str]:
    """The moves of a stored game."""
    plan = store.session(session).plan
    game_info(plan, number)
    for chunk in store.chunks(session, holding=number):
        return moves_in(plan.load_game(), chunk, number - chunk.first)
    raise InputError(f"game {number} of session {session} is not played yet")


def moves_in(game: Game, chunk: Chunk, row: int) -> list[str]:
    """The moves of one game of a chunk; what no player can have written is refused."""
    try:
        moves = game.decode(chunk.games.moves_of(row))
    except (ValueError, LookupError) as error:
        raise _unreadable(chunk.first + row) from error
    if not all(move.isprintable() for move in moves):
        raise _unreadable(chunk.first + row)
    return moves


def _unreadable(number: int) -> UnavailableError:
    return UnavailableError(
        f"the moves of game {number} cannot be read: the store is damaged, restore a copy of it"
    )


def replay(store: Store, session: int, number: int) -> Iterator[Step]:
    """A stored game, step by step."""
    plan = store.session(session).plan
    return play_steps(plan, number, stored_moves(store, session, number))


def is_repeatable(store: Store, session: int, number: int) -> bool:
    """True if playing a stored game again from its seeds gives the same moves."""
    plan = store.session(session).plan
    batch = plan.batch(number, 1)
    again = plan.load_game().play_one(batch, 0)[1]
    return again == stored_moves(store, session, number)
