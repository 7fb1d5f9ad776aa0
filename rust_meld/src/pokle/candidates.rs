//! Guesses worth a look: what they cost as a rule, and the climb to good ones from outside.
//!
//! Patterns are worked out as they are needed, so that any number of guesses can be asked about
//! thousands of boards in little memory. Boards come in the order of their classes.

use super::task::{Cards, Colours, Counter, Group, N_CARDS, N_FLOP_PATTERNS, N_LATER, WON};

/// Guesses a board that a group costs above its bound, for each doubling of its classes.
const SURPLUS: f64 = 0.12;
/// Sizes of classes, each for all up to it: boards of a class differ in two suits.
const CLASS_SIZES: [u32; 8] = [1, 2, 3, 4, 6, 9, 12, 16];
const FLOP_GREEN: u8 = N_FLOP_PATTERNS as u8 - 1;

/// What a guess costs in all boards' guesses together, and the bits that it tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// No guess from outside.
    boards_only: bool,
    /// The cards that may be guessed.
    live: Vec<u8>,
}

impl Asked {
    pub fn new(
        boards: Vec<Cards>,
        colours: Colours,
        suit_pardon: bool,
        boards_only: bool,
        live: Vec<u8>,
    ) -> Asked {
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
            boards_only,
            live,
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
        let later = |group: &Vec<u16>| {
            self.best_board(group, last_but_one, max_tried, &mut counter)
                .costs
                .likely
        };
        let sum: f64 = members
            .iter()
            .filter(|group| !group.is_empty())
            .map(later)
            .sum();
        self.boards.len() as f64 + sum
    }
}

/// Guesses of all boards together, lost ones at their price; of the unluckiest; boards lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub cost: i64,
    pub worst: u8,
    pub lost: u32,
}

impl Asked {
    /// A guess of these labels played to the end, each group by its own best board; at least one
    /// guess must follow.
    pub fn play(&self, labels: &[u8], limit: u8, max_tried: usize) -> Played {
        let everything: Vec<u16> = (0..labels.len() as u16).collect();
        self.play_on(&everything, labels, limit, max_tried, &mut Counter::new())
    }

    fn play_on(
        &self,
        members: &[u16],
        labels: &[u8],
        limit: u8,
        max_tried: usize,
        counter: &mut Counter,
    ) -> Played {
        let mut groups: Vec<Vec<u16>> = vec![Vec::new(); usize::from(WON)];
        for (&board, &label) in members.iter().zip(labels) {
            if label != WON {
                groups[usize::from(label)].push(board);
            }
        }
        let mut played = Played {
            cost: members.len() as i64,
            worst: 1,
            lost: 0,
        };
        for group in groups.iter().filter(|group| !group.is_empty()) {
            let next = self.play_group(group, limit - 1, max_tried, counter);
            played.cost += next.cost;
            played.worst = played.worst.max(next.worst + 1);
            played.lost += next.lost;
        }
        played
    }

    fn play_group(
        &self,
        group: &[u16],
        limit: u8,
        max_tried: usize,
        counter: &mut Counter,
    ) -> Played {
        let class = |board: &u16| (0, self.classes[usize::from(*board)]);
        let whole = counter.count(group.iter().map(class))[0];
        if limit == 1 || whole.n_classes <= 2 {
            let lost = if limit == 1 { whole.others() } else { 0 };
            return Played {
                cost: i64::from(whole.least(limit == 1)),
                worst: 1 + u8::from(whole.others() > lost),
                lost: u32::from(lost),
            };
        }
        let mut best = self.best_board(group, limit == 2, max_tried, counter);
        if best.costs.least > 2 * group.len() as i64 && !self.boards_only {
            best = self.change_later(best, group, limit == 2, counter);
        }
        let label = |&board: &u16| self.label(&best, usize::from(board));
        let labels: Vec<u8> = group.iter().map(label).collect();
        self.play_on(group, &labels, limit, max_tried, counter)
    }

    /// The most boards that the second guesses can win after any first guess whose lowest flop
    /// card is this one: each flop pattern leaves nine groups, and each group one class.
    pub fn most_won_second(&self, first: u8, live: &[u8]) -> u32 {
        let kinds = self.class_sizes();
        let mut most = 0;
        let others: Vec<u8> = live.iter().copied().filter(|&card| card > first).collect();
        for (i, &second) in others.iter().enumerate() {
            for &third in &others[i + 1..] {
                let guess = [first, second, third, 0, 0];
                let mut by_label = [0_u128; N_FLOP_PATTERNS];
                for (met, kinds) in self.meetings.iter().zip(&kinds) {
                    by_label[usize::from(self.flop_label(&guess, met)) / N_LATER] += kinds;
                }
                most = most.max(by_label.into_iter().map(largest_nine).sum());
            }
        }
        most
    }

    /// By flop: how many classes of each size there are, 16 bits for each of `CLASS_SIZES`.
    fn class_sizes(&self) -> Vec<u128> {
        let mut kinds = vec![0; self.flops.len()];
        let class = |board: &usize| self.classes[*board];
        let boards: Vec<usize> = (0..self.boards.len()).collect();
        for run in boards.chunk_by(|a, b| class(a) == class(b)) {
            let kind = CLASS_SIZES.partition_point(|&size| size < run.len() as u32);
            kinds[usize::from(self.flop_of[run[0]])] += 1_u128 << (16 * kind);
        }
        kinds
    }

    /// The own board of a group that costs the least as a guess, as a rule.
    fn best_board(
        &self,
        group: &[u16],
        last_next: bool,
        max_tried: usize,
        counter: &mut Counter,
    ) -> Tried {
        let step = group.len().div_ceil(max_tried).max(1);
        let boards = group.iter().step_by(step);
        let tried = boards.map(|&board| {
            let cards = self.boards[usize::from(board)];
            self.try_on(cards, true, group, last_next, counter)
        });
        let likelier = |a: Tried, b: Tried| {
            if b.costs.likely < a.costs.likely {
                b
            } else {
                a
            }
        };
        tried.reduce(likelier).expect("a group has a board")
    }

    /// A guess with the best other turn, then the best other river, where that is better.
    fn change_later(
        &self,
        mut best: Tried,
        group: &[u16],
        last_next: bool,
        counter: &mut Counter,
    ) -> Tried {
        for place in [3, 4] {
            let start = best.cards;
            for &card in self.live.iter().filter(|card| !start.contains(card)) {
                let mut cards = start;
                cards[place] = card;
                let tried = self.try_on(cards, false, group, last_next, counter);
                if tried.costs.likely < best.costs.likely {
                    best = tried;
                }
            }
        }
        best
    }

    fn try_on(
        &self,
        cards: Cards,
        pardoned: bool,
        group: &[u16],
        last_next: bool,
        counter: &mut Counter,
    ) -> Tried {
        let mut tried = Tried {
            cards,
            pardoned,
            costs: Costs::default(),
        };
        let label = |&board: &u16| {
            let class = self.classes[usize::from(board)];
            (self.label(&tried, usize::from(board)), class)
        };
        let groups = counter.count(group.iter().map(label));
        tried.costs = costs(&groups, group.len(), last_next);
        tried
    }

    /// The pattern of a guess against one board.
    fn label(&self, guess: &Tried, board: usize) -> u8 {
        let met = &self.meetings[usize::from(self.flop_of[board])];
        let (flop, board) = (self.flop_label(&guess.cards, met), &self.boards[board]);
        let is_green = flop == FLOP_GREEN * N_LATER as u8 && guess.pardoned;
        if is_green && same_class(&guess.cards, board, self.suit_pardon) {
            return WON;
        }
        flop + self.later_label(&guess.cards, board)
    }
}

/// A guess that was tried on a group; one that is not pardoned wins against itself alone.
#[derive(Clone, Copy)]
struct Tried {
    cards: Cards,
    pardoned: bool,
    costs: Costs,
}

/// The boards of the nine largest classes, of classes counted by size.
fn largest_nine(kinds: u128) -> u32 {
    let (mut left, mut boards) = (N_LATER as u32, 0);
    for (kind, size) in CLASS_SIZES.iter().enumerate().rev() {
        let count = ((kinds >> (16 * kind)) as u32 & 0xFFFF).min(left);
        boards += count * size;
        left -= count;
    }
    boards
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
