//! Deals sampled from ranges: hands drawn until no two share a card, or dealt from a list.

use crate::holdem::hands::{key_and_mask, COMBO_CARDS, COMBO_KEYS, COMBO_MASKS};
use crate::holdem::tally::{
    share_pot, Tally, BATCH_SHARE_SQUARES, BATCH_WIN_SQUARES, MAX_SEATS, NEXT_CARDS, N_SEAT_COUNTS,
    TIE_SHARES, WINS,
};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{random_flush_value, rank_value, CARD_MASKS, FLUSH_BITS, SUIT_BIAS};
use crate::poker::random::{draw_next, mix, seed_state, GOLDEN};
use crate::poker::showdown::POT;
use crate::poker::stop::Stop;

/// Clashing draws between two polls of the flag.
const TRIES_PER_POLL: u32 = 1 << 10;
/// Clashing draws after which a chunk gives up: a few tenths of a second.
const MAX_TRIES: u32 = 1 << 21;
const TWO_TO_53: f64 = 9_007_199_254_740_992.0;

/// The hands that each seat may hold.
///
/// Seat `i` holds one of `hands[starts[i]..starts[i + 1]]`, drawn by the alias method; an empty
/// list is a random hand.
pub struct Seats {
    pub starts: Vec<usize>,
    pub hands: Vec<Listed>,
    /// If there are any, one of them is dealt to all seats at once instead.
    pub rows: Rows,
}

/// A hand of a range, for the alias method: it is kept with this chance, else `other` is taken.
#[derive(Clone, Copy)]
pub struct Listed {
    pub chance: f64,
    pub combo: u16,
    pub other: u16,
}

/// Hands that do not clash, one for each seat in every row; `RANDOM` is a random hand.
pub struct Rows {
    pub combos: Vec<u16>,
    /// The running sums of the rows' weights.
    pub sums: Vec<f64>,
}

/// Stands for a random hand in the place of a combination.
pub const RANDOM: u16 = u16::MAX;

impl Seats {
    pub fn n_seats(&self) -> usize {
        self.starts.len() - 1
    }
}

/// The board, the cards that may still come, and the runouts if they are dealt as strata: deals
/// then go through all of them in turn, and each round through them is a batch.
pub struct Table {
    pub board: Vec<u8>,
    pub deck: Vec<u8>,
    pub runouts: Vec<u8>,
}

impl Table {
    /// Return how many cards of the board are to come.
    pub fn n_missing(&self) -> usize {
        5 - self.board.len()
    }

    /// Return how many runouts there are.
    pub fn n_runouts(&self) -> usize {
        match self.n_missing() {
            0 => 0,
            n_missing => self.runouts.len() / n_missing,
        }
    }
}

/// The state of the generator and what one deal is made of.
struct Dealing<'a> {
    seats: &'a Seats,
    stop: Stop<'a>,
    state: u64,
    n_tries: u32,
    chosen: [u16; MAX_SEATS],
    drawn: [u8; 2 * MAX_SEATS + 6],
}

dispatch! {
    /// Deal `n_deals` times from the chunk's own generator and add to the tally.
    ///
    /// Returns how many were dealt: fewer if it was stopped, or gave up, while ranges clashed.
    pub fn sample(
        seed: u64,
        chunk: u64,
        n_deals: usize,
        seats: &Seats,
        table: &Table,
        stop: Stop<'_>,
        tally: &mut Tally<i64>,
    ) -> usize = sample_inlined;
}

#[inline(always)]
fn sample_inlined(
    seed: u64,
    chunk: u64,
    n_deals: usize,
    seats: &Seats,
    table: &Table,
    stop: Stop<'_>,
    tally: &mut Tally<i64>,
) -> usize {
    let (n_seats, n_missing, n_runouts) = (seats.n_seats(), table.n_missing(), table.n_runouts());
    let mut deck = table.deck.clone(); // shuffled again for each deal, never put back in order
    let mut values = [0; MAX_SEATS];
    let mut before = won_so_far(tally);
    let (board_key, board_mask) = key_and_mask(&table.board);
    let n_wanted = n_missing + 2 * seats.starts.windows(2).filter(|s| s[0] == s[1]).count();
    let mut dealing = Dealing {
        seats,
        stop,
        state: seed_state(seed, chunk),
        n_tries: 0,
        chosen: [RANDOM; MAX_SEATS],
        drawn: [0; 2 * MAX_SEATS + 6],
    };
    for deal in 0..n_deals {
        let (mut used, mut n_drawn) = (0, 0);
        if n_runouts > 0 {
            let runout = &table.runouts[deal % n_runouts * n_missing..][..n_missing];
            dealing.drawn[..n_missing].copy_from_slice(runout);
            (used, n_drawn) = (key_and_mask(runout).1, n_missing);
        }
        let used = if seats.rows.sums.is_empty() {
            match dealing.draw_ranges(used) {
                Some(used) => used,
                None => return deal,
            }
        } else {
            dealing.draw_row()
        };
        dealing.draw_unused(&mut deck, used, n_drawn, n_wanted);
        let (key, _) = key_and_mask(&dealing.drawn[..n_missing]);
        let key = key.wrapping_add(board_key).wrapping_add(SUIT_BIAS);
        let mut hole = n_missing;
        for (&combo, value) in dealing.chosen[..n_seats].iter().zip(&mut values) {
            let (cards, own) = if combo == RANDOM {
                let cards = [dealing.drawn[hole], dealing.drawn[hole + 1]];
                hole += 2;
                (cards, key_and_mask(&cards).0)
            } else {
                let combo = usize::from(combo);
                (COMBO_CARDS[combo], COMBO_KEYS[combo])
            };
            let own = key.wrapping_add(own);
            *value = if own & FLUSH_BITS == 0 {
                rank_value(own)
            } else {
                let (_, runout_mask) = key_and_mask(&dealing.drawn[..n_missing]);
                random_flush_value(own, board_mask | runout_mask | key_and_mask(&cards).1)
            };
        }
        let share = share_pot(&values[..n_seats], 1, tally);
        if n_missing < 3 {
            // Either of two cards may have come first: both count as the next.
            for &card in &dealing.drawn[..n_missing] {
                tally[NEXT_CARDS + 2 * usize::from(card)] += 1;
                tally[NEXT_CARDS + 2 * usize::from(card) + 1] += share;
            }
        }
        if n_runouts > 0 && (deal + 1).is_multiple_of(n_runouts) {
            close_batch(n_seats, &mut before, tally);
        }
    }
    n_deals
}

impl Dealing<'_> {
    /// Draw a combination for every seat that has a list, again while two clash or hold `fixed`
    /// cards. Returns the cards used, `fixed` ones among them; None if it was stopped or gave up.
    #[inline(always)]
    fn draw_ranges(&mut self, fixed: u64) -> Option<u64> {
        loop {
            let (mut used, mut clash) = (fixed, false);
            for (bounds, chosen) in self.seats.starts.windows(2).zip(&mut self.chosen) {
                let (start, n) = (bounds[0], bounds[1] - bounds[0]);
                if n == 0 {
                    *chosen = RANDOM;
                    continue;
                }
                *chosen = self.seats.hands[start].combo;
                if n > 1 {
                    self.state = self.state.wrapping_add(GOLDEN);
                    let point = (mix(self.state) >> 11) as i64 as f64 * (n as f64 / TWO_TO_53);
                    let whole = (point as u32).min(n as u32 - 1);
                    let hand = &self.seats.hands[start + whole as usize];
                    let is_kept = point - f64::from(whole) < hand.chance;
                    *chosen = if is_kept { hand.combo } else { hand.other };
                }
                let mask = COMBO_MASKS[usize::from(*chosen)];
                clash |= used & mask != 0;
                used |= mask;
            }
            if !clash {
                return Some(used);
            }
            self.n_tries += 1;
            let is_time_to_poll = self.n_tries.is_multiple_of(TRIES_PER_POLL);
            if is_time_to_poll && (self.stop.is_set() || self.n_tries >= MAX_TRIES) {
                return None;
            }
        }
    }

    /// Deal all seats one row of hands that do not clash; returns the cards used.
    #[inline(always)]
    fn draw_row(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let rows = &self.seats.rows;
        let (n_rows, n_seats) = (rows.sums.len(), self.seats.n_seats());
        let point = (mix(self.state) >> 11) as f64 / TWO_TO_53 * rows.sums[n_rows - 1];
        let row = (rows.sums.partition_point(|&sum| sum <= point)).min(n_rows - 1);
        let combos = &rows.combos[row * n_seats..][..n_seats];
        self.chosen[..n_seats].copy_from_slice(combos);
        let held = combos.iter().filter(|&&combo| combo != RANDOM);
        held.fold(0, |used, &combo| used | COMBO_MASKS[usize::from(combo)])
    }

    /// Fill `drawn[first..stop]` with random cards of the deck that are not used.
    #[inline(always)]
    fn draw_unused(&mut self, deck: &mut [u8], used: u64, mut first: usize, stop: usize) {
        let (mut place, mut fraction) = (0, 0);
        while first < stop {
            draw_next(&mut self.state, &mut fraction, deck, place);
            self.drawn[first] = deck[place];
            first += usize::from(used & CARD_MASKS[usize::from(deck[place])] == 0);
            place += 1;
        }
    }
}

/// Return the wins and shares of ties of every seat.
fn won_so_far(tally: &Tally<i64>) -> [[i64; 2]; MAX_SEATS] {
    std::array::from_fn(|seat| {
        let row = &tally[seat * N_SEAT_COUNTS..];
        [row[WINS], row[TIE_SHARES]]
    })
}

/// Add the squares of what each seat won in this batch.
#[inline(always)]
fn close_batch(n_seats: usize, before: &mut [[i64; 2]; MAX_SEATS], tally: &mut Tally<i64>) {
    for (seat, before) in before[..n_seats].iter_mut().enumerate() {
        let row = &mut tally[seat * N_SEAT_COUNTS..][..N_SEAT_COUNTS];
        let wins = row[WINS] - before[0];
        let shares = POT * wins + row[TIE_SHARES] - before[1];
        *before = [row[WINS], row[TIE_SHARES]];
        row[BATCH_WIN_SQUARES] += wins * wins;
        row[BATCH_SHARE_SQUARES] += shares * shares;
    }
}
