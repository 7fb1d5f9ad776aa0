import itertools
import threading
import time
from collections.abc import Callable

import pytest

from engine.control import REPORT_S, Budget, CancelFlag, Control, Progress
from engine.errors import Cancelled


def test_the_flag_is_seen_through_its_array_and_across_threads() -> None:
    flag = CancelFlag()
    view = flag.array
    assert not flag.is_set()
    thread = threading.Thread(target=flag.set)
    thread.start()
    thread.join()
    assert flag.is_set()
    assert view[0] == 1


def test_a_control_without_budget_never_stops_by_itself() -> None:
    control = Control()
    assert control.remaining_s == float("inf")
    assert not control.should_stop()
    control.check()


def test_time_runs_out() -> None:
    control = Control(Budget(seconds=0.01))
    time.sleep(0.02)
    assert control.should_stop()
    assert control.remaining_s <= 0
    control.check()  # out of time is not a cancellation


def test_cancel_raises_where_there_is_no_answer(cancelled: Control) -> None:
    assert cancelled.should_stop()
    with pytest.raises(Cancelled):
        cancelled.check()


def test_progress_is_throttled_but_the_end_is_always_told() -> None:
    heard: list[Progress] = []
    control = Control(on_progress=heard.append)
    for done in range(1, 1001):
        control.report(done, 1000, "counting")
    assert heard[0].done == 1
    assert heard[-1].done == 1000
    assert len(heard) < 20
    assert not control.wants_report()


def test_a_report_without_listener_is_no_error() -> None:
    control = Control()
    control.report(1, 2)
    assert not control.wants_report()


def test_early_results_become_answers_on_their_way_out() -> None:
    heard: list[Progress] = []
    control = Control(Budget(seconds=60), on_progress=heard.append)
    engine = control.converting(lambda odds: f"{odds:.0%}")
    engine.report(1, 1, "dealing", 0.25)
    engine.report(1, 1, "done")
    assert [progress.partial for progress in heard] == ["25%", None]
    assert heard[0].text == "dealing"
    control.cancel.set()
    assert engine.should_stop()
    assert abs(engine.elapsed_s - control.elapsed_s) < 1
    assert Control().converting(str).on_progress is None


def test_a_watched_job_sees_its_time_run_out_and_its_cancelling() -> None:
    out_of_time, cancelled = Control(Budget(seconds=0.02)), Control()
    threading.Timer(0.02, cancelled.cancel.set).start()
    for control in (out_of_time, cancelled):
        with control.watch() as stop:
            assert wait_for(lambda: bool(stop[0]))
            assert control.should_stop()


def test_a_job_that_ends_first_is_watched_no_more() -> None:
    n_before = threading.active_count()
    with Control().watch() as stop:
        assert threading.active_count() == n_before + 1
    assert threading.active_count() == n_before
    assert not stop[0]


def wait_for(happened: Callable[[], bool]) -> bool:
    """True once it happened; False if it did not within ten seconds."""
    deadline_s = time.monotonic() + 10
    while not happened() and time.monotonic() < deadline_s:
        time.sleep(0.005)
    return happened()


def test_goes_on_until_it_is_stopped_and_makes_no_answer_that_nobody_gets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.control.REPORT_S", 1e9)
    heard: list[Progress] = []
    made: list[int] = []

    def early() -> int:
        made.append(len(made))
        return made[-1]

    control = Control(on_progress=heard.append)
    assert control.goes_on(1, 3, "dealing", early)
    assert control.goes_on(2, 3, "dealing", early)  # too soon after the first
    assert control.goes_on(3, 3, "dealing", early)  # the final answer follows
    assert [(one.done, one.partial) for one in heard] == [(1, 0), (3, None)]
    assert made == [0]
    control.cancel.set()
    assert not control.goes_on(4, 5, "dealing")


def test_a_report_that_falls_due_while_it_is_asked_for_waits_for_its_partial_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[object] = []
    control = Control(on_progress=lambda progress: heard.append(progress.partial))
    assert control.goes_on(1, 3, "dealing", lambda: "first")
    clock = itertools.count(time.monotonic(), REPORT_S * 0.6)  # due at the second look
    monkeypatch.setattr("engine.control.time.monotonic", lambda: next(clock))
    assert control.goes_on(2, 3, "dealing", lambda: "second")
    assert None not in heard
