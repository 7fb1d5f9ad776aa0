//! Errors at the border: what the caller gave wrongly is a `RefusedError` (a ValueError), a panic of ours an
//! `EngineError`, an ordinary exception, so that no thread and no process of Python ends by it.

use std::any::Any;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::threads::run_all;

create_exception!(
    rust_meld,
    EngineError,
    PyRuntimeError,
    "A defect of the native engine: what it was doing has no answer, everything else goes on."
);

/// What the last panic of any thread said, with its place in the source.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

create_exception!(
    rust_meld,
    RefusedError,
    PyValueError,
    "Arguments that a native function does not take: nothing was computed."
);

/// Keep what a panic says for the exception, instead of printing it.
pub(crate) fn keep_panics() {
    set_hook(Box::new(|panic| {
        let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        *last = panic.to_string();
    }));
}

/// Do some work at the border; a panic in it becomes an `EngineError`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let said = words_of(payload.as_ref()).replace('\n', " ");
        Err(EngineError::new_err(format!(
            "the native engine failed: {said}"
        )))
    })
}

/// What a panic said, in this thread or in a worker whose panic was passed on; with its place,
/// unless another thread has panicked since.
fn words_of(payload: &(dyn Any + Send)) -> String {
    let text = (payload.downcast_ref::<&str>().copied())
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown");
    let last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
    match last.contains(text) {
        true => last.clone(),
        false => text.to_owned(),
    }
}

/// Fail on purpose, here or in a worker, so that tests see what becomes of a panic.
#[pyfunction]
#[pyo3(signature = (in_worker=false))]
pub(crate) fn _fail(in_worker: bool) -> PyResult<()> {
    guarded(|| {
        if in_worker {
            run_all([|| panic!("on purpose in a worker")]);
        }
        panic!("on purpose")
    })
}

/// Refuse a value outside its range.
pub(crate) fn require<T: PartialOrd + Display>(
    name: &str,
    value: T,
    range: RangeInclusive<T>,
) -> PyResult<()> {
    if range.contains(&value) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(refuse(format!(
        "{name} of {value}: expected {low} to {high}"
    )))
}

/// The error of a refusal.
pub(crate) fn refuse(reason: impl ToString) -> PyErr {
    RefusedError::new_err(reason.to_string())
}
