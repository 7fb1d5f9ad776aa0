"""The layout of the felt, a pure function of the table, the size and who looks.

The first person (or seat 0) sits at the bottom, the others in an arc along the top. Deck and trash
lie in the middle, and melds before the seats of their owners, as large as there is room; the plays
of a trick overlap, with the play to beat on top.

Hands, name plates and piles have their places by the size of the felt alone, so that none of them
moves while one plays; only what comes to lie between them becomes smaller where room is short. No
card is ever smaller than can be read.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle

from PySide6.QtCore import QPointF, QRectF, QSizeF

from assistant.play import HIDDEN, Group, TableView
from gui.felt.cards import CORNER
from gui.widgets.faces import RATIO

MARGIN = 10.0
LINE = 20.0  # height of a line on a name plate, with letters of common size
TITLE = 15.0  # height of the words under a group
DROP = 14.0  # how much nearer the outer ones of three or more seats sit
LIFT = 14.0  # how far a chosen card stands out
HAND_WIDTHS = (40.0, 112.0)  # narrowest and widest card of the own hand
SEAT_WIDTHS = (34.0, 72.0)
GROUP_WIDTHS = (30.0, 104.0)
STEP = 8  # between widths of groups: each width is a drawing of each card, and is kept
PILES = ("deck", "trash", "gone")
CENTRAL = ("deck", "trash")  # piles that lie in the middle, with the melds around them
GAP = 5.0  # between a group's words and the next row
PILE_GAP, MELD_GAP = 22.0, 14.0  # between piles, and between melds
TIGHT_BACK = 20.0  # width of a card that lies face down, where room is short
BESIDE = 0.3  # share of the width for a plate beside its hand
NEAR_SHARE = 0.48  # share of the width for a plate above its hand, at most; words stand beside it
MIN_ROWS = 4  # rows of guesses in a race for which there is room from the start
PLATE_WIDTH = 330.0  # at most, with letters of common size
EARLIER = 0.72  # how large earlier plays of a trick are beside the play to beat
TO_BEAT = 0.66  # place of the play to beat, as a share of the width
CLEAR = 0.9  # share of a card's width from which on its picture is not cut
SEEN = CORNER + 0.04  # share of a card's width that is seen in a fan
GROUP_GAP = 14.0  # between the groups of a hand
MAX_GROUPS = 5  # in a hand, for whose gaps there is room


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the felt: what it is, what is seen of it, and where."""

    card: str
    shown: str
    place: str
    index: int
    rect: QRectF
    is_covered: bool = False  # the next card leaves only its corner in view


@dataclass(frozen=True, slots=True)
class Plate:
    """The name plate of a seat."""

    seat: int
    rect: QRectF


@dataclass(frozen=True, slots=True)
class Area:
    """A place where cards can go, and the words under it."""

    place: str
    title: str
    rect: QRectF
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """How large things are: lines on a plate, cards of hands and groups, letters."""

    n_lines: int
    hands: float  # of their common size
    group: float  # pixels that a card of a group should have at least
    is_tight: bool = False  # the near plate stands beside its hand, backs are small
    letters: float = 1.0  # of their common size

    @property
    def plate(self) -> float:
        """The height of a name plate."""
        return LINE * self.n_lines * self.letters

    @property
    def title(self) -> float:
        """The height of the words under a group."""
        return TITLE * self.letters


SCALES = (
    Scale(2, 1.0, 56.0),
    Scale(2, 0.85, 44.0),
    Scale(1, 0.85, 40.0),
    Scale(1, 0.7, 34.0),
    Scale(1, 0.5, 30.0),
    Scale(1, 0.5, 30.0, is_tight=True),
)  # tried one after the other until there is room between the seats
N_ROWS = {True: 3, False: 2}  # of groups, for which there is room if melds are laid, or if not


@dataclass(slots=True)
class Layout:
    """All cards from the lowest to the topmost, the plates and the places."""

    scale: Scale = SCALES[0]
    cards: list[Placed] = field(default_factory=list)
    plates: list[Plate] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    middle: QRectF = field(default_factory=QRectF)
    message: QRectF = field(default_factory=QRectF)  # where words to the player stand
    hand_width: float = GROUP_WIDTHS[1]  # width of a card of the near hand, also where it is empty


Arrange = Callable[[Sequence[str]], Sequence[Sequence[str]]]
"""Puts the cards of a hand in order, in groups that stand apart."""


def lay_out(
    view: TableView,
    size: QSizeF,
    bottom: int | None,
    is_open: Callable[[int], bool],
    arrange: Arrange | None = None,
    letters: float = 1.0,
    largest: int = 0,
) -> Layout:
    """Lay out a table; `bottom` sits at the near side, None if all sit along the top.

    The near hand has the pitch and the left edge of a hand of `largest` cards, so that drawing
    moves no other card.
    """
    layout = Layout()
    others = _clockwise(len(view.seats), bottom)
    n_rows = N_ROWS[any(group.place in CENTRAL for group in view.groups)]
    for scale in SCALES:
        layout = Layout(replace(scale, letters=letters))
        top = _lay_others(layout, view, size, others, is_open, largest)
        low = size.height() - MARGIN
        if bottom is not None:
            low = _lay_hand(layout, view, size, bottom, is_open(bottom), arrange, largest)
        layout.middle = QRectF(MARGIN, top, size.width() - 2 * MARGIN, max(low - top, 60.0))
        if low - top >= n_rows * (layout.scale.group * RATIO + layout.scale.title + GAP):
            break
    _lay_middle(layout, view, others)
    return layout


def _clockwise(n_seats: int, bottom: int | None) -> list[int]:
    first = -1 if bottom is None else bottom
    return [(first + 1 + i) % n_seats for i in range(n_seats - (bottom is not None))]


def _lay_others(
    layout: Layout,
    view: TableView,
    size: QSizeF,
    others: Sequence[int],
    is_open: Callable[[int], bool],
    largest: int,
) -> float:
    """Place the seats along the top, the outer ones a little nearer; return where they end."""
    if not others:
        return MARGIN
    column = (size.width() - MARGIN) / len(others)
    width = _between(size.height() * 0.085 * layout.scale.hands, SEAT_WIDTHS)
    end = 0.0
    for i, seat in enumerate(others):
        drop = DROP if len(others) > 2 and i in (0, len(others) - 1) else 0.0
        drop *= layout.scale.n_lines - 1  # there is no room for it where plates have one line
        box = QRectF(MARGIN + i * column, MARGIN + drop, column - MARGIN, layout.scale.plate)
        layout.plates.append(Plate(seat, box))
        cards = view.seats[seat].cards
        room = TIGHT_BACK if layout.scale.is_tight and not is_open(seat) else width
        spot = QRectF(box.x(), box.bottom() + 3, box.width(), room * RATIO)
        shown = cards if is_open(seat) else (HIDDEN,) * len(cards)
        n_cards = max(len(cards), largest)
        wide = _readable(box.width(), n_cards, room) if is_open(seat) else room
        _fan(layout, f"seat {seat}", cards, shown, spot, wide)
        layout.areas.append(Area(f"seat {seat}", "", box.united(spot)))
        end = max(end, spot.bottom() if cards or largest else box.bottom())
    return end + MARGIN


def _readable(room: float, n_cards: int, widest: float) -> float:
    """Return the width of cards whose corners can be read where so many fill a row."""
    return _between(room / (1 + max(n_cards - 1, 0) * SEEN), (SEAT_WIDTHS[0], widest))


def _lay_hand(
    layout: Layout,
    view: TableView,
    size: QSizeF,
    seat: int,
    is_open: bool,
    arrange: Arrange | None,
    largest: int,
) -> float:
    """Place the near seat: its plate above its cards, or beside them; return where it begins."""
    width = _between(size.height() * 0.135 * layout.scale.hands, HAND_WIDTHS)
    layout.hand_width = width
    height = width * RATIO
    spot = QRectF(MARGIN, size.height() - height - MARGIN, size.width() - 2 * MARGIN, height)
    groups: Sequence[Sequence[str]] = [view.seats[seat].cards]
    if arrange is not None and is_open:
        groups = arrange(view.seats[seat].cards)
    top = spot.y() - LIFT - 2
    wide = min(PLATE_WIDTH * layout.scale.letters, spot.width() * NEAR_SHARE)
    plate = QRectF(MARGIN, top - layout.scale.plate, wide, layout.scale.plate)
    layout.message = QRectF(plate)
    layout.message.setLeft(plate.right() + MARGIN)
    layout.message.setRight(spot.right())
    if layout.scale.is_tight:
        plate = QRectF(MARGIN, spot.y(), spot.width() * BESIDE, height)
        spot.setLeft(plate.right() + MARGIN)
        layout.message = QRectF(MARGIN, top - LINE, size.width() - 2 * MARGIN, LINE)
    layout.plates.append(Plate(seat, plate))
    _lay_groups(layout, f"seat {seat}", groups, is_open, spot, width, largest)
    layout.areas.append(Area(f"seat {seat}", "", plate.united(spot)))
    return min(top, plate.y()) - 4


def _lay_groups(
    layout: Layout,
    place: str,
    groups: Sequence[Sequence[str]],
    is_open: bool,
    spot: QRectF,
    width: float,
    largest: int,
) -> None:
    """Put the groups of a hand in a row, with room for `largest` cards and all gaps."""
    gaps = GROUP_GAP * (MAX_GROUPS - 1) if len(groups) > 1 else 0.0
    room = spot.adjusted(gaps / 2, 0, -gaps / 2, 0)
    cards = [card for group in groups for card in group]
    shown = cards if is_open else [HIDDEN] * len(cards)
    first = len(layout.cards)
    _fan(layout, place, cards, shown, room, width, largest)
    if gaps:
        shifts = [min(k, MAX_GROUPS - 1) * GROUP_GAP for k, g in enumerate(groups) for _ in g]
        for at, shift in enumerate(shifts, first):
            card = layout.cards[at]
            moved = card.rect.translated(shift - gaps / 2, 0)
            layout.cards[at] = replace(card, rect=moved)


def _fan(
    layout: Layout,
    place: str,
    cards: Sequence[str],
    shown: Sequence[str],
    spot: QRectF,
    width: float,
    largest: int = 0,
) -> None:
    """Put cards in a row in the middle of a spot, with room for `largest`, as near as they must."""
    if not cards:
        return
    n_places = max(len(cards), largest)
    step = width + 3
    if n_places > 1:
        step = min(step, (spot.width() - width) / (n_places - 1))
    used = width + step * (n_places - 1)
    left = spot.x() + max((spot.width() - used) / 2, 0.0)
    for i, (card, seen) in enumerate(zip(cards, shown, strict=True)):
        rect = QRectF(left + i * step, spot.y(), width, width * RATIO)
        is_covered = step < width * CLEAR and i < len(cards) - 1
        layout.cards.append(Placed(card, seen, place, i, rect, is_covered))


def _lay_middle(layout: Layout, view: TableView, others: Sequence[int]) -> None:
    """Place what lies between the seats."""
    groups = list(view.groups)
    piles = [g for g in groups if g.place in PILES]
    guesses = [g for g in groups if g.place.startswith("guess")]
    plays = [g for g in groups if g.place.startswith("trick")]
    rest = [g for g in groups if g not in piles and g not in guesses and g not in plays]
    room = layout.middle
    if guesses or any(g.place == "board" for g in rest):
        room = _lay_guesses(layout, guesses, others)
    elif piles and piles[0].place in CENTRAL and not layout.scale.is_tight:
        _lay_melds(layout, piles, rest, others)
        return
    elif piles:
        room = _lay_piles(layout, piles)
    layout.areas.append(Area("table", "", room))
    if plays:
        _lay_trick(layout, plays, layout.middle)
    elif rest:
        _lay_rows(layout, rest, room)


def _lay_piles(layout: Layout, piles: Sequence[Group]) -> QRectF:
    """Deck, trash and what was played, on the left; returns the room that is left."""
    used = _put_piles(layout, piles, layout.middle.x() + 6, _pile_width(layout))
    return layout.middle.adjusted(6 + used, 0, 0, 0)


def _pile_width(layout: Layout) -> float:
    middle = layout.middle
    wanted = min(middle.height() * 0.42, middle.width() * 0.075)
    return min(_between(wanted, GROUP_WIDTHS), (middle.height() - layout.scale.title) / RATIO)


def _put_piles(layout: Layout, piles: Sequence[Group], left: float, width: float) -> float:
    """Put piles side by side, half-way up the middle; returns the width that they take."""
    middle = layout.middle
    title = layout.scale.title
    for i, pile in enumerate(piles):
        spot = QRectF(
            left + i * (width + PILE_GAP),
            middle.center().y() - width * RATIO / 2 - title / 2,
            width,
            width * RATIO,
        )
        layout.areas.append(Area(pile.place, pile.title, spot))
        for k, card in enumerate(pile.cards):
            lift = min(2, max(k - len(pile.cards) + 3, 0)) if len(pile.cards) > 2 else 0
            seen = HIDDEN if pile.place == "gone" else card
            rect = spot.translated(QPointF(lift, -lift))
            layout.cards.append(Placed(card, seen, pile.place, k, rect))
    return len(piles) * (width + PILE_GAP)


@dataclass(frozen=True, slots=True)
class Zone:
    """The melds of one owner and where they may lie: the sides of the piles, top or bottom."""

    groups: tuple[Group, ...]
    sides: tuple[QRectF, ...]
    is_near: bool

    def rows(self, width: float) -> list[list[list[Group]]]:
        """Return rows of groups, each with what lies on its sides; one row if there is nothing."""
        rows: list[list[list[Group]]] = []
        for at, part in enumerate(self._parts(width)):
            if at % len(self.sides) == 0:
                rows.append([])
            rows[-1].append(part)
        return rows

    def _parts(self, width: float) -> Iterator[list[Group]]:
        """Fill one side after the other, as many groups in each as it is wide."""
        left = list(self.groups)
        sides = cycle(self.sides)
        while left:
            part, room = [left.pop(0)], next(sides).width()
            room -= _width(part[0], width)
            while left and room >= _width(left[0], width) + MELD_GAP:
                room -= _width(left[0], width) + MELD_GAP
                part.append(left.pop(0))
            yield part

    def fits(self, width: float) -> bool:
        """Return whether no group is wider than the sides."""
        widest = max((_width(group, width) for group in self.groups), default=0.0)
        return widest <= min(side.width() for side in self.sides)


def _lay_melds(
    layout: Layout, piles: Sequence[Group], melds: Sequence[Group], others: Sequence[int]
) -> None:
    """Lay the piles in the middle and all melds before their owners, or beside the piles wherever
    they fit.

    Melds are never larger than the cards of the near hand, and there is room for a row of every
    owner from the start.
    """
    middle, pile_width = layout.middle, _pile_width(layout)
    wide = len(piles) * (pile_width + PILE_GAP) - PILE_GAP
    _put_piles(layout, piles, middle.center().x() - wide / 2, pile_width)
    layout.areas.append(Area("table", "", middle))
    half = (middle.width() - wide) / 2 - PILE_GAP
    left = QRectF(middle.x(), middle.y(), half, middle.height())
    right = left.translated(middle.width() - half, 0)
    zones = _zones(melds, others, left, right)
    below = layout.scale.title + GAP
    low, high = GROUP_WIDTHS[0], min(layout.hand_width, GROUP_WIDTHS[1])
    width = _between((middle.height() / 2 - below) / RATIO, (low, high))
    while width > low and not _zones_fit(zones, middle.height(), width, below):
        width = max(STEP * ((width - 1) // STEP), low)
    if not _zones_fit(zones, middle.height(), width, below):
        zones = [Zone(tuple(melds), (left, right), False)]
    for zone in zones:
        _lay_zone(layout, zone, width, below)


def _zones(
    melds: Sequence[Group], others: Sequence[int], left: QRectF, right: QRectF
) -> list[Zone]:
    """Return where each owner's melds lie: beside the piles, those of the near seat below."""
    zones = []
    for owner in dict.fromkeys(meld.owner for meld in melds):
        own = tuple(meld for meld in melds if meld.owner == owner)
        place = 2 * others.index(owner) - len(others) + 1 if owner in others else 0
        sides = (left,) if place < 0 else (right,) if place > 0 else (left, right)
        zones.append(Zone(own, sides, owner not in others))
    return zones


def _zones_fit(zones: Sequence[Zone], height: float, width: float, below: float) -> bool:
    """Return whether the rows of far and near melds do not meet on either side."""
    n_far = max((len(zone.rows(width)) for zone in zones if not zone.is_near), default=1)
    n_near = max((len(zone.rows(width)) for zone in zones if zone.is_near), default=1)
    is_wide_enough = all(zone.fits(width) for zone in zones)
    return is_wide_enough and (n_far + n_near) * (width * RATIO + below) <= height


def _lay_zone(layout: Layout, zone: Zone, width: float, below: float) -> None:
    """Lay the melds of one owner, the first row nearest to the seat."""
    high = width * RATIO + below
    for at, row in enumerate(zone.rows(width)):
        top = zone.sides[0].y()
        y = zone.sides[0].bottom() - (at + 1) * high if zone.is_near else top + at * high
        for side, part in zip(zone.sides, row, strict=False):
            wide = sum(_width(group, width) + MELD_GAP for group in part) - MELD_GAP
            x = side.center().x() - wide / 2
            for group in part:
                spot = QRectF(x, y, _width(group, width), width * RATIO)
                _fan(layout, group.place, group.cards, group.cards, spot, width)
                layout.areas.append(Area(group.place, group.title, spot, group.owner))
                x = spot.right() + MELD_GAP


def _lay_guesses(layout: Layout, guesses: Sequence[Group], others: Sequence[int]) -> QRectF:
    """Place the guesses of a race below their seats; return the room below them."""
    middle = layout.middle
    column = middle.width() / max(len(others), 1)
    n_rows = max((MIN_ROWS, *Counter(group.owner for group in guesses).values()))
    height = middle.height() * 0.74 / n_rows
    width = min(_between((column - 20) / 5.4, (16.0, 46.0)), (height - 4) / RATIO)
    rows: dict[int, int] = {}
    for group in guesses:
        seat = group.owner or 0
        row = rows.get(seat, 0)
        rows[seat] = row + 1
        x = middle.x() + others.index(seat) * column
        spot = QRectF(x, middle.y() + row * height, column - 10, width * RATIO)
        _fan(layout, group.place, group.cards, group.cards, spot, width)
        layout.areas.append(Area(group.place, group.title, spot, seat))
    return middle.adjusted(0, height * n_rows, 0, 0)


def _lay_rows(layout: Layout, groups: Sequence[Group], room: QRectF) -> None:
    """Place groups side by side in rows, as large as they fit."""
    below = layout.scale.title + GAP
    low = GROUP_WIDTHS[0]
    width = _between((room.height() - below) / RATIO, GROUP_WIDTHS)
    while width > low and not _fits(groups, room, width, below):
        width = max(STEP * ((width - 1) // STEP), low)
    rows = _rows(groups, room, width)
    spare = room.height() - len(rows) * (width * RATIO + below)
    y = room.y() + max(spare / 2, 0.0)
    for row in rows:
        wide = sum(_width(g, width) + MELD_GAP for g in row) - MELD_GAP
        x = room.x() + max((room.width() - wide) / 2, 8.0)
        for group in row:
            spot = QRectF(x, y, _width(group, width), width * RATIO)
            _fan(layout, group.place, group.cards, group.cards, spot, width)
            layout.areas.append(Area(group.place, group.title, spot, group.owner))
            x = spot.right() + MELD_GAP
        y += width * RATIO + below


def _lay_trick(layout: Layout, plays: Sequence[Group], room: QRectF) -> None:
    """Place the play to beat on the right, the earlier ones to its left, each under the next.

    The play to beat always lies at the same place.
    """
    below = layout.scale.title + GAP
    low = GROUP_WIDTHS[0]
    width = _between((room.height() - below) * 0.8 / RATIO, GROUP_WIDTHS)
    bottom = room.y() + max((room.height() - below - width * RATIO) / 2, 0.0) + width * RATIO
    *earlier, last = plays
    left = room.x() + (room.width() - width) * TO_BEAT
    x = room.x() + width + 40  # right of the pile of cards played before
    n_cards = sum(len(play.cards) for play in earlier)
    fitting = (left - 2 * MARGIN - x) / (1 + max(n_cards - 1, 0) * SEEN)
    small = _between(fitting, (low, width * EARLIER))
    x = left - 2 * MARGIN - small * (1 + max(n_cards - 1, 0) * SEEN)
    first = len(layout.cards)
    for play in earlier:
        spot = QRectF(x, bottom - small * RATIO, _width(play, small), small * RATIO)
        _fan(layout, play.place, play.cards, play.cards, spot, small)
        layout.areas.append(Area(play.place, play.title, spot, play.owner))
        x += len(play.cards) * small * SEEN
    for at in range(first, len(layout.cards) - 1):  # the next play covers the last card, too
        layout.cards[at] = replace(layout.cards[at], is_covered=True)
    spot = QRectF(left, bottom - width * RATIO, _width(last, width), width * RATIO)
    _fan(layout, last.place, last.cards, last.cards, spot, width)
    layout.areas.append(Area(last.place, last.title, spot, last.owner))


def _width(group: Group, width: float) -> float:
    """Return the width of a fan in which every corner can be read."""
    return width + (len(group.cards) - 1) * width * SEEN


def _rows(groups: Sequence[Group], room: QRectF, width: float) -> list[list[Group]]:
    rows: list[list[Group]] = [[]]
    x = 8.0
    for group in groups:
        wide = _width(group, width) + MELD_GAP
        if rows[-1] and x + wide > room.width():
            rows.append([])
            x = 8.0
        rows[-1].append(group)
        x += wide
    return rows


def _fits(groups: Sequence[Group], room: QRectF, width: float, below: float) -> bool:
    return len(_rows(groups, room, width)) * (width * RATIO + below) <= room.height()


def _between(value: float, bounds: tuple[float, float]) -> float:
    return max(bounds[0], min(value, bounds[1]))


def movement(before: Layout, after: Layout) -> dict[int, QRectF]:
    """Return where the cards of a layout come from: places in `after.cards`, and where each
    began.
    """
    left = dict(_keyed(before))
    origins: dict[int, QRectF] = {}
    arrived: list[int] = []
    for i, (key, card) in enumerate(_keyed(after)):
        same = left.pop(key, None)
        if same is None:
            arrived.append(i)
        elif same.rect != card.rect:
            origins[i] = same.rect
    for i in arrived:
        origin = _origin(after.cards[i], left)
        if origin is not None:
            origins[i] = left.pop(origin).rect
    return origins


Key = tuple[str, str, int]  # place, card, and which of equal ones


def _keyed(layout: Layout) -> Iterator[tuple[Key, Placed]]:
    seen = Counter[tuple[str, str]]()
    for card in layout.cards:
        where = (card.place, card.card)
        yield (*where, seen[where]), card
        seen[where] += 1


def _origin(card: Placed, left: dict[Key, Placed]) -> Key | None:
    """Return a card that has left its place and may be this one: the same, else one face down."""
    plain = card.card.partition("=")[0]
    for key, other in reversed(left.items()):
        if other.card.partition("=")[0] == plain:
            return key
    return next((key for key, other in reversed(left.items()) if other.card == HIDDEN), None)
