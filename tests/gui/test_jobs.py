import threading
import time

import pytest
from pytestqt.qtbot import QtBot

from engine.control import Budget, Control
from engine.errors import Cancelled, InputError
from gui import jobs
from gui.jobs import JobRunner

ENDLESS = 1_000_000  # to count so far takes more than an hour


def count(limit: int, control: Control) -> int:
    """Count to a limit in slices, best answer so far when stopped."""
    for done in range(limit):
        control.report(done, limit, "counting", partial=done)
        if control.should_stop():
            return done
        time.sleep(0.005)
    return limit


@pytest.fixture
def runner(qtbot: QtBot) -> JobRunner:
    return JobRunner()


def test_answer_arrives_on_the_main_thread(qtbot: QtBot, runner: JobRunner) -> None:
    threads = []
    runner.done.connect(lambda _: threads.append(threading.current_thread()))
    with qtbot.waitSignal(runner.done) as answer:
        runner.submit(count, 3)
    assert answer.args == [3]
    assert threads == [threading.main_thread()]
    assert not runner.is_running


def test_partial_answers_come_first(qtbot: QtBot, runner: JobRunner) -> None:
    partials: list[int] = []
    runner.partial.connect(partials.append)
    with qtbot.waitSignal(runner.done):
        runner.submit(count, 60)
    assert partials[0] == 0
    assert len(partials) >= 2


def test_new_request_cancels_the_old_one_and_drops_its_answer(
    qtbot: QtBot, runner: JobRunner
) -> None:
    answers: list[int] = []
    counted: list[int] = []
    runner.done.connect(answers.append)
    with qtbot.waitSignal(runner.partial):
        runner.submit(lambda limit, control: counted.append(count(limit, control)), ENDLESS)
    with qtbot.waitSignal(runner.done, timeout=60_000):
        runner.submit(count, 2)
    assert answers == [2]
    assert len(counted) == 1
    assert counted[0] < ENDLESS


def test_stop_gives_the_best_answer_so_far(qtbot: QtBot, runner: JobRunner) -> None:
    runner.submit(count, 2000)
    qtbot.wait(40)
    with qtbot.waitSignal(runner.done) as answer:
        runner.stop()
    assert 0 <= answer.args[0] < 2000


def test_dropped_job_says_nothing_more(qtbot: QtBot, runner: JobRunner) -> None:
    answers: list[int] = []
    runner.done.connect(answers.append)
    runner.partial.connect(answers.append)
    runner.submit(count, 2000)
    with qtbot.waitSignal(runner.finished):
        runner.drop()
    qtbot.wait(60)
    assert answers == []


def test_time_budget_ends_a_job(qtbot: QtBot, runner: JobRunner) -> None:
    with qtbot.waitSignal(runner.done) as answer:
        runner.submit(count, 5000, Budget(seconds=0.05))
    assert answer.args[0] < 5000


class Panic(BaseException):
    """What native code may raise: no `Exception`."""


def raise_it(error: BaseException, control: Control) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (InputError("no such card"), "no such card"),
        (ZeroDivisionError("a defect"), "unexpected ZeroDivisionError: a defect"),
        (Panic("an overflow"), "unexpected Panic: an overflow"),
    ],
)
def test_errors_become_one_line(
    qtbot: QtBot, runner: JobRunner, error: BaseException, line: str
) -> None:
    with qtbot.waitSignal(runner.failed) as failed:
        runner.submit(raise_it, error)
    assert failed.args == [line]
    with qtbot.waitSignal(runner.done):
        runner.submit(count, 1)  # the thread lives on


def give_up(_: object, control: Control) -> None:
    """A job that has no answer when it is stopped."""
    while not control.should_stop():
        time.sleep(0.005)
    raise Cancelled


def test_cancelled_job_just_finishes(qtbot: QtBot, runner: JobRunner) -> None:
    runner.submit(give_up, None)
    with qtbot.waitSignal(runner.finished), qtbot.assertNotEmitted(runner.failed):
        runner.stop()


def test_time_limit_without_an_answer_is_told(qtbot: QtBot, runner: JobRunner) -> None:
    with qtbot.waitSignal(runner.failed) as failed:
        runner.submit(give_up, None, Budget(seconds=0.02))
    assert "time limit" in failed.args[0]


def test_stop_all_ends_every_thread(qtbot: QtBot) -> None:
    runners = [JobRunner() for _ in range(3)]
    for runner in runners:
        with qtbot.waitSignal(runner.partial):
            runner.submit(count, ENDLESS)
    assert not any(runner.wait(0) for runner in runners)
    assert jobs.stop_all()
    assert all(runner.wait(0) for runner in runners)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_died_is_told_and_replaced(
    qtbot: QtBot, runner: JobRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(_: object) -> None:
        raise SystemExit  # which a thread ends by without a word

    with monkeypatch.context() as patch, qtbot.waitSignal(runner.failed) as blocker:
        patch.setattr(jobs, "_outcome", die)
        runner.submit(count, 3)
    assert "compute again" in blocker.args[0]
    assert runner._thread is not None
    runner._thread.join(5)
    with qtbot.waitSignal(runner.done) as answer:
        runner.submit(count, 4)
    assert answer.args == [4]
