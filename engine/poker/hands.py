"""The categories of poker hands, and the one number that orders them all.

A value is `category << 12 | place`, where `place` counts the distinct hands of a category from
the weakest: larger is stronger, equal means tie, and 16 bits hold it. The order has room for five
of a kind, which only games with wild cards can make.
"""

from enum import IntEnum
from functools import cache
from itertools import combinations, permutations

from engine.cards import RANK_NAMES, RANKS
from engine.errors import InputError

PLACE_BITS = 12  # bits of a hand value below its category
N_HAND_CARDS = (5, 6, 7)
WHEEL = (14, 5, 4, 3, 2)  # the ace below the two: the lowest straight
_WORDS = "two three four five six seven eight nine ten jack queen king ace"
WORDS = dict(zip(RANKS, _WORDS.split(), strict=True))


class HandType(IntEnum):
    """The categories of hands, from weak to strong."""

    INCOMPLETE = 0
    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    FIVE_OF_A_KIND = 10

    @property
    def label(self) -> str:
        """The name in words: "two pair"."""
        return self.name.lower().replace("_", " ")


def straights() -> list[tuple[int, ...]]:
    """Return the ten runs of five ranks, weakest first; the ace is low in the first."""
    return [WHEEL] + [tuple(range(high, high - 5, -1)) for high in range(6, 15)]


@cache
def ranks_in_order(hand: HandType) -> list[tuple[int, ...]]:
    """Return the distinct hands of a category, weakest first, as ranks in order of importance.

    A pair of nines with ace, six, two is (9, 14, 6, 2): each group once, then the kickers.
    """
    groups = {
        HandType.PAIR: (1, 3),
        HandType.TWO_PAIR: (2, 1),
        HandType.THREE_OF_A_KIND: (1, 2),
        HandType.FULL_HOUSE: (1, 1),
        HandType.FOUR_OF_A_KIND: (1, 1),
    }
    if hand in (HandType.STRAIGHT, HandType.STRAIGHT_FLUSH):
        return straights()
    if hand in (HandType.HIGH_CARD, HandType.FLUSH):
        runs = set(straights())
        return sorted(c for c in _descending(5) if c not in runs)
    if hand is HandType.FIVE_OF_A_KIND:
        return [(rank,) for rank in RANKS]
    if hand is HandType.FULL_HOUSE:
        return sorted(permutations(RANKS, 2))
    if hand not in groups:
        return []
    n_groups, n_kickers = groups[hand]
    pairs = ((g, k) for g in _descending(n_groups) for k in _descending(n_kickers))
    return sorted(g + k for g, k in pairs if not set(g) & set(k))


def _descending(size: int) -> list[tuple[int, ...]]:
    return list(combinations(reversed(RANKS), size))


@cache
def values_by_ranks(hand: HandType) -> dict[tuple[int, ...], int]:
    """Return the values of a category by ranks, as `ranks_in_order` writes them."""
    return {ranks: hand << PLACE_BITS | place for place, ranks in enumerate(ranks_in_order(hand))}


def value_of(hand: HandType, ranks: tuple[int, ...]) -> int:
    """Return the value of a category with its ranks, weightiest first: (PAIR, (9, 14, 6, 2))."""
    try:
        return values_by_ranks(hand)[ranks]
    except KeyError:
        raise InputError(f"{hand.label} of ranks {ranks} is not a hand") from None


def hand_type(value: int) -> HandType:
    """Return the category of a value."""
    try:
        return HandType(int(value) >> PLACE_BITS)
    except ValueError:
        raise InputError(f"{value} is not a hand value") from None


def ranks_of(value: int) -> tuple[int, ...]:
    """Return the ranks that decide between hands of this category, weightiest first."""
    try:
        return ranks_in_order(hand_type(value))[int(value) % (1 << PLACE_BITS)]
    except IndexError:
        raise InputError(f"{value} is not a hand value") from None


def describe(value: int) -> str:
    """Return the value in words: "two pair, kings and nines, ace kicker", "ace high,
    K-Q-J-2"."""
    if value == HandType.INCOMPLETE:
        return HandType.INCOMPLETE.label
    hand, ranks = hand_type(value), ranks_of(value)
    if hand is HandType.HIGH_CARD:
        return f"{WORDS[ranks[0]]} high{_kickers(ranks[1:])}"
    if hand is HandType.FLUSH:
        return f"{hand.label}{_kickers(ranks)}"
    if hand in (HandType.STRAIGHT, HandType.STRAIGHT_FLUSH):
        return _describe_run(hand, ranks)
    if hand is HandType.FULL_HOUSE:
        return f"full house, {plural_of(ranks[0])} over {plural_of(ranks[1])}"
    n_groups = 2 if hand is HandType.TWO_PAIR else 1
    groups = _listed(list(map(plural_of, ranks[:n_groups])))
    start = f"pair of {groups}" if hand is HandType.PAIR else f"{hand.label}, {groups}"
    return start + _kickers(ranks[n_groups:])


def _describe_run(hand: HandType, ranks: tuple[int, ...]) -> str:
    if hand is HandType.STRAIGHT_FLUSH and ranks[1] == 13:
        return "royal flush"
    high = 5 if ranks == WHEEL else ranks[0]
    return f"{hand.label}, {WORDS[high]} high"


def _kickers(ranks: tuple[int, ...]) -> str:
    """Return the other ranks as players say them: ", A-K-5", or ", ace kicker" if there is one."""
    if len(ranks) == 1:
        return f", {WORDS[ranks[0]]} kicker"
    return ", " + "-".join(map(RANK_NAMES.__getitem__, ranks)) if ranks else ""


def plural_of(rank: int) -> str:
    """Return a rank in the plural: "sixes"."""
    return WORDS[rank] + ("es" if rank == 6 else "s")


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
