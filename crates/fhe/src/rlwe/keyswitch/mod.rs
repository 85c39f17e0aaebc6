//! Hybrid key switching: from a ciphertext under one secret to one under another, by a key that only their owner can make.
//!
//! The polynomial that multiplies the old secret is cut into digits, its residues modulo groups of primes of `Q`; a digit is
//! multiplied by an encryption of `P` times the old secret modulo `P·Q`, and the sum divided by `P`, which leaves little of the
//! noise of those products (C. Gentry, S. Halevi and N. Smart, ePrint 2012/099; digits of several primes: K. Han and D. Ki, ePrint
//! 2019/688). Special primes come first in the basis of keys, so that every level is a prefix of it.

mod digits;
mod key;

pub use digits::{Decomposition, Extended};
pub use key::{KeyBytesError, KeySwitchingKey};

use digits::Digit;
use papilio_ntt::Plan;
use papilio_ring::{BasisConverter, Coefficient, Evaluation, Poly, RnsBasis, RnsBasisError};
use std::borrow::Cow;

/// The tables of key switching at every level.
#[derive(Debug)]
pub struct KeySwitcher {
    /// The primes of `P`, then those of `Q`.
    basis: RnsBasis,
    special: usize,
    /// The primes of `Q` by themselves.
    moduli: RnsBasis,
    /// `P^(−1)` modulo those.
    inverses: Vec<u64>,
    levels: Vec<Level>,
}

/// The tables of one level of `Q`.
#[derive(Debug)]
struct Level {
    digits: Vec<Digit>,
    /// `⌊x/P⌉` modulo the primes of `Q`.
    quotient: BasisConverter,
    /// From the primes of `P` to those of `Q`.
    remainder: BasisConverter,
}

impl KeySwitcher {
    pub(crate) fn new(special: &RnsBasis, moduli: &RnsBasis) -> Result<Self, RnsBasisError> {
        let basis = special.join(moduli)?;
        let special = special.limbs();
        let levels = (1..=moduli.limbs()).map(|level| Level::new(&basis, special, level)).collect();
        let inverses = moduli.moduli(moduli.limbs()).map(|m| m.inverse(basis.product_mod(m, special, None))).collect();
        Ok(Self { basis, special, moduli: moduli.clone(), inverses, levels })
    }

    /// The primes of `P`, then those of `Q`.
    #[must_use]
    pub fn basis(&self) -> &RnsBasis {
        &self.basis
    }

    /// A number that tells keys of other parameters apart, as [`RnsBasis::fingerprint`] does: by all primes, and which are special.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.basis.fingerprint() ^ self.moduli.fingerprint().rotate_left(32)
    }

    /// Number of primes of `P`, and of those of `Q` in a digit.
    #[must_use]
    pub fn special(&self) -> usize {
        self.special
    }

    /// Digits of a polynomial of this level.
    #[must_use]
    pub fn digits(&self, level: usize) -> usize {
        level.div_ceil(self.special)
    }

    fn level(&self, level: usize) -> &Level {
        &self.levels[level - 1]
    }

    /// Switches `c`: a pair `(d_0, d_1)` with `d_0 + d_1·s' = c·s` but for noise, for the key from `s` to `s'`; and adds `plus` to it.
    ///
    /// # Panics
    /// If the key or the polynomials are of other primes.
    #[must_use]
    pub fn switch<S: KeySwitchForm>(
        &self,
        moduli: &RnsBasis,
        c: &Poly<S>,
        key: &KeySwitchingKey,
        plus: [Option<&Poly<S>>; 2],
    ) -> [Poly<S>; 2] {
        let (coefficients, values) = S::forms(moduli, c);
        self.quotients(self.accumulate((&coefficients, values), key, plus.map(S::start)), plus)
    }

    /// As [`Self::switch`], for a polynomial cut already: many keys can be applied to one [`Decomposition`] (*hoisting*: S. Halevi
    /// and V. Shoup, ePrint 2018/244, §5).
    #[must_use]
    pub fn switch_decomposed<S: KeySwitchForm>(
        &self,
        c: &Decomposition,
        key: &KeySwitchingKey,
        plus: [Option<&Poly<S>>; 2],
    ) -> [Poly<S>; 2] {
        self.quotients(self.accumulate_decomposed(c, key, plus.map(S::start)), plus)
    }

    fn quotients<S: KeySwitchForm>(&self, [first, second]: [Extended<S>; 2], plus: [Option<&Poly<S>>; 2]) -> [Poly<S>; 2] {
        [S::quotient(self, first, plus[0]), S::quotient(self, second, plus[1])]
    }
}

impl Level {
    fn new(basis: &RnsBasis, special: usize, level: usize) -> Self {
        let primes: Vec<_> = basis.moduli(special + level).copied().collect();
        let (outer, inner) = primes.split_at(special);
        Self {
            digits: (0..level).step_by(special).map(|first| Digit::new(&primes, special, first)).collect(),
            quotient: BasisConverter::scale_and_round(outer, inner, |_| 1),
            remainder: BasisConverter::extend(outer, inner),
        }
    }
}

/// The same polynomial in the form that is cut, and in the other one if it is at hand.
type Forms<'a> = (Cow<'a, Poly<Coefficient>>, Option<&'a Poly<Evaluation>>);

/// Forms in which ciphertexts are switched: both, for about as many transforms.
pub trait KeySwitchForm: papilio_ring::AutomorphismForm + Clone {
    /// A polynomial over the primes of `Q`, to be cut.
    #[doc(hidden)]
    fn forms<'a>(basis: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a>;

    /// What is added to the result, where sums of products can start from it.
    #[doc(hidden)]
    fn start(plus: Option<&Poly<Self>>) -> Option<&Poly<Evaluation>>;

    /// Brings a sum of products modulo a prime of `Q` to this form.
    #[doc(hidden)]
    fn finish(plan: &Plan, sum: &mut [u64]);

    /// `⌊x/P⌉`, and what is added to it unless the sums started from it.
    #[doc(hidden)]
    fn quotient(switching: &KeySwitcher, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self>;
}

impl KeySwitchForm for Coefficient {
    fn forms<'a>(_: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a> {
        (Cow::Borrowed(c), None)
    }

    fn start(_: Option<&Poly<Self>>) -> Option<&Poly<Evaluation>> {
        None
    }

    fn finish(plan: &Plan, sum: &mut [u64]) {
        plan.inverse(sum);
    }

    fn quotient(switching: &KeySwitcher, x: Extended<Self>, plus: Option<&Poly<Self>>) -> Poly<Self> {
        let Extended { outer, mut inner } = x;
        let level = inner.level();
        let to = inner.split_limbs_mut(level).0;
        switching.level(level).quotient.apply_plus(outer.residues(), to, plus.map(Poly::residues));
        inner
    }
}

impl KeySwitchForm for Evaluation {
    fn forms<'a>(basis: &RnsBasis, c: &'a Poly<Self>) -> Forms<'a> {
        (Cow::Owned(c.to_coefficient(basis)), Some(c))
    }

    fn start(plus: Option<&Poly<Self>>) -> Option<&Poly<Evaluation>> {
        plus
    }

    fn finish(_: &Plan, _: &mut [u64]) {}

    /// The residue modulo `P` alone changes its form: it is lifted, transformed and subtracted.
    fn quotient(switching: &KeySwitcher, x: Extended<Self>, _: Option<&Poly<Self>>) -> Poly<Self> {
        let Extended { outer, mut inner } = x;
        let (level, moduli) = (inner.level(), &switching.moduli);
        let mut lifted = Poly::<Coefficient>::unspecified(moduli, level);
        switching.level(level).remainder.apply(outer.residues(), lifted.split_limbs_mut(level).0);
        inner.sub_assign(moduli, &lifted.into_evaluation(moduli));
        inner.scale_assign(moduli, &switching.inverses);
        inner
    }
}
