"""Agents as text: the round trip, bounds, and names for people."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agents import (
    AgentKind,
    NamedOpponent,
    Option,
    agent_about,
    agent_name,
    list_opponents,
    name_opponents,
    parse_agent,
    resolve,
)
from engine.errors import InputError

NAMES = st.text(string.ascii_lowercase + string.digits + "_-", min_size=1, max_size=12)
VALUES = st.one_of(
    st.integers(-(10**6), 10**6),
    st.floats(-1e6, 1e6),
    st.booleans(),
    st.text(string.ascii_letters + string.digits, min_size=1, max_size=8),
)


@given(NAMES, st.dictionaries(NAMES, VALUES, max_size=4))
def test_text_round_trip(name: str, options: dict[str, int | float | bool | str]) -> None:
    kinds = {name: AgentKind("", {key: Option(value) for key, value in options.items()})}
    settings = "&".join(f"{k}={'yes' if v is True else v}" for k, v in reversed(options.items()))
    spec = parse_agent(f"toy:{name}?{settings}" if settings else name, "toy", kinds)
    assert dict(spec.options) == options
    assert parse_agent(spec.text, "toy", kinds) == spec


def test_options_say_what_they_accept() -> None:
    assert Option(False).accepted == "yes or no"
    assert Option(1, low=1).accepted == "a whole number from 1"
    assert Option(0.5, high=2000).accepted == "a number to 2,000"


def test_people_read_names_with_the_main_settings() -> None:
    kinds = {
        "search": AgentKind(
            "", {"tries": Option(256, words="{:,} tries", is_main=True), "flat": Option(False)}
        )
    }
    assert agent_name("search", kinds) == "Search, 256 tries"
    assert agent_name("toy:search?tries=4096", kinds) == "Search, 4,096 tries"
    assert agent_name("search?flat=yes", kinds) == "Search, 256 tries, flat True"


def test_an_unknown_agent_is_an_error_with_a_subject() -> None:
    kinds = {"search": AgentKind("", {})}
    for text, said in (
        ("foo", 'there is no agent "foo"; there are: search'),
        ("toy:foo", 'toy has no agent "foo"'),
        ("?", "such as search"),
    ):
        with pytest.raises(InputError, match=said):
            agent_name(text, kinds)


def test_a_named_opponent_is_an_agent_with_settings() -> None:
    basic = {"greedy": AgentKind("g", is_quick=True), "search": AgentKind("s", {"n": Option(9)})}
    ladder = (
        NamedOpponent("ann", "greedy", "is quick"),
        NamedOpponent("bo", "search?n=3", "is slow"),
    )
    kinds = basic | name_opponents(ladder, basic)
    assert [(kinds[name].level, kinds[name].is_quick) for name in ("ann", "bo")] == [
        (1, True),
        (2, False),
    ]
    spec = parse_agent("toy:bo", "toy", kinds)
    assert spec.text == "toy:bo"
    assert resolve(spec, kinds) == parse_agent("search?n=3", "toy", kinds)
    plain = parse_agent("search?n=4", "toy", kinds)
    assert resolve(plain, kinds) == plain
    assert agent_name("bo", kinds) == "Bo"
    assert agent_about("bo", kinds) == "bo: is slow (search?n=3)"
    assert list_opponents(kinds) == ["bo", "ann", "search", "greedy"]
    with pytest.raises(InputError, match="no setting"):
        parse_agent("bo?n=4", "toy", kinds)
