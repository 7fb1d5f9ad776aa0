"""Review a game: every decision of one seat judged, and the result as play plus luck.

A judge of each game (`judges.py`) names the candidates of a decision and plays them out in the same
sampled worlds, from what the seat could know. A short pass judges all decisions; then those whose
mark is not decided get twice the worlds, again and again, until all are decided or the most worlds
are used. Candidates that are clearly worse than another one are left out of later passes. Where a
mark may be a mistake or a blunder, many more worlds are spent on it. The same seed gives the same
review. A forced decision takes no work and no part in the account, because its move is also the
reference player's.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from assistant.play.game import Decision, State
from assistant.play.record import HUMAN, Record
from assistant.review.judgement import (
    HIGH,
    Judgement,
    Mark,
    judge,
)
from assistant.review.judges import N_THREADS, Judge, Question, Sample, find_judge
from assistant.review.rounds import FinishedRound, OwnDecision, in_words, walk
from assistant.review.summary import Account, Accuracy, account_for, game_accuracy
from engine.control import Control
from engine.errors import InputError
from engine.split_mix import GOLDEN

LEAST_WORLDS = 40
MOST_RIVALS = 3  # candidates that are tried in the many worlds where a mark may be a mistake
COSTLY = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision in words with its judgement, which is None if there was no choice."""

    number: int  # moves made before it
    round_number: int
    played: str
    best: str = ""
    judgement: Judgement | None = None
    first_place: tuple[float, float] | None = None  # its chance after the move played and the best
    reason: str = ""
    moves: Decision = ()
    best_moves: Decision = ()
    kind: str = ""  # "throw", "lead": what was to be decided
    is_pending: bool = False  # True in an early answer: it is not judged yet
    is_clear: bool = False  # True if the best move is better than all others outside the noise

    @property
    def mark(self) -> Mark:
        """The mark of the decision."""
        return Mark.FORCED if self.judgement is None else self.judgement.mark

    @property
    def is_certain(self) -> bool:
        """False if the noise leaves room for another mark."""
        return self.judgement is None or self.judgement.is_decided

    @property
    def is_costly(self) -> bool:
        """True for an inaccuracy, a mistake or a blunder."""
        return self.mark in COSTLY


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game of one seat, with an account of every round that was finished."""

    game: str
    seat: int
    names: tuple[str, ...]
    unit: str
    decisions: tuple[ReviewedDecision, ...]
    accounts: tuple[Account, ...]

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """The judgements of the free decisions."""
        return tuple(d.judgement for d in self.decisions if d.judgement is not None)

    @property
    def accuracy(self) -> Accuracy | None:
        """The accuracy over all free decisions."""
        return game_accuracy(self.judgements)

    @property
    def is_complete(self) -> bool:
        """True once every decision is judged."""
        return not any(each.is_pending for each in self.decisions)

    @property
    def mistakes(self) -> tuple[ReviewedDecision, ...]:
        """The costly decisions, in the order they were made."""
        return tuple(each for each in self.decisions if each.is_costly)

    @property
    def worst(self) -> ReviewedDecision | None:
        """The decision that cost most; None if none cost anything."""
        costly = [(each.judgement.loss, each) for each in self.decisions if each.judgement]
        loss, found = max(costly, key=lambda pair: pair[0], default=(0.0, None))
        return found if loss > 0 else None


def review(
    record: Record,
    seat: int | None = None,
    seed: int = 0,
    control: Control | None = None,
    most_worlds: int | None = None,
) -> Review:
    """Review the finished rounds of a game for a seat; the person's own if none is given.

    Early answers are reported as they come: reviews in which some decisions are still pending.
    """
    control = control or Control()
    seat = seat_of(record, seat)
    if record.game == "pokle":
        from assistant.review.pokle import review_race

        return review_race(record, seat, control)
    judge_of_game = find_judge(record.game)
    rounds = list(walk(record, seat, judge_of_game))
    if not rounds:
        raise InputError("No round of this game is finished yet: play it to its end first.")
    judge_of_game.prepare(control)
    reviewer = _Reviewer(judge_of_game, record.names, seed, control, most_worlds)

    def summed_up(decisions: tuple[ReviewedDecision, ...]) -> Review:
        is_complete = not any(each.is_pending for each in decisions)
        accounts = tuple(_account(each, decisions) for each in rounds) if is_complete else ()
        return Review(record.game, seat, record.names, judge_of_game.unit, decisions, accounts)

    own = [own for each in rounds for own in each.decisions]
    return summed_up(reviewer.judge_all(own, summed_up))


def _account(finished: FinishedRound, decisions: Sequence[ReviewedDecision]) -> Account:
    """Split the result of one round."""
    judgements = [
        each.judgement
        for each in decisions
        if each.judgement is not None and each.round_number == finished.number
    ]
    return account_for(finished.result, finished.fair_share, judgements)


def review_decision(
    game: str,
    state: State,
    moves: Decision,
    names: Sequence[str],
    control: Control | None = None,
    seed: int = 0,
    most_worlds: int | None = None,
) -> ReviewedDecision:
    """Judge one decision of the seat to act, which may be a part of a turn."""
    judge_of_game, control = find_judge(game), control or Control()
    judge_of_game.prepare(control)
    own = OwnDecision(0, state.round_number, state, moves, len(state.legal()) == 1)
    reviewer = _Reviewer(judge_of_game, tuple(names), seed, control, most_worlds)
    return reviewer.judge_all([own])[0]


def seat_of(record: Record, seat: int | None) -> int:
    """Return the seat to review: the one named, else the first person's, else seat 0."""
    n_seats = len(record.seats)
    if seat is None:
        return record.agents.index(HUMAN) if HUMAN in record.agents else 0
    if not 0 <= seat < n_seats:
        raise InputError(f"There is no seat {seat + 1} in this game: expected 1 to {n_seats}.")
    return seat


class _Reviewer:
    """Judges decisions: a short pass, then more worlds where a mark is not decided."""

    def __init__(
        self,
        judge_of_game: Judge,
        names: tuple[str, ...],
        seed: int,
        control: Control,
        most_worlds: int | None,
    ) -> None:
        self._judge, self._names, self._seed, self._control = judge_of_game, names, seed, control
        self._most = max(LEAST_WORLDS, most_worlds or judge_of_game.most_worlds)
        self._most_for_mistakes = most_worlds or judge_of_game.most_for_mistakes
        self._first = judge_of_game.first_worlds
        while self._first > self._most:
            self._first //= 2

    def judge_all(
        self,
        own: Sequence[OwnDecision],
        summed_up: Callable[[tuple[ReviewedDecision, ...]], Review] | None = None,
    ) -> tuple[ReviewedDecision, ...]:
        """Judge all decisions of a seat, several at a time; early answers are reported."""
        free = [each for each in own if not each.is_forced]
        tried: dict[int, _TriedDecision] = {}
        n_worlds, waiting = self._first, free
        with ThreadPoolExecutor(N_THREADS) as pool:
            while waiting:
                trials = [tried.get(each.number) for each in waiting]
                jobs = pool.map(self._try, waiting, trials, [n_worlds] * len(waiting))
                for done, (each, found) in enumerate(zip(waiting, jobs, strict=True), 1):
                    self._control.check()
                    tried[each.number] = found
                    if summed_up is not None and self._control.wants_report():
                        text = f"trying {n_worlds:,} deals each"
                        early = summed_up(self._described(own, tried))
                        self._control.report(done, len(waiting) + 1, text, early)
                n_worlds *= 2
                waiting = [each for each in free if self._needs(n_worlds, tried[each.number])]
                if self._control.should_stop():
                    break
        self._control.check()
        return self._described(own, tried)

    def _needs(self, n_worlds: int, tried: "_TriedDecision") -> bool:
        """Return whether a decision is worth so many worlds."""
        found = tried.judgement
        may_be_mistake = found.worst_mark in HIGH
        return not found.is_decided and n_worlds <= (
            self._most_for_mistakes if may_be_mistake else self._most
        )

    def _try(
        self, own: OwnDecision, before: "_TriedDecision | None", n_worlds: int
    ) -> "_TriedDecision":
        """Sample a decision up to a number of worlds and judge it; without time, leave it."""
        self._control.check()
        seed = self._seed_of(own, n_worlds)
        if before is None:
            question = self._judge.ask(own, self._seed_of(own, 0))
            whole = Control(cancel=self._control.cancel)  # a first pass takes the time it needs
            sample = question.sample(n_worlds, seed, whole)
            self._control.check()
            return _TriedDecision(question, sample, self._judged(sample))
        kept = self._contenders(before.sample)
        n_more = n_worlds - before.sample.n_worlds
        within = replace(self._control, on_progress=None)
        more = before.question.sample(n_more, seed, within, kept)
        if within.should_stop():
            return before
        sample = before.sample.joined(kept, more)
        return _TriedDecision(before.question, sample, self._judged(sample))

    def _contenders(self, sample: Sample) -> list[int]:
        """Return the move played and the candidates that may be the best one; in the end a few."""
        means = {move: float(sample.results[move].mean()) for move in sample.kept}
        best_first = sorted(means, key=lambda move: -means[move])
        leader = sample.results[best_first[0]]
        near = [
            move
            for move in best_first
            if means[best_first[0]] - means[move]
            <= self._judge.error(leader - sample.results[move])
        ]
        few = near if sample.n_worlds < self._most else near[:MOST_RIVALS]
        return [0, *(move for move in few if move != 0)]

    def _described(
        self, own: Sequence[OwnDecision], tried: Mapping[int, "_TriedDecision"]
    ) -> tuple[ReviewedDecision, ...]:
        """Return all decisions in words, as far as they are judged."""
        return tuple(
            self._reviewed(each, tried[each.number])
            if each.number in tried
            else ReviewedDecision(
                each.number,
                each.round_number,
                in_words(each.state, each.moves),
                moves=each.moves,
                kind=self._judge.kind(each),
                is_pending=not each.is_forced,
            )
            for each in own
        )

    def _seed_of(self, own: OwnDecision, n_worlds: int) -> int:
        """Return a different seed for every decision and pass."""
        mixed = (self._seed * 1_000_003 + own.number + 1) * 1_000_003 + n_worlds
        return mixed * int(GOLDEN) % 2**62

    def _judged(self, sample: Sample) -> Judgement:
        """Judge a decision; a single candidate of several legal moves is clearly the best one."""
        found = judge(
            sample.results, 0, sample.reference, self._judge.thresholds, self._judge.error
        )
        return found if len(found.values) > 1 else replace(found, mark=Mark.BEST)

    def _reviewed(self, own: OwnDecision, tried: "_TriedDecision") -> ReviewedDecision:
        """Return a judged decision in words."""
        question, sample, judgement = tried.question, tried.sample, tried.judgement
        best = judgement.best
        pair = sample.outcomes[[0, best]]
        first_played, first_best = self._judge.is_first(pair, own).mean(axis=1)
        played, better = (in_words(own.state, question.moves[i]) for i in (0, best))
        is_costly = judgement.mark in COSTLY
        found = self._judge.happened_more_often(pair, own, self._names) if is_costly else None
        counted = "" if found is None else found.sentence()
        hand = self._judge.contrast(own, question.moves[best]) if is_costly else ""
        return ReviewedDecision(
            own.number,
            own.round_number,
            played,
            better,
            judgement,
            first_place=(float(first_played), float(first_best)),
            reason=" ".join(filter(None, (hand, counted))),
            moves=own.moves,
            best_moves=question.moves[best],
            kind=self._judge.kind(own),
            is_clear=is_costly and self._is_clear(sample, best),
        )

    def _is_clear(self, sample: Sample, best: int) -> bool:
        """Return whether the best move leads every other one outside the noise."""
        leads = (
            sample.results[best] - other
            for place, other in enumerate(sample.results)
            if place != best
        )
        both = (lead[~np.isnan(lead)] for lead in leads)
        return all(float(lead.mean()) > self._judge.error(lead) for lead in both)


@dataclass(frozen=True, slots=True)
class _TriedDecision:
    """A decision as far as it was tried."""

    question: Question
    sample: Sample
    judgement: Judgement


def as_dict(found: Review) -> dict[str, Any]:
    """Return a review as plain values, for JSON."""
    accuracy = found.accuracy
    return {
        "game": found.game,
        "seat": found.seat,
        "name": found.names[found.seat],
        "unit": found.unit,
        "accuracy": None if accuracy is None else accuracy.value,
        "accuracy_low": None if accuracy is None else accuracy.low,
        "accuracy_high": None if accuracy is None else accuracy.high,
        "rounds": [
            {
                "result": each.result,
                "fair_share": each.fair_share,
                "play": each.play,
                "luck": each.luck,
                "deal": each.deal,
                "draws": each.draws,
                "end": each.end,
            }
            for each in found.accounts
        ],
        "decisions": [_decision_dict(each) for each in found.decisions],
    }


def _decision_dict(each: ReviewedDecision) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "move": each.number,
        "round": each.round_number,
        "played": each.played,
        "mark": each.mark.value,
    }
    found = each.judgement
    if found is None:
        return answer
    return answer | {
        "value": found.value,
        "best": each.best,
        "best_value": found.best_value,
        "loss": found.loss,
        "half_width": found.half_width,
        "is_decided": found.is_decided,
        "n_worlds": found.n_worlds,
        "first_place": each.first_place,
        "reason": each.reason,
    }
