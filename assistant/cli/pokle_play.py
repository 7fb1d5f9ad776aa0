"""`assistant pokle play`, `watch` and `practice`: Pokle in a browser."""

import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import AsJson, emit
from engine.files import make_folder, write_bytes
from engine.pokle.colors import SQUARES
from engine.pokle.rules import N_GUESSES
from engine.words import counted, sentence

if TYPE_CHECKING:
    from assistant.pokle_bot import BotRequest
    from automation.player import BrowserPlayer
    from automation.state import Board, BrowserOutcome, GameState, Proposal, Turn
    from engine.cards import Card

SITE = typer.Option("live", "--site", help="live, practice, or a FILE.toml of your own.")
URL = typer.Option("", "--url", help="Another address of the same page.")
SEED = typer.Option("", "--seed", help="Seed of the practice puzzle; random if not given.")
HEADED = typer.Option(False, "--headed", help="Show the browser's window.")
BROWSER = typer.Option(None, "--browser", help="The browser to start.")
PROFILE = typer.Option(None, "--profile", help="Folder of a browser profile to keep and use.")


def register(app: typer.Typer) -> None:
    """Add the browser's commands to the Pokle group."""
    app.command("play")(play)
    app.command("watch")(watch)
    app.command("practice")(practice)


def play(
    site: str = SITE,
    url: str = URL,
    seed: str = SEED,
    headed: bool = HEADED,
    dry_run: bool = typer.Option(False, "--dry-run", help="Type nothing, print the guess."),
    screenshots: Path | None = typer.Option(None, help="Folder for a picture of every turn."),
    max_guesses: int = typer.Option(
        N_GUESSES, help="Stop after this many guesses.", min=1, max=N_GUESSES
    ),
    again: bool = typer.Option(False, "--again", help="Play a puzzle that was played before."),
    yes: bool = typer.Option(
        False, "--yes", help="Agree that games count in the live site's statistics."
    ),
    browser: Path | None = BROWSER,
    profile: Path | None = PROFILE,
    as_json: AsJson = False,
) -> None:
    """Play today's puzzle in a browser, guess by guess."""
    asked = {
        "mode": "propose" if dry_run else "play",
        "max_guesses": max_guesses,
        "capture": screenshots is not None,
        "again": again,
    }
    request = read_request(site, url, seed, headed, browser, profile, asked)
    _ask_consent(request, yes)
    outcome = _run(request, screenshots, as_json)
    raise typer.Exit(1 if outcome.status == "lost" else 0)


def _ask_consent(request: "BotRequest", yes: bool) -> None:
    """Say once, before the first live game, that it counts in the site's statistics."""
    from assistant.pokle_bot import COUNTS_IN_STATISTICS, agree_to_statistics, needs_consent

    if not needs_consent(request):
        return
    if not yes and sys.stdin.isatty():
        words = COUNTS_IN_STATISTICS.partition(":")[0]
        yes = typer.confirm(f"{words[0].upper()}{words[1:]}. Play?", err=True)
        if not yes:
            raise typer.Exit(1)
    if yes:
        agree_to_statistics()


def watch(
    site: str = SITE,
    url: str = URL,
    seed: str = SEED,
    headed: bool = typer.Option(True, "--headed", help="The window always opens.", hidden=True),
    draw: bool = typer.Option(False, "--draw", help="Draw the next guess beside the page too."),
    browser: Path | None = BROWSER,
    profile: Path | None = PROFILE,
    as_json: AsJson = False,
) -> None:
    """Play it yourself: the best next guess is shown here after every row."""
    asked = {"mode": "watch", "draw": draw}
    request = read_request(site, url, seed, headed, browser, profile, asked)
    _run(request, None, as_json)


def practice(
    port: int = typer.Option(0, help="Port to listen on; a free one if 0.", min=0, max=65535),
    seed: str = SEED,
    show: bool = typer.Option(False, "--open", help="Open it in your own browser."),
) -> None:
    """Run the practice site on this computer, until Ctrl-C."""
    import threading
    import webbrowser

    from automation.practice.server import PracticeServer

    with PracticeServer(port) as server:
        typer.echo(f"Pokle practice: {server.url(seed=seed or None)} (Ctrl-C stops it)")
        if show:
            webbrowser.open(server.url(seed=seed or None))
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


def read_request(
    site: str,
    url: str,
    seed: str,
    headed: bool,
    browser: Path | None,
    profile: Path | None,
    asked: Mapping[str, object],
) -> "BotRequest":
    """Return a request from the options of the command line."""
    from assistant.pokle_bot import BotRequest, site_profile

    site_profile(site)  # names the sites there are, if this is none
    common = {"site": site, "url": url, "seed": seed, "headed": headed, "browser": browser}
    return BotRequest.model_validate({**common, "profile_dir": profile, **asked})


def _run(request: "BotRequest", screenshots: Path | None, as_json: bool) -> "BrowserOutcome":
    """Play or watch; Ctrl-C leaves the game as it is."""
    from assistant.pokle_bot import make_player, random_seed

    if request.is_practice and not request.seed:
        request = request.model_copy(update={"seed": random_seed()})
    if request.is_practice and not as_json:
        typer.echo(f"Practice puzzle (--seed {request.seed})")
    printer = _printer(screenshots, as_json)
    player = make_player(request, printer)
    outcome = until_interrupt(player)
    if as_json:
        emit(_summary(outcome, printer.turns), True, lambda: None)
    return outcome


def until_interrupt(player: "BrowserPlayer") -> "BrowserOutcome":
    """Play; Ctrl-C stops the player."""
    import signal

    before = signal.signal(signal.SIGINT, lambda *_: player.stop())
    try:
        return player.run()
    finally:
        signal.signal(signal.SIGINT, before)


def _printer(screenshots: Path | None, as_json: bool) -> Any:
    """Return a listener that prints each turn and keeps its picture."""
    from automation.listener import Listener

    class Printer(Listener):
        """Prints the game board by board."""

        def __init__(self) -> None:
            self.turns: list[Turn] = []

        def on_state(self, state: "GameState") -> None:
            """Print the players and their places."""
            if not as_json:
                _print_table(state)

        def on_proposal(self, state: "GameState", proposal: "Proposal") -> None:
            """Print what to guess next."""
            if not as_json:
                left = counted(proposal.boards_left, "board")
                typer.echo(f"{len(state.rows) + 1}. {left} left, {proposal.why}")
                typer.echo(f"   guess    {_cards(proposal.guess)}")

        def on_turn(self, turn: "Turn") -> None:
            """Print the colours and the bits."""
            self.turns.append(turn)
            if screenshots is not None and turn.screenshot is not None:
                _keep(screenshots / f"turn-{turn.number}.png", turn.screenshot)
            if not as_json:
                bits = "" if turn.bits is None else f"   {turn.bits:.1f} bits"
                typer.echo(f"   colours  {_row(turn.row.guess, turn.row.colors)}{bits}")

        def on_note(self, text: str) -> None:
            """Say what happened, apart from the answer."""
            typer.echo(f"   {sentence(text)}", err=True)

        def on_finish(self, outcome: "BrowserOutcome") -> None:
            """Print how it ended; a window that a person plays in stays open."""
            if not as_json:
                _print_end(outcome)

    return Printer()


def _keep(path: Path, picture: bytes) -> None:
    make_folder(path.parent)
    write_bytes(path, picture)


def _prints_symbols() -> bool:
    """Return True if the terminal can show suits and squares."""
    return "utf" in (sys.stdout.encoding or "").lower()


def _card(card: "Card") -> str:
    return card.symbol if _prints_symbols() else repr(card)


def _cards(cards: "Board") -> str:
    return " ".join(f"{_card(card):>3}" for card in cards)


def _row(cards: "Board", colours: str) -> str:
    squares = "".join(SQUARES[colour] for colour in colours) if _prints_symbols() else colours
    return f"{_cards(cards)}   {squares}"


def _print_table(state: "GameState") -> None:
    typer.echo("          " + "".join(f"{name:<12}" for name in state.names))
    hands = (" ".join(map(_card, hand)) for hand in state.puzzle.hole)
    typer.echo(f"{'hole':<10}" + "".join(f"{hand:<12}" for hand in hands))
    for street, places in zip(("flop", "turn", "river"), state.puzzle.places, strict=True):
        typer.echo(f"{street:<10}" + "".join(f"{place:<12}" for place in places))
    for number, row in enumerate(state.rows, 1):
        typer.echo(f"{number}. played    {_row(row.guess, row.colors)}")


def _print_end(outcome: "BrowserOutcome") -> None:
    from assistant.pokle_bot import end_words

    typer.echo(end_words(outcome))
    if outcome.status == "played before":
        typer.echo("--again plays it once more.")


def _summary(outcome: "BrowserOutcome", turns: list["Turn"]) -> dict[str, Any]:
    rows = outcome.state.rows if outcome.state else ()
    bits = {str(turn.row): turn.bits for turn in turns}
    return {
        "status": outcome.status,
        "guesses": outcome.n_guesses,
        "rows": [
            {"guess": str(row).partition("=")[0], "colors": row.colors, "bits": bits.get(str(row))}
            for row in rows
        ],
        "proposal": _proposal(outcome.proposal) if outcome.proposal else None,
    }


def _proposal(proposal: "Proposal") -> dict[str, Any]:
    return {
        "guess": " ".join(map(repr, proposal.guess)),
        "boards_left": proposal.boards_left,
        "bits": proposal.bits,
        "win_chance": proposal.win_chance,
        "why": proposal.why,
    }
