"""The numbers of the 157 actions, and the cards of those that do not depend on a hand.

0 passes, 1-52 are singles, 53-130 pairs, 131-143 triples, 144-156 quads.
"""

from itertools import combinations

N_ACTIONS = 157
PASS_ACTION = 0
FIRST_SINGLE, FIRST_PAIR, FIRST_TRIPLE, FIRST_QUAD = 1, 53, 131, 144
PAIR_SUITS = tuple(combinations(range(4), 2))  # CD, CH, CS, DH, DS, HS


def _fixed_mask(action: int) -> int:
    if action == PASS_ACTION:
        return 0
    if action < FIRST_PAIR:
        return 1 << (action - FIRST_SINGLE)
    rank, suits = divmod(action - FIRST_PAIR, 6)
    low, high = PAIR_SUITS[suits]
    return (1 << low | 1 << high) << (4 * rank)


FIXED_MASKS = tuple(map(_fixed_mask, range(FIRST_TRIPLE)))
