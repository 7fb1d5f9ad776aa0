"""Objects through a wire: equal at the other end, arrays of every shape, and a closed end."""

import multiprocessing
import threading
from contextlib import closing

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.arena.wire import SOCKET_BYTES, Wire


def through(message: object) -> object:
    """What comes out at the other end."""
    here, there = Wire.pair()
    with closing(here), closing(there):
        sender = threading.Thread(target=here.send, args=(message,))
        sender.start()
        received = there.receive()
        sender.join()
    return received


@pytest.mark.parametrize("message", [None, "text", (1, [2.5, b"bytes"]), {"a": ValueError("no")}])
def test_objects_come_out_as_they_went_in(message: object) -> None:
    assert repr(through(message)) == repr(message)


@pytest.mark.parametrize(
    "array",
    [
        np.empty((0, 4), np.uint8),
        np.arange(12, dtype=np.float32).reshape(3, 4),
        np.asfortranarray(np.arange(12).reshape(3, 4)),
        np.arange(24)[::2],
        np.random.default_rng(1).integers(0, 256, 5 * SOCKET_BYTES, dtype=np.uint8),
    ],
    ids=["empty", "rows", "columns", "with gaps", "larger than the socket"],
)
def test_arrays_come_out_as_they_went_in(array: NDArray[np.generic]) -> None:
    first, again = through([array, array])  # type: ignore[misc]
    assert first.dtype == array.dtype
    np.testing.assert_array_equal(first, array)
    np.testing.assert_array_equal(again, array)


def test_messages_keep_their_order() -> None:
    here, there = Wire.pair()
    with closing(here), closing(there):
        for number in range(5):
            here.send(np.full(3, number))
        assert [int(there.receive()[0]) for _ in range(5)] == [0, 1, 2, 3, 4]


def test_a_closed_end_is_told() -> None:
    here, there = Wire.pair()
    with closing(there):
        here.close()
        with pytest.raises(EOFError):
            there.receive()


def test_a_message_cut_short_is_told() -> None:
    here, there = Wire.pair()
    with closing(there):
        here._socket.sendall(b"\x02\x00\x00\x00\x09")
        here.close()
        with pytest.raises(EOFError):
            there.receive()


def _double(wire: Wire) -> None:
    wire.send(wire.receive() * 2)


def test_an_end_can_be_given_to_another_process() -> None:
    here, there = Wire.pair()
    process = multiprocessing.get_context("spawn").Process(target=_double, args=(there,))
    process.start()
    there.close()
    with closing(here):
        here.send(np.arange(4))
        np.testing.assert_array_equal(here.receive(), [0, 2, 4, 6])
    process.join()
    assert process.exitcode == 0
