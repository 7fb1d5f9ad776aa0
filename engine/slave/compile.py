"""Compiling Slave's kernels, once, in a process of its own, and where the compiled code is kept.

Numba forgets a cached kernel only when its own file changes, not when a kernel or a constant that
it was built with does; and it finds a kernel only for a file in the same place with the same time
of change. So the folder is named after the contents, places and times of all these files: a folder
that is marked as ready holds every kernel. Nothing here imports numba until kernels are compiled.
"""

import atexit
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

from engine.control import Control
from engine.files import locked

HOME = Path(__file__).parent
SOURCES = ("actions.py", "card.py", "layout.py", "row.py", "rules.py", "kernels/*.py")
EXPECTED_S = 30
COMPILING = f"Compiling Slave's engine, once, about {EXPECTED_S} s"
POLL_S = 0.05
UNUSED_S = 30 * 24 * 3600
PREFIX = "slave-"
_loaded = threading.Event()  # set once the kernels are in this process


def cache_name(home: Path = HOME) -> str:
    """Return a name that changes with everything that makes numba compile again."""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in SOURCES for file in home.glob(pattern)):
        digest.update(f"{file} {file.stat().st_mtime_ns} ".encode())
        digest.update(file.read_bytes())
    is_checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
    return PREFIX + digest.hexdigest()[:12] + ("-bounds" if is_checked else "")


@cache
def cache_folder() -> Path:
    """Return where compiled kernels are kept: in `NUMBA_CACHE_DIR` if it is set, else in the user's
    cache.

    Where nothing can be written it is a folder that lasts as long as the process.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(chosen) if chosen else user_cache_path("card-table-assistant") / "numba"
    folder = base / cache_name()
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        os.utime(folder)
        _tidy(folder)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    made = tempfile.mkdtemp(prefix="card-table-kernels-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _tidy(used: Path) -> None:
    """Remove folders of other versions that nobody has used for a month."""
    for folder in used.parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder != used and folder.stat().st_mtime < time.time() - UNUSED_S:
                shutil.rmtree(folder, ignore_errors=True)


@cache
def _stamp_name() -> str:
    """Return the name of the file that says that this Python's and numba's kernels are compiled."""
    return f"ready-{sys.implementation.cache_tag}-numba-{version('numba')}"


def _stamp() -> Path:
    return cache_folder() / _stamp_name()


def is_compiled() -> bool:
    """Return True if the kernels need not be compiled before a question."""
    return _stamp().exists()


def prepare(control: Control | None = None, partial: object = None) -> Control:
    """Wait until the kernels are compiled and loaded; return the control, its clock at zero then.

    Progress is reported to the control, with an early answer. If the control is cancelled, the
    compiler is stopped, and the caller answers with what it has.
    """
    control = control or Control()
    if is_compiled():
        return _load(control)
    control.report(0, EXPECTED_S, COMPILING, partial)
    code = "from engine.slave.compile import compile_once; compile_once()"
    command = [sys.executable, "-P", "-c", code]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache_folder().parent)}
    started_s = time.monotonic()
    with subprocess.Popen(command, cwd=cache_folder(), env=environment) as process:
        while process.poll() is None:
            if control.cancel.is_set():
                process.terminate()
                return control
            elapsed_s = time.monotonic() - started_s
            control.report(min(int(elapsed_s), EXPECTED_S - 1), EXPECTED_S, COMPILING, partial)
            time.sleep(POLL_S)
    if not is_compiled():  # the other process could not start: compile here
        compile_all()
    return _load(control).restarted()


def _load(control: Control) -> Control:
    """Load the kernels into this process, once: seconds that are not thinking time."""
    if _loaded.is_set():
        return control
    _loaded.set()
    compile_all()
    return control.restarted()


def compile_once() -> None:
    """Compile, or wait for another process that does."""
    with locked(_stamp()):
        if not is_compiled():
            compile_all()


def compile_all() -> None:
    """Run every kernel once that answers questions or plays games, and note that it was done.

    Those for training alone are compiled by the training.
    """
    import numpy as np

    from engine.slave.exchange import exchange_of, play_gifts
    from engine.slave.kernels import batches, encoding, rounds
    from engine.slave.kernels.players import GREEDY, advance, heuristic_action, policy_action
    from engine.slave.kernels.quick import make_scratch, quick_action
    from engine.slave.kernels.records import record_games
    from engine.slave.match import SlaveMatch
    from engine.slave.policy import load_policy
    from engine.slave.search import Search, settings_for

    batches.play_random_games(1, np.array([1], np.int64))
    match = SlaveMatch(seed=1, n_rounds=2)
    while len(match.legal_actions()) < 4:
        match.apply(match.legal_actions()[0])
    everything = replace(settings_for(400), least_share=0.0)
    Search(everything, seed=1).run(match.view(match.current_seat))
    net, scratch = load_policy().quick_form, make_scratch()
    while not match.is_over:
        view = match.view(match.current_seat)
        if match.phase == "exchange":
            play_gifts(exchange_of(view), 100)
            match.apply(match.legal_actions()[0])
        else:
            match.apply(int(quick_action(view.row, net, scratch)))
    row, buffer = view.row.copy(), np.empty(64, np.int64)
    encoding.observe(row, np.int64(0), np.empty(155, np.float32))
    encoding.fill_mask(row, np.empty(157, np.int8), buffer)
    rounds.apply_action(row, np.int64(buffer[0]))
    heuristic_action(view.row)
    start, ones = SlaveMatch(seed=1).row, np.ones(1, np.uint64)
    policy_action(start, GREEDY, buffer, np.array([1], np.int64))
    seated, greedy = np.zeros((1, 4), np.uint8), np.array([GREEDY])
    places, points = np.empty((1, 4), np.uint8), np.empty((1, 4), np.float32)
    lengths, moves = np.empty(1, np.uint32), np.empty(256, np.uint8)
    record_games(ones, ones, seated, greedy, 1, 0, 0, places, points, lengths, moves)
    advance(start[None], np.ones((1, 4), np.int64), np.array([1], np.int64))
    _stamp().touch()


if __name__ == "__main__":
    prepare()
