import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engine.cards import format_cards, parse_card
from gui.widgets.guess_field import GuessField, read_colours
from gui.widgets.picker import FaceButton
from tests.gui.conftest import OpenPanel, find
from tests.gui.toy import ToyPanel

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(open_panel: OpenPanel) -> ToyPanel:
    return open_panel(ToyPanel)


@pytest.mark.parametrize("text", ["AsKd", "as kd", "A♠, K♦", "A♠️;K♦️", " AS|KD "])
def test_cards_are_read_from_any_text(panel: ToyPanel, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    find(panel, "Hero", QLineEdit).paste()
    assert format_cards(panel.hero.cards) == "AS KD"
    assert panel.hero.error == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ax", 'cannot read the card "Ax"'),
        ("As As", "A♠ is there twice."),
        ("As Kd Qd", "Only 2 cards here."),
        ("🂡", 'cannot read the card "🂡"'),
    ],
)
def test_wrong_text_is_marked_at_the_field(panel: ToyPanel, text: str, reason: str) -> None:
    find(panel, "Hero", QLineEdit).setText(text)
    assert reason in panel.hero.error
    assert panel.hero.edit.property("bad") is True
    find(panel, "Hero", QLineEdit).setText("AsKd")
    assert panel.hero.error == ""
    assert panel.hero.edit.property("bad") is False


def test_card_of_another_field_is_refused_at_the_later_one(panel: ToyPanel) -> None:
    panel.board.set_text("AS QH 2C")
    panel.hero.set_text("AS KD")
    assert panel.hero.error == ""
    assert panel.board.error == "Hero already holds A♠."


def test_picker_fills_the_fields_one_after_the_other(panel: ToyPanel, qtbot: QtBot) -> None:
    for name in ("ace of spades", "king of diamonds", "2 of clubs"):
        qtbot.mouseClick(find(panel, name, FaceButton), LEFT)
    assert panel.hero.text() == "AS KD"
    assert panel.board.text() == "2C"


def test_used_cards_are_greyed_and_cannot_be_taken_twice(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.hero.set_text("AS KD")
    panel.desk.activate(panel.board)
    ace = find(panel, "ace of spades", FaceButton)
    assert ace.face.dim
    assert not find(panel, "2 of clubs", FaceButton).face.dim
    qtbot.mouseClick(ace, LEFT)
    assert panel.board.text() == ""


def test_second_click_takes_a_card_back(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.desk.activate(panel.board)
    ten = find(panel, "10 of hearts", FaceButton)
    qtbot.mouseClick(ten, LEFT)
    assert panel.board.text() == "10H"
    qtbot.mouseClick(ten, LEFT)
    assert panel.board.text() == ""


def test_click_on_a_drawn_card_removes_it(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.board.set_text("QH 10C 2C")
    spot = panel.board.row.place_rect(1).center()
    qtbot.mouseClick(panel.board.row, LEFT, pos=QPoint(spot.x() - 8, spot.y()))
    assert panel.board.text() == "QH 2C"


def test_picker_works_with_the_keyboard_alone(panel: ToyPanel, qtbot: QtBot) -> None:
    ace = find(panel, "ace of spades", FaceButton)
    ace.setFocus()
    qtbot.keyClick(ace, Qt.Key.Key_Right)
    king = find(panel, "king of spades", FaceButton)
    assert king.hasFocus()
    qtbot.keyClick(king, Qt.Key.Key_Down)
    qtbot.keyClick(find(panel, "king of hearts", FaceButton), Qt.Key.Key_Return)
    assert panel.hero.text() == "KH"


@pytest.mark.parametrize(
    ("text", "letters"),
    [("gyege", "gyege"), ("GYX2 1", "gyegy"), ("🟩🟨⬛⬜🟩", "gyeeg"), ("", ""), ("q", None)],
)
def test_colours_are_read_from_letters_digits_and_squares(text: str, letters: str | None) -> None:
    assert read_colours(text) == letters


def test_tiles_change_colour_by_click(qtbot: QtBot) -> None:
    field = GuessField("Guess 1")
    qtbot.addWidget(field)
    field.resize(600, 80)
    field.show()
    field.set_text("AS KD QH 10C 2C")
    for _ in range(2):
        qtbot.mouseClick(field.row, LEFT, pos=field.row.place_rect(1).center())
    assert field.colour_letters() == "?g"
    assert [face.mark for face in field.row.faces] == ["", "green", "", "", ""]
    assert not field.is_complete
    field.colours.setText("gyxq")
    assert "g (green)" in field.error


def test_a_half_typed_card_is_unfinished_not_wrong(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.focus_first()
    qtbot.waitUntil(panel.hero.edit.hasFocus)
    qtbot.keyClicks(panel.hero.edit, "AsKd")
    qtbot.waitUntil(lambda: panel.advice is not None)
    for _ in range(2):
        qtbot.keyClick(panel.hero.edit, Qt.Key.Key_Backspace)
    for typed in ("1", "0"):
        qtbot.keyClicks(panel.hero.edit, typed)
        panel.compute()
        assert panel.hero.error == ""
        assert [face.card for face in panel.hero.row.faces] == [parse_card("AS")]
        assert panel.advice is not None, "the last answer stays while one types"
    panel.board.edit.setFocus()
    assert 'cannot read the card "10"' in panel.hero.error
    qtbot.waitUntil(lambda: panel.advice is None)


def test_enter_goes_to_the_next_field(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.focus_first()
    qtbot.waitUntil(panel.hero.edit.hasFocus)
    qtbot.keyClick(panel.hero.edit, Qt.Key.Key_Return)
    assert panel.board.edit.hasFocus()


@pytest.mark.parametrize(
    ("pasted", "hero", "board"),
    [
        ("AsKd Qh Jh Th", "AS KD", "QH JH 10H"),
        ("AsKdQhJhTh9h8h", "AS KD", "QH JH 10H 9H 8H"),
        ("AsKdQhJhTh9h8h7h", "AsKdQhJhTh9h8h7h", ""),
    ],
)
def test_a_pasted_list_is_spread(panel: ToyPanel, pasted: str, hero: str, board: str) -> None:
    QGuiApplication.clipboard().setText(pasted)
    panel.hero.edit.paste()
    assert (panel.hero.text(), panel.board.text()) == (hero, board)
    assert bool(panel.hero.error) == (board == "")


def test_a_field_in_error_shows_the_focus(panel: ToyPanel, qtbot: QtBot) -> None:
    field = find(panel, "Hero", QLineEdit)
    with qtbot.waitActive(panel):
        panel.activateWindow()
    field.setText("XX YY")
    inner = {}
    for has_focus in (True, False):
        field.setFocus() if has_focus else field.clearFocus()
        seen = field.grab().toImage()
        inner[has_focus] = seen.pixelColor(seen.width() // 2, 1)
    assert field.property("bad")
    assert inner[True] != inner[False]
