//! The search for Python: a view goes in as text, choices come out; the GIL is free meanwhile.

use pyo3::prelude::*;

use crate::konkan::game::Phase;
use crate::konkan::{notation, search, view};
use crate::python::faults::{guarded, refuse, require};
use crate::python::game::{verify_rules, MAX_TURNS};
use crate::python::melds::MAX_TEXT;

/// A search for the player to act, who is given a view as text and nothing else.
#[pyclass(module = "rust_meld")]
pub(crate) struct Search(search::Search);

/// Actions of a turn with the melds that they change, visits, value for every seat, and whether the
/// turn goes out.
type Told = (Vec<(String, String)>, u32, Vec<f32>, bool);

fn read_view(text: &str, seat: u8) -> PyResult<view::View> {
    let view = notation::parse_view(text, seat).map_err(refuse)?;
    verify_rules(&view.game.rules)?;
    if view.game.seat != seat || view.game.phase == Phase::Over {
        return Err(refuse(format!("seat {seat} is not to act")));
    }
    Ok(view)
}

/// More simulations than anybody waits for.
const MAX_SIMULATIONS: u64 = 1_000_000_000;

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (view, seat, *, seed, threads, dirichlet_alpha, dirichlet_weight,
                        opponent_priors, flat, horizon, trust, simulations))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        view: &str,
        seat: u8,
        seed: u64,
        threads: usize,
        dirichlet_alpha: f64,
        dirichlet_weight: f64,
        opponent_priors: bool,
        flat: bool,
        horizon: u32,
        trust: f32,
        simulations: u64,
    ) -> PyResult<Search> {
        require("dirichlet_alpha", dirichlet_alpha, 1e-6..=1e3)?;
        require("dirichlet_weight", dirichlet_weight, 0.0..=1.0)?;
        require("trust", trust, 0.0..=1e3)?;
        require("threads", threads, 1..=256)?;
        require("horizon", horizon, 0..=MAX_TURNS)?;
        require("simulations", simulations, 0..=MAX_SIMULATIONS)?;
        require("letters", view.len(), 0..=MAX_TEXT)?;
        let config = search::Config {
            simulations,
            dirichlet_alpha,
            dirichlet_weight,
            opponent_priors,
            flat,
            horizon,
            trust,
            seed,
        };
        guarded(|| {
            let view = read_view(view, seat)?;
            view.verify_turn().map_err(refuse)?;
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
                    (steps, c.visits, c.values[..n].to_vec(), c.wins)
                })
                .collect())
        })
    }
}
