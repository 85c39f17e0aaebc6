//! Uniform polynomials from a 32-byte seed: the half of a ciphertext that need not be sent.
//!
//! Coefficients are made in chunks of [`CHUNK`], each from its own stream: that of ChaCha12 (D. J.
//! Bernstein, "ChaCha, a variant of Salsa20", 2008; RFC 8439 with 12 rounds), under the key that
//! the key derivation of BLAKE3 makes of a context and the seed. The nonce is the limb, the number
//! of the chunk and zero, four bytes each, little-endian. So a window of a polynomial is expanded
//! without the rest of it, and one seed gives independent polynomials for different purposes. A
//! coefficient is the low `bits(q)` bits of the next 64-bit word of the stream that are below `q`.
//!
//! These bits are public and there are many of them. The blocks of ChaCha are independent, and its
//! library makes four to sixteen at a time on every processor (`docs/adr/0014-uniform-halves.md`).

use chacha20::ChaCha12;
use chacha20::cipher::{KeyIvInit, StreamCipher};
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
            fill_chunk(modulus, &mut self.stream(limb as u32, number), chunk);
        }
    }

    /// Writes the words of vector `index` modulo a power of two, `2^(8·BYTES)`: little-endian from
    /// the stream of the nonce `index` and one, eight bytes and four. No other vector, and no
    /// polynomial of
    /// [`Self::fill`], has this stream.
    pub fn fill_words<const BYTES: usize, W>(&self, index: u64, out: &mut [W], word: impl Fn([u8; BYTES]) -> W) {
        let mut stream = self.keyed([index as u32, (index >> 32) as u32, 1]);
        let mut bytes = [[0; BYTES]; CHUNK];
        for chunk in out.chunks_mut(CHUNK) {
            let bytes = &mut bytes[..chunk.len()];
            stream.write_keystream(bytes.as_flattened_mut());
            chunk.iter_mut().zip(bytes).for_each(|(x, bytes)| *x = word(*bytes));
        }
    }

    fn stream(&self, limb: u32, chunk: u32) -> ChaCha12 {
        self.keyed([limb, chunk, 0])
    }

    fn keyed(&self, nonce: [u32; 3]) -> ChaCha12 {
        let nonce = nonce.map(u32::to_le_bytes);
        let mut bytes = [0; 12];
        bytes.copy_from_slice(nonce.as_flattened());
        ChaCha12::new(&self.key.into(), &bytes.into())
    }
}

/// Words of a stream, those not below the prime left out.
fn fill_chunk(modulus: &Modulus, stream: &mut ChaCha12, chunk: &mut [u64]) {
    let (q, mask) = (modulus.value(), u64::MAX >> (64 - modulus.bits()));
    let mut bytes = [0; 8 * CHUNK];
    let mut filled = 0;
    while filled < CHUNK {
        let missing = &mut chunk[filled..];
        let bytes = &mut bytes[..8 * missing.len()];
        stream.write_keystream(bytes);
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
            let words = (0u32..).flat_map(|counter| block(&key, [counter, 2, number, 0]));
            let kept = words.map(|word| word & 0xF_FFFF).filter(|&x| x < m.value());
            assert!(kept.take(CHUNK).eq(chunk.iter().copied()));
        }
        // Frozen: files made by one version are expanded by the next.
        assert_eq!(out[..4], FROZEN);
    }

    /// RFC 8439, section 2.3, with 12 rounds: the counter and the nonce are the last row.
    fn block(key: &[u8; 32], last: [u32; 4]) -> [u64; 8] {
        let mut state = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for (word, bytes) in state[4..12].iter_mut().zip(key.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        state[12..].copy_from_slice(&last);
        let mut x = state;
        for _ in 0..6 {
            for column in 0..4 {
                quarter_round(&mut x, [0, 4, 8, 12].map(|row| row + column));
            }
            for diagonal in 0..4 {
                let place = |row: usize| 4 * row + (diagonal + row) % 4;
                quarter_round(&mut x, [0, 1, 2, 3].map(place));
            }
        }
        let sum = |i: usize| u64::from(x[i].wrapping_add(state[i]));
        core::array::from_fn(|i| sum(2 * i) | sum(2 * i + 1) << 32)
    }

    /// RFC 8439, section 2.1.
    fn quarter_round(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
        for (to, from, other, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            x[to] = x[to].wrapping_add(x[from]);
            x[other] = (x[other] ^ x[to]).rotate_left(bits);
        }
    }

    #[test]
    fn words_are_those_of_the_stream() {
        let (uniform, index) = (SeededUniform::new(CONTEXT, [5; 32]), 7 | 9 << 32);
        let mut out = vec![0; 2 * CHUNK + 3];
        uniform.fill_words(index, &mut out, u32::from_le_bytes);
        let key = *blake3::Hasher::new_derive_key(CONTEXT).update(&[5; 32]).finalize().as_bytes();
        let words = (0u32..).flat_map(|counter| block(&key, [counter, 7, 9, 1])).flat_map(|x| [x as u32, (x >> 32) as u32]);
        assert!(words.take(out.len()).eq(out.iter().copied()));
        let mut halves = [0u16; 6];
        uniform.fill_words(index, &mut halves, u16::from_le_bytes);
        assert_eq!(halves[2..4], [out[1] as u16, (out[1] >> 16) as u16]);
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
    const FROZEN: [u64; 4] = [4417, 504_434, 6378, 757_343];
}
