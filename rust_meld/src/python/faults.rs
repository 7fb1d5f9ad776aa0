//! Errors at the border. Arguments that are not valid raise a `RefusedError`, which is a
//! ValueError. A panic raises an `EngineError`, an ordinary exception, so that it does not end the
//! process.

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
    "A defect of the native engine: this call has no result, everything else still works."
);

/// The message of the last panic of any thread, with its place in the source.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

create_exception!(
    rust_meld,
    RefusedError,
    PyValueError,
    "Arguments that a native function does not accept: nothing was computed."
);

/// Keep the message of a panic for the exception, instead of printing it.
pub(crate) fn keep_panics() {
    set_hook(Box::new(|panic| {
        let mut last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        *last = panic.to_string();
    }));
}

/// Do some work at the border; a panic in it becomes an `EngineError`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let message = panic_message(payload.as_ref()).replace('\n', " ");
        Err(EngineError::new_err(format!(
            "the native engine failed: {message}"
        )))
    })
}

/// Return the message of a panic, in this thread or in a worker whose panic was passed on; with its
/// place in the source, unless another thread has panicked since.
fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = (payload.downcast_ref::<&str>().copied())
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown");
    let last = LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner);
    match last.contains(text) {
        true => last.clone(),
        false => text.to_owned(),
    }
}

/// Fail on purpose, here or in a worker, so that tests can check how a panic is reported.
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

/// Return the error of a refusal.
pub(crate) fn refuse(reason: impl ToString) -> PyErr {
    RefusedError::new_err(reason.to_string())
}
