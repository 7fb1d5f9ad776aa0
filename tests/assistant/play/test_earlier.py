"""Sessions, plans and tables that earlier versions wrote mean the same now."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from assistant.arena.batch import Games, deal_one, play_batch
from assistant.arena.plan import Plan
from assistant.play import Table, TableView, read_record

GOLDEN = Path(__file__).parent / "golden"
SESSIONS: list[dict[str, Any]] = json.loads((GOLDEN / "sessions.json").read_text())


def digest(games: Games) -> str:
    arrays = (games.places, games.points, games.lengths, games.moves)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]


@pytest.mark.parametrize("kept", [kept for kept in SESSIONS if "digest" in kept])
def test_plans_of_0_2_0_play_the_same_games(kept: dict[str, Any]) -> None:
    plan = Plan.from_json(kept["plan"])
    plan.verify()
    assert digest(play_batch(plan.load_game(), plan.batch(0, plan.n_games))) == kept["digest"]
    assert Plan.from_json(plan.to_json()) == plan


@pytest.mark.parametrize("kept", SESSIONS)
def test_stored_games_of_0_2_0_lead_to_the_same_end(kept: dict[str, Any]) -> None:
    plan = Plan.from_json(kept["plan"])
    state = deal_one(plan.load_game(), plan.batch(0, 1), 0)
    for move in plan.load_game().decode(base64.b64decode(kept["first"])):
        state.apply(move)
    assert state.is_over
    assert list(state.outcome().places) == kept["places"]
    assert state.outcome().points == pytest.approx(kept["points"])


def test_house_rules_of_earlier_names_are_options_now() -> None:
    games = {(plan.game, plan.options) for plan in (Plan.from_json(k["plan"]) for k in SESSIONS)}
    assert ("slave", ("lap=yes", "free_lead=yes")) in games
    assert {game for game, _ in games} == {"slave", "konkan", "pokle"}


def look(view: TableView) -> str:
    return hashlib.sha256(repr((view.seats, view.groups)).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "n_events", "shown", "headline"),
    [
        ("konkan", 73, "2f61ab0a06ebb0fd", "Round 1 of 2 · turn 34 · 85 points to come down"),
        (
            "slave",
            122,
            "8e83ce6e5a07eabf",
            "Round 2 of 3: King Heuristic, Queen Greedy, Commoner Random, Slave You "
            "(the old King falls)",
        ),
        ("slave-gift", 73, "6a7aadaf43ba01db", "Round 2 of 3 · the exchange"),
    ],
)
def test_tables_of_0_2_0_open_as_they_were(
    name: str, n_events: int, shown: str, headline: str
) -> None:
    table = Table.of(read_record((GOLDEN / f"table-{name}.json").read_text()))
    assert (len(table.events), look(table.view), table.view.headline) == (n_events, shown, headline)
    assert table.dealer == "v1"
    assert Table.of(read_record(table.record.to_json())).events == table.events
