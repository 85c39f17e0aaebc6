//! Transforms by definition and, for long ones, by loops that share nothing with the library but
//! [`Modulus`].

use super::super::subject::Domain;
use super::Random;
use papilio_field::{Modulus, order};

/// The longest transform that is always computed by definition, in quadratic time.
const NAIVE: usize = 32;

/// A domain, and the transform over it.
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) domain: Domain,
    /// By node, the entry 0 being 1.
    twiddles: Vec<u64>,
    inverses: Vec<u64>,
}

impl Reference {
    pub(crate) fn new(domain: Domain) -> Self {
        let (root, shift) = domain.coset_parts().expect("a coset; trees are made by `tree`");
        let twiddles = coset_twiddles(domain.modulus(), domain.size(), root, shift);
        let inverses = inverses(domain.modulus(), &twiddles);
        Self { domain, twiddles, inverses }
    }

    pub(crate) fn negacyclic(modulus: Modulus, n: usize) -> Self {
        Self::new(Domain::negacyclic(modulus, n).expect("a prime with a root of order 2n"))
    }

    pub(crate) fn tree(modulus: Modulus, twiddles: Vec<u64>) -> Self {
        let domain = Domain::tree(modulus, twiddles.clone()).expect("twiddles from 1 to q - 1");
        Self { inverses: inverses(&modulus, &twiddles), domain, twiddles }
    }

    /// The tree of a coset.
    pub(crate) fn as_tree(&self) -> Self {
        Self::tree(*self.domain.modulus(), self.twiddles.clone())
    }

    /// Every kind of domain that a prime has at a length.
    pub(crate) fn all(modulus: Modulus, n: usize, random: &mut Random) -> Vec<Self> {
        let (q, order) = (modulus.value(), n as u64);
        let mut all = vec![Self::tree(modulus, nonzero(q, random.below(q, n)))];
        all.push(Self::tree(modulus, nonzero(q, random.among(&[1, q - 1, q / 2, q / 2 + 1], n))));
        if (q - 1).is_multiple_of(order) {
            let cyclic = Domain::cyclic(modulus, n).expect("a prime with a root of order n");
            let coset = Domain::coset(modulus, n, nonzero(q, vec![random.word() % q])[0]);
            all.extend([cyclic, coset.expect("a prime with a root of order n")].map(Self::new));
        }
        if (q - 1).is_multiple_of(2 * order) {
            all.push(Self::negacyclic(modulus, n));
        }
        all
    }

    /// In the order of `Plan::forward`.
    pub(crate) fn forward(&self, a: &[u64]) -> Vec<u64> {
        let m = self.domain.modulus();
        let Some((root, shift)) = self.domain.coset_parts() else { return self.levels_down(a) };
        let mut out = match a.len() {
            0..=NAIVE => definition(m, root, shift, a),
            _ => evaluate(m, root, shift, a),
        };
        order::bit_reverse(&mut out);
        out
    }

    /// The inverse of [`Self::forward`].
    pub(crate) fn inverse(&self, a: &[u64]) -> Vec<u64> {
        let Some((root, shift)) = self.domain.coset_parts() else {
            return self.back(a, a.len().trailing_zeros());
        };
        let mut values = a.to_vec();
        order::bit_reverse(&mut values);
        interpolate(self.domain.modulus(), root, shift, &values)
    }

    /// The tree breadth first, as in the documentation of `Domain`: a node turns its halves
    /// `(x, y)` into `(x + wy, x − wy)`.
    fn levels_down(&self, a: &[u64]) -> Vec<u64> {
        let (m, n) = (self.domain.modulus(), a.len());
        let mut a = a.to_vec();
        for node in 1..n {
            let (start, half) = block(n, node);
            for i in start..start + half {
                let (x, y) = (a[i], m.mul(a[i + half], self.twiddles[node]));
                (a[i], a[i + half]) = (m.add(x, y), m.sub(x, y));
            }
        }
        a
    }

    /// The input whose residues after that many levels of the tree are these.
    pub(crate) fn back(&self, values: &[u64], levels: u32) -> Vec<u64> {
        let (m, n) = (self.domain.modulus(), values.len());
        let half_of_one = m.inverse(2);
        let mut a = values.to_vec();
        for node in (1..1 << levels).rev() {
            let ((start, half), inverse) = (block(n, node), self.inverses[node]);
            for i in start..start + half {
                let (sum, difference) = (m.add(a[i], a[i + half]), m.sub(a[i], a[i + half]));
                (a[i], a[i + half]) = (m.mul(sum, half_of_one), m.mul(m.mul(difference, half_of_one), inverse));
            }
        }
        a
    }
}

/// Where a node begins, and half its length.
fn block(n: usize, node: usize) -> (usize, usize) {
    let depth = node.ilog2();
    ((node - (1 << depth)) * (n >> depth), n >> (depth + 1))
}

fn nonzero(q: u64, words: Vec<u64>) -> Vec<u64> {
    words.into_iter().map(|w| w.clamp(1, q - 1)).collect()
}

/// Node `2^l + p` has `shift^(n/2^(l+1))` times the power of the root to the reversal of
/// `log n − 1` bits of `p`.
fn coset_twiddles(m: &Modulus, n: usize, root: u64, shift: u64) -> Vec<u64> {
    let log = n.trailing_zeros();
    let powers: Vec<_> = core::iter::successors(Some(1), |&power| Some(m.mul(power, root))).take(n / 2).collect();
    let bases: Vec<_> = (0..log).map(|level| m.pow(shift, n as u64 >> (level + 1))).collect();
    let twiddle = |node: usize| {
        let (level, p) = (node.ilog2(), node - (1 << node.ilog2()));
        m.mul(bases[level as usize], powers[order::reversed(p, log - 1)])
    };
    core::iter::once(1).chain((1..n).map(twiddle)).collect()
}

/// All inverses with one inversion: that of the product, from which the factors are taken away
/// again.
fn inverses(m: &Modulus, values: &[u64]) -> Vec<u64> {
    let products = values.iter().scan(1, |product, &value| Some(std::mem::replace(product, m.mul(*product, value))));
    let before: Vec<_> = products.collect();
    let product = values.iter().fold(1, |product, &value| m.mul(product, value));
    let mut inverse = m.inverse(product);
    let mut out = vec![0; values.len()];
    for i in (0..values.len()).rev() {
        out[i] = m.mul(inverse, before[i]);
        inverse = m.mul(inverse, values[i]);
    }
    out
}

/// The values at `shift·root^i`, one by one, by Horner's rule.
pub(crate) fn definition(m: &Modulus, root: u64, shift: u64, a: &[u64]) -> Vec<u64> {
    let value = |x: u64| a.iter().rev().fold(0, |sum, &c| m.add(m.mul(sum, x), c));
    (0..a.len() as u64).map(|i| value(m.mul(shift, m.pow(root, i)))).collect()
}

/// The values at `shift·root^i`: `A(x) = E(x²) + x·O(x²)`, where `x²` are the points of half as
/// long a transform.
pub(crate) fn evaluate(m: &Modulus, root: u64, shift: u64, a: &[u64]) -> Vec<u64> {
    if let [value] = a {
        return vec![*value];
    }
    let part = |first: usize| {
        let half: Vec<u64> = a.iter().skip(first).step_by(2).copied().collect();
        evaluate(m, m.mul(root, root), m.mul(shift, shift), &half)
    };
    let (mut out, mut upper, mut x) = (part(0), Vec::with_capacity(a.len()), shift);
    for (even, odd) in out.iter_mut().zip(part(1)) {
        let product = m.mul(x, odd);
        upper.push(m.sub(*even, product));
        *even = m.add(*even, product);
        x = m.mul(x, root);
    }
    out.extend(upper);
    out
}

/// The inverse of [`evaluate`].
fn interpolate(m: &Modulus, root: u64, shift: u64, values: &[u64]) -> Vec<u64> {
    interpolate_by_inverses(m, [m.inverse(2), m.inverse(root), m.inverse(shift)], values)
}

/// [`interpolate`], by the inverses of two, of the root and of the shift: an inversion for each
/// half would take most of the time.
fn interpolate_by_inverses(m: &Modulus, [half, root, shift]: [u64; 3], values: &[u64]) -> Vec<u64> {
    if let [value] = values {
        return vec![*value];
    }
    let (low, high) = values.split_at(values.len() / 2);
    let mut x = m.mul(shift, half);
    let (mut even, mut odd) = (Vec::with_capacity(low.len()), Vec::with_capacity(low.len()));
    for (&a, &b) in low.iter().zip(high) {
        even.push(m.mul(m.add(a, b), half));
        odd.push(m.mul(m.sub(a, b), x));
        x = m.mul(x, root);
    }
    let squares = [half, m.mul(root, root), m.mul(shift, shift)];
    let [even, odd] = [even, odd].map(|part| interpolate_by_inverses(m, squares, &part));
    even.into_iter().zip(odd).flat_map(|pair| [pair.0, pair.1]).collect()
}

/// The fast references against the definition, which the rest of the suite relies on.
pub(crate) fn agrees_with_the_definition() {
    for (q, log) in [(5, 1), (97, 4), (12289, 6), (4_611_686_018_326_724_609, 7)]
        .into_iter()
        .flat_map(|(q, most)| (1..=most).map(move |log| (q, log)))
    {
        let (m, n) = (Modulus::new(q).expect("a prime"), 1usize << log);
        let mut random = Random::new(q + n as u64);
        for reference in Reference::all(m, n, &mut random) {
            let a = random.below(q, n);
            assert_eq!(reference.inverse(&reference.forward(&a)), a, "{} modulo {q}, n = {n}", reference.domain.name());
            let Some((root, shift)) = reference.domain.coset_parts() else { continue };
            assert_eq!(evaluate(&m, root, shift, &a), definition(&m, root, shift, &a), "points modulo {q}, n = {n}");
            assert_eq!(reference.as_tree().forward(&a), reference.forward(&a), "tree modulo {q}, n = {n}");
        }
    }
}
