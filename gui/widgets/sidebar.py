"""The sidebar: a button for each page, in groups, and one for the settings.

In a narrow window it folds to a rail with small names under the icons.
"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QVBoxLayout

from gui.actions import GROUPS, PAGES
from gui.plain_text import set_tip
from gui.theme import ON_SIDEBAR, icon, theme
from gui.widgets.labels import label

ICON_PX = 22
WIDE_PX = 52  # the icon and the space around it
RAIL_PX = 62  # at least
BESIDE_PX = 6  # beside a name under its icon
SETTINGS = "Settings"
RAIL_NAMES = {"kings-lows": "Kings", "you": "Record"}  # what fits under an icon
AROUND_PX = 20  # above, between and below icon and name
RAIL_POINTS = 3  # points by which the names of the rail are smaller


class Sidebar(QFrame):
    """Buttons of the pages; `chosen` has the page, `settings_asked` the button at the foot."""

    chosen = Signal(str)
    settings_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(2)
        self._is_folded = False
        self._titles = dict(PAGES)
        self._buttons: dict[str, QToolButton] = {}
        self._headings = []
        group = QButtonGroup(self)
        for heading, pages in GROUPS:
            if heading:
                self._headings.append(label(heading.upper(), "group"))
                column.addWidget(self._headings[-1])
            for page in pages:
                self._buttons[page] = button = _button(self._titles[page])
                button.setCheckable(True)
                button.clicked.connect(lambda _=False, page=page: self.chosen.emit(page))
                group.addButton(button)
                column.addWidget(button)
        column.addStretch(1)
        self._settings = _button(SETTINGS)
        self._settings.clicked.connect(lambda: self.settings_asked.emit())
        column.addWidget(self._settings)
        self.restyle()

    def show_chosen(self, page: str) -> None:
        """Mark the page on show."""
        self._buttons[page].setChecked(True)

    def restyle(self) -> None:
        """Take the theme."""
        theme.style(self)
        for page, button in self._buttons.items():
            button.setIcon(icon(page, ON_SIDEBAR))
        self._settings.setIcon(icon("settings", ON_SIDEBAR))
        self._lay_out()

    def fold(self, is_folded: bool) -> None:
        """Show a rail with small names, or icons beside names."""
        if is_folded != self._is_folded:
            self._is_folded = is_folded
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the small names out where they would be cut."""
        super().resizeEvent(event)
        if self._is_folded:
            self._lay_out()

    def _lay_out(self) -> None:
        folded, styles = self._is_folded, Qt.ToolButtonStyle
        font = QFont(self.font())
        font.setPointSize(theme.settings.font_pt - (RAIL_POINTS if folded else 0))
        named_px = ICON_PX + QFontMetrics(font).height() + AROUND_PX
        is_low = self.height() < named_px * (len(self._buttons) + 1)
        under = styles.ToolButtonIconOnly if is_low else styles.ToolButtonTextUnderIcon
        style = under if folded else styles.ToolButtonTextBesideIcon
        names = [RAIL_NAMES.get(page, title) if folded else title for page, title in PAGES]
        widest = max(map(QFontMetrics(font).horizontalAdvance, [*names, SETTINGS])) * 6 // 5
        rail = RAIL_PX if is_low else max(RAIL_PX, widest + BESIDE_PX)
        for heading in self._headings:
            heading.setVisible(not folded)
        named = (*self._buttons.items(), ("settings", self._settings))
        for page, button in named:
            title = self._titles.get(page, SETTINGS)
            button.setText(RAIL_NAMES.get(page, title) if folded else title)
            button.setToolButtonStyle(style)
            button.setFont(font)
            set_tip(button, title if folded else "")
            # room for the icon and for bold letters
            button.setFixedWidth(rail if folded else widest + WIDE_PX)


def _button(title: str) -> QToolButton:
    button = QToolButton()
    button.setText(title)
    button.setAccessibleName(f"Show {title}")
    button.setIconSize(QSize(ICON_PX, ICON_PX))
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
