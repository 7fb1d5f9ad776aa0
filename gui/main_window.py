"""The window: a sidebar of panels, menus from the table of actions, a status bar with Stop.

It knows panels only by their base class. Closing it stops every job and keeps the state.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from operator import methodcaller
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent, QShortcut, QUndoGroup
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from assistant.play.game import DEAL
from assistant.play.kept import find_kept, last_game, open_game_file, save_game
from assistant.play.record import Record
from assistant.play.registry import find_game
from assistant.reports import export_answer
from assistant.scenarios import load_scenario, save_scenario
from assistant.settings import Settings, save_settings
from engine.errors import InputError, UnavailableError
from engine.words import capital, in_words
from gui import jobs
from gui.actions import ACTIONS, COACH_PAGES, HOME, PAGES, PANELS, fill_menus, make_actions
from gui.announce import announce
from gui.coach.registry import make_coach_page
from gui.dialogs import files
from gui.dialogs.pages import about_page, help_page
from gui.dialogs.settings import SettingsDialog
from gui.home import HomePage, OpenGame
from gui.panels.base import Panel
from gui.panels.registry import STEPS_AHEAD, load_step, make_panel
from gui.state import WindowState, save_state
from gui.status import JobStatus, Workers
from gui.theme import icon, theme
from gui.widgets.boxes import group, row
from gui.widgets.help_sheet import HelpSheet
from gui.widgets.sidebar import Sidebar

NARROW = 115  # pixels of the window for each point of the font, to have room for a full sidebar
SIZE, MIN_SIZE = (1280, 800), (788, 554)  # with its frame it fits a screen of 800 by 600
FRAME = (12, 46)  # pixels that the desktop draws around a window, at most about
PLAYED = ("konkan", "slave")  # at a card table
REST_MS = 100  # between two modules that are imported ahead
SAVE_MS = 20_000  # the state is also kept from time to time, against a crash


class MainWindow(QMainWindow):
    """The main window: sidebar, pages, menus and status bar."""

    def __init__(self, settings: Settings, state: WindowState) -> None:
        super().__init__()
        self.setWindowTitle("Card-table assistant")
        self.setAccessibleName("Card-table assistant")
        self.setWindowIcon(icon("app", size=64))
        self.settings = settings
        self._state = state
        self._loaded: set[str] = set()  # steps of importing ahead that were done
        self._pages: dict[str, QWidget] = {}
        self.coach: dict[str, Any] = {}  # those pages that belong to the coach
        self._undo = QUndoGroup(self)
        self._shown = ""
        self.status = JobStatus(self._workers)
        self.setStatusBar(self.status)
        self._build()
        self.actions_by_name = make_actions(self, self._slots())
        fill_menus(self.menuBar(), self.actions_by_name)
        QShortcut("F10", self, self._open_menus)
        self._join_undo()
        theme.changed.connect(self._restyle)
        self._restyle()
        self._restore_geometry()
        files.last.path = state.folder
        self.show_panel(state.panel if state.panel in dict(PAGES) else HOME[0])
        if state.at_table and self.panel is not None:
            self.panel.return_to_table()
        self._keeper = QTimer(self, interval=SAVE_MS)
        self._keeper.timeout.connect(self.keep_state)
        self._keeper.start()

    # -- panels ---------------------------------------------------------------------------------

    @property
    def panel(self) -> Panel | None:
        """The panel on show; None if it cannot be loaded."""
        return self._panels.get(self._shown)

    def show_panel(self, game: str) -> None:
        """Show a panel or the first page; each is made when it is first shown."""
        if game not in self._pages:
            self._make_page(game)
        self._shown = game
        self._sidebar.show_chosen(game)
        self.setWindowTitle(f"{dict(PAGES)[game]} – Card-table assistant")
        self.stack.setCurrentWidget(self._pages[game])
        if self.panel is not None:
            self._undo.setActiveStack(self.panel.undo)
            if self.panel.is_at_table:
                self.panel.undo.setActive(False)  # there the keys take moves back
        page = self._pages[game]
        if isinstance(page, Panel | HomePage):
            page.focus_first()
        else:
            page.setFocus()  # keys belong to the page, not to the sidebar
        self._show_help()
        self.status.show_now()

    @property
    def _panels(self) -> dict[str, Panel]:
        """The panels that were made."""
        return {game: page for game, page in self._pages.items() if isinstance(page, Panel)}

    def _workers(self) -> Iterator[Workers]:
        """Yield names and runners of the pages that may be busy: the panel on show first, then the
        others.
        """
        for game, panel in sorted(self._panels.items(), key=lambda item: item[0] != self._shown):
            yield ("" if game == self._shown else panel.title), panel.runners
        for name, page in self.coach.items():
            yield ("" if name == self._shown else dict(PAGES)[name]), page.runners

    def load_ahead(self) -> None:
        """Import the modules of the other panels, one in each idle moment: they open sooner."""
        step = next((step for step in STEPS_AHEAD if step not in self._loaded), None)
        if step is not None:
            self._loaded.add(step)
            load_step(step)
            QTimer.singleShot(REST_MS, self.load_ahead)

    @property
    def is_loaded(self) -> bool:
        """True once the modules of all panels have been imported ahead."""
        return len(self._loaded) == len(STEPS_AHEAD)

    def play_at_table(self, game: str) -> None:
        """Show the card table of a game, with cards dealt unless a game is open there."""
        self.show_panel(game)
        if self.panel is not None:
            self.panel.open_table()

    def _open_games(self) -> Sequence[OpenGame]:
        """List the games that can be continued; a damaged one is left to its own table."""
        found = []
        for game in PLAYED:
            with suppress(InputError, OSError):
                record = last_game(game)
                if record is not None:
                    found.append(OpenGame(game, _where_it_stands(record)))
        return found

    def _make_home(self) -> HomePage:
        home = HomePage(self._open_games)
        home.ask.connect(self.show_panel)
        home.play.connect(self.play_at_table)
        home.go_on.connect(self.play_at_table)
        return home

    def _make_coach(self, name: str) -> Any:
        """Make a page of the coach and join it to the card tables."""
        page = self.coach[name] = make_coach_page(name)
        page.message.connect(self.show_message)
        page.played.connect(self.play_at_table)
        if name == "review":
            page.tried_again.connect(self.open_game)
        elif name == "you":
            page.reviewed.connect(self._review_file)
        return page

    def review_game(self, record: Record) -> None:
        """Look back at a game."""
        self.show_panel("review")
        self.coach["review"].open(record)

    def _review_file(self, name: str) -> None:
        try:
            self.review_game(find_kept(name))
        except InputError as error:
            self.show_message(capital(str(error)))

    def open_game(self, record: Record) -> None:
        """Go on with a game at its table."""
        self.show_panel(record.game)
        if self.panel is not None:
            self.panel.open_game(record)

    def _make_page(self, game: str) -> None:
        if game in dict(COACH_PAGES):
            page = self._make_coach(game)
        else:
            page = self._make_home() if game == HOME[0] else make_panel(game)
        self._pages[game] = page
        self.stack.addWidget(page)
        if isinstance(page, Panel):
            self._undo.addStack(page.undo)
            page.message.connect(self.show_message)
            page.reviewed.connect(self.review_game)
            page.help_asked.connect(self.open_help)
            self._restore_panel(game, page)

    def _restore_panel(self, game: str, page: Panel) -> None:
        page.sides.restore(self._state.splitters.get(game, ""))
        if game in self._state.entries:
            try:
                page.load(self._state.entries[game])
            except InputError as error:
                self.show_message(f"The last entries could not be restored: {error}")
            page.undo.clear()
        else:
            page.open_example()

    def show_message(self, text: str) -> None:
        """Show one line in the status bar for a while."""
        self.status.showMessage(text, 8000)
        announce(self.status, text)

    # -- what the actions do --------------------------------------------------------------------

    def _slots(self) -> dict[str, Callable[[], object]]:
        goto = {f"panel-{page}": (lambda page=page: self.show_panel(page)) for page, _ in PAGES}
        on_panel = {
            name: (lambda call=call: self.panel and call(self.panel))
            for name, call in {
                "clear": methodcaller("clear"),
                "example": methodcaller("show_example"),
                "focus": methodcaller("focus_first"),
                "again": methodcaller("again"),
            }.items()
        }
        own = {
            "open": self.open_scenario,
            "save": self.save_scenario,
            "export": self.export_answer,
            "image": self.save_image,
            "quit": self.close,
            "undo": self._undo.undo,
            "redo": self._undo.redo,
            "copy": self.copy_answer,
            "copy-position": self.copy_position,
            "paste-position": self.paste_position,
            "settings": self.open_settings,
            "stop": self._let_go_or_stop,
            "theme": self.toggle_theme,
            "larger": lambda: self._resize_text(1),
            "smaller": lambda: self._resize_text(-1),
            "help": self.open_help,
            "about": lambda: about_page(self).open(),
        }
        return {**goto, **on_panel, **own}

    def open_scenario(self) -> None:
        """Ask for a scenario and show it."""
        path = files.ask_open(self, "Open position or game", "Position or game (*.json)")
        if path is not None:
            self.load_file(path)

    def load_file(self, path: Path) -> None:
        """Show the position or the game of a file; a bad file gives a message of one line."""
        try:
            record = open_game_file(path)
            if record is not None:
                self._open_record(path, record)
                return
            scenario = load_scenario(path)
            if scenario.game not in dict(PANELS):
                raise InputError(f'"{path.name}" is for an unknown game: "{scenario.game}"')
        except InputError as error:
            self.show_message(capital(str(error)))
            return
        self.show_panel(scenario.game)
        try:
            if self.panel is not None:
                self.panel.load(scenario.entries)
                self.show_message(f"Opened {path.name}.")
        except InputError as error:
            self.show_message(capital(str(error)))

    def _open_record(self, path: Path, record: Record) -> None:
        """Show a game at its table, or look back at it if it has none."""
        find_game(record.game)  # or a refusal
        (self.open_game if record.game in PLAYED else self.review_game)(record)
        self.show_message(f"Opened {path.name}.")

    def save_scenario(self) -> None:
        """Ask where to, and keep what is entered, or the game of the table on show."""
        if self.panel is None:
            return
        record = self.panel.saved_game()
        if record is not None:
            self._save_game(record)
            return
        name = f"{self.panel.game}.json"
        path = files.ask_save(self, "Save position", name, "Position (*.json)")
        if path is not None:
            scenario = self.panel.scenario()
            self._write(path, lambda: save_scenario(path, scenario))

    def _save_game(self, record: Record) -> None:
        path = files.ask_save(self, "Save game", f"{record.game}-game.json", "Game (*.json)")
        if path is not None:
            self._write(path, lambda: save_game(path, record))

    def export_answer(self) -> None:
        """Ask where to, and write the answer as CSV, JSON or text."""
        if self.panel is None or self.panel.advice is None:
            self.show_message("There is no answer to export yet.")
            return
        report, advice = self.panel.report(), self.panel.advice
        kinds = "Table (*.csv);;JSON (*.json);;Text (*.txt)"
        path = files.ask_save(self, "Export answer", f"{self.panel.game}-answer.csv", kinds)
        if path is not None:
            self._write(path, lambda: export_answer(path, report, advice))

    def save_image(self) -> None:
        """Ask where to, and write a picture of the panel."""
        image = self._pages[self._shown].grab()
        path = files.ask_save(self, "Save image", "panel.png", "Image (*.png)")
        if path is not None and not image.save(str(path), "PNG"):
            self.show_message(f'Cannot write "{path}".')
        elif path is not None:
            self.show_message(f"Saved {path.name}.")

    def _write(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write()
            self.show_message(f"Saved {path.name}.")
        except (InputError, UnavailableError) as error:
            self.show_message(capital(str(error)))

    def copy_answer(self) -> None:
        """Put the answer on the clipboard as text."""
        text = self.panel.share_text() if self.panel is not None else ""
        if text:
            QGuiApplication.clipboard().setText(text)
        self.show_message("Copied." if text else "There is no answer to copy yet.")

    def copy_position(self) -> None:
        """Put what is entered, or the table on show, on the clipboard as one line."""
        try:
            line = "" if self.panel is None else self.panel.position()
        except InputError as error:
            self.show_message(capital(str(error)))
            return
        if line:
            QGuiApplication.clipboard().setText(line)
        self.show_message("Position copied." if line else "There is no position to copy yet.")

    def paste_position(self) -> None:
        """Open the position of the clipboard in its own panel."""
        from assistant.play.position import question_of

        try:
            request = question_of(QGuiApplication.clipboard().text())
            self.show_panel(request.game)
            if self.panel is not None:
                self.panel.ask(request)
        except InputError as error:
            self.show_message(capital(str(error)))

    def open_help(self) -> None:
        """Open or close the help beside the panel on show."""
        self.help.setVisible(self.help.isHidden())
        self._show_help()

    def _show_help(self) -> None:
        if not self.help.isHidden():
            self.help.show_page(help_page(self._shown))

    def _open_menus(self) -> None:
        """Open the first menu: from there the arrow keys reach everything."""
        bar = self.menuBar()
        bar.setActiveAction(bar.actions()[0])

    def open_settings(self) -> None:
        """Open the settings; a change is in force at once and kept."""
        dialog = SettingsDialog(self, self.settings)
        dialog.changed.connect(self.use_settings)
        dialog.open()

    def use_settings(self, settings: Settings) -> None:
        """Put settings in force and keep them."""
        if settings == self.settings:
            return
        before, self.settings = self.settings, settings
        recompute = settings.precision != before.precision
        theme.apply(settings)
        try:
            save_settings(settings, before)
        except UnavailableError as error:
            self.show_message(capital(str(error)))
        if recompute and self.panel is not None:
            self.panel.touch()

    def _let_go_or_stop(self) -> None:
        """Deselect chosen cards first; with none, stop what is being computed."""
        if self.panel is None or not self.panel.let_go():
            self.status.stop()

    def toggle_theme(self) -> None:
        """Change between light and dark."""
        wanted = "light" if theme.is_dark else "dark"
        self.use_settings(self.settings.model_copy(update={"theme": wanted}))

    def _resize_text(self, step: int) -> None:
        size = min(max(self.settings.font_pt + step, 8), 18)
        self.use_settings(self.settings.model_copy(update={"font_pt": size}))

    # -- the frame ------------------------------------------------------------------------------

    def _build(self) -> None:
        self.stack = QStackedWidget()
        self.help = HelpSheet()
        self._sidebar = Sidebar()
        self._sidebar.chosen.connect(self.show_panel)
        self._sidebar.settings_asked.connect(self.open_settings)
        self.setCentralWidget(group(row(self._sidebar, (self.stack, 1), self.help, spacing=0)))
        self.setMinimumSize(*MIN_SIZE)

    def _restyle(self) -> None:
        """Put the theme on what stands around the panels; those do it themselves."""
        theme.style(self.menuBar())
        theme.style(self.status)
        self.status.restyle()
        self._sidebar.restyle()
        self._fit_sidebar()
        for action in ACTIONS:
            if action.icon:
                self.actions_by_name[action.name].setIcon(icon(action.icon))

    def _fit_sidebar(self) -> None:
        """Fold the sidebar where letters are large for the window."""
        self._sidebar.fold(self.width() < NARROW * theme.settings.font_pt)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the sidebar to the window."""
        super().resizeEvent(event)
        self._fit_sidebar()

    def _join_undo(self) -> None:
        undo, redo = self.actions_by_name["undo"], self.actions_by_name["redo"]
        undo.setEnabled(False)
        redo.setEnabled(False)
        self._undo.canUndoChanged.connect(undo.setEnabled)
        self._undo.canRedoChanged.connect(redo.setEnabled)

    # -- the state ------------------------------------------------------------------------------

    def _restore_geometry(self) -> None:
        """Restore the last place and size, or usual ones; in any case within the screen."""
        self.resize(*SIZE)
        if self._state.geometry:
            self.restoreGeometry(_unpack(self._state.geometry))
        room = self.screen().availableGeometry()
        size = QSize(room.width() - FRAME[0], room.height() - FRAME[1]).boundedTo(self.size())
        self.resize(size.expandedTo(self.minimumSize()))
        if not room.contains(self.geometry()):
            self.move(room.topLeft())

    def keep_state(self) -> None:
        """Write down the place of the window, the panel on show and all entries."""
        entries = {game: panel.scenario().entries for game, panel in self._panels.items()}
        splits = {game: panel.sides.state() for game, panel in self._panels.items()}
        self._state = WindowState(
            geometry=_pack(self.saveGeometry()),
            panel=self._shown,
            at_table=self.panel is not None and self.panel.is_at_table,
            folder=files.last.path,
            splitters={**self._state.splitters, **splits},
            entries={**self._state.entries, **entries},
        )
        try:
            save_state(self._state)
        except UnavailableError as error:
            self.show_message(capital(str(error)))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop everything within two seconds and keep the state."""
        self._keeper.stop()
        self.keep_state()
        for panel in self._panels.values():
            panel.shut_down()
        jobs.stop_all()
        event.accept()


def _where_it_stands(record: Record) -> str:
    """Return the state of a game in words: "Round 2 of 3 against Bo and Cleo"."""
    number = 1 + sum(moves[0] == DEAL for moves in record.decisions)
    return f"Round {number} of {record.rounds} against {in_words(record.names[1:])}"


def _pack(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode()


def _unpack(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
