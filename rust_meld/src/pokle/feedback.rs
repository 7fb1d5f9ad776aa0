//! The colours of a guess as one number below 243, its pattern.
//!
//! A pattern is 9 × flop pattern + 3 × turn + river; grey is 0, yellow 1, green 2. The flop pattern
//! is a number below 27, in the order of the guess's sorted flop. A flop card is green if the
//! board's flop has it. Otherwise it is yellow if it shares its rank or suit with a card of the
//! board's flop that the guess's flop does not hold. The turn is compared with the turn, river with
//! river.

pub const N_CARDS: usize = 52;
pub const N_FLOP_PATTERNS: usize = 27;
pub const N_TURN_RIVER_PATTERNS: usize = 9;
pub const N_PATTERNS: usize = N_FLOP_PATTERNS * N_TURN_RIVER_PATTERNS;
/// The pattern that is all green.
pub const WON: u8 = N_PATTERNS as u8 - 1;

/// Flop in ascending order, turn, river. A card is 4 × rank + suit, from 0.
pub type Cards = [u8; 5];
pub type Flop = [u8; 3];

static CARD_MATCHES: [[u8; N_CARDS]; N_CARDS] = card_matches();
static FLOP_PATTERNS: [u8; 19_683] = flop_patterns();

const fn card_matches() -> [[u8; N_CARDS]; N_CARDS] {
    let mut table = [[0; N_CARDS]; N_CARDS];
    let mut i = 0;
    while i < N_CARDS * N_CARDS {
        let (a, b) = (i / N_CARDS, i % N_CARDS);
        table[a][b] = (a / 4 == b / 4 || a % 4 == b % 4) as u8 + (a == b) as u8;
        i += 1;
    }
    table
}

/// Return the flop pattern of each 3 × 3 grid of card matches, read as a number in base 3: digit
/// `3 * i + j`, the lowest first, is how guess card `i` matches board card `j`.
const fn flop_patterns() -> [u8; 19_683] {
    let mut table = [0; 19_683];
    let mut key = 0;
    while key < table.len() {
        let (mut digits, mut rest, mut taken, mut i) = ([0_u8; 9], key, [false; 3], 0);
        while i < 9 {
            digits[i] = (rest % 3) as u8;
            taken[i % 3] |= digits[i] == 2;
            rest /= 3;
            i += 1;
        }
        let (mut pattern, mut i) = (0, 0);
        while i < 3 {
            let (mut digit, mut j) = (0, 0);
            while j < 3 {
                let here = digits[3 * i + j];
                if here == 2 || (here == 1 && digit == 0 && !taken[j]) {
                    digit = here;
                }
                j += 1;
            }
            pattern = 3 * pattern + digit;
            i += 1;
        }
        table[key] = pattern;
        key += 1;
    }
    table
}

/// Return how one card matches another: 2 the same, 1 rank or suit, 0 neither.
#[inline]
pub fn card_match(card: u8, other: u8) -> u8 {
    CARD_MATCHES[usize::from(card)][usize::from(other)]
}

/// Return how a card matches the three cards of a flop, as a number in base 3.
pub fn flop_match(card: u8, flop: &Flop) -> u16 {
    let digit = |place: usize| u16::from(card_match(card, flop[place]));
    digit(0) + 3 * digit(1) + 9 * digit(2)
}

/// Return the flop pattern of three cards, from how each matches a flop.
#[inline]
pub fn flop_pattern(matches: [u16; 3]) -> u8 {
    FLOP_PATTERNS[usize::from(matches[0] + 27 * matches[1] + 729 * matches[2])]
}

/// Return the pattern of turn and river, below nine.
#[inline]
pub fn turn_river_pattern(guess: &Cards, board: &Cards) -> u8 {
    3 * card_match(guess[3], board[3]) + card_match(guess[4], board[4])
}

/// Return the pattern of a guess against each board; quicker if boards with the same flop are
/// adjacent. `wins_class` says that the suit pardon applies to the guess.
pub fn patterns(guess: &Cards, boards: &[Cards], wins_class: bool) -> Vec<u8> {
    let (mut last, mut by_flop) = (None, 0);
    let mut of_board = |board: &Cards| {
        let flop = flop_of(board);
        if last != Some(flop) {
            let matches = flop_of(guess).map(|card| flop_match(card, &flop));
            last = Some(flop);
            by_flop = flop_pattern(matches) * N_TURN_RIVER_PATTERNS as u8;
        }
        match wins_class && same_class(guess, board, true) {
            true => WON,
            false => by_flop + turn_river_pattern(guess, board),
        }
    };
    boards.iter().map(&mut of_board).collect()
}

pub fn flop_of(cards: &Cards) -> Flop {
    [cards[0], cards[1], cards[2]]
}

/// Return a key that is equal for boards of one class: with the pardon, suits of turn and river are
/// dropped.
pub fn class_key(board: &Cards, suit_pardon: bool) -> Cards {
    let keep = if suit_pardon { !3 } else { !0 };
    let [a, b, c, turn, river] = *board;
    [a, b, c, turn & keep, river & keep]
}

/// Return true if one guess wins both boards.
pub fn same_class(a: &Cards, b: &Cards, suit_pardon: bool) -> bool {
    class_key(a, suit_pardon) == class_key(b, suit_pardon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flops_follow_the_rule_card_by_card() {
        let cards: Vec<u8> = vec![0, 1, 4, 5, 8, 13, 22, 51];
        let mut flops = Vec::new();
        for &a in &cards {
            for &b in &cards {
                flops.extend(
                    cards
                        .iter()
                        .filter(|&&c| a < b && b < c)
                        .map(|&c| [a, b, c]),
                );
            }
        }
        for guess in &flops {
            for board in &flops {
                let free: Vec<u8> = (board.iter().copied())
                    .filter(|card| !guess.contains(card))
                    .collect();
                let near = |card: u8, other: u8| card / 4 == other / 4 || card % 4 == other % 4;
                let color = |card: u8| match board.contains(&card) {
                    true => 2,
                    false => u8::from(free.iter().any(|&other| near(card, other))),
                };
                let expected = guess.iter().fold(0, |sum, &card| 3 * sum + color(card));
                assert_eq!(
                    flop_pattern(guess.map(|card| flop_match(card, board))),
                    expected
                );
            }
        }
    }

    #[test]
    fn the_pardon_forgives_the_suits_of_turn_and_river_alone() {
        let (board, twin, other) = ([0, 1, 2, 4, 8], [0, 1, 2, 7, 9], [0, 1, 2, 4, 12]);
        assert_eq!(patterns(&twin, &[board], true), [WON]);
        assert_eq!(patterns(&twin, &[board], false), [26 * 9 + 3 + 1]);
        assert!(!same_class(&board, &twin, false) && !same_class(&board, &other, true));
    }
}
