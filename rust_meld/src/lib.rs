//! The native half of two games: Konkan (cards, melds, rules, players, search) and Pokle's proof.
//!
//! The crate is called `rust_meld` because it began as the meld solver, and Python imports it by
//! that name. Pokle's proof lives here too, because a tree that grows as it is searched does not
//! fit the arrays of numba's kernels, and one native module is built, shipped and tested more
//! simply than two. The games share nothing but the bridge in `python`, which the feature of that
//! name brings in; benches and the crate's own tests do without it, and so without Python.

pub mod holdem;
pub mod kings_lows;
pub mod konkan;
pub mod poker;
pub mod pokle;
#[cfg(feature = "python")]
mod python;
