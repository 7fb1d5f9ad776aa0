"""Hold'em against `eval7` and `pokerkit` of the same run, and as shares of the yardstick.

Peers and ours run in turns and the best of each is kept. What runs on one thread is timed by the
processor time of that thread, which other work on the machine disturbs least.
"""

from tests.bench.harness import Bench, in_turns, thread_seconds

N_DEALS = 2_000_000
N_PEER_DEALS = 1_000_000
N_POKERKIT_DEALS = 200
ANY_TWO = "22+," + ",".join(f"{high}2+" for high in "AKQJT9876543")


def run(bench: Bench) -> None:
    """Sampling rates, exact answers, threads, strata."""
    yardstick_s = bench.yardstick_s()
    _sampling(bench, yardstick_s)
    _exact(bench, yardstick_s)
    _strata(bench)


def _sampling(bench: Bench, yardstick_s: float) -> None:
    import eval7

    hand = [eval7.Card("Ah"), eval7.Card("Kh")]
    anything = eval7.HandRange(ANY_TWO)
    took = in_turns(
        {
            "one": lambda: _sample(1),
            "six": lambda: _sample(6),
            "eval7": lambda: eval7.py_hand_vs_range_monte_carlo(hand, anything, [], N_PEER_DEALS),
            "pokerkit": _pokerkit,
        },
        thread_seconds,
    )
    one, six = N_DEALS / took["one"], N_DEALS / took["six"]
    peer, kit = N_PEER_DEALS / took["eval7"], N_POKERKIT_DEALS / took["pokerkit"]
    bench.row("sampling, one opponent", one / 1e6, "million deals/s")
    bench.row("sampling, six opponents", six / 1e6, "million deals/s")
    bench.row("eval7, one opponent", peer / 1e6, "million deals/s")
    bench.row("pokerkit, one opponent", kit / 1e6, "million deals/s")
    bench.row("one opponent against eval7", one / peer, "times", at_least=2)
    bench.row("one opponent against pokerkit", one / kit, "times")
    # A deal for seven players has 3.5 times the hands of one for two: 0.29 is an equal rate a hand,
    # and 0.55 nearly twice the rate. It sinks when one opponent becomes faster, as it did.
    bench.row("six opponents against one", six / one, "times", at_least=0.55)
    bench.row("hands, six opponents against eval7", 7 * six / (2 * peer), "times", at_least=6)
    bench.row("deals in the yardstick's time", one * yardstick_s / 1e6, "million")


def _sample(n_opponents: int) -> None:
    from engine.control import Control
    from engine.holdem.sampling import Sampling, sample
    from tests.engine.holdem.asking import table

    situation = table("AhKh", *["random"] * n_opponents)
    sample(situation, Sampling(N_DEALS, 1, 1), Control())


def _pokerkit() -> None:
    from pokerkit import Deck, StandardHighHand, calculate_equities, parse_range

    calculate_equities(
        (parse_range("AhKh"), parse_range(ANY_TWO)),
        (),
        2,
        5,
        Deck.STANDARD,
        (StandardHighHand,),
        sample_count=N_POKERKIT_DEALS,
    )


def _exact(bench: Bench, yardstick_s: float) -> None:
    took = in_turns(
        {
            "AhAs against KdKc": lambda: _enumerate("AhAs", "KdKc"),
            "AhKh against a random hand": lambda: _enumerate("AhKh", "random"),
            "QQ+,AK against a range": lambda: _enumerate(
                "QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+"
            ),
            "AhKh against a random hand on a flop": lambda: _enumerate(
                "AhKh", "random", "Qh Jh 2c"
            ),
        },
        thread_seconds,
    )
    targets_ms = {
        "AhAs against KdKc": 3,
        "AhKh against a random hand": 150,
        "QQ+,AK against a range": 1000,
    }
    for name, time_s in took.items():
        bench.row(f"exact, {name}", time_s * 1000, "ms", at_most=targets_ms.get(name))
        bench.row("the same, by the yardstick", time_s / yardstick_s, "times")
    equity = _enumerate("QQ+,AK", "22+,A2s+,KTs+,QTs+,JTs,ATo+,KJo+")
    bench.row("QQ+,AK against a range: error", abs(equity - 0.678245), "", at_most=5e-7)


def _enumerate(hero: str, opponent: str, board: str = "") -> float:
    from tests.engine.holdem.asking import exact_odds, table

    return exact_odds(table(hero, opponent, board=board)).hero.equity


def _strata(bench: Bench) -> None:
    """How much less variance the strata of runouts leave, over many seeds, by opponents."""
    import numpy as np

    from engine.control import Control
    from engine.holdem.sampling import Sampling, sample
    from tests.engine.holdem.asking import table

    def variance(n_opponents: int, stratify: bool) -> float:
        situation = table("AhKh", *["random"] * n_opponents, board="Qh Jh 2c")
        runs = (Sampling(32_430, seed, 1, stratify=stratify) for seed in range(200))
        return float(np.var([sample(situation, run, Control()).hero.equity for run in runs]))

    for n in (1, 2, 6):
        share = variance(n, True) / variance(n, False)
        bench.row(f"variance with strata of runouts, {n} opponents", share, "of plain")
