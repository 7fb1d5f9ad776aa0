//! Every runout of a board, and every way to deal the seats their hands on it.

use std::ops::Range;

use crate::holdem::hands::{key_and_mask, COMBO_KEYS, COMBO_MASKS};
use crate::holdem::tally::{share_pot, Tally, MAX_SEATS, NEXT_CARDS};
use crate::poker::evaluate::{hand_value, SUIT_BIAS};
use crate::poker::stop::Stop;

/// Hands tried between two polls of the flag.
const HANDS_PER_POLL: u32 = 1 << 16;

/// Seat `i` holds one of `combos[starts[i]..starts[i + 1]]`, with its weight.
pub struct Lists {
    pub starts: Vec<usize>,
    pub combos: Vec<u16>,
    pub weights: Vec<f64>,
}

/// The board cards that are known, and all runouts with their weights.
pub struct Boards {
    pub known: Vec<u8>,
    /// The cards of all runouts, one row after the other.
    pub runouts: Vec<u8>,
    pub weights: Vec<f64>,
}

impl Boards {
    /// Return how many runouts there are.
    pub fn n_runouts(&self) -> usize {
        self.weights.len()
    }

    /// Return the cards of one runout.
    #[inline(always)]
    pub fn runout(&self, number: usize) -> &[u8] {
        let n_missing = 5 - self.known.len();
        &self.runouts[number * n_missing..][..n_missing]
    }
}

/// A hand that shares no card with the runout.
#[derive(Clone, Copy, Default)]
struct Live {
    mask: u64,
    weight: f64,
    value: u16,
}

/// A seat in a walk through all deals: its next hand, the cards of the seats before it, and the
/// weight of their hands.
#[derive(Clone, Copy, Default)]
struct Place {
    next: usize,
    end: usize,
    used: u64,
    weight: f64,
}

/// Weigh every way to deal the seats their lists on some of the runouts.
///
/// The seats are walked depth first; a hand that clashes with those before it is skipped. The
/// weights of the runouts are ignored.
pub fn enumerate(
    numbers: Range<usize>,
    lists: &Lists,
    boards: &Boards,
    stop: Stop<'_>,
    tally: &mut Tally<f64>,
) {
    let n_seats = lists.starts.len() - 1;
    let (known_key, known_mask) = key_and_mask(&boards.known);
    let mut live = Vec::with_capacity(lists.combos.len());
    let mut values = [0; MAX_SEATS];
    let mut places = [Place::default(); MAX_SEATS];
    let mut starts = [0; MAX_SEATS];
    let mut n_tried = 0_u32;
    for number in numbers {
        if stop.is_set() {
            return;
        }
        let runout = boards.runout(number);
        let (key, drawn) = key_and_mask(runout);
        let key = key.wrapping_add(known_key).wrapping_add(SUIT_BIAS);
        live.clear();
        for seat in 0..n_seats {
            starts[seat] = live.len();
            let own = lists.starts[seat]..lists.starts[seat + 1];
            for (&combo, &weight) in lists.combos[own.clone()].iter().zip(&lists.weights[own]) {
                let mask = COMBO_MASKS[usize::from(combo)];
                if mask & drawn == 0 {
                    let own_key = key.wrapping_add(COMBO_KEYS[usize::from(combo)]);
                    let value = hand_value(own_key, known_mask | drawn | mask);
                    live.push(Live {
                        mask,
                        weight,
                        value,
                    });
                }
            }
            places[seat].end = live.len();
        }
        let (mut total, mut hero_share) = (0.0, 0.0);
        let mut seat = 0;
        (places[0].next, places[0].used, places[0].weight) = (0, 0, 1.0);
        loop {
            let place = &mut places[seat];
            if place.next == place.end {
                if seat == 0 {
                    break;
                }
                seat -= 1;
                continue;
            }
            let hand = live[place.next];
            place.next += 1;
            n_tried = n_tried.wrapping_add(1);
            if n_tried.is_multiple_of(HANDS_PER_POLL) && stop.is_set() {
                return;
            }
            if place.used & hand.mask != 0 {
                continue;
            }
            values[seat] = hand.value;
            let (used, weight) = (place.used | hand.mask, place.weight * hand.weight);
            if seat + 1 < n_seats {
                seat += 1;
                let next = starts[seat];
                (places[seat].next, places[seat].used, places[seat].weight) = (next, used, weight);
                continue;
            }
            total += weight;
            hero_share += share_pot(&values[..n_seats], weight, tally);
        }
        for &card in runout {
            tally[NEXT_CARDS + 2 * usize::from(card)] += total;
            tally[NEXT_CARDS + 2 * usize::from(card) + 1] += hero_share;
        }
    }
}
