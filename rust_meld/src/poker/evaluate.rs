//! The value of five to seven cards: sums of keys in, values out.
//!
//! Each rank has a key of 29 bits such that different ranks of five, six or seven cards have
//! different sums. The top 13 bits of a sum choose a row, the others a column; the rows overlap in
//! one table of 2^16 entries, each shifted to where it fits (row displacement). Keys are the top
//! bits of a 64-bit word, so that carries are lost; the bits below count the suits. Flushes have a
//! table of their own, by rank mask. `engine/poker/build_tables.py` writes the tables from the
//! rules of the game.
//!
//! Other modules call `hand_value(key, mask)` in their inner loops, with the keys and masks of the
//! cards added up in the outer loops and `SUIT_BIAS` added once.

#[cfg(target_endian = "big")]
compile_error!("the tables are stored for little-endian processors");

pub const N_RANKS: usize = 13;
pub const N_CARDS: usize = 4 * N_RANKS;
const KEY_BITS: u32 = 29;
/// The lowest bit of a rank's key in a 64-bit key.
pub const KEY_SHIFT: u32 = 64 - KEY_BITS;
const ROW_BITS: u32 = 13;
const N_ROWS: usize = 1 << ROW_BITS;
const ROW_SHIFT: u32 = 64 - ROW_BITS;
const TABLE_SIZE: usize = 1 << (KEY_BITS - ROW_BITS);
/// Four counters of four bits: five cards of a suit carry into the top bit.
pub const SUIT_BIAS: u64 = 0x3333;
pub const FLUSH_BITS: u64 = 0x8888;
/// The bits between suits and rank key are those of bytes that are not cards: at least one is set
/// in a sum with such bytes.
pub(crate) const INVALID_SHIFT: u32 = 24;
pub(crate) const INVALID_BITS: u64 = (1 << KEY_SHIFT) - (1 << INVALID_SHIFT);
const ONE_OF_EACH_SUIT: u64 = 0x1111;
/// The ranks of one suit in a mask.
pub const RANK_BITS: u64 = 0x1FFF;
/// A value is its category and, below it, its place among the hands of the category.
pub const PLACE_BITS: u32 = 12;

/// The tables that `build_tables.py` writes, byte for byte.
#[repr(C, align(64))]
struct Tables {
    rank_keys: [u32; 16],           // two to ace, then unused
    row_starts: [[u16; N_ROWS]; 3], // of five, six and seven cards
    rank_values: [[u16; TABLE_SIZE]; 3],
    flush_values: [u16; 1 << N_RANKS],
}

// SAFETY: every field is an array of plain integers, so any bytes are a value, and the compiler
// checks that the file has the size of the struct.
static TABLES: Tables = unsafe {
    std::mem::transmute::<[u8; size_of::<Tables>()], Tables>(*include_bytes!("tables.bin"))
};

/// The key of every byte: rank key and suit counter of a card, the invalid bit from 52 on.
pub static CARD_KEYS: [u64; 256] = card_keys();
/// One bit a card, sixteen bits a suit; no bit for a byte that is not a card.
pub static CARD_MASKS: [u64; 256] = card_masks();

/// Return the key of a rank, 0 for a two to 12 for an ace.
pub(crate) const fn rank_key(rank: usize) -> u32 {
    TABLES.rank_keys[rank]
}

const fn card_keys() -> [u64; 256] {
    let mut keys = [1 << INVALID_SHIFT; 256];
    let mut card = 0;
    while card < N_CARDS {
        keys[card] = ((rank_key(card / 4) as u64) << KEY_SHIFT) + (1 << (4 * (card % 4)));
        card += 1;
    }
    keys
}

const fn card_masks() -> [u64; 256] {
    let mut masks = [0; 256];
    let mut card = 0;
    while card < N_CARDS {
        masks[card] = 1 << (16 * (card % 4) + card / 4);
        card += 1;
    }
    masks
}

/// Return the value of an ace-high straight flush.
#[inline(always)]
pub fn royal_flush() -> u16 {
    TABLES.flush_values[0x1F00]
}

/// Return the value of the ranks of one suit, five or more of them, as a flush.
#[inline(always)]
pub fn suit_value(ranks: u64) -> u16 {
    TABLES.flush_values[(ranks & RANK_BITS) as usize]
}

#[inline(always)]
pub(crate) fn rank_value_of<const TABLE: usize>(key: u64) -> u16 {
    let start = TABLES.row_starts[TABLE][(key >> ROW_SHIFT) as usize];
    let place = (key >> KEY_SHIFT).wrapping_add(u64::from(start));
    TABLES.rank_values[TABLE][place as usize % TABLE_SIZE]
}

/// Return the value by ranks alone of seven summed keys.
#[inline(always)]
pub fn rank_value(key: u64) -> u16 {
    rank_value_of::<2>(key)
}

/// Return the value of a flush, when `key & FLUSH_BITS` says there is one.
#[inline(always)]
pub fn flush_value(key: u64, mask: u64) -> u16 {
    suit_value(if key & 0x0008 != 0 {
        mask
    } else if key & 0x0080 != 0 {
        mask >> 16
    } else if key & 0x0800 != 0 {
        mask >> 32
    } else {
        mask >> 48
    })
}

/// Return the value of a flush among random hands, where the processor cannot predict a branch on
/// the suit. For hands in sorted order, branches are faster.
#[inline(always)]
pub fn random_flush_value(key: u64, mask: u64) -> u16 {
    let shift = (key >> 3 & 16) | (key >> 6 & 32) | ((key >> 15 & 1) * 48);
    suit_value(mask >> shift)
}

/// Return the value of seven cards: their summed keys plus SUIT_BIAS, and their masks.
#[inline(always)]
pub fn hand_value(key: u64, mask: u64) -> u16 {
    if key & FLUSH_BITS != 0 {
        flush_value(key, mask)
    } else {
        rank_value(key)
    }
}

/// Return how many seven-card hands have each category, for highest cards from `first` to below
/// `stop`, which is at most 52.
///
/// Index 10 counts the royal flushes among the straight flushes. Last cards of one rank are worth
/// the same and are looked up once, except the one whose suit four of the six cards have. Four rows
/// of counters keep one addition from waiting for the one before.
pub fn count_sevens(first: usize, stop: usize) -> [u64; 11] {
    let mut counts = [[0; 16]; 4];
    for a in first..stop {
        for b in 0..a {
            let (key_b, mask_b) = (
                CARD_KEYS[a].wrapping_add(CARD_KEYS[b]),
                CARD_MASKS[a] | CARD_MASKS[b],
            );
            for c in 0..b {
                let (key_c, mask_c) = (key_b.wrapping_add(CARD_KEYS[c]), mask_b | CARD_MASKS[c]);
                for d in 0..c {
                    let (key_d, mask_d) =
                        (key_c.wrapping_add(CARD_KEYS[d]), mask_c | CARD_MASKS[d]);
                    for e in 0..d {
                        let (key_e, mask_e) =
                            (key_d.wrapping_add(CARD_KEYS[e]), mask_d | CARD_MASKS[e]);
                        for f in 0..e {
                            let key = key_e.wrapping_add(CARD_KEYS[f]).wrapping_add(SUIT_BIAS);
                            count_last(key, mask_e | CARD_MASKS[f], f, &mut counts);
                        }
                    }
                }
            }
        }
    }
    std::array::from_fn(|i| counts.iter().map(|row| row[i]).sum())
}

/// Count six cards with every last card below the sixth.
#[inline(always)]
fn count_last(key: u64, mask: u64, sixth: usize, counts: &mut [[u64; 16]; 4]) {
    let nearly_flush = key.wrapping_add(ONE_OF_EACH_SUIT) & FLUSH_BITS;
    let first_left = sixth - sixth % 4;
    if nearly_flush != 0 {
        let suit = nearly_flush.trailing_zeros() as usize / 4;
        for lowest in (0..first_left).step_by(4) {
            let flush = suit_value(mask >> (16 * suit) | 1 << (lowest / 4));
            count_value(flush, 1, &mut counts[0]);
            let other = lowest + (suit + 1) % 4;
            let value = hand_value(key.wrapping_add(CARD_KEYS[other]), mask | CARD_MASKS[other]);
            count_value(value, 3, &mut counts[1]);
        }
        for last in first_left..sixth {
            let value = hand_value(key.wrapping_add(CARD_KEYS[last]), mask | CARD_MASKS[last]);
            count_value(value, 1, &mut counts[last & 3]);
        }
        return;
    }
    for rank in 0..sixth / 4 {
        let value = rank_value(key.wrapping_add(CARD_KEYS[4 * rank]));
        counts[rank & 3][usize::from(value >> PLACE_BITS)] += 4;
    }
    if first_left < sixth {
        let value = rank_value(key.wrapping_add(CARD_KEYS[first_left]));
        counts[0][usize::from(value >> PLACE_BITS)] += (sixth - first_left) as u64;
    }
}

#[inline(always)]
fn count_value(value: u16, n: u64, counts: &mut [u64; 16]) {
    counts[usize::from(value >> PLACE_BITS)] += n;
    counts[10] += if value == royal_flush() { n } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poker::batches::values;

    #[test]
    fn hands_below_a_highest_card_are_counted() {
        let mut counts = [0; 11];
        let (mut a, mut value) = ([0_u8; 7], [0]);
        for mask in 0_u32..1 << 16 {
            if mask.count_ones() == 7 {
                let cards = (0..16).filter(|card| mask >> card & 1 == 1);
                cards.enumerate().for_each(|(i, card)| a[i] = card);
                values(&a, 7, &mut value).unwrap();
                counts[usize::from(value[0] >> PLACE_BITS)] += 1;
            }
        }
        assert_eq!(count_sevens(6, 16), counts);
    }
}
