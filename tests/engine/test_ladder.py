"""The stored ladders: every named opponent of both games, weakest first and clearly apart."""

from itertools import pairwise
from pathlib import Path

import pytest

from engine import ladder
from engine.konkan.players import AGENTS as KONKAN_AGENTS
from engine.ladder import Strength, read_ladders, seat_label, strength_of, write_ladder
from engine.slave.agents.registry import AGENTS as SLAVE_AGENTS
from engine.words import figure_text

AGENTS = {"konkan": KONKAN_AGENTS, "slave": SLAVE_AGENTS}


@pytest.mark.parametrize("game", AGENTS)
def test_every_level_is_rated_and_the_ratings_rise_evenly(game: str) -> None:
    names = [name for name, kind in AGENTS[game].items() if kind.level]
    assert 8 <= len(names) <= 10
    assert [AGENTS[game][name].level for name in names] == list(range(1, len(names) + 1))
    found = read_ladders()[game]
    assert list(found) == names
    ratings = [found[name].rating for name in names]
    steps = [after - before for before, after in pairwise(ratings)]
    assert min(steps) > 0
    assert max(steps) < 3 * sum(steps) / len(steps)
    assert sum(ratings) / len(ratings) == pytest.approx(1000, abs=1)


@pytest.mark.parametrize("game", AGENTS)
def test_no_level_plays_at_random(game: str) -> None:
    plays = [kind.plays for kind in AGENTS[game].values() if kind.level]
    assert not any(text.startswith("random") for text in plays)
    assert len(set(plays)) == len(plays)


def test_a_menu_shows_level_and_rating() -> None:
    strength = strength_of("slave", "slave:dao")
    assert strength is not None
    rating = f"{strength.rating:.0f} ± {strength.rating_half_width:.0f}"
    assert seat_label("slave", "dao", SLAVE_AGENTS) == f"Dao · level 4 · rated {rating}"
    assert seat_label("slave", "greedy", SLAVE_AGENTS) == "Greedy"
    assert seat_label("konkan", "search?simulations=64", KONKAN_AGENTS) == "Search, 64 tries"
    assert strength_of("slave", "greedy") is None


def test_a_ladder_is_written_beside_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "ladder.json"
    file.write_text("{}")
    monkeypatch.setattr(ladder, "resource_path", lambda name: file)
    read_ladders.cache_clear()
    try:
        one = {"ann": Strength(900, 20, 0.05, 0.01, 80.0)}
        write_ladder("toy", one)
        write_ladder("other", {})
        assert read_ladders() == {"toy": one, "other": {}}
    finally:
        monkeypatch.undo()
        read_ladders.cache_clear()


@pytest.mark.parametrize("game", AGENTS)
def test_the_docs_have_the_stored_ladder(game: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "pages" / "coach.md").read_text("utf-8")
    for name, found in read_ladders()[game].items():
        kind = AGENTS[game][name]
        row = (
            f"| {kind.level} | {name.capitalize()} | {found.rating:.0f} ± "
            f"{found.rating_half_width:.0f} | {figure_text(100 * found.loss, '.1f')} ± "
            f"{100 * found.loss_half_width:.1f} | {found.accuracy:.1f} | `{kind.plays}` |"
        )
        assert row in page
