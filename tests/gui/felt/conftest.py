from collections.abc import Callable, Sequence

import pytest
from pytestqt.qtbot import QtBot

from assistant.play import find_game
from gui.felt.course import PACES
from gui.felt.page import TablePage
from gui.jobs import JobRunner

AT_ONCE = len(PACES) - 1
SitDown = Callable[..., TablePage]


@pytest.fixture
def sit_down(qtbot: QtBot, tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> SitDown:
    """A shown page with a table that was just dealt; the games of other tests are not there."""
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))

    def make(
        game: str,
        seats: Sequence[str],
        rounds: int = 1,
        seed: int = 3,
        pace: int = AT_ONCE,
    ) -> TablePage:
        page = TablePage(find_game(game), sorted(set(seats) - {"human"}), JobRunner())
        qtbot.addWidget(page)
        page.resize(900, 640)
        page.show()
        page.pace.setCurrentIndex(pace)
        for combo, agent in zip(page.seat_combos, [*seats, ""], strict=False):
            combo.setCurrentIndex(combo.findData(agent))
        page.rounds.setValue(rounds)
        page.seed.setValue(seed)
        page.deal()
        qtbot.waitUntil(lambda: page.table is not None, timeout=60_000)
        return page

    return make


def person_or_end(page: TablePage, qtbot: QtBot) -> bool:
    """Wait until the person may act; False if the round is over."""
    table = page.table
    assert table is not None
    qtbot.waitUntil(
        lambda: page.felt.is_settled and (table.waits_for_human or table.seat is None),
        timeout=120_000,
    )
    return table.seat is not None
