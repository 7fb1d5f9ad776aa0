//! Seven-card stud with wild cards: values, tables dealt at random, and every deal counted.
//!
//! A hand is one word of 64 bits, sixteen a suit, one a card. `engine/kings_lows` describes the
//! variants and calls these functions. All counts are integers, so the sum over threads does not
//! depend on their order.

pub mod batches;
pub mod completions;
pub mod deals;
pub mod last_card;
pub mod open_deals;
pub mod values;
