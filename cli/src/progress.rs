//! Progress bars, and the interrupt that every loop asks about.

use crate::error::CliError;
use crate::stdout;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// All bars that are drawn, a line each: parts of the work may go on at the same time.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);
/// Work that is over sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often an interrupt is looked for while something is waited for.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// Makes an interrupt stop the work at its next step, so that temporary files are removed.
pub(crate) fn watch_interrupts() {
    static ONCE: OnceLock<()> = OnceLock::new();
    // A second handler, or a platform without signals, leaves the default: the process ends at
    // once.
    ONCE.get_or_init(|| drop(ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))));
}

/// Fails once an interrupt has arrived or nobody reads what is printed.
pub(crate) fn check() -> Result<(), CliError> {
    if INTERRUPTED.load(Ordering::Relaxed) {
        return Err(CliError::Canceled);
    }
    if stdout::closed() { Err(CliError::ClosedPipe) } else { Ok(()) }
}

/// The outcome of a call that may wait for another process, as the opening of a pipe does; fails
/// once an interrupt has arrived.
pub(crate) fn interruptible<T: Send + 'static>(call: impl FnOnce() -> T + Send + 'static) -> Result<T, CliError> {
    let (sender, outcome) = sync_channel(1);
    std::thread::spawn(move || drop(sender.send(call())));
    loop {
        check()?;
        match outcome.recv_timeout(PAUSE) {
            Ok(outcome) => return Ok(outcome),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(CliError::Canceled),
        }
    }
}

/// A bar on standard error, drawn only on a terminal and only for work over a second.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: AtomicBool,
}

impl Progress {
    pub(crate) fn new(what: &'static str, total: u64) -> Self {
        Self::counting(what, total, "{pos}/{len}")
    }

    /// A bar that counts bytes of work.
    pub(crate) fn bytes(what: &'static str, total: u64) -> Self {
        Self::counting(what, total, "{binary_bytes}/{binary_total_bytes}")
    }

    fn counting(what: &'static str, total: u64, count: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let template = &format!("{{msg:>10}} {{wide_bar}} {count} {{elapsed}}/{{eta}}");
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(what);
        Self { bar, start: Instant::now(), shown: AtomicBool::new(!stderr().is_terminal()) }
    }

    /// Counts work done; answers whether to go on.
    pub(crate) fn advance(&self, done: usize) -> bool {
        if !self.shown.load(Ordering::Relaxed) && self.start.elapsed() > PATIENCE && !self.shown.swap(true, Ordering::Relaxed) {
            BARS.add(self.bar.clone());
        }
        self.bar.inc(done as u64);
        !INTERRUPTED.load(Ordering::Relaxed)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        BARS.remove(&self.bar);
    }
}
