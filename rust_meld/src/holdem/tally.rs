//! The totals over all deals: one flat array that every function adds to and Python reads.
//!
//! A row of counts for each seat, then the categories of hero and of the field, then hero's share
//! by next card. Shares of a pot are counted in 2,520ths: integers, so that sums of sampled deals
//! do not depend on the order of threads. `engine/holdem/tally.py` states the same layout.

use std::ops::{AddAssign, Mul};

use crate::poker::evaluate::{royal_flush, N_CARDS, PLACE_BITS};
use crate::poker::showdown::{best_of, POT};

pub const MAX_SEATS: usize = 10;
pub const N_SEAT_COUNTS: usize = 6;
/// The counts of a seat.
pub const WINS: usize = 0;
pub const TIES: usize = 1;
pub const TIE_SHARES: usize = 2;
pub const TIE_SQUARES: usize = 3;
pub const BATCH_WIN_SQUARES: usize = 4;
pub const BATCH_SHARE_SQUARES: usize = 5;
/// By type of hand, the royal flush apart as the eleventh.
pub const N_CATEGORIES: usize = 11;
/// Hero's categories, and those of all other seats together.
pub const CATEGORIES: usize = MAX_SEATS * N_SEAT_COUNTS;
pub const FIELD: usize = CATEGORIES + N_CATEGORIES;
/// How often each card came next, and hero's share then, in turn.
pub const NEXT_CARDS: usize = FIELD + N_CATEGORIES;
pub const N_TALLY: usize = NEXT_CARDS + 2 * N_CARDS;

/// Counts of sampled deals (`i64`) or weights of enumerated ones (`f64`).
pub type Tally<T> = [T; N_TALLY];

/// A number that a tally is made of.
pub trait Count: Copy + AddAssign + Mul<Output = Self> + From<u16> {}

impl<T: Copy + AddAssign + Mul<Output = T> + From<u16>> Count for T {}

/// Return the category of a value.
#[inline(always)]
pub fn category(value: u16) -> usize {
    usize::from(value >> PLACE_BITS) + usize::from(value == royal_flush())
}

/// Count a seat's share of a pot that several won.
#[inline(always)]
pub fn count_tie<T: Count>(seat: usize, share: T, weight: T, tally: &mut Tally<T>) {
    let base = seat * N_SEAT_COUNTS;
    tally[base + TIES] += weight;
    tally[base + TIE_SHARES] += weight * share;
    tally[base + TIE_SQUARES] += weight * share * share;
}

/// Count the categories of one deal and split its pot; returns hero's share times the weight.
#[inline(always)]
pub fn share_pot<T: Count>(values: &[u16], weight: T, tally: &mut Tally<T>) -> T {
    tally[CATEGORIES + category(values[0])] += weight;
    for &value in &values[1..] {
        tally[FIELD + category(value)] += weight;
    }
    let standing = best_of(values);
    if standing.n_best == 1 {
        tally[standing.winner * N_SEAT_COUNTS + WINS] += weight;
        return weight * part_of_pot(1, standing.winner == 0);
    }
    let share = part_of_pot(standing.n_best, true);
    for (seat, &value) in values.iter().enumerate() {
        if value == standing.best {
            count_tie(seat, share, weight, tally);
        }
    }
    weight * part_of_pot(standing.n_best, values[0] == standing.best)
}

/// Return the share of each of `n_winners` winners; 0 for a player who is not one.
#[inline(always)]
fn part_of_pot<T: Count>(n_winners: usize, is_winner: bool) -> T {
    T::from(if is_winner {
        POT as u16 / n_winners as u16
    } else {
        0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pot_is_shared_out() {
        let mut tally = [0_i64; N_TALLY];
        assert_eq!(share_pot(&[0x1005, 0x1005, 0x0003], 1, &mut tally), 1260);
        assert_eq!(share_pot(&[0x1005, 0x2000, 0x0003], 1, &mut tally), 0);
        assert_eq!(share_pot(&[0x3005, 0x2000, 0x0003], 1, &mut tally), 2520);
        let seat = |seat: usize| tally[seat * N_SEAT_COUNTS..][..4].to_vec();
        assert_eq!(seat(0), [1, 1, 1260, 1260 * 1260]);
        assert_eq!(seat(1), [1, 1, 1260, 1260 * 1260]);
        assert_eq!(seat(2), [0, 0, 0, 0]);
        assert_eq!(tally[CATEGORIES..FIELD].iter().sum::<i64>(), 3);
        assert_eq!(tally[FIELD..NEXT_CARDS].iter().sum::<i64>(), 6);
    }

    #[test]
    fn a_royal_flush_is_a_category_of_its_own() {
        assert_eq!(category(royal_flush()), 10);
        assert_eq!(category(royal_flush() - 1), 9);
    }
}
