"""The window: how soon it is there, how soon it answers, how long it is ever deaf."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.bench.harness import Bench

if TYPE_CHECKING:
    from gui.panels.base import Panel
    from gui.panels.pokle import PokleEntries

N_STARTS = 4  # the first one warms the disk
N_EDITS = 7
PATIENCE_S = 120.0
BEAT_MS = 2
HANDS = ("AS KS", "JC JD", "AC TC", "9D 9H", "AS 5S", "7C 6C", "KD JD")  # none is on the table
FIRST_PAINT = """
import sys, time
from PySide6.QtCore import QEvent, QObject
from gui.app import make_application, make_window
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print(time.time() - float(sys.argv[1]), "torch" in sys.modules, flush=True)
            app.exit()
        return False
app = make_application()
window = make_window("pokle")
watch = Watch()
window.panel.installEventFilter(watch)
window.show()
app.exec()
"""


def run(bench: Bench) -> None:
    """Start, edit, play."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["CARD_TABLE_HOME"] = tempfile.mkdtemp()
    starts_s, with_torch = _starts()
    bench.row("start to first paint, warm", min(starts_s[1:]), "s", at_most=1.5)
    bench.row("start to first paint, processor time", _children_s() / N_STARTS, "s")
    bench.row("torch loaded at start", float(with_torch), "0 or 1", at_most=0)
    _bench_edits(bench)
    _bench_game(bench)


def _starts() -> tuple[list[float], bool]:
    """Seconds from the start of the process to the first paint."""
    lines = []
    for _ in range(N_STARTS):
        command = [sys.executable, "-c", FIRST_PAINT, str(time.time())]
        lines.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [float(line.split()[0]) for line in lines], any("True" in line for line in lines)


def _children_s() -> float:
    """Processor seconds of the processes started so far: what a busy machine does not change."""
    times = os.times()
    return times.children_user + times.children_system


def _bench_edits(bench: Bench) -> None:
    from gui.app import make_application
    from gui.panels.holdem import HoldemPanel
    from gui.panels.pokle import PoklePanel

    make_application()
    holdem = _shown(HoldemPanel())
    delays = [_delay(holdem, lambda hand=hand: holdem.hero.set_text(hand)) for hand in HANDS]
    bench.row("Hold'em, edit to first answer", statistics.median(delays), "ms", at_most=150)
    pokle = _shown(PoklePanel())
    puzzles = _puzzles()
    delays = [_delay(pokle, lambda e=entries: pokle.show_entries(e)) for entries in puzzles]
    bench.row("Pokle, edit to first answer, median", statistics.median(delays), "ms", at_most=500)
    bench.row("Pokle, edit to first answer, worst", max(delays), "ms")


def _shown(panel: "Panel") -> "Panel":
    """A panel that has answered once, so that kernels are compiled."""
    panel.resize(1100, 740)
    panel.show()
    panel.show_example()
    _wait(lambda: not panel.is_busy)
    return panel


def _delay(panel: "Panel", edit: Callable[[], None]) -> float:
    """Milliseconds from an edit to the first answer that is painted."""
    painted: list[float] = []

    def note(_: object) -> None:
        painted.append(time.perf_counter())

    panel.jobs.partial.connect(note)
    panel.jobs.done.connect(note)
    start = time.perf_counter()
    edit()
    _wait(lambda: bool(painted))
    panel.jobs.partial.disconnect(note)
    panel.jobs.done.disconnect(note)
    _wait(lambda: not panel.is_busy)
    if not painted:
        raise RuntimeError(f"no answer: {panel.problem.text()}")
    return (painted[0] - start) * 1000


def _puzzles() -> "list[PokleEntries]":
    from engine.cards import format_cards
    from engine.pokle.generator import generate_puzzle
    from gui.panels.pokle import PokleEntries

    puzzles = [generate_puzzle(seed).puzzle for seed in range(N_EDITS)]
    return [
        PokleEntries(
            hands=tuple(map(format_cards, p.hole)), flop=p.flop, turn=p.turn, river=p.river
        )
        for p in puzzles
    ]


def _bench_game(bench: Bench) -> None:
    """The longest silence of the event loop while the bot plays on the practice site."""
    from PySide6.QtCore import QTimer

    from gui.panels.pokle import PoklePanel

    panel = _shown(PoklePanel())
    panel.tabs.setCurrentWidget(panel.browser)
    beats, work_s = [time.perf_counter()], [time.thread_time()]

    def beat() -> None:
        beats.append(time.perf_counter())
        work_s.append(time.thread_time())

    timer = QTimer(interval=BEAT_MS)
    timer.timeout.connect(beat)
    timer.start()
    panel.browser.begin()
    _wait(lambda: not panel.browser.jobs.is_running and not panel.is_busy)
    timer.stop()
    gaps = sorted((b - a) * 1000 for a, b in pairwise(beats))
    played = panel.browser.table.rowCount()
    bench.row("auto-played game, turns shown", float(played), "turns", at_least=1)
    bench.row("longest block of the event loop", gaps[-1], "ms", at_most=50)
    bench.row("event loop gaps, 99.9 %", gaps[int(len(gaps) * 0.999)], "ms")
    busiest = max((b - a) * 1000 for a, b in pairwise(work_s))
    bench.row("longest work of the main thread (processor time)", busiest, "ms", at_most=50)


def _wait(until: Callable[[], bool]) -> None:
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    end_s = time.monotonic() + PATIENCE_S
    while not until() and time.monotonic() < end_s:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)
