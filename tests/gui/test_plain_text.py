"""Text from outside is shown literally: no widget takes it for HTML."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex
from PySide6.QtGui import QAction, Qt, QTextDocument, QTextDocumentFragment
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

import gui
from assistant.settings import Settings
from gui.actions import PANELS
from gui.plain_text import MAX_TIP, plain
from gui.theme import theme
from tests.gui.conftest import MakeWindow, panel_of, settle

HOSTILE = '<img src="/dev/zero">&amp;<b>x</b>'


@pytest.mark.parametrize(
    "text", [HOSTILE, "<b>", "<!-- -->", "a < b", "7♣ & 8♣", "", "<qt>a", "two\nlines <i>x"]
)
def test_a_tip_shows_exactly_its_letters(text: str) -> None:
    shown = plain(text)
    if Qt.mightBeRichText(shown):
        page = QTextDocument()
        page.setHtml(shown)
        shown = page.toPlainText().replace("\u2028", "\n")
    assert shown == text


def test_a_long_tip_breaks_its_lines() -> None:
    long = "How often wild cards make a better kind of hand than the cards alone would make it."
    assert plain("King required") == "King required"
    assert Qt.mightBeRichText(plain(long)), "Qt breaks the lines of HTML alone"
    assert QTextDocumentFragment.fromHtml(plain(long)).toPlainText() == long


def test_a_tip_has_a_bound() -> None:
    shown = QTextDocumentFragment.fromHtml(plain("x" * 10**6)).toPlainText()
    assert len(shown) == MAX_TIP


def taken_for_html(text: object) -> bool:
    """True if Qt would lay out a tag that somebody else has written."""
    return isinstance(text, str) and "<img" in text and Qt.mightBeRichText(text)


def texts_of(root: QWidget) -> list[tuple[str, Any]]:
    """All texts below a widget that Qt may take for HTML, with where they stand."""
    found: list[tuple[str, Any]] = []
    for widget in [root, *root.findChildren(QWidget)]:
        where = f"{type(widget).__name__} {widget.accessibleName()!r}"
        found += [(where, widget.toolTip()), (where, widget.whatsThis())]
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            found.append((where, widget.text()))
        if isinstance(widget, QAbstractItemView | QComboBox):
            found += [(where, tip) for tip in tips_of(widget.model())]
    found += [(action.text(), action.toolTip()) for action in root.findChildren(QAction)]
    return found


def tips_of(model: QAbstractItemModel) -> list[Any]:
    is_list = isinstance(model, QAbstractListModel)  # which hides how many columns it has: one
    columns = range(1 if is_list else model.columnCount(QModelIndex()))
    rows = range(model.rowCount(QModelIndex()))
    role = Qt.ItemDataRole.ToolTipRole
    cells = [model.data(model.index(row, column), role) for row in rows for column in columns]
    return cells + [model.headerData(c, Qt.Orientation.Horizontal, role) for c in columns]


def spoil(value: Any) -> Any:
    """Entries whose texts are hostile: names and words; numbers and cards stay."""
    if isinstance(value, dict):
        return {
            key: HOSTILE if key in ("name", "names", "title") else spoil(inner)
            for key, inner in value.items()
        }
    return [spoil(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game", [game for game, _ in PANELS])
@pytest.mark.parametrize("everything", [False, True])
def test_no_widget_takes_a_scenario_for_html(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, game: str, everything: bool
) -> None:
    theme.apply(Settings(theme="light", precision="quick"))  # whatever it answers is looked at
    window = make_window(game)
    panel = panel_of(window)
    panel.show_example()
    entries = json.loads(panel.scenario().model_dump_json())["entries"]
    spoilt = spoil(entries)
    if everything:  # nothing of it can be read, so every error quotes it
        spoilt = {key: HOSTILE if isinstance(v, str) else v for key, v in spoilt.items()}
    path = tmp_path / f"{HOSTILE.replace('/', '')}.json"
    text = {"format": "card-table-scenario", "version": 1, "game": game, "entries": spoilt}
    path.write_text(json.dumps(text))
    window.load_file(path)
    settle(panel, qtbot)
    window.show_message(HOSTILE)
    panel.verdict.show_problem(HOSTILE)
    wrong = [where for where, shown in texts_of(window) if taken_for_html(shown)]
    assert not wrong


def test_the_walk_finds_what_it_looks_for(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setToolTip(HOSTILE)
    tag = QLabel(HOSTILE, window)
    assert [taken_for_html(text) for _, text in texts_of(window)].count(True) == 2
    tag.setTextFormat(Qt.TextFormat.PlainText)
    window.setToolTip(plain(HOSTILE))
    assert not any(taken_for_html(text) for _, text in texts_of(window))


RICH = {"setToolTip", "showText", "setWhatsThis", "setHtml", "setInformativeText", "QMessageBox"}
MAY = {
    "plain_text.py": RICH,
    "pages.py": {"setHtml"},  # help pages are our own words
    "help_sheet.py": {"setHtml"},
    "ask.py": {"QMessageBox"},  # which shows plain text
}


def test_tips_are_set_in_one_place() -> None:
    strays = []
    for file in sorted(Path(gui.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            is_literal = all(isinstance(arg, ast.Constant) for arg in node.args)
            if name in RICH - MAY.get(file.name, set()) and not is_literal:
                strays.append(f"{file.name}:{node.lineno} {name}")
            if name == "QLabel" and node.args and file.name != "labels.py":
                strays.append(f"{file.name}:{node.lineno} {name}: use gui.widgets.labels.label")
    assert not strays
