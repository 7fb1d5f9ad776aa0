"""Compiling once: the name of the cache, the first answer, and no numba before it is needed."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.control import Budget, Control, Progress
from engine.slave import compile as compiling
from engine.slave.match import SlaveMatch
from engine.slave.solver import RankedMoves, rank_moves


def test_importing_slave_and_asking_the_policy_imports_no_numba() -> None:
    lines = (
        "import sys",
        "import engine.slave.env, engine.slave.solver, engine.slave.exchange",
        "import assistant.advisors.slave, assistant.play.slave, gui.panels.slave",
        "from engine.slave.agents.policy_agent import PolicyAgent",
        "from engine.slave.match import SlaveMatch",
        "match = SlaveMatch(1)",
        "match.apply(PolicyAgent().choose(match.view(match.current_seat)))",
        "assert not {'numba', 'llvmlite'} & set(sys.modules), 'numba was imported'",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


def test_the_name_of_the_cache_changes_with_every_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernels").mkdir()
    names = set()
    for name in ("rules.py", "row.py", "kernels/rounds.py"):
        (tmp_path / name).write_text(name)
        names.add(compiling.cache_name(tmp_path))
    (tmp_path / "kernels" / "__pycache__").mkdir()
    (tmp_path / "kernels" / "__pycache__" / "rounds.pyc").write_text("bytecode")
    (tmp_path / "solver.py").write_text("not compiled")
    assert compiling.cache_name(tmp_path) in names
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    names.add(compiling.cache_name(tmp_path))
    assert len(names) == 4


def test_a_copy_and_a_file_of_another_time_have_caches_of_their_own(tmp_path: Path) -> None:
    """Numba compiles again in both cases, so neither may count as compiled."""
    names = set()
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        (folder / "rules.py").write_text("the same")
        names.add(compiling.cache_name(folder))
    os.utime(tmp_path / "one" / "rules.py", (1, 1))
    names.add(compiling.cache_name(tmp_path / "one"))
    assert len(names) == 3


def test_kernels_import_only_what_the_name_covers() -> None:
    allowed = {"actions", "compile", "kernels", "layout", "row", "rules"}
    for file in (compiling.HOME / "kernels").glob("*.py"):
        for line in file.read_text().splitlines():
            if line.startswith(("from engine", "import engine")):
                assert line.split()[1].split(".")[2] in allowed, f"{file.name}: {line}"


def test_a_folder_of_the_users_gets_a_named_folder_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compiling.cache_folder.cache_clear()
    try:
        assert compiling.cache_folder() == tmp_path / compiling.cache_name()
        assert not compiling.is_compiled()
    finally:
        monkeypatch.undo()
        compiling.cache_folder.cache_clear()


def test_the_policy_answers_first_and_compiling_costs_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The compiler is replaced by a process that only waits."""
    view = SlaveMatch(3).view(SlaveMatch(3).current_seat)
    rank_moves(view, 100)  # the kernels of this process are there
    reports: list[Progress] = []
    ready = iter([False, True])
    monkeypatch.setattr(compiling, "is_compiled", lambda: next(ready, True))
    monkeypatch.setattr(
        compiling.subprocess, "Popen", lambda command, **_: _popen(["/bin/sleep", "0.1"])
    )
    asked_s = time.monotonic() - 60  # as if compiling took a minute, twice the budget
    control = Control(Budget(seconds=30), on_progress=reports.append, _started_s=asked_s)
    found = rank_moves(view, 400, control=control)
    assert reports[0].text == compiling.COMPILING
    first = reports[0].partial
    assert isinstance(first, RankedMoves)
    assert first.n_samples == 0
    assert str(first.best) == first.policy_says
    assert found.n_samples >= 390
    assert found.elapsed_s < 30


def test_loading_the_kernels_costs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    monkeypatch.setattr(compiling, "_loaded", threading.Event())
    monkeypatch.setattr(compiling, "is_compiled", lambda: True)
    monkeypatch.setattr(compiling, "compile_all", lambda: loaded.append(1))
    asked = Control(_started_s=time.monotonic() - 60)
    ready = compiling.prepare(asked)
    assert ready.elapsed_s < 30 < asked.elapsed_s
    assert compiling.prepare(asked) is asked, "the clock of a later question runs on"
    assert loaded == [1]


def test_a_cancel_while_compiling_answers_with_the_policys_ranking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = SlaveMatch(3).view(SlaveMatch(3).current_seat)
    for module in (compiling, sys.modules["engine.slave.solver"]):
        monkeypatch.setattr(module, "is_compiled", lambda: False)
    monkeypatch.setattr(
        compiling.subprocess, "Popen", lambda command, **_: _popen(["/bin/sleep", "60"])
    )
    control = Control()
    control.cancel.set()
    found = rank_moves(view, 400, control=control)
    assert found.n_samples == 0
    assert found.moves


_popen = subprocess.Popen


def test_two_processes_do_not_compile_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp, compiled = tmp_path / "ready", []

    def compile_slowly() -> None:
        compiled.append(1)
        time.sleep(0.2)
        stamp.touch()

    monkeypatch.setattr(compiling, "_stamp", lambda: stamp)
    monkeypatch.setattr(compiling, "compile_all", compile_slowly)
    threads = [threading.Thread(target=compiling.compile_once) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert compiled == [1]


def test_games_and_players_find_their_kernels_compiled() -> None:
    lines = (
        "from engine.slave.compile import compile_all",
        "compile_all()",
        "from engine.slave.kernels.players import policy_action",
        "from engine.slave.kernels.records import record_games",
        "compiled = [len(kernel.signatures) for kernel in (policy_action, record_games)]",
        "from assistant.arena.batch import play_batch",
        "from assistant.arena.plan import SessionPlan",
        "agents = ('slave:random', 'slave:greedy', 'slave:heuristic')",
        "plan = SessionPlan('slave', agents, ((0, 1, 2, 2),), 2, 7)",
        "play_batch(plan.load_game(), plan.batch(0, 4))",
        "from assistant.play import GameTable, find_game, run",
        "from engine.control import Control",
        "table = GameTable(find_game('slave'), ('greedy',) * 4, 2, 3)",
        "all(run(table, Control()))",
        "found = [len(kernel.signatures) for kernel in (policy_action, record_games)]",
        "assert found == compiled, (compiled, found)",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


def test_two_threads_that_load_kernels_use_the_same_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Numba looks at its folder twice; in between another thread has put another one there."""
    import numba

    from engine.slave.kernels import jit

    seen, folder = [], numba.config.CACHE_DIR

    def look_twice(**_: object) -> object:
        def decorate(function: object) -> object:
            for _ in range(2):
                seen.append(numba.config.CACHE_DIR)
                time.sleep(0.05)
            return function

        return decorate

    monkeypatch.setattr(numba, "njit", look_twice)
    threads = [threading.Thread(target=jit.njit(), args=(print,)) for _ in range(2)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    for thread in threads:
        thread.join()
    assert set(seen) == {str(compiling.cache_folder())}
    assert folder == numba.config.CACHE_DIR
