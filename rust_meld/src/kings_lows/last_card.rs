//! The last card up or down: what it is worth when the others fold by what they see.
//!
//! A world is hero's last card and the hidden cards of the others. In each, every opponent finds
//! the chance against all hands that hero may hold with these open cards, and stays if it is high
//! enough. Then those who stay pay one bet, and the best hand takes all.

use crate::kings_lows::deals::MAX_PLAYERS;
use crate::kings_lows::values::Rule;
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{CARD_MASKS, N_CARDS};
use crate::poker::stop::Stop;

const N_HOLE: usize = 2;

/// Hero's cards, and what is known of the others.
///
/// `known` are each opponent's known cards and `n_missing` how many are not; `gone` are all cards
/// that everybody sees except hero's: open ones of the others, and dead ones. There are fewer than
/// `MAX_PLAYERS` opponents.
pub struct Question {
    pub hero_hole: u64,
    pub hero_open: u64,
    pub known: Vec<u64>,
    pub n_missing: Vec<usize>,
    pub gone: u64,
    pub rule: Rule,
    pub bet: f64,
    /// An opponent with a smaller chance folds.
    pub least_chance: f64,
    /// The least value of a hand that stays.
    pub floor: u16,
}

impl Question {
    /// Return how many cards a world has: hero's last card, then the missing cards of each
    /// opponent.
    pub fn n_cards(&self) -> usize {
        1 + self.n_missing.iter().sum::<usize>()
    }

    /// Return what hero gains of a pot of 1, if hero and everybody who stays pay the bet.
    #[inline(always)]
    fn gain(&self, hero: u16, shown: u64, hands: &[u64], values: &[u16], n_hidden: usize) -> f64 {
        let (mut n_stay, mut n_best, mut best) = (0, 1, hero);
        for (&hand, &value) in hands.iter().zip(values) {
            let chance = self.chance_against(shown, hand, value, n_hidden);
            if value < self.floor || chance < self.least_chance {
                continue;
            }
            n_stay += 1;
            if value > best {
                (best, n_best) = (value, 1);
            } else if value == best {
                n_best += 1;
            }
        }
        if n_stay == 0 {
            return 1.0;
        }
        if hero < best {
            return -self.bet;
        }
        (1.0 + self.bet * f64::from(n_stay + 1)) / f64::from(n_best) - self.bet
    }

    /// Return the chance of an opponent against all hands that hero may hold with the open cards; a
    /// tie counts half.
    #[inline(always)]
    fn chance_against(&self, shown: u64, own: u64, value: u16, n_hidden: usize) -> f64 {
        let seen = self.gone | shown | own;
        let (mut rest, mut n) = ([0; N_CARDS], 0);
        for &card in CARD_MASKS[..N_CARDS]
            .iter()
            .filter(|&card| card & seen == 0)
        {
            rest[n] = card;
            n += 1;
        }
        let points_against = |cards: u64| {
            let other = self.rule.value(cards);
            2 * u64::from(value > other) + u64::from(value == other)
        };
        let (mut points, mut total) = (0, 0_u64);
        for a in 0..n {
            for b in 0..a {
                let pair = shown | rest[a] | rest[b];
                if n_hidden == N_HOLE {
                    points += points_against(pair);
                    total += 2;
                    continue;
                }
                for &card in &rest[..b] {
                    points += points_against(pair | card);
                    total += 2;
                }
            }
        }
        if total == 0 {
            1.0
        } else {
            points as f64 / total as f64
        }
    }
}

dispatch! {
    /// Fill in hero's gain in each world, card up and card down; returns how many were weighed
    /// before the stop.
    pub fn weigh(
        question: &Question, worlds: &[u8], stop: Stop<'_>, gains: &mut [[f64; 2]],
    ) -> usize = weigh_inlined;
}

#[inline(always)]
fn weigh_inlined(
    question: &Question,
    worlds: &[u8],
    stop: Stop<'_>,
    gains: &mut [[f64; 2]],
) -> usize {
    let n_opponents = question.known.len();
    let (mut hands, mut values) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
    let (hands, values) = (&mut hands[..n_opponents], &mut values[..n_opponents]);
    let rows = worlds.chunks_exact(question.n_cards()).zip(&mut *gains);
    for (world, (cards, gain)) in rows.enumerate() {
        if stop.is_set() {
            return world;
        }
        let mut masks = cards.iter().map(|&card| CARD_MASKS[usize::from(card)]);
        let last = masks.next().unwrap_or_default();
        let hero = question
            .rule
            .value(question.hero_hole | question.hero_open | last);
        for p in 0..n_opponents {
            let more = masks.by_ref().take(question.n_missing[p]);
            hands[p] = more.fold(question.known[p], |hand, card| hand | card);
            values[p] = question.rule.value(hands[p]);
        }
        let up = question.hero_open | last;
        *gain = [
            question.gain(hero, up, hands, values, N_HOLE),
            question.gain(hero, question.hero_open, hands, values, N_HOLE + 1),
        ];
    }
    gains.len()
}
