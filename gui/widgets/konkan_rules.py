"""Konkan's house rules as choices: one control for each field of `KonkanRules`."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSpinBox, QWidget

from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from gui.widgets.controls import choice, choose, number

FLAGS = {
    "raise_by_later_melds": "Later melds raise the total",
    "swap_own": "Own jokers may be swapped",
    "keep_top": "The trash keeps its top",
}


class KonkanRulesBox(QWidget):
    """The seven rules in two columns."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        usual = DEFAULT_RULES
        self.naturals = choice("Natural cards", [(1, "1 natural card"), (2, "2 natural cards")])
        self.numbers: dict[str, QSpinBox] = {
            "threshold": number("Threshold", 1, 140, usual.threshold, " points"),
            "joker_deadwood": number("A joker in hand", 0, 50, usual.joker_deadwood, " a joker"),
            "max_turns": number("Drawn after", 1, 10_000, usual.max_turns, " turns"),
        }
        self.flags = {name: QCheckBox(words) for name, words in FLAGS.items()}
        for name, flag in self.flags.items():
            flag.setAccessibleName(FLAGS[name])
            flag.toggled.connect(self.changed)
        for spin in self.numbers.values():
            spin.setToolTip(spin.accessibleName())
            spin.valueChanged.connect(self.changed)
        self.naturals.currentIndexChanged.connect(self.changed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        threshold, *others = self.numbers.values()
        controls = [threshold, self.naturals, *self.flags.values(), *others]
        for place, control in enumerate(controls):
            grid.addWidget(control, place // 2, place % 2)

    def rules(self) -> KonkanRules:
        """The rules that are chosen."""
        chosen: dict[str, Any] = {name: spin.value() for name, spin in self.numbers.items()}
        chosen |= {name: flag.isChecked() for name, flag in self.flags.items()}
        return KonkanRules(min_naturals=self.naturals.currentData(), **chosen)

    def show_rules(self, rules: KonkanRules) -> None:
        """Choose these."""
        choose(self.naturals, rules.min_naturals)
        for name, spin in self.numbers.items():
            spin.setValue(getattr(rules, name))
        for name, flag in self.flags.items():
            flag.setChecked(getattr(rules, name))
