//! The bridge between Python and the Konkan engine: release the GIL, call, turn errors around.
//!
//! Cards cross it as bytes of kinds, everything else as text; `engine/konkan` is the typed face.

use pyo3::prelude::*;

pub mod bench;
mod bridge;
mod bridge_game;
mod bridge_search;
pub mod cards;
mod fills;
pub mod frontier;
pub mod game;
pub mod meld;
pub mod notation;
pub mod players;
pub mod rng;
pub mod search;
pub mod table;
pub mod value;
pub mod view;

#[pymodule]
fn rust_meld(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<bridge_game::Game>()?;
    module.add_class::<bridge_search::Search>()?;
    module.add_function(wrap_pyfunction!(bridge::frontier, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::layout, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::read_meld, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::melds, module)?)?;
    module.add_function(wrap_pyfunction!(bridge::time_melds, module)?)
}
