"""House rules: one place for defaults, bounds, labels and text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rust_meld
from engine.errors import InputError
from engine.konkan.rules import KonkanRules
from engine.rules import NoRules, Rules
from engine.slave.rules import SlaveRules

KINDS: tuple[type[Rules], ...] = (KonkanRules, SlaveRules)


@given(st.data(), st.sampled_from(KINDS))
def test_settings_come_back_from_their_text(data: st.DataObject, kind: type[Rules]) -> None:
    settings = {
        option.key: data.draw(
            st.booleans() if option.is_switch else st.integers(option.low, option.high)
        )
        for option in kind.options()
    }
    rules = kind.of(settings)
    assert rules.settings() == settings
    assert kind.read(rules.text) == rules == kind.read(rules.changed)


def test_the_usual_rules_have_no_text() -> None:
    assert [kind().text for kind in (*KINDS, NoRules)] == ["", "", ""]


def test_every_option_explains_itself() -> None:
    for kind in KINDS:
        assert kind.options()
        for option in kind.options():
            assert option.label
            assert option.help.endswith(".")
            assert kind.read(option.example).changed == (option.example,)


def test_what_earlier_versions_wrote_is_read() -> None:
    assert SlaveRules.read(["lap", "free lead"]) == SlaveRules("lap", False)
    assert KonkanRules.read(["threshold=90", "swap_own=1"]) == KonkanRules(90, swap_own=True)


@pytest.mark.parametrize(
    "text", ["aces=1", "threshold", "threshold=0", "threshold=x", "swap_own=2", "lap=yes", "=", "?"]
)
def test_bad_rules_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        KonkanRules.read(text)
    with pytest.raises(InputError):
        NoRules.read(text)
    with pytest.raises(InputError):
        KonkanRules.read("threshold=90&threshold=80")


def test_konkans_rules_are_those_of_the_native_game() -> None:
    rules = KonkanRules(90, 2, True, True, True, 30, 120)
    assert rust_meld.Game(1, 2, 0, rules.as_tuple()).rules == rules.as_tuple()
