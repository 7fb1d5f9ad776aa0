"""The settings dialog: a change is shown at once, and taken back by Cancel."""

from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from assistant.settings import SECONDS_OF, Precision, Settings, Theme
from gui.theme import theme
from gui.widgets.controls import choice, choose, number


class SettingsDialog(QDialog):
    """Edits a `Settings`; `changed` tells every new value, the old one again on Cancel."""

    changed = Signal(object)

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAccessibleName("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.style(self)
        theme.changed.connect(self._take_look)
        self._before = settings
        self._make(settings)
        self._lay_out()
        self._join()

    def _make(self, settings: Settings) -> None:
        self.theme = choice("Theme", [(name, name.capitalize()) for name in get_args(Theme)])
        self.precision = choice(
            "Default precision",
            [(n, f"{n.capitalize()} (up to {SECONDS_OF[n]:g} s)") for n in get_args(Precision)],
        )
        self.four_colour = QCheckBox("Four-colour deck")
        self.colour_blind = QCheckBox("Tiles carry a sign as well as a colour")
        self.font_pt = number("Font size", 8, 18, settings.font_pt, " pt")
        self.threads = number("Threads", 0, 256, settings.threads)
        self.threads.setSpecialValueText("all cores")
        self.browser_path = QLineEdit(settings.browser_path)
        self.browser_path.setPlaceholderText("found by itself")
        self.browser_path.setAccessibleName("Browser path")
        for box in (self.four_colour, self.colour_blind):
            box.setAccessibleName(box.text())
        choose(self.theme, settings.theme)
        choose(self.precision, settings.precision)
        self.four_colour.setChecked(settings.four_colour)
        self.colour_blind.setChecked(settings.colour_blind)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(9)
        form.addRow("Theme", self.theme)
        form.addRow("Font size", self.font_pt)
        form.addRow("Cards", self.four_colour)
        form.addRow("", self.colour_blind)
        form.addRow("Default precision", self.precision)
        form.addRow("Threads", self.threads)
        form.addRow("Browser path", self.browser_path)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel | kinds.RestoreDefaults)
        box = QVBoxLayout(self)
        box.setContentsMargins(18, 16, 18, 14)
        box.setSpacing(16)
        box.addLayout(form)
        box.addWidget(self.buttons)
        self.setMinimumWidth(430)

    def _join(self) -> None:
        for options in (self.theme, self.precision):
            options.currentIndexChanged.connect(self._tell)
        for box in (self.four_colour, self.colour_blind):
            box.toggled.connect(self._tell)
        for spin in (self.font_pt, self.threads):
            spin.valueChanged.connect(self._tell)
        self.browser_path.editingFinished.connect(self._tell)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.rejected.connect(lambda: self.changed.emit(self._before))
        defaults = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        defaults.clicked.connect(self._restore)

    def _take_look(self) -> None:
        theme.style(self)

    def settings(self) -> Settings:
        """What is set in the dialog."""
        return Settings(
            theme=self.theme.currentData(),
            precision=self.precision.currentData(),
            four_colour=self.four_colour.isChecked(),
            colour_blind=self.colour_blind.isChecked(),
            font_pt=self.font_pt.value(),
            threads=self.threads.value(),
            browser_path=self.browser_path.text(),
        )

    def _tell(self) -> None:
        self.changed.emit(self.settings())

    def _restore(self) -> None:
        plain = Settings()
        choose(self.theme, plain.theme)
        choose(self.precision, plain.precision)
        self.four_colour.setChecked(plain.four_colour)
        self.colour_blind.setChecked(plain.colour_blind)
        self.font_pt.setValue(plain.font_pt)
        self.threads.setValue(plain.threads)
        self.browser_path.setText(plain.browser_path)
        self._tell()
