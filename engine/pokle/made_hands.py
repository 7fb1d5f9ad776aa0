"""Which ranks make a hand, for the rules that keep kickers off the board.

Masks have 13 bits, bit 0 for a deuce to bit 12 for an ace. The ranks of a made hand are those
of its pairs, triplet, quad or straight; a flush counts for nothing, a straight flush as a straight.
"""

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.int32]
_ALL = np.arange(1 << 13)
_BITS = (1 << np.arange(13)).astype(np.int32)


def _straight_windows() -> Masks:
    """For each rank mask the five ranks of its highest straight, 0 if it has none."""
    windows = np.zeros(1 << 13, np.int32)
    for top in range(3, 13):
        window = sum(1 << (top - step) % 13 for step in range(5))  # the wheel wraps to the ace
        windows[(_ALL & window) == window] = window
    return windows


def _highest(n_bits: int) -> Masks:
    """For each rank mask its `n_bits` highest ranks."""
    kept = np.zeros(1 << 13, np.int32)
    for bit in _BITS[::-1]:
        wanted = (np.bitwise_count(kept) < n_bits) & ((_ALL & bit) > 0)
        kept[wanted] |= bit
    return kept


STRAIGHT_WINDOWS = _straight_windows()
_HIGHEST_1 = _highest(1)
_HIGHEST_2 = _highest(2)


def rank_masks(cards: NDArray[np.uint8]) -> Masks:
    """The 13-bit rank mask of each row of card indices."""
    masks: Masks = np.bitwise_or.reduce(_BITS[cards >> 2], axis=1)
    return masks


def straight_ranks(hands: NDArray[np.uint8]) -> Masks:
    """The ranks of the straight or straight flush that is each row's best hand, else 0."""
    return _Hands(hands).straights()


def made_ranks(hands: NDArray[np.uint8]) -> Masks:
    """The ranks of each row's best hand, kickers and flushes left out."""
    return _Hands(hands).made()


class _Hands:
    """Rows of five to seven cards, looked at by rank and by suit."""

    def __init__(self, hands: NDArray[np.uint8]) -> None:
        counts = (hands[:, :, None] >> 2 == np.arange(13, dtype=np.uint8)).sum(1, dtype=np.uint8)
        self.at_least = [(counts >= k) @ _BITS for k in range(5)]
        of_suit = hands[:, :, None] % 4 == np.arange(4, dtype=np.uint8)
        self.flush = (of_suit.sum(1) >= 5).any(1)
        suited = (of_suit * _BITS[hands >> 2][:, :, None]).sum(1)
        self.straight_flush: Masks = STRAIGHT_WINDOWS[suited].max(1)

    def straights(self) -> Masks:
        """Straights that nothing better hides, and straight flushes."""
        hidden = self.flush | (self.at_least[4] > 0) | (self._full_house() > 0)
        plain = np.where(hidden, 0, STRAIGHT_WINDOWS[self.at_least[1]])
        return np.where(self.straight_flush > 0, self.straight_flush, plain)

    def made(self) -> Masks:
        """The best hand's own ranks: later lines of this function beat earlier ones."""
        pairs, triplets, quads = self.at_least[2], self.at_least[3], self.at_least[4]
        made = np.where(triplets > 0, _HIGHEST_1[triplets], _HIGHEST_2[pairs])
        window = STRAIGHT_WINDOWS[self.at_least[1]]
        made = np.where(window > 0, window, made)
        made = np.where(self.flush, 0, made)
        full = self._full_house()
        made = np.where(full > 0, full, made)
        made = np.where(quads > 0, quads, made)
        return np.where(self.straight_flush > 0, self.straight_flush, made)

    def _full_house(self) -> Masks:
        triplet = _HIGHEST_1[self.at_least[3]]
        pair = _HIGHEST_1[self.at_least[2] & ~triplet]
        return np.where((triplet > 0) & (pair > 0), triplet | pair, 0)
