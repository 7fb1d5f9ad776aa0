//! The 1,326 pairs of hole cards. Combination `i` of cards `low < high` is
//! `high * (high - 1) / 2 + low`.

use crate::poker::evaluate::{CARD_KEYS, CARD_MASKS, N_CARDS};

pub const N_COMBOS: usize = N_CARDS * (N_CARDS - 1) / 2;
/// Starting hands by ranks and suitedness: places of a grid of 13 by 13.
pub const N_CLASSES: usize = 169;

/// The two cards of every combination, the lower first.
pub static COMBO_CARDS: [[u8; 2]; N_COMBOS] = combo_cards();
/// Their summed keys.
pub static COMBO_KEYS: [u64; N_COMBOS] = combo_keys();
/// Their masks, sixteen bits a suit.
pub static COMBO_MASKS: [u64; N_COMBOS] = combo_masks();

const fn combo_cards() -> [[u8; 2]; N_COMBOS] {
    let mut cards = [[0; 2]; N_COMBOS];
    let (mut combo, mut high) = (0, 1);
    while high < N_CARDS {
        let mut low = 0;
        while low < high {
            cards[combo] = [low as u8, high as u8];
            combo += 1;
            low += 1;
        }
        high += 1;
    }
    cards
}

const fn combo_keys() -> [u64; N_COMBOS] {
    let mut keys = [0; N_COMBOS];
    let mut combo = 0;
    while combo < N_COMBOS {
        let [low, high] = COMBO_CARDS[combo];
        keys[combo] = CARD_KEYS[low as usize].wrapping_add(CARD_KEYS[high as usize]);
        combo += 1;
    }
    keys
}

const fn combo_masks() -> [u64; N_COMBOS] {
    let mut masks = [0; N_COMBOS];
    let mut combo = 0;
    while combo < N_COMBOS {
        let [low, high] = COMBO_CARDS[combo];
        masks[combo] = CARD_MASKS[low as usize] | CARD_MASKS[high as usize];
        combo += 1;
    }
    masks
}

/// Return the combination of two different cards.
#[inline(always)]
pub fn combo_of(a: u8, b: u8) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}

/// Return the place of a combination in the grid: ace to two, suited hands above the diagonal.
pub fn class_of(combo: usize) -> usize {
    let [low, high] = COMBO_CARDS[combo].map(usize::from);
    let (row, column) = (12 - high / 4, 12 - low / 4);
    if low % 4 == high % 4 {
        row * 13 + column
    } else {
        column * 13 + row
    }
}

/// Return the summed keys of some cards and their masks.
#[inline(always)]
pub fn key_and_mask(cards: &[u8]) -> (u64, u64) {
    cards.iter().fold((0, 0), |(key, mask): (u64, u64), &card| {
        let card = usize::from(card);
        (key.wrapping_add(CARD_KEYS[card]), mask | CARD_MASKS[card])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_numbered_by_their_cards() {
        for (combo, &[low, high]) in COMBO_CARDS.iter().enumerate() {
            assert!(low < high);
            assert_eq!(combo_of(high, low), combo);
            assert_eq!(key_and_mask(&[low, high]).0, COMBO_KEYS[combo]);
            assert_eq!(key_and_mask(&[low, high]).1, COMBO_MASKS[combo]);
        }
    }

    #[test]
    fn classes_have_four_six_or_twelve_hands() {
        let mut sizes = [0; N_CLASSES];
        (0..N_COMBOS).for_each(|combo| sizes[class_of(combo)] += 1);
        for (class, size) in sizes.into_iter().enumerate() {
            let (row, column) = (class / 13, class % 13);
            let expected = match row.cmp(&column) {
                std::cmp::Ordering::Less => 4,
                std::cmp::Ordering::Equal => 6,
                std::cmp::Ordering::Greater => 12,
            };
            assert_eq!(size, expected);
        }
    }
}
