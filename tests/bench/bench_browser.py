"""Ten games in a real browser: what a guess costs beside the page's animation and the solver."""

import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace

from assistant.pokle_bot import BotRequest, make_player, proposal_for
from automation.listener import Listener
from automation.player import BrowserPlayer
from automation.site import PokleSite
from automation.state import BrowserOutcome, GameState, Proposal, Turn
from engine.control import CancelFlag
from tests.bench.harness import Bench

N_GAMES = 10
N_STARTS = 3
FIRST_CARD = "first card typed"


@dataclass
class Stopwatch(Listener):
    """Notes when the page was read, when each guess was played, and how long the solver took."""

    start_s: float = field(default_factory=time.perf_counter)
    read_s: float = 0.0
    solving_s: float = 0.0
    played_s: list[float] = field(default_factory=list)

    def on_state(self, state: GameState) -> None:
        """The page is there: from now on the time is ours."""
        self.read_s = time.perf_counter()

    def on_turn(self, turn: Turn) -> None:
        """Note the time of a guess; reported after the next one is decided."""
        self.played_s.append(time.perf_counter())

    def advise(self, state: GameState) -> Proposal:
        """Ask the solver, and note how long it took."""
        start_s = time.perf_counter()
        proposal = proposal_for(state, CancelFlag())
        self.solving_s += time.perf_counter() - start_s
        return proposal

    @property
    def total_s(self) -> float:
        """From the start of the browser to the win."""
        return self.played_s[-1] - self.start_s

    @property
    def guess_s(self) -> float:
        """Reading, typing and waiting for one guess; colours come at once, so no animation."""
        return (self.played_s[-1] - self.read_s - self.solving_s) / len(self.played_s)


def play(seed: int) -> tuple[Stopwatch, BrowserOutcome]:
    """One game on the practice site, whose colours come without a pause."""
    watch = Stopwatch()
    player = make_player(BotRequest(site="practice", seed=str(seed)), watch)
    player._advise = watch.advise
    return watch, player.run()


def first_card_s() -> float:
    """From the command to the first typed card, in a process of its own."""
    start_s = time.perf_counter()
    command = [sys.executable, "-m", "tests.bench.bench_browser", "--first-card"]
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as run:
            assert run.stdout is not None
            output = run.stdout.readline().strip()
            took_s = time.perf_counter() - start_s
        assert output == FIRST_CARD, output
    return took_s


def tell_first_card() -> None:
    """What `assistant pokle play` does, until the first card is in its cell."""

    def note(site: PokleSite, phase: str) -> None:
        if phase == "filled 1":
            print(FIRST_CARD, flush=True)

    request = BotRequest(site="practice", seed="7", max_guesses=1)
    player: BrowserPlayer = make_player(request, Listener())
    player._options = replace(player._options, on_phase=note)
    player.run()


def run(bench: Bench) -> None:
    """Play the games, after one that warms everything up."""
    play(0)
    games = [play(seed) for seed in range(1, N_GAMES + 1)]
    watches = [watch for watch, _ in games]
    guesses = [outcome.n_guesses for _, outcome in games]
    won = sum(outcome.status == "won" for _, outcome in games)
    bench.row(f"games won of {N_GAMES}", won, "", at_least=N_GAMES)
    bench.row("guesses a game", statistics.mean(guesses), "")
    bench.row("browser start to win, median", statistics.median(w.total_s for w in watches), "s")
    per_guess = [watch.guess_s for watch in watches]
    median_s = statistics.median(per_guess)
    bench.row("a guess beside solver and page, median", median_s, "s", at_most=0.5)
    bench.row("a guess, slowest game", max(per_guess), "s")
    solving = [watch.solving_s / len(watch.played_s) for watch in watches]
    bench.row("the solver for a guess, median", statistics.median(solving), "s")
    starts = [first_card_s() for _ in range(N_STARTS)]
    bench.row("command to the first guess typed, median", statistics.median(starts), "s", at_most=3)


if __name__ == "__main__":
    tell_first_card()
