"""Measure the window: first paint, first answer, and the longest block of its event loop."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.felt import bench_felt
from tests.bench.harness import Bench, thread_seconds

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gui.main_window import MainWindow
    from gui.panels.base import Panel
    from gui.panels.pokle import PokleEntries

N_STARTS = 4  # the first one warms the disk
N_EDITS = 7
PATIENCE_S = 120.0
BEAT_MS = 5
POLL_MS = 10
START_S, OPEN_MS, EDIT_MS, LOOK_MS = 1.0, 150, 100, 333  # what a user may wait at most
SWITCH_MS = 50  # of the processor's time
MOMENT_S = 0.3  # measured after an action is done: its painting comes later
N_GAMES = 5
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
    before_s = _children_s()
    starts_s, with_torch = _starts()
    bench.row("start to first paint, warm", min(starts_s[1:]), "s", at_most=START_S)
    bench.row("start to first paint, processor time", (_children_s() - before_s) / N_STARTS, "s")
    bench.row("torch loaded at start", float(with_torch), "0 or 1", at_most=0)
    _bench_edits(bench)
    _bench_window(bench)
    bench_felt(bench, _wait)
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
    _put_away(holdem)
    _put_away(pokle)


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


class Heart:
    """Beats in the event loop; the longest silence between two beats is the longest block."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self._timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._beats: list[tuple[float, float]] = []

    def _beat(self) -> None:
        self._beats.append((time.perf_counter(), _waited_s()))

    def listen(self, deed: Callable[[], object], until: Callable[[], bool]) -> "Silence":
        """The longest silence from a deed until its end, and a moment more."""
        self._beats = []
        self._beat()
        self._timer.start()
        deed()
        _wait(until)
        end_s = time.monotonic() + MOMENT_S
        _wait(lambda: time.monotonic() > end_s)
        self._timer.stop()
        pairs = list(pairwise(self._beats))
        walls = [(b[0] - a[0]) * 1000 for a, b in pairs]
        own = [(b[0] - a[0] - (b[1] - a[1])) * 1000 for a, b in pairs]
        return Silence(max(walls), max(own), walls)


@dataclass(frozen=True, slots=True)
class Silence:
    """Milliseconds: by the clock, without the waits for a core that others use, and all gaps."""

    wall_ms: float
    own_ms: float
    gaps_ms: Sequence[float]


def _waited_s() -> float:
    """Seconds that this thread was ready to run but had no core; 0 where nobody counts them."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _report(bench: Bench, name: str, silences: Sequence[Silence], at_most: float = EDIT_MS) -> None:
    """Two rows: the longest block by the clock, and what of it is the program's own doing."""
    bench.row(f"longest block: {name}", max(s.wall_ms for s in silences), "ms", at_most=at_most)
    own_ms = max(s.own_ms for s in silences)
    bench.row(f"longest block: {name}, not waiting for a core", own_ms, "ms", at_most=at_most)


def _bench_window(bench: Bench) -> None:
    """The longest silence while a user walks through the whole window."""
    from gui.actions import PANELS
    from gui.app import make_window

    games, heart = [game for game, _ in PANELS], Heart()
    window = make_window("pokle")
    window.show()
    ahead = heart.listen(window.load_ahead, lambda: window.is_loaded)
    cold = [_open(heart, window, game) for game in games[1:]]
    _report(bench, "importing the panels ahead", [ahead])
    _report(bench, "opening a panel for the first time", cold, OPEN_MS)
    _report(bench, "opening a panel again", [_open(heart, window, game) for game in games], OPEN_MS)
    switches_ms = [1e3 * thread_seconds(partial(_switch, window, game)) for game in games]
    name = "switching panels until painted, processor time"
    bench.row(f"{name}, median", statistics.median(switches_ms), "ms", at_most=SWITCH_MS)
    bench.row(f"{name}, worst", max(switches_ms), "ms", at_most=SWITCH_MS)
    _bench_looks(bench, heart, window, games)
    _bench_pages(bench, heart, window, games)
    _bench_arena(bench, heart, window)
    _put_away(window)


def _put_away(widget: "QWidget") -> None:
    """What is measured next shall not carry what was measured before, nor its end."""
    from PySide6.QtCore import QCoreApplication, QEvent

    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


def _open(heart: Heart, window: "MainWindow", game: str) -> Silence:
    return heart.listen(lambda: window.show_panel(game), lambda: True)


def _switch(window: "MainWindow", game: str) -> None:
    """Show a panel that was open before, and paint it."""
    from PySide6.QtWidgets import QApplication

    window.show_panel(game)
    QApplication.processEvents()


def _bench_looks(bench: Bench, heart: Heart, window: "MainWindow", games: list[str]) -> None:
    """Theme, letters and deck, on every panel with its example in it."""

    def look(**changes: object) -> Silence:
        settings = window.settings.model_copy(update=changes)
        return heart.listen(lambda: window.use_settings(settings), lambda: True)

    looks: dict[str, list[Silence]] = {"theme switch": [], "font size": [], "deck and tiles": []}
    for game in games:
        window.show_panel(game)
        if game != "arena":
            window.panel.show_example()
        _wait(lambda: not window.panel.is_busy)
        looks["theme switch"] += [look(theme="dark"), look(theme="light")]
        looks["font size"] += [look(font_pt=14), look(font_pt=10)]
        looks["deck and tiles"] += [look(four_colour=True), look(colour_blind=True)]
        look(four_colour=False, colour_blind=False)
    for name, silences in looks.items():
        _report(bench, name, silences, LOOK_MS)


def _bench_pages(bench: Bench, heart: Heart, window: "MainWindow", games: list[str]) -> None:
    """Dialogs, tabs and scenarios."""
    from PySide6.QtWidgets import QDialog

    dialogs = []
    for name in ("settings", "help", "about"):
        dialogs.append(heart.listen(window.actions_by_name[name].trigger, lambda: True))
        if name != "help":  # a side sheet, which may stay
            window.findChild(QDialog).close()
    _report(bench, "settings, help and about", dialogs)
    tabs: list[Silence] = []
    loads = []
    for game in games[:-1]:
        window.show_panel(game)
        tabs += _walk_tabs(heart, window.panel)
        loads.append(_load(heart, window, window.panel))
    _report(bench, "tabs, with the range grid and the skill report", tabs, OPEN_MS)
    _report(bench, "loading a scenario, until it is answered", loads)


def _walk_tabs(heart: Heart, panel: "Panel") -> list[Silence]:
    deeds = [
        partial(panel.tabs.setCurrentIndex, place) for place in (*range(1, panel.tabs.count()), 0)
    ]
    return [heart.listen(deed, lambda: not panel.is_busy) for deed in deeds]


def _load(heart: Heart, window: "MainWindow", panel: "Panel") -> Silence:
    from assistant.scenarios import save_scenario

    path = Path(os.environ["CARD_TABLE_HOME"]) / f"{panel.game}.json"
    save_scenario(path, panel.scenario())
    panel.clear()
    _wait(lambda: not panel.is_busy)
    return heart.listen(lambda: window.load_file(path), lambda: not panel.is_busy)


def _bench_arena(bench: Bench, heart: Heart, window: "MainWindow") -> None:
    """A session with its live plots, and stepping through a game."""
    window.show_panel("arena")
    panel = window.panel
    session = heart.listen(panel.demonstrate, lambda: not panel.is_busy)
    game = panel.tabs.open(panel.game_tab)
    replay = [
        heart.listen(game.show_game.click, lambda: bool(game.replay.steps)),
        heart.listen(game.replay.forth.click, lambda: True),
    ]
    _report(bench, "arena's session with live plots", [session])
    _report(bench, "arena's replay", replay)


def _bench_game(bench: Bench) -> None:
    """The longest silence of the event loop while the bot plays on the practice site."""
    from gui.panels.pokle import PoklePanel

    panel = _shown(PoklePanel())
    browser = panel.tabs.open(panel.browser_tab)
    heart = Heart()
    silences = []
    for _ in range(N_GAMES):
        silences.append(
            heart.listen(
                browser.begin,
                lambda: not browser.jobs.is_running and not panel.is_busy,
            )
        )
        played = browser.table.rowCount()
        bench.row("auto-played game, turns shown", float(played), "turns", at_least=1)
    _report(bench, f"{N_GAMES} auto-played games", silences)
    gaps = sorted(gap for silence in silences for gap in silence.gaps_ms)
    bench.row("event loop gaps in these games, 99.9 %", gaps[int(len(gaps) * 0.999)], "ms")


def _wait(until: Callable[[], bool]) -> None:
    """Let the event loop run, asleep between events as in the real window."""
    from PySide6.QtCore import QEventLoop, QTimer

    end_s = time.monotonic() + PATIENCE_S
    loop, timer = QEventLoop(), QTimer(interval=POLL_MS)
    timer.timeout.connect(lambda: loop.quit() if until() or time.monotonic() > end_s else None)
    timer.start()
    if not until():
        loop.exec()
