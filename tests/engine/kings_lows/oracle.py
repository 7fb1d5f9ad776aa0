"""The slow truth: every five of the cards, every wild card as every one of 52 cards.

Nothing here comes from the evaluators under test. A hand's worth is a tuple that compares as
poker does: category, then ranks. Five cards of one suit are a flush only if no rank is there
twice, so a wild card never makes a double ace.
"""

from functools import cache
from itertools import combinations

import numpy as np

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, FIVE = range(1, 11)
PIECE = 200_000  # substitutions scored at a time
BASE = 15  # one digit for each of five ranks, and the category above them


@cache
def substitutions(n_wild: int) -> np.ndarray:
    """Every multiset of `n_wild` out of 52 card indices, one a row."""
    if n_wild == 0:
        return np.zeros((1, 0), np.int64)
    shorter = substitutions(n_wild - 1)
    first = shorter[:, -1] if n_wild > 1 else np.zeros(1, np.int64)
    n_next = 52 - first  # a row goes on with its last card or a higher one
    starts = np.cumsum(n_next) - n_next
    added = np.arange(n_next.sum()) - np.repeat(starts - first, n_next)
    return np.column_stack([np.repeat(shorter, n_next, axis=0), added])


def score_fives(cards: np.ndarray) -> np.ndarray:
    """The worth of each row of five card indices (repeats allowed) as one number."""
    cards = cards.astype(np.int8)
    ranks = -np.sort(-(cards // 4 + 2), axis=1)
    same = ranks[:, :, None] == ranks[:, None, :]
    counts = same.sum(axis=2, dtype=np.int8)
    # ranks in the order that decides: most frequent first, then highest
    decisive = np.sort(counts * BASE + ranks, axis=1)[:, ::-1] % BASE
    pairs = counts.sum(axis=1)  # 5 none, 7 pair, 9 two pair, 11 trips, 13 full, 17 quads, 25 five
    one_suit = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    distinct = pairs == 5
    wheel = (ranks == [14, 5, 4, 3, 2]).all(axis=1)
    straight = distinct & ((ranks[:, 0] - ranks[:, 4] == 4) | wheel)
    decisive = np.where(wheel[:, None], np.array([5, 4, 3, 2, 1], np.int8), decisive)
    category = np.select(
        [
            pairs == 25,
            straight & one_suit,
            pairs == 17,
            pairs == 13,
            distinct & one_suit,
            straight,
            pairs == 11,
            pairs == 9,
            pairs == 7,
        ],
        [FIVE, STRAIGHT_FLUSH, QUADS, FULL, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, PAIR],
        HIGH,
    )
    worth = category.astype(np.int32)
    for digit in decisive.T:
        worth = worth * BASE + digit
    return worth


def best_completion(naturals: np.ndarray) -> int:
    """The best five cards that hold one row of natural cards, the rest being wild."""
    wild = substitutions(5 - naturals.shape[1])
    return max(_best_of(naturals, wild[i : i + PIECE]) for i in range(0, len(wild), PIECE))


def _best_of(naturals: np.ndarray, wild: np.ndarray) -> int:
    held = np.repeat(naturals, len(wild), axis=0)
    return int(score_fives(np.hstack([held, np.tile(wild, (len(naturals), 1))])).max())


@cache
def remembered_completion(naturals: tuple[int, ...]) -> int:
    """`best_completion` of a few cards: slow, so asked once for all names of the suits."""
    return best_completion(np.array(naturals, np.int64).reshape(1, -1))


def rename_suits(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The same cards with the suits numbered as they come: the worth is the same."""
    names: dict[int, int] = {}
    return tuple(card // 4 * 4 + names.setdefault(card % 4, len(names)) for card in cards)


def brute_force(cards: tuple[int, ...], wild: tuple[int, ...]) -> int:
    """The worth of the best five of some card indices, of which `wild` are wild."""
    naturals = sorted(set(cards) - set(wild))
    sizes = range(max(0, 5 - len(wild)), min(5, len(naturals)) + 1)
    return max(_best_holding(naturals, n) for n in sizes)


def _best_holding(naturals: list[int], n: int) -> int:
    if n <= 3:
        return max(remembered_completion(rename_suits(c)) for c in combinations(naturals, n))
    return best_completion(np.array(list(combinations(naturals, n)), np.int64))


def category_of(worth: int) -> int:
    """The category, 1 (high card) to 10 (five of a kind), of a worth."""
    return worth // BASE**5
