"""The base of panels whose game can be played and watched at a table."""

from typing import Any

from PySide6.QtWidgets import QWidget

from assistant.play.analysis import ANALYSES
from assistant.play.game import DEALER
from assistant.play.position import game_line, position_line
from assistant.play.record import Record
from assistant.play.registry import find_game
from engine.agents import list_opponents
from gui.felt.page import TablePage
from gui.jobs import JobRunner
from gui.panels.card_panel import CardPanel


class TablePanel(CardPanel):
    """A panel with two tabs: the best move, and a table whose positions can be analysed."""

    def __init__(self) -> None:
        self.table_jobs = JobRunner()
        super().__init__()

    def advice_tab(self) -> QWidget:
        """Return what shows the best move."""
        raise NotImplementedError

    def build_answer(self) -> None:
        """Build the tabs: the best move, and a table to play at."""
        self.tabs.add("Best move", self.advice_tab)
        self.table_tab = self.tabs.add("Play or watch", self._table_page)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.answer_box.addWidget(self.tabs, 1)

    def _table_page(self) -> TablePage:
        game = find_game(self.game)
        page = TablePage(game, list_opponents(game.agents), self.table_jobs)
        page.message.connect(self.message)
        page.analysed.connect(self.ask)
        page.reviewed.connect(self.reviewed)
        return page

    def _tab_changed(self) -> None:
        """Give a table the whole panel: nothing is entered there."""
        self.hide_entry(self._open_page is not None)

    @property
    def _open_page(self) -> TablePage | None:
        """The table while it is on show."""
        return self.table_tab.view if self.tabs.currentWidget() is self.table_tab else None

    def again(self) -> None:
        """Compute again; at a table the key pauses instead."""
        if self._open_page is None:
            ANALYSES.clear()
            super().again()
        else:
            self._open_page.pause.click()

    def let_go(self) -> bool:
        """Deselect chosen cards before anything is stopped."""
        page = self._open_page
        return page is not None and (page.teacher.let_go() or page.felt.let_go())

    def position(self) -> str:
        """Return the table on show as its player knows it, a game that is over, or what is
        entered.
        """
        table = None if self._open_page is None else self._open_page.table
        if table is None:
            return super().position()
        question = table.question()
        if question is not None:
            return position_line(question)
        if table.dealer != DEALER:
            return ""  # the line says nothing of how earlier versions dealt
        moves = [event.move for event in table.events]
        return game_line(table.state, table.game.name, moves, table.rules.text)

    def ask(self, request: Any) -> None:
        """Show a question as it would be entered, and answer it as it was asked."""
        self.tabs.setCurrentIndex(0)
        super().ask(request)
        self.submit(request)

    @property
    def is_at_table(self) -> bool:
        """True while the table is on show."""
        return self._open_page is not None

    def return_to_table(self) -> None:
        """Show the table with the game that was left there, if any."""
        self.tabs.open(self.table_tab)

    def open_table(self) -> None:
        """Show the table, with cards dealt unless a game was left there."""
        self.tabs.open(self.table_tab).open_or_deal()

    def open_game(self, record: Record) -> None:
        """Show a saved game at the table; one that is not over can be continued."""
        self.tabs.open(self.table_tab).open_game(record)

    def saved_game(self) -> Record | None:
        """Return the game of the table, while it is on show."""
        table = None if self._open_page is None else self._open_page.table
        return None if table is None else table.record

    def shut_down(self) -> None:
        """Stop the table before the window closes."""
        if self.table_tab.view is not None:
            self.table_tab.view.stop()
