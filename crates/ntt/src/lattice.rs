//! The transforms of the lattice standards: Falcon, ML-DSA (FIPS 204), ML-KEM (FIPS 203).
//!
//! In words of 16 bits, which suffice for Falcon and ML-KEM, a vector has twice as many of them as
//! of 32 bits.
//!
//! Roots are those of the standards: the least `x` with `x^n = −1`. Values come in the standards'
//! order, which is bit-reversed.

use crate::incomplete::IncompletePlan;
use crate::{Domain, KernelWord, Plan, PlanError};
use papilio_field::Modulus;
use papilio_field::root::least_negacyclic_root;

/// Falcon's prime, `12289 = 3·2^12 + 1`.
pub const FALCON_PRIME: u64 = 12_289;
/// ML-DSA's prime, `8380417 = 2^23 − 2^13 + 1`.
pub const ML_DSA_PRIME: u64 = 8_380_417;
/// ML-KEM's prime, `3329 = 13·2^8 + 1`.
pub const ML_KEM_PRIME: u64 = 3329;

/// Falcon's transform, `n` being 512 or 1024 (or any shorter power of two).
///
/// # Errors
/// [`PlanError::Length`], [`PlanError::Root`].
pub fn falcon<W: KernelWord>(n: usize) -> Result<Plan<W>, PlanError> {
    Plan::over(standard(FALCON_PRIME, n)?)
}

/// ML-DSA's transform of length 256 with the root 1753 (FIPS 204, algorithms 41 and 42).
///
/// # Errors
/// [`PlanError::Word`] for words of 16 bits.
pub fn ml_dsa<W: KernelWord>() -> Result<Plan<W>, PlanError> {
    Plan::over(standard(ML_DSA_PRIME, 256)?)
}

/// ML-KEM's incomplete transform of length 256 with the root 17 (FIPS 203, algorithms 9 to 12).
///
/// # Errors
/// None on any platform; the signature is that of the others.
pub fn ml_kem<W: KernelWord>() -> Result<IncompletePlan<W>, PlanError> {
    IncompletePlan::over(standard(ML_KEM_PRIME, 128)?)
}

/// The roots of `X^n + 1` from the least of them.
fn standard(prime: u64, n: usize) -> Result<Domain, PlanError> {
    let missing = PlanError::Root { modulus: prime, order: 2 * n };
    let modulus = Modulus::new(prime).ok_or(missing.clone())?;
    if !n.is_power_of_two() || n < 2 {
        return Err(PlanError::Length(n));
    }
    let root = least_negacyclic_root(&modulus, n).ok_or(missing)?;
    Domain::with_root(modulus, n, modulus.mul(root, root), root)
}
