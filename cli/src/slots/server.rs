//! The server's part of a transform inside one ciphertext, within a limit of memory.

use crate::args::SchemeName;
use crate::error::CliError;
use crate::memory::{mebibytes, process_bytes, transform_bytes};
use crate::progress::Progress;
use papilio_cuda::select::{Operation, Request, Shape};
use papilio_fhe::bfv::{Bfv, Ciphertext};
use papilio_fhe::bgv::Bgv;
use papilio_hntt::slots::{Diagonals, Encrypted, EncryptedError, KeyPlace, RotationKeys, SlotDesign, SlotWork, Working};
use papilio_ntt::dft::DftResidue;
use papilio_ring::{Coefficient, Cpu, Engine};

/// Steps of the progress bar.
const STEPS: f64 = 1000.0;

/// Rotation keys on an engine, in memory or in a file. Which of both is no parameter of the
/// transform, which would be compiled once for each.
pub(crate) type KeyStore<'a, E = Cpu> = dyn RotationKeys<E, Error = CliError> + 'a;

/// How to work within a limit of memory.
pub(crate) fn working(design: &SlotDesign, limit: Option<u64>) -> Result<Working, CliError> {
    let threads = rayon::current_num_threads();
    let Some(limit) = limit else { return Ok(Working { keys: KeyPlace::Memory, at_once: threads }) };
    design.working_within(transform_bytes(limit), threads).map_err(|least| {
        CliError::plan(format!(
            "the memory limit of {} is too small: this plan needs at least {} MiB, with one rotation key in memory at a time; \
             `keygen --memory-limit` plans for a server with less, by fewer baby steps",
            mebibytes(limit),
            (process_bytes(least) + 17).div_ceil(1 << 20)
        ))
    })
}

/// The transform of a design, for the choice of an engine.
pub(crate) fn request(design: &SlotDesign) -> Request {
    let SlotWork { degree, limbs, special, diagonals, rotations, hoisted, keys } = design.work();
    let operation = Operation::Slots { diagonals, rotations, hoisted, keys };
    Request { operation, shape: Shape { degree, limbs, special }, batch: 1, resident: false }
}

/// Transforms a ciphertext. One of BGV is transformed as what it is, one of BFV up to a unit.
pub(crate) fn transform<F: DftResidue, E: Engine>(
    design: &SlotDesign,
    (bfv, keys): (&Bfv<F>, &KeyStore<'_, E>),
    at_once: usize,
    input: Ciphertext<Coefficient, 2, E>,
    scheme: SchemeName,
) -> Result<Ciphertext<Coefficient, 2, E>, CliError> {
    let diagonals =
        Diagonals::<F>::new(bfv.plaintext_modulus(), &design.recipe).ok_or_else(|| CliError::plan("no such root of unity"))?;
    let algebra = Encrypted::new(bfv, keys, &diagonals).map_err(failed)?.at_once(at_once);
    let progress = Progress::new("transform", STEPS as u64);
    let mut shown = 0;
    let mut advance = |share: f64| {
        let reached = (share * STEPS) as usize;
        let more = reached - core::mem::replace(&mut shown, reached);
        progress.advance(more)
    };
    match scheme {
        SchemeName::Bfv => algebra.transform(input, &mut advance).map_err(failed),
        SchemeName::Bgv => {
            let bgv = Bgv::over(bfv.clone());
            let input = bgv.from_bfv(input).map_err(CliError::plan)?;
            let output = algebra.transform_bgv(&bgv, input, &mut advance).map_err(failed)?;
            bgv.into_bfv(output).map_err(CliError::plan)
        }
    }
}

fn failed(error: EncryptedError<CliError>) -> CliError {
    match error {
        EncryptedError::Canceled(_) => CliError::Canceled,
        EncryptedError::Keys(error) => error,
        error => CliError::plan(error),
    }
}
