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
from engine.pokle.boards import Boards, Index, live_cards
from engine.pokle.climb import Candidate, GuessSpace
from engine.pokle.feedback import guess_rows
from engine.pokle.patterns import WON
from engine.pokle.rules import N_GUESSES, CardArray, Puzzle
from engine.pokle.search import Effort, Plan, Search
from engine.pokle.splits import class_numbers, entropies, group_sizes, split_costs


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

    by_entropy: int = 150
    n_climbs: int = 2
    two_deep: int = 16
    to_the_end: int = 4


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
    effort: Effort = Effort(),
    width: Width = Width(),
) -> Ranking:
    """Rate the best guesses for the boards that are left, with `limit` guesses left."""
    search = Search(left, space, control, effort)
    everything = np.arange(len(left))
    inside = promising(search, everything, width.by_entropy)
    outside = search.outside(everything, inside[: width.n_climbs]) if len(left) > 2 else []
    candidates = sorted(inside + outside, key=lambda c: c.likely)
    deep = _look_two_deep(search, everything, candidates[: max(width.two_deep, top)])
    rated = _play_out(search, everything, deep, limit, width.to_the_end)
    return Ranking(tuple(rated[:top]), exact=True)


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
    looked = [(search.look_deeper(position, c), c) for c in candidates]
    return sorted(looked, key=lambda pair: pair[0])


def _play_out(
    search: Search,
    position: Index,
    looked: Sequence[tuple[float, Candidate]],
    limit: int,
    count: int,
) -> list[RatedGuess]:
    rated = []
    for number, (likely, candidate) in enumerate(looked):
        plan = search.follow(position, candidate, limit) if number < count else None
        rated.append(_rate(search, candidate, likely, plan))
    return sorted(rated, key=lambda guess: guess.expected)


def _rate(search: Search, candidate: Candidate, likely: float, plan: Plan | None) -> RatedGuess:
    n = len(search.boards)
    sizes = group_sizes(candidate.row[None])
    return RatedGuess(
        cards=candidate.cards,
        entropy=float(entropies(sizes)[0]),
        win_share=float(sizes[0, WON] / n),
        expected=(plan.cost if plan else likely) / n,
        worst=plan.worst if plan else 3,
        sizes=tuple(sorted((int(s) for s in sizes[0] if s), reverse=True)),
        inside=bool((search.boards.cards == candidate.cards).all(1).any()),
        proven=plan is not None and plan.searched,
    )
