//! Our side of a set of parameters: keys and messages.

use super::sets::Set;
use crate::rng;
use papilio_fhe::Parameters;
use papilio_fhe::bfv::{
    BatchEncoder, Bfv, Ciphertext, FheError, GaloisKeys, Plaintext, PublicKey, RelinearizationKey, SecretKey, galois_element,
    galois_element_row_swap,
};
use papilio_field::ResidueRing;
use papilio_ntt::dft::DftResidue;

/// Two messages at every stage, and every key: those for automorphisms are of one step and of the
/// exchange.
#[derive(Debug)]
pub(super) struct Own<F: DftResidue> {
    pub(super) bfv: Bfv<F>,
    pub(super) slots: BatchEncoder<F>,
    pub(super) secret: SecretKey,
    pub(super) public: PublicKey,
    pub(super) relinearization: RelinearizationKey,
    pub(super) galois: GaloisKeys,
    pub(super) messages: [Vec<F>; 2],
    pub(super) plaintexts: [Plaintext<F>; 2],
    pub(super) ciphertexts: [Ciphertext; 2],
}

impl<F: DftResidue> Own<F> {
    /// Keys and ciphertexts of a set, for plaintexts modulo `t`.
    ///
    /// # Errors
    /// In words: a plaintext modulus without slots, or a mistake in the table of sets.
    pub(super) fn new(set: &Set, t: &F::Ring) -> Result<Self, String> {
        Self::over(set.parameters(t).map_err(|e| e.to_string())?, t).map_err(|e| e.to_string())
    }

    fn over(parameters: Parameters, t: &F::Ring) -> Result<Self, FheError> {
        let (bfv, mut rng) = (Bfv::with_modulus(parameters, t.clone())?, rng(1));
        let random = |seed| {
            let mut rng = crate::rng(seed);
            (0..bfv.parameters().degree()).map(|_| t.random(&mut rng)).collect()
        };
        let (slots, degree) = (BatchEncoder::new(&bfv)?, bfv.parameters().degree());
        let secret = SecretKey::generate(&bfv, &mut rng);
        let public = PublicKey::generate(&bfv, &secret, &mut rng)?;
        let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
        let galois =
            GaloisKeys::generate(&bfv, &secret, [galois_element(degree, 1), galois_element_row_swap(degree)], &mut rng)?;
        let messages: [Vec<F>; 2] = [2, 3].map(random);
        let plaintexts = [slots.encode(&messages[0])?, slots.encode(&messages[1])?];
        let [first, second] = &plaintexts;
        let ciphertexts = [bfv.encrypt_public(&public, first, &mut rng)?, bfv.encrypt_public(&public, second, &mut rng)?];
        Ok(Self { bfv, slots, secret, public, relinearization, galois, messages, plaintexts, ciphertexts })
    }

    /// Whether a ciphertext decrypts to these values.
    pub(super) fn opens(&self, ciphertext: &Ciphertext, values: &[F]) -> bool {
        let open = self.bfv.decrypt(&self.secret, ciphertext).and_then(|open| self.slots.decode(&open.plaintext));
        open.is_ok_and(|found| found == values)
    }
}
