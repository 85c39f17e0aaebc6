//! Expansion of seeds, each for its purpose: by the key derivation of BLAKE3, so that what is made
//! of one seed for one purpose tells nothing of what is made of it for another, nor of the stream
//! of a generator that a caller starts from the same bytes.
//!
//! | purpose | expanded by | context |
//! |:--|:--|:--|
//! | secret keys | ChaCha20 | `papilio 2026 secret key ternary` |
//! | uniform halves of ciphertexts and public keys | [`SeededUniform`] | `papilio 2026 ciphertext mask` |
//! | uniform halves of extended public keys | [`SeededUniform`] | `papilio 2026 extended public key mask` |
//! | uniform halves of switching keys | [`SeededUniform`] | `papilio 2026 switching key mask` |
//! | masks of half external keys | [`SeededUniform`] | `papilio 2026 half external key mask` |

use chacha20::ChaCha20Rng;
use papilio_ring::sample::{Seed, SeededUniform};
use rand_core::{Rng, SeedableRng};
use zeroize::{Zeroize, Zeroizing};

const SECRET: &str = "papilio 2026 secret key ternary";
const CIPHERTEXT: &str = "papilio 2026 ciphertext mask";
const EXTENDED_PUBLIC_KEY: &str = "papilio 2026 extended public key mask";
const SWITCHING_KEY: &str = "papilio 2026 switching key mask";
const HALF_EXTERNAL_KEY: &str = "papilio 2026 half external key mask";

/// The generator that a secret is drawn from.
pub(crate) fn secret_generator(seed: &Seed) -> ChaCha20Rng {
    generator(SECRET, seed)
}

/// The generator of a secret seed for the purpose that a fixed context names.
pub fn generator(context: &str, seed: &Seed) -> ChaCha20Rng {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    hasher.update(seed);
    let mut key = Zeroizing::new(Seed::default());
    hasher.finalize_xof().fill(&mut *key);
    hasher.zeroize();
    ChaCha20Rng::from_seed(*key)
}

/// The uniform half of a ciphertext or public key.
#[must_use]
pub fn ciphertext_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(CIPHERTEXT, seed)
}

/// The uniform half of an extended public key.
pub(crate) fn extended_public_key_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(EXTENDED_PUBLIC_KEY, seed)
}

/// The uniform halves of a switching key, digit after digit.
pub(crate) fn switching_key_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(SWITCHING_KEY, seed)
}

/// The masks of a half external key, row after row.
pub(crate) fn half_external_key_mask(seed: Seed) -> SeededUniform {
    SeededUniform::new(HALF_EXTERNAL_KEY, seed)
}

/// A public seed from a generator.
pub(crate) fn fresh(rng: &mut impl Rng) -> Seed {
    let mut seed = Seed::default();
    rng.fill_bytes(&mut seed);
    seed
}

#[cfg(test)]
mod tests {
    use super::*;
    use papilio_field::Modulus;
    use papilio_ring::sample::CHUNK;

    /// Frozen: what one version stores as a seed is expanded by the next. Other contexts raise the
    /// versions of bytes and files.
    #[test]
    fn seeds_are_expanded_under_the_contexts_of_the_format() {
        let seed = [7; 32];
        let mut streams = [[0; 64]; 2];
        secret_generator(&seed).fill_bytes(&mut streams[0]);
        let key = blake3::derive_key("papilio 2026 secret key ternary", &seed);
        ChaCha20Rng::from_seed(key).fill_bytes(&mut streams[1]);
        assert_eq!(streams[0], streams[1]);
        let m = Modulus::new(786_433).expect("prime");
        for (uniform, context) in [
            (ciphertext_mask(seed), "papilio 2026 ciphertext mask"),
            (extended_public_key_mask(seed), "papilio 2026 extended public key mask"),
            (switching_key_mask(seed), "papilio 2026 switching key mask"),
            (half_external_key_mask(seed), "papilio 2026 half external key mask"),
        ] {
            let [mut found, mut expected] = [[0; CHUNK]; 2];
            uniform.fill(&m, 1, 0, &mut found);
            SeededUniform::new(context, seed).fill(&m, 1, 0, &mut expected);
            assert_eq!(found, expected, "{context}");
        }
    }
}
