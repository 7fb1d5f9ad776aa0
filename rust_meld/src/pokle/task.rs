//! A set of Pokle boards, and how guesses split it; the colours come as tables from Python.
//!
//! Boards are kept in the order of their classes (boards that win together), so the largest class
//! of a group is its longest run. A position is a list of board numbers, ascending.

use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

pub const N_CARDS: usize = 52;
pub const N_FLOP_PATTERNS: usize = 27;
pub const N_LATER: usize = 9;
pub const N_PATTERNS: usize = N_FLOP_PATTERNS * N_LATER;
/// The pattern that is all green.
pub const WON: u8 = N_PATTERNS as u8 - 1;
/// What a board costs that is not found in time: more than all guesses together.
pub const LOSS: i32 = 100_000;
const N_SUITS: usize = 4;
const N_RANKS: usize = N_CARDS / N_SUITS;

pub type Cards = [u8; 5];

/// Multiplies and folds: keys are lists of boards, which nobody chooses to collide.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Mixer>>;

/// The colours as numbers: how a card meets a card, and three meetings of three cards a flop.
pub struct Colours {
    pub cards: Vec<u8>,
    pub flops: Vec<u8>,
}

impl Colours {
    pub fn meet(&self, card: u8, other: u8) -> u8 {
        self.cards[usize::from(card) * N_CARDS + usize::from(other)]
    }

    /// How a card meets a flop: three digits in base 3.
    pub fn meet_flop(&self, card: u8, flop: &[u8; 3]) -> u16 {
        (flop.iter().rev()).fold(0, |sum, &other| 3 * sum + u16::from(self.meet(card, other)))
    }
}

/// A guess that wins against a class of boards, with its patterns against all boards.
pub struct Winner {
    pub class: u16,
    pub cards: Cards,
    pub row: Vec<u8>,
}

/// The boards, the guesses that may win, and the cards of all others.
pub struct Task {
    pub boards: Vec<Cards>,
    pub classes: Vec<u16>,
    /// The number of each board's flop; flops with their cards.
    pub flop_of: Vec<u16>,
    pub flops: Vec<[u8; 3]>,
    /// In the order of their classes, and where those of each class are.
    pub winners: Vec<Winner>,
    pub winners_of: Vec<Range<usize>>,
    pub live: Vec<u8>,
    pub refused: Vec<Cards>,
    /// No guess from outside: this site seems to refuse them.
    pub boards_only: bool,
    pub colours: Colours,
}

impl Task {
    /// Boards and winners must come in the order of their classes.
    pub fn new(
        boards: Vec<Cards>,
        classes: Vec<u16>,
        winners: Vec<Winner>,
        live: Vec<u8>,
        refused: Vec<Cards>,
        boards_only: bool,
        colours: Colours,
    ) -> Task {
        let (mut flops, mut flop_of) = (Vec::new(), Vec::new());
        for board in &boards {
            let flop = [board[0], board[1], board[2]];
            if flops.last() != Some(&flop) {
                flops.push(flop);
            }
            flop_of.push(flops.len() as u16 - 1);
        }
        let n_classes = classes.last().map_or(0, |&last| last + 1);
        let before = |class| winners.partition_point(|winner: &Winner| winner.class < class);
        let winners_of = (0..n_classes)
            .map(|class| before(class)..before(class + 1))
            .collect();
        Task {
            boards,
            classes,
            flop_of,
            flops,
            winners,
            winners_of,
            live,
            refused,
            boards_only,
            colours,
        }
    }

    /// Boards of a position that so many guesses cannot find: of one flop and equal suits, a
    /// guess tells one rank on the turn and one on the river, so that r guesses find r boards of
    /// a line at most, and r times r of a grid.
    pub fn beyond(&self, members: &[u16], n_guesses: usize) -> usize {
        let flop = |board: &u16| self.flop_of[usize::from(*board)];
        (members.chunk_by(|a, b| flop(a) == flop(b)))
            .filter(|run| run.len() > n_guesses)
            .map(|run| run.len() - self.found_of_flop(run, n_guesses))
            .sum()
    }

    fn found_of_flop(&self, members: &[u16], n_guesses: usize) -> usize {
        let mut lines = [[[0_usize; N_RANKS]; 2]; N_SUITS * N_SUITS];
        for &board in members {
            let [.., turn, river] = self.boards[usize::from(board)].map(usize::from);
            let grid = &mut lines[turn % N_SUITS * N_SUITS + river % N_SUITS];
            grid[0][turn / N_SUITS] += 1;
            grid[1][river / N_SUITS] += 1;
        }
        let found_by =
            |line: &[usize; N_RANKS]| line.iter().map(|&n| n.min(n_guesses)).sum::<usize>();
        (lines.iter())
            .map(|[turns, rivers]| found_by(turns).min(found_by(rivers)).min(n_guesses.pow(2)))
            .sum()
    }

    /// The boards that are not found by `first` guesses, by one more, and so on, summed.
    pub fn beyond_each(&self, members: &[u16], first: usize) -> usize {
        let lost = (first..).map(|n_guesses| self.beyond(members, n_guesses));
        lost.take_while(|&lost| lost > 0).sum()
    }
}

/// The boards of one label, counted.
#[derive(Clone, Copy, Default)]
pub struct Group {
    pub label: u8,
    pub size: u16,
    pub n_classes: u16,
    /// Boards of the largest class.
    pub largest: u16,
    class: u16,
    run: u16,
}

impl Group {
    /// Count one more board; false if it makes the largest class no larger.
    fn add(&mut self, class: u16) -> bool {
        self.size += 1;
        if self.run > 0 && self.class == class {
            self.run += 1;
        } else {
            (self.class, self.run) = (class, 1);
            self.n_classes += 1;
        }
        let grows = self.run > self.largest;
        self.largest += u16::from(grows);
        grows
    }

    /// Boards that are not of the largest class.
    pub fn others(&self) -> u16 {
        self.size - self.largest
    }

    /// What the group costs at least after the guess that made it.
    pub fn least(&self, last_next: bool) -> i32 {
        i32::from(self.size) + i32::from(self.others()) * loss_or_one(last_next)
    }
}

/// What a board costs that is not told apart from the largest class.
pub fn loss_or_one(last_next: bool) -> i32 {
    if last_next {
        LOSS
    } else {
        1
    }
}

/// Counts the groups of guesses, one guess after the other.
pub struct Counter {
    /// Groups by label; what was not counted last has an older number.
    groups: [(u64, Group); N_PATTERNS],
    number: u64,
}

impl Counter {
    pub fn new() -> Counter {
        Counter {
            groups: [Default::default(); N_PATTERNS],
            number: 0,
        }
    }

    fn add(&mut self, label: u8, class: u16) -> (bool, bool) {
        let (number, group) = &mut self.groups[usize::from(label)];
        let is_new = *number != self.number;
        if is_new {
            *number = self.number;
            *group = Group {
                label,
                ..Group::default()
            };
        }
        (is_new, group.add(class))
    }

    /// The groups of boards with these labels and classes.
    pub fn count(&mut self, boards: impl Iterator<Item = (u8, u16)>) -> Vec<Group> {
        self.number += 1;
        let mut seen = Vec::new();
        for (label, class) in boards {
            if self.add(label, class).0 {
                seen.push(label);
            }
        }
        let group = |label: u8| self.groups[usize::from(label)].1;
        seen.into_iter().map(group).collect()
    }

    /// Boards that are not of their group's largest class; None if they are more than `most`.
    pub fn others(&mut self, boards: impl Iterator<Item = (u8, u16)>, most: i32) -> Option<i32> {
        self.number += 1;
        let mut others = 0;
        for (label, class) in boards {
            others += i32::from(!self.add(label, class).1);
            if others > most {
                return None;
            }
        }
        Some(others)
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_know_their_largest_class() {
        let boards = [(5, 0), (5, 0), (5, 1), (7, 1), (5, 2), (5, 2), (5, 2)];
        let groups = Counter::new().count(boards.into_iter());
        let parts = |group: &Group| (group.label, group.size, group.n_classes, group.largest);
        let found: Vec<_> = groups.iter().map(parts).collect();
        assert_eq!(found, [(5, 6, 3, 3), (7, 1, 1, 1)]);
        assert_eq!(groups[0].least(false), 6 + 3);
        assert_eq!(groups[0].least(true), 6 + 3 * LOSS);
    }

    #[test]
    fn the_others_are_those_that_no_largest_class_has() {
        let boards = [(5, 0), (5, 0), (5, 1), (7, 1), (5, 2), (5, 2), (5, 2)];
        let mut counter = Counter::new();
        assert_eq!(counter.others(boards.into_iter(), 9), Some(3));
        assert_eq!(counter.others(boards.into_iter(), 2), None);
        assert_eq!(counter.others([(5, 3)].into_iter(), 0), Some(0));
    }
}
