//! From arguments to a design inside one ciphertext.

use crate::args::{MethodName, Shape, SlotArgs};
use crate::error::CliError;
use crate::memory::{process_bytes, transform_bytes};
use crate::numbers::{counted, size};
use papilio_hntt::slots::design;
use papilio_hntt::slots::{Method, SlotDesign, SlotDesignError, SlotRequest};
use papilio_hntt::{Direction, Problem};
use papilio_ntt::dft::DftResidue;

/// Most bytes of rotation keys, where nothing else is said.
const KEY_LIMIT: u64 = 2 << 30;
/// Most bytes of memory, where nothing else is said.
const MEMORY_LIMIT: u64 = 8 << 30;
/// Elements of the greatest transform: both rows of the greatest ring.
const MAX_SIZE: usize = 1 << 16;

/// The keys that will be made, before they are.
pub(crate) fn keys_line(design: &SlotDesign) -> String {
    let count = counted(design.recipe.galois_elements().len() as u64, "rotation key");
    format!("{count}, {} to be sent", size(design.galois_key_bytes))
}

/// Refuses what only other layouts have.
pub(crate) fn refuse(shape: &Shape) -> Result<(), CliError> {
    let foreign = [
        (shape.rate != 1, "--rate"),
        (shape.depth.is_some(), "--depth"),
        (shape.full_modulus, "--full-modulus"),
        (shape.measure, "--measure"),
    ];
    match foreign.into_iter().find(|(given, _)| *given) {
        Some((_, name)) => {
            Err(CliError::usage(format!("{name} belongs to transforms across ciphertexts, not to --layout slots")))
        }
        None => Ok(()),
    }
}

/// The transform of so many entries.
pub(crate) fn problem(shape: &Shape, slots: &SlotArgs, size: Option<usize>, entries: usize) -> Result<Problem, CliError> {
    if size.is_none() && entries < 2 {
        return Err(CliError::usage(format!("a transform has at least 2 entries; given: {entries}")));
    }
    let given = size.map_or_else(|| format!("{entries} entries"), |size| format!("--size {size}"));
    let size = size.unwrap_or_else(|| entries.checked_next_power_of_two().unwrap_or(usize::MAX));
    if !(2..=MAX_SIZE).contains(&size) || !size.is_power_of_two() {
        return Err(CliError::usage(format!("{given}: the slots of a ciphertext hold a power of two from 2 to {MAX_SIZE}")));
    }
    if entries > size && !slots.interleaved {
        return Err(CliError::usage(format!("{entries} entries do not fit a transform of {size} elements (--size)")));
    }
    let direction = if shape.inverse { Direction::Inverse } else { Direction::Forward };
    Ok(Problem { direction, shift: u64::from(shape.coset), ..Problem::forward(size).map_err(CliError::input)? })
}

/// The request to the planner.
pub(crate) fn request(shape: &Shape, slots: &SlotArgs, problem: Problem) -> Result<SlotRequest, CliError> {
    let method = match (&shape.recipe, slots.method) {
        (Some(radices), None | Some(MethodName::Factored)) => Method::Radices(radices.clone()),
        (Some(_), Some(_)) => return Err(CliError::usage("--recipe names the radices of --method factored")),
        (None, Some(MethodName::Diagonal)) => Method::Diagonal,
        (None, Some(MethodName::Factored)) => Method::Factored,
        (None, _) => Method::Auto,
    };
    Ok(SlotRequest {
        problem,
        method,
        interleaved: slots.interleaved,
        log_degree: shape.log_degree()?,
        memory: MEMORY_LIMIT,
        key_bytes: slots.key_limit.unwrap_or(KEY_LIMIT),
        insecure: shape.insecure,
        key: shape.key(),
    })
}

/// Errors of the request are of usage; a request without a design is an error of planning.
fn refused(error: SlotDesignError) -> CliError {
    match error {
        SlotDesignError::Problem(_) | SlotDesignError::Recipe(_) | SlotDesignError::Degree(_) => CliError::usage(error),
        error => CliError::plan(error),
    }
}

/// The winner and the designs it beat.
pub(crate) fn plan<F: DftResidue>(t: &F::Ring, request: &SlotRequest) -> Result<(SlotDesign, Vec<SlotDesign>), CliError> {
    design(t, request).map_err(refused)
}

/// The winner within a limit of memory, of which the program itself takes a part.
pub(crate) fn plan_within<F: DftResidue>(
    t: &F::Ring,
    request: SlotRequest,
    limit: Option<u64>,
) -> Result<SlotDesign, CliError> {
    let Some(memory_limit) = limit else { return plan::<F>(t, &request).map(|(best, _)| best) };
    let request = SlotRequest { memory: transform_bytes(memory_limit), ..request };
    let told = |error| match error {
        SlotDesignError::Limits { memory, keys, key_limit, .. } => {
            SlotDesignError::Limits { memory: process_bytes(memory) + 17, keys, memory_limit, key_limit }
        }
        other => other,
    };
    design(t, &request).map(|(best, _)| best).map_err(|error| refused(told(error)))
}
