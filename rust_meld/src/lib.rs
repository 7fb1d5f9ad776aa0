//! The native core of four games: Hold'em, Kings and Lows, Konkan and Pokle.
//!
//! The crate is called `rust_meld` because it began as the meld solver, and Python imports it by
//! that name. `poker` holds what Hold'em and Kings and Lows share: random streams, hand values and
//! showdowns; `hashing` and `threads` serve all games. The bridge in `python` is compiled only with
//! the feature `python`; benches and the crate's own tests are built without it and need no Python.

pub mod hashing;
pub mod holdem;
pub mod kings_lows;
pub mod konkan;
pub mod poker;
pub mod pokle;
#[cfg(feature = "python")]
mod python;
pub mod threads;
