//! SplitMix64: a counter whose values are scrambled. A seed has many numbered streams; each depends
//! on its seed and number alone, never on threads or on other streams.

/// The step of the counter.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
const MIX_1: u64 = 0xBF58_476D_1CE4_E5B9;
const MIX_2: u64 = 0x94D0_49BB_1331_11EB;
const FRACTION_BITS: u32 = 58; // times at most 52 cards still fits into 64 bits
const FRACTION: u64 = (1 << FRACTION_BITS) - 1;
const LOW_HALF: u64 = (1 << 32) - 1;
/// Cards drawn with one random number; 41 random bits are left for the fourth.
pub const CARDS_A_NUMBER: usize = 4;
/// Deals whose random numbers are drawn at once.
pub const BLOCK: usize = 48;
/// The length of a padded deck: a power of two, so the compiler needs no check of `place %
/// DECK_ROOM`.
pub const DECK_ROOM: usize = 64;
const MAX_CARDS: usize = 52;

/// How many places further on each card of a block of deals is taken: `[BLOCK * place + deal]`.
pub type Steps = [u8; BLOCK * (MAX_CARDS + CARDS_A_NUMBER)];
/// Steps before any are drawn.
pub const NO_STEPS: Steps = [0; BLOCK * (MAX_CARDS + CARDS_A_NUMBER)];

/// Return the 64 random bits of one state.
#[inline(always)]
pub fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(MIX_1);
    let z = (z ^ (z >> 27)).wrapping_mul(MIX_2);
    z ^ (z >> 31)
}

/// Return the first state of one stream of one seed.
#[inline(always)]
pub fn seed_state(seed: u64, stream: u64) -> u64 {
    mix(mix(seed.wrapping_add(GOLDEN)).wrapping_add(stream.wrapping_mul(MIX_1)))
}

/// Swap a random one of the cards from `place` on to `place`.
///
/// Places are drawn in order, from the first. Four of them share a random number; `fraction` is
/// what is left of it for the next place.
#[inline(always)]
pub fn draw_next<T>(state: &mut u64, fraction: &mut u64, deck: &mut [T], place: usize) {
    if place.is_multiple_of(CARDS_A_NUMBER) {
        *state = state.wrapping_add(GOLDEN);
        *fraction = mix(*state) >> 6;
    }
    *fraction = fraction.wrapping_mul((deck.len() - place) as u64);
    deck.swap(place, place + (*fraction >> FRACTION_BITS) as usize);
    *fraction &= FRACTION;
}

/// Put a random choice of cards at the first `n_cards` places, and return the new state.
#[inline(always)]
pub fn shuffle_to(mut state: u64, deck: &mut [u8], n_cards: usize) -> u64 {
    let mut fraction = 0;
    for place in 0..n_cards {
        draw_next(&mut state, &mut fraction, deck, place);
    }
    state
}

/// Draw a block of deals at once: the numbers that `shuffle_to` would draw for each in turn, for
/// `take_card`. Returns the state after the whole block.
#[inline(always)]
pub fn draw_steps(state: u64, n_deck: usize, n_cards: usize, steps: &mut Steps) -> u64 {
    let n_numbers = n_cards.div_ceil(CARDS_A_NUMBER);
    for number in 0..n_numbers {
        let rows = &mut steps[BLOCK * CARDS_A_NUMBER * number..][..BLOCK * CARDS_A_NUMBER];
        for deal in 0..BLOCK {
            let own = (deal * n_numbers + number + 1) as u64;
            let fraction = mix(state.wrapping_add(own.wrapping_mul(GOLDEN))) >> 6;
            // Two halves of 32 bits: vectors multiply these, but not words of 64 bits.
            let (mut high, mut low) = (fraction >> 32, fraction & LOW_HALF);
            for i in 0..CARDS_A_NUMBER {
                // Beyond the last card a number is meaningless and never read.
                let n_left = (n_deck as u32).wrapping_sub((CARDS_A_NUMBER * number + i) as u32);
                let low_product = low * u64::from(n_left);
                let product = high * u64::from(n_left) + (low_product >> 32);
                rows[BLOCK * i + deal] = (product >> (FRACTION_BITS - 32)) as u8;
                (high, low) = (product & (FRACTION >> 32), low_product & LOW_HALF);
            }
        }
    }
    state.wrapping_add(((BLOCK * n_numbers) as u64).wrapping_mul(GOLDEN))
}

/// Swap the card `step` places further on to `place`, and return it.
#[inline(always)]
pub fn take_card<T: Copy>(deck: &mut [T; DECK_ROOM], place: usize, step: u8) -> T {
    let (place, other) = (place % DECK_ROOM, (place + usize::from(step)) % DECK_ROOM);
    let (here, card) = (deck[place], deck[other]);
    // Not `swap`, which would read the card again from where it was just stored: half the speed.
    deck[other] = here;
    deck[place] = card;
    card
}

/// Return a deck padded for `take_card`. There must be at most `DECK_ROOM` cards.
pub fn deck_of(cards: &[u8]) -> [u8; DECK_ROOM] {
    let mut deck = [0; DECK_ROOM];
    deck[..cards.len()].copy_from_slice(cards);
    deck
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_deals_what_single_deals_would() {
        for (n_deck, n_cards) in [(52, 1), (50, 7), (50, 17), (45, 24), (9, 9), (52, 52)] {
            let cards: Vec<u8> = (0..n_deck as u8).collect();
            let (mut single, mut together) = (cards.clone(), deck_of(&cards));
            let (mut state, mut steps) = (seed_state(3, 1), NO_STEPS);
            let ahead = draw_steps(state, n_deck, n_cards, &mut steps);
            for deal in 0..BLOCK {
                state = shuffle_to(state, &mut single, n_cards);
                for place in 0..n_cards {
                    let step = steps[BLOCK * place + deal];
                    assert_eq!(take_card(&mut together, place, step), single[place]);
                }
                assert_eq!(together[..n_deck], single);
            }
            assert_eq!(ahead, state);
        }
    }
}
