"""All boards before the flop, walked by rank instead of card by card.

First every hand is valued by ranks alone: 6,175 boards, each weighted by the suits it can have.
Then, suit by suit, the boards with three or more cards of that suit are walked again, as a set of
ranks in the suit and the ranks of the other cards: there the valuation by ranks is taken back and
the true one, with its flushes, is put in. Suits that play the same part are walked once.
"""

import numpy as np
from numpy.typing import NDArray

from engine.holdem.kernels.hands import COMBO_CARDS, ROYAL, share_pot
from engine.holdem.kernels.layout import (
    CATEGORIES,
    MAX_SEATS,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    TIE_SHARES,
    TIES,
    WINS,
)
from engine.kernels import POT
from engine.kernels.compiled import njit
from engine.poker import tables
from engine.poker.kernels import FLUSH_VALUES, rank_value

N_RANKS = tables.N_RANKS
RANK_KEYS = np.array([key << tables.KEY_SHIFT for key in tables.RANK_KEYS], np.uint64)
BOARD_COUNTS = tables.rank_counts(5)
BOARD_KEYS = (BOARD_COUNTS.astype(np.uint64) * RANK_KEYS).sum(axis=1)
MASKS = np.arange(1 << N_RANKS)
MASK_BITS = MASKS[:, None] >> np.arange(N_RANKS) & 1
MASK_KEYS = (MASK_BITS.astype(np.uint64) * RANK_KEYS).sum(axis=1)
MASK_COUNTS = MASK_BITS.sum(axis=1)
SUIT_BOARDS = np.concatenate([MASKS[n == MASK_COUNTS] for n in (3, 4, 5)])  # 286 + 715 + 1287
SUIT_BOARD_STARTS = np.array([0, 0, 0, 0, 286, 1001, 2288])  # by number of cards in the suit
OTHERS = np.array(  # the ranks of no, one or two cards beside those of the suit; -1 for none
    [(-1, -1)]
    + [(a, -1) for a in range(N_RANKS)]
    + [(a, b) for a in range(N_RANKS) for b in range(a, N_RANKS)]
)
OTHERS_STARTS = np.array([0, 1, 14, 105])


@njit(nogil=True, cache=True)
def _lay_out(cards: NDArray[np.int64], left: NDArray[np.int64], free: NDArray[np.int64]) -> None:
    """How many cards of each rank, and which of each suit, are left beside those given."""
    left[:] = 4
    free[:] = (1 << N_RANKS) - 1
    for card in cards:
        left[card // 4] -= 1
        free[card % 4] &= ~(1 << card // 4)


@njit(nogil=True, cache=True)
def _board_weight(board: int, left: NDArray[np.int64]) -> int:
    """In how many suits a board of these ranks can lie."""
    weight = 1
    for rank in range(N_RANKS):
        for taken in range(BOARD_COUNTS[board, rank]):
            weight = weight * (left[rank] - taken) // (taken + 1)
    return weight


@njit(nogil=True, cache=True)
def _weigh_others(
    left: NDArray[np.int64], suit_free: int, weights: NDArray[np.int64], keys: NDArray[np.uint64]
) -> None:
    """Weight and key of the cards beside those of a suit, all of the three other suits."""
    for i in range(len(OTHERS)):
        a, b = OTHERS[i]
        weights[i], keys[i] = 1, np.uint64(0)
        if a >= 0:
            weights[i] = n = left[a] - (suit_free >> a & 1)
            keys[i] += RANK_KEYS[a]
            if b >= 0:
                keys[i] += RANK_KEYS[b]
                weights[i] = n * (n - 1) // 2 if a == b else n * (left[b] - (suit_free >> b & 1))


@njit(nogil=True, cache=True)
def _count_alike(
    free: NDArray[np.int64], holes: NDArray[np.int64], alike: NDArray[np.int64]
) -> None:
    """How many suits each suit stands for; 0 if an earlier one stands for it."""
    alike[:] = 1
    for suit in range(4):
        for earlier in range(suit):
            same = alike[earlier] > 0 and free[suit] == free[earlier]
            for seat in range(holes.shape[0]):
                same &= holes[seat, suit] == holes[seat, earlier]
            if same:
                alike[earlier] += 1
                alike[suit] = 0
                break


@njit(nogil=True, cache=True)
def known_hands(
    combos: NDArray[np.int64], gone: NDArray[np.int64], weight: float, tally: NDArray[np.float64]
) -> None:
    """All boards for two to ten known hands; `gone` are all cards that are not in the deck."""
    n_seats = len(combos)
    left, free = np.empty(N_RANKS, np.int64), np.empty(4, np.int64)
    _lay_out(gone, left, free)
    holes = np.zeros((n_seats, 4), np.int64)  # ranks held in each suit, as masks
    keys = np.zeros(n_seats, np.uint64)
    for seat in range(n_seats):
        for card in COMBO_CARDS[combos[seat]]:
            holes[seat, card % 4] |= 1 << card // 4
            keys[seat] += RANK_KEYS[card // 4]
    plain = np.zeros(MAX_SEATS, np.uint16)
    for board in range(len(BOARD_KEYS)):
        n = _board_weight(board, left)
        if n > 0:
            for seat in range(n_seats):
                plain[seat] = rank_value(BOARD_KEYS[board] + keys[seat])
            share_pot(plain, n_seats, weight * n, tally)
    alike = np.empty(4, np.int64)
    _count_alike(free, holes, alike)
    other_weights, other_keys = np.empty(len(OTHERS), np.int64), np.empty(len(OTHERS), np.uint64)
    true = np.zeros(MAX_SEATS, np.uint16)
    for suit in range(4):
        most = 0
        for seat in range(n_seats):
            most = max(most, MASK_COUNTS[holes[seat, suit]])
        if alike[suit] == 0:
            continue
        _weigh_others(left, free[suit], other_weights, other_keys)
        for n_suited in range(5 - most, 6):
            for i in range(SUIT_BOARD_STARTS[n_suited], SUIT_BOARD_STARTS[n_suited + 1]):
                ranks = SUIT_BOARDS[i]
                if ranks & ~free[suit]:
                    continue
                for j in range(OTHERS_STARTS[5 - n_suited], OTHERS_STARTS[6 - n_suited]):
                    n = other_weights[j] * alike[suit]
                    if n <= 0:
                        continue
                    for seat in range(n_seats):
                        plain[seat] = rank_value(MASK_KEYS[ranks] + other_keys[j] + keys[seat])
                        true[seat] = plain[seat]
                        if n_suited + MASK_COUNTS[holes[seat, suit]] >= 5:
                            true[seat] = FLUSH_VALUES[ranks | holes[seat, suit]]
                    share_pot(plain, n_seats, -weight * n, tally)
                    share_pot(true, n_seats, weight * n, tally)


@njit(nogil=True, cache=True)
def _meet(hero: int, value: int, n: int, counts: NDArray[np.int64]) -> None:
    """Count `n` opponents' hands of a value: won, tied, and by category."""
    counts[0] += n * (hero > value)
    counts[1] += n * (hero == value)
    counts[2 + (value >> 12) + (value == ROYAL)] += n


@njit(nogil=True, cache=True)
def _meet_all(
    hero: int, key: np.uint64, left: NDArray[np.int64], n: int, counts: NDArray[np.int64]
) -> None:
    """Count all opponents' hands by ranks alone, on one board."""
    for a in range(N_RANKS):
        if left[a] > 0:
            for b in range(a):
                if left[b] > 0:
                    value = rank_value(key + RANK_KEYS[a] + RANK_KEYS[b])
                    _meet(hero, value, n * left[a] * left[b], counts)
            if left[a] > 1:
                value = rank_value(key + RANK_KEYS[a] + RANK_KEYS[a])
                _meet(hero, value, n * (left[a] * (left[a] - 1) // 2), counts)


@njit(nogil=True, cache=True)
def hero_against_random(
    combo: int, gone: NDArray[np.int64], weight: float, tally: NDArray[np.float64]
) -> None:
    """All boards and all opponents' hands for one known hand; `gone` holds it and dead cards."""
    left, free = np.empty(N_RANKS, np.int64), np.empty(4, np.int64)
    _lay_out(gone, left, free)
    holes = np.zeros((1, 4), np.int64)
    hero_key = np.uint64(0)
    for card in COMBO_CARDS[combo]:
        holes[0, card % 4] |= 1 << card // 4
        hero_key += RANK_KEYS[card // 4]
    counts = np.zeros(2 + N_CATEGORIES, np.int64)
    own = np.zeros(N_CATEGORIES, np.int64)
    still = np.empty(N_RANKS, np.int64)
    for board in range(len(BOARD_KEYS)):
        n = _board_weight(board, left)
        if n > 0:
            hero = rank_value(BOARD_KEYS[board] + hero_key)
            own[hero >> 12] += n
            for rank in range(N_RANKS):
                still[rank] = left[rank] - BOARD_COUNTS[board, rank]
            _meet_all(hero, BOARD_KEYS[board], still, n, counts)
    alike = np.empty(4, np.int64)
    _count_alike(free, holes, alike)
    for suit in range(4):
        if alike[suit]:
            _correct_suit(holes[0, suit], hero_key, left, free[suit], alike[suit], counts, own)
    n_free = 52 - len(gone)
    n_hands = (n_free - 5) * (n_free - 6) // 2
    wins = (counts[0], own.sum() * n_hands - counts[0] - counts[1])
    for seat in range(2):
        tally[seat * N_SEAT_COUNTS + WINS] += weight * wins[seat]
        tally[seat * N_SEAT_COUNTS + TIES] += weight * counts[1]
        tally[seat * N_SEAT_COUNTS + TIE_SHARES] += weight * counts[1] * (POT // 2)
    for i in range(N_CATEGORIES):
        tally[CATEGORIES + i] += weight * own[i] * n_hands
        tally[CATEGORIES + N_CATEGORIES + i] += weight * counts[2 + i]


@njit(nogil=True, cache=True)
def _correct_suit(
    hole: int,
    hero_key: np.uint64,
    left: NDArray[np.int64],
    suit_free: int,
    alike: int,
    counts: NDArray[np.int64],
    own: NDArray[np.int64],
) -> None:
    """Put flushes of one suit in the place of hands valued by ranks alone."""
    other_weights, other_keys = np.empty(len(OTHERS), np.int64), np.empty(len(OTHERS), np.uint64)
    _weigh_others(left, suit_free, other_weights, other_keys)
    beside, still = np.empty(N_RANKS, np.int64), np.empty(N_RANKS, np.int64)
    rest = np.empty(N_RANKS, np.int64)
    for n_suited in range(3, 6):
        hero_flush = n_suited + MASK_COUNTS[hole] >= 5
        for i in range(SUIT_BOARD_STARTS[n_suited], SUIT_BOARD_STARTS[n_suited + 1]):
            ranks = SUIT_BOARDS[i]
            if ranks & ~suit_free:
                continue
            n_rest = 0  # the suit's cards that an opponent may hold
            for rank in range(N_RANKS):
                if (suit_free & ~ranks) >> rank & 1:
                    rest[n_rest] = rank
                    n_rest += 1
            for j in range(OTHERS_STARTS[5 - n_suited], OTHERS_STARTS[6 - n_suited]):
                n = other_weights[j] * alike
                if n <= 0:
                    continue
                key = MASK_KEYS[ranks] + other_keys[j]
                plain = rank_value(key + hero_key)
                true = FLUSH_VALUES[ranks | hole] if hero_flush else plain
                own[plain >> 12] -= n
                own[(true >> 12) + (true == ROYAL)] += n
                if n_suited == 3 and not hero_flush:
                    for p in range(n_rest):
                        for q in range(p):
                            value = rank_value(key + RANK_KEYS[rest[p]] + RANK_KEYS[rest[q]])
                            _meet(plain, value, -n, counts)
                            value = FLUSH_VALUES[ranks | 1 << rest[p] | 1 << rest[q]]
                            _meet(plain, value, n, counts)
                    continue
                n_beside = 0  # cards of the other suits
                for rank in range(N_RANKS):
                    in_suit = (suit_free & ~ranks) >> rank & 1
                    beside[rank] = left[rank] - (suit_free >> rank & 1)
                    beside[rank] -= (OTHERS[j, 0] == rank) + (OTHERS[j, 1] == rank)
                    still[rank] = beside[rank] + in_suit
                    n_beside += beside[rank]
                _meet_all(plain, key, still, -n, counts)
                if n_suited == 3:  # only two cards of the suit make a flush
                    _meet_all(true, key, still, n, counts)
                    for p in range(n_rest):
                        for q in range(p):
                            value = rank_value(key + RANK_KEYS[rest[p]] + RANK_KEYS[rest[q]])
                            _meet(true, value, -n, counts)
                else:  # one card of the suit is enough, or none is needed
                    for p in range(n_rest):
                        _meet(true, FLUSH_VALUES[ranks | 1 << rest[p]], n * n_beside, counts)
                    if n_suited == 4:
                        _meet_all(true, key, beside, n, counts)
                    else:
                        n_none = n_beside * (n_beside - 1) // 2
                        _meet(true, FLUSH_VALUES[ranks], n * n_none, counts)
                for p in range(n_rest):
                    for q in range(p):
                        value = FLUSH_VALUES[ranks | 1 << rest[p] | 1 << rest[q]]
                        _meet(true, value, n, counts)


def warm_up() -> None:
    """Compile every kernel once."""
    tally = np.zeros(N_TALLY)
    known_hands(np.array([0, 5]), np.arange(4), 1.0, tally)
    hero_against_random(0, np.arange(2), 1.0, tally)
