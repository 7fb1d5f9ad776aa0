"""Agents found by their text, and refusals that list what there is."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.play.registry import find_agent, find_agents, find_game
from engine.errors import InputError


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        spec = find_agent(text, "toy")
        assert find_agent(spec.text) == spec


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("toy:strong", 'toy has no agent "strong"; there are: random, smart, high, low'),
        ("toy:high?depth=2", 'the agent high has no setting "depth"; there are: none'),
        ("toy:random?speed=1", "there are: pause_ms (a number from 0 to 1,000,000)"),
        ("toy:random?pause_ms=fast", 'pause_ms="fast" cannot be used: expected a number from 0'),
        ("toy:random?pause_ms=-1", 'pause_ms="-1" cannot be used'),
        ("toy:random?pause_ms=nan", 'pause_ms="nan" cannot be used'),
        ("toy:random?pause_ms=1&pause_ms=2", "gives pause_ms twice"),
        ("toy:low?mood=glad", 'mood="glad" cannot be used: expected calm or cross'),
        ("chess:best", 'there is no game "chess"; there are: pokle, slave'),
        ("high", 'the agent "high" names no game'),
        ("toy:", 'cannot read the agent "toy:"'),
        ("", "names no game"),
    ],
)
def test_refusals_list_what_there_is(text: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        find_agent(text)
    assert reason in str(caught.value)


def test_agents_of_one_table_play_one_game() -> None:
    assert [spec.text for spec in find_agents(["high", "toy:low"], "toy")] == [
        "toy:high",
        "toy:low",
    ]
    with pytest.raises(InputError, match="does not play toy"):
        find_agents(["toy:high", "slave:greedy"])
    with pytest.raises(InputError, match="no agents"):
        find_agents([])


def test_settings_fill_in_defaults() -> None:
    kinds = find_game("toy").agents
    assert kinds["random"].settings(find_agent("toy:random").options) == {"pause_ms": 0.0}
    given = find_agent("toy:random?pause_ms=2").options
    assert kinds["random"].settings(given) == {"pause_ms": 2.0}
