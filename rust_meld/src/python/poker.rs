//! Hand values for Python: arrays of cards in, arrays of values out.

use pyo3::prelude::*;

use crate::poker::batches::{self, BadRow};
use crate::poker::evaluate::{count_sevens, N_CARDS};
use crate::poker::random::{seed_state, shuffle_to};
use crate::python::arrays::{Input, Output};
use crate::python::faults::{guarded, refuse};

const MAX_RECORDED: usize = 1_000_000;

/// Fill in the value of every row of five to seven cards; return the first row with a byte that is
/// not a card, or -1.
#[pyfunction]
pub(crate) fn poker_values(
    py: Python<'_>,
    hands: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
) -> PyResult<isize> {
    let hands: Input<u8> = Input::new(hands, "hands")?;
    let (n_hands, n_cards) = rows_of(&hands, "hands", 5..=7)?;
    let mut values = Output::new(values, "values", n_hands)?.apart_from(&hands, "values")?;
    guarded(|| {
        let (hands, values) = (hands.as_slice(), values.as_mut_slice());
        let done = py.detach(|| batches::values(hands, n_cards, values));
        Ok(bad_row(done))
    })
}

/// Return how many seven-card hands have each category, for highest cards from `first` to `stop`;
/// the last number counts the royal flushes.
#[pyfunction]
pub(crate) fn poker_count_sevens(py: Python<'_>, first: usize, stop: usize) -> PyResult<[u64; 11]> {
    if first > stop || stop > N_CARDS {
        return Err(refuse(format!(
            "highest cards from {first} to {stop}: expected 0 to {N_CARDS}"
        )));
    }
    guarded(|| Ok(py.detach(|| count_sevens(first, stop))))
}

/// Shuffle a deck again and again, and return the first cards after each shuffle: the stream of
/// random cards that all poker games deal from.
#[pyfunction]
pub(crate) fn poker_shuffles(
    seed: u64,
    stream: u64,
    mut deck: Vec<u8>,
    n_cards: usize,
    n_deals: usize,
) -> PyResult<Vec<Vec<u8>>> {
    if n_cards > deck.len() || deck.len() > N_CARDS {
        let n_deck = deck.len();
        return Err(refuse(format!(
            "{n_cards} of {n_deck} cards: expected at most {N_CARDS}, and a deck with enough"
        )));
    }
    check_recorded(n_deals)?;
    guarded(|| {
        let mut state = seed_state(seed, stream);
        let deals = (0..n_deals).map(|_| {
            state = shuffle_to(state, &mut deck, n_cards);
            deck[..n_cards].to_vec()
        });
        Ok(deals.collect())
    })
}

/// Check that `n_deals` are not too many to be returned one by one.
pub(crate) fn check_recorded(n_deals: usize) -> PyResult<()> {
    if n_deals > MAX_RECORDED {
        return Err(refuse(format!(
            "{n_deals} deals to write down: expected at most {MAX_RECORDED}"
        )));
    }
    Ok(())
}

fn bad_row(done: Result<(), BadRow>) -> isize {
    done.map_or_else(|BadRow(row)| row as isize, |()| -1)
}

/// Return the number of rows and of cards in each.
pub(crate) fn rows_of(
    cards: &Input<u8>,
    name: &str,
    n_cards: std::ops::RangeInclusive<usize>,
) -> PyResult<(usize, usize)> {
    match *cards.shape() {
        [n_rows, n] if n_cards.contains(&n) => Ok((n_rows, n)),
        _ => Err(refuse(format!(
            "{name} of shape {:?}: expected rows of {} to {} cards",
            cards.shape(),
            n_cards.start(),
            n_cards.end()
        ))),
    }
}
