"""The table in the terminal, driven as a person would: keys, arrows, Enter."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from assistant.cli.konkan_table import NAMES, Sheet, TerminalTable
from assistant.play import HUMAN, GameTable, find_game
from engine.errors import InputError, UnavailableError

FAST = "search?simulations=4"
SIZE = (80, 24)


def sit_down(
    players: int, humans: int, seed: int, agent: str = FAST, *, debug: bool = False
) -> TerminalTable:
    agents = [HUMAN] * humans + [agent] * (players - humans)
    return TerminalTable(
        GameTable(find_game("konkan"), agents, 100, seed, NAMES[:players]), debug=debug
    )


async def until(pilot: Pilot[None], ready: Callable[[], bool]) -> None:
    for _ in range(3000):  # a minute: others may keep the machine busy
        if ready():
            return
        await pilot.pause(0.02)
    pytest.fail("the table did not get there")


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys and let the table answer."""
    await pilot.press(*keys)
    await pilot.pause()


def shown(app: TerminalTable, name: str) -> str:
    return str(app.query_one(name, Static).render())


async def test_a_person_throws_and_the_computer_answers() -> None:
    app = sit_down(3, 1, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        assert app.table.waits_for_human
        assert app.query_one("#actions", OptionList).option_count == len(app.table.choices())
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.table.waits_for_human and app.game.turn == 3)
        assert app.game.phase == "pull"
        await press(pilot, "1")
        assert app.game.phase == "act"
        assert app.table.events[-1].text == "South drew a card"
        await press(pilot, "u", "u")
        assert not app.table.events
        await pilot.press("u")
        assert app.table.waits_for_human


async def test_keys_show_hands_and_debug() -> None:
    app = sit_down(2, 1, seed=5, debug=True)
    async with app.run_test(size=SIZE) as pilot:
        assert "no search yet" in shown(app, "#scores")
        opponent = app.game.hand(1)[0].symbol
        assert opponent not in shown(app, "#seats")
        await press(pilot, "h")
        assert opponent in shown(app, "#seats")
        await press(pilot, "d")
        assert "wins" in shown(app, "#scores")
        await pilot.press("n")
        assert app.table.round_number == 1, "the round is not over"


async def test_what_a_search_said_is_shown_for_debugging() -> None:
    app = sit_down(2, 1, seed=5, debug=True)
    async with app.run_test(size=SIZE) as pilot:
        app.action_choose(1)
        await until(pilot, lambda: "simulations" in shown(app, "#scores"))
        assert "% pull " in shown(app, "#scores") or "% throw " in shown(app, "#scores")


async def test_a_watched_round_ends_and_the_next_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.cli.konkan_table.WATCH_S", 0.001)
    app = sit_down(2, 0, seed=8)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.game.is_over)
        assert sum(score.wins for score in app.state.scores) == 1
        await press(pilot, "n")
        assert app.table.round_number == 2


async def test_everything_fits_in_eighty_columns() -> None:
    app = sit_down(3, 3, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for widget in app.query("#status, #seats, #table, #scores, #hand, #actions, #log"):
            region = widget.region
            assert region.height > 0, widget.id
            assert region.right <= 80, widget.id
            assert region.bottom <= 24, widget.id


async def test_advice_trash_and_the_drawn_card_are_a_key_away() -> None:
    app = sit_down(2, 2, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "1")
        await press(pilot, "t")
        assert app.game.trash[-1].symbol in str(app.screen.query_one("#page", Static).render())
        await press(pilot, "escape", "1")
        assert app.game.phase == "act"
        assert shown(app, "#hand").count("◂") == 1
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, Sheet))
        assert isinstance(app.screen, Sheet)
        page = app.screen.text.plain
        assert "throw" in page
        assert "wins" in page
        await press(pilot, "escape")
        assert app.table.waits_for_human


async def test_advice_for_a_table_that_moved_on_is_dropped() -> None:
    app = sit_down(2, 2, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        assert "South: throw" in shown(app, "#status"), "the starter lays nothing"
        await press(pilot, "1", "1")
        app.action_advise()
        app.action_choose(1)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert not isinstance(app.screen, Sheet)
        assert app.game.seat == 0


async def test_the_score_is_live_and_every_pane_takes_the_keys() -> None:
    app = sit_down(2, 2, seed=5)
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "1")
        mine, other = app.game.result().deadwood[::-1]
        assert str(mine) in shown(app, "#scores")
        assert str(other) not in shown(app, "#scores"), "hidden cards are not told"
        seen = set()
        for _ in range(4):
            await pilot.press("tab")
            seen.add(app.focused.id if app.focused else None)
        assert {"actions", "table", "log"} <= seen


async def test_quitting_while_the_computer_thinks() -> None:
    app = sit_down(2, 0, 5, "search?simulations=10000000")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.thinking)
        await pilot.pause(0.2)
        assert "is thinking" in shown(app, "#status")
        await pilot.press("q")


@pytest.mark.parametrize("kind", [InputError, UnavailableError])
async def test_an_advisor_that_fails_is_one_notice(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise kind("the advisor is out: K♣ is lost")

    monkeypatch.setattr("assistant.play.table.advise", fail)
    app = sit_down(2, 2, seed=5)
    said: list[str] = []
    monkeypatch.setattr(app, "notify", lambda text: said.append(text))
    async with app.run_test(size=SIZE):
        app.action_advise()
        await app.workers.wait_for_complete()
        assert said[-1] == "The advisor is out: K♣ is lost."
        assert app.table.waits_for_human
