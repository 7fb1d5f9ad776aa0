//! The bridge between Python and the Konkan engine: release the GIL, call, turn errors around.

use pyo3::prelude::*;

#[pymodule]
fn rust_meld(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
