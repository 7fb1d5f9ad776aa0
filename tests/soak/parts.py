"""The parts of the soak; each returns one line of what it did, or raises."""

import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import psutil

from engine.control import CancelFlag, Control, Progress
from engine.errors import Cancelled
from tests.soak.questions import answer, questions

N_THREADS = 8
N_FIRST = 5  # games until everything is loaded
ASSISTANT = [sys.executable, "-m", "assistant.cli.start"]


class Levels:
    """Memory, threads and handles of this process, to be compared later."""

    def __init__(self) -> None:
        me = psutil.Process()
        self.mb = me.memory_info().rss / 1e6
        self.threads = me.num_threads()
        self.handles = me.num_fds()

    def compare(self, later: "Levels") -> str:
        """One phrase; raises if something grew."""
        grown = later.mb - self.mb
        if grown > 150 or later.threads > self.threads + 4 or later.handles > self.handles + 8:
            raise AssertionError(f"grew: {vars(self)} to {vars(later)}")
        return (
            f"memory {self.mb:.0f} to {later.mb:.0f} MB, threads {self.threads} to "
            f"{later.threads}, handles {self.handles} to {later.handles}"
        )


def requests(rng: random.Random, scale: float) -> str:
    """Requests from eight threads, some cancelled, against the answers of one thread."""
    asked = questions()
    expected = [answer(question, Control()) for question in asked]
    n_requests = max(50, round(10_000 * scale))
    _storm(rng, asked, expected, max(50, n_requests // 10))  # threads and caches are there now
    before = Levels()
    done, cancelled = _storm(rng, asked, expected, n_requests)
    levels = before.compare(Levels())
    return f"{n_requests:,} requests, {cancelled:,} cancelled, {done:,} equal; {levels}"


def _storm(
    rng: random.Random, asked: list[Any], expected: list[str], n_requests: int
) -> tuple[int, int]:
    waiting: queue.SimpleQueue[tuple[int, float | None]] = queue.SimpleQueue()
    for _ in range(n_requests):
        patience_s = rng.random() * 0.02 if rng.random() < 0.25 else None
        waiting.put((rng.randrange(len(asked)), patience_s))
    counts, wrong = [0, 0], list[str]()

    def work() -> None:
        while not wrong:
            try:
                number, patience_s = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                found = _ask(asked[number], patience_s)
            except Exception as error:
                wrong.append(f"question {number}: {type(error).__name__}: {error}")
                return
            if found is None:
                counts[1] += 1
            elif found == expected[number]:
                counts[0] += 1
            else:
                wrong.append(f"question {number} differs: {found[:300]}")

    threads = [threading.Thread(target=work) for _ in range(N_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise AssertionError(wrong[0])
    return counts[0], counts[1]


def _ask(question: Any, patience_s: float | None) -> str | None:
    """The answer, or None if it was cancelled before its end."""
    control = Control(cancel=CancelFlag())
    timer = threading.Timer(patience_s, control.cancel.set) if patience_s is not None else None
    if timer:
        timer.start()
    try:
        found = answer(question, control)
    except Cancelled:
        return None
    finally:
        if timer:
            timer.cancel()
    return None if control.cancel.is_set() else found


def games(rng: random.Random, scale: float) -> str:
    """Games of Pokle on the practice site, in one browser."""
    from assistant.pokle_bot import proposal_for
    from automation.browser import BrowserOptions, Chrome
    from automation.listener import Listener
    from automation.player import BrowserPlayer, OpenSite, PlayOptions
    from automation.practice.server import PracticeServer
    from automation.profiles import load_profile

    n_games, cancel = max(3, round(300 * scale)), CancelFlag()
    ends: dict[str, int] = {}
    with PracticeServer() as server, Chrome(BrowserOptions()) as tabs:
        for number in range(n_games + N_FIRST):
            if number == N_FIRST:
                before, ends = Levels(), {}
            site = OpenSite(tabs, server.url(seed=rng.randrange(10**6), pace=0))
            player = BrowserPlayer(
                lambda state: proposal_for(state, cancel),
                lambda site=site: nullcontext(site),
                load_profile("practice").profile,
                PlayOptions(),
                Listener(),
            )
            status = player.run().status
            ends[status] = ends.get(status, 0) + 1
        levels = before.compare(Levels())
    if set(ends) - {"won", "lost"}:
        raise AssertionError(f"{ends}")
    return f"{n_games} games: {ends}; {levels}"


def window(rng: random.Random, scale: float) -> str:
    """Random text, clicks and keys at every panel."""
    seconds, seed = max(5, round(90 * scale)), rng.randrange(10**6)
    command = [sys.executable, "-m", "tests.gui.fuzz"]
    options = ["--seconds", str(seconds), "--seed", str(seed)]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    if done.returncode:
        raise AssertionError((done.stdout + done.stderr)[-500:])
    return done.stdout.strip().splitlines()[0]


def _killed(rng: random.Random, command: list[str], low_s: float, high_s: float) -> bool:
    """Run a command and kill it in the middle; False if it ended before."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(rng.uniform(low_s, high_s))
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True
    return False


def arena(rng: random.Random, scale: float) -> str:
    """A session killed again and again ends as one that nobody touched."""
    from assistant.arena.plan import plan_match
    from assistant.arena.runner import run_session
    from assistant.arena.store import DONE, Store

    path = Path(tempfile.mkdtemp(prefix="soak-")) / "arena.sqlite"
    rounds = max(20, round(2_000 * scale))
    agents = ["konkan:greedy", "konkan:search?simulations=8"]
    with Store(path) as store:
        whole, killed = (store.create(plan_match(agents, rounds, 7)) for _ in range(2))
        run_session(store, whole)
    resume = [
        *ASSISTANT,
        "arena",
        "resume",
        str(killed),
        "--session-file",
        str(path),
        "--workers",
        "2",
    ]
    kills = 0
    for _ in range(max(3, round(12 * scale))):
        kills += _killed(rng, resume, 1.5, 4.0)
    subprocess.run(resume, check=True, stdout=subprocess.DEVNULL)
    with Store(path) as store:
        same = store.digest(whole) == store.digest(killed)
        if not same or store.session(killed).state != DONE:
            raise AssertionError("the killed session differs")
        played = store.session(whole).plan.n_games
    return f"{kills} kills of a session of {played} games: equal"


def dask(rng: random.Random, scale: float) -> str:
    """Workers of a cluster killed while they play; the results are the same."""
    from assistant.arena.dask_workers import DaskWorkers
    from assistant.arena.plan import plan_match
    from assistant.arena.runner import run_session
    from assistant.arena.store import Store
    from tests.assistant.arena.toy import EveryChunk

    path = Path(tempfile.mkdtemp(prefix="soak-")) / "arena.sqlite"
    plan = plan_match(
        ["konkan:greedy", "konkan:search?simulations=8"], max(50, round(500 * scale)), 3
    )
    kills: list[int] = []
    with Store(path) as store, DaskWorkers("local:2") as cluster:

        def kill_one(progress: Progress) -> None:
            if len(kills) < 3 and progress.done > (len(kills) + 1) * plan.n_games / 5:
                kills.append(rng.choice(cluster.pids()))
                os.kill(kills[-1], signal.SIGKILL)

        here, there = store.create(plan), store.create(plan)
        run_session(store, here)
        run_session(store, there, cluster, EveryChunk(on_progress=kill_one))
        if store.digest(here) != store.digest(there):
            raise AssertionError("the session on the cluster differs")
    return f"{len(kills)} workers killed in a session of {plan.n_games} games: equal"


TRAIN = """
import sys
from pathlib import Path
from engine.slave.training.checkpoints import Checkpoints, identity_of
from engine.slave.training.curriculum import SCRATCH
from engine.slave.training.ppo import Ppo, PpoSettings

settings = PpoSettings(n_iterations=int(sys.argv[2]), n_games=8, n_choices=64, minibatch=32,
                       width=16, stages=SCRATCH, pool_every=5)
kept = Checkpoints(Path(sys.argv[1]), identity_of(settings, "soak", 1))
run = Ppo.load(kept, settings) or Ppo(settings)
run.run(tell=lambda *_: run.save(kept))
"""


def training(rng: random.Random, scale: float) -> str:
    """A training run killed again and again ends with the very bytes of one nobody touched."""
    folders = [Path(tempfile.mkdtemp(prefix="soak-")) for _ in range(2)]
    n_iterations = max(10, round(100 * scale))
    whole, killed = (
        [sys.executable, "-c", TRAIN, str(folder), str(n_iterations)] for folder in folders
    )
    subprocess.run(whole, check=True)
    kills = sum(_killed(rng, killed, 5.0, 10.0) for _ in range(max(2, round(6 * scale))))
    subprocess.run(killed, check=True)
    ends = [(folder / "ppo.checkpoint").read_bytes() for folder in folders]
    if ends[0] != ends[1]:
        raise AssertionError("the killed training run differs")
    _train_by_command(rng)
    return f"{kills} kills of a run of {n_iterations} iterations: equal; the command goes on, too"


def _train_by_command(rng: random.Random) -> None:
    """The command itself, killed once, goes on, and is stopped by Ctrl-C."""
    folder = tempfile.mkdtemp(prefix="soak-")
    train = [*ASSISTANT, "slave", "train", "--recipe", "scratch", "--out", folder]
    _killed(rng, train, 10.0, 20.0)
    process = subprocess.Popen(train, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    with suppress(subprocess.TimeoutExpired):
        process.wait(20)
    process.send_signal(signal.SIGINT)
    output = process.communicate()[1]
    if "run the same command again to continue" not in output or "Traceback" in output:
        raise AssertionError(output[-300:])
