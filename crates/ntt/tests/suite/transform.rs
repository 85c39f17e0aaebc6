//! The negacyclic transform of a row, against its definition and its properties.

use super::super::subject::{Kernel, Modulus, Plan, naive};
use super::Random;

/// Longest transform compared with the quadratic specification.
const NAIVE: usize = 256;

/// Every prime that the row takes at this length; returns how many there were.
pub(crate) fn conforms(kernel: &'static Kernel, n: usize) -> usize {
    let primes: Vec<_> = super::primes(n).into_iter().filter(|q| kernel.supports(q, n)).collect();
    primes.iter().for_each(|&modulus| conforms_at(kernel, modulus, n));
    primes.len()
}

/// All checks at one prime and length.
pub(crate) fn conforms_at(kernel: &'static Kernel, modulus: Modulus, n: usize) {
    let case = Case::new(kernel, modulus, n);
    let mut random = Random::new(modulus.value() ^ n as u64);
    let (a, b) = (random.below(modulus.value(), n), random.below(modulus.value(), n));
    case.values(&a);
    case.extremes();
    case.linear(&a, &b, random.word() % modulus.value());
    case.impulses();
    case.shifts(&a);
    case.convolves(&a, &b);
}

struct Case {
    plan: Plan,
    scalar: Plan,
    name: String,
}

impl Case {
    fn new(kernel: &'static Kernel, modulus: Modulus, n: usize) -> Self {
        let plan = |kernel| Plan::with_kernel(kernel, modulus, n).expect("a row that takes the prime and length");
        let scalar = Kernel::named("scalar").expect("the scalar row");
        let name = format!("row {}, prime {} ({} bits), n = {n}", kernel.name(), modulus.value(), modulus.bits());
        Self { plan: plan(kernel), scalar: plan(scalar), name }
    }

    fn modulus(&self) -> &Modulus {
        self.plan.modulus()
    }

    fn forward(&self, a: &[u64]) -> Vec<u64> {
        let mut a = a.to_vec();
        self.plan.forward(&mut a);
        assert!(a.iter().all(|&x| x < self.modulus().value()), "forward is not canonical: {}", self.name);
        a
    }

    fn inverse(&self, a: &[u64]) -> Vec<u64> {
        let mut a = a.to_vec();
        self.plan.inverse(&mut a);
        assert!(a.iter().all(|&x| x < self.modulus().value()), "inverse is not canonical: {}", self.name);
        a
    }

    fn multiply(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut a = a.to_vec();
        self.plan.kernel().multiply(self.modulus(), &mut a, b);
        a
    }

    /// The definition, the scalar row, and both round trips.
    fn values(&self, a: &[u64]) {
        let transformed = self.forward(a);
        let mut expected = a.to_vec();
        self.scalar.forward(&mut expected);
        assert!(transformed == expected, "forward differs from the scalar row: {}", self.name);
        if a.len() <= NAIVE {
            assert!(transformed == naive::negacyclic(self.modulus(), self.plan.root(), a), "forward: {}", self.name);
        }
        assert!(self.inverse(&transformed) == a, "inverse after forward: {}", self.name);
        assert!(self.forward(&self.inverse(a)) == a, "forward after inverse: {}", self.name);
    }

    fn extremes(&self) {
        let (n, top) = (self.plan.size(), self.modulus().value() - 1);
        for period in [1, 2, 8, 64] {
            self.values(&(0..n).map(|i| if i / period % 2 == 0 { top } else { 0 }).collect::<Vec<_>>());
        }
        [0, 1, top].iter().for_each(|&x| self.values(&vec![x; n]));
    }

    fn linear(&self, a: &[u64], b: &[u64], c: u64) {
        let m = self.modulus();
        let combine = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(&a, &b)| m.add(a, m.mul(b, c))).collect::<Vec<_>>();
        assert!(self.forward(&combine(a, b)) == combine(&self.forward(a), &self.forward(b)), "linear: {}", self.name);
    }

    /// `X^k` has the `k`-th powers of the odd powers of the root.
    fn impulses(&self) {
        let n = self.plan.size();
        let impulse = |k: usize| self.forward(&(0..n).map(|i| u64::from(i == k)).collect::<Vec<_>>());
        assert!(impulse(0).iter().all(|&x| x == 1), "impulse at 0: {}", self.name);
        let points = impulse(1);
        for k in [n / 2, n - 1].into_iter().filter(|&k| k > 1) {
            let powers: Vec<_> = points.iter().map(|&x| self.modulus().pow(x, k as u64)).collect();
            assert!(impulse(k) == powers, "impulse at {k}: {}", self.name);
        }
    }

    /// The product with `X` rotates the coefficients and changes the sign of the one that wraps.
    fn shifts(&self, a: &[u64]) {
        let n = a.len();
        let x: Vec<_> = (0..n).map(|i| u64::from(i == 1)).collect();
        let mut shifted = a.to_vec();
        shifted.rotate_right(1);
        shifted[0] = self.modulus().neg(shifted[0]);
        assert!(self.forward(&shifted) == self.multiply(&self.forward(a), &self.forward(&x)), "shift: {}", self.name);
    }

    fn convolves(&self, a: &[u64], b: &[u64]) {
        if a.len() > NAIVE {
            return;
        }
        let product = self.inverse(&self.multiply(&self.forward(a), &self.forward(b)));
        assert!(product == schoolbook(self.modulus(), a, b), "convolution: {}", self.name);
    }
}

/// The product modulo `X^n + 1`, by definition.
fn schoolbook(m: &Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = a.len();
    let mut out = vec![0; n];
    for (i, &a) in a.iter().enumerate() {
        for (j, &b) in b.iter().enumerate() {
            let (k, term) = ((i + j) % n, m.mul(a, b));
            out[k] = if i + j < n { m.add(out[k], term) } else { m.sub(out[k], term) };
        }
    }
    out
}
