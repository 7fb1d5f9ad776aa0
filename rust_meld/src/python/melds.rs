//! Melds for Python: functions on bytes of kinds, with one solver for each thread.

use std::cell::RefCell;

use pyo3::prelude::*;

use crate::konkan::cards::Hand;
use crate::konkan::meld::{self, Meld};
use crate::konkan::solver::{Solver, Worth, MAX_CARDS};
use crate::python::faults::{guarded, refuse, require};

/// Points of a joker in hand, at most.
pub(crate) const MAX_JOKER: u8 = 50;
/// Letters of a meld, an action or a game, at most: the longest game has some thousands.
pub(crate) const MAX_TEXT: usize = 100_000;

thread_local! {
    static SOLVERS: RefCell<[Solver; 2]> = RefCell::new([Solver::new(1), Solver::new(2)]);
}

/// Call with this thread's solver for melds of at least so many natural cards.
pub(crate) fn with_solver<T>(min_naturals: u8, job: impl FnOnce(&mut Solver) -> T) -> T {
    let slot = usize::from(min_naturals > 1);
    SOLVERS.with(|solvers| job(&mut solvers.borrow_mut()[slot]))
}

fn read_hand(kinds: &[u8]) -> PyResult<Hand> {
    if kinds.len() > MAX_CARDS {
        return Err(refuse(format!(
            "{} cards: expected at most 16",
            kinds.len()
        )));
    }
    Hand::from_kinds(kinds).ok_or_else(|| refuse("a card is there three times"))
}

fn worth(joker_deadwood: Option<u8>) -> PyResult<Worth> {
    let Some(points) = joker_deadwood else {
        return Ok(Worth::Table);
    };
    require("joker_deadwood", points, 0..=MAX_JOKER)?;
    Ok(Worth::Deadwood(points))
}

/// The natural cards that a meld must have at least: a solver knows one and two.
fn verify_naturals(min_naturals: u8) -> PyResult<()> {
    require("min_naturals", min_naturals, 1..=2)
}

/// Sixteen bytes: the most points with 1 to 16 cards laid, 0 where it is impossible.
#[pyfunction]
#[pyo3(signature = (hand, min_naturals=1, joker_deadwood=None))]
pub(crate) fn frontier(
    hand: &[u8],
    min_naturals: u8,
    joker_deadwood: Option<u8>,
) -> PyResult<[u8; MAX_CARDS]> {
    verify_naturals(min_naturals)?;
    let (hand, worth) = (read_hand(hand)?, worth(joker_deadwood)?);
    guarded(|| {
        Ok(with_solver(min_naturals, |solver| {
            solver.solve(hand, worth).0
        }))
    })
}

/// The melds of the best layout of exactly n cards, as text; None if there is none.
#[pyfunction]
#[pyo3(signature = (hand, n_cards, min_naturals=1, joker_deadwood=None))]
pub(crate) fn layout(
    hand: &[u8],
    n_cards: usize,
    min_naturals: u8,
    joker_deadwood: Option<u8>,
) -> PyResult<Option<Vec<String>>> {
    verify_naturals(min_naturals)?;
    require("n_cards", n_cards, 0..=MAX_CARDS)?;
    let (hand, worth) = (read_hand(hand)?, worth(joker_deadwood)?);
    guarded(|| {
        let melds = with_solver(min_naturals, |solver| solver.layout(hand, worth, n_cards));
        Ok(melds.map(|melds| melds.iter().map(ToString::to_string).collect()))
    })
}

/// A meld in its written form and its points.
#[pyfunction]
#[pyo3(signature = (text, min_naturals=1))]
pub(crate) fn read_meld(text: &str, min_naturals: u8) -> PyResult<(String, u32)> {
    verify_naturals(min_naturals)?;
    require("letters", text.len(), 0..=MAX_TEXT)?;
    guarded(|| {
        let meld = meld::parse_meld(text).map_err(refuse)?;
        meld.verify(min_naturals).map_err(refuse)?;
        Ok((meld.to_string(), meld.points()))
    })
}

/// Every meld that a hand can lay, as text.
#[pyfunction]
#[pyo3(signature = (hand, min_naturals=1))]
pub(crate) fn melds(hand: &[u8], min_naturals: u8) -> PyResult<Vec<String>> {
    verify_naturals(min_naturals)?;
    let hand = read_hand(hand)?;
    guarded(|| {
        let melds = Meld::all_in(hand, min_naturals);
        Ok(melds.iter().map(ToString::to_string).collect())
    })
}
