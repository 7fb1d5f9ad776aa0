//! Partitions of the boards by the flop of a guess, or by its turn and river: each is kept once,
//! with the most boards that the next guess can win.

use std::cmp::Reverse;

use super::feedback::{N_FLOP_PATTERNS, N_PATTERNS};
use crate::hashing::FastMap;

/// Sets of cards; the cards of one set split a position in the same way.
pub type CardSets = Vec<Vec<u8>>;

/// Group cards whose rows are equal; return the sets of cards, and the row of each.
pub fn interchangeable_cards<T: PartialEq>(
    cards: &[u8],
    row: impl Fn(u8) -> Vec<T>,
) -> (CardSets, Vec<Vec<T>>) {
    let (mut sets, mut rows) = (CardSets::new(), Vec::new());
    for &card in cards {
        let row = row(card);
        match rows.iter().position(|known| *known == row) {
            Some(number) => sets[number].push(card),
            None => {
                sets.push(vec![card]);
                rows.push(row);
            }
        }
    }
    (sets, rows)
}

/// Return the blocks numbered in the order in which they appear, so that equal partitions have
/// equal labels.
pub fn canonical_labels(blocks: &[u8]) -> Vec<u8> {
    let mut names = [u8::MAX; N_PATTERNS];
    let mut n_names = 0;
    let rename = |block: &u8| {
        let name = &mut names[usize::from(*block)];
        if *name == u8::MAX {
            (*name, n_names) = (n_names, n_names + 1);
        }
        *name
    };
    blocks.iter().map(rename).collect()
}

/// Return true if the first partition separates everything that the second one separates.
pub fn refines(fine: &[u8], coarse: &[u8]) -> bool {
    let mut known = [u8::MAX; N_FLOP_PATTERNS];
    fine.iter().zip(coarse).all(|(&block, &other)| {
        let place = &mut known[usize::from(block)];
        if *place == u8::MAX {
            *place = other;
        }
        *place == other
    })
}

/// Keep the cards whose partition no other one refines: a finer partition never costs more. No two
/// rows may be equal partitions.
pub fn maximal_refinements(sets: CardSets, rows: Vec<Vec<u8>>) -> (CardSets, Vec<Vec<u8>>) {
    let is_coarse = |number: usize| {
        let mut others = rows
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number);
        others.any(|(_, row)| refines(row, &rows[number]))
    };
    let coarse: Vec<bool> = (0..rows.len()).map(is_coarse).collect();
    let both = sets.into_iter().zip(rows).zip(coarse);
    both.filter(|(_, is_coarse)| !is_coarse)
        .map(|(kept, _)| kept)
        .unzip()
}

/// Partitions, each once, with all choices of cards that make them.
#[derive(Default)]
pub struct PartitionSet<K> {
    pub all: Vec<Vec<u8>>,
    numbers: FastMap<Vec<u8>, u32>,
    sources: Vec<(u32, K)>,
}

impl<K: Copy> PartitionSet<K> {
    pub fn add(&mut self, blocks: &[u8], source: K) {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(canonical_labels(blocks)).or_insert(next);
        if number == next {
            self.all.push(blocks.to_vec());
        }
        self.sources.push((number, source));
    }

    pub fn sources(&self, number: u32) -> impl Iterator<Item = K> + '_ {
        let sources = self.sources.iter().filter(move |(of, _)| *of == number);
        sources.map(|&(_, source)| source)
    }
}

/// Upper bounds on the boards that the next guess can win, from single flops and from all together.
#[derive(Default)]
pub struct MaxWins {
    pub by_flop: Vec<u16>,
    of_all: u16,
}

impl MaxWins {
    /// Create the bounds from the unary class sizes (see `probes.rs`), by flop, then by turn-river
    /// partition.
    pub fn new(words: &[Vec<u64>]) -> MaxWins {
        let wins = |words: &Vec<u64>| words.iter().map(|word| word.count_ones() as u16).max();
        let mut united = vec![0; words[0].len()];
        words.iter().for_each(|words| unite(&mut united, words));
        MaxWins {
            by_flop: words.iter().map(|words| wins(words).unwrap_or(0)).collect(),
            of_all: wins(&united).unwrap_or(0),
        }
    }

    /// Return the bound for a partition of the flops, each of whose blocks may be cut into `n_cuts`
    /// parts.
    pub fn of_partition(&self, blocks: &[u8], n_cuts: u16) -> u16 {
        let mut by_block = [0; N_FLOP_PATTERNS];
        for (&block, wins) in blocks.iter().zip(&self.by_flop) {
            by_block[usize::from(block)] += wins;
        }
        let most = n_cuts * self.of_all;
        by_block.iter().map(|&sum| sum.min(most)).sum()
    }

    fn of_set(&self, flops: &[u16]) -> u16 {
        let by_flop = flops.iter().map(|&flop| self.by_flop[usize::from(flop)]);
        by_flop.sum::<u16>().min(self.of_all)
    }
}

fn unite(sum: &mut [u64], words: &[u64]) {
    sum.iter_mut()
        .zip(words)
        .for_each(|(sum, word)| *sum |= word);
}

/// The sets of flops that partitions make, each with the most boards that the next guess can win in
/// it, by turn-river partition.
#[derive(Default)]
pub struct FlopSets {
    numbers: FastMap<Vec<u16>, u32>,
    pub flops: Vec<Vec<u16>>,
    pub wins: Vec<Vec<u16>>,
    best: Vec<u16>,
}

impl FlopSets {
    /// Return the sets of one partition of the flops, the largest first; None if they cannot win
    /// `min_wins` together. The unary class sizes are by flop, then by turn-river partition.
    pub fn of_partition(
        &mut self,
        blocks: &[u8],
        words: &[Vec<u64>],
        max_wins: &MaxWins,
        min_wins: u16,
    ) -> Option<Vec<u32>> {
        let mut places = [usize::MAX; N_FLOP_PATTERNS];
        let mut sets: Vec<Vec<u16>> = Vec::new();
        for (flop, &block) in blocks.iter().enumerate() {
            let place = &mut places[usize::from(block)];
            if *place == usize::MAX {
                *place = sets.len();
                sets.push(Vec::new());
            }
            sets[*place].push(flop as u16);
        }
        sets.sort_by_key(|set| Reverse(set.len()));
        let mut reached: u16 = sets.iter().map(|set| max_wins.of_set(set)).sum();
        let mut numbers = Vec::with_capacity(sets.len());
        for set in sets {
            reached -= max_wins.of_set(&set);
            let number = self.number(set, words);
            reached += self.best[number as usize];
            if reached < min_wins {
                return None;
            }
            numbers.push(number);
        }
        Some(numbers)
    }

    /// Return the number of a set. The next guess wins as many boards as the union of its words has
    /// bits.
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
        let wins: Vec<u16> = united.iter().map(|word| word.count_ones() as u16).collect();
        let number = self.best.len() as u32;
        self.best.push(wins.iter().copied().max().unwrap_or(0));
        self.wins.push(wins);
        self.flops.push(flops.clone());
        self.numbers.insert(flops, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_partitions_are_kept_once() {
        let mut partitions = PartitionSet::default();
        partitions.add(&[4, 4, 9], 'a');
        partitions.add(&[1, 2, 2], 'b');
        partitions.add(&[7, 7, 0], 'c');
        assert_eq!(partitions.all, [[4, 4, 9], [1, 2, 2]]);
        assert_eq!(partitions.sources(0).collect::<String>(), "ac");
    }

    #[test]
    fn only_maximal_refinements_are_kept() {
        assert!(refines(&[1, 2, 3, 1], &[5, 5, 0, 5]));
        assert!(!refines(&[5, 5, 0, 5], &[1, 2, 3, 1]));
        assert!(!refines(&[1, 1, 2, 2], &[1, 2, 2, 2]));
        let rows = vec![vec![0, 0, 1], vec![0, 1, 2], vec![0, 1, 1], vec![4, 4, 4]];
        let sets = vec![vec![10], vec![11, 12], vec![13], vec![14]];
        let kept = maximal_refinements(sets, rows);
        assert_eq!(kept, (vec![vec![11, 12]], vec![vec![0, 1, 2]]));
    }

    #[test]
    fn sets_win_the_largest_classes_of_their_union() {
        let words = [
            vec![0b0011, 0b0001],
            vec![0b0001, 0b1000],
            vec![0b0100, 0b0001],
        ];
        let mut sets = FlopSets::default();
        let max_wins = MaxWins::new(&words);
        let mut of = |blocks: &[u8], wins| sets.of_partition(blocks, &words, &max_wins, wins);
        assert_eq!(of(&[3, 3, 8], 3), Some(vec![0, 1]));
        assert_eq!(of(&[3, 3, 8], 4), None);
        assert_eq!(of(&[3, 8, 3], 0), Some(vec![2, 3]));
        assert_eq!(sets.wins[..2], [[2, 2], [1, 1]]);
        assert_eq!(MaxWins::new(&words).of_partition(&[0, 0, 1], 1), 4);
        assert_eq!(MaxWins::new(&words).of_partition(&[0, 0, 0], 1), 3);
    }
}
