//! The evaluator that keeps scales and levels by itself.
//!
//! Every level has one exact scale, [`Parameters::scale`](crate::Parameters::scale). A ciphertext
//! has it, or, as a product that is not rescaled yet, its square. Products rescale their operands
//! first, so that sums of products are rescaled once; operands of different levels meet at the
//! lower one.

use crate::{Ciphertext, Ckks, CkksError, Complex64, LinearTransform, Scale};
use papilio_fhe::rlwe::{GaloisKeys, RelinearizationKey};
use papilio_ring::{Cpu, Engine};
use std::borrow::Cow;

/// Operations on ciphertexts of any levels.
#[derive(Clone, Copy, Debug)]
pub struct Automatic<'a, E: Engine = Cpu> {
    ckks: &'a Ckks,
    relinearization: Option<&'a RelinearizationKey<E>>,
    rotations: Option<&'a GaloisKeys<E>>,
}

/// The power of its level's scale that a ciphertext has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    /// The scale itself.
    First,
    /// Its square: a product before rescaling.
    Second,
}

impl Ckks {
    /// The evaluator that rescales by itself: without keys, for sums and products with constants
    /// and vectors.
    #[must_use]
    pub fn automatic<E: Engine>(&self) -> Automatic<'_, E> {
        Automatic { ckks: self, relinearization: None, rotations: None }
    }
}

impl<'a, E: Engine> Automatic<'a, E> {
    /// The same with a key for products of ciphertexts.
    #[must_use]
    pub fn with_relinearization(self, key: &'a RelinearizationKey<E>) -> Self {
        Self { relinearization: Some(key), ..self }
    }

    /// The same with keys for rotations and conjugates.
    #[must_use]
    pub fn with_rotations(self, keys: &'a GaloisKeys<E>) -> Self {
        Self { rotations: Some(keys), ..self }
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> &'a Ckks {
        self.ckks
    }

    /// The key for products.
    ///
    /// # Errors
    /// [`CkksError::NoKey`] without one.
    pub fn relinearization(&self) -> Result<&'a RelinearizationKey<E>, CkksError> {
        self.relinearization
            .ok_or(CkksError::NoKey("products of ciphertexts need a relinearization key: give it by `with_relinearization`"))
    }

    /// The keys for rotations.
    ///
    /// # Errors
    /// [`CkksError::NoKey`] without them.
    pub fn rotations(&self) -> Result<&'a GaloisKeys<E>, CkksError> {
        self.rotations.ok_or(CkksError::NoKey("rotations and conjugates need Galois keys: give them by `with_rotations`"))
    }

    fn scale(&self, levels: usize) -> Scale {
        self.ckks.parameters().scale(levels)
    }

    fn squared(&self, levels: usize) -> Scale {
        self.scale(levels) * self.scale(levels)
    }

    fn power(&self, a: &Ciphertext<2, E>) -> Result<Power, CkksError> {
        self.ckks.rlwe().check_context(a.inner())?;
        let levels = self.ckks.levels_left(a);
        let bits = self.ckks.parameters().literal().log_scale - SLACK_BITS;
        match (a.scale().agrees(self.scale(levels), bits), a.scale().agrees(self.squared(levels), bits)) {
            (true, _) => Ok(Power::First),
            (_, true) => Ok(Power::Second),
            _ => Err(CkksError::AutomaticScale { found: a.scale(), expected: self.scale(levels), levels, bits }),
        }
    }

    /// The ciphertext with the scale of its level: rescaled, if it is a product.
    ///
    /// # Errors
    /// [`CkksError::AutomaticScale`] for a ciphertext of another scale; [`CkksError::NoLevel`];
    /// [`papilio_fhe::rlwe::FheError::Context`].
    pub fn rescaled(&self, a: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        self.first_power(a).map(Cow::into_owned)
    }

    /// [`Self::rescaled`] without a copy of what has the scale of its level.
    pub(crate) fn first_power<'c>(&self, a: &'c Ciphertext<2, E>) -> Result<Cow<'c, Ciphertext<2, E>>, CkksError> {
        if self.power(a)? == Power::First {
            return Ok(Cow::Borrowed(a));
        }
        self.ckks.rescale(a).map(Cow::Owned)
    }

    /// The ciphertext at a level that is not above its own, with the scale of that level.
    pub(crate) fn at_level<'c>(&self, a: &'c Ciphertext<2, E>, levels: usize) -> Result<Cow<'c, Ciphertext<2, E>>, CkksError> {
        self.brought(a, levels, Power::First)
    }

    /// The ciphertext at a level and power that it can be brought to.
    fn brought<'c>(
        &self,
        a: &'c Ciphertext<2, E>,
        levels: usize,
        power: Power,
    ) -> Result<Cow<'c, Ciphertext<2, E>>, CkksError> {
        if (self.ckks.levels_left(a), self.power(a)?) == (levels, power) {
            return Ok(Cow::Borrowed(a));
        }
        let mut a = self.rescaled(a)?;
        match power {
            Power::First if self.ckks.levels_left(&a) == levels => {}
            Power::First => {
                self.ckks.drop_level_assign(&mut a, levels + 1)?;
                self.ckks.set_scale_assign(&mut a, self.scale(levels))?;
            }
            Power::Second => {
                self.ckks.drop_level_assign(&mut a, levels)?;
                let factor = self.squared(levels) / a.scale();
                self.ckks.mul_constant_assign(&mut a, 1.0, factor)?;
            }
        }
        Ok(Cow::Owned(a))
    }

    /// Both at the level of the lower one, and at a power that both can have.
    fn aligned<'c>(
        &self,
        a: &'c Ciphertext<2, E>,
        b: &'c Ciphertext<2, E>,
    ) -> Result<[Cow<'c, Ciphertext<2, E>>; 2], CkksError> {
        let powers = [self.power(a)?, self.power(b)?];
        let levels = [a, b].map(|x| self.ckks.levels_left(x));
        let least = levels[0].min(levels[1]);
        let second = (0..2).any(|i| levels[i] == least && powers[i] == Power::Second);
        let power = if second { Power::Second } else { Power::First };
        Ok([self.brought(a, least, power)?, self.brought(b, least, power)?])
    }

    /// `a + b`.
    ///
    /// # Errors
    /// [`CkksError::AutomaticScale`] for a ciphertext that is of no level's scale; the errors of
    /// [`Ckks::add_assign`].
    pub fn add(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let [a, b] = self.aligned(a, b)?;
        let mut sum = a.into_owned();
        self.ckks.add_assign(&mut sum, &b)?;
        Ok(sum)
    }

    /// `a − b`.
    ///
    /// # Errors
    /// The errors of [`Self::add`].
    pub fn sub(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let [a, b] = self.aligned(a, b)?;
        let mut difference = a.into_owned();
        self.ckks.sub_assign(&mut difference, &b)?;
        Ok(difference)
    }

    /// `a + c` in every slot.
    ///
    /// # Errors
    /// The errors of [`Ckks::add_constant_assign`].
    pub fn add_constant(&self, a: &Ciphertext<2, E>, c: impl Into<Complex64>) -> Result<Ciphertext<2, E>, CkksError> {
        let mut sum = a.clone();
        self.ckks.add_constant_assign(&mut sum, c)?;
        Ok(sum)
    }

    /// `a + v`, slot by slot. Where a level is of two primes, a product is rescaled first: no
    /// encoding has the bits of the square of such a scale.
    ///
    /// # Errors
    /// The errors of [`Ckks::encode_at`] and [`Ckks::add_plain_assign`].
    pub fn add_values(&self, a: &Ciphertext<2, E>, values: &[Complex64]) -> Result<Ciphertext<2, E>, CkksError> {
        let is_wide = self.ckks.parameters().literal().log_scale > 50;
        let mut sum = if is_wide { self.rescaled(a)? } else { a.clone() };
        let plaintext = self.ckks.encode_at(values, sum.level(), sum.scale(), sum.log_slots())?;
        self.ckks.add_plain_assign(&mut sum, &plaintext)?;
        Ok(sum)
    }

    /// `a·b`, relinearized, before rescaling.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`] when no level is left; [`CkksError::NoKey`]; the errors of
    /// [`Ckks::multiply_relinearize`].
    pub fn mul(&self, a: &Ciphertext<2, E>, b: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let key = self.relinearization()?;
        let [a, b] = [self.factor(a)?, self.factor(b)?];
        let least = self.ckks.levels_left(&a).min(self.ckks.levels_left(&b));
        let [a, b] = [self.brought(&a, least, Power::First)?, self.brought(&b, least, Power::First)?];
        self.ckks.multiply_relinearize(&a, &b, key)
    }

    /// `a²`, relinearized, before rescaling.
    ///
    /// # Errors
    /// The errors of [`Self::mul`].
    pub fn square(&self, a: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let key = self.relinearization()?;
        self.ckks.relinearize(&self.ckks.square(&*self.factor(a)?)?, key)
    }

    /// `c·a`. For a constant whose parts are integers it costs no level.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`]; the errors of [`Ckks::mul_constant_assign`].
    pub fn mul_constant(&self, a: &Ciphertext<2, E>, c: impl Into<Complex64>) -> Result<Ciphertext<2, E>, CkksError> {
        let c = c.into();
        let whole = c.re.fract() == 0.0 && c.im.fract() == 0.0;
        let mut product = if whole { a.clone() } else { self.factor(a)?.into_owned() };
        let scale = if whole { Scale::ONE } else { self.scale(self.ckks.levels_left(&product)) };
        self.ckks.mul_constant_assign(&mut product, c, scale)?;
        Ok(product)
    }

    /// `v·a`, slot by slot, before rescaling.
    ///
    /// # Errors
    /// [`CkksError::NoLevel`]; the errors of [`Ckks::encode_at`] and [`Ckks::mul_plain_assign`].
    pub fn mul_values(&self, a: &Ciphertext<2, E>, values: &[Complex64]) -> Result<Ciphertext<2, E>, CkksError> {
        let mut product = self.factor(a)?.into_owned();
        let scale = self.scale(self.ckks.levels_left(&product));
        let plaintext = self.ckks.encode_at(values, product.level(), scale, a.log_slots())?;
        let factor = self.ckks.prepare(&plaintext)?.into_place_of(&product);
        self.ckks.mul_plain_assign(&mut product, &factor)?;
        Ok(product)
    }

    /// `Σ c·x + constant`, before rescaling: one level.
    ///
    /// # Errors
    /// [`CkksError::NoTerms`]; [`CkksError::NoLevel`]; the errors of
    /// [`Ckks::mul_constant_assign`].
    pub fn linear_combination(
        &self,
        terms: &[(Complex64, &Ciphertext<2, E>)],
        constant: Complex64,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let factors = terms.iter().map(|(c, x)| Ok((*c, self.factor(x)?))).collect::<Result<Vec<_>, CkksError>>()?;
        let least = factors.iter().map(|(_, x)| self.ckks.levels_left(x)).min();
        let least = least.ok_or(CkksError::NoTerms)?;
        let real = factors.iter().all(|(c, _)| c.im == 0.0);
        let mut sum = if real {
            self.multiples(&factors.iter().map(|(c, x)| (c.re, &**x)).collect::<Vec<_>>(), least)?
        } else {
            self.complex_multiples(factors, least)?
        };
        if constant != Complex64::ZERO {
            self.ckks.add_constant_assign(&mut sum, constant)?;
        }
        Ok(sum)
    }

    /// `Σ c·x` at a level, before rescaling.
    pub(crate) fn multiples(&self, terms: &[(f64, &Ciphertext<2, E>)], levels: usize) -> Result<Ciphertext<2, E>, CkksError> {
        let (_, first) = terms.first().ok_or(CkksError::NoTerms)?;
        let mut sum = self.ckks.zero_beside(self.ckks.parameters().limbs_of(levels), self.squared(levels), first)?;
        self.ckks.add_multiples_assign(&mut sum, terms)?;
        Ok(sum)
    }

    fn complex_multiples(
        &self,
        terms: Vec<(Complex64, Cow<'_, Ciphertext<2, E>>)>,
        levels: usize,
    ) -> Result<Ciphertext<2, E>, CkksError> {
        let mut sum: Option<Ciphertext<2, E>> = None;
        for (c, x) in terms {
            let mut x = x.into_owned();
            self.ckks.drop_level_assign(&mut x, levels)?;
            let scale = self.squared(levels) / x.scale();
            self.ckks.mul_constant_assign(&mut x, c, scale)?;
            match &mut sum {
                Some(sum) => self.ckks.add_assign(sum, &x)?,
                None => sum = Some(x),
            }
        }
        sum.ok_or(CkksError::NoTerms)
    }

    /// A matrix times the slots, at the level of its diagonals, to which a ciphertext above is
    /// brought.
    ///
    /// # Errors
    /// [`CkksError::NoKey`]; the errors of [`LinearTransform::apply`].
    pub fn linear_transform(&self, matrix: &LinearTransform<E>, a: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        let a = self.factor(a)?;
        let levels = self.ckks.levels_left(&a).min(matrix.levels(self.ckks));
        matrix.apply(self.ckks, &*self.at_level(&a, levels)?, self.rotations()?)
    }

    /// The slots rotated to the left by `steps`.
    ///
    /// # Errors
    /// [`CkksError::NoKey`]; the errors of [`Ckks::rotate`].
    pub fn rotate(&self, a: &Ciphertext<2, E>, steps: i64) -> Result<Ciphertext<2, E>, CkksError> {
        self.ckks.rotate(a, steps, self.rotations()?)
    }

    /// The complex conjugate of every slot.
    ///
    /// # Errors
    /// [`CkksError::NoKey`]; the errors of [`Ckks::conjugate`].
    pub fn conjugate(&self, a: &Ciphertext<2, E>) -> Result<Ciphertext<2, E>, CkksError> {
        self.ckks.conjugate(a, self.rotations()?)
    }

    /// The sums over `count` neighboring slots.
    ///
    /// # Errors
    /// [`CkksError::NoKey`]; the errors of [`Ckks::inner_sum`].
    pub fn inner_sum(&self, a: &Ciphertext<2, E>, count: usize) -> Result<Ciphertext<2, E>, CkksError> {
        self.ckks.inner_sum(&*self.first_power(a)?, count, self.rotations()?)
    }

    /// A factor of a product: rescaled, with a level left.
    pub(crate) fn factor<'c>(&self, a: &'c Ciphertext<2, E>) -> Result<Cow<'c, Ciphertext<2, E>>, CkksError> {
        let a = self.first_power(a)?;
        match self.ckks.levels_left(&a) {
            0 => Err(CkksError::NoLevel { levels: 0, needed: 1, scale: a.scale() }),
            _ => Ok(a),
        }
    }
}

/// Bits by which scales may be apart more than those of summands: each of the roundings of a
/// constant on the way to a level is half a unit of the scale.
const SLACK_BITS: u32 = 3;
