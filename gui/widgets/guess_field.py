"""One guess of Pokle: five cards and their colours, by click on the tiles or as letters."""

from PySide6.QtCore import QSignalBlocker, Qt

from engine.errors import InputError
from engine.pokle.colors import UNKNOWN, parse_partial_colors
from gui.plain_text import set_tip
from gui.widgets.card_field import CardField, EntryEdit
from gui.widgets.faces import Face, Mark
from gui.widgets.labels import set_flag

N_CARDS = 5
CARD_PX = 25
NEXT_COLOUR = {UNKNOWN: "y", "e": "y", "y": "g", "g": "e"}
MARKS: dict[str, Mark] = {"e": "grey", "y": "yellow", "g": "green"}


def read_colours(text: str) -> str | None:
    """Return the colours of pasted text as letters g, y, e, or ? where one is not known yet.

    None if something else is in it, or more than five.
    """
    try:
        return parse_partial_colors(text)
    except InputError:
        return None


class GuessField(CardField):
    """Five tiles, the cards as text and the colours as text; see `read_colours`."""

    def __init__(self, name: str) -> None:
        self.colours = EntryEdit(f"{name} colours", "colours")
        set_tip(self.colours, "g green, y yellow, e grey; or click the tiles, or paste squares")
        super().__init__(name, N_CARDS, card_width=CARD_PX, in_line=True)
        self.exclusive = False  # two guesses may share cards
        self.shares = True  # a guess with a dealt card can be weighed; the advisor warns of it
        self.caption.setText(name.removeprefix("Guess "))
        self.caption.column = ("6",)
        self.edit.fit("0")
        self.line.setSpacing(3)
        self.colours.fit("colours", is_fixed=True)
        self.line.insertWidget(2, self.colours)
        self.colours.textChanged.connect(self._coloured)
        self.colours.focused.connect(self.touched)

    def colour_letters(self) -> str | None:
        """Return the colours that are known, "" if none is given, None while they are wrong."""
        return read_colours(self.colours.text())

    @property
    def is_complete(self) -> bool:
        """True with five cards and all their colours."""
        letters = self.colour_letters() or ""
        return len(self.cards) == N_CARDS == len(letters) and UNKNOWN not in letters

    def value(self) -> tuple[str, str]:
        """Return the cards and their colours, as typed."""
        return self.text(), self.colours.text()

    def setValue(self, value: tuple[str, str]) -> None:
        """Set both texts, as one edit."""
        cards, colours = value
        with QSignalBlocker(self.colours):
            self.colours.setText(colours)
        self.set_text(cards)
        self._coloured()

    def show_problem(self, reason: str) -> None:
        """Mark wrong colours too."""
        bad = self.colour_letters() is None
        wrong = "Colours are g (green), y (yellow) and e (grey), five of them."
        super().show_problem(wrong if bad and not self.own_error else reason)
        set_flag(self.colours, "bad", bad)
        self._paint_tiles()

    def take_over(self, letter: str) -> bool:
        """Go on with the colours, once there are five cards."""
        if letter.lower() not in MARKS or self.colours.text():
            return False
        self.colours.setFocus(Qt.FocusReason.OtherFocusReason)
        self.colours.insert(letter)
        return True

    def _coloured(self) -> None:
        self.show_problem("")
        self.changed.emit()

    def _paint_tiles(self) -> None:
        letters = (self.colour_letters() or "").ljust(N_CARDS)
        pairs = zip(self.cards, letters, strict=False)
        self.row.show_faces([Face(card, mark=MARKS.get(letter, "")) for card, letter in pairs])

    def _row_clicked(self, place: int) -> None:
        letters = self.colour_letters()
        if place < len(self.cards) and letters is not None:
            letters = letters.ljust(N_CARDS, UNKNOWN)
            mine = letters[:place] + NEXT_COLOUR[letters[place]] + letters[place + 1 :]
            self.colours.setText(mine.rstrip(UNKNOWN))
        else:
            self.edit.setFocus()
