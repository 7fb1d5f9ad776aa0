"""The Pokle page as a person uses it: read the table, type a card, submit, wait for the colours.

It reads what can be seen and nothing else: no storage, no variables of scripts, no answers of the
network. All waiting is for something to appear. It goes on as long as the page keeps changing, and
ends when nothing has moved for some seconds, or when it is asked to stop.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypedDict, TypeVar

from playwright.sync_api import Page

from automation.errors import (
    NoGameShownError,
    PageCoveredError,
    PageError,
    PageRefusedError,
    PageStillError,
    PartNotFoundError,
    button_words,
    one_line,
)
from automation.legend import parse_legends, unknown_legend
from automation.look import Look, parse_look
from automation.parts import KINDS, N_CELLS, ElementPlace, cell_part, places_of
from automation.profiles import Profile
from automation.reading import (
    Cell,
    blank_paints,
    check_rows,
    is_colouring,
    is_drawn,
    is_row_of,
    keys_of,
    open_row,
    read_cells,
    read_game,
    read_kind,
    read_rows,
    row_of,
    shown_step,
    shows_tutorial,
    unknown_colours,
    way_of,
)
from automation.state import Board, GameState
from automation.tab import Tab, load_script
from engine.cards import Card, in_symbols, shorten
from engine.errors import Cancelled, InputError
from engine.pokle.feedback import Row

LOOK = load_script("look.js")
AIM = load_script("aim.js")
FOCUS = load_script("focus.js")
DRAW = load_script("draw.js")
SEEN = load_script("seen.js")
COLOURS = load_script("colours.js")
LEGEND = load_script("legend.js")
CHANGED = f"([given, seen]) => ({LOOK})(given).split('\\n')[0] !== seen"
N_ATTEMPTS = 3  # to fill a row
N_SETTLES = 10  # changes that are waited for before a row is filled
TENS = ("t", "0", "10")  # what a keyboard may type for a ten
SLICE_S = 0.2  # between two checks whether a wait should stop

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, in seconds, counted from the last thing that happened."""

    load_s: float = 20.0  # for a site to answer
    retry_s: float = 1.0  # before a site that answers with errors is tried again; doubles
    draw_s: float = 12.0  # for a page that shows nothing of a game yet, and loads nothing
    part_s: float = 6.0  # for a part of the page to be there
    obstacle_s: float = 3.0  # for something to move off a button, before the keyboard is used
    card_s: float = 1.5  # for a typed card to show
    settle_s: float = 0.6  # without a change, before colours that may still change are believed
    refusal_s: float = 8.0  # for a first colour, before the guess counts as refused
    still_s: float = 10.0  # for the next colour, while nothing else moves
    total_s: float = 120.0  # for all that keeps moving


class Target(TypedDict):
    """The centre of an element, whether it is visible and uncovered, and what covers it if not."""

    x: float
    y: float
    clear: bool
    over: "Cover | None"


class Cover(TypedDict):
    """Something that covers an element: its first words and its buttons."""

    text: str
    buttons: list[str]
    dialog: bool


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
            "names": profile.attributes.model_dump(),
            "kinds": {
                kind: [[place.sent() for place in places] for places in ways]
                for kind, ways in self._places.items()
            },
        }
        self.seen = ""  # the last look as it came, without the boxes
        self._knows_paints = False
        self._game_seen: GameState | None = None
        self._by_touch = False  # the page takes no clicks of a mouse
        self._n_dismissed: dict[int, int] = {}
        self._unclear: PageError | None = None  # why the last look does not end a wait
        self._colours_seen: list[Row | None] = []
        self._colours_since_s = 0.0

    def open(self, url: str) -> None:
        """Go to the address."""
        self.tab.open(url, self.patience.load_s, self.patience.total_s)

    def look(self) -> Look:
        """Return all parts of the page, read in one moment."""
        if not self._knows_paints:
            paints = self.tab.ask(COLOURS, list(self.profile.colours))
            self.profile = self.profile.with_paints(paints)
            self._knows_paints = True
        brought = str(self.tab.ask(LOOK, self._sent))
        self.seen = brought.partition("\n")[0]
        look = parse_look(brought)
        if look.bad:
            raise InputError(
                f"the profile {self.profile.name} has the selector "
                f'"{shorten(look.bad[0], 80)}", which the browser does not understand: correct it '
                "(`assistant pokle profile` shows where it comes from)"
            )
        return look

    def wait_until_drawn(self) -> None:
        """Give the page time to show something of a game, or of the tutorial before it."""
        self._until(lambda look: is_drawn(look) or shows_tutorial(look) or None, "player table")

    def read(
        self, dismiss: bool = True, patient: bool = False, before_guess: bool = False
    ) -> GameState:
        """Return the game once it can be read: tutorial dismissed, table drawn, colours complete.

        If `patient`, a person reads the tutorial: no time is counted while it shows. If
        `before_guess`, colours that the page explains must be known, too.
        """

        def settled(look: Look) -> GameState | None:
            if before_guess:
                self._unclear = self.legend_problem(look)
                if self._unclear:
                    return None
            if dismiss and self.dismiss_tutorial(look):
                return None
            cells = read_cells(look, self.profile)
            self._unclear = unknown_colours(cells, self.profile)
            if self._unclear or is_colouring(cells) or not self._are_final(cells):
                return None
            return self._game(look)

        what = "colours of the last guess"
        return self._until(settled, what, self.patience.still_s, patient)

    def legend_problem(self, look: Look) -> PageError | None:
        """Return what is wrong with colours that the page explains, while no guess has any."""
        rows: list[list[Cell]] = []
        with suppress(PageError):
            rows = read_cells(look, self.profile)
        if any(row_of(cells) is not None for cells in rows):
            return None
        kinds = {kind: ways for kind, ways in self._sent["kinds"].items() if kind != "tutorial"}
        asked = {"kinds": kinds, "names": self._sent["names"], "words": self.profile.legend}
        legends = parse_legends(self.tab.ask(LEGEND, asked))
        return unknown_legend(legends, self.profile, blank_paints(rows))

    def _are_final(self, rows: Sequence[Sequence[Cell]]) -> bool:
        """Return True if colours have not changed for a moment, or need not be waited for.

        A page may paint every card grey before it shows the real colours. Colours shown in two ways
        are final once the next row is there.
        """
        coloured = [row_of(cells) for cells in rows]
        if coloured != self._colours_seen:
            self._colours_seen, self._colours_since_s = coloured, time.monotonic()
        if time.monotonic() - self._colours_since_s >= self.patience.settle_s:
            return True
        judged = [cells for cells, row in zip(rows, coloured, strict=True) if row is not None]
        is_confirmed = all(cell.is_confirmed(self.profile) for cells in judged for cell in cells)
        return not judged or (is_confirmed and open_row(rows) is not None)

    def _game(self, look: Look) -> GameState:
        """Return the game; once it is over, the table may show other things than trophies."""
        rows = read_rows(look, self.profile)
        if self._game_seen is not None:
            over = replace(self._game_seen, rows=rows)
            if over.is_finished:
                check_rows(over.puzzle, rows)
                return over
        self._game_seen = read_game(look, self.profile)
        return self._game_seen

    def press_place(self, place: ElementPlace) -> bool:
        """Click a place that is in view with nothing over it; False if it is not."""
        return self._press(self._aim([place])[0])

    def dismiss_tutorial(self, look: Look) -> bool:
        """Click the step of the tutorial that is shown; False if none is."""
        step = shown_step(look)
        if step is None or not self._press(self._aim([self._places["tutorial"][0][step]])[0]):
            return False
        self._n_dismissed[step] = self._n_dismissed.get(step, 0) + 1
        if self._n_dismissed[step] % N_ATTEMPTS == 0:  # it takes no clicks, perhaps it takes taps
            self._by_touch = not self._by_touch
        return True

    def row_to_fill(self) -> int:
        """Return the row that takes cards (from 0), once there is one.

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
        """Return True if row `guess` shows these cards and still takes others."""
        cells = self._until(lambda look: self._row(look, guess), cell_part(guess, 0))
        return [cell.card for cell in cells] == list(cards) and row_of(cells) is None

    def changed_row(self, rows: Sequence[Row]) -> Row | None:
        """Return the first of these rows that has other colours now than when it was read."""
        shown = self._until(lambda look: [read_rows(look, self.profile)], "guess rows")[0]
        colours = {row.guess: row.colors for row in shown}
        return next((r for r in rows if colours.get(r.guess, r.colors) != r.colors), None)

    def cards_kept(self) -> tuple[Card | None, ...]:
        """Return the cards in the row to fill, or () if there is no such row."""
        rows = read_cells(self.look(), self.profile)
        row = open_row(rows)
        return () if row is None else tuple(cell.card for cell in rows[row])

    def type_card(self, guess: int, index: int, card: Card) -> None:
        """Fill one cell, rank first; if the page does not take it, suit first, then by touch."""
        keys = [card.rank_name, card.suit.name.lower()]
        by_touch = self._by_touch
        tries = ((keys, by_touch), (keys[::-1], by_touch), (keys, not by_touch))
        for (order, touch), ten in zip(tries, TENS, strict=True):
            self._by_touch = touch
            self._click(lambda look: self._cell_place(look, guess, index))
            self._type_keys(order, ten)
            if self._comes_true(lambda: self._shown_cards(guess)[index] == card):
                return
        self._by_touch = by_touch
        raise PageRefusedError(f"{cell_part(guess, index)} does not take the card {card.symbol}")

    def _type_keys(self, keys: Sequence[str], ten: str) -> None:
        """Click the keys on the page; where it has none, press those of a keyboard."""
        if not self._has_keys(self.look()):
            for sign in "".join(ten if key == "10" else key.lower() for key in keys):
                self.tab.press(sign)
            return
        for key in keys:
            self._click(lambda look, key=key: self._key_place(look, key))  # type: ignore[misc]

    def _has_keys(self, look: Look) -> bool:
        """Return False if the page shows no card key at all."""
        return any(keys_of(elements, self.profile) for elements in look.ways("keys"))

    def submit(self) -> None:
        """Submit the row; a page without keys and button takes Enter."""
        self.tab.accepts_questions = True  # a page may ask whether the guess is meant
        try:
            look = self.look()
            if not self._has_keys(look) and not _has_submit(look):
                self.tab.press("Enter")
            else:
                self._click(self._submit_place)
        except PageError:
            self.tab.accepts_questions = False
            raise

    def wait_for_row(self, cards: Board) -> Row | None:
        """Return the colours of a guess once there are five, wherever its row went.

        None if the page refuses the guess: its row stands there as it was typed.
        """
        start_s = time.monotonic()
        refusal_s = self.patience.refusal_s

        def finished(look: Look) -> list[Row | None] | None:
            if self.dismiss_tutorial(look):
                return None
            rows = read_cells(look, self.profile)
            mine = [cells for cells in rows if is_row_of(cells, cards)]
            coloured = [row for cells in mine if (row := row_of(cells)) is not None]
            if coloured:
                return [coloured[0]] if self._are_final(rows) else None
            self._unclear = unknown_colours(rows, self.profile, cards)
            is_late = time.monotonic() - start_s > refusal_s and not self.tab.is_loading
            if not is_late or self._unclear:
                return None
            if not mine:
                raise PageRefusedError(
                    f"{in_symbols(cards)} was submitted, but its row has disappeared"
                )
            touched = any(cell.colour or cell.active is False for cells in mine for cell in cells)
            return None if touched else [None]

        still_s = max(self.patience.still_s, refusal_s + 1)
        try:
            return self._until(finished, f"colours of {in_symbols(cards)}", still_s)[0]
        finally:
            self.tab.accepts_questions = False

    def draw(self, text: str) -> None:
        """Show a line beside the page; "" takes it away."""
        self.tab.ask(DRAW, [text])

    def wait_for_change(self, seconds: float = SLICE_S) -> bool:
        """Wait until the page shows something else than at the last look; False if it does not."""
        return self.tab.wait_until(CHANGED, [self._sent, self.seen], seconds)

    # -- where things are -----------------------------------------------------------------------

    def _cell_place(self, look: Look, guess: int, index: int) -> ElementPlace:
        self._row(look, guess)
        return self._places["cells"][way_of(look, self.profile, "cells")][N_CELLS * guess + index]

    def _key_place(self, look: Look, key: str) -> ElementPlace:
        number = read_kind(look, self.profile, "keys").index(key) + 1
        return replace(self._places["keys"][way_of(look, self.profile, "keys")][0], n=number)

    def _submit_place(self, look: Look) -> ElementPlace:
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

    def _click(self, find: Callable[[Look], ElementPlace]) -> None:
        """Click what is found, once nothing lies over it."""
        place = self._until(find, "part to click")
        start_s = moved_s = time.monotonic()
        while True:
            target = self._aim([place])[0]
            if self._press(target):
                return
            now_s = time.monotonic()
            is_late = now_s - start_s > self.patience.total_s
            if is_late or now_s - moved_s > self.patience.obstacle_s:
                self._press_by_keyboard(place, target["over"] if target else None)
                return
            if self.dismiss_tutorial(self.look()):  # the next step may need its time
                moved_s = time.monotonic()
            else:
                self._wait_or_stop(SLICE_S)
            place = self._until(find, "part to click")

    def _press(self, target: Target | None) -> bool:
        if target is None or not target["clear"]:
            return False
        (self.tab.tap if self._by_touch else self.tab.click)(target["x"], target["y"])
        return True

    def _press_by_keyboard(self, place: ElementPlace, over: Cover | None) -> None:
        """Focus an element and press Enter: for a button that a line of text covers.

        A dialog is never closed unless the profile says how.
        """
        if over is not None and (over["dialog"] or over["buttons"]):
            raise PageCoveredError(shorten(one_line(over["text"]), 80), over["buttons"])
        self.tab.ask(FOCUS, [place.sent()])
        self.tab.press("Enter")

    def _aim(self, places: Sequence[ElementPlace]) -> list[Target | None]:
        found: list[Target | None] = self.tab.ask(AIM, [place.sent() for place in places])
        return found

    def _type_quickly(self, guess: int, wanted: Board) -> None:
        """Type without looking in between; whatever went wrong is seen and typed again."""
        look = self.look()
        if not self._has_keys(look):
            return
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

    def _card_places(self, look: Look, guess: int, index: int, card: Card) -> list[ElementPlace]:
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
            self._unclear = None
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
            if self.seen != before or self.tab.is_loading:
                before, moved_s = self.seen, now_s
            if is_waiting:
                start_s = moved_s = now_s
            limit_s = self.patience.part_s if problem or still_s is None else still_s
            limit_s = limit_s if drawn else self.patience.draw_s
            if now_s - moved_s > limit_s or now_s - start_s > self.patience.total_s:
                problem = problem or self._unclear or PageStillError(what, now_s - moved_s)
                raise self._explained(problem, drawn) from problem
            self._wait_or_stop(SLICE_S)

    def _explained(self, problem: PageError, drawn: bool) -> PageError:
        """Return a problem, with a dialog, another page or a foreign frame if that is the cause."""
        shown = self.tab.ask(SEEN)
        dialogs: list[Cover] = shown["dialogs"]
        is_known = shows_tutorial(self.look())
        if dialogs and not is_known and isinstance(problem, PartNotFoundError | PageStillError):
            return PageCoveredError(
                shorten(one_line(dialogs[0]["text"]), 80), dialogs[0]["buttons"]
            )
        if drawn or not isinstance(problem, PartNotFoundError):
            return problem
        words = shorten(one_line(shown["page"]["text"]), 80)
        frame = " and a frame of another site, which is not read" if shown["n_foreign"] else ""
        return NoGameShownError(
            f'{problem}; no game is visible, only "{words}", with '
            f"{button_words(shown['page']['buttons'])}{frame}"
        )

    def _wait_or_stop(self, seconds: float) -> None:
        if self._should_stop():
            raise Cancelled("the game was stopped")
        self.wait_for_change(seconds)


def _has_submit(look: Look) -> bool:
    """Return False if no way finds a button that submits a guess."""
    return any(element for way in look.ways("submit") for element in way)


def arrange(cards: Sequence[Card], shown: Sequence[Card | None]) -> Board:
    """Return the guess in the order that keeps cards already shown; a flop has no order."""
    flop = list(cards[:3])
    placed: list[Card | None] = [card if card in flop else None for card in shown[:3]]
    placed = [card if card not in placed[:i] else None for i, card in enumerate(placed)]
    left = [card for card in flop if card not in placed]
    return (*(card or left.pop(0) for card in placed), *cards[3:])
