//! Our side of a set of parameters: keys and messages.

use super::clear::{Precision, Slots};
use super::sets::Set;
use crate::calls::Measured;
use crate::rng;
use papilio_ckks::{Ciphertext, Ckks, CkksError, Complex64, Plaintext, PublicKey};
use papilio_fhe::rlwe::{GaloisKeys, RelinearizationKey, SecretKey, galois_element};

/// The steps of rotations of one ciphertext.
pub(super) const HOISTED: core::ops::RangeInclusive<i64> = 1..=8;

/// Two messages at every stage, and the keys of all operations.
#[derive(Debug)]
pub struct Own {
    pub(super) ckks: Ckks,
    pub(super) secret: SecretKey,
    pub(super) public: PublicKey,
    pub(super) relinearization: RelinearizationKey,
    pub(super) rotations: GaloisKeys,
    pub(super) messages: [Slots; 2],
    pub(super) plaintexts: [Plaintext; 2],
    pub(super) ciphertexts: [Ciphertext; 2],
    /// The precision in bits that every slot of a result must have, by the rule of the peers.
    expected: f64,
}

/// A time, how precise the result is, and the keys that it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The time, and whether every slot has the precision that the set allows to expect.
    pub measured: Measured,
    /// Precision of the worst slot in bits.
    pub precision_min: f64,
    /// Mean of the precisions of all slots.
    pub precision_mean: f64,
    /// Bytes of the keys in memory that the operation reads or makes.
    pub key_bytes: usize,
    /// Most memory that the process had resident while calls were timed.
    pub peak_bytes: Option<u64>,
}

/// The values as the scheme takes them.
pub(super) fn complex(slots: &Slots) -> Vec<Complex64> {
    slots.re.iter().zip(&slots.im).map(|(&re, &im)| Complex64::new(re, im)).collect()
}

/// The values as they are compared.
pub(super) fn slots(values: &[Complex64]) -> Slots {
    Slots { re: values.iter().map(|x| x.re).collect(), im: values.iter().map(|x| x.im).collect() }
}

impl Own {
    /// Keys and ciphertexts of a set.
    ///
    /// # Errors
    /// A mistake in the table of sets.
    pub fn new(set: &Set) -> Result<Self, CkksError> {
        let (ckks, mut rng) = (Ckks::new(set.parameters()?)?, rng(1));
        let secret = SecretKey::generate(&ckks, &mut rng);
        let public = PublicKey::generate(&ckks, &secret, &mut rng)?;
        let relinearization = RelinearizationKey::generate(&ckks, &secret, &mut rng)?;
        let elements = HOISTED.map(|steps| galois_element(set.degree(), steps)).chain([ckks.conjugation()]);
        let rotations = GaloisKeys::generate(&ckks, &secret, elements, &mut rng)?;
        let messages = [1, 2].map(|seed| Slots::message(ckks.slots(), seed));
        let plaintexts = [ckks.encode(&complex(&messages[0]))?, ckks.encode(&complex(&messages[1]))?];
        let mut encrypt = |plaintext| ckks.encrypt_public(&public, plaintext, &mut rng);
        let ciphertexts = [encrypt(&plaintexts[0])?, encrypt(&plaintexts[1])?];
        let expected = f64::from(set.scale_bits.saturating_sub(set.log_degree + 12).clamp(8, 32));
        Ok(Self { ckks, secret, public, relinearization, rotations, messages, plaintexts, ciphertexts, expected })
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> &Ckks {
        &self.ckks
    }

    /// Real and imaginary parts of the first message in the clear, which results are compared with.
    pub fn first_message(&mut self) -> [&mut [f64]; 2] {
        let Slots { re, im } = &mut self.messages[0];
        [re, im]
    }

    /// Bytes of a ciphertext in memory.
    #[must_use]
    pub fn ciphertext_bytes(&self) -> usize {
        2 * self.ckks.parameters().ring().limbs() * 2 * self.ckks.slots() * size_of::<u64>()
    }

    /// Bytes of so many keys for key switching in memory.
    pub(super) fn switching_keys(&self, count: usize) -> usize {
        self.ckks.parameters().ring().gadget().map_or(0, |gadget| GaloisKeys::memory_bytes(gadget, count))
    }

    /// How near the message of a ciphertext is to what it should be.
    pub(super) fn precision<const PARTS: usize>(
        &self,
        ciphertext: &Ciphertext<PARTS>,
        want: &Slots,
    ) -> Result<Precision, CkksError> {
        let plaintext = self.ckks.decrypt(&self.secret, ciphertext)?;
        Ok(slots(&self.ckks.decode(&plaintext)).precision(want))
    }

    /// Whether a result is as precise as the set allows to expect.
    pub(super) fn is_expected(&self, precision: &Precision) -> bool {
        precision.least >= self.expected
    }
}
