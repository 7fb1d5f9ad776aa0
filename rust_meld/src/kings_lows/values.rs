//! The value of seven cards of which some are wild.
//!
//! A wild card is a fourteenth rank with a key of its own, so that the sum of seven keys gives the
//! natural ranks and the number of wild cards at once, and one lookup gives the best hand by ranks
//! alone. Flushes have one table for each number of wild cards. Nothing branches on how many cards
//! are wild. `engine/kings_lows/build_tables.py` writes the tables from the rules of the game.

use crate::poker::evaluate::{rank_key, PLACE_BITS, RANK_BITS};

const N_HAND: u32 = 7;
const N_RANKS: usize = 13;
const ROW_BITS: u32 = 14;
/// The bits of a key sum that are its column.
pub(crate) const COLUMN_BITS: u32 = 29 - ROW_BITS;
const N_ROWS: usize = 1 << ROW_BITS;
pub(crate) const TABLE_SIZE: usize = 1 << 17;
const N_WILD_ROWS: usize = 8;
pub(crate) const N_FLUSHES: usize = N_WILD_ROWS << N_RANKS;
const COUNT_BITS: u32 = 3; // the lowest bits of a word count natural cards, above is the key sum
const EACH_SUIT: u64 = 0x0001_0001_0001_0001;
const LOW_WILD: u64 = 1 << 13;
const LOW_NEEDS_WILD: u64 = 1 << 14;
/// Five of a kind, the category that beats all others.
pub(crate) const FIVE: u16 = 10;
/// The index of hands in which no low rank is wild.
pub(crate) const NO_LOW: usize = 13;
/// Kinds of hands: the category without wild cards, with them, and the number of natural cards.
pub const N_KINDS: usize = 16 * 16 * 8;
pub const N_LOWS: usize = NO_LOW + 1;

/// The tables that `build_tables.py` writes, byte for byte.
#[repr(C, align(64))]
pub(crate) struct Tables {
    wild_key: [u32; 16], // the first is the key
    /// The number added to a key sum, modulo the table's size, by its row.
    pub row_starts: [u32; N_ROWS],
    pub rank_values: [u16; TABLE_SIZE],
    /// By number of wild cards and ranks of a suit.
    pub flush_values: [u16; N_FLUSHES],
}

// SAFETY: every field is an array of plain integers, so any bytes are a value, and the compiler
// checks that the file has the size of the struct.
pub(crate) static TABLES: Tables = unsafe {
    std::mem::transmute::<[u8; size_of::<Tables>()], Tables>(*include_bytes!("tables.bin"))
};

/// Summed rank keys and number of cards of every set of ranks of a suit.
static SUIT_WORDS: [u32; 1 << N_RANKS] = suit_words();
/// The number that wild cards add to a word, by the number of natural cards among seven.
static WILD_WORDS: [u32; 8] = wild_words();

/// Return the key of a wild card.
pub(crate) const fn wild_key() -> u32 {
    TABLES.wild_key[0]
}

const fn suit_words() -> [u32; 1 << N_RANKS] {
    let mut words = [0_u32; 1 << N_RANKS];
    let mut ranks = 1_usize;
    while ranks < 1 << N_RANKS {
        let lowest = (rank_key(ranks.trailing_zeros() as usize) << COUNT_BITS) + 1;
        words[ranks] = words[ranks & (ranks - 1)].wrapping_add(lowest);
        ranks += 1;
    }
    words
}

const fn wild_words() -> [u32; 8] {
    let mut words = [0; 8];
    let mut n_naturals = 0;
    while n_naturals < 8 {
        words[n_naturals] = (7 - n_naturals as u32).wrapping_mul(wild_key() << COUNT_BITS);
        n_naturals += 1;
    }
    words
}

/// Which cards are wild: thirteen bits for the ranks that always are, one bit if the hand's lowest
/// rank is wild, too, and one bit if it is so only in a hand with a card that is always wild.
#[derive(Clone, Copy, Debug)]
pub struct Rule(u64);

impl Rule {
    /// Create the rule of a code; None if the code has unknown bits.
    pub fn new(code: u16) -> Option<Rule> {
        (code < 1 << 15).then_some(Rule(u64::from(code)))
    }

    /// Return the ranks that are always wild.
    #[inline(always)]
    pub(crate) fn ranks(self) -> u64 {
        self.0 & RANK_BITS
    }

    #[inline(always)]
    pub(crate) fn has_low(self) -> bool {
        self.0 & LOW_WILD != 0
    }

    #[inline(always)]
    pub(crate) fn low_needs_wild(self) -> bool {
        self.0 & LOW_NEEDS_WILD != 0
    }

    /// Return the bit of the rank that is wild because it is the hand's lowest; 0 if there is none.
    #[inline(always)]
    pub fn low_rank(self, cards: u64) -> u64 {
        if !self.has_low() {
            return 0;
        }
        let half = cards | cards >> 32;
        let ranks = (half | half >> 16) & RANK_BITS;
        if self.low_needs_wild() && ranks & self.0 == 0 {
            return 0;
        }
        ranks & ranks.wrapping_neg()
    }

    /// Return the cards that are not wild, `low` being the bit of the wild low rank.
    #[inline(always)]
    pub fn natural_cards(self, cards: u64, low: u64) -> u64 {
        cards & !((self.ranks() | low) * EACH_SUIT)
    }

    /// Return the value of seven cards.
    #[inline(always)]
    pub fn value(self, cards: u64) -> u16 {
        wild_value(self.natural_cards(cards, self.low_rank(cards)))
    }
}

/// Return the value of seven cards, of which these are natural and the others wild.
#[inline(always)]
pub fn wild_value(naturals: u64) -> u16 {
    value_and_count(naturals).0
}

/// Return the value, and the number of natural cards.
#[inline(always)]
fn value_and_count(naturals: u64) -> (u16, u32) {
    let suit = |place: u32| (naturals >> (16 * place) & RANK_BITS) as usize;
    let (clubs, diamonds, hearts, spades) = (suit(0), suit(1), suit(2), suit(3));
    let red = SUIT_WORDS[diamonds].wrapping_add(SUIT_WORDS[hearts]);
    let word = (SUIT_WORDS[clubs].wrapping_add(SUIT_WORDS[spades])).wrapping_add(red);
    let n_naturals = word % (1 << COUNT_BITS);
    let key = word.wrapping_add(WILD_WORDS[n_naturals as usize]) >> COUNT_BITS;
    let start = TABLES.row_starts[(key >> COLUMN_BITS) as usize % N_ROWS];
    let by_ranks = TABLES.rank_values[start.wrapping_add(key) as usize % TABLE_SIZE];
    let row = (N_HAND - n_naturals) as usize % N_WILD_ROWS * (1 << N_RANKS);
    let flush = |ranks: usize| TABLES.flush_values[row | ranks];
    let black = flush(clubs).max(flush(spades));
    let red = flush(diamonds).max(flush(hearts));
    (by_ranks.max(black.max(red)), n_naturals)
}

/// The counts of some players.
pub struct Counts<'a> {
    /// Wins, ties and shares of the pot.
    pub results: &'a mut [[i64; 3]],
    /// Hands by category without wild cards, with them, and natural cards.
    pub kinds: &'a mut [[i64; N_KINDS]],
    /// Hands by the rank that is wild because it is the lowest.
    pub lows: &'a mut [[i64; N_LOWS]],
}

impl Counts<'_> {
    /// Count a hand by its values without and with wild cards, its number of natural cards, and the
    /// bit of its wild low rank.
    #[inline(always)]
    pub(crate) fn count(&mut self, player: usize, before: u16, after: u16, n: u32, low: u64) {
        let kind = usize::from(before >> PLACE_BITS) << 7 | usize::from(after >> PLACE_BITS) << 3;
        self.kinds[player][kind | (n as usize % 8)] += 1;
        self.lows[player][(low | 1 << NO_LOW).trailing_zeros() as usize % 16 % N_LOWS] += 1;
    }

    /// Count one player's seven cards, and return their value.
    #[inline(always)]
    pub fn tally_hand(&mut self, cards: u64, rule: Rule, player: usize) -> u16 {
        self.tally_with_low(cards, rule.low_rank(cards), rule, player)
    }

    /// Count seven cards of which one more rank is wild, that of the bit `low`.
    #[inline(always)]
    pub fn tally_with_low(&mut self, cards: u64, low: u64, rule: Rule, player: usize) -> u16 {
        let (value, n_naturals) = value_and_count(rule.natural_cards(cards, low));
        self.count(player, wild_value(cards), value, n_naturals, low);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poker::evaluate::{hand_value, CARD_KEYS, CARD_MASKS, SUIT_BIAS};
    use crate::poker::random::{seed_state, shuffle_to};

    #[test]
    fn without_wild_cards_values_are_those_of_poker() {
        let (mut state, mut deck) = (seed_state(1, 0), (0..52).collect::<Vec<u8>>());
        for _ in 0..20_000 {
            state = shuffle_to(state, &mut deck, 7);
            let cards = deck[..7].iter().map(|&card| usize::from(card));
            let (key, mask) = cards.fold((SUIT_BIAS, 0), |(key, mask), card| {
                (key.wrapping_add(CARD_KEYS[card]), mask | CARD_MASKS[card])
            });
            assert_eq!(wild_value(mask), hand_value(key, mask));
        }
    }

    #[test]
    fn five_of_a_kind_is_the_best_category() {
        let best = TABLES.rank_values.iter().max().unwrap();
        assert_eq!(best >> PLACE_BITS, FIVE);
        assert_eq!(wild_value(0), *best);
    }
}
