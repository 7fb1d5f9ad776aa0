//! Tables of the runs that jokers complete: for each pattern of natural places the best points.
//!
//! They are computed when the program is compiled.

use crate::konkan::meld::PLACE_POINTS;

/// The natural cards of a run with jokers: their kinds, the points of the run with the jokers at
/// their best places, and the points of the natural cards alone.
#[derive(Clone, Copy)]
pub(crate) struct RunFill {
    pub kinds: u16,
    pub points: u8,
    pub natural_points: u8,
}

/// Natural places, relative to the first, of runs with one joker.
const ONE_JOKER: [u8; 9] = [
    0b11, 0b101, 0b111, 0b1011, 0b1101, 0b1111, 0b11011, 0b10111, 0b11101,
];
/// Natural places of runs with two jokers; the last ten are needed only where a meld needs
/// two natural cards.
pub(crate) const TWO_JOKERS: [u8; 20] = [
    0b1, 0b11, 0b101, 0b1001, 0b111, 0b1011, 0b1101, 0b10011, 0b10101, 0b11001, 0b1111, 0b10111,
    0b11011, 0b11101, 0b100111, 0b101011, 0b101101, 0b110011, 0b110101, 0b111001,
];
pub(crate) const N_TWO_JOKERS: usize = 10;

pub(crate) static FILLS_ONE: [[RunFill; 14]; 9] = fill_tables(ONE_JOKER, 1);
pub(crate) static FILLS_TWO: [[RunFill; 14]; 20] = fill_tables(TWO_JOKERS, 2);

/// The suits of two natural cards of a set, and of three.
pub(crate) const SUIT_PAIRS: [(u8, u8); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
pub(crate) const SUIT_TRIPLES: [[u8; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];

const fn fill_tables<const N: usize>(patterns: [u8; N], jokers: u32) -> [[RunFill; 14]; N] {
    let none = RunFill {
        kinds: 0,
        points: 0,
        natural_points: 0,
    };
    let mut tables = [[none; 14]; N];
    let mut i = 0;
    while i < N {
        let mut start = 0;
        while start < 14 {
            let naturals = (patterns[i] as u32) << start;
            tables[i][start] = RunFill {
                kinds: ((naturals | naturals >> 13) & 0x1fff) as u16,
                points: best_fill(naturals, jokers),
                natural_points: places_points(naturals),
            };
            start += 1;
        }
        i += 1;
    }
    tables
}

/// Return the most points of a run of these natural places and `n_jokers` jokers; 0 if there is
/// none.
const fn best_fill(naturals: u32, n_jokers: u32) -> u8 {
    let mut best = 0;
    let len = naturals.count_ones() + n_jokers;
    let mut start = 0;
    while naturals >> 14 == 0 && start + len <= 14 {
        let window = ((1 << len) - 1) << start;
        if naturals & !window == 0 && places_points(window) > best {
            best = places_points(window);
        }
        start += 1;
    }
    best
}

pub(crate) const fn places_points(places: u32) -> u8 {
    let mut points = 0;
    let mut place = 0;
    while place < 14 {
        if places >> place & 1 == 1 {
            points += PLACE_POINTS[place];
        }
        place += 1;
    }
    points
}
