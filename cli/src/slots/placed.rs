//! A transform inside one ciphertext on the engine that it gets.

use super::server::{KeyStore, transform};
use crate::args::SchemeName;
use crate::engines::{EngineUsed, Placed};
use crate::error::CliError;
#[cfg(feature = "cuda")]
use papilio_cuda::Gpu;
use papilio_fhe::bfv::{Bfv, Ciphertext};
#[cfg(feature = "cuda")]
use papilio_fhe::{bfv::GaloisKeys, rlwe::Rlwe};
#[cfg(feature = "cuda")]
use papilio_hntt::slots::RotationKeys;
use papilio_hntt::slots::SlotDesign;
use papilio_ntt::dft::DftResidue;
#[cfg(feature = "cuda")]
use std::borrow::Cow;

/// Transforms a ciphertext on the engine that it gets, with so many sums at once, and says which
/// one it was.
pub(crate) fn transform_on<F: DftResidue>(
    placed: Placed,
    design: &SlotDesign,
    (bfv, keys, at_once): (&Bfv<F>, &KeyStore, usize),
    input: Ciphertext,
    scheme: SchemeName,
) -> Result<(Ciphertext, EngineUsed), CliError> {
    #[cfg(not(feature = "cuda"))]
    let used = placed.used;
    #[cfg(feature = "cuda")]
    let on_device = |gpu: &Gpu| {
        let lent = LentTo { keys, rlwe: bfv, gpu };
        Ok::<_, CliError>(transform(design, (bfv, &lent), at_once, input.to(gpu)?, scheme)?.to_host()?)
    };
    #[cfg(feature = "cuda")]
    let used = match placed.gpu.as_ref().map(on_device) {
        Some(Ok(output)) => return Ok((output, placed.used)),
        Some(Err(refused)) => placed.instead(refused)?,
        None => placed.used,
    };
    Ok((transform(design, (bfv, keys), at_once, input, scheme)?, used))
}

/// Keys that are lent to a device, each for as long as it is needed.
#[cfg(feature = "cuda")]
struct LentTo<'a> {
    keys: &'a KeyStore<'a>,
    rlwe: &'a Rlwe,
    gpu: &'a Gpu,
}

#[cfg(feature = "cuda")]
impl RotationKeys<Gpu> for LentTo<'_> {
    type Error = CliError;

    fn galois_elements(&self) -> Vec<usize> {
        self.keys.galois_elements()
    }

    fn lend(&self, exponent: usize) -> Result<Cow<'_, GaloisKeys<Gpu>>, CliError> {
        let keys = self.keys.lend(exponent)?.to(self.rlwe, self.gpu).map_err(CliError::plan)?;
        Ok(Cow::Owned(keys))
    }
}
