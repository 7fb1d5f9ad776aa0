//! What a position is worth to each player: the result, or an estimate if the round is not over.
//!
//! The estimate is a softmax over one score a seat. Its weights were fitted to the results of
//! games that the playouts' player played against itself with two and three seats.

use crate::konkan::game::{Game, Phase, MAX_PLAYERS};
use crate::konkan::players::fits_table;
use crate::konkan::solver::{Solver, Worth};

pub const N_FEATURES: usize = 10;

/// Weights of the features, in the order of `features`.
const WEIGHTS: [f32; N_FEATURES] = [
    1.452, -0.696, -1.275, 0.752, 0.869, -0.108, -0.356, 0.038, 0.094, 0.091,
];

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
        let features = features(game, seat as u8, solver);
        let score: f32 = features.iter().zip(WEIGHTS).map(|(f, w)| f * w).sum();
        *value = score.exp();
    }
    let total: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= total);
}

/// What tells how near a seat is to going out.
pub fn features(game: &Game, seat: u8, solver: &mut Solver) -> [f32; N_FEATURES] {
    let hand = game.hands[seat as usize];
    let to_act = f32::from(u8::from(game.seat == seat));
    let jokers = f32::from(hand.jokers());
    if game.down[seat as usize].is_some() {
        let fitting = hand
            .naturals()
            .cards()
            .filter(|&kind| fits_table(game, kind));
        let n_cards = f32::from(hand.len());
        let few = f32::from(u8::from(hand.len() <= 2));
        let fitting = fitting.count() as f32;
        return [
            1.0, n_cards, few, fitting, jokers, 0.0, 0.0, 0.0, 0.0, to_act,
        ];
    }
    let frontier = solver.frontier(hand, Worth::Table);
    let melded = frontier.most_cards(14) as f32;
    let missing = game.threshold(seat) as f32 - frontier.best(14) as f32;
    let lacking = missing.max(0.0) / 10.0;
    let complete = (melded - 10.0).max(0.0);
    [
        0.0, 0.0, 0.0, 0.0, 0.0, melded, lacking, complete, jokers, to_act,
    ]
}
