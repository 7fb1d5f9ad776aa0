"""Sessions as jobs, snapshots, and games as streams of steps."""

import multiprocessing
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from assistant import arena
from assistant.arena import Snapshot, live_steps, look_at, new_session, play_session, stored_steps
from assistant.arena.cluster import InProcess
from assistant.arena.events import is_repeatable, look_lines, play_steps, replay, stored_moves
from assistant.arena.plan import plan_match
from assistant.arena.runner import run_session
from assistant.arena.session import FINISHED, PAUSED, RUNNING
from assistant.arena.store import Store
from engine.control import Control, Progress
from engine.errors import InputError

PLAN = ["toy:smart", "toy:low", "toy:random"]


@pytest.mark.parametrize("workers", [0, 1])
def test_a_session_runs_in_this_thread_and_tells(path: Path, workers: int) -> None:
    heard: list[Snapshot] = []

    def hear(progress: Progress) -> None:
        assert threading.current_thread() is threading.main_thread()
        if isinstance(progress.partial, Snapshot):
            heard.append(progress.partial)

    session = new_session(plan_match(PLAN, 200, 7), path)
    assert look_at(session, path).state == PAUSED
    last = play_session(session, Control(on_progress=hear), path, workers)
    assert heard
    assert {snapshot.state for snapshot in heard} == {RUNNING}
    assert (last.state, last.games_done, last.games_total) == (FINISHED, 600, 600)
    assert last.standings[0].agent == "toy:smart"
    assert last.names == ("Smart", "Low", "Random")
    assert "Smart leads with" in last.why
    assert last.reason == "clearly ahead of Random"
    assert last.history[-1].n_games == 600
    assert len(last.history[-1].ratings) == 3
    assert last.history[-1].lows < last.history[-1].ratings
    assert {p.n_games for p in last.pairings} == {600}
    assert all(a.games_done <= b.games_done for a, b in pairwise([*heard, last]))
    assert look_at(session, path).standings == last.standings


def test_the_first_is_called_clearly_ahead_only_where_the_intervals_say_so(path: Path) -> None:
    verdicts = set()
    for n_rounds in (2, 200):
        session = new_session(plan_match(["toy:smart", "toy:low"], n_rounds, 7), path)
        snapshot = play_session(session, Control(), path, 0)
        first, second = (s.rating.interval for s in snapshot.standings)
        assert ("clearly ahead of" in snapshot.why) == (first.low > second.high)
        assert ("too close to" in snapshot.why) == (first.low <= second.high)
        verdicts.add("clearly" in snapshot.why)
    assert verdicts == {True, False}


def test_pause_and_go_on_ends_as_if_nothing_had_happened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InProcess, "batch_s", 0.03)
    plan = plan_match(["toy:random?pause_ms=0.1", "toy:low"], 700, 7)
    control = Control(on_progress=lambda _: control.cancel.set())
    session = new_session(plan, path)
    paused = play_session(session, control, path, 0)
    assert paused.state == PAUSED
    assert 0 < paused.games_done < 1400
    assert look_at(session, path).games_done == paused.games_done
    assert play_session(session, Control(), path, 0).state == FINISHED
    with Store(path) as store:
        whole = store.create(plan)
        run_session(store, whole)
        assert store.digest(session) == store.digest(whole)
    assert play_session(session, Control(), path, 0).games_done == 1400


def test_cancelling_kills_a_worker_in_the_middle_of_a_long_move(path: Path) -> None:
    session = new_session(plan_match(["toy:random?pause_ms=1000000", "toy:low"], 5, 7), path)
    control = Control()
    threading.Timer(0.5, control.cancel.set).start()
    paused = play_session(session, control, path)  # a move alone takes a quarter of an hour
    assert (paused.state, paused.games_done) == (PAUSED, 0)
    assert not multiprocessing.active_children()


def test_trouble_is_raised(path: Path) -> None:
    session = new_session(plan_match(PLAN, 200, 7), path)
    with pytest.raises(InputError, match="-1 workers cannot play"):
        play_session(session, Control(), path, -1)


def test_games_can_be_stepped_through(path: Path) -> None:
    session = new_session(plan_match(PLAN, 2, 7), path)
    with pytest.raises(InputError, match="game 5 of session 1 is not played yet"):
        stored_steps(session, 4, path)
    game = live_steps(session, 4, path)
    live = list(iter(lambda: game.next_step(Control()), None))
    play_session(session, Control(), path, 0)
    steps = list(stored_steps(session, 4, path))
    assert steps == live
    assert [step.number for step in steps] == list(range(16))
    assert steps[0].title == "Round 1 is dealt"
    assert steps[3].title.startswith("3. ")
    assert all(a.after == b.before for a, b in pairwise(steps))
    assert steps[0].outcome is None
    assert steps[-1].outcome is not None
    assert sum(steps[-1].outcome.points) == 5
    assert "place " in next(look_lines(steps[-1].after))
    with Store(path) as store:
        info = arena.game_info(store.session(session).plan, 4)
    assert sorted(info.seats) == ["low", "random", "smart"]
    assert [info.seats[step.seat] for step in steps[1:] if step.seat is not None] == [
        step.agent for step in steps[1:]
    ]
    with pytest.raises(InputError, match="there is no game 7: expected 1 to 6"):
        stored_steps(session, 6, path)


def test_a_game_played_alone_has_the_stored_moves(store: Store) -> None:
    session = store.create(plan_match(PLAN, 4, 7))
    run_session(store, session)
    plan = store.session(session).plan
    for number in range(plan.n_games):
        assert is_repeatable(store, session, number)
        live = [step.move for step in play_steps(plan, number)][1:]
        assert live == stored_moves(store, session, number)
        assert list(replay(store, session, number))[-1].outcome


@pytest.mark.parametrize("game", ["pokle", "slave", "konkan"])
def test_every_game_is_one_line_of_the_list(game: str) -> None:
    """Title, seats and an example come from the game, and its example can be played and seen."""
    found = arena.find_game(game)
    assert found.title
    plan = plan_match(found.example, 1, 7, game)
    steps = list(play_steps(plan, 0))
    assert steps[-1].outcome is not None
    assert len(steps[-1].after.seats) == plan.n_seats
    assert all(step.text for step in steps)


def test_a_stored_plan_names_its_game_by_key_and_no_import_path(path: Path) -> None:
    plan = plan_match(PLAN, 1, 7)
    assert "place" not in plan.to_json()
    evil = plan.to_json().replace('"game"', '"place": "os:system", "game"')
    assert plan.from_json(evil) == plan
    new_session(plan, path)
    assert [row.plan.game for row in arena.stored_sessions(path)] == ["toy"]


def test_a_game_of_another_version_is_shown_as_far_as_it_can_be(path: Path) -> None:
    session = new_session(plan_match(PLAN, 1, 7), path)
    play_session(session, Control(), path, 0)
    assert arena.begun_with(session, path) == ""
    with Store(path) as store:
        store.keep_versions(session, {"program": "0.0.9, 0.1.0"})
        plan, moves = store.session(session).plan, stored_moves(store, session, 0)
    assert arena.begun_with(session, path) == "0.0.9"
    changed = [*moves[:4], "no such move", *moves[5:]]
    steps = play_steps(plan, 0, changed)
    assert [next(steps).number for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(InputError, match="further than move 4 by this version"):
        next(steps)
    with pytest.raises(InputError, match="ends after move 3"):
        list(play_steps(plan, 0, moves[:3]))
