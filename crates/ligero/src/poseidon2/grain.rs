//! The Grain LFSR in self-shrinking mode, which fixes constants and matrices: nobody chooses them.

use super::rounds::Rounds;
use papilio_field::Field;
use papilio_field::words::Words;

/// State bit `i` of the 80-bit register is bit `i` of the word: the bit that leaves next is bit 0.
pub(super) struct Grain(u128);

const TAPS: [u32; 6] = [62, 51, 38, 23, 13, 0];

impl Grain {
    /// Seeded with the description of the instance, most significant bits first: a prime field (2
    /// bits), the S-box `x^α` (4), bits of the field (12), width (12), full rounds (10), partial
    /// rounds (10), 30 ones. 160 outputs are dropped.
    pub(super) fn new(bits: u32, width: usize, rounds: Rounds) -> Self {
        const PRIME_FIELD: u128 = 1;
        const POWER_MAP: u128 = 0;
        let fields = [
            (2, PRIME_FIELD),
            (4, POWER_MAP),
            (12, bits.into()),
            (12, width as u128),
            (10, rounds.full.into()),
            (10, rounds.partial.into()),
            (30, (1 << 30) - 1),
        ];
        let description = fields.into_iter().fold(0u128, |all, (length, value)| all << length | value);
        let mut grain = Self(description.reverse_bits() >> (128 - 80));
        for _ in 0..160 {
            grain.step();
        }
        grain
    }

    fn step(&mut self) -> bool {
        let bit = TAPS.iter().fold(0, |sum, tap| sum ^ self.0 >> tap) & 1;
        self.0 = self.0 >> 1 | bit << 79;
        bit == 1
    }

    /// The second bit of the next pair whose first is one.
    fn bit(&mut self) -> bool {
        while !self.step() {
            self.step();
        }
        self.step()
    }

    /// An integer of this many bits, the most significant first.
    fn integer(&mut self, bits: u32) -> Words {
        let mut words = [0; 4];
        for i in (0..bits).rev() {
            words[i as usize / 64] |= u64::from(self.bit()) << (i % 64);
        }
        words
    }

    /// Uniform elements, by rejection.
    pub(super) fn elements<F: Field>(&mut self, count: usize) -> Vec<F> {
        (0..count).map(|_| self.element()).collect()
    }

    fn element<F: Field>(&mut self) -> F {
        loop {
            if let Some(element) = F::from_words(self.integer(F::BITS)) {
                return element;
            }
        }
    }

    /// An integer as long as the modulus, reduced: how the reference draws matrix entries.
    pub(super) fn residue<F: Field>(&mut self) -> F {
        residue(&self.integer(F::BITS))
    }
}

/// The residue of an integer of little-endian words.
pub(crate) fn residue<F: Field>(words: &[u64]) -> F {
    let word_base = F::from_u64(u64::MAX) + F::ONE;
    words.iter().rev().fold(F::ZERO, |high, &word| high * word_base + F::from_u64(word))
}
