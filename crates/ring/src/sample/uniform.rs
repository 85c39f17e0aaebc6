//! Uniform polynomials from a 32-byte seed: the half of a ciphertext that need not be sent.
//!
//! Coefficients are made in chunks of [`CHUNK`], each from its own stream: the extended output of
//! BLAKE3, under the key that its key derivation makes of a context and the seed, over the limb and
//! the number of the chunk (four bytes each, little-endian). So a window of a polynomial is
//! expanded without the rest of it, and one seed gives independent polynomials for different
//! purposes. A coefficient is the low `bits(q)` bits of the next 64-bit word of the stream that are
//! below `q`.
//!
//! BLAKE3 and not the generator used for secrets: these bits are public, there are many of them,
//! and its extended output is made sixteen blocks at a time.

use papilio_field::Modulus;

/// A seed of 256 bits.
pub type Seed = [u8; 32];

/// Coefficients made from one stream.
pub const CHUNK: usize = 256;

/// A uniform polynomial, by its seed, which is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededUniform {
    seed: Seed,
    /// Derived from the seed once for all chunks.
    key: Seed,
}

impl SeededUniform {
    /// The polynomial of this seed for a purpose, which a fixed context names; see
    /// [`blake3::derive_key`].
    #[must_use]
    pub fn new(context: &str, seed: Seed) -> Self {
        Self { seed, key: blake3::derive_key(context, &seed) }
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
        for (i, chunk) in out.chunks_exact_mut(CHUNK).enumerate() {
            let number = (first / CHUNK + i) as u32;
            let mut hasher = blake3::Hasher::new_keyed(&self.key);
            hasher.update(&(limb as u32).to_le_bytes()).update(&number.to_le_bytes());
            fill_chunk(modulus, &mut hasher.finalize_xof(), chunk);
        }
    }
}

/// Words of a stream, those not below the prime left out.
fn fill_chunk(modulus: &Modulus, stream: &mut blake3::OutputReader, chunk: &mut [u64]) {
    let (q, mask) = (modulus.value(), u64::MAX >> (64 - modulus.bits()));
    let mut bytes = [0; 8 * CHUNK];
    let mut filled = 0;
    while filled < CHUNK {
        let missing = &mut chunk[filled..];
        let bytes = &mut bytes[..8 * missing.len()];
        stream.fill(bytes);
        for (x, word) in missing.iter_mut().zip(bytes.as_chunks().0) {
            *x = u64::from_le_bytes(*word) & mask;
        }
        // Nearly always none is rejected: one pass to see, and a second only then.
        if missing.iter().fold(true, |sound, &x| sound & (x < q)) {
            return;
        }
        let mut kept = 0;
        for i in 0..missing.len() {
            if missing[i] < q {
                missing[kept] = missing[i];
                kept += 1;
            }
        }
        filled += kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_agree_with_the_whole_and_fill_the_range() {
        let m = Modulus::new(786_433).expect("prime");
        let uniform = SeededUniform::new(CONTEXT, [7; 32]);
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
        // By the definition, word for word, without the shortcuts of `fill_chunk`.
        let m = Modulus::new(786_433).expect("prime");
        let mut out = vec![0; 2 * CHUNK];
        SeededUniform::new(CONTEXT, [9; 32]).fill(&m, 2, CHUNK, &mut out);
        let key = *blake3::Hasher::new_derive_key(CONTEXT).update(&[9; 32]).finalize().as_bytes();
        for (chunk, number) in out.chunks_exact(CHUNK).zip(1u32..) {
            let mut stream =
                blake3::Hasher::new_keyed(&key).update(&2u32.to_le_bytes()).update(&number.to_le_bytes()).finalize_xof();
            let words = core::iter::repeat_with(|| {
                let mut word = [0; 8];
                stream.fill(&mut word);
                u64::from_le_bytes(word) & 0xF_FFFF
            });
            assert!(words.filter(|&x| x < m.value()).take(CHUNK).eq(chunk.iter().copied()));
        }
        // Frozen: files made by one version are expanded by the next.
        assert_eq!(out[..4], FROZEN);
    }

    #[test]
    fn contexts_and_seeds_have_polynomials_of_their_own() {
        let m = Modulus::new(786_433).expect("prime");
        let of = |context, seed| {
            let mut out = vec![0; CHUNK];
            SeededUniform::new(context, [seed; 32]).fill(&m, 0, 0, &mut out);
            out
        };
        let [first, again, other, seeded] = [of("a", 1), of("a", 1), of("b", 1), of("a", 2)];
        assert_eq!(first, again);
        let same = |x: &[u64]| x.iter().zip(&first).filter(|(x, y)| x == y).count();
        assert!(same(&other) < 3 && same(&seeded) < 3, "{} and {} of {CHUNK} words alike", same(&other), same(&seeded));
    }

    const CONTEXT: &str = "papilio 2026 test of uniform polynomials";
    const FROZEN: [u64; 4] = [309_493, 143_154, 649_434, 474_614];
}
