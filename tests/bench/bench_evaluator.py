"""Seven-card hands a second on one thread, against `phevaluator` and `eval7` of the same run."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from tests.bench.harness import N_YARDSTICK_HANDS, Bench, best_seconds

KNOWN_SEVEN = [0, 23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
N_PEER_HANDS = 20_000


def run(bench: Bench) -> None:
    """Random arrays, then the enumeration of all 133,784,560 hands."""
    import eval7
    import phevaluator

    from engine.poker.kernels import count_seven_card_hands

    ours = N_YARDSTICK_HANDS / bench.yardstick_s()
    sample = _random_hands()
    cards = [eval7.Card(f"{'23456789TJQKA'[i // 4]}{'cdhs'[i % 4]}") for i in range(52)]
    objects = [[cards[i] for i in hand] for hand in sample.tolist()]
    lists = sample.tolist()
    phe_rate = N_PEER_HANDS / best_seconds(lambda: [phevaluator.evaluate_cards(*h) for h in lists])
    e7_rate = N_PEER_HANDS / best_seconds(lambda: [eval7.evaluate(h) for h in objects])
    bench.row("random arrays", ours / 1e6, "million hands/s")
    bench.row("phevaluator", phe_rate / 1e6, "million hands/s")
    bench.row("eval7", e7_rate / 1e6, "million hands/s")
    bench.row("random arrays against phevaluator", ours / phe_rate, "times", at_least=150)
    bench.row("random arrays against eval7", ours / e7_rate, "times", at_least=70)
    counted = best_seconds(lambda: count_seven_card_hands(6, 52))
    rate = comb(52, 7) / counted
    bench.row("enumeration", rate / 1e6, "million hands/s")
    bench.row("enumeration against eval7", rate / e7_rate, "times", at_least=250)
    right = count_seven_card_hands(6, 52).tolist() == [*KNOWN_SEVEN, 4324]
    bench.row("all 133,784,560 hands counted as known", float(right), "1 = yes", at_least=1)


def _random_hands() -> NDArray[np.uint8]:
    order = np.random.default_rng(11).random((N_PEER_HANDS, 52)).argpartition(7, axis=1)
    return order[:, :7].astype(np.uint8)
