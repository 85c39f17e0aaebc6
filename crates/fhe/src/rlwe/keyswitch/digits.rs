//! Cutting a polynomial into digits, and the inner product of digits and key.

use super::key::TILE;
use super::{KeySwitchForm, KeySwitcher, KeySwitchingKey};
use core::ops::Range;
use papilio_field::Modulus;
use papilio_ntt::Plan;
use papilio_ring::{BasisConverter, Coefficient, Evaluation, Poly, PooledVec, RnsBasis};

/// Words of a cache line.
const LINE: usize = 8;
/// Words of every kernel hold as many bits.
const WORD_BITS: u32 = 52;

/// A group of primes of `Q`.
#[derive(Debug)]
pub(super) struct Digit {
    /// Its primes in the basis of keys.
    own: Range<usize>,
    lift: Lift,
}

/// How the centered representative of a digit becomes residues of other primes.
#[derive(Debug)]
enum Lift {
    /// Of one prime: `x + ⌊q/2⌋ mod q` is kept, and for each prime of the basis a constant added that takes `⌊q/2⌋` away again.
    Shift { half: u64, constants: Vec<u64> },
    /// Of several.
    Extend(BasisConverter),
}

impl Digit {
    /// The digit whose first prime is `q_first`, of as many primes as are special, or as are left.
    pub(super) fn new(primes: &[Modulus], special: usize, first: usize) -> Self {
        let own = special + first..(2 * special + first).min(primes.len());
        let lift = Lift::shift(primes, &own).unwrap_or_else(|| {
            let others = [&primes[..own.start], &primes[own.end..]].concat();
            Lift::Extend(BasisConverter::extend(&primes[own.clone()], &others))
        });
        Self { own, lift }
    }

    /// Its number among the targets of the conversion of a prime that is not its own.
    fn target(&self, prime: usize) -> usize {
        if prime < self.own.start { prime } else { prime - self.own.len() }
    }

    /// What [`Self::residues`] needs of the residues modulo its own primes.
    fn prepare(&self, basis: &RnsBasis, from: &[u64]) -> PooledVec {
        match &self.lift {
            Lift::Shift { half, .. } => {
                let mut row = PooledVec::unspecified(from.len());
                shift_reduce(&basis.plans()[self.own.start], from, *half, &mut row);
                row
            }
            Lift::Extend(conversion) => {
                let mut rows = PooledVec::unspecified(basis.degree() * conversion.digit_rows());
                conversion.digits(from, &mut rows);
                rows
            }
        }
    }

    /// The residues of one of the other primes.
    fn residues(&self, basis: &RnsBasis, prime: usize, prepared: &[u64], out: &mut [u64]) {
        match &self.lift {
            Lift::Shift { constants, .. } => shift_reduce(&basis.plans()[prime], prepared, constants[prime], out),
            Lift::Extend(conversion) => conversion.target(self.target(prime), prepared, out),
        }
    }
}

/// `from + c` modulo the prime of a plan.
fn shift_reduce(plan: &Plan, from: &[u64], c: u64, out: &mut [u64]) {
    plan.kernel().shift_reduce_into(plan.modulus(), from, out, c);
}

impl Lift {
    /// The cheap way, where the sums fit the words of every kernel.
    fn shift(primes: &[Modulus], own: &Range<usize>) -> Option<Self> {
        let q = primes[own.start].value();
        let constant = |p: &Modulus| (q / 2).div_ceil(p.value()) * p.value() - q / 2;
        let fits = |p: &Modulus| q + constant(p) < 1 << WORD_BITS && q + q / 2 < 1 << WORD_BITS;
        let cheap = own.len() == 1 && primes.iter().all(fits);
        cheap.then(|| Self::Shift { half: q / 2, constants: primes.iter().map(constant).collect() })
    }
}

/// The digits of a polynomial modulo every prime, in evaluation form.
#[derive(Clone, Debug)]
pub struct Decomposition {
    level: usize,
    /// For each prime, for each digit, `N` words and a gap.
    rows: PooledVec,
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
    switching: &'a KeySwitcher,
    c: &'a Poly<Coefficient>,
    values: Option<&'a Poly<Evaluation>>,
    /// What each digit needs to be lifted.
    digits: Vec<PooledVec>,
}

impl<'a> Cut<'a> {
    fn new(switching: &'a KeySwitcher, c: &'a Poly<Coefficient>, values: Option<&'a Poly<Evaluation>>) -> Self {
        let special = switching.special;
        let degree = switching.basis.degree();
        let digit = |digit: &Digit| {
            let from = &c.residues()[(digit.own.start - special) * degree..(digit.own.end - special) * degree];
            digit.prepare(&switching.basis, from)
        };
        Self { switching, c, values, digits: switching.level(c.level()).digits.iter().map(digit).collect() }
    }

    /// All digits modulo one prime, in evaluation form.
    fn rows(&self, prime: usize, out: &mut [u64]) {
        let KeySwitcher { basis, special, .. } = self.switching;
        let digits = &self.switching.level(self.c.level()).digits;
        for ((digit, rows), out) in digits.iter().zip(&self.digits).zip(out.chunks_exact_mut(self.switching.row_words())) {
            let (out, plan) = (&mut out[..basis.degree()], &basis.plans()[prime]);
            match (digit.own.contains(&prime), self.values) {
                (true, Some(values)) => out.copy_from_slice(values.limb(prime - special)),
                (true, None) => plan.forward_into(self.c.limb(prime - special), out),
                (false, _) => {
                    digit.residues(basis, prime, rows, out);
                    plan.forward(out);
                }
            }
        }
    }

    /// Words of the digits modulo one prime.
    fn words(&self) -> usize {
        self.digits.len() * self.switching.row_words()
    }
}

impl KeySwitcher {
    /// The digits of a polynomial, for several keys.
    ///
    /// # Panics
    /// If the level is none of this basis.
    #[must_use]
    pub fn decompose<S: KeySwitchForm>(&self, moduli: &RnsBasis, c: &Poly<S>) -> Decomposition {
        let (coefficients, values) = S::forms(moduli, c);
        let cut = Cut::new(self, &coefficients, values);
        let mut rows = PooledVec::unspecified(cut.words() * (self.special + c.level()));
        rows.chunks_exact_mut(cut.words()).enumerate().for_each(|(prime, out)| cut.rows(prime, out));
        Decomposition { level: c.level(), rows }
    }

    /// `P` times the switched pair: the inner products of the digits with both halves of the key, modulo `P·Q`, and `P` times what
    /// they are to `start` from.
    ///
    /// One prime at a time, so that its digits stay in a cache and each word of the key is read once.
    pub(crate) fn accumulate<S: KeySwitchForm>(
        &self,
        (c, values): (&Poly<Coefficient>, Option<&Poly<Evaluation>>),
        key: &KeySwitchingKey,
        start: [Option<&Poly<Evaluation>>; 2],
    ) -> [Extended<S>; 2] {
        let cut = Cut::new(self, c, values);
        let mut rows = PooledVec::unspecified(cut.words());
        self.inner_products(c.level(), key, start, |prime, product| {
            cut.rows(prime, &mut rows);
            product(&rows);
        })
    }

    /// As `accumulate`.
    pub(crate) fn accumulate_decomposed<S: KeySwitchForm>(
        &self,
        c: &Decomposition,
        key: &KeySwitchingKey,
        start: [Option<&Poly<Evaluation>>; 2],
    ) -> [Extended<S>; 2] {
        let words = self.digits(c.level) * self.row_words();
        self.inner_products(c.level, key, start, |prime, product| product(&c.rows[prime * words..][..words]))
    }

    /// Calls for the digits modulo each prime, adds up their products with the key, and brings the sums to their form while they are in
    /// a cache.
    fn inner_products<S: KeySwitchForm>(
        &self,
        level: usize,
        key: &KeySwitchingKey,
        start: [Option<&Poly<Evaluation>>; 2],
        mut digits: impl FnMut(usize, &mut dyn FnMut(&[u64])),
    ) -> [Extended<S>; 2] {
        let mut sums = [(); 2].map(|()| Extended::unspecified(self, level));
        let [first, second] = &mut sums;
        for (prime, (first, second)) in first.limbs_mut().zip(second.limbs_mut()).enumerate() {
            let inner = prime.checked_sub(self.special);
            let start = start.map(|poly| poly.zip(inner).map(|(poly, i)| poly.limb(i)));
            digits(prime, &mut |rows| self.products(prime, key, rows, [&mut *first, &mut *second], start));
            for sum in [first, second] {
                let plan = &self.basis.plans()[prime];
                if inner.is_some() { S::finish(plan, sum) } else { plan.inverse(sum) }
            }
        }
        sums
    }

    /// The sums modulo one prime.
    fn products(&self, prime: usize, key: &KeySwitchingKey, rows: &[u64], sums: [&mut [u64]; 2], start: [Option<&[u64]>; 2]) {
        let plan = &self.basis.plans()[prime];
        let (m, kernel) = (plan.modulus(), plan.kernel());
        let special = self.basis.product_mod(m, self.special, None);
        let mut pairs = Vec::with_capacity(rows.len() / self.row_words());
        let [first, second] = sums.map(|sum| sum.chunks_exact_mut(TILE));
        for (tile, (first, second)) in first.zip(second).enumerate() {
            let digits = rows.chunks_exact(self.row_words()).map(|row| &row[tile * TILE..][..TILE]);
            for ((sum, start), key) in [first, second].into_iter().zip(start).zip(key.tile(prime, tile)) {
                match start {
                    Some(start) => {
                        sum.copy_from_slice(&start[tile * TILE..][..TILE]);
                        kernel.scale(m, sum, special);
                    }
                    None => sum.fill(0),
                }
                pairs.clear();
                pairs.extend(digits.clone().zip(key.chunks_exact(TILE)));
                kernel.multiply_accumulate(m, sum, &pairs);
            }
        }
    }

    /// Words from one digit to the next: a cache line more than a row, so that rows do not contend for the same sets of a cache.
    fn row_words(&self) -> usize {
        self.basis.degree() + LINE
    }
}

/// A polynomial modulo `P·Q`: its residues modulo the primes of either.
#[derive(Clone, Debug)]
pub struct Extended<S> {
    pub(super) outer: Poly<Coefficient>,
    pub(super) inner: Poly<S>,
}

impl<S: KeySwitchForm> Extended<S> {
    fn unspecified(switching: &KeySwitcher, level: usize) -> Self {
        let (outer, inner) = (&switching.basis, &switching.moduli);
        Self { outer: Poly::unspecified(outer, switching.special), inner: Poly::unspecified(inner, level) }
    }

    fn limbs_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.outer.limbs_mut().chain(self.inner.limbs_mut())
    }
}

#[cfg(test)]
mod tests;
