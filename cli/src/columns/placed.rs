//! A transform across ciphertexts on the engine that it gets.

use crate::engines::{EngineUsed, Placed};
use crate::error::CliError;
use papilio_cuda::select::{Operation, Request, Shape};
#[cfg(feature = "cuda")]
use papilio_cuda::{Gpu, Stages};
use papilio_fhe::bfv::Bfv;
#[cfg(feature = "cuda")]
use papilio_hntt::Batch;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Constants, Design, Recipe};
use papilio_ntt::dft::DftResidue;
use papilio_ring::stages::RowTransform;

/// A design's recipe, prepared for an engine.
pub(crate) struct Tables<'a, E: RowTransform> {
    pub(crate) prepared: &'a Prepared<E>,
    /// Their bytes in the memory of the host.
    pub(crate) bytes: usize,
    /// Coefficients of the widest window that the engine has memory for.
    pub(crate) widest: usize,
    pub(crate) used: EngineUsed,
}

/// Work with a transform on whichever engine it is.
pub(crate) trait WithTables {
    type Output;

    fn run<E: RowTransform>(self, tables: Tables<'_, E>) -> Result<Self::Output, CliError>
    where
        CliError: From<E::Ended>;
}

/// Prepares a design's recipe for an engine, and does the work there.
pub(crate) fn on_engine<F: DftResidue, W: WithTables>(
    placed: Placed,
    design: &Design,
    bfv: &Bfv<F>,
    work: W,
) -> Result<W::Output, CliError> {
    #[cfg(not(feature = "cuda"))]
    let used = placed.used;
    #[cfg(feature = "cuda")]
    let used = match &placed.gpu {
        None => placed.used,
        Some(gpu) => match prepare_on(gpu, design, bfv) {
            Ok((prepared, widest)) => {
                return work.run(Tables { prepared: &prepared, bytes: 0, widest, used: placed.used });
            }
            Err(refused) => placed.instead(refused)?,
        },
    };
    let prepared = &prepare(design, bfv)?;
    work.run(Tables { prepared, bytes: prepared.table_bytes(), widest: usize::MAX, used })
}

/// The transform of a design, on so many coefficients, for the choice of an engine.
pub(crate) fn request(design: &Design, coefficients: usize) -> Request {
    let Recipe { problem, limbs, output_limbs, .. } = &design.recipe;
    Request {
        operation: Operation::Columns { products: design.recipe.products(), kept: *output_limbs },
        shape: Shape { degree: coefficients, limbs: limbs[0], special: 0 },
        batch: problem.columns(),
        resident: false,
    }
}

/// Prepares a design's recipe for the CPU.
pub(crate) fn prepare<F: DftResidue>(design: &Design, bfv: &Bfv<F>) -> Result<Prepared, CliError> {
    Prepared::new(&design.recipe, &constants(design, bfv)?, bfv.parameters().basis()).map_err(CliError::plan)
}

/// The same for a device, and the coefficients of the widest window that it has memory for.
#[cfg(feature = "cuda")]
fn prepare_on<F: DftResidue>(gpu: &Gpu, design: &Design, bfv: &Bfv<F>) -> Result<(Prepared<Stages>, usize), CliError> {
    let (constants, basis) = (constants(design, bfv)?, bfv.parameters().basis());
    let prepared = Prepared::with(&design.recipe, &constants, basis, |program| Stages::new(gpu, program))?;
    let widest = Batch::widest(&prepared, 0..basis.degree())?.window().len();
    Ok((prepared, widest))
}

fn constants<F: DftResidue>(design: &Design, bfv: &Bfv<F>) -> Result<Constants<F>, CliError> {
    let constants = Constants::<F>::new(bfv.plaintext_modulus(), &design.recipe);
    constants.ok_or_else(|| CliError::plan("the field has no such root of unity"))
}
