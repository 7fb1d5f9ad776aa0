//! What a position is worth to each player: the result, or an estimate if the round is not over.

use crate::game::{Game, Phase, MAX_PLAYERS};
use crate::meld::{Solver, Worth};

/// The share of each player: 1 for the winner, equal shares for a draw, an estimate before.
pub fn of(game: &Game, solver: &mut Solver) -> [f32; MAX_PLAYERS] {
    let n = game.n_players as usize;
    let mut values = [0.0; MAX_PLAYERS];
    match (game.phase, game.winner) {
        (Phase::Over, Some(winner)) => values[winner as usize] = 1.0,
        (Phase::Over, None) => values[..n].fill(1.0 / n as f32),
        _ => estimate(game, solver, &mut values[..n]),
    }
    values
}

fn estimate(game: &Game, solver: &mut Solver, values: &mut [f32]) {
    for (seat, value) in values.iter_mut().enumerate() {
        *value = (-turns_to_go(game, seat as u8, solver)).exp();
    }
    let total: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= total);
}

/// How far a player is from going out, in units of a factor e in the chance to win.
fn turns_to_go(game: &Game, seat: u8, solver: &mut Solver) -> f32 {
    let hand = game.hands[seat as usize];
    if game.down[seat as usize].is_some() {
        return 0.3 * f32::from(hand.len());
    }
    let best = solver.frontier(hand, Worth::Table).best(14) as f32;
    let need = game.threshold(seat) as f32;
    2.0 + 0.02 * (need - best)
}
