//! The Pokle proof for Python: boards and tables go in as bytes, plans come out; the GIL is free.

use pyo3::prelude::*;

use crate::pokle::candidates::Asked;
use crate::pokle::effort::Effort;
use crate::pokle::proof::{Plan, Proof};
use crate::pokle::task::{Cards, Colours, Counter, Task, Winner, N_CARDS, WON};
use crate::python::faults::{guarded, refuse};

/// Cost, worst case, boards lost, and the cards to guess.
type PlanParts = (i32, u8, u16, Cards);
/// Whether the work came to its end, the looks that are left, and the plan.
type Answer = (bool, i64, Option<PlanParts>);

/// What guesses cost: in all boards' guesses together at least, as a rule, and the bits they tell.
type CostParts = (i64, f64, f64);
/// More boards than numbers of 16 bits can name.
const MAX_BOARDS: usize = 65_000;

/// Boards that guesses are asked about.
#[pyclass(module = "rust_meld")]
pub(crate) struct PokleBoards {
    asked: Asked,
    n_boards: usize,
}

#[pymethods]
impl PokleBoards {
    /// Boards come in the order of their classes.
    #[new]
    #[pyo3(signature = (boards, *, suit_pardon, boards_only, live, card_patterns, flop_patterns))]
    fn new(
        boards: &[u8],
        suit_pardon: bool,
        boards_only: bool,
        live: &[u8],
        card_patterns: &[u8],
        flop_patterns: &[u8],
    ) -> PyResult<PokleBoards> {
        let boards = checked_rows(boards)?;
        let n_boards = boards.len();
        if !(1..=MAX_BOARDS).contains(&n_boards) {
            return Err(refuse(format!(
                "{n_boards} boards: expected 1 to {MAX_BOARDS}"
            )));
        }
        let colours = colours(card_patterns, flop_patterns)?;
        guarded(|| {
            let asked = Asked::new(boards, colours, suit_pardon, boards_only, live.to_vec());
            Ok(PokleBoards { asked, n_boards })
        })
    }

    /// The costs of each guess; with `pardoned` its class of boards is won.
    fn rate(
        &self,
        py: Python<'_>,
        guesses: &[u8],
        pardoned: bool,
        last_next: bool,
    ) -> PyResult<Vec<CostParts>> {
        let guesses = checked_rows(guesses)?;
        let (asked, mut counter) = (&self.asked, Counter::new());
        let rate = |guess| {
            let costs = asked.rate(guess, pardoned, last_next, &mut counter);
            (costs.least, costs.likely, costs.bits)
        };
        guarded(|| Ok(py.detach(|| guesses.iter().map(rate).collect())))
    }

    /// The best guesses met on the way up from a start, with their costs.
    fn climb(
        &self,
        py: Python<'_>,
        start: &[u8],
        live: &[u8],
        refused: &[u8],
        keep: usize,
        last_next: bool,
    ) -> PyResult<Vec<(Cards, CostParts)>> {
        let (start, refused) = (checked_rows(start)?, checked_rows(refused)?);
        let [start] = start[..] else {
            return Err(refuse("expected one guess to start from"));
        };
        if live.iter().any(|&card| usize::from(card) >= N_CARDS) {
            return Err(refuse("a card that is none: expected numbers below 52"));
        }
        let asked = &self.asked;
        guarded(|| {
            let met = py.detach(|| asked.climb(start, live, &refused, keep, last_next));
            let parts = met.into_iter();
            Ok(parts
                .map(|(cards, costs)| (cards, (costs.least, costs.likely, costs.bits)))
                .collect())
        })
    }

    /// The likely cost of a guess of these patterns if each group is answered by its best board.
    fn look_deeper(
        &self,
        py: Python<'_>,
        patterns: &[u8],
        last_but_one: bool,
        max_tried: usize,
    ) -> PyResult<f64> {
        let (asked, patterns) = (&self.asked, self.checked_patterns(patterns)?);
        guarded(|| Ok(py.detach(|| asked.look_deeper(patterns, last_but_one, max_tried))))
    }

    /// A guess of these patterns played to the end: cost, worst case, and boards lost.
    fn play(
        &self,
        py: Python<'_>,
        patterns: &[u8],
        limit: u8,
        max_tried: usize,
    ) -> PyResult<(i64, u8, u32)> {
        if limit < 2 {
            return Err(refuse(format!(
                "{limit} guesses left: expected two or more"
            )));
        }
        let (asked, labels) = (&self.asked, self.checked_patterns(patterns)?);
        guarded(|| {
            let played = py.detach(|| asked.play(labels, limit, max_tried));
            Ok((played.cost, played.worst, played.lost))
        })
    }

    /// The most boards that second guesses win after a first guess with this lowest flop card.
    fn most_won_second(&self, py: Python<'_>, first: u8, live: &[u8]) -> PyResult<u32> {
        if usize::from(first) >= N_CARDS || live.iter().any(|&card| usize::from(card) >= N_CARDS) {
            return Err(refuse("a card that is none: expected numbers below 52"));
        }
        let asked = &self.asked;
        guarded(|| Ok(py.detach(|| asked.most_won_second(first, live))))
    }
}

impl PokleBoards {
    fn checked_patterns<'p>(&self, patterns: &'p [u8]) -> PyResult<&'p [u8]> {
        if patterns.len() != self.n_boards || patterns.iter().any(|&label| label > WON) {
            return Err(refuse("expected a pattern below 243 for each board"));
        }
        Ok(patterns)
    }
}

fn checked_rows(bytes: &[u8]) -> PyResult<Vec<Cards>> {
    if !bytes.len().is_multiple_of(5) || bytes.iter().any(|&card| usize::from(card) >= N_CARDS) {
        return Err(refuse(
            "rows that are none: expected five cards each, numbers below 52",
        ));
    }
    Ok(rows_of_five(bytes))
}

fn colours(card_patterns: &[u8], flop_patterns: &[u8]) -> PyResult<Colours> {
    if card_patterns.len() != N_CARDS * N_CARDS || flop_patterns.len() != 3_usize.pow(9) {
        return Err(refuse("tables of colours of a wrong size"));
    }
    Ok(Colours {
        cards: card_patterns.to_vec(),
        flops: flop_patterns.to_vec(),
    })
}

/// A proof of the best guess for a set of boards.
#[pyclass(module = "rust_meld")]
pub(crate) struct PokleProof(Proof);

fn rows_of_five(bytes: &[u8]) -> Vec<Cards> {
    bytes.as_chunks().0.to_vec()
}

#[pymethods]
impl PokleProof {
    /// Boards and winners come in the order of their classes; patterns are those of each winner
    /// against each board.
    #[new]
    #[pyo3(signature = (boards, classes, winners, winner_classes, patterns, *, live, refused,
                        boards_only, card_patterns, flop_patterns))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        boards: &[u8],
        classes: Vec<u16>,
        winners: &[u8],
        winner_classes: Vec<u16>,
        patterns: &[u8],
        live: &[u8],
        refused: &[u8],
        boards_only: bool,
        card_patterns: &[u8],
        flop_patterns: &[u8],
    ) -> PyResult<PokleProof> {
        let n = classes.len();
        if n == 0 {
            return Err(refuse("no board: expected one or more"));
        }
        let winner = |((cards, class), row): ((Cards, u16), &[u8])| Winner {
            cards,
            class,
            row: row.to_vec(),
        };
        let cards_and_classes = rows_of_five(winners).into_iter().zip(winner_classes);
        let winners = cards_and_classes.zip(patterns.chunks_exact(n)).map(winner);
        let colours = colours(card_patterns, flop_patterns)?;
        guarded(|| {
            let task = Task::new(
                rows_of_five(boards),
                classes,
                winners.collect(),
                live.to_vec(),
                rows_of_five(refused),
                boards_only,
                colours,
            );
            Ok(PokleProof(Proof::new(task)))
        })
    }

    /// Whether it came to its end, the looks that are left, and the plan: the best, None if every
    /// one costs the ceiling or more; the best so far if it was stopped.
    fn prove(
        &mut self,
        py: Python<'_>,
        limit: u8,
        ceiling: i32,
        looks: i64,
        goes_on: Py<PyAny>,
    ) -> PyResult<Answer> {
        let proof = &mut self.0;
        with_effort(py, looks, goes_on, |effort| {
            match proof.prove(limit, ceiling, effort) {
                Ok(plan) => (true, plan),
                Err(_) => (false, proof.found),
            }
        })
    }

    /// What all boards cost at least, as far as proofs without end have shown.
    fn lower(&self) -> i32 {
        self.0.lower
    }

    /// The best plan that begins with a guess of these patterns, as `prove` tells it, its cards left
    /// open.
    fn rate(
        &mut self,
        py: Python<'_>,
        patterns: &[u8],
        limit: u8,
        looks: i64,
        goes_on: Py<PyAny>,
    ) -> PyResult<Answer> {
        let proof = &mut self.0;
        with_effort(py, looks, goes_on, |effort| {
            let (plan, done) = proof.rate(patterns, limit, effort);
            (done.is_ok(), plan)
        })
    }
}

/// Do some work without the GIL, and ask Python now and then if it should go on.
fn with_effort(
    py: Python<'_>,
    looks: i64,
    goes_on: Py<PyAny>,
    work: impl FnOnce(&mut Effort) -> (bool, Option<Plan>) + Send,
) -> PyResult<Answer> {
    let mut failure = None;
    let mut ask = || -> bool {
        let answer = Python::attach(|py| goes_on.call0(py)?.extract(py));
        answer.unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    };
    let mut effort = Effort::new(looks, &mut ask);
    let (done, plan) = py.detach(|| guarded(|| Ok(work(&mut effort))))?;
    let looks_left = effort.looks;
    let parts = plan.map(|plan| (plan.cost, plan.worst, plan.lost, plan.cards));
    failure.map_or(Ok((done, looks_left, parts)), Err)
}
