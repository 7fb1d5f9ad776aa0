import threading

import pytest

from assistant.arena import Snapshot, look_at, new_session, plan_match, play_session, stored_steps
from assistant.arena.request import ArenaRequest, advise
from assistant.arena.store import Store
from engine.control import Control
from engine.errors import InputError

AGENTS = ("heuristic", "greedy", "greedy", "random")


def test_a_session_is_played_and_equals_the_arenas_own() -> None:
    advice = advise(ArenaRequest(game_name="slave", agents=AGENTS, rounds=20, seed=3), Control())
    assert (advice.state, advice.games_done) == ("finished", advice.games_total)
    other = new_session(plan_match(AGENTS, 20, 3, "slave"))
    assert play_session(other, Control(), workers=0).standings == advice.standings
    assert advice.name_of(advice.standings[0].agent) in advice.why


def test_a_cancelled_session_is_paused_and_ends_with_the_same_ranking() -> None:
    request = ArenaRequest(game_name="slave", agents=AGENTS, rounds=400, seed=3)
    partials: list[Snapshot] = []
    control = Control(on_progress=lambda p: (partials.append(p.partial), control.cancel.set()))
    paused = advise(request, control)
    assert partials
    resumed = advise(request.model_copy(update={"session": paused.session}), Control())
    assert (resumed.session, resumed.state) == (paused.session, "finished")
    whole = advise(request, Control())
    assert resumed.standings == whole.standings
    assert look_at(whole.session).standings == whole.standings


def test_any_game_of_a_session_can_be_stepped_through() -> None:
    advice = advise(ArenaRequest(game_name="slave", agents=AGENTS, rounds=2, seed=3), Control())
    steps = list(stored_steps(advice.session, 3))
    assert steps[0].title == "Round 1 is dealt"
    assert steps[-1].outcome is not None
    assert sorted(steps[-1].outcome.places) == [1, 2, 3, 4]
    assert threading.active_count() < 20


def test_house_rules_reach_the_stored_session() -> None:
    asked = ArenaRequest(game_name="slave", agents=AGENTS, rounds=1, options=("free_lead=yes",))
    advice = advise(asked, Control())
    with Store(reading=True) as store:
        assert store.session(advice.session).plan.options == asked.options


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"agents": ("wizard", "greedy", "greedy", "greedy")}, "wizard"),
        ({"agents": ("greedy",)}, "needs 4 agents"),
        ({"game_name": "chess"}, "chess"),
        ({"session": 99}, "99"),
    ],
)
def test_what_cannot_be_played_is_named(change: dict[str, object], message: str) -> None:
    request = ArenaRequest(game_name="slave", agents=AGENTS, rounds=2)
    with pytest.raises(InputError, match=message):
        advise(request.model_copy(update=change), Control())
