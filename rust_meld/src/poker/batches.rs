//! The values of many hands, in blocks: first the keys of a block's hands, then their values.
//!
//! With AVX2 the keys of four hands are added up at once. A rank has at most sixteen values, so a
//! byte of its key is one shuffle, and `_mm256_sad_epu8` adds up the eight bytes of each hand.
//! Flushes are rare and random: a branch on each hand would be mispredicted for every one of them,
//! so they are listed, and valued after the block.

#[cfg(target_arch = "x86_64")]
use crate::poker::dispatch::has_avx2_and_bmi2;
use crate::poker::evaluate::{
    random_flush_value, rank_value_of, CARD_KEYS, CARD_MASKS, FLUSH_BITS, INVALID_BITS, SUIT_BIAS,
};

const BLOCK: usize = 64;

/// The number of the first row with a byte that is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRow(pub usize);

/// Fill in the value of every row of five, six or seven cards.
///
/// Duplicate cards are not detected: the value of such a row is meaningless, but places in
/// tables wrap round, so any bytes stay inside them.
pub fn values(hands: &[u8], n_cards: usize, values: &mut [u16]) -> Result<(), BadRow> {
    match n_cards {
        5 => fill::<5, 0>(hands.as_chunks().0, values),
        6 => fill::<6, 1>(hands.as_chunks().0, values),
        7 => fill::<7, 2>(hands.as_chunks().0, values),
        _ => panic!("{n_cards} cards: expected five to seven"),
    }
}

fn fill<const N: usize, const TABLE: usize>(
    hands: &[[u8; N]],
    values: &mut [u16],
) -> Result<(), BadRow> {
    let mut keys = [0; BLOCK];
    for (i, values) in values.chunks_mut(BLOCK).enumerate() {
        let hands = &hands[BLOCK * i..];
        add_keys(hands, &mut keys);
        fill_block::<N, TABLE>(hands, &keys, values)
            .map_err(|BadRow(row)| BadRow(BLOCK * i + row))?;
    }
    Ok(())
}

/// Fill in the values of a block of hands with these keys.
#[inline(always)]
fn fill_block<const N: usize, const TABLE: usize>(
    hands: &[[u8; N]],
    keys: &[u64; BLOCK],
    values: &mut [u16],
) -> Result<(), BadRow> {
    let (mut special, mut n_special) = ([0; BLOCK], 0);
    for (row, (&key, value)) in keys.iter().zip(values.iter_mut()).enumerate() {
        *value = rank_value_of::<TABLE>(key);
        special[n_special % BLOCK] = row;
        n_special += usize::from(key & (FLUSH_BITS | INVALID_BITS) != 0);
    }
    for &row in &special[..n_special] {
        if keys[row] & INVALID_BITS != 0 {
            return Err(BadRow(row));
        }
        let mask = hands[row]
            .iter()
            .fold(0, |mask, &card| mask | CARD_MASKS[usize::from(card)]);
        values[row] = random_flush_value(keys[row], mask);
    }
    Ok(())
}

/// Add up the keys of the cards of each hand, up to a block of them.
fn add_keys<const N: usize>(hands: &[[u8; N]], keys: &mut [u64; BLOCK]) {
    #[cfg(target_arch = "x86_64")]
    if has_avx2_and_bmi2() {
        // SAFETY: the processor has every feature that the function was compiled for.
        return unsafe { avx2::add_keys(hands, keys) };
    }
    add_keys_of_each(hands, keys);
}

#[inline(always)]
fn add_keys_of_each<const N: usize>(hands: &[[u8; N]], keys: &mut [u64]) {
    for (key, hand) in keys.iter_mut().zip(hands) {
        *key = (hand.iter()).fold(SUIT_BIAS, |sum, &card| {
            sum.wrapping_add(CARD_KEYS[usize::from(card)])
        });
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{add_keys_of_each, BLOCK};
    use crate::poker::evaluate::{
        rank_key, CARD_KEYS, INVALID_SHIFT, KEY_SHIFT, N_CARDS, N_RANKS, SUIT_BIAS,
    };

    /// Bytes that are loaded for four hands.
    const N_LOADED: usize = 32;
    /// Each byte of the rank keys, lowest first; a vector has two halves with a table each.
    const RANK_BYTES: [[u8; 32]; 4] = [rank_bytes(0), rank_bytes(1), rank_bytes(2), rank_bytes(3)];

    const fn rank_bytes(place: usize) -> [u8; 32] {
        let mut bytes = [0; 32];
        let mut i = 0;
        while i < 32 {
            if i % 16 < N_RANKS {
                bytes[i] = rank_key(i % 16).to_le_bytes()[place];
            }
            i += 1;
        }
        bytes
    }

    /// Return the places from which the bytes of two hands are taken, eight a hand: those of its
    /// cards, and zeros for the others.
    const fn spread(n_cards: usize) -> [u8; 32] {
        let mut places = [0x80; 32];
        let mut i = 0;
        while i < n_cards {
            places[i] = i as u8;
            places[8 + i] = (n_cards + i) as u8;
            (places[16 + i], places[24 + i]) = (places[i], places[8 + i]);
            i += 1;
        }
        places
    }

    /// Add up keys as `add_keys_of_each` does; a hand with bytes that are not cards has other keys,
    /// but invalid ones, too.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn add_keys<const N: usize>(hands: &[[u8; N]], keys: &mut [u64; BLOCK]) {
        for (i, four) in keys.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let hands = hands.get(4 * i..).unwrap_or(&[]);
            match hands.as_flattened().first_chunk() {
                Some(bytes) => add_keys_of_four::<N>(bytes, four),
                None => add_keys_of_each(hands, four),
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn add_keys_of_four<const N: usize>(bytes: &[u8; N_LOADED], keys: &mut [u64; 4]) {
        let two_hands = |place: usize| {
            let first: &[u8; 16] = bytes[place..].first_chunk().unwrap_or(&[0; 16]);
            // SAFETY: sixteen bytes, which need no alignment.
            unsafe { _mm_loadu_si128(first.as_ptr().cast()) }
        };
        let cards = _mm256_set_m128i(two_hands(2 * N), two_hands(0));
        let cards = _mm256_shuffle_epi8(cards, vector(&const { spread(N) }));
        let ranks = _mm256_and_si256(_mm256_srli_epi16::<2>(cards), _mm256_set1_epi8(15));
        let suits = _mm256_and_si256(cards, _mm256_set1_epi8(3));
        let rank_bytes = |place: usize| _mm256_shuffle_epi8(vector(&RANK_BYTES[place]), ranks);
        // A counter of four bits for each suit, in two bytes.
        let low_suits = _mm256_shuffle_epi8(_mm256_set1_epi32(0x0000_1001), suits);
        let high_suits = _mm256_shuffle_epi8(_mm256_set1_epi32(0x1001_0000), suits);
        let above_cards = _mm256_subs_epu8(cards, _mm256_set1_epi8(N_CARDS as i8 - 1));
        // The bytes behind the cards of a hand count as card 0.
        let zeros = CARD_KEYS[0].wrapping_mul((8 - N) as u64);
        let mut sum = _mm256_set1_epi64x(SUIT_BIAS.wrapping_sub(zeros) as i64);
        let terms = [
            (rank_bytes(0), KEY_SHIFT),
            (rank_bytes(1), KEY_SHIFT + 8),
            (rank_bytes(2), KEY_SHIFT + 16),
            (rank_bytes(3), KEY_SHIFT + 24),
            (low_suits, 0),
            (high_suits, 8),
            (above_cards, INVALID_SHIFT),
        ];
        for (bytes, shift) in terms {
            let of_hands = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
            let shifted = _mm256_sll_epi64(of_hands, _mm_cvtsi32_si128(shift as i32));
            sum = _mm256_add_epi64(sum, shifted);
        }
        // SAFETY: four words, which need no alignment.
        unsafe { _mm256_storeu_si256(keys.as_mut_ptr().cast(), sum) };
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn vector(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: 32 bytes, which need no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poker::random::mix;

    #[test]
    fn bytes_that_are_not_cards_are_found() {
        let mut found = [0; 3];
        let hands = [
            [0, 1, 2, 3, 4, 5, 6],
            [7, 8, 9, 10, 11, 12, 51],
            [0, 1, 2, 3, 4, 5, 52],
        ];
        assert_eq!(values(hands.as_flattened(), 7, &mut found), Err(BadRow(2)));
        assert_eq!(values(&[255; 5], 5, &mut found), Err(BadRow(0)));
        let mut many = [[8, 9, 10, 11, 12, 13]; 200];
        let mut found = [0; 200];
        assert_eq!(values(many.as_flattened(), 6, &mut found), Ok(()));
        for row in 0..200 {
            many[row][row % 6] = 52 + row as u8;
            assert_eq!(values(many.as_flattened(), 6, &mut found), Err(BadRow(row)));
            many[row] = [8, 9, 10, 11, 12, 13];
        }
    }

    /// Compare with sums of `CARD_KEYS`, for all numbers of hands up to a block and a bit more.
    fn keys_are_those_of_each_hand<const N: usize>() {
        for n_hands in 0..BLOCK + 5 {
            let card = |i: usize| (mix((1000 * n_hands + i) as u64) % 52) as u8;
            let cards: Vec<u8> = (0..N * n_hands).map(card).collect();
            let hands: &[[u8; N]] = cards.as_chunks().0;
            let (mut keys, mut expected) = ([0; BLOCK], [0; BLOCK]);
            add_keys(hands, &mut keys);
            add_keys_of_each(hands, &mut expected);
            assert_eq!(keys, expected);
        }
    }

    #[test]
    fn keys_of_a_block_are_those_of_each_hand() {
        keys_are_those_of_each_hand::<5>();
        keys_are_those_of_each_hand::<6>();
        keys_are_those_of_each_hand::<7>();
    }
}
