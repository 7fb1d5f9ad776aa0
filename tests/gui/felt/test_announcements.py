"""Whole rounds strictly by keys, with every move and every turn announced to screen readers."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, Choice
from gui.felt.page import TablePage
from tests.gui.felt.conftest import SitDown, person_or_end
from tests.gui.felt.test_play import konkan_choice, places_of, slave_choice


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a screen reader is given, as Qt hands it over."""
    words: list[str] = []

    def take(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            words.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", take)
    return words


def press_keys(page: TablePage, choice: Choice, heard: list[str]) -> None:
    """Choose cards and the place by what is announced alone, with the keys of the window."""

    def key(name: str | Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or page.felt, name)

    key(Qt.Key.Key_Home)
    at = 0
    for index in places_of(page, choice.cards):
        for _ in range(index - at):
            key(Qt.Key.Key_Right)
        at = index
        assert f"{index + 1} of {len(page.felt.hand)}" in heard[-1]
        key(Qt.Key.Key_Space)
        assert heard[-1].endswith("chosen")
    keys = {"deck": "D", "trash": "T", "table": "L", "trick": "L", "pass": "P"}
    if choice.target in keys:
        key(keys[choice.target])
    else:
        for _ in range(60):
            key(Qt.Key.Key_Up)
            if page.felt._target == choice.target:
                break
        assert heard[-1].startswith("To ")
        key(Qt.Key.Key_Return)
    if page.menu.isVisible():
        QTest.keyClick(page.menu, Qt.Key.Key_Return)


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
@pytest.mark.parametrize("kind", ["konkan", "slave"])
def test_a_round_by_keys_is_heard(
    sit_down: SitDown, qtbot: QtBot, heard: list[str], kind: str
) -> None:
    n_seats = 2 if kind == "konkan" else 4
    page = sit_down(kind, (HUMAN, *("random",) * (n_seats - 1)), seed=4)
    table, n_turns, n_decisions = page.table, 0, 0
    while person_or_end(page, qtbot):
        n_events = len(table.events)
        n_turns += not table.events or table.events[-1].seat != table.seat
        choice = konkan_choice(table) if kind == "konkan" else slave_choice(table)
        qtbot.waitUntil(lambda: any(w.startswith("Your turn: ") for w in heard), timeout=60_000)
        press_keys(page, choice, heard)
        assert len(table.events) > n_events, (choice, page.felt._said)
        n_decisions += 1
    assert table.is_over
    assert n_decisions > 5
    qtbot.waitUntil(page.result.isVisible, timeout=60_000)
    assert heard[-1] == table.view.headline, "how it ended"
    moves = [event.text for event in table.events]
    said = [words.partition(": ") for words in heard]
    assert [words for words, _, _ in said if words in set(moves)] == moves, "each move, in order"
    for words, _, card in said:
        if words in set(moves):
            assert bool(card) == (words == "You drew a card"), "who draws hears the card"
    assert sum(words.startswith("Your turn: ") for words in heard) == n_turns, "each turn, once"


def test_a_broken_rule_is_heard(sit_down: SitDown, qtbot: QtBot, heard: list[str]) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    QTest.keyClick(page.felt, "L")
    page.felt.bring("deck")
    assert heard[-1] == "You start with 15 cards: throw one"
