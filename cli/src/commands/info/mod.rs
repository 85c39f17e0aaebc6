//! `papilio info`: processor, kernels and engines.

pub(super) mod args;
mod engines;
mod installation;
mod report;

use crate::error::CliError;
use crate::stdout::{Format, answer};
use args::Info;
use engines::Engines;
use installation::Installation;
use report::{lines, object};

pub(crate) fn info(args: &Info, format: Format) -> Result<(), CliError> {
    let (installation, engines) = (Installation::here()?, Engines::here(args.engine.engine)?);
    let mut object = object(&installation);
    object["engine"] = engines.object();
    answer(format, &object, &[lines(&installation), engines.lines()].concat())
}
