"""Where cards lie: on the felt, readable, and each one where it came from."""

from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QRectF, QSizeF

from assistant.play import HIDDEN, GameTable, TableView, find_game, run
from engine.control import Control
from gui.felt.cards import CORNER
from gui.felt.layout import PILES, Layout, Placed, lay_out, movement

SIZES = [(560.0, 380.0), (840.0, 480.0), (1600.0, 900.0)]
LETTERS = (0.9, 1.0, 1.5)  # 9, 10 and 15 points
ROOMS = [(725.0, 310.0, 1.5), (725.0, 430.0, 0.9), (1620.0, 760.0, 1.5)]  # of usual windows
MIN_FACE = 30  # pixels that a card must have, for its corner to be read


def views() -> list[TableView]:
    konkan = GameTable(find_game("konkan"), ("greedy",) * 3, 1, 4)
    slave = GameTable(find_game("slave"), ("heuristic", "greedy", "random", "greedy"), 2, 1)
    found = [konkan.view, slave.view]
    for table in (konkan, slave):
        found += [event.after for event in run(table, Control())][::5]
    return found


def is_open(seat: int) -> bool:
    return True


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("size", SIZES)
def test_every_card_is_on_the_felt_and_its_corner_can_be_read(
    size: tuple[float, float], letters: float
) -> None:
    felt = QRectF(0, 0, *size).adjusted(-1, -1, 1, 1)
    for view in views():
        layout = lay_out(view, QSizeF(*size), 0, is_open, letters=letters)
        n_cards = sum(len(s.cards) for s in view.seats) + sum(len(g.cards) for g in view.groups)
        assert len(layout.cards) == n_cards
        for card, after in zip(layout.cards, [*layout.cards[1:], None], strict=True):
            assert felt.contains(card.rect), (card, size)
            assert card.rect.width() >= MIN_FACE
            if after is not None and after.place == card.place and card.place not in PILES:
                step = after.rect.x() - card.rect.x()
                assert step >= card.rect.width() * CORNER * 0.8 or size[0] < 600


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("opened", [(0,), (0, 1, 2, 3)])
def test_nothing_lies_on_anything_else(
    room: tuple[float, float, float], opened: tuple[int, ...]
) -> None:
    width, height, letters = room
    for view in [*views(), crowded()]:
        size = QSizeF(width, height)
        layout = lay_out(view, size, 0, lambda seat: seat in opened, letters=letters)
        faces = [card for card in layout.cards if card.shown != HIDDEN]
        assert min((card.rect.width() for card in faces), default=MIN_FACE) >= MIN_FACE
        places = {p.place: p.rect for p in layout.areas if p.place not in ("table", "seat 0")}
        boxes = [*places.items(), *((f"plate {p.seat}", p.rect) for p in layout.plates)]
        boxes.append(("hand", bounds([c for c in layout.cards if c.place == "seat 0"])))
        for (one, rect), (other, second) in combinations(boxes, 2):
            is_pile = "trick" in one and "trick" in other  # plays lie on each other
            if not is_pile and not ("plate" in other and "seat" in one):  # and plates at seats
                assert not rect.intersects(second), (one, other, view.headline)


def bounds(cards: list[Placed]) -> QRectF:
    united = QRectF()
    for card in cards:
        united = united.united(card.rect)
    return united


def crowded() -> TableView:
    """The most melds that lie on a table in some rounds."""
    found = []
    for seed in (3, 7, 11):
        table = GameTable(find_game("konkan"), ("greedy",) * 3, 1, seed)
        found += [event.after for event in run(table, Control())]
    return max(found, key=lambda view: len(view.groups))


def test_the_person_sits_below_all_others_and_hidden_hands_show_backs() -> None:
    view = GameTable(find_game("slave"), ("human", "greedy", "greedy", "greedy"), 1, 1).view
    layout = lay_out(view, QSizeF(800, 500), 2, lambda seat: seat == 2)
    ys = {card.place: card.rect.y() for card in layout.cards}
    assert ys["seat 2"] > max(y for place, y in ys.items() if place != "seat 2")
    assert all((card.shown == "?") == (card.place != "seat 2") for card in layout.cards)


def test_a_move_lets_exactly_the_cards_move_that_moved() -> None:
    table = GameTable(find_game("konkan"), ("greedy",) * 2, 1, 4)
    for event in run(table, Control()):
        both = (event.before, event.after)
        before, after = (lay_out(view, QSizeF(900, 600), 0, is_open) for view in both)
        starts = movement(before, after)
        arrived = {i for i, card in enumerate(after.cards) if not _was_there(card, before)}
        assert arrived <= set(starts), event.text


def _was_there(card: object, before: Layout) -> bool:
    return any((c.place, c.card) == (card.place, card.card) for c in before.cards)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("n_seats", "seed"), [(2, 0), (3, 45)])  # with melds of every seat
@pytest.mark.parametrize("size", [(640.0, 485.0), (930.0, 485.0), (1425.0, 900.0)])
def test_piles_lie_in_the_middle_and_melds_before_their_owners(
    size: tuple[float, float], n_seats: int, seed: int
) -> None:
    table = GameTable(find_game("konkan"), ("greedy",) * n_seats, 1, seed)
    first = table.view
    for _ in run(table, Control()):
        pass
    assert {group.owner for group in table.view.groups} == {None, *range(n_seats)}
    for view in (first, table.view):
        layout = lay_out(view, QSizeF(*size), 0, lambda seat: seat == 0)
        areas = {area.place: area for area in layout.areas}
        middle = layout.middle.center()
        assert areas["deck"].rect.right() < middle.x() < areas["trash"].rect.left()
        assert abs(areas["deck"].rect.center().y() - middle.y()) < 12
        for area in areas.values():
            if area.place.startswith("meld"):
                is_below = area.rect.center().y() > middle.y()
                assert is_below == (area.owner == 0), (area, size)
                if area.owner != 0 and n_seats == 3:
                    is_right = area.rect.center().x() > middle.x()
                    assert is_right == (area.owner == 2)
        melds = [card.rect.width() for card in layout.cards if card.place.startswith("meld")]
        assert max(melds, default=0.0) <= layout.hand_width


@pytest.mark.parametrize("size", [(725.0, 530.0), (796.0, 630.0), (1290.0, 870.0)])
def test_corners_of_open_hands_along_the_top_can_be_read(size: tuple[float, float]) -> None:
    """As in a replay, where the felt has the lists beside it."""
    for game, n_seats, largest in (("slave", 4, 13), ("konkan", 3, 15)):
        view = GameTable(find_game(game), ("greedy",) * n_seats, 1, 1).view
        layout = lay_out(view, QSizeF(*size), 0, is_open, largest=largest)
        for card, after in pairwise(layout.cards):
            if card.place == after.place and card.place not in PILES:
                assert after.rect.x() - card.rect.x() >= card.rect.width() * CORNER


def test_only_the_last_card_of_the_earlier_plays_is_drawn_whole() -> None:
    """Of the others a sliver of the large suit would be seen at the edge of the next card."""
    tricks = [view for view in views() if sum("trick" in g.place for g in view.groups) > 2]
    assert tricks
    for view in tricks:
        layout = lay_out(view, QSizeF(1082, 586), 0, is_open)
        *_, beaten = [group.place for group in view.groups if "trick" in group.place]
        earlier = [c for c in layout.cards if "trick" in c.place and c.place != beaten]
        assert all(card.is_covered for card in earlier[:-1])
        assert not earlier[-1].is_covered
