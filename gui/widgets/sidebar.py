"""The sidebar: a button for each panel and one for the settings, with words or as icons alone."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout

from gui.actions import PANELS
from gui.plain_text import set_tip
from gui.theme import ON_SIDEBAR, icon, theme
from gui.widgets.labels import label

ICON_PX = 22
FOLDED_PX = 52


class Sidebar(QFrame):
    """`chosen` tells the game of the button, `settings_asked` the one at the foot."""

    chosen = Signal(str)
    settings_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(2)
        self._is_folded = False
        self._brand = label("")
        column.addWidget(self._brand)
        self._buttons = {game: _button(title) for game, title in PANELS}
        group = QButtonGroup(self)
        for game, button in self._buttons.items():
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, game=game: self.chosen.emit(game))
            group.addButton(button)
            column.addWidget(button)
        column.addStretch(1)
        self._settings = _button("Settings")
        self._settings.clicked.connect(lambda: self.settings_asked.emit())
        column.addWidget(self._settings)
        self.restyle()

    def show_chosen(self, game: str) -> None:
        """Mark the panel on show."""
        self._buttons[game].setChecked(True)

    def restyle(self) -> None:
        """Take the theme."""
        theme.style(self)
        for game, button in self._buttons.items():
            button.setIcon(icon(game, ON_SIDEBAR))
        self._settings.setIcon(icon("settings", ON_SIDEBAR))
        self._lay_out()

    def fold(self, is_folded: bool) -> None:
        """Show icons alone, or icons with words."""
        if is_folded != self._is_folded:
            self._is_folded = is_folded
            self._lay_out()

    def _lay_out(self) -> None:
        folded, kinds = self._is_folded, Qt.ToolButtonStyle
        style = kinds.ToolButtonIconOnly if folded else kinds.ToolButtonTextBesideIcon
        metrics = QFontMetrics(self.font())
        widest = max(metrics.horizontalAdvance(title) for _, title in PANELS)
        self._brand.setText("♠" if folded else "♠ Card table")
        for button in (*self._buttons.values(), self._settings):
            button.setToolButtonStyle(style)
            set_tip(button, button.text() if folded else "")
            # room for the icon and for bold letters
            button.setMinimumWidth(FOLDED_PX if folded else widest * 6 // 5 + FOLDED_PX)


def _button(title: str) -> QToolButton:
    button = QToolButton()
    button.setText(title)
    button.setAccessibleName(f"Show {title}")
    button.setIconSize(QSize(ICON_PX, ICON_PX))
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
