//! The products of the digits of a polynomial with a matrix.

use super::decomposition::Cut;
use super::quotient::{Dropping, Primes};
use super::{Decomposition, Extended, Gadget, GadgetForm, GadgetMatrix, KeyRows, KeySwitchEngine, Summands};
use super::{GiantStep, Step, StepFactors};
use crate::bivariate::TILE;
use crate::engine::error::EngineError;
use crate::engine::place::Cpu;
use crate::sample::ShortPoly;
use crate::{Coefficient, Evaluation, Poly, PooledVec};

impl Gadget {
    /// The products of the digits of `c` with the matrix, divided by `P`, and `plus` added. For an
    /// encryption of `s` under `s'` in the matrix that is a pair `(d_0, d_1)` with
    /// `d_0 + d_1·s' = c·s` but for noise.
    ///
    /// # Panics
    /// If the matrix or the polynomials are of other primes.
    #[must_use]
    pub fn product<S: GadgetForm, E: KeySwitchEngine>(
        &self,
        c: &Poly<S, E>,
        rows: &E::Rows,
        plus: [Option<&Poly<S, E>>; 2],
    ) -> [Poly<S, E>; 2] {
        self.check(c, plus);
        E::product(self, c, rows, plus)
    }

    /// [`Self::product`] for a polynomial that is already cut: many matrices can be applied to one
    /// [`Decomposition`] (*hoisting*: S. Halevi and V. Shoup, ePrint 2018/244, §5). Rows in blocks
    /// have digits modulo other primes, and cut the polynomial again.
    ///
    /// # Panics
    /// The same as those of [`Self::product`], and if the digits are of another level.
    #[must_use]
    pub fn product_hoisted<S: GadgetForm, E: KeySwitchEngine>(
        &self,
        (digits, c): (&Decomposition<E>, &Poly<S, E>),
        rows: &E::Rows,
        plus: [Option<&Poly<S, E>>; 2],
    ) -> [Poly<S, E>; 2] {
        self.check(c, plus);
        assert_eq!(digits.level, c.level(), "digits of a polynomial of another level");
        E::product_hoisted(self, (&digits.digits, c), rows, plus)
    }

    /// Panics for polynomials that are not of one level, or of none.
    pub(super) fn check<S: GadgetForm, E: KeySwitchEngine>(&self, c: &Poly<S, E>, plus: [Option<&Poly<S, E>>; 2]) {
        let (level, levels) = (c.level(), self.moduli.limbs());
        assert!((1..=levels).contains(&level), "no level {level} of {levels}");
        for poly in plus.into_iter().flatten().chain([c]) {
            assert_eq!([poly.level(), poly.degree()], [level, self.moduli.degree()], "level and degree of an operand");
        }
    }

    /// [`Self::product`] on the CPU.
    pub(crate) fn product_of_rows<S: GadgetForm>(
        &self,
        c: &Poly<S>,
        rows: &KeyRows,
        plus: [Option<&Poly<S>>; 2],
    ) -> [Poly<S>; 2] {
        let (coefficients, values) = S::forms(&self.moduli, c);
        let KeyRows::Blocks(rows) = rows else {
            return self.quotients(self.accumulate((&coefficients, values), rows, [None; 2]), plus);
        };
        // Sums by blocks are coefficients, and are divided as such.
        let [first, second] = self.product_blocks(&coefficients, rows, [None; 2]);
        [S::sum(self, first, plus[0]), S::sum(self, second, plus[1])]
    }

    /// [`Self::product_hoisted`] on the CPU, of digits of a level with whole rows.
    pub(crate) fn product_of_digits<S: GadgetForm>(
        &self,
        (digits, level): (&PooledVec, usize),
        matrix: &GadgetMatrix,
        plus: [Option<&Poly<S>>; 2],
    ) -> [Poly<S>; 2] {
        let words = self.digits(level) * self.row_words();
        let sums = self.inner_products(level, matrix, [None; 2], |prime, product| {
            product(&digits[prime * words..][..words].chunks_exact(self.row_words()).collect::<Vec<_>>());
        });
        self.quotients(sums, plus)
    }

    /// [`Self::product`] of a polynomial in evaluation form, as the summands, in either form for
    /// the same work.
    ///
    /// # Panics
    /// The same as those of [`Self::product`].
    #[must_use]
    pub fn product_of_values<S: GadgetForm, E: KeySwitchEngine>(
        &self,
        c: &Poly<Evaluation, E>,
        rows: &E::Rows,
        plus: [Option<&Poly<Evaluation, E>>; 2],
    ) -> [Poly<S, E>; 2] {
        self.check(c, plus);
        E::product_of_values(self, c, rows, plus)
    }

    /// [`Self::product`] in evaluation form, divided by as many of the last primes as are to be
    /// dropped in the same step as by `P`.
    ///
    /// # Panics
    /// The same as those of [`Self::product`], and if no prime would be left.
    #[must_use]
    pub fn product_dropping<E: KeySwitchEngine>(
        &self,
        c: &Poly<Evaluation, E>,
        rows: &E::Rows,
        plus: [Option<&Poly<Evaluation, E>>; 2],
        dropped: usize,
    ) -> [Poly<Evaluation, E>; 2] {
        self.check(c, plus);
        assert!(dropped < c.level(), "{dropped} primes to be dropped of {}", c.level());
        E::product_dropping(self, c, rows, plus, dropped)
    }

    /// [`Self::product_of_values`] on the CPU. The summands, times `P`, are added before the
    /// division, so that they need no transforms of their own.
    pub(crate) fn product_with_start<S: GadgetForm>(
        &self,
        c: &Poly<Evaluation>,
        rows: &KeyRows,
        start: [Option<&Poly<Evaluation>>; 2],
    ) -> [Poly<S>; 2] {
        let coefficients = c.to_coefficient(&self.moduli);
        self.accumulate((&coefficients, Some(c)), rows, start).map(|sum| S::quotient(self, sum, None))
    }

    /// [`Self::product_dropping`] on the CPU.
    pub(crate) fn product_by_quotient(
        &self,
        c: &Poly<Evaluation>,
        rows: &KeyRows,
        start: [Option<&Poly<Evaluation>>; 2],
        dropped: usize,
    ) -> [Poly<Evaluation>; 2] {
        let coefficients = c.to_coefficient(&self.moduli);
        let mut sums = [(); 2].map(|()| Poly::unspecified(&self.basis, self.special + c.level()));
        match rows {
            KeyRows::Whole(matrix) => self.values((&coefficients, Some(c)), matrix, start, &mut sums),
            KeyRows::Blocks(rows) => self.block_values(&coefficients, rows, start, &mut sums),
        }
        sums.map(|sum| self.quotient_dropping(&sum, dropped))
    }

    /// The sums of [`Self::accumulate`] in evaluation form modulo all primes.
    fn values(
        &self,
        (c, values): (&Poly<Coefficient>, Option<&Poly<Evaluation>>),
        matrix: &GadgetMatrix,
        start: [Option<&Poly<Evaluation>>; 2],
        [first, second]: &mut [Poly<Evaluation>; 2],
    ) {
        let cut = Cut::new(self, c, values);
        let mut rows = PooledVec::unspecified(cut.words());
        for (prime, (first, second)) in first.limbs_mut().zip(second.limbs_mut()).enumerate() {
            let rows = cut.rows(prime, &mut rows);
            let inner = prime.checked_sub(self.special);
            let start = start.map(|poly| poly.zip(inner).map(|(poly, i)| poly.limb(i)));
            self.products(prime, matrix, &rows, [first, second], start);
        }
    }

    /// `⌊x/(P·q)⌉` of a polynomial modulo `P·Q`, over [`Self::basis`], for the product `q` of as
    /// many of its last primes as are to be dropped, possibly none: a division by `P` and a modulus
    /// switch with one rounding, for an inverse transform of every prime that goes and a transform
    /// of every prime that stays.
    ///
    /// It is the nearest integer as [`crate::BasisConverter`] has it. Where a prime that is dropped
    /// has fewer bits than [`crate::BasisConverter::MIN_SOURCE_BITS`], one division follows the
    /// other, and so do their roundings.
    ///
    /// # Panics
    /// If the polynomial has special primes alone or more primes than the basis, or no prime would
    /// be left.
    #[must_use]
    pub fn quotient_dropping<E: KeySwitchEngine>(&self, x: &Poly<Evaluation, E>, dropped: usize) -> Poly<Evaluation, E> {
        let level = x.level() - self.special;
        assert!(dropped < level, "{dropped} primes to be dropped of {level}");
        E::quotient_dropping(self, x, dropped)
    }

    /// For each of so many sums, `P` times the sum of its giant steps of the pair `x`, modulo
    /// `P·Q`: over [`Self::basis`], the special primes first. Baby steps that are none are the
    /// identity. Of giant steps so many are made at once, of which a polynomial modulo `P·Q` is
    /// kept each; baby steps are made anew for the others.
    ///
    /// Noise, over `P`: that of a key for each baby step, times the factors, and for each giant
    /// step that of a key and the rounding of a second part.
    ///
    /// # Panics
    /// If polynomials, keys or automorphisms are of other primes or degrees, rows of a key are in
    /// blocks, or there is no such baby step, factor or sum.
    #[must_use]
    pub fn step_sums<E: KeySwitchEngine>(
        &self,
        x: &[Poly<Evaluation, E>; 2],
        babies: &[Option<Step<'_, E::Rows>>],
        giants: &[GiantStep<'_, E::Rows, E::Factors>],
        (sums, at_once): (usize, usize),
    ) -> Vec<[Poly<Evaluation, E>; 2]> {
        assert_eq!(x[0].level(), x[1].level(), "polynomials of different levels");
        assert!(x[0].level() <= self.moduli.limbs(), "{} primes of {}", x[0].level(), self.moduli.limbs());
        for giant in giants {
            assert!(giant.sum < sums, "sum {} of {sums}", giant.sum);
            assert!(giant.babies.iter().all(|&baby| baby < babies.len()), "a baby step that there is not");
        }
        E::step_sums(self, x, babies, giants, (sums, at_once))
    }

    /// `⌊(x + e)/P⌉` of a polynomial modulo `P·Q`, over [`Self::basis`], and a short one. The short
    /// one is added to the coefficients that the division makes, and needs no transform of its own.
    ///
    /// # Panics
    /// If the polynomial has special primes alone, or more primes than the basis.
    #[must_use]
    pub fn quotient_of_sum(&self, x: &Poly<Evaluation>, e: ShortPoly) -> Poly<Evaluation> {
        let (special, level) = self.basis.plans().split_at(self.special);
        let mut remainder = x.limbs_to_coefficient(&self.basis, 0..self.special);
        remainder.limbs_mut().zip(special).for_each(|(limb, plan)| e.add_to(plan, limb));
        // The quotient subtracts what is lifted.
        let (quotient, e) = (&self.level(x.level() - self.special).value_quotient, e.negated());
        let mut lifted = quotient.lift(&remainder);
        lifted.limbs_mut().zip(level).for_each(|(limb, plan)| e.add_to(plan, limb));
        quotient.quotient(&self.moduli, lifted, |i| x.limb(self.special + i), None)
    }

    fn quotients<S: GadgetForm>(&self, [first, second]: [Extended<S>; 2], plus: [Option<&Poly<S>>; 2]) -> [Poly<S>; 2] {
        [S::quotient(self, first, plus[0]), S::quotient(self, second, plus[1])]
    }

    /// The division of [`Self::product_dropping`] from a level, for engines.
    ///
    /// # Panics
    /// If there is no such level, or no prime would be left.
    #[must_use]
    pub fn dropping(&self, level: usize, dropped: usize) -> Dropping<'_> {
        assert!(dropped < level && level <= self.moduli.limbs(), "{dropped} primes to be dropped of {level}");
        let primes = Primes { keys: &self.basis, moduli: &self.moduli, special: self.special };
        self.quotients.division(primes, level, dropped)
    }

    /// `P` times the switched pair: the inner products of the digits with both halves of the key,
    /// modulo `P·Q`, and `P` times the polynomials of `start`, from which they begin.
    ///
    /// One prime at a time, so that its digits stay in a cache and each word of the matrix is read
    /// once.
    ///
    /// # Panics
    /// If the matrix or the polynomials are of other primes.
    pub fn accumulate<S: GadgetForm>(
        &self,
        (c, values): (&Poly<Coefficient>, Option<&Poly<Evaluation>>),
        rows: &KeyRows,
        start: [Option<&Poly<Evaluation>>; 2],
    ) -> [Extended<S>; 2] {
        let matrix = match rows {
            KeyRows::Whole(matrix) => matrix,
            KeyRows::Blocks(rows) => return self.accumulate_blocks(c, rows, start),
        };
        let cut = Cut::new(self, c, values);
        let mut rows = PooledVec::unspecified(cut.words());
        self.inner_products(c.level(), matrix, start, |prime, product| {
            product(&cut.rows(prime, &mut rows));
        })
    }

    /// Calls for the digits modulo each prime, adds up their products with the key, and brings the
    /// sums to their form while they are in a cache.
    fn inner_products<S: GadgetForm>(
        &self,
        level: usize,
        matrix: &GadgetMatrix,
        start: [Option<&Poly<Evaluation>>; 2],
        mut digits: impl FnMut(usize, &mut dyn FnMut(&[&[u64]])),
    ) -> [Extended<S>; 2] {
        let mut sums = [(); 2].map(|()| Extended::unspecified(self, level));
        let [first, second] = &mut sums;
        for (prime, (first, second)) in first.limbs_mut().zip(second.limbs_mut()).enumerate() {
            let inner = prime.checked_sub(self.special);
            let start = start.map(|poly| poly.zip(inner).map(|(poly, i)| poly.limb(i)));
            digits(prime, &mut |rows| self.products(prime, matrix, rows, [&mut *first, &mut *second], start));
            for sum in [first, second] {
                let plan = &self.basis.plans()[prime];
                if inner.is_some() { S::finish(plan, sum) } else { plan.inverse(sum) }
            }
        }
        sums
    }

    /// The sums modulo one prime.
    pub(super) fn products(
        &self,
        prime: usize,
        matrix: &GadgetMatrix,
        rows: &[&[u64]],
        sums: [&mut [u64]; 2],
        start: [Option<&[u64]>; 2],
    ) {
        let plan = &self.basis.plans()[prime];
        let (m, kernel) = (plan.modulus(), plan.kernel());
        let special = [self.basis.product_mod(m, self.special, None); TILE];
        let mut pairs = Vec::with_capacity(rows.len() + 1);
        let [first, second] = sums.map(|sum| sum.chunks_exact_mut(TILE));
        for (tile, (first, second)) in first.zip(second).enumerate() {
            let words = tile * TILE..(tile + 1) * TILE;
            let digits = rows.iter().map(|row| &row[words.clone()]);
            for ((sum, start), key) in [first, second].into_iter().zip(start).zip(matrix.tile(prime, tile)) {
                sum.fill(0);
                pairs.clear();
                pairs.extend(digits.clone().zip(key.chunks_exact(TILE)));
                pairs.extend(start.map(|start| (&start[words.clone()], &special[..])));
                kernel.multiply_accumulate_tile(m, sum, &pairs);
            }
        }
    }
}

impl KeySwitchEngine for Cpu {
    type Rows = KeyRows;
    /// For each prime, for each digit, `N` words and a gap.
    type Digits = PooledVec;
    type Factors = StepFactors;

    fn rows(&self, _: &Gadget, rows: &KeyRows) -> Result<KeyRows, EngineError> {
        Ok(rows.clone())
    }

    fn product<S: GadgetForm>(gadget: &Gadget, c: &Poly<S>, rows: &KeyRows, plus: Summands<'_, S, Self>) -> [Poly<S>; 2] {
        gadget.product_of_rows(c, rows, plus)
    }

    fn product_of_values<S: GadgetForm>(
        gadget: &Gadget,
        c: &Poly<Evaluation>,
        rows: &KeyRows,
        plus: Summands<'_, Evaluation, Self>,
    ) -> [Poly<S>; 2] {
        gadget.product_with_start(c, rows, plus)
    }

    fn product_dropping(
        gadget: &Gadget,
        c: &Poly<Evaluation>,
        rows: &KeyRows,
        plus: Summands<'_, Evaluation, Self>,
        dropped: usize,
    ) -> [Poly<Evaluation>; 2] {
        gadget.product_by_quotient(c, rows, plus, dropped)
    }

    fn decompose<S: GadgetForm>(gadget: &Gadget, c: &Poly<S>) -> PooledVec {
        gadget.digits_of(c)
    }

    fn block(rows: &KeyRows) -> Option<usize> {
        rows.block()
    }

    fn factors(&self, _: &Gadget, factors: &StepFactors) -> Result<StepFactors, EngineError> {
        Ok(factors.clone())
    }

    fn step_sums(
        gadget: &Gadget,
        x: &[Poly<Evaluation>; 2],
        babies: &[Option<Step<'_, KeyRows>>],
        giants: &[GiantStep<'_, KeyRows, StepFactors>],
        sums: (usize, usize),
    ) -> Vec<[Poly<Evaluation>; 2]> {
        gadget.sums_of_steps(x, babies, giants, sums)
    }

    fn quotient_dropping(gadget: &Gadget, x: &Poly<Evaluation>, dropped: usize) -> Poly<Evaluation> {
        let primes = Primes { keys: &gadget.basis, moduli: &gadget.moduli, special: gadget.special };
        gadget.quotients.divide(primes, x, dropped)
    }

    fn product_hoisted<S: GadgetForm>(
        gadget: &Gadget,
        (digits, c): (&PooledVec, &Poly<S>),
        rows: &KeyRows,
        plus: Summands<'_, S, Self>,
    ) -> [Poly<S>; 2] {
        match rows {
            KeyRows::Whole(matrix) => gadget.product_of_digits((digits, c.level()), matrix, plus),
            // Digits modulo other primes.
            KeyRows::Blocks(_) => gadget.product_of_rows(c, rows, plus),
        }
    }
}
