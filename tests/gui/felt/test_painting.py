"""Pixels of the felt: nothing is cut, nothing sticks out, nothing looks playable that is not."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN
from gui.felt.cards import FULL_PX, card_pixmap
from gui.felt.painting import draw_text
from gui.theme import theme
from gui.widgets import faces
from gui.widgets.faces import RATIO, Face, drawing_of, read_face
from tests.gui.felt.conftest import SitDown, person_or_end


def inked(picture: QImage, box: QRectF) -> int:
    """How many pixels of a part are not paper."""
    paper = theme.color("face")
    spots = [
        (x, y)
        for x in range(round(box.left()), round(box.right()))
        for y in range(round(box.top()), round(box.bottom()))
    ]
    return sum(
        abs(QColor(picture.pixel(x, y)).lightness() - paper.lightness()) > 40 for x, y in spots
    )


def test_letters_hang_below_a_low_box(qtbot: QtBot) -> None:
    def rows(height: float) -> int:
        picture = QImage(120, 60, QImage.Format.Format_RGB32)
        picture.fill(Qt.GlobalColor.black)
        painter = QPainter(picture)
        box = QRectF(0, 30 - height / 2, 120, height)
        white = QColor(Qt.GlobalColor.white)
        draw_text(painter, box, "Greedy", white, 12, Qt.AlignmentFlag.AlignVCenter, bold=True)
        painter.end()
        return sum(
            any(picture.pixelColor(x, y).lightness() > 80 for x in range(120)) for y in range(60)
        )

    assert rows(11) == rows(60), "the plate of one line leaves 11 pixels for its words"


def test_no_index_is_cut_at_the_right_edge_of_a_covered_card(qtbot: QtBot) -> None:
    size = QSize(FULL_PX, round(FULL_PX * RATIO))
    edge = QRectF(size.width() * 0.78, size.height() * 0.75, size.width() * 0.18, 20)
    covered, whole = (card_pixmap("4♥", size, 1.0, each).toImage() for each in (True, False))
    assert inked(whole, edge) > 20
    assert inked(covered, edge) == 0


def test_pips_stand_clear_of_the_index(qtbot: QtBot) -> None:
    for width in (faces.FULL_ART_PX, 66, 112):
        size = QSize(width, round(width * RATIO))
        picture = drawing_of(read_face("8♠"), size, 1.0).toImage()
        column = QRectF(width * 0.225, size.height() * 0.12, 1, size.height() * 0.13)
        assert inked(picture, column) == 0, width
    assert read_face("8♠") == Face(read_face("8♠").card)


def test_cards_that_cannot_be_played_stay_grey_when_one_is_chosen(
    sit_down: SitDown, qtbot: QtBot
) -> None:
    page = sit_down("slave", (HUMAN, "greedy", "greedy", "greedy"))
    felt = page.felt
    while person_or_end(page, qtbot):
        if [choice.target for choice in page.table.choices()] == ["pass"]:
            break
        page.course.play(*page.table.choices()[0].moves)
    felt.setFocus()

    def paper() -> QColor:
        spot = felt.hand[1].rect.topLeft().toPoint()
        return felt.grab().toImage().pixelColor(spot.x() + 30, spot.y() + 4)

    grey = paper()
    assert grey != theme.color("face")
    felt.choose_card(0)
    assert paper() == grey
    page.stop()
