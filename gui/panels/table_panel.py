"""What the panels share whose game can be played and watched at a table."""

from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from assistant.tables import Table
from engine.errors import InputError
from gui.felt.page import TablePage
from gui.jobs import JobRunner
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries


class TablePanel(CardPanel):
    """The answer has two tabs: the best move, and a table whose positions can be analysed."""

    agents: ClassVar[tuple[str, ...]]  # that may sit down

    def __init__(self) -> None:
        self.table_jobs = JobRunner()
        super().__init__()

    def advice_tab(self) -> QWidget:
        """What shows the best move."""
        raise NotImplementedError

    def table_class(self) -> type[Table]:
        """The game's table, imported when somebody sits down."""
        raise NotImplementedError

    def entries_of(self, table: Any) -> Entries:
        """What the person to act sees at a table, as it would be entered."""
        raise NotImplementedError

    def build_answer(self) -> None:
        """The best move, and a table to play at."""
        self.tabs.add("Best move", self.advice_tab)
        self.table_tab = self.tabs.add("Play or watch", self._table_page)
        self.tabs.currentChanged.connect(self._tab_changed)
        self.answer_box.addWidget(self.tabs, 1)
        self.empty.add_button("Play or watch", lambda: self.tabs.open(self.table_tab))

    def _table_page(self) -> TablePage:
        page = TablePage(self.table_class(), self.agents, self.table_jobs)
        page.message.connect(self.message)
        page.analysed.connect(self._analyse)
        return page

    def _tab_changed(self) -> None:
        """A table has the whole panel: nothing is entered there."""
        self.hide_entry(self._open_page is not None)

    @property
    def _open_page(self) -> TablePage | None:
        """The table, while it is on show."""
        return self.table_tab.view if self.tabs.currentWidget() is self.table_tab else None

    def again(self) -> None:
        """At a table the key is that of Pause: nothing is computed there."""
        if self._open_page is None:
            super().again()
        else:
            self._open_page.pause.click()

    def let_go(self) -> bool:
        """Chosen cards go back into the hand before anything is stopped."""
        return self._open_page is not None and self._open_page.felt.let_go()

    def _analyse(self, table: Table) -> None:
        """Take the position of the table to the advisor; the table stays as it is."""
        try:
            entries = self.entries_of(table)
        except InputError as error:
            self.message.emit(str(error))
            return
        self.tabs.setCurrentIndex(0)
        self.replace_entries(entries)

    def shut_down(self) -> None:
        """The window closes: the table stops."""
        if self.table_tab.view is not None:
            self.table_tab.view.stop()
