"""The ladder as a plan of the arena: who meets whom, and what a small one prints."""

from dataclasses import asdict

import pytest

from assistant.arena import ladder
from assistant.arena.ladder import LadderPlan, ladder_of, ladder_plan, measure_ladder
from assistant.play.registry import find_game
from engine.control import Budget, Control
from engine.errors import Cancelled, InputError
from engine.ladder import read_ladders
from engine.words import figure_text
from tests.assistant.cli.conftest import Call
from tests.shown_output import ROOT


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    return Call(capsys)


@pytest.mark.parametrize("game", ["konkan", "slave"])
def test_every_opponent_meets_its_neighbours(game: str) -> None:
    plan = ladder_plan(game)
    plan.verify()
    names = [name for name, kind in find_game(game).agents.items() if kind.level]
    assert plan.agents == tuple(f"{game}:{name}" for name in names)
    met = {frozenset((a, b)) for table in plan.line_ups for a in table for b in table if a != b}
    assert {frozenset((level, level + 1)) for level in range(len(names) - 1)} <= met
    assert all(max(pair) - min(pair) <= 3 for pair in met)


def test_a_small_ladder_is_rated_and_reviewed(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    monkeypatch.setitem(ladder.PLANS, "konkan", LadderPlan(1, 1, 1, 0))
    neighbours = [(level, level + 1) for level in range(7)]
    monkeypatch.setattr(ladder, "_tables", lambda n_levels, n_seats: tuple(neighbours))
    rungs = measure_ladder("konkan", Control(), workers=0)
    assert [rung.kind.level for rung in rungs] == list(range(1, 9))
    assert sum(rung.rating.value for rung in rungs) / 8 == pytest.approx(1000)
    assert all(rung.rating.interval.low <= rung.rating.value for rung in rungs)
    assert all(rung.n_decisions == 1 and 0 <= rung.accuracy <= 100 for rung in rungs)
    monkeypatch.setattr(ladder, "measure_ladder", lambda *_: rungs)
    asked = ("arena", "ladder", "--game", "konkan")
    found = call.json(*asked)["ladder"]
    assert found == {name: asdict(each) for name, each in ladder_of(rungs).items()}
    assert "Adel" in call(*asked)


@pytest.mark.parametrize("game", ["konkan", "slave"])
def test_the_table_of_the_docs_has_the_stored_ladder(game: str) -> None:
    text = (ROOT / "docs" / "pages" / "coach.md").read_text("utf-8")
    table = text.partition(f"### {game.capitalize()}\n")[2].partition("\n#")[0]
    kinds, rows = find_game(game).agents, list[str]()
    for level, (name, each) in enumerate(read_ladders()[game].items(), 1):
        assert kinds[name].level == level
        rows.append(
            f"| {level} | {name.capitalize()} | {each.rating} ± {each.rating_half_width} "
            f"| {figure_text(100 * each.loss, '.1f')} ± {100 * each.loss_half_width:.1f} "
            f"| {each.accuracy} | `{kinds[name].plays}` |"
        )
    assert table.strip().splitlines()[2:] == rows


def test_a_game_without_a_ladder_and_a_ladder_without_time_are_refused() -> None:
    with pytest.raises(InputError, match="Pokle has no ladder"):
        ladder_plan("pokle")
    with pytest.raises(Cancelled):
        measure_ladder("konkan", Control(Budget(0.0)), workers=0)
