"""Views of an arena session: the ranking, ratings over time, who beats whom, one game."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QTableWidgetItem, QWidget

from assistant.advice import Advice
from assistant.arena import (
    Estimate,
    GameResult,
    GameStep,
    LiveSteps,
    Snapshot,
    begun_with,
    live_steps,
    stored_record,
    stored_results,
    stored_steps,
    stored_table,
)
from assistant.arena.session import RUNNING
from assistant.play import GameTable, Record, Task
from engine.control import Control
from engine.errors import InputError
from engine.words import counted
from gui.felt.course import work_on
from gui.felt.replay import ReplayView
from gui.felt.side import SidePanel
from gui.jobs import JobRunner
from gui.plain_text import set_tip
from gui.theme import blend, ink_on, theme
from gui.widgets.boxes import column, framed, group, row
from gui.widgets.controls import button, check, number, text_list
from gui.widgets.labels import ElidedLabel, label, wrapped
from gui.widgets.plot import Line, LinePlot
from gui.widgets.table import AnswerTable, FittedTable, ShadedDelegate

HEADERS = ("Agent", "Games", "First", "Place", "Points", "Rating")
LISTS_FROM = 110  # letters of width
NO_GAME = "Pick a game, or watch one live while the session runs."
PAIRS_GROWTH = 2  # how far rows of who beats whom grow
MAX_LISTED = 2_000  # games in the list
CANDIDATES_S = 1.0  # for the moves of a player who is watched
Opened = tuple[str, Sequence[GameStep] | LiveSteps, GameTable]  # words, steps, the table as dealt


class RankingTable(FittedTable):
    """The agents of a session, the best first."""

    def __init__(self) -> None:
        super().__init__("Standings", HEADERS)
        self.set_figures(*range(1, len(HEADERS)))

    def minimumSizeHint(self) -> QSize:
        """Return room for all agents of a session."""
        rows = self.rowCount() * self.verticalHeader().defaultSectionSize()
        height = self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth()
        return super().minimumSizeHint().expandedTo(QSize(0, height))

    def sizeHint(self) -> QSize:
        """Return the same room: all other height is the chart's."""
        return self.minimumSizeHint()

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show one row for each agent."""
        rows = advice.standings if advice else ()
        self.setRowCount(len(rows))
        for line, standing in enumerate(rows):
            texts = [
                advice.name_of(standing.agent) if advice else "",
                f"{standing.n_games:,}",
                _measured(standing.win_share, 100, 1, "%"),
                _measured(standing.place, 1, 2),
                _measured(standing.points, 1, 2),
                _measured(standing.rating, 1, 0),
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
        self.when_empty = "Ratings appear here, with their intervals, while the agents play."
        self.setMinimumHeight(160)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show one line for each agent."""
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
        self.setItemDelegate(ShadedDelegate(self))
        self.setSelectionMode(self.SelectionMode.NoSelection)  # it would hide the shades

    def fit(self) -> None:
        """Fit the columns, and let the rows grow where there is room."""
        super().fit()
        rows, usual = self.verticalHeader(), self.verticalHeader().minimumSectionSize()
        usual = max(usual, rows.sectionSizeHint(0)) if self.rowCount() else usual
        room = self.viewport().height() // max(self.rowCount(), 1)
        rows.setDefaultSectionSize(min(max(room, usual), PAIRS_GROWTH * usual))

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show a row and a column for each agent, in the order of the ranking."""
        names = [row.agent for row in advice.standings] if advice else []
        shown = [advice.name_of(name) for name in names] if advice else []
        self.clearContents()
        self.setRowCount(len(names))
        self.setColumnCount(len(names))
        self.setHorizontalHeaderLabels(shown)
        self.setVerticalHeaderLabels(shown)
        for pair in advice.pairings if advice else ():
            one, other = names.index(pair.first), names.index(pair.second)
            share, half = pair.score.value, pair.score.interval.half_width
            games = counted(pair.n_games, "game")
            for a, b, won in ((one, other, share), (other, one, 1 - share)):
                about = f"{shown[a]} came before {shown[b]}; {games}"
                self.setItem(a, b, _share_cell(won, half, about))
        self.fit()


class PairsPage(QWidget):
    """The table of pairs, below its summary in words."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs = PairsView()
        words = wrapped("How often the agent of the row came before that of the column.", "muted")
        self.setLayout(column(framed("", words, (self.pairs, 1))))

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show the pairs of a session."""
        self.pairs.show_advice(advice)


class RatingsPage(QWidget):
    """The ranking above the ratings over time."""

    def __init__(self) -> None:
        super().__init__()
        self.ranking, self.plot = RankingTable(), RatingsView()
        ranking, plot = framed("", (self.ranking, 1)), framed("", (self.plot, 1))
        self.setLayout(column(ranking, (plot, 1), spacing=8))

    def show_advice(self, advice: Snapshot | None) -> None:
        """Show both."""
        self.ranking.show_advice(advice)
        self.plot.show_advice(advice)


class GameView(QWidget):
    """The games of a session: who won each, one of them on the felt with its moves, or one live."""

    message = Signal(str)  # why a game cannot be shown
    reviewed = Signal(object)  # the record of a game, to judge its moves

    def __init__(self, jobs: JobRunner) -> None:
        super().__init__()
        self._session = self._n_games = self._n_done = 0
        self._loader = JobRunner()
        self._loader.done.connect(self._show_game)
        self._loader.failed.connect(self.message)
        self.replay = ReplayView(jobs)
        self.replay.message.connect(self.message)
        self._lister = JobRunner()
        self._lister.done.connect(self._show_results)
        self._advisor = JobRunner()
        self._advisor.done.connect(self._show_moves)
        self._advisor.failed.connect(self.message)
        self._asked: GameTable | None = None  # the table whose advice is awaited
        self._lists_were_set = False  # by the person: the width decides no longer
        self._listed = 0  # the session whose games are listed
        self._names: dict[str, str] = {}
        self.number = number("Game number", 1, 1, 1)
        self.show_game = button("Open game", self._open_game)
        self.review = button("Review", self._review, name="Review the game")
        set_tip(self.review, "Judges every move, with each player's chance to win as a chart.")
        self.live = button("Watch live", self._watch)
        set_tip(self.live, "Shows a game that is played now, move by move.")
        self.about = ElidedLabel(NO_GAME, "muted")
        self.games = AnswerTable("Games of the session", ["Game", "Winner", "Then"], 14)
        self.games.set_figures(0)
        self.games.chosen.connect(self._choose)
        self.games.used.connect(lambda _: self._open_game())
        self.moves = text_list("Moves of the game")
        self.moves.currentRowChanged.connect(self._jump)
        self.side = SidePanel(self.moves, "Moves", can_open=False)
        self.side.currentChanged.connect(self._show_candidates)
        self.replay.placed.connect(self._mark_move)
        self.replay.placed.connect(self._show_candidates)
        self.replay.asked.connect(self._analyse)
        self.replay.watch.computed.connect(self._show_chances)
        self.show_lists = check(
            "Lists and advice", "Lists", tip="Games, moves and advice beside the felt"
        )
        self.show_lists.clicked.connect(self._set_lists)
        buttons = (self.show_game, self.review, self.live)
        which = (label("Game"), self.number, *buttons, (self.about, 1), self.show_lists)
        self.lists = group(column((self.games, 2), (self.side, 3), spacing=6))
        self.show_lists.toggled.connect(self.lists.setVisible)
        self.setLayout(column(row(*which), row((self.lists, 1), (self.replay, 3), spacing=8)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the lists where there is room for them beside the felt."""
        super().resizeEvent(event)
        self._fit_lists()

    def changeEvent(self, event: QEvent) -> None:
        """Larger letters need more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_lists()

    def _fit_lists(self) -> None:
        if not self._lists_were_set:
            letters = self.width() / max(self.fontMetrics().averageCharWidth(), 1)
            self.show_lists.setChecked(letters >= LISTS_FROM)
            self.lists.setVisible(self.show_lists.isChecked())

    def _set_lists(self) -> None:
        self._lists_were_set = True

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The game that is played, and the one that is loaded."""
        watch = self.replay.watch.jobs
        return (self.replay.jobs, self._loader, self._lister, self._advisor, watch)

    def show_advice(self, advice: Snapshot | None) -> None:
        """Offer the games of a session; another session, or none, takes the game away."""
        session, self._n_done = (advice.session, advice.games_done) if advice else (0, 0)
        self._n_games = advice.games_total if advice else 0
        self.number.setRange(1, max(self._n_done, 1))
        self.show_game.setEnabled(self._n_done > 0)
        self.review.setEnabled(self._n_done > 0)
        self.live.setEnabled(advice is not None and advice.state == RUNNING)
        if session != self._session:
            self.replay.show_steps(())
            self.side.advice.clear()
            self._show_chances()
            self.moves.clear()
            self.games.show_rows([])
            self.about.setText(NO_GAME)
            self._listed = 0
        self._session = session
        if advice is not None and self._listed != self._n_done and not self._lister.is_running:
            self._listed = self._n_done
            self._names = dict(zip(advice.agents, advice.names, strict=True))
            self._lister.submit(_load_results, session)

    def _show_results(self, results: Sequence[GameResult]) -> None:
        """List the games, counted from 1, with the agents in the order of their places."""
        rows = []
        for result in results:
            first, *rest = (self._names.get(agent, agent) for agent in result.agents)
            rows.append((f"{result.number + 1}", first, ", ".join(rest)))
        self.games.show_rows(rows)
        if rows and not self.replay.steps and not self._loader.is_running:
            self._open_game()  # the felt is not left empty

    def _choose(self, at: int) -> None:
        chosen = self.games.item(at, 0)
        if chosen is not None:
            self.number.setValue(int(chosen.text()))

    def _list_moves(self) -> None:
        with QSignalBlocker(self.moves):
            self.moves.clear()
            self.moves.addItems([step.title for step in self.replay.steps])

    def _jump(self, place: int) -> None:
        if place >= 0 and place != self.replay.position:
            self.replay.pause()
            self.replay.slider.setValue(place)

    def _mark_move(self, place: int) -> None:
        if self.moves.count() != len(self.replay.steps):
            self._list_moves()
        with QSignalBlocker(self.moves):
            self.moves.setCurrentRow(place)

    def _show_chances(self) -> None:
        """Draw how the chances to win changed, in games that have any."""
        table, chances = self.replay.table, self.replay.watch.chances
        self.side.set_watching(any(values is not None for values in chances))
        self.side.show_chances(() if table is None else table.names, chances)

    def _analyse(self) -> None:
        """Show the moves of the step on show, best first, beside the felt."""
        self._set_lists()
        self.show_lists.setChecked(True)
        with QSignalBlocker(self.side):  # one question, with all the time there is
            self.side.setCurrentWidget(self.side.advice)
        self._ask(theme.settings.budget_s)

    def _show_candidates(self) -> None:
        """Show what the player to move could do, while the advice is open."""
        if self.side.advice.isVisible():
            self._ask(CANDIDATES_S)
        else:
            self._advisor.drop()
            self.side.advice.clear()  # it was about another step

    def _ask(self, seconds: float) -> None:
        table = self.replay.position_table
        task = None if table is None else table.ask(seconds)
        self._advisor.drop()
        if table is None or task is None:
            self.side.advice.clear()
            return
        self._asked = table
        self.side.advice.show_wait(table)
        self._advisor.submit(work_on, task)

    def _show_moves(self, answered: tuple[Task, Advice]) -> None:
        if self._asked is not None:
            hints = self._asked.hints(*answered)
            self.side.advice.show_hints(self._asked, hints)

    def _open_game(self) -> None:
        self._loader.submit(_load_game, (self._session, self.number.value() - 1))

    def _review(self) -> None:
        self._loader.submit(_load_record, (self._session, self.number.value() - 1))

    def _watch(self) -> None:
        """Show the first game that is not done yet, with the very moves that the session will
        store.
        """
        game = min(self._n_done, self._n_games - 1)
        self._loader.submit(_load_live, (self._session, game))

    def _show_game(self, found: Record | Opened) -> None:
        if isinstance(found, Record):
            self.reviewed.emit(found)
            return
        words, steps, table = found
        self.about.setText(words)
        if isinstance(steps, LiveSteps):
            self.replay.follow(steps, table)
        else:
            self.replay.show_steps(steps, table)
            self._list_moves()
            self._mark_move(0)


def _load_game(which: tuple[int, int], control: Control) -> Opened:
    """Return the steps of a stored game, and words about it; runs in a thread."""
    session, number = which
    begun = begun_with(session)
    words = f"Game {number + 1}, as it was stored" + (
        f", begun with version {begun}" if begun else ""
    )
    steps: list[GameStep] = []
    try:
        steps.extend(stored_steps(session, number))
    except InputError as error:
        if not steps:
            raise
        words = str(error)
    return words, tuple(steps), stored_table(session, number)


def _load_record(which: tuple[int, int], control: Control) -> Record:
    """Return a stored game to review; runs in a thread."""
    return stored_record(*which)


def _load_results(session: int, control: Control) -> Sequence[GameResult]:
    """Return the games of a session and who won them; runs in a thread."""
    return stored_results(session, MAX_LISTED)


def _load_live(which: tuple[int, int], control: Control) -> Opened:
    """Return the steps of a game that its agents play now; runs in a thread."""
    return f"Game {which[1] + 1}, live", live_steps(*which), stored_table(*which)


def _cell(text: str, right: bool = False) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    if right:
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


def _share_cell(share: float, half_width: float, about: str) -> QTableWidgetItem:
    item = _cell(_figure(share, half_width, 100, 1, "%"))
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    colour = blend(theme.tokens.surface, theme.tokens.bar, share)
    item.setBackground(QColor(colour))
    item.setForeground(QColor(ink_on(colour)))
    set_tip(item, about)
    return item


def _measured(found: Estimate, scale: float, digits: int, unit: str = "") -> str:
    return _figure(found.value, found.interval.half_width, scale, digits, unit)


def _figure(value: float, half: float, scale: float, digits: int, unit: str) -> str:
    spread = f" ± {half * scale:.{digits}f}{unit}" if half == half and half < 1e6 else ""
    return f"{value * scale:z.{digits}f}{unit}{spread}".replace("-", "−")
