//! Pokle: candidates for the best guess among a set of boards, and the proof that one is.

pub mod candidates;
pub mod effort;
pub mod flops;
pub mod late;
pub mod proof;
pub mod scan;
pub mod splits;
pub mod task;
pub mod turns;
