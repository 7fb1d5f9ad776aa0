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
from engine.pokle.boards import Boards, Index, class_keys, live_cards
from engine.pokle.climb import Candidate, GuessSpace, sample_of
from engine.pokle.feedback import guess_rows
from engine.pokle.rating import MANY_BOARDS, Ranking, RatedGuess, rank_many, rate, rate_over_all
from engine.pokle.rules import N_GUESSES, Puzzle, fits_trophies
from engine.pokle.search import Effort, Search
from engine.pokle.splits import class_numbers, entropies, group_sizes, split_costs


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
VERY_FEW_BOARDS = 60  # so few are played to the end for every guess that is shown
FEW_BOARDS = 300  # so few are looked at thoroughly
RANKED_BOARDS = 1_500  # of more boards, a sample chooses the guess; its figures are of them all


def guess_space(puzzle: Puzzle, refused: Sequence[Sequence[Card]] = ()) -> GuessSpace:
    """The cards that nobody holds, without the guesses that the site refused.

    A site that refuses twice what does not fit the trophies is not asked such a thing again.
    """
    rows = guess_rows(refused) if refused else np.empty((0, 5), np.uint8)
    n_unfit = len(rows) - int(fits_trophies(puzzle, rows).sum())
    return GuessSpace(
        live=live_cards(puzzle),
        refused=frozenset(row.tobytes() for row in rows),
        suit_pardon=puzzle.suit_pardon,
        boards_only=n_unfit >= 2,
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
    if len(left) > MANY_BOARDS:
        return rank_many(left, space, control, top)
    width, depth = effort or (THOROUGH if len(left) <= FEW_BOARDS else QUICK)
    asked = left.take(sample_of(len(left), RANKED_BOARDS))
    search = Search(asked, space, control, depth)
    everything = np.arange(len(asked))
    candidates = _candidates(search, everything, left, width)
    looked = _look_two_deep(search, everything, candidates[: max(width.two_deep, top)])
    if len(asked) < len(left):
        chosen = [candidate.cards for _, candidate in looked[:top]]
        return Ranking(rate_over_all(left, space, chosen), exact=True)
    n_played = max(width.to_the_end, top if len(left) <= VERY_FEW_BOARDS else 0)
    rated = _play_out(search, everything, looked, limit, n_played)
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
    looked: list[tuple[float, Candidate]] = []
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
        rated.append(rate(search.boards, candidate.cards, candidate.row, likely, plan))
    return sorted(rated, key=_merit)


def _merit(guess: RatedGuess) -> tuple[float, int, float, float]:
    """Fewest expected guesses; of equals the better worst case, then chance to win, entropy."""
    return round(guess.expected, 9), guess.worst, -guess.win_share, -round(guess.entropy, 9)
