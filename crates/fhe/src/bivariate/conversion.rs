//! Ciphertexts in words from ciphertexts in residues, and the other way.
//!
//! Both are pairs with the phase `c_0 + c_1·s`, in units of `1/Q` or on the torus, and the secret
//! of a seed is the same polynomial. So each part can be converted by itself, without a key: the
//! rounding of the second is multiplied by the secret. A change of secret converts besides: rows of
//! its key are in the one representation, and the digits that they multiply are of the other.

use super::key::{integers, sample};
use super::noise::log2_total;
use super::{Bivariate, BivariateError, Ciphertext, SecretKey};
use crate::noise::Noise;
use crate::rlwe::keyswitch::zero_row;
use crate::rlwe::{self, FheError, KeyId, Rlwe};
use crate::seeds;
use papilio_ring::bivariate::{DigitMatrix, DigitPlan, DigitTransforms, DigitWords, TorusPoly, WORD_BITS};
use papilio_ring::gadget::{Gadget, RowBlocks};
use papilio_ring::sample::{ERROR_VARIANCE, TERNARY_VARIANCE};
use papilio_ring::{Coefficient, Poly, TorusWords, half_product};
use rand_core::CryptoRng;

/// Words of a digit of a row.
const ROW_WORDS: usize = 4;
/// Primes of a block of a row.
const BLOCK: usize = 4;

/// A key from a secret of a scheme in residues to one in words, of the same seed or another: it
/// takes ciphertexts of any level to words.
#[derive(Clone, Debug)]
pub struct ResiduesToWordsKey {
    contexts: Contexts,
    transforms: DigitTransforms,
    matrix: DigitMatrix,
    /// `log2` of the variance of products but for roundings.
    log2_variance: f64,
}

/// A key from a secret of a scheme in words to one in residues, of the same seed or another: it
/// takes ciphertexts in words to the first level.
#[derive(Debug)]
pub struct WordsToResiduesKey {
    contexts: Contexts,
    blocks: RowBlocks,
    matrix: DigitMatrix,
    /// `log2` of the variance of products in units of the last bit of residues, roundings included.
    log2_variance: f64,
}

/// The schemes and secrets of a key.
#[derive(Clone, Copy, Debug)]
struct Contexts {
    words: u64,
    residues: u64,
    from: KeyId,
    to: KeyId,
}

impl Contexts {
    fn new(words: &Bivariate, residues: &Rlwe, [from, to]: [KeyId; 2]) -> Self {
        Self { words: words.fingerprint(), residues: residues.parameters().fingerprint(), from, to }
    }

    /// Refuses operands of other schemes or another secret.
    fn check(&self, words: &Bivariate, residues: &Rlwe, from: KeyId) -> Result<(), BivariateError> {
        words.check_context(self.words)?;
        residues.check_key(self.residues)?;
        let error = BivariateError::Key { found: from, expected: self.from };
        from.common(self.from).map(|_| ()).map_err(|_| error)
    }
}

impl ResiduesToWordsKey {
    /// The key from one secret to another.
    ///
    /// Its rows are encryptions of `s·g_j/Q`, where `g_j` is 1 modulo the primes of digit `j` and 0
    /// modulo the others.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::PolynomialDegree`] for residues of another
    /// degree; [`BivariateError::Residues`] for a secret of other parameters, or without special
    /// primes; [`BivariateError::Plan`] for digits that are too great.
    pub fn generate(
        words: &Bivariate,
        residues: &Rlwe,
        (from, to): (&rlwe::SecretKey, &SecretKey),
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        words.check_context(to.context)?;
        let gadget = words.gadget(residues, from.context())?;
        let (degree, bits) = (words.degree(), words.literal().key_bits);
        let moduli = residues.parameters().basis();
        let (digits, digit_bits) = (gadget.digits(moduli.limbs()), greatest_digit(residues, gadget));
        let operand = (digit_bits / f64::from(WORD_BITS)).ceil() as usize;
        let plan = DigitPlan::certain(DigitWords { operand, row: ROW_WORDS }, degree, digits)?;
        let transforms = DigitTransforms::new(plan)?;
        let mut matrix = DigitMatrix::unspecified(&plan, digits, plan.row_digits(bits));
        let uniform = seeds::half_external_key_mask(seeds::fresh(rng));
        let secret = integers(degree, from.seed());
        for digit in 0..digits {
            let mask = TorusPoly::uniform(degree, bits, &uniform, digit as u32);
            let mut body = words.zero_body(to, &mask, rng);
            add_multiple(&mut body, &secret, &idempotent(residues, gadget, digit, bits));
            for (half, poly) in [body.publish(), mask].iter().enumerate() {
                matrix.set(digit, half, &transforms.prepare(poly));
            }
        }
        let contexts = Contexts::new(words, residues, [from.id(), to.id()]);
        let digit = 2.0 * digit_bits - 12f64.log2() + (digits as f64 * degree as f64).log2();
        Ok(Self { contexts, transforms, matrix, log2_variance: digit + Bivariate::fresh_variance(bits) })
    }
}

impl WordsToResiduesKey {
    /// The key from one secret to another.
    ///
    /// Its rows are encryptions modulo `P·Q` of `s·⌊P·Q/2^(iK)⌉`. The special primes are to have as
    /// many bits as a digit of words, or the noise of the key remains.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::PolynomialDegree`] for residues of another
    /// degree; [`BivariateError::Residues`] for a secret of other parameters, without special
    /// primes, or where digits are too great.
    pub fn generate(
        words: &Bivariate,
        residues: &Rlwe,
        (from, to): (&SecretKey, &rlwe::SecretKey),
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        words.check_context(from.context)?;
        let _ = words.gadget(residues, to.context())?;
        let (to_secret, gadget) = to.extended(residues)?;
        let (basis, k, rows) = (gadget.basis(), words.plan().bits(), words.rows());
        let block = BLOCK.min(basis.limbs());
        let blocks = RowBlocks::new(gadget, block, f64::from(k), rows).map_err(FheError::from)?;
        let mut matrix = blocks.matrix(gadget, rows);
        let secret = sample(words.degree(), from.seed()).to_evaluation(basis, basis.limbs());
        let seed = seeds::fresh(rng);
        for row in 0..rows {
            let [mut body, mask] = zero_row(gadget, (&seed, row), &to_secret, rng);
            let mut message = secret.clone();
            message.scale_assign(basis, &place(gadget, (row as u32 + 1) * k));
            body.add_assign(basis, &message);
            for (half, poly) in [body.publish(), mask].iter().enumerate() {
                matrix.set(row, half, &blocks.prepare(gadget, poly));
            }
        }
        let contexts = Contexts::new(words, residues, [from.id(), to.id()]);
        Ok(Self { contexts, blocks, matrix, log2_variance: row_variance(words, gadget) })
    }
}

impl Bivariate {
    /// A ciphertext in residues in words, to so many bits: each part by itself, without a key.
    ///
    /// # Errors
    /// [`BivariateError::Residues`] for a ciphertext of other parameters;
    /// [`BivariateError::PolynomialDegree`]; [`BivariateError::Bits`].
    pub fn from_residues(&self, residues: &Rlwe, a: &rlwe::Ciphertext, bits: u32) -> Result<Ciphertext, BivariateError> {
        residues.check_context(a)?;
        self.check_degree(residues.parameters().degree())?;
        self.check_bits(bits)?;
        let basis = residues.parameters().basis();
        let parts = a.parts().each_ref().map(|part| TorusPoly::of_residues(basis, part, bits));
        Ok(self.rounded(parts, (a.key(), torus_variance(residues, a))))
    }

    /// A ciphertext in words in residues of a level: each part by itself, without a key. The
    /// message is the same fraction: words do not know of a plaintext modulus, and a scheme of
    /// another one reads another message, which [`super::bfv::WordBfv::to_residues`] refuses.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::PolynomialDegree`];
    /// [`BivariateError::Residues`] for a level that there is not.
    pub fn to_residues(&self, residues: &Rlwe, a: &Ciphertext, level: usize) -> Result<rlwe::Ciphertext, BivariateError> {
        self.check_context(a.context)?;
        self.check_degree(residues.parameters().degree())?;
        residues.check_level(level)?;
        let basis = residues.parameters().basis();
        let parts = a.parts.each_ref().map(|part| part.to_residues(basis, level));
        let noise = log2_total(&[a.log2_variance + 2.0 * basis.log2(level), self.rounding_variance(0)]);
        Ok(residues.ciphertext(parts, a.key, Noise::normal(level, noise)))
    }

    /// A ciphertext in residues in words, to so many bits, under the other secret of a key.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Residues`]; [`BivariateError::Key`];
    /// [`BivariateError::Bits`].
    pub fn switch_from_residues(
        &self,
        residues: &Rlwe,
        a: &rlwe::Ciphertext,
        key: &ResiduesToWordsKey,
        bits: u32,
    ) -> Result<Ciphertext, BivariateError> {
        key.contexts.check(self, residues, a.key())?;
        residues.check_context(a)?;
        self.check_bits(bits)?;
        let gadget = residues.gadget(key.contexts.residues)?;
        let basis = residues.parameters().basis();
        let [body, mask] = a.parts();
        let body = TorusPoly::of_residues(basis, body, bits);
        let from = gadget.residues(gadget.special(), basis.limbs()).map_err(FheError::from)?;
        let to = TorusWords { transforms: &key.transforms, bits, row_digits: key.matrix.digits() };
        let parts = half_product((&from, &raised(residues, mask)), &key.matrix, &to, [Some(&body), None]);
        let rounding = Self::rounding(bits);
        let noise = log2_total(&[torus_variance(residues, a), key.log2_variance, rounding]);
        Ok(self.rounded(parts, (key.contexts.to, noise)))
    }

    /// A ciphertext in words in residues of the first level, under the other secret of a key.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::Residues`]; [`BivariateError::Key`].
    pub fn switch_to_residues(
        &self,
        residues: &Rlwe,
        a: &Ciphertext,
        key: &WordsToResiduesKey,
    ) -> Result<rlwe::Ciphertext, BivariateError> {
        key.contexts.check(self, residues, a.key)?;
        self.check_context(a.context)?;
        let gadget = residues.gadget(key.contexts.residues)?;
        let basis = residues.parameters().basis();
        let level = basis.limbs();
        let body = a.parts[0].to_residues(basis, level);
        let to = key.blocks.residues(gadget, level);
        let parts = half_product((&self.words(a.bits()), &a.parts[1]), &key.matrix, &to, [Some(&body), None]);
        let noise = log2_total(&[a.log2_variance + 2.0 * basis.log2(level), key.log2_variance]);
        Ok(residues.ciphertext(parts, key.contexts.to, Noise::normal(level, noise)))
    }

    /// The tables of key switching of residues of the same degree.
    fn gadget<'a>(&self, residues: &'a Rlwe, key: u64) -> Result<&'a Gadget, BivariateError> {
        self.check_degree(residues.parameters().degree())?;
        Ok(residues.gadget(key)?)
    }

    /// `log2` of the variance of rounding one polynomial to so many bits.
    fn rounding(bits: u32) -> f64 {
        -2.0 * f64::from(bits) - 12f64.log2()
    }
}

/// `log2` of a bound on the variance of the noise of a ciphertext in residues, on the torus.
fn torus_variance(residues: &Rlwe, a: &rlwe::Ciphertext) -> f64 {
    a.noise().log2_worst_variance(residues.parameters().degree()) - 2.0 * residues.parameters().basis().log2(a.level())
}

/// Bits of the greatest digit.
fn greatest_digit(residues: &Rlwe, gadget: &Gadget) -> f64 {
    let primes: Vec<f64> =
        residues.parameters().basis().moduli(residues.parameters().limbs()).map(|q| (q.value() as f64).log2()).collect();
    primes.chunks(gadget.special()).map(|digit| digit.iter().sum()).fold(0.0, f64::max)
}

/// `g_j/Q`, to so many bits, as the coefficient of a polynomial.
fn idempotent(residues: &Rlwe, gadget: &Gadget, digit: usize, bits: u32) -> TorusPoly {
    let basis = residues.parameters().basis();
    let own = gadget.special() * digit..gadget.special() * (digit + 1);
    let mut poly = Poly::<Coefficient>::zero(basis, basis.limbs());
    poly.limbs_mut().enumerate().for_each(|(i, limb)| limb[0] = u64::from(own.contains(&i)));
    TorusPoly::of_residues(basis, &poly, bits)
}

/// Adds integers times the first coefficient of a polynomial of as many bits.
fn add_multiple(to: &mut TorusPoly, integers: &[i64], constant: &TorusPoly) {
    for row in 0..constant.rows() {
        // The last word may have fewer bits.
        let place = (WORD_BITS * (row as u32 + 1)).min(constant.bits());
        let word = (constant.row(row)[0] >> (WORD_BITS * (row as u32 + 1) - place)) as i64;
        to.add_integers(integers.iter().map(|x| x * word), place);
    }
}

/// `⌊P·Q/2^place⌉` modulo the primes of a gadget.
fn place(gadget: &Gadget, place: u32) -> Vec<u64> {
    let basis = gadget.basis();
    let mut unit = TorusPoly::zero(basis.degree(), place);
    unit.add_integers((0..basis.degree()).map(|i| i64::from(i == 0)), place);
    let constant = unit.to_residues(basis, basis.limbs());
    (0..basis.limbs()).map(|i| constant.limb(i)[0]).collect()
}

/// A polynomial of a level times what it lacks of `Q`: the same fraction of `Q`.
fn raised(residues: &Rlwe, x: &Poly<Coefficient>) -> Poly<Coefficient> {
    let basis = residues.parameters().basis();
    let lacking: Vec<u64> = basis.moduli(basis.limbs()).skip(x.level()).map(papilio_field::Modulus::value).collect();
    let mut raised = Poly::zero(basis, basis.limbs());
    for (i, (limb, plan)) in raised.limbs_mut().zip(basis.plans()).enumerate().take(x.level()) {
        let m = plan.modulus();
        limb.copy_from_slice(x.limb(i));
        let factor = lacking.iter().fold(1, |product, &q| m.mul(product, m.reduce(q)));
        plan.kernel().scale(m, limb, factor);
    }
    raised
}

/// `log2` of the variance of a product of the digits of words with rows in residues: errors and the
/// rounding of the places times digits, over `P`, and the roundings of both parts.
fn row_variance(words: &Bivariate, gadget: &Gadget) -> f64 {
    let n = words.degree() as f64;
    let special: f64 = gadget.basis().moduli(gadget.special()).map(|q| (q.value() as f64).log2()).sum();
    let digits = 2.0 * f64::from(words.plan().bits()) - 12f64.log2() + (words.rows() as f64 * n).log2() - 2.0 * special;
    let row = (ERROR_VARIANCE + TERNARY_VARIANCE / 12.0).log2();
    // The body is rounded when it is converted, and both parts when `P` is divided away.
    let roundings = words.rounding_variance(0);
    log2_total(&[digits + row, roundings, Bivariate::rounding(0)])
}

#[cfg(test)]
mod tests;
