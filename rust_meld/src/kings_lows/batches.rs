//! The values of many hands of which some cards are wild, in blocks.
//!
//! A hand is a word, one byte a card. First the bytes of wild cards are marked, by a rule or as they
//! are told; then the keys and masks of the cards are added up, wild ones having a key of their own;
//! sums become places in tables, and what stands there is looked up. Nothing depends on how many
//! cards are wild, and each step is a loop over a block that becomes vector code but for the lookups.

use crate::kings_lows::values::{wild_key, Rule, COLUMN_BITS, N_FLUSHES, TABLES, TABLE_SIZE};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{
    CARD_KEYS, CARD_MASKS, FLUSH_BITS, KEY_SHIFT, N_CARDS, RANK_BITS, SUIT_BIAS,
};

const BLOCK: usize = 128;
const N_HAND: usize = 7;
const N_RANKS: u32 = 13;
const PAD: u64 = 63 << 56; // the eighth byte of a word: above every card, and of no card's rank
const WILD_COUNTS: u64 = 0x11111; // a wild card counts for every suit, and as a wild one
const WILD_COUNT_PLACE: u32 = 16;
const WILD_BITS: u64 = 0xE000; // the number of wild cards, above the ranks of a suit
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const EACH_TOP: u64 = EACH_BYTE << 7;
const EACH_RANK: u64 = EACH_BYTE * 15;
const ABOVE_CARDS: u64 = 0x004C_4C4C_4C4C_4C4C; // added to a byte above 51 it reaches the top bit
const EACH_MARK: u64 = 0x0408_1020_4081; // bit j of a mark goes to byte j

/// Key and mask of every card, each followed by the key and no mask of a wild one: four numbers a
/// card. A byte says where a pair begins, so there is one number more than bytes can say.
#[repr(align(64))]
struct Pairs([u64; 257]);

static PAIRS: Pairs = card_pairs();

const fn card_pairs() -> Pairs {
    let mut pairs = [0; 257];
    let mut card = 0;
    while card < N_CARDS {
        pairs[4 * card] = CARD_KEYS[card];
        pairs[4 * card + 1] = CARD_MASKS[card];
        pairs[4 * card + 2] = ((wild_key() as u64) << KEY_SHIFT) + WILD_COUNTS;
        card += 1;
    }
    Pairs(pairs)
}

/// A byte that is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCard;

dispatch! {
    /// Fill in the value of every row of seven cards under a rule.
    pub fn values_by_rule(
        hands: &[u8], rule: Rule, values: &mut [u16],
    ) -> Result<(), NoCard> = values_by_rule_inlined;
}

dispatch! {
    /// Fill in the value of every row of seven cards, bit j of `wild[i]` marking card j of hand i.
    pub fn values_marked(
        hands: &[u8], wild: &[u8], values: &mut [u16],
    ) -> Result<(), NoCard> = values_marked_inlined;
}

#[inline(always)]
fn values_by_rule_inlined(hands: &[u8], rule: Rule, values: &mut [u16]) -> Result<(), NoCard> {
    let mut block = Block::new();
    for (hands, values) in hands.chunks(BLOCK * N_HAND).zip(values.chunks_mut(BLOCK)) {
        block.load(hands)?;
        block.mark_by_rule(rule);
        block.evaluate(values);
    }
    Ok(())
}

#[inline(always)]
fn values_marked_inlined(hands: &[u8], wild: &[u8], values: &mut [u16]) -> Result<(), NoCard> {
    let mut block = Block::new();
    let rows = hands.chunks(BLOCK * N_HAND).zip(wild.chunks(BLOCK));
    for ((hands, wild), values) in rows.zip(values.chunks_mut(BLOCK)) {
        block.load(hands)?;
        for (word, &mark) in block.wild.iter_mut().zip(wild) {
            *word = (u64::from(mark & 0x7F).wrapping_mul(EACH_MARK) & EACH_BYTE) << 7;
        }
        block.evaluate(values);
    }
    Ok(())
}

/// What a block needs: its words, the top bits of wild cards' bytes, and sums of keys and masks.
#[repr(align(64))]
struct Block {
    words: [u64; BLOCK],
    wild: [u64; BLOCK],
    sums: [[u64; 2]; BLOCK],
    places: [u64; BLOCK],
}

impl Block {
    fn new() -> Block {
        Block {
            words: [PAD; BLOCK],
            wild: [0; BLOCK],
            sums: [[0; 2]; BLOCK],
            places: [0; BLOCK],
        }
    }

    /// Make words of up to a block of hands.
    #[inline(always)]
    fn load(&mut self, hands: &[u8]) -> Result<(), NoCard> {
        let (rows, _) = hands.as_chunks::<N_HAND>();
        for (word, row) in self.words.iter_mut().zip(rows) {
            let mut bytes = [0; 8];
            bytes[..N_HAND].copy_from_slice(row);
            *word = u64::from_le_bytes(bytes) | PAD;
        }
        self.words[rows.len()..].fill(PAD);
        let bits = (self.words.iter()).fold(0, |bits, &word| {
            bits | word | word.wrapping_add(ABOVE_CARDS)
        });
        if bits & EACH_TOP == 0 {
            Ok(())
        } else {
            Err(NoCard)
        }
    }

    /// Set the top bits of wild cards: ranks that always are, then the lowest of each hand.
    #[inline(always)]
    fn mark_by_rule(&mut self, rule: Rule) {
        self.wild = [0; BLOCK];
        for rank in (0..u64::from(N_RANKS)).filter(|rank| rule.ranks() >> rank & 1 == 1) {
            for (wild, &word) in self.wild.iter_mut().zip(&self.words) {
                *wild |= bytes_of_rank(word, rank);
            }
        }
        if rule.has_low() {
            let always = u64::from(!rule.low_needs_wild());
            for (wild, &word) in self.wild.iter_mut().zip(&self.words) {
                let low = bytes_of_rank(word, lowest_byte(word) >> 2 & 15);
                *wild |= if *wild | always != 0 { low } else { 0 };
            }
        }
    }

    /// Fill in the values of a block whose wild cards are marked.
    #[inline(always)]
    fn evaluate(&mut self, values: &mut [u16]) {
        for (word, &wild) in self.words.iter_mut().zip(&self.wild) {
            *word = *word * 4 + (wild >> 6); // the places of pairs
        }
        for (sum, &word) in self.sums.iter_mut().zip(&self.words) {
            let bytes = word.to_le_bytes();
            let mut total = [SUIT_BIAS, 0];
            for &byte in &bytes[..N_HAND] {
                let (key, mask) = (PAIRS.0[usize::from(byte)], PAIRS.0[usize::from(byte) + 1]);
                total = [total[0].wrapping_add(key), total[1].wrapping_add(mask)];
            }
            *sum = total;
        }
        for (place, &[key, mask]) in self.places.iter_mut().zip(&self.sums) {
            *place = places_of(key, mask);
        }
        for (value, &place) in values.iter_mut().zip(&self.places) {
            let key = place as u32;
            let start = TABLES.row_starts[(key >> COLUMN_BITS) as usize % TABLES.row_starts.len()];
            let by_ranks = TABLES.rank_values[start.wrapping_add(key) as usize % TABLE_SIZE];
            let one = TABLES.flush_values[(place >> 32) as usize % N_FLUSHES];
            let other = TABLES.flush_values[(place >> 48) as usize];
            *value = by_ranks.max(one.max(other));
        }
    }
}

/// The top bits of the bytes that are cards of a rank.
#[inline(always)]
fn bytes_of_rank(word: u64, rank: u64) -> u64 {
    let ranks = word >> 2 & EACH_RANK;
    EACH_TOP.wrapping_sub(ranks ^ rank.wrapping_mul(EACH_BYTE)) & EACH_TOP
}

/// The lowest byte of a word.
#[inline(always)]
fn lowest_byte(word: u64) -> u64 {
    let mut low = word;
    for shift in [32, 16, 8] {
        let (a, b) = (low.to_le_bytes(), (low >> shift).to_le_bytes());
        low = u64::from_le_bytes(std::array::from_fn(|i| a[i].min(b[i])));
    }
    low & 0xFF
}

/// The key of the ranks and, above it, two places in the table of flushes.
///
/// They are those of the suits that make a flush with the wild cards: with three of these there may
/// be two suits, with more there are more, but then no flush counts.
#[inline(always)]
fn places_of(key: u64, mask: u64) -> u64 {
    let suits = key & FLUSH_BITS;
    let first = suits & suits.wrapping_neg();
    let row = key >> (WILD_COUNT_PLACE - N_RANKS) & WILD_BITS;
    let one = suit_ranks(mask, first) | row;
    let other = suit_ranks(mask, suits ^ first) | row;
    key >> KEY_SHIFT | one << 32 | other << 48
}

/// The ranks in a mask that are of some suits, by their bits in a key.
#[inline(always)]
fn suit_ranks(mask: u64, suits: u64) -> u64 {
    let of = |suit: u32| {
        if suits & 8 << (4 * suit) != 0 {
            mask >> (16 * suit)
        } else {
            0
        }
    };
    (of(0) | of(1) | of(2) | of(3)) & RANK_BITS
}
