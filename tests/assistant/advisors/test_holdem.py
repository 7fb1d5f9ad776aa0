"""Hold'em advice: everything a panel paints, and a sentence that says why."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from assistant.advisors.holdem import HoldemAdvice, HoldemRequest, advise
from engine.cards import Card
from engine.control import Control
from engine.errors import CardError, InputError


def ask(hero: str, *opponents: str, **options: object) -> HoldemAdvice:
    request = HoldemRequest(hero=hero, opponents=opponents or ("random",), **options)  # type: ignore[arg-type]
    return advise(request, Control())


def test_a_flop_is_answered_in_full() -> None:
    advice = ask("Ah Kh", board="Qh Jh 2c")
    assert advice.exact
    assert advice.method == "enumerated"
    assert advice.hero.name == "You"
    assert [p.name for p in advice.players] == ["You", "Opponent 1"]
    assert advice.players[1].hand == "random"
    assert len(advice.next_cards) == 47
    best = max(advice.next_cards, key=lambda item: item.equity)
    assert repr(best.card) == "10H"
    assert best.change == pytest.approx(best.equity - advice.hero.equity)
    assert advice.hand_now == "ace high, K-Q-J-2"
    assert "35% to make a flush" in advice.why


def test_an_exact_answer_that_found_no_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.holdem.exact.enumerate_odds", lambda *_: None)
    board = "9h 8h 3c"  # of no other test: answers are remembered
    advice = ask("Ah Kh", board=board, exact=True)
    assert not advice.exact
    assert advice.hero.low is not None
    assert advice.why.startswith("there was no time to count every case, so these chances are s")
    assert "no time" not in ask("Ah Kh", board=board).why


def test_the_preflop_table_answers_and_is_named() -> None:
    advice = ask("AhKh", *["random"] * 3)
    assert advice.method == "preflop table"
    assert advice.half_width is not None
    assert advice.half_width < 2.5e-4
    assert "3 opponents" in advice.why


def test_a_sampled_answer_says_its_error() -> None:
    advice = ask("AhKh", "QQ+", "random", seed=5)
    assert not advice.exact
    assert (advice.n_samples, advice.seed) == (100_000, 5)
    assert advice.half_width is not None
    assert 0.001 < advice.half_width < 0.01
    for player in advice.players:
        assert player.low is not None
        assert player.high is not None
        assert player.low < player.equity < player.high


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"hero": "AsAc", "board": "Qh Jh 2c 3d Kh"}, "pair of aces"),
        ({"hero": "QsQc", "board": "Qh Jh 2c"}, "three of a kind, queens"),
        ({"hero": "AhKh", "board": "Qh Jh 10h"}, "nothing can improve"),
        ({"hero": "AhKh", "opponents": ("2c2d",), "board": "Qh Jh 3c"}, "behind the opponent now"),
        ({"hero": "AhKh", "opponents": ("QQ, JJ",), "board": "Qh Jh 3c"}, "behind all of"),
        ({"hero": "AhKh", "opponents": ("AdKd",), "board": "Qh Jh 3c"}, "level with the opponent"),
        ({"hero": "QQ+, AK", "opponents": ("22+",)}, "more than an even share"),
        ({"hero": "7h2d"}, "less than an even share"),
        ({"hero": "2c3d", "board": "AhKhQhJhTh"}, "level with all of the opponent's hands"),
        ({"hero": "Kh2c", "board": "AhQhJh9h"}, "ahead of more than 99% of the opponent's"),
        ({"hero": "AhKs", "board": "2h3h4h7hQh"}, "ahead of more than 99%"),
    ],
)
def test_why(options: dict[str, object], said: str) -> None:
    assert said in advise(HoldemRequest(**options), Control()).why  # type: ignore[arg-type]


def test_equal_questions_are_answered_from_the_cache() -> None:
    first = ask("8h8d", "QQ+, AKs", board="Th 5c 2d")
    second = ask("8s8c", "QQ+, AKs", board="Ts 5d 2c")
    assert not first.from_cache
    assert second.from_cache
    assert second.hero.equity == first.hero.equity
    assert {n.card for n in second.next_cards} == {
        Card(n.card.rank, {"H": "S", "D": "C", "C": "D", "S": "H"}[n.card.suit.name])  # type: ignore[arg-type]
        for n in first.next_cards
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"hero": "Zz"}, "Zz"),
        ({"hero": "Ah Kh", "opponents": ("QQ", "x")}, '"x"'),
        ({"hero": "Ah Kh", "mode": "slow"}, "mode"),
        ({"hero": "Ah Kh", "board": "Qx"}, "Qx"),
        ({"hero": "Ah Kh", "colour": 1}, "colour"),
    ],
)
def test_bad_requests_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        HoldemRequest(**options)  # type: ignore[arg-type]


def test_bad_tables_are_refused() -> None:
    with pytest.raises(CardError, match="A♥ is given twice"):
        ask("AhKh", board="Ah 2c 3c")
    with pytest.raises(InputError, match="between 1 and 9"):
        ask("AhKh", *["random"] * 10)


@given(st.text(max_size=12), st.text(max_size=12))
@settings(max_examples=40)
def test_any_text_is_answered_or_refused(hero: str, board: str) -> None:
    try:
        request = HoldemRequest(hero=hero, board=board, n_samples=100, seed=1)
        assert advise(request, Control()).players
    except (InputError, ValidationError):
        pass


def test_a_call_that_is_worth_nothing_is_even() -> None:
    asked = HoldemRequest(hero="AhKh", opponents=("AdKd",), pot=1, price=1)
    call = advise(asked, Control()).call
    assert call is not None
    assert call.words.startswith("call or fold: no difference")
