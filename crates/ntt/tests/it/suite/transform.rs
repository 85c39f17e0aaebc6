//! The transform of a kernel, against its definition and its properties.

use super::super::subject::{Domain, Kernel, KernelWord, Plan, RadixSchedule, naive};
use super::reference::Reference;
use super::{Classes, Random, numbers, words};
use papilio_field::Modulus;
use std::ops::RangeInclusive;

/// The longest transform for which every prime is tried; above, those at the limits of the kernel's
/// classes.
const EVERY_PRIME: usize = 128;
/// The longest transform that is compared with the quadratic specification.
const NAIVE: usize = 256;
/// The longest transform of [`long_conforms`] that is tried over every kind of domain.
const EVERY_DOMAIN: usize = 1 << 14;
/// The longest product that is compared with the schoolbook's.
const SCHOOLBOOK: usize = 256;

/// All checks of the negacyclic transform, at every length and prime that the kernel takes.
pub(crate) fn conforms<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        let primes = if n <= EVERY_PRIME { super::supported } else { super::thresholds };
        for modulus in primes(kernel, 2 * n as u64, n) {
            conforms_at(kernel, modulus, n);
            classes.insert(kernel.class(&modulus));
        }
    }
    classes
}

/// All checks at one prime and length.
pub(crate) fn conforms_at<W: KernelWord>(kernel: &'static Kernel<W>, modulus: Modulus, n: usize) {
    let (q, mut random) = (modulus.value(), Random::new(modulus.value() ^ n as u64));
    let case = Case::new(kernel, Reference::negacyclic(modulus, n), None);
    let (a, b) = (random.below(q, n), random.below(q, n));
    case.values(&a);
    case.definition(&a);
    extremes(q, n, &mut random).iter().for_each(|a| case.values(a));
    case.linear(&a, &b, random.word() % q);
    case.impulses();
    case.shifts(&a);
    case.convolves(&a, &b);
    case.meets_limits_between_levels();
}

/// Cyclic transforms and convolutions, at the limits of the kernel's classes.
pub(crate) fn cyclic_conforms<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        for modulus in super::thresholds(kernel, n as u64, n) {
            let (q, mut random) = (modulus.value(), Random::new(modulus.value() + n as u64));
            let domain = Domain::cyclic(modulus, n).expect("a prime with a root of order n");
            let case = Case::new(kernel, Reference::new(domain), None);
            let (a, b) = (random.below(q, n), random.below(q, n));
            case.values(&a);
            case.shifts(&a);
            case.convolves(&a, &b);
            classes.insert(kernel.class(&modulus));
        }
    }
    classes
}

/// Long transforms, at the greatest prime of every class: over every kind of domain up to
/// [`EVERY_DOMAIN`], then one.
pub(crate) fn long_conforms<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        for modulus in super::of_every_class(kernel, 2 * n as u64, n) {
            let (q, mut random) = (modulus.value(), Random::new(modulus.value() ^ n as u64));
            let mut references = Reference::all(modulus, n, &mut random);
            if n > EVERY_DOMAIN {
                references.drain(..references.len() - 1);
            }
            for reference in references {
                Case::new(kernel, reference, None).values(&random.below(q, n));
            }
            classes.insert(kernel.class(&modulus));
        }
    }
    classes
}

/// Data at the ends of the interval: constants, alternations of any period of a pass, a vector or a
/// leaf, whose differences are the greatest of either sign, and mixtures.
pub(crate) fn extremes(q: u64, n: usize, random: &mut Random) -> Vec<Vec<u64>> {
    let constants = [0, 1, q - 1, q / 2].into_iter().map(|x| vec![x; n]);
    let periods = (0..n.trailing_zeros()).filter(|log| *log <= 8 || *log == 11).map(|log| 1 << log);
    let phases = periods.flat_map(|period: usize| [(period, 0), (period, period)]);
    let alternations = phases.map(|(period, top)| (0..n).map(|i| if i & period == top { q - 1 } else { 0 }).collect());
    let mixtures = [random.among(&[0, q - 1], n), random.among(&[0, 1, q / 2, q / 2 + 1, q - 1], n)];
    constants.chain(alternations).chain(mixtures).collect()
}

/// One plan and what it must compute.
pub(crate) struct Case<W: KernelWord> {
    pub(crate) plan: Plan<W>,
    pub(crate) reference: Reference,
    pub(crate) name: String,
}

impl<W: KernelWord> Case<W> {
    pub(crate) fn new(kernel: &'static Kernel<W>, reference: Reference, passes: Option<RadixSchedule>) -> Self {
        let plan = Plan::over_with(kernel, reference.domain.clone(), passes).expect("a kernel that takes the prime and length");
        let name = format!("{} in words of {} bits", plan.explain(), W::BITS);
        Self { plan, reference, name }
    }

    fn modulus(&self) -> &Modulus {
        self.plan.modulus()
    }

    pub(crate) fn forward(&self, a: &[u64]) -> Vec<u64> {
        let mut a = words(a);
        self.plan.forward(&mut a);
        numbers::<W>(&a)
    }

    pub(crate) fn inverse(&self, a: &[u64]) -> Vec<u64> {
        let mut a = words(a);
        self.plan.inverse(&mut a);
        numbers::<W>(&a)
    }

    fn multiply(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut a = words(a);
        self.plan.kernel().multiply(self.modulus(), &mut a, &words(b));
        numbers::<W>(&a)
    }

    /// The reference in both directions, and both round trips.
    pub(crate) fn values(&self, a: &[u64]) {
        let transformed = self.forward(a);
        assert!(transformed == self.reference.forward(a), "forward: {}", self.name);
        assert!(self.inverse(&transformed) == a, "inverse after forward: {}", self.name);
        let inverted = self.inverse(a);
        assert!(inverted == self.reference.inverse(a), "inverse: {}", self.name);
        assert!(self.forward(&inverted) == a, "forward after inverse: {}", self.name);
    }

    /// The specification, whose root is the one of the plan.
    fn definition(&self, a: &[u64]) {
        let expected = || naive::negacyclic(self.modulus(), self.plan.root(), a);
        assert!(a.len() > NAIVE || self.forward(a) == expected(), "forward by definition: {}", self.name);
    }

    fn linear(&self, a: &[u64], b: &[u64], c: u64) {
        let m = self.modulus();
        let combine = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(&a, &b)| m.add(a, m.mul(b, c))).collect::<Vec<_>>();
        assert!(self.forward(&combine(a, b)) == combine(&self.forward(a), &self.forward(b)), "linear: {}", self.name);
        assert!(self.inverse(&combine(a, b)) == combine(&self.inverse(a), &self.inverse(b)), "inverse linear: {}", self.name);
    }

    fn impulse(&self, k: usize) -> Vec<u64> {
        (0..self.plan.size()).map(|i| u64::from(i == k)).collect()
    }

    /// `X^k` has the `k`-th powers of the points.
    fn impulses(&self) {
        let n = self.plan.size();
        assert!(self.forward(&self.impulse(0)).iter().all(|&x| x == 1), "impulse at 0: {}", self.name);
        let points = self.forward(&self.impulse(1));
        for k in [n / 2, n - 1].into_iter().filter(|&k| k > 1) {
            let powers: Vec<_> = points.iter().map(|&x| self.modulus().pow(x, k as u64)).collect();
            assert!(self.forward(&self.impulse(k)) == powers, "impulse at {k}: {}", self.name);
        }
    }

    /// The factor of a coefficient that wraps around: the `n`-th power of any point.
    fn wrap(&self) -> u64 {
        let (_, shift) = self.plan.domain().coset_parts().expect("a coset");
        self.modulus().pow(shift, self.plan.size() as u64)
    }

    /// The product with `X` rotates the coefficients and multiplies the one that wraps.
    fn shifts(&self, a: &[u64]) {
        let mut shifted = a.to_vec();
        shifted.rotate_right(1);
        shifted[0] = self.modulus().mul(shifted[0], self.wrap());
        let product = self.multiply(&self.forward(a), &self.forward(&self.impulse(1)));
        assert!(self.forward(&shifted) == product, "shift: {}", self.name);
    }

    /// The product modulo `X^n − shift^n`, by definition.
    fn convolves(&self, a: &[u64], b: &[u64]) {
        let (n, m, wrap) = (a.len(), self.modulus(), self.wrap());
        if n > SCHOOLBOOK {
            return;
        }
        let mut expected = vec![0; n];
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let term = m.mul(a[i], b[j]);
            let term = if i + j < n { term } else { m.mul(term, wrap) };
            expected[(i + j) % n] = m.add(expected[(i + j) % n], term);
        }
        let product = self.inverse(&self.multiply(&self.forward(a), &self.forward(b)));
        assert!(product == expected, "convolution: {}", self.name);
    }

    /// Data whose residues after some levels are all the greatest, or alternate with zero.
    fn meets_limits_between_levels(&self) {
        let (n, top) = (self.plan.size(), self.modulus().value() - 1);
        if n > EVERY_PRIME {
            return;
        }
        for levels in 1..n.trailing_zeros() {
            self.values(&self.reference.back(&vec![top; n], levels));
            let alternate: Vec<_> = (0..n).map(|i| if i % 2 == 0 { top } else { 0 }).collect();
            self.values(&self.reference.back(&alternate, levels));
        }
    }
}
