"""The browser bot with the real adviser behind it: one player for the command line and the window.

`make_player` puts it together: the site (live or practice, its server included), the browser, the
advice of `assistant.advisors.pokle`, and the file that remembers which puzzles were played.
"""

import datetime
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from assistant import paths
from assistant.advisors.pokle import PokleRequest, advise
from assistant.requests import Request
from assistant.settings import change_model, load_settings, read_model
from automation.errors import NoBoardFitsError
from automation.listener import Archive, Listener
from automation.state import GameState, Outcome, Proposal
from engine.cards import format_cards
from engine.control import CancelFlag, Control
from engine.errors import IllegalStateError, InputError
from engine.files import keep_newest
from engine.pokle.rules import N_GUESSES, Puzzle

if TYPE_CHECKING:
    from automation.browser import BrowserOptions
    from automation.player import OpenSite, Player

MAX_EVIDENCE = 20  # folders that are kept
SiteName = Literal["live", "practice"]


class BotRequest(Request):
    """Where to play and how; `watch` leaves the playing to a person, `propose` types nothing."""

    game: ClassVar[str] = "pokle"

    site: SiteName = "live"
    mode: Literal["play", "watch", "propose"] = "play"
    url: str = ""  # instead of the site's own address
    seed: str = ""  # of the practice puzzle; a random one if empty
    headed: bool = False
    browser: Path | None = None
    profile_dir: Path | None = None  # None: kept for the live site, fresh for practice
    max_guesses: int = Field(default=N_GUESSES, ge=1, le=N_GUESSES)
    capture: bool = False  # a screenshot with every turn
    behind: bool = False  # the browser works behind the window that people look at
    again: bool = False  # play a puzzle that was played before

    @property
    def is_practice(self) -> bool:
        """True if our own server is to be started."""
        return self.site == "practice" and not self.url


class PlayedGame(BaseModel):
    """How a puzzle ended."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    day: datetime.date
    status: str
    rows: tuple[str, ...]


class PlayedGames(BaseModel):
    """The file of played puzzles."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: dict[str, PlayedGame] = {}


class PlayedPuzzles(Archive):
    """Remembers in a file which puzzles were played to their end."""

    def __init__(self, path: Path, again: bool = False) -> None:
        self._path = path
        self._again = again

    def has(self, puzzle: Puzzle) -> bool:
        """True if the puzzle was played before and is not to be played again."""
        played, _ = read_model(self._path, PlayedGames)
        return not self._again and _key(puzzle) in played.games

    def keep(self, outcome: Outcome) -> None:
        """Remember a game that was played to its end."""
        if outcome.state is None:
            return
        rows = tuple(map(str, outcome.state.rows))
        game = PlayedGame(day=datetime.date.today(), status=outcome.status, rows=rows)
        key = _key(outcome.state.puzzle)
        change_model(
            self._path, PlayedGames, lambda played: PlayedGames(games={**played.games, key: game})
        )


def _key(puzzle: Puzzle) -> str:
    hands = " | ".join(map(format_cards, puzzle.hole))
    return f"{hands} | {' '.join(str(place) for street in puzzle.places for place in street)}"


def proposal_for(state: GameState, cancel: CancelFlag) -> Proposal:
    """The best guess for a page."""
    puzzle = state.puzzle
    request = PokleRequest.model_validate(
        {
            "hole": puzzle.hole,
            "flop": puzzle.flop,
            "turn": puzzle.turn,
            "river": puzzle.river,
            "rows": state.rows,
            "refused": tuple(state.refused),
            "n_guesses": 1,
            "n_boards_shown": 0,
        }
    )
    try:
        advice = advise(request, Control(cancel=cancel))
    except IllegalStateError as error:
        raise NoBoardFitsError(str(error)) from error
    best = advice.guesses[0]
    return Proposal(best.cards, advice.boards_left, best.entropy, best.win_chance, advice.why)


def make_player(request: BotRequest, listener: Listener) -> "Player":
    """A player that is ready to `run()` here or to `start()` in a thread of its own."""
    from automation.player import Player, PlayOptions  # loads the browser's driver
    from automation.profiles import load_profile

    if request.mode == "watch" and not request.headed:
        raise InputError("watching needs a window to play in: add --headed")
    cancel = CancelFlag()
    options = PlayOptions(
        mode=request.mode,
        max_guesses=request.max_guesses,
        capture=request.capture,
        evidence_dir=evidence_dir(),
    )
    return Player(
        lambda state: proposal_for(state, cancel),
        lambda: open_site(request),
        load_profile(request.site),
        options,
        listener,
        None if request.is_practice else PlayedPuzzles(played_file(), request.again),
        cancel,
    )


def evidence_dir() -> Path:
    """Where pictures of a page that cannot be played go; older ones make room."""
    folder = paths.data_dir() / "evidence"
    keep_newest(folder, MAX_EVIDENCE - 1)
    return folder / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}"


def played_file() -> Path:
    """Where played puzzles are remembered."""
    return paths.data_dir() / "pokle-played.json"


@contextmanager
def open_site(request: BotRequest) -> "Iterator[OpenSite]":
    """The browser and the address to go to, with the practice server running if it is ours."""
    from automation.browser import Chrome
    from automation.player import OpenSite
    from automation.practice.server import PracticeServer
    from automation.profiles import load_profile

    if not request.is_practice:
        url = request.url or load_profile(request.site).address
        with Chrome(_browser_options(request)) as tabs:
            yield OpenSite(tabs, url)
        return
    seed = request.seed or random_seed()
    pace = 1 if request.headed else 0
    with PracticeServer() as server, Chrome(_browser_options(request)) as tabs:
        yield OpenSite(tabs, server.url(seed=seed, pace=pace))


def random_seed() -> str:
    """A practice puzzle that nobody chose."""
    return str(secrets.randbelow(1_000_000))


def _browser_options(request: BotRequest) -> "BrowserOptions":
    from automation.browser import BrowserOptions

    kept = None if request.is_practice else paths.data_dir() / "browser"
    chosen = load_settings()[0].browser_path
    executable = request.browser or (Path(chosen) if chosen else None)
    profile_dir = request.profile_dir or kept
    return BrowserOptions(executable, request.headed, profile_dir, request.behind)
