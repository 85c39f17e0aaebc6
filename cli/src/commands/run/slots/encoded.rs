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
use papilio_fhe::{Parameters, ParametersLiteral, noise, security};
use papilio_field::ResidueRing;
use papilio_hntt::Problem;
use papilio_hntt::slots::EncodedTransform;
use papilio_ntt::dft::DftResidue;
use papilio_ring::RnsBasis;

/// Bits of budget that a fresh ciphertext has left.
const MARGIN_BITS: f64 = 2.0;
/// Greatest bits of a prime.
const PRIME_BITS: u32 = 47;

/// Encrypts, decrypts and verifies; the server does nothing.
pub(crate) fn execute<F: DftResidue>(
    t: &F::Ring,
    shape: &Shape,
    problem: Problem,
    entries: &[F],
) -> Result<SlotReport, CliError> {
    reset_peak();
    let mut seconds = SlotSeconds::default();
    let params = params::<F>(t, shape, &problem)?;
    let bfv = Bfv::<F>::with_modulus(params, t.clone()).map_err(CliError::plan)?;
    let (slots, encoded) =
        (BatchEncoder::new(&bfv).map_err(CliError::plan)?, EncodedTransform::new(&bfv, problem).map_err(CliError::plan)?);
    let values = padded(entries, problem.columns())?;
    let secret = timed(&mut seconds.keygen, || Ok(SecretKey::generate(&bfv, &mut system_rng()?)))?;
    let input = timed(&mut seconds.encrypt, || {
        let plaintext = encoded.encode_for_transform(&bfv, &values).map_err(CliError::plan)?;
        encrypt(&bfv, &secret, &plaintext, shape.public_key)
    })?;
    let budget = bfv.noise_budget_bits(&secret, &input).map_err(CliError::input)?;
    let opened = timed(&mut seconds.decrypt, || bfv.decrypt(&secret, &input).map_err(|e| CliError::Unverified(e.to_string())))?;
    let results = encoded.collect(&slots.decode(&opened.plaintext).map_err(CliError::input)?);
    let reference = timed(&mut seconds.verify, || clear(t, &problem, &values))?;
    let predicted = predicted::<F>(t, bfv.parameters(), shape.public_key);
    let noise = Budgets { fresh: budget, after: budget, predicted_fresh: predicted, predicted_after: predicted };
    let verified = results == reference;
    Ok(SlotReport::encoded(t, &problem, bfv.parameters(), entries.len(), verified, seconds, noise, peak_bytes()))
}

fn fresh(degree: usize, public_key: bool) -> f64 {
    if public_key { noise::fresh_public(degree) } else { noise::fresh_secret() }
}

fn predicted<F: DftResidue>(t: &F::Ring, params: &Parameters, public_key: bool) -> f64 {
    let degree = params.degree();
    let noise = noise::log2_max(fresh(degree, public_key).log2(), degree as f64);
    noise::budget_bits(params.log_modulus(), noise::log2_modulus(t), noise)
}

/// The least ring that holds the vector, and a modulus for its fresh noise.
fn params<F: DftResidue>(t: &F::Ring, shape: &Shape, problem: &Problem) -> Result<Parameters, CliError> {
    let plain = if t.words() == 1 { t.modulus()[0] } else { 0 };
    let bits = |degree: usize| {
        let noise = noise::log2_max(fresh(degree, shape.public_key).log2(), degree as f64);
        (noise::log2_modulus(t) + 1.0 + noise + MARGIN_BITS).ceil() as u32
    };
    let fits = |log: &u32| bits(1 << log) <= security::max_log_modulus(1 << log);
    let least = (problem.log_columns.max(12)..=16).find(fits).unwrap_or(16);
    let log_degree = shape.log_degree()?.unwrap_or(least);
    let (total, degree) = (bits(1 << log_degree), 1usize << log_degree);
    let count = total.div_ceil(PRIME_BITS);
    let sizes: Vec<u32> = (0..count).map(|i| (total / count + u32::from(i < total % count)).max(30)).collect();
    let moduli = RnsBasis::choose_moduli(degree, &sizes, plain).map_err(CliError::plan)?;
    Parameters::new(ParametersLiteral { log_degree, moduli, special: Vec::new(), insecure: shape.insecure })
        .map_err(CliError::plan)
}
