"""The verdict bar: what to do, why in one sentence, and the figure; the same in every panel.

It keeps its height whatever it says, so that nothing below it moves. Where there is no answer it
says what to enter or what is wrong, in the same place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from assistant.advice import Advice
from engine.words import sentence
from gui.announce import announce
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import Surface, column, fill, row
from gui.widgets.card_row import CardRow
from gui.widgets.faces import Face
from gui.widgets.labels import NamedLabel, PrecisionLabel, label

HEIGHT_PER_PT = 8.4  # pixels of the bar for each point of the font
CARD_PX = 44
N_LINES = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of a panel in short: the action or the cards, why, and the figure."""

    action: str = ""
    why: str = ""
    figure: str = ""
    unit: str = ""
    cards: Sequence[Face] = ()

    @property
    def spoken(self) -> str:
        """The answer as a screen reader says it."""
        cards = ", ".join(face.spoken for face in self.cards)
        parts = (self.action, cards, self.why, f"{self.figure} {self.unit}")
        return ". ".join(part.strip().rstrip(".") for part in parts if part.strip())


class ClampedLabel(NamedLabel):
    """Words in at most two lines; what does not fit ends in … and is whole in the tool tip."""

    def __init__(self, name: str, ink: str) -> None:
        super().__init__(name=name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._ink = ink  # a colour token

    def setText(self, text: str) -> None:
        """Show words, whole in the tool tip."""
        super().setText(text)
        set_tip(self, text)

    def minimumSizeHint(self) -> QSize:
        """Return two lines of a few words."""
        metrics = QFontMetrics(self.font())
        return QSize(10 * metrics.averageCharWidth(), N_LINES * metrics.lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines, centred in the height."""
        painter = QPainter(self)
        painter.setPen(theme.color(self._ink))
        lines = clamp_lines(self.text(), QFontMetrics(self.font()), self.width(), N_LINES)
        height = QFontMetrics(self.font()).lineSpacing()
        top = max((self.height() - height * len(lines)) // 2, 0)
        for place, line in enumerate(lines):
            box = QRect(0, top + place * height, self.width(), height)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)
        painter.end()


def clamp_lines(text: str, metrics: QFontMetrics, width: int, n_lines: int) -> list[str]:
    """Break words into at most `n_lines` lines; the last one is elided."""
    if not text or width <= 0:
        return []
    lines: list[str] = []
    joined = text.replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")
    words = [word for line in joined.splitlines() for word in line.split(" ") if word]
    while words and len(lines) < n_lines - 1:
        count = len(words)
        while count > 1 and metrics.horizontalAdvance(" ".join(words[:count])) > width:
            count -= 1
        lines.append(" ".join(words[:count]))
        words = words[count:]
    if words:
        lines.append(metrics.elidedText(" ".join(words), Qt.TextElideMode.ElideRight, width))
    return lines


class VerdictBar(Surface):
    """The verdict of a panel: what to do, why, and the figure."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Verdict")
        self._announced = ""
        self.action = label("", "verdict", "Best move")
        self.cards = CardRow("Best move, drawn", 0, CARD_PX)
        self.why = ClampedLabel("Why", "text")
        self.hint = ClampedLabel("What to enter", "text")
        self.problem = ClampedLabel("Problem", "bad")
        self._words = QStackedWidget()
        for words in (self.why, self.hint, self.problem):
            self._words.addWidget(words)
        self.figure = label("", "verdict", "Figure")
        self.unit = label("", "muted", "Unit")
        self.precision = PrecisionLabel()
        for part in (self.figure, self.unit, self.precision):
            part.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.tail = row(spacing=6)
        figures = column(1, self.figure, self.unit, self.precision, 1, spacing=0)
        line = row(self.action, self.cards, (self._words, 1), figures, self.tail, spacing=14)
        line.setContentsMargins(12, 4, 12, 4)
        self.setLayout(line)
        self.restyle()
        theme.changed.connect(self.restyle)

    def restyle(self) -> None:
        """Take the size of the letters."""
        self.setFixedHeight(round(HEIGHT_PER_PT * theme.settings.font_pt))

    def add_button(self, made: QWidget) -> None:
        """Put a button at the right end."""
        fill(self.tail, made)

    def show_answer(self, verdict: Verdict, advice: Advice, working: bool) -> None:
        """Show a verdict and how it was obtained."""
        self._show(verdict)
        self._say(self.why, sentence(verdict.why) if verdict.why else "")
        self.precision.show_answer(advice, working)
        if not working:
            self._announce(verdict.spoken)

    def show_hint(self, hint: str) -> None:
        """Show what to enter; there is no answer."""
        self._show(Verdict())
        self._say(self.hint, hint)

    def show_problem(self, problem: str) -> None:
        """Show what is wrong; there is no answer."""
        self._show(Verdict())
        self._say(self.problem, problem)
        self._announce(problem, is_urgent=True)

    def _announce(self, words: str, is_urgent: bool = False) -> None:
        """Announce something new to a screen reader; hidden bars stay silent."""
        if words != self._announced and self.isVisible():
            self._announced = words
            announce(self, words, is_urgent)

    def clear_problem(self) -> None:
        """Remove the problem; the answer is being computed."""
        if self.problem.text():
            self._say(self.why, "")

    def mark_old(self) -> None:
        """Say that the answer on show is that of the previous entry."""
        self.precision.setText("previous answer")

    def _say(self, place: ClampedLabel, words: str) -> None:
        """Show words in one of the three places, and empty the others."""
        for each in (self.why, self.hint, self.problem):
            each.setText(words if each is place else "")
        self._words.setCurrentWidget(place)

    def _show(self, verdict: Verdict) -> None:
        self.action.setText(verdict.action)
        self.action.setVisible(bool(verdict.action))
        self.cards.show_faces(verdict.cards)
        self.cards.setVisible(bool(verdict.cards))
        self.figure.setText(verdict.figure)
        self.unit.setText(verdict.unit)
        self.precision.clear_answer()
