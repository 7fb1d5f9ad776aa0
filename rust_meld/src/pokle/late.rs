//! Boards that come late after a guess: those that the next two guesses cannot win.
//!
//! A guess leaves groups: the boards of a part of the flops and of a cell of the turns and rivers.
//! What comes late of a group is told by its flops (`flops.rs`), where many of them share turn and
//! river, and by its turns and rivers (`turns.rs`), where many of those share a flop. A guess that
//! wins none of the group gives away its largest class as well.

use std::cmp::Reverse;

use crate::pokle::effort::{Effort, Stopped};
use crate::pokle::flops::FlopChoices;
use crate::pokle::task::{Map, N_LATER};
use crate::pokle::turns::{add, lanes, Board, Lanes, Lates, Splitters, TurnChoices, N_LANES};

/// Smaller groups are nearly always told apart by some guess.
const FEWEST: u16 = 8;

/// What is known of a group: the boards that come late.
#[derive(Clone, Copy, Default)]
pub struct Extra(Lates);

/// How much is asked.
#[derive(Clone, Copy)]
pub enum Asked {
    /// Guesses that win, and turns and rivers.
    Quickly,
    /// The flops of all other guesses as well.
    Fully,
}

impl Extra {
    /// What the group costs at least above two guesses a board, less its largest class.
    pub fn anyway(&self) -> u8 {
        self.0.inside.min(self.if_outside())
    }

    /// What it costs so if the next guess wins none of the group.
    fn if_outside(&self) -> u8 {
        self.0.outside.saturating_add(self.0.largest)
    }

    /// Boards that come late if the next guess wins none of the group.
    pub fn late_outside(&self) -> u8 {
        self.0.outside
    }
}

/// Of the groups of a part, by label of turn and river.
pub type ByLabel = [Extra; N_LATER];

/// A part of the flops: its number, and its flops.
type Flops<'f> = (u32, &'f [u16]);

/// What is told about the boards of one position.
pub struct Told<'a> {
    /// How each kind of flop cards meets each flop, the table of patterns, and the patterns of each
    /// flop under each flop.
    pub meetings: &'a [Vec<u16>],
    pub table: &'a [u8],
    pub own_patterns: Vec<Vec<u8>>,
    /// The flop, the class, and turn and river of each board.
    pub boards: &'a [(u16, u16, [u8; 2])],
    /// The boards' labels by each turn card, by each river card, and by each turn and river.
    pub splits: [Vec<Vec<u8>>; 2],
    pub laters: &'a [Vec<u8>],
}

/// What there is to count in one position.
pub struct Late {
    flops: FlopChoices,
    n_flops: usize,
    /// In the order of their classes.
    boards: Vec<Board>,
    /// Turns and rivers of the same flops are one kind: those flops.
    kinds: Vec<Vec<u16>>,
    kind_of: Vec<usize>,
    /// The turn cards, and the river cards.
    splitters: [Splitters; 2],
    cells: Vec<Cell>,
    /// The labels of each turn and river with the cells of enough boards that they make, those of
    /// most boards first.
    cells_of: Vec<Vec<(usize, usize)>>,
    parts: Vec<Part>,
    /// Room to list rows in.
    told: Vec<u16>,
}

/// Turns and rivers that some guess leaves together: the kinds, and how many there are of each.
struct Cell {
    laters: Vec<u16>,
    kinds: Vec<(usize, u16)>,
    turns: Option<TurnChoices>,
}

/// A part, once it was asked: its flops by kind, the boards of the kinds that come late after a
/// guess with each flop of the part, and by cell what its groups cost at least, as far as it was
/// asked quickly, and all of those that were asked fully.
#[derive(Default)]
struct Part {
    kinds: Vec<PartKind>,
    late_inside: Vec<Lanes>,
    quickly: Vec<u8>,
    fully: Vec<Option<Extra>>,
}

/// What a group costs that was not asked yet.
const UNASKED: u8 = u8::MAX;

/// The flops of a part that are of one kind: how many there are, and unless they are told apart,
/// the number of their set and where in `late_inside` they begin.
struct PartKind {
    n_flops: u16,
    set: Option<(u32, u32)>,
}

impl Late {
    pub fn new(told: Told, effort: &mut Effort) -> Result<Late, Stopped> {
        let (numbers, first_boards) = number_laters(told.boards);
        let boards = told.boards.iter().zip(numbers);
        let boards: Vec<Board> = boards
            .map(|((flop, class, _), later)| (*flop, *class, later))
            .collect();
        let (kinds, kind_of) = kinds_of_laters(&boards, first_boards.len());
        let of_laters = |labels: &Vec<u8>| -> Vec<u8> {
            first_boards.iter().map(|&board| labels[board]).collect()
        };
        let mut late = Late {
            flops: FlopChoices::new(told.meetings, told.table, &told.own_patterns, effort)?,
            n_flops: told.own_patterns.len(),
            boards,
            kinds,
            kind_of,
            splitters: [0, 1].map(|place| {
                let rows = told.splits[place].iter().map(of_laters).collect();
                let card = |&board: &usize| told.boards[board].2[place];
                Splitters::new(rows, first_boards.iter().map(card).collect())
            }),
            cells: Vec::new(),
            cells_of: Vec::new(),
            parts: Vec::new(),
            told: Vec::new(),
        };
        let mut numbers = Map::default();
        for labels in told.laters {
            effort.spend(8 * first_boards.len())?;
            let cells = late.number_cells(&of_laters(labels), &mut numbers);
            late.cells_of.push(cells);
        }
        Ok(late)
    }

    /// The labels of a split of the turns and rivers with the cells they make.
    fn number_cells(
        &mut self,
        labels: &[u8],
        numbers: &mut Map<Vec<u16>, usize>,
    ) -> Vec<(usize, usize)> {
        let mut sets: [Vec<u16>; N_LATER] = Default::default();
        for (later, &label) in labels.iter().enumerate() {
            sets[usize::from(label)].push(later as u16);
        }
        let n_flops = |later: &u16| self.kinds[self.kind_of[usize::from(*later)]].len();
        let n_boards = |set: &Vec<u16>| set.iter().map(n_flops).sum::<usize>();
        let mut sets: Vec<_> = (sets.into_iter().enumerate())
            .map(|(label, set)| (n_boards(&set), label, set))
            .filter(|(n_boards, ..)| *n_boards >= usize::from(FEWEST))
            .collect();
        sets.sort_by_key(|(n_boards, ..)| Reverse(*n_boards));
        let mut number = |set| {
            *numbers.entry(set).or_insert_with_key(|laters| {
                self.cells.push(self.new_cell(laters));
                self.cells.len() - 1
            })
        };
        let cells = sets.into_iter();
        cells.map(|(_, label, set)| (label, number(set))).collect()
    }

    fn new_cell(&self, laters: &[u16]) -> Cell {
        let kind = |later: &u16| self.kind_of[usize::from(*later)];
        let mut kinds: Vec<usize> = laters.iter().map(kind).collect();
        kinds.sort_unstable();
        let runs = kinds.chunk_by(|a, b| a == b);
        Cell {
            laters: laters.to_vec(),
            kinds: runs.map(|run| (run[0], run.len() as u16)).collect(),
            turns: None,
        }
    }

    /// What the groups of a part cost at least above what the splits show, under some turn and
    /// river; once that is `enough`, no more groups are asked.
    pub fn of_part(
        &mut self,
        part: Flops,
        later: u32,
        wanted: Asked,
        enough: u16,
        effort: &mut Effort,
    ) -> Result<u16, Stopped> {
        self.ask_part(part, effort)?;
        let mut sum = 0;
        for i in 0..self.cells_of[later as usize].len() {
            if sum >= enough {
                break;
            }
            let (_, cell) = self.cells_of[later as usize][i];
            sum += u16::from(match wanted {
                Asked::Quickly => self.quickly(part, cell, effort)?,
                Asked::Fully => self.fully(part, cell, effort)?.anyway(),
            });
        }
        Ok(sum)
    }

    /// What is known of each group of a part, by label of turn and river.
    pub fn by_label(
        &mut self,
        part: Flops,
        later: u32,
        effort: &mut Effort,
    ) -> Result<ByLabel, Stopped> {
        self.ask_part(part, effort)?;
        let mut by_label = ByLabel::default();
        for i in 0..self.cells_of[later as usize].len() {
            let (label, cell) = self.cells_of[later as usize][i];
            by_label[label] = self.fully(part, cell, effort)?;
        }
        Ok(by_label)
    }

    fn quickly(&mut self, part: Flops, cell: usize, effort: &mut Effort) -> Result<u8, Stopped> {
        let mut least = self.parts[part.0 as usize].quickly[cell];
        if least == UNASKED {
            let extra = self.ask_quickly(part, cell, effort)?;
            least = extra.anyway().min(UNASKED - 1);
            self.parts[part.0 as usize].quickly[cell] = least;
        }
        Ok(least)
    }

    fn fully(&mut self, part: Flops, cell: usize, effort: &mut Effort) -> Result<Extra, Stopped> {
        let known = &mut self.parts[part.0 as usize].fully;
        known.resize(self.cells.len(), None);
        if let Some(extra) = known[cell] {
            return Ok(extra);
        }
        let mut extra = self.ask_quickly(part, cell, effort)?;
        // what flops tell of all guesses is no news of those that win
        if extra.0.inside > extra.if_outside() {
            let late = self.late_by_flops(part, cell, effort)?;
            extra.0.outside = late.max(extra.0.outside);
        }
        self.parts[part.0 as usize].fully[cell] = Some(extra);
        Ok(extra)
    }

    fn ask_quickly(
        &mut self,
        (part, flops): Flops,
        cell: usize,
        effort: &mut Effort,
    ) -> Result<Extra, Stopped> {
        let of_part = &self.parts[part as usize].kinds;
        let kinds = self.cells[cell].kinds.iter();
        let size: u16 = kinds.map(|&(kind, n)| n * of_part[kind].n_flops).sum();
        if size < FEWEST {
            return Ok(Extra::default());
        }
        effort.spend(flops.len())?;
        self.ask_cell(cell, effort)?;
        let Cell { kinds, turns, .. } = &self.cells[cell];
        let mut lates = turns
            .as_ref()
            .map_or(Lates::default(), |turns| turns.late(flops, &mut self.told));
        let of_part = &self.parts[part as usize];
        lates.inside = of_part.late_inside(kinds, flops.len(), lates.inside);
        Ok(Extra(lates))
    }

    fn late_by_flops(
        &mut self,
        (part, _): Flops,
        cell: usize,
        effort: &mut Effort,
    ) -> Result<u8, Stopped> {
        let of_part = &self.parts[part as usize].kinds;
        let kinds = self.cells[cell].kinds.iter();
        let set = |kind: usize| of_part[kind].set.map(|(set, _)| set as usize);
        let sets = kinds.flat_map(|&(kind, n)| (0..n).filter_map(move |_| set(kind)));
        self.flops.late(sets, effort)
    }

    fn ask_cell(&mut self, cell: usize, effort: &mut Effort) -> Result<(), Stopped> {
        if self.cells[cell].turns.is_some() {
            return Ok(());
        }
        let laters = &self.cells[cell].laters;
        let mut places = vec![None; self.kind_of.len()];
        for (place, &later) in laters.iter().enumerate() {
            places[usize::from(later)] = Some(place);
        }
        effort.spend(2 * self.boards.len())?;
        let place = |&(flop, class, later): &Board| Some((flop, class, places[later]?));
        let boards: Vec<Board> = self.boards.iter().filter_map(place).collect();
        let splits = self
            .splitters
            .each_mut()
            .map(|cards| cards.finest_of(laters));
        let turns = TurnChoices::new(self.n_flops, &boards, &splits);
        self.cells[cell].turns = Some(turns);
        Ok(())
    }

    fn ask_part(&mut self, (part, flops): Flops, effort: &mut Effort) -> Result<(), Stopped> {
        let part = part as usize;
        if part >= self.parts.len() {
            self.parts.resize_with(part + 1, Part::default);
        }
        if !self.parts[part].kinds.is_empty() {
            return Ok(());
        }
        let mut is_in = vec![false; self.n_flops];
        flops
            .iter()
            .for_each(|&flop| is_in[usize::from(flop)] = true);
        let mut kinds = Vec::with_capacity(self.kinds.len());
        let mut late_inside = Vec::new();
        for all in &self.kinds {
            let mut set = all.clone();
            set.retain(|&flop| is_in[usize::from(flop)]);
            let n_flops = set.len() as u16;
            let number = self.flops.number(set, effort)?;
            let set = number.map(|number| (number as u32, late_inside.len() as u32));
            if let Some(number) = number {
                let late = self.flops.late_inside(number);
                let late: Vec<u8> = flops.iter().map(|&flop| late[usize::from(flop)]).collect();
                late_inside.extend(lanes(&late));
            }
            kinds.push(PartKind { n_flops, set });
        }
        self.parts[part] = Part {
            kinds,
            late_inside,
            quickly: vec![UNASKED; self.cells.len()],
            fully: Vec::new(),
        };
        Ok(())
    }
}

impl Part {
    /// The boards of a group that come late after a guess with one of so many flops, if they are
    /// more than is known.
    fn late_inside(&self, kinds: &[(usize, u16)], n_flops: usize, known: u8) -> u8 {
        let start = |&(kind, n): &(usize, u16)| Some((self.kinds[kind].set?.1 as usize, n));
        let mut least = u8::MAX;
        for i in 0..n_flops.div_ceil(N_LANES) {
            let mut sums = Lanes::default();
            for (start, n) in kinds.iter().filter_map(start) {
                (0..n).for_each(|_| add(&mut sums, &self.late_inside[start + i]));
            }
            least = sums.into_iter().fold(least, u8::min);
            if least <= known {
                return known;
            }
        }
        least
    }
}

/// The number of each board's turn and river, and the first board of each turn and river.
fn number_laters(boards: &[(u16, u16, [u8; 2])]) -> (Vec<usize>, Vec<usize>) {
    let (mut numbers, mut first_boards) = (Map::default(), Vec::new());
    let mut number = |(board, (_, _, later)): (usize, &(u16, u16, [u8; 2]))| {
        let number = *numbers.entry(*later).or_insert(first_boards.len());
        if number == first_boards.len() {
            first_boards.push(board);
        }
        number
    };
    let laters = boards.iter().enumerate().map(&mut number).collect();
    (laters, first_boards)
}

/// The flops of each kind of turn and river, and the kind of each turn and river.
fn kinds_of_laters(boards: &[Board], n_laters: usize) -> (Vec<Vec<u16>>, Vec<usize>) {
    let mut flops_of = vec![Vec::new(); n_laters];
    for &(flop, _, later) in boards {
        flops_of[later].push(flop);
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

    /// A position of some flops under some turns and rivers, with all that guesses tell of it.
    struct Position {
        colours: Colours,
        flops: Vec<[u8; 3]>,
        boards: Vec<(u16, u16, [u8; 2])>,
        meetings: Vec<Vec<u16>>,
        /// The boards' labels by each turn card, and by each river card.
        splits: [Vec<Vec<u8>>; 2],
    }

    impl Position {
        fn new(seed: usize) -> Position {
            let (colours, triples) = (colours(), triples());
            let flops: Vec<[u8; 3]> = (0..40)
                .map(|i| triples[(7 * seed + 27 * i) % triples.len()])
                .collect();
            let boards: Vec<(u16, u16, [u8; 2])> = (some_boards(seed, &flops).into_iter())
                .map(|(flop, later)| (flop, class_of(flop, later), later))
                .collect();
            let meet = |card, flop| colours.meet_flop(card, flop);
            let meetings = |card| flops.iter().map(|flop| meet(card, flop)).collect();
            let split = |card, place: usize| {
                let meet = |board: &(u16, u16, [u8; 2])| colours.meet(card, board.2[place]);
                boards.iter().map(meet).collect()
            };
            Position {
                meetings: (0..N_LIVE).map(meetings).collect(),
                splits: [0, 1].map(|place| (0..N_LIVE).map(|card| split(card, place)).collect()),
                colours,
                flops,
                boards,
            }
        }

        fn later_label(&self, [turn, river]: [u8; 2], board: usize) -> u8 {
            let digit = |place: usize, card| self.splits[place][usize::from(card)][board];
            3 * digit(0, turn) + digit(1, river)
        }

        fn labels(&self, later: [u8; 2]) -> Vec<u8> {
            let all = 0..self.boards.len();
            all.map(|board| self.later_label(later, board)).collect()
        }

        fn late(&self, laters: &[Vec<u8>], effort: &mut Effort) -> Late {
            let own_pattern = |flop: usize, own: &[u8; 3]| {
                let [a, b, c] = own.map(|card| self.meetings[usize::from(card)][flop]);
                self.colours.flops[usize::from(a + 27 * b + 729 * c)]
            };
            let own_patterns = |flop| {
                let all = self.flops.iter();
                all.map(|own| own_pattern(flop, own)).collect()
            };
            let told = Told {
                meetings: &self.meetings,
                table: &self.colours.flops,
                own_patterns: (0..self.flops.len()).map(own_patterns).collect(),
                boards: &self.boards,
                splits: self.splits.clone(),
                laters,
            };
            Late::new(told, effort).unwrap()
        }

        /// Tell the labels and classes of some boards under every guess, and the class it wins.
        fn each_guess(&self, boards: &[usize], mut tell: impl FnMut(&[(u8, u16)], Option<u16>)) {
            for cards in triples() {
                let [a, b, c] = cards.map(|card| &self.meetings[usize::from(card)]);
                let key = |flop: usize| usize::from(a[flop] + 27 * b[flop] + 729 * c[flop]);
                let own = self.flops.iter().position(|flop| *flop == cards);
                for later in 0..N_LIVE.pow(2) {
                    let later = [later / N_LIVE, later % N_LIVE];
                    let labelled = boards.iter().map(|&i| {
                        let flop = self.colours.flops[key(usize::from(self.boards[i].0))];
                        (9 * flop + self.later_label(later, i), self.boards[i].1)
                    });
                    let labelled: Vec<(u8, u16)> = labelled.collect();
                    tell(&labelled, own.map(|own| class_of(own as u16, later)));
                }
            }
        }
    }

    fn class_of(flop: u16, [turn, river]: [u8; 2]) -> u16 {
        flop * 9 + u16::from(turn / 4) * 3 + u16::from(river / 4)
    }

    /// What a group costs at least, above two guesses a board less its largest class, after a guess
    /// that labels it so and wins a class.
    fn cost_after(group: &[(u8, u16)], won: Option<u16>, counter: &mut Counter) -> i32 {
        let whole = counter.count(group.iter().map(|&(_, class)| (0, class)))[0];
        let others = group.iter().filter(|&&(_, class)| Some(class) != won);
        let n_won = group.len() - others.clone().count();
        let missed = counter.others(others.copied(), i32::MAX).unwrap();
        i32::from(whole.largest) - n_won as i32 + missed
    }

    #[test]
    fn no_guess_costs_a_group_less_than_is_known_of_it() {
        let (mut n_extra, mut counter) = (0, Counter::new());
        for (seed, n_flops) in [(0, 39), (1, 20)] {
            let position = Position::new(seed);
            let laters = [[2, 9], [7, 4]].map(|later| position.labels(later));
            let mut always = || true;
            let mut effort = Effort::new(i64::MAX, &mut always);
            let mut late = position.late(&laters, &mut effort);
            let flops: Vec<u16> = (0..n_flops).collect();
            for (later, labels) in (0..).zip(&laters) {
                let part = (0, &flops[..]);
                let quick = late.of_part(part, later, Asked::Quickly, u16::MAX, &mut effort);
                let by_label = late.by_label(part, later, &mut effort).unwrap();
                let full: u16 = by_label.iter().map(|extra| u16::from(extra.anyway())).sum();
                n_extra += full;
                assert!(quick.unwrap() <= full);
                for (label, extra) in (0..).zip(by_label) {
                    let is_in = |&i: &usize| labels[i] == label && position.boards[i].0 < n_flops;
                    let group: Vec<usize> = (0..labels.len()).filter(is_in).collect();
                    if group.len() < usize::from(FEWEST) {
                        continue;
                    }
                    position.each_guess(&group, |group, won| {
                        let cost = cost_after(group, won, &mut counter);
                        assert!(cost >= i32::from(extra.anyway()));
                        let missed = counter.others(group.iter().copied(), i32::MAX).unwrap();
                        assert!(missed >= i32::from(extra.late_outside()));
                    });
                }
            }
        }
        assert!(n_extra > 50);
    }
}
