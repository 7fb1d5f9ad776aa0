//! The boards of a puzzle that are left, sorted by class, and how a guess splits them.
//!
//! Boards that one guess wins together are a *class*. Boards are kept in the order of their
//! classes, so the largest class of a group is its longest run. A position of the search is a list
//! of board numbers, ascending.

use std::ops::Range;

use super::feedback::{
    class_key, flop_match, flop_of, flop_pattern, same_class, turn_river_pattern, Cards, Flop,
    N_CARDS, N_FLOP_PATTERNS, N_PATTERNS, N_TURN_RIVER_PATTERNS, WON,
};

/// The cost of a plan: the lowest 32 bits hold the guesses of all boards together, the bits above
/// them the number of lost boards, so plans compare by losses first. Both fit: at most 20,000
/// boards × 99 guesses.
pub type Cost = i64;
/// The cost of a board that is not found in time.
pub const LOST_BOARD: Cost = 1 << 32;
/// A cost above that of any plan.
pub const UNREACHABLE: Cost = i64::MAX / 4;

/// Split a cost into lost boards and guesses.
pub fn lost_and_guesses(cost: Cost) -> (u32, u32) {
    ((cost >> 32) as u32, cost as u32)
}

/// The guesses that are allowed.
#[derive(Clone, Default)]
pub struct Legal {
    pub cards: Vec<u8>,
    /// Guesses that the site did not accept.
    pub refused: Vec<Cards>,
    /// With the suit pardon, boards with equal flops and equal ranks of turn and river are a class.
    pub suit_pardon: bool,
    /// Only guesses that win a class: no probes.
    pub boards_only: bool,
}

impl Legal {
    pub fn allows(&self, guess: &Cards) -> bool {
        guess.iter().all(|card| self.cards.contains(card)) && !self.refused.contains(guess)
    }
}

/// A guess that wins a class of boards.
#[derive(Clone, Copy)]
pub struct WinningGuess {
    pub class: u16,
    pub cards: Cards,
}

pub struct BoardSet {
    pub boards: Vec<Cards>,
    pub classes: Vec<u16>,
    pub n_classes: usize,
    pub flops: Vec<Flop>,
    /// By board: the number of its flop in `flops`.
    pub flop_of: Vec<u16>,
    /// By flop, then card: the `flop_match` of the two.
    pub flop_matches: Vec<[u16; N_CARDS]>,
    /// The winning guesses in the order of their classes; below, where those of each class are.
    pub winning: Vec<WinningGuess>,
    winning_of: Vec<Range<usize>>,
    pub legal: Legal,
}

impl BoardSet {
    /// Create a set, sorted by class. `extra_winners` are further guesses that win by the suit
    /// pardon; those of a class without a board are left out.
    pub fn new(mut boards: Vec<Cards>, extra_winners: &[Cards], legal: Legal) -> BoardSet {
        let pardon = legal.suit_pardon;
        boards.sort_unstable_by_key(|board| (class_key(board, pardon), *board));
        boards.dedup();
        let (mut classes, mut flops, mut flop_numbers) = (Vec::new(), Vec::new(), Vec::new());
        for (i, board) in boards.iter().enumerate() {
            let is_new = i > 0 && !same_class(board, &boards[i - 1], pardon);
            classes.push(classes.last().map_or(0, |last| last + u16::from(is_new)));
            if flops.last() != Some(&flop_of(board)) {
                flops.push(flop_of(board));
            }
            flop_numbers.push(flops.len() as u16 - 1);
        }
        let mut winners: Vec<Cards> = boards.iter().chain(extra_winners).copied().collect();
        winners.retain(|guess| legal.allows(guess));
        winners.sort_by_key(|guess| class_key(guess, pardon)); // stable: boards come first
        let mut winning: Vec<WinningGuess> = Vec::new();
        for cards in winners {
            let Some(first) = first_of_class(&boards, &cards, pardon) else {
                continue;
            };
            let class = classes[first];
            let mut same_class = (winning.iter().rev()).take_while(|known| known.class == class);
            if !same_class.any(|known| known.cards == cards) {
                winning.push(WinningGuess { class, cards });
            }
        }
        let n_classes = classes.last().map_or(0, |&last| usize::from(last) + 1);
        let before = |class: usize| winning.partition_point(|w| usize::from(w.class) < class);
        let matches = |flop| std::array::from_fn(|card| flop_match(card as u8, flop));
        BoardSet {
            winning_of: (0..n_classes).map(|c| before(c)..before(c + 1)).collect(),
            flop_matches: flops.iter().map(matches).collect(),
            boards,
            classes,
            n_classes,
            flops,
            flop_of: flop_numbers,
            winning,
            legal,
        }
    }

    /// Return a set of some of the boards, under the same rules.
    pub fn subset(&self, boards: Vec<Cards>) -> BoardSet {
        BoardSet::new(boards, &[], self.legal.clone())
    }

    pub fn all(&self) -> Vec<u16> {
        (0..self.boards.len() as u16).collect()
    }

    pub fn class(&self, board: u16) -> u16 {
        self.classes[usize::from(board)]
    }

    /// Return the boards of a position, class by class.
    pub fn runs<'p>(&'p self, boards: &'p [u16]) -> impl Iterator<Item = &'p [u16]> {
        boards.chunk_by(|a, b| self.class(*a) == self.class(*b))
    }

    /// Return the numbers of the guesses that win a class: its boards, then those that win by the
    /// pardon.
    pub fn winning_guesses(&self, class: u16) -> Range<usize> {
        self.winning_of[usize::from(class)].clone()
    }

    /// Return true if a guess is of the same class as some board.
    pub fn shares_class(&self, guess: &Cards) -> bool {
        first_of_class(&self.boards, guess, self.legal.suit_pardon).is_some()
    }

    /// Return the pattern of a guess against each board of a position. With `wins_class`, the suit
    /// pardon applies to the guess: it wins its whole class.
    pub fn patterns<'p>(
        &'p self,
        guess: &'p Cards,
        wins_class: bool,
        boards: &'p [u16],
    ) -> impl Iterator<Item = u8> + 'p {
        const FLOP_GREEN: u8 = (N_FLOP_PATTERNS as u8 - 1) * N_TURN_RIVER_PATTERNS as u8;
        let (mut last_flop, mut by_flop) = (u16::MAX, 0);
        boards.iter().map(move |&number| {
            let board = &self.boards[usize::from(number)];
            let flop = self.flop_of[usize::from(number)];
            if flop != last_flop {
                let matches = &self.flop_matches[usize::from(flop)];
                let pattern = flop_pattern(flop_of(guess).map(|card| matches[usize::from(card)]));
                (last_flop, by_flop) = (flop, pattern * N_TURN_RIVER_PATTERNS as u8);
            }
            if by_flop == FLOP_GREEN
                && wins_class
                && same_class(guess, board, self.legal.suit_pardon)
            {
                return WON;
            }
            by_flop + turn_river_pattern(guess, board)
        })
    }
}

/// Return the first board of a guess's class, among boards sorted by class; None if there is none.
fn first_of_class(boards: &[Cards], guess: &Cards, suit_pardon: bool) -> Option<usize> {
    let key = class_key(guess, suit_pardon);
    let first = boards.partition_point(|board| class_key(board, suit_pardon) < key);
    (boards.get(first).map(|board| class_key(board, suit_pardon)) == Some(key)).then_some(first)
}

/// Counts of the boards that show one pattern.
#[derive(Clone, Copy, Default)]
pub struct GroupStats {
    pub pattern: u8,
    pub size: u16,
    pub n_classes: u16,
    /// Boards of the largest class.
    pub largest_class: u16,
    /// The class of the board counted last, and how many of its boards were counted.
    class: u16,
    run: u16,
}

impl GroupStats {
    /// Count one more board; return true if this makes the largest class larger.
    fn add(&mut self, class: u16) -> bool {
        self.size += 1;
        if self.run > 0 && self.class == class {
            self.run += 1;
        } else {
            (self.class, self.run) = (class, 1);
            self.n_classes += 1;
        }
        let grows = self.run > self.largest_class;
        self.largest_class += u16::from(grows);
        grows
    }

    /// Return how many boards the next guess cannot win.
    pub fn misses(&self) -> u16 {
        self.size - self.largest_class
    }

    /// Return the class bound of the group after the guess that made it.
    pub fn lower_bound(&self, is_last: bool) -> Cost {
        Cost::from(self.size) + Cost::from(self.misses()) * miss_cost(is_last)
    }
}

/// Return the extra cost of a board that the next guess does not win; `is_last` if that guess is
/// the last.
pub fn miss_cost(is_last: bool) -> Cost {
    if is_last {
        LOST_BOARD
    } else {
        1
    }
}

/// Counts the groups that guesses make, one guess after the other.
pub struct GroupCounter {
    /// By pattern: its group, and the `number` of the guess for which it was counted last.
    groups: [(u64, GroupStats); N_PATTERNS],
    number: u64,
}

impl GroupCounter {
    pub(crate) fn new() -> GroupCounter {
        GroupCounter {
            groups: [Default::default(); N_PATTERNS],
            number: 0,
        }
    }

    fn add(&mut self, pattern: u8, class: u16) -> (bool, bool) {
        let (number, group) = &mut self.groups[usize::from(pattern)];
        let is_new = *number != self.number;
        if is_new {
            *number = self.number;
            *group = GroupStats {
                pattern,
                ..GroupStats::default()
            };
        }
        (is_new, group.add(class))
    }

    /// Return the groups of boards with these patterns and classes.
    pub fn count(&mut self, boards: impl Iterator<Item = (u8, u16)>) -> Vec<GroupStats> {
        self.number += 1;
        let mut seen = Vec::new();
        for (pattern, class) in boards {
            if self.add(pattern, class).0 {
                seen.push(pattern);
            }
        }
        let group = |pattern: u8| self.groups[usize::from(pattern)].1;
        seen.into_iter().map(group).collect()
    }

    /// Count all boards as one group.
    pub fn count_all(&mut self, set: &BoardSet, boards: &[u16]) -> GroupStats {
        self.count(boards.iter().map(|&board| (0, set.class(board))))[0]
    }

    /// Count the boards outside the largest class of their group; None if they are more than
    /// `most`.
    pub fn misses(&mut self, boards: impl Iterator<Item = (u8, u16)>, most: Cost) -> Option<Cost> {
        self.number += 1;
        let mut misses = 0;
        for (pattern, class) in boards {
            misses += Cost::from(!self.add(pattern, class).1);
            if misses > most {
                return None;
            }
        }
        Some(misses)
    }
}

/// A way to play a position to its end, and the guess that it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub cost: Cost,
    /// The most guesses that a board takes, of those that are found.
    pub worst: u8,
    pub cards: Cards,
}

impl Plan {
    /// Return the plan for one or two classes, or for the last guess: guess the largest class. None
    /// if some class that has to be guessed is won by no legal guess.
    pub fn of_largest_class(set: &BoardSet, boards: &[u16], is_last: bool) -> Option<Plan> {
        let winners = |run: &&[u16]| set.winning_guesses(set.class(run[0]));
        let can_win = |run: &&[u16]| !winners(run).is_empty();
        if !is_last && !set.runs(boards).all(|run| can_win(&run)) {
            return None;
        }
        let guessed =
            (set.runs(boards).filter(can_win))
                .reduce(|a, b| if b.len() > a.len() { b } else { a })?;
        let (n, misses) = (boards.len() as Cost, (boards.len() - guessed.len()) as Cost);
        Some(Plan {
            cost: n + misses * miss_cost(is_last),
            worst: 1 + u8::from(misses > 0 && !is_last),
            cards: set.winning[winners(&guessed).start].cards,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_know_their_largest_class() {
        let boards = [(5, 0), (5, 0), (5, 1), (7, 1), (5, 2), (5, 2), (5, 2)];
        let groups = GroupCounter::new().count(boards.into_iter());
        let parts = |g: &GroupStats| (g.pattern, g.size, g.n_classes, g.largest_class);
        let found: Vec<_> = groups.iter().map(parts).collect();
        assert_eq!(found, [(5, 6, 3, 3), (7, 1, 1, 1)]);
        assert_eq!(groups[0].lower_bound(false), 6 + 3);
        assert_eq!(lost_and_guesses(groups[0].lower_bound(true)), (3, 6));
    }

    #[test]
    fn misses_are_the_boards_outside_the_largest_class_of_their_group() {
        let boards = [(5, 0), (5, 0), (5, 1), (7, 1), (5, 2), (5, 2), (5, 2)];
        let mut counter = GroupCounter::new();
        assert_eq!(counter.misses(boards.into_iter(), 9), Some(3));
        assert_eq!(counter.misses(boards.into_iter(), 2), None);
        assert_eq!(counter.misses([(5, 3)].into_iter(), 0), Some(0));
    }

    #[test]
    fn boards_are_sorted_by_class_and_refused_guesses_win_nothing() {
        let boards = vec![[0, 1, 2, 9, 20], [0, 1, 2, 8, 16], [0, 1, 2, 8, 21]];
        let legal = Legal {
            cards: (0..52).collect(),
            refused: vec![[0, 1, 2, 8, 16]],
            suit_pardon: true,
            boards_only: false,
        };
        let extra = [[0, 1, 2, 10, 17], [0, 1, 3, 8, 16]];
        let set = BoardSet::new(boards, &extra, legal);
        assert_eq!(set.classes, [0, 1, 1]);
        let cards = |class| {
            set.winning_guesses(class)
                .map(|i| set.winning[i].cards[3..].to_vec())
        };
        assert_eq!(cards(0).collect::<Vec<_>>(), [[10, 17]]);
        assert_eq!(cards(1).collect::<Vec<_>>(), [[8, 21], [9, 20]]);
        assert!(set.shares_class(&[0, 1, 2, 11, 19]) && !set.shares_class(&[0, 1, 2, 12, 19]));
    }
}
