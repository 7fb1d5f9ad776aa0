"""Card entry, the same everywhere: a box of drawn cards that takes typing, paste and clicks.

A `CardDesk` joins the fields of one panel to one picker: a click goes to the field that was
touched last, a click on a card of that field takes it back, and a card that stands in two fields
is marked at the later one. A wrong field has a red border and its reason in the tip; the verdict
bar of the panel says it, too, so that nothing moves.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget

from engine.cards import Card, format_cards, parse_cards
from engine.errors import InputError
from engine.words import counted
from gui.plain_text import set_tip
from gui.theme import theme
from gui.widgets.boxes import column, row
from gui.widgets.card_row import CardRow
from gui.widgets.faces import Face
from gui.widgets.labels import set_flag
from gui.widgets.picker import CardPicker

_BEGUN = re.compile(r"(?:10|[2-9TJQKA1])\s*$", re.IGNORECASE)  # a rank that has no suit yet
EXPORT = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_E)
HINT = "type, paste or click cards"
LONGEST_CARD = 3  # letters; what grows by more at once was pasted
MAX_TEXT = 400  # characters of any field; pasted books are cut here
Field = TypeVar("Field", bound="CardField")
PADDING = 18  # room around a line: border, padding and cursor


class EntryEdit(QLineEdit):
    """A line whose undo is the panel's, not its own; Enter goes to the next such line."""

    focused = Signal()
    left = Signal()

    def __init__(self, name: str, hint: str = "") -> None:
        self._sample, self._is_fixed = "", False
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setMaxLength(MAX_TEXT)

    def event(self, event: QEvent) -> bool:
        """Leave undo, redo and export to the window's actions."""
        if event.type() == QEvent.Type.ShortcutOverride and (
            event.matches(QKeySequence.StandardKey.Undo)  # type: ignore[attr-defined]
            or event.matches(QKeySequence.StandardKey.Redo)  # type: ignore[attr-defined]
            or event.keyCombination() == EXPORT  # type: ignore[attr-defined]
        ):
            event.ignore()
            return False
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the desk know which field is being edited."""
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Signal that typing is over."""
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter; a window's own keys stay the window's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go_on()
        else:
            super().keyPressEvent(event)

    def _go_on(self) -> None:
        """Put the cursor into the next line that can be seen."""
        other = self.nextInFocusChain()
        while other is not None and other is not self:
            if isinstance(other, EntryEdit) and other.isVisible() and other.isEnabled():
                other.setFocus(Qt.FocusReason.TabFocusReason)
                return
            other = other.nextInFocusChain()

    def fit(self, sample: str, is_fixed: bool = False) -> None:
        """Keep room for words like these, however large the letters are."""
        self._sample, self._is_fixed = sample, is_fixed
        self._fit_width()

    def changeEvent(self, event: QEvent) -> None:
        """Other letters take other room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_width()

    def _fit_width(self) -> None:
        if not self._sample:
            return
        width = self.fontMetrics().horizontalAdvance(self._sample) + PADDING
        self.setMinimumWidth(width)
        if self._is_fixed:
            self.setMaximumWidth(width)

    def setText(self, text: str | None) -> None:
        """Set the text from outside, leaving the cursor alone if nothing changes."""
        if text != self.text():
            super().setText(text)
            if not self.hasFocus():
                self.setCursorPosition(0)  # a long text shows its beginning


class CardEdit(EntryEdit):
    """The text end of a box of cards: shows a cursor, and only what is not drawn as a card.

    The text is that of the whole field. While all of it can be read the cursor stays behind it, so
    that typing adds a card and Backspace takes the last one apart.
    """

    def __init__(self, name: str, hint: str) -> None:
        self.tail: str | None = ""  # what is not drawn as a card; None: the text cannot be read
        super().__init__(name, hint)
        self.setProperty("plain", True)  # its box draws the border
        self.fit("10")

    def sizeHint(self) -> QSize:
        """Return room for a card that is being typed, and for the hint."""
        words = self.fontMetrics().horizontalAdvance(self.placeholderText()) + PADDING
        return QSize(max(words, self.minimumWidth()), super().sizeHint().height())

    def show_tail(self, tail: str | None) -> None:
        """Show the end of the text that is being typed, or all of it if it cannot be read."""
        self.tail = tail
        if tail is not None and self.hasFocus() and not self.hasSelectedText():
            self.end(False)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type behind the last card."""
        if self.tail is not None and not self.hasSelectedText():
            self.end(False)
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the cursor behind the last card."""
        if self.tail is None:
            super().mousePressEvent(event)
        else:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.end(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cursor, and what is not drawn as a card."""
        if self.tail is None or not self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        box = self.rect().adjusted(4, 0, -2, 0)
        painter.setPen(theme.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self.tail)
        if self.hasFocus():
            x = box.left() + self.fontMetrics().horizontalAdvance(self.tail) + 1
            half = self.fontMetrics().height() // 2
            middle = self.rect().center().y()
            painter.drawLine(x, middle - half, x, middle + half)
        painter.end()


class CardBox(QWidget):
    """The border around the drawn cards and the end of the text: together they are one field."""

    def __init__(self, cards: CardRow, edit: EntryEdit) -> None:
        super().__init__()
        self._edit, self.is_wrong = edit, False
        line = row(cards, (edit, 1), spacing=0)
        line.setContentsMargins(4, 2, 2, 2)
        self.setLayout(line)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        cards.setCursor(Qt.CursorShape.PointingHandCursor)
        edit.focused.connect(self.update)
        edit.left.connect(self.update)
        edit.selectionChanged.connect(self.update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Type here."""
        self._edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the border: thicker while it is typed into, red if it is wrong."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_typed = self._edit.hasFocus()
        edge = "bad" if self.is_wrong else "accent" if is_typed else "field_border"
        wide = 2.0 if is_typed or self.is_wrong else 1.0
        painter.setPen(QPen(theme.color(edge), wide))
        chosen = is_typed and self._edit.hasSelectedText()
        painter.setBrush(theme.color("accent_soft" if chosen else "surface"))
        inset = wide / 2  # whole pixels: a border between two of them would be pale
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), 5, 5)
        painter.end()


class Caption(QLabel):
    """The name of a field; keeps room for bold letters and for names of its column."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("role", "muted")
        self.column: Sequence[str] = (text,)

    def minimumSizeHint(self) -> QSize:
        """Return the widest name of the column, in bold."""
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        wide = max(QFontMetrics(font).horizontalAdvance(name) for name in self.column)
        return QSize(wide + 4, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the same size, so that nothing moves."""
        return self.minimumSizeHint()


class CardField(QWidget):
    """The name and the box of cards; `error` says why it cannot be used."""

    changed = Signal()
    touched = Signal()
    left = Signal()
    pasted = Signal(object)  # more cards at once than there is room for
    typed = Signal(str)  # the text, as a person has just changed it
    overflowed = Signal(str)  # a letter that was typed behind the last card there is room for

    def __init__(
        self,
        name: str,
        n_max: int,
        *,
        caption: str | None = None,
        hint: str = "",
        card_width: int = 36,
        slots: int | None = None,
        in_line: bool = False,
    ) -> None:
        super().__init__()
        self.name, self.n_max = name, n_max
        self.in_use = True  # a field that is put away takes no part
        self.exclusive = True  # its cards are used up for the other fields
        self.shares = False  # it may hold cards that stand in other fields, too
        self._cards: tuple[Any, ...] = ()
        self._n_letters = 0  # length of the text before the last edit
        self.is_unfinished = False  # the last card is being typed
        self.own_error = ""
        self.error = ""  # why the field cannot be used, or ""
        n_slots = n_max if slots is None else slots
        self.edit = CardEdit(name, hint or ("" if n_slots else HINT))
        self.row = CardRow(f"{name}, drawn", n_slots, card_width)
        self.box = CardBox(self.row, self.edit)
        self.caption = Caption(name if caption is None else caption)
        self._build(in_line)
        self.edit.textEdited.connect(self._take_paste)
        self.edit.textChanged.connect(lambda _: self._read())
        self.edit.focused.connect(self.touched)
        self.edit.left.connect(self._leave)
        self.row.clicked.connect(self._row_clicked)

    def _build(self, in_line: bool) -> None:
        """Put the name above the box, or before it in one line."""
        self.line = row((self.box, 1))
        if self.row.slots:  # a known number of cards needs no more room
            self.row.setFixedWidth(self.row.sizeHint().width())
            self.box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self.line.setStretch(0, 0)
            self.line.addStretch(1)
        if in_line:
            self.line.insertWidget(0, self.caption)
            self.setLayout(self.line)
        else:
            self.setLayout(column(self.caption, self.line, spacing=2))

    @property
    def cards(self) -> tuple[Any, ...]:
        """The cards that were read; none while the text is wrong."""
        return self._cards

    def text(self) -> str:
        """Return the text as typed."""
        return self.edit.text()

    def set_text(self, text: str) -> None:
        """Replace the text."""
        self.edit.setText(text)

    def value(self) -> Any:
        """Return what is entered, as it is kept."""
        return self.text()

    def setValue(self, value: Any) -> None:
        """Enter again what was kept."""
        self.set_text(value)

    def set_cards(self, cards: Sequence[Card]) -> None:
        """Replace the text by these cards."""
        self.set_text(format_cards(cards))

    def set_card_width(self, width: int) -> None:
        """Draw the cards in another size."""
        self.row.set_card_width(width)
        if self.row.slots:
            self.row.setFixedWidth(self.row.sizeHint().width())

    def put_away(self, away: bool) -> None:
        """Hide the field, which then takes no part, or bring it back."""
        self.setVisible(not away)
        self.in_use = not away

    def set_limit(self, n_max: int) -> None:
        """Set the most cards that the field takes."""
        if n_max != self.n_max:
            self.n_max = n_max
            self._read()

    def show_problem(self, reason: str) -> None:
        """Mark the field with a reason found elsewhere (a card used twice), or clear it."""
        self.error = self.own_error or reason
        self.box.is_wrong = bool(self.error)
        self.box.update()
        set_flag(self.edit, "bad", bool(self.error))
        set_tip(self.edit, self.error)
        self.edit.setAccessibleDescription(self.error)

    def _take_paste(self, text: str) -> None:
        """Take a changed text: more cards than fit here may go to the next fields."""
        grown = len(text) - self._n_letters
        is_full = len(self._cards) == self.n_max and not self.is_unfinished
        self.typed.emit(text)
        if grown > LONGEST_CARD and _can_read(self.read_cards, text):
            cards = self.read_cards(text)
            if len(cards) > self.n_max:
                self.pasted.emit(cards)
        elif grown == 1 and is_full and text[-1].isalnum() and not _can_read(self._parse, text):
            self.overflowed.emit(text[-1])

    def _read(self) -> None:
        """Read the cards; the beginning of one more is not wrong while it is being typed."""
        text = self.text()
        self._n_letters = len(text)
        begun = _BEGUN.search(text) if self.edit.hasFocus() else None
        self.is_unfinished = begun is not None and _can_read(self.read_cards, text[: begun.start()])
        whole = text[: begun.start()] if begun is not None and self.is_unfinished else text
        try:
            self._cards, self.own_error = self._parse(whole), ""
        except InputError as error:
            self._cards, self.own_error = (), str(error)
        self.row.show_faces([self.face_of(card) for card in self._cards])
        self.edit.show_tail(None if self.own_error else text[len(whole) :].strip())
        self.show_problem("")
        self.changed.emit()

    def take_over(self, letter: str) -> bool:
        """Use a letter that was typed behind the last card; False leaves it to the next field."""
        return False

    def _leave(self) -> None:
        """Mark unfinished text as wrong when the cursor leaves the field."""
        if self.is_unfinished:
            self._read()
        self.left.emit()

    def face_of(self, card: Any) -> Face:
        """Return how a card of this field is drawn; a deck with jokers draws those too."""
        return Face(card)

    def card_of(self, picked: Card | None) -> Any:
        """Return the card that a click on the picker means here; None is its joker."""
        return picked

    def read_cards(self, text: str) -> tuple[Any, ...]:
        """Return the cards of a text; `set_cards` writes them back."""
        return parse_cards(text)

    def _parse(self, text: str) -> tuple[Any, ...]:
        cards = self.read_cards(text)
        if len(cards) > self.n_max:
            raise InputError(f"Only {counted(self.n_max, 'card')} here.")
        return cards

    def _row_clicked(self, place: int) -> None:
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        if place < len(self._cards):
            self.set_cards(self._cards[:place] + self._cards[place + 1 :])


class CardDesk(QObject):
    """The fields of one panel and their picker."""

    changed = Signal()
    left = Signal()  # a field is no longer being typed into
    picking = Signal()  # a card was clicked, and is about to be entered

    def __init__(self, picker: CardPicker) -> None:
        super().__init__(picker)
        self._picker = picker
        self._fields: list[CardField] = []
        self._active: CardField | None = None
        self._held = False
        picker.picked.connect(self._picked)
        picker.taken_back.connect(self._taken_back)

    @property
    def fields(self) -> tuple[CardField, ...]:
        """The fields, in the order in which they are filled."""
        return tuple(self._fields)

    def add(self, field: Field) -> Field:
        """Let a field take part."""
        self._fields.append(field)
        field.changed.connect(self.check)
        field.touched.connect(lambda: self.activate(field))
        field.left.connect(self.left)
        field.pasted.connect(lambda cards: self._spread(field, cards))
        field.overflowed.connect(lambda letter: self._type_on(field, letter))
        if self._active is None:
            self._active = field
        return field

    def activate(self, field: CardField) -> None:
        """Send the next clicks of the picker to this field."""
        if field is not self._active:
            self._active = field
            self._refresh()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Check the fields once, after many of them were written."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        self.check()

    @property
    def error(self) -> str:
        """The first problem of any field in use, with the field's name, or ""."""
        bad = (f"{field.name}: {field.error}" for field in self._in_use() if field.error)
        return next(bad, "")

    @property
    def is_typing(self) -> bool:
        """True while the cursor stands in a field."""
        return any(field.edit.hasFocus() for field in self._fields)

    @property
    def is_unfinished(self) -> bool:
        """True while a card is half typed."""
        return any(field.is_unfinished for field in self._in_use())

    def _spread(self, first: CardField, cards: Sequence[Any]) -> None:
        """Give a pasted list to a field and the empty ones after it, if they have room for all."""
        fields = self._in_use()
        later = [field for field in fields[fields.index(first) + 1 :] if not field.text()]
        if len(cards) > sum(field.n_max for field in (first, *later)):
            return
        rest = list(cards)
        for field in (first, *later):
            field.set_cards(rest[: field.n_max])
            rest = rest[field.n_max :]

    def _type_on(self, full: CardField, letter: str) -> None:
        """Go on in the next field, if it is empty, with a letter typed behind a full one."""
        fields = self._in_use()
        following = fields[fields.index(full) + 1 :][:1]
        whole = full.text()[: -len(letter)]
        if full.take_over(letter):
            full.set_text(whole)
        elif following and not following[0].text():
            full.set_text(whole)
            following[0].edit.setFocus(Qt.FocusReason.OtherFocusReason)
            following[0].edit.insert(letter)

    def _in_use(self) -> list[CardField]:
        return [field for field in self._fields if field.in_use]

    def check(self) -> None:
        """Look for cards that stand more often than the deck has them, and redraw the picker."""
        if self._held:
            return
        owners: dict[Card | None, list[CardField]] = defaultdict(list)
        for field in self._in_use():
            field.show_problem(self._clash(field, owners))
            for card in field.cards if field.exclusive else ():
                owners[picker_key(card)].append(field)
        self._refresh()
        self.changed.emit()

    def _clash(self, field: CardField, owners: dict[Card | None, list[CardField]]) -> str:
        """Return why the cards of a field are not allowed, given the cards of the fields
        before it.
        """
        own: Counter[Card | None] = Counter()
        for card in field.cards:
            key = picker_key(card)
            own[key] += 1
            limit = self._picker.limit(key)
            if own[key] > limit:
                return f"{card.symbol} is there {'twice' if limit == 1 else 'more than twice'}."
            if own[key] + len(owners[key]) > limit and not field.shares:
                owner = owners[key][0].name
                holds = "hold" if owner == "You" else "holds"
                return f"{owner} already {holds} {card.symbol}."
        return ""

    def _picked(self, picked: Card | None) -> None:
        """Add the card to the field touched last; if none is left of it, take it back."""
        self.picking.emit()
        fields = self._in_use()
        active = self._active if self._active in fields else next(iter(fields), None)
        if active is None:
            return
        used = sum(picker_key(c) == picked for f in fields if f.exclusive for c in f.cards)
        others = [card for card in active.cards if picker_key(card) != picked]
        n_mine = len(active.cards) - len(others)
        taken = used if active.exclusive else used + n_mine
        if taken < self._picker.limit(picked) and len(active.cards) < active.n_max:
            active.set_cards([*active.cards, active.card_of(picked)])
            self._advance(active, fields)
        elif n_mine:
            active.set_cards(others)

    def _taken_back(self, picked: Card | None) -> None:
        """Take one such card out of the field touched last, or of the last one that has it."""
        holders = [f for f in self._in_use() if any(picker_key(c) == picked for c in f.cards)]
        field = self._active if self._active in holders else next(reversed(holders), None)
        if field is not None:
            places = [at for at, card in enumerate(field.cards) if picker_key(card) == picked]
            field.set_cards(field.cards[: places[-1]] + field.cards[places[-1] + 1 :])

    def _advance(self, active: CardField, fields: list[CardField]) -> None:
        """Move on to the next field with room once a click has filled this one."""
        later = fields[fields.index(active) + 1 :]
        roomy = next((f for f in later if len(f.cards) < f.n_max), None)
        if len(active.cards) == active.n_max and roomy is not None:
            self.activate(roomy)
            roomy.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh(self) -> None:
        fields = self._in_use()
        used = [picker_key(card) for field in fields if field.exclusive for card in field.cards]
        own = self._active.cards if self._active is not None and self._active in fields else ()
        self._picker.show_used(used, map(picker_key, own))
        for field in self._fields:
            set_flag(field.caption, "active", field is self._active)


def picker_key(card: Any) -> Card | None:
    """Return what the picker calls a card: itself, or None for a joker."""
    return card if isinstance(card, Card) else None


def _can_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except InputError:
        return False
    return True
