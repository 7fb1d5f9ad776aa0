//! Deal out whole decks for the preflop table: 23 hands on every board, each of them a sample.
//!
//! Any one of the hands, with any choice of the others as opponents, is a fair deal. So a hand that
//! beats `b` of the 22 others and ties with `e` gives, by counting choices, its chances against any
//! number of opponents at once: less variance than one table, and 23 samples for one shuffle. How
//! often opponents split a pot among themselves is counted at three tables of seven.

use std::array::from_fn;

use crate::holdem::hands::N_COMBOS;
use crate::holdem::hands::{class_of, combo_of, key_and_mask, COMBO_KEYS, COMBO_MASKS, N_CLASSES};
use crate::poker::evaluate::{hand_value, N_CARDS, SUIT_BIAS};
use crate::poker::random::{seed_state, shuffle_to};
use crate::poker::stop::Stop;

pub const N_HANDS: usize = 23;
/// An outcome is the hands beaten and the hands tied with, together at most 22.
pub const N_OUTCOMES: usize = outcome_start(N_HANDS);
pub const N_TABLES: usize = 3;
pub const TABLE_SEATS: usize = 7;
const DECKS_PER_POLL: usize = 1 << 8;

/// Counts over many decks.
pub struct Decks {
    /// Hands by class and outcome.
    pub counts: Vec<[i32; N_OUTCOMES]>,
    /// Hands by seat at a table of seven and class.
    pub seated: [[i64; N_CLASSES]; TABLE_SEATS],
    /// Pots that the first seats, up to this one, split while one of them holds the class, and by
    /// how many players.
    pub splits: [[[i64; 2]; N_CLASSES]; TABLE_SEATS],
}

impl Decks {
    pub fn none() -> Decks {
        Decks {
            counts: vec![[0; N_OUTCOMES]; N_CLASSES],
            seated: [[0; N_CLASSES]; TABLE_SEATS],
            splits: [[[0; 2]; N_CLASSES]; TABLE_SEATS],
        }
    }
}

/// Return the first outcome of a hand that ties with `n_tied` others.
pub const fn outcome_start(n_tied: usize) -> usize {
    n_tied * (2 * N_HANDS + 1 - n_tied) / 2
}

/// Deal decks out and count. Returns how many: fewer if it was stopped.
pub fn deal_decks(
    seed: u64,
    chunk: u64,
    n_decks: usize,
    stop: Stop<'_>,
    decks: &mut Decks,
) -> usize {
    let mut state = seed_state(seed, chunk);
    let mut deck: [u8; N_CARDS] = from_fn(|card| card as u8);
    let class_of_combo: [u8; N_COMBOS] = from_fn(|combo| class_of(combo) as u8);
    for number in 0..n_decks {
        if number.is_multiple_of(DECKS_PER_POLL) && stop.is_set() {
            return number;
        }
        state = shuffle_to(state, &mut deck, N_CARDS - 1);
        let (key, mask) = key_and_mask(&deck[..5]);
        let key = key.wrapping_add(SUIT_BIAS);
        let combos: [usize; N_HANDS] =
            from_fn(|hand| combo_of(deck[5 + 2 * hand], deck[6 + 2 * hand]));
        let classes = combos.map(|combo| usize::from(class_of_combo[combo]));
        let values = combos.map(|combo| {
            hand_value(
                key.wrapping_add(COMBO_KEYS[combo]),
                mask | COMBO_MASKS[combo],
            )
        });
        for (&class, &value) in classes.iter().zip(&values) {
            let (mut n_below, mut n_level) = (0_u16, 0_u16);
            for &other in &values {
                n_below += u16::from(other < value);
                n_level += u16::from(other == value);
            }
            let outcome = outcome_start(usize::from(n_level) - 1) + usize::from(n_below);
            decks.counts[class][outcome] += 1;
        }
        let tables = values
            .chunks_exact(TABLE_SEATS)
            .zip(classes.chunks_exact(TABLE_SEATS));
        for (values, classes) in tables.take(N_TABLES) {
            watch_table(values, classes, decks);
        }
    }
    n_decks
}

/// Count who sits where at one table, and which of its pots are split as the seats fill up.
fn watch_table(values: &[u16], classes: &[usize], decks: &mut Decks) {
    let (mut best, mut n_best) = (0, 0);
    for (seat, (&value, &class)) in values.iter().zip(classes).enumerate() {
        decks.seated[seat][class] += 1;
        if value > best {
            (best, n_best) = (value, 1);
        } else if value == best {
            n_best += 1;
        }
        if n_best > 1 {
            for &other in &classes[..=seat] {
                decks.splits[seat][other][0] += 1;
                decks.splits[seat][other][1] += n_best;
            }
        }
    }
}
