"""Watching a game as sport: go back to any move, see each seat's chance to win at every move."""

from functools import partial

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QSlider, QWidget

from assistant.play import GameTable
from assistant.play.chances import Chances, ChanceTrack
from engine.control import Control
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.widgets.boxes import row
from gui.widgets.labels import label

PORTION = 5  # moves whose chances are computed at a time


class ChanceWatch(QObject):
    """The job that computes each seat's chance to win after the moves of a game."""

    computed = Signal()  # there are chances of more positions

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.jobs = JobRunner()
        self.chances: tuple[Chances | None, ...] = ()
        self._table: GameTable | None = None
        self._track: ChanceTrack | None = None
        self.jobs.done.connect(self._take)
        self.jobs.partial.connect(self._take)

    def follow(self, table: GameTable | None) -> None:
        """Follow a game from its deal on, or none."""
        self.jobs.drop()
        self._table, self._track, self.chances = table, None, ()
        if table is not None:
            self._track = ChanceTrack(
                table.game, table.seed, len(table.agents), table.n_rounds, table.rules, table.dealer
            )
            self.compute()

    def compute(self) -> None:
        """Compute the chances of all positions that are new."""
        if self._table is not None and self._track is not None:
            moves = tuple(event.move for event in self._table.events)
            self.jobs.submit(partial(_follow, self._track), moves)

    def at(self, place: int) -> Chances:
        """Return the chances after some events, or the latest that are known before; () if none."""
        known = [values for values in self.chances[: place + 1] if values is not None]
        return known[-1] if known else ()

    def _take(self, chances: tuple[Chances | None, ...]) -> None:
        self.chances = chances
        self.computed.emit()


class WatchBar(QWidget):
    """A slider over the moves of a watched game, with the chances after each of them."""

    moved = Signal(int)  # how many events of the game are to be on show
    computed = Signal()  # there are chances of more positions

    def __init__(self) -> None:
        super().__init__()
        self._watch = ChanceWatch(self)
        self._watch.computed.connect(self.computed)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Move of the game")
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.slider, "Go back to an earlier move; the game pauses")
        self.slider.setRange(0, 0)
        self.slider.valueChanged.connect(self._slide)
        self.words = label("", "muted", "Move on show")
        self.setLayout(row((self.slider, 1), self.words, spacing=8))
        self.hide()

    @property
    def chances(self) -> tuple[Chances | None, ...]:
        """The chances after the deal and after each move, as far as they are computed."""
        return self._watch.chances

    def sit_down(self, table: GameTable) -> None:
        """Follow a game; one that a person plays shows no chances."""
        is_watched = not table.humans
        self.setVisible(is_watched)
        self._watch.follow(table if is_watched else None)
        if is_watched:
            self.grow(len(table.events))

    def stop(self) -> None:
        """Compute no more."""
        self._watch.jobs.drop()

    @property
    def is_back(self) -> bool:
        """True while an earlier move is on show."""
        return self.isVisible() and self.slider.value() < self.slider.maximum()

    @property
    def place(self) -> int:
        """How many events of the game are on show."""
        return self.slider.value()

    def to_end(self) -> None:
        """Show the newest move."""
        self.slider.setValue(self.slider.maximum())

    def grow(self, n_events: int) -> None:
        """Take in more moves; the newest one stays on show if it was."""
        follows = not self.is_back
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, n_events)
            if follows:
                self.slider.setValue(n_events)
        self._show_words()

    def compute(self) -> None:
        """Compute the chances of all positions that are new."""
        self._watch.compute()

    def chances_at(self, place: int) -> Chances:
        """Return the chances after some events, or the latest that are known before; () if none."""
        return self._watch.at(place)

    def _slide(self, place: int) -> None:
        self._show_words()
        self.moved.emit(place)

    def _show_words(self) -> None:
        self.words.setText(f"Move {self.slider.value()} of {self.slider.maximum()}")


def _follow(
    track: ChanceTrack, moves: tuple[str, ...], control: Control
) -> tuple[Chances | None, ...]:
    """Compute in a job; what is known of a long game is shown while the rest is computed."""
    for n_moves in range(PORTION, len(moves), PORTION):
        control.report(n_moves, 0, partial=track.follow(moves[:n_moves], control))
    return track.follow(moves, control)
