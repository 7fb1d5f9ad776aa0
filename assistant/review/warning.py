"""The teaching table: a move that costs more than a level is held back, with the reason."""

from dataclasses import dataclass

from assistant.play.game import DEAL, Decision, State
from assistant.play.record import Record
from assistant.play.slave import EXCHANGE, SlaveState
from assistant.play.table import GameTable
from assistant.play.view import Choice
from assistant.review.decisions import ReviewedDecision, review_decision
from assistant.review.judgement import THRESHOLDS
from assistant.review.judges import Judge, find_judge
from assistant.review.replay import choice_of, state_at
from assistant.review.text import lost_words, shown
from engine.control import Budget, Control
from engine.words import capital

CHECK_S = 2.0  # how long a move may be looked at before it is played


def warning_levels(game: str) -> tuple[tuple[str, float], ...]:
    """Return what can be set: the least loss that is held back, from an inaccuracy to a blunder."""
    return tuple((mark.value, loss) for loss, mark in reversed(THRESHOLDS[game]))


@dataclass(frozen=True, slots=True)
class Warning:
    """A move that is held back: what it costs, and the better moves to make from here."""

    decision: ReviewedDecision
    words: str
    better: Choice | None  # None if cards already on the table prevent it


def check_move(
    table: GameTable, moves: Decision, level: float, control: Control, seconds: float = CHECK_S
) -> Warning | None:
    """Return a warning if moves of the seat to act cost at least `level`; else None.

    The decision is judged from its beginning: cards that were laid before in the same turn count.
    """
    record, seat = table.record, table.seat
    if seat is None or not _is_whole(table.state, moves):
        return None
    judge = find_judge(table.game.name)
    n_before, state, earlier = _opened(record, seat, judge)
    if len(state.legal()) == 1:
        return None
    limited = Control(Budget(seconds), control.cancel)
    found = review_decision(
        table.game.name, state, (*earlier, *moves), table.names, limited, seed=n_before
    )
    judged = found.judgement
    if judged is None or judged.loss < level:
        return None
    texts = shown(judged, table.game.name, judge.unit)
    words = (
        f"{capital(found.best)} is better: {texts.best_value} against {texts.value}, "
        f"{lost_words(texts, judge.unit)}. {found.reason}"
    )
    return Warning(found, words.strip(), _better(table.state, found.best_moves, earlier))


def _is_whole(state: State, moves: Decision) -> bool:
    """Return whether moves can be judged: several gifts only all together."""
    if isinstance(state, SlaveState) and state.match.phase == EXCHANGE:
        return len(moves) == state.n_to_give
    return True


def _opened(record: Record, seat: int, judge: Judge) -> tuple[int, State, Decision]:
    """Return where the current decision began: the moves before it, its state, its moves."""
    moves = [move for each in record.decisions for move in each]
    place = len(moves)
    after = state_at(record, place)
    while place and moves[place - 1] != DEAL:
        before = state_at(record, place - 1)
        if before.seat != seat or not judge.goes_on(before, moves[place - 1], after):
            break
        place, after = place - 1, before
    return place, after, tuple(moves[place:])


def _better(state: State, best: Decision, made: Decision) -> Choice | None:
    """Return the better moves that are still to be made, if they can be."""
    left = list(best)
    for move in made:
        if move not in left:
            return None
        left.remove(move)
    return choice_of(state, tuple(left)) if left else None
