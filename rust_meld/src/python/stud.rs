//! Kings and Lows for Python: tables are checked once, when they are made, and deals counted into
//! NumPy arrays of the caller.

use pyo3::prelude::*;

use crate::kings_lows::batches;
use crate::kings_lows::completions::{self, Completed, Completions, Hand};
use crate::kings_lows::deals::{self, Deal, MAX_PLAYERS, N_HAND, N_STARTS};
use crate::kings_lows::last_card::{self, Question};
use crate::kings_lows::open_deals::{self, Open, OpenDeal};
use crate::kings_lows::values::{Counts, Rule, N_KINDS, N_LOWS};
use crate::poker::evaluate::{CARD_MASKS, N_CARDS};
use crate::poker::stop::Stop;
use crate::python::arrays::{Input, Output, StopFlag};
use crate::python::faults::{guarded, refuse};
use crate::python::poker::{check_recorded, rows_of};

const TO_DEAL: i64 = -1;
const NOT_OPEN: i64 = -2;
const MAX_STREETS: usize = 5;
const MAX_HAND: usize = 11; // with an extra card for each of four fours

/// Arrays that counts go into: wins, ties and shares; kinds of hands; wild low ranks.
struct CountArrays {
    results: Output<i64>,
    kinds: Output<i64>,
    lows: Output<i64>,
}

impl CountArrays {
    fn new(
        n_players: usize,
        results: &Bound<'_, PyAny>,
        kinds: &Bound<'_, PyAny>,
        lows: &Bound<'_, PyAny>,
    ) -> PyResult<CountArrays> {
        let results = Output::new(results, "results", 3 * n_players)?;
        let kinds = Output::new(kinds, "kinds", N_KINDS * n_players)?;
        let lows = Output::new(lows, "lows", N_LOWS * n_players)?;
        let kinds = kinds.apart_from_output(&results, "kinds")?;
        let lows = lows.apart_from_output(&results, "lows")?;
        let lows = lows.apart_from_output(&kinds, "lows")?;
        Ok(CountArrays {
            results,
            kinds,
            lows,
        })
    }

    fn counts(&mut self) -> Counts<'_> {
        Counts {
            results: self.results.as_mut_slice().as_chunks_mut().0,
            kinds: self.kinds.as_mut_slice().as_chunks_mut().0,
            lows: self.lows.as_mut_slice().as_chunks_mut().0,
        }
    }

    /// Add to the counts by a function that polls the stop byte, without the GIL; return how many
    /// deals it counted.
    fn fill(
        &mut self,
        py: Python<'_>,
        stop: &Bound<'_, PyAny>,
        count: impl FnOnce(Stop<'_>, &mut Counts<'_>) -> usize + Send,
    ) -> PyResult<usize> {
        let flag = StopFlag::new(stop)?;
        guarded(|| {
            let (mut counts, stop) = (self.counts(), flag.get());
            Ok(py.detach(|| count(stop, &mut counts)))
        })
    }
}

/// A table whose wild cards do not depend on cards that are still to come.
#[pyclass(module = "rust_meld", frozen)]
pub(crate) struct StudDeal(Deal);

#[pymethods]
impl StudDeal {
    #[new]
    fn new(
        known: &Bound<'_, PyAny>,
        n_missing: &Bound<'_, PyAny>,
        deck: &Bound<'_, PyAny>,
        code: u16,
        floors: &Bound<'_, PyAny>,
    ) -> PyResult<StudDeal> {
        let known: Vec<u64> = Input::new(known, "known")?.as_slice().to_vec();
        let n_missing = numbers(n_missing, "n_missing")?;
        let deck: Vec<u8> = Input::new(deck, "deck")?.as_slice().to_vec();
        let floors: Vec<u16> = Input::new(floors, "floors")?.as_slice().to_vec();
        check_players(known.len(), &[n_missing.len(), floors.len()])?;
        check_apart(known.iter().copied(), &deck)?;
        for (&cards, &n) in known.iter().zip(&n_missing) {
            check_seven(cards, n)?;
        }
        let deal = Deal {
            known,
            n_missing,
            deck,
            rule: rule(code)?,
            floors,
        };
        check_deck(deal.n_to_deal(), deal.deck.len())?;
        Ok(StudDeal(deal))
    }

    #[getter]
    fn n_to_deal(&self) -> usize {
        self.0.n_to_deal()
    }

    /// Deal the missing cards and count; returns how many deals were counted before the stop.
    #[allow(clippy::too_many_arguments)]
    fn deal(
        &self,
        py: Python<'_>,
        seed: u64,
        chunk: u64,
        n_deals: usize,
        stop: &Bound<'_, PyAny>,
        results: &Bound<'_, PyAny>,
        kinds: &Bound<'_, PyAny>,
        lows: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let deal = &self.0;
        let mut arrays = CountArrays::new(deal.known.len(), results, kinds, lows)?;
        arrays.fill(py, stop, |stop, counts| {
            deals::deal(deal, seed, chunk, n_deals, stop, counts)
        })
    }

    /// Write down the cards that `deal` deals in the same chunk, one row a deal.
    fn record(&self, seed: u64, chunk: u64, n_deals: usize) -> PyResult<Vec<Vec<u8>>> {
        recorded(self.0.n_to_deal(), n_deals, |dealt| {
            self.0.record(seed, chunk, dealt)
        })
    }
}

/// A table whose wild cards, or numbers of cards, depend on open cards that are still to come.
#[pyclass(module = "rust_meld", frozen)]
pub(crate) struct StudOpenDeal(OpenDeal);

#[pymethods]
impl StudOpenDeal {
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        hidden: &Bound<'_, PyAny>,
        n_hidden: &Bound<'_, PyAny>,
        opens: &Bound<'_, PyAny>,
        deck: &Bound<'_, PyAny>,
        code: u16,
        floors: &Bound<'_, PyAny>,
        follows_queen: bool,
        extra_for_four: bool,
    ) -> PyResult<StudOpenDeal> {
        let hidden: Vec<u64> = Input::new(hidden, "hidden")?.as_slice().to_vec();
        let n_hidden = numbers(n_hidden, "n_hidden")?;
        let deck: Vec<u8> = Input::new(deck, "deck")?.as_slice().to_vec();
        let floors: Vec<u16> = Input::new(floors, "floors")?.as_slice().to_vec();
        let n_players = hidden.len();
        check_players(n_players, &[n_hidden.len(), floors.len()])?;
        let opens: Input<i64> = Input::new(opens, "opens")?;
        if !matches!(*opens.shape(), [n_streets, n] if n == n_players && n_streets <= MAX_STREETS) {
            return Err(refuse(format!(
                "opens of shape {:?}: expected at most {MAX_STREETS} streets of {n_players} players",
                opens.shape()
            )));
        }
        let opens = (opens.as_slice().iter())
            .map(|&open| open_card(open))
            .collect::<PyResult<Vec<Open>>>()?;
        let shown = opens.iter().filter_map(|open| match open {
            Open::Known(card) => Some(CARD_MASKS[usize::from(*card)]),
            _ => None,
        });
        check_apart(hidden.iter().copied().chain(shown), &deck)?;
        for (player, (&cards, &n)) in hidden.iter().zip(&n_hidden).enumerate() {
            let own = opens.iter().skip(player).step_by(n_players);
            let n_open = own.filter(|&&open| open != Open::NotOpen).count();
            let n_cards = cards.count_ones() as usize + n_open;
            if n > MAX_HAND || !(N_HAND..=MAX_HAND).contains(&(n_cards + n)) {
                return Err(refuse(format!(
                    "{n_cards} cards and {n} to come: expected {N_HAND} to {MAX_HAND}"
                )));
            }
        }
        let deal = OpenDeal {
            hidden,
            n_hidden,
            opens,
            deck,
            rule: rule(code)?,
            floors,
            follows_queen,
            extra_for_four,
        };
        check_deck(deal.n_needed(), deal.deck.len())?;
        Ok(StudOpenDeal(deal))
    }

    #[getter]
    fn n_to_deal(&self) -> usize {
        self.0.n_to_deal()
    }

    /// Deal the missing cards and count; returns how many deals were counted before the stop.
    #[allow(clippy::too_many_arguments)]
    fn deal(
        &self,
        py: Python<'_>,
        seed: u64,
        chunk: u64,
        n_deals: usize,
        stop: &Bound<'_, PyAny>,
        results: &Bound<'_, PyAny>,
        kinds: &Bound<'_, PyAny>,
        lows: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let deal = &self.0;
        let mut arrays = CountArrays::new(deal.hidden.len(), results, kinds, lows)?;
        arrays.fill(py, stop, |stop, counts| {
            open_deals::deal_open(deal, seed, chunk, n_deals, stop, counts)
        })
    }

    /// Write down the cards that `deal` deals in the same chunk, one row a deal.
    fn record(&self, seed: u64, chunk: u64, n_deals: usize) -> PyResult<Vec<Vec<u8>>> {
        recorded(self.0.n_to_deal(), n_deals, |dealt| {
            self.0.record(seed, chunk, dealt)
        })
    }
}

/// Deal full tables, and count every seat by its first cards.
#[pyfunction]
pub(crate) fn stud_starts(
    py: Python<'_>,
    n_players: usize,
    n_deals: usize,
    seed: u64,
    chunk: u64,
    code: u16,
    starts: &Bound<'_, PyAny>,
) -> PyResult<()> {
    check_players(n_players, &[])?;
    let rule = rule(code)?;
    let mut starts: Output<i64> = Output::new(starts, "starts", 4 * N_STARTS)?;
    guarded(|| {
        let starts = starts.as_mut_slice().as_chunks_mut().0;
        py.detach(|| deals::deal_starts(n_players, n_deals, seed, chunk, rule, starts));
        Ok(())
    })
}

/// Tally every way to complete one hand, with `deck[first]` as the first of the added cards. Return
/// the number of ways, or None if it was stopped; then the counts mean nothing.
///
/// The added cards and the values go into `added` and `values` while there is room.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn stud_complete(
    py: Python<'_>,
    known: u64,
    n_missing: usize,
    deck: &Bound<'_, PyAny>,
    code: u16,
    first: usize,
    stop: &Bound<'_, PyAny>,
    kinds: &Bound<'_, PyAny>,
    lows: &Bound<'_, PyAny>,
    added: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
) -> PyResult<Option<usize>> {
    let deck: Vec<u8> = Input::new(deck, "deck")?.as_slice().to_vec();
    check_apart([known].into_iter(), &deck)?;
    check_seven(known, n_missing)?;
    if (deck.len().checked_sub(n_missing)).is_none_or(|most| first > most) {
        let n_deck = deck.len();
        return Err(refuse(format!(
            "{n_missing} cards from place {first} of {n_deck}: the deck has too few"
        )));
    }
    let (rule, flag) = (rule(code)?, StopFlag::new(stop)?);
    let mut kinds: Output<i64> = Output::new(kinds, "kinds", N_KINDS)?;
    let lows: Output<i64> = Output::new(lows, "lows", N_LOWS)?;
    let mut lows = lows.apart_from_output(&kinds, "lows")?;
    let mut added: Output<u64> = Output::of_any_length(added, "added")?;
    let values: Output<u16> = Output::new(values, "values", added.len())?;
    let mut values = values.apart_from_output(&added, "values")?;
    guarded(|| {
        let hand = Hand {
            known,
            n_missing,
            deck: &deck,
            rule,
        };
        let mut counts = Counts {
            results: &mut [],
            kinds: kinds.as_mut_slice().as_chunks_mut().0,
            lows: lows.as_mut_slice().as_chunks_mut().0,
        };
        let mut completed = Completions {
            added: added.as_mut_slice(),
            values: values.as_mut_slice(),
        };
        let stop = flag.get();
        Ok(py.detach(|| completions::complete(&hand, first, 0, stop, &mut counts, &mut completed)))
    })
}

/// Score every way in which completed hands of all players share no card, where player 0's hands
/// are those from `first` to `end`. Return the number of ways.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn stud_play_out(
    py: Python<'_>,
    added: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    starts: &Bound<'_, PyAny>,
    first: usize,
    end: usize,
    stop: &Bound<'_, PyAny>,
    results: &Bound<'_, PyAny>,
) -> PyResult<u64> {
    let added: Input<u64> = Input::new(added, "added")?;
    let values: Input<u16> = Input::new(values, "values")?;
    let starts = numbers(starts, "starts")?;
    let n_players = starts.len().saturating_sub(1);
    if !(2..=MAX_PLAYERS).contains(&n_players) {
        return Err(refuse(format!(
            "{n_players} players: expected 2 to {MAX_PLAYERS}"
        )));
    }
    let n_hands = added.as_slice().len();
    let is_rising = starts[0] == 0 && starts.is_sorted() && starts[n_players] == n_hands;
    if !is_rising || values.as_slice().len() != n_hands {
        return Err(refuse(
            "starts: expected numbers that rise from 0 to the number of hands",
        ));
    }
    if first > end || end > starts[1] {
        let most = starts[1];
        return Err(refuse(format!(
            "hands {first} to {end}: expected 0 to {most}"
        )));
    }
    let flag = StopFlag::new(stop)?;
    let results: Output<i64> = Output::new(results, "results", 3 * n_players)?;
    let results = results.apart_from(&added, "results")?;
    let mut results = results.apart_from(&values, "results")?;
    guarded(|| {
        let completed = Completed {
            added: added.as_slice(),
            values: values.as_slice(),
            starts: &starts,
        };
        let results = results.as_mut_slice().as_chunks_mut().0;
        let stop = flag.get();
        Ok(py.detach(|| completions::play_out(&completed, first, end, stop, results)))
    })
}

/// The question whether to take the last card up or down.
#[pyclass(module = "rust_meld", frozen)]
pub(crate) struct StudLastCard(Question);

#[pymethods]
impl StudLastCard {
    #[new]
    #[pyo3(signature = (*, hero_hole, hero_open, known, n_missing, gone, code, bet, least_chance,
                        floor))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        hero_hole: u64,
        hero_open: u64,
        known: Vec<u64>,
        n_missing: Vec<usize>,
        gone: u64,
        code: u16,
        bet: f64,
        least_chance: f64,
        floor: u16,
    ) -> PyResult<StudLastCard> {
        check_players(1 + known.len(), &[1 + n_missing.len()])?;
        check_apart(
            [hero_hole, hero_open]
                .into_iter()
                .chain(known.iter().copied()),
            &[],
        )?;
        check_masks(gone)?;
        check_seven(hero_hole | hero_open, 1)?;
        for (&cards, &n) in known.iter().zip(&n_missing) {
            check_seven(cards, n)?;
        }
        if !(bet.is_finite() && bet >= 0.0 && (0.0..=1.0).contains(&least_chance)) {
            return Err(refuse(format!(
                "a bet of {bet} and a chance of {least_chance}: expected at least 0, and 0 to 1"
            )));
        }
        Ok(StudLastCard(Question {
            hero_hole,
            hero_open,
            known,
            n_missing,
            gone,
            rule: rule(code)?,
            bet,
            least_chance,
            floor,
        }))
    }

    /// The cards of a world: hero's last one, then the missing ones of each opponent in turn.
    #[getter]
    fn n_cards(&self) -> usize {
        self.0.n_cards()
    }

    /// Fill in hero's gain in each world, card up and card down; return how many were weighed.
    fn weigh(
        &self,
        py: Python<'_>,
        worlds: &Bound<'_, PyAny>,
        stop: &Bound<'_, PyAny>,
        gains: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let worlds: Input<u8> = Input::new(worlds, "worlds")?;
        let n_cards = self.0.n_cards();
        let (n_worlds, _) = rows_of(&worlds, "worlds", n_cards..=n_cards)?;
        check_cards(worlds.as_slice())?;
        let flag = StopFlag::new(stop)?;
        let mut gains: Output<f64> =
            Output::new(gains, "gains", 2 * n_worlds)?.apart_from(&worlds, "gains")?;
        guarded(|| {
            let (worlds, gains) = (worlds.as_slice(), gains.as_mut_slice().as_chunks_mut().0);
            let stop = flag.get();
            Ok(py.detach(|| last_card::weigh(&self.0, worlds, stop, gains)))
        })
    }
}

/// Fill in the value of every row of seven cards under a rule; False if a byte is not a card.
#[pyfunction]
pub(crate) fn stud_values_by_rule(
    py: Python<'_>,
    hands: &Bound<'_, PyAny>,
    code: u16,
    values: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let hands: Input<u8> = Input::new(hands, "hands")?;
    let (n_hands, _) = rows_of(&hands, "hands", N_HAND..=N_HAND)?;
    let rule = rule(code)?;
    let mut values = Output::new(values, "values", n_hands)?.apart_from(&hands, "values")?;
    guarded(|| {
        let (hands, values) = (hands.as_slice(), values.as_mut_slice());
        Ok(py
            .detach(|| batches::values_by_rule(hands, rule, values))
            .is_ok())
    })
}

/// Fill in the value of every row of seven cards, bit j of `wild[i]` marking card j of hand i;
/// False if a byte is not a card.
#[pyfunction]
pub(crate) fn stud_values_marked(
    py: Python<'_>,
    hands: &Bound<'_, PyAny>,
    wild: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
) -> PyResult<bool> {
    let hands: Input<u8> = Input::new(hands, "hands")?;
    let (n_hands, _) = rows_of(&hands, "hands", N_HAND..=N_HAND)?;
    let wild: Input<u8> = Input::new(wild, "wild")?;
    if wild.as_slice().len() != n_hands {
        return Err(refuse(format!("wild: expected {n_hands} bytes of marks")));
    }
    let values = Output::new(values, "values", n_hands)?.apart_from(&hands, "values")?;
    let mut values = values.apart_from(&wild, "values")?;
    guarded(|| {
        let (hands, wild, values) = (hands.as_slice(), wild.as_slice(), values.as_mut_slice());
        Ok(py
            .detach(|| batches::values_marked(hands, wild, values))
            .is_ok())
    })
}

fn rule(code: u16) -> PyResult<Rule> {
    Rule::new(code).ok_or_else(|| refuse(format!("the rule {code}: expected 0 to 32767")))
}

/// Return the cards of some deals that a function writes down, one row a deal.
fn recorded(
    n_cards: usize,
    n_deals: usize,
    record: impl FnOnce(&mut [u8]),
) -> PyResult<Vec<Vec<u8>>> {
    check_recorded(n_deals)?;
    guarded(|| {
        let mut dealt = vec![0; n_cards * n_deals];
        record(&mut dealt);
        Ok((0..n_deals)
            .map(|i| dealt[n_cards * i..][..n_cards].to_vec())
            .collect())
    })
}

/// Read an array of numbers that are not negative.
fn numbers(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<usize>> {
    let array: Input<i64> = Input::new(array, name)?;
    let numbers = array.as_slice().iter().map(|&n| usize::try_from(n));
    (numbers.collect::<Result<_, _>>())
        .map_err(|_| refuse(format!("{name}: expected no negative numbers")))
}

fn open_card(number: i64) -> PyResult<Open> {
    match number {
        TO_DEAL => Ok(Open::ToDeal),
        NOT_OPEN => Ok(Open::NotOpen),
        0..52 => Ok(Open::Known(number as u8)),
        _ => Err(refuse(format!("the open card {number}: expected -2 to 51"))),
    }
}

fn check_players(n_players: usize, lengths: &[usize]) -> PyResult<()> {
    if !(1..=MAX_PLAYERS).contains(&n_players) || lengths.iter().any(|&n| n != n_players) {
        return Err(refuse(format!(
            "{n_players} players: expected 1 to {MAX_PLAYERS}, and one entry for each in every list"
        )));
    }
    Ok(())
}

fn check_cards(cards: &[u8]) -> PyResult<()> {
    match cards.iter().find(|&&card| usize::from(card) >= N_CARDS) {
        Some(card) => Err(refuse(format!("the card {card}: expected 0 to 51"))),
        None => Ok(()),
    }
}

fn check_masks(cards: u64) -> PyResult<()> {
    if cards & !0x1FFF_1FFF_1FFF_1FFF != 0 {
        return Err(refuse("a mask with bits that are not cards"));
    }
    Ok(())
}

/// Check that masks and a deck hold each card once at most.
fn check_apart(masks: impl Iterator<Item = u64>, deck: &[u8]) -> PyResult<()> {
    check_cards(deck)?;
    let mut seen = 0;
    for cards in masks.chain(deck.iter().map(|&card| CARD_MASKS[usize::from(card)])) {
        check_masks(cards)?;
        if seen & cards != 0 {
            return Err(refuse("a card is given twice"));
        }
        seen |= cards;
    }
    Ok(())
}

/// Check that known and missing cards are seven together.
fn check_seven(cards: u64, n_missing: usize) -> PyResult<()> {
    let n_cards = cards.count_ones() as usize;
    if n_missing > N_HAND || n_cards + n_missing != N_HAND {
        return Err(refuse(format!(
            "{n_cards} cards and {n_missing} missing: expected {N_HAND} together"
        )));
    }
    Ok(())
}

fn check_deck(n_wanted: usize, n_deck: usize) -> PyResult<()> {
    if n_wanted > n_deck {
        return Err(refuse(format!(
            "{n_wanted} cards to deal from {n_deck}: the deck has too few"
        )));
    }
    Ok(())
}
