//! The search for Python: a view goes in as text, choices come out; the GIL is free meanwhile.

use pyo3::prelude::*;

use crate::konkan::game::Phase;
use crate::konkan::{game, notation, search, view};
use crate::python::faults::{guarded, refuse};
use crate::python::game::Game;
use crate::python::melds::with_solver;

/// A search for the player to act, who is given a view as text and nothing else.
#[pyclass(module = "rust_meld")]
pub(crate) struct Search(search::Search);

fn read_view(text: &str, seat: u8) -> PyResult<view::View> {
    let view = notation::parse_view(text, seat).map_err(refuse)?;
    if view.game.seat != seat || view.game.phase == Phase::Over {
        return Err(refuse(format!("seat {seat} is not to act")));
    }
    Ok(view)
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (view, seat, *, seed, threads, dirichlet_alpha, dirichlet_weight,
                        opponent_priors, flat, horizon, exploration))]
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
        exploration: f32,
    ) -> PyResult<Search> {
        let config = search::Config {
            dirichlet_alpha,
            dirichlet_weight,
            opponent_priors,
            flat,
            horizon,
            exploration,
            seed,
        };
        guarded(|| {
            let view = read_view(view, seat)?;
            Ok(Search(search::Search::new(view, config, threads)))
        })
    }

    /// Go on to so many simulations in all, or until the seconds are up; returns how many there are.
    fn run(&mut self, py: Python<'_>, simulations: u64, seconds: f64) -> PyResult<u64> {
        py.detach(|| guarded(|| Ok(self.0.run(simulations, seconds))))
    }

    /// Action, visits and mean value of every seat, best first.
    fn choices(&self) -> Vec<(String, u32, Vec<f32>)> {
        let game = &self.0.view().game;
        let values = |choice: &search::Choice| choice.values[..game.n_players as usize].to_vec();
        (self.0.choices().iter())
            .map(|c| {
                (
                    notation::action_name(c.action, &game.table),
                    c.visits,
                    values(c),
                )
            })
            .collect()
    }

    /// The most visited line of this turn.
    fn line(&self) -> Vec<String> {
        let mut game = self.0.view().game.clone();
        let mut names = Vec::new();
        for action in self.0.line() {
            names.push(notation::action_name(action, &game.table));
            if matches!(action, game::Action::Throw(_) | game::Action::PullDeck) {
                break;
            }
            game.perform(action);
        }
        names
    }

    /// Go on from an own action to the view after it: the tree below is kept.
    fn advance(&mut self, action: &str, view: &str) -> PyResult<()> {
        guarded(|| {
            let (game, me) = (&self.0.view().game, self.0.view().me);
            let action = notation::parse_action(action, &game.table).map_err(refuse)?;
            self.0.advance(action, read_view(view, me)?);
            Ok(())
        })
    }

    /// Every legal action as text.
    fn legal_actions(&self) -> PyResult<Vec<String>> {
        Game(self.0.view().game.clone()).legal_actions()
    }

    /// The greedy player's action.
    fn greedy(&self) -> PyResult<String> {
        Game(self.0.view().game.clone()).choose("greedy", 0)
    }

    /// The view after an own action that shows no hidden card.
    fn after(&self, action: &str) -> PyResult<String> {
        let mut view = self.0.view().clone();
        let action = notation::parse_action(action, &view.game.table).map_err(refuse)?;
        if action == game::Action::PullDeck {
            return Err(refuse("the card of the deck is not known"));
        }
        let min_naturals = view.game.rules.min_naturals;
        guarded(|| {
            with_solver(min_naturals, |s| view.game.apply(action, s)).map_err(refuse)?;
            Ok(notation::view_text(&view))
        })
    }
}
