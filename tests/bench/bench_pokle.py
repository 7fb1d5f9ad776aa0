"""Pokle: the guesses that three players need on real puzzles, and the seconds of a first guess.

`POKLE_FILE=puzzles.json` reads real puzzles from a file; without it they come from the generator. A
puzzle is played against every board that fits it. `POKLE_PUZZLES=10` keeps every tenth puzzle.
Random deals, that nobody curated, are played against unlucky boards: `POKLE_DEALS=40` takes more.
The file is JSON, `{"puzzles": [{"hole": [["KC", "JS"], …], "flop": [1, 2, 3], "turn": …}, …]}`.
"""

import json
import os
import resource
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from engine.cards import parse_card
from engine.control import Control
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import N_PATTERNS, WON
from engine.pokle.games import fewest_guesses_player, max_entropy_player, mixed_player
from engine.pokle.guesses import LegalGuesses, legal_guesses
from engine.pokle.rules import Puzzle, all_places, as_cards
from engine.pokle.search import LIMITS, Effort, GuessSearch
from tests.bench.harness import Bench, both_seconds
from tests.engine.pokle.every_board import Player, Tally, play_every_board

PUZZLE_FILE = os.environ.get("POKLE_FILE")
N_GENERATED = 60
MAX_PLAYED_BOARDS = 1_200
PROOF_S = 2.0
MOST_EXPECTED = 2.445  # guesses that ours may need on the real puzzles
MARGIN = 0.027  # guesses that ours must save against the mixed player
N_GUESSES = 6
DEAL_BOARDS = (20_000, 400_000)  # of a random deal: more would take minutes a game
GAMES_A_DEAL = 5
PLAYERS: dict[str, Player] = {
    "maximum entropy": max_entropy_player,
    "0.5 entropy + 2.5 P(win)": mixed_player,
    "ours": fewest_guesses_player,
}


def puzzles() -> list[Puzzle]:
    """Return the puzzles of the file if one is named, else generated ones."""
    found = _read_all(Path(PUZZLE_FILE)) if PUZZLE_FILE else _generated()
    return found[:: int(os.environ.get("POKLE_PUZZLES", "1"))]


def _read_all(file: Path) -> list[Puzzle]:
    return [_read(record) for record in json.loads(file.read_text())["puzzles"]]


def _read(record: dict[str, list]) -> Puzzle:
    hole = tuple(tuple(map(parse_card, hand)) for hand in record["hole"])
    return Puzzle(hole, *(tuple(record[street]) for street in ("flop", "turn", "river")))


def _generated() -> list[Puzzle]:
    from engine.pokle.generator import generate_puzzle

    return [generate_puzzle(seed).puzzle for seed in range(N_GENERATED)]


def run(bench: Bench) -> None:
    """Times first, then every board of every puzzle that has few enough."""
    asked = puzzles()
    boards = [find_boards(puzzle, Control()) for puzzle in asked]
    _times(bench, asked)
    played = [
        (puzzle, found)
        for puzzle, found in zip(asked, boards, strict=True)
        if len(found) <= MAX_PLAYED_BOARDS
    ]
    bench.row("puzzles played on every board", len(played), "puzzles")
    _play(bench, played)
    _proofs(bench, played)
    _bounds(bench, list(zip(asked, boards, strict=True)))
    _random_deals(bench)
    _many_boards(bench)


def _times(bench: Bench, asked: list[Puzzle]) -> None:
    yardstick_s = bench.yardstick_s()
    choices = {
        "first guess": (partial(_answer, 1), 0.075, 0.7),
        "searched guess": (partial(_answer, 2), 0.075, 0.7),
        "whole answer": (_whole_answer, None, None),
        "maximum entropy": (_maximum_entropy, None, None),
    }
    for name, (choose, most_median, most) in choices.items():
        choose(asked[0])
        times = np.array([both_seconds(partial(choose, puzzle)) for puzzle in asked])
        (median, cpu_median), (p95, cpu_p95) = np.percentile(times, [50, 95], axis=0)
        words = f"solve and {name}"
        bench.row(f"{words}, median", float(median), "s")
        bench.row(f"{words}, p95", float(p95), "s")
        bench.row(f"{words}, median, processor", float(cpu_median), "s", at_most=most_median)
        bench.row(f"{words}, p95, processor", float(cpu_p95), "s")
        bench.row(f"{words}, most, processor", float(times[:, 1].max()), "s", at_most=most)
        bench.row(f"{words}, median / yardstick", float(median) / yardstick_s, "ratio")
        bench.row(f"{words}, p95 / yardstick", float(p95) / yardstick_s, "ratio")


def _answer(number: int, puzzle: Puzzle) -> object:
    """Return one of the answers: the first is played greedily, the second searched."""
    *_, answer = islice(_search(puzzle).answers(), number)
    return answer


def _whole_answer(puzzle: Puzzle) -> object:
    return _search(puzzle).best()


def _search(puzzle: Puzzle) -> GuessSearch:
    return GuessSearch(find_boards(puzzle, Control()), legal_guesses(puzzle), Control())


def _maximum_entropy(puzzle: Puzzle) -> object:
    return max_entropy_player(find_boards(puzzle, Control()), legal_guesses(puzzle), N_GUESSES)


def _play(bench: Bench, played: list[tuple[Puzzle, Boards]]) -> None:
    means = {}
    for name, player in PLAYERS.items():
        tallies = [play_every_board(player, b, legal_guesses(p)) for p, b in played]
        means[name] = float(np.mean([tally.mean for tally in tallies]))
        goal = {"at_most": MOST_EXPECTED} if name == "ours" and PUZZLE_FILE else {}
        bench.row(f"expected guesses: {name}", means[name], "guesses", **goal)
        _worst(bench, name, tallies)
    saved = means["0.5 entropy + 2.5 P(win)"] - means["ours"]
    bench.row("guesses saved by ours against the mixed player", saved, "guesses", at_least=MARGIN)


def _worst(bench: Bench, name: str, tallies: list[Tally]) -> None:
    late = sum(n for t in tallies for guesses, n in t.n_boards.items() if guesses > N_GUESSES)
    goal = {"at_most": 0.0} if name == "ours" else {}
    bench.row(f"boards over six guesses: {name}", late, "boards", **goal)
    bench.row(f"worst board: {name}", max(t.worst for t in tallies), "guesses")


def _proofs(bench: Bench, played: list[tuple[Puzzle, Boards]]) -> None:
    """First guesses: how many are proven best of all, and how many of them within two seconds."""
    for most, goal in ((LIMITS.few_boards, 1.0), (MAX_PLAYED_BOARDS, 0.99)):
        few = [(puzzle, found) for puzzle, found in played if len(found) <= most]
        proven, times = map(np.array, zip(*(_prove(*each) for each in few), strict=True))
        bench.row(f"first guesses among up to {most} boards", len(few), "puzzles")
        words = f"proven best of all legal guesses, up to {most} boards"
        is_asked = PUZZLE_FILE or most <= LIMITS.few_boards  # many boards: of real puzzles alone
        bench.row(words, float(proven.mean()), "share", at_least=goal if is_asked else None)
        in_time = float((proven & (times <= PROOF_S)).mean())
        bench.row(f"the same within {PROOF_S:.0f} s", in_time, "share")
        bench.row(f"seconds, up to {most} boards, median, processor", float(np.median(times)), "s")
        bench.row(f"seconds, up to {most} boards, most, processor", float(times.max()), "s")


def _prove(puzzle: Puzzle, boards: Boards) -> tuple[bool, float]:
    """Return whether a first guess is proven, and the processor seconds."""
    start_s = time.process_time()
    search = GuessSearch(boards, legal_guesses(puzzle), Control(), N_GUESSES, Effort.PATIENT)
    search.best(top=1)
    return search.is_proven, time.process_time() - start_s


def _bounds(bench: Bench, asked: list[tuple[Puzzle, Boards]]) -> None:
    """What is too much to prove: how far from the fewest guesses the answer can be at most."""
    many = [(puzzle, boards) for puzzle, boards in asked if len(boards) > MAX_PLAYED_BOARDS]
    gaps = []
    for puzzle, boards in many:
        ranking = GuessSearch(boards, legal_guesses(puzzle), Control()).best(top=1)
        gaps.append(ranking.best.expected_guesses - ranking.least_expected)
    bench.row(f"first guesses among more than {MAX_PLAYED_BOARDS} boards", len(many), "puzzles")
    bench.row("at most above the fewest possible, median", float(np.median(gaps)), "guesses")
    bench.row("at most above the fewest possible, most", float(np.max(gaps)), "guesses")


def _random_deals(bench: Bench) -> None:
    """Games on random deals under the rule `any`, against boards of the largest groups."""
    n_deals = int(os.environ.get("POKLE_DEALS", "8"))
    results = [result for deal in _deals(n_deals) for result in _unlucky_games(deal)]
    late = [could_be_saved for n_guesses, could_be_saved in results if n_guesses > N_GUESSES]
    bench.row("random deals: games", len(results), "games")
    bench.row("random deals: games past six", len(late), "games")
    bench.row("random deals: past six, not proven unavoidable", sum(late), "games", at_most=0.0)


def _deals(count: int) -> Iterator[Puzzle]:
    """Random deals with tens to hundreds of thousands of boards."""
    for seed in range(1_000):
        cards = as_cards(np.random.default_rng(seed).permutation(52)[:11].astype(np.uint8))
        hole = (cards[0:2], cards[2:4], cards[4:6])
        puzzle = Puzzle(hole, *all_places(hole, cards[6:]), board_rule="any")
        if count and DEAL_BOARDS[0] <= len(find_boards(puzzle, Control())) <= DEAL_BOARDS[1]:
            count -= 1
            yield puzzle


def _unlucky_games(puzzle: Puzzle) -> Iterator[tuple[int, bool]]:
    """Guesses of some games, and if a position was met where a loss is not proven unavoidable."""
    boards, legal = find_boards(puzzle, Control()), legal_guesses(puzzle)
    first = GuessSearch(boards, legal, Control()).best(top=1).best
    for game in range(GAMES_A_DEAL):
        rng = np.random.default_rng(game)
        left, number, could_be_saved = boards, 0, False
        while number < N_GUESSES:
            number, limit = number + 1, N_GUESSES - number
            best = first
            if number > 1:
                best = GuessSearch(left, legal, Control(), limit).best(top=1).best
            could_be_saved |= not (best.loss_is_unavoidable or _is_lost(left, legal, limit))
            row = legal.patterns(best.cards, left)
            left = left.take(row == _unlucky_pattern(row, rng))
            if (row == WON).all():
                break
        else:
            number += 1
        yield number, could_be_saved


def _is_lost(left: Boards, legal: LegalGuesses, guesses_left: int) -> bool:
    """True if some board cannot be found, whatever is played; of many, look at one flop's."""
    if len(left) > LIMITS.listed_boards:
        _, flops, sizes = np.unique(
            left.cards[:, :3], axis=0, return_inverse=True, return_counts=True
        )
        left = left.take(flops.ravel() == sizes.argmax())
    return legal.search(left).unfound(guesses_left) > 0


def _unlucky_pattern(row: np.ndarray, rng: np.random.Generator) -> int:
    """Not won unless it must be; large groups are likelier than their share."""
    weights = np.bincount(row, minlength=N_PATTERNS).astype(float) ** 2
    if weights[:WON].any():
        weights[WON] = 0
    return int(rng.choice(N_PATTERNS, p=weights / weights.sum()))


def _many_boards(bench: Bench) -> None:
    """A deal that nobody curated, with millions of boards: seconds to the sampled answer."""
    from assistant.advisors.pokle import PokleAdvice, PokleRequest, advise
    from engine.control import Progress

    request = PokleRequest(
        hole=("AC AD", "KH KS", "2C 7D"),
        flop=(1, 2, 3),
        turn=(1, 2, 3),
        river=(1, 2, 3),
        board_rule="any",
    )
    early: list[float] = []
    control = Control()

    def listen(progress: Progress) -> None:
        if isinstance(progress.partial, PokleAdvice) and not early:
            early.append(control.elapsed_s)

    control.on_progress = listen
    advice = advise(request, control)
    bench.row("boards of a deal at random", advice.boards_left, "boards")
    bench.row("its first answer, from a sample", early[0], "s", at_most=2.0)
    bench.row("its last answer", control.elapsed_s, "s")
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    bench.row("peak memory of this run", peak_mib, "MiB", at_most=1024)
