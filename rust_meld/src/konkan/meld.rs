//! A meld on the table: a run of one suit or a set of one rank, with its jokers declared.
//!
//! `present` has a bit for every place that is filled: 14 places for a run (ace low is 0, king
//! 12, ace high 13), four for a set (its suits). `jokers` are the places that a joker fills.

use std::ops::Range;

use crate::konkan::cards::{bits, card_name, parse_card, Hand, JOKER, JOKER_BIT, RANK_POINTS};
use crate::konkan::errors::{Illegal, ReadError};

/// Points of the 14 places of a run.
pub const PLACE_POINTS: [u8; 14] = [10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10];
pub const ACE_HIGH: u8 = 13;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// Consecutive cards of this suit.
    Run(u8),
    /// Different suits of this rank.
    Set(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meld {
    pub shape: Shape,
    pub present: u16,
    pub jokers: u16,
}

impl Meld {
    /// Return the kind that stands at a place, whether a joker fills it or not.
    #[inline]
    pub fn kind_at(self, place: u8) -> u8 {
        match self.shape {
            Shape::Run(suit) => suit * 13 + place % 13,
            Shape::Set(rank) => place * 13 + rank,
        }
    }

    /// Return the places that are filled, in the order in which the meld is written.
    pub fn places(self) -> impl Iterator<Item = u8> {
        bits(u64::from(self.present))
    }

    /// Return the number of cards, jokers included.
    pub fn len(self) -> u8 {
        self.present.count_ones() as u8
    }

    pub fn is_empty(self) -> bool {
        self.present == 0
    }

    pub fn n_jokers(self) -> u8 {
        self.jokers.count_ones() as u8
    }

    /// Return the points on the table: a joker counts as the card it stands for.
    pub fn points(self) -> u32 {
        match self.shape {
            Shape::Run(_) => self
                .places()
                .map(|place| u32::from(PLACE_POINTS[place as usize]))
                .sum(),
            Shape::Set(rank) => u32::from(self.len()) * u32::from(RANK_POINTS[rank as usize]),
        }
    }

    /// Return true for four natural cards of one rank, which go under the trash when laid.
    pub fn is_natural_four(self) -> bool {
        matches!(self.shape, Shape::Set(_)) && self.present == 0b1111 && self.jokers == 0
    }

    /// Return the cards that leave the hand when the meld is laid.
    pub fn cards(self) -> Vec<u8> {
        self.places().map(|place| self.card_at(place)).collect()
    }

    /// Return the card that fills a place: its kind or a joker.
    pub fn card_at(self, place: u8) -> u8 {
        if self.jokers >> place & 1 == 1 {
            JOKER
        } else {
            self.kind_at(place)
        }
    }

    /// Return true if the hand holds every card of the meld.
    pub fn is_in(self, hand: Hand) -> bool {
        self.take_from(hand).is_some()
    }

    /// Return the hand without the cards of the meld; None if one is missing.
    pub fn take_from(self, hand: Hand) -> Option<Hand> {
        let mut left = hand;
        for place in self.places() {
            let card = self.card_at(place);
            if !left.has(card) {
                return None;
            }
            left.remove(card);
        }
        Some(left)
    }

    /// Check that this is a meld; the error says why it is not.
    pub fn verify(self, min_naturals: u8) -> Result<(), Illegal> {
        let n_naturals = self.len() - self.n_jokers();
        let contiguous = {
            let run = self.present >> self.present.trailing_zeros().min(15);
            run & (run + 1) == 0
        };
        let reason = match self.shape {
            _ if self.len() < 3 => "a meld has three cards or more",
            Shape::Run(_) if !contiguous => "a run has no gaps",
            _ if self.jokers & !self.present != 0 => "a joker is outside the meld",
            _ if self.n_jokers() > 2 => "there are only two jokers",
            _ if n_naturals < min_naturals => "too few natural cards",
            _ => return Ok(()),
        };
        Err(Illegal::NoMeld(self, reason))
    }

    /// Return the places where one more card fits: the ends of a run, the missing suits of a set.
    pub fn open_places(self) -> impl Iterator<Item = u8> {
        let (all, next) = match self.shape {
            Shape::Run(_) => (0x3fff, self.present << 1 | self.present >> 1),
            Shape::Set(_) => (0b1111, 0b1111),
        };
        bits(u64::from(next & all & !self.present))
    }

    /// Return the meld with one more card at a place.
    pub fn with(self, place: u8, joker: bool) -> Meld {
        Meld {
            present: self.present | 1 << place,
            jokers: self.jokers | u16::from(joker) << place,
            ..self
        }
    }

    /// Return true if one of the places is filled by this card itself, not by a joker in its place.
    pub fn holds(self, card: u8) -> bool {
        self.places().any(|place| self.card_at(place) == card)
    }

    /// Return every meld that a hand can lay, with every way to declare its jokers.
    pub fn all_in(hand: Hand, min_naturals: u8) -> Vec<Meld> {
        melds_in(hand, 0..4, 0..13, min_naturals)
    }

    /// Return those melds of `all_in` that hold a card.
    pub fn all_with(card: u8, hand: Hand, min_naturals: u8) -> Vec<Meld> {
        if card == JOKER {
            let mut melds = Meld::all_in(hand, min_naturals);
            melds.retain(|meld| meld.jokers != 0);
            return melds;
        }
        let (suit, rank) = (card / 13, card % 13);
        let mut melds = melds_in(hand, suit..suit + 1, rank..rank + 1, min_naturals);
        melds.retain(|meld| meld.holds(card));
        melds
    }
}

/// Return the runs of some suits and the sets of some ranks.
fn melds_in(hand: Hand, suits: Range<u8>, ranks: Range<u8>, min_naturals: u8) -> Vec<Meld> {
    let mut melds = Vec::new();
    for suit in suits {
        runs_in(hand, suit, &mut melds);
    }
    for rank in ranks {
        for present in [0b0111, 0b1011, 0b1101, 0b1110, 0b1111] {
            jokers_in(hand, Shape::Set(rank), present, &mut melds);
        }
    }
    melds.retain(|meld| meld.len() - meld.n_jokers() >= min_naturals);
    melds
}

fn runs_in(hand: Hand, suit: u8, melds: &mut Vec<Meld>) {
    for start in 0..12u8 {
        for len in 3..=14 - start {
            let present = ((1u16 << len) - 1) << start;
            let before = melds.len();
            jokers_in(hand, Shape::Run(suit), present, melds);
            if melds.len() == before {
                break;
            }
        }
    }
}

/// Return the places of a shape for which the hand has the card.
fn places_held(hand: Hand, shape: Shape) -> u16 {
    match shape {
        Shape::Run(suit) => {
            let held = hand.suit(suit);
            held | (held & 1) << ACE_HIGH
        }
        Shape::Set(rank) => (0..4)
            .map(|suit| (hand.suit(suit) >> rank & 1) << suit)
            .sum(),
    }
}

/// Return all ways to fill the places with the hand's cards and jokers.
fn jokers_in(hand: Hand, shape: Shape, present: u16, melds: &mut Vec<Meld>) {
    let whole = Meld {
        shape,
        present,
        jokers: 0,
    };
    let missing = present & !places_held(hand, shape);
    if missing.count_ones() > u32::from(hand.jokers()) {
        return;
    }
    let mut try_jokers = |jokers: u16| {
        let meld = Meld { jokers, ..whole };
        if meld.is_in(hand) {
            melds.push(meld);
        }
    };
    try_jokers(0);
    if hand.one & JOKER_BIT == 0 {
        return;
    }
    for first in whole.places() {
        try_jokers(1 << first);
        for second in whole.places().filter(|&second| second > first) {
            try_jokers(1 << first | 1 << second);
        }
    }
}

impl std::fmt::Display for Meld {
    /// "QH KH AH", "7C JK=7D 7S"; the ace's end shows by its place.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, place) in self.places().enumerate() {
            let blank = if i == 0 { "" } else { " " };
            let joker = if self.jokers >> place & 1 == 1 {
                "JK="
            } else {
                ""
            };
            write!(f, "{blank}{joker}{}", card_name(self.kind_at(place)))?;
        }
        Ok(())
    }
}

/// One card of a meld as it is given: its kind, or a joker with or without what it stands for.
#[derive(Clone, Copy)]
pub struct MeldCard {
    pub kind: Option<u8>,
    pub joker: bool,
}

impl std::fmt::Display for MeldCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let joker = if self.joker { "JK" } else { "" };
        let stands = if self.joker && self.kind.is_some() {
            "="
        } else {
            ""
        };
        write!(
            f,
            "{joker}{stands}{}",
            self.kind.map_or(String::new(), card_name)
        )
    }
}

fn parse_meld_card(word: &str) -> Result<MeldCard, ReadError> {
    if let Some((joker, kind)) = word.split_once('=') {
        let natural = parse_card(kind)?;
        if parse_card(joker)? != JOKER || natural == JOKER {
            return Err(ReadError::JokersCard(word.into()));
        }
        return Ok(MeldCard {
            kind: Some(natural),
            joker: true,
        });
    }
    let kind = parse_card(word)?;
    Ok(MeldCard {
        kind: (kind != JOKER).then_some(kind),
        joker: kind == JOKER,
    })
}

/// Read a meld from text: "7S 8S JK", "7S 8S JK=9S".
pub fn parse_meld(text: &str) -> Result<Meld, ReadError> {
    let cards: Result<Vec<MeldCard>, ReadError> =
        text.split_whitespace().map(parse_meld_card).collect();
    meld_of(&cards?)
}

/// Find the meld of cards; runs in either direction, sets in any order, a bare joker fills what is
/// missing.
pub fn meld_of(cards: &[MeldCard]) -> Result<Meld, ReadError> {
    let refuse = || {
        let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
        ReadError::Meld(names.join(" "))
    };
    if !(3..=14).contains(&cards.len()) {
        return Err(refuse());
    }
    let known: Vec<u8> = cards.iter().filter_map(|card| card.kind).collect();
    let first = *known.first().ok_or_else(refuse)?;
    if cards.len() <= 4 && known.iter().all(|kind| kind % 13 == first % 13) {
        if let Some(set) = read_set(cards, first % 13) {
            return Ok(set);
        }
    }
    if known.iter().any(|kind| kind / 13 != first / 13) {
        return Err(refuse());
    }
    let reversed: Vec<MeldCard> = cards.iter().rev().copied().collect();
    read_run(cards, first / 13)
        .or_else(|| read_run(&reversed, first / 13))
        .ok_or_else(refuse)
}

fn read_set(cards: &[MeldCard], rank: u8) -> Option<Meld> {
    let mut meld = Meld {
        shape: Shape::Set(rank),
        present: 0,
        jokers: 0,
    };
    for card in cards.iter().filter(|card| card.kind.is_some()) {
        let place = card.kind? / 13;
        if meld.present >> place & 1 == 1 {
            return None;
        }
        meld = meld.with(place, card.joker);
    }
    for _ in cards.iter().filter(|card| card.kind.is_none()) {
        let place = meld.open_places().next()?;
        meld = meld.with(place, true);
    }
    Some(meld)
}

fn read_run(cards: &[MeldCard], suit: u8) -> Option<Meld> {
    (0..=14 - cards.len() as u8).find_map(|start| {
        let mut meld = Meld {
            shape: Shape::Run(suit),
            present: 0,
            jokers: 0,
        };
        for (place, card) in (start..).zip(cards) {
            if card.kind.is_some_and(|kind| kind != meld.kind_at(place)) {
                return None;
            }
            meld = meld.with(place, card.joker);
        }
        Some(meld)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::parse_hand;

    #[test]
    fn melds_with_a_card_are_those_of_all_that_hold_it() {
        let hand = parse_hand("AH 2H 3H 3H QH KH AS 3S 3D AD JK JK").unwrap();
        for card in hand.cards().chain([0]) {
            let mut all = Meld::all_in(hand, 1);
            all.retain(|meld| meld.holds(card));
            assert_eq!(Meld::all_with(card, hand, 1), all);
        }
    }

    #[test]
    fn every_meld_of_a_hand_reads_back() {
        let hand = parse_hand("AH 2H 3H 3H QH KH 3S 3D JK JK").unwrap();
        let melds = Meld::all_in(hand, 1);
        for meld in &melds {
            assert_eq!(parse_meld(&meld.to_string()), Ok(*meld));
            assert_eq!(meld.verify(1), Ok(()));
        }
        assert!(melds.iter().any(|meld| meld.to_string() == "QH KH JK=AH"));
        assert!(!melds
            .iter()
            .any(|meld| meld.to_string().starts_with("KH AH")));
    }

    #[test]
    fn text_that_is_no_meld_is_refused() {
        for text in [
            "KS AS 2S",
            "7S 7S 7D",
            "7S 8S",
            "JK JK JK",
            "7S 9S 10S",
            "7S 8H 9S",
        ] {
            assert!(parse_meld(text).is_err(), "{text}");
        }
        assert_eq!(parse_meld("9s 8s JK").unwrap().to_string(), "JK=7S 8S 9S");
        assert_eq!(parse_meld("7S JK 7D").unwrap().to_string(), "JK=7C 7D 7S");
    }

    #[test]
    fn fourteen_cards_make_one_run() {
        let text = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS";
        let meld = parse_meld(text).unwrap();
        assert_eq!(
            (meld.len(), meld.points(), meld.to_string()),
            (14, 104, text.into())
        );
    }
}
