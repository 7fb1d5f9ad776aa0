//! Times the meld solver inside Rust: random, late-game and dense hands, microseconds each.
//!
//! `cargo bench --no-default-features --bench melds -- late 3000 1 5` prints the mean, the 99th
//! percentile and the worst of 3,000 late-game hands with one joker, each the fastest of 5 rounds.

use std::time::Instant;

use rust_meld::konkan::cards::{points, Hand, JOKER};
use rust_meld::konkan::rng::Rng;
use rust_meld::konkan::solver::{Solver, Worth};

const SEED: u64 = 7;

fn main() {
    // Cargo adds an argument of its own.
    let words: Vec<String> = std::env::args().filter(|word| word != "--bench").collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse().ok());
    let (Some(n), Some(jokers), Some(rounds)) = (number(2), number(3), number(4)) else {
        return eprintln!("expected: random|late|dense HANDS JOKERS ROUNDS");
    };
    let hands = match words[1].as_str() {
        "random" => random_hands(n, jokers, SEED),
        "late" => late_hands(n, jokers, SEED),
        _ => dense_hands(n, SEED),
    };
    let (mean, p99, worst) = time_hands(&hands, rounds);
    println!("{mean} {p99} {worst}");
}

/// Every card of the two decks without jokers.
fn naturals() -> Vec<u8> {
    (0..52).chain(0..52).collect()
}

/// Random hands of 15 cards with so many jokers among them.
fn random_hands(n: usize, jokers: usize, seed: u64) -> Vec<Hand> {
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
fn late_hands(n: usize, jokers: usize, seed: u64) -> Vec<Hand> {
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
fn dense_hands(n: usize, seed: u64) -> Vec<Hand> {
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
fn time_hands(hands: &[Hand], rounds: usize) -> (f64, f64, f64) {
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
                std::hint::black_box(solver.solve(*hand, Worth::Table));
            }
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times
}
