//! Melds for Python, with one solver for each thread.

use std::cell::RefCell;

use pyo3::prelude::*;

use crate::konkan::cards::Hand;
use crate::konkan::meld::Meld;
use crate::konkan::solver::{Solver, Worth, MAX_CARDS};
use crate::python::faults::{guarded, require};
use crate::python::values::{self, meld_value, MeldValue, MAX_JOKER};

thread_local! {
    static SOLVERS: RefCell<[Solver; 2]> = RefCell::new([Solver::new(1), Solver::new(2)]);
}

/// Call with this thread's solver for melds of at least so many natural cards.
pub(crate) fn with_solver<T>(min_naturals: u8, job: impl FnOnce(&mut Solver) -> T) -> T {
    let slot = usize::from(min_naturals > 1);
    SOLVERS.with(|solvers| job(&mut solvers.borrow_mut()[slot]))
}

fn read_hand(kinds: &[u8]) -> PyResult<Hand> {
    require("cards", kinds.len(), 0..=MAX_CARDS)?;
    values::read_hand(kinds)
}

fn worth(joker_deadwood: Option<u8>) -> PyResult<Worth> {
    let Some(points) = joker_deadwood else {
        return Ok(Worth::Table);
    };
    require("joker_deadwood", points, 0..=MAX_JOKER)?;
    Ok(Worth::Deadwood(points))
}

/// Check how many natural cards a meld needs: a solver knows one and two.
fn verify_naturals(min_naturals: u8) -> PyResult<()> {
    require("min_naturals", min_naturals, 1..=2)
}

/// Return sixteen bytes: the most points with 1 to 16 cards laid, 0 where it is impossible.
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

/// Return the melds of the best layout of exactly n cards, None if there is none.
#[pyfunction]
#[pyo3(signature = (hand, n_cards, min_naturals=1, joker_deadwood=None))]
pub(crate) fn layout(
    hand: &[u8],
    n_cards: usize,
    min_naturals: u8,
    joker_deadwood: Option<u8>,
) -> PyResult<Option<Vec<MeldValue>>> {
    verify_naturals(min_naturals)?;
    require("n_cards", n_cards, 0..=MAX_CARDS)?;
    let (hand, worth) = (read_hand(hand)?, worth(joker_deadwood)?);
    guarded(|| {
        let melds = with_solver(min_naturals, |solver| solver.layout(hand, worth, n_cards));
        Ok(melds.map(|melds| melds.into_iter().map(meld_value).collect()))
    })
}

/// Return the meld of cards, in order and with its jokers declared, and its points.
#[pyfunction]
#[pyo3(signature = (cards, min_naturals=1))]
pub(crate) fn find_meld(cards: &[u8], min_naturals: u8) -> PyResult<MeldValue> {
    verify_naturals(min_naturals)?;
    guarded(|| values::read_meld(cards, min_naturals).map(meld_value))
}

/// Return every meld that a hand can lay.
#[pyfunction]
#[pyo3(signature = (hand, min_naturals=1))]
pub(crate) fn melds(hand: &[u8], min_naturals: u8) -> PyResult<Vec<MeldValue>> {
    verify_naturals(min_naturals)?;
    let hand = read_hand(hand)?;
    guarded(|| {
        let melds = Meld::all_in(hand, min_naturals).into_iter();
        Ok(melds.map(meld_value).collect())
    })
}

/// Return points of cards left in hand.
#[pyfunction]
pub(crate) fn deadwood(hand: &[u8], joker_deadwood: u8) -> PyResult<u32> {
    require("joker_deadwood", joker_deadwood, 0..=MAX_JOKER)?;
    Ok(read_hand(hand)?.deadwood(u32::from(joker_deadwood)))
}
