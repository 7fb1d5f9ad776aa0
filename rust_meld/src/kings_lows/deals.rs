//! Deal tables at random, from any known cards or from none, and count the results.

use crate::kings_lows::values::{wild_value, Counts, Rule, FIVE};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{CARD_MASKS, N_CARDS, PLACE_BITS};
use crate::poker::random::{
    deck_of, draw_steps, seed_state, shuffle_to, take_card, BLOCK, NO_STEPS,
};
use crate::poker::showdown::{best_of, POT};
use crate::poker::stop::Stop;

pub const MAX_PLAYERS: usize = 7;
pub const N_HAND: usize = 7;
const N_RANKS: usize = 13;

/// A table: each player's known cards, how many are missing, the deck and the rule.
///
/// A player whose hand is worth less than the floor folds it at the end. The deck has at least as
/// many cards as are missing, and there are at most `MAX_PLAYERS`.
pub struct Deal {
    pub known: Vec<u64>,
    pub n_missing: Vec<usize>,
    pub deck: Vec<u8>,
    pub rule: Rule,
    pub floors: Vec<u16>,
}

impl Deal {
    /// Return how many cards a deal takes.
    pub fn n_to_deal(&self) -> usize {
        self.n_missing.iter().sum()
    }

    /// Write down the cards that `deal` deals in the same chunk, one row a deal.
    pub fn record(&self, seed: u64, chunk: u64, dealt: &mut [u8]) {
        record(&self.deck, self.n_to_deal(), seed, chunk, dealt);
    }
}

/// Write down the first cards of one shuffle after another.
pub(crate) fn record(deck: &[u8], n_cards: usize, seed: u64, chunk: u64, dealt: &mut [u8]) {
    let (mut state, mut pool) = (seed_state(seed, chunk), deck.to_vec());
    for row in dealt.chunks_exact_mut(n_cards.max(1)) {
        state = shuffle_to(state, &mut pool, n_cards);
        row.copy_from_slice(&pool[..n_cards]);
    }
}

dispatch! {
    /// Deal the missing cards `n_deals` times and count; returns how many times before the stop.
    pub fn deal(
        deal: &Deal, seed: u64, chunk: u64, n_deals: usize, stop: Stop<'_>, counts: &mut Counts<'_>,
    ) -> usize = deal_inlined;
}

#[inline(always)]
fn deal_inlined(
    deal: &Deal,
    seed: u64,
    chunk: u64,
    n_deals: usize,
    stop: Stop<'_>,
    counts: &mut Counts<'_>,
) -> usize {
    let n_players = deal.known.len();
    let (n_cards, folds) = (deal.n_to_deal(), deal.floors.iter().any(|&floor| floor > 0));
    let mut pool = deck_of(&deal.deck); // shuffled again for each deal, never put back in order
    let (mut state, mut steps) = (seed_state(seed, chunk), NO_STEPS);
    let mut values = [0; MAX_PLAYERS];
    let values = &mut values[..n_players];
    for first in (0..n_deals).step_by(BLOCK) {
        if stop.is_set() {
            return first;
        }
        state = draw_steps(state, deal.deck.len(), n_cards, &mut steps);
        for i in 0..BLOCK.min(n_deals - first) {
            let mut place = 0;
            for (p, value) in values.iter_mut().enumerate() {
                let mut cards = deal.known[p];
                for _ in 0..deal.n_missing[p] {
                    let card = take_card(&mut pool, place, steps[BLOCK * place + i]);
                    cards |= CARD_MASKS[usize::from(card)];
                    place += 1;
                }
                *value = counts.tally_hand(cards, deal.rule, p);
            }
            if folds {
                fold_weak(values, &deal.floors);
            }
            score(values, counts.results);
        }
    }
    n_deals
}

/// Make hands below their player's floor worth nothing.
#[inline(always)]
pub(crate) fn fold_weak(values: &mut [u16], floors: &[u16]) {
    for (value, &floor) in values.iter_mut().zip(floors) {
        if *value < floor {
            *value = 0;
        }
    }
}

/// Add one showdown to each player's wins, ties and shares of the pot.
#[inline(always)]
pub(crate) fn score(values: &[u16], results: &mut [[i64; 3]]) {
    let standing = best_of(values);
    let n_best = standing.n_best;
    for (&value, result) in values.iter().zip(results) {
        if value == standing.best {
            result[usize::from(n_best > 1)] += 1;
            result[2] += POT / n_best as i64;
        }
    }
}

/// Hands, hands that wild cards improve, fives of a kind and shares of the pot.
pub type Start = [i64; 4];
/// Starting cards: `[a][b][open]` by the ranks of two hole cards, suited if a > b, and one open.
pub const N_STARTS: usize = N_RANKS * N_RANKS * N_RANKS;

dispatch! {
    /// Deal full tables, and count every seat by its first cards; there are at most `MAX_PLAYERS`.
    pub fn deal_starts(
        n_players: usize, n_deals: usize, seed: u64, chunk: u64, rule: Rule, starts: &mut [Start],
    ) = deal_starts_inlined;
}

#[inline(always)]
fn deal_starts_inlined(
    n_players: usize,
    n_deals: usize,
    seed: u64,
    chunk: u64,
    rule: Rule,
    starts: &mut [Start],
) {
    let mut state = seed_state(seed, chunk);
    let mut pool: [u8; N_CARDS] = std::array::from_fn(|card| card as u8);
    let mut values = [0; MAX_PLAYERS];
    let values = &mut values[..n_players];
    for _ in 0..n_deals {
        state = shuffle_to(state, &mut pool, N_HAND * n_players);
        for (value, hand) in values.iter_mut().zip(pool.chunks_exact(N_HAND)) {
            *value = rule.value(mask_of(hand));
        }
        let mut results = [[0; 3]; MAX_PLAYERS];
        score(values, &mut results);
        for p in 0..n_players {
            let hand = &pool[N_HAND * p..][..N_HAND];
            let row = &mut starts[start_of(hand)];
            let before = wild_value(mask_of(hand)) >> PLACE_BITS;
            let after = values[p] >> PLACE_BITS;
            row[0] += 1;
            row[1] += i64::from(after > before);
            row[2] += i64::from(after == FIVE);
            row[3] += results[p][2];
        }
    }
}

/// Return the place of a hand's starting cards: the higher hole rank second, or first if suited.
#[inline(always)]
fn start_of(hand: &[u8]) -> usize {
    let (high, low) = (hand[0].max(hand[1]), hand[0].min(hand[1]));
    let (mut a, mut b) = (usize::from(low >> 2), usize::from(high >> 2));
    if high & 3 == low & 3 {
        (a, b) = (b, a);
    }
    (a * N_RANKS + b) * N_RANKS + usize::from(hand[2] >> 2)
}

#[inline(always)]
fn mask_of(hand: &[u8]) -> u64 {
    (hand.iter()).fold(0, |cards, &card| cards | CARD_MASKS[usize::from(card)])
}
