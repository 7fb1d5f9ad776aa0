//! List every end of a turn: the cards that may stay in hand before the throw, and the way to it,
//! the actions that lead there.
//!
//! Before its throw a turn is swaps, sarfs and new melds in some order. Ends differ by the cards
//! that stay; of ends with the same cards only the one that lays most points in new melds is
//! listed. An end is dominated, and left out, if another one keeps jokers where it keeps natural
//! cards and lays as many points. The order of steps is fixed, so that each end is reached in one
//! way:
//!
//! - a seat that is down swaps first, then sarfs from meld to meld, then lays what it has;
//! - a seat that is not down lays first (the threshold, and the card taken from the trash), then
//!   swaps, sarfs, and lays what the jokers it won make possible.
//!
//! A joker taken from the trash is not laid to be swapped back. Longer runs are listed as pieces of
//! three to five cards (where a meld needs two natural cards, up to six).

use crate::hashing::FastMap;
use crate::konkan::cards::{bits, Hand, JOKER};
use crate::konkan::game::{Action, Game, Phase};
use crate::konkan::meld::{Meld, Shape};
use crate::konkan::solver::Solver;

/// One end of a turn before its throw.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The cards that stay in hand, the card to throw included.
    pub left: Hand,
    /// Points of new melds, if they count: when coming down, or where later melds raise the total.
    pub points: u32,
    /// The last step of the way here.
    step: u32,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    action: Action,
    before: u32,
}

const NO_STEP: u32 = u32::MAX;

/// Ends by what stays in hand, each once with its most points.
#[derive(Default)]
struct Ends {
    list: Vec<End>,
    /// The place of each end in `list`.
    by_hand: FastMap<Hand, u32>,
}

impl Ends {
    fn clear(&mut self) {
        self.list.clear();
        self.by_hand.clear();
    }

    /// Add an end; true if it is new or better than the one that was there.
    fn add(&mut self, end: End) -> bool {
        let next = self.list.len() as u32;
        let at = *self.by_hand.entry(end.left).or_insert(next);
        if at == next {
            self.list.push(end);
            return true;
        }
        let known = &mut self.list[at as usize];
        let better = end.points > known.points;
        if better {
            *known = end;
        }
        better
    }
}

/// A new meld, with its natural kinds and its number of jokers.
#[derive(Clone, Copy)]
struct NewMeld {
    naturals: u64,
    jokers: u8,
    meld: Meld,
}

/// Lists turns one position after the other; keeps its memory.
#[derive(Default)]
pub struct Turns {
    steps: Vec<Step>,
    ends: Ends,
    stage: Ends,
    new_melds: Vec<NewMeld>,
    /// For a seat that is coming down: points that its melds need, and the card they must hold.
    need: u32,
    required: Option<u8>,
    /// True if the points of new melds count.
    counts: bool,
    /// True if it matters which place a joker fills in a new meld: a run may grow by jokers won
    /// later.
    joker_places_matter: bool,
    min_naturals: u8,
    kept: Vec<End>,
}

impl Turns {
    /// Return every end of the turn of the seat to act that is not dominated; if laying nothing is
    /// one, it is the first.
    pub fn list(&mut self, game: &Game, solver: &mut Solver) -> &[End] {
        self.enumerate(game, solver);
        self.keep_undominated();
        &self.kept
    }

    /// Return at most `most` ends: those that leave the fewest cards, and the one that keeps the
    /// most, so that waiting to come down is always among them.
    pub fn list_at_most(&mut self, game: &Game, solver: &mut Solver, most: usize) -> Vec<End> {
        let mut ends = self.list(game, solver).to_vec();
        ends.sort_by_key(|end| end.left.len());
        if ends.len() > most {
            ends.drain(most - 1..ends.len() - 1);
        }
        ends
    }

    fn enumerate(&mut self, game: &Game, solver: &mut Solver) {
        debug_assert_eq!(game.phase, Phase::Act);
        self.steps.clear();
        self.ends.clear();
        self.min_naturals = game.rules.min_naturals;
        self.counts = !game.is_down() || game.coming > 0 || game.rules.raise_by_later_melds;
        let start = End {
            left: game.hand(),
            points: 0,
            step: NO_STEP,
        };
        if game.is_down() {
            self.end_turn_down(game, start);
        } else {
            if !game.must_lay() {
                self.ends.add(start);
            }
            if game.turn > 0 && game.can_come_down(game.hand(), solver) {
                self.come_down(game, start);
            }
        }
        let started = game.hand();
        self.ends
            .list
            .retain(|end| can_end(game, started, end.left));
    }

    /// Add the ends of a seat that is down: swaps, sarfs, new melds.
    fn end_turn_down(&mut self, game: &Game, start: End) {
        self.need = 0;
        self.required = None;
        let swapped = self.swaps(game, start);
        let mut sarfed = Vec::new();
        for (end, table) in swapped {
            self.sarf_all(end, &table, &mut sarfed);
        }
        for end in sarfed {
            self.lay_all(end);
        }
    }

    /// Add the ends of a seat that comes down: melds that reach the threshold, then all that is
    /// then allowed.
    fn come_down(&mut self, game: &Game, start: End) {
        self.need = game.threshold(game.seat).saturating_sub(game.coming);
        self.required = game.taken;
        let can_swap = !swappable(game, start.left).is_empty();
        let came_down = if can_swap {
            self.layouts(start)
        } else {
            let before = std::mem::take(&mut self.ends);
            self.lay_all(start);
            std::mem::replace(&mut self.ends, before).list
        };
        (self.need, self.required) = (0, None);
        let table: Vec<Meld> = game.table.iter().map(|t| t.meld).collect();
        for end in came_down {
            if can_swap {
                self.swap_and_go_on(&self.after(game, end), end);
            }
            self.sarf_and_end(end, &table);
        }
    }

    /// Add the ends after coming down and then swapping: sarfs on all melds, and what the jokers
    /// make possible.
    fn swap_and_go_on(&mut self, game: &Game, end: End) {
        let mut sarfed = Vec::new();
        for (end, table) in self.swaps(game, end).into_iter().skip(1) {
            self.sarf_all(end, &table, &mut sarfed);
        }
        for end in sarfed {
            self.lay_all(end);
        }
    }

    fn sarf_and_end(&mut self, end: End, table: &[Meld]) {
        let mut sarfed = Vec::new();
        self.sarf_all(end, table, &mut sarfed);
        for end in sarfed {
            self.ends.add(end);
        }
    }

    /// Return the game after the actions that lead to an end.
    fn after(&self, game: &Game, end: End) -> Game {
        let mut after = game.clone();
        for action in self.way(end) {
            after.perform(action);
        }
        after
    }

    fn push(&mut self, end: End, left: Hand, points: u32, action: Action) -> End {
        self.steps.push(Step {
            action,
            before: end.step,
        });
        End {
            left,
            points,
            step: self.steps.len() as u32 - 1,
        }
    }

    // ---- swaps

    /// Return the start and every set of swaps, each with the melds on the table after it.
    fn swaps(&mut self, game: &Game, start: End) -> Vec<(End, Vec<Meld>)> {
        let table: Vec<Meld> = game.table.iter().map(|t| t.meld).collect();
        let mut reached = vec![(start, table)];
        for (meld, place) in swappable(game, start.left) {
            for i in 0..reached.len() {
                let (end, table) = &reached[i];
                let on_table = table[meld as usize];
                let kind = on_table.kind_at(place);
                if !end.left.has(kind) {
                    continue;
                }
                let (end, mut table) = (*end, table.clone());
                table[meld as usize].jokers &= !(1 << place);
                let mut left = end.left;
                left.remove(kind);
                left.add(JOKER);
                let end = self.push(end, left, end.points, Action::Swap { meld, place });
                reached.push((end, table));
            }
        }
        reached
    }

    // ---- sarfs

    /// Add the start and every end that sarfs on these melds reach.
    fn sarf_all(&mut self, start: End, table: &[Meld], out: &mut Vec<End>) {
        let mut stage = std::mem::take(&mut self.stage);
        stage.clear();
        stage.add(start);
        for (i, &meld) in table.iter().enumerate() {
            for at in 0..stage.list.len() {
                let end = stage.list[at];
                self.sarf_on(end, i as u8, meld, &mut stage);
            }
        }
        out.extend_from_slice(&stage.list);
        self.stage = stage;
    }

    /// Add every end that sarfs on one meld reach: upwards of a run, then downwards.
    fn sarf_on(&mut self, end: End, number: u8, meld: Meld, stage: &mut Ends) {
        if let Shape::Set(_) = meld.shape {
            for place in meld.open_places() {
                self.sarf_card(end, number, meld, place, |_, end, _| {
                    stage.add(end);
                });
            }
            return;
        }
        let top = 15 - meld.present.leading_zeros() as u8;
        let mut upwards = vec![(end, meld, top)];
        let mut at = 0;
        while at < upwards.len() {
            let (end, meld, top) = upwards[at];
            at += 1;
            self.sarf_down(end, number, meld, stage);
            if top < 13 {
                self.sarf_card(end, number, meld, top + 1, |_, end, meld| {
                    stage.add(end);
                    upwards.push((end, meld, top + 1));
                });
            }
        }
    }

    fn sarf_down(&mut self, end: End, number: u8, meld: Meld, stage: &mut Ends) {
        let bottom = meld.present.trailing_zeros() as u8;
        if bottom == 0 {
            return;
        }
        self.sarf_card(end, number, meld, bottom - 1, |turns, end, meld| {
            stage.add(end);
            turns.sarf_down(end, number, meld, stage);
        });
    }

    /// Sarf the natural card of a place, and a joker in its place.
    fn sarf_card(
        &mut self,
        end: End,
        number: u8,
        meld: Meld,
        place: u8,
        mut then: impl FnMut(&mut Turns, End, Meld),
    ) {
        for (joker, card) in [(false, meld.kind_at(place)), (true, JOKER)] {
            if end.left.has(card) && end.left.len() > 1 {
                let mut left = end.left;
                left.remove(card);
                let action = Action::Sarf {
                    meld: number,
                    place,
                    joker,
                };
                let next = self.push(end, left, end.points, action);
                then(self, next, meld.with(place, joker));
            }
        }
    }

    // ---- new melds

    /// Add every end after new melds of the hand that lay what is needed: points and required card.
    fn lay_all(&mut self, start: End) {
        self.joker_places_matter = false;
        self.list_new_melds(start.left);
        self.lay_from(start, 0);
    }

    fn lay_from(&mut self, end: End, first: usize) {
        if end.points >= self.need && self.required.is_none() {
            self.ends.add(end);
        }
        for i in first..self.new_melds.len() {
            let Some(left) = self.new_melds[i].taken_from(end.left) else {
                continue;
            };
            if left.is_empty() {
                continue;
            }
            let meld = self.new_melds[i].meld;
            let points = end.points + if self.counts { meld.points() } else { 0 };
            let required = self.required;
            if required.is_some_and(|kind| left.count(kind) < end.left.count(kind)) {
                self.required = None;
            }
            let next = self.push(end, left, points, Action::Lay(meld));
            self.lay_from(next, i);
            self.required = required;
        }
    }

    /// Return every choice of new melds that reaches what is needed, also those that leave the same
    /// cards.
    fn layouts(&mut self, start: End) -> Vec<End> {
        self.joker_places_matter = true;
        self.list_new_melds(start.left);
        let mut found = Vec::new();
        let mut todo = vec![(start, 0, self.required)];
        while let Some((end, first, required)) = todo.pop() {
            if end.step != NO_STEP && end.points >= self.need && required.is_none() {
                found.push(end);
            }
            for i in first..self.new_melds.len() {
                let Some(left) = self.new_melds[i]
                    .taken_from(end.left)
                    .filter(|l| !l.is_empty())
                else {
                    continue;
                };
                let meld = self.new_melds[i].meld;
                let points = end.points + meld.points();
                let next = self.push(end, left, points, Action::Lay(meld));
                let still = required.filter(|&kind| left.count(kind) == end.left.count(kind));
                todo.push((next, i, still));
            }
        }
        found
    }

    /// List the melds that can be laid from a hand: each set of natural cards and jokers once, or
    /// at every place where they fit.
    fn list_new_melds(&mut self, hand: Hand) {
        self.new_melds.clear();
        let longest = if self.min_naturals > 1 && hand.jokers() > 1 {
            6
        } else {
            5
        };
        for suit in 0..4 {
            self.list_runs(hand, suit, longest);
        }
        let [a, b, c, d] = [0, 1, 2, 3].map(|suit| hand.suit(suit));
        for rank in bits(u64::from(a | b | c | d)) {
            self.list_sets(hand, rank);
        }
    }

    fn list_runs(&mut self, hand: Hand, suit: u8, longest: u8) {
        let held = hand.suit(suit);
        if held == 0 {
            return;
        }
        let held = held | (held & 1) << 13;
        for start in 0..12u8 {
            for len in 3..=longest.min(14 - start) {
                let window = ((1u16 << len) - 1) << start;
                let missing = window & !held;
                let n_missing = missing.count_ones() as u8;
                if n_missing > hand.jokers() {
                    break;
                }
                self.push_run(hand, suit, window, missing);
            }
        }
    }

    /// Add a run with jokers for what is missing, and with jokers for held cards as well.
    fn push_run(&mut self, hand: Hand, suit: u8, window: u16, missing: u16) {
        let spare = hand.jokers() - missing.count_ones() as u8;
        let shape = Shape::Run(suit);
        self.push_new_meld(shape, window, missing, hand);
        if spare == 0 {
            return;
        }
        let held = window & !missing;
        for first in bits(u64::from(held)) {
            let one = missing | 1 << first;
            self.push_new_meld(shape, window, one, hand);
            if spare == 2 {
                for second in bits(u64::from(held)).filter(|&second| second > first) {
                    self.push_new_meld(shape, window, one | 1 << second, hand);
                }
            }
        }
    }

    fn list_sets(&mut self, hand: Hand, rank: u8) {
        for present in [0b0111u16, 0b1011, 0b1101, 0b1110, 0b1111] {
            for jokers in [0u16, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12] {
                if jokers & !present == 0 {
                    self.push_new_meld(Shape::Set(rank), present, jokers, hand);
                }
            }
        }
    }

    /// Add a meld if the hand holds it. Of melds of the same cards only the one of most points is
    /// kept, unless it matters which places the jokers fill.
    fn push_new_meld(&mut self, shape: Shape, present: u16, jokers: u16, hand: Hand) {
        let meld = Meld {
            shape,
            present,
            jokers,
        };
        let n_jokers = jokers.count_ones() as u8;
        let natural_places = present & !jokers;
        if n_jokers > hand.jokers() || natural_places.count_ones() < u32::from(self.min_naturals) {
            return;
        }
        let naturals = match shape {
            Shape::Run(suit) => {
                let kinds = (natural_places | natural_places >> 13) & 0x1fff;
                u64::from(kinds) << (13 * suit)
            }
            Shape::Set(_) => bits(u64::from(natural_places))
                .map(|place| 1u64 << meld.kind_at(place))
                .sum(),
        };
        if naturals & !hand.one != 0 {
            return;
        }
        let same = |known: &&mut NewMeld| known.naturals == naturals && known.jokers == n_jokers;
        if n_jokers > 0 && !self.joker_places_matter {
            if let Some(known) = self.new_melds.iter_mut().find(same) {
                if meld.points() > known.meld.points() {
                    known.meld = meld;
                }
                return;
            }
        }
        self.new_melds.push(NewMeld {
            naturals,
            jokers: n_jokers,
            meld,
        });
    }

    // ---- the ends that are listed, and the ways to them

    /// Keep the ends that no other one dominates.
    fn keep_undominated(&mut self) {
        let Turns { ends, kept, .. } = self;
        kept.clear();
        let jokers_somewhere = ends.list.iter().any(|end| end.left.jokers() > 0);
        if !jokers_somewhere {
            kept.extend_from_slice(&ends.list);
            return;
        }
        ends.by_hand.clear();
        for (i, end) in ends.list.iter().enumerate() {
            ends.by_hand.insert(end.left, i as u32);
        }
        let is_dominated = |end: &End| {
            end.left.jokers() < 2
                && bits(end.left.naturals().one).any(|kind| {
                    let mut other = end.left;
                    other.remove(kind);
                    other.add(JOKER);
                    let better = |left: Hand| {
                        ends.by_hand
                            .get(&left)
                            .is_some_and(|&i| ends.list[i as usize].points >= end.points)
                    };
                    better(other)
                        || other.jokers() < 2
                            && bits(other.naturals().one).any(|kind| {
                                let mut third = other;
                                third.remove(kind);
                                third.add(JOKER);
                                better(third)
                            })
                })
        };
        kept.extend(ends.list.iter().filter(|end| !is_dominated(end)));
    }

    /// Return the actions that lead to an end, in order.
    pub fn way(&self, end: End) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut step = end.step;
        while step != NO_STEP {
            actions.push(self.steps[step as usize].action);
            step = self.steps[step as usize].before;
        }
        actions.reverse();
        actions
    }

    /// Return the way that goes out in this turn, its throw included; None if there is none.
    pub fn going_out(&mut self, game: &Game, solver: &mut Solver) -> Option<Vec<Action>> {
        self.enumerate(game, solver);
        let end = *self.ends.list.iter().find(|end| end.left.len() == 1)?;
        let mut way = self.way(end);
        way.push(Action::Throw(end.left.one.trailing_zeros() as u8));
        Some(way)
    }
}

impl NewMeld {
    /// Return the hand without these cards; None if one is missing.
    #[inline]
    fn taken_from(&self, hand: Hand) -> Option<Hand> {
        if !hand.contains(self.naturals) || hand.jokers() < self.jokers {
            return None;
        }
        let mut left = hand.without(self.naturals);
        (0..self.jokers).for_each(|_| left.remove(JOKER));
        Some(left)
    }
}

/// Return the actions that go out in this turn, the trash card taken if need be; None if none do.
pub fn going_out(game: &Game, turns: &mut Turns, solver: &mut Solver) -> Option<Vec<Action>> {
    match game.phase {
        Phase::Over => None,
        Phase::Act => turns.going_out(game, solver),
        Phase::Pull => {
            game.verify(Action::PullTrash, solver).ok()?;
            let after = game.after(&[Action::PullTrash]);
            let way = turns.going_out(&after, solver)?;
            Some([&[Action::PullTrash], way.as_slice()].concat())
        }
    }
}

/// Return the jokers on the table that the seat may swap for cards of a hand.
fn swappable(game: &Game, hand: Hand) -> Vec<(u8, u8)> {
    let mut found = Vec::new();
    for (i, t) in game.table.iter().enumerate() {
        if t.meld.jokers != 0 && (t.owner != game.seat || game.rules.swap_own) {
            let held = bits(u64::from(t.meld.jokers)).filter(|&p| hand.has(t.meld.kind_at(p)));
            found.extend(held.map(|place| (i as u8, place)));
        }
    }
    found
}

/// Return true if a card is left that may be thrown: not just the one taken from the trash.
fn can_end(game: &Game, started: Hand, left: Hand) -> bool {
    let kept = |kind: u8| left.count(kind) == started.count(kind);
    match game.taken.filter(|&kind| kept(kind)) {
        Some(taken) => game.is_down() && (left.len() > 1 || !left.has(taken)),
        None => !left.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::game::{Rules, TableMeld};
    use crate::konkan::meld::parse_meld;
    use crate::konkan::rng::Rng;

    #[test]
    fn a_win_on_the_table_is_found() {
        let mut game = Game::deal(1, 2, 0, Rules::default());
        game.turn = 9;
        game.down[0] = Some(90);
        game.hands[0] = crate::konkan::cards::parse_hand("4S 5S JK").unwrap();
        let meld = parse_meld("7S 8S 9S").unwrap();
        game.table = vec![TableMeld { owner: 0, meld }];
        let way = going_out(&game, &mut Turns::default(), &mut Solver::default()).unwrap();
        way.iter().for_each(|&action| game.perform(action));
        assert_eq!(game.winner, Some(0));
    }

    #[test]
    fn a_joker_won_by_a_swap_is_added_to_a_meld_laid_before() {
        let mut game = Game::deal(1, 2, 0, Rules::default());
        game.turn = 21;
        game.down[1] = Some(85);
        let hand = "KC KD KH AS AH AC 2C 2D 2H 10D JD JD 7D 5S JK";
        game.hands[0] = crate::konkan::cards::parse_hand(hand).unwrap();
        let meld = parse_meld("JK=JD QD KD AD").unwrap();
        game.table = vec![TableMeld { owner: 1, meld }];
        let mut solver = Solver::default();
        let way = going_out(&game, &mut Turns::default(), &mut solver).unwrap();
        way.iter()
            .for_each(|&action| game.apply(action, &mut solver).unwrap());
        assert_eq!(game.winner, Some(0));
    }

    #[test]
    fn every_way_of_random_games_is_legal() {
        let (mut solver, mut turns, mut rng) = (Solver::default(), Turns::default(), Rng::new(5));
        for seed in 0..12 {
            let mut game = Game::deal(seed, 2, 0, Rules::default());
            while game.phase != Phase::Over {
                if game.phase == Phase::Act {
                    for end in turns.list(&game, &mut solver).to_vec() {
                        let mut after = game.clone();
                        for action in turns.way(end) {
                            after.apply(action, &mut solver).unwrap();
                        }
                        assert_eq!(after.hand(), end.left);
                    }
                }
                let actions = game.legal_actions(&mut solver);
                game.perform(actions[rng.below(actions.len())]);
            }
        }
    }
}
