"""The table in the terminal, driven as a person would: keys, arrows, Enter."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from assistant.cli.konkan_session import Session
from assistant.cli.konkan_table import KonkanTable
from engine.konkan.search import SearchConfig

FAST = SearchConfig(4)
SIZE = (80, 24)


async def until(pilot: Pilot[None], ready: Callable[[], bool]) -> None:
    for _ in range(600):
        if ready():
            return
        await pilot.pause(0.02)
    pytest.fail("the table did not get there")


def shown(app: KonkanTable, name: str) -> str:
    return str(app.query_one(name, Static).render())


async def test_a_person_throws_and_the_computer_answers() -> None:
    app = KonkanTable(3, 1, FAST, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        assert app.session.waits_for_human
        assert app.query_one("#actions", OptionList).option_count == len(app.session.offers())
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.session.waits_for_human and app.session.game.turn == 3)
        assert app.session.game.phase == "pull"
        await pilot.press("1")
        await pilot.pause()
        assert app.session.game.phase == "act"
        assert "South draws." in app.session.log


async def test_keys_show_hands_and_debug() -> None:
    app = KonkanTable(2, 1, FAST, seed=5, debug=True)
    async with app.run_test(size=SIZE) as pilot:
        assert "no search yet" in shown(app, "#scores")
        enemy = app.session.game.hand(1)[0].symbol
        assert enemy not in shown(app, "#seats")
        await pilot.press("h")
        await pilot.pause()
        assert enemy in shown(app, "#seats")
        await pilot.press("d")
        await pilot.pause()
        assert "wins" in shown(app, "#scores")
        await pilot.press("n")
        assert app.session.round_number == 1, "the round is not over"


async def test_a_watched_round_ends_and_the_next_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.cli.konkan_table.WATCH_S", 0.001)
    app = KonkanTable(2, 0, FAST, seed=8)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.session.game.is_over)
        assert sum(score.wins for score in app.session.scores) == 1
        await pilot.press("n")
        await pilot.pause()
        assert app.session.round_number == 2


async def test_everything_fits_in_eighty_columns() -> None:
    app = KonkanTable(3, 3, FAST, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for widget in app.query("#status, #seats, #melds, #scores, #hand, #actions, #log"):
            region = widget.region
            assert region.height > 0, widget.id
            assert region.right <= 80, widget.id
            assert region.bottom <= 24, widget.id


async def test_quitting_while_the_computer_thinks() -> None:
    app = KonkanTable(2, 0, SearchConfig(10_000_000), seed=5)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.thinking)
        await pilot.pause(0.2)
        assert "thinks" in shown(app, "#status")
        await pilot.press("q")


def test_people_at_every_seat_can_play_a_whole_round() -> None:
    session = Session(2, 2, FAST, seed=3)
    while not session.game.is_over:
        greedy = session.game.choose("greedy")
        offers = session.offers()
        assert (greedy,) in [offer.actions for offer in offers]
        for action in offers[0].actions if len(offers[0].actions) > 1 else (greedy,):
            session.apply(action)
    assert "N deals again" in session.log[-1]
    assert session.next_round()
    assert not session.next_round()
