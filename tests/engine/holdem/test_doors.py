"""Questions are checked where they enter the native module; nothing is dealt from a bad one."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import rust_meld
from engine.holdem.preflop.build import N_OUTCOMES
from engine.holdem.tally import (
    CATEGORIES,
    MAX_SEATS,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    NEXT_CARDS,
)
from rust_meld import RefusedError

FLAG = np.zeros(1, np.uint8)
FLOP, TURN_DECK = bytes([40, 41, 42]), bytes(range(40))
NO_ROWS: dict[str, Any] = {"rows": np.zeros((0, 2), np.int64), "row_sums": np.zeros(0)}
ACES = 1325  # the two highest cards
WEIGHTS = np.zeros(1326)
WEIGHTS[:10] = 1


def deal(**changes: Any) -> rust_meld.HoldemDeal:
    """Two seats with two hands each on a flop, with some arguments changed."""
    usual: dict[str, Any] = {
        "board": FLOP,
        "deck": TURN_DECK,
        "runouts": np.zeros((0, 2), np.uint8),
        "starts": np.array([0, 2, 4]),
        "combos": np.array([0, 5, 9, 14]),
        "chances": np.ones(4),
        "aliases": np.array([0, 1, 2, 3]),
        **NO_ROWS,
    }
    return rust_meld.HoldemDeal(**usual | changes)


def rows(*hands: tuple[int, int], sums: list[float]) -> dict[str, Any]:
    return {"rows": np.array(hands, np.int64), "row_sums": np.array(sums, np.float64)}


def tally() -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.zeros(N_TALLY, np.int64)


def test_the_layout_of_a_tally_is_the_same_on_both_sides() -> None:
    assert rust_meld.holdem_layout() == [
        MAX_SEATS,
        N_SEAT_COUNTS,
        N_CATEGORIES,
        CATEGORIES,
        NEXT_CARDS,
        N_TALLY,
        N_OUTCOMES,
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"board": FLOP[:2]}, "a board of 2 cards"),
        ({"board": bytes([40, 41, 41])}, "board: expected different cards"),
        ({"board": bytes([40, 41, 52])}, "board: expected different cards"),
        ({"deck": bytes([1, 1, *range(2, 40)])}, "deck: expected different cards"),
        ({"deck": bytes(range(42))}, "lies on the board"),
        ({"deck": bytes(range(5))}, "expected 6 for the board and all hands"),
        ({"runouts": np.zeros((1, 1), np.uint8)}, "rows of 2 cards"),
        ({"runouts": np.zeros((1, 2), np.uint8)}, "different cards that may come"),
        ({"runouts": np.array([[1, 50]], np.uint8)}, "different cards that may come"),
        ({"runouts": np.zeros((0, 2), np.int64)}, "runouts: expected a NumPy array of u8"),
        ({"starts": np.array([0, 2, 3])}, "starts: expected rising numbers from 0 to 4"),
        ({"starts": np.array([1, 2, 4])}, "starts: expected rising numbers"),
        ({"starts": np.array([0, 5, 4])}, "starts: expected rising numbers"),
        ({"starts": np.zeros(0, np.int64)}, "starts: expected rising numbers"),
        ({"starts": np.array([0, 4])}, "1 seats: expected 2 to 10"),
        ({"starts": np.array([0, *[4] * 11])}, "11 seats: expected 2 to 10"),
        ({"combos": np.array([0, 5, 9, 1326])}, "combination 1326"),
        ({"combos": np.array([0, 5, 9, -1])}, "combination -1"),
        ({"combos": np.array([0, 5, 9, 40 * 39 // 2])}, "a card of a hand lies on the board"),
        ({"chances": np.ones(3)}, "chances: expected 4 numbers"),
        ({"chances": np.array([0, 1, 1, 1.5])}, "chances: expected 4 numbers"),
        ({"chances": np.array([0, 1, 1, np.nan])}, "chances: expected 4 numbers"),
        ({"aliases": np.array([0, 2, 2, 3])}, "aliases: expected places in the list"),
        ({"aliases": np.array([0, 1, 2, -1])}, "aliases: expected places in the list"),
        ({"aliases": np.array([0, 1, 2])}, "aliases: expected places in the list"),
        ({"aliases": np.array([0, 1, 2, 3, 4])}, "aliases: expected places in the list"),
        (rows((0, 5), sums=[1, 2]), "row_sums: expected 1 numbers"),
        (rows((0, 5), (0, 9), sums=[2, 1]), "rising sums"),
        (rows((0, 5), (0, 9), sums=[0, np.inf]), "row_sums: expected 2 numbers"),
        (rows((0, 5), sums=[0]), "rising sums"),
        (rows((0, 1), sums=[1]), "hands that share no card"),
        (rows((0, -1), sums=[1]), "-1 for each seat without a list"),
        (rows((0, 1326), sums=[1]), "combination 1326"),
        ({"rows": np.zeros((1, 3), np.int64), "row_sums": np.ones(1)}, "a hand for each seat"),
    ],
)
def test_a_deal_that_cannot_be_sampled_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        deal(**changes)


def test_the_deck_may_be_just_large_enough() -> None:
    """Random hands take every card of it."""
    small = deal(
        deck=bytes(range(6)),
        starts=np.array([0, 0, 0]),
        combos=np.zeros(0, np.int64),
        chances=np.zeros(0),
        aliases=np.zeros(0, np.int64),
    )
    found = tally()
    assert small.sample(1, 0, 100, FLAG, found) == 100
    assert found[NEXT_CARDS:].reshape(52, 2)[:6, 0].sum() == 200


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda d: d.sample(1 << 63, 0, 1, FLAG, tally()), "a seed below 2"),
        (lambda d: d.sample(0, 0, 1 << 18, FLAG, tally()), "expected at most"),
        (lambda d: d.sample(0, 0, 1, np.zeros(0, np.uint8), tally()), "flag is empty"),
        (lambda d: d.sample(0, 0, 1, FLAG, tally()[1:]), "tally has 185 numbers: expected 186"),
        (lambda d: d.sample(0, 0, 1, FLAG, np.zeros(N_TALLY)), "tally: expected a NumPy array"),
        (lambda d: d.sample_random(0, 0, 1, tally()), "expected one known hand, hero's"),
    ],
)
def test_a_chunk_that_cannot_be_dealt_is_refused(
    ask: Callable[[rust_meld.HoldemDeal], object], said: str
) -> None:
    with pytest.raises(RefusedError, match=said):
        ask(deal())


RUNOUTS = np.array([[0, 1], [2, 3]], np.uint8)
DUEL = (FLOP, RUNOUTS, np.ones(2), WEIGHTS, WEIGHTS)


def duel(place: int, value: object) -> Callable[[], object]:
    """Ask for a duel with one argument changed."""
    arguments: list[Any] = list(DUEL)
    arguments[place] = value
    return partial(rust_meld.HoldemDuel, *arguments)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (duel(1, RUNOUTS[:, :1].copy()), "rows of 2 cards"),
        (duel(1, np.array([[0, 40], [1, 2]], np.uint8)), "different cards that may come"),
        (duel(2, np.ones(1)), "runout_weights: expected 2 numbers"),
        (duel(2, np.array([1, np.inf])), "runout_weights: expected 2 numbers"),
        (duel(3, WEIGHTS[:-1]), "hero: expected 1326 numbers"),
        (duel(4, -WEIGHTS), "opponent: expected 1326 numbers"),
        (duel(4, np.ones(1326)), "opponent: a card of a hand lies on the board"),
    ],
)
def test_a_duel_that_cannot_be_fought_is_refused(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        ask()


def test_steps_and_rooms_of_a_duel_are_checked() -> None:
    asked, found = rust_meld.HoldemDuel(*DUEL), np.zeros(N_TALLY)
    with pytest.raises(RefusedError, match="runouts 0 to 3: expected numbers up to 2"):
        asked.enumerate(0, 3, FLAG, found)
    with pytest.raises(RefusedError, match="runouts 2 to 1"):
        asked.enumerate(2, 1, FLAG, found)
    with pytest.raises(RefusedError, match="by_runout has 2 numbers: expected 4"):
        asked.sweep(0, 1, FLAG, np.zeros((1326, 2)), np.zeros((1, 2)))
    with pytest.raises(RefusedError, match="by_hand has"):
        asked.sweep(0, 1, FLAG, np.zeros((1325, 2)), np.zeros((2, 2)))


def test_runouts_are_checked() -> None:
    lists = {"starts": np.array([0, 1, 2]), "combos": np.array([0, 5]), "weights": np.ones(2)}
    asked = rust_meld.HoldemRunouts(FLOP, RUNOUTS, **lists)
    with pytest.raises(RefusedError, match="runouts 0 to 3"):
        asked.enumerate(0, 3, FLAG, np.zeros(N_TALLY))
    with pytest.raises(RefusedError, match="weights: expected 2 numbers"):
        rust_meld.HoldemRunouts(FLOP, RUNOUTS, **lists | {"weights": np.array([1, np.nan])})


@pytest.mark.parametrize(
    ("combos", "gone", "weight"),
    [
        ([0], b"\0\1", 1.0),
        ([0, 1], b"\0\1\2", 1.0),
        ([0, 5], b"\0\1\2", 1.0),
        ([0, 5], b"\0\1\2\3\3", 1.0),
        ([0, 5], bytes(range(48)), 1.0),
        ([0, 1326], b"\0\1\2\3", 1.0),
        ([0, 5], b"\0\1\2\3", -1.0),
        ([0, 5], b"\0\1\2\3", float("nan")),
    ],
)
def test_known_hands_are_checked(combos: list[int], gone: bytes, weight: float) -> None:
    found = np.zeros(N_TALLY)
    with pytest.raises(RefusedError, match="expected"):
        rust_meld.holdem_known_hands(combos, gone, weight, FLAG, found)
    with pytest.raises(RefusedError, match="expected"):
        rust_meld.holdem_against_random(ACES, gone, weight, FLAG, found)
    assert not found.any()


def test_decks_are_checked() -> None:
    counts = np.zeros((169, N_OUTCOMES), np.int32)
    seated, splits = np.zeros((7, 169), np.int64), np.zeros((7, 169, 2), np.int64)
    with pytest.raises(RefusedError, match="expected at most"):
        rust_meld.holdem_decks(0, 0, 1 << 27, FLAG, counts, seated, splits)
    with pytest.raises(RefusedError, match="counts has"):
        rust_meld.holdem_decks(0, 0, 1, FLAG, counts[1:], seated, splits)


def test_a_flag_that_is_set_stops_every_function() -> None:
    """A flag set beforehand is what one that is set meanwhile would be at the next look."""
    stop, found = np.ones(1, np.uint8), np.zeros(N_TALLY)
    rust_meld.HoldemDuel(*DUEL).enumerate(0, 2, stop, found)
    rust_meld.holdem_known_hands([0, 5], b"\0\1\2\3", 1.0, stop, found)
    rust_meld.holdem_against_random(0, b"\0\1", 1.0, stop, found)
    assert not found.any()
    rooms = np.zeros((169, N_OUTCOMES), np.int32), np.zeros((7, 169), np.int64)
    splits = np.zeros((7, 169, 2), np.int64)
    assert rust_meld.holdem_decks(0, 0, 1_000, stop, *rooms, splits) == 0
