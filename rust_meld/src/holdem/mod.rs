//! Hold'em: who wins how often, sampled in chunks or enumerated in steps.
//!
//! A chunk or a step takes some milliseconds and adds to a `Tally`; Python divides the work, hands
//! it to threads and reads the tallies. A chunk's deals depend on its seed and number alone, and
//! steps add fractions in a fixed order, so answers depend neither on threads nor on the processor.

pub mod boards;
pub mod decks;
pub mod duel;
pub mod hands;
pub mod random_hands;
pub mod runouts;
pub mod sampling;
pub mod tally;
