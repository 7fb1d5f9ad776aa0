"""The finished rounds of a record, played again: the decisions of a seat, and what came of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.play.game import DEAL, Decision, State
from assistant.play.record import Record
from assistant.play.registry import find_game
from engine.cards import shorten
from engine.errors import InputError

if TYPE_CHECKING:
    from assistant.review.judges import Judge


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """A decision of the reviewed seat in the record: the state before it, and its moves."""

    number: int  # moves made before it
    round_number: int
    state: State
    moves: Decision
    is_forced: bool


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """The decisions of a seat in one finished round, and what came of it."""

    number: int
    decisions: tuple[OwnDecision, ...]
    result: float
    fair_share: float


def walk(record: Record, seat: int, judge_of_game: "Judge") -> Iterator[FinishedRound]:
    """Yield the finished rounds of a record with the decisions of a seat."""
    state = dealt(record)
    fair_share = judge_of_game.fair_share(state, seat)
    own: list[OwnDecision] = []
    is_open = False
    for number, move in enumerate(move for moves in record.decisions for move in moves):
        if state.seat is None and not state.is_over:
            state.deal()
            fair_share, own = judge_of_game.fair_share(state, seat), []
        if move == DEAL:
            continue
        before, is_own = state.copy(), state.seat == seat
        apply_move(state, move, number, record)
        if is_own:
            is_forced = len(before.legal()) == 1
            if is_open:
                last = own.pop()
                moves, forced = (*last.moves, move), last.is_forced and is_forced
                own.append(replace(last, moves=moves, is_forced=forced))
            else:
                own.append(OwnDecision(number, before.round_number, before, (move,), is_forced))
            is_open = judge_of_game.goes_on(before, move, state)
        if state.seat is None:
            result = judge_of_game.result(state, seat)
            yield FinishedRound(before.round_number, tuple(own), result, fair_share)


def dealt(record: Record) -> State:
    """Deal the game of a record again."""
    if record.start:
        from assistant.play.pokle import PokleRace

        return PokleRace.of_line(record.start)
    game = find_game(record.game)
    if len(record.seats) not in game.n_seats:
        raise InputError(f"{game.title} has no table of {len(record.seats)}: the game is damaged.")
    rules = game.rules_type.read(record.rules)
    return game.deal(record.seed, len(record.seats), record.rounds, rules, record.dealer)


def apply_move(state: State, move: str, number: int, record: Record) -> None:
    """Make a move of a record; one that this version does not allow is named."""
    try:
        state.apply(move)
    except InputError as error:
        raise InputError(
            f"This game was played with version {shorten(record.program)}; its move {number + 1} "
            f"cannot be played now: {error}"
        ) from None


def in_words(state: State, moves: Decision) -> str:
    """Return a decision in words."""
    trial, parts = state.copy(), list[str]()
    for place, move in enumerate(moves):
        parts.append(trial.words(move))
        if place + 1 < len(moves):
            trial.apply(move)
    return ", ".join(parts)
