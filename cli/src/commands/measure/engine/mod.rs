//! `papilio engine`: costs by which an engine is chosen.

pub(super) mod args;
mod report;

use crate::engines::{Asked, Remembered, machine};
use crate::error::CliError;
use crate::progress::check;
use crate::stdout::{Format, answer};
use args::{Engine, EngineCommand, EngineMeasure};
use papilio_bench::engine::rates::{medians, rates};
use papilio_cuda::select::Costs;
use report::{lines, object};

/// The degree of the rings by which a device is measured.
const DEGREE: usize = 1 << 15;
/// Polynomials of them that are side by side: more words than its cache holds.
const POLYNOMIALS: usize = 64;

pub(super) fn engine(args: &Engine, format: Format) -> Result<(), CliError> {
    match &args.command {
        EngineCommand::Measure(args) => measure(args, format),
    }
}

fn measure(args: &EngineMeasure, format: Format) -> Result<(), CliError> {
    let selection = Asked::here(args.engine.engine)?.select(None)?;
    let samples = args.samples as usize;
    let mut cpu = Vec::new();
    for shape in args.shape.shapes() {
        check()?;
        cpu.extend(medians(shape, samples).map_err(CliError::plan)?);
    }
    check()?;
    let device = match selection.gpu() {
        Ok(gpu) => Some(rates(gpu, DEGREE, POLYNOMIALS, samples).map_err(CliError::plan)?),
        Err(_) => None,
    };
    let costs = Costs { machine: machine(), cpu, device };
    let path = Remembered::write(&costs)?;
    let no_device = selection.gpu().err();
    answer(format, &object(&costs, no_device, &path), &lines(&costs, no_device, &path))
}
