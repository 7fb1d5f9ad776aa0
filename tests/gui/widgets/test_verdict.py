"""The verdict bar: what to do, then the cards to do it with, then why."""

from PySide6.QtGui import QFontMetrics
from pytestqt.qtbot import QtBot

from engine.cards import parse_cards
from gui.widgets.faces import Face
from gui.widgets.verdict import Verdict, VerdictBar, clamp_lines
from tests.gui.toy import ToyAdvice


def test_the_bar_reads_from_the_action_to_the_cards(qtbot: QtBot) -> None:
    """ "6♦ Play" stood there."""
    bar = VerdictBar()
    qtbot.addWidget(bar)
    bar.resize(900, bar.height())
    bar.show()
    faces = [Face(card) for card in parse_cards("6D 6S")]
    advice = ToyAdvice(why="", exact=True, total=1)
    bar.show_answer(Verdict("Play", "It is low.", "79.4%", "to be King", faces), advice, False)
    qtbot.wait(20)
    parts = (bar.action, bar.cards, bar.why.parentWidget(), bar.figure)
    lefts = [part.mapTo(bar, part.rect().topLeft()).x() for part in parts]
    assert lefts == sorted(lefts)
    assert bar.cards.x() >= bar.action.x() + bar.action.width()


def test_a_message_of_several_lines_is_one_text(qtbot: QtBot) -> None:
    """Each line end stood in the middle of a line, and what followed it was cut off."""
    bar = VerdictBar()
    qtbot.addWidget(bar)
    metrics = QFontMetrics(bar.font())
    lines = clamp_lines("One line\n\n  and one more\nand a third", metrics, 2_000, 2)
    assert lines[0] == "One line and one more and a third"
