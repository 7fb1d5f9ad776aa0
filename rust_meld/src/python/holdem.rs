//! Hold'em for Python: questions are copied and checked once, then asked in chunks or steps.
//!
//! Cards cross as bytes or arrays of bytes, combinations as arrays of `int64`. A tally is copied,
//! added to without the GIL, and written back.

use std::ops::Range;

use pyo3::buffer::Element;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::holdem::boards;
use crate::holdem::decks::{self, Decks, N_OUTCOMES, TABLE_SEATS};
use crate::holdem::duel::{self, Side};
use crate::holdem::hands::{key_and_mask, COMBO_MASKS, N_CLASSES, N_COMBOS};
use crate::holdem::random_hands::sample_random;
use crate::holdem::runouts::{self, Boards, Lists};
use crate::holdem::sampling::{self, Listed, Rows, Seats, Table, RANDOM};
use crate::holdem::tally::{
    CATEGORIES, MAX_SEATS, NEXT_CARDS, N_CATEGORIES, N_SEAT_COUNTS, N_TALLY,
};
use crate::poker::evaluate::{CARD_MASKS, N_CARDS};
use crate::python::arrays::{Input, Output, StopFlag};
use crate::python::faults::{guarded, refuse};

/// Deals of one call: even ten players' take less than 50 ms.
const MAX_DEALS: usize = 1 << 17;
/// Decks of one call, so that no count overflows.
const MAX_DECKS: usize = 1 << 26;
const MAX_SEED: u64 = 1 << 63;

/// A situation to sample from.
#[pyclass(module = "rust_meld", frozen)]
pub(crate) struct HoldemDeal {
    seats: Seats,
    table: Table,
}

#[pymethods]
impl HoldemDeal {
    /// Seat `i` holds one of `combos[starts[i]:starts[i + 1]]`, drawn by the alias method, or any
    /// two cards if there are none. With `rows` one of them is dealt to all seats instead, by the
    /// running sums of their weights; -1 is a random hand. With `runouts` the board goes through
    /// all of them in turn.
    #[new]
    #[pyo3(signature = (board, deck, runouts, *, starts, combos, chances, aliases, rows, row_sums))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        board: &[u8],
        deck: &[u8],
        runouts: &Bound<'_, PyAny>,
        starts: &Bound<'_, PyAny>,
        combos: &Bound<'_, PyAny>,
        chances: &Bound<'_, PyAny>,
        aliases: &Bound<'_, PyAny>,
        rows: &Bound<'_, PyAny>,
        row_sums: &Bound<'_, PyAny>,
    ) -> PyResult<HoldemDeal> {
        let board_mask = board_mask(board)?;
        let deck_mask = distinct(deck, "deck")?;
        if board_mask & deck_mask != 0 {
            return Err(refuse("a card of the deck lies on the board"));
        }
        let (starts, combos) = lists(starts, combos, board_mask)?;
        let chances = floats(chances, "chances", combos.len(), 0.0..=1.0)?;
        let aliases = aliases_of(aliases, &starts)?;
        let listed = |((&combo, chance), alias): ((&u16, f64), usize)| Listed {
            chance,
            combo,
            other: combos[alias],
        };
        let hands = combos
            .iter()
            .zip(chances)
            .zip(aliases)
            .map(listed)
            .collect();
        let rows = rows_of_hands(rows, row_sums, &starts)?;
        let table = Table {
            board: board.to_vec(),
            deck: deck.to_vec(),
            runouts: runouts_of(runouts, board, deck_mask)?,
        };
        let seats = Seats {
            starts,
            hands,
            rows,
        };
        let n_needed = n_cards_needed(&seats, &table, deck_mask);
        if n_needed > deck.len() {
            let n_deck = deck.len();
            return Err(refuse(format!(
                "a deck of {n_deck} cards: expected {n_needed} for the board and all hands"
            )));
        }
        Ok(HoldemDeal { seats, table })
    }

    /// Deal from the chunk's own generator. Returns how many times: fewer if it was stopped, or
    /// gave up, while hands clashed.
    fn sample(
        &self,
        py: Python<'_>,
        seed: u64,
        chunk: u64,
        n_deals: usize,
        stop: &Bound<'_, PyAny>,
        tally: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        check_chunk(seed, n_deals)?;
        let (flag, seats, table) = (StopFlag::new(stop)?, &self.seats, &self.table);
        with_tally(py, tally, |tally| {
            sampling::sample(seed, chunk, n_deals, seats, table, flag.get(), tally)
        })
    }

    /// Do the same where all hands but hero's are random, and runouts are not dealt in turn:
    /// several times as fast. Its deals differ from those of `sample`.
    fn sample_random(
        &self,
        py: Python<'_>,
        seed: u64,
        chunk: u64,
        n_deals: usize,
        tally: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        check_chunk(seed, n_deals)?;
        let is_plain = self.table.runouts.is_empty() && self.seats.rows.sums.is_empty();
        let (&[hero], 1, true) = (&self.seats.hands[..], self.seats.starts[1], is_plain) else {
            return Err(refuse("expected one known hand, hero's, and no runouts"));
        };
        let (table, players) = (&self.table, (self.seats.n_seats(), usize::from(hero.combo)));
        with_tally(py, tally, |tally| {
            sample_random(seed, chunk, n_deals, players, table, tally)
        })
    }
}

/// Ranges of two to ten players on every runout of a board.
#[pyclass(module = "rust_meld", frozen)]
pub(crate) struct HoldemRunouts {
    lists: Lists,
    boards: Boards,
}

#[pymethods]
impl HoldemRunouts {
    /// Seat `i` holds one of `combos[starts[i]:starts[i + 1]]`, with its weight.
    #[new]
    #[pyo3(signature = (board, runouts, *, starts, combos, weights))]
    fn new(
        board: &[u8],
        runouts: &Bound<'_, PyAny>,
        starts: &Bound<'_, PyAny>,
        combos: &Bound<'_, PyAny>,
        weights: &Bound<'_, PyAny>,
    ) -> PyResult<HoldemRunouts> {
        let board_mask = board_mask(board)?;
        let (starts, combos) = lists(starts, combos, board_mask)?;
        let weights = floats(weights, "weights", combos.len(), 0.0..=f64::MAX)?;
        Ok(HoldemRunouts {
            lists: Lists {
                starts,
                combos,
                weights,
            },
            boards: boards_of(board, board_mask, runouts, None)?,
        })
    }

    /// Weigh every deal on runouts `first` to `stop`; part of them if the flag is set.
    fn enumerate(
        &self,
        py: Python<'_>,
        first: usize,
        stop: usize,
        flag: &Bound<'_, PyAny>,
        tally: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let numbers = numbers(first, stop, self.boards.n_runouts())?;
        let (flag, lists, boards) = (StopFlag::new(flag)?, &self.lists, &self.boards);
        with_tally(py, tally, |tally| {
            runouts::enumerate(numbers, lists, boards, flag.get(), tally)
        })
    }
}

/// Two ranges on every runout of a board.
#[pyclass(module = "rust_meld", frozen)]
pub(crate) struct HoldemDuel {
    sides: [Side; 2],
    boards: Boards,
}

#[pymethods]
impl HoldemDuel {
    /// Hero and opponent are given by the weights of all 1,326 combinations.
    #[new]
    fn new(
        board: &[u8],
        runouts: &Bound<'_, PyAny>,
        runout_weights: &Bound<'_, PyAny>,
        hero: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<HoldemDuel> {
        let board_mask = board_mask(board)?;
        Ok(HoldemDuel {
            sides: [
                side(hero, "hero", board_mask)?,
                side(opponent, "opponent", board_mask)?,
            ],
            boards: boards_of(board, board_mask, runouts, Some(runout_weights))?,
        })
    }

    /// Weigh all pairs of hands on runouts `first` to `stop`; part of them if the flag is set.
    fn enumerate(
        &self,
        py: Python<'_>,
        first: usize,
        stop: usize,
        flag: &Bound<'_, PyAny>,
        tally: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let numbers = numbers(first, stop, self.boards.n_runouts())?;
        let (flag, sides, boards) = (StopFlag::new(flag)?, &self.sides, &self.boards);
        with_tally(py, tally, |tally| {
            duel::enumerate(numbers, sides, boards, flag.get(), tally)
        })
    }

    /// Add hero's share of the pot and the weight of all pairs to `by_hand`, a row for each
    /// combination, and to `by_runout`, a row for each runout.
    fn sweep(
        &self,
        py: Python<'_>,
        first: usize,
        stop: usize,
        flag: &Bound<'_, PyAny>,
        by_hand: &Bound<'_, PyAny>,
        by_runout: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let n_runouts = self.boards.n_runouts();
        let numbers = numbers(first, stop, n_runouts)?;
        let (flag, sides, boards) = (StopFlag::new(flag)?, &self.sides, &self.boards);
        let mut by_hand: Output<f64> = Output::new(by_hand, "by_hand", 2 * N_COMBOS)?;
        let mut by_runout: Output<f64> = Output::new(by_runout, "by_runout", 2 * n_runouts)?;
        let mut of_hands = by_hand.as_mut_slice().to_vec();
        let mut of_runouts = by_runout.as_mut_slice().to_vec();
        guarded(|| {
            py.detach(|| {
                let (of_hands, _) = of_hands.as_chunks_mut();
                let of_hands = of_hands.try_into().expect("a row for each combination");
                let of_runouts = of_runouts.as_chunks_mut().0;
                duel::sweep(numbers, sides, boards, flag.get(), of_hands, of_runouts);
            });
            by_hand.as_mut_slice().copy_from_slice(&of_hands);
            by_runout.as_mut_slice().copy_from_slice(&of_runouts);
            Ok(())
        })
    }
}

/// Weigh all boards for two to ten known hands; `gone` are all cards that are not in the deck.
#[pyfunction]
pub(crate) fn holdem_known_hands(
    py: Python<'_>,
    combos: Vec<i64>,
    gone: &[u8],
    weight: f64,
    flag: &Bound<'_, PyAny>,
    tally: &Bound<'_, PyAny>,
) -> PyResult<()> {
    check_seats(combos.len())?;
    let combos = combos
        .into_iter()
        .map(combo)
        .collect::<PyResult<Vec<_>>>()?;
    check_gone(&combos, gone, 5)?;
    check_weight(weight)?;
    let flag = StopFlag::new(flag)?;
    with_tally(py, tally, |tally| {
        boards::known_hands(&combos, gone, weight, flag.get(), tally)
    })
}

/// Weigh all boards and all opponents' hands for one known hand; `gone` holds it and dead cards.
#[pyfunction]
pub(crate) fn holdem_against_random(
    py: Python<'_>,
    hero: i64,
    gone: &[u8],
    weight: f64,
    flag: &Bound<'_, PyAny>,
    tally: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let hero = combo(hero)?;
    check_gone(&[hero], gone, 7)?;
    check_weight(weight)?;
    let flag = StopFlag::new(flag)?;
    with_tally(py, tally, |tally| {
        boards::against_random(hero, gone, weight, flag.get(), tally)
    })
}

/// Deal whole decks out and count outcomes by class, classes by seat, and split pots. Returns how
/// many decks were dealt: fewer if the flag was set.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn holdem_decks(
    py: Python<'_>,
    seed: u64,
    chunk: u64,
    n_decks: usize,
    flag: &Bound<'_, PyAny>,
    counts: &Bound<'_, PyAny>,
    seated: &Bound<'_, PyAny>,
    splits: &Bound<'_, PyAny>,
) -> PyResult<usize> {
    if seed >= MAX_SEED || n_decks > MAX_DECKS {
        return Err(refuse(format!(
            "{n_decks} decks from seed {seed}: expected at most {MAX_DECKS} and a seed below 2^63"
        )));
    }
    let flag = StopFlag::new(flag)?;
    let mut counts: Output<i32> = Output::new(counts, "counts", N_CLASSES * N_OUTCOMES)?;
    let mut seated: Output<i64> = Output::new(seated, "seated", TABLE_SEATS * N_CLASSES)?;
    let mut splits: Output<i64> = Output::new(splits, "splits", TABLE_SEATS * N_CLASSES * 2)?;
    guarded(|| {
        let mut found = Decks::none();
        let n_dealt = py.detach(|| decks::deal_decks(seed, chunk, n_decks, flag.get(), &mut found));
        add_to(
            counts.as_mut_slice(),
            found.counts.as_flattened(),
            i32::wrapping_add,
        );
        add_to(
            seated.as_mut_slice(),
            found.seated.as_flattened(),
            i64::wrapping_add,
        );
        let found_splits = found.splits.as_flattened().as_flattened();
        add_to(splits.as_mut_slice(), found_splits, i64::wrapping_add);
        Ok(n_dealt)
    })
}

/// Return one board for all that differ only by names of suits, five bytes each, and how many it
/// stands for, one byte each.
#[pyfunction]
pub(crate) fn holdem_canonical_boards(
    py: Python<'_>,
) -> PyResult<(Bound<'_, PyBytes>, Bound<'_, PyBytes>)> {
    guarded(|| {
        let (boards, weights) = py.detach(duel::canonical_boards);
        Ok((
            PyBytes::new(py, boards.as_flattened()),
            PyBytes::new(py, weights),
        ))
    })
}

/// Return the layout of a tally: most seats, counts of a seat, categories, the first count by
/// category, the first by next card, and the length; then the outcomes of the preflop table's
/// hands.
#[pyfunction]
pub(crate) fn holdem_layout() -> [usize; 7] {
    [
        MAX_SEATS,
        N_SEAT_COUNTS,
        N_CATEGORIES,
        CATEGORIES,
        NEXT_CARDS,
        N_TALLY,
        N_OUTCOMES,
    ]
}

/// Call without the GIL with a copy of a tally, and write it back.
fn with_tally<T: Element + Send, R: Send>(
    py: Python<'_>,
    tally: &Bound<'_, PyAny>,
    work: impl FnOnce(&mut [T; N_TALLY]) -> R + Send,
) -> PyResult<R> {
    let mut tally: Output<T> = Output::new(tally, "tally", N_TALLY)?;
    guarded(|| {
        let numbers = tally.as_mut_slice();
        let mut copy: [T; N_TALLY] = (&*numbers).try_into().expect("checked above");
        let answer = py.detach(|| work(&mut copy));
        numbers.copy_from_slice(&copy);
        Ok(answer)
    })
}

fn add_to<T: Copy>(sums: &mut [T], numbers: &[T], add: impl Fn(T, T) -> T) {
    for (sum, &number) in sums.iter_mut().zip(numbers) {
        *sum = add(*sum, number);
    }
}

fn check_chunk(seed: u64, n_deals: usize) -> PyResult<()> {
    if seed >= MAX_SEED || n_deals > MAX_DEALS {
        return Err(refuse(format!(
            "{n_deals} deals from seed {seed}: expected at most {MAX_DEALS} and a seed below 2^63"
        )));
    }
    Ok(())
}

fn check_seats(n_seats: usize) -> PyResult<()> {
    if !(2..=MAX_SEATS).contains(&n_seats) {
        return Err(refuse(format!(
            "{n_seats} seats: expected 2 to {MAX_SEATS}"
        )));
    }
    Ok(())
}

fn check_weight(weight: f64) -> PyResult<()> {
    if !(0.0..=f64::MAX).contains(&weight) {
        return Err(refuse(format!("a weight of {weight}: expected 0 or more")));
    }
    Ok(())
}

/// Check that the cards of some hands differ and are in `gone`, and that `n_left` cards are left.
fn check_gone(combos: &[u16], gone: &[u8], n_left: usize) -> PyResult<()> {
    let gone_mask = distinct(gone, "gone")?;
    let held = held_together(combos);
    if held.is_none_or(|held| held & !gone_mask != 0) || gone.len() + n_left > N_CARDS {
        return Err(refuse(format!(
            "expected hands of different cards, all of them in \"gone\", and {n_left} cards left"
        )));
    }
    Ok(())
}

/// Return the cards of some hands; None if two share one.
fn held_together(combos: &[u16]) -> Option<u64> {
    combos.iter().try_fold(0, |held, &combo| {
        let mask = COMBO_MASKS[usize::from(combo)];
        (held & mask == 0).then_some(held | mask)
    })
}

/// Return the mask of cards that must all be different.
fn distinct(cards: &[u8], name: &str) -> PyResult<u64> {
    let (_, mask) = key_and_mask(cards);
    if mask.count_ones() as usize != cards.len() {
        return Err(refuse(format!(
            "{name}: expected different cards, numbers below {N_CARDS}"
        )));
    }
    Ok(mask)
}

fn board_mask(board: &[u8]) -> PyResult<u64> {
    if !matches!(board.len(), 0 | 3 | 4 | 5) {
        let n_cards = board.len();
        return Err(refuse(format!(
            "a board of {n_cards} cards: expected 0, 3, 4 or 5"
        )));
    }
    distinct(board, "board")
}

fn combo(number: i64) -> PyResult<u16> {
    match usize::try_from(number) {
        Ok(combo) if combo < N_COMBOS => Ok(combo as u16),
        _ => Err(refuse(format!(
            "combination {number}: expected 0 to {}",
            N_COMBOS - 1
        ))),
    }
}

/// Read where the lists of the seats start, and their combinations, which hold no card of the
/// board.
fn lists(
    starts: &Bound<'_, PyAny>,
    combos: &Bound<'_, PyAny>,
    board_mask: u64,
) -> PyResult<(Vec<usize>, Vec<u16>)> {
    let combos: Input<i64> = Input::new(combos, "combos")?;
    let combos = combos.as_slice().iter().map(|&number| combo(number));
    let combos = combos.collect::<PyResult<Vec<_>>>()?;
    let starts: Input<i64> = Input::new(starts, "starts")?;
    let starts = starts.as_slice();
    let ends = (starts.first(), starts.last());
    if !starts.is_sorted() || ends != (Some(&0), Some(&(combos.len() as i64))) {
        return Err(refuse(format!(
            "starts: expected rising numbers from 0 to {}",
            combos.len()
        )));
    }
    check_seats(starts.len() - 1)?;
    if (combos.iter()).any(|&combo| COMBO_MASKS[usize::from(combo)] & board_mask != 0) {
        return Err(refuse("combos: a card of a hand lies on the board"));
    }
    Ok((starts.iter().map(|&start| start as usize).collect(), combos))
}

fn floats(
    array: &Bound<'_, PyAny>,
    name: &str,
    n_items: usize,
    bounds: std::ops::RangeInclusive<f64>,
) -> PyResult<Vec<f64>> {
    let array: Input<f64> = Input::new(array, name)?;
    let numbers = array.as_slice();
    if numbers.len() != n_items || !numbers.iter().all(|number| bounds.contains(number)) {
        return Err(refuse(format!(
            "{name}: expected {n_items} numbers from {} to {:e}",
            bounds.start(),
            bounds.end()
        )));
    }
    Ok(numbers.to_vec())
}

/// Return the aliases of all places, each within the list of its seat.
fn aliases_of(array: &Bound<'_, PyAny>, starts: &[usize]) -> PyResult<Vec<usize>> {
    let array: Input<i64> = Input::new(array, "aliases")?;
    let found: Vec<usize> = array
        .as_slice()
        .iter()
        .map(|&alias| usize::try_from(alias).unwrap_or(usize::MAX))
        .collect();
    let is_inside = |seat: &[usize]| {
        let places = found.get(seat[0]..seat[1]).unwrap_or(&[usize::MAX]);
        places
            .iter()
            .all(|place| (seat[0]..seat[1]).contains(place))
    };
    if starts.last() != Some(&found.len()) || !starts.windows(2).all(is_inside) {
        return Err(refuse("aliases: expected places in the list of their seat"));
    }
    Ok(found)
}

/// Read rows of hands that do not clash, with -1 for the seats that have no list, and rising sums.
fn rows_of_hands(
    rows: &Bound<'_, PyAny>,
    sums: &Bound<'_, PyAny>,
    starts: &[usize],
) -> PyResult<Rows> {
    let n_seats = starts.len() - 1;
    let rows: Input<i64> = Input::new(rows, "rows")?;
    let &[n_rows, n_columns] = rows.shape() else {
        return Err(refuse("rows: expected a hand for each seat in every row"));
    };
    let sums = floats(sums, "row_sums", n_rows, 0.0..=f64::MAX)?;
    if n_columns != n_seats || !sums.is_sorted() || sums.last() == Some(&0.0) {
        return Err(refuse(
            "rows: expected a hand for each seat in every row, and rising sums of their weights",
        ));
    }
    let hand = |&number: &i64| match number {
        -1 => Ok(RANDOM),
        _ => combo(number),
    };
    let combos = rows
        .as_slice()
        .iter()
        .map(hand)
        .collect::<PyResult<Vec<_>>>()?;
    let fits = |row: &[u16]| {
        let listed = starts.windows(2).map(|seat| seat[0] < seat[1]);
        let held: Vec<u16> = row
            .iter()
            .copied()
            .filter(|&combo| combo != RANDOM)
            .collect();
        row.iter()
            .zip(listed)
            .all(|(&combo, is_listed)| (combo != RANDOM) == is_listed)
            && held_together(&held).is_some()
    };
    if !combos.chunks_exact(n_seats).all(fits) {
        return Err(refuse(
            "rows: expected hands that share no card, and -1 for each seat without a list",
        ));
    }
    Ok(Rows { combos, sums })
}

/// Read rows of the cards that are missing on a board; all must be allowed.
fn runouts_of(array: &Bound<'_, PyAny>, board: &[u8], allowed: u64) -> PyResult<Vec<u8>> {
    let runouts: Input<u8> = Input::new(array, "runouts")?;
    let n_missing = 5 - board.len();
    let fits = |runout: &[u8]| {
        let (_, mask) = key_and_mask(runout);
        mask & !allowed == 0 && mask.count_ones() as usize == n_missing
    };
    match *runouts.shape() {
        [_, n] if n == n_missing => (),
        _ => {
            return Err(refuse(format!(
                "runouts of shape {:?}: expected rows of {n_missing} cards",
                runouts.shape()
            )))
        }
    }
    if n_missing > 0 && !runouts.as_slice().chunks_exact(n_missing).all(fits) {
        return Err(refuse("runouts: expected different cards that may come"));
    }
    Ok(runouts.as_slice().to_vec())
}

/// Return the runouts of a board; without weights each counts once.
fn boards_of(
    board: &[u8],
    board_mask: u64,
    runouts: &Bound<'_, PyAny>,
    weights: Option<&Bound<'_, PyAny>>,
) -> PyResult<Boards> {
    let all: u64 = CARD_MASKS.iter().sum();
    let n_runouts = Input::<u8>::new(runouts, "runouts")?
        .shape()
        .first()
        .copied()
        .unwrap_or(0);
    let runouts = runouts_of(runouts, board, all & !board_mask)?;
    let weights = match weights {
        Some(weights) => floats(weights, "runout_weights", n_runouts, 0.0..=f64::MAX)?,
        None => vec![1.0; n_runouts],
    };
    Ok(Boards {
        known: board.to_vec(),
        runouts,
        weights,
    })
}

fn side(weights: &Bound<'_, PyAny>, name: &str, board_mask: u64) -> PyResult<Side> {
    let weights = floats(weights, name, N_COMBOS, 0.0..=f64::MAX)?;
    let side = Side::new(
        weights
            .into_boxed_slice()
            .try_into()
            .expect("checked above"),
    );
    if (side.held.iter()).any(|&combo| COMBO_MASKS[usize::from(combo)] & board_mask != 0) {
        return Err(refuse(format!(
            "{name}: a card of a hand lies on the board"
        )));
    }
    Ok(side)
}

fn numbers(first: usize, stop: usize, n_runouts: usize) -> PyResult<Range<usize>> {
    if first > stop || stop > n_runouts {
        return Err(refuse(format!(
            "runouts {first} to {stop}: expected numbers up to {n_runouts}"
        )));
    }
    Ok(first..stop)
}

/// Return how many cards of the deck a deal takes at most: the board's, those of random hands, and
/// those of listed hands that are in the deck.
fn n_cards_needed(seats: &Seats, table: &Table, deck_mask: u64) -> usize {
    let in_deck = |seat: &[usize]| {
        let taken = seats.hands[seat[0]..seat[1]].iter().map(|hand| {
            let mask = COMBO_MASKS[usize::from(hand.combo)];
            (mask & deck_mask).count_ones() as usize
        });
        taken.max().unwrap_or(2)
    };
    table.n_missing() + seats.starts.windows(2).map(in_deck).sum::<usize>()
}
