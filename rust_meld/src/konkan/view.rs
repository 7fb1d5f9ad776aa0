//! A player's view of a game, and worlds that agree with it.
//!
//! A view is a game with everything hidden taken out: the opponents' hands hold only the cards that
//! everybody saw them take, the deck is a number, and the random state is gone. The search is
//! given a view and nothing else, so it cannot look at hidden cards.

use std::iter::repeat_n;

use crate::konkan::cards::{Hand, N_KINDS};
use crate::konkan::errors::{Illegal, ReadError};
use crate::konkan::game::{Game, Phase, MAX_PLAYERS};
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, MAX_CARDS};

/// Most cards in a hand: fourteen and the one pulled.
const MAX_HAND: usize = 15;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The public part of the game, with the own hand whole.
    pub game: Game,
    pub me: u8,
    /// How many cards of each hand are hidden.
    pub n_hidden: [u8; MAX_PLAYERS],
    pub n_deck: u8,
}

impl View {
    /// Create a view from its public part and how many cards of each hand are hidden; the deck holds
    /// all cards that are nowhere else.
    pub fn new(mut game: Game, me: u8, n_hidden: [u8; MAX_PLAYERS]) -> Result<View, ReadError> {
        verify_hands(&game, n_hidden)?;
        game.deck.clear();
        game.rng = Rng::new(0);
        let mut view = View {
            game,
            me,
            n_hidden,
            n_deck: 0,
        };
        let seen = view.n_seen();
        if let Some(kind) = (0..N_KINDS).find(|&kind| seen[usize::from(kind)] > 2) {
            let count = seen[usize::from(kind)];
            return Err(ReadError::CardCount { kind, count });
        }
        let hidden = n_hidden.iter().map(|&n| usize::from(n)).sum();
        let unseen = view.unseen().len();
        let left = unseen.checked_sub(hidden);
        view.n_deck = left.ok_or(ReadError::HiddenCards { hidden, unseen })? as u8;
        Ok(view)
    }

    /// Return a seat's view of a game.
    pub fn of(game: &Game, me: u8) -> View {
        let mut public = game.clone();
        let mut n_hidden = [0; MAX_PLAYERS];
        for seat in (0..game.n_players).filter(|&seat| seat != me) {
            let (hand, known) = (game.hands[seat as usize], game.known[seat as usize]);
            n_hidden[seat as usize] = hand.len() - known.len();
            public.hands[seat as usize] = known;
        }
        public.deck.clear();
        public.rng = Rng::new(0);
        View {
            game: public,
            me,
            n_hidden,
            n_deck: game.deck.len() as u8,
        }
    }

    /// Return how many cards of each kind this player has seen.
    fn n_seen(&self) -> [u8; N_KINDS as usize] {
        let mut seen = [0u8; N_KINDS as usize];
        let hands = self.game.hands.iter().flat_map(|hand| hand.cards());
        let melds = self.game.table.iter().flat_map(|laid| laid.meld.cards());
        for kind in hands.chain(melds).chain(self.game.trash.iter().copied()) {
            seen[usize::from(kind)] += 1;
        }
        seen
    }

    /// Return the cards that this player has not seen.
    pub fn unseen(&self) -> Vec<u8> {
        let seen = self.n_seen();
        (0..N_KINDS)
            .flat_map(|kind| repeat_n(kind, usize::from(2 - seen[usize::from(kind)])))
            .collect()
    }

    /// Return true if the deck has a card, or the trash has cards to shuffle.
    pub fn can_pull_deck(&self) -> bool {
        self.n_deck > 0 || self.game.can_pull_deck()
    }

    /// The kinds of which one may be drawn next: unseen ones, or those of the trash that is shuffled.
    pub fn drawable(&self) -> Vec<u8> {
        let mut kinds = match self.n_deck {
            0 => {
                let trash = &self.game.trash;
                let n_kept = usize::from(self.game.rules.keep_top);
                trash[..trash.len().saturating_sub(n_kept)].to_vec()
            }
            _ => self.unseen(),
        };
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Why the player cannot go on from here, if so: a turn must have an end.
    pub fn verify_turn(&self) -> Result<(), Illegal> {
        let game = &self.game;
        let mut solver = Solver::new(game.rules.min_naturals);
        let limit = match game.phase {
            Phase::Pull => MAX_CARDS - 1,
            _ => MAX_CARDS,
        };
        let n_cards = game.hand().len() as usize;
        if n_cards > limit || n_cards == 0 {
            return Err(Illegal::HandSize { n_cards, limit });
        }
        let can_end = match game.phase {
            Phase::Pull => self.can_pull_deck() || !game.legal_actions(&mut solver).is_empty(),
            _ if game.must_lay() => game.turn > 0 && game.can_come_down(game.hand(), &mut solver),
            _ => !game.legal_actions(&mut solver).is_empty(),
        };
        if can_end {
            return Ok(());
        }
        Err(match game.taken {
            Some(kind) => Illegal::TakenUnused(kind),
            None => Illegal::NothingLegal,
        })
    }

    /// Forget all but the last cards of the trash: to this player the others may still be anywhere.
    pub fn forget(&mut self, n_remembered: usize, rng: &mut Rng) {
        let n_forgotten = self.game.trash.len().saturating_sub(n_remembered);
        let mut cards = self.unseen();
        cards.extend_from_slice(&self.game.trash[..n_forgotten]);
        rng.shuffle(&mut cards);
        self.game.trash[..n_forgotten].copy_from_slice(&cards[..n_forgotten]);
    }

    /// Fill a game with a random world that agrees with the view.
    pub fn sample_into(&self, world: &mut Game, unseen: &mut [u8], rng: &mut Rng) {
        world.clone_from(&self.game);
        rng.shuffle(unseen);
        let mut next = unseen.iter().copied();
        for (hand, &n) in world.hands.iter_mut().zip(&self.n_hidden) {
            deal(hand, next.by_ref().take(n as usize));
        }
        world.deck.extend(next);
        world.rng = Rng::new(rng.bits());
    }
}

/// Check the size of every hand, hidden cards included, and that known and taken cards are in it.
pub fn verify_hands(game: &Game, n_hidden: [u8; MAX_PLAYERS]) -> Result<(), ReadError> {
    for (seat, hidden) in n_hidden.into_iter().enumerate() {
        let (hand, known) = (game.hands[seat], game.known[seat]);
        let n_cards = usize::from(hand.len()) + usize::from(hidden);
        if n_cards > MAX_HAND {
            let limit = MAX_HAND;
            return Err(ReadError::LargeHand { n_cards, limit });
        }
        if let Some(kind) = known.cards().find(|&k| known.count(k) > hand.count(k)) {
            let field = "known";
            return Err(ReadError::NotHeld { field, kind });
        }
    }
    let field = "taken";
    match game.taken {
        Some(kind) if !game.hand().has(kind) && n_hidden[usize::from(game.seat)] == 0 => {
            Err(ReadError::NotHeld { field, kind })
        }
        _ => Ok(()),
    }
}

fn deal(hand: &mut Hand, cards: impl Iterator<Item = u8>) {
    cards.for_each(|kind| hand.add(kind));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::game::Rules;

    #[test]
    fn worlds_agree_with_the_view_and_hide_the_truth() {
        let game = Game::deal(5, 3, 1, Rules::default());
        let view = View::of(&game, 0);
        let mut swapped = game.clone();
        swapped.hands.swap(1, 2);
        swapped.hands[1].add(swapped.deck[0]);
        let extra = swapped.hands[2].cards().next().unwrap();
        swapped.hands[2].remove(extra);
        swapped.deck[0] = extra;
        swapped.rng = Rng::new(99);
        assert_eq!(View::of(&swapped, 0), view);
        let mut unseen = view.unseen();
        let mut world = game.clone();
        view.sample_into(&mut world, &mut unseen, &mut Rng::new(1));
        assert_eq!(View::of(&world, 0), view);
        assert_eq!(
            View::new(view.game.clone(), 0, view.n_hidden).as_ref(),
            Ok(&view)
        );
    }

    #[test]
    fn a_forgetful_player_knows_the_last_throws_and_as_many_hidden_cards() {
        let mut game = Game::deal(5, 2, 0, Rules::default());
        game.trash = game.deck.split_off(game.deck.len() - 20);
        let (view, mut forgetful) = (View::of(&game, 0), View::of(&game, 0));
        forgetful.forget(20, &mut Rng::new(1));
        assert_eq!(forgetful, view);
        forgetful.forget(4, &mut Rng::new(1));
        let public = forgetful.game.clone();
        assert_eq!(
            View::new(public, 0, forgetful.n_hidden).as_ref(),
            Ok(&forgetful)
        );
        assert_eq!(forgetful.game.trash[16..], view.game.trash[16..]);
        assert_ne!(forgetful.game.trash[..16], view.game.trash[..16]);
    }
    #[test]
    fn views_that_cannot_be_are_refused() {
        let view = View::of(&Game::deal(5, 2, 0, Rules::default()), 0);
        let card = view.game.hands[0].cards().next().unwrap();
        let changed = |change: fn(&mut Game, u8), n_hidden: u8| {
            let mut game = view.game.clone();
            change(&mut game, card);
            View::new(game, 0, [0, n_hidden, 0])
        };
        assert_eq!(changed(|_, _| (), 14).as_ref(), Ok(&view));
        assert!(changed(|_, _| (), 16).is_err());
        assert!(changed(|game, card| game.trash = vec![card; 2], 14).is_err());
        assert!(changed(|game, card| game.known[1].add(card), 14).is_err());
        assert!(
            changed(|game, _| game.taken = Some(52), 14).is_err() != view.game.hands[0].has(52)
        );
        let all = |game: &mut Game, _| game.trash = View::of(game, 0).unseen();
        assert!(changed(all, 1).is_err());
    }
}
