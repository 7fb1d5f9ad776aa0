//! Guesses worth a look: what they cost as a rule, and the climb to good ones from outside.
//!
//! Patterns are worked out as they are needed, so that any number of guesses can be asked about
//! thousands of boards in little memory. Boards come in the order of their classes.

use super::task::{Cards, Colours, Counter, Group, N_CARDS, N_FLOP_PATTERNS, N_LATER, WON};

/// Guesses a board that a group costs above its bound, for each doubling of its classes.
const SURPLUS: f64 = 0.12;
const FLOP_GREEN: u8 = N_FLOP_PATTERNS as u8 - 1;

/// What a guess costs in all boards' guesses together, and the bits that it tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// No play after the guess can do better.
    pub least: i64,
    /// With what groups of many classes cost on top, as a rule.
    pub likely: f64,
    pub bits: f64,
}

/// Boards that guesses are asked about.
pub struct Asked {
    boards: Vec<Cards>,
    classes: Vec<u16>,
    flops: Vec<[u8; 3]>,
    flop_of: Vec<u16>,
    /// How each card meets each flop: by flop, then card.
    meetings: Vec<[u16; N_CARDS]>,
    colours: Colours,
    suit_pardon: bool,
}

impl Asked {
    pub fn new(boards: Vec<Cards>, colours: Colours, suit_pardon: bool) -> Asked {
        let (mut classes, mut flops, mut flop_of) = (Vec::new(), Vec::new(), Vec::new());
        for (i, board) in boards.iter().enumerate() {
            let flop = [board[0], board[1], board[2]];
            let is_new = i == 0 || !same_class(board, &boards[i - 1], suit_pardon);
            classes.push(classes.last().map_or(0, |last| last + u16::from(is_new)));
            if flops.last() != Some(&flop) {
                flops.push(flop);
            }
            flop_of.push(flops.len() as u16 - 1);
        }
        let meet = |flop| std::array::from_fn(|card| colours.meet_flop(card as u8, flop));
        Asked {
            meetings: flops.iter().map(meet).collect(),
            boards,
            classes,
            flops,
            flop_of,
            colours,
            suit_pardon,
        }
    }

    /// The costs of a guess; with `pardoned` its class of boards is won.
    pub fn rate(
        &self,
        guess: &Cards,
        pardoned: bool,
        last_next: bool,
        counter: &mut Counter,
    ) -> Costs {
        let mut by_flop = Vec::with_capacity(self.flops.len());
        by_flop.extend(self.meetings.iter().map(|met| self.flop_label(guess, met)));
        let class = |board: &Cards| pardoned && same_class(guess, board, self.suit_pardon);
        let labels = (0..self.boards.len()).map(|i| {
            let board = &self.boards[i];
            let flop = by_flop[usize::from(self.flop_of[i])];
            let is_won = flop == FLOP_GREEN * N_LATER as u8 && class(board);
            let label = if is_won {
                WON
            } else {
                flop + self.later_label(guess, board)
            };
            (label, self.classes[i])
        });
        let groups = counter.count(labels);
        costs(&groups, self.boards.len(), last_next)
    }

    fn flop_label(&self, guess: &Cards, met: &[u16; N_CARDS]) -> u8 {
        let [a, b, c] = [guess[0], guess[1], guess[2]].map(|card| met[usize::from(card)]);
        self.colours.flops[usize::from(a + 27 * b + 729 * c)] * N_LATER as u8
    }

    fn later_label(&self, guess: &Cards, board: &Cards) -> u8 {
        3 * self.colours.meet(guess[3], board[3]) + self.colours.meet(guess[4], board[4])
    }

    /// The best guesses met on the way up from a start: the best change of one card is made again
    /// and again, until no change is better. At each step some neighbours are kept.
    ///
    /// A guess that shares its class with a board is left out: whether the site would pardon a
    /// guess that does not fit the trophies is not known.
    pub fn climb(
        &self,
        start: Cards,
        live: &[u8],
        refused: &[Cards],
        keep: usize,
        last_next: bool,
    ) -> Vec<(Cards, Costs)> {
        let mut counter = Counter::new();
        let (mut met, mut guess, mut cost) = (Vec::new(), start, f64::INFINITY);
        loop {
            let mut found = Vec::new();
            for neighbour in neighbours(guess, live) {
                if !self.shares_class(&neighbour) {
                    found.push((
                        neighbour,
                        self.rate(&neighbour, false, last_next, &mut counter),
                    ));
                }
            }
            found.sort_by(|(_, a), (_, b)| a.likely.total_cmp(&b.likely));
            found.truncate(keep);
            found.retain(|(cards, _)| !refused.contains(cards));
            met.extend_from_slice(&found);
            match found.first() {
                Some((best, costs)) if costs.likely < cost => (guess, cost) = (*best, costs.likely),
                _ => return met,
            }
        }
    }

    fn shares_class(&self, guess: &Cards) -> bool {
        let flop = [guess[0], guess[1], guess[2]];
        let Ok(number) = self.flops.binary_search(&flop) else {
            return false;
        };
        let first = self
            .flop_of
            .partition_point(|&other| usize::from(other) < number);
        (self.boards[first..].iter())
            .take_while(|board| board[..3] == flop)
            .any(|board| same_class(guess, board, self.suit_pardon))
    }

    /// The likely cost of a guess of these labels, if each group is then answered by its own best
    /// board; of large groups some are tried.
    pub fn look_deeper(&self, labels: &[u8], last_but_one: bool, max_tried: usize) -> f64 {
        let mut members: Vec<Vec<u16>> = vec![Vec::new(); usize::from(WON)];
        for (board, &label) in labels.iter().enumerate() {
            if label != WON {
                members[usize::from(label)].push(board as u16);
            }
        }
        let mut counter = Counter::new();
        let later =
            |group: &Vec<u16>| self.best_board(group, last_but_one, max_tried, &mut counter);
        let sum: f64 = members
            .iter()
            .filter(|group| !group.is_empty())
            .map(later)
            .sum();
        self.boards.len() as f64 + sum
    }
}

impl Asked {
    /// The least likely cost of a group, over some of its own boards as guesses.
    fn best_board(
        &self,
        group: &[u16],
        last_next: bool,
        max_tried: usize,
        counter: &mut Counter,
    ) -> f64 {
        let step = group.len().div_ceil(max_tried).max(1);
        let mut best = f64::INFINITY;
        for &guess in group.iter().step_by(step) {
            let guess = &self.boards[usize::from(guess)];
            let label = |&board: &u16| {
                let class = self.classes[usize::from(board)];
                (self.pardoned_label(guess, usize::from(board)), class)
            };
            let groups = counter.count(group.iter().map(label));
            best = best.min(costs(&groups, group.len(), last_next).likely);
        }
        best
    }

    /// The pattern of a guess that fits the trophies against one board.
    fn pardoned_label(&self, guess: &Cards, board: usize) -> u8 {
        let met = &self.meetings[usize::from(self.flop_of[board])];
        let (flop, board) = (self.flop_label(guess, met), &self.boards[board]);
        if flop == FLOP_GREEN * N_LATER as u8 && same_class(guess, board, self.suit_pardon) {
            return WON;
        }
        flop + self.later_label(guess, board)
    }
}

/// True if two boards win together: flops are equal, and the rest is, the suits too or not.
fn same_class(a: &Cards, b: &Cards, suit_pardon: bool) -> bool {
    let keep = if suit_pardon { !3 } else { !0 };
    a[..3] == b[..3] && (a[3] ^ b[3]) & keep == 0 && (a[4] ^ b[4]) & keep == 0
}

/// The guesses that differ from this one in one card, flops ascending.
fn neighbours(guess: Cards, live: &[u8]) -> impl Iterator<Item = Cards> + '_ {
    let fresh = live.iter().filter(move |card| !guess.contains(card));
    (0..5).flat_map(move |place| {
        fresh.clone().map(move |&card| {
            let mut changed = guess;
            changed[place] = card;
            changed[..3].sort_unstable();
            changed
        })
    })
}

fn costs(groups: &[Group], n_boards: usize, last_next: bool) -> Costs {
    let (mut least, mut surplus, mut logs) = (0, 0.0, 0.0);
    for group in groups {
        let size = f64::from(group.size);
        logs += size * size.log2();
        least += i64::from(group.size);
        if group.label != WON {
            least += i64::from(group.least(last_next));
            if group.n_classes > 2 && !last_next {
                surplus += SURPLUS * size * f64::from(group.n_classes).log2();
            }
        }
    }
    let n = n_boards as f64;
    Costs {
        least,
        likely: least as f64 + surplus,
        bits: n.log2() - logs / n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_in_one_card_and_keep_flops_in_order() {
        let live: Vec<u8> = (0..8).collect();
        let all: Vec<Cards> = neighbours([1, 2, 3, 4, 5], &live).collect();
        assert_eq!(all.len(), 5 * 3);
        assert_eq!(all[0], [0, 2, 3, 4, 5]);
        assert!(all
            .iter()
            .all(|cards| cards[0] < cards[1] && cards[1] < cards[2]));
    }

    #[test]
    fn classes_forget_the_suits_of_turn_and_river_if_they_are_pardoned() {
        let (board, twin, other) = ([0, 1, 2, 4, 8], [0, 1, 2, 7, 9], [0, 1, 2, 4, 12]);
        assert!(same_class(&board, &twin, true));
        assert!(!same_class(&board, &twin, false));
        assert!(!same_class(&board, &other, true));
    }

    #[test]
    fn a_group_costs_two_a_board_less_its_largest_class() {
        let boards = [(WON, 0), (WON, 0), (7, 1), (7, 1), (7, 2), (7, 2), (7, 3)];
        let groups = Counter::new().count(boards.into_iter());
        let found = costs(&groups, 7, false);
        assert_eq!(found.least, 2 + 5 + 10 - 2);
        assert!((found.likely - 15.0 - 0.12 * 5.0 * 3_f64.log2()).abs() < 1e-9);
        assert_eq!(
            costs(&groups, 7, true).least,
            2 + 5 + 5 + 3 * i64::from(crate::pokle::task::LOSS)
        );
    }
}
