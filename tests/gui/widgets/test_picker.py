"""The card pad: what the mouse, the keys and a choice look like, and the order of the cards."""

from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from assistant.settings import Settings, Theme
from engine.cards import parse_cards
from gui.panels.slave import SlavePanel
from gui.theme import theme
from gui.widgets.faces import Face
from gui.widgets.picker import FaceButton
from tests.gui.conftest import OpenPanel, find

CARD = parse_cards("9S")[0]


@pytest.mark.parametrize("kind", ["light", "dark"])
def test_hover_focus_and_choice_look_different(qtbot: QtBot, kind: Theme) -> None:
    theme.apply(Settings(theme=kind))

    def drawn(face: Face, change: Callable[[FaceButton], object] = lambda _: None) -> bytes:
        made = FaceButton(face)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        qtbot.addWidget(made)
        made.resize(34, 48)
        change(made)
        return bytes(made.grab().toImage().constBits())

    def take_focus(made: FaceButton) -> None:
        made.show()
        with qtbot.waitActive(made):
            made.activateWindow()
        made.setFocus()
        qtbot.waitUntil(made.hasFocus)

    looks = (
        drawn(Face(CARD)),
        drawn(Face(CARD, picked=True)),
        drawn(Face(CARD), lambda made: made.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)),
        drawn(Face(CARD), take_focus),
    )
    assert all(one != other for one, other in combinations(looks, 2))


def test_the_pad_of_slave_has_the_best_card_first(open_panel: OpenPanel) -> None:
    panel = open_panel(SlavePanel)
    places = [
        find(panel.picker, f"{rank} of spades").x() for rank in ("2", "ace", "king", "10", "4", "3")
    ]
    assert places == sorted(places)
