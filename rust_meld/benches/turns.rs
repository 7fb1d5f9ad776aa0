//! Times all turns of positions from the expert's games against itself.
//!
//! `cargo bench --no-default-features --bench turns -- 20000 3` prints the mean, the 99th percentile
//! and the worst microseconds over 20,000 positions, each the fastest of 3 rounds.

use std::time::Instant;

use rust_meld::konkan::game::{Game, Phase, Rules};
use rust_meld::konkan::players::{styled_action, EXPERT};
use rust_meld::konkan::solver::Solver;
use rust_meld::konkan::turns::Turns;

fn main() {
    // Cargo adds an argument of its own.
    let words: Vec<String> = std::env::args().filter(|word| word != "--bench").collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse().ok());
    let (Some(n), Some(rounds)) = (number(1), number(2)) else {
        return eprintln!("expected: POSITIONS ROUNDS");
    };
    let mut times = fastest(&positions(n), rounds);
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / n as f64;
    println!("{mean} {} {}", times[n * 99 / 100], times[n - 1]);
}

/// Positions after a pull, every turn of games with two and three players.
fn positions(n: usize) -> Vec<Game> {
    let mut solver = Solver::default();
    let mut found = Vec::with_capacity(n);
    for seed in 0.. {
        let mut game = Game::deal(seed, 2 + (seed % 2) as u8, 0, Rules::default());
        while game.phase != Phase::Over {
            let pulled = game.phase == Phase::Pull;
            let action = styled_action(&game, &EXPERT, &mut solver);
            game.perform(action);
            if pulled {
                found.push(game.clone());
            }
            if found.len() == n {
                return found;
            }
        }
    }
    found
}

/// Microseconds of each position, fastest of some rounds.
fn fastest(games: &[Game], rounds: usize) -> Vec<f64> {
    let (mut solver, mut turns) = (Solver::default(), Turns::default());
    let mut times = vec![f64::INFINITY; games.len()];
    for _ in 0..rounds.max(1) {
        for (game, best) in games.iter().zip(&mut times) {
            let start = Instant::now();
            std::hint::black_box(turns.list(game, &mut solver).len());
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times
}
