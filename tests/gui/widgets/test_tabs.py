from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.tabs import Tabs


def page_of(width: int, height: int) -> QWidget:
    page = QWidget()
    page.setMinimumSize(width, height)
    return page


def test_only_the_page_on_show_asks_for_room(qtbot: QtBot) -> None:
    tabs = Tabs("views")
    qtbot.addWidget(tabs)
    large = tabs.add("Large", lambda: page_of(1_500, 1_000))
    small = tabs.add("Small", lambda: page_of(300, 200))
    for tab, width, height in ((large, 1_500, 1_000), (small, 300, 200), (large, 1_500, 1_000)):
        tabs.open(tab)
        need = tabs.minimumSizeHint()
        assert 0 <= need.width() - width < 60
        assert 0 <= need.height() - height < 60
