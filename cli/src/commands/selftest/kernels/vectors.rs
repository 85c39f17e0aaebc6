//! Operations on vectors of residues, against arithmetic in 128 bits.

use super::comparisons::{Comparisons, numbers, words};
use super::primes;
use papilio_field::Modulus;
use papilio_ntt::kernel::Divisor;
use papilio_ntt::{Kernel, KernelWord};

/// Parts of a vector, whole ones, and both.
const LENGTHS: [usize; 7] = [1, 3, 8, 9, 31, 64, 100];
/// Pairs of vectors that are summed: more than any kernel sums unreduced at its greatest primes.
const PAIRS: usize = 20;

/// The operations of both widths of words.
pub(super) fn vectors<W: KernelWord>(kernel: &'static Kernel<W>, compared: &mut Comparisons) {
    for m in primes::supported(kernel, 2, usize::MAX) {
        for n in LENGTHS {
            let q = m.value();
            let (a, b) = (compared.random.below(q, n), compared.random.below(q, n));
            for (a, b) in [(a, b), (vec![q - 1; n], vec![q - 1; n]), (vec![0; n], vec![q - 1; n])] {
                let case = Case { kernel, m, a, b };
                case.sums_and_products(compared);
                case.lazy(compared);
            }
        }
    }
}

struct Case<W: KernelWord> {
    kernel: &'static Kernel<W>,
    m: Modulus,
    a: Vec<u64>,
    b: Vec<u64>,
}

impl<W: KernelWord> Case<W> {
    fn check(
        &self,
        what: &str,
        input: &[u64],
        expected: impl Fn(usize) -> u128,
        f: impl FnOnce(&mut [W]),
        compared: &mut Comparisons,
    ) {
        let mut words = words::<W>(input);
        f(&mut words);
        let holds = numbers(&words).iter().enumerate().all(|(i, &x)| u128::from(x) == expected(i));
        let (name, q, n) = (self.kernel.name(), self.m.value(), input.len());
        compared.expect(holds, || format!("{name} on {} bits: {what}, prime {q}, length {n}", W::BITS));
        compared.vectors += 1;
    }

    fn sums_and_products(&self, compared: &mut Comparisons) {
        let Self { kernel, m, a, b } = self;
        let q = u128::from(m.value());
        let (x, y) = (|i: usize| u128::from(a[i]), |i: usize| u128::from(b[i]));
        let other = words::<W>(b);
        self.check("sum", a, |i| (x(i) + y(i)) % q, |a| kernel.add(m, a, &other), compared);
        self.check("difference", a, |i| (x(i) + q - y(i)) % q, |a| kernel.sub(m, a, &other), compared);
        self.check("negation", a, |i| (q - x(i)) % q, |a| kernel.negate(m, a), compared);
        self.check("product", a, |i| x(i) * y(i) % q, |a| kernel.multiply(m, a, &other), compared);
        let own = words::<W>(a);
        let pairs = vec![(own.as_slice(), other.as_slice()); PAIRS];
        let sum = |i| (x(i) + PAIRS as u128 * (x(i) * y(i) % q)) % q;
        self.check("sum of products", a, sum, |a| kernel.multiply_accumulate(m, a, &pairs), compared);
    }

    /// Inputs up to the word of the kernel.
    fn lazy(&self, compared: &mut Comparisons) {
        let Self { kernel, m, a, b } = self;
        let (q, limit) = (u128::from(m.value()), 1u64 << kernel.word_bits());
        // The greatest words that the kernel takes, less the residues.
        let words: Vec<_> = a.iter().map(|x| limit - 1 - x).collect();
        let c = b[0];
        self.check("multiple", &words, |i| u128::from(words[i]) * u128::from(c) % q, |a| kernel.scale(m, a, c), compared);
        let c = limit / 2;
        let halves: Vec<_> = words.iter().map(|x| x / 2).collect();
        let shifted = |i: usize| u128::from(halves[i]) + u128::from(c);
        self.check("shift", &halves, |i| shifted(i) % q, |a| kernel.shift_reduce(m, a, c), compared);
        let less: Vec<_> = b.iter().map(|x| W::truncate(*x)).collect();
        let c = m.value();
        let halves: Vec<_> = halves.iter().map(|x| x.saturating_sub(c)).collect();
        let difference = |i: usize| u128::from(halves[i]) + u128::from(c) - u128::from(b[i]);
        self.check("lazy difference", &halves, difference, |a| kernel.subtract_lazy(a, &less, c), compared);
    }
}

/// Sums of vectors times constants, quotients and automorphisms, which kernels of 64 bits have
/// besides.
pub(super) fn conversions(kernel: &'static Kernel<u64>, compared: &mut Comparisons) {
    for m in primes::supported(kernel, 2, usize::MAX).into_iter().filter(|m| kernel.supports_linear_combination(m, m.value())) {
        for n in LENGTHS {
            combination(kernel, &m, n, compared);
            quotient(kernel, &m, n, compared);
        }
        (0..8).for_each(|log| substitution(kernel, &m, 1 << log, compared));
    }
}

fn combination(kernel: &'static Kernel<u64>, m: &Modulus, n: usize, compared: &mut Comparisons) {
    let q = m.value();
    let random = compared.random.below(q, n);
    let vectors: Vec<_> = (0..70).map(|i| if i % 2 == 0 { vec![q - 1; n] } else { random.clone() }).collect();
    let terms: Vec<_> = vectors.iter().map(|a| (a.as_slice(), q - 1)).collect();
    for own in [None, Some(q - 1)] {
        let mut out = vec![q - 1; n];
        kernel.linear_combination(m, &mut out, own, &terms, q, &[]);
        let products = |i: usize| vectors.iter().map(move |a| u128::from(a[i]) * u128::from(q - 1) % u128::from(q));
        let first = u128::from(own.unwrap_or(0)) * u128::from(q - 1) % u128::from(q);
        let holds = (0..n).all(|i| u128::from(out[i]) == (products(i).sum::<u128>() + first) % u128::from(q));
        compared.expect(holds, || format!("{}: combination, prime {q}, length {n}", kernel.name()));
        compared.vectors += 1;
    }
}

fn quotient(kernel: &'static Kernel<u64>, m: &Modulus, n: usize, compared: &mut Comparisons) {
    let q = m.value();
    for d in [30, 49, 50, 60].into_iter().filter_map(|edge| primes::below(edge, 2)).map(|d| d.value()) {
        if d == q || !kernel.divides(m, d) {
            continue;
        }
        let by = Divisor { value: d, inverse: m.inverse(m.reduce(d)) };
        // The ends, and both sides of the half at which rounding turns.
        let x: Vec<_> = [0, d - 1, d / 2, d / 2 + 1].into_iter().cycle().take(n).collect();
        let mut out = compared.random.below(q, n);
        let before = out.clone();
        kernel.divide(m, &mut out, &x, by, None);
        let residue = |x: u64| if x > d / 2 { i128::from(x) - i128::from(d) } else { i128::from(x) };
        let dividend = |i: usize| (i128::from(before[i]) - residue(x[i])).rem_euclid(i128::from(q));
        let holds = (0..n).all(|i| i128::from(m.mul(out[i], m.reduce(d))) == dividend(i));
        compared.expect(holds, || format!("{}: quotient by {d}, prime {q}, length {n}", kernel.name()));
        compared.vectors += 1;
    }
}

fn substitution(kernel: &'static Kernel<u64>, m: &Modulus, n: usize, compared: &mut Comparisons) {
    let q = m.value();
    let from = compared.random.below(q, n);
    for step in [1, 3, 2 * n - 1] {
        let mut to = vec![0; n];
        kernel.automorphism(m, &from, &mut to, step);
        // The coefficient of X^(i·step), where X^n = −1.
        let image = |i: usize| if (i * step / n).is_multiple_of(2) { from[i * step % n] } else { m.neg(from[i * step % n]) };
        let holds = (0..n).all(|i| to[i] == image(i));
        compared.expect(holds, || format!("{}: automorphism, step {step}, prime {q}, length {n}", kernel.name()));
        compared.vectors += 1;
    }
}
