//! Expansion of seeds, each for its purpose, as in [`papilio_fhe`].
//!
//! | purpose | expanded by | context |
//! |:--|:--|:--|
//! | secret keys | ChaCha20 | `papilio 2026 gates secret key binary` |
//! | masks of fresh bits | [`SeededUniform`] | `papilio 2026 gates ciphertext mask` |
//! | masks of bootstrapping keys | [`SeededUniform`] | `papilio 2026 gates bootstrapping key mask` |
//! | masks of key switching keys | [`SeededUniform`] | `papilio 2026 gates key switching key mask` |

use chacha20::ChaCha20Rng;
use papilio_ring::sample::{Seed, SeededUniform};
use rand_core::{CryptoRng, SeedableRng};
use zeroize::Zeroizing;

const SECRET: &str = "papilio 2026 gates secret key binary";
const CIPHERTEXT: &str = "papilio 2026 gates ciphertext mask";
const BOOTSTRAPPING: &str = "papilio 2026 gates bootstrapping key mask";
const KEY_SWITCHING: &str = "papilio 2026 gates key switching key mask";

/// The generator that a secret is drawn from.
pub(crate) fn secret_generator(seed: &Seed) -> ChaCha20Rng {
    papilio_fhe::seeds::generator(SECRET, seed)
}

/// Masks of fresh bits, one after another.
pub(crate) fn ciphertext_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(CIPHERTEXT, seed)
}

/// Masks of a bootstrapping key: polynomial `(step·rows + row)·k + j` is component `j` of a row.
pub(crate) fn bootstrapping_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(BOOTSTRAPPING, seed)
}

/// Masks of a key switching key, row after row.
pub(crate) fn key_switching_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(KEY_SWITCHING, seed)
}

/// A seed from a generator.
pub(crate) fn fresh(rng: &mut impl CryptoRng) -> Zeroizing<Seed> {
    let mut seed = Zeroizing::new(Seed::default());
    rng.fill_bytes(&mut *seed);
    seed
}

/// Generators of errors, one for each part of a key that is made by itself.
pub(crate) struct Errors(Zeroizing<Seed>);

impl Errors {
    pub(crate) fn new(rng: &mut impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new(Seed::default());
        // In halves: what is drawn whole is a public seed, for who watches secrets.
        seed.chunks_mut(16).for_each(|half| rng.fill_bytes(half));
        Self(seed)
    }

    /// The generator of a part.
    pub(crate) fn part(&self, index: usize) -> ChaCha20Rng {
        let mut rng = ChaCha20Rng::from_seed(*self.0);
        rng.set_stream(index as u64);
        rng
    }
}
