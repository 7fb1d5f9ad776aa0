"""The review of a game on the felt: its button waits for the end, its dialog lists decisions."""

from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable
from assistant.review.player_record import PlayerRecord
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


def test_a_persons_finished_game_is_in_the_record_once(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("greedy", "random"), seed=7)
    table = page.table
    assert table is not None
    qtbot.waitUntil(lambda: table.is_over, timeout=60_000)
    page.stop()
    assert not PlayerRecord().games()  # a watched game is nobody's
    seats = (("You", HUMAN), table.record.seats[1])
    page.sit_down(GameTable.of(table.record.model_copy(update={"seats": seats})))
    page.stop()
    page.stop()
    (kept,) = PlayerRecord().games()
    assert (kept.game, kept.opponents, kept.rated) == ("konkan", table.names[1], True)
    assert kept.place == table.state.outcome().places[0]
