//! Boards of equal turn and river are told apart by their flops alone.
//!
//! Of all boards of one pattern at most one class is won next. So of the boards of a group that
//! share turn and river, two guesses win no more than there are patterns that one flop makes of
//! their flops. The flop is the same for all turns and rivers of the group. A guess that wins has a
//! flop of the group; of the three cards of any other, the third is left open.

use crate::pokle::effort::{Effort, Stopped};
use crate::pokle::task::Map;

/// A set of so few flops is told apart by some guess.
const FEW_FLOPS: usize = 2;

/// Sets of flops, and how many of each come late under every choice of flop cards.
pub struct FlopChoices {
    /// Of each flop: the bit of its pattern under every choice of three cards, and where the
    /// choices of each pair of cards end.
    patterns: Vec<Vec<u32>>,
    ends: Vec<usize>,
    /// Of each flop: the bit of its pattern under each flop.
    patterns_inside: Vec<Vec<u32>>,
    sets: Vec<Vec<u16>>,
    numbers: Map<Vec<u16>, usize>,
    /// Of each set: late under each flop, and under each pair of cards, once it was asked.
    inside: Vec<Vec<u8>>,
    outside: Vec<Option<Vec<u8>>>,
    /// Room to count in.
    met: Vec<u32>,
    sums: Vec<u8>,
}

impl FlopChoices {
    /// From how each kind of flop cards meets each flop, the table of patterns, and the patterns of
    /// each flop under each flop.
    pub fn new(
        meetings: &[Vec<u16>],
        table: &[u8],
        own_patterns: &[Vec<u8>],
        effort: &mut Effort,
    ) -> Result<FlopChoices, Stopped> {
        let n_flops = meetings[0].len();
        let (mut patterns, mut ends) = (vec![Vec::new(); n_flops], Vec::new());
        for (i, a) in meetings.iter().enumerate() {
            for (j, b) in meetings.iter().enumerate().skip(i) {
                effort.spend(n_flops * (meetings.len() - j) / 4)?;
                for (flop, patterns) in patterns.iter_mut().enumerate() {
                    let pair = a[flop] + 27 * b[flop];
                    let pattern = |c: &Vec<u16>| table[usize::from(pair + 729 * c[flop])];
                    patterns.extend(meetings[j..].iter().map(|c| 1_u32 << pattern(c)));
                }
                ends.push(patterns[0].len());
            }
        }
        let bits = |patterns: &Vec<u8>| patterns.iter().map(|pattern| 1 << pattern).collect();
        Ok(FlopChoices {
            patterns,
            ends,
            patterns_inside: own_patterns.iter().map(bits).collect(),
            sets: Vec::new(),
            numbers: Map::default(),
            inside: Vec::new(),
            outside: Vec::new(),
            met: Vec::new(),
            sums: Vec::new(),
        })
    }

    /// The number of a set of flops; None if it is told apart in any case.
    pub fn number(&mut self, set: Vec<u16>, effort: &mut Effort) -> Result<Option<usize>, Stopped> {
        if set.len() < 2 {
            return Ok(None);
        }
        let next = self.sets.len();
        let number = *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        });
        if number == next {
            let set = &self.sets[number];
            effort.spend((2 + set.len()) * self.patterns_inside.len() / 16)?;
            unite_patterns(&mut self.met, set, &self.patterns_inside);
            let late = |met: &u32| late_of(set, met.count_ones());
            self.inside.push(self.met.iter().map(late).collect());
            self.outside.push(None);
        }
        Ok(Some(number))
    }

    /// The flops of a set that come late after a guess with each flop.
    pub fn late_inside(&self, set: usize) -> &[u8] {
        &self.inside[set]
    }

    /// The boards of some sets that come late after any guess.
    pub fn late(
        &mut self,
        sets: impl Iterator<Item = usize>,
        effort: &mut Effort,
    ) -> Result<u8, Stopped> {
        self.sums.clear();
        self.sums.resize(self.ends.len(), 0);
        for set in sets {
            if self.sets[set].len() <= FEW_FLOPS {
                continue;
            }
            if self.outside[set].is_none() {
                self.outside[set] = Some(self.outside_row(set, effort)?);
            }
            let row = self.outside[set].as_deref().unwrap_or_default();
            add(&mut self.sums, row);
            effort.spend(self.sums.len() / 64)?;
        }
        Ok(self.sums.iter().copied().min().unwrap_or(0))
    }

    fn outside_row(&mut self, set: usize, effort: &mut Effort) -> Result<Vec<u8>, Stopped> {
        let set = &self.sets[set];
        effort.spend((8 + set.len()) * self.patterns[0].len() / 16)?;
        unite_patterns(&mut self.met, set, &self.patterns);
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let late = |(start, &end): (usize, &usize)| {
            let n_met = self.met[start..end].iter().map(|met| met.count_ones());
            late_of(set, n_met.max().unwrap_or(0))
        };
        Ok(starts.zip(&self.ends).map(late).collect())
    }
}

/// The patterns that each choice makes of a set of flops.
fn unite_patterns(met: &mut Vec<u32>, set: &[u16], patterns: &[Vec<u32>]) {
    met.clear();
    met.resize(patterns[0].len(), 0);
    for &flop in set {
        let patterns = &patterns[usize::from(flop)];
        met.iter_mut().zip(patterns).for_each(|(met, x)| *met |= x);
    }
}

fn late_of(set: &[u16], n_patterns: u32) -> u8 {
    (set.len() - n_patterns as usize).min(usize::from(u8::MAX)) as u8
}

fn add(sums: &mut [u8], row: &[u8]) {
    sums.iter_mut()
        .zip(row)
        .for_each(|(sum, late)| *sum = sum.saturating_add(*late));
}
