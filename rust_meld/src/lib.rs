//! The native core of four games: Hold'em, Kings and Lows, Konkan and Pokle's proof.
//!
//! The crate is called `rust_meld` because it began as the meld solver, and Python imports it by
//! that name. `poker` holds what Hold'em and Kings and Lows share: random streams, hand values and
//! showdowns. Otherwise the games share nothing but the bridge in `python`, which the feature of that
//! name brings in; benches and the crate's own tests do without it, and so without Python.

pub mod holdem;
pub mod kings_lows;
pub mod konkan;
pub mod poker;
pub mod pokle;
#[cfg(feature = "python")]
mod python;
pub mod threads;
