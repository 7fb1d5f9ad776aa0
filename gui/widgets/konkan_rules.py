"""Konkan's house rules as choices: one control for each field of `KonkanRules`."""

from typing import Any

from PySide6.QtWidgets import QGridLayout, QWidget

from engine.konkan.rules import DEFAULT_RULES as USUAL
from engine.konkan.rules import KonkanRules
from gui.plain_text import set_tip
from gui.widgets.controls import check, choice, number, value_of


class KonkanRulesBox(QWidget):
    """The seven rules in two columns; `controls` has them by their names."""

    def __init__(self) -> None:
        super().__init__()
        self.controls: dict[str, Any] = {
            "threshold": number("Threshold", 1, 140, USUAL.threshold, " points"),
            "min_naturals": choice(
                "Natural cards", [(1, "1 natural card"), (2, "2 natural cards")]
            ),
            "raise_by_later_melds": check("Later melds raise the total"),
            "swap_own": check("Own jokers may be swapped"),
            "keep_top": check("The trash keeps its top"),
            "joker_deadwood": number("A joker in hand", 0, 50, USUAL.joker_deadwood, " a joker"),
            "max_turns": number("Drawn after", 1, 10_000, USUAL.max_turns, " turns"),
        }
        for name in ("threshold", "joker_deadwood", "max_turns"):
            set_tip(self.controls[name], self.controls[name].accessibleName())
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for place, control in enumerate(self.controls.values()):
            grid.addWidget(control, place // 2, place % 2)

    def rules(self) -> KonkanRules:
        """The rules that are chosen."""
        return KonkanRules(**{name: value_of(control) for name, control in self.controls.items()})
