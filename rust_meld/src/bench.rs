//! Times the meld solver inside Rust: random, late-game and dense hands, microseconds each.

use std::time::Instant;

use crate::cards::{points, Hand, JOKER};
use crate::meld::{Solver, Worth};
use crate::rng::Rng;

/// Every card of the two decks without jokers.
fn naturals() -> Vec<u8> {
    (0..52).chain(0..52).collect()
}

/// Random hands of 15 cards with so many jokers among them.
pub fn random_hands(n: usize, jokers: usize, seed: u64) -> Vec<Hand> {
    let mut rng = Rng::new(seed);
    let mut deck = naturals();
    (0..n)
        .map(|_| {
            rng.shuffle(&mut deck);
            with_jokers(&deck[..15 - jokers], jokers)
        })
        .collect()
}

fn with_jokers(naturals: &[u8], jokers: usize) -> Hand {
    let mut kinds = naturals.to_vec();
    kinds.extend(std::iter::repeat_n(JOKER, jokers));
    Hand::from_kinds(&kinds).expect("two copies of each card")
}

/// Hands of 15 cards as they are after 20 to 40 draws, each time throwing the least useful card.
pub fn late_hands(n: usize, jokers: usize, seed: u64) -> Vec<Hand> {
    let mut rng = Rng::new(seed);
    let mut solver = Solver::default();
    let mut hands = Vec::new();
    while hands.len() < n {
        let mut deck = naturals();
        rng.shuffle(&mut deck);
        let mut hand = with_jokers(&deck.split_off(104 - 14 + jokers), jokers);
        for turn in 0..40 {
            hand.add(deck.pop().expect("more than 40 cards"));
            if turn >= 20 && turn % 4 == 0 {
                hands.push(hand);
            }
            hand.remove(least_useful(hand, &mut solver));
        }
    }
    hands.truncate(n);
    hands
}

fn least_useful(hand: Hand, solver: &mut Solver) -> u8 {
    let gain = |kind: &u8| {
        let mut left = hand;
        left.remove(*kind);
        let laid = solver.frontier(left, Worth::Deadwood(25)).best(16);
        let near =
            |other: u8| other != JOKER && other.abs_diff(*kind) <= 2 || other % 13 == kind % 13;
        let friends = left.cards().filter(|&other| near(other)).count() as u32;
        (8 * laid + 100 - 2 * friends, points(*kind))
    };
    let naturals = hand.naturals().cards();
    naturals.max_by_key(gain).expect("a hand has natural cards")
}

/// Dense hands of 16 cards: a block of neighbouring ranks in a few suits, two jokers.
pub fn dense_hands(n: usize, seed: u64) -> Vec<Hand> {
    let mut rng = Rng::new(seed);
    (0..n)
        .map(|_| {
            let n_suits = 1 + rng.below(4);
            let n_ranks = 14usize.div_ceil(2 * n_suits).max(2 + rng.below(5)).min(13);
            let first = rng.below(14 - n_ranks);
            let mut block: Vec<u8> = naturals()
                .into_iter()
                .filter(|kind| (kind / 13) < n_suits as u8)
                .filter(|kind| (first..first + n_ranks).contains(&((kind % 13) as usize)))
                .collect();
            rng.shuffle(&mut block);
            with_jokers(&block[..14.min(block.len())], 2)
        })
        .collect()
}

/// Mean, 99th percentile and maximum of the microseconds of each hand.
///
/// Each figure is the fastest of some rounds, so that other programs do not count; the mean is
/// taken over batches, where the clock itself costs nothing.
pub fn time_hands(hands: &[Hand], rounds: usize) -> (f64, f64, f64) {
    let mean = fastest(&hands.chunks(200).collect::<Vec<_>>(), rounds);
    let mut each = fastest(&hands.chunks(1).collect::<Vec<_>>(), rounds);
    each.sort_by(f64::total_cmp);
    let p99 = each[(each.len() * 99 / 100).min(each.len() - 1)];
    let mean = mean.iter().sum::<f64>() / hands.len() as f64;
    (mean, p99, each[each.len() - 1])
}

/// Microseconds of each batch of hands, fastest of some rounds.
fn fastest(batches: &[&[Hand]], rounds: usize) -> Vec<f64> {
    let mut solver = Solver::default();
    let mut times = vec![f64::INFINITY; batches.len()];
    for _ in 0..rounds.max(1) {
        for (batch, best) in batches.iter().zip(&mut times) {
            let start = Instant::now();
            for hand in *batch {
                std::hint::black_box(solver.frontier(*hand, Worth::Table));
            }
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_have_their_jokers() {
        for jokers in 0..=2 {
            let late = late_hands(5, jokers, 1);
            assert!(late
                .iter()
                .all(|h| h.len() == 15 && usize::from(h.jokers()) == jokers));
            let random = random_hands(5, jokers, 1);
            assert!(random.iter().all(|h| h.len() == 15));
        }
        assert!(dense_hands(50, 1).iter().all(|h| h.len() == 16));
    }
}
