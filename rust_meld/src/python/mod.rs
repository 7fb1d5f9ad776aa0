//! The bridge to Python: release the GIL, call, turn errors and panics around.
//!
//! Konkan's values cross it as `values` encodes them, with text for what files and people have:
//! whole games and moves. Pokle's boards and tables cross as bytes, the arrays of the poker games as
//! NumPy arrays, which `arrays` checks. The typed faces are `engine/konkan`,
//! `engine/pokle/search.py`, `engine/poker`, `engine/holdem` and `engine/kings_lows`.

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
mod values;

#[pymodule]
fn rust_meld(module: &Bound<'_, PyModule>) -> PyResult<()> {
    faults::keep_panics();
    module.add("EngineError", module.py().get_type::<faults::EngineError>())?;
    module.add(
        "RefusedError",
        module.py().get_type::<faults::RefusedError>(),
    )?;
    module.add_class::<game::Game>()?;
    module.add_class::<values::View>()?;
    module.add_class::<search::Search>()?;
    module.add_function(wrap_pyfunction!(search::search_bounds, module)?)?;
    module.add_class::<pokle::PokleSearch>()?;
    module.add_function(wrap_pyfunction!(pokle::pokle_patterns, module)?)?;
    module.add_function(wrap_pyfunction!(pokle::pokle_tree_bound, module)?)?;
    module.add_class::<search::Trial>()?;
    module.add_function(wrap_pyfunction!(faults::_fail, module)?)?;
    module.add_function(wrap_pyfunction!(search::sample_hands, module)?)?;
    module.add_class::<holdem::HoldemDeal>()?;
    module.add_class::<holdem::HoldemDuel>()?;
    module.add_class::<holdem::HoldemRunouts>()?;
    module.add_class::<stud::StudDeal>()?;
    module.add_class::<stud::StudOpenDeal>()?;
    module.add_class::<stud::StudLastCard>()?;
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
    module.add_function(wrap_pyfunction!(melds::find_meld, module)?)?;
    module.add_function(wrap_pyfunction!(melds::deadwood, module)?)?;
    module.add_function(wrap_pyfunction!(melds::melds, module)?)
}
