//! Bound 4: the boards of a group that the next two guesses cannot win.
//!
//! A probe leaves groups: the boards of a *part* (a set of flops) and of a *block* (a set of turn and
//! river pairs). Two relaxations bound such a group.
//!
//! * By flop (4a): boards with the same turn and river are separated by the next guess's flop alone,
//!   and each flop pattern has one winner. A winning guess has a flop of the group; of the three flop
//!   cards of any other guess, the third is left open.
//! * By turn and river (4b): boards with the same flop are separated by the next guess's turn and
//!   river alone, and each of the nine results has one class that wins. A winning guess is pardoned
//!   its suits, and is given all boards of its own flop.
//!
//! Each is minimised over the cards that it looks at, the same cards for the whole group.

use super::board_set::{Cost, FastMap};
use super::budget::{Budget, Stop};
use super::feedback::{flop_pattern, N_TURN_RIVER_PATTERNS};
use super::partitions::{canonical_labels, interchangeable_cards, maximal_refinements};

/// Some guess nearly always separates the boards of a smaller group.
const MIN_GROUP: u16 = 8;
/// Bounds of groups that are held, 200 MB: the search stops at more.
const MAX_BOUNDS: usize = 40_000_000;

/// What is known of a group: boards that two guesses cannot win, if the next one is a winning guess
/// and if it is a probe; and its largest class, which a probe does not win.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct GroupBound {
    if_winning: u8,
    if_probe: u8,
    largest_class: u8,
    /// Probes were bounded by their flops as well.
    is_complete: bool,
}

impl GroupBound {
    /// What the group costs at least above its class bound.
    pub fn surplus(&self) -> Cost {
        Cost::from(self.if_winning.min(self.cost_if_probe()))
    }

    fn cost_if_probe(&self) -> u8 {
        self.if_probe.saturating_add(self.largest_class)
    }

    /// Boards that two guesses cannot win if the next one is a probe.
    pub fn misses_if_probe(&self) -> Cost {
        Cost::from(self.if_probe)
    }
}

/// By pattern of turn and river.
pub type GroupBounds = [GroupBound; N_TURN_RIVER_PATTERNS];
/// A part: its number, and its flops.
type Part<'f> = (u32, &'f [u16]);
/// A board: its flop, its class, and its turn and river by number.
type Board = (u16, u16, usize);

/// The bounds of all groups of one position, as far as they were asked for.
pub struct TwoGuessBound {
    by_flop: ByFlop,
    n_flops: usize,
    /// In the order of their classes.
    boards: Vec<Board>,
    /// Turn-river pairs with the same flops are one kind: those flops; and the kind of each pair.
    kinds: Vec<Vec<u16>>,
    kind_of: Vec<usize>,
    turns: CardPartitions,
    rivers: CardPartitions,
    blocks: Vec<Block>,
    /// The patterns of each turn-river partition with the blocks that they make, unless small.
    blocks_of: Vec<Vec<(usize, usize)>>,
    parts: Vec<PartBounds>,
    n_bounds: usize,
    /// Room to count in.
    sums: Vec<u8>,
}

/// Turn-river pairs that some guess leaves together: the kinds, and how many pairs are of each.
struct Block {
    pairs: Vec<u16>,
    kinds: Vec<(usize, u16)>,
    by_turn_river: Option<ByTurnRiver>,
}

/// What is known of a part: its flops by kind, and the bounds of its groups by block.
#[derive(Default)]
struct PartBounds {
    kinds: Vec<PartKind>,
    groups: Vec<Option<GroupBound>>,
}

/// The flops of a part that are of one kind: how many there are; their set, and how many of them are
/// missed under each flop of the part, unless they are separated in any case.
struct PartKind {
    n_flops: u16,
    set: Option<usize>,
    missed: Vec<u8>,
}

impl TwoGuessBound {
    /// `flop_cards` are the matches of each set of interchangeable flop cards with each flop,
    /// `own_flops` those of the three cards of each flop; `partitions` the partitions of the boards
    /// by each turn card and by each river card, and `turn_rivers` by pairs of them.
    pub fn new(
        flop_cards: &[Vec<u16>],
        own_flops: &[[Vec<u16>; 3]],
        boards: &[(u16, u16, [u8; 2])],
        partitions: [Vec<Vec<u8>>; 2],
        turn_rivers: &[Vec<u8>],
        budget: &mut Budget,
    ) -> Result<TwoGuessBound, Stop> {
        let (pair_of, first_boards) = number_pairs(boards);
        let numbered: Vec<Board> = (boards.iter().zip(pair_of))
            .map(|((flop, class, _), pair)| (*flop, *class, pair))
            .collect();
        let (kinds, kind_of) = kinds_of_pairs(&numbered, first_boards.len());
        let of_pairs = |by_board: &Vec<u8>| -> Vec<u8> {
            first_boards.iter().map(|&board| by_board[board]).collect()
        };
        let cards = |place: usize| CardPartitions {
            rows: partitions[place].iter().map(of_pairs).collect(),
            cards: first_boards
                .iter()
                .map(|&board| boards[board].2[place])
                .collect(),
            known: FastMap::default(),
        };
        let mut bound = TwoGuessBound {
            by_flop: ByFlop::new(flop_cards, own_flops, budget)?,
            n_flops: own_flops.len(),
            boards: numbered,
            kinds,
            kind_of,
            turns: cards(0),
            rivers: cards(1),
            blocks: Vec::new(),
            blocks_of: Vec::new(),
            parts: Vec::new(),
            n_bounds: 0,
            sums: Vec::new(),
        };
        let mut numbers = FastMap::default();
        for by_board in turn_rivers {
            budget.spend(8 * first_boards.len())?;
            let blocks = bound.number_blocks(&of_pairs(by_board), &mut numbers);
            bound.blocks_of.push(blocks);
        }
        Ok(bound)
    }

    /// The patterns of a partition of the pairs with the blocks they make.
    fn number_blocks(
        &mut self,
        patterns: &[u8],
        numbers: &mut FastMap<Vec<u16>, usize>,
    ) -> Vec<(usize, usize)> {
        let mut sets: [Vec<u16>; N_TURN_RIVER_PATTERNS] = Default::default();
        for (pair, &pattern) in patterns.iter().enumerate() {
            sets[usize::from(pattern)].push(pair as u16);
        }
        let mut found = Vec::new();
        for (pattern, pairs) in sets.into_iter().enumerate() {
            let n_flops = |pair: &u16| self.kinds[self.kind_of[usize::from(*pair)]].len();
            if pairs.iter().map(n_flops).sum::<usize>() < usize::from(MIN_GROUP) {
                continue;
            }
            let number = *numbers.entry(pairs).or_insert_with_key(|pairs| {
                self.blocks.push(new_block(pairs, &self.kind_of));
                self.blocks.len() - 1
            });
            found.push((pattern, number));
        }
        found
    }

    /// The surplus of the groups of a part under a turn-river partition; without `with_probe_flops`
    /// a quicker, weaker bound.
    pub fn of_part(
        &mut self,
        part: Part,
        turn_river: u32,
        with_probe_flops: bool,
        budget: &mut Budget,
    ) -> Result<u16, Stop> {
        self.prepare_part(part, budget)?;
        let mut sum = 0;
        for i in 0..self.blocks_of[turn_river as usize].len() {
            let (_, block) = self.blocks_of[turn_river as usize][i];
            sum += self
                .of_group(part, block, with_probe_flops, budget)?
                .surplus() as u16;
        }
        Ok(sum)
    }

    /// The bounds of the groups of a part, by pattern of turn and river.
    pub fn of_groups(
        &mut self,
        part: Part,
        turn_river: u32,
        budget: &mut Budget,
    ) -> Result<GroupBounds, Stop> {
        self.prepare_part(part, budget)?;
        let mut bounds = GroupBounds::default();
        for i in 0..self.blocks_of[turn_river as usize].len() {
            let (pattern, block) = self.blocks_of[turn_river as usize][i];
            bounds[pattern] = self.of_group(part, block, true, budget)?;
        }
        Ok(bounds)
    }

    fn of_group(
        &mut self,
        part: Part,
        block: usize,
        with_probe_flops: bool,
        budget: &mut Budget,
    ) -> Result<GroupBound, Stop> {
        let mut bound = match self.parts[part.0 as usize].groups[block] {
            Some(bound) if bound.is_complete || !with_probe_flops => return Ok(bound),
            Some(bound) => bound,
            None => self.quick_bound(part, block, budget)?,
        };
        if with_probe_flops {
            // the flops of probes do not matter where winning guesses miss no more anyway
            if bound.if_winning > bound.cost_if_probe() {
                let sets = self.sets_of_group(part.0, block);
                bound.if_probe = bound.if_probe.max(self.by_flop.if_probe(&sets, budget)?);
            }
            bound.is_complete = true;
        }
        self.parts[part.0 as usize].groups[block] = Some(bound);
        Ok(bound)
    }

    fn quick_bound(
        &mut self,
        part: Part,
        block: usize,
        budget: &mut Budget,
    ) -> Result<GroupBound, Stop> {
        let kinds = &self.parts[part.0 as usize].kinds;
        let in_block = self.blocks[block].kinds.iter();
        if in_block
            .map(|&(kind, n)| n * kinds[kind].n_flops)
            .sum::<u16>()
            < MIN_GROUP
        {
            return Ok(GroupBound::default());
        }
        budget.spend(part.1.len())?;
        self.prepare_block(block, budget)?;
        let Block {
            kinds: in_block,
            by_turn_river,
            ..
        } = &mut self.blocks[block];
        let mut bound =
            (by_turn_river.as_mut()).map_or(GroupBound::default(), |by| by.bound(part.1));
        let kinds = &self.parts[part.0 as usize].kinds;
        self.sums.clear();
        self.sums.resize(part.1.len(), 0);
        for &(kind, n) in &*in_block {
            (0..n).for_each(|_| add(&mut self.sums, &kinds[kind].missed));
        }
        let by_flop = self.sums.iter().copied().min().unwrap_or(0);
        bound.if_winning = bound.if_winning.max(by_flop);
        Ok(bound)
    }

    /// The flop sets of a group's pairs, as often as they come, unless they are separated anyway.
    fn sets_of_group(&self, part: u32, block: usize) -> Vec<usize> {
        let kinds = &self.parts[part as usize].kinds;
        let in_block = self.blocks[block].kinds.iter();
        let sets = in_block.flat_map(|&(kind, n)| (0..n).filter_map(move |_| kinds[kind].set));
        sets.collect()
    }

    fn prepare_block(&mut self, block: usize, budget: &mut Budget) -> Result<(), Stop> {
        if self.blocks[block].by_turn_river.is_some() {
            return Ok(());
        }
        let pairs = &self.blocks[block].pairs;
        let mut places = vec![None; self.kind_of.len()];
        for (place, &pair) in pairs.iter().enumerate() {
            places[usize::from(pair)] = Some(place);
        }
        budget.spend(2 * self.boards.len())?;
        let place = |&(flop, class, pair): &Board| Some((flop, class, places[pair]?));
        let boards: Vec<Board> = self.boards.iter().filter_map(place).collect();
        let (turns, rivers) = (self.turns.maximal(pairs), self.rivers.maximal(pairs));
        let by_turn_river = ByTurnRiver::new(self.n_flops, &boards, &turns, &rivers);
        self.blocks[block].by_turn_river = Some(by_turn_river);
        Ok(())
    }

    fn prepare_part(&mut self, (part, flops): Part, budget: &mut Budget) -> Result<(), Stop> {
        let part = part as usize;
        if part >= self.parts.len() {
            self.parts.resize_with(part + 1, PartBounds::default);
        }
        if !self.parts[part].kinds.is_empty() {
            return Ok(());
        }
        self.n_bounds += self.blocks.len();
        if self.n_bounds > MAX_BOUNDS {
            return Err(Stop::Memory);
        }
        let mut is_in = vec![false; self.n_flops];
        flops
            .iter()
            .for_each(|&flop| is_in[usize::from(flop)] = true);
        let mut kinds = Vec::with_capacity(self.kinds.len());
        for all in &self.kinds {
            let mut set = all.clone();
            set.retain(|&flop| is_in[usize::from(flop)]);
            let n_flops = set.len() as u16;
            let set = self.by_flop.number(set, budget)?;
            let missed = |number| self.by_flop.missed_by(number, flops);
            kinds.push(PartKind {
                n_flops,
                set,
                missed: set.map(missed).unwrap_or_default(),
            });
        }
        self.parts[part] = PartBounds {
            kinds,
            groups: vec![None; self.blocks.len()],
        };
        Ok(())
    }
}

fn new_block(pairs: &[u16], kind_of: &[usize]) -> Block {
    let mut kinds: Vec<usize> = pairs
        .iter()
        .map(|&pair| kind_of[usize::from(pair)])
        .collect();
    kinds.sort_unstable();
    let runs = kinds.chunk_by(|a, b| a == b);
    Block {
        pairs: pairs.to_vec(),
        kinds: runs.map(|run| (run[0], run.len() as u16)).collect(),
        by_turn_river: None,
    }
}

/// The number of each board's turn-river pair, and the first board of each pair.
fn number_pairs(boards: &[(u16, u16, [u8; 2])]) -> (Vec<usize>, Vec<usize>) {
    let (mut numbers, mut first_boards) = (FastMap::default(), Vec::new());
    let mut number = |(board, (_, _, pair)): (usize, &(u16, u16, [u8; 2]))| {
        let number = *numbers.entry(*pair).or_insert(first_boards.len());
        if number == first_boards.len() {
            first_boards.push(board);
        }
        number
    };
    let pairs = boards.iter().enumerate().map(&mut number).collect();
    (pairs, first_boards)
}

/// The flops of each kind of pair, and the kind of each pair.
fn kinds_of_pairs(boards: &[Board], n_pairs: usize) -> (Vec<Vec<u16>>, Vec<usize>) {
    let mut flops_of = vec![Vec::new(); n_pairs];
    for &(flop, _, pair) in boards {
        flops_of[pair].push(flop);
    }
    let (mut kinds, mut kind_of) = (Vec::new(), Vec::new());
    for flops in flops_of {
        let kind = kinds.iter().position(|known| *known == flops);
        kind_of.push(kind.unwrap_or(kinds.len()));
        if kind.is_none() {
            kinds.push(flops);
        }
    }
    (kinds, kind_of)
}

/// Relaxation 4a: sets of flops, and how many of each two guesses miss under every choice of flop.
struct ByFlop {
    /// Of each flop: the bit of its pattern under every choice of three cards, and where the choices
    /// of each pair of cards end.
    patterns: Vec<Vec<u32>>,
    ends: Vec<usize>,
    /// Of each flop: the bit of its pattern under the cards of each flop.
    own_patterns: Vec<Vec<u32>>,
    sets: Vec<Vec<u16>>,
    numbers: FastMap<Vec<u16>, usize>,
    /// Of each set: missed under each flop, and under each pair of cards once it was asked for.
    missed_by_flop: Vec<Vec<u8>>,
    missed_by_pair: Vec<Option<Vec<u8>>>,
    /// Room to count in.
    met: Vec<u32>,
    sums: Vec<u8>,
}

impl ByFlop {
    fn new(
        flop_cards: &[Vec<u16>],
        own_flops: &[[Vec<u16>; 3]],
        budget: &mut Budget,
    ) -> Result<ByFlop, Stop> {
        let n_flops = own_flops.len();
        let (mut patterns, mut ends) = (vec![Vec::new(); n_flops], Vec::new());
        for (i, a) in flop_cards.iter().enumerate() {
            for (j, b) in flop_cards.iter().enumerate().skip(i) {
                budget.spend(n_flops * (flop_cards.len() - j) / 4)?;
                for (flop, patterns) in patterns.iter_mut().enumerate() {
                    let bit = |c: &Vec<u16>| 1_u32 << flop_pattern([a[flop], b[flop], c[flop]]);
                    patterns.extend(flop_cards[j..].iter().map(bit));
                }
                ends.push(patterns[0].len());
            }
        }
        let own_bit =
            |flop: usize, [a, b, c]: &[Vec<u16>; 3]| 1 << flop_pattern([a[flop], b[flop], c[flop]]);
        let own_bits = |flop| own_flops.iter().map(|own| own_bit(flop, own)).collect();
        Ok(ByFlop {
            patterns,
            ends,
            own_patterns: (0..n_flops).map(own_bits).collect(),
            sets: Vec::new(),
            numbers: FastMap::default(),
            missed_by_flop: Vec::new(),
            missed_by_pair: Vec::new(),
            met: Vec::new(),
            sums: Vec::new(),
        })
    }

    /// The number of a set of flops; None if it is separated in any case.
    fn number(&mut self, set: Vec<u16>, budget: &mut Budget) -> Result<Option<usize>, Stop> {
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
            budget.spend((2 + set.len()) * self.own_patterns.len() / 16)?;
            unite_patterns(&mut self.met, set, &self.own_patterns);
            let missed = self.met.iter().map(|met| missed_of(set, met.count_ones()));
            self.missed_by_flop.push(missed.collect());
            self.missed_by_pair.push(None);
        }
        Ok(Some(number))
    }

    /// How many flops of a set two guesses miss, if the next guess has each of these flops.
    fn missed_by(&self, set: usize, flops: &[u16]) -> Vec<u8> {
        let missed = &self.missed_by_flop[set];
        flops
            .iter()
            .map(|&flop| missed[usize::from(flop)])
            .collect()
    }

    /// Boards of some sets that two guesses miss after any next guess.
    fn if_probe(&mut self, sets: &[usize], budget: &mut Budget) -> Result<u8, Stop> {
        self.sums.clear();
        self.sums.resize(self.ends.len(), 0);
        for &set in sets.iter().filter(|&&set| self.sets[set].len() > 2) {
            if self.missed_by_pair[set].is_none() {
                self.missed_by_pair[set] = Some(count_by_pair(
                    &self.sets[set],
                    &self.patterns,
                    &self.ends,
                    &mut self.met,
                    budget,
                )?);
            }
            add(
                &mut self.sums,
                self.missed_by_pair[set].as_deref().unwrap_or_default(),
            );
            budget.spend(self.sums.len() / 64)?;
        }
        Ok(self.sums.iter().copied().min().unwrap_or(0))
    }
}

fn count_by_pair(
    set: &[u16],
    patterns: &[Vec<u32>],
    ends: &[usize],
    met: &mut Vec<u32>,
    budget: &mut Budget,
) -> Result<Vec<u8>, Stop> {
    budget.spend((8 + set.len()) * patterns[0].len() / 16)?;
    unite_patterns(met, set, patterns);
    let starts = [0].into_iter().chain(ends.iter().copied());
    let missed = |(start, &end): (usize, &usize)| {
        let n_met = met[start..end].iter().map(|met| met.count_ones());
        missed_of(set, n_met.max().unwrap_or(0))
    };
    Ok(starts.zip(ends).map(missed).collect())
}

/// The patterns that each choice of cards makes of a set of flops.
fn unite_patterns(met: &mut Vec<u32>, set: &[u16], patterns: &[Vec<u32>]) {
    met.clear();
    met.resize(patterns[0].len(), 0);
    for &flop in set {
        let patterns = &patterns[usize::from(flop)];
        met.iter_mut().zip(patterns).for_each(|(met, x)| *met |= x);
    }
}

fn missed_of(set: &[u16], n_patterns: u32) -> u8 {
    (set.len() - n_patterns as usize).min(usize::from(u8::MAX)) as u8
}

fn add(sums: &mut [u8], row: &[u8]) {
    sums.iter_mut()
        .zip(row)
        .for_each(|(sum, missed)| *sum = sum.saturating_add(*missed));
}

/// Relaxation 4b: how many boards of each flop two guesses miss under every choice of turn and river
/// that no other choice is better than.
struct ByTurnRiver {
    /// The row of each flop, and its largest class; flops of row 0 are separated in any case.
    of_flop: Vec<(u16, u8)>,
    /// By choices, some at once, then by row: so the sums over many flops stay in registers.
    rows: Vec<Vec<Lanes>>,
    /// Room to list rows in.
    listed: Vec<u16>,
}

/// What is missed under sixteen choices; the last choice fills the places that are left.
type Lanes = [u8; 16];

impl ByTurnRiver {
    /// From the boards of a block, in the order of their classes, and how turn and river cards
    /// partition its pairs.
    fn new(n_flops: usize, boards: &[Board], turns: &[Vec<u8>], rivers: &[Vec<u8>]) -> ByTurnRiver {
        let mut of_flop = vec![(0, 0); n_flops];
        let (mut sets, mut numbers) = (vec![Vec::new()], FastMap::default());
        for run in boards.chunk_by(|a, b| a.0 == b.0) {
            let (flop, first, _) = run[0];
            let classes: Vec<(u16, usize)> =
                run.iter().map(|board| (board.1 - first, board.2)).collect();
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
        let choices = best_choices(&sets, turns, rivers);
        let lanes = |choices: &[Vec<u8>], set: usize| -> Lanes {
            std::array::from_fn(|i| choices[i.min(choices.len() - 1)][set])
        };
        let at_once = |some: &[Vec<u8>]| (0..sets.len()).map(|set| lanes(some, set)).collect();
        ByTurnRiver {
            of_flop,
            rows: choices.chunks(16).map(at_once).collect(),
            listed: Vec::new(),
        }
    }

    /// The bound of the boards of some flops.
    fn bound(&mut self, flops: &[u16]) -> GroupBound {
        self.listed.clear();
        let mut largest_class = 0;
        for &flop in flops {
            let (row, largest) = self.of_flop[usize::from(flop)];
            largest_class = largest.max(largest_class);
            if row > 0 {
                self.listed.push(row);
            }
        }
        let (mut if_winning, mut if_probe) = (u8::MAX, u8::MAX);
        for rows in &self.rows {
            let (mut sums, mut most) = (Lanes::default(), Lanes::default());
            for &row in &self.listed {
                let missed = &rows[usize::from(row)];
                add(&mut sums, missed);
                (most.iter_mut().zip(missed))
                    .for_each(|(most, missed)| *most = (*most).max(*missed));
            }
            for (sum, most) in sums.into_iter().zip(most) {
                (if_winning, if_probe) = (if_winning.min(sum - most), if_probe.min(sum));
            }
        }
        GroupBound {
            if_winning,
            if_probe,
            largest_class,
            is_complete: false,
        }
    }
}

/// What is missed of each set under the choices of turn and river that no other is better than.
fn best_choices(sets: &[Vec<(u16, usize)>], turns: &[Vec<u8>], rivers: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut choices: Vec<Vec<u8>> = Vec::new();
    for turn in turns {
        for river in rivers {
            let digits = turn.iter().zip(river);
            let patterns: Vec<u8> = digits.map(|(turn, river)| 3 * turn + river).collect();
            choices.push(
                sets.iter()
                    .map(|set| missed_of_flop(set, &patterns))
                    .collect(),
            );
        }
    }
    choices
        .sort_by_cached_key(|choice| choice.iter().map(|&missed| u32::from(missed)).sum::<u32>());
    let mut best: Vec<Vec<u8>> = Vec::new();
    for choice in choices {
        let no_worse = |known: &Vec<u8>| known.iter().zip(&choice).all(|(a, b)| a <= b);
        if !best.iter().any(no_worse) {
            best.push(choice);
        }
    }
    best
}

/// The boards of one flop, by class and pair, outside the largest class of their pattern.
fn missed_of_flop(boards: &[(u16, usize)], patterns: &[u8]) -> u8 {
    let mut largest = [0_u8; N_TURN_RIVER_PATTERNS];
    for class in boards.chunk_by(|a, b| a.0 == b.0) {
        let mut counts = [0_u8; N_TURN_RIVER_PATTERNS];
        for &(_, pair) in class {
            let pattern = usize::from(patterns[pair]);
            counts[pattern] += 1;
            largest[pattern] = largest[pattern].max(counts[pattern]);
        }
    }
    let won: usize = largest.iter().copied().map(usize::from).sum();
    (boards.len() - won).min(usize::from(u8::MAX)) as u8
}

/// How turn cards, or river cards, partition turn-river pairs.
struct CardPartitions {
    /// By card, then by pair.
    rows: Vec<Vec<u8>>,
    /// The turn, or river, of each pair.
    cards: Vec<u8>,
    /// The maximal refinements of sets of cards that were asked for.
    known: FastMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl CardPartitions {
    /// The maximal refinements of some pairs.
    fn maximal(&mut self, pairs: &[u16]) -> Vec<Vec<u8>> {
        let card = |pair: &u16| self.cards[usize::from(*pair)];
        let mut some = pairs.to_vec();
        some.sort_by_key(card);
        some.dedup_by_key(|pair| card(pair));
        let cards: Vec<u8> = some.iter().map(card).collect();
        let all: Vec<u8> = (0..self.rows.len() as u8).collect();
        let rows = self.known.entry(cards).or_insert_with(|| {
            let partition = |number: u8| {
                let row = &self.rows[usize::from(number)];
                let blocks: Vec<u8> = some.iter().map(|&pair| row[usize::from(pair)]).collect();
                canonical_labels(&blocks)
            };
            let (sets, rows) = interchangeable_cards(&all, partition);
            maximal_refinements(sets, rows).1
        });
        let place = |pair| some.partition_point(|other| card(other) < card(pair));
        let places: Vec<usize> = pairs.iter().map(place).collect();
        let spread = |row: &Vec<u8>| places.iter().map(|&place| row[place]).collect();
        rows.iter().map(spread).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pokle::board_set::GroupCounter;
    use crate::pokle::feedback::{card_match, flop_match, Flop};

    const N_LEGAL: u8 = 12;

    fn triples() -> Vec<Flop> {
        let all = 0..usize::from(N_LEGAL).pow(3);
        let cards = all.map(|i| [i / 144, i / 12 % 12, i % 12].map(|card| card as u8));
        cards.filter(|[a, b, c]| a < b && b < c).collect()
    }

    fn class_of(flop: u16, [turn, river]: [u8; 2]) -> u16 {
        flop * 9 + u16::from(turn / 4) * 3 + u16::from(river / 4)
    }

    /// Boards of some flops with some turns and rivers, in the order of their classes.
    fn some_boards(seed: usize, flops: &[Flop]) -> Vec<(u16, u16, [u8; 2])> {
        let (mut random, mut boards) = (seed as u64, Vec::new());
        for (number, flop) in (0..).zip(flops) {
            for pair in 0..N_LEGAL.pow(2) {
                let [turn, river] = [pair / N_LEGAL, pair % N_LEGAL];
                random = random.wrapping_mul(6_364_136_223_846_793_005) + 1;
                let distinct = turn != river && !flop.contains(&turn) && !flop.contains(&river);
                if distinct && turn < 5 && river > 8 && random >> 62 > 0 {
                    boards.push((number, class_of(number, [turn, river]), [turn, river]));
                }
            }
        }
        boards.sort_by_key(|&(_, class, pair)| (class, pair));
        boards
    }

    /// What a group costs above its class bound after a guess with these patterns that wins a class.
    fn surplus_after(group: &[(u8, u16)], won: Option<u16>, counter: &mut GroupCounter) -> Cost {
        let whole = counter.count(group.iter().map(|&(_, class)| (0, class)))[0];
        let others = group.iter().filter(|&&(_, class)| Some(class) != won);
        let n_won = group.len() - others.clone().count();
        let missed = counter.misses(others.copied(), Cost::MAX).unwrap();
        Cost::from(whole.largest_class) - n_won as Cost + missed
    }

    #[test]
    fn no_guess_costs_a_group_less_than_its_bound() {
        let (mut total, mut counter, triples) = (0, GroupCounter::new(), triples());
        for (seed, n_flops) in [(0, 39), (1, 20)] {
            let flops: Vec<Flop> = (0..40)
                .map(|i| triples[(7 * seed + 27 * i) % triples.len()])
                .collect();
            let boards = some_boards(seed, &flops);
            let matches = |card: u8| -> Vec<u16> {
                flops.iter().map(|flop| flop_match(card, flop)).collect()
            };
            let cards: Vec<Vec<u16>> = (0..N_LEGAL).map(matches).collect();
            let own: Vec<[Vec<u16>; 3]> = flops.iter().map(|flop| flop.map(matches)).collect();
            let by_card = |place: usize| -> Vec<Vec<u8>> {
                let row = |card| {
                    boards
                        .iter()
                        .map(|board| card_match(card, board.2[place]))
                        .collect()
                };
                (0..N_LEGAL).map(row).collect()
            };
            let partitions = [by_card(0), by_card(1)];
            let pattern = |[turn, river]: [u8; 2], i: usize| {
                3 * partitions[0][usize::from(turn)][i] + partitions[1][usize::from(river)][i]
            };
            let row = |pair| (0..boards.len()).map(|i| pattern(pair, i)).collect();
            let turn_rivers: [Vec<u8>; 2] = [[2, 9], [7, 4]].map(row);
            let mut always = || true;
            let mut budget = Budget::new(i64::MAX, &mut always);
            let mut bound = TwoGuessBound::new(
                &cards,
                &own,
                &boards,
                partitions.clone(),
                &turn_rivers,
                &mut budget,
            )
            .unwrap();
            let part: Vec<u16> = (0..n_flops).collect();
            for (turn_river, blocks) in (0..).zip(&turn_rivers) {
                let quick = bound
                    .of_part((0, &part), turn_river, false, &mut budget)
                    .unwrap();
                let bounds = bound
                    .of_groups((0, &part), turn_river, &mut budget)
                    .unwrap();
                let full: Cost = bounds.iter().map(GroupBound::surplus).sum();
                assert!(Cost::from(quick) <= full);
                total += full;
                for (block, bound) in (0..).zip(bounds) {
                    let is_in = |&i: &usize| blocks[i] == block && boards[i].0 < n_flops;
                    let group: Vec<usize> = (0..blocks.len()).filter(is_in).collect();
                    for flop in triples.iter().step_by(5).chain(&flops) {
                        let own = flops.iter().position(|own| own == flop);
                        for pair in 0..N_LEGAL.pow(2) {
                            let pair = [pair / N_LEGAL, pair % N_LEGAL];
                            let of_board = |&i: &usize| {
                                let board = &flops[usize::from(boards[i].0)];
                                let by_flop =
                                    flop_pattern(flop.map(|card| flop_match(card, board)));
                                (9 * by_flop + pattern(pair, i), boards[i].1)
                            };
                            let patterns: Vec<(u8, u16)> = group.iter().map(of_board).collect();
                            if patterns.is_empty() {
                                continue;
                            }
                            let won = own.map(|own| class_of(own as u16, pair));
                            assert!(surplus_after(&patterns, won, &mut counter) >= bound.surplus());
                            let missed = counter.misses(patterns.into_iter(), Cost::MAX).unwrap();
                            assert!(missed >= bound.misses_if_probe());
                        }
                    }
                }
            }
        }
        assert!(total > 50);
    }
}
