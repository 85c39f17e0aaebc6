//! `papilio selftest`: whether an installation does what it should, on this machine.

pub(super) mod args;
mod circuits;
mod files;
mod kernels;
mod timing;

use crate::error::CliError;
use crate::stdout::Format;
use args::{Selftest, SelftestWhat};

pub(crate) fn selftest(args: &Selftest, format: Format) -> Result<(), CliError> {
    match &args.what {
        SelftestWhat::Kernels(args) => kernels::kernels(args, format),
        SelftestWhat::Circuits(args) => circuits::circuits(args, format),
        SelftestWhat::Files => files::files(format),
        SelftestWhat::Timing(args) => timing::timing(args, format),
    }
}
