//! The values of many hands of which some cards are wild, in blocks.
//!
//! A hand is a word, one byte a card. First the bytes of wild cards are marked: those that the
//! caller marked, or the lowest. Then the keys and masks of the cards are added up; wild cards have
//! a key of their own, as have the ranks that are always wild. The sums are places in tables, where
//! the values are looked up. No branch depends on how many cards are wild, and each step is a loop
//! over a block; all but the look-ups become vector code.

use crate::kings_lows::values::{wild_key, Rule, COLUMN_BITS, N_FLUSHES, TABLES, TABLE_SIZE};
use crate::poker::dispatch::dispatch;
use crate::poker::evaluate::{
    CARD_KEYS, CARD_MASKS, FLUSH_BITS, KEY_SHIFT, N_CARDS, RANK_BITS, SUIT_BIAS,
};

const BLOCK: usize = 128;
const N_HAND: usize = 7;
const N_BYTES: usize = BLOCK * N_HAND + 1; // of a block: eight are read of every hand
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
/// card. A byte says where a pair begins, so there is one number more than a byte can address.
#[repr(align(64))]
struct Pairs([u64; 257]);

static PAIRS: Pairs = card_pairs();

/// Return the key of a wild card.
const fn wild_card_key() -> u64 {
    ((wild_key() as u64) << KEY_SHIFT) + WILD_COUNTS
}

const fn card_pairs() -> Pairs {
    let mut pairs = [0; 257];
    let mut card = 0;
    while card < N_CARDS {
        pairs[4 * card] = CARD_KEYS[card];
        pairs[4 * card + 1] = CARD_MASKS[card];
        pairs[4 * card + 2] = wild_card_key();
        card += 1;
    }
    Pairs(pairs)
}

impl Pairs {
    /// Return a copy in which the cards of some ranks are wild.
    fn with_wild(&self, ranks: u64) -> Pairs {
        let mut pairs = self.0;
        for card in (0..N_CARDS).filter(|card| ranks >> (card / 4) & 1 == 1) {
            pairs[4 * card..][..2].copy_from_slice(&[wild_card_key(), 0]);
        }
        Pairs(pairs)
    }
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
    let (mut block, pairs) = (Block::new(), PAIRS.with_wild(rule.ranks()));
    for (i, values) in values.chunks_mut(BLOCK).enumerate() {
        block.load(&hands[BLOCK * N_HAND * i..])?;
        block.mark_lows(rule);
        block.evaluate(&pairs, values);
    }
    Ok(())
}

#[inline(always)]
fn values_marked_inlined(hands: &[u8], wild: &[u8], values: &mut [u16]) -> Result<(), NoCard> {
    let mut block = Block::new();
    for (i, (wild, values)) in wild.chunks(BLOCK).zip(values.chunks_mut(BLOCK)).enumerate() {
        block.load(&hands[BLOCK * N_HAND * i..])?;
        for (word, &mark) in block.wild.iter_mut().zip(wild) {
            *word = (u64::from(mark & 0x7F).wrapping_mul(EACH_MARK) & EACH_BYTE) << 7;
        }
        block.evaluate(&PAIRS, values);
    }
    Ok(())
}

/// Memory for one block: its words, the top bits of wild cards' bytes, and sums of keys and masks.
#[repr(align(64))]
struct Block {
    words: [u64; BLOCK],
    wild: [u64; BLOCK],
    bytes: [[u8; 8]; BLOCK],
    sums: [[u64; 2]; BLOCK],
    places: [u64; BLOCK],
}

impl Block {
    fn new() -> Block {
        Block {
            words: [PAD; BLOCK],
            wild: [0; BLOCK],
            bytes: [[0; 8]; BLOCK],
            sums: [[0; 2]; BLOCK],
            places: [0; BLOCK],
        }
    }

    /// Load a block of hands as words; if there are fewer, the rest is filled with card 0.
    #[inline(always)]
    fn load(&mut self, hands: &[u8]) -> Result<(), NoCard> {
        let mut padded = [0; N_BYTES];
        let bytes = hands.first_chunk().unwrap_or_else(|| {
            let n_bytes = hands.len().min(BLOCK * N_HAND);
            padded[..n_bytes].copy_from_slice(&hands[..n_bytes]);
            &padded
        });
        for (i, word) in self.words.iter_mut().enumerate() {
            let eight = bytes[N_HAND * i..].first_chunk().unwrap_or(&[0; 8]);
            *word = u64::from_le_bytes(*eight) & !(0xFF << 56) | PAD;
        }
        let bits = (self.words.iter()).fold(0, |bits, &word| {
            bits | word | word.wrapping_add(ABOVE_CARDS)
        });
        if bits & EACH_TOP == 0 {
            Ok(())
        } else {
            Err(NoCard)
        }
    }

    /// Set the top bits of the cards that are wild because they are the lowest of their hand.
    #[inline(always)]
    fn mark_lows(&mut self, rule: Rule) {
        if !rule.has_low() {
            return;
        }
        let lows = lowest_bytes(&self.words);
        for ((wild, &word), low) in self.wild.iter_mut().zip(&self.words).zip(lows) {
            *wild = bytes_of_rank(word, low >> 2 & 15);
        }
        if !rule.low_needs_wild() {
            return;
        }
        let mut has_wild = [0; BLOCK];
        for rank in (0..u64::from(N_RANKS)).filter(|rank| rule.ranks() >> rank & 1 == 1) {
            for (has_wild, &word) in has_wild.iter_mut().zip(&self.words) {
                *has_wild |= bytes_of_rank(word, rank);
            }
        }
        for (wild, has_wild) in self.wild.iter_mut().zip(has_wild) {
            *wild = if has_wild != 0 { *wild } else { 0 };
        }
    }

    /// Fill in the values of a block whose wild cards are marked.
    #[inline(always)]
    fn evaluate(&mut self, pairs: &Pairs, values: &mut [u16]) {
        for i in 0..BLOCK {
            let places = self.words[i] * 4 + (self.wild[i] >> 6); // of pairs, one byte a card
            self.bytes[i] = places.to_le_bytes();
        }
        for (sum, bytes) in self.sums.iter_mut().zip(&self.bytes) {
            let mut total = [SUIT_BIAS, 0];
            for &byte in &bytes[..N_HAND] {
                let (key, mask) = (pairs.0[usize::from(byte)], pairs.0[usize::from(byte) + 1]);
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

/// Return the top bits of the bytes that are cards of a rank.
#[inline(always)]
fn bytes_of_rank(word: u64, rank: u64) -> u64 {
    let ranks = word >> 2 & EACH_RANK;
    EACH_TOP.wrapping_sub(ranks ^ rank.wrapping_mul(EACH_BYTE)) & EACH_TOP
}

/// Return the lowest card of each word, in the lowest byte; the other bytes have no meaning.
#[inline(always)]
fn lowest_bytes(words: &[u64; BLOCK]) -> [u64; BLOCK] {
    let mut lows = *words;
    for shift in [32, 16, 8] {
        let (mut kept, mut moved) = ([[0; 8]; BLOCK], [[0; 8]; BLOCK]);
        for i in 0..BLOCK {
            kept[i] = lows[i].to_le_bytes();
            moved[i] = (lows[i] >> shift).to_le_bytes();
        }
        for (kept, moved) in kept.as_flattened_mut().iter_mut().zip(moved.as_flattened()) {
            *kept = (*kept).min(*moved);
        }
        for i in 0..BLOCK {
            lows[i] = u64::from_le_bytes(kept[i]);
        }
    }
    lows
}

/// Return the key of the ranks and, above it, two places in the table of flushes.
///
/// They are those of the suits that make a flush with the wild cards. With three wild cards there
/// may be two such suits. With more wild cards there may be more, but then five of a kind beats any
/// flush. The place of a suit that makes no flush holds the value 0.
#[inline(always)]
fn places_of(key: u64, mask: u64) -> u64 {
    let suits = key & FLUSH_BITS;
    let first = suits & suits.wrapping_neg();
    let row = key >> (WILD_COUNT_PLACE - N_RANKS) & WILD_BITS;
    let ranks = |suit: u64| (mask >> place_of_suit(suit) & RANK_BITS) | row;
    key >> KEY_SHIFT | ranks(first) << 32 | ranks(suits ^ first) << 48
}

/// Return where the ranks of a suit begin in a mask, by its bit in a key.
#[inline(always)]
fn place_of_suit(suit: u64) -> u64 {
    ((suit >> 3 | suit >> 11) & 16) | ((suit >> 6 | suit >> 10) & 32)
}
