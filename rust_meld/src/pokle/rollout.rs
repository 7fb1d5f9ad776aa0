//! Greedy play of a position to its end: its cost is an upper bound, because every guess is legal.
//!
//! The next guess of a group is the best of a few guesses that win a class of it. If its split
//! bound is poor, its turn and its river are exchanged for the best other cards. Positions that the
//! search has solved are played by their plan.

use super::board_set::{BoardSet, Cost, GroupCounter, Plan, LOST_BOARD};
use super::feedback::{Cards, N_PATTERNS, WON};
use super::shortlist::{score, Score};

/// The most classes of a group that are tried as its next guess.
const MAX_TRIED: usize = 12;

/// Plays positions of a set; `solved` returns the plan of a position that is solved.
pub struct Rollout<'a> {
    set: &'a BoardSet,
    counter: GroupCounter,
    solved: &'a dyn Fn(&[u16], u8) -> Option<Plan>,
}

/// A guess tried on a group.
#[derive(Clone, Copy)]
struct Tried {
    cards: Cards,
    wins_class: bool,
    score: Score,
}

impl<'a> Rollout<'a> {
    pub fn new(set: &'a BoardSet, solved: &'a dyn Fn(&[u16], u8) -> Option<Plan>) -> Rollout<'a> {
        Rollout {
            set,
            counter: GroupCounter::new(),
            solved,
        }
    }

    /// Play a guess with these patterns against some boards, then each group to its end. At least
    /// two guesses must be left, this one included.
    pub fn play(
        &mut self,
        boards: &[u16],
        cards: Cards,
        patterns: &[u8],
        guesses_left: u8,
    ) -> Plan {
        let mut groups: Vec<Vec<u16>> = vec![Vec::new(); N_PATTERNS];
        for (&board, &pattern) in boards.iter().zip(patterns) {
            groups[usize::from(pattern)].push(board);
        }
        groups.truncate(usize::from(WON));
        let mut plan = Plan {
            cost: boards.len() as Cost,
            worst: 1,
            cards,
        };
        for group in groups.iter().filter(|group| !group.is_empty()) {
            let next = self.play_group(group, guesses_left - 1);
            plan.cost += next.cost;
            plan.worst = plan.worst.max(next.worst.saturating_add(1));
        }
        plan
    }

    fn play_group(&mut self, group: &[u16], guesses_left: u8) -> Plan {
        let n_classes = self.set.runs(group).take(3).count();
        if guesses_left == 1 || n_classes <= 2 {
            let plan = Plan::of_largest_class(self.set, group, guesses_left == 1);
            return plan.unwrap_or_else(|| all_lost(group, guesses_left));
        }
        if let Some(plan) = (self.solved)(group, guesses_left) {
            return plan;
        }
        let Some(mut best) = self.best_class(group, guesses_left == 2) else {
            return all_lost(group, guesses_left);
        };
        if best.score.lower_bound > 2 * group.len() as Cost && !self.set.legal.boards_only {
            best = self.improve_turn_river(best, group, guesses_left == 2);
        }
        let patterns: Vec<u8> = (self.set.patterns(&best.cards, best.wins_class, group)).collect();
        self.play(group, best.cards, &patterns, guesses_left)
    }

    /// Return the best of a few guesses that win a class of the group; None if none is legal.
    fn best_class(&mut self, group: &[u16], is_last_next: bool) -> Option<Tried> {
        let set = self.set;
        let step = group.len().div_ceil(MAX_TRIED).max(1);
        let winner = |&board: &u16| set.winning_guesses(set.class(board)).next();
        let mut guesses: Vec<usize> = group.iter().step_by(step).filter_map(winner).collect();
        if guesses.is_empty() {
            guesses.extend(group.iter().find_map(winner));
        }
        let mut best: Option<Tried> = None;
        for guess in guesses {
            let tried = self.try_on(set.winning[guess].cards, true, group, is_last_next);
            if best.is_none_or(|best| tried.score.estimate < best.score.estimate) {
                best = Some(tried);
            }
        }
        best
    }

    /// Exchange the turn, then the river, for the best other card, where that lowers the estimate.
    fn improve_turn_river(&mut self, mut best: Tried, group: &[u16], is_last_next: bool) -> Tried {
        for place in [3, 4] {
            let start = best.cards;
            for &card in &self.set.legal.cards {
                let mut cards = start;
                cards[place] = card;
                if start.contains(&card) || self.set.legal.refused.contains(&cards) {
                    continue;
                }
                let tried = self.try_on(cards, false, group, is_last_next);
                if tried.score.estimate < best.score.estimate {
                    best = tried;
                }
            }
        }
        best
    }

    fn try_on(&mut self, cards: Cards, wins_class: bool, group: &[u16], is_last: bool) -> Tried {
        let counter = &mut self.counter;
        Tried {
            cards,
            wins_class,
            score: score(self.set, &cards, wins_class, group, is_last, counter),
        }
    }
}

/// Return the plan of a group in which every winning guess was refused: all its boards are lost.
fn all_lost(group: &[u16], guesses_left: u8) -> Plan {
    Plan {
        cost: group.len() as Cost * (Cost::from(guesses_left) + LOST_BOARD),
        worst: guesses_left,
        cards: Cards::default(),
    }
}
