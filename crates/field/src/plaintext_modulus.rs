//! A modulus `t` that is chosen at run time.

use crate::words::Words;
use crate::{Modulus, Residue, ResidueRing, prime, root};
use alloc::borrow::Cow;
use alloc::string::ToString;

/// Any integer `2 ≤ t < 2^61`, with the constants of Barrett reduction.
///
/// Elements are words below `t`. A prime with `2N | t − 1` has `N` slots in a ring of degree `N`; a
/// composite modulus has none, and encodes in coefficients.
///
/// ```
/// use papilio_field::{PlaintextModulus, ResidueRing};
///
/// let t = PlaintextModulus::new(65537)?;
/// assert_eq!((t.two_adicity(), t.mul(65536, 65536)), (16, 1));
/// assert_eq!(PlaintextModulus::batching(8192, 20)?.value(), 1_032_193);
/// # Ok::<(), papilio_field::PlaintextModulusError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaintextModulus {
    modulus: Modulus,
    /// The smallest generator of a prime modulus; zero for a composite one.
    generator: u64,
}

/// Why there is no such plaintext modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaintextModulusError {
    /// The value is out of range.
    Range(u64),
    /// No prime has this bit length and these roots of unity.
    NoPrime {
        /// The ring degree `N`.
        degree: usize,
        /// The bit length.
        bits: u32,
    },
}

impl core::fmt::Display for PlaintextModulusError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Range(value) => write!(f, "the plaintext modulus {value} is not between 2 and 2^61 - 1"),
            Self::NoPrime { degree, bits } => {
                write!(
                    f,
                    "no prime of {bits} bits is 1 modulo 2N for the ring degree N = {degree}: N is a power of two, and bits are more \
                     than those of N and at most {}",
                    PlaintextModulus::MAX_BITS
                )
            }
        }
    }
}

impl core::error::Error for PlaintextModulusError {}

impl PlaintextModulus {
    /// Bit length of the greatest modulus.
    pub const MAX_BITS: u32 = 61;

    /// The modulus `t`, prime or not.
    ///
    /// # Errors
    /// [`PlaintextModulusError::Range`] unless `2 ≤ t < 2^61`.
    pub fn new(value: u64) -> Result<Self, PlaintextModulusError> {
        if value < 2 || value >> Self::MAX_BITS != 0 {
            return Err(PlaintextModulusError::Range(value));
        }
        let modulus = Modulus::of_any(value);
        let generator = if prime::is_prime(value) { root::least_generator(&modulus) } else { 0 };
        Ok(Self { modulus, generator })
    }

    /// The greatest prime of a bit length that has a slot for each coefficient of a ring of degree
    /// `N`, a power of two.
    ///
    /// # Errors
    /// [`PlaintextModulusError::NoPrime`] when there is none, as for a degree that is no power of
    /// two.
    pub fn batching(degree: usize, bits: u32) -> Result<Self, PlaintextModulusError> {
        let none = PlaintextModulusError::NoPrime { degree, bits };
        let order =
            degree.checked_mul(2).map(|order| order as u64).filter(|order| order.is_power_of_two()).ok_or(none.clone())?;
        if bits > Self::MAX_BITS || order.ilog2() >= bits {
            return Err(none);
        }
        prime::descending(bits, order).next().ok_or(none).and_then(Self::new)
    }

    /// The modulus `t`.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.modulus.value()
    }

    /// Whether the modulus is prime.
    #[must_use]
    pub fn is_prime(&self) -> bool {
        self.generator != 0
    }
}

impl Residue for u64 {
    type Ring = PlaintextModulus;
}

impl ResidueRing for PlaintextModulus {
    type Element = u64;

    fn name(&self) -> Cow<'static, str> {
        Cow::Owned(self.value().to_string())
    }

    #[inline]
    fn modulus(&self) -> Words {
        [self.value(), 0, 0, 0]
    }

    #[inline]
    fn bits(&self) -> u32 {
        self.modulus.bits()
    }

    fn two_adicity(&self) -> u32 {
        if self.is_prime() { (self.value() - 1).trailing_zeros() } else { 0 }
    }

    #[inline]
    fn one(&self) -> u64 {
        1
    }

    fn generator(&self) -> Option<u64> {
        self.is_prime().then_some(self.generator)
    }

    #[inline]
    fn reduce(&self, value: u64) -> u64 {
        self.modulus.reduce(value)
    }

    #[inline]
    fn contains(&self, x: u64) -> bool {
        x < self.value()
    }

    #[inline]
    fn element(&self, words: Words) -> Option<u64> {
        (words[0] < self.value() && words[1..] == [0; 3]).then_some(words[0])
    }

    #[inline]
    fn to_words(&self, x: u64) -> Words {
        [x, 0, 0, 0]
    }

    #[inline]
    fn add(&self, a: u64, b: u64) -> u64 {
        self.modulus.add(a, b)
    }

    #[inline]
    fn sub(&self, a: u64, b: u64) -> u64 {
        self.modulus.sub(a, b)
    }

    #[inline]
    fn mul(&self, a: u64, b: u64) -> u64 {
        self.modulus.mul(a, b)
    }

    /// By Euclid's algorithm, for composite moduli as well.
    fn inverse(&self, x: u64) -> Option<u64> {
        let t = i128::from(self.value());
        let (mut old, mut remainder) = ((t, 0), (i128::from(x), 1));
        while remainder.0 != 0 {
            let quotient = old.0 / remainder.0;
            (old, remainder) = (remainder, (old.0 - quotient * remainder.0, old.1 - quotient * remainder.1));
        }
        (old.0 == 1).then(|| old.1.rem_euclid(t) as u64)
    }

    fn root_of_unity(&self, log_order: u32) -> Option<u64> {
        match log_order {
            0 => Some(1),
            log if log > self.two_adicity() => None,
            log => Some(self.modulus.pow(self.generator, (self.value() - 1) >> log)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{BabyBear, P32};
    use crate::prime::gcd;
    use crate::{Field, FieldRing};

    /// Powers of the generator of a small prime are all of its units, and those of nothing less
    /// are.
    #[test]
    fn generators_are_the_least() {
        for t in (2..400).filter(|&t| prime::is_prime(t)) {
            let modulus = PlaintextModulus::new(t).expect("in range");
            let order = |x: u64| (1..t).find(|&k| modulus.pow(x, k) == 1).expect("a unit");
            let least = (1..t).find(|&x| order(x) == t - 1);
            assert_eq!(modulus.generator(), least, "{t}");
        }
        // Well-known primitive roots.
        for (t, generator) in [(65537, 3), (786_433, 10), (2_013_265_921, 31), (998_244_353, 3), (2_147_483_647, 7)] {
            assert_eq!(PlaintextModulus::new(t).expect("in range").generator(), Some(generator), "{t}");
        }
    }

    #[test]
    fn a_prime_chosen_at_run_time_is_the_field_of_the_same_modulus() {
        fn agree<F: Field>() {
            let (t, ring) = (PlaintextModulus::new(F::MODULUS[0]).expect("in range"), FieldRing::<F>::new());
            let same = |x: u64, y: F| assert_eq!(t.to_words(x), y.to_words(), "{}", F::NAME);
            assert_eq!((t.two_adicity(), t.bits(), t.words()), (F::TWO_ADICITY, F::BITS, ring.words()));
            same(t.generator().expect("prime"), F::generator());
            for log in 0..=F::TWO_ADICITY {
                same(t.root_of_unity(log).expect("root"), F::root_of_unity(log).expect("root"));
            }
            assert_eq!(t.root_of_unity(F::TWO_ADICITY + 1), None);
            let words = [0, 1, 2, F::MODULUS[0] / 2, F::MODULUS[0] / 2 + 1, F::MODULUS[0] - 1, u64::MAX];
            for (a, b) in words.into_iter().flat_map(|a| words.map(|b| (a, b))) {
                let ([x, y], [v, w]) = ([t.reduce(a), t.reduce(b)], [ring.reduce(a), ring.reduce(b)]);
                same(x, v);
                same(t.mul(x, y), ring.mul(v, w));
                same(t.add(x, y), ring.add(v, w));
                same(t.sub(x, y), ring.sub(v, w));
                same(t.neg(x), ring.neg(v));
                same(t.reduce_signed(a as i64), ring.reduce_signed(a as i64));
                assert_eq!(t.centered(x), ring.centered(v));
                match (t.inverse(x), ring.inverse(v)) {
                    (Some(x), Some(v)) => same(x, v),
                    (x, v) => assert!(x.is_none() && v.is_none()),
                }
            }
        }
        agree::<P32>();
        agree::<BabyBear>();
    }

    #[test]
    fn composite_moduli_have_inverses_of_their_units_and_no_roots() {
        for value in [4, 6, 256, 1 << 20, 1001, (1 << 61) - 2, (1 << 60) + 2] {
            let t = PlaintextModulus::new(value).expect("in range");
            assert_eq!((t.is_prime(), t.two_adicity(), t.generator(), t.root_of_unity(1)), (false, 0, None, None));
            for x in (0..50).chain(value - value.min(50)..value) {
                let x = t.reduce(x);
                match t.inverse(x) {
                    Some(inverse) => assert_eq!(t.mul(x, inverse), 1 % value, "{x} modulo {value}"),
                    None => assert_ne!(gcd(x, value), 1, "{x} modulo {value}"),
                }
            }
            let half = t.centered(value / 2);
            assert_eq!((half.negative, half.magnitude[0]), (false, value / 2));
        }
    }

    #[test]
    fn moduli_out_of_range_are_refused() {
        for value in [0, 1, 1 << 61, u64::MAX] {
            assert_eq!(PlaintextModulus::new(value), Err(PlaintextModulusError::Range(value)));
        }
        assert!(PlaintextModulus::new(2).expect("prime").is_prime());
        assert_eq!(PlaintextModulus::new((1 << 61) - 1).expect("a Mersenne prime").two_adicity(), 1);
        for (degree, bits) in [(4096, 13), (4096, 62), (4096, 64), (3, 20), (0, 20), (usize::MAX, 20)] {
            assert_eq!(PlaintextModulus::batching(degree, bits), Err(PlaintextModulusError::NoPrime { degree, bits }));
        }
        for (degree, bits) in [(1024, 17), (4096, 16), (8192, 20), (16384, 60), (8192, 61)] {
            let t = PlaintextModulus::batching(degree, bits).expect("a prime");
            assert_eq!((t.bits(), t.value() % (2 * degree as u64)), (bits, 1));
        }
    }
}
