//! Keys.

use super::{Bivariate, BivariateError};
use crate::rlwe::KeyId;
use crate::seeds;
use papilio_ring::bivariate::DigitMatrix;
use papilio_ring::sample::{Seed, ShortPoly};
use papilio_ring::{Coefficient, Evaluation, Poly, PooledVec};
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A uniform ternary secret, remembered as the seed it is drawn from; erased when dropped, never
/// printed.
pub struct SecretKey {
    seed: Seed,
    pub(super) context: u64,
    pub(super) id: KeyId,
    /// Modulo the primes of digits; erases itself.
    pub(super) values: Poly<Evaluation>,
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.seed.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl core::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

/// Coefficients of a secret polynomial.
pub(super) type SecretIntegers = Zeroizing<Vec<i64>>;

impl SecretKey {
    /// A new secret.
    pub fn generate(scheme: &Bivariate, rng: &mut impl CryptoRng) -> Self {
        let mut seed = Zeroizing::new(Seed::default());
        rng.fill_bytes(&mut *seed);
        Self::from_seed(scheme, &seed)
    }

    /// The secret of a seed: of one degree the same polynomial, under the same identity, as that of
    /// [`crate::rlwe::SecretKey::from_seed`]. The seed serves nothing else.
    #[must_use]
    pub fn from_seed(scheme: &Bivariate, seed: &Seed) -> Self {
        let values = scheme.values(&sample(scheme.degree(), seed));
        Self { seed: *seed, context: scheme.fingerprint(), id: KeyId::of(seed), values }
    }

    /// The identity that tells this key, and ciphertexts under it, from others.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// The seed: the secret itself, to be stored with care.
    #[must_use]
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The image of the secret under the inverse of `X ↦ X^exponent`, under the identity of the
    /// secret.
    pub(super) fn before(&self, scheme: &Bivariate, exponent: usize) -> Self {
        let automorphism = papilio_ring::Automorphism::new(scheme.degree(), exponent);
        let values = automorphism.inverse().apply(scheme.transforms().basis(), &self.values);
        // Its seed is that of the secret, of which it is an image.
        Self { seed: self.seed, context: self.context, id: self.id, values }
    }

    pub(super) fn integers(&self, scheme: &Bivariate) -> SecretIntegers {
        integers(scheme.degree(), &self.seed)
    }
}

/// The secret of a seed, the same in every scheme of a degree.
pub(super) fn sample(degree: usize, seed: &Seed) -> ShortPoly {
    ShortPoly::ternary(degree, &mut seeds::secret_generator(seed))
}

/// Its coefficients.
pub(super) fn integers(degree: usize, seed: &Seed) -> SecretIntegers {
    let shifted = sample(degree, seed);
    Zeroizing::new(shifted.words().iter().map(|&word| word as i64 - ShortPoly::SHIFT as i64).collect())
}

/// Encryptions under one secret of `A·2^(−iK)` for a polynomial `A` of integers and each digit `i`
/// of a ciphertext (*HTRGSW*): it takes a public torus polynomial to an encryption of `A` times it.
///
/// It is prepared, in transforms; [`super::SeededHalfExternalKey`] is the form that is made and
/// sent.
#[derive(Clone, Debug)]
pub struct HalfExternalKey {
    pub(super) context: u64,
    pub(super) purpose: Purpose,
    /// The key of its products.
    pub(super) to: KeyId,
    pub(super) matrix: DigitMatrix,
}

/// `log2` of the greatest sum of magnitudes of an [`ExternalKey`].
const LOG2_MOST: u32 = 40;
/// Bits of what is added to integers so that they are not below zero.
const SHIFT_BITS: u32 = LOG2_MOST + 1;

/// The operation that a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Masks of ciphertexts under this key: `A` is its secret.
    Switch(KeyId),
    /// The masks of ciphertexts whose image under `X ↦ X^g` is sought: `A` is the secret, and
    /// products are under its image under the inverse.
    Automorphism(usize),
    /// The third part of a product: `A` is the square of the secret.
    Relinearization,
    /// Parts of ciphertexts: a half of an [`ExternalKey`].
    External,
}

impl Purpose {
    /// The refusal of a key for another operation.
    pub(super) fn other_than(self, expected: &'static str) -> BivariateError {
        let found = match self {
            Self::Switch(_) => "a change of secret",
            Self::Automorphism(_) => "an automorphism",
            Self::Relinearization => "relinearization",
            Self::External => "external products",
        };
        BivariateError::Purpose { found, expected }
    }
}

impl HalfExternalKey {
    /// The key that results are under.
    #[must_use]
    pub fn to(&self) -> KeyId {
        self.to
    }
}

/// Encryptions of a polynomial `A` of integers and of `A` times the secret (*TRGSW*), each as a
/// [`HalfExternalKey`]: it takes an encryption of a message to one of `A` times it.
#[derive(Clone, Debug)]
pub struct ExternalKey {
    /// The key of `A`, for `b`, and the one of `A·s`, for `a`.
    pub(super) halves: [HalfExternalKey; 2],
    /// `log2` of the sum of the squares of the coefficients of `A`.
    pub(super) log2_square: f64,
    /// `log2` of the sum of their magnitudes.
    pub(super) log2_total: f64,
}

impl ExternalKey {
    /// The key of integers, one for each coefficient, whose magnitudes add up to at most `2^40`.
    /// How great they are altogether is not secret: the noise of products tells it.
    ///
    /// # Errors
    /// [`BivariateError::Context`]; [`BivariateError::PolynomialDegree`];
    /// [`BivariateError::Integers`].
    pub fn generate(
        scheme: &Bivariate,
        secret: &SecretKey,
        integers: &[i64],
        rng: &mut impl CryptoRng,
    ) -> Result<Self, BivariateError> {
        scheme.check_context(secret.context)?;
        scheme.check_degree(integers.len())?;
        let sum: u128 = integers.iter().map(|x| u128::from(x.unsigned_abs())).sum();
        if sum > 1 << LOG2_MOST {
            return Err(BivariateError::Integers { sum, log2_most: LOG2_MOST });
        }
        let times_secret = scheme.product_of_integers(&scheme.values_of(integers), &secret.values);
        let mut half = |integers: &[i64]| HalfExternalKey::generate(scheme, (integers, Purpose::External), secret, rng);
        let log2_square = integers.iter().map(|&x| (x as f64).powi(2)).sum::<f64>().log2();
        let log2_total = (sum as f64).log2();
        Ok(Self { halves: [half(integers)?, half(&times_secret)?], log2_square, log2_total })
    }
}

impl Bivariate {
    /// An exponent modulo `2N`, if it is odd.
    pub(super) fn exponent(&self, exponent: usize) -> Result<usize, BivariateError> {
        if exponent.is_multiple_of(2) {
            Err(BivariateError::EvenExponent(exponent))
        } else {
            Ok(exponent % (2 * self.degree()))
        }
    }

    fn values(&self, small: &ShortPoly) -> Poly<Evaluation> {
        let basis = self.transforms().basis();
        small.to_evaluation(basis, basis.limbs())
    }

    /// Secret integers, of magnitudes up to `2^LOG2_MOST`, modulo the primes of digits.
    fn values_of(&self, integers: &[i64]) -> Poly<Evaluation> {
        let basis = self.transforms().basis();
        let mut shifted = PooledVec::secret(basis.degree());
        shifted.iter_mut().zip(integers).for_each(|(to, x)| *to = x.wrapping_add(1 << SHIFT_BITS) as u64);
        let mut poly = Poly::<Coefficient>::secret(basis, basis.limbs());
        for (limb, plan) in poly.limbs_mut().zip(basis.plans()) {
            let m = plan.modulus();
            plan.kernel().shift_reduce_into(m, &shifted, limb, m.neg(m.reduce(1 << SHIFT_BITS)));
        }
        poly.into_evaluation(basis)
    }

    /// The product of two polynomials of integers that is below `2^47` in magnitude.
    pub(super) fn product_of_integers(&self, a: &Poly<Evaluation>, b: &Poly<Evaluation>) -> SecretIntegers {
        let basis = self.transforms().basis().range(0..1);
        let plan = &basis.plans()[0];
        let q = plan.modulus().value();
        let mut row = PooledVec::secret(basis.degree());
        row.copy_from_slice(a.limb(0));
        plan.kernel().multiply(plan.modulus(), &mut row, b.limb(0));
        plan.inverse(&mut row);
        // Without a branch: q is taken from residues of its upper half.
        let centered = |&x: &u64| x as i64 - ((q / 2).wrapping_sub(x) >> 63) as i64 * q as i64;
        Zeroizing::new(row.iter().map(centered).collect())
    }
}
