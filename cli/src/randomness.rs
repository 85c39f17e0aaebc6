//! Randomness of the operating system.

use crate::error::CliError;
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;

/// A generator seeded by the operating system.
pub(crate) fn system_rng() -> Result<ChaCha20Rng, CliError> {
    let mut seed = zeroize::Zeroizing::new([0; 32]);
    getrandom::fill(&mut *seed).map_err(|e| CliError::input(format!("no randomness from the operating system: {e}")))?;
    Ok(ChaCha20Rng::from_seed(*seed))
}
