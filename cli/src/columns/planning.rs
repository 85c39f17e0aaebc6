//! From arguments to a design.

use super::costs::{Costs, Source};
use super::tile_time::tile_seconds;
use crate::args::{EvaluatorName, LayoutName, MOST_ENTRIES, PackingName, Shape};
use crate::error::CliError;
use papilio_field::Residue;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{
    Constants, Design, DesignError, Direction, LayoutChoice, Packing, Problem, ProductSharing, Request, layout,
};

/// The winner and the designs it beat.
pub(crate) struct Plan {
    pub(crate) best: Design,
    pub(crate) others: Vec<Design>,
    /// The origin of the costs behind predicted times.
    pub(crate) source: Source,
}

/// The request for a witness of so many entries.
pub(crate) fn request(shape: &Shape, entries: usize) -> Result<Request, CliError> {
    if !(2..=MOST_ENTRIES).contains(&entries) {
        return Err(CliError::usage(format!("{entries} entries: a transform holds 2 to {MOST_ENTRIES}")));
    }
    let (lanes, inputs) = layout::near_square(entries);
    let inputs = inputs.max(2);
    if !matches!(shape.rate, 1 | 2 | 4 | 8) {
        return Err(CliError::usage(format!(
            "--rate {}: rates are 1, 2, 4 and 8 (the inverse of the code's rate)",
            shape.rate
        )));
    }
    let problem = Problem::forward(inputs * shape.rate).map_err(CliError::input)?;
    let direction = if shape.inverse { Direction::Inverse } else { Direction::Forward };
    let problem = Problem { direction, shift: u64::from(shape.coset), log_blowup: shape.rate.trailing_zeros(), ..problem };
    let deepest = problem.log_columns;
    if let Some(depth) = shape.depth.filter(|&depth| depth > deepest) {
        return Err(CliError::usage(format!("{} columns have no {depth} radices: at most {deepest}", problem.columns())));
    }
    if shape.layout == LayoutName::Slots {
        return Err(CliError::usage(
            "--layout slots is for `run`, `plan` and `sweep --table slots`: its ciphertexts need rotation keys",
        ));
    }
    let fixed = shape.recipe.is_some() || shape.depth.is_some();
    let layout = match (shape.layout, fixed) {
        // Given radices are those of the columns.
        (LayoutName::Columns, _) | (LayoutName::Auto, true) => LayoutChoice::Columns,
        (LayoutName::Blocked, _) => LayoutChoice::Blocked,
        (LayoutName::Auto | LayoutName::Slots, _) => LayoutChoice::Auto,
    };
    Ok(Request {
        problem,
        lanes,
        layout,
        packing: match shape.packing {
            PackingName::Coefficients => Packing::Coefficients,
            PackingName::Slots => Packing::Slots,
        },
        evaluator: match shape.evaluator {
            EvaluatorName::Shared => ProductSharing::Shared,
            EvaluatorName::Dense => ProductSharing::Dense,
        },
        radices: shape.recipe.clone(),
        depth: shape.depth,
        log_degree: shape.log_degree()?,
        key: shape.key(),
        follow_noise: !shape.full_modulus,
        switch_output: !shape.full_modulus,
        insecure: shape.insecure,
    })
}

/// Errors of the request are of usage; a request without a design is an error of planning.
fn refused(error: DesignError) -> CliError {
    match error {
        DesignError::Problem(_) | DesignError::Recipe(_) | DesignError::Degree(_) | DesignError::Lanes { .. } => {
            CliError::usage(error)
        }
        error => CliError::plan(error),
    }
}

/// Designs a transform, by the cost model or by timing its best proposals.
pub(crate) fn plan<F: Residue>(t: &F::Ring, shape: &Shape, entries: usize) -> Result<Plan, CliError> {
    let request = request(shape, entries)?;
    let Costs { cost, source } = if shape.measure { Costs::measure()? } else { Costs::known() };
    let (best, others) = papilio_hntt::design(t, &request, &cost).map_err(refused)?;
    if !shape.measure {
        return Ok(Plan { best, others, source });
    }
    let mut timed = core::iter::once(best)
        .chain(others)
        .map(|design| Ok(Design { seconds: measure::<F>(t, &design)?, ..design }))
        .collect::<Result<Vec<_>, CliError>>()?;
    timed.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let best = timed.remove(0);
    Ok(Plan { best, others: timed, source })
}

/// Seconds of one core for the whole transform of a design.
fn measure<F: Residue>(t: &F::Ring, design: &Design) -> Result<f64, CliError> {
    let params = design.check(t).map_err(CliError::plan)?;
    let constants =
        Constants::<F>::new(t, &design.recipe).ok_or_else(|| CliError::plan("the field has no such root of unity"))?;
    let prepared = Prepared::new(&design.recipe, &constants, params.basis()).map_err(CliError::plan)?;
    Ok(tile_seconds(&prepared, params.degree()))
}
