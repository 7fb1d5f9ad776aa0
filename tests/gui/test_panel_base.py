import json
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from engine.errors import InputError
from gui.panels import entries
from tests.gui.conftest import OpenPanel, find, settle
from tests.gui.toy import ToyEntries, ToyPanel


@pytest.fixture
def panel(open_panel: OpenPanel) -> ToyPanel:
    return open_panel(ToyPanel)


def test_edit_is_answered_after_a_pause(panel: ToyPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Hero", QLineEdit), "AsKd")
    settle(panel, qtbot)
    assert find(panel, "Total", QLabel).text() == "27"
    assert find(panel, "Precision", QLabel).text().startswith("exact")


def test_partial_answers_show_their_precision(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.slices = 200
    panel.hero.set_text("AsKd")
    qtbot.waitUntil(lambda: panel.advice is not None)
    assert "± 50.0%" in find(panel, "Precision", QLabel).text()


def test_editing_cancels_the_running_job(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.slices = 100_000  # more than half an hour
    panel.hero.set_text("AsKd")
    qtbot.waitUntil(lambda: panel.advice is not None)
    panel.slices = 1
    panel.hero.set_text("AsQd")
    settle(panel, qtbot)
    assert panel.advice.total == 26


def test_wrong_entry_takes_the_answer_away(panel: ToyPanel, qtbot: QtBot) -> None:
    panel.hero.set_text("AsKd")
    settle(panel, qtbot)
    panel.hero.set_text("AsK")
    qtbot.waitUntil(lambda: panel.advice is None)
    assert find(panel, "Total", QLabel).text() == ""
    assert 'Hero: cannot read the card "K"' in find(panel, "Problem", QLabel).text()
    panel.hero.set_text("As")
    qtbot.waitUntil(lambda: find(panel, "Problem", QLabel).text() == "")
    assert find(panel, "What to enter", QLabel).text() == "Enter two cards"


@pytest.mark.parametrize(
    ("cards", "line"),
    [("2S KD", "A deuce leads nowhere"), ("3S KD", "Unexpected ZeroDivisionError: a defect")],
)
def test_failure_is_one_line(panel: ToyPanel, qtbot: QtBot, cards: str, line: str) -> None:
    panel.hero.set_text(cards)
    settle(panel, qtbot)
    assert find(panel, "Problem", QLabel).text() == line


def test_undo_and_redo(panel: ToyPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MERGE_S", 0.0)
    panel.hero.set_text("AS")
    panel.board.set_text("2C")
    panel.hero.set_text("AS KD")
    panel.undo.undo()
    assert panel.entries == ToyEntries(hero="AS", board="2C")
    panel.undo.undo()
    panel.undo.undo()
    assert panel.entries == ToyEntries()
    assert not panel.undo.canUndo()
    panel.undo.redo()
    assert panel.hero.text() == "AS"


def test_typing_into_one_field_is_undone_together(panel: ToyPanel, qtbot: QtBot) -> None:
    qtbot.keyClicks(find(panel, "Hero", QLineEdit), "AsKd")
    qtbot.keyClicks(find(panel, "Board", QLineEdit), "2c")
    assert panel.undo.count() == 2
    panel.undo.undo()
    assert panel.entries == ToyEntries(hero="AsKd")


def test_clear_and_example_can_be_undone(panel: ToyPanel) -> None:
    panel.show_example()
    assert panel.entries == ToyPanel.example
    panel.clear()
    assert panel.entries == ToyEntries()
    panel.undo.undo()
    assert panel.entries == ToyPanel.example


def test_scenario_round_trip(panel: ToyPanel, tmp_path: Path) -> None:
    panel.hero.set_text("AS K")  # half-typed text is kept too
    text = panel.scenario().model_dump_json()
    panel.clear()
    panel.load(json.loads(text)["entries"])
    assert panel.hero.text() == "AS K"


@pytest.mark.parametrize(
    ("values", "word"),
    [({"hero": 7}, "your cards"), ({"nobody": "AS"}, "nobody"), ({"hero": None}, "your cards")],
)
def test_wrong_scenario_is_refused_whole(
    panel: ToyPanel, values: dict[str, object], word: str
) -> None:
    panel.hero.set_text("AS KD")
    with pytest.raises(InputError, match=word):
        panel.load(values)
    assert panel.hero.text() == "AS KD"


def test_pasted_book_is_cut(panel: ToyPanel) -> None:
    QGuiApplication.clipboard().setText("AS KD " * 100_000)
    panel.hero.edit.paste()
    assert len(panel.hero.text()) <= 400
    assert panel.hero.error


def test_clear_takes_the_answer_away_while_the_cursor_stays(
    panel: ToyPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "is_typing", lambda: True)
    qtbot.keyClicks(find(panel, "Hero", QLineEdit), "AsKd")
    settle(panel, qtbot)
    assert panel.advice is not None
    panel.clear()
    settle(panel, qtbot)
    assert panel.advice is None
    assert find(panel, "What to enter", QLabel).text() == ToyPanel.hint
