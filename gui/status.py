"""The status bar: what runs, how far it is, and Stop.

It shows the job of the panel on show first; one of another panel is shown with that panel's name.
"""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar

from engine.words import capital
from gui.jobs import JobRunner, all_runners
from gui.theme import icon, theme
from gui.widgets.labels import label

WORKING = "Working…"
Workers = tuple[str, Sequence[JobRunner]]  # a panel's name ("" for the one on show), its runners


class JobStatus(QStatusBar):
    """Follows all that works; `workers` lists the panels, the one on show first."""

    def __init__(self, workers: Callable[[], Iterable[Workers]]) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setAccessibleName("Status bar")
        self._workers = workers
        self._label = label("Ready")
        self._label.setAccessibleName("Status")
        self._bar = QProgressBar()
        self._bar.setAccessibleName("Progress")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(170)
        self._stop = QPushButton("Stop")
        self._stop.setAccessibleName("Stop")
        self._stop.setFlat(True)
        self._stop.clicked.connect(self.stop)
        for widget in (self._label, self._bar, self._stop):
            self.addPermanentWidget(widget)
        all_runners.changed.connect(self.show_now)
        self.show_now()

    def show_now(self) -> None:
        """Show what is running now."""
        title, running = self._at_work()
        self._stop.setEnabled(bool(running))
        if running:
            newest = running[0].newest
            words = (newest.text if newest else "") or WORKING
            self._show_words(f"{title}: {words}" if title else capital(words))
            self._show_share(newest.done if newest else 0, newest.total if newest else 0)
        else:
            self._show_words("")

    def stop(self) -> None:
        """Stop the job that is shown; it answers with what it has."""
        for jobs in self._at_work()[1]:
            jobs.stop()

    def restyle(self) -> None:
        """Take the colours of the theme."""
        self._stop.setIcon(icon("stop", theme.tokens.bad, 16))

    def _at_work(self) -> tuple[str, list[JobRunner]]:
        """Return the first panel with a running job, and its runners that are busy."""
        for title, runners in self._workers():
            running = [jobs for jobs in runners if jobs.is_running]
            if running:
                return title, running
        return "", []

    def _show_words(self, words: str) -> None:
        self._label.setText(words or "Ready")
        self._bar.setVisible(bool(words))

    def _show_share(self, done: int, total: int) -> None:
        """Show how much is done; without a total the bar is indeterminate."""
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(round(1000 * min(done / (total or 1), 1.0)))
