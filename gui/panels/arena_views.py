"""The looks at an arena session: the ranking, ratings over time, who beats whom, one game."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTableWidgetItem, QVBoxLayout, QWidget

from assistant.arena import Estimate, Snapshot, Step, game_steps
from assistant.arena.events import look_lines
from engine.control import Control
from gui.jobs import JobRunner
from gui.theme import blend, ink_on, theme
from gui.widgets.controls import button, number
from gui.widgets.labels import label, wrapped
from gui.widgets.plot import Line, LinePlot
from gui.widgets.table import FittedTable

HEADERS = ("Agent", "Games", "First places", "Mean place", "Points", "Rating")
NO_GAME = "Start or open a session, then open any of its games."


class Ranking(FittedTable):
    """The agents of a session, the best first."""

    def __init__(self) -> None:
        super().__init__("Standings", HEADERS)
        self.setMinimumHeight(120)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show a row an agent."""
        rows = advice.standings if advice else ()
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            texts = [
                advice.name_of(row.agent) if advice else "",
                f"{row.n_games:,}",
                _figure(row.win_share, 100, 1, " %"),
                _figure(row.place, 1, 2),
                _figure(row.points, 1, 2),
                _figure(row.rating, 1, 0),
            ]
            for column, text in enumerate(texts):
                item = _cell(text, right=column > 0)
                item.setToolTip(row.agent)  # its exact text
                self.setItem(place, column, item)
        self.fit()


class RatingsView(LinePlot):
    """The ratings over the games played."""

    def __init__(self) -> None:
        super().__init__("Ratings over games", "games", "rating")
        self.setMinimumHeight(160)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show a line an agent."""
        history = advice.history if advice else ()
        lines = [
            Line(
                advice.name_of(agent) if advice else "",
                tuple(point.ratings[place] for point in history),
                tuple(point.lows[place] for point in history),
                tuple(point.highs[place] for point in history),
            )
            for place, agent in enumerate(advice.agents if advice else ())
        ]
        self.show_lines([point.n_games for point in history], lines)


class PairsView(FittedTable):
    """How often each agent ends before each other one."""

    def __init__(self) -> None:
        super().__init__("Pairs", ())
        self.verticalHeader().setVisible(True)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show a row and a column an agent, in the order of the ranking."""
        names = [row.agent for row in advice.standings] if advice else []
        shown = [advice.name_of(name) for name in names] if advice else []
        self.clearContents()
        self.setRowCount(len(names))
        self.setColumnCount(len(names))
        self.setHorizontalHeaderLabels([f"› {name}" for name in shown])
        self.setVerticalHeaderLabels(shown)
        for pair in advice.pairings if advice else ():
            one, other = names.index(pair.first), names.index(pair.second)
            about = f"{shown[one]} came before {shown[other]}; {pair.n_games:,} games"
            self.setItem(one, other, _share_cell(pair.score.value, about))
        self.fit()


class GameView(QWidget):
    """One game of a session, step by step."""

    message = Signal(str)  # why a game cannot be shown

    def __init__(self) -> None:
        super().__init__()
        self._session = 0
        self._steps: Sequence[Step] = ()
        self._jobs = JobRunner()
        self._jobs.done.connect(self._show_game)
        self._jobs.failed.connect(self.message)
        self.number = number("Game number", 0, 0, 0)
        self.step = number("Step", 0, 0, 0)
        self.back = button("◀", lambda: self._walk(-1), name="Step back")
        self.forth = button("▶", lambda: self._walk(1), name="Step forward")
        self.show_game = button("Open game", self._open_game)
        self.title = wrapped("", "heading", "Game step")
        self.board = QPlainTextEdit()
        self.board.setReadOnly(True)
        self.board.setMinimumHeight(120)
        self.board.setAccessibleName("Game table")
        self.step.valueChanged.connect(self._show_step)
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        for widget in (label("Game"), self.number, self.show_game, label("Step"), self.step):
            row.addWidget(widget)
        row.addWidget(self.back)
        row.addWidget(self.forth)
        row.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addLayout(row)
        box.addWidget(self.title)
        box.addWidget(self.board, 1)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Offer the games of a session; another session, or none, takes the game away."""
        session, n_games = (advice.session, advice.games_done) if advice else (0, 0)
        self.number.setRange(0, max(n_games - 1, 0))
        self.show_game.setEnabled(n_games > 0)
        if session != self._session or not self._steps:
            self._steps = ()
            self.step.setRange(0, 0)
            self.board.setPlainText("")
            self.title.setText(NO_GAME)
            self._show_arrows(0)
        self._session = session

    def _open_game(self) -> None:
        self._jobs.submit(_load_game, (self._session, self.number.value()))

    def _show_game(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self.step.setRange(0, len(steps) - 1)
        self.step.setValue(0)
        self._show_step(0)

    def _walk(self, steps: int) -> None:
        self.step.setValue(self.step.value() + steps)

    def _show_step(self, number: int) -> None:
        if not 0 <= number < len(self._steps):
            return
        step = self._steps[number]
        result = f" · places {step.outcome.places}" if step.outcome is not None else ""
        self.title.setText(f"{step.title}{result}")
        self.board.setPlainText("\n".join(look_lines(step.after)))
        self._show_arrows(number)

    def _show_arrows(self, number: int) -> None:
        self.back.setEnabled(number > 0)
        self.forth.setEnabled(number < len(self._steps) - 1)


def _load_game(which: tuple[int, int], control: Control) -> Sequence[Step]:
    """The steps of a stored game; runs in a thread."""
    return game_steps(*which)


def _cell(text: str, right: bool = False) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    if right:
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


def _share_cell(share: float, about: str) -> QTableWidgetItem:
    item = _cell(f"{share:.1%}".replace("%", " %"))
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    colour = blend(theme.tokens.surface, theme.tokens.bar, share)
    item.setBackground(QColor(colour))
    item.setForeground(QColor(ink_on(colour)))
    item.setToolTip(about)
    return item


def _figure(measured: Estimate, scale: float, digits: int, unit: str = "") -> str:
    half = measured.interval.half_width
    spread = f" ± {half * scale:.{digits}f}" if half == half and half < 1e6 else ""
    return f"{measured.value * scale:.{digits}f}{spread}{unit}"
