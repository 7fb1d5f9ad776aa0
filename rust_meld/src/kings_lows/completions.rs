//! Enumerate every way to complete hands, and every deal in which completed hands share no card.

use crate::kings_lows::deals::MAX_PLAYERS;
use crate::kings_lows::values::{Counts, Rule};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::CARD_MASKS;
use crate::poker::showdown::{best_of, POT};
use crate::poker::stop::Stop;

/// One player's known cards, how many are missing, the deck and the rule.
pub struct Hand<'a> {
    pub known: u64,
    pub n_missing: usize,
    pub deck: &'a [u8],
    pub rule: Rule,
}

/// The cards that complete a hand, and what it is worth then.
pub struct Completions<'a> {
    pub added: &'a mut [u64],
    pub values: &'a mut [u16],
}

dispatch! {
    /// Tally every way to add the missing cards, `deck[first]` the first of them, and write down
    /// the added cards and the value of each hand while there is room. Returns how many ways there
    /// are, or None if it was stopped; then the counts mean nothing.
    pub fn complete(
        hand: &Hand<'_>, first: usize, player: usize, stop: Stop<'_>, counts: &mut Counts<'_>,
        completed: &mut Completions<'_>,
    ) -> Option<usize> = complete_inlined;
}

#[inline(always)]
fn complete_inlined(
    hand: &Hand<'_>,
    first: usize,
    player: usize,
    stop: Stop<'_>,
    counts: &mut Counts<'_>,
    completed: &mut Completions<'_>,
) -> Option<usize> {
    let mut count = 0;
    let mut tally = |cards: u64| {
        let value = counts.tally_hand(hand.known | cards, hand.rule, player);
        if let Some(room) = completed.values.get_mut(count) {
            *room = value;
            completed.added[count] = cards;
        }
        count += 1;
    };
    match hand.n_missing {
        0 => tally(0),
        1 => tally(CARD_MASKS[usize::from(hand.deck[first])]),
        n_missing => {
            let cards = CARD_MASKS[usize::from(hand.deck[first])];
            choose(
                &hand.deck[first + 1..],
                n_missing - 1,
                cards,
                stop,
                &mut tally,
            )?;
        }
    }
    Some(count)
}

/// Call `tally` with some cards and every choice of `n_more` others, in order.
#[inline(always)]
fn choose(
    deck: &[u8],
    n_more: usize,
    cards: u64,
    stop: Stop<'_>,
    tally: &mut impl FnMut(u64),
) -> Option<()> {
    // The places of the chosen cards but the last, and all cards chosen before each.
    let (mut places, mut before) = ([0; 8], [cards; 8]);
    let mut depth = 0;
    loop {
        if depth == n_more - 1 {
            if stop.is_set() {
                return None;
            }
            for &card in &deck[places[depth]..] {
                tally(before[depth] | CARD_MASKS[usize::from(card)]);
            }
        } else if places[depth] + n_more - depth <= deck.len() {
            before[depth + 1] = before[depth] | CARD_MASKS[usize::from(deck[places[depth]])];
            places[depth + 1] = places[depth] + 1;
            depth += 1;
            continue;
        }
        if depth == 0 {
            return Some(());
        }
        depth -= 1;
        places[depth] += 1;
    }
}

/// The completed hands of some players: those of player p from `starts[p]` to `starts[p + 1]`.
///
/// There are two to `MAX_PLAYERS` players, and `added` and `values` have as many entries as the
/// last start says.
pub struct Completed<'a> {
    pub added: &'a [u64],
    pub values: &'a [u16],
    pub starts: &'a [usize],
}

impl Completed<'_> {
    fn of(&self, player: usize) -> std::ops::Range<usize> {
        self.starts[player]..self.starts[player + 1]
    }
}

dispatch! {
    /// Score every way in which the players' completed hands share no card, and return how many
    /// there are. Player 0's hands are taken from `first` to `end` only, so that the work can be
    /// divided; it ends early if stopped.
    pub fn play_out(
        completed: &Completed<'_>, first: usize, end: usize, stop: Stop<'_>,
        results: &mut [[i64; 3]],
    ) -> u64 = play_out_inlined;
}

#[inline(always)]
fn play_out_inlined(
    completed: &Completed<'_>,
    first: usize,
    end: usize,
    stop: Stop<'_>,
    results: &mut [[i64; 3]],
) -> u64 {
    let last = completed.starts.len() - 2;
    let (mut places, mut used) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
    let mut chosen = [0; MAX_PLAYERS];
    places[0] = first;
    let (mut count, mut p) = (0, 0);
    while !stop.is_set() {
        if p == last {
            count += score_last(completed, used[p], &chosen[..last], results);
        } else {
            let end = if p == 0 { end } else { completed.of(p).end };
            while places[p] < end && completed.added[places[p]] & used[p] != 0 {
                places[p] += 1;
            }
            if places[p] < end {
                chosen[p] = completed.values[places[p]];
                used[p + 1] = used[p] | completed.added[places[p]];
                p += 1;
                places[p] = completed.of(p).start;
                continue;
            }
        }
        if p == 0 {
            break;
        }
        p -= 1;
        places[p] += 1;
    }
    count
}

/// Score every hand of the last player against the chosen hands of the others.
#[inline(always)]
fn score_last(
    completed: &Completed<'_>,
    used: u64,
    chosen: &[u16],
    results: &mut [[i64; 3]],
) -> u64 {
    let (last, standing) = (chosen.len(), best_of(chosen));
    let (best, n_best) = (standing.best, standing.n_best as i64);
    let (mut n_above, mut n_equal, mut n_all) = (0, 0, 0);
    let own = completed.of(last);
    let hands = completed.added[own.clone()]
        .iter()
        .zip(&completed.values[own]);
    for (&added, &value) in hands {
        let free = i64::from(added & used == 0);
        n_all += free;
        n_above += free & i64::from(value > best);
        n_equal += free & i64::from(value == best);
    }
    let n_below = n_all - n_above - n_equal;
    results[last][0] += n_above;
    results[last][1] += n_equal;
    results[last][2] += n_above * POT + n_equal * (POT / (n_best + 1));
    for (&value, result) in chosen.iter().zip(results) {
        if value == best {
            result[usize::from(n_best > 1)] += n_below;
            result[1] += n_equal;
            result[2] += n_below * (POT / n_best) + n_equal * (POT / (n_best + 1));
        }
    }
    n_all as u64
}
