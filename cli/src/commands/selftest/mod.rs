//! `papilio selftest`: whether an installation does what it should, on this machine.

pub(super) mod args;
mod files;
mod gates;
mod kernels;
#[cfg(feature = "measure")]
mod samples;

use crate::error::CliError;
use crate::stdout::Format;
use args::{Selftest, SelftestWhat};

pub(crate) fn selftest(args: &Selftest, format: Format) -> Result<(), CliError> {
    match &args.what {
        SelftestWhat::Kernels(args) => kernels::kernels(args, format),
        SelftestWhat::Gates(args) => gates::gates(args, format),
        SelftestWhat::Files => files::files(format),
        #[cfg(feature = "measure")]
        SelftestWhat::Samples(what) => samples::samples(what, format),
    }
}
