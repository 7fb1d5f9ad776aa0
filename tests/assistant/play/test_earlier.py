"""Sessions, plans and tables that earlier versions wrote mean the same now."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from assistant.arena.batch import Games, deal_one, play_batch
from assistant.arena.plan import SessionPlan
from assistant.play import GameTable, TableView, read_record

GOLDEN = Path(__file__).parent / "golden"
SESSIONS: list[dict[str, Any]] = json.loads((GOLDEN / "sessions.json").read_text())


def digest(games: Games) -> str:
    arrays = (games.places, games.points, games.lengths, games.moves)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]


@pytest.mark.parametrize("kept", [kept for kept in SESSIONS if "digest" in kept])
def test_plans_of_0_2_0_play_the_same_games(kept: dict[str, Any]) -> None:
    plan = SessionPlan.from_json(kept["plan"])
    plan.verify()
    assert digest(play_batch(plan.load_game(), plan.batch(0, plan.n_games))) == kept["digest"]
    assert SessionPlan.from_json(plan.to_json()) == plan


@pytest.mark.parametrize("kept", SESSIONS)
def test_stored_games_of_0_2_0_lead_to_the_same_end(kept: dict[str, Any]) -> None:
    plan = SessionPlan.from_json(kept["plan"])
    state = deal_one(plan.load_game(), plan.batch(0, 1), 0)
    for move in plan.load_game().decode(base64.b64decode(kept["first"])):
        state.apply(move)
    assert state.is_over
    assert list(state.outcome().places) == kept["places"]
    assert state.outcome().points == pytest.approx(kept["points"])


def test_house_rules_of_earlier_names_are_options_now() -> None:
    games = {
        (plan.game, plan.options) for plan in (SessionPlan.from_json(k["plan"]) for k in SESSIONS)
    }
    assert ("slave", ("one_turn_each=yes", "free_lead=yes")) in games
    assert {game for game, _ in games} == {"slave", "konkan", "pokle"}


def test_earlier_names_may_still_be_typed() -> None:
    from assistant.arena.plan import plan_match
    from gui.panels.arena import ArenaEntries

    typed = plan_match(["slave_lap:greedy", *["slave_lap:random"] * 3], 1, 7)
    meant = plan_match(
        ["slave:greedy", *["slave:random"] * 3], 1, 7, options=("one_turn_each=yes",)
    )
    assert typed == meant
    entries = ArenaEntries.model_validate({"game_name": "slave_lap_free"})
    assert (entries.game_name, entries.options) == ("slave", "one_turn_each=yes&free_lead=yes")


def look(view: TableView) -> str:
    """Which cards lie where, and whose turn it is; notes and titles may get other words."""
    seats = tuple((seat.agent, seat.cards, seat.to_move) for seat in view.seats)
    groups = tuple((group.place, group.cards, group.owner) for group in view.groups)
    return hashlib.sha256(repr((seats, groups)).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "n_events", "shown", "headline"),
    [
        ("konkan", 73, "f7010c763f64773f", "Round 1 of 2 · turn 34 · 85 points to come down"),
        (
            "slave",
            122,
            "ba993d991b6eb0a2",
            "Round 2 of 3: You are Slave. Heuristic King, Greedy Queen, Random Commoner. "
            "The old King falls to Slave.",
        ),
        ("slave-gift", 73, "dda10cb708b305fe", "Round 2 of 3 · the exchange"),
    ],
)
def test_tables_of_0_2_0_open_as_they_were(
    name: str, n_events: int, shown: str, headline: str
) -> None:
    table = GameTable.of(read_record((GOLDEN / f"table-{name}.json").read_text()))
    assert (len(table.events), look(table.view), table.view.headline) == (n_events, shown, headline)
    assert table.dealer == "v1"
    assert GameTable.of(read_record(table.record.to_json())).events == table.events


@pytest.mark.usefixtures("user_home")
def test_the_table_of_0_2_0_is_taken_over_once() -> None:
    from assistant import paths
    from assistant.play.kept import game_files, last_game

    earlier = paths.data_dir() / "table-konkan.json"
    earlier.write_text((GOLDEN / "table-konkan.json").read_text())
    record = last_game("konkan")
    assert record is not None
    assert GameTable.of(record).dealer == "v1"
    assert not earlier.exists()
    assert last_game("konkan") == record
    assert len(list(game_files("konkan"))) == 1
