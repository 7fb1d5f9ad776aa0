"""Arrays are checked at the native functions: their kind, shape, order and memory."""

import numpy as np
import pytest
from numpy.typing import NDArray

from rust_meld import RefusedError, poker_count_sevens, poker_values

HANDS = np.arange(14, dtype=np.uint8).reshape(2, 7)
ROOM = np.zeros(2, np.uint16)
SHARED = np.zeros(32, np.uint8)


def read_only(array: NDArray[np.uint16]) -> NDArray[np.uint16]:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("hands", "values", "said"),
    [
        (HANDS.astype(np.int64), ROOM, "hands: expected a NumPy array of u8"),
        ([[0, 1, 2, 3, 4]], ROOM, "hands: expected a NumPy array of u8"),
        (HANDS[:, :4].copy(), ROOM, "rows of 5 to 7"),
        (HANDS[0], ROOM, "rows of 5 to 7"),
        (HANDS.T[:5].T, ROOM, "hands: expected an array in C order"),
        (HANDS[::-1], ROOM, "hands: expected an array in C order"),
        (HANDS, ROOM.astype(np.int16), "values: expected a NumPy array of u16"),
        (HANDS, ROOM[:1], "values has 1 numbers: expected 2"),
        (HANDS, np.zeros(4, np.uint16)[::2], "values: expected an array in C order"),
        (HANDS, read_only(ROOM.copy()), "values: expected a writable array"),
        (SHARED[:14].reshape(2, 7), SHARED[12:16].view(np.uint16), "shares no memory"),
    ],
)
def test_wrong_arrays_are_refused(
    hands: NDArray[np.uint8], values: NDArray[np.uint16], said: str
) -> None:
    with pytest.raises(RefusedError, match=said):
        poker_values(hands, values)


@pytest.mark.parametrize(("first", "stop"), [(7, 6), (0, 53)])
def test_wrong_highest_cards_are_refused(first: int, stop: int) -> None:
    with pytest.raises(RefusedError, match="expected 0 to 52"):
        poker_count_sevens(first, stop)


def test_any_bytes_stay_inside_the_tables() -> None:
    rows = np.random.default_rng(2).integers(0, 256, (100_000, 7)).astype(np.uint8)
    for row in rows[:2_000]:
        bad = poker_values(row[None].copy(), ROOM[:1])
        assert (bad == 0) == bool((row > 51).any())
    assert poker_values(rows, np.zeros(len(rows), np.uint16)) == 0
