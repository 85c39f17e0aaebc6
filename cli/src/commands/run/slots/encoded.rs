//! `papilio run --layout slots --method encoded`: the transform that the encoding is.

use super::report::{SlotReport, SlotSeconds};
use crate::args::Shape;
use crate::commands::run::report::Budgets;
use crate::error::CliError;
use crate::memory::{peak_bytes, reset_peak};
use crate::randomness::system_rng;
use crate::slots::encryption::encrypt;
use crate::slots::vector::{clear, padded};
use crate::stopwatch::timed;
use papilio_fhe::bfv::{BatchEncoder, Bfv, SecretKey};
use papilio_hntt::Problem;
use papilio_hntt::slots::{EncodedRequest, EncodedTransform};
use papilio_ntt::dft::DftResidue;

/// Encrypts, decrypts and verifies; the server does nothing.
pub(crate) fn execute<F: DftResidue>(
    t: &F::Ring,
    shape: &Shape,
    problem: Problem,
    entries: &[F],
) -> Result<SlotReport, CliError> {
    reset_peak();
    let mut seconds = SlotSeconds::default();
    let request = EncodedRequest { problem, log_degree: shape.log_degree()?, key: shape.key(), insecure: shape.insecure };
    let (parameters, predicted) = request.parameters(t).map_err(CliError::plan)?;
    let bfv = Bfv::<F>::with_modulus(parameters, t.clone()).map_err(CliError::plan)?;
    let (slots, encoded) =
        (BatchEncoder::new(&bfv).map_err(CliError::plan)?, EncodedTransform::new(&bfv, problem).map_err(CliError::plan)?);
    let values = padded(entries, problem.columns())?;
    let secret = timed(&mut seconds.keygen, || Ok(SecretKey::generate(&bfv, &mut system_rng()?)))?;
    let input = timed(&mut seconds.encrypt, || {
        let plaintext = encoded.encode_for_transform(&bfv, &values).map_err(CliError::plan)?;
        encrypt(&bfv, &secret, &plaintext, shape.key())
    })?;
    let budget = bfv.noise_budget_bits(&secret, &input).map_err(CliError::input)?;
    let opened = timed(&mut seconds.decrypt, || bfv.decrypt(&secret, &input).map_err(|e| CliError::Unverified(e.to_string())))?;
    let results = encoded.collect(&slots.decode(&opened.plaintext).map_err(CliError::input)?);
    let reference = timed(&mut seconds.verify, || clear(t, &problem, &values))?;
    let noise = Budgets { fresh: budget, after: budget, predicted_fresh: predicted, predicted_after: predicted };
    let verified = results == reference;
    Ok(SlotReport::encoded(t, (&problem, bfv.parameters()), entries.len(), verified, seconds, noise, peak_bytes()))
}
