//! A byte that another thread sets to end a computation early.

use std::sync::atomic::{AtomicU8, Ordering};

/// Checked between pieces of work; once set it stays set.
#[derive(Clone, Copy)]
pub struct Stop<'a>(pub &'a AtomicU8);

static NEVER: AtomicU8 = AtomicU8::new(0);

impl Stop<'static> {
    /// Return a flag that nobody sets.
    pub fn never() -> Stop<'static> {
        Stop(&NEVER)
    }
}

impl Stop<'_> {
    /// Return true once the work should end.
    #[inline(always)]
    pub fn is_set(self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}
