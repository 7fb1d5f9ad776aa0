//! Play given moves to the end in the same worlds, for reviews and comparisons.
//!
//! A move is a turn or a part of one. The reference player, the one of the playouts, ends the turn
//! and plays on. An empty move measures the value of the position: the reference player plays from
//! here.

use std::time::Instant;

use crate::konkan::belief::Belief;
use crate::konkan::draws::{draws_after, Draw};
use crate::konkan::errors::Illegal;
use crate::konkan::game::{Action, Game, Phase};
use crate::konkan::players::OpponentKind;
use crate::konkan::rng::Rng;
use crate::konkan::search::{finish_turn, play_out, play_turn, Tools};
use crate::konkan::view::View;

/// The winner of a round that nobody won.
pub const NOBODY: u8 = u8::MAX;

/// Bits of a reply: the next player took the card that was thrown, or came down.
pub const TOOK: u8 = 1;
pub const CAME_DOWN: u8 = 2;

pub struct Trial {
    view: View,
    moves: Vec<Vec<Action>>,
    opponents: OpponentKind,
    belief: Belief,
    seed: u64,
    tools: Tools,
    /// The winners, move by move in each world.
    winners: Vec<u8>,
    /// The next player's replies, move by move in each world.
    replies: Vec<u8>,
}

impl Trial {
    /// Create a trial of moves of the player of a view, who must be the one to act; all must be
    /// legal.
    pub fn new(
        view: View,
        moves: Vec<Vec<Action>>,
        opponents: OpponentKind,
        seed: u64,
    ) -> Result<Trial, Illegal> {
        let mut tools = Tools::new(view.game.rules.min_naturals);
        for actions in &moves {
            verify_move(&view, actions, &mut tools)?;
        }
        Ok(Trial {
            belief: Belief::new(&view, Some(opponents)),
            view,
            moves,
            opponents,
            seed,
            tools,
            winners: Vec::new(),
            replies: Vec::new(),
        })
    }

    /// Go on until `n_worlds` are done or the seconds are up; return how many are done.
    pub fn run(&mut self, n_worlds: usize, seconds: f64) -> usize {
        let start = Instant::now();
        let mut n_done = self.n_worlds();
        while n_done < n_worlds && start.elapsed().as_secs_f64() < seconds {
            self.try_world(n_done as u64);
            n_done += 1;
        }
        n_done
    }

    /// Return who won after each move, world after world.
    pub fn winners(&self) -> &[u8] {
        &self.winners
    }

    /// Return what the next player did after each move, world after world: `TOOK`, `CAME_DOWN`,
    /// both.
    pub fn replies(&self) -> &[u8] {
        &self.replies
    }

    /// Return each kind that may be drawn after a move, and what it then does.
    pub fn draws(&self, number: usize) -> Vec<Draw> {
        draws_after(&self.view, &self.moves[number])
    }

    /// Return how many moves are tried.
    pub fn n_moves(&self) -> usize {
        self.moves.len()
    }

    fn n_worlds(&self) -> usize {
        self.winners.len() / self.n_moves()
    }

    fn try_world(&mut self, index: u64) {
        let mut rng = Rng::new(self.seed ^ index.wrapping_mul(0xA24B_AED4_963E_E407));
        let mut dealt = self.view.game.clone();
        self.belief
            .deal(&self.view, &mut dealt, &mut self.tools.solver, &mut rng);
        for actions in &self.moves {
            let mut world = dealt.clone();
            actions.iter().for_each(|&action| world.perform(action));
            if world.phase == Phase::Act {
                finish_turn(&mut world, &mut self.tools);
            }
            let reply = reply(&mut world, self.view.me, self.opponents, &mut self.tools);
            self.replies.push(reply);
            play_out(&mut world, self.view.me, self.opponents, &mut self.tools);
            self.winners.push(world.winner.unwrap_or(NOBODY));
        }
    }
}

/// Play the next player's turn, if there is one, and return what was done in it.
fn reply(world: &mut Game, me: u8, opponents: OpponentKind, tools: &mut Tools) -> u8 {
    if world.phase != Phase::Pull || world.seat == me {
        return 0;
    }
    let (seat, n_deck) = (usize::from(world.seat), world.deck.len());
    let was_down = world.down[seat].is_some();
    play_turn(world, me, opponents, tools);
    let took = if world.deck.len() == n_deck { TOOK } else { 0 };
    let came_down = !was_down && world.down[seat].is_some();
    took | if came_down { CAME_DOWN } else { 0 }
}

/// Check the actions of a move one after the other; a draw shows a hidden card and ends it.
fn verify_move(view: &View, actions: &[Action], tools: &mut Tools) -> Result<(), Illegal> {
    let mut game: Game = view.game.clone();
    for (i, &action) in actions.iter().enumerate() {
        if action == Action::PullDeck && game.phase == Phase::Pull {
            let is_last = i + 1 == actions.len();
            return match view.can_pull_deck() && is_last {
                true => Ok(()),
                false => Err(Illegal::NothingLegal),
            };
        }
        if game.phase == Phase::Over || game.seat != view.me {
            return Err(Illegal::NothingLegal);
        }
        game.verify(action, &mut tools.solver)?;
        game.perform(action);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::bits;
    use crate::konkan::game::Rules;

    fn trial(moves: Vec<Vec<Action>>) -> Trial {
        let view = View::of(&Game::deal(5, 3, 0, Rules::default()), 0);
        Trial::new(view, moves, OpponentKind::Equal, 7).unwrap()
    }

    #[test]
    fn a_move_has_the_same_worlds_whatever_it_is_compared_with() {
        let hand = Game::deal(5, 3, 0, Rules::default()).hand();
        let throws: Vec<_> = bits(hand.one)
            .map(|kind| vec![Action::Throw(kind)])
            .collect();
        let mut alone = trial(vec![throws[1].clone()]);
        let mut both = trial(throws[..2].to_vec());
        assert_eq!(alone.run(6, 1e9), 6);
        for n_worlds in [2, 6] {
            both.run(n_worlds, 1e9);
        }
        let second: Vec<u8> = both.winners().iter().skip(1).step_by(2).copied().collect();
        assert_eq!(alone.winners(), second);
        assert_eq!(both.winners().len(), 12);
        assert_eq!(both.replies().len(), 12);
    }

    #[test]
    fn the_reference_player_goes_on_where_no_move_is_given_and_illegal_moves_are_refused() {
        let mut whole = trial(vec![vec![]]);
        whole.run(8, 1e9);
        assert!(whole
            .winners()
            .iter()
            .all(|&winner| winner < 3 || winner == NOBODY));
        let game = Game::deal(5, 3, 0, Rules::default());
        let missing = (0..52).find(|&kind| !game.hand().has(kind)).unwrap();
        let view = View::of(&game, 0);
        let refused = Trial::new(
            view,
            vec![vec![Action::Throw(missing)]],
            OpponentKind::Equal,
            7,
        );
        assert!(refused.is_err());
    }
}
