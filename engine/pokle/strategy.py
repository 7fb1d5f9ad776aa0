"""The choice of the next guess: entropy first, then the likely cost, then the search.

Of many boards, those with the most entropy are looked at; each way up from the best leads to
guesses from outside; the best of both are looked at two deep. Of few boards the best of those
are played to the end, and the best guess of all is then proven. The effort is counted in steps,
never in seconds: equal questions, equal answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import N_CARDS, Card
from engine.control import Control
from engine.pokle.boards import Boards, class_keys
from engine.pokle.climb import Candidate, GuessSpace, sample_of
from engine.pokle.exact import ExactSearch, ProofStoppedError
from engine.pokle.feedback import guess_rows
from engine.pokle.losses import least_lost, least_lost_after
from engine.pokle.patterns import WON
from engine.pokle.rating import (
    MANY_BOARDS,
    Ranking,
    RatedGuess,
    likely_worst,
    rank_many,
    rate,
    rate_over_all,
)
from engine.pokle.rules import N_GUESSES, Puzzle, fits_trophies
from engine.pokle.search import NEVER, Plan, Search
from engine.pokle.splits import LOSS

BY_ENTROPY = 120  # boards that are looked at as guesses
N_CLIMBS = 2  # ways up from the best of them to guesses from outside
N_RANDOM_CLIMBS = 4  # ways up from random guesses
TWO_DEEP = 16  # guesses looked at two deep
PLAYED = 2  # of few boards: guesses played to the end
VERY_FEW_BOARDS = 60  # so few are played to the end for every guess that is shown
FEW_BOARDS = 1_500  # so few are played to the end, and the best guess is proven; of more, a
# sample of so many chooses the guess, whose figures are then of them all
PROOF_STEPS = 35_000  # of the proof, while somebody waits for any answer: a third of a second
FEW_HUNDRED = 330  # so few boards are worth a wait: nearly every proof comes to its end at once
FEW_HUNDRED_STEPS = 300_000  # two or three seconds at the very most
LONG_PROOF_STEPS = 500_000  # where an answer is there already: some seconds
SAVING_STEPS = 5_000_000  # where some of a few hundred boards would be lost: worth a minute


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A guess looked at: its likely cost, and the boards that it is sure to lose."""

    cost: float
    lost: int
    candidate: Candidate

    def with_losses(self, left: Boards, space: GuessSpace, limit: int) -> "Looked":
        """The same with the boards of all those left that no play after it finds in time."""
        row = space.row(self.candidate.cards, left)
        lost = least_lost_after(left, row, limit - 1)
        return Looked(self.cost + LOSS * lost, lost, self.candidate)

    def as_plan(self) -> Plan:
        """What is known of it, as a plan that was not searched."""
        cost = max(self.cost, self.candidate.least)
        worst = likely_worst(self.candidate.row)
        return Plan(cost, worst, self.lost, self.candidate.cards, searched=False)


def guess_space(puzzle: Puzzle, refused: Sequence[Sequence[Card]] = ()) -> GuessSpace:
    """All cards, without the guesses that the site refused.

    A site that refuses twice what does not fit the trophies is not asked such a thing again.
    """
    rows = guess_rows(refused) if refused else np.empty((0, 5), np.uint8)
    n_unfit = len(rows) - int(fits_trophies(puzzle, rows).sum())
    return GuessSpace(
        live=np.arange(N_CARDS, dtype=np.uint8),  # the page accepts the players' cards too
        refused=frozenset(row.tobytes() for row in rows),
        suit_pardon=puzzle.suit_pardon,
        boards_only=n_unfit >= 2,
        puzzle=puzzle,
    )


def proof_steps(n_boards: int) -> int:
    """The steps of a proof while somebody waits for any answer."""
    return FEW_HUNDRED_STEPS if n_boards <= FEW_HUNDRED else PROOF_STEPS


def rank_guesses(
    left: Boards,
    space: GuessSpace,
    control: Control,
    limit: int = N_GUESSES,
    top: int = 10,
    n_proof_steps: float | None = None,
    saves: bool = True,
) -> Ranking:
    """Rate the best guesses for the boards that are left, with `limit` guesses left.

    Of few boards the first is proven to be the best of all guesses, within the steps given. Where
    that would lose boards, unproven, and it `saves`, a plan that loses none is looked for longer.
    """
    if len(left) > MANY_BOARDS:
        return rank_many(left, space, control, top, limit)
    asked = left.take(sample_of(len(left), FEW_BOARDS))
    search = Search(asked, space, control)
    candidates = _candidates(search, left, limit)
    looked = _look_two_deep(search, candidates[: max(TWO_DEEP, top)], limit)
    looked = _fear_losses(left, space, looked, limit)
    if len(asked) < len(left):
        chosen = [guess.candidate.cards for guess in looked[:top]]
        return Ranking(rate_over_all(left, space, chosen, limit), exact=True)
    if limit == 1:
        first, *others = _name_one(search, looked)[:top]
        lost = first.loss_share > 0
        first = replace(first, proven=True, safest=True, unavoidable=lost)
        return Ranking((first, *others), exact=True)
    n_played = max(PLAYED, top if len(left) <= VERY_FEW_BOARDS else 0)
    n_steps = proof_steps(len(left)) if n_proof_steps is None else n_proof_steps
    exact = ExactSearch(left, space, control, n_steps)
    rated = _play_out(exact, left, looked, limit, n_played)
    if all(map(space.allows, left.cards)):
        rated = _prove_best(exact, left, space, rated, limit, saves)
    return Ranking(tuple(rated[:top]), exact=True)


def _candidates(search: Search, left: Boards, limit: int) -> list[Candidate]:
    """The best boards and the best guesses from outside, the likeliest best first."""
    inside = search.inside(BY_ENTROPY, limit)
    if len(search.boards) <= 2 or limit == 1:
        return sorted(inside, key=lambda candidate: -int((candidate.row == WON).sum()))
    starts = [candidate.cards for candidate in inside[:N_CLIMBS]]
    starts += list(search.space.random_guesses(N_RANDOM_CLIMBS))
    outside = search.outside(starts, limit)
    if len(search.boards) < len(left) and outside:  # the sample does not know every class
        keys = class_keys(np.stack([c.cards for c in outside]), search.space.suit_pardon)
        known = np.isin(keys, left.class_key)
        outside = [c for c, is_known in zip(outside, known, strict=True) if not is_known]
    return sorted(inside + outside, key=lambda candidate: candidate.likely)


def _look_two_deep(search: Search, candidates: Sequence[Candidate], limit: int) -> list[Looked]:
    """The candidates with their cost as far as two guesses show it."""
    if limit <= 2:
        return [Looked(candidate.likely, 0, candidate) for candidate in candidates]
    looked: list[Looked] = []
    for candidate in candidates:
        if looked and search.control.should_stop():
            break
        looked.append(Looked(search.look_deeper(candidate, limit), 0, candidate))
    return looked


def _fear_losses(left: Boards, space: GuessSpace, looked: list[Looked], limit: int) -> list[Looked]:
    """The guesses with the boards they are sure to lose, the best first."""
    if limit > 2:  # with fewer guesses the cost has them already
        looked = [guess.with_losses(left, space, limit) for guess in looked]
    return sorted(looked, key=lambda guess: guess.cost)


def _name_one(search: Search, looked: Sequence[Looked]) -> list[RatedGuess]:
    """With one guess left only the chance to win counts."""
    n = len(search.boards)
    rated = []
    for guess in looked:
        cards, row = guess.candidate.cards, guess.candidate.row
        lost = n - int((row == WON).sum())
        plan = Plan(n + LOSS * lost, 1, lost, cards, searched=True)
        rated.append(rate(search.boards, cards, row, plan))
    return rated


def _play_out(
    exact: ExactSearch, boards: Boards, looked: Sequence[Looked], limit: int, n_played: int
) -> list[RatedGuess]:
    """Play the first guesses to the end, the best first; the others follow by their likely cost."""
    played: list[RatedGuess] = []
    others: list[RatedGuess] = []
    for number, guess in enumerate(looked):
        cards, row = guess.candidate.cards, guess.candidate.row
        plan = exact.rate(cards, row, limit) if number < n_played else None
        rated = rate(boards, cards, row, plan or guess.as_plan())
        (played if plan else others).append(rated)
    return sorted(played, key=_merit) + sorted(others, key=_merit)


def _prove_best(
    exact: ExactSearch,
    boards: Boards,
    space: GuessSpace,
    rated: list[RatedGuess],
    limit: int,
    saves: bool,
) -> list[RatedGuess]:
    """The guesses with the best of all legal ones first, if the proof comes to its end."""
    first = rated[0]
    sure_losses = least_lost(boards, limit)
    ceiling, proven = first.cost(len(boards)) if first.played else NEVER, True
    try:
        better = exact.prove(limit, ceiling)
    except ProofStoppedError:
        better, proven = exact.found, False
        loses = better.lost if better else first.loss_share
        if loses and saves and not sure_losses:
            better, sure_losses = _save_all(exact, len(boards), limit)
    if better and better.cost < ceiling:
        first = rate(boards, better.cards, space.row(better.cards, boards), better)
    lost = round(first.loss_share * len(boards))
    first = replace(
        first,
        proven=proven,
        safest=proven or (first.played and lost == sure_losses),
        unavoidable=sure_losses > 0 or (proven and lost > 0),
    )
    others = [guess for guess in rated if (guess.cards != first.cards).any()]
    return [first, *others]


def _save_all(exact: ExactSearch, n_boards: int, limit: int) -> tuple[Plan | None, int]:
    """A plan that loses no board, or the one board at least that is proven to be lost.

    Looks longer for it than for the fewest guesses: it is worth the time.
    """
    exact.n_steps = SAVING_STEPS if n_boards <= FEW_HUNDRED else LONG_PROOF_STEPS
    try:
        plan = exact.prove(limit, n_boards * limit + 1)
    except ProofStoppedError:
        return exact.found, 0
    return plan or exact.found, int(plan is None)


def _merit(guess: RatedGuess) -> tuple[float, float, int, float, float]:
    """Fewest lost, fewest expected; then the better worst case, chance to win and entropy."""
    bits = round(guess.entropy, 9)
    return guess.loss_share, round(guess.expected, 9), guess.worst, -guess.win_share, -bits
