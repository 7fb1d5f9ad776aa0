"""`python -m tests.browser.fuzz_pages`: the bot on random pages, and on every known shape.

Prints a table of shapes with result, guesses and seconds; fails if a page that can be played is not
won, or if one that cannot be costs a guess. Some games on the practice site are played, too.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser

from assistant.pokle_bot import proposal_for
from automation.errors import PageError
from automation.site import Patience
from automation.state import GameState, Proposal
from engine.control import CancelFlag
from tests.browser.family import (
    SINGLE,
    UNPLAYABLE,
    PageServer,
    Shape,
    play_shape,
    random_shapes,
    refusing,
)
from tests.browser.stage import SharedTabs, SpoiltServer, Stage, launched

HASTY = Patience(part_s=0.8, draw_s=0.8, still_s=0.8, obstacle_s=0.2, refusal_s=0.8)


def played(server: PageServer, browser: Browser, shapes: list[Shape]) -> Iterator[tuple[str, bool]]:
    """A line for each shape, and whether it was won."""
    for shape in shapes:
        start_s = time.monotonic()
        try:
            outcome, _ = play_shape(server, browser, shape, patience=Patience(refusal_s=3))
            told, is_won = f"{outcome.status} | {outcome.n_guesses}", outcome.status == "won"
        except PageError as error:
            told, is_won = f"{error} | 0", False
        yield f"| {shape} | {told} | {time.monotonic() - start_s:.1f} |", is_won


def practised(browser: Browser, seeds: range) -> Iterator[tuple[str, bool]]:
    """A line for each game on the practice site with the real adviser, and whether it was won."""
    for seed in seeds:
        start_s = time.monotonic()
        with SpoiltServer() as server:
            stage = Stage(server, SharedTabs(browser))
            outcome = stage.play(advise, url=server.url(seed=seed, pace=0))
            stage.tabs.context.close()
        seconds = time.monotonic() - start_s
        told = f"{outcome.status} | {outcome.n_guesses} | {seconds:.1f}"
        yield f"| practice seed {seed} | {told} |", outcome.status == "won"


def advise(state: GameState) -> Proposal:
    """The guess that the program would make."""
    return proposal_for(state, CancelFlag())


def refused(server: PageServer, browser: Browser) -> Iterator[tuple[str, bool]]:
    """A line for each page that cannot be played."""
    for name, (options, _) in UNPLAYABLE.items():
        start_s, told = time.monotonic(), "played"
        shape = Shape(**{"tutorial": False, **options})
        folder = Path(tempfile.mkdtemp(prefix="pages-"))
        try:
            with refusing(server, browser, shape, folder) as stage:
                try:
                    stage.play(url=server.url, patience=HASTY)
                except PageError as error:
                    told = str(error)
        except AssertionError:
            told = "A GUESS WAS SPENT"
        seconds = time.monotonic() - start_s
        is_refused = told not in ("played", "A GUESS WAS SPENT")
        yield f"| {name} | {told} | 0 | {seconds:.1f} |", is_refused


def main() -> int:
    """Play; the seed that is printed repeats it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--all", action="store_true", help="every single option, too")
    args = parser.parse_args()
    print(f"--seed {args.seed}\n\n| page | result | guesses | seconds |\n|---|---|---|---|")
    n_bad = 0
    with launched() as browser, closing(PageServer()) as server:
        shapes = [*(SINGLE if args.all else []), *random_shapes(args.seed, args.count)]
        seeds = range(100, 120) if args.all else range(args.seed, args.seed + 3)
        results = (
            played(server, browser, shapes),
            refused(server, browser),
            practised(browser, seeds),
        )
        for lines in results:
            for line, is_good in lines:
                print(line, flush=True)
                n_bad += not is_good
    print(f"\n{n_bad} pages went wrong")
    return 1 if n_bad else 0


if __name__ == "__main__":
    sys.exit(main())
