//! Products of the digits of polynomials with keys.

use crate::device::Device;
use crate::driver::{self, DigitForm, Direction, Limbs, PointwiseConstant};
use crate::value_quotient::{Gone, ValueQuotient};
use crate::{Basis, Conversion, DeviceWords, EngineError, Gpu};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ring::gadget::{self, GadgetMatrix, Lift};

/// A [`papilio_ring::gadget::Gadget`] at one level, on a device: products of digits with keys,
/// whose words are those of the host.
#[derive(Debug)]
pub struct Gadget {
    gpu: Gpu,
    /// The special primes, and those of the level.
    basis: Basis,
    special: usize,
    /// The primes of each digit in the basis, and how it comes to the others.
    digits: Vec<(Range<usize>, Conversion)>,
    /// `⌊x/P⌉`, of coefficients and of values.
    quotient: Conversion,
    value_quotient: ValueQuotient,
    fingerprint: u64,
}

/// A key on a device: [`GadgetMatrix`], limb after limb.
#[derive(Debug)]
pub struct Key {
    words: DeviceWords,
    limbs: usize,
    /// [`gadget::Gadget::fingerprint`] of what it is for.
    fingerprint: u64,
}

impl Key {
    /// A copy of the rows of a key of evaluation. They are public.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    ///
    /// # Panics
    /// The matrix has not the words of this gadget.
    pub fn new(gpu: &Gpu, of: &gadget::Gadget, matrix: &GadgetMatrix) -> Result<Self, EngineError> {
        let (limbs, degree) = (of.basis().limbs(), of.basis().degree());
        let digits = of.digits(limbs - of.special());
        let expected = 2 * digits * limbs * degree;
        assert_eq!((matrix.digits(), matrix.words()), (digits, expected), "digits and words of a key of this gadget");
        let mut words = Vec::with_capacity(expected);
        for half in 0..2 {
            for digit in 0..digits {
                (0..limbs).for_each(|prime| words.extend(matrix.half(prime, digit, half).flatten()));
            }
        }
        Ok(Self { words: DeviceWords::upload(gpu, &words)?, limbs, fingerprint: of.fingerprint() })
    }
}

impl Key {
    /// The key, where it is on a device; otherwise the error that names both.
    pub(crate) fn on(&self, gpu: &Gpu) -> Result<&Self, EngineError> {
        self.words.on(gpu).map(|_| self)
    }
}

impl Gadget {
    /// Whether these are the tables of a level on a device.
    pub(crate) fn is_of(&self, gpu: &Gpu, level: usize) -> bool {
        self.level() == level && self.basis.is_on(gpu)
    }

    /// The tables of a level: primes and twiddles are those of a basis of all its primes, the
    /// special ones first.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    ///
    /// # Panics
    /// There is no such level, or the basis has other primes or is on another device.
    pub fn new(gpu: &Gpu, of: &gadget::Gadget, basis: &Basis, level: usize) -> Result<Self, EngineError> {
        let special = of.special();
        let levels = of.basis().limbs() - special;
        assert!((1..=levels).contains(&level), "no level {level} of {levels}");
        let same = basis.degree() == of.basis().degree() && basis.moduli().iter().eq(of.basis().moduli(of.basis().limbs()));
        assert!(same, "a basis of other primes than those of the gadget");
        Device::assert_same([gpu.device(), basis.tables().device()], ["a gadget", "a basis"]);
        let primes: Vec<Modulus> = of.basis().moduli(special + level).copied().collect();
        let digit = |(own, lift): (Range<usize>, &Lift)| {
            let others: Vec<_> = (0..primes.len()).filter(|prime| !own.contains(prime)).collect();
            let from = Limbs { all: level, used: own.clone().map(|prime| prime - special).collect() };
            let to = Limbs { all: primes.len(), used: others };
            let conversion = match lift {
                Lift::Extend(converter) => Conversion::between(gpu, converter, [&to, &from, &to]),
                Lift::Shift { .. } => {
                    let targets: Vec<_> = to.used.iter().map(|&prime| primes[prime]).collect();
                    Conversion::of_one(gpu, &primes[own.start], &targets, [&to, &from])
                }
            };
            Ok::<_, EngineError>((own, conversion?))
        };
        // From the special limbs of a sum to the others, whose residues are in the same sum.
        let sum = |used| Limbs { all: primes.len(), used };
        let [outer, inner] = [0..special, special..primes.len()].map(|range| sum(range.collect()));
        Ok(Self {
            gpu: gpu.clone(),
            basis: basis.range(0..primes.len()),
            special,
            digits: of.lifts_of_digits(level).map(digit).collect::<Result<_, _>>()?,
            fingerprint: of.fingerprint(),
            quotient: Conversion::between(gpu, of.quotient(level), [&Limbs::whole(level), &outer, &inner])?,
            value_quotient: {
                let bases = [0..special, special..primes.len()].map(|range| basis.range(range));
                ValueQuotient::new(gpu, of.value_quotient(level), bases)?
            },
        })
    }

    /// The special primes, and those of the level.
    pub(crate) fn basis(&self) -> &Basis {
        &self.basis
    }

    /// Primes of the polynomials.
    #[must_use]
    pub fn level(&self) -> usize {
        self.basis.limbs() - self.special
    }

    /// The digits of a polynomial modulo all primes, in evaluation form: one polynomial each.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    ///
    /// # Panics
    /// The words are not one polynomial of the level, of coefficients.
    pub fn decompose(&self, c: &DeviceWords) -> Result<DeviceWords, EngineError> {
        let mut digits = self.digits(c)?;
        digits.forward(&self.basis);
        Ok(digits)
    }

    /// The digits of a polynomial modulo all primes, as coefficients.
    fn digits(&self, c: &DeviceWords) -> Result<DeviceWords, EngineError> {
        let (n, polynomial) = (self.basis.degree(), self.basis.degree() * self.basis.limbs());
        assert_eq!(c.len(), n * self.level(), "words of a polynomial of {} limbs", self.level());
        let mut digits = DeviceWords::unspecified(&self.gpu, self.digits.len() * polynomial)?;
        for (i, (own, lift)) in self.digits.iter().enumerate() {
            let (to, first) = (digits.memory_mut(), i * polynomial);
            driver::convert(lift.tables(), (n, 1), (&mut *to, first), c.place(0), None, None);
            driver::copy(to, first + own.start * n, c.place((own.start - self.special) * n), own.len() * n);
        }
        Ok(digits)
    }

    /// [`papilio_ring::gadget::Gadget::product`] of coefficients.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    ///
    /// # Panics
    /// The polynomials are not those of the level, or the key is of another gadget.
    pub fn product(
        &self,
        c: &DeviceWords,
        key: &Key,
        plus: [Option<&DeviceWords>; 2],
    ) -> Result<[DeviceWords; 2], EngineError> {
        self.halves_divided(self.sums_of_digits(c, key, plus, self.basis.limbs())?, plus)
    }

    /// [`Self::product`] of digits, to which many keys can be applied.
    ///
    /// # Errors
    /// The same as those of [`Self::product`].
    ///
    /// # Panics
    /// The same as those of [`Self::product`].
    pub fn product_decomposed(
        &self,
        digits: &DeviceWords,
        key: &Key,
        plus: [Option<&DeviceWords>; 2],
    ) -> Result<[DeviceWords; 2], EngineError> {
        self.halves_divided(self.sums_inverted((DigitForm::Values, digits), key, plus, self.basis.limbs())?, plus)
    }

    /// Both sums, of which the columns are to be inverted, divided by `P`.
    fn halves_divided(&self, mut sums: DeviceWords, plus: [Option<&DeviceWords>; 2]) -> Result<[DeviceWords; 2], EngineError> {
        sums.columns(Direction::Inverse, &self.basis);
        Ok([self.divided(&sums, 0, plus[0])?, self.divided(&sums, sums.len() / 2, plus[1])?])
    }

    /// `⌊x/P⌉` of coefficients modulo `P·Q` from a place on, plus a polynomial of the level.
    pub(crate) fn divided(
        &self,
        sums: &DeviceWords,
        first: usize,
        plus: Option<&DeviceWords>,
    ) -> Result<DeviceWords, EngineError> {
        let (n, x) = (self.basis.degree(), sums.place(first));
        let mut to = DeviceWords::unspecified(&self.gpu, n * self.level())?;
        let plus = plus.map(|plus| plus.place(0));
        driver::convert(self.quotient.tables(), (n, 1), (to.memory_mut(), 0), x, Some(x), plus);
        Ok(to)
    }

    /// [`Self::product`], in evaluation form, as what is added.
    ///
    /// # Errors
    /// The same as those of [`Self::product`].
    ///
    /// # Panics
    /// The same as those of [`Self::product`].
    pub fn values(&self, c: &DeviceWords, key: &Key, plus: [Option<&DeviceWords>; 2]) -> Result<[DeviceWords; 2], EngineError> {
        self.value_quotients(&self.sums_of_digits(c, key, plus, self.special)?, plus)
    }

    /// [`Self::product_decomposed`] in evaluation form, as what is added.
    ///
    /// # Errors
    /// The same as those of [`Self::product`].
    ///
    /// # Panics
    /// The same as those of [`Self::product`].
    pub fn values_decomposed(
        &self,
        digits: &DeviceWords,
        key: &Key,
        plus: [Option<&DeviceWords>; 2],
    ) -> Result<[DeviceWords; 2], EngineError> {
        self.value_quotients(&self.sums_inverted((DigitForm::Values, digits), key, plus, self.special)?, plus)
    }

    /// Both sums divided by `P`: values, but for the special limbs, of which the columns are to be
    /// inverted.
    fn value_quotients(&self, sums: &DeviceWords, plus: [Option<&DeviceWords>; 2]) -> Result<[DeviceWords; 2], EngineError> {
        let quotient = |first: usize, plus| {
            let [outer, inner] = [first, first + self.special * self.basis.degree()].map(|first| sums.place(first));
            self.value_quotient.apply((Gone::BeforeColumns, &[(outer, self.special)]), inner, plus)
        };
        Ok([quotient(0, plus[0])?, quotient(sums.len() / 2, plus[1])?])
    }

    /// [`Self::values`], divided by the last primes of the level in the same step.
    pub(crate) fn values_dropping(
        &self,
        c: &DeviceWords,
        key: &Key,
        plus: [Option<&DeviceWords>; 2],
        by: &ValueQuotient,
        kept: usize,
    ) -> Result<[DeviceWords; 2], EngineError> {
        let mut sums = self.sums_of_digits(c, key, plus, 0)?;
        let half = sums.len() / 2;
        for (i, plus) in plus.into_iter().enumerate() {
            // The division takes the factor away again.
            plus.into_iter().for_each(|plus| self.add_lifted(&mut sums, i * half, plus));
        }
        Ok([self.dropping(&sums, 0, (by, kept))?, self.dropping(&sums, half, (by, kept))?])
    }

    /// Adds `P·x` to values modulo `P·Q` from a place on.
    pub(crate) fn add_lifted(&self, sums: &mut DeviceWords, first: usize, x: &DeviceWords) {
        let product = |m: &Modulus| self.basis.moduli()[..self.special].iter().fold(1, |p, q| m.mul(p, m.reduce(q.value())));
        let factors: Vec<u64> = self.basis.moduli()[self.special..].iter().map(product).collect();
        let moduli = self.basis.range(self.special..self.basis.limbs());
        let (operation, to) = (PointwiseConstant::AddMultiple, (sums.memory_mut(), first + self.special * self.basis.degree()));
        driver::pointwise_constant(operation, moduli.tables(), to, Some(x.place(0)), [&factors; 2]);
    }

    /// The quotient of values modulo `P·Q` from a place on by `P` and the last primes of the level.
    pub(crate) fn dropping(
        &self,
        sums: &DeviceWords,
        first: usize,
        (by, kept): (&ValueQuotient, usize),
    ) -> Result<DeviceWords, EngineError> {
        let (n, inner) = (self.basis.degree(), first + self.special * self.basis.degree());
        let [outer, kept_values, dropped] = [first, inner, inner + n * kept].map(|first| sums.place(first));
        by.apply((Gone::Values, &[(outer, self.special), (dropped, self.level() - kept)]), kept_values, None)
    }

    /// The inner products of digits with both halves of a key.
    pub(crate) fn sums(&self, digits: &DeviceWords, key: &Key) -> Result<DeviceWords, EngineError> {
        self.check_digits(digits);
        let mut sums = self.unspecified_sums(key, [None; 2])?;
        driver::inner_products(self.basis.tables(), sums.memory_mut(), digits.memory(), (key.words.memory(), key.limbs));
        Ok(sums)
    }

    /// The same of the digits of a polynomial of coefficients, which are for these sums alone:
    /// their values are not written.
    pub(crate) fn sums_of_digits(
        &self,
        c: &DeviceWords,
        key: &Key,
        plus: [Option<&DeviceWords>; 2],
        inverted: usize,
    ) -> Result<DeviceWords, EngineError> {
        let mut digits = self.digits(c)?;
        digits.columns(Direction::Forward, &self.basis);
        self.sums_inverted((DigitForm::Columns, &digits), key, plus, inverted)
    }

    /// The same of digits of a form. The first limbs, `inverted` of them, are inverted but for
    /// their columns, and the others are values.
    fn sums_inverted(
        &self,
        (form, digits): (DigitForm, &DeviceWords),
        key: &Key,
        plus: [Option<&DeviceWords>; 2],
        inverted: usize,
    ) -> Result<DeviceWords, EngineError> {
        self.check_digits(digits);
        let mut sums = self.unspecified_sums(key, plus)?;
        let (tables, keys) = (self.basis.tables(), (key.words.memory(), key.limbs));
        driver::inner_products_inverted(tables, sums.memory_mut(), (form, digits.memory()), keys, inverted);
        Ok(sums)
    }

    fn check_digits(&self, digits: &DeviceWords) {
        let polynomial = self.basis.degree() * self.basis.limbs();
        assert_eq!(digits.len(), self.digits.len() * polynomial, "words of {} digits", self.digits.len());
    }

    /// Words for sums by a key of this gadget, which what is added will have the level of.
    fn unspecified_sums(&self, key: &Key, plus: [Option<&DeviceWords>; 2]) -> Result<DeviceWords, EngineError> {
        assert_eq!(key.fingerprint, self.fingerprint, "a key of another gadget");
        for plus in plus.iter().flatten() {
            let expected = self.basis.degree() * self.level();
            assert_eq!(plus.len(), expected, "words to add to a polynomial of {} limbs", self.level());
        }
        DeviceWords::unspecified(&self.gpu, 2 * self.basis.degree() * self.basis.limbs())
    }
}
