"""One game through every front end: the same moves, the same questions, the same record."""

import io

import pytest
from pytestqt.qtbot import QtBot
from rich.console import Console

from assistant.arena.batch import turns
from assistant.arena.events import StoredMoves
from assistant.cli.konkan_table import TerminalTable
from assistant.cli.slave_play import TerminalGame
from assistant.play import HUMAN, GameTable, find_game, read_record, run
from assistant.requests import Request
from engine.control import Control
from tests.gui.felt.conftest import SitDown, person_or_end

SEATS = {"konkan": (HUMAN, "greedy"), "slave": (HUMAN, "heuristic", "greedy", "random")}
SEED = 6


def new_table(game: str) -> GameTable:
    return GameTable(find_game(game), SEATS[game], 1, SEED)


def play_alone(game: str) -> tuple[str, list[Request | None]]:
    """The game on the driver alone: its moves, and the question of every turn of the person."""
    table, asked = new_table(game), []
    while not table.is_over:
        for _ in run(table, Control()):
            pass
        if table.waits_for_human:
            asked.append(table.question())
            table.play(*table.choices()[0].moves)
    return table.record.moves, asked


@pytest.mark.parametrize("game", SEATS)
def test_on_the_felt(game: str, sit_down: SitDown, qtbot: QtBot) -> None:
    moves, asked = play_alone(game)
    page = sit_down(game, SEATS[game], seed=SEED)
    questions = []
    while person_or_end(page, qtbot):
        questions.append(page.table.question())
        page.course.play(*page.table.choices()[0].moves)
    assert page.table.record.moves == moves
    assert questions == asked


def test_in_slaves_terminal() -> None:
    moves, asked = play_alone("slave")
    table, questions = new_table("slave"), []

    class Typist(Console):
        def input(self, *args: object, **kwargs: object) -> str:  # type: ignore[override]
            questions.append(table.question())
            return " ".join(table.choices()[0].cards) or "p"

    TerminalGame(table, Typist(file=io.StringIO())).run()
    assert table.record.moves == moves
    assert [q for q in asked if q in questions] == questions, "a forced pass is not asked for"


async def test_in_konkans_terminal() -> None:
    moves, asked = play_alone("konkan")
    app = TerminalTable(new_table("konkan"))
    questions = []
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.table.is_over:
            if app.table.waits_for_human:
                questions.append(app.table.question())
                app.action_choose(1)
            await pilot.pause(0.005)
    assert app.table.record.moves == moves
    assert questions == asked


@pytest.mark.parametrize("game", SEATS)
def test_replayed_and_reopened(game: str) -> None:
    moves, _ = play_alone(game)
    table = GameTable.of(read_record(new_table(game).record.to_json()))
    state = table.state.copy()
    flat = [move for part in moves.split(" | ") for move in part.split("; ")]
    players = [StoredMoves(0, flat)] * len(SEATS[game])
    for _, move in turns(state, players, Control()):
        state.apply(move)
        table.play(move)
    assert state.is_over
    assert table.state.outcome() == state.outcome()
    assert table.record.moves.replace(" | ", "; ") == moves.replace(" | ", "; ")
