"""The looks at an arena session: the ranking, ratings over time, who beats whom, one game."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QTableWidgetItem, QWidget

from assistant.arena import (
    Estimate,
    LiveSteps,
    Snapshot,
    Step,
    begun_with,
    live_steps,
    stored_steps,
)
from engine.control import Control
from engine.errors import InputError
from gui.felt.replay import ReplayView
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.theme import blend, ink_on, theme
from gui.widgets.boxes import column, row
from gui.widgets.controls import button, number
from gui.widgets.labels import ElidedLabel, label
from gui.widgets.plot import Line, LinePlot
from gui.widgets.table import FittedTable

HEADERS = ("Agent", "Games", "First", "Place", "Points", "Rating")
NO_GAME = "any game, or one live"


class RankingTable(FittedTable):
    """The agents of a session, the best first."""

    def __init__(self) -> None:
        super().__init__("Standings", HEADERS)
        self.setMinimumHeight(120)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show a row an agent."""
        rows = advice.standings if advice else ()
        self.setRowCount(len(rows))
        for line, standing in enumerate(rows):
            texts = [
                advice.name_of(standing.agent) if advice else "",
                f"{standing.n_games:,}",
                _figure(standing.win_share, 100, 1, "%"),
                _figure(standing.place, 1, 2),
                _figure(standing.points, 1, 2),
                _figure(standing.rating, 1, 0),
            ]
            for place, text in enumerate(texts):
                item = _cell(text, right=place > 0)
                set_tip(item, standing.agent)  # its exact text
                self.setItem(line, place, item)
        self.fit()


class RatingsView(LinePlot):
    """The ratings over the games played."""

    def __init__(self) -> None:
        super().__init__("Ratings over games", "games", "rating")
        self.when_empty = "Here the ratings will be, with their intervals, while the agents play."
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
    """One game of a session on the felt: a stored one, or the next one live."""

    message = Signal(str)  # why a game cannot be shown

    def __init__(self, jobs: JobRunner) -> None:
        super().__init__()
        self._session = self._n_games = self._n_done = 0
        self._loader = JobRunner()
        self._loader.done.connect(self._show_game)
        self._loader.failed.connect(self.message)
        self.replay = ReplayView(jobs)
        self.replay.message.connect(self.message)
        self.number = number("Game number", 0, 0, 0)
        self.show_game = button("Open game", self._open_game)
        self.live = button("Watch live", self._watch)
        set_tip(self.live, "One of the games that are played now, move by move")
        self.about = ElidedLabel(NO_GAME, "muted")
        which = (label("Game"), self.number, self.show_game, self.live, (self.about, 1))
        self.setLayout(column(row(*which), (self.replay, 1)))

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The game that is played, and the one that is loaded."""
        return (self.replay.jobs, self._loader)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Offer the games of a session; another session, or none, takes the game away."""
        session, self._n_done = (advice.session, advice.games_done) if advice else (0, 0)
        self._n_games = advice.games_total if advice else 0
        self.number.setRange(0, max(self._n_done - 1, 0))
        self.show_game.setEnabled(self._n_done > 0)
        self.live.setEnabled(self._n_games > 0)
        if session != self._session:
            self.replay.show_steps(())
            self.about.setText(NO_GAME)
        self._session = session

    def _open_game(self) -> None:
        self._loader.submit(_load_game, (self._session, self.number.value()))

    def _watch(self) -> None:
        """The first game that is not done yet: the very moves that the session will store."""
        game = min(self._n_done, self._n_games - 1)
        self._loader.submit(_load_live, (self._session, game))

    def _show_game(self, found: tuple[str, Sequence[Step] | LiveSteps]) -> None:
        words, steps = found
        self.about.setText(words)
        if isinstance(steps, tuple):
            self.replay.show_steps(steps)
        elif isinstance(steps, LiveSteps):
            self.replay.follow(steps)


def _load_game(which: tuple[int, int], control: Control) -> tuple[str, Sequence[Step]]:
    """The steps of a stored game, and words about it; runs in a thread."""
    session, number = which
    begun = begun_with(session)
    words = f"game {number}, as it was stored" + (f", begun with version {begun}" if begun else "")
    steps: list[Step] = []
    try:
        steps.extend(stored_steps(session, number))
    except InputError as error:
        if not steps:
            raise
        words = str(error)
    return words, tuple(steps)


def _load_live(which: tuple[int, int], control: Control) -> tuple[str, LiveSteps]:
    """The steps of a game that its agents play now; runs in a thread."""
    return f"game {which[1]}, live", live_steps(*which)


def _cell(text: str, right: bool = False) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    if right:
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


def _share_cell(share: float, about: str) -> QTableWidgetItem:
    item = _cell(f"{share:.1%}")
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    colour = blend(theme.tokens.surface, theme.tokens.bar, share)
    item.setBackground(QColor(colour))
    item.setForeground(QColor(ink_on(colour)))
    set_tip(item, about)
    return item


def _figure(measured: Estimate, scale: float, digits: int, unit: str = "") -> str:
    half = measured.interval.half_width
    spread = f" ± {half * scale:.{digits}f}" if half == half and half < 1e6 else ""
    return f"{measured.value * scale:.{digits}f}{spread}{unit}"
