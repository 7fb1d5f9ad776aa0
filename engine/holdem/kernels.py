"""Compiled inner loops of Hold'em: deals sampled, runouts enumerated, every player tallied.

They add to tallies as `tally` lays them out, and poll a cancel flag or are called in short slices.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.holdem.combos import COMBO_CARDS as COMBO_CARDS_BYTES
from engine.holdem.tally import (
    BATCH_SHARE_SQUARES,
    BATCH_WIN_SQUARES,
    CATEGORIES,
    MAX_SEATS,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    NEXT_CARDS,
    POT,
    TIE_SHARES,
    TIE_SQUARES,
    TIES,
    WINS,
)
from engine.poker.kernels import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    FLUSH_VALUES,
    SUIT_BIAS,
    flush_value,
    hand_value,
    rank_value,
)

ROYAL = FLUSH_VALUES[0x1F00]

COMBO_CARDS = COMBO_CARDS_BYTES.astype(np.int64)
COMBO_KEYS = CARD_KEYS[COMBO_CARDS].sum(axis=1)
COMBO_MASKS = CARD_MASKS[COMBO_CARDS].sum(axis=1)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_FRACTION_BITS = np.uint64(58)  # times at most 52 cards still fits into 64 bits
_FRACTION = np.uint64((1 << 58) - 1)
TRIES_A_LOOK = 1 << 10  # clashing hands drawn between two looks at the flag
CASES_A_LOOK = 1 << 16  # deals enumerated between two looks


@njit(nogil=True, cache=True)
def mix(state: np.uint64) -> np.uint64:
    """One output of the splitmix64 generator; the state moves on by its odd constant."""
    z = (state ^ (state >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@njit(nogil=True, cache=True)
def seed_state(seed: int, chunk: int) -> np.uint64:
    """Where the generator of one chunk of one seed starts."""
    return mix(mix(np.uint64(seed) + _GOLDEN) + np.uint64(chunk) * _MIX_1)


@njit(nogil=True, cache=True)
def shuffle_to(state: np.uint64, deck: NDArray[np.int64], n_cards: int) -> np.uint64:
    """Put a random choice of cards at the first `n_cards` places; returns the generator's state."""
    fraction = np.uint64(0)
    for place in range(n_cards):
        if place % 4 == 0:
            state += _GOLDEN
            fraction = mix(state) >> np.uint64(6)
        fraction *= np.uint64(len(deck) - place)
        other = place + np.int64(fraction >> _FRACTION_BITS)
        fraction &= _FRACTION
        deck[place], deck[other] = deck[other], deck[place]
    return state


@njit(nogil=True, cache=True)
def _tally_deal(values: NDArray[np.uint16], n_seats: int, tally: NDArray[np.int64]) -> int:
    """Split the pot of one deal between the best; returns hero's share."""
    best, n_best, winner = values[0], 1, 0
    for seat in range(1, n_seats):
        if values[seat] > best:
            best, n_best, winner = values[seat], 1, seat
        elif values[seat] == best:
            n_best += 1
    tally[CATEGORIES + (values[0] >> 12) + (values[0] == ROYAL)] += 1
    for seat in range(1, n_seats):
        value = values[seat]
        tally[CATEGORIES + N_CATEGORIES + (value >> 12) + (value == ROYAL)] += 1
    if n_best == 1:
        tally[winner * N_SEAT_COUNTS + WINS] += 1
        return POT if winner == 0 else 0
    share = POT // n_best
    for seat in range(n_seats):
        if values[seat] == best:
            base = seat * N_SEAT_COUNTS
            tally[base + TIES] += 1
            tally[base + TIE_SHARES] += share
            tally[base + TIE_SQUARES] += share * share
    return share if values[0] == best else 0


@njit(nogil=True, cache=True)
def _draw_ranges(
    state: np.uint64,
    fixed: np.uint64,
    seat_starts: NDArray[np.int64],
    combos: NDArray[np.int64],
    chances: NDArray[np.float64],
    aliases: NDArray[np.int64],
    chosen: NDArray[np.int64],
    stop: NDArray[np.uint8],
) -> tuple[np.uint64, np.uint64, bool]:
    """Draw a combination for every seat that has a list, again while two clash; -1 for the others.

    Returns the generator's state, the cards used, `fixed` ones among them, and whether the hands
    fit: they may not when it was stopped.
    """
    n_tries = 0
    while True:
        used, clash = fixed, False
        n_tries += 1
        for seat in range(len(seat_starts) - 1):
            start, n = seat_starts[seat], seat_starts[seat + 1] - seat_starts[seat]
            chosen[seat] = -1
            if n == 0:
                continue
            place = start
            if n > 1:
                state += _GOLDEN
                point = (mix(state) >> np.uint64(11)) * (n / 9007199254740992.0)
                whole = min(int(point), n - 1)
                place += whole
                if point - whole >= chances[place]:
                    place = aliases[place]
            mask = COMBO_MASKS[combos[place]]
            chosen[seat] = combos[place]
            clash |= (used & mask) != np.uint64(0)
            used |= mask
        if not clash or (n_tries % TRIES_A_LOOK == 0 and stop[0]):
            return state, used, not clash


@njit(nogil=True, cache=True)
def _close_batch(n_seats: int, before: NDArray[np.int64], tally: NDArray[np.int64]) -> None:
    """Add the squares of what each seat won in this batch."""
    for seat in range(n_seats):
        base = seat * N_SEAT_COUNTS
        wins = tally[base + WINS] - before[seat, 0]
        shares = POT * wins + tally[base + TIE_SHARES] - before[seat, 1]
        before[seat, 0] += wins
        before[seat, 1] = tally[base + TIE_SHARES]
        tally[base + BATCH_WIN_SQUARES] += wins * wins
        tally[base + BATCH_SHARE_SQUARES] += shares * shares


@njit(nogil=True, cache=True)
def _draw_unused(
    state: np.uint64,
    deck: NDArray[np.int64],
    used: np.uint64,
    drawn: NDArray[np.int64],
    first: int,
    stop: int,
) -> np.uint64:
    """Fill `drawn[first:stop]` with random cards of the deck that are not used."""
    place, fraction = 0, np.uint64(0)
    while first < stop:
        if place % 4 == 0:  # the fourth card from one random number still has 41 fair bits
            state += _GOLDEN
            fraction = mix(state) >> np.uint64(6)
        fraction *= np.uint64(len(deck) - place)
        other = place + np.int64(fraction >> _FRACTION_BITS)
        fraction &= _FRACTION
        deck[place], deck[other] = deck[other], deck[place]
        drawn[first] = deck[place]
        first += (used & CARD_MASKS[deck[place]]) == np.uint64(0)
        place += 1
    return state


@njit(nogil=True, cache=True)
def _mask_of(cards: NDArray[np.int64], n_cards: int) -> np.uint64:
    mask = np.uint64(0)
    for i in range(n_cards):
        mask |= CARD_MASKS[cards[i]]
    return mask


@njit(nogil=True, inline="always")
def _deal_random(
    state: np.uint64,
    n_deals: int,
    n_seats: int,
    n_missing: int,
    hero: int,
    board: NDArray[np.int64],
    deck: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Deal the missing board cards and random hands to all but hero."""
    cards = deck.copy()  # shuffled on and on, never put back
    keys, values = np.empty(MAX_SEATS, np.uint64), np.empty(MAX_SEATS, np.uint16)
    board_key, board_mask = SUIT_BIAS, _mask_of(board, len(board))
    for card in board:
        board_key += CARD_KEYS[card]
    for _ in range(n_deals):
        state = shuffle_to(state, cards, n_missing + 2 * n_seats - 2)
        key = board_key
        for i in range(n_missing):
            key += CARD_KEYS[cards[i]]
        keys[0] = key + COMBO_KEYS[hero]
        values[0] = rank_value(keys[0])
        rare = keys[0]
        for seat in range(1, n_seats):
            hole = n_missing + 2 * seat - 2
            keys[seat] = key + CARD_KEYS[cards[hole]] + CARD_KEYS[cards[hole + 1]]
            values[seat] = rank_value(keys[seat])
            rare |= keys[seat]
        if rare & FLUSH_BITS:  # masks are wanted rarely, so they are made only here
            mask = board_mask | _mask_of(cards, n_missing)
            if keys[0] & FLUSH_BITS:
                values[0] = flush_value(keys[0], mask | COMBO_MASKS[hero])
            for seat in range(1, n_seats):
                if keys[seat] & FLUSH_BITS:
                    hole = n_missing + 2 * seat - 2
                    own = CARD_MASKS[cards[hole]] | CARD_MASKS[cards[hole + 1]]
                    values[seat] = flush_value(keys[seat], mask | own)
        share = _tally_deal(values, n_seats, tally)
        if n_missing < 3:
            for i in range(n_missing):
                tally[NEXT_CARDS + 2 * cards[i]] += 1
                tally[NEXT_CARDS + 2 * cards[i] + 1] += share


@njit(nogil=True, cache=True)
def sample_random_chunk(
    seed: int,
    chunk: int,
    n_deals: int,
    n_seats: int,
    hero: int,
    board: NDArray[np.int64],
    deck: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Deal one known hand against random ones.

    The usual numbers of seats are written out as constants: loops of known length are unrolled,
    which nearly doubles the speed.
    """
    state, n_missing = seed_state(seed, chunk), 5 - len(board)
    if n_missing == 5 and n_seats == 2:
        _deal_random(state, n_deals, 2, 5, hero, board, deck, tally)
    elif n_missing == 5 and n_seats == 3:
        _deal_random(state, n_deals, 3, 5, hero, board, deck, tally)
    elif n_missing == 5 and n_seats == 7:
        _deal_random(state, n_deals, 7, 5, hero, board, deck, tally)
    else:
        _deal_random(state, n_deals, n_seats, n_missing, hero, board, deck, tally)


@njit(nogil=True, cache=True)
def sample_chunk(
    seed: int,
    chunk: int,
    n_deals: int,
    seat_starts: NDArray[np.int64],
    combos: NDArray[np.int64],
    chances: NDArray[np.float64],
    aliases: NDArray[np.int64],
    board: NDArray[np.int64],
    deck: NDArray[np.int64],
    runouts: NDArray[np.int64],
    joint: NDArray[np.int64],
    joint_sums: NDArray[np.float64],
    stop: NDArray[np.uint8],
    tally: NDArray[np.int64],
) -> int:
    """Deal `n_deals` times from the chunk's own generator and add to the tally.

    Returns how many were dealt: fewer if it was stopped while ranges clashed. Seat `i` holds one of
    `combos[seat_starts[i]:seat_starts[i + 1]]`, drawn by the alias method; an empty list is a
    random hand. With `runouts` the board goes through all of them in turn, one batch a round:
    strata of equal size. With `joint` one of its rows is dealt to all seats at once, by the
    running sums of their weights.
    """
    state = seed_state(seed, chunk)
    n_seats, n_missing, n_runouts = len(seat_starts) - 1, 5 - len(board), len(runouts)
    cards = deck.copy()  # shuffled on and on, never put back
    drawn = np.empty(2 * MAX_SEATS + 6, np.int64)
    chosen = np.empty(MAX_SEATS, np.int64)
    values = np.empty(MAX_SEATS, np.uint16)
    before = np.zeros((MAX_SEATS, 2), np.int64)
    board_key, board_mask = SUIT_BIAS, _mask_of(board, len(board))
    for card in board:
        board_key += CARD_KEYS[card]
    n_wanted = n_missing
    for seat in range(n_seats):
        n_wanted += 2 * (seat_starts[seat] == seat_starts[seat + 1])
        before[seat, 0] = tally[seat * N_SEAT_COUNTS + WINS]
        before[seat, 1] = tally[seat * N_SEAT_COUNTS + TIE_SHARES]
    for deal in range(n_deals):
        used, n_drawn = np.uint64(0), 0
        if n_runouts:
            for i in range(n_missing):
                drawn[i] = runouts[deal % n_runouts, i]
            used, n_drawn = _mask_of(drawn, n_missing), n_missing
        fits = True
        if len(joint):
            state += _GOLDEN
            used = _draw_row(mix(state), joint, joint_sums, chosen)
        else:
            state, used, fits = _draw_ranges(
                state, used, seat_starts, combos, chances, aliases, chosen, stop
            )
        if not fits:
            return deal
        state = _draw_unused(state, cards, used, drawn, n_drawn, n_wanted)
        key = board_key
        for i in range(n_missing):
            key += CARD_KEYS[drawn[i]]
        hole = n_missing
        for seat in range(n_seats):
            combo = chosen[seat]
            if combo < 0:
                a, b = drawn[hole], drawn[hole + 1]
                hole += 2
                own = key + CARD_KEYS[a] + CARD_KEYS[b]
            else:
                a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
                own = key + COMBO_KEYS[combo]
            if own & FLUSH_BITS:  # masks are wanted rarely, so they are made only here
                mask = board_mask | _mask_of(drawn, n_missing) | CARD_MASKS[a] | CARD_MASKS[b]
                values[seat] = flush_value(own, mask)
            else:
                values[seat] = rank_value(own)
        share = _tally_deal(values, n_seats, tally)
        if n_missing < 3:  # either of two cards may have come first: both count as the next
            for i in range(n_missing):
                tally[NEXT_CARDS + 2 * drawn[i]] += 1
                tally[NEXT_CARDS + 2 * drawn[i] + 1] += share
        if n_runouts and (deal + 1) % n_runouts == 0:
            _close_batch(n_seats, before, tally)
    return n_deals


@njit(nogil=True, cache=True)
def _draw_row(
    random: np.uint64,
    joint: NDArray[np.int64],
    joint_sums: NDArray[np.float64],
    chosen: NDArray[np.int64],
) -> np.uint64:
    """Deal all seats one row of hands that do not clash; returns the cards used."""
    point = (random >> np.uint64(11)) / 9007199254740992.0 * joint_sums[-1]
    row = min(np.searchsorted(joint_sums, point, side="right"), len(joint) - 1)
    used = np.uint64(0)
    for seat in range(joint.shape[1]):
        chosen[seat] = joint[row, seat]
        if chosen[seat] >= 0:
            used |= COMBO_MASKS[chosen[seat]]
    return used


@njit(nogil=True, cache=True)
def enumerate_runouts(
    first: int,
    stop: int,
    seat_starts: NDArray[np.int64],
    combos: NDArray[np.int64],
    weights: NDArray[np.float64],
    board: NDArray[np.int64],
    runouts: NDArray[np.int64],
    stop_flag: NDArray[np.uint8],
    tally: NDArray[np.float64],
) -> None:
    """Every way to deal the seats their lists on runouts `first` to `stop`, weighted.

    The seats are walked depth first; a seat that clashes with those before it is skipped.
    """
    n_seats = len(seat_starts) - 1
    values = np.empty(len(combos), np.uint16)
    live = np.empty(len(combos), np.int64)  # combos that the runout leaves, packed by seat
    live_starts = np.zeros(MAX_SEATS, np.int64)
    live_stops = np.zeros(MAX_SEATS, np.int64)
    at = np.zeros(MAX_SEATS, np.int64)
    used = np.zeros(MAX_SEATS + 1, np.uint64)
    weight = np.ones(MAX_SEATS + 1, np.float64)
    seat_values = np.zeros(MAX_SEATS, np.uint16)
    n_cases = 0
    for r in range(first, stop):
        if stop_flag[0]:
            return
        key, mask, drawn = SUIT_BIAS, np.uint64(0), np.uint64(0)
        for card in board:
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        for card in runouts[r]:
            key += CARD_KEYS[card]
            drawn |= CARD_MASKS[card]
        mask |= drawn
        for seat in range(n_seats):
            n = seat_starts[seat]
            live_starts[seat] = n
            for i in range(seat_starts[seat], seat_starts[seat + 1]):
                if COMBO_MASKS[combos[i]] & drawn == np.uint64(0):
                    values[i] = hand_value(
                        key + COMBO_KEYS[combos[i]], mask | COMBO_MASKS[combos[i]]
                    )
                    live[n] = i
                    n += 1
            live_stops[seat] = n
        total, hero_share = 0.0, 0.0
        seat = 0
        at[0] = live_starts[0]
        while seat >= 0:
            if at[seat] == live_stops[seat]:
                seat -= 1
                continue
            i = live[at[seat]]
            at[seat] += 1
            combo_mask = COMBO_MASKS[combos[i]]
            if used[seat] & combo_mask:
                continue
            seat_values[seat] = values[i]
            weight[seat + 1] = weight[seat] * weights[i]
            if seat < n_seats - 1:
                used[seat + 1] = used[seat] | combo_mask
                seat += 1
                at[seat] = live_starts[seat]
                continue
            n_cases += 1
            if n_cases % CASES_A_LOOK == 0 and stop_flag[0]:
                return
            total += weight[n_seats]
            hero_share += weigh_deal(seat_values, n_seats, weight[n_seats], tally)
        for card in runouts[r]:
            tally[NEXT_CARDS + 2 * card] += total
            tally[NEXT_CARDS + 2 * card + 1] += hero_share


@njit(nogil=True, cache=True)
def weigh_deal(
    values: NDArray[np.uint16], n_seats: int, weight: float, tally: NDArray[np.float64]
) -> float:
    """Split the pot of one weighted deal; returns hero's share times the weight."""
    best, n_best, winner = values[0], 1, 0
    for seat in range(1, n_seats):
        if values[seat] > best:
            best, n_best, winner = values[seat], 1, seat
        elif values[seat] == best:
            n_best += 1
    tally[CATEGORIES + (values[0] >> 12) + (values[0] == ROYAL)] += weight
    for seat in range(1, n_seats):
        value = values[seat]
        tally[CATEGORIES + N_CATEGORIES + (value >> 12) + (value == ROYAL)] += weight
    if n_best == 1:
        tally[winner * N_SEAT_COUNTS + WINS] += weight
        return weight * POT if winner == 0 else 0.0
    share = weight * (POT // n_best)
    for seat in range(n_seats):
        if values[seat] == best:
            tally[seat * N_SEAT_COUNTS + TIES] += weight
            tally[seat * N_SEAT_COUNTS + TIE_SHARES] += share
    return share if values[0] == best else 0.0


def warm_up() -> None:
    """Compile every kernel that answers questions once, those of boards and duels too."""
    from engine.holdem.boards import kernels as boards
    from engine.holdem.duel import kernels as duel

    starts, combos = np.array([0, 1, 1], np.int64), np.array([0], np.int64)
    ones, none = np.ones(1), np.zeros(0, np.int64)
    deck = np.arange(2, 52)
    tally = np.zeros(N_TALLY, np.int64)
    runouts = np.zeros((0, 5), np.int64)
    cancel = np.zeros(1, np.uint8)
    lists = starts, combos, ones, combos
    joint = np.zeros((0, 2), np.int64), np.zeros(0)
    sample_chunk(0, 0, 1, *lists, none, deck, runouts, *joint, cancel, tally)
    sample_random_chunk(0, 0, 1, 2, 0, none, deck, tally)
    board = np.arange(8, 13)
    runouts, both = np.zeros((1, 0), np.int64), np.array([0, 5], np.int64)
    starts = np.array([0, 1, 2], np.int64)
    enumerate_runouts(0, 1, starts, both, np.ones(2), board, runouts, cancel, np.zeros(N_TALLY))
    boards.warm_up()
    duel.warm_up()
