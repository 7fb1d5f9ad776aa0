//! Players that do not search: `random`, and `greedy`, which also plays the playouts.
//!
//! Both look only at the acting hand and at what lies open, never at hidden cards. Greedy comes
//! down when it can, lays and sarfs whatever fits, and throws the card that promises least:
//! a card's promise is the points of the melds one card away, times the copies still to come.

use crate::cards::{bits, points, Hand, JOKER, JOKER_BIT};
use crate::game::{Action, Game, Phase};
use crate::meld::{Solver, Worth};
use crate::rng::Rng;
use crate::table::{Meld, PLACE_POINTS};

/// A random legal action; pulls, lays and throws are equally likely as kinds of action.
pub fn random_action(game: &Game, solver: &mut Solver, rng: &mut Rng) -> Action {
    let actions = game.legal_actions(solver);
    actions[rng.below(actions.len())]
}

/// The greedy player's next action.
pub fn greedy_action(game: &Game, solver: &mut Solver) -> Action {
    match game.phase {
        Phase::Pull => greedy_pull(game, solver),
        _ => greedy_lay(game, solver).unwrap_or_else(|| Action::Throw(greedy_throw(game))),
    }
}

/// Take the trash card if it can be laid this turn, or else draw.
pub fn greedy_pull(game: &Game, solver: &mut Solver) -> Action {
    let wanted = game.trash.last().is_some_and(|&top| {
        if game.is_down() {
            fits_table(game, top) || top == JOKER || melds_with(game.hand(), top, solver)
        } else {
            may_help(game.hand(), top) && game.verify(Action::PullTrash, solver).is_ok()
        }
    });
    if wanted || !game.can_pull_deck() {
        Action::PullTrash
    } else {
        Action::PullDeck
    }
}

/// True if a card has a neighbour or a card of its rank in the hand, or a joker is about.
#[inline]
fn may_help(hand: Hand, kind: u8) -> bool {
    kind == JOKER || hand.one & JOKER_BIT != 0 || near(hand, kind)
}

#[inline]
fn near(hand: Hand, kind: u8) -> bool {
    let (suit, rank) = (kind / 13, kind % 13);
    let same_rank = hand.one & (SAME_RANK << rank) & !(1 << kind);
    let held = u32::from(hand.suit(suit));
    let places = (held | (held & 1) << 13) << 2;
    let around = |place: u8| places >> place & 0b11011;
    let beside = around(rank) | if rank == 0 { around(13) } else { 0 };
    same_rank != 0 || beside != 0
}

fn melds_with(hand: Hand, kind: u8, solver: &mut Solver) -> bool {
    if !may_help(hand, kind) {
        return false;
    }
    let mut more = hand;
    more.add(kind);
    let laid = |hand: Hand, solver: &mut Solver| {
        let n = hand.len() as usize - 1;
        solver.frontier(hand, Worth::Deadwood(25)).most_cards(n)
    };
    laid(more, solver) > laid(hand, solver).max(2)
}

/// True if a natural card can be added to a meld on the table.
pub fn fits_table(game: &Game, kind: u8) -> bool {
    game.table.iter().any(|t| {
        t.meld
            .open_places()
            .any(|place| t.meld.kind_at(place) == kind)
    })
}

/// The next meld, sarf or swap; None if it is time to throw.
pub fn greedy_lay(game: &Game, solver: &mut Solver) -> Option<Action> {
    if game.turn == 0 {
        return None;
    }
    if !game.is_down() {
        return coming_down(game, solver);
    }
    let hand = game.hand();
    if hand.len() < 2 {
        return None;
    }
    swap(game, solver)
        .or_else(|| new_meld(game, solver))
        .or_else(|| sarf(game, solver))
}

/// The first meld of the layout with which to come down: the most cards that reach the threshold.
fn coming_down(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let need = game.threshold(game.seat).saturating_sub(game.coming);
    if hand.jokers() == 0 && hand.deadwood(0) < need {
        return None;
    }
    if let Some(taken) = game.taken {
        return meld_with(game, taken, need, solver);
    }
    let frontier = solver.frontier(hand, Worth::Table);
    let n_max = hand.len() as usize - 1;
    let n = (1..=n_max)
        .rev()
        .find(|&n| frontier.get(n).is_some_and(|p| p >= need))?;
    let melds = solver.layout(hand, Worth::Table, n)?;
    melds.into_iter().next().map(Action::Lay)
}

/// The best meld that holds the card taken from the trash and still reaches the threshold.
fn meld_with(game: &Game, taken: u8, need: u32, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let melds = Meld::all_in(hand, game.rules.min_naturals);
    let reaching = melds.into_iter().filter_map(|meld| {
        let left = meld.take_from(hand).filter(|left| !left.is_empty())?;
        let uses = meld.places().any(|place| meld.card_at(place) == taken);
        let frontier = solver.frontier(left, Worth::Table);
        let missing = need.saturating_sub(meld.points());
        let n = (0..left.len() as usize)
            .rev()
            .find(|&n| frontier.get(n).is_some_and(|points| points >= missing))?;
        uses.then_some((n + meld.len() as usize, meld))
    });
    reaching
        .max_by_key(|&(n, _)| n)
        .map(|(_, meld)| Action::Lay(meld))
}

fn swap(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    for (i, t) in game
        .table
        .iter()
        .enumerate()
        .filter(|(_, t)| t.meld.jokers != 0)
    {
        for place in bits(u64::from(t.meld.jokers)) {
            let meld = i as u8;
            let action = Action::Swap { meld, place };
            if hand.has(t.meld.kind_at(place)) && game.verify(action, solver).is_ok() {
                return Some(action);
            }
        }
    }
    None
}

/// A meld of the layout that leaves the least deadwood, with a card left to throw.
fn new_meld(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let n_max = hand.len() as usize - 1;
    if n_max < 3 {
        return None;
    }
    let worth = Worth::Deadwood(25);
    let frontier = solver.frontier(hand, worth);
    let n = (1..=n_max).max_by_key(|&n| frontier.0[n - 1])?;
    let melds = frontier
        .get(n)
        .and_then(|_| solver.layout(hand, worth, n))?;
    let legal = |&meld: &Meld| game.verify(Action::Lay(meld), solver).is_ok();
    melds.into_iter().find(legal).map(Action::Lay)
}

/// A natural card that fits on the table; a joker only where it ends the round.
fn sarf(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let jokers_too = hand.len() as usize - hand.jokers() as usize <= 1;
    for joker in [false, true] {
        if joker && !jokers_too {
            break;
        }
        for (i, t) in game.table.iter().enumerate() {
            for place in t.meld.open_places() {
                let card = if joker { JOKER } else { t.meld.kind_at(place) };
                let meld = i as u8;
                let action = Action::Sarf { meld, place, joker };
                if hand.has(card) && game.verify(action, solver).is_ok() {
                    return Some(action);
                }
            }
        }
    }
    None
}

/// The legal throw that promises least.
pub fn greedy_throw(game: &Game) -> u8 {
    let promise = Promise::of(game);
    let hand = game.hand();
    let legal = |kind: &u8| game.taken != Some(*kind) || hand.count(*kind) > 1;
    let least = bits(hand.one)
        .filter(legal)
        .min_by_key(|&kind| promise.keep(kind));
    least.unwrap_or_else(|| hand.one.trailing_zeros() as u8)
}

/// What the cards of a hand promise: complete melds, and melds that one more card completes.
pub struct Promise {
    hand: Hand,
    gone: Hand,
    /// Kinds that lie in a complete natural meld.
    covered: u64,
    down: bool,
}

const SAME_RANK: u64 = 0x80_0400_2001; // one bit for each suit, 13 apart

impl Promise {
    /// The promise of the acting hand: what lies open can no longer come.
    pub fn of(game: &Game) -> Promise {
        let mut gone = Hand::default();
        let mut see = |kind: u8| {
            if gone.count(kind) < 2 {
                gone.add(kind);
            }
        };
        game.trash.iter().copied().for_each(&mut see);
        for t in &game.table {
            t.meld.places().for_each(|place| see(t.meld.card_at(place)));
        }
        let hand = game.hand();
        Promise {
            hand,
            gone,
            covered: covered(hand),
            down: game.is_down(),
        }
    }

    /// How much a card is worth keeping; jokers most.
    pub fn keep(&self, kind: u8) -> u32 {
        if kind == JOKER {
            return u32::MAX;
        }
        let spare = self.hand.two >> kind & 1 == 1;
        let complete = self.covered >> kind & 1 == 1;
        let promise = self.sets(kind) + self.runs(kind);
        let size = u32::from(points(kind));
        // Before coming down points are wanted, afterwards large cards are a burden.
        let size = if self.down { 10 - size } else { size };
        match (spare, complete) {
            (false, true) => 10_000 + promise * 4 + size,
            (true, _) => promise * 2 + size,
            (false, false) => promise * 4 + size,
        }
    }

    /// Copies of a kind that may still come, at most two.
    #[inline]
    fn to_come(&self, kind: u8) -> u32 {
        2u32.saturating_sub(u32::from(self.hand.count(kind) + self.gone.count(kind)))
    }

    fn sets(&self, kind: u8) -> u32 {
        let rank = kind % 13;
        let all = SAME_RANK << rank;
        if self.hand.one & all & !(1 << kind) == 0 {
            return 0;
        }
        let missing = bits(all & !self.hand.one);
        3 * u32::from(points(kind)) * missing.map(|kind| self.to_come(kind)).sum::<u32>()
    }

    fn runs(&self, kind: u8) -> u32 {
        let (suit, rank) = (kind / 13, kind % 13);
        let high = if rank == 0 { self.windows(suit, 13) } else { 0 };
        self.windows(suit, rank) + high
    }

    /// Runs of three around a place that lack exactly one card.
    fn windows(&self, suit: u8, place: u8) -> u32 {
        let held = u32::from(self.hand.suit(suit));
        let places = held | (held & 1) << 13;
        let mut total = 0;
        for start in place.saturating_sub(2)..=place.min(11) {
            let window = 0b111u32 << start;
            let missing = window & !places;
            if missing.count_ones() == 1 {
                let lacking = missing.trailing_zeros() as u8;
                let worth: u32 = (start..start + 3)
                    .map(|p| u32::from(PLACE_POINTS[p as usize]))
                    .sum();
                total += worth * self.to_come(suit * 13 + lacking % 13);
            }
        }
        total
    }
}

/// The kinds that lie in a run of three or a set of three of the hand.
#[inline]
pub fn covered(hand: Hand) -> u64 {
    let suits = [0, 1, 2, 3].map(|suit| u64::from(hand.suit(suit)));
    let [a, b, c, d] = suits;
    let triples = (a & b & (c | d)) | (c & d & (a | b));
    let mut covered = 0;
    for (suit, held) in suits.into_iter().enumerate() {
        let places = held | (held & 1) << 13;
        let run = places & places >> 1 & places >> 2;
        let in_run = run | run << 1 | run << 2;
        let in_run = (in_run | in_run >> 13) & 0x1fff;
        covered |= (in_run | triples & held) << (13 * suit);
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_hand;
    use crate::game::Rules;

    #[test]
    fn greedy_beats_random() {
        let mut solver = Solver::default();
        let mut rng = Rng::new(1);
        let mut wins = [0; 2];
        for seed in 0..40 {
            let mut game = Game::deal(seed, 2, (seed % 2) as u8, Rules::default());
            while game.phase != Phase::Over {
                let action = match game.seat {
                    0 => greedy_action(&game, &mut solver),
                    _ => random_action(&game, &mut solver, &mut rng),
                };
                game.apply(action, &mut solver).unwrap();
            }
            if let Some(winner) = game.winner {
                wins[winner as usize] += 1;
            }
        }
        assert!(wins[0] > 36, "{wins:?}");
    }

    #[test]
    fn complete_melds_are_covered() {
        let hand = parse_hand("QH KH AH 2H 7C 7D 7S 9S").unwrap();
        let names = crate::cards::card_names(bits(covered(hand)));
        assert_eq!(names, "7C 7D AH QH KH 7S");
        assert!(near(hand, 3 * 13 + 9) && !near(hand, 13 + 3));
    }
}
