//! `papilio selftest kernels`: every kernel of this processor against the definition.

mod comparisons;
mod primes;
mod report;
mod stages;
mod transforms;
mod vectors;

use super::args::SelftestKernels;
use crate::error::CliError;
use crate::progress;
use crate::stdout::Format;
use comparisons::Comparisons;
use papilio_ntt::{Kernel, KernelWord};
use report::report;
use std::time::Instant;

pub(crate) fn kernels(args: &SelftestKernels, format: Format) -> Result<(), CliError> {
    let start = Instant::now();
    let mut all = Vec::new();
    for kernel in Kernel::<u64>::all() {
        let mut compared = compare(kernel, args.seed)?;
        vectors::conversions(kernel, &mut compared);
        stages::stages(kernel, &mut compared);
        all.push(compared);
    }
    for kernel in Kernel::<u32>::all() {
        all.push(compare(kernel, args.seed)?);
    }
    for kernel in Kernel::<u16>::all() {
        all.push(compare(kernel, args.seed)?);
    }
    report(&all, start.elapsed().as_secs_f64(), format)?;
    let wrong: Vec<&str> = all.iter().flat_map(|compared| compared.mismatched.iter().map(String::as_str)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(CliError::Unverified(wrong.join("; "))) }
}

/// The comparisons of a kernel of any width of words.
fn compare<W: KernelWord>(kernel: &'static Kernel<W>, seed: u64) -> Result<Comparisons, CliError> {
    let mut compared = Comparisons::new(kernel.name(), W::BITS, seed);
    for log in 0..=transforms::MAX_LOG {
        progress::check()?;
        transforms::transforms(kernel, 1 << log, &mut compared);
    }
    vectors::vectors(kernel, &mut compared);
    progress::check()?;
    Ok(compared)
}
