"""Plays a puzzle on the page, or watches a person play it, and tells a listener of every turn.

Advice comes from a function, so this package knows no solver. A player runs in the caller's thread
(`run`) or in its own (`start`); pause, resume and stop may be called from any thread. What was
learnt of a puzzle is remembered: after a crash the rows are read again and nothing is played twice.
"""

import math
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from playwright.sync_api import Error, Page

from automation.browser import Tabs, translated
from automation.errors import (
    NoBoardFitsError,
    PageError,
    PageRefusedError,
    PageReloadedError,
    SiteUnreachableError,
    TabLostError,
)
from automation.listener import Archive, Listener
from automation.profiles import Profile
from automation.site import Patience, PokleSite
from automation.state import Board, GameState, Outcome, Proposal, Turn
from engine.cards import format_cards
from engine.control import CancelFlag
from engine.errors import Cancelled, UnavailableError
from engine.files import make_folder, write_bytes, write_text
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES, Puzzle

MAX_REVIVALS = 5
MAX_EVIDENCE_CHARS = 5_000_000  # of a page that is kept
RETRY_S = 0.25  # between two tries to reach a site that does not answer

Advise = Callable[[GameState], Proposal]
Mode = Literal["play", "watch", "propose"]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What to play and how; `propose` types nothing, `watch` leaves the playing to a person."""

    mode: Mode = "play"
    max_guesses: int = N_GUESSES
    capture: bool = False  # a screenshot with every turn
    evidence_dir: Path | None = None  # where a screenshot and the HTML go if the page fails
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True, slots=True)
class OpenSite:
    """A browser that is open, and the address to play at."""

    tabs: Tabs
    url: str


class Player:
    """One game in one tab."""

    def __init__(
        self,
        advise: Advise,
        open_site: Callable[[], AbstractContextManager[OpenSite]],
        profile: Profile,
        options: PlayOptions | None = None,
        listener: Listener | None = None,
        archive: Archive | None = None,
        cancel: CancelFlag | None = None,
    ) -> None:
        """`cancel` is set by `stop`: an adviser that polls it is stopped with the player."""
        self._advise = advise
        self._open_site = open_site
        self._profile = profile
        self._options = options or PlayOptions()
        self._listener = listener or Listener()
        self._archive = archive or Archive()
        self._cancel = cancel or CancelFlag()
        self._url = ""
        self._stopped = threading.Event()
        self._running = threading.Event()
        self._running.set()
        self._thread: threading.Thread | None = None
        self._known: dict[Puzzle, list[Row]] = {}
        self._refused: set[Board] = set()
        self._last: tuple[GameState, Proposal] | None = None

    def start(self) -> None:
        """Play in a thread of its own; the listener hears the end of it."""
        self._thread = threading.Thread(target=self._run_and_tell, name="pokle-player", daemon=True)
        self._thread.start()

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait for the thread to end; False if it has not."""
        if self._thread is None:
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def pause(self) -> None:
        """Type nothing until `resume`."""
        self._running.clear()

    def resume(self) -> None:
        """Go on."""
        self._running.set()

    def stop(self) -> None:
        """Leave the game as it is."""
        self._cancel.set()
        self._stopped.set()
        self._running.set()

    def run(self) -> Outcome:
        """Play to the end, in this thread."""
        try:
            with self._open_site() as site:
                self._url = site.url
                outcome = self._drive(site.tabs)
        except Cancelled:
            outcome = Outcome("stopped", self._last[0] if self._last else None)
        if outcome.status in ("won", "lost"):
            self._archive.keep(outcome)
        self._listener.on_finish(outcome)
        return outcome

    def _run_and_tell(self) -> None:
        try:
            self.run()
        except Exception as error:
            self._listener.on_error(error)

    def _drive(self, tabs: Tabs) -> Outcome:
        """Open the page and play; start it again when the tab is lost or the site is away."""
        revivals = 0
        self._reach(tabs.page)
        while True:
            try:
                return self._play(tabs.page)
            except PageReloadedError:
                self._listener.on_note("the page was loaded anew: reading it again")
            except (TabLostError, SiteUnreachableError) as error:
                revivals += 1
                if self._options.mode == "watch":
                    return Outcome("closed", self._last[0] if self._last else None)
                if revivals > MAX_REVIVALS:
                    raise
                self._listener.on_note(f"{error}: starting it again")
                self._reach(tabs.revive())

    def _reach(self, page: Page) -> None:
        """Go to the address; a site that does not answer is tried until patience ends."""
        patience = self._options.patience
        site = PokleSite(page, self._profile, patience, self._stopped.is_set)
        end_s, is_told = time.monotonic() + patience.site_s, False
        while True:
            try:
                with translated():
                    return site.open(self._url)
            except PageReloadedError:
                pass
            except SiteUnreachableError as error:
                if time.monotonic() > end_s:
                    raise
                if not is_told:
                    self._listener.on_note(f"{error}: trying for {patience.site_s:.0f} seconds")
                    is_told = True
            if self._stopped.wait(RETRY_S):
                raise Cancelled("the game was stopped")

    def _play(self, page: Page) -> Outcome:
        site = PokleSite(page, self._profile, self._options.patience, self._stopped.is_set)
        try:
            with translated():
                return self._watch(site) if self._options.mode == "watch" else self._guess(site)
        except PageError as error:
            self._keep_evidence(page, error)
            raise

    def _guess(self, site: PokleSite) -> Outcome:
        """Guess until the game is over."""
        state = self._read(site)
        self._listener.on_state(state)
        if not state.is_finished and self._archive.has(state.puzzle):
            return Outcome("played before", state)
        while not state.is_finished:
            proposal = self._propose(state)
            if self._options.mode == "propose":
                return Outcome("proposed", state, proposal)
            if len(state.rows) >= self._options.max_guesses:
                return Outcome("out of guesses", state, proposal)
            state = self._play_turn(site, state, proposal)
        return Outcome("won" if state.is_won else "lost", state)

    def _play_turn(self, site: PokleSite, before: GameState, proposal: Proposal) -> GameState:
        """Type the guess, hand it in, read its colours."""
        number = len(site.read().rows)  # a page that lost its rows begins again at the first
        self._gate()
        typed = site.type_guess(number, proposal.guess)
        self._gate()
        site.submit()
        if site.wait_for_row(number) is None:
            if not site.shows(number, typed):
                raise PageReloadedError  # it is not the guess that was refused
            self._listener.on_note(f"the page refuses {format_cards(typed)}: choosing another")
            self._refused.add(proposal.guess)
            return self._read(site)
        after = self._read(site)
        self._tell_turn(site, before, proposal, after)
        return after

    def _watch(self, site: PokleSite) -> Outcome:
        """Advise after every row that the person plays; the page is never touched."""
        state = self._read(site)
        self._listener.on_state(state)
        while not state.is_finished:
            proposal = self._propose(state)
            after = self._next_row(site, state)
            self._tell_turn(site, state, proposal, after)
            state = after
        return Outcome("won" if state.is_won else "lost", state)

    def _next_row(self, site: PokleSite, state: GameState) -> GameState:
        """Wait, for as long as the person thinks, until there is another row."""
        while True:
            after = self._read(site)
            if len(after.rows) > len(state.rows):
                return after
            if self._stopped.is_set():
                raise Cancelled("watching was stopped")
            site.wait_for_change()

    def _read(self, site: PokleSite) -> GameState:
        """What the page shows, with what is remembered of this puzzle."""
        state = site.read(dismiss=self._options.mode != "watch")
        known = self._known.setdefault(state.puzzle, [])
        known += [row for row in state.rows if row not in known]
        forgot = not state.is_finished and len(state.rows) < len(known) < N_GUESSES
        rows = tuple(known) if forgot else state.rows
        return replace(state, rows=rows, refused=frozenset(self._refused))

    def _propose(self, state: GameState) -> Proposal:
        proposal = self._ask(state)
        self._listener.on_proposal(state, proposal)
        return proposal

    def _ask(self, state: GameState) -> Proposal:
        """Ask for the next guess, once for each state."""
        if self._last is not None and self._last[0] == state:
            return self._last[1]
        try:
            proposal = self._advise(state)
        except NoBoardFitsError as error:
            rows = "; ".join(map(str, state.rows))
            raise NoBoardFitsError(f"{error} (rows: {rows})") from error
        if proposal.guess in state.refused:
            raise PageRefusedError(
                f"the page refuses every guess, {format_cards(proposal.guess)} too"
            )
        self._last = (state, proposal)
        return proposal

    def _tell_turn(
        self, site: PokleSite, before: GameState, proposal: Proposal, after: GameState
    ) -> None:
        """Tell the listener of a row that has its colours, with the bits that it won."""
        shot = site.page.screenshot() if self._options.capture else None
        turn = Turn(len(after.rows), before, proposal, after.rows[-1], screenshot=shot)
        try:
            left = self._boards_left(after)
        except NoBoardFitsError:
            self._listener.on_turn(replace(turn, boards_left=0))
            raise
        bits = math.log2(max(proposal.boards_left, 1) / left) if left else None
        self._listener.on_turn(replace(turn, boards_left=left, bits=bits))

    def _boards_left(self, state: GameState) -> int | None:
        if state.is_finished:
            return 1 if state.is_won else None
        return self._ask(state).boards_left

    def _gate(self) -> None:
        """Wait while paused."""
        self._running.wait()
        if self._stopped.is_set():
            raise Cancelled("the game was stopped")

    def _keep_evidence(self, page: Page, error: PageError) -> None:
        """A screenshot and the HTML of a page that could not be played."""
        folder = self._options.evidence_dir
        if folder is None:
            return
        try:
            write_bytes(make_folder(folder) / "page.png", page.screenshot(timeout=5000))
            write_text(folder / "page.html", page.content()[:MAX_EVIDENCE_CHARS])
        except (Error, UnavailableError):
            return  # the error itself matters more than its evidence
        error.evidence = folder
