"""The value of a hand by the rules, readable and slow: what the tables hold."""

from collections.abc import Iterable, Sequence

from engine.cards import RANKS, Card, Suit
from engine.poker.hands import HandType, straights, value_of


def value_of_cards(cards: Sequence[Card]) -> int:
    """Return the value of the best five of five or more different cards."""
    ranks = [card.rank for card in cards]
    suits = ([card.rank for card in cards if card.suit is suit] for suit in Suit)
    return max(value_of_counts(map(ranks.count, RANKS)), *map(value_of_suit, suits))


def value_of_counts(counts: Iterable[int]) -> int:
    """Return the value of the best five cards when suits do not matter, read off the rank
    counts.
    """
    held = list(zip(RANKS, counts, strict=True))[::-1]
    by_count = [[rank for rank, count in held if count >= n] for n in range(5)]
    ranks = by_count[1]

    def kickers(used: list[int], n: int) -> tuple[int, ...]:
        return tuple(used + [r for r in ranks if r not in used][:n])

    if by_count[4]:
        return value_of(HandType.FOUR_OF_A_KIND, kickers(by_count[4][:1], 1))
    trips = by_count[3][:1]
    pairs = [r for r in by_count[2] if r not in trips]
    if trips and pairs:
        return value_of(HandType.FULL_HOUSE, (trips[0], pairs[0]))
    run = _best_run(ranks)
    if run:
        return value_of(HandType.STRAIGHT, run)
    if trips:
        return value_of(HandType.THREE_OF_A_KIND, kickers(trips, 2))
    if len(pairs) > 1:
        return value_of(HandType.TWO_PAIR, kickers(pairs[:2], 1))
    if pairs:
        return value_of(HandType.PAIR, kickers(pairs, 3))
    return value_of(HandType.HIGH_CARD, tuple(ranks[:5]))


def value_of_suit(ranks: Sequence[int]) -> int:
    """Return the best flush or straight flush of one suit's ranks; 0 below five."""
    if len(ranks) < 5:
        return 0
    run = _best_run(ranks)
    if run:
        return value_of(HandType.STRAIGHT_FLUSH, run)
    return value_of(HandType.FLUSH, tuple(sorted(ranks, reverse=True)[:5]))


def _best_run(ranks: Iterable[int]) -> tuple[int, ...] | None:
    """Return the highest straight among these ranks."""
    held = set(ranks)
    return next((run for run in reversed(straights()) if held.issuperset(run)), None)
