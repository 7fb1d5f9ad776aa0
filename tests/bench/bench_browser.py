"""Ten games in a real browser, from its start to the win, with the colours coming at once."""

import statistics
import time
from dataclasses import dataclass, field

from assistant.pokle_bot import BotRequest, make_player
from automation.listener import Listener
from automation.state import GameState, Outcome, Turn
from tests.bench.harness import Bench

N_GAMES = 10


@dataclass
class Stopwatch(Listener):
    """Notes when the page was read, and when each guess was played."""

    start_s: float = field(default_factory=time.perf_counter)
    read_s: float = 0.0
    played_s: list[float] = field(default_factory=list)

    def on_state(self, state: GameState) -> None:
        """The page is there: from now on the time is ours."""
        self.read_s = time.perf_counter()

    def on_turn(self, turn: Turn) -> None:
        """A guess is played; told after the next one is decided."""
        self.played_s.append(time.perf_counter())

    @property
    def total_s(self) -> float:
        """From the start of the browser to the win."""
        return self.played_s[-1] - self.start_s

    @property
    def ours_s(self) -> float:
        """Reading, deciding and typing."""
        return self.played_s[-1] - self.read_s

    @property
    def guess_s(self) -> float:
        """Ours, for one guess."""
        return self.ours_s / len(self.played_s)


def play(seed: int) -> tuple[Stopwatch, Outcome]:
    """One game on the practice site."""
    watch = Stopwatch()
    return watch, make_player(BotRequest(site="practice", seed=str(seed)), watch).run()


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
    shares = [watch.ours_s / watch.total_s for watch in watches]
    bench.row("of it ours, median", statistics.median(shares), "share")
    per_guess = [watch.guess_s for watch in watches]
    bench.row("ours a guess, median", statistics.median(per_guess), "s", at_most=1)
    bench.row("ours a guess, slowest game", max(per_guess), "s")
