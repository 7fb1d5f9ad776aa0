"""The browser bot with the real adviser behind it: one player for the command line and the window.

`make_player` puts it together: the site (live or practice, its server included), the browser, the
advice of `assistant.advisors.pokle`, and the file that remembers which puzzles were played.
"""

import datetime
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from assistant import paths
from assistant.advisors.pokle import PokleRequest, advise
from assistant.file_store import change_model, read_model
from assistant.requests import FrozenModel, Request
from assistant.settings import load_settings
from automation.errors import NoBoardFitsError
from automation.listener import Archive, Listener
from automation.state import BrowserOutcome, GameState, Proposal
from engine.cards import format_cards, shorten
from engine.control import CancelFlag, Control
from engine.errors import IllegalStateError, InputError, UnavailableError
from engine.files import keep_newest
from engine.pokle.feedback import Row, parse_row
from engine.pokle.generator import generate_puzzle
from engine.pokle.rules import N_GUESSES, Puzzle
from engine.pokle.search import Effort
from engine.words import counted

if TYPE_CHECKING:
    from automation.browser import BrowserOptions
    from automation.player import BrowserPlayer, OpenSite
    from automation.practice.server import PracticeServer
    from automation.profiles import Profile, ProfileWithOrigins
    from automation.site import PokleSite

MAX_EVIDENCE = 20  # folders that are kept
FINISHED = ("won", "lost")


def _is_address(url: str) -> bool:
    """Return True if a browser can be sent there."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # impossible brackets or port
        return False


class BotRequest(Request):
    """The site and the options; in mode `watch` a person plays, in mode `propose` nobody types."""

    game: ClassVar[str] = "pokle"

    site: str = "live"  # live, practice, or a FILE.toml that overrides keys of one of them
    mode: Literal["play", "watch", "propose"] = "play"
    url: str = ""  # instead of the site's own address
    seed: str = ""  # seed of the practice puzzle; random if empty
    headed: bool = False
    browser: Path | None = None
    profile_dir: Path | None = None  # None: kept for the live site, fresh for practice
    max_guesses: int = Field(default=N_GUESSES, ge=1, le=N_GUESSES)
    capture: bool = False  # a screenshot with every turn
    low_priority: bool = False  # leave the cores to the window that people look at
    again: bool = False  # play a puzzle that was played before
    draw: bool = False  # while watching, draw the next guess beside the page
    n_guesses: int = Field(default=1, ge=1, le=100)  # how many guesses the advice lists
    n_boards_shown: int = Field(default=0, ge=0, le=1000)

    @field_validator("url")
    @classmethod
    def _is_an_address(cls, url: str) -> str:
        if url and not _is_address(url):
            raise InputError(f'"{shorten(url)}" is not an address: expected http://… or https://…')
        return url

    @property
    def is_practice(self) -> bool:
        """True if our own server is to be started."""
        return not self.url and not site_profile(self.site).address


def site_profile(site: str) -> "Profile":
    """Return the profile in force: the program's, with what the user's own files override."""
    return profile_with_origins(site).profile


def profile_with_origins(site: str) -> "ProfileWithOrigins":
    """Return the profile in force, with where each key comes from."""
    from automation.profiles import load_profile

    return load_profile(site, profiles_dir())


def profiles_dir() -> Path:
    """Return where a user may put a live.toml or practice.toml with keys of their own."""
    return paths.config_dir() / "sites"


class PlayedGame(FrozenModel):
    """How a puzzle ended."""

    day: datetime.date
    status: str
    rows: tuple[str, ...]

    @field_validator("rows")
    @classmethod
    def _are_rows(cls, rows: tuple[str, ...]) -> tuple[str, ...]:
        for row in rows:
            parse_row(row)
        return rows


class PlayedGames(FrozenModel):
    """The file of played puzzles."""

    games: dict[str, PlayedGame] = Field(default_factory=dict)
    agreed: bool = False  # True if the user agreed that games count in the site's statistics


class PlayedPuzzles(Archive):
    """Remembers in a file which puzzles were played, and the rows of those that were left."""

    def __init__(self, path: Path, again: bool = False) -> None:
        self._path = path
        self._again = again

    def has(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle was played to its end and is not to be played again."""
        game = self._game(puzzle)
        return not self._again and game is not None and game.status in FINISHED

    def rows(self, puzzle: Puzzle) -> tuple[Row, ...]:
        """Return the rows of a puzzle that was begun and not finished."""
        game = self._game(puzzle)
        is_left = game is not None and game.status not in FINISHED and not self._again
        return tuple(map(parse_row, game.rows)) if game and is_left else ()

    def _game(self, puzzle: Puzzle) -> PlayedGame | None:
        return read_model(self._path, PlayedGames)[0].games.get(_key(puzzle))

    def keep(self, outcome: BrowserOutcome) -> None:
        """Remember how far a game got."""
        if outcome.state is None or not outcome.state.rows:
            return
        if outcome.status in ("played before", "proposed"):
            return
        rows = tuple(map(str, outcome.state.rows))
        game = PlayedGame(day=datetime.date.today(), status=outcome.status, rows=rows)
        key = _key(outcome.state.puzzle)
        change_model(
            self._path,
            PlayedGames,
            lambda played: played.model_copy(update={"games": {**played.games, key: game}}),
            start=PlayedGames(),  # a damaged history must not lose the game just played
        )


class FinishedGames(Archive):
    """Keeps finished games for review, a person's in the record; remembers as another archive."""

    def __init__(self, inner: Archive | None, is_own: bool) -> None:
        self._inner, self._is_own = inner, is_own

    def has(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle was played before."""
        return self._inner is not None and self._inner.has(puzzle)

    def rows(self, puzzle: Puzzle) -> tuple[Row, ...]:
        """Return the guesses of a game that was left."""
        return () if self._inner is None else self._inner.rows(puzzle)

    def keep(self, outcome: BrowserOutcome) -> None:
        """Remember a game; one that is over can be reviewed."""
        from assistant.review.pokle_games import is_over, keep_bot_game, keep_pokle

        if self._inner is not None:
            self._inner.keep(outcome)
        if outcome.state is not None and is_over(outcome.state.rows):
            puzzle = outcome.state.puzzle
            request = PokleRequest(
                hole=puzzle.hole,
                flop=puzzle.flop,
                turn=puzzle.turn,
                river=puzzle.river,
                rows=tuple(outcome.state.rows),
                board_rule=puzzle.board_rule,
                suit_pardon=puzzle.suit_pardon,
            )
            if self._is_own:
                keep_pokle(request, Control())
            else:
                keep_bot_game(request)


def _key(puzzle: Puzzle) -> str:
    hands = " | ".join(map(format_cards, puzzle.hole))
    return f"{hands} | {' '.join(str(place) for street in puzzle.places for place in street)}"


def proposal_for(
    state: GameState, cancel: CancelFlag, n_guesses: int = 1, n_boards_shown: int = 0
) -> Proposal:
    """Return the best guess for a page, and the whole advice that it was taken from."""
    puzzle = state.puzzle
    request = PokleRequest.model_validate(
        {
            "hole": puzzle.hole,
            "flop": puzzle.flop,
            "turn": puzzle.turn,
            "river": puzzle.river,
            "rows": state.rows,
            "refused": tuple(state.refused),
            "n_guesses": n_guesses,
            "n_boards_shown": n_boards_shown,
            "effort": Effort.QUICK,
        }
    )
    try:
        advice = advise(request, Control(cancel=cancel))
    except IllegalStateError as error:
        raise NoBoardFitsError(str(error)) from error
    best = advice.guesses[0]
    figures = (advice.boards_left, best.entropy, best.win_chance, advice.why)
    return Proposal(best.cards, *figures, advice=advice)


def make_player(
    request: BotRequest,
    listener: Listener,
    on_phase: "Callable[[PokleSite, str], object] | None" = None,
) -> "BrowserPlayer":
    """Return a player that is ready to `run()`, here or in a thread."""
    from automation.browser import NO_DISPLAY, has_display
    from automation.player import BrowserPlayer, PlayOptions  # loads the browser's driver

    if request.mode == "watch" and not has_display():
        raise UnavailableError(NO_DISPLAY)
    if needs_consent(request):
        raise UnavailableError(COUNTS_IN_STATISTICS)
    cancel = CancelFlag()
    if request.mode == "watch":  # a person plays in its window
        request = request.model_copy(update={"headed": True})
    options = PlayOptions(
        mode=request.mode,
        max_guesses=request.max_guesses,
        capture=request.capture,
        stay=request.mode == "watch",
        draw=request.draw,
        evidence_dir=evidence_dir(),
        on_phase=on_phase,
    )
    archive = None if request.is_practice else PlayedPuzzles(played_file(), request.again)
    return BrowserPlayer(
        lambda state: proposal_for(state, cancel, request.n_guesses, request.n_boards_shown),
        lambda: open_site(request),
        site_profile(request.site),
        options,
        listener,
        FinishedGames(archive, is_own=request.mode == "watch"),
        cancel,
    )


def end_words(outcome: BrowserOutcome) -> str:
    """Return one sentence on how a game ended."""
    guesses = counted(outcome.n_guesses, "guess", "guesses")
    words = {
        "won": f"Won in {guesses}.",
        "lost": f"Lost after {guesses}.",
        "proposed": "Nothing was typed.",
        "played before": "This puzzle was played before.",
        "out of guesses": f"Stopped after {guesses}, as asked.",
        "stopped": "Stopped; the game is left as it is.",
        "closed": "The window was closed.",
    }
    return words[outcome.status]


COUNTS_IN_STATISTICS = (
    "a game that the bot finishes on the live site counts in the site's global statistics of the "
    "day, as anybody's does: agree once with --yes, or use --dry-run"
)


def needs_consent(request: BotRequest) -> bool:
    """Return True before the first live game, until the user has agreed."""
    if request.mode != "play" or request.is_practice:
        return False
    host = urlsplit(request.url or site_profile(request.site).address).hostname or ""
    is_own = host in ("127.0.0.1", "localhost", "::1")
    return not is_own and not read_model(played_file(), PlayedGames)[0].agreed


def agree_to_statistics() -> None:
    """Remember that the user knows that finished games are counted."""
    change_model(
        played_file(), PlayedGames, lambda played: played.model_copy(update={"agreed": True})
    )


def evidence_dir() -> Path:
    """Return the folder for pictures of a page that cannot be played; the oldest ones are
    removed.
    """
    folder = paths.data_dir() / "evidence"
    keep_newest(folder, MAX_EVIDENCE - 1)
    return folder / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}"


def played_file() -> Path:
    """Return where played puzzles are remembered."""
    return paths.data_dir() / "pokle-played.json"


@contextmanager
def open_site(request: BotRequest) -> "Iterator[OpenSite]":
    """Provide the browser and the address to play at, and run the practice server if it is needed.

    The server, and the solver's compiled code, are made ready while the browser starts.
    """
    from automation.browser import Chrome, sandbox_note
    from automation.player import OpenSite

    with _making_ready(request) as address, Chrome(browser_options(request)) as tabs:
        yield OpenSite(tabs, address.result(), sandbox_note())


@contextmanager
def _making_ready(request: BotRequest) -> "Iterator[Future[str]]":
    """Provide the address to play at, once the server and the solver are ready."""
    from automation.practice.server import PracticeServer

    server = PracticeServer() if request.is_practice else None
    try:
        with ThreadPoolExecutor(max_workers=1) as pool:
            yield pool.submit(_serve, server, request) if server else pool.submit(_load, request)
    finally:
        if server is not None:
            server.stop()


def _serve(server: "PracticeServer", request: BotRequest) -> str:
    """Start the practice server; returns the address of a puzzle."""
    server.start()
    pace = 1 if request.headed else 0
    return server.url(seed=request.seed or random_seed(), pace=pace)


def _load(request: BotRequest) -> str:
    """Load the solver; returns the address of the live site."""
    load_solver()
    return request.url or site_profile(request.site).address


def load_solver() -> None:
    """Load the solver's compiled code, which takes a second, by making any puzzle."""
    generate_puzzle(1)


def random_seed() -> str:
    """Return the seed of a random practice puzzle."""
    return str(secrets.randbelow(1_000_000))


def browser_options(request: BotRequest) -> "BrowserOptions":
    """Return the browser's options; a live site's browser profile is kept."""
    from automation.browser import BrowserOptions

    kept = None if request.is_practice else paths.data_dir() / "browser"
    chosen = load_settings()[0].browser_path
    executable = request.browser or (Path(chosen) if chosen else None)
    profile_dir = request.profile_dir or kept
    watch = request.mode == "watch"
    return BrowserOptions(
        executable, request.headed, profile_dir, request.low_priority, pop_ups=watch
    )
