//! A transform across ciphertexts on the engine that it gets.

use crate::engines::{EngineUsed, Placed};
use crate::error::CliError;
use papilio_cuda::{Gpu, Stages};
use papilio_fhe::bfv::Bfv;
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Batch, Constants, Design};
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
    Placed { gpu, used }: Placed,
    design: &Design,
    bfv: &Bfv<F>,
    work: W,
) -> Result<W::Output, CliError> {
    match gpu {
        None => {
            let prepared = &prepare(design, bfv)?;
            work.run(Tables { prepared, bytes: prepared.table_bytes(), widest: usize::MAX, used })
        }
        Some(gpu) => {
            let prepared = &prepare_on(&gpu, design, bfv)?;
            let widest = Batch::widest(prepared, 0..bfv.parameters().degree())?.window().len();
            work.run(Tables { prepared, bytes: 0, widest, used })
        }
    }
}

/// Prepares a design's recipe for the CPU.
pub(crate) fn prepare<F: DftResidue>(design: &Design, bfv: &Bfv<F>) -> Result<Prepared, CliError> {
    Prepared::new(&design.recipe, &constants(design, bfv)?, bfv.parameters().basis()).map_err(CliError::plan)
}

fn prepare_on<F: DftResidue>(gpu: &Gpu, design: &Design, bfv: &Bfv<F>) -> Result<Prepared<Stages>, CliError> {
    let constants = constants(design, bfv)?;
    Ok(Prepared::with(&design.recipe, &constants, bfv.parameters().basis(), |program| Stages::new(gpu, program))?)
}

fn constants<F: DftResidue>(design: &Design, bfv: &Bfv<F>) -> Result<Constants<F>, CliError> {
    let constants = Constants::<F>::new(bfv.plaintext_modulus(), &design.recipe);
    constants.ok_or_else(|| CliError::plan("the field has no such root of unity"))
}
