//! Long work that tells of its progress, and that Ctrl-C ends.

use papilio::fhe::Parameters;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often interrupts are looked for: well below what a person notices.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Residues of a polynomial, all limbs of it, from which on a product takes so long that a person
/// may want to interrupt it.
const LONG: usize = 1 << 18;

/// Whether products of ciphertexts are long work.
pub(crate) fn is_long(parameters: &Parameters) -> bool {
    parameters.degree() * parameters.limbs() >= LONG
}

/// Told of every piece of work done; answers whether to go on.
pub(crate) type Watch<'a> = &'a (dyn Fn(usize) -> bool + Sync);

/// Waits without the lock, for a time; what arrived, and the receiver.
fn wait<T: Send>(py: Python<'_>, receiver: Receiver<T>) -> (Result<T, RecvTimeoutError>, Receiver<T>) {
    py.detach(move || (receiver.recv_timeout(BETWEEN_LOOKS), receiver))
}

/// Does work on another thread, and looks for interrupts meanwhile. What an interrupt raises is
/// raised at once: the thread then ends by itself, and its result is dropped.
///
/// # Errors
/// The exception of an interrupt.
pub(crate) fn interruptible<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    // The receiver is gone after an interrupt: nobody wants the result then.
    let thread = thread::spawn(move || drop(sender.send(work())));
    loop {
        let answer;
        (answer, receiver) = wait(py, receiver);
        match answer {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => match py.detach(|| thread.join()) {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => unreachable!("a thread that ends well has sent its result"),
            },
        }
    }
}

/// Does work in `total` pieces on another thread. `progress` is called with the part of them that
/// is done; when it or an interrupt raises, the work is asked to end, and is waited for.
///
/// # Errors
/// The exception of the interrupt or of `progress`.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    total: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Watch<'_>) -> T + Send,
) -> PyResult<T> {
    let (done, canceled) = (AtomicUsize::new(0), AtomicBool::new(false));
    let watch = |count: usize| {
        done.fetch_add(count, Ordering::Relaxed);
        !canceled.load(Ordering::Relaxed)
    };
    let look = || {
        py.check_signals()?;
        let part = done.load(Ordering::Relaxed) as f64 / total.max(1) as f64;
        progress.map_or(Ok(()), |progress| progress.call1((part.min(1.0),)).map(drop))
    };
    let (sender, mut receiver) = channel();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&watch);
            // The receiver waits for it.
            sender.send(()).unwrap_or_default();
            result
        });
        let mut raised = None;
        loop {
            let answer;
            (answer, receiver) = wait(py, receiver);
            match answer {
                Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                    raised = look().err();
                    canceled.store(raised.is_some(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match raised {
            Some(error) => Err(error),
            None => look().map(|()| result),
        }
    })
}
