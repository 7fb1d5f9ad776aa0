"""The choice of the next guess: entropy first, then the likely cost, then the search.

Of many boards, those with the most entropy are looked at; each way up from the best leads to
guesses from outside; the best of both are looked at two deep, and the best of those are played
to the end. The effort is counted in positions, never in seconds: equal questions, equal answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from engine.control import Control
from engine.pokle.boards import Boards, Index, class_keys, live_cards, pattern_row
from engine.pokle.climb import Candidate, GuessSpace, sample_of
from engine.pokle.feedback import guess_rows
from engine.pokle.patterns import N_PATTERNS, WON
from engine.pokle.rules import N_GUESSES, CardArray, Puzzle
from engine.pokle.search import Effort, Plan, Search
from engine.pokle.splits import class_numbers, entropies, group_sizes, guesses_for, split_costs


@dataclass(frozen=True, slots=True, eq=False)
class RatedGuess:
    """A guess and what it does to the boards that are left."""

    cards: CardArray  # (5,)
    entropy: float  # bits
    win_share: float  # chance that this guess wins
    expected: float  # guesses still to come, this one included
    worst: int  # guesses in the worst case, this one included
    sizes: tuple[int, ...]  # boards in each group, the largest first
    inside: bool  # the guess is itself a board that is left
    proven: bool  # `expected` was played to the end, not estimated


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Guesses, the best first, and how they were found."""

    guesses: tuple[RatedGuess, ...]
    exact: bool  # all boards were looked at, not a sample
    n_samples: int = 0


@dataclass(frozen=True, slots=True)
class Width:
    """How many guesses reach each stage of the choice."""

    by_entropy: int = 120
    n_climbs: int = 2  # ways up from the best boards
    n_random: int = 4  # ways up from random guesses
    two_deep: int = 16
    to_the_end: int = 3


QUICK = (Width(), Effort(n_positions=150))
THOROUGH = (Width(two_deep=24, to_the_end=8), Effort(n_positions=600))
FEW_BOARDS = 300  # so few are looked at thoroughly
RANKED_BOARDS = 1_500  # of more boards, a sample chooses the guess; its figures are of them all


def guess_space(puzzle: Puzzle, refused: Sequence[Sequence[Card]] = ()) -> GuessSpace:
    """The cards that nobody holds, without the guesses that the site refused."""
    rows = guess_rows(refused) if refused else np.empty((0, 5), np.uint8)
    return GuessSpace(
        live_cards(puzzle), frozenset(row.tobytes() for row in rows), puzzle.suit_pardon
    )


def rank_guesses(
    left: Boards,
    space: GuessSpace,
    control: Control,
    limit: int = N_GUESSES,
    top: int = 10,
    effort: tuple[Width, Effort] | None = None,
) -> Ranking:
    """Rate the best guesses for the boards that are left, with `limit` guesses left."""
    width, depth = effort or (THOROUGH if len(left) <= FEW_BOARDS else QUICK)
    asked = left.take(sample_of(len(left), RANKED_BOARDS))
    search = Search(asked, space, control, depth)
    everything = np.arange(len(asked))
    candidates = _candidates(search, everything, left, width)
    looked = _look_two_deep(search, everything, candidates[: max(width.two_deep, top)])
    if len(asked) < len(left):
        return _rank_all(left, space, [candidate for _, candidate in looked[:top]])
    rated = _play_out(search, everything, looked, limit, width.to_the_end)
    return Ranking(tuple(rated[:top]), exact=True)


def _candidates(search: Search, position: Index, left: Boards, width: Width) -> list[Candidate]:
    """The best boards and the best guesses from outside, the likeliest best first."""
    inside = promising(search, position, width.by_entropy)
    if len(position) <= 2:
        return inside
    starts = [candidate.cards for candidate in inside[: width.n_climbs]]
    starts += list(search.space.random_guesses(width.n_random))
    outside = search.outside(position, starts)
    if len(position) < len(left) and outside:  # the sample does not know every class
        keys = class_keys(np.stack([c.cards for c in outside]), search.space.suit_pardon)
        known = np.isin(keys, left.class_key)
        outside = [c for c, is_known in zip(outside, known, strict=True) if not is_known]
    return sorted(inside + outside, key=lambda candidate: candidate.likely)


def promising(search: Search, position: Index, count: int) -> list[Candidate]:
    """The position's boards with the most entropy, the likeliest best first."""
    if len(position) <= count:
        return search.inside(position)
    matrix = search.patterns(position, position)
    bits = entropies(group_sizes(matrix))
    best = np.sort(np.argsort(-np.round(bits, 9), kind="stable")[:count])
    costs = split_costs(matrix[best], class_numbers(search.boards.class_key[position]))
    return search.candidates(search.boards.cards[position[best]], matrix[best], costs)


def _look_two_deep(
    search: Search, position: Index, candidates: Sequence[Candidate]
) -> list[tuple[float, Candidate]]:
    looked = []
    for candidate in candidates:
        if looked and search.control.should_stop():
            break
        looked.append((search.look_deeper(position, candidate), candidate))
    return sorted(looked, key=lambda pair: pair[0])


def _play_out(
    search: Search,
    position: Index,
    looked: Sequence[tuple[float, Candidate]],
    limit: int,
    count: int,
) -> list[RatedGuess]:
    """Play the first few guesses to the end; the others keep their likely cost."""
    rated = []
    for number, (likely, candidate) in enumerate(looked):
        plan = search.follow(position, candidate, limit) if number < count else None
        rated.append(_rate(search.boards, candidate, likely, plan))
    return sorted(rated, key=lambda guess: guess.expected)


def _rank_all(left: Boards, space: GuessSpace, candidates: Sequence[Candidate]) -> Ranking:
    """The figures over all boards of guesses that a sample has chosen, in its order."""
    boards_a_class = _boards_a_class(left)
    rated = []
    for candidate in candidates:
        row = pattern_row(candidate.cards, left, space.suit_pardon)
        sizes = np.bincount(row, minlength=N_PATTERNS)
        later = sizes * guesses_for(sizes / boards_a_class)
        likely = len(left) + later[:WON].sum()
        rated.append(_rate(left, Candidate(candidate.cards, row, 0, likely), likely, None))
    return Ranking(tuple(rated), exact=True)


def _boards_a_class(left: Boards) -> float:
    """The mean number of boards in a class, from the first boards (classes stay within a flop)."""
    first = left.class_key[:RANKED_BOARDS]
    return len(first) / len(np.unique(first))


def _rate(boards: Boards, candidate: Candidate, likely: float, plan: Plan | None) -> RatedGuess:
    sizes = np.bincount(candidate.row, minlength=N_PATTERNS)
    winners = boards.cards[candidate.row == WON]
    return RatedGuess(
        cards=candidate.cards,
        entropy=float(entropies(sizes[None])[0]),
        win_share=float(sizes[WON] / len(boards)),
        expected=float(plan.cost if plan else likely) / len(boards),
        worst=plan.worst if plan else 3,
        sizes=tuple(sorted((int(s) for s in sizes if s), reverse=True)),
        inside=bool((winners == candidate.cards).all(1).any()),
        proven=plan is not None and plan.searched,
    )
