"""Labels of the window: sections, elided lines, how precise an answer is."""

from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from assistant.advice import Advice
from engine.words import capital
from gui.plain_text import set_tip

WHY = "why"  # words on a strip of colour, which is not drawn without words


class NamedLabel(QLabel):
    """Plain words; where the label has a name, screen readers find the words beside it."""

    def __init__(self, text: str = "", name: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(name)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show words, and give them to screen readers, which would read the name alone."""
        super().setText(text)
        self.setAccessibleDescription(text if self.accessibleName() else "")
        if self.property("role") == WHY:
            set_flag(self, "empty", not text)


def label(text: str, role: str = "", name: str = "") -> QLabel:
    """Return a label with a role of the style sheet (title, heading, section, muted, why,
    figure).
    """
    made = NamedLabel(text, name)
    if role:
        made.setProperty("role", role)
        made.setProperty("empty", not text)
    return made


def set_flag(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at, and restyle if it changed."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class ElidedLabel(NamedLabel):
    """One line that ends in … when there is no room; the whole text is in the tool tip."""

    def __init__(self, text: str = "", role: str = "", name: str = "") -> None:
        super().__init__(text, name)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Show a line, whole in the tool tip."""
        super().setText(text)
        set_tip(self, text)

    def minimumSizeHint(self) -> QSize:
        """Return a width of zero: the line is elided."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, elided."""
        painter = QPainter(self)
        line = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, line)
        painter.end()


class PrecisionLabel(NamedLabel):
    """How an answer was got: "exact", or ± with the number of samples."""

    def __init__(self) -> None:
        super().__init__(name="Precision")
        self.setProperty("role", "muted")
        self.clear_answer()

    def clear_answer(self, words: str = "") -> None:
        """Show that there is no answer to the current entry."""
        self.setText(words)
        set_flag(self, "exact", False)

    def show_answer(self, advice: Advice, working: bool) -> None:
        """Show how this answer was obtained, and whether a better one is coming."""
        parts = precision_parts(advice)
        self.setText(" · ".join([*parts[:1], *["working…"] * working]))
        set_tip(self, " · ".join([*parts, f"{advice.elapsed_s:.2f} s"]))
        set_flag(self, "exact", advice.exact)


def precision_parts(advice: Advice) -> list[str]:
    """Return how an answer was obtained: "exact", or "± 0.3%" and "1.2 M samples"."""
    parts = ["exact"] if advice.exact else []
    if advice.half_width is not None and not advice.exact:
        parts.append(f"± {ceil(advice.half_width * 1000) / 10:.1f}%")  # rounded up
    if advice.n_samples and not advice.exact:
        parts.append(f"{short_count(advice.n_samples)} samples")
    return parts


def wrapped(text: str, role: str = "", name: str = "") -> QLabel:
    """Return a label of as many lines as its words need."""
    made = label(text, role, name)
    made.setWordWrap(True)
    return made


def show_words(box: QLabel, words: str, is_wrong: bool = False) -> None:
    """Put words of the engine into a box, as a sentence; an error has its own colours."""
    set_flag(box, "wrong", is_wrong)
    box.setText(capital(words))


def show_if_any(box: QLabel, words: str) -> None:
    """Put words into a box, and hide the box without any."""
    box.setText(words)
    box.setVisible(bool(words))


def short_playouts(count: int) -> str:
    """Return how often a move was played out: "1 playout", "950 playouts", "12.3 k playouts"."""
    return "1 playout" if count == 1 else f"{short_count(count)} playouts"


def short_count(count: int) -> str:
    """Return a count for people: 950, 12.3 k, 1.2 M."""
    for limit, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if count >= limit:
            return f"{count / limit:.3g} {unit}"
    return str(count)
