//! `papilio selftest`: whether an installation does what it should, on this machine.

mod circuits;
mod files;
mod kernels;
mod timing;

use crate::args::{Selftest, SelftestWhat};
use crate::error::CliError;

pub(crate) fn selftest(args: &Selftest, json: bool) -> Result<(), CliError> {
    match &args.what {
        SelftestWhat::Kernels(args) => kernels::kernels(args, json),
        SelftestWhat::Circuits(args) => circuits::circuits(args, json),
        SelftestWhat::Files => files::files(json),
        SelftestWhat::Timing(args) => timing::timing(args, json),
    }
}
