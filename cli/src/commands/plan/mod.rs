//! `papilio plan`: what would run, and why.

mod approximate;
pub(super) mod args;
mod gates;
mod keyswitch;
mod params;
mod report;
mod slots;

use crate::args::LayoutName;
use crate::columns::planning;
use crate::error::CliError;
use crate::plaintexts::{Plaintexts, over_plaintexts};
use crate::stdout::{Format, print_json, print_lines};
use args::{CircuitScheme, Plan as Args, PlanTarget};
use papilio_fhe::advice::Scheme;
use report::{explain, object};

pub(crate) fn plan(args: &Args, format: Format) -> Result<(), CliError> {
    match (&args.target, args.size) {
        (Some(PlanTarget::Gates(args)), _) => gates::gates(args, format),
        (Some(PlanTarget::Keyswitch(args)), _) => keyswitch::keyswitch(args, format),
        (Some(PlanTarget::Params(args)), _) => match args.scheme {
            CircuitScheme::Bfv => params::params(args, Scheme::Bfv, format),
            CircuitScheme::Bgv => params::params(args, Scheme::Bgv, format),
            CircuitScheme::Ckks => approximate::params(args, format),
        },
        (None, Some(size)) if args.shape.layout == LayoutName::Slots => slots::slots(args, size, format),
        (None, Some(size)) => transform(args, size, format),
        (None, None) => Err(CliError::usage("--size is needed: the entries of the witness")),
    }
}

fn transform(args: &Args, size: usize, format: Format) -> Result<(), CliError> {
    if let Some(name) = args.slots.given() {
        return Err(CliError::usage(format!("{name} belongs to --layout slots")));
    }
    let plaintexts = Plaintexts::asked(&args.shape).unwrap_or_default();
    let plan = over_plaintexts!(plaintexts, F, t => planning::plan::<F>(t, &args.shape, size)?);
    if format == Format::Json {
        return print_json(&object(&plan, size));
    }
    print_lines(&explain(&plan, size))
}
