"""The hand as card players want it: melds together, any order, the drawn card marked, jokers."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, find_game
from assistant.play.konkan import KonkanState
from gui.felt.page import TablePage
from tests.gui.felt.conftest import SitDown, person_or_end
from tests.gui.felt.test_play import card_spot, click_card, drop, places_of

LEFT = Qt.MouseButton.LeftButton


def cards_of(page: TablePage) -> list[str]:
    return [card.card for card in page.felt.hand]


def test_melds_stand_together_and_apart_from_the_rest(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy", "greedy"), seed=5)
    person_or_end(page, qtbot)
    page.order.setCurrentIndex(page.order.findData("meld"))
    assert cards_of(page)[:3] == ["4♥", "5♥", "6♥"]
    lefts = [card.rect.x() for card in page.felt.hand]
    steps = [b - a for a, b in pairwise(lefts)]
    assert steps[2] > steps[0] + 8, "the meld stands apart"
    assert max(steps[3:]) < steps[2]
    page.order.setCurrentIndex(page.order.findData("suit"))
    assert cards_of(page) == sorted(cards_of(page), key=lambda c: page.game.sort_key(c, "suit"))


def test_cards_are_dragged_into_any_order(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    first, *rest = cards_of(page)
    before = len(page.table.events)
    drop(page.felt, 0, card_spot(page.felt, 5) + QPoint(4, 0))
    assert cards_of(page) == [*rest[:5], first, *rest[5:]]
    assert (page.felt.chosen, len(page.table.events)) == ([], before)
    page.course.play(f"throw {page.table.state.legal()[0].split()[1]}")
    person_or_end(page, qtbot)
    kept = cards_of(page)
    assert kept == [card for card in [*rest[:5], first, *rest[5:]] if card in kept]
    page.course.play("pull deck")
    person_or_end(page, qtbot)
    assert cards_of(page)[:-1] == kept, "the drawn card comes last"


def test_keys_move_a_card(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    first, second, *_ = cards_of(page)
    QTest.keyClick(page.felt, Qt.Key.Key_Home)
    QTest.keyClick(page.felt, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert cards_of(page)[:2] == [second, first]
    QTest.keyClick(page.felt, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert cards_of(page)[:2] == [first, second]


def joker_table() -> tuple[GameTable, tuple[str, ...]]:
    """A person's turn in which the joker of a meld can stand for two cards."""
    for seed in range(200):
        table = GameTable(find_game("konkan"), (HUMAN, "greedy"), 1, seed)
        while table.seat is not None:
            state = table.state
            assert isinstance(state, KonkanState)
            for choice in table.choices():
                is_lay = choice.target == "table" and len(choice.moves) == 1
                if is_lay and len(state.options_for(choice.cards, "table")) > 1:
                    return table, choice.cards
            table.play(state.game.choose("greedy", 1))
    raise AssertionError("no deal offers such a meld")


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_the_person_says_what_a_joker_stands_for(sit_down: SitDown, qtbot: QtBot) -> None:
    table, cards = joker_table()
    page = sit_down("konkan", (HUMAN, "greedy"))
    page.sit_down(table)
    person_or_end(page, qtbot)
    options = table.state.options_for(cards, "table")
    n_events = len(table.events)
    for index in places_of(page, cards):
        click_card(page, index)
    page.felt.bring("table")
    assert len(table.events) == n_events, "nothing is laid before the answer"
    assert [action.text()[1:] for action in page.menu.actions()] == [o.text[1:] for o in options]
    page.menu.actions()[-1].trigger()
    page.menu.close()
    assert table.events[n_events].move == options[-1].moves[0]
