//! A peer's whole program.

use super::library::Library;
use super::protocol::{Answer, Reply, Request, Set};
use std::io::{BufRead, Write};

/// Answers requests from standard input until it ends. The library keeps its keys from one request
/// to the next of the same set.
///
/// # Errors
/// When standard input or output fails.
pub(crate) fn serve<L: Library>() -> std::io::Result<()> {
    let mut latest = None;
    for line in std::io::stdin().lock().lines() {
        let request = serde_json::from_str(&line?).map_err(|e| e.to_string());
        let answered = request.and_then(|request| answer::<L>(&mut latest, &request));
        let reply = answered.map_or_else(|error| Reply::Error { error }, Reply::Answer);
        let mut out = std::io::stdout().lock();
        serde_json::to_writer(&mut out, &reply)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

fn answer<L: Library>(latest: &mut Option<(Set, L)>, request: &Request) -> Result<Answer, String> {
    if latest.as_ref().is_none_or(|(set, _)| *set != request.set) {
        // The keys of another set go before those of this one come.
        *latest = None;
        request.set.check()?;
        *latest = Some((request.set.clone(), L::new(&request.set)?));
    }
    let (set, library) = latest.as_mut().ok_or("no keys")?;
    let measured = library.measure(request.operation, request.samples)?;
    Ok(Answer {
        peer: L::name(),
        operation: request.operation,
        milliseconds: measured.run.milliseconds,
        correct: measured.precision.least >= set.expected(),
        precision_min: measured.precision.least,
        precision_mean: measured.precision.mean,
        key_bytes: measured.key_bytes,
        ciphertext_bytes: library.ciphertext_bytes(),
        peak_bytes: measured.run.peak,
        note: measured.note,
    })
}
