"""Random text, clicks and keys at every panel; nothing may raise, and Qt may not warn.

`python -m tests.gui.fuzz --seconds 60` (make fuzz-gui) runs it alone; the suite runs ten seconds.
"""

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from engine.errors import UnavailableError
from gui.actions import ACTIONS, PANELS
from gui.dialogs import files
from gui.main_window import MainWindow
from gui.panels import pokle_browser
from gui.panels.base import Panel
from tests.fuzz import odd

NEVER = {"quit"}
LEAST_ACTIONS = 25  # on each panel
QUESTION_MS = 100  # until a question is closed
KEYS = (
    Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Left,
    Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Delete, Qt.Key.Key_Backspace,
    Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_A, Qt.Key.Key_K, Qt.Key.Key_1, Qt.Key.Key_3,
    Qt.Key.Key_0, Qt.Key.Key_PageDown, Qt.Key.Key_F5,
)  # fmt: skip
IGNORED = ("This plugin does not support", "propagateSizeHints", "XDG_RUNTIME_DIR", "OpenType")


def no_browser(*_: object) -> None:
    """Stands in for the browser's player: a fuzz opens no browser."""
    raise UnavailableError("no browser while fuzzing")


class Fuzzer:
    """Throws things at a window; `problems` are the exceptions and warnings it met."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self.window = window
        self.random = random.Random(seed)
        self.problems: list[str] = []
        self.n_actions = 0

    def run(self, seconds: float) -> None:
        """Fuzz every panel for its part of the time; a slow machine takes longer."""
        before_hook, before_handler = sys.excepthook, qInstallMessageHandler(self._warned)
        sys.excepthook = self._raised
        closer = QTimer()  # a question that waits for its answer runs an event loop of its own
        closer.timeout.connect(self._close_question)
        closer.start(QUESTION_MS)
        try:
            for game, _ in PANELS:
                self.window.show_panel(game)
                self._fuzz_panel(time.monotonic() + seconds / len(PANELS))
        finally:
            closer.stop()
            sys.excepthook = before_hook
            qInstallMessageHandler(before_handler)

    def _fuzz_panel(self, end_s: float) -> None:
        panel = self.window.panel
        if panel is None:
            return
        actions: Sequence[Callable[[Panel], None]] = (
            self._type, self._type, self._click, self._click, self._click, self._press,
            self._choose, self._trigger,
        )  # fmt: skip
        least = self.n_actions + LEAST_ACTIONS
        while (time.monotonic() < end_s or self.n_actions < least) and not self.problems:
            self.window.show_panel(panel.game)
            self.random.choice(actions)(panel)
            self.n_actions += 1
            QApplication.processEvents()
            # no event loop runs between the actions, so that Qt would delete nothing later
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            self._close_popups()
            for shown_text in (panel.verdict.problem.text(), self.window.status.currentMessage()):
                if "unexpected" in shown_text.lower():
                    self.problems.append(f"{panel.game}: {shown_text}")

    def _some(self, panel: Panel, *kinds: type[QWidget]) -> QWidget | None:
        found = [w for kind in kinds for w in panel.findChildren(kind) if w.isVisible()]
        return self.random.choice(found) if found else None

    def _type(self, panel: Panel) -> None:
        edit = self._some(panel, QLineEdit)
        if isinstance(edit, QLineEdit) and edit.isEnabled():
            text = odd.text(self.random)
            edit.setText(text) if self.random.random() < 0.5 else edit.insert(text)

    def _click(self, panel: Panel) -> None:
        widget = self._some(panel, QAbstractButton, QWidget)
        if widget is not None and widget.isEnabled():
            spot = QPoint(
                self.random.randrange(max(widget.width(), 1)),
                self.random.randrange(max(widget.height(), 1)),
            )
            button = self.random.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
            click = self.random.choice((QTest.mouseClick, QTest.mouseDClick, QTest.mousePress))
            click(widget, button, Qt.KeyboardModifier.NoModifier, spot)
            QTest.mouseRelease(widget, button, Qt.KeyboardModifier.NoModifier, spot)

    def _press(self, panel: Panel) -> None:
        widget = QApplication.focusWidget() or panel
        QTest.keyClick(widget, self.random.choice(KEYS))

    def _choose(self, panel: Panel) -> None:
        widget = self._some(panel, QComboBox, QSpinBox, QTabWidget, QAbstractSlider)
        if isinstance(widget, QComboBox | QTabWidget) and widget.count():
            widget.setCurrentIndex(self.random.randrange(widget.count()))
        elif (
            isinstance(widget, QSpinBox | QAbstractSlider) and widget.accessibleName() != "Workers"
        ):
            widget.setValue(self.random.randint(widget.minimum(), widget.maximum()))

    def _trigger(self, panel: Panel) -> None:
        row = self.random.choice([row for row in ACTIONS if row.name not in NEVER])
        self.window.actions_by_name[row.name].trigger()

    def _close_question(self) -> None:
        question = QApplication.activeModalWidget()
        if question is not None and question is not self.window:
            question.close()

    def _close_popups(self) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        for widget in QApplication.topLevelWidgets():
            if widget is not self.window and widget.isVisible() and widget.isWindow():
                widget.close()

    def _raised(self, kind: type[BaseException], error: BaseException, trace: object) -> None:
        self.problems.append("".join(traceback.format_exception(error)))

    def _warned(self, kind: object, context: object, message: str) -> None:
        if not any(words in message for words in IGNORED):
            self.problems.append(f"Qt: {message}")


def main() -> int:
    """Fuzz for a while and print the seed, so that a failure can be repeated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cycle", type=float, default=1e9, help="seconds for a round of panels")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    args = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["CARD_TABLE_HOME"] = tempfile.mkdtemp()
    from gui.app import make_application, make_window

    make_application()
    files.ask_open = files.ask_save = files.ask_folder = lambda *_: (
        None
    )  # no dialog may wait for an answer
    pokle_browser.make_player = no_browser
    window = make_window()
    window.show()
    fuzzer = Fuzzer(window, args.seed)
    end_s = time.monotonic() + args.seconds
    while time.monotonic() < end_s and not fuzzer.problems:
        fuzzer.run(min(args.cycle, end_s - time.monotonic()))
    window.close()
    print(f"seed {args.seed}: {fuzzer.n_actions} actions, {len(fuzzer.problems)} problems")
    print("\n".join(fuzzer.problems))
    return 1 if fuzzer.problems else 0


if __name__ == "__main__":
    sys.exit(main())
