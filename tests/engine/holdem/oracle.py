"""A slow, plain enumeration with another library's evaluator: the truth for small cases."""

from itertools import combinations, product

import eval7
import numpy as np

from engine.cards import Card, to_mask
from engine.holdem.situation import Situation
from engine.holdem.tables import COMBO_CARDS

CARDS = [eval7.Card(f"{'23456789TJQKA'[i // 4]}{'cdhs'[i % 4]}") for i in range(52)]


def slow_odds(situation: Situation) -> list[tuple[float, float, float]]:
    """Win, tie and equity of every player, by weighing every deal one after the other."""
    gone = {c.index for c in situation.board + situation.dead}
    table = to_mask(situation.board + situation.dead)
    held = [np.flatnonzero(hands.without(table).weights) for hands in situation.given]
    result, total = np.zeros((len(held), 3)), 0.0
    for combos in product(*held):
        hands = [tuple(map(int, COMBO_CARDS[combo])) for combo in combos]
        used = gone.union(*hands)
        if len(used) != len(gone) + 2 * len(hands):
            continue
        weight = np.prod([s.weights[c] for s, c in zip(situation.given, combos, strict=True)])
        deck = [i for i in range(52) if i not in used]
        board = [c.index for c in situation.board]
        for rest in combinations(deck, 5 - len(board)):
            values = [eval7.evaluate([CARDS[i] for i in (*h, *board, *rest)]) for h in hands]
            best = [i for i, value in enumerate(values) if value == max(values)]
            for i in best:
                result[i] += weight * np.array([len(best) == 1, len(best) > 1, 1 / len(best)])
            total += weight
    return [tuple(row) for row in (result / total).tolist()]


def small_deck(keep: list[int]) -> tuple[Card, ...]:
    """Dead cards that leave only the cards of these indices."""
    return tuple(Card.from_index(i) for i in range(52) if i not in keep)
