"""What moves on the felt: deals, exchanges, hovering, messages; and how to switch it off."""

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, Event, GameTable, find_game, run
from assistant.settings import Settings
from engine.control import Control
from gui.felt.felt import Felt, _ends_exchange
from gui.theme import theme
from tests.gui.felt.conftest import SitDown, person_or_end
from tests.gui.felt.test_play import card_spot

SLAVES = (HUMAN, "greedy", "greedy", "greedy")


@pytest.fixture
def felt(qtbot: QtBot) -> Felt:
    shown = Felt()
    qtbot.addWidget(shown)
    shown.resize(900, 600)
    shown.show()
    return shown


def test_cards_are_dealt_from_the_deck(felt: Felt, qtbot: QtBot) -> None:
    table = GameTable(find_game("konkan"), (HUMAN, "greedy"), 1, 4)
    felt.show_deal(table.view)
    assert not felt.is_settled
    deck = next(area.rect for area in felt._layout.areas if area.place == "deck")
    assert len(felt._moving) == 15 + 14
    assert all(moving.start.topLeft() == deck.topLeft() for moving in felt._moving)
    delays = [moving.delay for moving in felt._moving]
    assert delays == sorted(delays), "one after the other"
    assert delays[-1] > 0.5
    qtbot.waitSignal(felt.settled, timeout=60_000).wait()
    assert not felt._moving


def test_reduced_motion_deals_and_moves_at_once(felt: Felt) -> None:
    theme.apply(Settings(reduce_motion=True))
    table = GameTable(find_game("konkan"), ("greedy", "greedy"), 1, 4)
    felt.show_deal(table.view)
    assert felt.is_settled
    for event in list(run(table, Control()))[:5]:
        felt.show_event(event)
        assert felt.is_settled


def test_no_trace_stays_behind_flying_cards(felt: Felt, qtbot: QtBot) -> None:
    """However few frames there are, what a card covered is painted again."""
    table = GameTable(find_game("konkan"), ("greedy", "greedy"), 1, 4)
    felt.show_view(table.view)
    felt.move_ms = 400
    event = next(iter(run(table, Control())))
    felt.show_event(event)
    (moving, *_) = felt._moving
    was = QRectF()
    while not felt.is_settled:
        qtbot.wait(90)  # a slow machine
        if felt.is_settled:
            break
        share = felt._share
        rect = moving.at(share).toAlignedRect()
        assert felt._painted.contains(rect), "what is painted is what was marked"
        was = was.united(moving.at(share))
    picture = felt.grab().toImage()
    felt.redraw()
    assert felt.grab().toImage() == picture


def test_the_card_under_the_pointer_is_lifted(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    felt = page.felt
    rect = felt.hand[2].rect
    above = QPoint(round(rect.x()) + 12, round(rect.y()) - 3)
    QTest.mouseMove(felt, QPoint(5, 5))
    cloth = felt.grab().toImage().pixelColor(above)
    QTest.mouseMove(felt, card_spot(felt, 2))
    assert felt.grab().toImage().pixelColor(above) != cloth
    theme.apply(Settings(reduce_motion=True))
    QTest.mouseMove(felt, card_spot(felt, 4))
    QTest.mouseMove(felt, card_spot(felt, 2))
    assert felt.grab().toImage().pixelColor(above) == cloth


def exchange() -> Event:
    """The move that ends an exchange."""
    table = GameTable(find_game("slave"), ("greedy",) * 4, 2, 5)
    return next(event for event in run(table, Control()) if _ends_exchange(event))


def test_the_exchange_is_seen(felt: Felt) -> None:
    event = exchange()
    felt.show_view(event.before)
    felt.show_event(event)
    flying = {moving.card.card for moving in felt._moving if moving.card.place.startswith("seat")}
    changed = {
        card
        for before, after in zip(event.before.seats, event.after.seats, strict=True)
        for card in set(after.cards) - set(before.cards)
    }
    assert len(changed) == 6, "two up, two down, one up, one down"
    assert changed <= flying
    assert felt._moving_ms >= 1500


def test_four_of_a_kind_flies_under_the_trash_and_is_explained(felt: Felt) -> None:
    for seed in range(300):
        table = GameTable(find_game("konkan"), ("greedy",) * 3, 1, seed)
        found = [e for e in run(table, Control()) if "Four of a kind" in e.consequence]
        if found:
            break
    event = found[0]
    assert event.consequence in event.text, "the log says it"
    felt.show_view(event.before)
    felt.show_event(event)
    assert felt._said == event.consequence
    to_trash = [moving for moving in felt._moving if moving.card.place == "trash"]
    assert len(to_trash) == 4


def test_a_message_covers_no_card_and_fades(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    felt = page.felt
    room = felt._layout.message
    assert not any(room.intersects(card.rect) for card in felt._layout.cards)
    assert not any(room.intersects(plate.rect) for plate in felt._layout.plates)
    spot = (room.center() - (room.topRight() - room.topLeft()) * 0.49).toPoint()
    cloth = felt.grab().toImage().pixelColor(spot)
    felt.bring("deck")
    assert felt._said.startswith("You start with 15 cards")
    assert felt.grab().toImage().pixelColor(spot) != cloth
    assert felt._fading.isActive()
    while felt._said:
        felt._fade()  # the time is over
    assert felt.grab().toImage().pixelColor(spot) == cloth
    felt.show_hint(page.table.choices()[0], "Throw it")
    assert not felt._fading.isActive(), "a hint stays until the move"


def test_a_person_may_act_after_a_deal_during_which_the_window_changed(
    sit_down: SitDown, qtbot: QtBot
) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4, pace=1)
    assert page.felt._moving, "the cards are being dealt"
    page.resize(page.width() + 60, page.height() + 40)
    person_or_end(page, qtbot)
    qtbot.waitUntil(lambda: page.headline.text().startswith("Your turn"), timeout=60_000)
    assert page.hint.isEnabled()
