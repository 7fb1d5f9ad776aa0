"""The last card up or down: what it is worth when the others fold by what they see.

A world is hero's last card and what is hidden of the others. In each, every opponent reckons with
all hands that hero may hold behind the open cards, and stays if that is promising enough; then one
bet is paid by those who stay, and the best hand takes all.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.compiled import njit
from engine.kings_lows.kernels.layout import LastCard
from engine.kings_lows.kernels.values import CARD_MASKS, rule_value

N_HOLE = 2


@njit(nogil=True, cache=True)
def weigh_worlds(
    question: LastCard,
    worlds: NDArray[np.uint8],
    stop_flag: NDArray[np.uint8],
    gains: NDArray[np.float64],
) -> int:
    """Fill in hero's gain in each world, `gains[world] = up, down`; how many were weighed.

    A world is one row: hero's last card, then the missing cards of each opponent in turn.
    """
    code, n_opponents = np.uint64(question.code), len(question.known)
    hands, values = np.zeros(n_opponents, np.uint64), np.zeros(n_opponents, np.uint16)
    for world in range(len(worlds)):
        if stop_flag[0]:
            return world
        last, place = CARD_MASKS[worlds[world, 0]], 1
        hero = rule_value(question.hero_hole | question.hero_open | last, code)
        for p in range(n_opponents):
            hands[p] = question.known[p]
            for _ in range(question.n_missing[p]):
                hands[p] |= CARD_MASKS[worlds[world, place]]
                place += 1
            values[p] = rule_value(hands[p], code)
        for way in range(2):
            shown = question.hero_open | (last if way == 0 else np.uint64(0))
            gains[world, way] = _gain(question, hero, shown, hands, values, N_HOLE + way)
    return len(worlds)


@njit(nogil=True, cache=True)
def _gain(
    question: LastCard,
    hero: np.uint16,
    shown: np.uint64,
    hands: NDArray[np.uint64],
    values: NDArray[np.uint16],
    n_hidden: int,
) -> float:
    """What hero gains of a pot of 1, paying the bet beside everybody who stays."""
    n_stay, n_best, best = 0, 1, hero
    for p in range(len(hands)):
        chance = chance_against(question, shown, hands[p], values[p], n_hidden)
        if values[p] < question.floor or chance < question.least_chance:
            continue
        n_stay += 1
        if values[p] > best:
            best, n_best = values[p], 1
        elif values[p] == best:
            n_best += 1
    if n_stay == 0:
        return 1.0
    if hero < best:
        return -question.bet
    return (1 + question.bet * (n_stay + 1)) / n_best - question.bet


@njit(nogil=True, cache=True)
def chance_against(
    question: LastCard, shown: np.uint64, own: np.uint64, value: np.uint16, n_hidden: int
) -> float:
    """How an opponent fares against all hands behind hero's open cards, ties counted half."""
    code, seen = np.uint64(question.code), question.gone | shown | own
    rest, n = np.empty(52, np.uint64), 0
    for card in range(52):
        if not CARD_MASKS[card] & seen:
            rest[n] = CARD_MASKS[card]
            n += 1
    points, total = 0, 0
    for a in range(n):
        for b in range(a):
            pair = shown | rest[a] | rest[b]
            if n_hidden == N_HOLE:
                points += _compare(value, rule_value(pair, code))
                total += 2
                continue
            for c in range(b):
                points += _compare(value, rule_value(pair | rest[c], code))
                total += 2
    return points / total if total else 1.0


@njit(nogil=True, cache=True)
def _compare(value: np.uint16, other: np.uint16) -> int:
    """2 for the better hand, 1 for an equal one."""
    return 2 * (value > other) + (value == other)


def warm_up() -> None:
    """Compile every kernel once."""
    masks = CARD_MASKS[:52]
    question = LastCard(
        masks[0] | masks[1],
        masks[2:6].sum(),
        np.array([masks[6:13].sum()], np.uint64),
        np.zeros(1, np.int64),
        masks[20:52].sum(),
        0,
        0.5,
        0.25,
        0,
    )
    worlds, flag = np.array([[13]], np.uint8), np.zeros(1, np.uint8)
    weigh_worlds(question, worlds, flag, np.zeros((1, 2)))
