"""The compiled game: a row of 17 integers a game, batches of rows, equal to `GameState`.

A hand is a 52-bit mask in Slave's order, so one nibble holds one rank; the counts of all ranks
are found at once by arithmetic on nibbles. Policies read only the hand of the player to move
and the public fields of the row: counts, cards played, the last play, titles.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.slave.rules import FIXED_MASKS, PAIR_SUITS

Array = NDArray[Any]
Int = Any  # an int64 of compiled code, or a flag

# Fields of a row. Hands come first, so row[seat] is the hand of a seat.
PLAYED, KIND, TOP, LAST, CUR, OUT, N_DONE, ORDER, MUST, ROUND, TITLES, LAP, COUNTS = range(4, 17)
ROW = 17
NO_TITLES = -1
RANDOM, GREEDY, HEURISTIC = 0, 1, 2

ONES = 0x1111111111111
GE1, GE2, GE3 = 7 * ONES, 6 * ONES, 5 * ONES
EIGHTS = 8 * ONES
DECK = (1 << 52) - 1
FIXED = np.array(FIXED_MASKS, np.int64)
PAIR_AT = np.full((4, 4), -1, np.int64)
for _i, (_low, _high) in enumerate(PAIR_SUITS):
    PAIR_AT[_low, _high] = _i
REWARDS = np.array([10.0, 5.0, -5.0, -10.0])


@intrinsic
def ctz(typing_context, x):  # type: ignore[no-untyped-def]  # numba's own protocol
    """The place of the lowest bit that is set; 64 for zero."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@intrinsic
def clz(typing_context, x):  # type: ignore[no-untyped-def]
    """How many zeros stand above the highest bit that is set."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@intrinsic
def popcount(typing_context, x):  # type: ignore[no-untyped-def]
    """How many bits are set."""

    def code(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@njit(nogil=True, cache=True)
def next_random(rng: Array) -> Int:
    """The next 31 random bits of a one-element int64 state (splitmix)."""
    rng[0] += -7046029254386353131
    z = rng[0]
    z = (z ^ ((z >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    z = (z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return ((z ^ ((z >> 31) & 0x1FFFFFFFF)) >> 33) & 0x7FFFFFFF


@njit(nogil=True, cache=True)
def random_below(rng: Array, n: Int) -> Int:
    """A random number from 0 to n - 1."""
    return (next_random(rng) * n) >> 31


@njit(nogil=True, cache=True)
def rank_counts(hand: Int) -> Int:
    """The number of cards of each rank, one nibble a rank."""
    x = hand - ((hand >> 1) & 0x5555555555555)
    return (x & 0x3333333333333) + ((x >> 2) & 0x3333333333333)


@njit(nogil=True, cache=True)
def low_pair(hand: Int, rank: Int) -> Int:
    """The action of the two lowest cards of a rank."""
    nibble = (hand >> (4 * rank)) & 15
    low = ctz(nibble)
    return 53 + 6 * rank + PAIR_AT[low, ctz(nibble & (nibble - 1))]


@njit(nogil=True, cache=True)
def legal_actions(row: Array, out: Array) -> Int:
    """Write the current player's legal actions, ascending, into `out`; return their number."""
    hand, kind, top, must = row[row[CUR]], row[KIND], row[TOP], row[MUST]
    n = 0
    if kind > 0:
        out[0] = 0
        n = 1
    counts = rank_counts(hand)
    if must >= 0:
        hand &= 15 << (must & ~3)
        counts &= 15 << (must & ~3)
    if kind <= 1:
        singles = hand & ~((2 << top) - 1) if kind == 1 else hand
        if must >= 0:
            singles = 1 << must
        while singles:
            out[n] = 1 + ctz(singles)
            n += 1
            singles &= singles - 1
    if kind == 0 or kind == 2:
        ranks = (counts + GE2) & EIGHTS
        if kind == 2:
            ranks &= ~((1 << (top & ~3)) - 1)
        while ranks:
            rank = ctz(ranks) >> 2
            ranks &= ranks - 1
            nibble = (hand >> (4 * rank)) & 15
            for i in range(6):
                pair = FIXED[53 + i]
                if nibble & pair == pair:
                    high = 4 * rank + 63 - clz(pair)
                    if (kind == 0 or high > top) and (must < 0 or pair >> (must & 3) & 1):
                        out[n] = 53 + 6 * rank + i
                        n += 1
    if kind != 2 and kind != 4:
        ranks = (counts + GE3) & EIGHTS
        if kind == 3:
            ranks &= ~((16 << (top & ~3)) - 1)
        while ranks:
            rank = ctz(ranks) >> 2
            ranks &= ranks - 1
            out[n] = 131 + rank
            n += 1
    if kind == 0 or kind == 2 or kind == 4:
        ranks = counts & (4 * ONES)
        if kind == 4:
            ranks &= ~((16 << (top & ~3)) - 1)
        while ranks:
            rank = ctz(ranks) >> 2
            ranks &= ranks - 1
            out[n] = 144 + rank
            n += 1
    return n


@njit(nogil=True, cache=True)
def cards_of(action: Int, hand: Int) -> Int:
    """The mask of the cards that an action takes from a hand."""
    if action < 131:
        return FIXED[action]
    if action >= 144:
        return 15 << (4 * (action - 144))
    held = hand & (15 << (4 * (action - 131)))
    if popcount(held) == 4:
        held ^= 8 << (4 * (action - 131))
    return held


@njit(nogil=True, cache=True)
def apply_cards(row: Array, mask: Int) -> None:
    """Let the current player lay the cards of `mask` (0: pass) and find who is next."""
    seat = row[CUR]
    n_cards = popcount(mask)
    if n_cards == 0 or row[LAP] == 1:
        row[OUT] |= 1 << seat
    if n_cards > 0:
        row[seat] &= ~mask
        row[PLAYED] |= mask
        row[KIND], row[TOP], row[LAST], row[MUST] = n_cards, 63 - clz(mask), seat, -1
        row[COUNTS] -= n_cards << (4 * seat)
        if (row[COUNTS] >> (4 * seat)) & 15 == 0:
            row[ORDER] |= seat << (2 * row[N_DONE])
            row[N_DONE] += 1
            if row[N_DONE] == 3:
                for other in range(4):
                    if (row[COUNTS] >> (4 * other)) & 15:
                        row[ORDER] |= other << 6
                row[N_DONE] = 4
                return
    for step in range(1, 4):
        other = (seat + step) & 3
        active = (row[COUNTS] >> (4 * other)) & 15
        if active and other != row[LAST] and not (row[OUT] >> other) & 1:
            row[CUR] = other
            return
    leader = row[LAST]
    while (row[COUNTS] >> (4 * leader)) & 15 == 0:
        leader = (leader + 1) & 3
    row[CUR], row[KIND], row[TOP], row[LAST], row[OUT] = leader, 0, -1, -1, 0


@njit(nogil=True, cache=True)
def apply_action(row: Array, action: Int) -> None:
    """Play an action that is known to be legal."""
    apply_cards(row, cards_of(action, row[row[CUR]]))


@njit(nogil=True, cache=True)
def place_of(row: Array, seat: Int) -> Int:
    """The title (0 King to 3 Slave) of a seat in a finished round, with the King's fall."""
    place = 0
    while (row[ORDER] >> (2 * place)) & 3 != seat:
        place += 1
    if row[TITLES] == NO_TITLES:
        return place
    king = old_king(row[TITLES])
    if row[ORDER] & 3 == king:
        return place
    if seat == king:
        return 3
    king_place = 0
    while (row[ORDER] >> (2 * king_place)) & 3 != king:
        king_place += 1
    return place - (1 if king_place < place else 0)


@njit(nogil=True, cache=True)
def old_king(titles: Int) -> Int:
    """The seat that holds the King's title in a packed word (two bits a seat)."""
    for seat in range(4):
        if (titles >> (2 * seat)) & 3 == 0:
            return seat
    return 0


@njit(nogil=True, cache=True)
def decided_place(row: Array, seat: Int) -> Int:
    """The seat's title as soon as it is certain, else -1."""
    n_done = row[N_DONE]
    if n_done == 4:
        return place_of(row, seat)
    king = old_king(row[TITLES]) if row[TITLES] != NO_TITLES else -1
    fallen = king >= 0 and n_done > 0 and row[ORDER] & 3 != king
    if fallen and seat == king:
        return 3
    before = 0
    for place in range(n_done):
        finisher = (row[ORDER] >> (2 * place)) & 3
        if finisher == seat:
            return before
        if not (fallen and finisher == king):
            before += 1
    return -1


@njit(nogil=True, cache=True)
def observe(row: Array, seat: Int, out: Array) -> None:
    """Write what `seat` sees into 155 floats; the twin of `encode_observation`."""
    hand, played = row[seat], row[PLAYED]
    for card in range(52):
        out[card] = (hand >> card) & 1
    for card in range(52):
        out[52 + card] = (played >> card) & 1
    out[104:155] = 0.0
    out[104 + row[KIND]] = 1.0
    if row[KIND] > 0:
        out[109 + (row[TOP] >> 2)] = 1.0
        out[122 + (row[TOP] & 3)] = 1.0
    for offset in range(4):
        other = (seat + offset) & 3
        if row[TITLES] != NO_TITLES:
            out[126 + 4 * offset + ((row[TITLES] >> (2 * other)) & 3)] = 1.0
        out[142 + offset] = np.float32(((row[COUNTS] >> (4 * other)) & 15) / 13)
        out[151 + offset] = (row[OUT] >> other) & 1
    out[146] = np.float32(min(1.0, row[ROUND] / 10))
    out[147 + ((row[CUR] - seat) & 3)] = 1.0


@njit(nogil=True, cache=True)
def fill_mask(row: Array, out: Array, buffer: Array) -> Int:
    """Write the current player's action mask; return the number of legal actions."""
    out[:] = 0
    n = legal_actions(row, buffer)
    for i in range(n):
        out[buffer[i]] = 1
    return n


@njit(nogil=True, cache=True)
def shuffle_deck(deck: Array, rng: Array, n_needed: Int) -> None:
    """Shuffle the first `n_needed` places of a deck."""
    for i in range(n_needed):
        j = i + random_below(rng, len(deck) - i)
        deck[i], deck[j] = deck[j], deck[i]


@njit(nogil=True, cache=True)
def begin_round(
    row: Array, hands: Array, titles: Int, round_number: Int, lap: Int, must_lowest: Int
) -> None:
    """Set a row to the start of a round with these hands (after any exchange)."""
    row[:] = 0
    low, leader = 64, 0
    for seat in range(4):
        row[seat] = hands[seat]
        row[COUNTS] |= popcount(hands[seat]) << (4 * seat)
        if ctz(hands[seat]) < low:
            low, leader = ctz(hands[seat]), seat
    row[TOP], row[LAST], row[MUST], row[TITLES], row[LAP] = -1, -1, -1, titles, lap
    row[ROUND] = round_number
    if titles == NO_TITLES:
        row[CUR] = leader
        row[MUST] = low if must_lowest else -1
        return
    for seat in range(4):
        if (titles >> (2 * seat)) & 3 == 3:
            row[CUR] = seat


@njit(nogil=True, cache=True)
def take_lowest(hand: Int, n_cards: Int) -> Int:
    """The mask of a hand's lowest cards."""
    rest = hand
    for _ in range(n_cards):
        rest &= rest - 1
    return hand ^ rest


@njit(nogil=True, cache=True)
def take_highest(hand: Int, n_cards: Int) -> Int:
    """The mask of a hand's highest cards."""
    rest = hand
    for _ in range(n_cards):
        rest ^= 1 << (63 - clz(rest))
    return hand ^ rest


@njit(nogil=True, cache=True)
def exchange_lowest(hands: Array, titles: Int) -> None:
    """Exchange in place: Slave and Commoner give their best, King and Queen their lowest."""
    holder = np.zeros(4, np.int64)
    for seat in range(4):
        holder[(titles >> (2 * seat)) & 3] = seat
    for title in range(2):
        high, low = holder[title], holder[3 - title]
        n_cards = 2 - title
        down, up = take_lowest(hands[high], n_cards), take_highest(hands[low], n_cards)
        hands[high] = hands[high] ^ down | up
        hands[low] = hands[low] ^ up | down


@njit(nogil=True, cache=True)
def deal_round(
    row: Array, rng: Array, titles: Int, round_number: Int, lap: Int, hand_size: Int
) -> None:
    """Deal a new round at random, exchange if there are titles, and set the row to its start."""
    deck = np.arange(52)
    shuffle_deck(deck, rng, 4 * hand_size)
    hands = np.zeros(4, np.int64)
    for i in range(4 * hand_size):
        hands[i // hand_size] |= 1 << deck[i]
    if titles != NO_TITLES:
        exchange_lowest(hands, titles)
    begin_round(row, hands, titles, round_number, lap, True)


@njit(nogil=True, cache=True)
def packed_titles(row: Array) -> Int:
    """All seats' titles of a finished round, two bits a seat."""
    titles = 0
    for seat in range(4):
        titles |= place_of(row, seat) << (2 * seat)
    return titles


@njit(nogil=True, cache=True)
def reset_batch(rows: Array, rng: Array, titled_share: float, lap: Int, hand_size: Int) -> None:
    """Deal every row: round 1, or for a share of the games a later round with random titles."""
    for game in range(rows.shape[0]):
        reset_row(rows[game], rng, titled_share, lap, hand_size)


@njit(nogil=True, cache=True)
def reset_row(row: Array, rng: Array, titled_share: float, lap: Int, hand_size: Int) -> None:
    """Deal one row, with random titles for `titled_share` of the games."""
    if next_random(rng) < titled_share * 2147483648.0:
        seats = np.arange(4)
        shuffle_deck(seats, rng, 4)
        titles = 0
        for place in range(4):
            titles |= place << (2 * seats[place])
        deal_round(row, rng, titles, 2, lap, hand_size)
    else:
        deal_round(row, rng, NO_TITLES, 1, lap, hand_size)


@njit(nogil=True, cache=True)
def step_batch(
    rows: Array,
    actions: Array,
    observations: Array,
    masks: Array,
    rewards: Array,
    done: Array,
    rng: Array,
    titled_share: float,
    hand_size: Int,
) -> None:
    """Play one action in every game, deal anew where it ended, observe and mask the next mover."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        row = rows[game]
        apply_action(row, actions[game])
        done[game] = row[N_DONE] == 4
        if done[game]:
            for seat in range(4):
                left = (row[COUNTS] >> (4 * seat)) & 15
                rewards[game, seat] = REWARDS[place_of(row, seat)] - 0.01 * left
            reset_row(row, rng, titled_share, row[LAP], hand_size)
        observe(row, row[CUR], observations[game])
        fill_mask(row, masks[game], buffer)


@njit(nogil=True, cache=True)
def observe_batch(rows: Array, observations: Array, masks: Array) -> None:
    """Observation and action mask of every game's player to move."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        row = rows[game]
        observe(row, row[CUR], observations[game])
        fill_mask(row, masks[game], buffer)


@njit(nogil=True, cache=True)
def random_legal(rows: Array, actions: Array, rng: Array) -> None:
    """A uniformly random legal action for every game."""
    buffer = np.empty(64, np.int64)
    for game in range(rows.shape[0]):
        n = legal_actions(rows[game], buffer)
        actions[game] = buffer[random_below(rng, n)]


@njit(nogil=True, cache=True)
def play_random_games(n_games: Int, rng: Array) -> Int:
    """Play bare random games from the deal to the end; returns the number of moves."""
    row = np.zeros(ROW, np.int64)
    buffer = np.empty(64, np.int64)
    n_moves = 0
    for _ in range(n_games):
        deal_round(row, rng, NO_TITLES, 1, 0, 13)
        while row[N_DONE] < 4:
            n = legal_actions(row, buffer)
            apply_action(row, buffer[random_below(rng, n)])
            n_moves += 1
    return n_moves


@njit(nogil=True, cache=True)
def derive_features(observations: Array, masks: Array, out: Array) -> None:
    """Write what a network takes: the observation, the mask, and counts that follow from them.

    155 as observed, 157 legal actions, 52 + 52 "at least 1 to 4 cards of the rank" in hand and
    unseen, 13 unbeatable singles, 39 cards left with each rival, 13 groups in hand: 481 in all.
    """
    out[:] = 0.0
    for i in range(observations.shape[0]):
        seen, line = observations[i], out[i]
        line[:155] = seen
        for action in range(157):
            line[155 + action] = masks[i, action]
        n_groups = 0
        higher_unseen = False
        for rank in range(12, -1, -1):
            n_hand, n_unseen = 0, 0
            for suit in range(3, -1, -1):
                card = 4 * rank + suit
                if seen[card] > 0:
                    line[312 + 4 * rank + n_hand] = 1.0
                    n_hand += 1
                    if not higher_unseen:
                        line[416 + rank] = 1.0
                elif seen[52 + card] == 0:
                    line[364 + 4 * rank + n_unseen] = 1.0
                    n_unseen += 1
                    higher_unseen = True
            if n_hand > 0:
                n_groups += 1
        for rival in range(3):
            left = int(seen[143 + rival] * 13 + 0.5)
            if left > 0:
                line[429 + 13 * rival + left - 1] = 1.0
        if n_groups > 0:
            line[468 + n_groups - 1] = 1.0
