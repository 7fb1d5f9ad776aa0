//! The parts that poker games share: random streams, hand values, showdowns, a flag to stop early.
//!
//! The functions are small and inlined into the loops of `holdem` and `kings_lows`. Everything is a
//! pure function of its arguments: a chunk of work gives the same numbers on every thread and on
//! every processor.

pub mod batches;
pub(crate) mod dispatch;
pub mod evaluate;
pub mod random;
pub mod showdown;
pub mod stop;
