"""The felt: a painted table on which every event is shown, and on which cards are played.

What lies still is drawn once into a picture; while cards move, only they and what they uncover are
painted. Events that come while cards move wait in a queue: none is ever left out. The felt knows
no rules: it says which cards were brought where (`brought`), and lights up what it is given.
Every event and every message is announced to screen readers. `gui.felt.painting` has the strokes.
"""

from collections import Counter, deque
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QGridLayout, QLayout, QSizePolicy, QWidget

from assistant.play import HIDDEN, Choice, Event, Game, TableView
from engine.rules import Rules
from gui.announce import announce
from gui.felt import painting
from gui.felt.cards import spoken
from gui.felt.layout import LIFT, PILES, Arrange, Layout, Placed, lay_out, movement
from gui.theme import theme

FRAME_MS = 16
DRAG_PX = 8
NOTICE_PX = 280  # height that something on the felt needs, at most about
HOVER_LIFT = 6.0  # pixels by which the card under the pointer stands out
DEAL_MS = 700  # how long dealing all cards takes at the usual pace
USUAL_MS = 300  # how long one move takes at the usual pace
SLOW = 5  # how many times longer an exchange takes than a move
STAGGER = 0.6  # share of a deal's time until its last card starts
READ_MS, LETTER_MS = 2500, 55  # how long a message stays: for itself, and for each letter
FADE_MS, N_FADES = 400, 8


@dataclass(frozen=True, slots=True)
class Moving:
    """A moving card."""

    card: Placed
    start: QRectF
    delay: float = 0.0  # share of the time until it starts
    turns: bool = False  # face down until half of its way

    def done(self, share: float) -> float:
        """Return the share of its own way that is done."""
        return min(max((share - self.delay) / (1 - STAGGER if self.turns else 1.0), 0.0), 1.0)

    def at(self, share: float) -> QRectF:
        """Return where it is when a share of the time is over, slower at both ends."""
        share = self.done(share)
        eased = share * share * (3 - 2 * share)
        a, b = self.start, self.card.rect
        return QRectF(
            a.x() + (b.x() - a.x()) * eased,
            a.y() + (b.y() - a.y()) * eased,
            a.width() + (b.width() - a.width()) * eased,
            a.height() + (b.height() - a.height()) * eased,
        )


class Felt(QWidget):
    """The painted card table: shows events, and lets a person choose and move cards."""

    shown = Signal(object)  # an event is on the screen
    settled = Signal()  # nothing moves and no event waits
    brought = Signal(object, str)  # cards of the hand, and the place where they are to go
    picked = Signal()  # other cards of the hand are chosen than before

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Card table")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(360, 250)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.move_ms = 300
        self.bottom: int | None = 0
        self.is_open: Callable[[int], bool] = lambda seat: True
        self.arrange: Arrange | None = None  # how the near hand is sorted
        self.largest_hand = 0  # cards for which the near hand has room; 0: as many as it has
        self.chances: tuple[float, ...] = ()  # chance of each seat to win, if known
        self._order: list[str] = []  # the near hand as the person arranged it, if so
        self._gained: list[str] = []  # what the near seat drew in this turn, or got
        self.view: TableView | None = None
        self.last: Event | None = None
        self.thinking = ""
        self._said = ""
        self._fades_left = N_FADES
        self._fading = QTimer(self, singleShot=True)
        self._fading.timeout.connect(self._fade)
        self._queue: deque[Event] = deque()
        self._layout = Layout()
        self._frame = QGridLayout(self)  # of what stands on the felt
        self._frame.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._moving: list[Moving] = []
        self._moving_ms = 0
        self._share = 0.0  # share of the movement's time that is over
        self._painted = QRegion()  # where moving cards were painted last
        self._still: QPixmap | None = None
        self._clock = QElapsedTimer()
        self._frames = QTimer(self, interval=FRAME_MS)
        self._frames.timeout.connect(self._next_frame)
        self._choices: tuple[Choice, ...] = ()
        self._hinted: Choice | None = None
        self.chosen: list[int] = []  # places in the hand
        self._cursor = 0
        self._target = ""
        self._hovered: int | None = None  # place in the hand
        self._pressed: tuple[QPointF, int | None] | None = None
        self._drag: QPointF | None = None
        self._dragged: list[int] = []
        self.n_painted = 0
        theme.changed.connect(self.redraw)

    # -- what is shown --------------------------------------------------------------------------

    def show_view(self, view: TableView | None) -> None:
        """Show a table as it stands; what was still to be shown is dropped with the old one."""
        self._queue.clear()
        self._end_moving()
        self.view, self.last = view, None
        self._order, self._gained = [], []
        self.say("")
        self.set_choices(())
        self.redraw()

    def put(self, notice: QWidget) -> None:
        """Put something on the felt, in the middle of the table or at least between the name
        plates.
        """
        self._frame.addWidget(notice, 0, 0, Qt.AlignmentFlag.AlignCenter)

    def show_deal(self, view: TableView) -> None:
        """Show a table that was just dealt: its cards fly from the deck to the hands."""
        self.show_view(view)
        self._fly_from_deck()
        if self._moving:
            self._start_moving(self._deal_ms)

    @property
    def _deal_ms(self) -> int:
        return round(DEAL_MS * self._pace_ms / USUAL_MS)

    @property
    def _pace_ms(self) -> int:
        """The milliseconds of one move; 0 if motion is to be reduced."""
        return 0 if theme.settings.reduce_motion else self.move_ms

    def _fly_from_deck(self) -> None:
        """Let every card of the hands come from the deck, one after the other."""
        if not self._pace_ms:
            return
        deck = [area.rect for area in self._layout.areas if area.place == "deck"]
        start = deck[0] if deck else QRectF(self._layout.middle.center(), QSizeF(1, 1))
        cards = [card for card in self._layout.cards if card.place.startswith("seat")]
        cards.sort(key=lambda card: card.index)
        self._moving = [
            Moving(card, QRectF(start.topLeft(), card.rect.size()), STAGGER * i / len(cards), True)
            for i, card in enumerate(cards)
        ]

    def show_event(self, event: Event) -> None:
        """Show an event now, or after those that wait."""
        self._queue.append(event)
        if not self._frames.isActive():
            self._show_next()

    @property
    def is_settled(self) -> bool:
        """True if nothing moves and no event waits."""
        return not self._queue and not self._frames.isActive()

    def _show_next(self) -> None:
        event = self._queue.popleft()
        before = self._lay_out(event.before)
        self.view, self.last = event.after, event
        self.chosen, self._hinted = [], None
        is_deal = event.seat is None and any(seat.cards for seat in event.after.seats)
        if is_deal:
            self._order = []
        self._gained = self._gained_by(event)
        self._layout = self._lay_out(event.after)
        duration = self._pace_ms
        if is_deal:
            self._fly_from_deck()
            duration = self._deal_ms
        else:
            origins = movement(before, self._layout) if duration else {}
            self._moving = [Moving(self._layout.cards[i], rect) for i, rect in origins.items()]
            duration *= SLOW if _ends_exchange(event) else 1
        self._describe()
        self.refresh()
        announce(self, self._spoken_event(event))
        if event.consequence:
            self.say(event.consequence)
        self.shown.emit(event)
        if self._moving:
            self._start_moving(duration)
        else:
            self._go_on()

    def _start_moving(self, duration_ms: int) -> None:
        self._moving_ms, self._share = duration_ms, 0.0
        self._painted = QRegion(self.rect())
        self.refresh()
        self._clock.start()
        self._frames.start()

    def _spoken_event(self, event: Event) -> str:
        """Return an event in words, with a card that only the near seat may see."""
        if self.bottom is None or event.seat != self.bottom:
            return event.text
        before, after = (len(view.seats[self.bottom].cards) for view in (event.before, event.after))
        unnamed = [card for card in self._gained if after > before and card not in event.text]
        return f"{event.text}: {_spoken_cards(unnamed)}" if unnamed else event.text

    def _gained_by(self, event: Event) -> list[str]:
        """Return the cards that the near seat drew in this turn, or was given, and still holds."""
        if self.bottom is None or event.seat is None or not self.is_open(self.bottom):
            return []
        if event.seat != self.bottom and not _ends_exchange(event):
            return []
        before, after = (Counter(v.seats[self.bottom].cards) for v in (event.before, event.after))
        gained = list((after - before).elements())
        lost = Counter((before - after).elements())
        return gained or [card for card in self._gained if not lost[card]]

    def _go_on(self) -> None:
        if self._queue:
            if not self._pace_ms:
                self.repaint()  # each one is seen, however fast they come
            self._show_next()
        else:
            self.settled.emit()

    def _next_frame(self) -> None:
        if self._clock.elapsed() >= self._moving_ms:
            self._end_moving()
            self._go_on()
            return
        before, self._share = self._share, self._clock.elapsed() / self._moving_ms
        fresh = QRegion()
        for moving in self._moving:
            if moving.done(before) < 1 and moving.done(self._share) > 0:
                fresh += moving.at(self._share).toAlignedRect().adjusted(-2, -2, 2, 2)
        self.update(self._painted + fresh)  # where cards were is repainted as well
        self._painted = fresh

    def _end_moving(self) -> None:
        self._frames.stop()
        self._moving = []
        self.refresh()

    def redraw(self) -> None:
        """Lay out and draw everything again."""
        self._layout = Layout() if self.view is None else self._lay_out(self.view)
        self._frame.setContentsMargins(0, *self._between_plates())
        self._describe()
        self.refresh()

    def _between_plates(self) -> tuple[int, int, int]:
        """Return the margins above, right of and below what stands on the felt."""
        plates, middle = self._layout.plates, self._layout.middle
        if middle.height() >= NOTICE_PX:
            return round(middle.top()), 0, round(self.height() - middle.bottom())
        far = [plate.rect.bottom() for plate in plates if plate.seat != self.bottom]
        near = [plate.rect.top() for plate in plates if plate.seat == self.bottom]
        below = self.height() - min(near) if near else 0.0
        return round(max(far, default=0.0)), 0, round(below)

    def refresh(self) -> None:
        """Draw again what lies still."""
        self._still = None
        self.update()

    def sort_by(self, game: Game, by: str, rules: Rules) -> None:
        """Sort the near hand in one of the orders of a game."""
        self.arrange = lambda cards: game.arrange(cards, by, rules)

    def _lay_out(self, view: TableView) -> Layout:
        size = QSizeF(self.size())
        return lay_out(
            view,
            size,
            self.bottom,
            self.is_open,
            self._arranged if self.arrange is not None else None,
            painting.letters(),
            self.largest_hand,
        )

    def _arranged(self, cards: Sequence[str]) -> Sequence[Sequence[str]]:
        """Sort the near hand, or leave it as it was arranged; the card just drawn comes last."""
        if self._order:
            left, order = Counter(cards), list[str]()
            for card in self._order:
                if left[card] > 0:
                    left[card] -= 1
                    order.append(card)
            return [(*order, *left.elements())]
        assert self.arrange is not None
        drawn = self._gained if len(self._gained) == 1 else []
        held = list((Counter(cards) - Counter(drawn)).elements())
        *groups, last = self.arrange(held) or [()]
        if groups and drawn:
            return [*groups, last, tuple(drawn)]
        return [*groups, (*last, *drawn)]

    def set_thinking(self, words: str) -> None:
        """Say who thinks, or nobody."""
        if words != self.thinking:
            self.thinking = words
            self.refresh()

    def set_chances(self, chances: Sequence[float]) -> None:
        """Show every seat's chance to win on its plate, or none."""
        if tuple(chances) != self.chances:
            self.chances = tuple(chances)
            self.refresh()

    def say(self, words: str, stays: bool = False) -> None:
        """Show words beside the near plate: a rule, a hint, news; they fade unless they stay."""
        self._said, self._fades_left = words, N_FADES
        self._fading.stop()
        if words:
            self.setAccessibleDescription(words)
            announce(self, words)
            if not stays:
                self._fading.start(READ_MS + LETTER_MS * len(words))
        self.update()

    def _fade(self) -> None:
        """Fade a message away, at once if motion is to be reduced."""
        self._fades_left = 0 if theme.settings.reduce_motion else self._fades_left - 1
        if self._fades_left > 0:
            self._fading.start(FADE_MS // N_FADES)
        else:
            self._said = ""
        self.update()

    def _describe(self) -> None:
        if self.view is None:
            return
        hand = _spoken_cards([card.shown for card in self.hand])
        self.setAccessibleDescription(f"{self.view.headline}. {hand}")

    # -- playing --------------------------------------------------------------------------------

    @property
    def _own(self) -> str:
        return f"seat {self.bottom}"

    @property
    def hand(self) -> list[Placed]:
        """The cards of the near seat, as they lie."""
        return [card for card in self._layout.cards if card.place == self._own]

    @property
    def chosen_cards(self) -> list[str]:
        """The cards that are chosen, in the order of the hand."""
        hand = self.hand
        return [hand[i].card for i in sorted(self.chosen) if i < len(hand)]

    @property
    def covers_plates(self) -> bool:
        """True if words to the player stand over other plates, because the felt is small."""
        return self._layout.scale.is_tight

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Set what may be done now; nothing while it is not the person's turn."""
        self._choices = tuple(choices)
        self._hinted, self.chosen, self._target = None, [], ""
        self._cursor = min(self._cursor, max(len(self.hand) - 1, 0))
        self.refresh()
        self.picked.emit()

    def show_hint(self, choice: Choice, words: str) -> None:
        """Light up the cards and the place of a hint."""
        self._hinted = choice
        self.say(words, stays=True)
        self.refresh()

    def choose_card(self, index: int) -> None:
        """Choose a card of the hand, or deselect it."""
        if not self._choices or not 0 <= index < len(self.hand):
            return
        self._cursor = index
        self.say("")
        if index in self.chosen:
            self.chosen.remove(index)
        else:
            self.chosen.append(index)
        self.refresh()
        self.picked.emit()

    def bring(self, place: str) -> None:
        """Bring the chosen cards to a place."""
        self.brought.emit(tuple(self.chosen_cards), place)

    def let_go(self) -> bool:
        """Deselect chosen cards and the place the keys point at; False if there is neither."""
        was_held = bool(self.chosen or self._target)
        self.chosen, self._target = [], ""
        self.say("")
        self.refresh()
        self.picked.emit()
        return was_held

    def _lit_cards(self) -> set[int]:
        """Return the places in the hand that can be chosen next."""
        chosen, lit = Counter(self.chosen_cards), set()
        for choice in self._choices:
            wanted = Counter(choice.cards)
            if not chosen - wanted:
                lit |= self._places_of(wanted)
        if chosen and not lit:  # several melds, or a card that cannot be played
            lit = self._places_of({card for choice in self._choices for card in choice.cards})
        return lit

    def _places_of(self, cards: Container[str]) -> set[int]:
        return {i for i, card in enumerate(self.hand) if card.card in cards}

    def _lit_places(self) -> set[str]:
        """Return the places where the chosen cards may go."""
        chosen = Counter(self.chosen_cards)
        return {_place_of(c) for c in self._choices if Counter(c.cards) == chosen}

    def _place_at(self, point: QPointF) -> str:
        """Return the place under a point: the smallest wins; the middle counts as the table."""
        around = [a for a in self._layout.areas if a.place != self._own]
        hits = [a for a in around if a.rect.adjusted(-6, -6, 6, 16).contains(point)]
        if not hits:
            return "table" if self._layout.middle.contains(point) else ""
        return min(hits, key=lambda a: a.rect.width() * a.rect.height()).place

    def _card_at(self, point: QPointF) -> int | None:
        hand = self.hand
        for index in reversed(range(len(hand))):
            rect = hand[index].rect
            lifted = rect.translated(0, -LIFT) if index in self.chosen else rect
            if lifted.contains(point):
                return index
        return None

    @property
    def _can_arrange(self) -> bool:
        """True if the person may put the cards of the hand in another order."""
        return self.arrange is not None and self.bottom is not None and self.is_open(self.bottom)

    def sort_hand(self) -> None:
        """Sort the hand again, whatever order the person gave it."""
        self._order = []
        self.redraw()

    def _move_cards(self, indices: Sequence[int], place: int) -> None:
        """Put cards of the hand before the card at a place, and remember the order."""
        hand = [card.card for card in self.hand]
        moved = [hand[i] for i in sorted(indices)]
        before = [card for i, card in enumerate(hand) if i not in indices and i < place]
        after = [card for i, card in enumerate(hand) if i not in indices and i >= place]
        self._order = [*before, *moved, *after]
        self.chosen, self._cursor = [], len(before)
        self.redraw()
        self.picked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a card to choose or to drag it, a place to bring cards there."""
        if event.button() != Qt.MouseButton.LeftButton or self.view is None:
            return
        self.setFocus()
        self._pressed = (event.position(), self._card_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the card that is pressed."""
        start, index = self._pressed or (QPointF(), None)
        self._point_at(event.position())
        if index is None or not (self._choices or self._can_arrange):
            return
        if (event.position() - start).manhattanLength() > DRAG_PX or self._drag is not None:
            if self._drag is None:
                self._begin_drag(index)
            self._drag = event.position() - start
            self.refresh()

    def _begin_drag(self, index: int) -> None:
        """Take up a card, and the chosen ones with it."""
        self.say("")
        self._hovered = None
        self._dragged = sorted({index, *self.chosen})

    def _point_at(self, point: QPointF) -> None:
        """Lift the card under the pointer, and show a hand where a click does something."""
        lifted = self._card_at(point) if self._choices and self._pressed is None else None
        if lifted != self._hovered:
            self._hovered = lifted
            if not theme.settings.reduce_motion:
                self.refresh()
        place = self._place_at(point)
        is_free = place in self._lit_places() and (bool(self.chosen) or place in PILES)
        can_click = bool(self._choices) and (self._card_at(point) is not None or is_free)
        shape = Qt.CursorShape.PointingHandCursor if can_click else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Bring dropped cards to a place; a click chooses a card or names the place."""
        if self._pressed is None:
            return
        (_, index), was_dragged = self._pressed, self._drag is not None
        self._pressed = self._drag = None
        place = self._place_at(event.position())
        if was_dragged:
            self._drop(event.position(), place)
        elif index is not None:
            self.choose_card(index)
        elif place:
            self.bring(place)

    def _drop(self, point: QPointF, place: str) -> None:
        """Bring what was dragged to a place, or put it elsewhere in the hand."""
        dragged, self._dragged = self._dragged, []
        hand = self.hand
        if self._can_arrange and point.y() >= hand[0].rect.y() - LIFT:
            lefts = [card.rect.x() for card in hand]
            # Half of the part of a card that is seen.
            half = (lefts[1] - lefts[0]) / 2 if len(hand) > 1 else 0.0
            self._move_cards(dragged, sum(left + half < point.x() for left in lefts))
        elif self._choices:
            self.chosen = dragged
            self.picked.emit()
            if place:
                self.bring(place)
        self.refresh()

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the card under the pointer."""
        super().leaveEvent(event)
        if self._hovered is not None:
            self._hovered = None
            self.refresh()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Play a card alone, if there is only one place where it may go."""
        index = self._card_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or index is None or not self._choices:
            return
        self.chosen = []
        self.choose_card(index)
        places = self._lit_places()
        if len(places) == 1:
            self.bring(places.pop())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move over hand and places with the arrows; Space chooses, Enter plays, Escape deselects.

        With Shift the arrows move the card itself.
        """
        key, shift = event.key(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.hand:
            step = 1 if key == Qt.Key.Key_Right else -1
            if shift and self._can_arrange and 0 <= self._cursor + step < len(self.hand):
                self._move_cards([self._cursor], self._cursor + (2 if step > 0 else -1))
            else:
                self._cursor = (self._cursor + step) % len(self.hand)
            self._announce_card()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.hand:
            self._cursor = 0 if key == Qt.Key.Key_Home else len(self.hand) - 1
            self._announce_card()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._next_target(1 if key == Qt.Key.Key_Up else -1)
        elif key == Qt.Key.Key_Space:
            self.choose_card(self._cursor)
            self._announce_card()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.bring(self._target or "table")
        elif key == Qt.Key.Key_Escape:
            self.let_go()
        else:
            super().keyPressEvent(event)
            return
        self.refresh()

    def _announce_card(self) -> None:
        """Say which card the keys point at, and whether it is chosen or can be."""
        hand = self.hand
        words = [spoken(hand[self._cursor].shown), f"{self._cursor + 1} of {len(hand)}"]
        if self._cursor in self.chosen:
            words.append("chosen")
        elif self._excludes and self._cursor not in self._lit_cards():
            words.append("cannot be played now")
        announce(self, ", ".join(words))

    def _next_target(self, step: int) -> None:
        """Point at the next place where the chosen cards, or else some cards, may go."""
        named = self._lit_places() or {_place_of(choice) for choice in self._choices}
        places = [a.place for a in self._layout.areas if a.place in named]
        if places:
            self.say("")
            at = places.index(self._target) if self._target in places else -1
            self._target = places[(at + step) % len(places)]
            words = f"To {_spoken_place(self._target, self.view)}"
            self.setAccessibleDescription(words)
            announce(self, words)

    # -- painting -------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out everything again."""
        super().resizeEvent(event)
        is_dealing = any(moving.turns for moving in self._moving)
        was_moving = bool(self._moving)
        self.redraw()
        if is_dealing:
            self._fly_from_deck()  # to where the cards lie now
            self._painted = QRegion(self.rect())
        elif was_moving:
            self._end_moving()
            self._go_on()

    def sizeHint(self) -> QSize:
        """Return a table for a window of common size."""
        return QSize(860, 520)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what lies still, then what moves, then words."""
        self.n_painted += 1
        if self._still is None:
            self._still = self._draw_still()
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        clip = event.rect()
        corner, size = QPointF(clip.topLeft()) * ratio, QSizeF(clip.size()) * ratio
        painter.drawPixmap(QRectF(clip), self._still, QRectF(corner, size))
        painter.setRenderHints(painting.SMOOTH)
        for moving in self._moving:
            rect, done = moving.at(self._share), moving.done(self._share)
            if moving.turns and not done:
                continue  # it still lies in the deck
            if rect.toAlignedRect().adjusted(-2, -2, 2, 2).intersects(clip):
                is_back = moving.turns and done < 0.5
                card = replace(moving.card, shown=HIDDEN) if is_back else moving.card
                self._draw_card(painter, card, rect)
        if self._drag is not None:
            self._draw_dragged(painter)
        if self._said and self.view is not None:
            painter.setOpacity(self._fades_left / N_FADES)
            painting.draw_message(painter, self._said, QRectF(self.rect()), self._layout)
        painter.end()

    def _draw_still(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(theme.color("window"))
        painter = QPainter(pixmap)
        painter.setRenderHints(painting.SMOOTH)
        painting.draw_cloth(painter, QRectF(self.rect()))
        if self.view is not None:
            mover = None if self.last is None else self.last.seat
            painting.draw_titles(painter, self._layout, self.view)
            painting.draw_plates(
                painter, self._layout, self.view, mover, self.thinking, self.chances
            )
            self._draw_cards(painter)
            self._draw_lights(painter)
        painter.end()
        return pixmap

    def _draw_lights(self, painter: QPainter) -> None:
        """Draw rings around places: where a hint points, where the keys point, where cards
        may go.
        """
        lit = self._lit_places() if self._choices else set()
        hinted = "" if self._hinted is None else _place_of(self._hinted)
        for area in self._layout.areas:
            rect = area.rect.adjusted(-3, -3, 3, 3)
            if area.place == hinted:
                painting.draw_ring(painter, rect, "gold", 3.0)
            elif area.place in lit and (self.chosen or area.place in PILES):
                painting.draw_ring(painter, rect, "free_ring", 2.4)
            if area.place == self._target:  # around the others: both are seen
                painting.draw_ring(painter, area.rect.adjusted(-6, -6, 6, 6), "on_cloth", 2.4)

    def _draw_cards(self, painter: QPainter) -> None:
        moving = {id(m.card) for m in self._moving}
        lit = self._lit_cards() if self._choices else set()
        hinted = Counter(() if self._hinted is None else self._hinted.cards)
        tops = {place: painting.n_cards_at(self._layout, place) for place in PILES}
        new = self._new_cards()
        for card in self._layout.cards:
            if id(card) in moving or (card.place in PILES and card.index < tops[card.place] - 3):
                continue
            if card.place != self._own:
                self._draw_card(painter, card, card.rect)
                if id(card) in new:  # at once: what lies above it covers its ring, too
                    painting.draw_ring(painter, card.rect.adjusted(-1, -1, 1, 1), "last_ring", 2.2)
                continue
            rect = card.rect
            if self._drag is not None and card.index in self._dragged:
                continue
            if card.index in self.chosen:
                rect = rect.translated(0, -LIFT)
            elif card.index == self._hovered and not theme.settings.reduce_motion:
                rect = rect.translated(0, -HOVER_LIFT)
            self._draw_card(painter, card, rect)
            self._mark(painter, card, rect, lit, hinted)
        painting.draw_marks(painter, self._layout)

    def _mark(
        self, painter: QPainter, card: Placed, rect: QRectF, lit: set[int], hinted: "Counter[str]"
    ) -> None:
        """Brighten what may be played, shade what may not; a hint is gold."""
        edge = rect.adjusted(1, 1, -1, -1)
        if hinted[card.card] > 0:
            hinted[card.card] -= 1
            painting.draw_ring(painter, edge, "gold", 3.0)
        elif self._excludes and card.index not in lit:
            painting.draw_shade(painter, rect)
        elif card.index in self.chosen:
            painting.draw_ring(painter, edge, "accent", 2.4)
        elif card.card in self._gained and self._is_newest(card):
            painting.draw_ring(painter, edge, "last_ring", 2.2)
        if self.hasFocus() and self._choices and card.index == self._cursor:
            spot = QRectF(rect.x() + 6, rect.bottom() - 6, rect.width() * 0.5, 3)
            painter.fillRect(spot, theme.color("accent"))

    def _is_newest(self, card: Placed) -> bool:
        """Return True for the last of equal cards: the one that was just drawn."""
        return not any(c.card == card.card and c.index > card.index for c in self.hand)

    @property
    def _excludes(self) -> bool:
        """True if some cards may not be played now; before a draw all are bright."""
        return any(choice.cards or choice.target == "pass" for choice in self._choices)

    def _new_cards(self) -> set[int]:
        """Return the cards on the table that the last move brought there."""
        if self.last is None or self._moving:
            return set()
        before = {(c.place, c.card) for c in self._lay_out(self.last.before).cards}
        cards = [c for c in self._layout.cards if not c.place.startswith(("seat", "deck", "gone"))]
        return {id(card) for card in cards if (card.place, card.card) not in before}

    def _draw_card(self, painter: QPainter, card: Placed, rect: QRectF) -> None:
        painting.draw_card(painter, card, rect, self.devicePixelRatioF())

    def _draw_dragged(self, painter: QPainter) -> None:
        assert self._drag is not None
        hand = self.hand
        for index in self._dragged:
            self._draw_card(painter, hand[index], hand[index].rect.translated(self._drag))


def _ends_exchange(event: Event) -> bool:
    """Return True if gifts that lay face down have gone to their new owners."""
    before, after = ([g.place for g in v.groups] for v in (event.before, event.after))
    had_gifts = any(place.startswith("gift") for place in before)
    return had_gifts and not any(place.startswith("gift") for place in after)


def _spoken_cards(cards: Sequence[str]) -> str:
    return ", ".join(map(spoken, cards))


def _spoken_place(place: str, view: TableView | None) -> str:
    """Return a place in words: "the trash", "the meld 6♣ 6♥ 6♠"."""
    for group in () if view is None else view.groups:
        if group.place == place and place.startswith("meld"):
            return f"the meld {' '.join(group.cards)}"
    if place.startswith("seat") and view is not None:
        return view.seats[int(place.split()[1])].name
    return f"the {place}"


def _place_of(choice: Choice) -> str:
    """Return where a choice goes on the felt: a play, or passing, is a matter of the table."""
    return "table" if choice.target in ("trick", "pass") else choice.target
