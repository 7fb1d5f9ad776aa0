//! The search for Python: a view goes in as text, choices come out; the GIL is free meanwhile.

use pyo3::prelude::*;

use crate::konkan::belief::Belief;
use crate::konkan::cards::card_names;
use crate::konkan::game::Phase;
use crate::konkan::players::Rivals;
use crate::konkan::rng::Rng;
use crate::konkan::{game, notation, search, trial, view};
use crate::python::faults::{guarded, refuse, require};
use crate::python::game::{verify_rules, MAX_TURNS};
use crate::python::melds::{with_solver, MAX_TEXT};

/// A search for the player to act, who is given a view as text and nothing else.
#[pyclass(module = "rust_meld")]
pub(crate) struct Search(search::Search);

/// Actions of a turn with the melds that they change, visits, value for every seat with the error of
/// the own one, how far it is behind the best with the error of that, and whether it goes out.
type Told = (Vec<(String, String)>, u32, Vec<f32>, f32, (f32, f32), bool);

fn read_view(text: &str, seat: u8) -> PyResult<view::View> {
    let view = notation::parse_view(text, seat).map_err(refuse)?;
    verify_rules(&view.game.rules)?;
    if view.game.seat != seat || view.game.phase == Phase::Over {
        return Err(refuse(format!("seat {seat} is not to act")));
    }
    Ok(view)
}

/// All cards of the game.
const MAX_MEMORY: usize = 106;
/// More simulations than anybody waits for.
const MAX_SIMULATIONS: u64 = 1_000_000_000;

fn read_rivals(text: &str) -> PyResult<Rivals> {
    match text {
        "equal" => Ok(Rivals::Equal),
        "greedy" => Ok(Rivals::Greedy),
        other => Err(refuse(format!(
            "rivals \"{other}\": expected equal or greedy"
        ))),
    }
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (view, seat, *, seed, threads, dirichlet_alpha, dirichlet_weight,
                        opponent_priors, rivals, flat, horizon, trust, simulations, memory,
                        candidates))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        view: &str,
        seat: u8,
        seed: u64,
        threads: usize,
        dirichlet_alpha: f64,
        dirichlet_weight: f64,
        opponent_priors: bool,
        rivals: &str,
        flat: bool,
        horizon: u32,
        trust: f32,
        simulations: u64,
        memory: usize,
        candidates: usize,
    ) -> PyResult<Search> {
        require("dirichlet_alpha", dirichlet_alpha, 1e-6..=1e3)?;
        require("dirichlet_weight", dirichlet_weight, 0.0..=1.0)?;
        require("trust", trust, 0.0..=1e3)?;
        require("threads", threads, 1..=256)?;
        require("horizon", horizon, 0..=MAX_TURNS)?;
        require("simulations", simulations, 0..=MAX_SIMULATIONS)?;
        require("memory", memory, 1..=MAX_MEMORY)?;
        require("candidates", candidates, 0..=1_000)?;
        require("letters", view.len(), 0..=MAX_TEXT)?;
        let config = search::Config {
            simulations,
            dirichlet_alpha,
            dirichlet_weight,
            opponent_priors,
            rivals: read_rivals(rivals)?,
            flat,
            horizon,
            trust,
            candidates,
            seed,
        };
        guarded(|| {
            let mut view = read_view(view, seat)?;
            view.verify_turn().map_err(refuse)?;
            view.forget(memory, &mut Rng::new(seed));
            Ok(Search(search::Search::new(view, config, threads)))
        })
    }

    /// Go on to so many simulations in all, or until the seconds are up; returns how many there are.
    fn run(&mut self, py: Python<'_>, simulations: u64, seconds: f64) -> PyResult<u64> {
        require("seconds", seconds, 0.0..=1e9)?;
        require("simulations", simulations, 0..=MAX_SIMULATIONS)?;
        py.detach(|| guarded(|| Ok(self.0.run(simulations, seconds))))
    }

    /// Kinds that may be drawn after the best turn: the points laid with each, whether it goes out.
    fn draws(&self) -> PyResult<Vec<(u8, u32, bool)>> {
        let draws = guarded(|| Ok(self.0.draws()))?;
        Ok(draws
            .iter()
            .map(|d| (d.kind, d.points, d.goes_out))
            .collect())
    }

    /// What is told of every turn, best first.
    fn choices(&self) -> PyResult<Vec<Told>> {
        let game = &self.0.view().game;
        let n = usize::from(game.n_players);
        guarded(|| {
            let choices = self.0.choices().into_iter();
            Ok(choices
                .map(|c| {
                    let steps = notation::turn_steps(game, &c.actions);
                    let values = c.values[..n].to_vec();
                    let behind = (c.behind, c.behind_error);
                    (steps, c.visits, values, c.error, behind, c.wins)
                })
                .collect())
        })
    }
}

/// Hands of all seats in worlds that are dealt by what a view shows, as text.
#[pyfunction]
pub(crate) fn sample_hands(
    py: Python<'_>,
    view: &str,
    seat: u8,
    n_worlds: usize,
    seed: u64,
    rivals: &str,
) -> PyResult<Vec<Vec<String>>> {
    require("worlds", n_worlds, 1..=1_000_000)?;
    require("letters", view.len(), 0..=MAX_TEXT)?;
    let rivals = read_rivals(rivals)?;
    py.detach(|| {
        guarded(|| {
            let view = notation::parse_view(view, seat).map_err(refuse)?;
            let mut belief = Belief::new(&view, Some(rivals));
            let mut tools = search::Tools::new(view.game.rules.min_naturals);
            let (mut world, mut rng) = (view.game.clone(), Rng::new(seed));
            let n_players = usize::from(view.game.n_players);
            let mut deal = || {
                belief.deal(&view, &mut world, &mut tools.solver, &mut rng);
                let hands = world.hands[..n_players].iter();
                hands.map(|hand| card_names(hand.cards())).collect()
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
    #[pyo3(signature = (view, seat, moves, *, seed, rivals))]
    fn new(
        view: &str,
        seat: u8,
        moves: Vec<Vec<String>>,
        seed: u64,
        rivals: &str,
    ) -> PyResult<Trial> {
        let rivals = read_rivals(rivals)?;
        require("moves", moves.len(), 1..=1_000)?;
        require("letters", view.len(), 0..=MAX_TEXT)?;
        guarded(|| {
            let view = read_view(view, seat)?;
            view.verify_turn().map_err(refuse)?;
            let parsed: PyResult<Vec<_>> = moves
                .iter()
                .map(|texts| read_move(&view.game, texts))
                .collect();
            let trial = trial::Trial::new(view, parsed?, rivals, seed).map_err(refuse)?;
            Ok(Trial(trial))
        })
    }

    /// Go on to so many worlds, or until the seconds are up; returns how many are done.
    fn run(&mut self, py: Python<'_>, n_worlds: usize, seconds: f64) -> PyResult<usize> {
        require("worlds", n_worlds, 0..=10_000_000)?;
        require("seconds", seconds, 0.0..=1e9)?;
        py.detach(|| guarded(|| Ok(self.0.run(n_worlds, seconds))))
    }

    /// One byte for each world and move in it: the seat that won, 255 for nobody.
    fn winners(&self) -> Vec<u8> {
        self.0.winners().to_vec()
    }

    /// One byte for each world and move in it: 1 if the next player took the card, 2 if it came
    /// down, 3 for both.
    fn replies(&self) -> Vec<u8> {
        self.0.replies().to_vec()
    }
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
