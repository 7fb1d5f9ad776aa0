"""Three views of a Hold'em answer: the odds, the next card, the range of a player."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from assistant.advisors.holdem import HoldemAdvice, HoldemPlayer, type_in_words
from assistant.range_presets import PRESETS
from assistant.ranges import keep_range, kept_ranges, remove_range
from engine.errors import InputError, UnavailableError
from engine.holdem.made_hands import MADE
from engine.holdem.ranges import Range, format_range
from engine.holdem.tables import N_COMBOS
from engine.words import capital
from gui.dialogs.ask import ask_yes_no
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, interval_of, percent
from gui.widgets.boxes import column, flow, framed, row
from gui.widgets.controls import ChoiceBox, Slider, button, choice, number
from gui.widgets.explained import marked
from gui.widgets.flow import FlowLayout
from gui.widgets.heat_map import HeatMap
from gui.widgets.labels import label, show_if_any, wrapped
from gui.widgets.player_row import PlayerRow
from gui.widgets.range_grid import RangeGrid
from gui.widgets.share_table import ShareTable
from gui.widgets.suit_grid import SuitGrid

NEXT_CARD = "Your equity in percent if this card comes next."
NO_NEXT_CARD = "The map of next cards appears before the river."


PRESET_LETTERS = 12  # of a preset range; its list shows all of them
RIVER, NOW = "river", "now"
WHEN = ((RIVER, "By the river"), (NOW, "On this board, each player"))


class OddsView(QWidget):
    """Everybody's chances as bars on one scale, and what the cards are or become."""

    def __init__(self) -> None:
        super().__init__()
        self.players = Bars("Players", name_width=96)
        self.table = ShareTable("Hand types")
        self.when = choice("When", WHEN)
        self.when.currentIndexChanged.connect(lambda _: self._show_types())
        types = framed("Hand types", row(self.when, 1), (self.table, 1))
        self.setLayout(column(framed("Equity: wins · ties", self.players), (types, 1), spacing=8))
        self._advice: HoldemAdvice | None = None

    def show_advice(self, advice: HoldemAdvice | None) -> None:
        """Show the chances, and the shares of the hand types, the best type first."""
        self._advice = advice
        self.players.show_bars([_bar(player) for player in advice.players] if advice else [])
        self._show_types()

    def _show_types(self) -> None:
        advice = self._advice
        if advice is None:
            self.table.show_shares((), ())
        elif self.when.currentData() == NOW and advice.made_now:
            names = [player.name for player in advice.players]
            made = [kind for kind in MADE if any(kind in shares for shares in advice.made_now)]
            self.table.show_shares(made, list(zip(names, advice.made_now, strict=True)))
        else:
            yours, theirs = map(_in_words, (advice.hero_categories, advice.field_categories))
            others = [player.name for player in advice.players[1:]]
            columns = (("You", yours), (others[0] if len(others) == 1 else "Opponents", theirs))
            self.table.show_shares(tuple(reversed(yours)), columns)


def _in_words(shares: Mapping[str, float]) -> dict[str, float]:
    """Return shares of hand types under their names as people write them."""
    return {type_in_words(name): share for name, share in shares.items()}


def _bar(player: HoldemPlayer) -> Bar:
    tokens = theme.tokens
    return Bar(
        player.name,
        (player.win, player.tie, player.loss),
        percent(player.equity),
        interval_of(player.low, player.high),
        (tokens.bar, tokens.gold, tokens.bar_back),
    )


class NextCardView(HeatMap):
    """Your equity after each card that may come next."""

    def __init__(self) -> None:
        super().__init__("Equity by next card", NEXT_CARD)

    def show_advice(self, advice: HoldemAdvice | None) -> None:
        """Show the map, or why there is none."""
        cards = advice.next_cards if advice else ()
        self.show_shares({each.card: each.equity for each in cards}, NO_NEXT_CARD)


class RangeView(QWidget):
    """The range of one player: a grid to paint, a slider, and ranges kept under a name."""

    changed = Signal()

    def __init__(self, player: PlayerRow) -> None:
        super().__init__()
        self._row = player
        self.grid = RangeGrid()
        self.grid.changed.connect(self._take_grid)
        self.words = wrapped("", "muted", "Range being painted")
        self.problem = wrapped("", "error", "Saved ranges, problem")
        self.problem.hide()
        self.suits = SuitGrid()
        self.suits.changed.connect(lambda: self.grid.paint_suits(self.suits.pairs))
        lines = (self._preset_line(), self._top_line(), self._kept_line())
        suits = column(label("Suits", "muted"), self.suits, 1, spacing=4)
        painted = row(suits, (self.grid, 1), spacing=8)
        head = row((self.words, 1), self.counted)
        self.setLayout(column(head, *lines, self.problem, (painted, 1), spacing=4))

    def _preset_line(self) -> FlowLayout:
        options = [("", "choose…"), *((hands, name) for name, hands in PRESETS.items())]
        self.preset = choice("Preset range", options)
        policies = ChoiceBox.SizeAdjustPolicy
        self.preset.setSizeAdjustPolicy(policies.AdjustToMinimumContentsLengthWithIcon)
        self.preset.setMinimumContentsLength(PRESET_LETTERS)
        self.preset.activated.connect(lambda _: self._take_preset())
        self.weight = number("Weight to paint with", 5, 100, 100, "%")
        self.weight.setSingleStep(5)
        self.weight.valueChanged.connect(lambda share: self.grid.paint_with(share / 100))
        return flow(
            marked(self.preset, "Preset", "Preset"), marked(self.weight, "Weight", "Weight")
        )

    def _take_preset(self) -> None:
        if self.preset.currentData():
            self._take(self.preset.currentData())

    def _top_line(self) -> QHBoxLayout:
        self.slider = Slider("Top percent of hands", 1, 100)
        self.slider.valueChanged.connect(self._take_slider)
        self.counted = label("", "muted", "Combos in the range")
        return row(marked(label("Top", "muted"), "Top hands"), (self.slider, 1))

    def _kept_line(self) -> FlowLayout:
        self.kept, name = ChoiceBox(), QLineEdit()
        name.setPlaceholderText("name")
        name.setAccessibleName("Name of a range")
        self.kept.setAccessibleName("Saved ranges")
        self.kept.setEditable(True)
        self.kept.setLineEdit(name)
        self.kept.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.kept.setMinimumContentsLength(10)
        self.kept.activated.connect(lambda _: self._load())
        self._list_kept()
        save = button("Save", self._save, name="Save the range")
        remove = button("Remove", self._remove, name="Remove the range")
        return flow(marked(self.kept, "Saved ranges", "Saved"), save, remove)

    def show_row(self, player: PlayerRow) -> None:
        """Show the range of a player; what cannot be read leaves the grid as it is."""
        self._row = player
        self.words.setText(f"{player.name}: drag to paint")
        if player.is_range and not player.error():
            self.grid.show_combos(player.range().weights)
            self._count(float(player.range().weights.sum()))
        elif not player.range_edit.text():
            self.grid.show_weights({})
            self._count(0)

    def _count(self, n_combos: float) -> None:
        """Show how many combinations there are, and move the slider there."""
        share = n_combos / N_COMBOS
        self.counted.setText(f"{n_combos:g} of {N_COMBOS:,} combos, {percent(share)}")
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(share * 100))

    def _take_grid(self) -> None:
        self._take(format_range(Range(self.grid.combos)))

    def _take_slider(self, top: int) -> None:
        self._take(f"{top}%" if top < self.slider.maximum() else "random")

    def _take(self, hands: str) -> None:
        self._row.setValue(("range", hands, ""))
        self.changed.emit()

    def _list_kept(self, name: str = "") -> None:
        self.kept.clear()
        self.kept.addItems(list(kept_ranges()))
        self.kept.setCurrentIndex(self.kept.findText(name))
        self.kept.setEditText(name)

    def _load(self) -> None:
        hands = kept_ranges().get(self.kept.currentText())
        if hands is not None:
            self._take(hands)

    def _save(self) -> None:
        hands = self._row.range_edit.text()
        self._try(lambda: self._list_kept(keep_range(self.kept.currentText(), hands)))

    def _remove(self) -> None:
        name = self.kept.currentText()

        def remove() -> None:
            remove_range(name)
            self._list_kept()

        if name not in kept_ranges() or ask_yes_no(self, "Remove range", f'Remove "{name}"?'):
            self._try(remove)

    def _try(self, change: Callable[[], None]) -> None:
        """Change the saved ranges, or say why that is impossible."""
        problem = ""
        try:
            change()
        except (InputError, UnavailableError) as error:
            problem = capital(str(error))
        show_if_any(self.problem, problem)
