"""The theme on the whole window: what is on show wears it, the rest when it is shown."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.theme import DARK, LIGHT, theme
from gui.widgets.card_field import CardEdit
from gui.widgets.picker import FaceButton
from tests.gui.conftest import MakeWindow, panel_of


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Count, and let the event pass."""
        self.count += event.type() == QEvent.Type.Paint
        return False


def grounds(root: QWidget) -> set[str]:
    """The colours behind the text of all lines that can be seen."""
    lines = [line for line in root.findChildren(QLineEdit) if line.isVisible()]
    own = [line for line in lines if not isinstance(line, CardEdit)]  # its box paints for it
    assert own
    return {_corner(line) for line in own if line.isEnabled()}


def _corner(widget: QWidget) -> str:
    picture = widget.grab().toImage()
    return picture.pixelColor(picture.width() - 4, picture.height() // 2).name()


@pytest.mark.parametrize("tokens", [DARK, LIGHT], ids=["dark", "light"])
def test_lines_are_painted_in_the_colours_of_the_theme(
    make_window: MakeWindow, tokens: object
) -> None:
    window = make_window("holdem")
    for kind in ("light" if tokens is DARK else "dark", "dark" if tokens is DARK else "light"):
        theme.apply(Settings(theme=kind))
    assert grounds(window) == {theme.tokens.surface}
    assert theme.tokens is tokens


def test_a_hidden_panel_takes_the_theme_when_it_is_shown(make_window: MakeWindow) -> None:
    window = make_window("holdem")
    window.show_panel("slave")
    theme.apply(Settings(theme="dark", font_pt=14))
    window.show_panel("holdem")
    panel = panel_of(window)
    assert grounds(panel) == {DARK.surface}
    labels = [w for w in panel.findChildren(QLabel) if w.property("role") in (None, "muted")]
    assert {words.font().pointSize() for words in labels} == {14}


def test_a_shown_panel_is_painted_a_few_times(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("pokle")
    qtbot.waitExposed(window)
    window.show_panel("holdem")
    paints = Paints(panel_of(window).findChildren(FaceButton)[-1])
    for game, most in (("pokle", 0), ("holdem", 3)):  # once for each pass of the layout
        paints.count = 0
        window.show_panel(game)
        qtbot.wait(50)
        assert paints.count <= most
