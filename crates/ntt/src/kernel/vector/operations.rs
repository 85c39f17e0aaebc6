//! The vector operations of a kernel, with their shapes checked.

use crate::kernel::implementation::{Kernel, KernelWord};
use crate::kernel::vector::linear_combination::{Divisor, LinearCombination, Terms};
use crate::kernel::vector::pointwise::Factors;
use crate::kernel::vector::reconstruction::{DigitOperands, Reconstruction};
use papilio_field::Modulus;

impl<W: KernelWord> Kernel<W> {
    /// `a ← a + b mod q`. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn add(&self, modulus: &Modulus, a: &mut [W], b: &[W]) {
        assert_eq!(a.len(), b.len());
        self.debug_reduced(modulus, &[a, b]);
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.pointwise.add)(modulus, a, b) }
    }

    /// `a ← a − b mod q`. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn sub(&self, modulus: &Modulus, a: &mut [W], b: &[W]) {
        assert_eq!(a.len(), b.len());
        self.debug_reduced(modulus, &[a, b]);
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.pointwise.sub)(modulus, a, b) }
    }

    /// `a ← −a mod q`. Input `< q`, output `< q`.
    pub fn negate(&self, modulus: &Modulus, a: &mut [W]) {
        self.debug_reduced(modulus, &[a]);
        // SAFETY: kernels are handed out only after detection.
        unsafe { (self.pointwise.negate)(modulus, a) }
    }

    /// `a ← a·b mod q`. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn multiply(&self, modulus: &Modulus, a: &mut [W], b: &[W]) {
        assert_eq!(a.len(), b.len());
        self.debug_reduced(modulus, &[a, b]);
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.pointwise.multiply)(modulus, a, b) }
    }

    /// `sum ← sum + Σ a·b mod q` over all pairs, reduced as seldom as the words allow. Input `< q`,
    /// output `< q`. The words that follow the second factors may be prefetched: these are best
    /// read from memory in the order in which they lie there.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn multiply_accumulate(&self, modulus: &Modulus, sum: &mut [W], pairs: &[(&[W], &[W])]) {
        self.accumulate(modulus, sum, Factors { pairs, next: false });
    }

    /// [`Self::multiply_accumulate`] of a tile of longer vectors, when the next tile follows: the
    /// words that lie behind the sum and behind the first factors may be prefetched as well.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn multiply_accumulate_tile(&self, modulus: &Modulus, sum: &mut [W], pairs: &[(&[W], &[W])]) {
        self.accumulate(modulus, sum, Factors { pairs, next: true });
    }

    fn accumulate(&self, modulus: &Modulus, sum: &mut [W], factors: Factors<'_, W>) {
        for (a, b) in factors.pairs {
            assert_eq!((sum.len(), sum.len()), (a.len(), b.len()));
            self.debug_reduced(modulus, &[a, b]);
        }
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.pointwise.accumulate)(modulus, sum, factors) }
    }

    /// `a ← a·c mod q`. Input `a < 2^word_bits`, `c < q`; output `< q`.
    pub fn scale(&self, modulus: &Modulus, a: &mut [W], c: u64) {
        debug_assert!(c < modulus.value());
        // SAFETY: kernels are handed out only after detection.
        unsafe { (self.pointwise.scale)(modulus, a, c) }
    }

    /// `a ← a + c mod q`. Input `a + c < 2^word_bits`; output `< q`.
    pub fn shift_reduce(&self, modulus: &Modulus, a: &mut [W], c: u64) {
        let at = a.as_mut_ptr();
        // SAFETY: kernels are handed out only after detection; the words are read before they are
        // written.
        unsafe { (self.pointwise.shift_reduce)(modulus, at, at, a.len(), c) }
    }

    /// `out ← a + c mod q`, as [`Self::shift_reduce`].
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn shift_reduce_into(&self, modulus: &Modulus, a: &[W], out: &mut [W], c: u64) {
        assert_eq!(a.len(), out.len());
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.pointwise.shift_reduce)(modulus, a.as_ptr(), out.as_mut_ptr(), a.len(), c) }
    }

    /// `a ← a + c − b`, unreduced; the caller keeps `b ≤ c` and `a + c < 2^word_bits`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn subtract_lazy(&self, a: &mut [W], b: &[W], c: u64) {
        assert_eq!(a.len(), b.len());
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.pointwise.subtract_lazy)(a, b, c) }
    }

    fn debug_reduced(&self, modulus: &Modulus, vectors: &[&[W]]) {
        debug_assert!(vectors.iter().all(|a| a.iter().all(|x| x.extend() < modulus.value())), "input is not below q");
    }
}

impl Kernel<u64> {
    /// Whether [`Self::linear_combination`] takes a prime and words below `bound`.
    #[must_use]
    pub fn supports_linear_combination(&self, modulus: &Modulus, bound: u64) -> bool {
        let LinearCombination { max_bits, word_bits, product_bits, .. } = self.stages.linear_combination;
        modulus.bits() <= max_bits
            && bound <= 1 << word_bits
            && u128::from(modulus.value()) * u128::from(bound) <= 1 << product_bits
    }

    /// `out ← Σ c·a mod q` over all terms, and `accumulate_scale·out` if there is such a scale;
    /// reduced as seldom as the words allow. Input: words below `bound`, at most `2^52` with
    /// primes of up to 50 bits, `2^51` with those of 51, and `2^62` with others; constants `< q`.
    /// Output `< q`.
    ///
    /// The words of each vector of `ahead` are prefetched at the pace of the sums.
    ///
    /// # Panics
    /// Unless the lengths agree, and the kernel takes the prime and the words.
    pub fn linear_combination(
        &self,
        modulus: &Modulus,
        out: &mut [u64],
        accumulate_scale: Option<u64>,
        terms: &Terms<'_>,
        bound: u64,
        ahead: &[&[u64]],
    ) {
        assert!(self.supports_linear_combination(modulus, bound), "a prime or words beyond the kernel");
        check(out, terms, |&x| x < bound);
        debug_assert!(terms.iter().all(|(_, c)| *c < modulus.value()), "a constant is not below q");
        debug_assert!(
            accumulate_scale.is_none_or(|c| c < modulus.value() && out.iter().all(|&x| x < bound)),
            "a scaled accumulator out of bounds"
        );
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.stages.linear_combination.sum)(modulus, out, accumulate_scale, terms, bound, ahead) }
    }

    /// `out ← ⌊(2^(s−1) + Σ ⌊a·r/2^B⌋)/2^s⌋`, or with the sum of the products rounded down instead
    /// of each, where `B` is [`Self::fraction_bits`] and `0 < s < B`: for `r = ⌊2^(B+s)·f⌋` the
    /// nearest integer to `Σ a·f`, or one less where that sum is less than `2·terms/2^s` above a
    /// half. Input: `a < 2^B`, and the sum below `2^B`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn whole_parts(&self, out: &mut [u64], terms: &Terms<'_>, s: u32) {
        assert!(
            (1..self.stages.linear_combination.bits).contains(&s),
            "a shift by {s} of {} bits",
            self.stages.linear_combination.bits
        );
        check(out, terms, |_| true);
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.stages.linear_combination.whole_parts)(out, terms, s) }
    }

    /// Whether [`Self::divide`] takes a prime and a divisor: their words and sums.
    #[must_use]
    pub fn divides(&self, modulus: &Modulus, divisor: u64) -> bool {
        modulus.bits() <= self.stages.linear_combination.max_bits
            && 2 * u128::from(modulus.value()) + u128::from(divisor) <= 1 << self.stages.linear_combination.divide_bits
    }

    /// `out ← (out − r)/d + plus mod q`, where `r` is `x` or `x − d`, whichever is nearer to 0: the
    /// rounded quotient, for `x` the residues modulo `d`. Input: `out` and `plus` `< q`, `x < d`.
    /// Output `< q`.
    ///
    /// # Panics
    /// Unless the lengths agree, the divisor is odd, and the kernel takes it and the prime.
    pub fn divide(&self, modulus: &Modulus, out: &mut [u64], x: &[u64], by: Divisor, plus: Option<&[u64]>) {
        assert!(self.divides(modulus, by.value) && by.value % 2 == 1, "a prime or divisor beyond the kernel");
        check(x, &[(&*out, 1)], |&x| x < modulus.value());
        check(out, &[(x, 1)], |&x| x < by.value);
        plus.inspect(|plus| check(out, &[(plus, 1)], |&x| x < modulus.value()));
        debug_assert_eq!(modulus.mul(modulus.reduce(by.value), by.inverse), 1, "no inverse of the divisor");
        // SAFETY: kernels are handed out only after detection; the lengths agree.
        unsafe { (self.stages.linear_combination.divide)(modulus, out, x, by, plus) }
    }

    /// A digit of a positional system, and the carry to the next one, from the residues of an
    /// integer; see [`DigitOperands`].
    ///
    /// # Panics
    /// Unless vectors are as many and as long as the operands say.
    pub fn reconstruct(&self, constants: &Reconstruction, operands: DigitOperands<'_>) {
        assert!(operands.fit(constants), "vectors of a digit of another shape");
        // SAFETY: kernels are handed out only after detection; the shapes agree.
        unsafe { (self.stages.reconstruct)(constants, operands) }
    }

    /// `B` of [`Self::whole_parts`].
    #[must_use]
    pub fn fraction_bits(&self) -> u32 {
        self.stages.linear_combination.bits
    }

    /// Whether [`Self::whole_parts`] rounds every product down, or their sum.
    #[must_use]
    pub fn rounds_each_fraction(&self) -> bool {
        self.stages.linear_combination.rounds_each
    }

    /// `to[i]` becomes the coefficient of `X^(i·step)` in `from`, where `X^n = −1`: the image under
    /// `X ↦ X^g` for `g·step = 1` modulo `2n`. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless both have the same length `n`, a power of two up to `2^32`.
    pub fn automorphism(&self, modulus: &Modulus, from: &[u64], to: &mut [u64], step: usize) {
        assert!(
            from.len() == to.len() && from.len().is_power_of_two() && from.len() as u64 <= 1 << 32,
            "images of another shape"
        );
        debug_assert!(from.iter().all(|&x| x < modulus.value()), "input is not below q");
        // SAFETY: kernels are handed out only after detection; the lengths agree and are a power of
        // two.
        unsafe { (self.stages.automorphisms.residues)(modulus.value(), from, to, step) }
    }

    /// [`Self::automorphism`] by the values of a polynomial in the order of transforms, of which it
    /// moves blocks of eight: `to[8i + k]` becomes `from[8b + p[k]]`, where `places[i] = 8b + c`
    /// and `p = patterns[c]`. Places count modulo the length. Words are of any value.
    ///
    /// # Panics
    /// Unless both have the same length, a power of two of at least 8, there are as many places as
    /// blocks, and patterns have numbers below 8.
    pub fn automorphism_values(&self, from: &[u64], to: &mut [u64], places: &[u32], patterns: &[[u8; 8]; 8]) {
        assert!(
            from.len() == to.len() && from.len() == 8 * places.len() && places.len().is_power_of_two(),
            "images of another shape"
        );
        assert!(patterns.as_flattened().iter().all(|&lane| lane < 8), "patterns of more than eight words");
        // SAFETY: kernels are handed out only after detection; the lengths agree, and lanes of
        // patterns are below those of a vector.
        unsafe { (self.stages.automorphisms.values)(from, to, places, patterns) }
    }

    /// [`Self::automorphism`] for a word of each coefficient, where coefficients are integers
    /// modulo a power of two in words of 52 bits. A word whose sign changes is complemented within
    /// `bits`. The word and its `carry` are added, and `carry` becomes the carry to the next word.
    /// A negated integer is the complement plus a unit, so that the first carry is a unit where the
    /// sign changes. Input: words within `bits`, which are below `2^52`, and carries up to `2^52`.
    /// Output: words below `2^52`, and carries up to 1.
    ///
    /// # Panics
    /// Unless all have the same length `n`, a power of two up to `2^32`.
    pub fn automorphism_words(&self, from: &[u64], to: &mut [u64], carry: &mut [u64], step: usize, bits: u64) {
        assert!(
            from.len() == to.len() && from.len() == carry.len() && from.len().is_power_of_two() && from.len() as u64 <= 1 << 32,
            "images of another shape"
        );
        debug_assert!(
            bits < 1 << 52 && from.iter().all(|&x| x & !bits == 0) && carry.iter().all(|&c| c <= 1 << 52),
            "words or carries out of bounds"
        );
        // SAFETY: kernels are handed out only after detection; the lengths agree and are a power of
        // two.
        unsafe { (self.stages.automorphisms.words)(from, to, carry, step, bits) }
    }
}

fn check(out: &[u64], terms: &Terms<'_>, sound: impl Fn(&u64) -> bool) {
    for (a, _) in terms {
        assert_eq!(a.len(), out.len(), "terms of another length");
        debug_assert!(a.iter().all(&sound), "a word is out of bounds");
    }
}
