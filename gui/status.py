"""The status bar: what runs, how far it is, and Stop."""

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QStatusBar

from engine.control import Progress
from gui.jobs import JobRunner
from gui.theme import icon, theme


class JobStatus(QStatusBar):
    """Follows all that works for the panel on show."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setAccessibleName("Status bar")
        self._runners: tuple[JobRunner, ...] = ()
        self._words, self._preparing = "", ""
        self._label = QLabel("Ready")
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
        self._show_idle()

    def follow(self, runners: Sequence[JobRunner]) -> None:
        """Show the jobs of another panel."""
        if tuple(runners) == self._runners:
            return
        for jobs in self._runners:
            jobs.started.disconnect(self._show_start)
            jobs.progress.disconnect(self._show_progress)
            jobs.finished.disconnect(self._show_end)
        self._runners = tuple(runners)
        for jobs in self._runners:
            jobs.started.connect(self._show_start)
            jobs.progress.connect(self._show_progress)
            jobs.finished.connect(self._show_end)
        self._show_now()

    @property
    def _is_running(self) -> bool:
        return any(jobs.is_running for jobs in self._runners)

    def _show_now(self) -> None:
        if self._is_running:
            self._show_start()
        else:
            self._show_idle()

    def _show_end(self) -> None:
        """One job is done; others may still run."""
        if not self._is_running:
            self._show_idle()

    def show_preparation(self, share: float, words: str) -> None:
        """Say that everything waits for the engine, and how far it is."""
        self._preparing = words
        self._bar.setRange(0, 1000)
        self._bar.setValue(round(1000 * share))
        self._show_words()

    def end_preparation(self) -> None:
        """The engine is ready: show the jobs again."""
        self._preparing = ""
        self._show_now()

    def stop(self) -> None:
        """Stop what runs; it answers with what it has."""
        for jobs in self._runners:
            jobs.stop()

    def restyle(self) -> None:
        """Take the colours of the theme."""
        self._stop.setIcon(icon("stop", theme.tokens.bad, 16))

    def _show_start(self) -> None:
        self._words = "Working…"
        self._stop.setEnabled(True)
        self._show_words()
        if not self._preparing:
            self._bar.setRange(0, 0)  # how far it is, is not known yet

    def _show_progress(self, progress: Progress) -> None:
        self._words = progress.text or "Working…"
        self._show_words()
        if not self._preparing:
            self._bar.setRange(0, 1000 if progress.total else 0)
            self._bar.setValue(round(1000 * min(progress.done / (progress.total or 1), 1.0)))

    def _show_idle(self) -> None:
        self._words = ""
        self._stop.setEnabled(False)
        self._show_words()

    def _show_words(self) -> None:
        """What is being prepared comes before what is being computed."""
        self._label.setText(self._preparing or self._words or "Ready")
        self._bar.setVisible(bool(self._preparing or self._words))
