"""Time against work: four doublings of each kind, and the exponent that fits them.

An exponent of 1 means that twice the work takes twice the time. What runs on one thread is timed by
the processor time of that thread. Each size is run some times and the quickest counts.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import log

import numpy as np

from engine.cards import parse_cards
from engine.control import Control
from engine.holdem.ranges import Range, known_hand, random_range
from engine.holdem.sampling import Sampling, sample
from engine.holdem.situation import Situation
from engine.holdem.tables import N_COMBOS
from tests.bench.harness import Bench, seconds, thread_seconds
from tests.engine.holdem.asking import exact_odds

REPEATS = 5
THREAD_REPEATS = 12  # a second core is free for moments only
MOST = 1.1  # an exponent above this is worse than linear, within what a busy machine blurs
HERO = known_hand(*parse_cards("AhKh"))
FREE_CORES = 1.8  # cores that two busy threads get when a second one is free


def run(bench: Bench) -> None:
    """One exponent a kind of work, then threads."""
    grow(bench, "Hold'em, samples", _sampled, [250_000 << i for i in range(5)])
    grow(bench, "Hold'em, opponents", _opponents, [1, 2, 4, 6])
    grow(bench, "Hold'em, hands in a range, flop", _ranged, [80 << i for i in range(5)])
    grow(bench, "Kings and Lows, deals", _kings_deals, [20_000 << i for i in range(5)])
    grow(bench, "Kings and Lows, players", _kings_players, [2, 4, 6, 7])
    grow(bench, "Slave, games", _slave_games, [20_000 << i for i in range(5)])
    grow(bench, "Konkan, games", _konkan_games, [250 << i for i in range(5)])
    grow(bench, "Pokle, boards ranked", _pokle_boards, [10_000 << i for i in range(5)], 1)
    _threads(bench)


def grow(
    bench: Bench, name: str, job: Callable[[int], object], sizes: list[int], repeats: int = REPEATS
) -> None:
    """Time each size and fit the exponent by least squares of the logarithms."""
    job(sizes[0])
    times = {n: min(thread_seconds(lambda: job(n)) for _ in range(repeats)) for n in sizes}  # noqa: B023
    for n, time_s in times.items():
        bench.row(f"{name}: {n:,}", time_s * 1000, "ms of processor")
    slope = np.polyfit([log(n) for n in times], [log(t) for t in times.values()], 1)[0]
    bench.row(f"{name}: exponent", float(slope), "", at_most=MOST)


def _sampled(n_samples: int, n_threads: int = 1) -> None:
    sample(Situation(HERO, (random_range(),)), Sampling(n_samples, 1, n_threads), Control())


def _opponents(n_opponents: int) -> None:
    situation = Situation(HERO, (random_range(),) * n_opponents)
    sample(situation, Sampling(500_000, 1, 1), Control())


def _ranged(n_combos: int) -> None:
    """Two ranges of as many hands, swept on every runout of a flop."""
    board = parse_cards("Qh Jh 2c")
    held = np.random.default_rng(1).permutation(N_COMBOS)[:n_combos]
    hands = Range(np.isin(np.arange(N_COMBOS), held).astype(float))
    exact_odds(Situation(hands, (hands,), board))


def _kings_deals(n_deals: int, n_players: int = 4) -> None:
    from engine.kings_lows.deals import no_counts
    from engine.kings_lows.simulation import deal_of
    from engine.kings_lows.table import KingsAndLowsPlayer, StudTable

    table = StudTable(tuple(KingsAndLowsPlayer(f"Seat {i}") for i in range(n_players)))
    counts = no_counts(n_players)
    deal_of(table).native.deal(1, 0, n_deals, np.zeros(1, np.uint8), *counts)


def _kings_players(n_players: int) -> None:
    _kings_deals(50_000, n_players)


def _slave_games(n_games: int) -> None:
    _play("slave:greedy", 4, n_games)


def _konkan_games(n_games: int) -> None:
    _play("konkan:greedy", 2, n_games)


def _play(agent: str, n_seats: int, n_games: int) -> None:
    from assistant.arena.plan import plan_match
    from assistant.arena.runner import play_chunk

    play_chunk(plan_match([agent] * n_seats, n_games, 7).to_json(), 0, n_games)


def _pokle_boards(n_boards: int) -> None:
    """The best guess among so many boards of one puzzle."""
    from engine.pokle.boards import find_boards
    from engine.pokle.guesses import legal_guesses
    from engine.pokle.rules import Puzzle
    from engine.pokle.search import GuessSearch

    if "boards" not in _KEPT:
        hole = tuple(map(parse_cards, ("AC AD", "KH KS", "2C 7D")))
        puzzle = Puzzle(hole, (1, 2, 3), (1, 2, 3), (1, 2, 3), board_rule="any")
        _KEPT["boards"] = find_boards(puzzle, Control()), legal_guesses(puzzle)
    boards, legal = _KEPT["boards"]
    chosen = np.zeros(len(boards), bool)
    chosen[np.random.default_rng(1).permutation(len(boards))[:n_boards]] = True
    next(GuessSearch(boards.take(chosen), legal, Control()).answers(1))


_KEPT: dict[str, tuple] = {}


def _threads(bench: Bench) -> None:
    """Two threads against one, and whether a second core was free at all while they ran."""
    one_s, two_s, cores = [], [], []
    for _ in range(THREAD_REPEATS):
        one_s.append(seconds(lambda: _sampled(8_000_000)))
        two_s.append(seconds(lambda: _sampled(8_000_000, 2)))
        cores.append(_cores_free())
    gain = min(one_s) / min(two_s)
    bench.row("cores that two busy threads got", max(cores), "cores")
    at_least = 1.7 if max(cores) >= FREE_CORES else None
    free = "" if at_least else " (no second core was free)"
    bench.row(f"Hold'em, two threads against one{free}", gain, "times", at_least=at_least)


def _cores_free() -> float:
    """How much processor time two threads get in a second of the clock."""
    start, used = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: _sampled(2_000_000), range(2)))
    return (time.process_time() - used) / (time.perf_counter() - start)
