"""The search for the best next guess, the same for every caller.

It works in stages, each of which answers at least as well as the one before. What a stage may cost
is counted in visits to a board, never in seconds: equal questions of equal effort get equal
answers, unless they are cancelled or run out of time.

1. First answer: the short list. Its first guess is played greedily, the others are estimated.
2. Evaluating: the short list, searched, or played greedily if boards are too many to search.
3. Trying a proof with the visits that evaluating left.
4. Saving: if the best guess loses boards and that is not proven unavoidable, a search for a plan
   that loses none.
5. Proving, with `PATIENT`: the proof goes on.
6. Bounding: how far from the fewest possible an unproven answer can be.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from operator import attrgetter

import numpy as np

import rust_meld
from engine.control import Control
from engine.errors import IllegalStateError
from engine.pokle.boards import Boards
from engine.pokle.guesses import (
    EvaluatedGuess,
    Evaluation,
    GuessRanking,
    LegalGuesses,
    describe_guess,
    partition_key,
)
from engine.pokle.many_boards import evaluate_many, likely_worst_case, rank_many, tree_bound
from engine.pokle.rules import N_GUESSES, CardArray


class Effort(Enum):
    """How long to look for a proof; both find the same kind of answer."""

    QUICK = "quick"  # while a person waits for any answer
    PATIENT = "patient"  # an answer is shown already


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes of the stages, and what they may cost; a million visits take about ten milliseconds."""

    listed_boards: int = 15_000  # more than real puzzles have; above it, figures are sampled
    searched_boards: int = 1_500  # more are played greedily: their proofs would take too long
    few_boards: int = 330  # nearly every proof finishes within two seconds
    few_visits: int = 300_000_000
    first_visits: int = 35_000_000  # a third of a second
    proof_visits: int = 1_200_000_000  # about ten seconds; every real puzzle up to 1,200 boards
    # Visits for few boards if one may be saved: a loss is worth a minute.
    saving_visits: int = 5_000_000_000


SHORTLIST = 24  # guesses played or searched
Shortlist = list[tuple[bytes, float, list[bytes]]]  # cards, estimated cost, equivalent guesses
_sort_key = attrgetter("sort_key")
LIMITS = Limits()


class GuessSearch:
    """The search for the best next guess among some boards."""

    def __init__(
        self,
        boards: Boards,
        legal: LegalGuesses,
        control: Control,
        guesses_left: int = N_GUESSES,
        effort: Effort = Effort.QUICK,
        limits: Limits = LIMITS,
    ) -> None:
        if guesses_left < 1:
            raise IllegalStateError("All six guesses are made.")
        if not len(boards):
            raise IllegalStateError("No board is left to guess.")
        self.boards = boards
        self.legal = legal
        self.control = control
        self.guesses_left = guesses_left
        self.effort = effort
        self.limits = limits
        self.stop = ""  # why the last search ended: finished, budget, memory or cancelled
        self.visits = 0  # spent so far
        self._guesses: list[EvaluatedGuess] = []
        self._must_lose = False  # proven: no way of playing finds all boards in time
        self._least_guesses = 0

    # -- what is known --------------------------------------------------------------------------

    @property
    def is_proven(self) -> bool:
        """True if the first guess is proven the best of all."""
        return bool(self._guesses) and self._guesses[0].proven

    def ranking(self, top: int) -> GuessRanking:
        """Return the guesses as they are known now."""
        guesses = tuple(self._guesses[:top])
        least = max(self._least_guesses, self._tree_bound) / len(self.boards)
        return GuessRanking(guesses, guesses[0].expected_guesses if self.is_proven else least)

    @cached_property
    def native(self) -> rust_meld.PokleSearch:
        """The native search, for up to `listed_boards`; what it learns is kept."""
        return self.legal.search(self.boards)

    @cached_property
    def _tree_bound(self) -> int:
        return tree_bound(self.boards, self.legal.suit_pardon)

    @cached_property
    def _can_prove(self) -> bool:
        """True if the boards are few enough, and no class of them was refused."""
        return len(self.boards) <= self.limits.searched_boards and self.native.can_name_all()

    # -- stages ---------------------------------------------------------------------------------

    def best(self, top: int = 10) -> GuessRanking:
        """Return the answer of the last stage."""
        *_, last = self.answers(top)
        return last

    def answers(self, top: int = 10) -> Iterator[GuessRanking]:
        """Yield an answer after each stage that applies, each no worse than the one before."""
        boards, left, count = self.boards, self.guesses_left, max(SHORTLIST, top)
        is_listed = len(boards) <= self.limits.listed_boards
        if not is_listed:
            self._guesses = rank_many(boards, self.legal, self.control, left, count)
        elif left == 1:
            self._guesses = self._last_guesses(top)
        else:
            shortlist = self.native.shortlist(left, count, self._goes_on)
            self._evaluate_shortlist(shortlist[:top], None)
            yield self.ranking(top)
            visits_left = self._evaluate_shortlist(shortlist, self._first_visits)
            self._must_lose = self.native.unfound(left) > 0
        yield self.ranking(top)
        if self._can_prove and not self.is_proven:
            self._prove(visits_left)
            self._refine()
            yield self.ranking(top)
        if self._may_save_boards:
            self._save_boards()
            yield self.ranking(top)
        if self._may_go_on:
            self._prove(self.limits.proof_visits)
            yield self.ranking(top)
        if is_listed and not self.is_proven:
            self._bound()
            yield self.ranking(top)

    @property
    def _first_visits(self) -> int:
        """Return the visits that the short list and the first try of a proof may take together."""
        few = len(self.boards) <= self.limits.few_boards
        return self.limits.few_visits if few else self.limits.first_visits

    @property
    def _may_save_boards(self) -> bool:
        loses = self._guesses[0].loss_chance > 0 and not self.is_proven
        return loses and not self._must_lose and self._can_prove and self._goes_on()

    @property
    def _may_go_on(self) -> bool:
        wanted = self.effort is Effort.PATIENT and not self.is_proven
        return wanted and self._can_prove and self.stop != "memory" and self._goes_on()

    def _goes_on(self) -> bool:
        self.control.report(0, 0, "proving the best guess")
        return not self.control.should_stop()

    def _evaluate_shortlist(self, shortlist: Shortlist, visits: int | None) -> int:
        """Evaluate the guesses; return the visits left. None: play the first, estimate the rest."""
        n_evaluated = 1 if visits is None else SHORTLIST
        guesses: list[EvaluatedGuess] = []
        for number, (cards, estimate, equivalent) in enumerate(shortlist):
            guess = np.frombuffer(cards, np.uint8)
            if number < n_evaluated and (not guesses or not self.control.should_stop()):
                before = self.visits
                evaluated = self._evaluate(guess, visits)
                visits = visits and max(0, visits - (self.visits - before))
            else:
                evaluated = self._estimate(guess, estimate)
            twins = tuple(np.frombuffer(twin, np.uint8) for twin in equivalent)
            guesses.append(replace(evaluated, equivalent_guesses=twins))
        guesses = guesses or [self._evaluate(self.legal.any_guess(), 0)]
        self._guesses = _in_order(_best_played(guesses), guesses)
        return visits or 0

    def _refine(self) -> None:
        """Evaluate the other guesses again by what the proof has learnt."""
        first, others = self._guesses[0], self._guesses[1:]
        visits = self._first_visits // 100  # each: looking up what was learnt takes few
        for number, guess in enumerate(others[: SHORTLIST - 1]):
            if self.control.should_stop():
                break
            better = self._evaluate(guess.cards, visits)
            if better.evaluation.cost < guess.evaluation.cost or not guess.is_achievable:
                others[number] = replace(better, equivalent_guesses=guess.equivalent_guesses)
        guesses = [first, *others]
        self._guesses = _in_order(first if first.proven else _best_played(guesses), guesses)

    def _prove(self, visits: int) -> None:
        """Put the best of all legal guesses first, if the search ends; else the best so far."""
        best = self._guesses[0].evaluation
        self._mark_first(self._solve((best.lost, round(best.guesses)), visits))

    def _save_boards(self) -> None:
        """Look for the best plan that loses no board, or the proof that there is none."""
        n, limits = len(self.boards), self.limits
        few = n <= limits.few_boards
        upper = (0, n * self.guesses_left + 1)
        is_done = self._solve(upper, limits.saving_visits if few else limits.proof_visits)
        saved = not self._guesses[0].evaluation.lost
        self._must_lose = is_done and not saved
        self._mark_first(is_done and saved)

    def _bound(self) -> None:
        """Bound the fewest guesses from below, as far as two guesses show."""
        bound = self.native.two_guess_bound(self._goes_on)
        self._least_guesses = max(self._least_guesses, self.native.lower_bound(), bound or 0)

    def _solve(self, upper: tuple[int, int], visits: int) -> bool:
        """Search below `upper`, put a better guess first; returns whether the search ended."""
        answer = self.native.solve(self.guesses_left, upper, visits, self._goes_on)
        self.stop, spent, best = answer
        self.visits += spent
        self._least_guesses = max(self._least_guesses, self.native.lower_bound())
        if best is not None:
            cards, (lost, guesses, worst_case) = best
            self._replace_first(
                np.frombuffer(cards, np.uint8), Evaluation(lost, guesses, worst_case, True)
            )
        return self.stop == "finished"

    def _replace_first(self, cards: CardArray, evaluation: Evaluation) -> None:
        """Put a guess first if it is better, and merge the guesses that split the boards alike."""
        if evaluation.cost >= self._guesses[0].evaluation.cost:
            return
        better = self._describe(cards, evaluation)
        key = self._partition_key(cards)
        alike = [guess for guess in self._guesses if self._partition_key(guess.cards) == key]
        twins = {c.tobytes(): c for g in alike for c in (g.cards, *g.equivalent_guesses)}
        twins.pop(cards.tobytes(), None)
        others = [guess for guess in self._guesses if not any(guess is twin for twin in alike)]
        self._guesses = [replace(better, equivalent_guesses=tuple(twins.values())), *others]

    def _mark_first(self, is_proven: bool) -> None:
        first = self._guesses[0]
        lost = first.evaluation.lost
        marked = replace(
            first,
            proven=is_proven,
            loss_is_minimal=is_proven or lost <= self.native.unfound(self.guesses_left),
            loss_is_unavoidable=self._must_lose or (is_proven and lost > 0),
        )
        self._guesses = _in_order(marked, [marked, *self._guesses[1:]])

    # -- one guess ------------------------------------------------------------------------------

    def evaluate(self, guess: CardArray) -> EvaluatedGuess:
        """Return the figures of any guess, by the same measure as those of `answers`."""
        if len(self.boards) > self.limits.listed_boards:
            return evaluate_many(self.boards, self.legal, [guess], self.guesses_left)[0]
        return self._evaluate(guess, self._first_visits)

    def _evaluate(self, guess: CardArray, visits: int | None) -> EvaluatedGuess:
        """Search what follows a guess within the visits; None: play it greedily."""
        wins_class = self.legal.one_wins_class(guess)
        cards, left = guess.tobytes(), self.guesses_left
        if visits is None or len(self.boards) > self.limits.searched_boards:
            lost, guesses, worst_case = self.native.rollout(cards, wins_class, left)
        else:
            answer = self.native.evaluate(cards, wins_class, left, visits, self._goes_on)
            _, spent, (lost, guesses, worst_case) = answer
            self.visits += spent
        return self._describe(guess, Evaluation(lost, guesses, worst_case, True))

    def _estimate(self, guess: CardArray, estimate: float) -> EvaluatedGuess:
        """Return the figures of a guess that was not played, from its split."""
        lost, guesses = divmod(estimate, 1 << 32)
        patterns = self.legal.patterns(guess, self.boards)
        evaluation = Evaluation(int(lost), guesses, likely_worst_case(patterns), False)
        return describe_guess(self.boards, guess, patterns, evaluation, self.guesses_left)

    def _describe(self, guess: CardArray, evaluation: Evaluation) -> EvaluatedGuess:
        patterns = self.legal.patterns(guess, self.boards)
        return describe_guess(self.boards, guess, patterns, evaluation, self.guesses_left)

    def _partition_key(self, guess: CardArray) -> bytes:
        return partition_key(self.legal.patterns(guess, self.boards))

    def _last_guesses(self, top: int) -> list[EvaluatedGuess]:
        """With one guess left only the chance to win counts: guess the largest classes."""
        allowed = [cards for cards in self.boards.cards if self.legal.allows(cards)]
        allowed = allowed or [self.legal.any_guess()]
        scores = self.native.split_scores(np.array(allowed).tobytes(), self.legal.suit_pardon)
        order = sorted(range(len(allowed)), key=lambda i: -scores[i][1])
        named: dict[bytes, EvaluatedGuess] = {}
        for i in order:
            if len(named) == top:
                break
            key = self._partition_key(allowed[i])
            if key not in named:
                named[key] = self._evaluate(allowed[i], 0)
        first, *others = named.values()
        sure, loses = self.native.can_name_all(), first.loss_chance > 0
        best = replace(first, proven=sure, loss_is_minimal=sure, loss_is_unavoidable=loses)
        return [best, *others]


def _best_played(guesses: list[EvaluatedGuess]) -> EvaluatedGuess:
    return min((guess for guess in guesses if guess.is_achievable), key=_sort_key)


def _in_order(first: EvaluatedGuess, guesses: list[EvaluatedGuess]) -> list[EvaluatedGuess]:
    """Return the first guess, then the others in order; no estimate is below what was played."""
    others = [_at_least(guess, first) for guess in guesses if guess is not first]
    return [first, *sorted(others, key=_sort_key)]


def _at_least(guess: EvaluatedGuess, first: EvaluatedGuess) -> EvaluatedGuess:
    if guess.is_achievable:
        return guess
    return replace(
        guess,
        loss_chance=max(guess.loss_chance, first.loss_chance),
        expected_guesses=max(guess.expected_guesses, first.expected_guesses),
        worst_case=max(guess.worst_case, first.worst_case),
    )
