"""What the native functions of Kings and Lows refuse, and that they stop when asked to."""

from typing import Any

import numpy as np
import pytest

from engine.cards import full_deck
from engine.kings_lows.deals import NOT_OPEN, TO_DEAL, Deal, OpenDeal, no_counts
from engine.poker.masks import mask_of
from rust_meld import (
    RefusedError,
    StudLastCard,
    stud_complete,
    stud_play_out,
    stud_starts,
    stud_values_by_rule,
    stud_values_marked,
)

MASKS = np.array([mask_of([card]) for card in full_deck()], np.uint64)
DECK = np.arange(52, dtype=np.uint8)
GO_ON, STOP = np.zeros(1, np.uint8), np.ones(1, np.uint8)
FLOORS = np.zeros(2, np.uint16)
DEAL = Deal(np.zeros(2, np.uint64), np.array([7, 7]), DECK, 0, FLOORS)
OPENS = np.full((5, 2), TO_DEAL, np.int64)
OPEN = OpenDeal(np.zeros(2, np.uint64), np.array([2, 2]), OPENS, DECK, 0, FLOORS, True, True)
QUESTION: dict[str, Any] = {
    "hero_hole": int(MASKS[:2].sum()),
    "hero_open": int(MASKS[2:6].sum()),
    "known": [int(MASKS[6:12].sum())],
    "n_missing": [1],
    "gone": int(MASKS[20:24].sum()),
    "code": 0,
    "bet": 0.5,
    "least_chance": 0.25,
    "floor": 0,
}


def with_cell(array: Any, place: Any, value: int) -> Any:
    changed = array.copy()
    changed[place] = value
    return changed


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"known": np.zeros(8, np.uint64)}, "8 players"),
        ({"n_missing": np.array([7])}, "one entry for each in every list"),
        ({"n_missing": np.array([7, -7])}, "no negative"),
        ({"n_missing": np.array([7, 6])}, "expected 7 together"),
        ({"floors": FLOORS.astype(np.int64)}, "floors: expected a NumPy array of u16"),
        ({"known": MASKS[:2].copy(), "n_missing": np.array([6, 6])}, "given twice"),
        ({"known": np.array([1 << 13, 0], np.uint64)}, "bits that are not cards"),
        ({"deck": DECK + 1}, "the card 52"),
        ({"deck": DECK[:13].copy()}, "14 cards to deal from 13"),
        ({"code": 1 << 15}, "the rule 32768"),
    ],
)
def test_wrong_tables_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        DEAL._replace(**changes).native  # noqa: B018 - making it is the test


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"opens": OPENS.T.copy()}, "opens of shape"),
        ({"opens": with_cell(OPENS, (0, 0), 52)}, "the open card 52"),
        ({"opens": with_cell(OPENS, (0, 0), -3)}, "the open card -3"),
        ({"opens": with_cell(OPENS, (0, 0), 5)}, "given twice"),
        ({"opens": with_cell(OPENS, (0, 0), NOT_OPEN)}, "expected 7 to 11"),
        ({"n_hidden": np.array([2, 7])}, "expected 7 to 11"),
        ({"deck": DECK[:13].copy()}, "14 cards to deal from 13"),
    ],
)
def test_wrong_open_tables_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        OPEN._replace(**changes).native  # noqa: B018 - making it is the test


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"known": [0] * 7, "n_missing": [7] * 7}, "8 players"),
        ({"n_missing": []}, "one entry for each in every list"),
        ({"hero_hole": int(MASKS[0])}, "expected 7 together"),
        ({"known": [int(MASKS[5:11].sum())]}, "given twice"),
        ({"gone": 1 << 15}, "bits that are not cards"),
        ({"bet": float("nan")}, "a bet of NaN"),
        ({"least_chance": 1.5}, "a chance of 1.5"),
    ],
)
def test_wrong_last_cards_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        StudLastCard(**QUESTION | changes)


def test_wrong_worlds_are_refused() -> None:
    question, gains = StudLastCard(**QUESTION), np.zeros((1, 2))
    with pytest.raises(RefusedError, match="rows of 2 to 2"):
        question.weigh(np.zeros((1, 3), np.uint8), GO_ON, gains)
    with pytest.raises(RefusedError, match="the card 52"):
        question.weigh(np.array([[13, 52]], np.uint8), GO_ON, gains)


def test_wrong_counts_are_refused() -> None:
    results, kinds, lows = no_counts(2)
    with pytest.raises(RefusedError, match="results has 3 numbers: expected 6"):
        DEAL.native.deal(1, 0, 1, GO_ON, results[:1], kinds, lows)
    with pytest.raises(RefusedError, match="shares no memory"):
        DEAL.native.deal(1, 0, 1, GO_ON, results, kinds, kinds.ravel()[:28])
    with pytest.raises(RefusedError, match="stop flag is empty"):
        DEAL.native.deal(1, 0, 1, GO_ON[:0], results, kinds, lows)
    with pytest.raises(RefusedError, match="expected at most"):
        DEAL.native.record(1, 0, 10**12)
    with pytest.raises(RefusedError, match="starts has"):
        stud_starts(2, 1, 1, 0, 0, np.zeros(5, np.int64))
    with pytest.raises(RefusedError, match="8 players"):
        stud_starts(8, 1, 1, 0, 0, np.zeros((13, 13, 13, 4), np.int64))


@pytest.mark.parametrize(
    ("n_missing", "first", "said"),
    [(6, 0, "expected 7 together"), (7, 46, "has too few"), (7, 1 << 63, "has too few")],
)
def test_wrong_completions_are_refused(n_missing: int, first: int, said: str) -> None:
    _, kinds, lows = no_counts(1)
    room = np.zeros(1, np.uint64), np.zeros(1, np.uint16)
    with pytest.raises(RefusedError, match=said):
        stud_complete(0, n_missing, DECK, 0, first, GO_ON, kinds[0], lows[0], *room)


@pytest.mark.parametrize(
    ("starts", "first", "end", "said"),
    [
        ([0, 4], 0, 4, "1 players"),
        ([0, 3, 2, 4], 0, 1, "rise from 0"),
        ([0, 2, 5], 0, 1, "rise from 0"),
        ([0, 2, 4], 1, 3, "expected 0 to 2"),
        ([0, 2, 4], 2, 1, "expected 0 to 2"),
    ],
)
def test_wrong_hands_to_play_out_are_refused(
    starts: list[int], first: int, end: int, said: str
) -> None:
    hands = np.zeros(4, np.uint64), np.zeros(4, np.uint16)
    results = np.zeros((len(starts) - 1, 3), np.int64)
    with pytest.raises(RefusedError, match=said):
        stud_play_out(*hands, np.array(starts), first, end, GO_ON, results)


def test_wrong_batches_are_refused() -> None:
    hands, values = np.arange(14, dtype=np.uint8).reshape(2, 7), np.zeros(2, np.uint16)
    with pytest.raises(RefusedError, match="wild: expected 2 bytes"):
        stud_values_marked(hands, GO_ON, values)
    with pytest.raises(RefusedError, match="the rule"):
        stud_values_by_rule(hands, 1 << 15, values)
    with pytest.raises(RefusedError, match="rows of 7 to 7"):
        stud_values_by_rule(hands[:, :6].copy(), 0, values)
    hands[1, 6] = 52
    assert not stud_values_by_rule(hands, 0, values)
    hands[1, 6] = 200
    assert not stud_values_marked(hands, np.zeros(2, np.uint8), values)


def test_a_set_flag_stops_every_long_function() -> None:
    results, kinds, lows = no_counts(2)
    assert DEAL.native.deal(1, 0, 10**15, STOP, results, kinds, lows) == 0
    assert OPEN.native.deal(1, 0, 10**15, STOP, results, kinds, lows) == 0
    room = np.zeros(1, np.uint64), np.zeros(1, np.uint16)
    assert stud_complete(0, 7, DECK, 0, 0, STOP, kinds[0], lows[0], *room) is None
    hands = np.zeros(4, np.uint64), np.zeros(4, np.uint16)
    assert stud_play_out(*hands, np.array([0, 2, 4]), 0, 2, STOP, results) == 0
    worlds, gains = np.array([[13, 14]], np.uint8), np.zeros((1, 2))
    assert StudLastCard(**QUESTION).weigh(worlds, STOP, gains) == 0
    assert not any(array.any() for array in (results, kinds, lows, gains))
