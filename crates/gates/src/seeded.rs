//! Fresh bits whose masks are a seed: four bytes each.

use crate::lwe::{Bit, Lwe, of_bit};
use crate::word::Word;
use crate::{Bits, Parameters, SecretKey, seeds};
use papilio_fhe::rlwe::KeyId;
use papilio_ring::sample::Seed;
use rand_core::CryptoRng;

/// Fresh encrypted bits, as a client sends them.
#[derive(Clone, Debug, PartialEq)]
pub struct SeededBits {
    pub(crate) parameters: Parameters,
    pub(crate) key: KeyId,
    pub(crate) seed: Seed,
    pub(crate) bodies: Vec<u32>,
}

impl SeededBits {
    /// The bits as gates take them.
    #[must_use]
    pub fn expand(&self) -> Bits {
        let (context, uniform) = (self.parameters.digest(), seeds::ciphertext_mask(self.seed));
        let bits = self.bodies.iter().enumerate().map(|(index, &body)| {
            let mut words = vec![0; self.parameters.dimension()];
            Word::fill(&uniform, index as u64, &mut words);
            words.push(body);
            Bit(Lwe { words, context, key: self.key })
        });
        Bits::under(self.key, bits.collect())
    }

    /// Number of bits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }
}

impl SecretKey {
    /// Encrypts bits whose masks come from a new seed.
    pub fn encrypt_seeded(&self, bits: &[bool], rng: &mut impl CryptoRng) -> SeededBits {
        let (parameters, seed) = (*self.parameters(), *seeds::fresh(rng));
        let uniform = seeds::ciphertext_mask(seed);
        let mut mask = vec![0; parameters.dimension()];
        let bodies = bits.iter().enumerate().map(|(index, &bit)| {
            Word::fill(&uniform, index as u64, &mut mask);
            self.body(&mask, of_bit(bit), rng)
        });
        SeededBits { parameters, key: self.id(), seed, bodies: bodies.collect() }
    }
}
