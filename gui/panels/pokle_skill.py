"""The review of a game of Pokle: what each guess cost against the best one."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from assistant.advisors.pokle import PokleRequest
from assistant.advisors.pokle_game import SkillReport, SkillStep, report_skill, signed
from gui.jobs import JobRunner
from gui.widgets.boxes import column, framed
from gui.widgets.faces import Face
from gui.widgets.guess_field import MARKS
from gui.widgets.labels import show_words, wrapped
from gui.widgets.table import AnswerTable, Cell

HEADINGS = ("Guess", "Left", "Best guess", "Cost", "Luck")
HINT = "Enter guesses with their colours: each is measured against the best one."


class SkillView(QWidget):
    """Computes the review of the current game when its tab is shown."""

    def __init__(self, current_request: Callable[[], PokleRequest | None]) -> None:
        super().__init__()
        self._current_request = current_request
        self._shown: PokleRequest | None = None
        self.jobs = JobRunner()
        self.runners = (self.jobs,)
        self.summary = wrapped(HINT, "why", "Skill summary")
        self.table = AnswerTable("Skill steps", HEADINGS, card_width=16, most_width=30)
        self.table.set_figures(1, 3, 4)
        self.setLayout(column(self.summary, (framed("", (self.table, 1)), 1)))
        self.jobs.done.connect(self._show)
        self.jobs.failed.connect(lambda reason: show_words(self.summary, reason, is_wrong=True))

    def show_advice(self, _: object) -> None:
        """Compute the review again if the game has changed."""
        request = self._current_request()
        if request is None or not request.rows:
            self.jobs.drop()
            self._shown = None
            show_words(self.summary, HINT)
            self.table.show_rows([])
        elif request != self._shown:
            self._shown = request
            show_words(self.summary, "Looking back…")
            self.jobs.submit(report_skill, request)

    def _show(self, report: SkillReport) -> None:
        show_words(self.summary, report.summary)
        self.table.show_rows([_cells(step) for step in report.steps])


def _cells(step: SkillStep) -> tuple[Cell, ...]:
    pairs = zip(step.guess, step.colors, strict=True)
    return (
        tuple(Face(card, mark=MARKS[colour]) for card, colour in pairs),
        f"{step.boards_after:,}",
        tuple(map(Face, step.best)),
        f"{step.cost:.2f}",
        signed(step.luck),
    )
