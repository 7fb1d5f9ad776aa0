"""The native values of many hands at once, to compare them with the readable evaluator."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.cards import N_CARDS
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import WildRule
from rust_meld import stud_values_by_rule, stud_values_marked

NO_CARD = "a hand has an index that is not a card: expected 0 to 51"


def evaluate_wild_batch(
    hands: ArrayLike, rules: WildRule | None = None, wild: ArrayLike | None = None
) -> NDArray[np.uint16]:
    """Return the values of seven-card hands, shape (n, 7) of card indices, by a rule or by marks.

    `wild[i]` is a byte whose bit j says that `hands[i, j]` is wild. Raises ValueError on another
    shape, a dtype that is not an integer, or an index out of range. Duplicate cards are not
    detected.
    """
    cards = _as_bytes(np.asarray(hands))
    values = np.empty(len(cards), np.uint16)
    if (rules is None) == (wild is None):
        raise ValueError("expected either a rule or marks of the wild cards")
    if rules is not None:
        are_cards = stud_values_by_rule(cards, rules.code, values)
    else:
        are_cards = stud_values_marked(cards, _as_marks(np.asarray(wild), len(cards)), values)
    if not are_cards:
        raise ValueError(NO_CARD)
    return values


def _as_bytes(hands: NDArray[np.generic]) -> NDArray[np.uint8]:
    if hands.ndim != 2 or hands.shape[1] != N_HAND:
        raise ValueError(f"hands of shape {hands.shape}: expected (n, {N_HAND})")
    if not np.issubdtype(hands.dtype, np.integer):
        raise ValueError(f"hands of dtype {hands.dtype}: expected integers, card indices 0 to 51")
    if hands.dtype != np.uint8 and hands.size and (hands.max() >= N_CARDS or hands.min() < 0):
        raise ValueError(NO_CARD)  # the native module checks bytes
    return np.ascontiguousarray(hands, np.uint8)


def _as_marks(wild: NDArray[np.generic], n_hands: int) -> NDArray[np.uint8]:
    if wild.shape != (n_hands,) or wild.dtype != np.uint8:
        raise ValueError(f"marks of shape {wild.shape}, dtype {wild.dtype}: expected one byte each")
    return np.ascontiguousarray(wild, np.uint8)
