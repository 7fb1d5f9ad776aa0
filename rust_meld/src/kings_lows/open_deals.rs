//! Deal tables at random where open cards matter: the rank that follows a queen is wild, or a four
//! brings an extra card.
//!
//! The open cards are walked in the order of the deal, street by street and seat by seat.

use crate::kings_lows::deals::{fold_weak, record, score, MAX_PLAYERS, N_HAND};
use crate::kings_lows::values::{wild_value, Counts, Rule};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{CARD_MASKS, N_CARDS};
use crate::poker::random::{seed_state, shuffle_to};
use crate::poker::stop::Stop;

const FOUR: u8 = 4 - 2;
const QUEEN: u8 = 12 - 2;
const N_EXTRA: usize = 4; // there are four fours
const N_BETWEEN_POLLS: usize = 64; // deals

/// The place of one open card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    Known(u8),
    ToDeal,
    NotOpen,
}

/// A table whose rule looks at the open cards.
///
/// `opens` goes street by street and, on each, player by player. `hidden` are each player's known
/// face-down cards, and `n_hidden` is how many more are to come, without the extra cards for fours
/// that are still to be dealt. The deck has enough cards for all but those extra cards.
pub struct OpenDeal {
    pub hidden: Vec<u64>,
    pub n_hidden: Vec<usize>,
    pub opens: Vec<Open>,
    pub deck: Vec<u8>,
    pub rule: Rule,
    pub floors: Vec<u16>,
    pub follows_queen: bool,
    pub extra_for_four: bool,
}

impl OpenDeal {
    /// Return how many cards must come, without extra ones.
    pub fn n_needed(&self) -> usize {
        let n_open = self.opens.iter().filter(|&&open| open == Open::ToDeal);
        self.n_hidden.iter().sum::<usize>() + n_open.count()
    }

    /// Return how many cards a deal takes at most.
    pub fn n_to_deal(&self) -> usize {
        let n_extra = if self.extra_for_four { N_EXTRA } else { 0 };
        (self.n_needed() + n_extra).min(self.deck.len())
    }

    /// Write down the cards that `deal` deals in the same chunk, one row a deal.
    pub fn record(&self, seed: u64, chunk: u64, dealt: &mut [u8]) {
        record(&self.deck, self.n_to_deal(), seed, chunk, dealt);
    }

    /// Deal the first cards of the pool: open, then hidden, then extra ones while there are any.
    /// Fills in the players' cards; returns the bit of the rank that a queen made wild, 0 for none.
    #[inline(always)]
    fn deal_out(&self, pool: &[u8], hands: &mut [u64]) -> u64 {
        let (mut dealt, n_players) = (pool.iter().copied(), hands.len());
        let (mut low, mut is_after_queen) = (0, false);
        let mut n_extra = [0; MAX_PLAYERS];
        hands.copy_from_slice(&self.hidden);
        for (i, &open) in self.opens.iter().enumerate() {
            let player = i % n_players;
            let card = match open {
                Open::NotOpen => continue,
                Open::Known(card) => card,
                Open::ToDeal => {
                    let card = dealt.next().unwrap_or_default();
                    n_extra[player] += usize::from(self.extra_for_four && card >> 2 == FOUR);
                    card
                }
            };
            hands[player] |= CARD_MASKS[usize::from(card)];
            if self.follows_queen && card >> 2 == QUEEN {
                (low, is_after_queen) = (0, true);
            } else if is_after_queen {
                (low, is_after_queen) = (1 << (card >> 2), false);
            }
        }
        let mut give = |hand: &mut u64, n_cards: usize| {
            for card in dealt.by_ref().take(n_cards) {
                *hand |= CARD_MASKS[usize::from(card)];
            }
        };
        for (hand, &n) in hands.iter_mut().zip(&self.n_hidden) {
            give(hand, n);
        }
        for (hand, &n) in hands.iter_mut().zip(&n_extra) {
            give(hand, n);
        }
        low
    }
}

dispatch! {
    /// Deal the missing cards `n_deals` times and count; returns how many times before the stop.
    pub fn deal_open(
        deal: &OpenDeal, seed: u64, chunk: u64, n_deals: usize, stop: Stop<'_>,
        counts: &mut Counts<'_>,
    ) -> usize = deal_open_inlined;
}

#[inline(always)]
fn deal_open_inlined(
    deal: &OpenDeal,
    seed: u64,
    chunk: u64,
    n_deals: usize,
    stop: Stop<'_>,
    counts: &mut Counts<'_>,
) -> usize {
    let (n_players, n_cards) = (deal.hidden.len(), deal.n_to_deal());
    let mut pool = deal.deck.clone(); // shuffled again for each deal, never put back in order
    let mut state = seed_state(seed, chunk);
    let (mut hands, mut values) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
    let (hands, values) = (&mut hands[..n_players], &mut values[..n_players]);
    for done in 0..n_deals {
        if done.is_multiple_of(N_BETWEEN_POLLS) && stop.is_set() {
            return done;
        }
        state = shuffle_to(state, &mut pool, n_cards);
        let low = deal.deal_out(&pool[..n_cards], hands);
        for p in 0..n_players {
            values[p] = if hands[p].count_ones() as usize == N_HAND {
                counts.tally_with_low(hands[p], low, deal.rule, p)
            } else {
                tally_many(hands[p], low, deal.rule, p, counts)
            };
        }
        fold_weak(values, &deal.floors);
        score(values, counts.results);
    }
    n_deals
}

/// Count more than seven cards by the best seven of them.
fn tally_many(cards: u64, low: u64, rule: Rule, player: usize, counts: &mut Counts<'_>) -> u16 {
    let naturals = rule.natural_cards(cards, low);
    let n_wild = (cards.count_ones() - naturals.count_ones()) as usize;
    let value = value_of_many(naturals, n_wild);
    let n_kept = N_HAND.saturating_sub(n_wild) as u32;
    counts.count(player, value_of_many(cards, 0), value, n_kept, low);
    value
}

/// Return the best value of more than seven cards: all wild ones, and every choice of the others.
fn value_of_many(mut naturals: u64, n_wild: usize) -> u16 {
    let (mut cards, mut n) = ([0; N_CARDS], 0);
    while naturals != 0 {
        cards[n] = naturals & naturals.wrapping_neg();
        naturals ^= cards[n];
        n += 1;
    }
    best_choice(&cards[..n], N_HAND.saturating_sub(n_wild).min(n), 0)
}

/// Return the best value of some cards and `n_more` of others.
fn best_choice(others: &[u64], n_more: usize, cards: u64) -> u16 {
    if n_more == 0 {
        return wild_value(cards);
    }
    (0..=others.len() - n_more)
        .map(|i| best_choice(&others[i + 1..], n_more - 1, cards | others[i]))
        .fold(0, u16::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_seven_of_nine_are_found_among_all_choices() {
        let (mut state, mut deck) = (seed_state(2, 0), (0..52).collect::<Vec<u8>>());
        for n_wild in 0..9 {
            state = shuffle_to(state, &mut deck, 9);
            let masks: Vec<u64> = deck[n_wild..9]
                .iter()
                .map(|&c| CARD_MASKS[usize::from(c)])
                .collect();
            let n_kept = 7_usize.saturating_sub(n_wild).min(masks.len());
            let choices = (0_usize..1 << masks.len()).filter(|c| c.count_ones() as usize == n_kept);
            let best = choices.map(|choice| {
                let kept = masks
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| choice >> i & 1 == 1);
                wild_value(kept.fold(0, |cards, (_, mask)| cards | mask))
            });
            assert_eq!(
                value_of_many(masks.iter().sum(), n_wild),
                best.max().unwrap()
            );
        }
    }
}
