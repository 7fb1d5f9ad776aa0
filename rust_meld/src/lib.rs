//! The bridge between Python and the Konkan engine: release the GIL, call, turn errors around.
//!
//! Cards cross it as bytes of kinds, everything else as text; `engine/konkan` is the typed face.

use std::cell::RefCell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub mod bench;
pub mod cards;
pub mod game;
pub mod meld;
pub mod notation;
pub mod players;
pub mod rng;
pub mod search;
pub mod table;
pub mod value;
pub mod view;

use cards::{card_names, Hand};
use game::{Phase, Rules};
use meld::{Solver, Worth, MAX_CARDS};
use rng::Rng;

thread_local! {
    static SOLVERS: RefCell<[Solver; 2]> = RefCell::new([Solver::new(1), Solver::new(2)]);
}

/// Call with this thread's solver for melds of at least so many natural cards.
fn with_solver<T>(min_naturals: u8, job: impl FnOnce(&mut Solver) -> T) -> T {
    let slot = usize::from(min_naturals > 1);
    SOLVERS.with(|solvers| job(&mut solvers.borrow_mut()[slot]))
}

fn refuse(message: String) -> PyErr {
    PyValueError::new_err(message)
}

fn read_hand(kinds: &[u8]) -> PyResult<Hand> {
    if kinds.len() > MAX_CARDS {
        return Err(refuse(format!(
            "{} cards: expected at most 16",
            kinds.len()
        )));
    }
    Hand::from_kinds(kinds).ok_or_else(|| refuse("a card is there three times".into()))
}

fn worth(joker_deadwood: Option<u8>) -> Worth {
    joker_deadwood.map_or(Worth::Table, Worth::Deadwood)
}

/// Sixteen bytes: the most points with 1 to 16 cards laid, 0 where it is impossible.
#[pyfunction]
#[pyo3(signature = (hand, min_naturals=1, joker_deadwood=None))]
fn frontier(
    hand: &[u8],
    min_naturals: u8,
    joker_deadwood: Option<u8>,
) -> PyResult<[u8; MAX_CARDS]> {
    let hand = read_hand(hand)?;
    Ok(with_solver(min_naturals, |solver| {
        solver.frontier(hand, worth(joker_deadwood)).0
    }))
}

/// The melds of the best layout of exactly n cards, as text; None if there is none.
#[pyfunction]
#[pyo3(signature = (hand, n_cards, min_naturals=1, joker_deadwood=None))]
fn layout(
    hand: &[u8],
    n_cards: usize,
    min_naturals: u8,
    joker_deadwood: Option<u8>,
) -> PyResult<Option<Vec<String>>> {
    let hand = read_hand(hand)?;
    let melds = with_solver(min_naturals, |solver| {
        solver.layout(hand, worth(joker_deadwood), n_cards)
    });
    Ok(melds.map(|melds| melds.iter().map(ToString::to_string).collect()))
}

/// A meld in its written form and its points.
#[pyfunction]
#[pyo3(signature = (text, min_naturals=1))]
fn read_meld(text: &str, min_naturals: u8) -> PyResult<(String, u32)> {
    let meld = table::parse_meld(text).map_err(refuse)?;
    meld.verify(min_naturals).map_err(refuse)?;
    Ok((meld.to_string(), meld.points()))
}

/// Every meld that a hand can lay, as text.
#[pyfunction]
#[pyo3(signature = (hand, min_naturals=1))]
fn melds(hand: &[u8], min_naturals: u8) -> PyResult<Vec<String>> {
    let melds = table::Meld::all_in(read_hand(hand)?, min_naturals);
    Ok(melds.iter().map(ToString::to_string).collect())
}

/// Mean, 99th percentile and worst microseconds a hand: "random", "late" or "dense" hands.
#[pyfunction]
fn time_melds(
    py: Python<'_>,
    sort: &str,
    n_hands: usize,
    n_jokers: usize,
    rounds: usize,
) -> PyResult<(f64, f64, f64)> {
    let make = match sort {
        "random" => bench::random_hands,
        "late" => bench::late_hands,
        "dense" => |n, _, seed| bench::dense_hands(n, seed),
        other => {
            return Err(refuse(format!(
                "\"{other}\": expected random, late or dense"
            )))
        }
    };
    Ok(py.detach(|| bench::time_hands(&make(n_hands, n_jokers, 7), rounds)))
}

/// One round of Konkan.
#[pyclass(module = "rust_meld")]
#[derive(Clone)]
struct Game(game::Game);

impl Game {
    fn parse(&self, action: &str) -> PyResult<game::Action> {
        notation::parse_action(action, &self.0.table).map_err(refuse)
    }

    fn seat_index(&self, seat: u8) -> PyResult<usize> {
        let n = self.0.n_players;
        if seat < n {
            return Ok(seat as usize);
        }
        Err(refuse(format!("there is no seat {seat} among {n} players")))
    }
}

#[pymethods]
impl Game {
    /// Deal from a seed; rules in the order of `Rules`.
    #[new]
    fn new(
        seed: u64,
        players: u8,
        starter: u8,
        rules: (u32, u8, bool, bool, bool, u8, u32),
    ) -> PyResult<Game> {
        if !(2..=3).contains(&players) || starter >= players {
            let message = format!("{players} players, starter {starter}: expected 2 or 3 players");
            return Err(refuse(message));
        }
        let rules = Rules {
            threshold: rules.0,
            min_naturals: rules.1,
            raise_by_later_melds: rules.2,
            swap_own: rules.3,
            keep_top: rules.4,
            joker_deadwood: rules.5,
            max_turns: rules.6,
        };
        Ok(Game(game::Game::deal(seed, players, starter, rules)))
    }

    /// Read a game back from its text.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Game> {
        notation::parse_game(text).map(Game).map_err(refuse)
    }

    fn text(&self) -> String {
        notation::game_text(&self.0)
    }

    /// What one seat sees, as text with "?" for every hidden card.
    fn view(&self, seat: u8) -> PyResult<String> {
        self.seat_index(seat)?;
        Ok(notation::view_text(&view::View::of(&self.0, seat)))
    }

    fn copy(&self) -> Game {
        self.clone()
    }

    #[getter]
    fn players(&self) -> u8 {
        self.0.n_players
    }

    #[getter]
    fn seat(&self) -> u8 {
        self.0.seat
    }

    #[getter]
    fn phase(&self) -> &'static str {
        match self.0.phase {
            Phase::Pull => "pull",
            Phase::Act => "act",
            Phase::Over => "over",
        }
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.0.turn
    }

    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner
    }

    #[getter]
    fn must_lay(&self) -> bool {
        self.0.phase == Phase::Act && self.0.must_lay()
    }

    #[getter]
    fn coming(&self) -> u32 {
        self.0.coming
    }

    #[getter]
    fn deck_size(&self) -> usize {
        self.0.deck.len()
    }

    #[getter]
    fn trash(&self) -> String {
        card_names(self.0.trash.iter().copied())
    }

    /// Owner, text and points of each meld on the table.
    #[getter]
    fn table(&self) -> Vec<(u8, String, u32)> {
        let melds = self.0.table.iter();
        melds
            .map(|t| (t.owner, t.meld.to_string(), t.meld.points()))
            .collect()
    }

    fn hand(&self, seat: u8) -> PyResult<String> {
        Ok(card_names(self.0.hands[self.seat_index(seat)?].cards()))
    }

    fn hand_size(&self, seat: u8) -> PyResult<u8> {
        Ok(self.0.hands[self.seat_index(seat)?].len())
    }

    /// Cards of a hand that everybody saw.
    fn known(&self, seat: u8) -> PyResult<String> {
        Ok(card_names(self.0.known[self.seat_index(seat)?].cards()))
    }

    fn down(&self, seat: u8) -> PyResult<Option<u32>> {
        Ok(self.0.down[self.seat_index(seat)?])
    }

    fn laid(&self, seat: u8) -> PyResult<u32> {
        Ok(self.0.laid[self.seat_index(seat)?])
    }

    fn deadwood(&self, seat: u8) -> PyResult<u32> {
        self.seat_index(seat)?;
        Ok(self.0.deadwood(seat))
    }

    fn threshold(&self, seat: u8) -> PyResult<u32> {
        self.seat_index(seat)?;
        Ok(self.0.threshold(seat))
    }

    /// Every legal action as text.
    fn legal_actions(&self) -> Vec<String> {
        let actions = with_solver(self.0.rules.min_naturals, |s| self.0.legal_actions(s));
        let name = |&action: &game::Action| notation::action_name(action, &self.0.table);
        actions.iter().map(name).collect()
    }

    /// Raise with the reason if an action is not legal.
    fn verify(&self, action: &str) -> PyResult<()> {
        let action = self.parse(action)?;
        with_solver(self.0.rules.min_naturals, |s| self.0.verify(action, s)).map_err(refuse)
    }

    /// Do an action; an illegal one raises and changes nothing.
    fn apply(&mut self, action: &str) -> PyResult<()> {
        let action = self.parse(action)?;
        with_solver(self.0.rules.min_naturals, |s| self.0.apply(action, s)).map_err(refuse)
    }

    /// The action of the player "random" or "greedy".
    fn choose(&self, player: &str, seed: u64) -> PyResult<String> {
        if self.0.phase == Phase::Over {
            return Err(refuse("the round is over".into()));
        }
        let action = with_solver(self.0.rules.min_naturals, |solver| match player {
            "random" => Ok(players::random_action(&self.0, solver, &mut Rng::new(seed))),
            "greedy" => Ok(players::greedy_action(&self.0, solver)),
            other => Err(refuse(format!("\"{other}\": expected random or greedy"))),
        })?;
        Ok(notation::action_name(action, &self.0.table))
    }
}

/// A search for the player to act, who is given a view as text and nothing else.
#[pyclass(module = "rust_meld")]
struct Search(search::Search);

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
        let view = read_view(view, seat)?;
        Ok(Search(search::Search::new(view, config, threads)))
    }

    /// Go on to so many simulations in all, or until the seconds are up; returns how many there are.
    fn run(&mut self, py: Python<'_>, simulations: u64, seconds: f64) -> u64 {
        py.detach(|| self.0.run(simulations, seconds))
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
        let (game, me) = (&self.0.view().game, self.0.view().me);
        let action = notation::parse_action(action, &game.table).map_err(refuse)?;
        self.0.advance(action, read_view(view, me)?);
        Ok(())
    }

    /// Every legal action as text.
    fn legal_actions(&self) -> Vec<String> {
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
            return Err(refuse("the card of the deck is not known".into()));
        }
        let min_naturals = view.game.rules.min_naturals;
        with_solver(min_naturals, |s| view.game.apply(action, s)).map_err(refuse)?;
        Ok(notation::view_text(&view))
    }
}

#[pymodule]
fn rust_meld(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_class::<Search>()?;
    module.add_function(wrap_pyfunction!(frontier, module)?)?;
    module.add_function(wrap_pyfunction!(layout, module)?)?;
    module.add_function(wrap_pyfunction!(read_meld, module)?)?;
    module.add_function(wrap_pyfunction!(melds, module)?)?;
    module.add_function(wrap_pyfunction!(time_melds, module)?)
}
