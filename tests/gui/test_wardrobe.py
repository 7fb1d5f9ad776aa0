import pytest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assistant.settings import Settings
from gui.theme import DARK, LIGHT, theme
from gui.wardrobe import PART_SIZE, wardrobe


@pytest.fixture
def box(qtbot: QtBot) -> QWidget:
    """A box of three parts: a label, a few labels, and more labels than one part may have."""
    made = QWidget()
    qtbot.addWidget(made)
    column = QVBoxLayout(made)
    for size in (1, 3, PART_SIZE + 5):
        inner = QWidget()
        rows = QVBoxLayout(inner)
        for number in range(size):
            rows.addWidget(QLabel(str(number)))
        column.addWidget(inner)
    list(wardrobe.dress_inside(made))
    return made


def wears(widget: QWidget, text_colour: str) -> bool:
    return widget.palette().windowText().color().name() == text_colour


def test_every_widget_is_dressed_and_no_part_is_large(box: QWidget) -> None:
    for label in box.findChildren(QLabel):
        parts = [w for w in (label, label.parentWidget()) if w.styleSheet()]
        assert len(parts) == 1
        assert parts[0].styleSheet() == theme.sheet
        assert len(parts[0].findChildren(QWidget)) <= PART_SIZE
    assert box.styleSheet() == ""


def test_a_new_theme_reaches_the_shown_and_the_hidden(box: QWidget, qtbot: QtBot) -> None:
    labels = box.findChildren(QLabel)
    labels[-1].hide()
    box.show()
    theme.apply(Settings(theme="dark", font_pt=14))
    assert wears(labels[0], LIGHT.text), "nothing is dressed at once: that would take long"
    qtbot.waitUntil(lambda: all(wears(label, DARK.text) for label in labels), timeout=30_000)
    assert {label.font().pointSize() for label in labels} == {14}
    qtbot.waitUntil(lambda: wears(QApplication, DARK.text), timeout=30_000)


def test_what_is_gone_is_forgotten(qtbot: QtBot) -> None:
    part = wardrobe.dress(QWidget())
    part.deleteLater()
    qtbot.wait(10)
    theme.apply(Settings(theme="dark"))
    qtbot.waitUntil(lambda: wears(QApplication, DARK.text), timeout=30_000)
