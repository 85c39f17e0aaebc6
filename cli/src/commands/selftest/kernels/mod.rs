//! `papilio selftest kernels`: every kernel row of this processor against the definition.

mod primes;
mod report;
mod row;
mod stages;
mod transforms;
mod vectors;

use super::args::SelftestKernels;
use crate::error::CliError;
use crate::progress;
use crate::stdout::Format;
use papilio_ntt::{Kernel, KernelWord};
use report::report;
use row::Row;
use std::time::Instant;

pub(crate) fn kernels(args: &SelftestKernels, format: Format) -> Result<(), CliError> {
    let start = Instant::now();
    let mut rows = Vec::new();
    for kernel in Kernel::<u64>::all() {
        let mut row = row(kernel, args.seed)?;
        vectors::conversions(kernel, &mut row);
        stages::stages(kernel, &mut row);
        rows.push(row);
    }
    for kernel in Kernel::<u32>::all() {
        rows.push(row(kernel, args.seed)?);
    }
    for kernel in Kernel::<u16>::all() {
        rows.push(row(kernel, args.seed)?);
    }
    report(&rows, start.elapsed().as_secs_f64(), format)?;
    let wrong: Vec<&str> = rows.iter().flat_map(|row| row.mismatched.iter().map(String::as_str)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join("; "))) }
}

/// The comparisons of a kernel of any width of words.
fn row<W: KernelWord>(kernel: &'static Kernel<W>, seed: u64) -> Result<Row, CliError> {
    let mut row = Row::new(kernel.name(), W::BITS, seed);
    for log in 0..=transforms::MAX_LOG {
        progress::check()?;
        transforms::transforms(kernel, 1 << log, &mut row);
    }
    vectors::vectors(kernel, &mut row);
    progress::check()?;
    Ok(row)
}
