//! Cards of Konkan: 52 kinds, two copies of each, and two jokers.
//!
//! A kind is `suit * 13 + rank` with the ace as rank 0 and the king as rank 12, suits in the
//! order clubs, diamonds, hearts, spades; the joker is kind 52. A `Hand` is a multiset in two
//! words: bit k of `one` says that kind k is there, bit k of `two` that it is there twice.

use crate::konkan::errors::ReadError;

pub const JOKER: u8 = 52;
pub const N_KINDS: u8 = 53;
pub const NATURALS: u64 = (1 << 52) - 1;
pub const JOKER_BIT: u64 = 1 << 52;
const RANK_NAMES: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];
const SUIT_NAMES: [char; 4] = ['C', 'D', 'H', 'S'];
const SUIT_SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// Points of a rank in a meld: ace and faces 10, the others their face value.
pub const RANK_POINTS: [u8; 13] = [10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];

/// Return the points of a natural kind.
pub const fn points(kind: u8) -> u8 {
    RANK_POINTS[(kind % 13) as usize]
}

/// A multiset of at most two copies of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    pub one: u64,
    pub two: u64,
}

impl Hand {
    /// Return the hand of a list of kinds; None if a kind is out of range or in the list three
    /// times.
    pub fn from_kinds(kinds: &[u8]) -> Option<Hand> {
        let mut hand = Hand::default();
        for &kind in kinds {
            if kind >= N_KINDS || hand.count(kind) == 2 {
                return None;
            }
            hand.add(kind);
        }
        Some(hand)
    }

    /// Return how many copies of a kind are here.
    #[inline]
    pub fn count(self, kind: u8) -> u8 {
        ((self.one >> kind & 1) + (self.two >> kind & 1)) as u8
    }

    #[inline]
    pub fn has(self, kind: u8) -> bool {
        self.one >> kind & 1 == 1
    }

    /// Return how many cards are here, jokers included.
    #[inline]
    pub fn len(self) -> u8 {
        (self.one.count_ones() + self.two.count_ones()) as u8
    }

    pub fn is_empty(self) -> bool {
        self.one == 0
    }

    #[inline]
    pub fn jokers(self) -> u8 {
        self.count(JOKER)
    }

    /// Add a card; there must be at most one copy so far.
    #[inline]
    pub fn add(&mut self, kind: u8) {
        let bit = 1u64 << kind;
        self.two |= self.one & bit;
        self.one |= bit;
    }

    /// Remove a card that is here.
    #[inline]
    pub fn remove(&mut self, kind: u8) {
        self.remove_mask(1u64 << kind);
    }

    /// Remove one copy of every kind of a mask; all must be here.
    #[inline]
    pub fn remove_mask(&mut self, mask: u64) {
        let doubled = self.two & mask;
        self.two ^= doubled;
        self.one ^= mask ^ doubled;
    }

    /// Return the hand without one copy of every kind of a mask; all must be here.
    #[inline]
    pub fn without(mut self, mask: u64) -> Hand {
        self.remove_mask(mask);
        self
    }

    /// Return true if at least one copy of every kind of a mask is here.
    #[inline]
    pub fn contains(self, mask: u64) -> bool {
        mask & !self.one == 0
    }

    /// Return the natural cards alone.
    #[inline]
    pub fn naturals(self) -> Hand {
        Hand {
            one: self.one & NATURALS,
            two: self.two & NATURALS,
        }
    }

    /// Return the ranks of one suit of which at least one copy is here, as 13 bits.
    #[inline]
    pub fn suit(self, suit: u8) -> u16 {
        (self.one >> (13 * suit)) as u16 & 0x1fff
    }

    /// Return every card in the order of kinds, doubles twice.
    pub fn cards(self) -> impl Iterator<Item = u8> {
        bits(self.one)
            .flat_map(move |kind| std::iter::repeat_n(kind, 1 + (self.two >> kind & 1) as usize))
    }

    /// Return the points of all cards, a joker counting `joker`.
    pub fn deadwood(self, joker: u32) -> u32 {
        self.cards()
            .map(|kind| {
                if kind == JOKER {
                    joker
                } else {
                    u32::from(points(kind))
                }
            })
            .sum()
    }
}

/// Return the places of the set bits of a mask, from the lowest.
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// Return the text of a kind: "AH", "10D", "JK".
pub fn card_name(kind: u8) -> String {
    if kind == JOKER {
        return "JK".into();
    }
    let suit = SUIT_NAMES[(kind / 13) as usize];
    format!("{}{suit}", RANK_NAMES[(kind % 13) as usize])
}

/// Return a card as people see it: "A♥", "10♦", "joker".
pub fn card_symbol(kind: u8) -> String {
    if kind == JOKER {
        return "joker".into();
    }
    with_symbols(&card_name(kind))
}

/// Return the text of cards with suits as symbols: "A♥ K♥ JK=Q♥" for "AH KH JK=QH".
pub fn with_symbols(text: &str) -> String {
    let word = |word: &str| match word.chars().last().and_then(symbol) {
        Some(symbol) => format!("{}{symbol}", &word[..word.len() - 1]),
        None => word.into(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn symbol(suit: char) -> Option<char> {
    let place = SUIT_NAMES.iter().position(|&name| name == suit)?;
    Some(SUIT_SYMBOLS[place])
}

/// Read one card: "AH", "10d", "TD", "JK".
pub fn parse_card(text: &str) -> Result<u8, ReadError> {
    let upper = text.trim().to_uppercase();
    let refuse = || ReadError::Card(text.into());
    if upper == "JK" {
        return Ok(JOKER);
    }
    let suit = upper.chars().last().ok_or_else(refuse)?;
    let suit = SUIT_NAMES
        .iter()
        .position(|&name| name == suit)
        .ok_or_else(refuse)?;
    let rank = &upper[..upper.len() - 1];
    let rank = if rank == "T" { "10" } else { rank };
    let rank = RANK_NAMES
        .iter()
        .position(|&name| name == rank)
        .ok_or_else(refuse)?;
    Ok((suit * 13 + rank) as u8)
}

/// Return the texts of cards, separated by blanks.
pub fn card_names(cards: impl Iterator<Item = u8>) -> String {
    cards.map(card_name).collect::<Vec<_>>().join(" ")
}

/// Read cards separated by blanks.
pub fn parse_cards(text: &str) -> Result<Vec<u8>, ReadError> {
    text.split_whitespace().map(parse_card).collect()
}

/// Read a hand of cards separated by blanks.
pub fn parse_hand(text: &str) -> Result<Hand, ReadError> {
    let kinds = parse_cards(text)?;
    Hand::from_kinds(&kinds).ok_or_else(|| ReadError::ThreeTimes(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_suits_as_symbols() {
        assert_eq!(with_symbols("7S 10H JK=QD JK"), "7♠ 10♥ JK=Q♦ JK");
        assert_eq!(card_symbol(parse_card("AC").unwrap()), "A♣");
        assert_eq!(card_symbol(JOKER), "joker");
    }

    #[test]
    fn every_card_reads_back() {
        for kind in 0..N_KINDS {
            assert_eq!(parse_card(&card_name(kind)), Ok(kind));
        }
        assert!(parse_card("1H").is_err());
        assert!(parse_card("").is_err());
        assert!(parse_card("♥").is_err());
    }

    #[test]
    fn a_hand_is_a_multiset() {
        let mut hand = parse_hand("7S 7S JK AH").unwrap();
        assert_eq!((hand.len(), hand.jokers(), hand.count(45)), (4, 1, 2));
        hand.remove(45);
        assert_eq!(card_names(hand.cards()), "AH 7S JK");
        assert!(parse_hand("JK JK JK").is_err());
    }
}
