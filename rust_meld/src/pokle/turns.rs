//! Boards of equal flops are told apart by their turns and rivers alone.
//!
//! Of all boards of one pattern at most one class is won next. So of the boards of a group that
//! share a flop, two guesses win no more than the largest classes of what one turn and river make
//! of them. Turn and river are the same for all flops of the group. A guess that wins is pardoned
//! its suits, and may win all boards of its own flop, but no more of the others.

use std::array::from_fn;

use crate::pokle::splits::{finest, kinds_of, plain};
use crate::pokle::task::{Map, N_LATER};

/// A board: its flop, its class, and its turn and river by number.
pub type Board = (u16, u16, usize);
/// The classes of some boards of one flop, from 0, with their turns and rivers.
type Classes = Vec<(u16, usize)>;
/// How many boards come late under some choices, that are looked at together.
pub type Lanes = [u8; N_LANES];
pub const N_LANES: usize = 16;

/// Boards of a group that come late, after a guess that wins some of them, and after any other; and
/// those of its largest class.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Lates {
    pub inside: u8,
    pub outside: u8,
    pub largest: u8,
}

/// How many boards of each flop come late, under every choice of turn and river that no other
/// choice is better than.
pub struct TurnChoices {
    /// The row of each flop, and its largest class; flops of the first row are told apart.
    of_flop: Vec<(u16, u8)>,
    /// Some choices at once, by row.
    rows: Vec<Vec<Lanes>>,
}

impl TurnChoices {
    /// From some boards, in the order of their classes, and how turn cards and river cards split
    /// their turns and rivers.
    pub fn new(n_flops: usize, boards: &[Board], splits: &[Vec<Vec<u8>>; 2]) -> TurnChoices {
        let mut of_flop = vec![(0, 0); n_flops];
        let (mut sets, mut numbers) = (vec![Classes::new()], Map::default());
        for run in boards.chunk_by(|a, b| a.0 == b.0) {
            let (flop, first, _) = run[0];
            let classes: Classes = run.iter().map(|board| (board.1 - first, board.2)).collect();
            let class_sizes = classes.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len);
            let largest = class_sizes.clone().max().unwrap_or(0) as u8;
            of_flop[usize::from(flop)].1 = largest;
            if class_sizes.count() > 1 {
                let number = numbers.entry(classes).or_insert_with_key(|classes| {
                    sets.push(classes.clone());
                    sets.len() as u16 - 1
                });
                of_flop[usize::from(flop)].0 = *number;
            }
        }
        let choices = best_choices(&sets, splits);
        let by_row = (0..sets.len()).map(|set| {
            let row: Vec<u8> = choices.iter().map(|choice| choice[set]).collect();
            lanes(&row)
        });
        let by_row: Vec<Vec<Lanes>> = by_row.collect();
        let at_once = |i: usize| by_row.iter().map(|row| row[i]).collect();
        let rows = (0..by_row[0].len()).map(at_once).collect();
        TurnChoices { of_flop, rows }
    }

    /// The boards of some flops that come late at least, and their largest class; `told` is room to
    /// list the rows of flops that are not told apart.
    pub fn late(&self, flops: &[u16], told: &mut Vec<u16>) -> Lates {
        told.clear();
        let mut largest = 0;
        for &flop in flops {
            let (row, of_flop) = self.of_flop[usize::from(flop)];
            largest = of_flop.max(largest);
            if row > 0 {
                told.push(row);
            }
        }
        let (mut inside, mut outside) = (u8::MAX, u8::MAX);
        for rows in &self.rows {
            let (mut sums, mut most) = (Lanes::default(), Lanes::default());
            for &row in &*told {
                let row = &rows[usize::from(row)];
                add(&mut sums, row);
                most = from_fn(|i| most[i].max(row[i]));
            }
            let others: Lanes = from_fn(|i| sums[i] - most[i]);
            inside = others.into_iter().fold(inside, u8::min);
            outside = sums.into_iter().fold(outside, u8::min);
        }
        Lates {
            inside,
            outside,
            largest,
        }
    }
}

/// How turn cards, or river cards, split turns and rivers.
pub struct Splitters {
    /// By splitting card, then by turn and river.
    rows: Vec<Vec<u8>>,
    /// The turn, or river, of each turn and river.
    cards: Vec<u8>,
    /// The finest splits of sets of cards that were asked.
    known: Map<Vec<u8>, Vec<Vec<u8>>>,
}

impl Splitters {
    pub fn new(rows: Vec<Vec<u8>>, cards: Vec<u8>) -> Splitters {
        Splitters {
            rows,
            cards,
            known: Map::default(),
        }
    }

    /// The finest splits of some turns and rivers.
    pub fn finest_of(&mut self, laters: &[u16]) -> Vec<Vec<u8>> {
        let card = |later: &u16| self.cards[usize::from(*later)];
        let mut some = laters.to_vec();
        some.sort_by_key(card);
        some.dedup_by_key(|later| card(later));
        let cards: Vec<u8> = some.iter().map(card).collect();
        let all: Vec<u8> = (0..self.rows.len() as u8).collect();
        let rows = self.known.entry(cards).or_insert_with(|| {
            let split = |number: u8| -> Vec<u8> {
                let row = &self.rows[usize::from(number)];
                plain(
                    &some
                        .iter()
                        .map(|&later| row[usize::from(later)])
                        .collect::<Vec<u8>>(),
                )
            };
            let (kinds, rows) = kinds_of(&all, split);
            finest(kinds, rows).1
        });
        let place = |later| some.partition_point(|other| card(other) < card(later));
        let places: Vec<usize> = laters.iter().map(place).collect();
        let spread = |row: &Vec<u8>| places.iter().map(|&place| row[place]).collect();
        rows.iter().map(spread).collect()
    }
}

/// Some choices at once; the last one fills the places that are left.
pub fn lanes(late: &[u8]) -> Vec<Lanes> {
    let fill = |late: &[u8]| from_fn(|i| late[i.min(late.len() - 1)]);
    late.chunks(N_LANES).map(fill).collect()
}

pub fn add(sums: &mut Lanes, late: &Lanes) {
    *sums = from_fn(|i| sums[i].saturating_add(late[i]));
}

/// What comes late of each set under the choices of turn and river that no other is better than.
fn best_choices(sets: &[Classes], [turns, rivers]: &[Vec<Vec<u8>>; 2]) -> Vec<Vec<u8>> {
    let mut choices: Vec<Vec<u8>> = Vec::new();
    for turn in turns {
        for river in rivers {
            let digits = turn.iter().zip(river);
            let labels: Vec<u8> = digits.map(|(turn, river)| 3 * turn + river).collect();
            choices.push(sets.iter().map(|set| late_of_flop(set, &labels)).collect());
        }
    }
    choices.sort_by_cached_key(|choice| choice.iter().map(|&late| u32::from(late)).sum::<u32>());
    let mut best: Vec<Vec<u8>> = Vec::new();
    for choice in choices {
        let no_worse = |known: &Vec<u8>| known.iter().zip(&choice).all(|(a, b)| a <= b);
        if !best.iter().any(no_worse) {
            best.push(choice);
        }
    }
    best
}

/// The boards of one flop that are not of the largest class of their label.
fn late_of_flop(classes: &Classes, labels: &[u8]) -> u8 {
    let mut largest = [0_u8; N_LATER];
    for class in classes.chunk_by(|a, b| a.0 == b.0) {
        let mut counts = [0_u8; N_LATER];
        for &(_, later) in class {
            let label = usize::from(labels[later]);
            counts[label] += 1;
            largest[label] = largest[label].max(counts[label]);
        }
    }
    let won: usize = largest.iter().copied().map(usize::from).sum();
    (classes.len() - won).min(usize::from(u8::MAX)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const N_FLOPS: u16 = 4;
    const N_LATERS: usize = 9;

    /// Numbers below a bound, the same every time.
    fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        }
    }

    /// Boards of each flop that come late by labels, if one class is won in any case.
    fn late_of(boards: &[Board], labels: &[u8], won: Option<u16>) -> usize {
        let count = |flop: u16, label: u8, class: u16| {
            let is_in =
                |board: &&Board| board.0 == flop && labels[board.2] == label && board.1 == class;
            boards.iter().filter(is_in).count()
        };
        let lost = |flop: u16, label: u8| {
            let classes = (0..3 * N_FLOPS).filter(|class| Some(*class) != won);
            let counts = classes.map(|class| count(flop, label, class));
            counts.clone().sum::<usize>() - counts.max().unwrap()
        };
        let labels = 0..N_LATER as u8;
        (0..N_FLOPS)
            .flat_map(|flop| labels.clone().map(move |label| (flop, label)))
            .map(|(flop, label)| lost(flop, label))
            .sum()
    }

    #[test]
    fn no_turn_and_river_lets_fewer_boards_come_late() {
        let (mut n_inside, mut n_pardoned) = (0, 0);
        for seed in 0..40 {
            let mut number = numbers(seed);
            let mut boards: Vec<Board> = Vec::new();
            for flop in 0..N_FLOPS {
                let laters = (0..N_LATERS).filter(|_| number(4) > 0);
                boards.extend(laters.map(|later| (flop, 3 * flop + later as u16 % 3, later)));
            }
            boards.sort_unstable();
            let cards: Vec<u8> = (0..N_LATERS as u8).collect();
            let mut some_rows = || -> Vec<Vec<u8>> {
                (0..3)
                    .map(|_| (0..N_LATERS).map(|_| number(5).min(2) as u8).collect())
                    .collect()
            };
            let rows = [some_rows(), some_rows()];
            let all: Vec<u16> = (0..N_LATERS as u16).collect();
            let splits = rows
                .clone()
                .map(|rows| Splitters::new(rows, cards.clone()).finest_of(&all));
            let flops: Vec<u16> = (0..N_FLOPS).collect();
            let lates =
                TurnChoices::new(flops.len(), &boards, &splits).late(&flops, &mut Vec::new());
            let (mut inside, mut outside) = (usize::MAX, usize::MAX);
            for (turn, river) in rows[0]
                .iter()
                .flat_map(|turn| rows[1].iter().map(move |river| (turn, river)))
            {
                let labels: Vec<u8> = turn
                    .iter()
                    .zip(river)
                    .map(|(turn, river)| 3 * turn + river)
                    .collect();
                outside = outside.min(late_of(&boards, &labels, None));
                for class in 0..3 * N_FLOPS {
                    inside = inside.min(late_of(&boards, &labels, Some(class)));
                }
            }
            assert_eq!(usize::from(lates.outside), outside);
            assert!(usize::from(lates.inside) <= inside);
            n_inside += lates.inside;
            n_pardoned += u8::from(inside < outside);
        }
        assert!(n_inside > 50 && n_pardoned > 20);
    }
}
