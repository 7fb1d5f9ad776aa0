//! The bridge to Python: release the GIL, call, turn errors and panics around.
//!
//! Konkan's cards cross it as bytes of kinds, everything else as text; Pokle's boards as bytes.
//! `engine/konkan` and `engine/pokle/search.py` are the typed faces.

use pyo3::prelude::*;

mod faults;
mod game;
mod melds;
mod pokle;
mod search;

#[pymodule]
fn rust_meld(module: &Bound<'_, PyModule>) -> PyResult<()> {
    faults::keep_panics();
    module.add("EngineError", module.py().get_type::<faults::EngineError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<pokle::PokleSearch>()?;
    module.add_function(wrap_pyfunction!(pokle::pokle_patterns, module)?)?;
    module.add_function(wrap_pyfunction!(pokle::pokle_tree_bound, module)?)?;
    module.add_class::<search::Trial>()?;
    module.add_function(wrap_pyfunction!(faults::_fail, module)?)?;
    module.add_function(wrap_pyfunction!(search::sample_hands, module)?)?;
    module.add_function(wrap_pyfunction!(melds::frontier, module)?)?;
    module.add_function(wrap_pyfunction!(melds::layout, module)?)?;
    module.add_function(wrap_pyfunction!(melds::read_meld, module)?)?;
    module.add_function(wrap_pyfunction!(melds::melds, module)?)
}
