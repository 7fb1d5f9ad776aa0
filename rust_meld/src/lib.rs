//! The bridge between Python and the trees: the Konkan engine and Pokle's proof. Release the GIL,
//! call, turn errors around.
//!
//! Konkan's cards cross it as bytes of kinds, everything else as text; Pokle's boards and tables
//! as bytes. `engine/konkan` and `engine/pokle/exact.py` are the typed faces.

use pyo3::prelude::*;

pub mod bench;
mod bridge;
mod bridge_game;
mod bridge_pokle;
mod bridge_search;
pub mod cards;
pub mod effort;
mod fills;
pub mod frontier;
pub mod game;
pub mod meld;
pub mod notation;
pub mod players;
pub mod pokle;
pub mod pokle_proof;
pub mod pokle_scan;
pub mod pokle_splits;
pub mod rng;
pub mod search;
pub mod table;
pub mod value;
pub mod view;

#[pymodule]
fn rust_meld(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<bridge_game::Game>()?;
    module.add_class::<bridge_search::Search>()?;
    module.add_class::<bridge_pokle::PokleProof>()?;
    module.add_function(wrap_pyfunction!(bridge::frontier, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::layout, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::read_meld, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::melds, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::time_melds, module)?)
}
