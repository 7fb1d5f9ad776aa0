//! How likely hidden hands are: worlds are dealt by what was seen.
//!
//! Cards that an enemy was seen to take stay in that hand. Enemies who are not down hold hands that
//! were improved by as many draws as they had, but that could not come down.

use crate::konkan::cards::{bits, Hand};
use crate::konkan::game::Game;
use crate::konkan::players::{Promise, EXPERT};
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, Worth, MAX_CARDS};
use crate::konkan::view::View;

const MAX_IMPROVEMENTS: u32 = 12;

/// What is believed of the hidden cards of a view.
pub struct Belief {
    unseen: Vec<u8>,
    by_play: bool,
}

impl Belief {
    pub fn new(view: &View, by_play: bool) -> Belief {
        Belief {
            unseen: view.unseen(),
            by_play,
        }
    }

    /// Fill a game with a world that agrees with the view.
    pub fn deal(&mut self, view: &View, world: &mut Game, solver: &mut Solver, rng: &mut Rng) {
        // The order before a shuffle matters, and other worlds have left their own.
        self.unseen.sort_unstable();
        view.sample_into(world, &mut self.unseen, rng);
        if self.by_play {
            self.improve_enemies(world, view, solver, rng);
        }
    }

    fn improve_enemies(&self, world: &mut Game, view: &View, solver: &mut Solver, rng: &mut Rng) {
        let n_players = u32::from(world.n_players);
        let (seat, phase) = (world.seat, world.phase);
        for enemy in (0..world.n_players).filter(|&enemy| enemy != view.me) {
            if world.down[enemy as usize].is_some() {
                continue;
            }
            let n_draws = (world.turn / n_players).min(MAX_IMPROVEMENTS);
            world.seat = enemy;
            for _ in 0..n_draws {
                self.exchange(world, view.game.hands[enemy as usize], solver, rng);
            }
        }
        (world.seat, world.phase) = (seat, phase);
    }

    /// Draw a card and put the least promising hidden one somewhere into the deck, but not if the
    /// hand could then come down: a player who is not down most likely could not.
    fn exchange(&self, world: &mut Game, known: Hand, solver: &mut Solver, rng: &mut Rng) {
        let Some(card) = world.deck.pop() else {
            return;
        };
        let seat = world.seat as usize;
        let before = world.hands[seat];
        world.hands[seat].add(card);
        let promise = Promise::of(world, &EXPERT);
        let hand = world.hands[seat];
        let hidden = bits(hand.one).filter(|&kind| hand.count(kind) > known.count(kind));
        let mut returned = hidden
            .min_by_key(|&kind| promise.keep(kind))
            .unwrap_or(card);
        world.hands[seat].remove(returned);
        let frontier = solver.frontier(world.hands[seat], Worth::Table);
        if frontier.best(MAX_CARDS) >= world.threshold(world.seat) {
            world.hands[seat] = before;
            returned = card;
        }
        let place = rng.below(world.deck.len() + 1);
        world.deck.push(returned);
        let last = world.deck.len() - 1;
        world.deck.swap(place, last);
    }
}
