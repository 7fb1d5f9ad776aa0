"""The Pokle page as a person uses it: read the table, type a card, submit, wait for the colours.

It reads what can be seen and nothing else: no storage, no variables of scripts, no answers of the
network. All waiting is for something to appear, with a limit; a wait ends early when asked to stop.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import TypedDict, TypeVar

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as WaitedTooLong

from automation.errors import PageError, PageRefusedError, PartNotFoundError
from automation.profiles import Profile, cell_part, tutorial_part
from automation.reading import (
    Look,
    is_colouring,
    is_drawn,
    parse_look,
    read_cells,
    read_game,
    read_rows,
)
from automation.state import Board, GameState
from engine.cards import Card
from engine.errors import Cancelled
from engine.pokle.feedback import Row

LOOK = resources.files("automation").joinpath("look.js").read_text("utf-8")
AIM = resources.files("automation").joinpath("aim.js").read_text("utf-8")
CHANGED = f"([parts, seen]) => ({LOOK})(parts) !== seen"
N_ATTEMPTS = 3  # to fill a row
SLICE_S = 0.2  # how long a wait may go on before it looks whether it should stop
POLL_MS = 30  # how often the page itself looks for a change

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, at most, in seconds."""

    site_s: float = 30.0  # for a site that does not answer
    load_s: float = 20.0  # for an answer
    draw_s: float = 8.0  # for a page that shows nothing of a game yet
    part_s: float = 6.0  # for a part of the page to be there
    obstacle_s: float = 3.0  # for something to move off a button, before the keyboard is used
    card_s: float = 1.5  # for a typed card to show
    refusal_s: float = 6.0  # for a first colour, before the guess counts as refused
    colours_s: float = 20.0  # for all five colours


class Target(TypedDict):
    """Where an element is, its text in lower case, and whether nothing lies over it."""

    text: str
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
        self.page = page
        self.profile = profile
        self.patience = patience or Patience()
        self._should_stop = should_stop
        self._parts = [list(item) for item in profile.parts.items()]
        self._seen = ""
        self._game_seen: GameState | None = None

    def open(self, url: str) -> None:
        """Go to the address."""
        self.page.goto(url, wait_until="domcontentloaded", timeout=self.patience.load_s * 1000)

    def look(self) -> Look:
        """All parts of the page, read in one moment."""
        self._seen = self.page.evaluate(LOOK, self._parts)
        return parse_look(self._seen)

    def read(self, dismiss: bool = True) -> GameState:
        """The game once it can be read: tutorial dismissed, table drawn, colours complete."""

        def settled(look: Look) -> GameState | None:
            if (dismiss and self.dismiss_tutorial(look)) or is_colouring(look, self.profile):
                return None
            return self._game(look)

        return self._until(settled, self.patience.colours_s, "colours of the last guess")

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
        for step, css in enumerate(self.profile.tutorial, 1):
            if look.is_shown(tutorial_part(step)) and self._press(self._aim(css)):
                return True
        return False

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
        rank = ("rank keys", card.rank_name.lower())
        suit = ("suit keys", card.suit.name.lower())
        for keys in ((rank, suit), (suit, rank)):
            self.click(cell_part(guess, index))
            for part, text in keys:
                self.click(part, text)
            if self._comes_true(lambda: self._shown_cards(guess)[index] == card):
                return
        raise PageRefusedError(f"{cell_part(guess, index)} does not take the card {card!r}")

    def submit(self) -> None:
        """Hand the row in."""
        self.click("submit button")

    def wait_for_row(self, guess: int) -> Row | None:
        """The row's colours once there are five; None if the page refuses the guess."""
        start_s = time.monotonic()

        def finished(look: Look) -> list[Row | None] | None:
            rows = read_rows(look, self.profile)
            if len(rows) > guess:
                return [rows[guess]]
            cells = read_cells(look, self.profile, guess)
            untouched = cells[0].active and not all(cell.colour for cell in cells)
            late = time.monotonic() - start_s > self.patience.refusal_s
            return [None] if late and untouched else None

        return self._until(finished, self.patience.colours_s, f"colours of guess {guess + 1}")[0]

    def wait_for_change(self, seconds: float = SLICE_S) -> bool:
        """Wait until the page shows something else than at the last look; False if it does not."""
        try:
            self.page.wait_for_function(
                CHANGED, arg=[self._parts, self._seen], timeout=seconds * 1000, polling=POLL_MS
            )
        except WaitedTooLong:
            return False
        return True

    def click(self, part: str, text: str = "") -> None:
        """Click a part, or the key of a part with this text, once nothing lies over it."""
        css = self.profile.parts[part]
        end_s = time.monotonic() + self.patience.part_s
        patient_s = time.monotonic() + self.patience.obstacle_s
        while time.monotonic() < end_s:
            targets = self._aim(css, text)
            if self._press(targets):
                return
            if targets and time.monotonic() > patient_s:
                self._press_by_keyboard(css, text)
                return
            self._clear_the_way()
        raise PartNotFoundError(f"{text} of the {part}" if text else part)

    def _press(self, targets: list[Target]) -> bool:
        if not targets or not targets[0]["clear"]:
            return False
        self.page.mouse.click(targets[0]["x"], targets[0]["y"])
        return True

    def _press_by_keyboard(self, css: str, text: str) -> None:
        """Focus and Enter: what a person does if something covers a button and stays."""
        buttons = self.page.locator(css)
        texts = [t.strip().lower() for t in buttons.all_text_contents()]
        buttons.nth(texts.index(text) if text else 0).press("Enter")

    def _clear_the_way(self) -> None:
        """Dismiss a late tutorial, or wait for a change."""
        if not self.dismiss_tutorial(self.look()):
            self._wait_or_stop(SLICE_S)

    def _aim(self, css: str, text: str = "") -> list[Target]:
        found: list[Target] = self.page.evaluate(AIM, [css, text])
        return found

    def _shown_cards(self, guess: int) -> list[Card | None]:
        cells = self._until(
            lambda look: read_cells(look, self.profile, guess) or None, self.patience.part_s
        )
        return [cell.card for cell in cells]

    def _type_quickly(self, guess: int, wanted: Board) -> None:
        """Type without looking in between; whatever went wrong is seen and typed again."""
        ranks = {t["text"]: t for t in self._aim(self.profile.selectors.rank_keys)}
        suits = {t["text"]: t for t in self._aim(self.profile.selectors.suit_keys)}
        shown = self._shown_cards(guess)
        for index, card in enumerate(wanted):
            if shown[index] == card:
                continue
            cell = self._aim(self.profile.parts[cell_part(guess, index)])[:1]
            keys = [ranks.get(card.rank_name.lower()), suits.get(card.suit.name.lower())]
            path = [*cell, *(key for key in keys if key)]
            if len(path) < 3 or not all(target["clear"] for target in path):
                return
            for target in path:
                self._press([target])

    def _comes_true(self, condition: Callable[[], bool]) -> bool:
        end_s = time.monotonic() + self.patience.card_s
        while not condition():
            if time.monotonic() > end_s:
                return False
            self._wait_or_stop(SLICE_S)
        return True

    def _until(
        self, ready: Callable[[Look], Found | None], seconds: float, what: str = "player table"
    ) -> Found:
        """Look again after every change until `ready` finds something.

        A page that cannot be read has `part_s` to mend itself, once something is drawn at all;
        then its error is raised.
        """
        end_s = time.monotonic() + seconds
        draw_s = time.monotonic() + self.patience.draw_s
        mend_s = time.monotonic() + self.patience.part_s
        while True:
            problem: PageError | None = None
            try:
                look = self.look()
                if not is_drawn(look):
                    mend_s = min(time.monotonic() + self.patience.part_s, draw_s)
                found = ready(look)
                if found is not None:
                    return found
                mend_s = time.monotonic() + self.patience.part_s
            except PageError as error:
                problem = error
            if time.monotonic() > (min(end_s, mend_s) if problem else end_s):
                raise problem or PartNotFoundError(what)
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
