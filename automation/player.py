"""Plays a puzzle on the page, or watches a person play it, and reports every turn to a listener.

Advice comes from a function, so this package needs no solver. A player runs in the caller's thread;
pause, resume and stop may be called from any other. Rows are remembered: after a crash they
are read again and nothing is played twice.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from playwright.sync_api import Error, Page

from automation.browser import Tabs, translated
from automation.errors import (
    NoBoardFitsError,
    PageError,
    PageHungError,
    PageRefusedError,
    PageReloadedError,
    PuzzleChangedError,
    SiteUnreachableError,
    TabLostError,
    one_line,
)
from automation.listener import Archive, Listener
from automation.profiles import Profile
from automation.reading import is_same_win, read_game
from automation.recording import keep_evidence
from automation.site import Patience, PokleSite, arrange
from automation.state import (
    Board,
    BrowserOutcome,
    GameState,
    Proposal,
    Turn,
    row_words,
)
from automation.tab import Tab
from engine.cards import Card, in_symbols
from engine.control import CancelFlag
from engine.errors import Cancelled, UnavailableError
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES, Puzzle

_log = logging.getLogger(__name__)

MAX_REVIVALS = 5  # how often a tab that died is opened again
MAX_HANGS = 1  # times that a page may stop answering before the bot gives up
MAX_CHANGES = 5  # changes of colours already read before the bot gives up
MAX_REFUSALS = 3  # guesses refused in a row before the bot gives up
N_TRIES = 5  # tries to reach a site that answers with errors

Advise = Callable[[GameState], Proposal]
Mode = Literal["play", "watch", "propose"]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of a game; `propose` types nothing, `watch` leaves the playing to a person."""

    mode: Mode = "play"
    max_guesses: int = N_GUESSES
    capture: bool = False  # a screenshot with every turn
    draw: bool = False  # while watching, draw the next guess beside the page
    stay: bool = False  # keep the browser open when the game has ended, until it is closed
    evidence_dir: Path | None = None  # where a screenshot and the HTML go if the page fails
    patience: Patience = field(default_factory=Patience)
    on_phase: Callable[[PokleSite, str], object] | None = None  # called to record the game


@dataclass(frozen=True, slots=True)
class OpenSite:
    """A browser that is open, the address to play at, and what the user should know of it."""

    tabs: Tabs
    url: str
    note: str = ""


class BrowserPlayer:
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
        """Prepare a game; `stop` sets `cancel`, so that an adviser that polls it stops, too."""
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
        self._state: GameState | None = None
        self._known: list[Row] = []
        self._refused: set[Board] = set()
        self._n_refusals = 0  # since the last guess that the page took
        self._n_changes = 0  # how often colours changed that had been read
        self._asked: tuple[GameState, Proposal] | None = None
        self._submitted: dict[GuessKey, tuple[Board, tuple[int, int]]] = {}  # guess and load
        self._n_tabs = 0
        self._is_open = False  # the page is there already, and shows another puzzle

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

    def run(self) -> BrowserOutcome:
        """Play to the end, in this thread."""
        outcome = None
        try:
            with self._open_site() as opened:
                self._url = opened.url
                if opened.note:
                    self._listener.on_note(opened.note)
                outcome = self._finish(self._drive(opened.tabs))
                while self._options.stay and outcome.status in ("won", "lost"):
                    if not self._wait_for_another(opened.tabs.page):
                        break
                    outcome = self._finish(self._drive(opened.tabs))
        except Cancelled:
            outcome = outcome or self._finish(BrowserOutcome("stopped", self._state))
        except BaseException:
            self._archive.keep(BrowserOutcome("stopped", self._state))
            raise
        return outcome

    def _finish(self, outcome: BrowserOutcome) -> BrowserOutcome:
        self._archive.keep(outcome)
        self._listener.on_finish(outcome)
        return outcome

    def _wait_for_another(self, page: Page) -> bool:
        """Leave the window to the person after a game; return True if another puzzle comes."""
        site = PokleSite(page, self._profile, self._options.patience, self._stopped.is_set)
        site.tab.adopt(self._url)
        while not self._stopped.is_set():
            try:
                page.wait_for_timeout(200)
                shown = read_game(site.look(), site.profile)
                if self._state is not None and shown.puzzle != self._state.puzzle:
                    self._forget()
                    return True
            except PageError:
                continue  # it is being drawn, or shows something else
            except (Error, UnavailableError):
                return False
        return False

    def _forget(self) -> None:
        """Forget this puzzle, to start another one."""
        self._state, self._asked, self._is_open = None, None, True
        self._known, self._refused = [], set()
        self._n_refusals = self._n_changes = 0
        self._submitted.clear()

    def _drive(self, tabs: Tabs) -> BrowserOutcome:
        """Open the page and play; start it again when the tab is lost or the site is away."""
        lost: list[UnavailableError] = []
        page, site = tabs.page, None
        while True:
            try:
                site = site or self._reach(page)
                self._is_open = False
                return self._play(site)
            except PuzzleChangedError as error:
                if self._options.mode != "watch":
                    raise
                self._archive.keep(BrowserOutcome("stopped", self._state))
                self._listener.on_note(
                    f"{one_line(str(error).partition(';')[0])}: continuing with it"
                )
                self._forget()
                site = None
            except PageReloadedError:
                self._listener.on_note("the page was reloaded: reading it again")
            except (TabLostError, PageHungError, SiteUnreachableError) as error:
                if self._stopped.is_set():
                    raise Cancelled("the game was stopped") from error
                if self._options.mode == "watch" and site is not None:
                    return BrowserOutcome("closed", self._state)
                lost.append(error)
                if _is_hopeless(lost, site is not None):
                    raise
                self._listener.on_note(f"{error}: restarting")
                page, site = tabs.revive(), None
                self._n_tabs += 1

    def _reach(self, page: Page) -> PokleSite:
        """Go to the address; retry a site that answers with errors, with growing pauses."""
        site = PokleSite(page, self._profile, self._options.patience, self._stopped.is_set)
        if self._is_open:
            site.tab.adopt(self._url)
            return site
        for pause_s in (*self._pauses(), None):
            try:
                with translated():
                    site.open(self._url)
                return site
            except PageReloadedError:
                pass
            except SiteUnreachableError as error:
                if pause_s is None:
                    raise SiteUnreachableError(f"{error}: gave up after {N_TRIES} tries") from error
                self._listener.on_note(f"{error}: trying again in {pause_s:g} seconds")
            if self._stopped.wait(pause_s or 0):
                raise Cancelled("the game was stopped")
        raise PageRefusedError("the page keeps reloading: giving up")

    def _pauses(self) -> list[float]:
        return [self._options.patience.retry_s * 2**n for n in range(N_TRIES - 1)]

    def _play(self, site: PokleSite) -> BrowserOutcome:
        try:
            with translated():
                return self._watch(site) if self._options.mode == "watch" else self._guess(site)
        except PageError as error:
            _log.warning("%s: %s (profile %s)", self._url, error, self._profile.name)
            details = f"{error}\naddress: {self._url}\nprofile: {self._profile.name}\n"
            self._record_phase(site, "error")
            error.evidence = keep_evidence(site.tab, self._options.evidence_dir, details)
            raise

    def _guess(self, site: PokleSite) -> BrowserOutcome:
        """Guess until the game is over."""
        if self._options.on_phase is not None:
            site.wait_until_drawn()
        self._record_phase(site, "first look")
        state = self._read(site)
        self._record_phase(site, "start")
        self._listener.on_state(state)
        self._show_picture(site)
        is_played = not state.is_finished and self._archive.has(state.puzzle)
        if is_played and self._options.mode != "propose":
            return BrowserOutcome("played before", state)
        while not state.is_finished:
            proposal = self._propose(state)
            if self._options.mode == "propose":
                return BrowserOutcome("proposed", state, proposal)
            if len(state.rows) >= self._options.max_guesses:
                return BrowserOutcome("out of guesses", state, proposal)
            state = self._play_turn(site, state, proposal)
        return self._end(site, state)

    def _show_picture(self, site: PokleSite) -> None:
        """Show the page as it stands before the first guess."""
        if self._options.capture:
            self._listener.on_picture(site.tab.picture())

    def _record_phase(self, site: PokleSite, phase: str) -> None:
        if self._options.on_phase is not None:
            self._options.on_phase(site, phase)

    def _end(self, site: PokleSite, state: GameState) -> BrowserOutcome:
        self._record_phase(site, "end")
        return BrowserOutcome("won" if state.is_won else "lost", state)

    def _play_turn(self, site: PokleSite, before: GameState, proposal: Proposal) -> GameState:
        """Type the guess, submit it, read its colours."""
        with _read_again_if_loaded(site.tab):
            is_taken = self._type_and_submit(site, before, proposal.guess)
        after = self._read(site)
        if is_taken:
            after = self._with_final_colours(site, after)
            self._report_turn(site, before, proposal, after)
        return after

    def _with_final_colours(self, site: PokleSite, state: GameState) -> GameState:
        """Return the state once a board fits it, or once its colours have stopped changing."""
        end_s = time.monotonic() + self._options.patience.still_s
        while not state.is_finished and time.monotonic() < end_s:
            try:
                self._ask(state)
                return state
            except NoBoardFitsError:
                self._wait_if_paused()
                site.wait_for_change()
                state = self._read(site)
        return state

    def _type_and_submit(self, site: PokleSite, before: GameState, guess: Board) -> bool:
        """Fill the open row and submit it; False if it was not submitted or not accepted."""
        loaded = self._load_of(site)
        if self._submitted.get(_key(guess), (None, None))[1] == loaded:
            raise PageRefusedError(
                f"{in_symbols(guess)} was submitted already, but the page does not show its row: "
                "no guess is submitted twice"
            )
        number = site.row_to_fill()  # a page that lost its rows begins again at the first
        self._wait_if_paused()
        typed = site.type_guess(number, guess)
        self._record_phase(site, f"filled {number + 1}")
        self._wait_if_paused()
        changed = site.changed_row(before.rows)
        if changed is not None:
            self._note_change(changed)
            return False
        if self._load_of(site) != loaded:
            raise PageReloadedError
        is_taken = self._submit(site, number, typed, loaded)
        self._n_refusals = 0 if is_taken else self._n_refusals + 1
        if not is_taken:
            self._refuse(guess, typed)
        return is_taken

    def _note_change(self, row: Row) -> None:
        """Say that colours changed after they were read; a page that goes on so is left alone."""
        self._n_changes += 1
        words = f"the colours of {in_symbols(row.guess)}"
        if self._n_changes >= MAX_CHANGES:
            raise PageRefusedError(f"{words} keep changing: giving up")
        self._listener.on_note(f"{words} have changed: choosing the next guess again")

    def _load_of(self, site: PokleSite) -> tuple[int, int]:
        """Return the number of the tab and of its load; after another load a guess may be
        resubmitted.
        """
        return self._n_tabs, site.tab.n_loads_ever

    def _refuse(self, guess: Board, typed: Board) -> None:
        """Remember a guess that the page refuses; give up after several in a row."""
        self._refused.add(guess)
        if self._n_refusals >= MAX_REFUSALS:
            raise PageRefusedError(
                f"the page refused {self._n_refusals} guesses in a row, the last one "
                f"{in_symbols(typed)}: giving up"
            )
        self._listener.on_note(f"the page refuses {in_symbols(typed)}: choosing another")

    def _submit(self, site: PokleSite, number: int, typed: Board, loaded: tuple[int, int]) -> bool:
        """Submit the row that was typed in this load; False if the page refuses it, even after it
        was typed a second time.

        A page that was still drawing the row may show cards that it has forgotten.
        """
        for is_last in (False, True):
            self._submitted[_key(typed)] = typed, loaded
            site.submit()
            if site.wait_for_row(typed) is not None:
                return True
            if self._load_of(site) != loaded:
                raise PageReloadedError
            if not site.shows(number, typed):
                raise PageRefusedError(
                    f"{in_symbols(typed)} was submitted, but its row has disappeared: "
                    "nothing more is typed"
                )
            if not is_last:
                for index, card in enumerate(typed):
                    site.type_card(number, index, card)
        return False

    def _watch(self, site: PokleSite) -> BrowserOutcome:
        """Advise after every row that the person plays; the page is never touched."""
        state = self._read(site)
        self._record_phase(site, "start")
        self._listener.on_state(state)
        self._show_picture(site)
        while not state.is_finished:
            proposal = self._propose(state)
            after = self._next_row(site, state, proposal)
            self._report_turn(site, state, proposal, after)
            state = after
        if self._options.draw:
            site.draw("")
        return self._end(site, state)

    def _next_row(self, site: PokleSite, state: GameState, proposal: Proposal) -> GameState:
        """Wait, for as long as the person thinks, until there is another row."""
        while True:
            if self._options.draw:
                site.draw(advice_line(proposal.guess, site.cards_kept()))
            after = self._read(site)
            if len(after.rows) > len(state.rows):
                return self._with_final_colours(site, after)
            if self._stopped.is_set():
                raise Cancelled("watching was stopped")
            site.wait_for_change()

    def _read(self, site: PokleSite) -> GameState:
        """Return what the page shows, with what is remembered of this puzzle."""
        watching = self._options.mode == "watch"
        before_guess = self._options.mode == "play" and not self._submitted
        state = site.read(dismiss=not watching, patient=watching, before_guess=before_guess)
        self._check_puzzle(state.puzzle)
        if self._state is None:
            self._known = list(self._archive.rows(state.puzzle))
        state = replace(state, rows=self._guesses(state.rows))
        n_known = len(self._known)
        self._known = _merged(self._known, state.rows)
        if len(self._known) > n_known:
            site.tab.settle()
        goes_on = state.is_finished or len(self._known) < N_GUESSES
        rows = tuple(self._known) if goes_on else state.rows
        self._state = replace(state, rows=rows, refused=frozenset(self._refused))
        return self._state

    def _guesses(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """Return the rows without a green row that nobody guessed.

        After a lost game a page may show the solution as if it were a guess.
        """
        if not rows or not rows[-1].is_won:
            return rows
        others = [row for row in _merged(self._known, rows) if not row.is_won]
        if len(others) >= N_GUESSES:
            return tuple(others)
        is_new = self._options.mode == "play" and self._state is not None
        mine = (*self._submitted.values(), *((row.guess, None) for row in self._known))
        if is_new and not any(is_same_win(rows[-1], guess) for guess, _ in mine):
            raise PageRefusedError(
                f"{in_symbols(rows[-1].guess)} is all green but was not submitted: "
                "this row is not one of the guesses"
            )
        return rows

    def _check_puzzle(self, puzzle: Puzzle) -> None:
        """Refuse another puzzle in the middle of a game, such as a new one at midnight."""
        if self._state is None or self._state.puzzle == puzzle:
            return
        rows = "; ".join(map(row_words, self._state.rows)) or "none"
        raise PuzzleChangedError(
            f"the page shows another puzzle than before; the rows so far are kept ({rows}): "
            "start again to play the new one"
        )

    def _propose(self, state: GameState) -> Proposal:
        proposal = self._ask(state)
        self._listener.on_proposal(state, proposal)
        return proposal

    def _ask(self, state: GameState) -> Proposal:
        """Ask for the next guess, once for each state."""
        if self._asked is not None and self._asked[0] == state:
            return self._asked[1]
        try:
            proposal = self._advise(state)
        except NoBoardFitsError as error:
            rows = "; ".join(map(row_words, state.rows))
            raise NoBoardFitsError(f"{error} (rows: {rows})") from error
        if proposal.guess in state.refused:
            raise PageRefusedError(
                f"the page refuses every guess, even {in_symbols(proposal.guess)}"
            )
        self._asked = (state, proposal)
        return proposal

    def _report_turn(
        self, site: PokleSite, before: GameState, proposal: Proposal, after: GameState
    ) -> None:
        """Report a row that has its colours to the listener, with the bits that it won."""
        self._record_phase(site, f"guess {len(after.rows)}")
        shot = site.tab.picture() if self._options.capture else None
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

    def _wait_if_paused(self) -> None:
        """Wait while paused."""
        self._running.wait()
        if self._stopped.is_set():
            raise Cancelled("the game was stopped")


GuessKey = tuple[object, ...]


def advice_line(guess: Board, kept: Sequence[Card | None]) -> str:
    """Return the next guess as drawn on the page; cards already there get a check mark."""
    wanted = arrange(guess, kept) if kept else guess
    shown = [*kept, *[None] * len(wanted)]
    cards = (
        f"{card.symbol}{' ✓' if card == there else ''}"
        for card, there in zip(wanted, shown, strict=False)
    )
    return f"Next guess:\n{'  '.join(cards)}"


def _key(guess: Board) -> GuessKey:
    """Return a key that is equal for guesses with the same flop in another order."""
    return frozenset(guess[:3]), *guess[3:]


def _merged(known: list[Row], rows: Sequence[Row]) -> list[Row]:
    """Return all rows that were seen, in order: each once, the one that won at the end.

    The page may change the suits of the winning row later: they were pardoned.
    """
    found = {_key(row.guess) if not row.is_won else "won": row for row in (*known, *rows)}
    return sorted(found.values(), key=lambda row: row.is_won)


@contextmanager
def _read_again_if_loaded(tab: Tab) -> Iterator[None]:
    """Turn an error during a reload into `PageReloadedError`: the page is read again."""
    n_loads = tab.n_loads
    try:
        yield
    except PageError as error:
        if tab.n_loads > n_loads:
            raise PageReloadedError from error
        raise


def _is_hopeless(lost: list[UnavailableError], was_reached: bool) -> bool:
    """Return True if restarting is pointless; an unreachable site was tried several times."""
    if isinstance(lost[-1], SiteUnreachableError) and not was_reached:
        return True
    n_hangs = sum(isinstance(error, PageHungError) for error in lost)
    return len(lost) > MAX_REVIVALS or n_hangs > MAX_HANGS
