//! Konkan: cards and melds, the exact meld solver, the rules, players and the search.

pub mod belief;
pub mod cards;
pub mod draws;
pub mod errors;
mod fills;
pub mod frontier;
pub mod game;
pub mod meld;
pub mod net;
pub mod notation;
pub mod players;
pub mod rng;
pub mod search;
pub mod solver;
pub mod trial;
pub mod turns;
pub mod value;
pub mod view;
