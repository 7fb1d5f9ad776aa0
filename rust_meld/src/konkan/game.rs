//! The rules of Konkan as a state machine: legal actions, verify, apply, and who has won.
//!
//! A turn is pull, any number of lays, sarfs (cards added to a meld on the table) and swaps, and a
//! throw. Coming down is a sequence of lays: each is legal only if the hand can still reach the
//! threshold with a card left to throw, so a player who began can always finish. `verify` holds every rule;
//! `perform` does no checks.

use crate::konkan::cards::{bits, Hand, JOKER, N_KINDS};
use crate::konkan::errors::Illegal;
use crate::konkan::meld::Meld;
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, Worth};

pub const MAX_PLAYERS: usize = 3;

/// House rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Points needed to come down while nobody has.
    pub threshold: u32,
    /// Natural cards that a meld needs: 1 or 2.
    pub min_naturals: u8,
    /// Melds laid after coming down raise the total that the others must beat.
    pub raise_by_later_melds: bool,
    /// Jokers of one's own melds may be swapped.
    pub swap_own: bool,
    /// The top card of the trash stays when the trash is shuffled to a new deck.
    pub keep_top: bool,
    /// Points of a joker in hand.
    pub joker_deadwood: u8,
    /// Turns after which the round ends without a winner.
    pub max_turns: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            threshold: 81,
            min_naturals: 1,
            raise_by_later_melds: false,
            swap_own: false,
            keep_top: false,
            joker_deadwood: 25,
            max_turns: 400,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Pull,
    Act,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    PullDeck,
    PullTrash,
    Lay(Meld),
    /// Add a card, or a joker in its place, at an open place of a meld on the table.
    Sarf {
        meld: u8,
        place: u8,
        joker: bool,
    },
    /// Put the card that a joker stands for in its place and take the joker.
    Swap {
        meld: u8,
        place: u8,
    },
    Throw(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableMeld {
    pub owner: u8,
    pub meld: Meld,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub rules: Rules,
    pub n_players: u8,
    pub seat: u8,
    pub phase: Phase,
    /// Turns ended so far; the first turn is a throw and nothing else.
    pub turn: u32,
    pub hands: [Hand; MAX_PLAYERS],
    /// Cards of each hand that everybody has seen: taken from the trash or swapped.
    pub known: [Hand; MAX_PLAYERS],
    /// Points when coming down, None before.
    pub down: [Option<u32>; MAX_PLAYERS],
    /// Points of all own melds and sarfs, for the scoreboard.
    pub laid: [u32; MAX_PLAYERS],
    pub table: Vec<TableMeld>,
    /// The top is last; sets of four natural cards are put under it, at the beginning.
    pub trash: Vec<u8>,
    /// The next card is last.
    pub deck: Vec<u8>,
    /// The trash card taken this turn, as long as it is in hand.
    pub taken: Option<u8>,
    /// Points of melds laid this turn by a player who was not down when it began.
    pub coming: u32,
    pub winner: Option<u8>,
    pub rng: Rng,
}

impl Game {
    /// Deal a game; the starter gets fifteen cards and only throws.
    pub fn deal(seed: u64, n_players: u8, starter: u8, rules: Rules) -> Game {
        let mut rng = Rng::new(seed);
        let mut deck: Vec<u8> = (0..N_KINDS).chain(0..N_KINDS).collect();
        rng.shuffle(&mut deck);
        let mut hands = [Hand::default(); MAX_PLAYERS];
        for (seat, hand) in hands.iter_mut().enumerate().take(n_players as usize) {
            let n_cards = 14 + usize::from(seat == starter as usize);
            for kind in deck.split_off(deck.len() - n_cards) {
                hand.add(kind);
            }
        }
        Game {
            rules,
            n_players,
            seat: starter,
            phase: Phase::Act,
            turn: 0,
            hands,
            known: Default::default(),
            down: [None; MAX_PLAYERS],
            laid: [0; MAX_PLAYERS],
            table: Vec::new(),
            trash: Vec::new(),
            deck,
            taken: None,
            coming: 0,
            winner: None,
            rng,
        }
    }

    /// Return the hand of the player to act.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.hands[self.seat as usize]
    }

    #[inline]
    pub fn is_down(&self) -> bool {
        self.down[self.seat as usize].is_some()
    }

    pub fn nobody_is_down(&self) -> bool {
        self.down.iter().all(Option::is_none)
    }

    /// Return the points a player needs to come down.
    pub fn threshold(&self, seat: u8) -> u32 {
        let opponents = (0..self.n_players).filter(|&other| other != seat);
        let highest = opponents
            .filter_map(|other| self.down[other as usize])
            .max();
        highest.map_or(self.rules.threshold, |points| {
            self.rules.threshold.max(points + 1)
        })
    }

    pub fn deadwood(&self, seat: u8) -> u32 {
        self.hands[seat as usize].deadwood(u32::from(self.rules.joker_deadwood))
    }

    /// Return true while a player who is not down has begun to come down and must finish.
    #[inline]
    pub fn must_lay(&self) -> bool {
        !self.is_down() && (self.coming > 0 || self.taken.is_some())
    }

    // ---- what is legal

    /// Return every legal action, each once.
    pub fn legal_actions(&self, solver: &mut Solver) -> Vec<Action> {
        match self.phase {
            Phase::Over => Vec::new(),
            Phase::Pull => [Action::PullDeck, Action::PullTrash]
                .into_iter()
                .filter(|&action| self.verify(action, solver).is_ok())
                .collect(),
            Phase::Act => {
                let mut actions = self.candidates(solver);
                actions.retain(|&action| self.verify(action, solver).is_ok());
                actions
            }
        }
    }

    fn candidates(&self, solver: &mut Solver) -> Vec<Action> {
        let throws = bits(self.hand().one).map(Action::Throw);
        if self.turn == 0 {
            return throws.collect();
        }
        let mut actions = Vec::new();
        if self.is_down() || self.can_come_down(self.hand(), solver) {
            let melds = Meld::all_in(self.hand(), self.rules.min_naturals);
            actions.extend(melds.into_iter().map(Action::Lay));
        }
        if self.is_down() {
            self.add_sarfs(&mut actions);
            self.add_swaps(&mut actions);
        }
        actions.extend(throws);
        actions
    }

    fn add_sarfs(&self, actions: &mut Vec<Action>) {
        let hand = self.hand();
        for (i, on_table) in self.table.iter().enumerate() {
            for place in on_table.meld.open_places() {
                let meld = i as u8;
                for (joker, card) in [(false, on_table.meld.kind_at(place)), (true, JOKER)] {
                    if hand.has(card) {
                        actions.push(Action::Sarf { meld, place, joker });
                    }
                }
            }
        }
    }

    fn add_swaps(&self, actions: &mut Vec<Action>) {
        for (i, on_table) in self.table.iter().enumerate() {
            for place in bits(u64::from(on_table.meld.jokers)) {
                let meld = i as u8;
                actions.push(Action::Swap { meld, place });
            }
        }
    }

    /// Check that an action is legal; the error says why it is not.
    pub fn verify(&self, action: Action, solver: &mut Solver) -> Result<(), Illegal> {
        let pulling = matches!(action, Action::PullDeck | Action::PullTrash);
        match (self.phase, action) {
            (Phase::Over, _) => Err(Illegal::RoundOver),
            (Phase::Pull, _) if !pulling => Err(Illegal::PullFirst),
            (Phase::Act, _) if pulling => Err(Illegal::PulledAlready),
            (_, Action::PullDeck) => self.verify_pull_deck(),
            (_, Action::PullTrash) => self.verify_pull_trash(solver),
            (_, Action::Throw(kind)) => self.verify_throw(kind),
            _ if self.turn == 0 => Err(Illegal::StarterOnlyThrows),
            (_, Action::Lay(meld)) => self.verify_lay(meld, solver),
            (_, Action::Sarf { meld, place, joker }) => self.verify_sarf(meld, place, joker),
            (_, Action::Swap { meld, place }) => self.verify_swap(meld, place),
        }
    }

    /// Return true if the deck has a card, or the trash has cards to shuffle.
    #[inline]
    pub fn can_pull_deck(&self) -> bool {
        !self.deck.is_empty() || self.trash.len() > usize::from(self.rules.keep_top)
    }

    fn verify_pull_deck(&self) -> Result<(), Illegal> {
        if self.can_pull_deck() {
            return Ok(());
        }
        Err(Illegal::DeckEmpty)
    }

    fn verify_pull_trash(&self, solver: &mut Solver) -> Result<(), Illegal> {
        let top = *self.trash.last().ok_or(Illegal::TrashEmpty)?;
        let mut hand = self.hand();
        hand.add(top);
        if self.is_down() || self.finishes(hand, 0, Some(top), solver) {
            Ok(())
        } else {
            Err(Illegal::TrashOnlyToComeDown)
        }
    }

    fn verify_throw(&self, kind: u8) -> Result<(), Illegal> {
        if kind >= N_KINDS || !self.hand().has(kind) {
            return Err(Illegal::NotInHand(kind));
        }
        if self.must_lay() {
            return Err(Illegal::ComeDownFirst);
        }
        if self.taken == Some(kind) && self.hand().count(kind) == 1 {
            return Err(Illegal::ThrownBack(kind));
        }
        Ok(())
    }

    fn verify_lay(&self, meld: Meld, solver: &mut Solver) -> Result<(), Illegal> {
        meld.verify(self.rules.min_naturals)?;
        let left = (meld.take_from(self.hand())).ok_or(Illegal::HandLacks(meld))?;
        let taken = self.taken.filter(|&kind| !meld.holds(kind));
        if self.is_down() {
            return can_throw(left, taken);
        }
        if left.is_empty() {
            return Err(Illegal::NothingToThrow);
        }
        if self.finishes(left, self.coming + meld.points(), taken, solver) {
            return Ok(());
        }
        let need = self.threshold(self.seat);
        Err(Illegal::TooFewPoints(meld, need))
    }

    fn verify_sarf(&self, meld: u8, place: u8, joker: bool) -> Result<(), Illegal> {
        if !self.is_down() {
            return Err(Illegal::SarfBeforeDown);
        }
        let on_table = self.on_table(meld)?;
        if !on_table.open_places().any(|open| open == place) {
            return Err(Illegal::DoesNotFit(on_table));
        }
        let card = if joker {
            JOKER
        } else {
            on_table.kind_at(place)
        };
        self.verify_use(card)
    }

    fn verify_swap(&self, meld: u8, place: u8) -> Result<(), Illegal> {
        if !self.is_down() {
            return Err(Illegal::SwapBeforeDown);
        }
        let on_table = self.on_table(meld)?;
        if place >= 14 || on_table.jokers >> place & 1 == 0 {
            return Err(Illegal::NoJokerThere(on_table));
        }
        if self.table[meld as usize].owner == self.seat && !self.rules.swap_own {
            return Err(Illegal::OwnJoker);
        }
        let kind = on_table.kind_at(place);
        if self.hand().has(kind) {
            Ok(())
        } else {
            Err(Illegal::NotInHand(kind))
        }
    }

    fn on_table(&self, meld: u8) -> Result<Meld, Illegal> {
        let n_melds = self.table.len();
        let found = self.table.get(meld as usize);
        found.map(|t| t.meld).ok_or(Illegal::NoSuchMeld {
            number: meld,
            n_melds,
        })
    }

    fn verify_use(&self, card: u8) -> Result<(), Illegal> {
        let mut left = self.hand();
        if !left.has(card) {
            return Err(Illegal::NotInHand(card));
        }
        left.remove(card);
        can_throw(left, self.taken.filter(|&kind| kind != card))
    }

    /// Return true if the hand can come down now, taken card and points laid so far included.
    pub fn can_come_down(&self, hand: Hand, solver: &mut Solver) -> bool {
        self.finishes(hand, self.coming, self.taken, solver)
    }

    /// Return true if melds of the hand bring the points to the threshold with a card left to
    /// throw, and one of them holds the required card.
    fn finishes(&self, hand: Hand, points: u32, required: Option<u8>, solver: &mut Solver) -> bool {
        let need = self.threshold(self.seat).saturating_sub(points);
        let Some(required) = required else {
            return need == 0 || best_points(hand, solver) >= need;
        };
        if best_points(hand, solver) < need {
            return false;
        }
        let others = Hand {
            one: hand.one & !(1 << required),
            two: hand.two & !(1 << required),
        };
        if solver
            .frontier(others, Worth::Table)
            .best(others.len() as usize)
            < need
        {
            return true;
        }
        Meld::all_with(required, hand, self.rules.min_naturals)
            .into_iter()
            .filter_map(|meld| meld.take_from(hand).map(|left| (meld, left)))
            .any(|(meld, left)| {
                !left.is_empty() && meld.points() + best_points(left, solver) >= need
            })
    }

    // ---- what happens

    /// Check an action and do it; an illegal one changes nothing.
    pub fn apply(&mut self, action: Action, solver: &mut Solver) -> Result<(), Illegal> {
        self.verify(action, solver)?;
        self.perform(action);
        if self.phase == Phase::Pull && self.legal_actions(solver).is_empty() {
            self.phase = Phase::Over;
        }
        Ok(())
    }

    /// Return the game after legal actions, which are not checked.
    pub fn after(&self, actions: &[Action]) -> Game {
        let mut game = self.clone();
        actions.iter().for_each(|&action| game.perform(action));
        game
    }

    /// Do a legal action without checking it.
    pub fn perform(&mut self, action: Action) {
        match action {
            Action::PullDeck => self.pull_deck(),
            Action::PullTrash => self.pull_trash(),
            Action::Lay(meld) => self.lay(meld),
            Action::Sarf { meld, place, joker } => self.sarf(meld as usize, place, joker),
            Action::Swap { meld, place } => self.swap(meld as usize, place),
            Action::Throw(kind) => self.throw(kind),
        }
    }

    fn pull_deck(&mut self) {
        if self.deck.is_empty() {
            self.reshuffle();
        }
        if let Some(kind) = self.deck.pop() {
            self.hands[self.seat as usize].add(kind);
        }
        self.phase = Phase::Act;
    }

    fn reshuffle(&mut self) {
        let top = if self.rules.keep_top {
            self.trash.pop()
        } else {
            None
        };
        self.deck = std::mem::take(&mut self.trash);
        self.trash.extend(top);
        self.rng.shuffle(&mut self.deck);
    }

    fn pull_trash(&mut self) {
        if let Some(kind) = self.trash.pop() {
            self.hands[self.seat as usize].add(kind);
            self.known[self.seat as usize].add(kind);
            self.taken = Some(kind);
        }
        self.phase = Phase::Act;
    }

    /// Take a card out of the acting hand and out of what is known of it.
    fn spend(&mut self, kind: u8) {
        let seat = self.seat as usize;
        self.hands[seat].remove(kind);
        if self.known[seat].has(kind) {
            self.known[seat].remove(kind);
        }
        if self.taken == Some(kind) {
            self.taken = None;
        }
    }

    fn lay(&mut self, meld: Meld) {
        for place in meld.places() {
            self.spend(meld.card_at(place));
        }
        let seat = self.seat as usize;
        self.laid[seat] += meld.points();
        self.count_lay(meld.points());
        if meld.is_natural_four() {
            self.trash.splice(0..0, meld.cards());
        } else {
            let owner = self.seat;
            self.table.push(TableMeld { owner, meld });
        }
    }

    /// Count a meld towards the total: in the turn of coming down, later only if the rules say so.
    fn count_lay(&mut self, points: u32) {
        let need = self.threshold(self.seat);
        let total = &mut self.down[self.seat as usize];
        match total {
            Some(total) if self.coming > 0 || self.rules.raise_by_later_melds => *total += points,
            Some(_) => {}
            None => {
                self.coming += points;
                if self.coming >= need && self.taken.is_none() {
                    *total = Some(self.coming);
                }
            }
        }
    }

    fn sarf(&mut self, meld: usize, place: u8, joker: bool) {
        let on_table = self.table[meld].meld;
        let longer = on_table.with(place, joker);
        self.laid[self.seat as usize] += longer.points() - on_table.points();
        self.table[meld].meld = longer;
        self.spend(longer.card_at(place));
    }

    fn swap(&mut self, meld: usize, place: u8) {
        let on_table = &mut self.table[meld].meld;
        on_table.jokers &= !(1 << place);
        let kind = on_table.kind_at(place);
        self.spend(kind);
        self.hands[self.seat as usize].add(JOKER);
        self.known[self.seat as usize].add(JOKER);
    }

    fn throw(&mut self, kind: u8) {
        self.spend(kind);
        self.trash.push(kind);
        self.taken = None;
        self.coming = 0;
        self.turn += 1;
        if self.hand().is_empty() {
            self.winner = Some(self.seat);
            self.phase = Phase::Over;
            return;
        }
        self.seat = (self.seat + 1) % self.n_players;
        self.phase = if self.turn >= self.rules.max_turns {
            Phase::Over
        } else {
            Phase::Pull
        };
    }
}

/// Return the most points of melds that leave at least one card.
#[inline]
fn best_points(hand: Hand, solver: &mut Solver) -> u32 {
    let n_laid = (hand.len() as usize).saturating_sub(1);
    solver.frontier(hand, Worth::Table).best(n_laid)
}

/// Check that a card is left that may be thrown: not just the one taken from the trash.
fn can_throw(left: Hand, taken: Option<u8>) -> Result<(), Illegal> {
    match left.len() {
        0 => Err(Illegal::NothingToThrow),
        1 if taken.is_some_and(|kind| left.has(kind)) => Err(Illegal::OnlyTakenToThrow),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_keep_all_cards() {
        let mut solver = Solver::default();
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut game = Game::deal(seed, 2 + (seed % 2) as u8, 0, Rules::default());
            while game.phase != Phase::Over {
                let actions = game.legal_actions(&mut solver);
                let action = actions[rng.below(actions.len())];
                game.apply(action, &mut solver).unwrap();
                let in_hands: usize = game.hands.iter().map(|hand| hand.len() as usize).sum();
                let melded: usize = game.table.iter().map(|t| t.meld.len() as usize).sum();
                let total = in_hands + melded + game.trash.len() + game.deck.len();
                assert_eq!(total, 106);
            }
        }
    }

    #[test]
    fn an_illegal_action_changes_nothing() {
        let mut solver = Solver::default();
        let mut game = Game::deal(3, 2, 0, Rules::default());
        let before = game.clone();
        assert!(game.apply(Action::PullDeck, &mut solver).is_err());
        assert_eq!(game, before);
    }
}
