"""Seven-card hands a second on one thread, against `phevaluator` and `eval7` of the same run.

All run in turns and are timed by the processor time of their thread; the best of each counts.
"""

from math import comb

import numpy as np

from tests.bench.harness import Bench, in_turns, random_hands, thread_seconds

KNOWN_SEVEN = [0, 23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
N_HANDS = 2_000_000
N_PEER_HANDS = 20_000


def run(bench: Bench) -> None:
    """Random arrays, then the enumeration of all 133,784,560 hands."""
    import eval7
    import phevaluator

    from engine.poker.evaluator import evaluate_batch
    from rust_meld import poker_count_sevens

    bench.yardstick_s()
    hands = np.tile(random_hands(N_HANDS // 10), (10, 1))
    lists = hands[:N_PEER_HANDS].tolist()
    cards = [eval7.Card(f"{'23456789TJQKA'[i // 4]}{'cdhs'[i % 4]}") for i in range(52)]
    objects = [[cards[i] for i in hand] for hand in lists]
    took = in_turns(
        {
            "ours": lambda: evaluate_batch(hands),
            "phevaluator": lambda: [phevaluator.evaluate_cards(*hand) for hand in lists],
            "eval7": lambda: [eval7.evaluate(hand) for hand in objects],
            "enumeration": lambda: poker_count_sevens(6, 52),
        },
        thread_seconds,
    )
    ours, enumeration = N_HANDS / took["ours"], comb(52, 7) / took["enumeration"]
    phe, peer = N_PEER_HANDS / took["phevaluator"], N_PEER_HANDS / took["eval7"]
    rates = {"random arrays": ours, "phevaluator": phe, "eval7": peer, "enumeration": enumeration}
    for name, rate in rates.items():
        bench.row(name, rate / 1e6, "million hands/s")
    bench.row("random arrays against phevaluator", ours / phe, "times", at_least=150)
    bench.row("random arrays against eval7", ours / peer, "times", at_least=150)
    bench.row("enumeration against eval7", enumeration / peer, "times", at_least=700)
    right = poker_count_sevens(6, 52) == [*KNOWN_SEVEN, 4324]
    bench.row("all 133,784,560 hands counted as known", float(right), "1 = yes", at_least=1)
