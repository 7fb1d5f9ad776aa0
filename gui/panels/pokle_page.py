"""Tools for the page that the bot plays on: check its parts, record a game, replay it, repair it.

The work runs in a thread; what it finds comes back as lines, the same that the command line prints.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from assistant import pokle_page
from assistant.pokle_bot import BotRequest, profile_with_origins
from engine.control import Control
from gui.dialogs import files
from gui.jobs import JobRunner
from gui.widgets.boxes import column
from gui.widgets.controls import text_list

TOML = "Profile (*.toml)"


class Findings(NamedTuple):
    """The findings in lines; the last one says whether all is well."""

    lines: list[str]
    is_sound: bool = True


Task = Callable[[BotRequest, Control], Findings]


def check(request: BotRequest, control: Control) -> Findings:
    """Return, part by part, which way finds it."""
    diagnosis = pokle_page.examine_page(request, control.cancel.is_set)
    return Findings([*pokle_page.diagnosis_lines(diagnosis)], diagnosis.is_sound)


def record_into(folder: Path) -> Task:
    """Return the task of recording a game; in a shown browser the user plays."""

    def record(request: BotRequest, control: Control) -> Findings:
        recording, problem = pokle_page.record_game(request, folder, control.cancel.is_set)
        lines = [*pokle_page.recording_lines(recording), *([problem] if problem else [])]
        return Findings(lines, not problem)

    return record


def replay_from(folder: Path) -> Task:
    """Return the task of replaying a recording."""

    def replay(request: BotRequest, control: Control) -> Findings:
        replayed, repaired = (
            pokle_page.replay_game(request, folder),
            pokle_page.has_own_profile(request.site),
        )
        is_sound = pokle_page.replay_is_sound(replayed, repaired)
        return Findings([*pokle_page.replay_lines(replayed, repaired)], is_sound)

    return replay


def repair(request: BotRequest, control: Control) -> Findings:
    """Let the user point at the parts of the page, and make a profile of it."""
    lines = [*pokle_page.repair_page(request, should_stop=control.cancel.is_set)]
    return Findings(lines, lines[-1].startswith("The profile is repaired"))


def show_profile(request: BotRequest, control: Control) -> Findings:
    """Return the profile in force, and where each key comes from."""
    return Findings([*pokle_page.profile_lines(profile_with_origins(request.site))])


class PageTools(QWidget):
    """A button with a menu (`menu_button`), and the lines that the last choice brought."""

    said = Signal(str)  # one line for the user
    failed = Signal(str)  # one line that says what is wrong
    running = Signal(bool)
    site_chosen = Signal(Path)  # a profile of the user's own

    def __init__(self, request: Callable[[], BotRequest]) -> None:
        super().__init__()
        self.jobs = JobRunner()
        self._request = request
        self.menu_button = self._make_button()
        self.lines = text_list("Findings")
        self.lines.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setLayout(column(self.lines))
        self.hide()
        self.jobs.done.connect(self._show)
        self.jobs.failed.connect(lambda reason: self._show(Findings([reason], False)))
        self.jobs.stopping.connect(lambda: self.said.emit("stopped"))
        self.jobs.finished.connect(lambda: self._show_running(False))

    def _make_button(self) -> QPushButton:
        made = QPushButton("Page tools")
        made.setAccessibleName("Tools for the page")
        menu = QMenu(made)
        menu.addAction("Check its parts", lambda: self._run("Looking at the page…", check))
        menu.addAction("Record a game…", self.record)
        menu.addAction("Look at a recording…", self.replay)
        menu.addAction(
            "Repair it by clicking…",
            lambda: self._run("Answer the questions in the browser: click, Skip or Done…", repair),
        )
        menu.addAction("Show the profile", self.show_profile)
        menu.addAction("Use a profile of your own…", self.choose_profile)
        made.setMenu(menu)
        return made

    def record(self) -> None:
        """Ask for a folder, and record a game into it."""
        folder = files.ask_folder(self, "Record a game into")
        if folder is not None:
            self._run("Recording the game…", record_into(folder))

    def replay(self) -> None:
        """Ask for a recording, and look at it again."""
        folder = files.ask_folder(self, "Look at a recording")
        if folder is not None:
            self._run("Looking at the recording…", replay_from(folder))

    def show_profile(self) -> None:
        """Show the profile in force."""
        self._run("Reading the profile…", show_profile)

    def choose_profile(self) -> None:
        """Ask for a file that overrides some keys of a site."""
        path = files.ask_open(self, "A profile of your own", TOML)
        if path is not None:
            self.site_chosen.emit(path)
            self.show_profile()

    def _run(self, words: str, task: Task) -> None:
        self.said.emit(words)
        self._show_running(True)
        request = self._request().model_copy(update={"low_priority": False})  # it is waited for
        self.jobs.submit(task, request)

    def _show(self, found: Findings) -> None:
        self.lines.clear()
        self.lines.addItems(found.lines)
        self.show()
        (self.said if found.is_sound else self.failed).emit(found.lines[-1])

    def _show_running(self, running: bool) -> None:
        self.menu_button.setEnabled(not running)
        self.running.emit(running)
