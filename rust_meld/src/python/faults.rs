//! Errors at the border: what the caller gave wrongly is a `RefusedError`, a ValueError, and a panic of ours is an
//! `EngineError`, an ordinary exception, so that no thread and no process of Python ends by it.

use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    rust_meld,
    EngineError,
    PyRuntimeError,
    "A defect of the native engine: what it was doing has no answer, everything else goes on."
);

create_exception!(
    rust_meld,
    RefusedError,
    PyValueError,
    "Arguments that a native function does not take: nothing was computed."
);

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keep what a panic says for the exception, instead of printing it.
pub(crate) fn keep_panics() {
    set_hook(Box::new(|panic| {
        LAST_PANIC.with(|last| *last.borrow_mut() = panic.to_string());
    }));
}

/// Do some work at the border; a panic in it becomes an `EngineError`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let said = LAST_PANIC.with(|last| last.borrow().replace('\n', " "));
        Err(EngineError::new_err(format!(
            "the native engine failed: {said}"
        )))
    })
}

/// Fail on purpose, so that tests see what becomes of a panic.
#[pyfunction]
pub(crate) fn _fail() -> PyResult<()> {
    guarded(|| panic!("on purpose"))
}

/// The error of a refusal.
pub(crate) fn refuse(reason: impl ToString) -> PyErr {
    RefusedError::new_err(reason.to_string())
}
