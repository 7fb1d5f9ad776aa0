"""The choice of the next guess: entropy first, then the likely cost, then the search.

Of many boards, those with the most entropy are looked at; each way up from the best leads to
guesses from outside; the best of both are looked at two deep. Of few boards those
are played to the end, and the best guess of all is then proven. The effort is counted in steps,
never in seconds: equal questions, equal answers. Of very many boards, the next guess only has to
split well: what is sure to lose the fewest boards comes first, then what splits best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.pokle.boards import Boards, pattern_row
from engine.pokle.candidates import AskedBoards, Candidate, Candidates, split_key
from engine.pokle.entropy import max_entropy_guess
from engine.pokle.exact import ExactSearch, ProofStoppedError
from engine.pokle.patterns import N_PATTERNS, WON, Patterns
from engine.pokle.rules import N_GUESSES, CardArray
from engine.pokle.space import (
    NEVER,
    GuessSpace,
    Plan,
    Ranking,
    RatedGuess,
    likely_worst,
    rate,
    sample_of,
)
from engine.pokle.splits import (
    LOSS,
    guesses_for,
    least_guesses,
    least_lost,
    least_lost_after,
)

TWO_DEEP = 16  # guesses looked at two deep
PLAYED_WELL = 2  # of few boards: guesses played with all steps; the others by the best bounds
VERY_FEW_BOARDS = 60  # of so few, every guess that is shown is played with all steps
FEW_BOARDS = 1_500  # so few are played to the end, and the best guess is proven
PROOF_STEPS = 35_000  # of the proof, while somebody waits for any answer: a third of a second
FEW_HUNDRED = 330  # so few boards are worth a wait: nearly every proof comes to its end at once
FEW_HUNDRED_STEPS = 300_000  # two or three seconds at the very most
LONG_PROOF_STEPS = 500_000  # where an answer is there already: some seconds
SAVING_STEPS = 5_000_000  # where some of a few hundred boards would be lost: worth a minute
MANY_BOARDS = 15_000  # more than any real puzzle has
ASKED_OF_MANY = 3_000
GUESSED_OF_MANY = 300
N_OUTSIDE_OF_MANY = 3
LOSSES_ASKED = 300_000  # of more boards, those of some flops tell the losses
CLASS_SAMPLE = 1_500


def rank_guesses(
    left: Boards, space: GuessSpace, control: Control, limit: int = N_GUESSES, top: int = 10
) -> Ranking:
    """The best guesses for the boards that are left, with `limit` guesses left, in one go.

    Where boards would be lost, unproven, a plan that loses none is looked for longer.
    """
    search = GuessSearch(left, space, control, limit)
    ranking = search.rank(top)
    return search.save_boards() if search.may_save_boards else ranking


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """What a candidate costs, as far as it was looked at, and the boards it is sure to lose."""

    cost: float
    lost: int
    candidate: Candidate

    def as_plan(self) -> Plan:
        """What is known of it, as a plan that was not searched."""
        cost = max(self.cost, self.candidate.least)
        worst = likely_worst(self.candidate.row)
        return Plan(cost, worst, self.lost, self.candidate.cards, searched=False)


class GuessSearch:
    """The search for the best next guess among some boards.

    `rank` gives the first answer; `go_on` and `save_boards` give a better one, from all that was
    learnt before. `rate` measures any guess in the same way.
    """

    def __init__(
        self, left: Boards, space: GuessSpace, control: Control, limit: int = N_GUESSES
    ) -> None:
        self.left = left
        self.space = space
        self.control = control
        self.limit = limit
        self._exact: ExactSearch | None = None
        self._rated: list[RatedGuess] = []
        self._top = 1
        self._n_sure_losses = 0
        self._least_guesses = least_guesses(left)  # of all boards together

    @property
    def can_prove(self) -> bool:
        """True if the boards are few enough, the site refuses none, and a guess can follow."""
        few = len(self.left) <= FEW_BOARDS and self.limit > 1
        return few and all(map(self.space.allows, self.left.cards))

    @property
    def is_proven(self) -> bool:
        """True if the first guess is proven the best of all."""
        return bool(self._rated) and self._rated[0].proven

    @property
    def may_save_boards(self) -> bool:
        """True if the answer would lose boards, and nobody has proven that it must."""
        loses = bool(self._rated) and self._rated[0].loss_share > 0
        return loses and self.can_prove and not self.is_proven and not self._n_sure_losses

    def rank(self, top: int = 10) -> Ranking:
        """Rate the best guesses; of few boards, try to prove the first the best of all."""
        self._top = top
        if len(self.left) > MANY_BOARDS and self.limit > 1:
            self._rated = rank_many(self.left, self.space, self.control, top, self.limit)
            return self.ranking
        if self.limit == 1:
            self._rated = self._rate_last_guesses(top)
            return self.ranking
        candidates = Candidates(self.left, self.space, self.control, self.limit)
        estimates = self._estimates(candidates, top)
        if len(self.left) > FEW_BOARDS:
            self._rated = self._play_quickly(candidates, estimates[: max(PLAYED_WELL, top)])
            return self.ranking
        self._allow_first_steps()
        self._rated = self._play_out(estimates[: max(PLAYED_WELL, top)])
        self._n_sure_losses = least_lost(self.left, self.limit)
        return self._prove() if self.can_prove else self.ranking

    @property
    def ranking(self) -> Ranking:
        """The guesses as they are known now."""
        guesses = tuple(self._rated[: self._top])
        least = self._least_guesses / len(self.left)
        least = guesses[0].expected if self.is_proven else least
        return Ranking(guesses, exact=True, least_expected=least)

    @property
    def exact(self) -> ExactSearch:
        """The proof, for a few boards; what it learns is kept."""
        if self._exact is None:
            self._exact = ExactSearch(self.left, self.space, self.control)
        return self._exact

    def _allow_first_steps(self) -> None:
        """Allow the steps that one answer may take while somebody waits for it."""
        few = len(self.left) <= FEW_HUNDRED
        self.exact.n_steps = FEW_HUNDRED_STEPS if few else PROOF_STEPS

    def go_on(self, n_steps: float = LONG_PROOF_STEPS) -> Ranking:
        """Go on with the proof for so many steps more."""
        self.exact.n_steps = n_steps
        return self._prove()

    def save_boards(self) -> Ranking:
        """Look for a plan that loses no board, longer than for the fewest guesses."""
        n_boards = len(self.left)
        self.exact.n_steps = SAVING_STEPS if n_boards <= FEW_HUNDRED else LONG_PROOF_STEPS
        try:
            plan = self.exact.prove(self.limit, n_boards * self.limit + 1)
            self._n_sure_losses = int(plan is None)
            plan = plan or self.exact.found
        except ProofStoppedError:
            plan = self.exact.found
        return self._put_first(plan, is_proven=False)

    def rate(self, cards: CardArray) -> RatedGuess:
        """The figures of any guess, by the same measure as those of `rank`."""
        if self.limit == 1:
            return self._rate_last_guess(cards)
        if len(self.left) > MANY_BOARDS:
            return rate_over_all(self.left, self.space, [cards], self.limit)[0]
        row = self.space.row(cards, self.left)
        if len(self.left) > FEW_BOARDS:
            plan = self._quick_plan(AskedBoards(self.left, self.space), cards, row)
            return rate(self.left, cards, row, plan)
        self._allow_first_steps()
        searched = self.exact.rate(cards, row, self.limit)
        return rate(self.left, cards, row, searched or self._plan_after_idle_guess(cards))

    def _plan_after_idle_guess(self, cards: CardArray) -> Plan:
        """The plan of a guess that tells nothing: one guess more than without it."""
        n = len(self.left)
        best = rank_guesses(self.left, self.space, self.control, self.limit - 1, top=1).guesses[0]
        return Plan(
            n + best.cost(n), best.worst + 1, round(best.loss_share * n), cards, best.played
        )

    # -- candidates -----------------------------------------------------------------------------

    def _estimates(self, candidates: Candidates, top: int) -> list[Estimate]:
        """The best candidates as far as two guesses show them, the best first."""
        may_lose = self.limit > 2 and least_lost(self.left, self.limit - 1) > 0
        estimates: list[Estimate] = []
        for candidate in candidates.likeliest(max(TWO_DEEP, top)):
            if estimates and self.control.should_stop():
                break
            estimates.append(self._estimate(candidates, candidate, may_lose))
        return sorted(estimates, key=lambda estimate: estimate.cost)

    def _estimate(self, candidates: Candidates, candidate: Candidate, may_lose: bool) -> Estimate:
        if self.limit == 2:  # the likely cost has the losses already
            return Estimate(candidate.likely, 0, candidate)
        lost = least_lost_after(self.left, candidate.row, self.limit - 1) if may_lose else 0
        return Estimate(candidates.look_deeper(candidate) + LOSS * lost, lost, candidate)

    def _rate_estimate(self, estimate: Estimate, plan: Plan | None = None) -> RatedGuess:
        """The figures of a candidate, by its plan or by what is likely."""
        candidate = estimate.candidate
        rated = rate(self.left, candidate.cards, candidate.row, plan or estimate.as_plan())
        return replace(rated, twins=candidate.twins)

    # -- the last guess -------------------------------------------------------------------------

    def _rate_last_guesses(self, top: int) -> list[RatedGuess]:
        """With one guess left only the chance to win counts: name the largest classes."""
        rows = np.flatnonzero([self.space.allows(cards) for cards in self.left.cards])
        keys = self.left.class_key[rows]
        _, firsts, counts = np.unique(keys, return_index=True, return_counts=True)
        best = rows[firsts[np.argsort(-counts, kind="stable")[:top]]]
        rated = [self._rate_last_guess(cards) for cards in self.left.cards[best]]
        loses = rated[0].loss_share > 0
        rated[0] = replace(rated[0], proven=True, safest=True, unavoidable=loses)
        return rated

    def _rate_last_guess(self, cards: CardArray) -> RatedGuess:
        row, n = self.space.row(cards, self.left), len(self.left)
        lost = n - int((row == WON).sum())
        return rate(self.left, cards, row, Plan(n + LOSS * lost, 1, lost, cards, searched=True))

    # -- some thousand boards -------------------------------------------------------------------

    def _play_quickly(
        self, candidates: Candidates, estimates: Sequence[Estimate]
    ) -> list[RatedGuess]:
        """Play guesses to the end, each group by its own best board, the best first."""
        rated: list[RatedGuess] = []
        for estimate in estimates:
            if rated and self.control.should_stop():
                break
            candidate = estimate.candidate
            plan = self._quick_plan(candidates.asked, candidate.cards, candidate.row)
            rated.append(self._rate_estimate(estimate, plan))
        return sorted(rated, key=_merit)

    def _quick_plan(self, asked: AskedBoards, cards: CardArray, row: Patterns) -> Plan:
        cost, worst, lost = asked.play(row, self.limit)
        return Plan(cost, worst, lost, cards, searched=not self.space.refused)

    def bound_from_below(self) -> Ranking:
        """Learn how few guesses any way of playing could need, as far as two guesses tell."""
        if not self.is_proven and len(self.left) <= MANY_BOARDS:
            asked = AskedBoards(self.left, self.space)
            second = asked.most_won_second(self.space.live, self.control)
            first = int(np.unique(self.left.class_key, return_counts=True)[1].max())
            if second is not None:
                least = 3 * len(self.left) - 2 * first - second
                self._least_guesses = max(self._least_guesses, least)
        return self.ranking

    # -- few boards -----------------------------------------------------------------------------

    def _play_out(self, estimates: Sequence[Estimate]) -> list[RatedGuess]:
        """Play guesses to the end, the best first: the first with all steps, the rest quickly."""
        n_well = len(estimates) if len(self.left) <= VERY_FEW_BOARDS else PLAYED_WELL
        rated = []
        for number, estimate in enumerate(estimates):
            n_steps = self.exact.n_steps
            self.exact.n_steps = n_steps if number < n_well else 0
            candidate = estimate.candidate
            plan = self.exact.rate(candidate.cards, candidate.row, self.limit)
            self.exact.n_steps = self.exact.n_steps if number < n_well else n_steps
            rated.append(self._rate_estimate(estimate, plan))
        return sorted(rated, key=_merit)

    def _prove(self) -> Ranking:
        """Put the best of all legal guesses first, if the proof comes to its end; learn a bound."""
        first = self._rated[0]
        ceiling = first.cost(len(self.left)) if first.played else NEVER
        try:
            return self._put_first(self.exact.prove(self.limit, ceiling), is_proven=True)
        except ProofStoppedError:
            self._least_guesses = max(self._least_guesses, self.exact.least_guesses)
            return self._put_first(self.exact.found, is_proven=False)

    def _put_first(self, plan: Plan | None, is_proven: bool) -> Ranking:
        """Put a plan's guess first if it is better, with what is known of it."""
        boards, first = self.left, self._rated[0]
        if plan and (not first.played or plan.cost < first.cost(len(boards))):
            first = rate(boards, plan.cards, self.space.row(plan.cards, boards), plan)
        lost = round(first.loss_share * len(boards))
        first = replace(
            first,
            proven=is_proven,
            safest=is_proven or (first.played and lost == self._n_sure_losses),
            unavoidable=self._n_sure_losses > 0 or (is_proven and lost > 0),
        )
        self._rated = self._fold_twins(first)
        return self.ranking

    def _fold_twins(self, first: RatedGuess) -> list[RatedGuess]:
        """The guesses with a new first one, without those that split the boards as it does."""
        keys = [self._split_key(guess.cards) for guess in self._rated]
        key = self._split_key(first.cards)
        alike = [g for g, k in zip(self._rated, keys, strict=True) if k == key]
        twins = {c.tobytes(): c for g in (first, *alike) for c in (g.cards, *g.twins)}
        twins.pop(first.cards.tobytes())
        others = [g for g, k in zip(self._rated, keys, strict=True) if k != key]
        return [replace(first, twins=tuple(twins.values())), *others]

    def _split_key(self, cards: CardArray) -> bytes:
        return split_key(pattern_row(cards, self.left, self.space.suit_pardon))


def _merit(guess: RatedGuess) -> tuple[float, float, int, float, float]:
    return guess.merit


# -- many boards --------------------------------------------------------------------------------


def rate_over_all(
    left: Boards, space: GuessSpace, guesses: Sequence[CardArray], limit: int
) -> tuple[RatedGuess, ...]:
    """The figures of guesses over all boards, in the order given; what follows is estimated."""
    first = left.class_key[:CLASS_SAMPLE]  # classes stay within a flop: a run of boards shows them
    boards_a_class = len(first) / len(np.unique(first))
    part = _some_flops(left)
    rated = []
    for cards in guesses:
        row = space.row(cards, left)
        sizes = np.bincount(row, minlength=N_PATTERNS)[:WON]
        later = sizes * guesses_for(sizes / boards_a_class)
        lost = least_lost_after(left.take(part), row[part], limit - 1)
        lost = round(lost * len(left) / int(part.sum()))
        cost = len(left) + float(later.sum()) + (LOSS - 1) * lost
        rated.append(rate(left, cards, row, Plan(cost, likely_worst(row), lost, cards, False)))
    return tuple(rated)


def _some_flops(boards: Boards) -> NDArray[np.bool_]:
    """True for the boards of some flops, all of them if there are few: losses are by flop."""
    step = 1 + len(boards) // LOSSES_ASKED
    chosen: NDArray[np.bool_] = boards.flop_id % step == boards.flop_id[0] % step
    return chosen


def rank_many(
    left: Boards, space: GuessSpace, control: Control, top: int, limit: int = N_GUESSES
) -> list[RatedGuess]:
    """The board with the most entropy of all, and the next best of a sample, from outside too."""
    best = max_entropy_guess(left, space.suit_pardon, control)
    asked = left.take(sample_of(len(left), ASKED_OF_MANY))
    guesses = asked.cards[sample_of(len(asked), GUESSED_OF_MANY)]
    bits = AskedBoards(asked, space).rate(guesses, pardoned=False).bits
    sampled = guesses[np.argsort(-np.round(bits, 9), kind="stable")]
    chosen = [best.cards, *sampled[: min(top, 2)]]
    if not space.boards_only:
        starts = [best.cards, *space.random_guesses(1)]
        candidates = Candidates(asked, space, control, limit)
        chosen += list(candidates.best_of(candidates.outside(starts))[:N_OUTSIDE_OF_MANY])
    chosen = [cards for cards in chosen if space.allows(cards)]
    rated = rate_over_all(left, space, chosen, limit)
    return sorted(rated, key=_merit)[:top]
