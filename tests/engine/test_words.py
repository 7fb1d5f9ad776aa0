import time

import pytest

from engine.words import counted, figure_text, in_words, local_time, printable, with_spread


def test_one_is_singular() -> None:
    assert counted(1, "card") == "1 card"
    assert counted(0, "card") == "0 cards"
    assert counted(1_200, "try", "tries") == "1,200 tries"


def test_lists_end_with_and() -> None:
    assert [in_words(["Ann", "Bob", "Cleo"][:n]) for n in range(4)] == [
        "",
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cleo",
    ]


def test_a_spread_is_never_wider_than_the_interval() -> None:
    assert with_spread(0.5, None, None) == "50.00%"
    assert with_spread(0.612, 0.598, 0.626, 1) == "61.2% ± 1.4%"
    assert with_spread(1.0, 0.7225, 1.0) == "100.00%, 72.25 to 100.00%"
    assert with_spread(0.0, 0.0, 0.2, 0) == "0%, 0 to 20%"


def test_a_figure_has_a_minus_sign_and_zero_has_none() -> None:
    assert figure_text(-10.03, "+g") == "−10.03"
    assert figure_text(5, "+d") == "+5"
    assert figure_text(0, "+d") == "0"
    assert figure_text(-0.004, "+.2f") == "0.00"
    assert figure_text(-0.3, ".0%") == "−30%"
    assert figure_text(-1200, "+,d") == "−1,200"


def test_a_moment_is_shown_as_on_a_clock_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Bangkok")
    time.tzset()
    try:
        assert local_time("2026-11-20T18:30:00+00:00") == "2026-11-21 01:30"
        assert local_time("") == local_time("yesterday") == ""
    finally:
        monkeypatch.undo()
        time.tzset()


def test_signs_that_steer_a_terminal_are_escaped() -> None:
    assert printable("\x1b[2J\x07 a\n\tb\u202e ä ♠") == "\\x1b[2J\\x07 a b\\u202e ä ♠"
