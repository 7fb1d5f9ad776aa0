//! Heads-up odds of any two ranges: both sides sorted by value and swept once a board.
//!
//! While the sweep climbs, the weight of the opponent's weaker hands is known in all and for each
//! card; hands that share a card with hero's are subtracted. So the time for a board grows with the
//! number of hands, not of pairs. Boards that differ only by the names of suits may be given once,
//! with a weight.

use std::ops::Range;
use std::sync::LazyLock;

use crate::holdem::hands::{key_and_mask, COMBO_CARDS, COMBO_KEYS, COMBO_MASKS, N_COMBOS};
use crate::holdem::runouts::Boards;
use crate::holdem::tally::{
    category, Tally, CATEGORIES, FIELD, NEXT_CARDS, N_SEAT_COUNTS, TIES, TIE_SHARES, WINS,
};
use crate::poker::evaluate::{hand_value, N_CARDS, SUIT_BIAS};
use crate::poker::showdown::POT;
use crate::poker::stop::Stop;

/// Boards of five cards that no renaming of suits makes equal.
pub const N_SUIT_BOARDS: usize = 134_459;
const HALF_POT: f64 = (POT / 2) as f64;
const WHOLE_POT: f64 = POT as f64;
/// The place of the sum of all hands among the sums by card.
const ALL: usize = N_CARDS;

/// The hands that a player may hold, in rising order, and the weights of all combinations.
pub struct Side {
    pub held: Vec<u16>,
    pub weights: Box<[f64; N_COMBOS]>,
}

impl Side {
    /// Create a side; hands of weight 0 are not held.
    pub fn new(weights: Box<[f64; N_COMBOS]>) -> Side {
        let held = (0..N_COMBOS as u16).filter(|&combo| weights[usize::from(combo)] > 0.0);
        let held = held.collect();
        Side { held, weights }
    }
}

/// Return one board for all that differ only by names of suits, and how many it stands for.
pub fn canonical_boards() -> &'static (Vec<[u8; 5]>, Vec<u8>) {
    static BOARDS: LazyLock<(Vec<[u8; 5]>, Vec<u8>)> = LazyLock::new(find_canonical_boards);
    &BOARDS
}

fn find_canonical_boards() -> (Vec<[u8; 5]>, Vec<u8>) {
    let mut boards = Vec::with_capacity(N_SUIT_BOARDS);
    let mut weights = Vec::with_capacity(N_SUIT_BOARDS);
    for a in 0..N_CARDS as u8 {
        for b in 0..a {
            for c in 0..b {
                for d in 0..c {
                    for e in 0..d {
                        let board = [a, b, c, d, e];
                        if let Some(weight) = n_renamed(board) {
                            boards.push(board);
                            weights.push(weight);
                        }
                    }
                }
            }
        }
    }
    (boards, weights)
}

/// Return how many boards renaming the suits makes of this one; None if it is not the one that
/// stands for them, whose suits are sorted by their ranks.
fn n_renamed(board: [u8; 5]) -> Option<u8> {
    let mut suits = [0_u16; 4];
    for card in board {
        suits[usize::from(card % 4)] |= 1 << (card / 4);
    }
    if !suits.is_sorted_by(|one, next| one >= next) {
        return None;
    }
    let (mut weight, mut n_same) = (24, 1);
    for i in 1..4 {
        n_same = if suits[i] == suits[i - 1] {
            n_same + 1
        } else {
            1
        };
        weight /= n_same;
    }
    Some(weight)
}

/// A hand on a board in one word, its value above its combination: sorted like its value.
#[derive(Clone, Copy, Default)]
struct Valued(u32);

impl Valued {
    const COMBO_BITS: u32 = 11;

    #[inline(always)]
    fn new(value: u16, combo: u16) -> Valued {
        Valued(u32::from(value) << Self::COMBO_BITS | u32::from(combo))
    }

    #[inline(always)]
    fn value(self) -> u16 {
        (self.0 >> Self::COMBO_BITS) as u16
    }

    #[inline(always)]
    fn combo(self) -> usize {
        (self.0 & ((1 << Self::COMBO_BITS) - 1)) as usize
    }
}

/// The summed weight of some hands: of all, and of those that hold each card.
#[derive(Clone)]
struct Sums([f64; N_CARDS + 1]);

impl Sums {
    const NONE: Sums = Sums([0.0; N_CARDS + 1]);

    #[inline(always)]
    fn add(&mut self, hand: Valued, weights: &[f64; N_COMBOS]) {
        let combo = hand.combo();
        let (weight, [low, high]) = (weights[combo], COMBO_CARDS[combo].map(usize::from));
        self.0[ALL] += weight;
        self.0[low] += weight;
        self.0[high] += weight;
    }

    #[inline(always)]
    fn of(hands: &[Valued], weights: &[f64; N_COMBOS]) -> Sums {
        let mut sums = Sums::NONE;
        hands.iter().for_each(|&hand| sums.add(hand, weights));
        sums
    }

    /// Return the weight of the hands that share no card with this one, less the weight of the
    /// equal hand. By inclusion-exclusion: the equal hand is subtracted with each of its two cards,
    /// once too often.
    #[inline(always)]
    fn disjoint_less_equal(&self, combo: usize) -> f64 {
        let [low, high] = COMBO_CARDS[combo].map(usize::from);
        self.0[ALL] - self.0[low] - self.0[high]
    }
}

/// Room for the hands of one player on one board.
struct Hands {
    n: usize,
    sorted: [Valued; N_COMBOS],
    spare: [Valued; N_COMBOS],
}

impl Hands {
    fn none() -> Box<Hands> {
        Box::new(Hands {
            n: 0,
            sorted: [Valued(0); N_COMBOS],
            spare: [Valued(0); N_COMBOS],
        })
    }

    #[inline(always)]
    fn get(&self) -> &[Valued] {
        &self.sorted[..self.n]
    }

    /// Fill in the hands that share no card with the drawn ones, with their values.
    #[inline(always)]
    fn put_in(&mut self, held: &[u16], board: &Board) {
        self.n = 0;
        for &combo in held {
            let mask = COMBO_MASKS[usize::from(combo)];
            if mask & board.drawn == 0 {
                let key = board.key.wrapping_add(COMBO_KEYS[usize::from(combo)]);
                self.sorted[self.n] = Valued::new(hand_value(key, board.mask | mask), combo);
                self.n += 1;
            }
        }
    }

    /// Sort by value, the smallest first: by its low byte, then by its high one.
    #[inline(always)]
    fn sort(&mut self) {
        let n = self.n;
        sort_by_byte::<{ Valued::COMBO_BITS }>(&self.sorted[..n], &mut self.spare[..n]);
        sort_by_byte::<{ Valued::COMBO_BITS + 8 }>(&self.spare[..n], &mut self.sorted[..n]);
    }
}

/// Sort hands by one byte of their word; equal ones keep their order.
#[inline(always)]
fn sort_by_byte<const SHIFT: u32>(hands: &[Valued], sorted: &mut [Valued]) {
    let mut places = [0_u16; 256];
    for hand in hands {
        places[(hand.0 >> SHIFT & 255) as usize] += 1;
    }
    let mut before = 0;
    for place in &mut places {
        (*place, before) = (before, before + *place);
    }
    for &hand in hands {
        let place = &mut places[(hand.0 >> SHIFT & 255) as usize];
        sorted[usize::from(*place)] = hand;
        *place += 1;
    }
}

/// A whole board: summed keys, masks of all cards and of those that were drawn.
struct Board {
    key: u64,
    mask: u64,
    drawn: u64,
}

impl Board {
    #[inline(always)]
    fn new(known: &[u8], runout: &[u8]) -> Board {
        let ((known_key, known_mask), (key, drawn)) = (key_and_mask(known), key_and_mask(runout));
        Board {
            key: key.wrapping_add(known_key).wrapping_add(SUIT_BIAS),
            mask: known_mask | drawn,
            drawn,
        }
    }
}

/// A climb through the opponent's sorted hands: the weights of those below a value and equal to it.
struct Climb<'a> {
    opponent: &'a [Valued],
    weights: &'a [f64; N_COMBOS],
    n_below: usize,
    n_level: usize,
    value: Option<u16>,
    below: Sums,
    level: Sums,
}

impl<'a> Climb<'a> {
    #[inline(always)]
    fn new(opponent: &'a [Valued], weights: &'a [f64; N_COMBOS]) -> Climb<'a> {
        Climb {
            opponent,
            weights,
            n_below: 0,
            n_level: 0,
            value: None,
            below: Sums::NONE,
            level: Sums::NONE,
        }
    }

    /// Go up to a value, which is not below the last one.
    #[inline(always)]
    fn to(&mut self, value: u16) {
        if self.value == Some(value) {
            return;
        }
        self.value = Some(value);
        while self.n_below < self.opponent.len() && self.opponent[self.n_below].value() < value {
            self.below.add(self.opponent[self.n_below], self.weights);
            self.n_below += 1;
        }
        let rest = &self.opponent[self.n_below..];
        self.n_level = rest.iter().take_while(|hand| hand.value() == value).count();
        if self.n_level > 0 {
            self.level = Sums::of(&rest[..self.n_level], self.weights);
        }
    }
}

/// Weigh all pairs of hands on some of the runouts.
pub fn enumerate(
    numbers: Range<usize>,
    [hero, opponent]: &[Side; 2],
    boards: &Boards,
    stop: Stop<'_>,
    tally: &mut Tally<f64>,
) {
    let (mut own, mut others) = (Hands::none(), Hands::none());
    for number in numbers {
        if stop.is_set() {
            return;
        }
        let runout = boards.runout(number);
        let board = Board::new(&boards.known, runout);
        own.put_in(&hero.held, &board);
        others.put_in(&opponent.held, &board);
        let own_sums = Sums::of(own.get(), &hero.weights);
        let other_sums = Sums::of(others.get(), &opponent.weights);
        own.sort();
        others.sort();
        let scale = boards.weights[number];
        let (mut wins, mut ties, mut total) = (0.0, 0.0, 0.0);
        let mut climb = Climb::new(others.get(), &opponent.weights);
        for hand in own.get() {
            let (value, combo) = (hand.value(), hand.combo());
            climb.to(value);
            let (weight, same) = (hero.weights[combo], opponent.weights[combo]);
            let pairs = weight * (other_sums.disjoint_less_equal(combo) + same);
            total += pairs;
            wins += weight * climb.below.disjoint_less_equal(combo);
            if climb.n_level > 0 {
                ties += weight * (climb.level.disjoint_less_equal(combo) + same);
            }
            tally[CATEGORIES + category(value)] += scale * pairs;
        }
        for hand in others.get() {
            let combo = hand.combo();
            let pairs = opponent.weights[combo]
                * (own_sums.disjoint_less_equal(combo) + hero.weights[combo]);
            tally[FIELD + category(hand.value())] += scale * pairs;
        }
        tally[WINS] += scale * wins;
        tally[N_SEAT_COUNTS + WINS] += scale * (total - wins - ties);
        for seat in 0..2 {
            tally[seat * N_SEAT_COUNTS + TIES] += scale * ties;
            tally[seat * N_SEAT_COUNTS + TIE_SHARES] += scale * ties * HALF_POT;
        }
        for &card in runout {
            let place = NEXT_CARDS + 2 * usize::from(card);
            tally[place] += scale * total;
            tally[place + 1] += scale * (wins + ties / 2.0) * WHOLE_POT;
        }
    }
}

/// Add hero's share of the pot and the weight of all pairs, by combination and by runout.
///
/// `by_runout` has a row for every runout, also for those that are not in `numbers`.
pub fn sweep(
    numbers: Range<usize>,
    [hero, opponent]: &[Side; 2],
    boards: &Boards,
    stop: Stop<'_>,
    by_hand: &mut [[f64; 2]; N_COMBOS],
    by_runout: &mut [[f64; 2]],
) {
    let (mut own, mut others) = (Hands::none(), Hands::none());
    for number in numbers {
        if stop.is_set() {
            return;
        }
        let board = Board::new(&boards.known, boards.runout(number));
        own.put_in(&hero.held, &board);
        others.put_in(&opponent.held, &board);
        let other_sums = Sums::of(others.get(), &opponent.weights);
        own.sort();
        others.sort();
        let mut climb = Climb::new(others.get(), &opponent.weights);
        for hand in own.get() {
            let combo = hand.combo();
            climb.to(hand.value());
            let (weight, same) = (hero.weights[combo], opponent.weights[combo]);
            let mut share = climb.below.disjoint_less_equal(combo);
            if climb.n_level > 0 {
                share += (climb.level.disjoint_less_equal(combo) + same) / 2.0;
            }
            let total = weight * (other_sums.disjoint_less_equal(combo) + same);
            by_hand[combo][0] += boards.weights[number] * weight * share;
            by_hand[combo][1] += boards.weights[number] * total;
            by_runout[number][0] += weight * share;
            by_runout[number][1] += total;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_boards_stand_for_all_boards() {
        let (boards, weights) = canonical_boards();
        assert_eq!(boards.len(), N_SUIT_BOARDS);
        let n_boards: u32 = weights.iter().map(|&weight| u32::from(weight)).sum();
        assert_eq!(n_boards, 2_598_960);
    }

    #[test]
    fn hands_are_sorted_by_value_and_then_by_combination() {
        let mut hands = Hands::none();
        hands.n = 1000;
        for i in 0..1000_u16 {
            hands.sorted[usize::from(i)] = Valued::new(i.wrapping_mul(7919), i);
        }
        hands.sort();
        assert!(hands.get().is_sorted_by_key(|hand| hand.0));
    }
}
