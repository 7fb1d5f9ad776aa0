//! Pokle: the proof of the best guess for a set of boards.

pub mod effort;
pub mod proof;
pub mod scan;
pub mod splits;
pub mod task;
