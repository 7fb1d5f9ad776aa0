//! Run jobs in threads without losing the message of a panic.

use std::panic::resume_unwind;
use std::thread;

/// Run each job in a thread of its own. When all have ended, the first panic goes on in this thread
/// with its own message; `thread::scope` alone would only say that some thread panicked.
pub fn run_all<'a>(jobs: impl IntoIterator<Item = impl FnOnce() + Send + 'a>) {
    let panics: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = jobs.into_iter().map(|job| scope.spawn(job)).collect();
        let ends = threads.into_iter().map(|thread| thread.join());
        ends.filter_map(Result::err).collect()
    });
    if let Some(payload) = panics.into_iter().next() {
        resume_unwind(payload);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{catch_unwind, AssertUnwindSafe};
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn every_job_is_done_and_a_panic_keeps_its_message() {
        let done = AtomicU32::new(0);
        let work = |number: u32| {
            let done = &done;
            move || {
                assert_ne!(number, 1, "job {number} fails");
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        run_all((2..6).map(work));
        assert_eq!(done.load(Ordering::Relaxed), 4);
        let end = catch_unwind(AssertUnwindSafe(|| run_all((0..4).map(work))));
        let payload = end.expect_err("the panic is passed on");
        let message = payload.downcast_ref::<String>().expect("a text");
        assert!(message.contains("job 1 fails"), "{message}");
        assert_eq!(done.load(Ordering::Relaxed), 7);
    }
}
