"""Ranges: what each notation stands for, round trips, and what is refused."""

import re
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_cards, to_mask
from engine.errors import InputError
from engine.holdem.combos import CLASS_NAMES, combo_index, combo_text
from engine.holdem.ranges import (
    Range,
    format_range,
    known_hand,
    parse_range,
    random_range,
    range_of_grid,
)
from engine.holdem.tables import CLASS_SIZES, COMBO_CARDS, N_COMBOS

weights = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 0.1]), st.floats(1e-6, 1))


def painted(classes: dict[int, float]) -> np.ndarray:
    grid = np.zeros(169)
    for place, weight in classes.items():
        grid[place] = weight
    return grid


grids = st.dictionaries(st.integers(0, 168), weights, max_size=30).map(painted)
singles = st.dictionaries(st.integers(0, N_COMBOS - 1), weights, max_size=6)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("QQ+", "AA KK QQ"),
        ("99-77", "99 88 77"),
        ("77-99", "99 88 77"),
        ("AKs", "AKs"),
        ("AK", "AKs AKo"),
        ("kto+", "KTo KJo KQo"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("JTs-87s", "JTs T9s 98s 87s"),
        ("10 9 s".replace(" ", ""), "T9s"),
        ("QQ+, AKs; 72o", "AA KK QQ AKs 72o"),
        ("AQ+", "AQs AKs AQo AKo"),
        ("K9s-K6s", "K9s K8s K7s K6s"),
        ("3xs", "A3s K3s Q3s J3s T3s 93s 83s 73s 63s 53s 43s 32s"),
        ("QQ+, AK, !KK, ! AKo", "AA QQ AKs"),
        ("top 0.9%", "AA KK"),
        ("0.9% - 1.3%", "QQ"),
    ],
)
def test_what_a_text_stands_for(text: str, names: str) -> None:
    grid = parse_range(text).grid().reshape(-1)
    assert {CLASS_NAMES[i] for i in np.flatnonzero(grid)} == set(names.split())


def test_counts_of_combinations() -> None:
    assert parse_range("QQ+,AK").n_combos == 34
    assert parse_range("22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+").n_combos == 222
    assert parse_range("random").n_combos == N_COMBOS == CLASS_SIZES.sum()


def test_percent_takes_the_best_hands_and_comes_near() -> None:
    for share in (1, 5, 10, 15, 20, 37.5, 50, 80, 99):
        n_combos = parse_range(f"{share}%").n_combos
        assert abs(n_combos / N_COMBOS - share / 100) <= 6.5 / N_COMBOS
    assert parse_range("100%").is_random
    assert parse_range("15%").weights[parse_range("5%").weights > 0].all()
    parts = parse_range("20%").weights - parse_range("top 5 %").weights
    assert (parts == parse_range("5%-20%").weights).all()


def test_a_rank_with_any_other_card() -> None:
    assert parse_range("Ax").n_combos == 6 + 12 * 16
    assert parse_range("Axo").n_combos == 12 * 12
    assert parse_range("Axs").n_combos == 12 * 4


def test_exclusions_alone_leave_all_other_hands() -> None:
    assert parse_range("!AA !72o").n_combos == N_COMBOS - 6 - 12


@pytest.mark.parametrize("text", ["101%", "20%-5%", "5%-5%", "1.2.3%", "!AKs:0.5", "!", "Axx", "%"])
def test_what_is_no_percent_nor_exclusion_is_quoted(text: str) -> None:
    with pytest.raises(InputError, match=re.escape(f'"{text}"')):
        parse_range(text)


def test_weights_and_overrides() -> None:
    hands = parse_range("TT+, JJ:0.25, QQ:50%, KK:0")
    grid = hands.grid()
    assert [grid[i, i] for i in range(5)] == [1, 0, 0.5, 0.25, 1]


def test_two_cards_are_one_hand() -> None:
    for text in ("Kd Kc", "KdKc", "K♦️ K♣️", "kc, kd"):
        assert parse_range(text) == known_hand(*parse_cards("KdKc"))


def test_cards_elsewhere_are_left_out() -> None:
    left = parse_range("AA, AKs").without(to_mask(parse_cards("Ah Kd")))
    assert left.n_combos == 3 + 2


@given(grids, singles)
def test_text_makes_a_round_trip(grid: np.ndarray, extra: dict[int, float]) -> None:
    hands = range_of_grid(grid)
    for combo, weight in extra.items():
        hands.weights[combo] = weight
    if hands.n_combos:
        assert parse_range(format_range(hands)) == hands


@given(grids)
def test_grid_makes_a_round_trip(grid: np.ndarray) -> None:
    assert np.allclose(range_of_grid(grid).grid().reshape(-1), grid)


@given(st.integers(0, N_COMBOS - 1))
def test_combinations_have_a_text(combo: int) -> None:
    assert combo_index(*parse_cards(combo_text(combo))) == combo
    assert COMBO_CARDS[combo, 0] < COMBO_CARDS[combo, 1]


def test_short_texts_stay_short() -> None:
    for text in ("22+, A2s+, KTs+, ATo+", "QQ-99, 76s:0.5", "random", "AA, AhKd"):
        assert format_range(parse_range(text)) == text


@pytest.mark.parametrize(
    "bad",
    ["AKx", "ZZ", "QQ+-99", "AA-AK", "AKs-AQo", "AKs-QJo", "AAs", "A5s-K2s", "76s:2", "76s:x",
     "AA:1e-300", "AA:nan", "AA:inf", "AA:-0.1",
     "AhAh", "Ah Ah", "QQ++", "AK:", "Ah", "AhKhQh"],
)  # fmt: skip
def test_what_cannot_be_read_is_quoted(bad: str) -> None:
    with pytest.raises(InputError, match=r"cannot read|given twice|has two cards") as error:
        parse_range(bad)
    assert "\n" not in str(error.value)


def test_an_empty_range_is_called_empty() -> None:
    with pytest.raises(InputError, match=r"^the range is empty: expected hands such as QQ\+"):
        parse_range("")


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        hands = parse_range(text)
        assert ((hands.weights >= 0) & (hands.weights <= 1)).all()


def test_a_grid_of_another_shape_is_refused() -> None:
    with pytest.raises(InputError, match="13 rows"):
        range_of_grid(np.ones((12, 13)))
    for weight in (2.0, -1.0, 1e-300, np.nan):
        with pytest.raises(InputError, match=r"expected 0, or 0\.000001 to 1"):
            range_of_grid(np.full((13, 13), weight))


def test_a_range_of_another_size_is_refused() -> None:
    for weights in (np.ones(5), np.ones(N_COMBOS, np.int64), np.ones((N_COMBOS, 1))):
        with pytest.raises(InputError, match="1326 weights"):
            Range(weights)  # type: ignore[arg-type]


def test_repr_can_be_pasted_back() -> None:
    hands = parse_range("QQ+, AKs:0.5")
    assert eval(repr(hands)) == hands
    assert random_range().is_random


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Ah Kx", '"Kx"'),
        ("AhKx", '"Kx"'),
        ("1h Kh", 'the card "1h"'),
        ("10h, K", '"K"'),
        ("A♥ KK", '"KK"'),
        ("Ah Kd Qs Qc", '"AhKd QsQc"'),
        ("QQ+, Kh", '"Kh" in the range'),
        ("AhKd Q+", '"Q+" in the range'),
    ],
)
def test_the_part_that_cannot_be_read_is_named(text: str, named: str) -> None:
    with pytest.raises(InputError) as error:
        parse_range(text)
    assert named in str(error.value)
