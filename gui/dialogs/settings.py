"""The settings dialog: a change is shown at once, and taken back by Cancel."""

from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from assistant.settings import EQUITY_ERROR_OF, SECONDS_OF, Precision, Settings, Theme
from gui.dialogs.pages import without_icons
from gui.theme import theme
from gui.widgets.boxes import column
from gui.widgets.controls import check, choice, number, on_change, show_value, value_of


class SettingsDialog(QDialog):
    """Edits a `Settings`; `changed` has every new value, and the old one again on Cancel."""

    changed = Signal(object)

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAccessibleName("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.style(self)
        theme.changed.connect(self._apply_theme)
        self._before = settings
        self._make(settings)
        self._lay_out()
        self._join()

    def _make(self, settings: Settings) -> None:
        self.theme = choice("Theme", [(name, name.capitalize()) for name in get_args(Theme)])
        self.precision = choice(
            "Default precision",
            [(name, _words_of(name)) for name in get_args(Precision)],
        )
        self.four_colour = check("Four-colour deck")
        self.colour_blind = check("Colour-blind marks")
        self.reduce_motion = check("Reduce motion")
        self.font_pt = number("Font size", 8, 18, 10, " pt")
        self.threads = number("Threads", 0, 256, 0)
        self.threads.setSpecialValueText("all cores")
        self.browser_path = QLineEdit()
        self.browser_path.setPlaceholderText("detected automatically")
        self.browser_path.setAccessibleName("Browser path")
        self.controls = {name: getattr(self, name) for name in Settings.model_fields}
        self._show(settings)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(9)
        form.addRow("Theme", self.theme)
        form.addRow("Font size", self.font_pt)
        form.addRow("Cards", self.four_colour)
        form.addRow("", self.colour_blind)
        form.addRow("Motion", self.reduce_motion)
        form.addRow("Default precision", self.precision)
        form.addRow("Threads", self.threads)
        form.addRow("Browser path", self.browser_path)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel | kinds.RestoreDefaults)
        without_icons(self.buttons)
        box = column(form, self.buttons, spacing=16)
        box.setContentsMargins(18, 16, 18, 14)
        self.setLayout(box)
        self.setMinimumWidth(430)

    def _join(self) -> None:
        on_change(list(self.controls.values()), self._emit_changed)
        self.browser_path.editingFinished.connect(self._emit_changed)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.rejected.connect(lambda: self.changed.emit(self._before))
        defaults = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        defaults.clicked.connect(self._restore)

    def _apply_theme(self) -> None:
        theme.style(self)

    def settings(self) -> Settings:
        """Return what is set in the dialog."""
        return Settings(**{name: value_of(control) for name, control in self.controls.items()})

    def _emit_changed(self) -> None:
        self.changed.emit(self.settings())

    def _restore(self) -> None:
        self._show(Settings())
        self._emit_changed()

    def _show(self, settings: Settings) -> None:
        for name, control in self.controls.items():
            show_value(control, getattr(settings, name))


def _words_of(precision: Precision) -> str:
    """Return a precision as the list names it: "Normal: equity ± 0.3%, at most 5 s"."""
    error, seconds = EQUITY_ERROR_OF[precision], SECONDS_OF[precision]
    return f"{precision.capitalize()}: equity ± {error:g}%, at most {seconds:g} s"
