//! Ciphertexts of BFV from residues to words, and the other way.

use super::{WordBfv, WordBfvError, WordCiphertext};
use crate::bfv::{Bfv, Ciphertext as InResidues};
use crate::bivariate::{Ciphertext, ResiduesToWordsKey, WordsToResiduesKey};
use crate::noise::Noise;
use papilio_field::Residue;

impl<F: Residue> WordBfv<F> {
    /// A ciphertext of BFV in residues in words, to so many bits, without a key: it is under the
    /// secret of the same seed ([`crate::bivariate::SecretKey::from_seed`]).
    ///
    /// ```
    /// use papilio_fhe::Parameters;
    /// use papilio_fhe::bfv::{BatchEncoder, Bfv, SecretKey};
    /// use papilio_fhe::bivariate::{self, ParametersLiteral, bfv::WordBfv};
    /// use papilio_field::PlaintextModulus;
    /// # use chacha20::ChaCha20Rng;
    /// # use rand_core::SeedableRng;
    /// # let mut rng = ChaCha20Rng::from_seed([1; 32]); // of the operating system, outside documentation
    ///
    /// let t = PlaintextModulus::new(65537)?;
    /// let parameters = Parameters::builder().log_degree(13).log_q(&[49, 49, 49]).log_p(&[49]).build()?;
    /// let bfv = Bfv::<u64>::with_modulus(parameters, t)?;
    /// let literal = ParametersLiteral { degree: 1 << 13, key_bits: 214, digit_words: 1.into(), insecure: false };
    /// let words = WordBfv::<u64>::new(&literal, t)?;
    /// let secret = SecretKey::generate(&bfv, &mut rng);
    /// let encoder = BatchEncoder::new(&bfv)?;
    /// let x = bfv.encrypt_secret(&secret, &encoder.encode_signed(&[2, -3, 5])?, &mut rng)?;
    ///
    /// let in_words = words.from_residues(&bfv, &x, 150)?;
    /// let same = bivariate::SecretKey::from_seed(words.scheme(), secret.seed());
    /// let found = words.decrypt(&same, &in_words)?.plaintext;
    /// assert_eq!(encoder.decode_signed(&found)?[..3], [2, -3, 5]);
    /// // All three primes.
    /// let back = words.to_residues(&bfv, &in_words, 3)?;
    /// assert_eq!(bfv.decrypt(&secret, &back)?.plaintext, found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`] for schemes of different plaintexts; the errors
    /// of [`crate::bivariate::Bivariate::from_residues`].
    pub fn from_residues(&self, bfv: &Bfv<F>, a: &InResidues, bits: u32) -> Result<WordCiphertext<F>, WordBfvError> {
        self.check_plaintexts(bfv.plaintext_modulus())?;
        Ok(self.of_residues(self.scheme.from_residues(bfv, a, bits)?, a))
    }

    /// A ciphertext of BFV in words in residues of a level, without a key: it is under the secret
    /// of the same seed.
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; the errors of
    /// [`crate::bivariate::Bivariate::to_residues`].
    pub fn to_residues(&self, bfv: &Bfv<F>, a: &WordCiphertext<F>, level: usize) -> Result<InResidues, WordBfvError> {
        self.check_plaintexts(bfv.plaintext_modulus())?;
        self.check(a)?;
        Self::of_words(self.scheme.to_residues(bfv, &a.inner, level)?, a)
    }

    /// A ciphertext of BFV in residues in words, to so many bits, under the other secret of a key.
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; the errors of
    /// [`crate::bivariate::Bivariate::switch_from_residues`].
    pub fn switch_from_residues(
        &self,
        bfv: &Bfv<F>,
        a: &InResidues,
        key: &ResiduesToWordsKey,
        bits: u32,
    ) -> Result<WordCiphertext<F>, WordBfvError> {
        self.check_plaintexts(bfv.plaintext_modulus())?;
        Ok(self.of_residues(self.scheme.switch_from_residues(bfv, a, key, bits)?, a))
    }

    /// A ciphertext of BFV in words in residues of the first level, under the other secret of a
    /// key.
    ///
    /// # Errors
    /// [`crate::rlwe::FheError::PlaintextModulus`]; the errors of
    /// [`crate::bivariate::Bivariate::switch_to_residues`].
    pub fn switch_to_residues(
        &self,
        bfv: &Bfv<F>,
        a: &WordCiphertext<F>,
        key: &WordsToResiduesKey,
    ) -> Result<InResidues, WordBfvError> {
        self.check_plaintexts(bfv.plaintext_modulus())?;
        self.check(a)?;
        Self::of_words(self.scheme.switch_to_residues(bfv, &a.inner, key)?, a)
    }

    /// The terms of the noise are those that it had, and a rounding times the secret.
    fn of_residues(&self, inner: Ciphertext, a: &InResidues) -> WordCiphertext<F> {
        let secrets = a.noise().secrets().max(1);
        WordCiphertext { inner, plaintext_modulus: self.plaintext_modulus.clone(), secrets }
    }

    fn of_words(found: InResidues, a: &WordCiphertext<F>) -> Result<InResidues, WordBfvError> {
        let (level, log2_variance) = (found.level(), found.noise().log2_variance());
        // Beside the secret there are as many factors of noise as the others have it.
        let factors = a.secrets.saturating_sub(1) as usize;
        Ok(found.with_noise(Noise::colored(level, log2_variance, factors, 0.0))?)
    }
}
