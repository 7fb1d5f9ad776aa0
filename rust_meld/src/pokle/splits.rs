//! Splits of Pokle boards by parts of guesses: each kept once, with the gains of its parts.
//!
//! The gain of some boards is their largest class, summed over the groups of a split: what one
//! more guess wins at best.

use std::cmp::Reverse;

use crate::pokle::task::{Map, N_FLOP_PATTERNS};

/// Cards that do the same, kind by kind.
pub type Kinds = Vec<Vec<u8>>;

/// The cards whose rows are equal, kind by kind, and the row of each kind.
pub fn kinds_of<T: PartialEq>(live: &[u8], row: impl Fn(u8) -> Vec<T>) -> (Kinds, Vec<Vec<T>>) {
    let (mut kinds, mut rows) = (Kinds::new(), Vec::new());
    for &card in live {
        let row = row(card);
        match rows.iter().position(|known| *known == row) {
            Some(kind) => kinds[kind].push(card),
            None => {
                kinds.push(vec![card]);
                rows.push(row);
            }
        }
    }
    (kinds, rows)
}

/// Labels renamed in the order they come: equal splits have equal rows.
pub fn plain(labels: &[u8]) -> Vec<u8> {
    let mut names = [u8::MAX; N_FLOP_PATTERNS];
    let mut n_names = 0;
    let rename = |label: &u8| {
        let name = &mut names[usize::from(*label)];
        if *name == u8::MAX {
            *name = n_names;
            n_names += 1;
        }
        *name
    };
    labels.iter().map(rename).collect()
}

/// True if two members that the second split tells apart are told apart by the first as well.
pub fn refines(fine: &[u8], coarse: &[u8]) -> bool {
    let mut known = [u8::MAX; N_FLOP_PATTERNS];
    fine.iter().zip(coarse).all(|(&label, &other)| {
        let place = &mut known[usize::from(label)];
        if *place == u8::MAX {
            *place = other;
        }
        *place == other
    })
}

/// The kinds that no other kind's split refines, by the rows of all: whatever a coarser one costs,
/// a finer one costs no more. No two rows may split alike.
pub fn finest(kinds: Kinds, rows: Vec<Vec<u8>>) -> (Kinds, Vec<Vec<u8>>) {
    let is_coarse = |kind: usize| {
        let mut others = rows.iter().enumerate().filter(|(other, _)| *other != kind);
        others.any(|(_, row)| refines(row, &rows[kind]))
    };
    let coarse: Vec<bool> = (0..rows.len()).map(is_coarse).collect();
    let both = kinds.into_iter().zip(rows).zip(coarse);
    both.filter(|(_, is_coarse)| !is_coarse)
        .map(|(kept, _)| kept)
        .unzip()
}

/// Splits, each once, with all choices of kinds that make them.
pub struct Splits<K> {
    pub all: Vec<Vec<u8>>,
    numbers: Map<Vec<u8>, u32>,
    made_by: Vec<(u32, K)>,
}

impl<K> Default for Splits<K> {
    fn default() -> Splits<K> {
        Splits {
            all: Vec::new(),
            numbers: Map::default(),
            made_by: Vec::new(),
        }
    }
}

impl<K: Copy> Splits<K> {
    pub fn add(&mut self, labels: &[u8], made_by: K) {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(plain(labels)).or_insert(next);
        if number == next {
            self.all.push(labels.to_vec());
        }
        self.made_by.push((number, made_by));
    }

    pub fn made(&self, number: u32) -> impl Iterator<Item = K> + '_ {
        let choices = self.made_by.iter().filter(move |(of, _)| *of == number);
        choices.map(|&(_, kinds)| kinds)
    }
}

/// The most that parts can gain, told without looking at the parts themselves.
#[derive(Default)]
pub struct Most {
    pub by_flop: Vec<u16>,
    of_all: u16,
}

impl Most {
    /// From the words by flop, and by turn and river.
    pub fn new(words: &[Vec<u64>]) -> Most {
        let gain = |words: &Vec<u64>| words.iter().map(|word| word.count_ones() as u16).max();
        let mut united = vec![0; words[0].len()];
        words.iter().for_each(|words| unite(&mut united, words));
        Most {
            by_flop: words.iter().map(|words| gain(words).unwrap_or(0)).collect(),
            of_all: gain(&united).unwrap_or(0),
        }
    }

    /// The most that a split gains, if each of its parts is cut into so many more.
    pub fn of_split(&self, labels: &[u8], n_cuts: u16) -> u16 {
        let mut by_label = [0; N_FLOP_PATTERNS];
        for (&label, most) in labels.iter().zip(&self.by_flop) {
            by_label[usize::from(label)] += most;
        }
        let most = n_cuts * self.of_all;
        by_label.iter().map(|&sum| sum.min(most)).sum()
    }

    fn of_part(&self, flops: &[u16]) -> u16 {
        let by_flop = flops.iter().map(|&flop| self.by_flop[usize::from(flop)]);
        by_flop.sum::<u16>().min(self.of_all)
    }
}

fn unite(sum: &mut [u64], words: &[u64]) {
    sum.iter_mut()
        .zip(words)
        .for_each(|(sum, word)| *sum |= word);
}

/// The sets of flops that splits make, each with its gain under every turn and river.
#[derive(Default)]
pub struct Parts {
    numbers: Map<Vec<u16>, u32>,
    pub flops: Vec<Vec<u16>>,
    pub gains: Vec<Vec<u16>>,
    best: Vec<u16>,
}

impl Parts {
    /// The parts of one split of the flops; None if they cannot reach a gain together. The words
    /// are by flop, and by turn and river. The largest part comes first: it tells the most of what a
    /// guess costs.
    pub fn of_split(
        &mut self,
        labels: &[u8],
        words: &[Vec<u64>],
        most: &Most,
        gain: u16,
    ) -> Option<Vec<u32>> {
        let mut places = [usize::MAX; N_FLOP_PATTERNS];
        let mut sets: Vec<Vec<u16>> = Vec::new();
        for (flop, &label) in labels.iter().enumerate() {
            let place = &mut places[usize::from(label)];
            if *place == usize::MAX {
                *place = sets.len();
                sets.push(Vec::new());
            }
            sets[*place].push(flop as u16);
        }
        sets.sort_by_key(|set| Reverse(set.len()));
        let mut reached: u16 = sets.iter().map(|set| most.of_part(set)).sum();
        let mut parts = Vec::with_capacity(sets.len());
        for set in sets {
            reached -= most.of_part(&set);
            let part = self.number(set, words);
            reached += self.best[part as usize];
            if reached < gain {
                return None;
            }
            parts.push(part);
        }
        Some(parts)
    }

    fn number(&mut self, flops: Vec<u16>, words: &[Vec<u64>]) -> u32 {
        if let Some(&number) = self.numbers.get(&flops) {
            return number;
        }
        let mut united = vec![0; words[0].len()];
        let (pairs, others) = flops.as_chunks::<2>();
        for pair in pairs {
            let [a, b] = pair.map(|flop| &words[usize::from(flop)]);
            let both = a.iter().zip(b);
            (united.iter_mut().zip(both)).for_each(|(sum, (a, b))| *sum |= a | b);
        }
        for &flop in others {
            unite(&mut united, &words[usize::from(flop)]);
        }
        let gains: Vec<u16> = united.iter().map(|word| word.count_ones() as u16).collect();
        let number = self.best.len() as u32;
        self.best.push(gains.iter().copied().max().unwrap_or(0));
        self.gains.push(gains);
        self.flops.push(flops.clone());
        self.numbers.insert(flops, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_splits_are_kept_once() {
        let mut splits = Splits::default();
        splits.add(&[4, 4, 9], 'a');
        splits.add(&[1, 2, 2], 'b');
        splits.add(&[7, 7, 0], 'c');
        assert_eq!(splits.all, [[4, 4, 9], [1, 2, 2]]);
        assert_eq!(splits.made(0).collect::<String>(), "ac");
    }

    #[test]
    fn of_splits_that_tell_more_and_less_the_finest_are_kept() {
        assert!(refines(&[1, 2, 3, 1], &[5, 5, 0, 5]));
        assert!(!refines(&[5, 5, 0, 5], &[1, 2, 3, 1]));
        assert!(!refines(&[1, 1, 2, 2], &[1, 2, 2, 2]));
        let rows = vec![vec![0, 0, 1], vec![0, 1, 2], vec![0, 1, 1], vec![4, 4, 4]];
        let kinds = vec![vec![10], vec![11, 12], vec![13], vec![14]];
        let kept = finest(kinds, rows);
        assert_eq!(kept, (vec![vec![11, 12]], vec![vec![0, 1, 2]]));
    }

    #[test]
    fn parts_gain_the_largest_classes_of_their_union() {
        let words = [
            vec![0b0011, 0b0001],
            vec![0b0001, 0b1000],
            vec![0b0100, 0b0001],
        ];
        let mut parts = Parts::default();
        let most = Most::new(&words);
        let mut of_split = |labels: &[u8], gain| parts.of_split(labels, &words, &most, gain);
        assert_eq!(of_split(&[3, 3, 8], 3), Some(vec![0, 1]));
        assert_eq!(of_split(&[3, 3, 8], 4), None);
        assert_eq!(of_split(&[3, 8, 3], 0), Some(vec![2, 3]));
        assert_eq!(parts.gains[..2], [[2, 2], [1, 1]]);
        assert_eq!(Most::new(&words).of_split(&[0, 0, 1], 1), 4);
        assert_eq!(Most::new(&words).of_split(&[0, 0, 0], 1), 3);
    }
}
