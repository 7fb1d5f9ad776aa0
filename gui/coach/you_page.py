"""The page "You": your results, rating, accuracy and luck over time; export and delete."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QTableWidgetItem, QWidget

from assistant.play import find_game
from assistant.review.history import History, history_of
from assistant.review.player_record import FinishedGame, PlayerRecord
from engine.control import Control
from engine.errors import UnavailableError
from engine.files import write_text
from engine.words import figure_text, local_time
from gui.dialogs import files
from gui.dialogs.ask import ask_yes_no
from gui.jobs import JobRunner
from gui.theme import theme
from gui.widgets.bars import Bar, Bars
from gui.widgets.boxes import Surface, column, flow, framed, group, row
from gui.widgets.controls import button, choice
from gui.widgets.labels import label, wrapped
from gui.widgets.plot import Line, LinePlot
from gui.widgets.table import AnswerTable

GAMES = (("konkan", "Konkan"), ("slave", "Slave"), ("pokle", "Pokle"))
HEADINGS = ("When", "Place", "Accuracy", "Luck", "Opponents")
EMPTY = "Finished games stand here, with their accuracy and luck once they are reviewed."
N_SHOWN = 200  # games in the list, the newest first
N_ROWS = 6  # guesses of a Pokle


class Figure(Surface):
    """A number with its name below it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.value: QLabel = label("–", "heading", name)
        self.words = label(name, "muted")
        box = column(self.value, self.words, spacing=0)
        box.setContentsMargins(10, 6, 10, 8)
        self.setLayout(box)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(96)


class YouPage(QWidget):
    """Results, rating and curves; `reviewed` names the file of a game to look back at, `played` a
    game to play.
    """

    message = Signal(str)
    reviewed = Signal(str)
    played = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Your record")
        theme.style(self)
        self.jobs = JobRunner()
        self.history: History | None = None
        self._shown: tuple[FinishedGame, ...] = ()
        self._build()
        self.game.currentIndexChanged.connect(self.reload)
        self.curve.currentIndexChanged.connect(self._draw_curve)
        self.games.used.connect(self._open_game)
        self.jobs.done.connect(self.show_history)
        self.jobs.failed.connect(self.message)
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        theme.style(self)

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """Everything that may be running for this page."""
        return (self.jobs,)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the record again: games may have been played since."""
        super().showEvent(event)
        self.reload()

    def reload(self) -> None:
        """Read the games of the kind that is chosen."""
        self.jobs.submit(_read, self.game.currentData())

    def show_history(self, found: History) -> None:
        """Show figures, the list and the curve."""
        self.history = found
        self._shown = found.games[::-1][:N_SHOWN]
        summary, is_pokle = found.summary, self.game.currentData() == "pokle"
        rating = found.rating
        values = {
            "Played": f"{summary.n_played:,}",
            "Won": _share(summary.n_won, summary.n_played),
            "Streak": f"{summary.streak}",
            "Best streak": f"{summary.best_streak}",
            "Rating": "–" if rating is None else f"{rating.value:.0f} ± {rating.half_width:.0f}",
            "Accuracy": _number(summary.accuracy, 0),
            "Mean place": _number(summary.mean_place, 2),
            "Luck": _luck(summary.luck, is_pokle),
        }
        for name, figure in self.figures.items():
            figure.value.setText(values[name])
            figure.setVisible(not is_pokle or name not in ("Rating", "Mean place"))
        self.games.show_rows([_cells(each) for each in self._shown])
        self.games.setHorizontalHeaderItem(
            len(HEADINGS) - 1, QTableWidgetItem("" if is_pokle else HEADINGS[-1])
        )
        self.empty.setVisible(not found.games)
        self.play.setText(f"Play {self.game.currentText()}")
        for part in (self.export, self.delete, self.open):
            part.setEnabled(bool(found.games))
        self._show_guesses(found, is_pokle)
        self._draw_curve()

    def _show_guesses(self, found: History, is_pokle: bool) -> None:
        self.guesses.setVisible(is_pokle)
        if is_pokle:
            counts = found.summary.guesses
            lost = found.summary.n_played - sum(counts.values())
            rows = [(f"Solved in {n}", counts.get(n, 0)) for n in range(1, N_ROWS + 1)]
            most = max([count for _, count in (*rows, ("", lost))], default=0) or 1
            self.guesses.show_bars(
                [Bar(name, (n / most,), f"{n}") for name, n in (*rows, ("Not solved", lost))]
            )

    def _draw_curve(self) -> None:
        curves = (
            () if self.history is None else self.history.curves.get(self.curve.currentData(), ())
        )
        xs = sorted({number for curve in curves for number in curve.games})
        lines = []
        for curve in curves:
            by_game = dict(zip(curve.games, curve.values, strict=True))
            values, last = list[float](), curve.values[0]
            for number in xs:
                last = by_game.get(number, last)
                values.append(last)
            told = tuple(values)
            lines.append(Line(curve.name, told, told, told))
        self.plot.show_lines(xs, lines)

    # -- what can be done -------------------------------------------------------------------------

    def _open_game(self, place: int) -> None:
        if 0 <= place < len(self._shown) and self._shown[place].record:
            self.reviewed.emit(self._shown[place].record)

    def _play(self) -> None:
        self.played.emit(self.game.currentData())

    def _export(self) -> None:
        path = files.ask_save(self, "Export your record", "record.csv", "Table (*.csv)")
        if path is not None:
            try:
                write_text(path, PlayerRecord().to_csv())
                self.message.emit(f"Saved {path.name}.")
            except UnavailableError as error:
                self.message.emit(str(error))

    def _delete(self) -> None:
        words = "Delete all your games and exercises from the record? This cannot be undone."
        if ask_yes_no(self, "Delete your record", words):
            try:
                PlayerRecord().delete_all()
            except UnavailableError as error:
                self.message.emit(str(error))
            self.reload()

    # -- the frame --------------------------------------------------------------------------------

    def _build(self) -> None:
        self.game = choice("Game", list(GAMES))
        self.curve = choice(
            "Curve",
            [(name, name) for name in
             ("Accuracy", "Luck", "Rating", "Place", "Loss by kind", "Guesses")],
        )  # fmt: skip
        names = (
            "Played",
            "Won",
            "Streak",
            "Best streak",
            "Rating",
            "Accuracy",
            "Luck",
            "Mean place",
        )
        self.figures = {name: Figure(name) for name in names}
        self.plot = LinePlot("Curve over your games", "games", "")
        self.plot.when_empty = "This curve appears once games of yours are reviewed."
        self.guesses = Bars("Guesses needed")
        self.games = AnswerTable("Your games", HEADINGS, card_width=14)
        self.games.set_figures(*map(HEADINGS.index, ("Place", "Accuracy", "Luck")))
        self.play = button("Play", self._play, primary=True, name="Play the chosen game")
        self.empty = group(row((wrapped(EMPTY, "muted", "Empty record"), 1), self.play))
        self.empty.hide()
        self.export = button("Export CSV…", self._export)
        self.delete = button("Delete…", self._delete, name="Delete your record")
        self.open = button("Review", lambda: self._open_game(self.games.currentRow()))
        self.open.setAccessibleName("Review the chosen game")
        head = row(label("Your record", "title"), 1, self.game, self.export, self.delete, spacing=6)
        charts = column(
            row(label("Curve", "muted"), self.curve, 1),
            (framed("", (self.plot, 1)), 1),
            self.guesses,
        )
        played = column((framed("", (self.games, 1)), 1), row(1, self.open))
        page = column(
            head,
            flow(*self.figures.values()),
            self.empty,
            (row((charts, 1), (played, 1), spacing=12), 1),
            spacing=10,
        )
        page.setContentsMargins(14, 10, 14, 10)
        self.setLayout(page)


def _read(game: str, control: Control) -> Any:
    """Read the record; in a thread."""
    return history_of(PlayerRecord().games(game))


def _cells(game: FinishedGame) -> tuple[str, ...]:
    is_pokle = game.game == "pokle"
    place = f"{game.place} of {game.n_seats}"
    if is_pokle:
        place = "not solved" if game.guesses is None else f"solved in {game.guesses}"
    against = "" if is_pokle else game.opponents or find_game(game.game).title
    return (
        local_time(game.finished),
        place,
        _number(game.accuracy, 0),
        _luck(game.luck, is_pokle),
        against,
    )


def _share(count: int, total: int) -> str:
    return f"{count:,} ({count / total:.0%})" if total else "–"


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _luck(luck: float | None, is_pokle: bool) -> str:
    """Return luck with its sign: points of 100, or guesses saved."""
    if luck is None:
        return "–"
    return figure_text(luck, "+.2f") if is_pokle else figure_text(100 * luck, "+.0f")
