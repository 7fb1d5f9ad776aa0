//! NumPy arrays at the border: checked once, then plain slices while the GIL is released.
//!
//! An array must have the right kind of numbers, lie in C order, and be writable if we write to it.
//! The caller must not change an array while a function works on it; the functions themselves are
//! written so that a byte which changes meanwhile gives a wrong number, never an access out of
//! bounds.

use std::sync::atomic::AtomicU8;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::poker::stop::Stop;
use crate::python::faults::refuse;

/// An array that is read.
pub(crate) struct Input<T: Element>(PyBuffer<T>);
/// An array that is written.
pub(crate) struct Output<T: Element>(PyBuffer<T>);
/// The byte of a cancel flag.
pub(crate) struct StopFlag(PyBuffer<u8>);

impl<T: Element> Input<T> {
    /// Check an array; `name` is for the message.
    pub fn new(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Input<T>> {
        Ok(Input(checked(array, name)?))
    }

    pub fn shape(&self) -> &[usize] {
        self.0.shape()
    }

    pub fn as_slice(&self) -> &[T] {
        // SAFETY: C order, aligned and of this type (`checked`); the buffer is held.
        unsafe { slice(&self.0) }
    }
}

impl<T: Element> Output<T> {
    /// Check an array; `name` is for the message.
    pub fn of_any_length(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Output<T>> {
        let buffer = checked(array, name)?;
        if buffer.readonly() {
            return Err(refuse(format!("{name}: expected a writable array")));
        }
        Ok(Output(buffer))
    }

    /// Check an array of `n_items` numbers in all; `name` is for the message.
    pub fn new(array: &Bound<'_, PyAny>, name: &str, n_items: usize) -> PyResult<Output<T>> {
        let Output(buffer) = Output::of_any_length(array, name)?;
        if buffer.item_count() != n_items {
            let found = buffer.item_count();
            return Err(refuse(format!(
                "{name} has {found} numbers: expected {n_items}"
            )));
        }
        Ok(Output(buffer))
    }

    /// Return how many numbers the array has.
    pub fn len(&self) -> usize {
        self.0.item_count()
    }

    /// Check that this array shares no memory with one that is read at the same time.
    pub fn apart_from<S: Element>(self, input: &Input<S>, name: &str) -> PyResult<Output<T>> {
        refuse_overlap(&self.0, &input.0, name)?;
        Ok(self)
    }

    /// Check that this array shares no memory with another that is written at the same time.
    pub fn apart_from_output<S: Element>(
        self,
        other: &Output<S>,
        name: &str,
    ) -> PyResult<Output<T>> {
        refuse_overlap(&self.0, &other.0, name)?;
        Ok(self)
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        let n_items = self.0.item_count();
        if n_items == 0 {
            return &mut [];
        }
        // SAFETY: as for `Input`; writable, and apart from every other array of the call.
        unsafe { std::slice::from_raw_parts_mut(self.0.buf_ptr().cast(), n_items) }
    }
}

impl StopFlag {
    /// Check the array of a `CancelFlag`: one byte or more, of which the first is read.
    pub fn new(array: &Bound<'_, PyAny>) -> PyResult<StopFlag> {
        let buffer: PyBuffer<u8> = checked(array, "the stop flag")?;
        if buffer.item_count() == 0 {
            return Err(refuse("the stop flag is empty: expected one byte"));
        }
        Ok(StopFlag(buffer))
    }

    pub fn get(&self) -> Stop<'_> {
        // SAFETY: one byte, valid while the buffer is held. Other threads set it through NumPy by
        // a store of one byte.
        Stop(unsafe { AtomicU8::from_ptr(self.0.buf_ptr().cast()) })
    }
}

fn checked<T: Element>(array: &Bound<'_, PyAny>, name: &str) -> PyResult<PyBuffer<T>> {
    let buffer = PyBuffer::get(array).map_err(|_| {
        let kind = std::any::type_name::<T>();
        refuse(format!("{name}: expected a NumPy array of {kind}"))
    })?;
    if !buffer.is_c_contiguous() {
        return Err(refuse(format!("{name}: expected an array in C order")));
    }
    Ok(buffer)
}

unsafe fn slice<T: Element>(buffer: &PyBuffer<T>) -> &[T] {
    match buffer.item_count() {
        0 => &[],
        n_items => unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast(), n_items) },
    }
}

fn refuse_overlap<S: Element, T: Element>(
    a: &PyBuffer<S>,
    b: &PyBuffer<T>,
    name: &str,
) -> PyResult<()> {
    let (start_a, start_b) = (a.buf_ptr() as usize, b.buf_ptr() as usize);
    if start_a < start_b + b.len_bytes() && start_b < start_a + a.len_bytes() {
        return Err(refuse(format!(
            "{name}: expected an array that shares no memory with the others"
        )));
    }
    Ok(())
}
