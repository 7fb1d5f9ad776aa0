"""The native stream of random cards against SplitMix64 and a shuffle written out in Python."""

import pytest

from rust_meld import RefusedError, poker_shuffles
from tests.engine.poker.stream import seed_state, shuffle_to


@pytest.mark.parametrize(("n_deck", "n_cards"), [(52, 1), (50, 7), (45, 24), (9, 9), (52, 52)])
@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (3, 1), ((1 << 63) - 1, 10**9)])
def test_native_shuffles_are_those_of_the_twin(
    n_deck: int, n_cards: int, seed: int, stream: int
) -> None:
    dealt = poker_shuffles(seed, stream, bytes(range(n_deck)), n_cards, 60)
    state, deck = seed_state(seed, stream), list(range(n_deck))
    for cards in dealt:
        state = shuffle_to(state, deck, n_cards)
        assert list(cards) == deck[:n_cards]


def test_every_card_comes_first_about_as_often() -> None:
    dealt = poker_shuffles(1, 0, bytes(range(52)), 5, 52_000)
    for place in range(5):
        counts = [0] * 52
        for cards in dealt:
            counts[cards[place]] += 1
        chi_squared = sum((n - 1000) ** 2 / 1000 for n in counts)
        assert chi_squared < 94.6  # one in five thousand with 51 degrees of freedom


@pytest.mark.parametrize(("deck", "n_cards"), [(bytes(3), 4), (bytes(53), 2)])
def test_a_deck_that_is_too_small_or_too_large_is_refused(deck: bytes, n_cards: int) -> None:
    with pytest.raises(RefusedError, match="expected at most 52"):
        poker_shuffles(1, 0, deck, n_cards, 1)
