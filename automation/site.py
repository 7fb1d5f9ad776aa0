"""The Pokle page as a person uses it: read the table, type a card, submit, wait for the colours.

It reads what can be seen and nothing else: no storage, no variables of scripts, no answers of the
network. All waiting is for something to appear. It goes on as long as the page keeps changing, and
ends when nothing has moved for some seconds, or when it is asked to stop.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict, TypeVar

from playwright.sync_api import Page

from automation.errors import PageError, PageRefusedError, PageStillError, PartNotFoundError
from automation.look import Look, parse_look
from automation.parts import KINDS, N_CELLS, Place, cell_part, places_of
from automation.profiles import Profile
from automation.reading import (
    Cell,
    is_colouring,
    is_drawn,
    open_row,
    read_cells,
    read_game,
    read_kind,
    read_rows,
    row_of,
    shown_step,
    shows_tutorial,
    way_of,
)
from automation.state import Board, GameState
from automation.tab import Tab, load_script
from engine.cards import Card, shorten
from engine.errors import Cancelled, InputError
from engine.pokle.feedback import Row

LOOK = load_script("look.js")
AIM = load_script("aim.js")
FOCUS = load_script("focus.js")
DRAW = load_script("draw.js")
CHANGED = f"([kinds, seen]) => ({LOOK})(kinds) !== seen"
N_ATTEMPTS = 3  # to fill a row
N_SETTLES = 10  # changes that are waited for before a row is filled
SLICE_S = 0.2  # how long a wait may go on before it looks whether it should stop

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, in seconds, counted from the last thing that happened."""

    load_s: float = 20.0  # for a site to answer
    retry_s: float = 1.0  # before a site that answers with errors is tried again; doubles
    draw_s: float = 8.0  # for a page that shows nothing of a game yet
    part_s: float = 6.0  # for a part of the page to be there
    obstacle_s: float = 3.0  # for something to move off a button, before the keyboard is used
    card_s: float = 1.5  # for a typed card to show
    settle_s: float = 0.4  # without a change, before a row that says nothing is filled
    refusal_s: float = 8.0  # for a first colour, before the guess counts as refused
    still_s: float = 10.0  # for the next colour, while nothing else moves
    total_s: float = 120.0  # for all that keeps moving


class Target(TypedDict):
    """Where an element is, and whether it is in view with nothing over it."""

    x: float
    y: float
    clear: bool


class PokleSite:
    """One open page."""

    def __init__(
        self,
        page: Page,
        profile: Profile,
        patience: Patience | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.tab = Tab(page, should_stop)
        self.profile = profile
        self.patience = patience or Patience()
        self._should_stop = should_stop
        self._places = {kind: places_of(profile, kind) for kind in (*KINDS, "tutorial")}
        self._sent = {
            kind: [[place.sent() for place in places] for places in ways]
            for kind, ways in self._places.items()
        }
        self.seen = ""  # the last look as it came
        self._game_seen: GameState | None = None

    def open(self, url: str) -> None:
        """Go to the address."""
        self.tab.open(url, self.patience.load_s)

    def look(self) -> Look:
        """All parts of the page, read in one moment."""
        self.seen = self.tab.ask(LOOK, self._sent)
        look = parse_look(self.seen)
        if look.bad:
            raise InputError(
                f'the profile {self.profile.name} says "{shorten(look.bad[0], 80)}", which is no '
                "selector: correct it (`assistant pokle profile` tells where it comes from)"
            )
        return look

    def wait_until_drawn(self) -> None:
        """Give the page time to show something of a game, or of the tutorial before it."""
        self._until(lambda look: is_drawn(look) or shows_tutorial(look) or None, "player table")

    def read(self, dismiss: bool = True, patient: bool = False) -> GameState:
        """The game once it can be read: tutorial dismissed, table drawn, colours complete.

        If `patient`, a person reads the tutorial: no time is counted while it shows.
        """

        def settled(look: Look) -> GameState | None:
            if dismiss and self.dismiss_tutorial(look):
                return None
            if is_colouring(read_cells(look, self.profile)):
                return None
            return self._game(look)

        what = "colours of the last guess"
        return self._until(settled, what, self.patience.still_s, patient)

    def _game(self, look: Look) -> GameState:
        """The game of this look; once it is over the table may show other things than trophies."""
        rows = read_rows(look, self.profile)
        if self._game_seen is not None:
            over = replace(self._game_seen, rows=rows)
            if over.is_finished:
                return over
        self._game_seen = read_game(look, self.profile)
        return self._game_seen

    def dismiss_tutorial(self, look: Look) -> bool:
        """Click the step of the tutorial that is shown; False if none is."""
        step = shown_step(look)
        return step is not None and self._press(self._aim([self._places["tutorial"][0][step]])[0])

    def row_to_fill(self) -> int:
        """The row that takes cards (from 0), once there is one.

        A row that does not say that it is open may still be drawn after the colours above it.
        """

        def found(look: Look) -> list[int] | None:
            row = open_row(read_cells(look, self.profile))
            return None if row is None else [row]

        row = self._until(found, "row for the next guess", self.patience.still_s)[0]
        if row > 0 and not all(cell.active for cell in self._row(self.look(), row)):
            self._settle()
        return row

    def _settle(self) -> None:
        """Wait until the page has stood still for a moment."""
        for _ in range(N_SETTLES):
            if not self.wait_for_change(self.patience.settle_s):
                return
            self.look()

    def type_guess(self, guess: int, cards: Sequence[Card]) -> Board:
        """Fill row `guess` (from 0); returns the cards in the order they were placed."""
        wanted = arrange(cards, self._shown_cards(guess))
        self._type_quickly(guess, wanted)
        for _ in range(N_ATTEMPTS):
            wrong = [i for i, card in enumerate(self._shown_cards(guess)) if card != wanted[i]]
            if not wrong:
                return wanted
            for index in wrong:
                self.type_card(guess, index, wanted[index])
        raise PageRefusedError(f"guess {guess + 1} does not keep the cards that are typed")

    def shows(self, guess: int, cards: Board) -> bool:
        """True if row `guess` shows these cards."""
        return self._shown_cards(guess) == list(cards)

    def type_card(self, guess: int, index: int, card: Card) -> None:
        """Fill one cell, rank first; if the page does not take it, suit first."""
        keys = [card.rank_name, card.suit.name.lower()]
        for order in (keys, keys[::-1]):
            self._click(lambda look: self._cell_place(look, guess, index))
            for key in order:
                self._click(lambda look, key=key: self._key_place(look, key))  # type: ignore[misc]
            if self._comes_true(lambda: self._shown_cards(guess)[index] == card):
                return
        raise PageRefusedError(f"{cell_part(guess, index)} does not take the card {card!r}")

    def submit(self) -> None:
        """Hand the row in."""
        self._click(self._submit_place)

    def wait_for_row(self, guess: int) -> Row | None:
        """The row's colours once there are five; None if the page refuses the guess."""
        start_s = time.monotonic()
        refusal_s = self.patience.refusal_s

        def finished(look: Look) -> list[Row | None] | None:
            cells = self._row(look, guess)
            row = row_of(cells)
            if row is not None:
                return [row]
            untouched = not any(cell.colour or cell.active is False for cell in cells)
            late = time.monotonic() - start_s > refusal_s
            return [None] if late and untouched else None

        return self._until(
            finished, f"colours of guess {guess + 1}", max(self.patience.still_s, refusal_s + 1)
        )[0]

    def draw(self, text: str) -> None:
        """Show a line beside the page; "" takes it away."""
        self.tab.ask(DRAW, [text])

    def wait_for_change(self, seconds: float = SLICE_S) -> bool:
        """Wait until the page shows something else than at the last look; False if it does not."""
        return self.tab.wait_until(CHANGED, [self._sent, self.seen], seconds)

    # -- where things are -----------------------------------------------------------------------

    def _cell_place(self, look: Look, guess: int, index: int) -> Place:
        self._row(look, guess)
        return self._places["cells"][way_of(look, self.profile, "cells")][N_CELLS * guess + index]

    def _key_place(self, look: Look, key: str) -> Place:
        number = read_kind(look, self.profile, "keys").index(key) + 1
        return replace(self._places["keys"][way_of(look, self.profile, "keys")][0], n=number)

    def _submit_place(self, look: Look) -> Place:
        return self._places["submit"][way_of(look, self.profile, "submit")][0]

    def _row(self, look: Look, guess: int) -> list[Cell]:
        rows = read_cells(look, self.profile)
        if guess >= len(rows):
            raise PartNotFoundError(cell_part(guess, 0))
        return rows[guess]

    def _shown_cards(self, guess: int) -> list[Card | None]:
        cells = self._until(lambda look: self._row(look, guess), cell_part(guess, 0))
        return [cell.card for cell in cells]

    # -- what a hand does -----------------------------------------------------------------------

    def _click(self, find: Callable[[Look], Place]) -> None:
        """Click what is found, once nothing lies over it."""
        place = self._until(find, "part to click")
        end_s = time.monotonic() + self.patience.obstacle_s
        while True:
            if self._press(self._aim([place])[0]):
                return
            if time.monotonic() > end_s:
                self._press_by_keyboard(place)
                return
            self._clear_the_way()
            place = self._until(find, "part to click")

    def _press(self, target: Target | None) -> bool:
        if target is None or not target["clear"]:
            return False
        self.tab.click(target["x"], target["y"])
        return True

    def _press_by_keyboard(self, place: Place) -> None:
        """Focus and Enter: what a person does if something covers a button and stays."""
        self.tab.press("Escape")  # a dialog that nobody knows may be what lies there
        self.tab.ask(FOCUS, [place.sent()])
        self.tab.press("Enter")

    def _clear_the_way(self) -> None:
        """Dismiss a late tutorial, or wait for a change."""
        if not self.dismiss_tutorial(self.look()):
            self._wait_or_stop(SLICE_S)

    def _aim(self, places: Sequence[Place]) -> list[Target | None]:
        found: list[Target | None] = self.tab.ask(AIM, [place.sent() for place in places])
        return found

    def _type_quickly(self, guess: int, wanted: Board) -> None:
        """Type without looking in between; whatever went wrong is seen and typed again."""
        look = self.look()
        shown = [cell.card for cell in self._row(look, guess)]
        places = [
            place
            for index, card in enumerate(wanted)
            if shown[index] != card
            for place in self._card_places(look, guess, index, card)
        ]
        targets = self._aim(places)
        if all(target and target["clear"] for target in targets):
            for target in targets:
                self._press(target)

    def _card_places(self, look: Look, guess: int, index: int, card: Card) -> list[Place]:
        keys = (card.rank_name, card.suit.name.lower())
        return [
            self._cell_place(look, guess, index),
            *(self._key_place(look, key) for key in keys),
        ]

    # -- waiting --------------------------------------------------------------------------------

    def _comes_true(self, condition: Callable[[], bool]) -> bool:
        end_s = time.monotonic() + self.patience.card_s
        while not condition():
            if time.monotonic() > end_s:
                return False
            self._wait_or_stop(SLICE_S)
        return True

    def _until(
        self,
        ready: Callable[[Look], Found | None],
        what: str,
        still_s: float | None = None,
        patient: bool = False,
    ) -> Found:
        """Look again after every change until `ready` finds something.

        The wait ends when nothing has changed for `still_s`; a page that cannot be read has
        `part_s` to change, one that shows nothing of a game `draw_s`. Then its error is raised.
        If `patient`, the tutorial may stand there for as long as it likes.
        """
        start_s = moved_s = time.monotonic()
        before = self.seen
        while True:
            problem: PageError | None = None
            drawn = is_waiting = False
            try:
                look = self.look()
                drawn = is_drawn(look)
                is_waiting = patient and shows_tutorial(look)
                found = ready(look)
                if found is not None:
                    return found
            except PageError as error:
                problem = error
            now_s = time.monotonic()
            if self.seen != before:
                before, moved_s = self.seen, now_s
            if is_waiting:
                start_s = moved_s = now_s
            limit_s = self.patience.part_s if problem or still_s is None else still_s
            limit_s = limit_s if drawn else self.patience.draw_s
            if now_s - moved_s > limit_s or now_s - start_s > self.patience.total_s:
                raise problem or PageStillError(what, now_s - moved_s)
            self._wait_or_stop(SLICE_S)

    def _wait_or_stop(self, seconds: float) -> None:
        if self._should_stop():
            raise Cancelled("the game was stopped")
        self.wait_for_change(seconds)


def arrange(cards: Sequence[Card], shown: Sequence[Card | None]) -> Board:
    """The guess in the order that leaves cards already shown in place; a flop has no order."""
    flop = list(cards[:3])
    placed: list[Card | None] = [card if card in flop else None for card in shown[:3]]
    placed = [card if card not in placed[:i] else None for i, card in enumerate(placed)]
    left = [card for card in flop if card not in placed]
    return (*(card or left.pop(0) for card in placed), *cards[3:])
