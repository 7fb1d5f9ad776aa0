"""One game through every front end: the same moves, hints and record; late answers nowhere."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event as Gate
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from rich.console import Console

from assistant.advisors.registry import advise
from assistant.arena.batch import Batch, play_moves
from assistant.arena.events import LiveSteps, StoredMoves, play_steps, record_steps
from assistant.arena.plan import plan_match
from assistant.cli.konkan_table import Sheet, TerminalTable
from assistant.cli.slave_play import N_HINTS, TerminalGame
from assistant.play import HUMAN, GameTable, Hint, Record, find_game, read_record, run
from assistant.play.analysis import ANALYSES
from assistant.play.record import join_decisions
from assistant.requests import Request
from engine.agents import parse_agent
from engine.control import Control
from gui.felt.replay import ReplayView
from gui.jobs import JobRunner
from tests.gui.felt.conftest import SitDown, person_or_end

SEATS = {"konkan": (HUMAN, "greedy"), "slave": (HUMAN, "heuristic", "greedy", "random")}
SEED = 6
N_ASKED = 3  # decisions of the person before which advice is asked for


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers end by their number of samples, so they are the same each time they are computed."""
    monkeypatch.setattr("assistant.play.konkan.QUESTION_TRIES", 32)
    monkeypatch.setattr("assistant.play.slave.QUESTION_PLAYOUTS", 100)
    ANALYSES.clear()


def new_table(game: str) -> GameTable:
    return GameTable(find_game(game), SEATS[game], 1, SEED)


@dataclass
class Played:
    """A game of the driver alone: what every front end must show."""

    questions: list[Request | None] = field(default_factory=list)
    hints: list[tuple[Hint, ...]] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)


def kept(record: Record) -> dict[str, Any]:
    """A record without when it was begun and whether the player was helped."""
    return record.model_dump(exclude={"begun", "helped"})


def play_alone(game: str) -> Played:
    table, played = new_table(game), Played()
    while not table.is_over:
        for _ in run(table, Control()):
            pass
        if table.waits_for_human:
            played.questions.append(table.question())
            if len(table.choices()) > 1 and len(played.hints) < N_ASKED:
                table.helped = True
                task = table.ask()
                assert task is not None
                played.hints.append(table.hints(task, task.work(Control())))
            table.play(*table.choices()[0].moves)
    played.record = kept(table.record)
    ANALYSES.clear()
    return played


@pytest.mark.parametrize("game", SEATS)
def test_on_the_felt(game: str, sit_down: SitDown, qtbot: QtBot) -> None:
    wanted = play_alone(game)
    page = sit_down(game, SEATS[game], seed=SEED)
    questions, said = [], list[str]()
    while person_or_end(page, qtbot):
        questions.append(page.table.question())
        if len(page.table.choices()) > 1 and len(said) < N_ASKED:
            page.course.ask_hint()
            qtbot.waitUntil(lambda: page.felt._hinted is not None, timeout=60_000)
            said.append(page.felt._said)
        page.course.play(*page.table.choices()[0].moves)
    assert questions == wanted.questions
    for words, (best, *_) in zip(said, wanted.hints, strict=True):
        assert words.lower() == f"{best.choice.text}: {best.figure}. {best.why}".lower()
    assert kept(page.table.record) == wanted.record


def test_in_slaves_terminal() -> None:
    wanted = play_alone("slave")
    table, questions = new_table("slave"), []
    out = io.StringIO()

    class Typist(Console):
        def input(self, *args: object, **kwargs: object) -> str:  # type: ignore[override]
            if len(questions) % 2 == 0 and len(questions) < 2 * N_ASKED:
                questions.append(None)
                return "?"
            questions.append(table.question())
            return " ".join(table.choices()[0].cards) or "p"

    TerminalGame(table, Typist(file=out, width=200)).run()
    asked = [question for question in questions if question is not None]
    assert [q for q in wanted.questions if q in asked] == asked, "a forced pass is not asked for"
    for hint in (hint for hints in wanted.hints for hint in hints[:N_HINTS]):
        assert f"{hint.choice.text:<12} {hint.figure}: {hint.why}" in out.getvalue()
    assert kept(table.record) == wanted.record


async def test_in_konkans_terminal() -> None:
    wanted = play_alone("konkan")
    app = TerminalTable(new_table("konkan"))
    questions, pages = [], list[str]()
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.table.is_over:
            if app.table.waits_for_human:
                questions.append(app.table.question())
                if len(app.table.choices()) > 1 and len(pages) < N_ASKED:
                    app.action_advise()
                    while not isinstance(app.screen, Sheet):
                        await pilot.pause(0.005)
                    pages.append(app.screen.text.plain)
                    await pilot.pause()
                    await pilot.press("escape")
                app.action_choose(1)
            await pilot.pause(0.005)
    assert questions == wanted.questions
    for page, hints in zip(pages, wanted.hints, strict=True):
        assert page.split() == _words_of(hints)
    assert kept(app.table.record) == wanted.record


def _words_of(hints: tuple[Hint, ...]) -> list[str]:
    lines = (f"{hint.choice.text}: {hint.figure} {hint.why}" for hint in hints)
    return " ".join(lines).split()


@pytest.mark.parametrize("game", SEATS)
def test_reopened_and_replayed(game: str) -> None:
    wanted = play_alone(game)
    record = Record(**wanted.record)
    table = GameTable.of(read_record(record.to_json()))
    assert kept(table.record) == wanted.record
    steps = list(record_steps(record))[1:]
    assert [(step.move, step.text) for step in steps] == [(e.move, e.text) for e in table.events]
    assert steps[-1].outcome == table.state.outcome()
    numbers = [e.decision - 1 for e in table.events if e.seat == 0]
    before = [GameTable.of(record.until(n)) for n in sorted(set(numbers))]
    assert [part.question() for part in before] == wanted.questions
    assert hints_before(before) == wanted.hints


@pytest.mark.parametrize("game", SEATS)
def test_in_the_arena(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, played = play_alone(game), find_game(game)
    record = Record(**wanted.record)
    flat = [move for decision in record.decisions for move in decision]
    stored = StoredMoves(0, flat)
    with monkeypatch.context() as patched:
        patched.setattr(type(played), "player", lambda *_: stored)
        seeds, seats = np.array([SEED], np.uint64), np.zeros((1, len(record.seats)), np.uint8)
        agents = (parse_agent("random", game, played.agents),)
        games = play_moves(played, Batch(agents, seeds, seeds, seats))
    assert tuple(games.places[0]) == record.places
    assert games.points[0] == pytest.approx(record.points)
    moves = join_decisions([(move,) for move in played.decode(games.moves_of(0))])
    kept_there = GameTable.of(record.model_copy(update={"moves": moves})).record
    assert kept(kept_there) == wanted.record | {"moves": join_decisions([(m,) for m in flat])}
    numbers = {e.decision - 1 for e in GameTable.of(record).events if e.seat == 0}
    n_before = [sum(map(len, record.decisions[:number])) for number in sorted(numbers)]
    before = [GameTable.of(kept_there.until(n)) for n in n_before]
    assert [part.question() for part in before] == wanted.questions
    assert hints_before(before) == wanted.hints


def hints_before(tables: Sequence[GameTable]) -> list[tuple[Hint, ...]]:
    """The advice before the first decisions that have a choice, asked for again."""
    asked = [table for table in tables if len(table.choices()) > 1][:N_ASKED]
    tasks = [table.ask() for table in asked]
    return [
        t.hints(task, task.work(Control())) for t, task in zip(asked, tasks, strict=True) if task
    ]


# -- late answers ----------------------------------------------------------------------------------


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Advice is ready at once, but comes only when the gate opens."""
    opened = Gate()

    def late(request: Any, control: Control) -> Any:
        advice = advise(request, control)
        assert opened.wait(30)
        return advice

    monkeypatch.setattr("assistant.play.table.advise", late)
    yield opened
    opened.set()


@pytest.mark.parametrize("game", SEATS)
def test_late_advice_is_not_shown_on_the_felt(
    game: str, sit_down: SitDown, qtbot: QtBot, gate: Gate
) -> None:
    page = sit_down(game, SEATS[game], seed=SEED)
    person_or_end(page, qtbot)
    page.course.ask_hint()
    page.course.play(*page.table.choices()[-1].moves)
    person_or_end(page, qtbot)
    gate.set()
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners), timeout=60_000)
    qtbot.wait(20)
    assert page.felt._hinted is None


async def test_late_advice_is_not_shown_in_the_terminal(gate: Gate) -> None:
    app = TerminalTable(new_table("konkan"))
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.table.waits_for_human:
            await pilot.pause(0.005)
        app.action_advise()
        app.action_choose(1)
        gate.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert not isinstance(app.screen, Sheet)


@pytest.fixture
def slow_players(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """AIs choose when the gate opens, not before."""
    opened = Gate()
    for game in map(find_game, SEATS):
        player = type(game).player

        def seated(self: Any, *args: Any, player: Any = player) -> Any:
            made = player(self, *args)

            class Slow:
                def choose(self, seen: Any, control: Control) -> Any:
                    assert opened.wait(30)
                    return made.choose(seen, control)

            return Slow()

        monkeypatch.setattr(type(game), "player", seated)
    yield opened
    opened.set()


@pytest.mark.parametrize("game", SEATS)
def test_a_late_move_is_not_made_on_the_felt(
    game: str, sit_down: SitDown, qtbot: QtBot, slow_players: Gate
) -> None:
    slow_players.set()
    page = sit_down(game, SEATS[game], seed=SEED)
    person_or_end(page, qtbot)
    slow_players.clear()
    moves = page.table.record.moves
    page.course.play(*page.table.choices()[-1].moves)
    qtbot.waitUntil(lambda: page.course.jobs.is_running, timeout=60_000)
    page.course.take_back()
    slow_players.set()
    qtbot.wait(100)
    assert page.table.record.moves == moves
    assert page.table.waits_for_human


async def test_a_late_move_is_not_made_in_the_terminal(slow_players: Gate) -> None:
    app = TerminalTable(new_table("konkan"))
    async with app.run_test(size=(80, 24)) as pilot:
        moves = app.table.record.moves
        app.action_choose(1)
        while not app.thinking:
            await pilot.pause(0.005)
        app.action_take_back()
        slow_players.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.table.record.moves == moves
        assert app.table.waits_for_human


@pytest.mark.parametrize("game", SEATS)
def test_a_late_move_is_not_shown_in_the_arena(game: str, qtbot: QtBot, slow_players: Gate) -> None:
    agents = ["greedy"] * len(SEATS[game])
    first, second = (plan_match(agents, 1, seed, game) for seed in (SEED, SEED + 1))
    slow_players.set()
    wanted = list(play_steps(second, 0))[:5]
    slow_players.clear()
    view = ReplayView(JobRunner())
    qtbot.addWidget(view)
    view.follow(LiveSteps(first, 0))
    qtbot.waitUntil(lambda: len(view.steps) == 1 and view.jobs.is_running, timeout=60_000)
    view.follow(LiveSteps(second, 0))
    slow_players.set()
    qtbot.waitUntil(lambda: len(view.steps) >= len(wanted), timeout=60_000)
    shown = list(view.steps)
    view.show_steps([])
    qtbot.waitUntil(lambda: not view.jobs.is_running, timeout=60_000)
    assert shown[: len(wanted)] == wanted
