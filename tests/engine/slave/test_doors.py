"""Observations and views that cannot be are refused before a kernel sees them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import InputError
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.agents.registry import make_agent
from engine.slave.evaluation import evaluate_moves
from engine.slave.match import SlaveMatch
from engine.slave.observations import check_observation
from engine.slave.row import COUNTS, CUR, KIND, PLAYED
from engine.slave.solver import rank_moves
from engine.slave.view import PlayerView, check_view

AGENTS = ("policy", "heuristic", "search?rollouts=20")


@pytest.fixture(scope="module", params=AGENTS)
def agent(request: pytest.FixtureRequest) -> BaseAgent:
    return make_agent(request.param)


def a_view() -> PlayerView:
    match = SlaveMatch(2)
    match.apply(match.legal_actions()[0])
    return match.view(match.current_seat)


@pytest.mark.parametrize("value", [9.0, -1.0, np.nan, np.inf])
@pytest.mark.parametrize("place", [3, 60, 105, 127, 143, 146, 152])
def test_a_feature_out_of_range_is_refused(agent: BaseAgent, place: int, value: float) -> None:
    view = a_view()
    seen = view.observation()
    seen[place] = value
    with pytest.raises(InputError, match=f"feature {place}"):
        agent.select_action(seen, view.action_mask())


def test_wrong_shapes_and_masks_are_refused(agent: BaseAgent) -> None:
    view = a_view()
    seen, mask = view.observation(), view.action_mask()
    for features, allowed in (
        (seen[:-1], mask),
        (seen[None], mask),
        (seen, mask[:-1]),
        (seen, mask * 2),
        (seen, mask * 0),
        (["x"] * 155, mask),
    ):
        with pytest.raises(InputError):
            agent.select_action(features, allowed)  # type: ignore[arg-type]


def test_nearly_right_observations_never_break_an_agent(agent: BaseAgent) -> None:
    """Features of 0 and 1 at random places: an action or an error of ours."""
    rng, view, n_refused = np.random.default_rng(1), a_view(), 0
    for _ in range(60):
        seen, mask = view.observation(), view.action_mask()
        for place in rng.integers(0, 155, 3):
            seen[place] = rng.choice([0.0, 1.0, 0.5])
        try:
            assert 0 <= agent.select_action(seen, mask) < 157
        except InputError:
            n_refused += 1
    assert n_refused > 5


def test_what_an_agent_sees_passes() -> None:
    match = SlaveMatch(5, n_rounds=2)
    while not match.is_over:
        view = match.view(match.current_seat)
        if match.phase == "play":
            check_view(view)
            check_observation(view.observation(), view.action_mask())
        match.apply(match.legal_actions()[-1])


@pytest.mark.parametrize(
    ("place", "value"), [(KIND, 5), (CUR, 4), (COUNTS, 1 << 16), (PLAYED, -1), (PLAYED, 1 << 52)]
)
def test_a_view_that_cannot_be_is_refused(place: int, value: int) -> None:
    view = a_view()
    row = view.row.copy()
    row[place] = value
    for wrong in (replace(view, row=row), replace(view, past=np.array([row]))):
        with pytest.raises(InputError):
            check_view(wrong)
    with pytest.raises(InputError):
        check_view(replace(view, row=view.row.astype(np.int32)))
    with pytest.raises(InputError):
        rank_moves(replace(view, known=np.zeros(3, np.int64)), 100)
    with pytest.raises(InputError):
        evaluate_moves(replace(view, laid=view.laid + (1 << 60)), view.legal_actions(), 10)
