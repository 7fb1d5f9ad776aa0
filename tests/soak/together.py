"""Window, arena and bot at the same time, with random cancels and kills.

`python -m tests.soak together --seconds 3600`: the window is fuzzed in a process of its own, the
bot plays games of Pokle in another and is cancelled in the middle of some, and sessions of the
arena are killed and resumed. In the end every store must be readable and equal to one that nobody
touched, and the memory of window and bot within a tenth of what it was after ten minutes.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from itertools import cycle
from pathlib import Path
from statistics import median

import psutil

WARM_S = 600.0  # until everything is loaded; a shorter run only tells what memory did
MAX_GROWTH = 0.10
COURSE_S = 600.0  # between two figures of the course that is printed
SAMPLE_S = 2.0
CYCLE_S = 60.0  # for a round of the window's panels
AGENTS = ["konkan:greedy", "konkan:search?simulations=8"]
ROUNDS = 120
N_PUZZLES = 50  # few enough to play all of them, the largest too, before memory is compared


class Watched:
    """A process whose memory is sampled until it ends."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.samples: list[tuple[float, float, float]] = []  # when, MB, processor seconds
        self.printed = tempfile.TemporaryFile("w+")  # noqa: SIM115 (open until the end)
        home = {"CARD_TABLE_HOME": tempfile.mkdtemp(prefix="soak-"), "PYTHONFAULTHANDLER": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdout=self.printed,
            stderr=subprocess.STDOUT,
            env=os.environ | home,
        )

    def sample(self, now_s: float) -> None:
        """Note the memory now, if the process is there."""
        with suppress(psutil.Error):
            process = psutil.Process(self.process.pid)
            memory, times = process.memory_info().rss, process.cpu_times()
            if memory:  # of a process that has ended it is 0
                self.samples.append((now_s, memory / 1e6, times.user + times.system))

    def end(self) -> str:
        """Wait for the end; what was printed last, or raise if it failed."""
        self.process.wait(300)
        self.printed.seek(0)
        printed = self.printed.read().strip()
        if self.process.returncode:
            raise AssertionError(
                f"{self.name} ended with {self.process.returncode}: {printed[-3000:]}"
            )
        return printed.splitlines()[-1] if printed else ""

    def growth(self, warm_s: float) -> str:
        """Return the memory after the warm-up and at the end; raise if it grew by too much.

        A warm-up of less than ten minutes is too short to judge by.
        """
        later = [mb for at_s, mb, _ in self.samples if at_s >= warm_s]
        n_few = max(1, len(later) // 5)
        early, late = median(later[:n_few]), median(later[-n_few:])
        if warm_s >= WARM_S and late > early * (1 + MAX_GROWTH):
            raise AssertionError(f"{self.name} grew from {early:.0f} to {late:.0f} MB")
        return f"{early:.0f} to {late:.0f} MB ({late / early - 1:+.1%})"

    def course(self) -> str:
        """Return the memory every ten minutes, in MB, and the processor's time until then.

        A process that had little time has not loaded everything yet.
        """
        due_s, found = 0.0, list[str]()
        for at_s, mb, processor_s in self.samples:
            if at_s >= due_s:
                found.append(f"{mb:.0f} ({processor_s:.0f} s)")
                due_s += COURSE_S
        return f"{self.name}, MB every {COURSE_S / 60:.0f} minutes: {' '.join(found)}"


def together(rng: random.Random, seconds: float) -> str:
    """Run all three for a time; one line for the table."""
    started_s, warm_s = time.monotonic(), min(WARM_S, seconds / 3)
    fuzz = ["--seconds", str(seconds), "--cycle", str(min(CYCLE_S, seconds / 4))]
    watched = [
        Watched("window", ["tests.gui.fuzz", *fuzz, "--seed", str(rng.randrange(10**6))]),
        Watched("bot", ["tests.soak.together", str(seconds), str(rng.randrange(10**6))]),
    ]
    over = threading.Event()

    def sample() -> None:
        while not over.wait(SAMPLE_S):
            for one in watched:
                one.sample(time.monotonic() - started_s)

    sampler = threading.Thread(target=sample)
    sampler.start()
    try:
        sessions = kill_sessions(
            rng, started_s + seconds, lambda: any(one.process.poll() is not None for one in watched)
        )
        told = [one.end() for one in watched]
    finally:
        over.set()
        sampler.join()
        for one in watched:
            one.process.kill()
        print("\n".join(one.course() for one in watched), flush=True)
    window, bot = (f"{one.name} {one.growth(warm_s)}" for one in watched)
    return f"{window}, {told[0]}; {bot}, {told[1]}; arena: {sessions}"


def kill_sessions(rng: random.Random, end_s: float, is_over: Callable[[], bool]) -> str:
    """Kill and resume sessions until the time is up; each must end like one nobody touched.

    `is_over` ends it before: window or bot has stopped too early, and the soak has failed.
    """
    from assistant.arena.plan import plan_match
    from assistant.arena.runner import run_session
    from assistant.arena.store import DONE, Store

    path = Path(tempfile.mkdtemp(prefix="soak-")) / "arena.sqlite"
    with Store(path) as store:
        whole = store.create(plan_match(AGENTS, ROUNDS, 7))
        run_session(store, whole)
    n_sessions = n_kills = n_stops = 0
    while (time.monotonic() < end_s and not is_over()) or not n_sessions:
        with Store(path) as store:
            session = store.create(plan_match(AGENTS, ROUNDS, 7))
        resume = ["arena", "resume", str(session), "--session-file", str(path), "--workers", "2"]
        for _ in range(rng.randrange(1, 4)):
            how = rng.choice((signal.SIGKILL, signal.SIGINT))
            was_running = interrupt([sys.executable, "-m", "assistant", *resume], how, rng)
            n_kills += was_running and how == signal.SIGKILL
            n_stops += was_running and how == signal.SIGINT
        subprocess.run(
            [sys.executable, "-m", "assistant", *resume], check=True, stdout=subprocess.DEVNULL
        )
        with Store(path, reading=True) as store:
            if store.session(session).state != DONE or store.digest(session) != store.digest(whole):
                raise AssertionError(f"session {session} of {path} differs")
        n_sessions += 1
    with Store(path, reading=True) as store:
        found, damaged = store.list_sessions()
    if damaged or len(found) != n_sessions + 1:
        raise AssertionError(f"{path}: {damaged}")
    return f"{n_sessions} sessions equal after {n_kills} kills and {n_stops} Ctrl-C"


def interrupt(command: list[str], how: signal.Signals, rng: random.Random) -> bool:
    """Run a command and send it a signal after a while; False if it ended before."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(rng.uniform(1.0, 5.0))
    except subprocess.TimeoutExpired:
        process.send_signal(how)
        process.wait(300)  # far more than it takes; it must not hang
        return True
    return False


def play_bot(seconds: float, seed: int) -> str:
    """Play the same practice puzzles again and again; a quarter is cancelled in the middle."""
    from assistant.pokle_bot import proposal_for
    from automation.browser import BrowserOptions, Chrome
    from automation.listener import Listener
    from automation.player import BrowserPlayer, OpenSite, PlayOptions
    from automation.practice.server import PracticeServer
    from automation.profiles import load_profile
    from engine.control import CancelFlag
    from engine.errors import Cancelled

    rng, end_s, ends = random.Random(seed), time.monotonic() + seconds, Counter[str]()
    puzzles = cycle([rng.randrange(10**6) for _ in range(N_PUZZLES)])
    with PracticeServer() as server, Chrome(BrowserOptions()) as tabs:
        while time.monotonic() < end_s:
            cancel = CancelFlag()
            timer = threading.Timer(rng.uniform(0.05, 1.0), cancel.set)
            if rng.random() < 0.25:
                timer.start()
            site = OpenSite(tabs, server.url(seed=next(puzzles), pace=0))
            player = BrowserPlayer(
                lambda state, cancel=cancel: proposal_for(state, cancel),
                lambda site=site: nullcontext(site),
                load_profile("practice").profile,
                PlayOptions(),
                Listener(),
            )
            try:
                ends[player.run().status] += 1
            except Cancelled:
                ends["cancelled"] += 1
            finally:
                timer.cancel()
            tabs.revive()  # each game has a tab of its own, as if on another day
    return f"{ends.total()} games: {dict(ends)}"


if __name__ == "__main__":
    print(play_bot(float(sys.argv[1]), int(sys.argv[2])))
