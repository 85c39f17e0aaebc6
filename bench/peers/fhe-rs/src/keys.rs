//! Parameters, and the keys for key switching with a special prime.

use crate::shared::Set;
use fhe::Result;
use fhe::bfv::{BfvParameters, BfvParametersBuilder, EvaluationKey, EvaluationKeyBuilder, RelinearizationKey, SecretKey};
use rand::rng;
use std::sync::Arc;

/// The level of the keys, where all primes are.
const KEYS: usize = 0;

/// The level of ciphertexts. fhe.rs has no special prime, but keys of a level above: the last prime
/// is what they have more.
pub(crate) const CIPHERTEXTS: usize = 1;

/// Parameters with the first `count` primes of a set.
pub(crate) fn parameters(set: &Set, count: usize) -> Result<Arc<BfvParameters>> {
    let bits: Vec<usize> = set.prime_bits.iter().take(count).map(|&bits| bits as usize).collect();
    let mut builder = BfvParametersBuilder::new();
    builder.set_degree(set.degree()).set_plaintext_modulus(set.plain_modulus).set_moduli_sizes(&bits).build_arc()
}

/// The key for relinearization.
pub(crate) fn relinearization(secret: &SecretKey) -> Result<RelinearizationKey> {
    RelinearizationKey::new_leveled(secret, CIPHERTEXTS, KEYS, &mut rng())
}

/// The key for one rotation of the rows, which fhe.rs calls a rotation of the columns.
pub(crate) fn rows(secret: &SecretKey) -> Result<EvaluationKey> {
    builder(secret)?.enable_column_rotation(1)?.build(&mut rng())
}

/// The key for the exchange of the rows, which fhe.rs calls a rotation of the rows.
pub(crate) fn columns(secret: &SecretKey) -> Result<EvaluationKey> {
    builder(secret)?.enable_row_rotation()?.build(&mut rng())
}

/// The keys for rotations by all powers of two in both directions, and for the exchange of the
/// rows.
pub(crate) fn all_rotations(secret: &SecretKey, degree: usize) -> Result<EvaluationKey> {
    let mut builder = builder(secret)?;
    builder.enable_row_rotation()?;
    let row = degree / 2;
    let mut steps = 1;
    while steps < row {
        builder.enable_column_rotation(steps)?.enable_column_rotation(row - steps)?;
        steps *= 2;
    }
    builder.build(&mut rng())
}

fn builder(secret: &SecretKey) -> Result<EvaluationKeyBuilder> {
    EvaluationKeyBuilder::new_leveled(secret, CIPHERTEXTS, KEYS)
}
