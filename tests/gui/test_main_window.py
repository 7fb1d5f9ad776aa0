import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSpinBox, QToolButton
from pytestqt.qtbot import QtBot

from assistant.settings import Settings, load_settings, settings_file
from gui import app, main_window
from gui.actions import ACTIONS, PANELS, help_html
from gui.dialogs import files
from gui.dialogs.pages import about_page
from gui.dialogs.settings import SettingsDialog
from gui.main_window import MainWindow
from gui.state import load_state, state_file
from gui.theme import DARK, LIGHT, theme
from tests.gui.conftest import MakeWindow, find, settle
from tests.gui.toy import ToyPanel


@pytest.fixture
def window(make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr(main_window, "make_panel", lambda game: ToyPanel())
    return make_window("pokle")


def toy(window: MainWindow) -> ToyPanel:
    assert isinstance(window.panel, ToyPanel)
    return window.panel


def test_sidebar_shows_every_panel(window: MainWindow, qtbot: QtBot) -> None:
    seen = set()
    for _, title in PANELS:
        button = find(window, f"Show {title}", QToolButton)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        seen.add(window.panel)
        assert window.stack.currentWidget() is window.panel
        assert button.isChecked()
        assert window.windowTitle().startswith(title)
    assert len(seen) == len(PANELS)


def test_window_and_panels_import_no_compiler() -> None:
    """Slave's engine loads it in a thread or a process, once it is asked."""
    code = (
        "import sys\n"
        "from gui import app\n"
        "from gui.actions import PANELS\n"
        "application, window = app.make_application(), app.make_window()\n"
        "for game, _ in PANELS: window.show_panel(game)\n"
        "print('shown', len(PANELS), sorted({'numba', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"shown {len(PANELS)} []" in done.stdout, done.stderr


def test_every_action_has_its_own_keys_and_stands_in_the_help() -> None:
    keys = [QKeySequence(row.keys).toString() for row in ACTIONS if row.keys]
    assert len(keys) == len(set(keys))
    page = help_html()
    for row in ACTIONS:
        assert row.help in page


def test_shortcut_goes_to_a_panel(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.windowTitle().startswith("Slave")


def test_ctrl_0_to_9_walk_down_the_sidebar(window: MainWindow) -> None:
    buttons = [b for b in window.findChildren(QToolButton) if b.parentWidget() is window._sidebar]
    buttons = [b for b in sorted(buttons, key=lambda b: b.y()) if b.isCheckable()]
    keys = {row.text: row.keys for row in ACTIONS}
    titles = [button.accessibleName().removeprefix("Show ") for button in buttons]
    assert [keys[title] for title in titles] == [f"Ctrl+{n}" for n in range(10)]
    menu = next(a.menu() for a in window.menuBar().actions() if a.text() == "&Go")
    assert [action.text() for action in menu.actions()][:10] == titles, "and so does the menu"


def test_ctrl_z_in_a_field_is_the_panels_undo(window: MainWindow, qtbot: QtBot) -> None:
    panel = toy(window)
    panel.focus_first()
    qtbot.keyClicks(panel.hero.edit, "AsKd")
    qtbot.keyClick(panel.hero.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert panel.hero.text() == ""
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(panel.hero.edit, Qt.Key.Key_Z, shift)
    assert panel.hero.text() == "AsKd"


def test_theme_changes_at_once_and_is_kept(window: MainWindow) -> None:
    window.actions_by_name["theme"].trigger()
    assert theme.tokens is DARK
    assert load_settings()[0].theme == "dark"
    window.actions_by_name["theme"].trigger()
    assert theme.tokens is LIGHT


def test_settings_dialog_sets_everything(window: MainWindow, qtbot: QtBot) -> None:
    window.open_settings()
    dialog = window.findChild(SettingsDialog)
    find(dialog, "Theme", QComboBox).setCurrentText("Dark")
    find(dialog, "Four-colour deck", QCheckBox).setChecked(True)
    find(dialog, "Colour-blind marks", QCheckBox).setChecked(True)
    find(dialog, "Font size", QSpinBox).setValue(12)
    find(dialog, "Threads", QSpinBox).setValue(2)
    find(dialog, "Default precision", QComboBox).setCurrentIndex(2)
    dialog.accept()
    expected = Settings(
        theme="dark", four_colour=True, colour_blind=True, font_pt=12, threads=2,
        precision="precise",
    )  # fmt: skip
    assert window.settings == load_settings()[0] == theme.settings == expected


def test_cancelled_settings_are_taken_back(window: MainWindow) -> None:
    before = window.settings
    window.open_settings()
    dialog = window.findChild(SettingsDialog)
    find(dialog, "Theme", QComboBox).setCurrentText("Dark")
    assert theme.is_dark
    dialog.reject()
    assert window.settings == before
    assert not theme.is_dark


def test_about_names_the_versions(window: MainWindow) -> None:
    page = about_page(window)
    text = find(page, "About, text").toPlainText()
    assert "Python" in text
    assert "PySide6" in text


def test_save_and_load(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hand.json"
    monkeypatch.setattr(files, "ask_save", lambda *_: path)
    monkeypatch.setattr(files, "ask_open", lambda *_: path)
    toy(window).show_example()
    window.actions_by_name["save"].trigger()
    toy(window).clear()
    window.actions_by_name["open"].trigger()
    assert toy(window).entries == ToyPanel.example


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '{"game": "pokle"}', '{"game": "chess", "entries": {}}', "[" * 5000, "\0"],
)
def test_bad_scenario_is_one_message(window: MainWindow, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    toy(window).show_example()
    window.load_file(path)
    assert "bad.json" in window.status.currentMessage()
    assert toy(window).entries == ToyPanel.example
    assert path.read_text() == text


@pytest.mark.parametrize("ending", ["csv", "json", "txt"])
def test_answer_is_exported(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    path = tmp_path / f"answer.{ending}"
    monkeypatch.setattr(files, "ask_save", lambda *_: path)
    window.export_answer()
    assert "no answer" in window.status.currentMessage()
    toy(window).show_example()
    settle(toy(window), qtbot)
    window.export_answer()
    assert "AS KD" in path.read_text() or ending == "json"
    assert "51" in path.read_text()
    assert "elapsed_s" not in path.read_text() or ending == "json"


def test_answer_is_copied_as_text(window: MainWindow, qtbot: QtBot) -> None:
    toy(window).show_example()
    settle(toy(window), qtbot)
    window.copy_answer()
    assert QGuiApplication.clipboard().text() == "Toy: AS KD\n\nsum 51\n\nexact\n"


def test_ctrl_e_in_a_field_exports(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy(window).focus_first()
    qtbot.waitUntil(toy(window).hero.edit.hasFocus)
    qtbot.keyClick(toy(window).hero.edit, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert "no answer to export" in window.status.currentMessage()


def test_image_of_the_panel(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "panel.png"
    monkeypatch.setattr(files, "ask_save", lambda *_: path)
    window.save_image()
    assert path.read_bytes().startswith(b"\x89PNG")


def test_status_bar_stops_the_job(window: MainWindow, qtbot: QtBot) -> None:
    toy(window).slices = 500
    toy(window).show_example()
    qtbot.waitUntil(lambda: toy(window).advice is not None)
    stop = find(window, "Stop")
    assert stop.isEnabled()
    with qtbot.waitSignal(toy(window).jobs.done):
        qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert not stop.isEnabled()
    assert find(window, "Status", QLabel).text() == "Ready"


def test_what_works_in_another_panel_is_told_with_its_name(
    window: MainWindow, qtbot: QtBot
) -> None:
    status, stop = find(window, "Status", QLabel), find(window, "Stop")
    busy = toy(window)
    busy.slices = 10_000
    busy.show_example()
    qtbot.waitUntil(lambda: busy.advice is not None)
    status_text = status.text()
    assert status_text not in ("Ready", "")
    window.show_panel("slave")
    assert toy(window) is not busy
    settle(toy(window), qtbot)  # the example that it opens with
    assert status.text().startswith("Toy: ")
    assert stop.isEnabled()
    with qtbot.waitSignal(busy.jobs.done):
        qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert status.text() == "Ready"


def test_closing_ends_what_is_being_computed(window: MainWindow, qtbot: QtBot) -> None:
    busy = toy(window)
    busy.slices = 100_000  # more than half an hour
    busy.show_example()
    qtbot.waitUntil(lambda: busy.advice is not None)
    assert not busy.jobs.wait(0)
    window.close()
    assert busy.jobs.wait(0), "its thread lives on"


def test_window_comes_back_as_it_was(
    window: MainWindow, make_window: MakeWindow, qtbot: QtBot
) -> None:
    window.show_panel("slave")
    toy(window).hero.set_text("AS K")
    window.resize(788, 650)
    toy(window).sides.restore("0.600")
    window.close()
    state, note = load_state()
    assert note == ""
    again = MainWindow(theme.settings, state)
    qtbot.addWidget(again)
    assert again.windowTitle().startswith("Slave")
    assert toy(again).hero.text() == "AS K"
    assert not toy(again).undo.canUndo()
    assert again.size() == window.size()
    assert toy(again).sides.state() == "0.600"


@pytest.mark.parametrize("text", ["{", "[]", '{"panel": 7}', '{"font_pt": 99}', "\udcff"])
def test_damaged_files_mean_defaults_and_one_message(qtbot: QtBot, text: str) -> None:
    for path in (settings_file(), state_file()):
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    window = app.make_window()
    qtbot.addWidget(window)
    assert "settings.json was damaged" in window.status.currentMessage()
    assert window.settings == Settings()
    for path in (settings_file(), state_file()):
        kept = path.with_name(path.name + ".damaged")
        assert kept.read_bytes() == text.encode("utf-8", "surrogateescape")


def test_entries_of_another_version_are_left_out(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main_window, "make_panel", lambda game: ToyPanel())
    window = make_window("pokle", entries={"pokle": {"old_field": "AS"}})
    assert toy(window).entries == ToyPanel.Values()
    assert "could not be restored" in window.status.currentMessage()


def test_state_is_plain_json(window: MainWindow) -> None:
    toy(window).show_example()
    window.keep_state()
    assert json.loads(state_file().read_text())["entries"]["pokle"]["hero"] == "AS KD"
