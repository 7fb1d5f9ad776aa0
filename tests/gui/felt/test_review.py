"""The review of a game on the felt: its button waits for the end, its dialog lists decisions."""

from pytestqt.qtbot import QtBot

from gui.review import ReviewDialog
from tests.gui.felt.conftest import SitDown


def finished_dialog(sit_down: SitDown, qtbot: QtBot) -> ReviewDialog:
    page = sit_down("konkan", ("greedy", "random"), seed=7)
    table = page.table
    assert table is not None
    assert not page.review.isEnabled() or table.is_over
    qtbot.waitUntil(lambda: page.review.isEnabled(), timeout=60_000)
    assert table.is_over
    page.review.click()
    dialog = page.findChild(ReviewDialog)
    assert isinstance(dialog, ReviewDialog)
    return dialog


def test_a_finished_game_is_reviewed(sit_down: SitDown, qtbot: QtBot) -> None:
    dialog = finished_dialog(sit_down, qtbot)
    qtbot.waitUntil(lambda: dialog.decisions.rowCount() > 0, timeout=60_000)
    assert "Accuracy" in dialog.summary.text()
    assert "fair share" in dialog.summary.text()
    last = dialog.decisions.columnCount() - 1
    marks = [dialog.decisions.item(row, last) for row in range(dialog.decisions.rowCount())]
    assert all(item is not None and item.text() for item in marks)
    dialog.close()


def test_closing_the_dialog_cancels_the_work(sit_down: SitDown, qtbot: QtBot) -> None:
    dialog = finished_dialog(sit_down, qtbot)
    dialog.reject()
    assert dialog.jobs.wait(30)
    assert dialog.decisions.rowCount() == 0
