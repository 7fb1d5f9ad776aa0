"""A keyboard for tests: keys go to whatever has the focus, as they do for a person."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.play import Choice, Game
from gui.coach.practice_page import PracticePage
from gui.felt.felt import Felt
from gui.main_window import MainWindow

Key = Qt.Key
PATIENCE_MS = 240_000  # a review takes long on a machine under load
FAR = 80  # more widgets than Tab walks over in a window


class Keyboard:
    """Presses keys where the focus is, once what the last key did is on the screen."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def focus(self) -> QWidget:
        """The widget with the focus, which a person sees and can use."""
        focus = QApplication.focusWidget()
        assert focus is not None, "no widget has the focus"
        assert focus.isVisible()
        assert focus.isEnabled()
        return focus

    def press(
        self,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        self.qtbot.wait(1)
        QTest.keyClick(self.focus, key, modifiers)

    def type(self, text: str) -> None:
        self.qtbot.wait(1)
        QTest.keyClicks(self.focus, text)

    def wait(self, is_true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(is_true, timeout=PATIENCE_MS)

    def tab_to(self, name: str) -> None:
        for _ in range(FAR):
            if self.focus.accessibleName() == name:
                return
            self.press(Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {name}")

    def to_practice(self) -> PracticePage:
        """Go from the home page to the practice page."""
        self.tab_to("Go to practice")
        self.press(Key.Key_Space)
        page = self.window.stack.currentWidget()
        assert isinstance(page, PracticePage)
        assert self.focus is page.kind, "what to practise is chosen first"
        return page

    def choose_kind(self, page: PracticePage, kind: str) -> None:
        self.tab_to("Practise")
        self.press(Key.Key_Home)
        while page.kind.currentData() != kind:
            self.press(Key.Key_Down)

    def begin(self) -> None:
        self.tab_to("Start a set of ten")
        self.press(Key.Key_Return)

    def wait_for_question(self, page: PracticePage) -> None:
        self.wait(lambda: not page.jobs.is_running)
        assert page.question.text()

    def choose(self, felt: Felt, cards: Sequence[str]) -> None:
        """Choose cards of the hand with the arrow keys and Space."""
        self.press(Key.Key_Home)
        wanted = list(cards)
        for card in felt.hand:
            if card.card in wanted:
                wanted.remove(card.card)
                self.press(Key.Key_Space)
            self.press(Key.Key_Right)
        assert not wanted

    def bring(self, felt: Felt, game: Game, choice: Choice) -> None:
        """Bring cards to a place, by its letter or by pointing at it with the arrows."""
        if choice.cards:
            self.choose(felt, choice.cards)
        letters = {place: key for place, _, key in game.targets}
        if choice.target in letters:
            self.press(Qt.Key(ord(letters[choice.target])))
            return
        places = set()
        while felt._target != choice.target:
            places.add(felt._target)
            self.press(Key.Key_Up)
            assert felt._target not in places
        self.press(Key.Key_Return)
