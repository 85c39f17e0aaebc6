//! Cutting a polynomial into digits, and the inner product of digits and key.

use super::{Switchable, Switching, SwitchingKey};
use ntt::Modulus;
use ring::{Basis, Buffer, Coefficient, Conversion, Evaluation, Poly};

/// A group of primes of `Q`.
#[derive(Debug)]
pub(super) struct Digit {
    /// Its primes in the basis of keys.
    own: core::ops::Range<usize>,
    /// To all other primes.
    conversion: Conversion,
}

impl Digit {
    /// The digit whose first prime is `q_first`, of as many primes as are special, or as are left.
    pub(super) fn new(primes: &[Modulus], special: usize, first: usize) -> Self {
        let own = special + first..(2 * special + first).min(primes.len());
        let others: Vec<_> = [&primes[..own.start], &primes[own.end..]].concat();
        Self { conversion: Conversion::extension(&primes[own.clone()], &others), own }
    }

    /// Its number among the targets of the conversion of a prime that is not its own.
    fn target(&self, prime: usize) -> usize {
        if prime < self.own.start { prime } else { prime - self.own.len() }
    }
}

/// The digits of a polynomial modulo every prime, in evaluation form.
#[derive(Clone, Debug)]
pub struct Decomposition {
    level: usize,
    /// For each prime, for each digit, `N` words.
    rows: Buffer,
}

impl Decomposition {
    /// The level of the polynomial.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }
}

/// A polynomial that is being cut.
struct Cut<'a> {
    switching: &'a Switching,
    c: &'a Poly<Coefficient>,
    values: Option<&'a Poly<Evaluation>>,
    /// What the conversion of each digit needs.
    digits: Vec<Buffer>,
}

impl<'a> Cut<'a> {
    fn new(switching: &'a Switching, c: &'a Poly<Coefficient>, values: Option<&'a Poly<Evaluation>>) -> Self {
        let special = switching.special;
        let degree = switching.basis.degree();
        let digit = |digit: &Digit| {
            let from = &c.residues()[(digit.own.start - special) * degree..(digit.own.end - special) * degree];
            let mut rows = Buffer::unspecified(degree * digit.conversion.digit_rows());
            digit.conversion.digits(from, &mut rows);
            rows
        };
        Self { switching, c, values, digits: switching.level(c.level()).digits.iter().map(digit).collect() }
    }

    /// All digits modulo one prime, in evaluation form.
    fn rows(&self, prime: usize, out: &mut [u64]) {
        let Switching { basis, special, .. } = self.switching;
        let digits = &self.switching.level(self.c.level()).digits;
        for ((digit, rows), out) in digits.iter().zip(&self.digits).zip(out.chunks_exact_mut(basis.degree())) {
            match (digit.own.contains(&prime), self.values) {
                (true, Some(values)) => {
                    out.copy_from_slice(values.limb(prime - special));
                    continue;
                }
                (true, None) => out.copy_from_slice(self.c.limb(prime - special)),
                (false, _) => digit.conversion.target(digit.target(prime), rows, out),
            }
            basis.plans()[prime].forward(out);
        }
    }

    /// Words of the digits modulo one prime.
    fn words(&self) -> usize {
        self.digits.len() * self.switching.basis.degree()
    }
}

impl Switching {
    /// The digits of a polynomial, for several keys.
    ///
    /// # Panics
    /// If the level is none of this basis.
    #[must_use]
    pub fn decompose<S: Switchable>(&self, moduli: &Basis, c: &Poly<S>) -> Decomposition {
        let (coefficients, values) = S::forms(moduli, c);
        let cut = Cut::new(self, &coefficients, values);
        let mut rows = Buffer::unspecified(cut.words() * (self.special + c.level()));
        rows.chunks_exact_mut(cut.words()).enumerate().for_each(|(prime, out)| cut.rows(prime, out));
        Decomposition { level: c.level(), rows }
    }

    /// `P` times the switched pair: the inner products of the digits with both halves of the key, modulo `P·Q`.
    ///
    /// One prime at a time, so that its digits stay in a cache and each word of the key is read once.
    pub(crate) fn accumulate(
        &self,
        c: &Poly<Coefficient>,
        values: Option<&Poly<Evaluation>>,
        key: &SwitchingKey,
    ) -> [Poly<Evaluation>; 2] {
        let cut = Cut::new(self, c, values);
        let mut rows = Buffer::unspecified(cut.words());
        self.inner_products(c.level(), key, |prime, product| {
            cut.rows(prime, &mut rows);
            product(&rows);
        })
    }

    /// As `accumulate`.
    pub(crate) fn accumulate_decomposed(&self, c: &Decomposition, key: &SwitchingKey) -> [Poly<Evaluation>; 2] {
        let words = self.digits(c.level) * self.basis.degree();
        self.inner_products(c.level, key, |prime, product| product(&c.rows[prime * words..][..words]))
    }

    /// Calls for the digits modulo each prime and adds up their products with the key.
    fn inner_products(
        &self,
        level: usize,
        key: &SwitchingKey,
        mut digits: impl FnMut(usize, &mut dyn FnMut(&[u64])),
    ) -> [Poly<Evaluation>; 2] {
        let limbs = self.special + level;
        let mut sums = [(); 2].map(|()| Poly::zero(&self.basis, limbs));
        let [first, second] = &mut sums;
        for (prime, sums) in first.limbs_mut().zip(second.limbs_mut()).enumerate() {
            let plan = &self.basis.plans()[prime];
            digits(prime, &mut |rows| {
                for (part, sum) in [&mut *sums.0, &mut *sums.1].into_iter().enumerate() {
                    let rows = rows.chunks_exact(sum.len()).zip(key.digits());
                    let pairs: Vec<_> = rows.map(|(row, digit)| (row, digit[part].limb(prime))).collect();
                    plan.kernel().multiply_accumulate(plan.modulus(), sum, &pairs);
                }
            });
        }
        sums
    }
}
