"""Sessions in the background, snapshots, and games as streams of steps."""

import time
from itertools import pairwise
from pathlib import Path

import pytest

from assistant import arena
from assistant.arena.cluster import InProcess
from assistant.arena.events import is_repeatable, play_steps, replay, stored_moves
from assistant.arena.plan import plan_match
from assistant.arena.runner import run_session
from assistant.arena.session import FAILED, FINISHED, PAUSED, READY, RUNNING, ArenaSession, Snapshot
from assistant.arena.store import Store
from engine.errors import InputError

PLAN = ["toy:smart", "toy:low", "toy:random"]


@pytest.mark.parametrize("workers", [0, 1])
def test_a_session_runs_and_tells(tmp_path: Path, workers: int) -> None:
    heard: list[Snapshot] = []
    plan = plan_match(PLAN, 200, 7)
    path = tmp_path / "arena.sqlite"
    session = ArenaSession(plan, store=path, workers=workers, on_snapshot=heard.append)
    assert session.snapshot.state == READY
    session.start()
    last = session.wait(120)
    assert last is session.snapshot
    assert heard[-1] == last
    assert (last.state, last.games_done, last.games_total) == (FINISHED, 600, 600)
    assert last.standings[0].agent == "toy:smart"
    assert last.history[-1].n_games == 600
    assert len(last.history[-1].ratings) == 3
    assert last.history[-1].lows < last.history[-1].ratings
    assert {p.n_games for p in last.pairings} == {600}
    assert all(a.games_done <= b.games_done for a, b in pairwise(heard))


def test_pause_and_go_on_ends_as_if_nothing_had_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InProcess, "batch_s", 0.03)
    path = tmp_path / "arena.sqlite"
    plan = plan_match(["toy:random?pause_ms=0.1", "toy:low"], 700, 7)

    def hear(snapshot: Snapshot) -> None:
        if snapshot.state == RUNNING:  # paused in its own thread: in time however busy we are
            session.pause()

    session = ArenaSession(plan, store=path, workers=0, on_snapshot=hear)
    session.start()
    session.wait(120)
    assert session.stop()
    assert session.snapshot.state == PAUSED
    assert 0 < session.snapshot.games_done < 1400
    again = ArenaSession(session=session.id, store=path, workers=0)
    assert again.snapshot.games_done == session.snapshot.games_done
    again.start()
    again.start()  # a second start changes nothing
    assert again.wait(120).state == FINISHED
    with Store(path) as store:
        whole = store.create(plan)
        run_session(store, whole)
        assert store.digest(session.id) == store.digest(whole)
    finished = ArenaSession(session=session.id, store=path)
    assert finished.snapshot.state == FINISHED
    finished.start()
    assert not finished.is_running


def test_stopping_kills_a_worker_in_the_middle_of_a_long_move(tmp_path: Path) -> None:
    plan = plan_match(["toy:random?pause_ms=1000", "toy:low"], 5, 7)
    session = ArenaSession(plan, store=tmp_path / "arena.sqlite", workers=1)
    session.start()
    time.sleep(0.5)
    assert session.stop(wait_s=120)
    assert session.snapshot.state == PAUSED


def test_trouble_is_told_in_a_snapshot(tmp_path: Path) -> None:
    plan = plan_match(PLAN, 200, 7)
    session = ArenaSession(plan, store=tmp_path / "arena.sqlite", cluster="nowhere")
    session.start()
    assert session.wait(120).state == FAILED
    assert '"nowhere" is no cluster' in session.snapshot.message


def test_games_can_be_stepped_through(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite"
    session = ArenaSession(plan_match(PLAN, 2, 7), store=path, workers=0)
    with pytest.raises(InputError, match="game 4 of session 1 is not played yet"):
        session.steps(4)
    session.start()
    session.wait(120)
    steps = session.steps(4)
    assert [step.number for step in steps] == list(range(16))
    assert steps[0].title == "deal"
    assert steps[3].title.startswith("3. seat 2 ")
    assert steps[0].outcome is None
    assert steps[-1].outcome is not None
    assert sum(steps[-1].outcome.points) == 5
    assert steps[-1].lines[0].startswith("seat 0: [] tricks")
    info = session.game_info(4)
    assert sorted(info.seats) == ["low", "random", "smart"]
    assert [info.seats[step.seat] for step in steps[1:] if step.seat is not None] == [
        step.agent for step in steps[1:]
    ]
    with pytest.raises(InputError, match="there is no game 6: expected 0 to 5"):
        session.steps(6)


def test_a_game_played_alone_has_the_stored_moves(store: Store) -> None:
    session = store.create(plan_match(PLAN, 4, 7))
    run_session(store, session)
    plan = store.session(session).plan
    for number in range(plan.n_games):
        assert is_repeatable(store, session, number)
        live = [step.move for step in play_steps(plan, number)][1:]
        assert live == stored_moves(store, session, number)
        assert list(replay(store, session, number))[-1].lines


def test_the_face_for_a_window(tmp_path: Path) -> None:
    assert arena.game_names()[:3] == ("pokle", "slave", "konkan")
    assert arena.game_seats("slave") == (4,)
    assert "greedy" in arena.agents_of("konkan")
    path = tmp_path / "arena.sqlite"
    assert arena.stored_sessions(path) == []
    ArenaSession(plan_match(PLAN, 1, 7), store=path)
    assert [row.plan.game for row in arena.stored_sessions(path)] == ["toy"]
