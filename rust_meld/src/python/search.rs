//! The search for Python: a view goes in, choices come out; the GIL is free meanwhile.

use pyo3::prelude::*;

use crate::konkan::belief::Belief;
use crate::konkan::game::Phase;
use crate::konkan::players::OpponentKind;
use crate::konkan::rng::Rng;
use crate::konkan::{draws, game, notation, search, trial, view};
use crate::python::faults::{guarded, refuse, require};
use crate::python::melds::with_solver;
use crate::python::values::{action_value, ActionValue, View, MAX_TURNS};

/// A search for the player to act, who is given a view and nothing else.
#[pyclass(module = "rust_meld")]
pub(crate) struct Search(search::Search);

/// Actions of a turn, visits, value for every seat with the error of the own one, how far it is
/// behind the best with the error of that, and whether it goes out.
type CandidateRow = (Vec<ActionValue>, u32, Vec<f32>, f32, (f32, f32), bool);

/// A kind that may be drawn, the points that can be laid with it, and whether it goes out.
type DrawRow = (u8, u32, bool);

/// Return the view of a player who is to act and can.
fn acting(view: &View) -> PyResult<view::View> {
    let view = view.0.clone();
    if view.game.seat != view.me || view.game.phase == Phase::Over {
        return Err(refuse(format!("seat {} is not to act", view.me)));
    }
    view.verify_turn().map_err(refuse)?;
    Ok(view)
}

/// The settings of a search with their bounds: simulations are more than anybody waits for, memory
/// is of all cards of the game.
const BOUNDS: [(&str, f64, f64); 8] = [
    ("simulations", 1.0, 1e9),
    ("dirichlet_alpha", 1e-6, 1e3),
    ("dirichlet_weight", 0.0, 1.0),
    ("threads", 1.0, 256.0),
    ("horizon", 0.0, MAX_TURNS as f64),
    ("trust", 0.0, 1e3),
    ("memory", 1.0, 106.0),
    ("candidates", 0.0, 1e3),
];

/// Name, least and most of every setting that is a number.
#[pyfunction]
pub(crate) fn search_bounds() -> Vec<(&'static str, f64, f64)> {
    BOUNDS.to_vec()
}

fn read_opponents(text: &str) -> PyResult<OpponentKind> {
    match text {
        "equal" => Ok(OpponentKind::Equal),
        "greedy" => Ok(OpponentKind::Greedy),
        other => Err(refuse(format!(
            "opponents \"{other}\": expected equal or greedy"
        ))),
    }
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (view, *, seed, threads, dirichlet_alpha, dirichlet_weight,
                        opponent_priors, opponents, flat, horizon, trust, simulations, memory,
                        candidates))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        view: &View,
        seed: u64,
        threads: usize,
        dirichlet_alpha: f64,
        dirichlet_weight: f64,
        opponent_priors: bool,
        opponents: &str,
        flat: bool,
        horizon: u32,
        trust: f32,
        simulations: u64,
        memory: usize,
        candidates: usize,
    ) -> PyResult<Search> {
        let settings = [
            simulations as f64,
            dirichlet_alpha,
            dirichlet_weight,
            threads as f64,
            f64::from(horizon),
            f64::from(trust),
            memory as f64,
            candidates as f64,
        ];
        for ((name, low, high), value) in BOUNDS.into_iter().zip(settings) {
            require(name, value, low..=high)?;
        }
        let config = search::Config {
            simulations,
            dirichlet_alpha,
            dirichlet_weight,
            opponent_priors,
            opponents: read_opponents(opponents)?,
            flat,
            horizon,
            trust,
            candidates,
            seed,
        };
        guarded(|| {
            let mut view = acting(view)?;
            view.forget(memory, &mut Rng::new(seed));
            Ok(Search(search::Search::new(view, config, threads)))
        })
    }

    /// Go on to so many simulations in all, or until the seconds are up; returns how many there are.
    fn run(&mut self, py: Python<'_>, simulations: u64, seconds: f64) -> PyResult<u64> {
        require("seconds", seconds, 0.0..=1e9)?;
        require("simulations", simulations, 0..=BOUNDS[0].2 as u64)?;
        py.detach(|| guarded(|| Ok(self.0.run(simulations, seconds))))
    }

    /// Return the kinds that may be drawn after the best turn: the points laid with each, whether it
    /// goes out.
    fn draws(&self) -> PyResult<Vec<DrawRow>> {
        guarded(|| Ok(draw_rows(self.0.draws())))
    }

    /// Return a row for every turn, best first.
    fn choices(&self) -> PyResult<Vec<CandidateRow>> {
        let game = &self.0.view().game;
        let n = usize::from(game.n_players);
        guarded(|| {
            let choices = self.0.choices().into_iter();
            Ok(choices
                .map(|c| {
                    let steps = notation::turn_steps(game, &c.actions, action_value);
                    let values = c.values[..n].to_vec();
                    let behind = (c.behind, c.behind_error);
                    (steps, c.visits, values, c.error, behind, c.wins)
                })
                .collect())
        })
    }
}

/// Hands of all seats in worlds that are dealt by what a view shows.
#[pyfunction]
pub(crate) fn sample_hands(
    py: Python<'_>,
    view: &View,
    n_worlds: usize,
    seed: u64,
    opponents: &str,
) -> PyResult<Vec<Vec<Vec<u8>>>> {
    require("worlds", n_worlds, 1..=1_000_000)?;
    let opponents = read_opponents(opponents)?;
    py.detach(|| {
        guarded(|| {
            let view = &view.0;
            let mut belief = Belief::new(view, Some(opponents));
            let mut tools = search::Tools::new(view.game.rules.min_naturals);
            let (mut world, mut rng) = (view.game.clone(), Rng::new(seed));
            let n_players = usize::from(view.game.n_players);
            let mut deal = || {
                belief.deal(view, &mut world, &mut tools.solver, &mut rng);
                let hands = world.hands[..n_players].iter();
                hands.map(|hand| hand.cards().collect()).collect()
            };
            Ok((0..n_worlds).map(|_| deal()).collect())
        })
    })
}

/// Given moves in the same worlds, each played to the end by the reference player.
#[pyclass(module = "rust_meld")]
pub(crate) struct Trial(trial::Trial);

#[pymethods]
impl Trial {
    #[new]
    #[pyo3(signature = (view, moves, *, seed, opponents))]
    fn new(view: &View, moves: Vec<Vec<String>>, seed: u64, opponents: &str) -> PyResult<Trial> {
        let opponents = read_opponents(opponents)?;
        require("moves", moves.len(), 1..=1_000)?;
        guarded(|| {
            let view = acting(view)?;
            let parsed: PyResult<Vec<_>> = moves
                .iter()
                .map(|texts| read_move(&view.game, texts))
                .collect();
            let trial = trial::Trial::new(view, parsed?, opponents, seed).map_err(refuse)?;
            Ok(Trial(trial))
        })
    }

    /// Go on to so many worlds, or until the seconds are up; returns how many are done.
    fn run(&mut self, py: Python<'_>, n_worlds: usize, seconds: f64) -> PyResult<usize> {
        require("worlds", n_worlds, 0..=10_000_000)?;
        require("seconds", seconds, 0.0..=1e9)?;
        py.detach(|| guarded(|| Ok(self.0.run(n_worlds, seconds))))
    }

    /// Return one byte for each world and move in it: the seat that won, 255 for nobody.
    fn winners(&self) -> Vec<u8> {
        self.0.winners().to_vec()
    }

    /// Return one byte for each world and move in it: 1 if the next player took the card, 2 if it
    /// came down, 3 for both.
    fn replies(&self) -> Vec<u8> {
        self.0.replies().to_vec()
    }

    /// Return the kinds that may be drawn after a move: the points laid with each, whether it goes
    /// out.
    fn draws(&self, number: usize) -> PyResult<Vec<DrawRow>> {
        require("move", number, 0..=self.0.n_moves() - 1)?;
        guarded(|| Ok(draw_rows(self.0.draws(number))))
    }
}

fn draw_rows(draws: Vec<draws::Draw>) -> Vec<DrawRow> {
    let row = |draw: draws::Draw| (draw.kind, draw.points, draw.goes_out);
    draws.into_iter().map(row).collect()
}

/// Read the actions of a move, each in the light of the table that the earlier ones leave.
fn read_move(game: &game::Game, texts: &[String]) -> PyResult<Vec<game::Action>> {
    let mut after = game.clone();
    let mut actions = Vec::new();
    for text in texts {
        let action = notation::parse_action(text, &after.table).map_err(refuse)?;
        let shown = !matches!(action, game::Action::PullDeck | game::Action::Throw(_));
        if shown {
            with_solver(game.rules.min_naturals, |solver| {
                after.verify(action, solver)
            })
            .map_err(refuse)?;
            after.perform(action);
        }
        actions.push(action);
    }
    Ok(actions)
}
