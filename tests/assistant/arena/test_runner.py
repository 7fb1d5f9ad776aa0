"""A session that is killed at random moments ends with exactly what an undisturbed one has."""

import multiprocessing
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import ForkServerProcess
from multiprocessing.synchronize import Event, Semaphore
from pathlib import Path

import pytest

from assistant.arena.cluster import InProcess, Processes, open_workers
from assistant.arena.plan import SessionPlan, plan_match
from assistant.arena.results import Results
from assistant.arena.runner import load_results, run_session
from assistant.arena.store import DONE, Store
from engine.control import Budget, Control, Progress
from engine.slave import compile as compiling
from tests.assistant.arena import toy

N_KILLS = 20
FORKS = multiprocessing.get_context("forkserver")  # processes that start in milliseconds


def play_on(path: Path, ready: Event, permits: Semaphore) -> None:
    """What a process of its own does until it is killed: play session 1, a chunk a permit."""
    toy.register()
    InProcess.batch_s = 0.02  # many small batches: many moments to be killed at
    with Store(path) as store:
        ready.set()
        run_session(store, 1, control=toy.EveryChunk(on_progress=lambda _: permits.acquire()))


def slow_plan(rounds: int) -> SessionPlan:
    return plan_match(["toy:random?pause_ms=0.2", "toy:high", "toy:low"], rounds, 7)


def undisturbed(path: Path, plan: SessionPlan) -> Results:
    with Store(path) as store:
        session = store.create(plan)
        results = run_session(store, session)
        assert store.session(session).state == DONE
    return results


def digest_of(path: Path) -> str | None:
    with Store(path) as store:
        return store.digest(1)


def count_chunks(path: Path) -> int:
    with Store(path) as store:
        return sum(1 for _ in store.chunks(1))


def start(path: Path, n_permits: int) -> ForkServerProcess:
    FORKS.set_forkserver_preload([__name__])
    ready, permits = FORKS.Event(), FORKS.Semaphore(n_permits)
    player = FORKS.Process(target=play_on, args=(path, ready, permits))
    player.start()
    assert ready.wait(120)
    return player


def test_killed_twenty_times_the_result_is_the_same(tmp_path: Path) -> None:
    plan = slow_plan(rounds=900)
    expected = undisturbed(tmp_path / "whole.sqlite", plan)
    path = tmp_path / "killed.sqlite"
    with Store(path) as store:
        store.create(plan)
    moments = random.Random(11)
    for _ in range(N_KILLS):
        n_more = moments.choice([0, 1, 1, 2])
        n_chunks = count_chunks(path) + n_more
        player = start(path, n_more + 2)  # however slow we are, it is killed before it is done
        while count_chunks(path) < n_chunks:
            time.sleep(0.001)
        time.sleep(moments.uniform(0.0, 0.02))
        player.kill()
        player.join()
        assert player.exitcode == -signal.SIGKILL
    with Store(path) as store:
        assert 0 < load_results(store, 1).n_done < plan.n_games
    player = start(path, plan.n_games)
    player.join()
    assert player.exitcode == 0
    with Store(path) as store:
        results = load_results(store, 1)
    assert (results.places == expected.places).all()
    assert (results.points == expected.points).all()
    assert digest_of(path) == digest_of(tmp_path / "whole.sqlite")


def run_one_chunk(store: Store, session: int) -> None:
    control = toy.EveryChunk()
    control.on_progress = lambda _: control.cancel.set()
    run_session(store, session, control=control)


def test_interrupted_after_any_chunk_it_goes_on(store: Store) -> None:
    plan = plan_match(["toy:random", "toy:high"], 40, 3)
    session, whole = store.create(plan), store.create(plan)
    run_session(store, whole)
    for _ in range(1000):
        run_one_chunk(store, session)
        if store.session(session).state == DONE:
            break
    assert store.digest(session) == store.digest(whole)


def test_two_programs_may_play_one_session(tmp_path: Path) -> None:
    plan = slow_plan(rounds=60)
    undisturbed(tmp_path / "whole.sqlite", plan)
    path = tmp_path / "shared.sqlite"
    with Store(path) as store:
        store.create(plan)

    def play(_: int) -> None:
        with Store(path) as mine:
            run_session(mine, 1)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play, range(2)))
    assert digest_of(path) == digest_of(tmp_path / "whole.sqlite")


def test_one_of_two_worker_processes_is_killed(tmp_path: Path) -> None:
    plan = slow_plan(rounds=150)
    undisturbed(tmp_path / "whole.sqlite", plan)
    killed: list[int] = []
    with Store(tmp_path / "pool.sqlite") as store, Processes(2) as workers:

        def kill_one(progress: Progress) -> None:
            if not killed and progress.done > 20:
                killed.append(workers.pids()[-1])
                os.kill(killed[0], signal.SIGKILL)

        session = store.create(plan)
        results = run_session(store, session, workers, toy.EveryChunk(on_progress=kill_one))
        assert killed
        assert results.n_done == plan.n_games
    assert digest_of(tmp_path / "pool.sqlite") == digest_of(tmp_path / "whole.sqlite")


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_clear_answer_ends_the_session_at_the_same_round(store: Store, n_workers: int) -> None:
    plan = plan_match(["toy:smart", "toy:low"], 5000, 3, stop_when_clear=True)
    session = store.create(plan)
    with open_workers(n_workers=n_workers) as workers:
        run_session(store, session, workers)
    row = store.session(session)
    assert row.state == DONE
    assert row.rounds_played == 50
    assert load_results(store, session).n_done == 100


def test_equal_agents_play_to_the_end(store: Store) -> None:
    plan = plan_match(["toy:low", "toy:low?mood=cross"], 120, 3, stop_when_clear=True)
    session = store.create(plan)
    run_session(store, session)
    assert store.session(session).rounds_played == 120


def test_time_runs_out_and_the_session_stays_open(store: Store) -> None:
    session = store.create(slow_plan(rounds=100_000))
    results = run_session(store, session, control=Control(Budget(seconds=1.0)))
    assert 0 < results.n_done < results.plan.n_games
    assert store.session(session).state != DONE


@pytest.mark.parametrize(
    ("opponent", "is_compiled"), [("greedy", True), ("hom", True), ("dao", False)]
)
def test_the_engine_is_compiled_before_the_first_game_with_progress(
    opponent: str, is_compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[Progress] = []

    def prepare(control: Control) -> Control:
        control.report(0, 30, compiling.COMPILING)
        control.cancel.set()  # no game is to be played
        return control

    monkeypatch.setattr(compiling, "is_compiled", lambda: False)
    monkeypatch.setattr(compiling, "prepare", prepare)
    plan = plan_match([f"slave:{opponent}", *["slave:policy"] * 3], 1, 7)
    stop = Control(on_progress=reports.append)
    if not is_compiled:
        stop.cancel.set()
    with Store(tmp_path / "arena.sqlite") as store:
        assert run_session(store, store.create(plan), control=stop).n_done == 0
    assert [report.text for report in reports] == [compiling.COMPILING] * is_compiled
