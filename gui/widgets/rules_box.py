"""House rules as controls: one for each option of a game's rules."""

from typing import Any

from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from engine.rules import RuleOption, Rules
from gui.plain_text import set_tip
from gui.widgets.boxes import group, row
from gui.widgets.controls import check, number, show_value, value_of
from gui.widgets.labels import label


def rule_controls(kind: type[Rules]) -> dict[str, Any]:
    """Return a control for every option, by its key."""
    return {option.key: _control(option) for option in kind.options()}


def _control(option: RuleOption) -> QWidget:
    if option.is_switch:
        made: QWidget = check(option.label, tip=option.help)
        show_value(made, option.default)
    else:
        made = number(option.label, option.low, option.high, int(option.default), option.unit)
        set_tip(made, f"{option.label}: {option.help}")
    return made


def _labelled(control: QWidget) -> QWidget:
    """Return a number with its name before it."""
    return group(row(label(control.accessibleName(), "muted"), control, 1))


class RulesBox(QWidget):
    """The options of a game in two columns; `controls` has them by their keys."""

    def __init__(self, kind: type[Rules]) -> None:
        super().__init__()
        self.kind, self.controls = kind, rule_controls(kind)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        for place, control in enumerate(self.controls.values()):
            named = isinstance(control, QCheckBox)
            made = control if named else _labelled(control)
            grid.addWidget(made, place // 2, place % 2)

    def rules(self) -> Rules:
        """Return the rules that are set."""
        return self.kind.of({key: value_of(control) for key, control in self.controls.items()})

    def show_rules(self, rules: Rules) -> None:
        """Set the controls to these rules."""
        for key, value in rules.settings().items():
            show_value(self.controls[key], value)
