"""What the browser tests play on: a practice site that can be spoilt, and tabs of one browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from automation.browser import find_browser, launch_args
from automation.listener import Archive, Listener
from automation.player import Advise, BrowserPlayer, OpenSite, PlayOptions
from automation.practice.server import PracticeServer
from automation.profiles import load_profile
from automation.state import BrowserOutcome, GameState, Proposal, Turn
from tests.browser import standin

VIEWPORT = {"width": 1280, "height": 720}


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium without a window."""
    with sync_playwright() as playwright:
        path = find_browser(own=playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=launch_args())
        yield browser
        browser.close()


class SpoiltServer(PracticeServer):
    """The practice site, with scripts of ours in the page and puzzles that were tampered with."""

    headers: ClassVar[dict[str, str]] = {"Cache-Control": "no-store"}  # no policy against scripts

    def __init__(self) -> None:
        super().__init__()
        self.tamper: Callable[[dict[str, Any]], object] = lambda puzzle: None

    def inject(self, script: str) -> None:
        """Run a script in the page before its own."""
        head, title, rest = self.assets["/"].partition(b"<title>")
        self.assets["/"] = head + f"<script>{script}</script>".encode() + title + rest

    def puzzle(self, seed: str | None, puzzle: str | None) -> dict[str, object]:
        found = deepcopy(super().puzzle(seed, puzzle))
        self.tamper(found)
        return found


class SharedTabs:
    """Tabs of one context of a browser that is there already; what a page logs is kept."""

    def __init__(self, browser: Browser) -> None:
        self.log: list[str] = []
        self.context: BrowserContext = browser.new_context(viewport=VIEWPORT)
        self.page: Page = self._new_page()

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.log.append(message.text))
        page.on("pageerror", lambda error: self.log.append(f"ERROR {error}"))
        return page

    def revive(self) -> Page:
        self.page = self._new_page()
        return self.page

    def crash(self) -> None:
        """Let the tab die as a renderer dies."""
        try:
            self.page.goto("chrome://crash", timeout=5000)
        except Error:
            return


@dataclass
class Record(Listener):
    """Keeps all events of the player."""

    states: list[GameState] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outcomes: list[BrowserOutcome] = field(default_factory=list)
    after_turn: Callable[[Turn], object] = lambda turn: None
    after_proposal: Callable[[GameState, Proposal], object] = lambda state, proposal: None
    after_finish: Callable[[BrowserOutcome], object] = lambda outcome: None

    def on_state(self, state: GameState) -> None:
        self.states.append(state)

    def on_proposal(self, state: GameState, proposal: Proposal) -> None:
        self.proposals.append(proposal)
        self.after_proposal(state, proposal)

    def on_turn(self, turn: Turn) -> None:
        self.turns.append(turn)
        self.after_turn(turn)

    def on_note(self, text: str) -> None:
        self.notes.append(text)

    def on_finish(self, outcome: BrowserOutcome) -> None:
        self.outcomes.append(outcome)
        self.after_finish(outcome)


class Keeper(Archive):
    """Keeps every outcome that has rows."""

    def __init__(self) -> None:
        self.with_rows: list[BrowserOutcome] = []

    def keep(self, outcome: BrowserOutcome) -> None:
        if outcome.state is not None and outcome.state.rows:
            self.with_rows.append(outcome)


@dataclass
class Stage:
    """A site, tabs and a record: everything a test needs to let the player play."""

    server: Any  # a `SpoiltServer`, or whatever has a `url`
    tabs: SharedTabs
    record: Record = field(default_factory=Record)
    archive: Archive = field(default_factory=Archive)

    def player(self, advise: Advise = standin.advise, **options: Any) -> BrowserPlayer:
        url = options.pop("url", None) or self.server.url(seed=5, pace=0)
        profile = options.pop("profile", None) or load_profile("practice").profile
        return BrowserPlayer(
            advise,
            lambda: nullcontext(OpenSite(self.tabs, url)),
            profile,
            PlayOptions(**options),
            self.record,
            self.archive,
        )

    def play(self, advise: Advise = standin.advise, **options: Any) -> BrowserOutcome:
        return self.player(advise, **options).run()

    @contextmanager
    def refusal(
        self, error: type[Exception], words: str
    ) -> Iterator[pytest.ExceptionInfo[Exception]]:
        """A page that cannot be played: no guess may be spent, and nothing stored."""
        kept = Keeper()
        self.archive = kept
        with pytest.raises(error, match=words) as caught:
            yield caught
        assert not self.record.turns
        assert kept.with_rows == []
        if not self.tabs.page.is_closed():
            assert self.tabs.page.locator('.guess-button[active="false"]').count() == 0

    def open(self, **query: object) -> Page:
        """The page as a person opens it, the tutorial clicked away."""
        self.tabs.page.goto(self.server.url(**query))
        dismiss_tutorial(self.tabs.page)
        return self.tabs.page


TUTORIAL = ("#intro-end-button", "#tut-more-button-1", "#tut-more-button-2", "#tut-end-button")


def dismiss_tutorial(page: Page) -> None:
    for button in TUTORIAL:
        page.click(button)


def type_by_keyboard(page: Page, guess: str) -> None:
    """Five cards such as "10H", with the keys of a keyboard."""
    for card in guess.split():
        page.keyboard.press("0" if card[:-1] == "10" else card[:-1])
        page.keyboard.press(card[-1].lower())


def hand_in(page: Page, guess: str) -> None:
    """Type a guess, and submit it."""
    type_by_keyboard(page, guess)
    page.keyboard.press("Enter")


def fill_row(page: Page, number: int, guess: str) -> None:
    """Click each cell of a row (from 1) and type its card, over what is there."""
    for css, card in zip(row_cells(number), guess.split(), strict=True):
        page.click(css)
        type_by_keyboard(page, card)


def cell(street: str, guess: int, place: int = 1) -> str:
    """The selector of a guess cell, written out as the live page is described."""
    row = f"#{street}-table > tr:nth-child({guess + 1})"
    return f"{row} > td:nth-child({place}) > div > button.guess-button"


def row_cells(guess: int) -> list[str]:
    return [*(cell("flop", guess, k) for k in (1, 2, 3)), cell("turn", guess), cell("river", guess)]
