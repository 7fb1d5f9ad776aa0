//! The bridge to Python: release the GIL, call, turn errors and panics around.
//!
//! Konkan's cards cross it as bytes of kinds, everything else as text; Pokle's boards and tables
//! as bytes; the arrays of the poker games as NumPy arrays, which `arrays` checks. The typed faces
//! are `engine/konkan`, `engine/pokle/exact.py`, `engine/poker`, `engine/holdem` and
//! `engine/kings_lows`.

use pyo3::prelude::*;

mod arrays;
mod faults;
mod game;
mod holdem;
mod melds;
mod poker;
mod pokle;
mod search;
mod stud;

#[pymodule]
fn rust_meld(module: &Bound<'_, PyModule>) -> PyResult<()> {
    faults::keep_panics();
    module.add("EngineError", module.py().get_type::<faults::EngineError>())?;
    module.add(
        "RefusedError",
        module.py().get_type::<faults::RefusedError>(),
    )?;
    module.add_class::<game::Game>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<pokle::PokleBoards>()?;
    module.add_class::<pokle::PokleProof>()?;
    module.add_class::<holdem::HoldemDeal>()?;
    module.add_class::<holdem::HoldemDuel>()?;
    module.add_class::<holdem::HoldemRunouts>()?;
    module.add_class::<stud::StudDeal>()?;
    module.add_class::<stud::StudOpenDeal>()?;
    module.add_class::<stud::StudLastCard>()?;
    module.add_function(wrap_pyfunction!(faults::_fail, module)?)?;
    module.add_function(wrap_pyfunction!(holdem::holdem_against_random, module)?)?;
    module.add_function(wrap_pyfunction!(holdem::holdem_canonical_boards, module)?)?;
    module.add_function(wrap_pyfunction!(holdem::holdem_decks, module)?)?;
    module.add_function(wrap_pyfunction!(holdem::holdem_known_hands, module)?)?;
    module.add_function(wrap_pyfunction!(holdem::holdem_layout, module)?)?;
    module.add_function(wrap_pyfunction!(poker::poker_values, module)?)?;
    module.add_function(wrap_pyfunction!(poker::poker_count_sevens, module)?)?;
    module.add_function(wrap_pyfunction!(poker::poker_shuffles, module)?)?;
    module.add_function(wrap_pyfunction!(stud::stud_starts, module)?)?;
    module.add_function(wrap_pyfunction!(stud::stud_complete, module)?)?;
    module.add_function(wrap_pyfunction!(stud::stud_play_out, module)?)?;
    module.add_function(wrap_pyfunction!(stud::stud_values_by_rule, module)?)?;
    module.add_function(wrap_pyfunction!(stud::stud_values_marked, module)?)?;
    module.add_function(wrap_pyfunction!(melds::frontier, module)?)?;
    module.add_function(wrap_pyfunction!(melds::layout, module)?)?;
    module.add_function(wrap_pyfunction!(melds::read_meld, module)?)?;
    module.add_function(wrap_pyfunction!(melds::melds, module)?)
}
