"""One game as a stream of steps: the terminal prints them, the window paints them.

The stream is the same whether a game is played now or read from the store; a stored game can
also be played again from its seeds, which must give the same moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.arena.game import Outcome
from assistant.arena.plan import Plan
from assistant.arena.store import Store
from engine.errors import InputError


@dataclass(frozen=True, slots=True)
class Step:
    """The table after a move (step 0: as it was dealt); `outcome` is there in the last one."""

    number: int
    seat: int | None
    agent: str
    move: str
    lines: tuple[str, ...]
    state: dict[str, object]
    outcome: Outcome | None

    @property
    def title(self) -> str:
        """Who did what, in one line."""
        return f"{self.number}. seat {self.seat} {self.agent}: {self.move}" if self.move else "deal"


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
    yield Step(0, None, "", "", tuple(match.lines()), match.state(), None)
    count = 0
    while (seat := match.seat()) is not None:
        move = players[seat].choose(match) if moves is None else moves[count]
        match.apply(move)
        count += 1
        outcome = match.outcome() if match.seat() is None else None
        yield Step(
            count, seat, info.seats[seat], move, tuple(match.lines()), match.state(), outcome
        )


def stored_moves(store: Store, session: int, number: int) -> list[str]:
    """The moves of a stored game."""
    plan = store.session(session).plan
    game_info(plan, number)
    for chunk in store.chunks(session, holding=number):
        return plan.load_game().decode(chunk.games.moves_of(number - chunk.first))
    raise InputError(f"game {number} of session {session} is not played yet")


def replay(store: Store, session: int, number: int) -> Iterator[Step]:
    """A stored game, step by step."""
    plan = store.session(session).plan
    return play_steps(plan, number, stored_moves(store, session, number))


def is_repeatable(store: Store, session: int, number: int) -> bool:
    """True if playing a stored game again from its seeds gives the same moves."""
    plan = store.session(session).plan
    again = [step.move for step in play_steps(plan, number) if step.move]
    return again == stored_moves(store, session, number)
