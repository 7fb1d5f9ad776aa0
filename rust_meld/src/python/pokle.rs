//! The bridge to Pokle's search: check what comes in, release the GIL, convert what goes out.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::pokle::board_set::{
    lost_and_guesses, BoardSet, Cost, GroupCounter, Legal, Plan, LOST_BOARD, UNREACHABLE,
};
use crate::pokle::bounds;
use crate::pokle::budget::{Budget, Stop};
use crate::pokle::feedback::{patterns, Cards, N_CARDS};
use crate::pokle::rollout::Rollout;
use crate::pokle::search::{last_guess, Search};
use crate::pokle::shortlist::{score, shortlist};
use crate::python::faults::{guarded, refuse, require};

/// The most boards of a position: they are numbered with 16 bits.
const MAX_BOARDS: usize = 20_000;
/// The most boards that can be searched: patterns take a byte for each winning guess and board.
const MAX_SEARCHED: usize = 4_000;
/// More guesses than any game has.
const MAX_GUESSES_LEFT: u8 = 99;

/// Lost boards, guesses of all boards together, and the most guesses that a board takes.
type Evaluation = (u32, u32, u8);
/// Why the search ended, the visits spent, and the plan.
type Answer<P> = (&'static str, i64, P);

/// The boards of a position, and every question about them.
#[pyclass(module = "rust_meld")]
pub(crate) struct PokleSearch {
    set: Arc<BoardSet>,
    search: Option<Search>,
}

#[pymethods]
impl PokleSearch {
    /// `extra_winners` are guesses other than the boards that win a class by the suit pardon.
    #[new]
    #[pyo3(signature = (boards, *, extra_winners, legal_cards, refused, suit_pardon, boards_only))]
    fn new(
        boards: &[u8],
        extra_winners: &[u8],
        legal_cards: &[u8],
        refused: &[u8],
        suit_pardon: bool,
        boards_only: bool,
    ) -> PyResult<PokleSearch> {
        let (boards, extra) = (checked_rows(boards)?, checked_rows(extra_winners)?);
        if !(1..=MAX_BOARDS).contains(&boards.len()) {
            let n = boards.len();
            return Err(refuse(format!("{n} boards: expected 1 to {MAX_BOARDS}")));
        }
        if !are_distinct(legal_cards) {
            return Err(refuse("expected different legal cards, numbers below 52"));
        }
        let is_legal = |card: &u8| legal_cards.contains(card);
        if !boards.iter().flatten().all(is_legal) {
            return Err(refuse("a board holds a card that may not be guessed"));
        }
        let legal = Legal {
            cards: legal_cards.to_vec(),
            refused: checked_rows(refused)?,
            suit_pardon,
            boards_only,
        };
        guarded(|| {
            let set = Arc::new(BoardSet::new(boards, &extra, legal));
            Ok(PokleSearch { set, search: None })
        })
    }

    /// Return true if every class of boards is won by some legal guess.
    fn can_name_all(&self) -> bool {
        (0..self.set.n_classes as u16).all(|class| !self.set.winning_guesses(class).is_empty())
    }

    /// Return the entropy in bits and the boards won of each guess; with `wins_class` its whole
    /// class is won.
    fn split_scores(
        &self,
        py: Python<'_>,
        guesses: &[u8],
        wins_class: bool,
    ) -> PyResult<Vec<(f64, u16)>> {
        let guesses = checked_rows(guesses)?;
        let (set, all) = (&self.set, self.set.all());
        guarded(|| {
            py.detach(|| {
                let mut counter = GroupCounter::new();
                let of_guess = |guess| {
                    let score = score(set, guess, wins_class, &all, false, &mut counter);
                    (score.entropy, score.n_won)
                };
                Ok(guesses.iter().map(of_guess).collect())
            })
        })
    }

    /// Return the guesses that are likely to be the best, each with its estimated cost and the
    /// guesses that split the boards in the same way.
    fn shortlist(
        &self,
        py: Python<'_>,
        guesses_left: u8,
        count: usize,
        keep_going: Py<PyAny>,
    ) -> PyResult<Vec<(Cards, f64, Vec<Cards>)>> {
        require("guesses left", guesses_left, 2..=MAX_GUESSES_LEFT)?;
        let set = &self.set;
        let (_, _, found) = with_budget(py, i64::MAX, keep_going, |budget| {
            (Ok(()), shortlist(set, guesses_left == 2, count, budget))
        })?;
        let parts = found
            .into_iter()
            .map(|c| (c.cards, c.score.estimate, c.equivalent));
        Ok(parts.collect())
    }

    /// Play a guess to the end greedily.
    fn rollout(
        &self,
        py: Python<'_>,
        guess: &[u8],
        wins_class: bool,
        guesses_left: u8,
    ) -> PyResult<Evaluation> {
        let guess = checked_guess(guess)?;
        require("guesses left", guesses_left, 1..=MAX_GUESSES_LEFT)?;
        let (set, all) = (&self.set, self.set.all());
        guarded(|| {
            py.detach(|| {
                let patterns: Vec<u8> = set.patterns(&guess, wins_class, &all).collect();
                let plan = match guesses_left {
                    1 => last_guess(guess, &patterns),
                    _ => Rollout::new(set, &|_, _| None).play(&all, guess, &patterns, guesses_left),
                };
                Ok(evaluation(&plan))
            })
        })
    }

    /// Return the best plan that begins with a guess; greedy from where the search stopped.
    fn evaluate(
        &mut self,
        py: Python<'_>,
        guess: &[u8],
        wins_class: bool,
        guesses_left: u8,
        budget: i64,
        keep_going: Py<PyAny>,
    ) -> PyResult<Answer<Evaluation>> {
        let guess = checked_guess(guess)?;
        require("guesses left", guesses_left, 1..=MAX_GUESSES_LEFT)?;
        let search = self.searchable(py)?;
        with_budget(py, budget, keep_going, |budget| {
            let (plan, done) = search.evaluate(guess, wins_class, guesses_left, budget);
            (done, evaluation(&plan))
        })
    }

    /// Return the best plan of all, if one costs less than `upper` (lost boards, guesses); the best
    /// so far if the search stopped.
    #[pyo3(signature = (guesses_left, upper, budget, keep_going))]
    fn solve(
        &mut self,
        py: Python<'_>,
        guesses_left: u8,
        upper: Option<(u32, u32)>,
        budget: i64,
        keep_going: Py<PyAny>,
    ) -> PyResult<Answer<Option<(Cards, Evaluation)>>> {
        require("guesses left", guesses_left, 1..=MAX_GUESSES_LEFT)?;
        let upper = upper.map_or(UNREACHABLE, |(lost, guesses)| {
            Cost::from(lost) * LOST_BOARD + Cost::from(guesses)
        });
        let search = self.searchable(py)?;
        with_budget(py, budget, keep_going, |budget| {
            let (done, plan) = match search.solve(guesses_left, upper, budget) {
                Ok(plan) => (Ok(()), plan),
                Err(stop) => (Err(stop), search.incumbent),
            };
            (done, plan.map(|plan| (plan.cards, evaluation(&plan))))
        })
    }

    /// Return the best lower bound known for the guesses of all boards together.
    fn lower_bound(&self, py: Python<'_>) -> Cost {
        let set = &self.set;
        let tree = py.detach(|| bounds::tree_bound(&mut bounds::class_sizes(set, &set.all())));
        tree.max(self.search.as_ref().map_or(0, |search| search.root_lower))
    }

    /// Return the lower bound from the first two guesses alone; None if it was stopped.
    fn two_guess_bound(&self, py: Python<'_>, keep_going: Py<PyAny>) -> PyResult<Option<Cost>> {
        let set = &self.set;
        let (_, _, bound) = with_budget(py, i64::MAX, keep_going, |budget| {
            let bound = bounds::two_guess_root_bound(set, budget);
            (bound.map(|_| ()), bound.ok())
        })?;
        Ok(bound)
    }

    /// Return how many boards `guesses_left` guesses cannot find, at least; after `guess` if given.
    #[pyo3(signature = (guesses_left, guess=None, wins_class=false))]
    fn unfound(&self, guesses_left: u8, guess: Option<&[u8]>, wins_class: bool) -> PyResult<usize> {
        let (set, all, left) = (&self.set, self.set.all(), usize::from(guesses_left));
        let Some(guess) = guess else {
            return Ok(bounds::unfound_after(set, &all, left));
        };
        let guess = checked_guess(guess)?;
        let patterns: Vec<u8> = set.patterns(&guess, wins_class, &all).collect();
        Ok(bounds::unfound_after_guess(set, &patterns, left))
    }
}

impl PokleSearch {
    fn searchable(&mut self, py: Python<'_>) -> PyResult<&mut Search> {
        let n = self.set.boards.len();
        if n > MAX_SEARCHED {
            return Err(refuse(format!(
                "{n} boards: expected up to {MAX_SEARCHED} to search"
            )));
        }
        let set = &self.set;
        let search = &mut self.search;
        guarded(|| Ok(py.detach(|| search.get_or_insert_with(|| Search::new(Arc::clone(set))))))
    }
}

/// Return the pattern of one guess against any number of boards.
#[pyfunction]
pub(crate) fn pokle_patterns<'py>(
    py: Python<'py>,
    guess: &[u8],
    boards: &[u8],
    wins_class: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let guess = checked_guess(guess)?;
    let (rows, rest) = boards.as_chunks::<5>();
    if !rest.is_empty() || boards.iter().any(|&card| usize::from(card) >= N_CARDS) {
        return Err(refuse(EXPECTED_ROWS));
    }
    let found = py.detach(|| patterns(&guess, rows, wins_class));
    Ok(PyBytes::new(py, &found))
}

/// Return a lower bound for the guesses of all boards together, from the sizes of their classes.
#[pyfunction]
pub(crate) fn pokle_tree_bound(class_sizes: Vec<u32>) -> Cost {
    let mut sizes: Vec<usize> = class_sizes.into_iter().map(|size| size as usize).collect();
    bounds::tree_bound(&mut sizes)
}

const EXPECTED_ROWS: &str =
    "expected rows of five different cards, numbers below 52, flops ascending";

fn are_distinct(cards: &[u8]) -> bool {
    let mut taken = [false; N_CARDS];
    let mut is_new = |&card: &u8| match taken.get_mut(usize::from(card)) {
        Some(place) => !std::mem::replace(place, true),
        None => false,
    };
    cards.iter().all(&mut is_new)
}

fn checked_rows(bytes: &[u8]) -> PyResult<Vec<Cards>> {
    let (rows, rest) = bytes.as_chunks::<5>();
    let is_row = |row: &Cards| are_distinct(row) && row[0] < row[1] && row[1] < row[2];
    if !rest.is_empty() || !rows.iter().all(is_row) {
        return Err(refuse(EXPECTED_ROWS));
    }
    Ok(rows.to_vec())
}

fn checked_guess(bytes: &[u8]) -> PyResult<Cards> {
    match checked_rows(bytes)?[..] {
        [guess] => Ok(guess),
        _ => Err(refuse("expected one guess of five cards")),
    }
}

fn evaluation(plan: &Plan) -> Evaluation {
    let (lost, guesses) = lost_and_guesses(plan.cost);
    (lost, guesses, plan.worst)
}

/// Do some work without the GIL; ask Python now and then whether to keep going.
fn with_budget<P: Send>(
    py: Python<'_>,
    visits: i64,
    keep_going: Py<PyAny>,
    work: impl FnOnce(&mut Budget) -> (Result<(), Stop>, P) + Send,
) -> PyResult<Answer<P>> {
    let mut failure = None;
    let mut ask = || -> bool {
        let answer = Python::attach(|py| keep_going.call0(py)?.extract(py));
        answer.unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    };
    let visits = visits.max(0);
    let mut budget = Budget::new(visits, &mut ask);
    let (done, plan) = py.detach(|| guarded(|| Ok(work(&mut budget))))?;
    let spent = visits - budget.visits_left;
    let stop = match done {
        Ok(()) => "finished",
        Err(Stop::Budget) => "budget",
        Err(Stop::Memory) => "memory",
        Err(Stop::Cancelled) => "cancelled",
    };
    failure.map_or(Ok((stop, spent, plan)), Err)
}
