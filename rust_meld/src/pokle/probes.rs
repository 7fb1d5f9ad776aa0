//! Enumerate the probes of a position as pairs of a flop partition and a turn-river partition.
//!
//! For each flop and turn-river partition, one 64-bit word holds the size of the largest class in
//! each of the nine blocks, in unary (3 is 111). The bitwise OR of the words of several flops holds
//! the largest class of each group that they form together, and the number of its bits is how many
//! boards the next guess can win.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use super::board_set::BoardSet;
use super::bounds::unfound_after;
use super::budget::{Budget, Stop};
use super::feedback::{card_match, flop_pattern, Cards, N_TURN_RIVER_PATTERNS};
use super::partitions::{
    canonical_labels, interchangeable_cards, maximal_refinements, CardSets, FlopSets, MaxWins,
    PartitionSet,
};
use crate::hashing::FastMap;

/// The most probes that are kept (40 MB); of more, those that win least are left out.
const MAX_PROBES: usize = 3_000_000;
/// The most wins of flop sets that are kept (100 MB); the search stops if it needs more.
const MAX_WINS: usize = 50_000_000;

/// All guesses with the same flop partition and turn-river partition, given by their numbers.
#[derive(Clone, Copy)]
pub struct Probe {
    pub flop: u32,
    pub turn_river: u32,
    /// Boards that the next guess can win: the largest class of each group.
    pub next_wins: u16,
    /// Boards that are found later than `next_wins` suggests, by the grid bound; see `ProbeFilter`.
    penalty: u16,
}

impl Probe {
    pub fn net_wins(&self) -> u16 {
        self.next_wins.saturating_sub(self.penalty)
    }
}

/// Which probes to keep.
#[derive(Clone, Copy)]
pub struct ProbeFilter {
    /// Only probes whose net wins reach this.
    pub min_net_wins: u16,
    /// How many boards three guesses cannot find, by the grid bound: only what a probe leaves
    /// unfound beyond these is its penalty. None if the guesses are limited; then there are no
    /// penalties.
    pub unavoidable: Option<u16>,
    /// Leave out turn and river cards whose partition another one refines.
    pub maximal_only: bool,
}

/// The probes of one position that pass a filter.
pub struct ProbeTable {
    set: Arc<BoardSet>,
    boards: Vec<u16>,
    filter: ProbeFilter,
    /// The flops of the boards; by board, the place of its flop in this list; by flop, the places
    /// of its boards in `boards`.
    flops: Vec<u16>,
    flop_of: Vec<u16>,
    places: Vec<Range<usize>>,
    flop_cards: CardSets,
    turn_cards: CardSets,
    river_cards: CardSets,
    flop_partitions: PartitionSet<[u16; 3]>,
    turn_rivers: PartitionSet<[u16; 2]>,
    /// By turn-river partition: boards that two more guesses cannot find, less the unavoidable
    /// ones.
    grid_penalties: Vec<u16>,
    /// By flop, then by turn-river partition.
    unary_class_sizes: Vec<Vec<u64>>,
    /// The flop sets of each flop partition that may pass.
    sets_of: Vec<Vec<u32>>,
    flop_sets: FlopSets,
    max_wins: MaxWins,
}

impl ProbeTable {
    pub fn new(
        set: &Arc<BoardSet>,
        boards: &[u16],
        filter: ProbeFilter,
        budget: &mut Budget,
    ) -> Result<ProbeTable, Stop> {
        let flop = |board: &u16| set.flop_of[usize::from(*board)];
        let (mut flops, mut flop_of, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for run in boards.chunk_by(|a, b| flop(a) == flop(b)) {
            places.push(flop_of.len()..flop_of.len() + run.len());
            flop_of.resize(flop_of.len() + run.len(), flops.len() as u16);
            flops.push(flop(&run[0]));
        }
        let mut table = ProbeTable {
            set: Arc::clone(set),
            boards: boards.to_vec(),
            filter,
            flops,
            flop_of,
            places,
            flop_cards: CardSets::new(),
            turn_cards: CardSets::new(),
            river_cards: CardSets::new(),
            flop_partitions: PartitionSet::default(),
            turn_rivers: PartitionSet::default(),
            grid_penalties: Vec::new(),
            unary_class_sizes: Vec::new(),
            sets_of: Vec::new(),
            flop_sets: FlopSets::default(),
            max_wins: MaxWins::default(),
        };
        table.enumerate_turn_rivers(budget)?;
        table.enumerate_flops(budget)?;
        Ok(table)
    }

    fn enumerate_turn_rivers(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let (turns, by_turn) = self.cards_at(3);
        let (rivers, by_river) = self.cards_at(4);
        for (turn, turn_row) in by_turn.iter().enumerate() {
            budget.spend(4 * rivers.len() * turn_row.len())?;
            for (river, river_row) in by_river.iter().enumerate() {
                let digits = turn_row.iter().zip(river_row);
                let blocks: Vec<u8> = digits.map(|(turn, river)| turn * 3 + river).collect();
                self.turn_rivers.add(&blocks, [turn as u16, river as u16]);
            }
        }
        (self.turn_cards, self.river_cards) = (turns, rivers);
        self.unary_class_sizes = self.count_unary();
        self.grid_penalties = self.count_grid_penalties(budget)?;
        Ok(())
    }

    /// Return the sets of turn or river cards, and how each matches the boards.
    fn cards_at(&self, place: usize) -> (CardSets, Vec<Vec<u8>>) {
        let partition = |card| canonical_labels(&self.matches_at(place, card));
        let (sets, _) = interchangeable_cards(&self.set.legal.cards, partition);
        let matches = |cards: &Vec<u8>| self.matches_at(place, cards[0]);
        let rows = sets.iter().map(matches).collect();
        match self.filter.maximal_only {
            true => maximal_refinements(sets, rows),
            false => (sets, rows),
        }
    }

    /// Return how a card as turn or river matches each board.
    fn matches_at(&self, place: usize, card: u8) -> Vec<u8> {
        let answer = |board: &u16| self.set.boards[usize::from(*board)][place];
        (self.boards.iter())
            .map(|board| card_match(card, answer(board)))
            .collect()
    }

    /// Return the grid bound of each turn-river partition: boards that the next guess and the one
    /// after it cannot find. Flop cards separate nothing within a flop, so it is the same for each.
    fn count_grid_penalties(&self, budget: &mut Budget) -> Result<Vec<u16>, Stop> {
        let mut penalties = vec![0; self.turn_rivers.all.len()];
        let Some(unavoidable) = self.filter.unavoidable else {
            return Ok(penalties);
        };
        for place in &self.places {
            let run = &self.boards[place.clone()];
            if unfound_after(&self.set, run, 2) == 0 {
                continue;
            }
            let mut known: FastMap<Vec<u8>, u16> = FastMap::default();
            budget.spend(penalties.len() * run.len())?;
            for (penalty, blocks) in penalties.iter_mut().zip(&self.turn_rivers.all) {
                *penalty += *known
                    .entry(canonical_labels(&blocks[place.clone()]))
                    .or_insert_with_key(|blocks| self.unfound_of_run(run, blocks));
            }
        }
        for penalty in &mut penalties {
            *penalty = penalty.saturating_sub(unavoidable);
        }
        Ok(penalties)
    }

    fn unfound_of_run(&self, run: &[u16], blocks: &[u8]) -> u16 {
        let mut groups: [Vec<u16>; N_TURN_RIVER_PATTERNS] = Default::default();
        for (&board, &block) in run.iter().zip(blocks) {
            groups[usize::from(block)].push(board);
        }
        let unfound = |group: &Vec<u16>| unfound_after(&self.set, group, 2);
        groups.iter().map(unfound).sum::<usize>() as u16
    }

    /// Return the unary class sizes of each flop under each turn-river partition. They fit 64 bits:
    /// of the four cards of a rank at most one is green, three are yellow and three are grey, so
    /// the nine blocks of turn and river take at most (1 + 3 + 3)² = 49 bits.
    fn count_unary(&self) -> Vec<Vec<u64>> {
        let n_partitions = self.turn_rivers.all.len();
        let mut counts: Vec<[u8; N_TURN_RIVER_PATTERNS]> = Vec::new();
        let mut flop_of_class = Vec::new();
        let mut start = 0;
        for run in self.set.runs(&self.boards) {
            flop_of_class.push(usize::from(self.flop_of[start]));
            for blocks in &self.turn_rivers.all {
                let mut count = [0; N_TURN_RIVER_PATTERNS];
                for &block in &blocks[start..start + run.len()] {
                    count[usize::from(block)] += 1;
                }
                counts.push(count);
            }
            start += run.len();
        }
        let (mut shifts, mut width) = ([0; N_TURN_RIVER_PATTERNS], 0);
        for (block, shift) in shifts.iter_mut().enumerate() {
            *shift = width;
            width += counts.iter().map(|count| count[block]).max().unwrap_or(0);
        }
        assert!(width <= 64, "the classes of a flop do not fit a word");
        let mut words = vec![vec![0; n_partitions]; self.flops.len()];
        for (flop, counts) in flop_of_class.into_iter().zip(counts.chunks(n_partitions)) {
            for (word, count) in words[flop].iter_mut().zip(counts) {
                for (&n, shift) in count.iter().zip(shifts) {
                    *word |= ((1 << n) - 1) << shift;
                }
            }
        }
        words
    }

    /// Find the flop partitions that may pass the filter with some turn and river.
    ///
    /// A third card that is not green, so yellow or grey, cuts each block of the first two into at
    /// most two parts. This bounds what any third card can win, so most pairs are dropped without
    /// trying one. Third cards are tried in the order of what is won where they are green.
    fn enumerate_flops(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let max_wins = MaxWins::new(&self.unary_class_sizes);
        let (sets, rows, greens) = self.flop_card_sets(&max_wins);
        let min_wins = self.filter.min_net_wins;
        let mut blocks = vec![0; self.flops.len()];
        for a in 0..sets.len() {
            for b in a..sets.len() {
                for (block, (&x, &y)) in blocks.iter_mut().zip(rows[a].iter().zip(&rows[b])) {
                    *block = flop_pattern([x, y, 0]);
                }
                budget.spend(blocks.len())?;
                let reached = max_wins.of_partition(&blocks, 2);
                for c in (b..sets.len()).take_while(|&c| reached + greens[c] >= min_wins) {
                    let pair = rows[a].iter().zip(&rows[b]).zip(&rows[c]);
                    for (block, ((&x, &y), &z)) in blocks.iter_mut().zip(pair) {
                        *block = flop_pattern([x, y, z]);
                    }
                    budget.spend(blocks.len())?;
                    if max_wins.of_partition(&blocks, 1) >= min_wins && has_three(&sets, [a, b, c])
                    {
                        self.flop_partitions
                            .add(&blocks, [a, b, c].map(|set| set as u16));
                    }
                }
            }
        }
        (self.flop_cards, self.max_wins) = (sets, max_wins);
        Ok(())
    }

    /// Return the sets of flop cards, how each matches the flops, and the most boards that the next
    /// guess wins where it is green, which is what they are sorted by.
    fn flop_card_sets(&self, max_wins: &MaxWins) -> (CardSets, Vec<Vec<u16>>, Vec<u16>) {
        let matches = |card: u8| self.flop_matches(card);
        let green = |card: u8| -> u16 {
            let wins = self.flops.iter().zip(&max_wins.by_flop);
            wins.filter(|(flop, _)| self.set.flops[usize::from(**flop)].contains(&card))
                .map(|(_, wins)| wins)
                .sum()
        };
        let (mut sets, _) = interchangeable_cards(&self.set.legal.cards, matches);
        sets.sort_by_key(|cards| Reverse(green(cards[0])));
        let rows = sets.iter().map(|cards| matches(cards[0])).collect();
        let greens = sets.iter().map(|cards| green(cards[0])).collect();
        (sets, rows, greens)
    }

    /// Return how a card matches each flop of the position.
    fn flop_matches(&self, card: u8) -> Vec<u16> {
        let of_flop = |&flop: &u16| self.set.flop_matches[usize::from(flop)][usize::from(card)];
        self.flops.iter().map(of_flop).collect()
    }

    /// Return the probes that pass the filter, those that win most first. If there are too many,
    /// those that win least are left out, and the filter is raised above them.
    pub fn probes(&mut self, budget: &mut Budget) -> Result<Vec<Probe>, Stop> {
        let mut found: Vec<Probe> = Vec::new();
        let mut wins = vec![0_u16; self.turn_rivers.all.len()];
        for (flop, blocks) in (0..).zip(&self.flop_partitions.all) {
            let min_wins = self.filter.min_net_wins;
            let n_known = self.flop_sets.wins.len();
            let (words, max_wins) = (&self.unary_class_sizes, &self.max_wins);
            let sets = (self.flop_sets).of_partition(blocks, words, max_wins, min_wins);
            let n_new = self.flop_sets.wins.len() - n_known;
            budget.spend(3 * blocks.len() + n_new * wins.len())?;
            if self.flop_sets.wins.len() * wins.len() > MAX_WINS {
                return Err(Stop::Memory);
            }
            if let Some(sets) = &sets {
                budget.spend((8 + sets.len()) * wins.len() / 8)?;
                wins.fill(0);
                for &set in sets {
                    let of_set = &self.flop_sets.wins[set as usize];
                    wins.iter_mut().zip(of_set).for_each(|(sum, n)| *sum += n);
                }
                let all = wins.iter().zip(&self.grid_penalties).zip(0..);
                let probes = all.map(|((&next_wins, &penalty), turn_river)| Probe {
                    flop,
                    turn_river,
                    next_wins,
                    penalty,
                });
                found.extend(probes.filter(|probe| probe.net_wins() >= min_wins));
            }
            self.sets_of.push(sets.unwrap_or_default());
            if found.len() > MAX_PROBES {
                let middle = MAX_PROBES / 2;
                found.select_nth_unstable_by_key(middle, |probe| Reverse(probe.net_wins()));
                self.filter.min_net_wins = found[middle].net_wins() + 1;
                found.retain(|probe| probe.net_wins() >= self.filter.min_net_wins);
            }
        }
        found.sort_by_key(|probe| Reverse(probe.net_wins()));
        Ok(found)
    }

    /// Return the most net wins that a probe which was left out may have; None if none was left
    /// out.
    pub fn most_left_out(&self) -> Option<u16> {
        self.filter.min_net_wins.checked_sub(1)
    }

    /// Return the flop sets into which a probe cuts the boards.
    pub fn parts(&self, probe: Probe) -> &[u32] {
        &self.sets_of[probe.flop as usize]
    }

    /// Return the boards of a flop set, and their patterns by turn and river.
    pub fn part(&self, set: u32, turn_river: u32) -> (Vec<u16>, Vec<u8>) {
        let flops = &self.flop_sets.flops[set as usize];
        let blocks = &self.turn_rivers.all[turn_river as usize];
        let places = (flops.iter()).flat_map(|&flop| self.places[usize::from(flop)].clone());
        places.map(|i| (self.boards[i], blocks[i])).unzip()
    }

    /// Return the patterns of a probe against the boards; none of them is won, even if it is all
    /// green.
    pub fn patterns(&self, probe: Probe) -> impl Iterator<Item = u8> + '_ {
        let flops = &self.flop_partitions.all[probe.flop as usize];
        let blocks = &self.turn_rivers.all[probe.turn_river as usize];
        (self.flop_of.iter().zip(blocks))
            .map(|(&flop, &block)| flops[usize::from(flop)] * N_TURN_RIVER_PATTERNS as u8 + block)
    }

    /// Return five different cards that make a probe; None if no such guess is legal.
    pub fn cards(&self, probe: Probe) -> Option<Cards> {
        for [turn, river] in self.turn_rivers.sources(probe.turn_river) {
            for &turn in &self.turn_cards[usize::from(turn)] {
                for &river in &self.river_cards[usize::from(river)] {
                    let mut flops = self.flop_partitions.sources(probe.flop);
                    let cards = flops.find_map(|sets| self.with_flop(sets, turn, river));
                    if cards.is_some() {
                        return cards;
                    }
                }
            }
        }
        None
    }

    fn with_flop(&self, sets: [u16; 3], turn: u8, river: u8) -> Option<Cards> {
        let [a, b, c] = sets.map(|set| &self.flop_cards[usize::from(set)]);
        for &a in a {
            for &b in b {
                for &c in c {
                    let mut flop = [a, b, c];
                    flop.sort_unstable();
                    let cards = [flop[0], flop[1], flop[2], turn, river];
                    let taken = cards.iter().fold(0_u64, |taken, card| taken | 1 << card);
                    if taken.count_ones() == 5 && !self.set.legal.refused.contains(&cards) {
                        return Some(cards);
                    }
                }
            }
        }
        None
    }
}

/// Return true if one card of each of three sets can be chosen so that all differ.
fn has_three(sets: &CardSets, triple: [usize; 3]) -> bool {
    let wanted = |set: usize| triple.iter().filter(|&&other| other == set).count();
    triple.iter().all(|&set| wanted(set) <= sets[set].len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pokle::board_set::{GroupCounter, Legal};

    /// Return boards of three flops; turn and river have four ranks each.
    fn boards() -> Arc<BoardSet> {
        let board = |i: u8| [0, 4, 9 + i % 3, 20 + 4 * (i % 4), 37 + 4 * (i / 4 % 4)];
        let legal = Legal {
            cards: (0..52).collect(),
            ..Legal::default()
        };
        Arc::new(BoardSet::new((0..24).map(board).collect(), &[], legal))
    }

    fn table(set: &Arc<BoardSet>, min_net_wins: u16) -> (ProbeTable, Vec<Probe>) {
        let filter = ProbeFilter {
            min_net_wins,
            unavoidable: None,
            maximal_only: true,
        };
        let mut always = || true;
        let mut budget = Budget::new(i64::MAX, &mut always);
        let mut table = ProbeTable::new(set, &set.all(), filter, &mut budget).unwrap();
        let probes = table.probes(&mut budget).unwrap();
        (table, probes)
    }

    #[test]
    fn probes_split_as_their_cards_do_and_none_that_wins_more_is_left_out() {
        let (set, mut counter) = (boards(), GroupCounter::new());
        let all = set.all();
        let mut split = |cards: &Cards| -> (Vec<u8>, u16) {
            let patterns: Vec<u8> = set.patterns(cards, false, &all).collect();
            let classes = all.iter().map(|&board| set.class(board));
            let groups = counter.count(patterns.iter().copied().zip(classes));
            let wins = groups.iter().map(|group| group.largest_class).sum();
            (canonical_labels(&patterns), wins)
        };
        let (probe_table, probes) = table(&set, 6);
        assert!(probes.len() >= 10);
        for &probe in &probes {
            let labels: Vec<u8> = probe_table.patterns(probe).collect();
            let cards = probe_table.cards(probe).unwrap();
            assert_eq!(split(&cards), (canonical_labels(&labels), probe.next_wins));
        }
        let turns_and_rivers = (16..36).flat_map(|turn| (36..52).map(move |river| [turn, river]));
        let most = turns_and_rivers.map(|[turn, river]| split(&[0, 4, 10, turn, river]).1);
        assert!(most.max() <= Some(probes[0].next_wins));
        assert!(table(&set, 1 + set.boards.len() as u16).1.is_empty());
    }
}
