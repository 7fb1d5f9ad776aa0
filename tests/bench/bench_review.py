"""Reviews at the default depth, the first marks of one, and a record of ten thousand games."""

import tempfile
import time
from contextlib import suppress
from pathlib import Path

from assistant.play import GameTable, Record, find_game
from assistant.play import run as play_on
from assistant.review.decisions import Review, review
from assistant.review.history import history_of
from assistant.review.judges import find_judge
from assistant.review.player_record import FinishedGame, PlayerRecord
from engine.control import Control, Progress
from engine.errors import Cancelled
from tests.bench.harness import Bench, best_seconds, both_seconds

PLAYERS = {"slave": ("greedy",) * 4, "konkan": ("greedy", "greedy")}
SEEDS = range(3, 6)
N_GAMES = 10_000


def run(bench: Bench) -> None:
    """Mean seconds of a review, on the clock and of the processor; the first marks; the record."""
    for game, at_most in (("slave", 3), ("konkan", 10)):
        records = [_finished(game, seed) for seed in SEEDS]
        find_judge(game).prepare(Control())
        review(records[0])  # what is done once
        clock_s, cpu_s = both_seconds(lambda records=records: [review(each) for each in records])
        bench.row(f"{game}, one game", clock_s / len(records), "s", at_most=at_most)
        bench.row(f"{game}, one game, processor", cpu_s / len(records), "s")
        firsts = [_first_marks_s(each) for each in records]
        bench.row(f"{game}, first marks", max(firsts), "s", at_most=1.0)
    with tempfile.TemporaryDirectory() as folder:
        player = PlayerRecord(Path(folder) / "record.sqlite")
        player.add_games(_game(number) for number in range(N_GAMES))
        opened_s = best_seconds(lambda: history_of(player.games("konkan")))
    bench.row(f"record of {N_GAMES:,} games", opened_s, "s", at_most=0.3)


def _finished(game: str, seed: int) -> Record:
    table = GameTable(find_game(game), PLAYERS[game], 1, seed)
    for _ in play_on(table, Control()):
        pass
    return table.record


def _first_marks_s(record: Record) -> float:
    """Seconds until the window could show a judged decision."""
    first_s: list[float] = []
    began_s = time.perf_counter()

    def report(progress: Progress) -> None:
        early = progress.partial
        if isinstance(early, Review) and early.judgements and not first_s:
            first_s.append(time.perf_counter() - began_s)
            control.cancel.set()

    control = Control(on_progress=report)
    with suppress(Cancelled):
        review(record, control=control)
    return first_s[0] if first_s else float("inf")


def _game(number: int) -> FinishedGame:
    return FinishedGame(
        "konkan",
        "Bo",
        place=1 + number % 2,
        n_seats=2,
        accuracy=60.0 + number % 40,
        play=0.1,
        luck=-0.05,
        losses='{"throw": [0.4, 10], "draw": [0.1, 8], "lay": [0.2, 3]}',
    )
