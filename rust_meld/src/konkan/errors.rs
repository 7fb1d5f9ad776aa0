//! Errors: text that cannot be read, and actions against the rules.

use std::fmt;

use crate::konkan::cards::{card_symbol, with_symbols};
use crate::konkan::meld::Meld;

/// Why an action is not legal, or a turn cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    RoundOver,
    PullFirst,
    PulledAlready,
    StarterOnlyThrows,
    DeckEmpty,
    TrashEmpty,
    TrashOnlyToComeDown,
    NotInHand(u8),
    ComeDownFirst,
    ThrownBack(u8),
    HandLacks(Meld),
    NothingToThrow,
    OnlyTakenToThrow,
    TooFewPoints(Meld, u32),
    SarfBeforeDown,
    SwapBeforeDown,
    DoesNotFit(Meld),
    NoJokerThere(Meld),
    OwnJoker,
    NoSuchMeld { number: u8, n_melds: usize },
    NoMeld(Meld, &'static str),
    HandSize { n_cards: usize, limit: usize },
    TakenUnused(u8),
    NothingLegal,
}

impl fmt::Display for Illegal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::RoundOver => write!(out, "the round is over"),
            Self::PullFirst => write!(out, "draw a card first"),
            Self::PulledAlready => write!(out, "you have drawn already: lay cards or throw one"),
            Self::StarterOnlyThrows => write!(out, "the starter only throws in the first turn"),
            Self::DeckEmpty => write!(out, "the deck is empty and there is no trash to shuffle"),
            Self::TrashEmpty => write!(out, "the trash is empty"),
            Self::TrashOnlyToComeDown => {
                write!(
                    out,
                    "the trash card may be taken only to come down with it this turn"
                )
            }
            Self::NotInHand(kind) => write!(out, "{} is not in the hand", card_symbol(*kind)),
            Self::ComeDownFirst => write!(
                out,
                "finish coming down, or take your melds back, before you throw"
            ),
            Self::ThrownBack(kind) => {
                write!(
                    out,
                    "{} was just taken from the trash: throw another card",
                    card_symbol(*kind)
                )
            }
            Self::HandLacks(meld) => write!(out, "the hand does not hold {}", shown(meld)),
            Self::NothingToThrow => write!(out, "a card must be left to throw"),
            Self::OnlyTakenToThrow => {
                write!(
                    out,
                    "the only card left would be the one just taken from the trash"
                )
            }
            Self::TooFewPoints(meld, need) => write!(
                out,
                "{} does not lead to the {need} points needed with a card left to throw",
                shown(meld)
            ),
            Self::SarfBeforeDown => {
                write!(out, "cards can be added to melds only after coming down")
            }
            Self::SwapBeforeDown => write!(out, "a joker can be swapped only after coming down"),
            Self::DoesNotFit(meld) => write!(out, "no card fits there on {}", shown(meld)),
            Self::NoJokerThere(meld) => write!(out, "there is no such joker in {}", shown(meld)),
            Self::OwnJoker => write!(
                out,
                "a joker can be swapped only from another player's meld"
            ),
            Self::NoSuchMeld { number, n_melds } => {
                write!(out, "there is no meld {number}: {n_melds} are on the table")
            }
            Self::NoMeld(meld, reason) => write!(out, "{} is not a meld: {reason}", shown(meld)),
            Self::HandSize { n_cards, limit } => {
                write!(out, "{n_cards} cards in hand: expected 1 to {limit}")
            }
            Self::TakenUnused(kind) => write!(
                out,
                "{} was taken from the trash, but no legal turn uses it",
                card_symbol(*kind)
            ),
            Self::NothingLegal => {
                write!(
                    out,
                    "no action is legal here: the deck and the trash are empty"
                )
            }
        }
    }
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    Card(String),
    ThreeTimes(String),
    JokersCard(String),
    Meld(String),
    Action(String),
    NoSuchMeld {
        text: String,
        number: u8,
        n_melds: usize,
    },
    DoesNotFit {
        text: String,
        meld: Meld,
    },
    FieldMissing(String),
    WordCount {
        field: String,
        expected: usize,
        given: usize,
    },
    Number(String),
    Generator(String),
    Players(u8),
    Phase(String),
    SeatOutOfRange(u8),
    Owner(String),
    LargeHand {
        n_cards: usize,
        limit: usize,
    },
    /// A card that is said to be in a hand, and is not there.
    NotHeld {
        field: &'static str,
        kind: u8,
    },
    HandCount {
        expected: u8,
        given: usize,
    },
    CardCount {
        kind: u8,
        count: u8,
    },
    HiddenCards {
        hidden: usize,
        unseen: usize,
    },
    Illegal(Illegal),
}

const ACTIONS: &str = "pull deck, pull trash, lay 7S 8S JK=9S, sarf 0 10S, swap 0 9S, throw KH";

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Card(text) => {
                write!(
                    out,
                    "cannot read the card \"{text}\": expected a card such as AH, 10D or JK"
                )
            }
            Self::ThreeTimes(text) => write!(out, "\"{text}\" has a card three times"),
            Self::JokersCard(word) => write!(
                out,
                "cannot read \"{word}\": expected a joker and its card, such as JK=7S"
            ),
            Self::Meld(text) if text.trim().is_empty() => {
                write!(
                    out,
                    "a meld has no cards: expected a run or a set, 7S 8S 9S"
                )
            }
            Self::Meld(text) => write!(
                out,
                "{} is not a run of one suit or a set of one rank, of three cards or more",
                with_symbols(text)
            ),
            Self::Action(text) => {
                write!(
                    out,
                    "cannot read the action \"{text}\": expected an action such as {ACTIONS}"
                )
            }
            Self::NoSuchMeld {
                text,
                number,
                n_melds,
            } => {
                write!(
                    out,
                    "\"{text}\": there is no meld {number}, the table has {n_melds}"
                )
            }
            Self::DoesNotFit { text, meld } => {
                write!(out, "\"{text}\" does not fit on {}", shown(meld))
            }
            Self::FieldMissing(name) => write!(out, "the text of the game has no field \"{name}\""),
            Self::WordCount {
                field,
                expected,
                given,
            } => {
                write!(out, "{field}: expected {expected} words, not {given}")
            }
            Self::Number(word) => write!(out, "\"{word}\" is not a valid number"),
            Self::Generator(word) => write!(out, "rng: \"{word}\" is not a number"),
            Self::Players(n_players) => write!(out, "{n_players} players: expected 2 or 3"),
            Self::Phase(word) => write!(out, "phase \"{word}\": expected pull, act or over"),
            Self::SeatOutOfRange(n_players) => {
                write!(out, "a seat is out of range: there are {n_players} players")
            }
            Self::Owner(text) => {
                write!(out, "\"{text}\": expected an owner and a meld, 0: 7S 8S 9S")
            }
            Self::LargeHand { n_cards, limit } => {
                write!(out, "a hand of {n_cards} cards: expected at most {limit}")
            }
            Self::NotHeld { field, kind } => {
                write!(out, "{field}: {} is not in the hand", card_symbol(*kind))
            }
            Self::HandCount { expected, given } => {
                write!(out, "{given} hands for {expected} players")
            }
            Self::CardCount { kind, count } => {
                let name = card_symbol(*kind);
                write!(
                    out,
                    "{name} is there {count} times: the two decks have it twice"
                )
            }
            Self::HiddenCards { hidden, unseen } => {
                write!(out, "{hidden} cards are hidden but {unseen} are unseen")
            }
            Self::Illegal(reason) => reason.fmt(out),
        }
    }
}

/// Return a meld as people see it: "7♠ 8♠ JK=9♠".
fn shown(meld: &Meld) -> String {
    with_symbols(&meld.to_string())
}

impl From<Illegal> for ReadError {
    fn from(reason: Illegal) -> Self {
        Self::Illegal(reason)
    }
}
