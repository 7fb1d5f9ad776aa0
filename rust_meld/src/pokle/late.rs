//! Boards that come late after a guess: those that the next two guesses cannot win.
//!
//! Boards of equal turn and river are told apart by their flops alone, and of all boards of one
//! pattern at most one class is won next. So of the boards of a group that share turn and river,
//! two guesses win no more than there are patterns that one flop makes of their flops. The flop is
//! the same for all turns and rivers of the group; of its three cards, the third is left open.

use crate::pokle::effort::{Effort, Stopped};
use crate::pokle::task::{Map, N_LATER};

/// Groups of fewer boards are nearly always told apart by some guess.
const FEWEST: u16 = 16;
/// A set of so few flops is told apart by some guess.
const FEW_FLOPS: usize = 2;
const UNKNOWN: u16 = u16::MAX;

/// Boards that come late, by label of turn and river.
pub type ByLabel = [u16; N_LATER];

/// What there is to count in one position.
pub struct Late {
    /// Of each flop: the bit of its pattern under every choice of three cards, and where the
    /// choices of each pair of cards end.
    patterns: Vec<Vec<u32>>,
    ends: Vec<usize>,
    /// Turns and rivers of the same flops are one kind: those flops.
    kinds: Vec<Vec<u16>>,
    /// How many turns and rivers of each kind have a label, by split.
    counts: Vec<[Vec<u16>; N_LATER]>,
    /// Of each set of flops: how many come late under each pair of cards.
    rows: Vec<Vec<u8>>,
    numbers: Map<Vec<u16>, usize>,
    parts: Vec<Option<Part>>,
}

/// A part: its number of flops of each kind, their rows, and what is known by split.
struct Part {
    kinds: Vec<(u16, Option<usize>)>,
    late: Vec<u16>,
}

impl Late {
    /// From how each kind of flop cards meets each flop, the table of patterns, the flop with turn
    /// and river of each board, and the boards' labels by each turn and river.
    pub fn new(
        meetings: &[Vec<u16>],
        table: &[u8],
        boards: &[(u16, [u8; 2])],
        laters: &[Vec<u8>],
        effort: &mut Effort,
    ) -> Result<Late, Stopped> {
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
        let (kinds, some_boards) = kinds_of_laters(boards);
        let count = |labels: &Vec<u8>| {
            let mut counts = [(); N_LATER].map(|()| vec![0; kinds.len()]);
            for &(board, kind) in &some_boards {
                counts[usize::from(labels[board])][kind] += 1;
            }
            counts
        };
        Ok(Late {
            counts: laters.iter().map(count).collect(),
            patterns,
            ends,
            kinds,
            rows: Vec::new(),
            numbers: Map::default(),
            parts: Vec::new(),
        })
    }

    /// The boards of a part that come late at least, under some turn and river.
    pub fn of_part(
        &mut self,
        part: u32,
        flops: &[u16],
        later: u32,
        effort: &mut Effort,
    ) -> Result<u16, Stopped> {
        if let Some(Some(known)) = self.parts.get(part as usize) {
            let late = known.late[later as usize];
            if late != UNKNOWN {
                return Ok(late);
            }
        }
        let late = self.by_label(part, flops, later, effort)?.iter().sum();
        if let Some(known) = &mut self.parts[part as usize] {
            known.late[later as usize] = late;
        }
        Ok(late)
    }

    /// The boards of a part that come late at least, by label of turn and river.
    pub fn by_label(
        &mut self,
        part: u32,
        flops: &[u16],
        later: u32,
        effort: &mut Effort,
    ) -> Result<ByLabel, Stopped> {
        let part = part as usize;
        if part >= self.parts.len() {
            self.parts.resize_with(part + 1, || None);
        }
        if self.parts[part].is_none() {
            self.parts[part] = Some(self.new_part(flops, effort)?);
        }
        let kinds = self.parts[part].as_ref().map(|part| &part.kinds[..]);
        let kinds = kinds.unwrap_or_default();
        let mut by_label = ByLabel::default();
        let mut sums = vec![0_u8; self.ends.len()];
        for (late, counts) in by_label.iter_mut().zip(&self.counts[later as usize]) {
            let both = counts.iter().zip(kinds);
            let size: u16 = both.clone().map(|(n, kind)| n * kind.0).sum();
            if size < FEWEST {
                continue;
            }
            sums.fill(0);
            let mut n_added = 0;
            for (&n, kind) in both {
                for row in (0..n).filter_map(|_| kind.1) {
                    add(&mut sums, &self.rows[row]);
                    n_added += 1;
                }
            }
            effort.spend((1 + n_added) * sums.len() / 64)?;
            *late = u16::from(sums.iter().copied().min().unwrap_or(0));
        }
        Ok(by_label)
    }

    fn new_part(&mut self, flops: &[u16], effort: &mut Effort) -> Result<Part, Stopped> {
        let mut kinds = Vec::with_capacity(self.kinds.len());
        for kind in 0..self.kinds.len() {
            let all = self.kinds[kind].iter().copied();
            let set: Vec<u16> = all
                .filter(|flop| flops.binary_search(flop).is_ok())
                .collect();
            let n_flops = set.len() as u16;
            let row = match set.len() {
                ..=FEW_FLOPS => None,
                _ => Some(self.row(set, effort)?),
            };
            kinds.push((n_flops, row));
        }
        let late = vec![UNKNOWN; self.counts.len()];
        Ok(Part { kinds, late })
    }

    /// The number of the row of a set of flops.
    fn row(&mut self, set: Vec<u16>, effort: &mut Effort) -> Result<usize, Stopped> {
        if let Some(&number) = self.numbers.get(&set) {
            return Ok(number);
        }
        let mut met = vec![0; self.patterns[0].len()];
        effort.spend((8 + set.len()) * met.len() / 16)?;
        for &flop in &set {
            let patterns = &self.patterns[usize::from(flop)];
            met.iter_mut().zip(patterns).for_each(|(met, x)| *met |= x);
        }
        let n_met: Vec<u8> = met.iter().map(|met| met.count_ones() as u8).collect();
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let late = |(start, &end): (usize, &usize)| {
            let most = n_met[start..end].iter().copied().max().unwrap_or(0);
            (set.len() - usize::from(most)).min(usize::from(u8::MAX)) as u8
        };
        self.rows.push(starts.zip(&self.ends).map(late).collect());
        self.numbers.insert(set, self.rows.len() - 1);
        Ok(self.rows.len() - 1)
    }
}

/// The flops of each kind of turn and river, and a board and the kind of each turn and river.
fn kinds_of_laters(boards: &[(u16, [u8; 2])]) -> (Vec<Vec<u16>>, Vec<(usize, usize)>) {
    let mut laters: Vec<(usize, Vec<u16>)> = Vec::new();
    let mut places = Map::default();
    for (board, (flop, later)) in boards.iter().enumerate() {
        let place = *places.entry(later).or_insert(laters.len());
        if place == laters.len() {
            laters.push((board, Vec::new()));
        }
        laters[place].1.push(*flop);
    }
    let (mut kinds, mut some_boards) = (Vec::new(), Vec::new());
    for (board, flops) in laters {
        let kind = kinds.iter().position(|known| *known == flops);
        some_boards.push((board, kind.unwrap_or(kinds.len())));
        if kind.is_none() {
            kinds.push(flops);
        }
    }
    (kinds, some_boards)
}

fn add(sums: &mut [u8], row: &[u8]) {
    sums.iter_mut()
        .zip(row)
        .for_each(|(sum, late)| *sum = sum.saturating_add(*late));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pokle::task::{Colours, Counter, N_CARDS};

    const N_LIVE: u8 = 12;

    fn colours() -> Colours {
        let near = |a: usize, b: usize| a / 4 == b / 4 || a % 4 == b % 4;
        let meet = |i: usize| {
            let (a, b) = (i / N_CARDS, i % N_CARDS);
            u8::from(near(a, b)) + u8::from(a == b)
        };
        let pattern = |grid: usize| {
            let meeting = |i: usize, j: usize| grid / 3_usize.pow((3 * i + j) as u32) % 3;
            let taken = |j: usize| (0..3).any(|i| meeting(i, j) == 2);
            let digit = |i: usize| match (0..3).any(|j| meeting(i, j) == 2) {
                true => 2,
                false => u8::from((0..3).any(|j| meeting(i, j) == 1 && !taken(j))),
            };
            9 * digit(0) + 3 * digit(1) + digit(2)
        };
        Colours {
            cards: (0..N_CARDS * N_CARDS).map(meet).collect(),
            flops: (0..3_usize.pow(9)).map(pattern).collect(),
        }
    }

    fn triples() -> Vec<[u8; 3]> {
        let all = 0..usize::from(N_LIVE).pow(3);
        let cards = all.map(|i| [i / 144, i / 12 % 12, i % 12].map(|card| card as u8));
        cards.filter(|[a, b, c]| a < b && b < c).collect()
    }

    /// Boards of some flops and some turns and rivers, in the order of their classes.
    fn some_boards(seed: usize, flops: &[[u8; 3]]) -> Vec<(u16, [u8; 2])> {
        let mut random = seed as u64;
        let mut boards = Vec::new();
        for (number, flop) in flops.iter().enumerate() {
            for later in 0..usize::from(N_LIVE).pow(2) {
                let [turn, river] = [later / 12, later % 12].map(|card| card as u8);
                random = random.wrapping_mul(6_364_136_223_846_793_005) + 1;
                let distinct = turn != river && !flop.contains(&turn) && !flop.contains(&river);
                if distinct && turn < 5 && river > 8 && random >> 62 > 0 {
                    boards.push((number as u16, [turn, river]));
                }
            }
        }
        boards.sort_by_key(|&(flop, [turn, river])| (flop, turn / 4, river / 4, turn, river));
        boards
    }

    #[test]
    fn no_two_guesses_win_a_board_that_comes_late() {
        let (colours, triples) = (colours(), triples());
        let mut n_late = 0;
        for seed in 0..3 {
            let flops: Vec<[u8; 3]> = (0..40)
                .map(|i| triples[(7 * seed + 27 * i) % triples.len()])
                .collect();
            let boards = some_boards(seed, &flops);
            let class = |i: usize| {
                let (flop, [turn, river]) = boards[i];
                flop * 9 + u16::from(turn / 4) * 3 + u16::from(river / 4)
            };
            let later_label = |[turn, river]: [u8; 2], i: usize| {
                3 * colours.meet(turn, boards[i].1[0]) + colours.meet(river, boards[i].1[1])
            };
            let labels: Vec<u8> = (0..boards.len()).map(|i| later_label([2, 9], i)).collect();
            let meet = |card| -> Vec<u16> {
                let meeting = |flop| colours.meet_flop(card, flop);
                flops.iter().map(meeting).collect()
            };
            let meetings: Vec<Vec<u16>> = (0..N_LIVE).map(meet).collect();
            let mut always = || true;
            let mut effort = Effort::new(i64::MAX, &mut always);
            let laters = std::slice::from_ref(&labels);
            let table = &colours.flops;
            let mut late = Late::new(&meetings, table, &boards, laters, &mut effort).unwrap();
            let part: Vec<u16> = (0..flops.len() as u16 - 1).collect();
            let by_label = late.by_label(0, &part, 0, &mut effort).unwrap();
            let sum: u16 = by_label.iter().sum();
            assert_eq!(late.of_part(0, &part, 0, &mut effort).unwrap(), sum);
            n_late += sum;
            for (label, &late) in by_label.iter().enumerate().filter(|(_, late)| **late > 0) {
                let group: Vec<usize> = (0..boards.len())
                    .filter(|&i| usize::from(labels[i]) == label && part.contains(&boards[i].0))
                    .collect();
                let mut counter = Counter::new();
                for [a, b, c] in &triples {
                    let [a, b, c] = [a, b, c].map(|card| &meetings[usize::from(*card)]);
                    let key = |flop: usize| usize::from(a[flop] + 27 * b[flop] + 729 * c[flop]);
                    for later in 0..144 {
                        let guess = [later / 12, later % 12];
                        let labelled = group.iter().map(|&i| {
                            let flop = colours.flops[key(usize::from(boards[i].0))];
                            (9 * flop + later_label(guess, i), class(i))
                        });
                        let others = counter.others(labelled, i32::MAX).unwrap();
                        assert!(others >= i32::from(late));
                    }
                }
            }
        }
        assert!(n_late > 50);
    }
}
