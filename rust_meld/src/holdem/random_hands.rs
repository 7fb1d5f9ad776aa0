//! Sample deals in which all hands but hero's are random.
//!
//! Deals go in blocks. The random numbers of a block are drawn together and its pots shared out
//! together, in loops over deals that the compiler turns into vectors; only the cards are dealt,
//! and hands looked up, one deal after another. `deal` is always a place in the block.

use crate::holdem::hands::{key_and_mask, COMBO_KEYS, COMBO_MASKS};
use crate::holdem::sampling::Table;
use crate::holdem::tally::{
    count_tie, Tally, CATEGORIES, FIELD, MAX_SEATS, NEXT_CARDS, N_CATEGORIES, N_SEAT_COUNTS, WINS,
};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{
    random_flush_value, rank_value, royal_flush, CARD_KEYS, CARD_MASKS, FLUSH_BITS, PLACE_BITS,
    SUIT_BIAS,
};
use crate::poker::random::{
    deck_of, draw_steps, seed_state, take_card, Steps, BLOCK, DECK_ROOM, NO_STEPS,
};
use crate::poker::showdown::POT;

/// Bits of one category's count in a word of them: a block has fewer deals than 2^6.
const PACKED_BITS: usize = 6;
const PACKED_COUNT: u64 = (1 << PACKED_BITS) - 1;
/// All but the royal flush, which `count_royal` counts.
const N_PACKED: usize = N_CATEGORIES - 1;

/// The values of a block of deals by seat, the best of each deal, and how many have it.
struct Block {
    rows: [[u16; BLOCK]; MAX_SEATS],
    best: [u16; BLOCK],
    n_best: [u16; BLOCK],
}

/// The constant part: the keys and masks of the board so far, and hero's combination.
struct Known {
    key: u64,
    mask: u64,
    hero: usize,
}

/// Deal one known hand against random ones: the missing board cards, then hand after hand.
pub fn sample_random(
    seed: u64,
    chunk: u64,
    n_deals: usize,
    (n_seats, hero): (usize, usize),
    table: &Table,
    tally: &mut Tally<i64>,
) {
    let state = seed_state(seed, chunk);
    let deal = match (n_seats, table.n_missing()) {
        (2, 5) => deal_unrolled::<2>,
        (3, 5) => deal_unrolled::<3>,
        (4, 5) => deal_unrolled::<4>,
        (5, 5) => deal_unrolled::<5>,
        (6, 5) => deal_unrolled::<6>,
        (7, 5) => deal_unrolled::<7>,
        (8, 5) => deal_unrolled::<8>,
        (9, 5) => deal_unrolled::<9>,
        (10, 5) => deal_unrolled::<10>,
        counts => return deal_any(counts, state, n_deals, hero, table, tally),
    };
    deal(state, n_deals, hero, table, tally);
}

dispatch! {
    /// Deal whole boards to a number of seats that is known beforehand: its loops are unrolled,
    /// which is a quarter quicker. After the flop boards are mostly dealt as strata, in `sampling`.
    fn deal_unrolled[const SEATS: usize](
        state: u64,
        n_deals: usize,
        hero: usize,
        table: &Table,
        tally: &mut Tally<i64>,
    ) = deal_whole_boards;
}

#[inline(always)]
fn deal_whole_boards<const SEATS: usize>(
    state: u64,
    n_deals: usize,
    hero: usize,
    table: &Table,
    tally: &mut Tally<i64>,
) {
    deal_blocks((SEATS, 5), state, n_deals, hero, table, tally);
}

dispatch! {
    /// Deal to any number of seats on any street.
    fn deal_any(
        counts: (usize, usize),
        state: u64,
        n_deals: usize,
        hero: usize,
        table: &Table,
        tally: &mut Tally<i64>,
    ) = deal_blocks;
}

/// Deal block after block; `counts` are the seats and the missing cards of the board.
#[inline(always)]
fn deal_blocks(
    counts: (usize, usize),
    mut state: u64,
    n_deals: usize,
    hero: usize,
    table: &Table,
    tally: &mut Tally<i64>,
) {
    let (n_seats, n_missing) = counts;
    let mut deck = deck_of(&table.deck); // shuffled again for each deal, never put back in order
    let (key, mask) = key_and_mask(&table.board);
    let known = Known {
        key: key.wrapping_add(SUIT_BIAS),
        mask,
        hero,
    };
    let n_cards = n_missing + 2 * (n_seats - 1);
    let mut steps = NO_STEPS;
    let mut block = Block {
        rows: [[0; BLOCK]; MAX_SEATS],
        best: [0; BLOCK],
        n_best: [0; BLOCK],
    };
    let n_next = if n_missing < 3 { n_missing } else { 0 };
    let mut nexts = [[0; BLOCK]; 2];
    for first in (0..n_deals).step_by(BLOCK) {
        let n = BLOCK.min(n_deals - first);
        state = draw_steps(state, table.deck.len(), n_cards, &mut steps);
        for deal in 0..n {
            let bits = deal_hands(&mut deck, &known, counts, deal, &steps, &mut block);
            if bits & FLUSH_BITS != 0 {
                value_flushes(&deck, &known, counts, deal, &mut block, tally);
            }
            for (cards, &card) in nexts[..n_next].iter_mut().zip(&deck) {
                cards[deal] = card;
            }
        }
        find_best(&mut block, n_seats);
        count_block(&block, n_seats, n, tally);
        count_next(&block, &nexts[..n_next], n, tally);
    }
}

/// Deal once and fill in all values by ranks alone; return the bitwise OR of all keys.
#[inline(always)]
fn deal_hands(
    deck: &mut [u8; DECK_ROOM],
    known: &Known,
    (n_seats, n_missing): (usize, usize),
    deal: usize,
    steps: &Steps,
    block: &mut Block,
) -> u64 {
    let mut key = known.key;
    let mut take =
        |place: usize| CARD_KEYS[usize::from(take_card(deck, place, steps[BLOCK * place + deal]))];
    for place in 0..n_missing {
        key = key.wrapping_add(take(place));
    }
    let mut bits = key.wrapping_add(COMBO_KEYS[known.hero]);
    block.rows[0][deal] = rank_value(bits);
    for seat in 1..n_seats {
        let place = n_missing + 2 * (seat - 1);
        let own = key.wrapping_add(take(place)).wrapping_add(take(place + 1));
        block.rows[seat][deal] = rank_value(own);
        bits |= own;
    }
    bits
}

/// Fill in the values of flushes among the cards just dealt; royal flushes are counted at once.
#[inline(always)]
fn value_flushes(
    deck: &[u8; DECK_ROOM],
    known: &Known,
    (n_seats, n_missing): (usize, usize),
    deal: usize,
    block: &mut Block,
    tally: &mut Tally<i64>,
) {
    let (key, mask) = key_and_mask(&deck[..n_missing]);
    let (key, mask) = (key.wrapping_add(known.key), mask | known.mask);
    let own = key.wrapping_add(COMBO_KEYS[known.hero]);
    if own & FLUSH_BITS != 0 {
        let value = random_flush_value(own, mask | COMBO_MASKS[known.hero]);
        block.rows[0][deal] = value;
        count_royal(value, CATEGORIES, tally);
    }
    for seat in 1..n_seats {
        let hole = n_missing + 2 * (seat - 1);
        let [a, b] = [deck[hole], deck[hole + 1]].map(usize::from);
        let own = key.wrapping_add(CARD_KEYS[a]).wrapping_add(CARD_KEYS[b]);
        if own & FLUSH_BITS != 0 {
            let value = random_flush_value(own, mask | CARD_MASKS[a] | CARD_MASKS[b]);
            block.rows[seat][deal] = value;
            count_royal(value, FIELD, tally);
        }
    }
}

/// Count a royal flush, and take off the straight flush that `count_block` will count for it.
#[inline(always)]
fn count_royal(value: u16, first: usize, tally: &mut Tally<i64>) {
    if value == royal_flush() {
        tally[first + N_CATEGORIES - 2] -= 1;
        tally[first + N_CATEGORIES - 1] += 1;
    }
}

/// Fill in the best value of every deal, and how many have it.
#[inline(always)]
fn find_best(block: &mut Block, n_seats: usize) {
    let rows = &block.rows[..n_seats];
    block.best = rows[0];
    block.n_best = [0; BLOCK];
    for row in &rows[1..] {
        for (best, &value) in block.best.iter_mut().zip(row) {
            *best = value.max(*best);
        }
    }
    for row in rows {
        for ((n_best, &best), &value) in block.n_best.iter_mut().zip(&block.best).zip(row) {
            *n_best += u16::from(value == best);
        }
    }
}

/// Count wins, ties and categories of the first `n` deals.
#[inline(always)]
fn count_block(block: &Block, n_seats: usize, n: usize, tally: &mut Tally<i64>) {
    let (best, n_best) = (&block.best[..n], &block.n_best[..n]);
    for (seat, row) in block.rows[..n_seats].iter().enumerate() {
        let (mut n_wins, mut packed) = (0_u16, 0_u64);
        for ((&value, &best), &n_best) in row.iter().zip(best).zip(n_best) {
            n_wins += u16::from((value == best) & (n_best == 1));
            packed += 1 << (PACKED_BITS * usize::from(value >> PLACE_BITS));
        }
        tally[seat * N_SEAT_COUNTS + WINS] += i64::from(n_wins);
        count_packed(packed, if seat == 0 { CATEGORIES } else { FIELD }, tally);
    }
    for deal in 0..n {
        if n_best[deal] > 1 {
            for seat in 0..n_seats {
                if block.rows[seat][deal] == best[deal] {
                    count_tie(seat, POT / i64::from(n_best[deal]), 1, tally);
                }
            }
        }
    }
}

/// Add packed counts of categories.
#[inline(always)]
fn count_packed(packed: u64, first: usize, tally: &mut Tally<i64>) {
    for category in 0..N_PACKED {
        tally[first + category] += (packed >> (PACKED_BITS * category) & PACKED_COUNT) as i64;
    }
}

/// Count hero's share by next card; either of two may have come first, so both count.
#[inline(always)]
fn count_next(block: &Block, nexts: &[[u8; BLOCK]], n: usize, tally: &mut Tally<i64>) {
    for cards in nexts {
        for (deal, &card) in cards[..n].iter().enumerate() {
            let place = NEXT_CARDS + 2 * usize::from(card);
            tally[place] += 1;
            if block.rows[0][deal] == block.best[deal] {
                tally[place + 1] += POT / i64::from(block.n_best[deal]);
            }
        }
    }
}
