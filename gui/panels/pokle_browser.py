"""Play Pokle in a browser from the panel: every turn comes with the page's screenshot.

The player runs in a thread of its own; what it reports to its listener arrives here as signals.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from assistant.pokle_bot import (
    COUNTS_IN_STATISTICS,
    BotRequest,
    agree_to_statistics,
    end_words,
    make_player,
    needs_consent,
)
from automation.listener import Listener
from automation.state import BrowserOutcome, GameState, Proposal, Turn
from engine.cards import in_symbols
from engine.control import Control
from engine.errors import Cancelled
from engine.pokle.rules import Puzzle
from engine.words import counted
from gui.dialogs.ask import ask_yes_no
from gui.jobs import JobRunner
from gui.panels.pokle_page import PageTools
from gui.widgets.boxes import column, flow, framed
from gui.widgets.card_row import CardRow
from gui.widgets.controls import button, check, choice, choose
from gui.widgets.faces import Face
from gui.widgets.guess_field import MARKS
from gui.widgets.labels import show_words, wrapped
from gui.widgets.table import AnswerTable, Cell

if TYPE_CHECKING:
    from automation.player import BrowserPlayer

SITES = (("practice", "Practice site"), ("live", "Live site"))
PLAY_MODES = (("play", "Auto-play"), ("watch", "Watch me play"))
PLAYING = {"play": "The bot plays in the browser…", "watch": "Watching your game in the browser…"}
N_GUESSES_LISTED, N_SHOWN_BOARDS = 10, 12  # guesses and boards of the advice that the panel shows
HINT = "Start the bot: it reads the page, plays, and shows every turn here."


class Bridge(QObject, Listener):
    """Receives the player's events in its thread and passes them to the main one as signals."""

    state_read = Signal(object)
    pictured = Signal(object)  # the page before the first guess, as an image
    proposed = Signal(object, object)  # the state, and the proposal for it
    turned = Signal(object, object)  # the turn, and its screenshot as an image
    noted = Signal(str)
    finished = Signal(object)  # the outcome; the browser may stay open after it

    def on_state(self, state: GameState) -> None:
        """Pass on the first reading of the page."""
        self.state_read.emit(state)

    def on_picture(self, picture: bytes) -> None:
        """Pass on a picture of the page."""
        self.pictured.emit(decode(picture))

    def on_proposal(self, state: GameState, proposal: Proposal) -> None:
        """Pass on the next guess."""
        self.proposed.emit(state, proposal)

    def on_turn(self, turn: Turn) -> None:
        """Pass on a guess that has its colours."""
        self.turned.emit(turn, decode(turn.screenshot or b""))

    def on_note(self, text: str) -> None:
        """Pass on an unusual event."""
        self.noted.emit(text)

    def on_finish(self, outcome: BrowserOutcome) -> None:
        """Pass on the end of the game."""
        self.finished.emit(outcome)


def decode(picture: bytes) -> QImage:
    """Return the image of a picture; unlike `QImage`, a reader lets other threads work
    meanwhile.
    """
    buffer = QBuffer()
    buffer.setData(QByteArray(picture))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return QImageReader(buffer).read()


class Screen(QLabel):
    """A screenshot, scaled to the room there is."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Page")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(150)
        self._picture: QPixmap | None = None

    def show_image(self, image: QImage) -> None:
        """Show a picture of the page."""
        self._picture = QPixmap.fromImage(image)
        self._scale()

    def forget(self) -> None:
        """Show nothing: another game begins."""
        self._picture = None
        self.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scale the picture again."""
        super().resizeEvent(event)
        self._scale()

    def _scale(self) -> None:
        if self._picture is None or self._picture.isNull():
            return
        ratio = self.devicePixelRatioF()
        scaled = self._picture.scaled(
            self.size() * ratio,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        scaled.setDevicePixelRatio(ratio)
        self.setPixmap(scaled)


class BrowserView(QWidget):
    """Site, mode, start, pause and stop; the turns; the page."""

    state_changed = Signal(object, object)  # what the page shows, and the bot's advice if any

    def __init__(self) -> None:
        super().__init__()
        self.jobs = JobRunner()
        self.bridge = Bridge()
        self._player: BrowserPlayer | None = None
        self._turns: list[Turn] = []
        self._images: list[QImage] = []
        self._puzzle: Puzzle | None = None
        self._paused = False
        self._build()
        self._connect()
        self._show_running(False)

    @property
    def runners(self) -> tuple[JobRunner, ...]:
        """The runners of the bot and of the page tools."""
        return (self.jobs, self.tools.jobs)

    def _build(self) -> None:
        self.site = choice("Site", SITES)
        self.mode = choice("Mode", PLAY_MODES)
        self.headed = check("Show browser")
        self.start = button("Start", self.begin, primary=True)
        self.again = button("Play again", self.play_again)
        self.again.hide()
        self.pause = button("Pause", self.toggle_pause, other="Resume")
        self.stop = button("Stop", self.leave, name="Stop playing")
        self.draw = check("Draw the next guess on the page", "Draw it on the page")
        self.draw.setEnabled(False)
        options = flow(self.site, self.mode, self.headed, self.draw)
        self.next = CardRow("Next guess", 5, 24)
        self.tools = PageTools(self.request)
        buttons = flow(
            self.start, self.again, self.pause, self.stop, self.tools.menu_button, self.next
        )
        self.words = wrapped(HINT, "why", "Browser state")
        self.table = AnswerTable("Turns", ["Turn", "Guess", "Boards left", "Bits"], card_width=24)
        self.table.set_figures(0, 2, 3)
        self.shot = Screen()
        turns = framed("Turns", (self.table, 1), (self.tools, 1))
        page = framed("Page", (self.shot, 1))
        self.setLayout(column(options, buttons, self.words, (turns, 2), (page, 3)))

    def _connect(self) -> None:
        self.table.chosen.connect(self._show_shot)
        self.mode.currentIndexChanged.connect(self._mode_changed)
        self.bridge.state_read.connect(self._read)
        self.bridge.pictured.connect(self.shot.show_image)
        self.bridge.proposed.connect(self._proposed)
        self.bridge.turned.connect(self._turned)
        self.bridge.noted.connect(self._say)
        self.bridge.finished.connect(self._ended)
        self.jobs.failed.connect(self._complain)
        self.jobs.stopping.connect(self._stop_player)
        self.tools.said.connect(self._say)
        self.tools.failed.connect(self._complain)
        self.tools.running.connect(self._show_tools_running)
        self.tools.site_chosen.connect(self._choose_site)
        self.jobs.finished.connect(lambda: self._show_running(False))

    # -- what the buttons do --------------------------------------------------------------------

    def begin(self) -> None:
        """Start a game on the chosen site."""
        self._begin(self.request())

    def play_again(self) -> None:
        """Play a puzzle once more that was played before."""
        self._begin(self.request().model_copy(update={"again": True}))

    def _begin(self, request: BotRequest) -> None:
        if needs_consent(request):
            words = COUNTS_IN_STATISTICS.partition(":")[0]
            if not ask_yes_no(self, "Play on the live site?", f"{words[0].upper()}{words[1:]}."):
                return
            agree_to_statistics()
        self._forget_game()
        self._show_findings(False)
        self._say("Opening the browser…")
        self._show_running(True)
        self.jobs.submit(self._play, request)

    def _forget_game(self) -> None:
        """Clear turns and pictures: another game begins."""
        self._turns, self._images, self._puzzle = [], [], None
        self.shot.forget()
        self.again.hide()
        self.table.show_rows([])

    def request(self) -> BotRequest:
        """Return what the bot is asked to do; watching needs a window to play in."""
        watch = self.mode.currentData() == "watch"
        return BotRequest(
            site=self.site.currentData(),
            mode=self.mode.currentData(),
            headed=watch or self.headed.isChecked(),
            capture=True,
            low_priority=True,
            draw=watch and self.draw.isChecked(),
            n_guesses=N_GUESSES_LISTED,
            n_boards_shown=N_SHOWN_BOARDS,
        )

    def toggle_pause(self) -> None:
        """Pause, or go on."""
        if self._player is None:
            return
        self._paused = not self._paused
        (self._player.pause if self._paused else self._player.resume)()
        self._show_running(True)
        self._say("Paused" if self._paused else "Resuming…")

    def leave(self) -> None:
        """Leave the game, or the page, as it is."""
        self.tools.jobs.stop()
        self.jobs.stop()

    def _stop_player(self) -> None:
        self._say("Stopping…")
        if self._player is not None:
            self._player.stop()

    def _play(self, request: BotRequest, control: Control) -> BrowserOutcome:
        """In the thread: put the player together and play."""
        control.report(0, text=PLAYING[request.mode])
        self._player = make_player(request, self.bridge)
        if control.cancel.is_set():
            self.bridge.on_finish(BrowserOutcome("stopped", None))
            raise Cancelled
        return self._player.run()

    # -- events of the player -------------------------------------------------------------------

    def _read(self, state: GameState) -> None:
        if self._puzzle not in (None, state.puzzle):  # a person goes on with another one
            self._forget_game()
        self._puzzle = state.puzzle
        self._say("Reading the page: thinking about the first guess…")
        self.state_changed.emit(state, None)

    def _proposed(self, state: GameState, proposal: Proposal) -> None:
        """Show the next guess and pass the advice on, so that it is not computed twice."""
        self._show_turns([_as_read_now(turn, state) for turn in self._turns])
        self.next.show_cards(proposal.guess)
        cards = in_symbols(proposal.guess)
        left = counted(proposal.boards_left, "board")
        self._say(f"{left} left; guess {cards}: {proposal.why}")
        self.state_changed.emit(state, proposal.advice)

    def _turned(self, turn: Turn, image: QImage) -> None:
        self._images.append(image)
        self._show_turns([*self._turns, turn])
        self.table.setCurrentCell(len(self._turns) - 1, 0)
        self._show_shot(len(self._turns) - 1)

    def _show_turns(self, turns: list[Turn]) -> None:
        if turns != self._turns:
            self._turns = turns
            self.table.show_rows([_cells(turn) for turn in turns])

    def _ended(self, outcome: BrowserOutcome) -> None:
        self.again.setVisible(outcome.status in ("won", "lost", "played before"))
        self._say(end_words(outcome))
        self.next.show_cards(())
        if outcome.state is not None and outcome.state.is_finished:
            self.state_changed.emit(outcome.state, None)

    def _say(self, words: str) -> None:
        show_words(self.words, words)

    def _complain(self, reason: str) -> None:
        show_words(self.words, reason, is_wrong=True)

    def _show_shot(self, place: int) -> None:
        if 0 <= place < len(self._images):
            self.shot.show_image(self._images[place])

    def _show_running(self, running: bool) -> None:
        if not running:
            self._player, self._paused = None, False
        self.start.setEnabled(not running)
        self.again.setEnabled(not running)
        self.pause.setEnabled(running)
        self.pause.setText("Resume" if self._paused else "Pause")
        self.stop.setEnabled(running)
        self.tools.menu_button.setEnabled(not running)

    def _show_tools_running(self, running: bool) -> None:
        self.start.setEnabled(not running)
        self.stop.setEnabled(running)
        self._show_findings(True)

    def _show_findings(self, shown: bool) -> None:
        """Show the findings in place of the turns."""
        self.tools.setVisible(shown)
        self.table.setVisible(not shown)

    def _choose_site(self, path: Path) -> None:
        if self.site.findData(str(path)) < 0:
            self.site.addItem(path.name, str(path))
        choose(self.site, str(path))

    def _mode_changed(self) -> None:
        watch = self.mode.currentData() == "watch"
        self.draw.setEnabled(watch)
        self.headed.setEnabled(not watch)
        self.headed.setChecked(watch or self.headed.isChecked())


def _as_read_now(turn: Turn, state: GameState) -> Turn:
    """Return the turn in the colours that the page shows now: it may change earlier ones."""
    row = dict(enumerate(state.rows, 1)).get(turn.number, turn.row)
    return turn if row == turn.row else replace(turn, row=row, boards_left=None, bits=None)


def _cells(turn: Turn) -> tuple[Cell, ...]:
    pairs = zip(turn.row.guess, turn.row.colors, strict=True)
    return (
        str(turn.number),
        tuple(Face(card, mark=MARKS[colour]) for card, colour in pairs),
        "" if turn.boards_left is None else f"{turn.boards_left:,}",
        "" if turn.bits is None else f"{turn.bits:.1f}",
    )
