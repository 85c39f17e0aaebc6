//! Uniform polynomials from a 32-byte seed: the half of a ciphertext that need not be sent.
//!
//! Coefficients are made in chunks of [`CHUNK`], each from its own ChaCha20 stream (stream number = limb·2^32 + chunk), so
//! that a window of a polynomial is expanded without the rest of it. A coefficient is the low `bits(q)` bits of the next
//! 64-bit word of the stream, drawn again until below `q`.

use chacha20::ChaCha20Rng;
use ntt::Modulus;
use rand_core::{Rng, SeedableRng};

/// A seed of 256 bits.
pub type Seed = [u8; 32];

/// Coefficients made from one stream.
pub const CHUNK: usize = 256;

/// A uniform polynomial, by its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    seed: Seed,
}

impl Uniform {
    /// The polynomial of this seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { seed }
    }

    /// The seed.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Writes the residues modulo the prime of `limb`, from coefficient `first` on.
    ///
    /// # Panics
    /// Unless `first` and the length are multiples of [`CHUNK`].
    pub fn fill(&self, modulus: &Modulus, limb: usize, first: usize, out: &mut [u64]) {
        assert!(first.is_multiple_of(CHUNK) && out.len().is_multiple_of(CHUNK), "window {first}+{} cuts a chunk", out.len());
        let (q, mask) = (modulus.value(), u64::MAX >> (64 - modulus.bits()));
        for (i, chunk) in out.chunks_exact_mut(CHUNK).enumerate() {
            let mut rng = ChaCha20Rng::from_seed(self.seed);
            rng.set_stream((limb as u64) << 32 | (first / CHUNK + i) as u64);
            for x in chunk {
                *x = loop {
                    let candidate = rng.next_u64() & mask;
                    if candidate < q {
                        break candidate;
                    }
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_agree_with_the_whole_and_fill_the_range() {
        let m = Modulus::new(786_433).expect("prime");
        let uniform = Uniform::new([7; 32]);
        let mut whole = vec![0; 16 * CHUNK];
        uniform.fill(&m, 3, 0, &mut whole);
        let mut window = vec![0; 2 * CHUNK];
        uniform.fill(&m, 3, 5 * CHUNK, &mut window);
        assert_eq!(window, whole[5 * CHUNK..7 * CHUNK]);
        uniform.fill(&m, 2, 5 * CHUNK, &mut window);
        assert_ne!(window, whole[5 * CHUNK..7 * CHUNK]);
        assert!(whole.iter().all(|&x| x < m.value()));
        let mean = whole.iter().map(|&x| x as f64).sum::<f64>() / whole.len() as f64 / m.value() as f64;
        // Standard deviation of the mean: 1/√(12·4096) = 0.0045.
        assert!((mean - 0.5).abs() < 0.025, "{mean}");
    }

    #[test]
    fn known_answer() {
        // First words of ChaCha20 (64-bit block counter 0, stream 0) under the zero key: RFC 8439 appendix A.1, vector 1.
        let m = Modulus::new((1 << 61) - 1).expect("prime");
        let mut out = vec![0; CHUNK];
        Uniform::new([0; 32]).fill(&m, 0, 0, &mut out);
        let keystream = [0x903d_f1a0_ade0_b876_u64, 0x28bd_8653_e56a_5d40];
        assert_eq!(out[0], keystream[0] & ((1 << 61) - 1));
        assert_eq!(out[1], keystream[1] & ((1 << 61) - 1));
    }
}
