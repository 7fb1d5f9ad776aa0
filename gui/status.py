"""The status bar: what runs, how far it is, and Stop.

It tells of the panel on show first; what works in another panel is told with that panel's name.
"""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar

from gui.jobs import JobRunner, everyone
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
        everyone.changed.connect(self.show_now)
        self.show_now()

    def show_now(self) -> None:
        """Tell what is at work now."""
        title, running = self._at_work()
        self._stop.setEnabled(bool(running))
        if running:
            news = running[0].newest
            words = (news.text if news else "") or WORKING
            self._tell(f"{title}: {words}" if title else words)
            self._show_share(news.done if news else 0, news.total if news else 0)
        else:
            self._tell("")

    def stop(self) -> None:
        """Stop what is told of; it answers with what it has."""
        for jobs in self._at_work()[1]:
            jobs.stop()

    def restyle(self) -> None:
        """Take the colours of the theme."""
        self._stop.setIcon(icon("stop", theme.tokens.bad, 16))

    def _at_work(self) -> tuple[str, list[JobRunner]]:
        """Return the first panel that works, and its runners that do."""
        for title, runners in self._workers():
            running = [jobs for jobs in runners if jobs.is_running]
            if running:
                return title, running
        return "", []

    def _tell(self, words: str) -> None:
        self._label.setText(words or "Ready")
        self._bar.setVisible(bool(words))

    def _show_share(self, done: int, total: int) -> None:
        """How far it is; without a total that is not known."""
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(round(1000 * min(done / (total or 1), 1.0)))
