//! The secret basis of the lattice of a key, and vectors of the lattice near a point.

#[cfg(test)]
mod tests;

use super::sampler::{self, DEVIATION, GREATEST, LEAST};
use super::transform::{Complex, Transform, Values, conjugate, difference, each, product, scaled, sum};
use crate::bits;
use crate::falcon::{DEGREE, MODULUS, PublicKey, SECRET_KEY};
use papilio_ntt::{Plan, lattice};
use rand_core::Rng;
use zeroize::Zeroizing;

/// The rows `(g, −f)` and `(G, −F)`, where `f·G − g·F = q`, and their orthogonalization.
pub(super) struct Basis {
    transform: Transform,
    /// `g` and `G`.
    #[cfg(test)]
    first: [Values; 2],
    /// `−f` and `−F`.
    second: [Values; 2],
    tree: Tree,
}

impl Basis {
    /// The basis of an encoded secret key: `f` and `g` of 6 bits a coefficient, `F` of 8, and
    /// `G = h·F` modulo `q`. `None` where `f·G − g·F` is not `q`, or the basis is too long for
    /// signatures of Falcon-512.
    pub(super) fn new(secret: &[u8; SECRET_KEY], public: &PublicKey) -> Option<Self> {
        let [_, packed @ ..] = secret;
        let (short, long) = packed.split_at(2 * DEGREE * 6 / 8);
        let fields = |bytes: &[u8], width: usize| -> Zeroizing<Vec<i32>> {
            let half = 1 << (width - 1);
            Zeroizing::new(bits::big_endian(bytes, width).map(|field| (field as i32 ^ half) - half).collect())
        };
        let (f, g) = short.split_at(short.len() / 2);
        let (f, g, big_f) = (fields(f, 6), fields(g, 6), fields(long, 8));
        let big_g = product_with(public, &big_f)?;
        solves(&f, &g, &big_f, &big_g).then_some(())?;

        let transform = Transform::new(DEGREE);
        let values = |sign: f64, polynomial: &[i32]| {
            let reals = Zeroizing::new(polynomial.iter().map(|&x| sign * f64::from(x)).collect::<Vec<_>>());
            transform.values(&reals)
        };
        let first = [values(1.0, &g), values(1.0, &big_g)];
        let second = [values(-1.0, &f), values(-1.0, &big_f)];
        let gram = |i: usize, j: usize| {
            let inner = |row: &[Values; 2]| each(&row[i], &row[j], |a, b| product(a, conjugate(b)));
            each(&inner(&first), &inner(&second), sum)
        };
        let tree = Tree::new(&transform, [gram(0, 0), gram(0, 1), gram(1, 1)])?;
        Some(Self {
            transform,
            #[cfg(test)]
            first,
            second,
            tree,
        })
    }

    /// The second half `s2` of `(c, 0) − v`, of a vector `v` of the lattice near `(c, 0)`; the
    /// first is `c − s2·h`. Both are a sample of a spherical Gaussian of [`DEVIATION`], which shows
    /// nothing of the basis (algorithm 10, lines 3 to 8).
    pub(super) fn near(&self, c: &[u16; DEGREE], rng: &mut impl Rng) -> Zeroizing<Vec<i16>> {
        let reals: Vec<f64> = c.iter().map(|&c| f64::from(c) / f64::from(MODULUS)).collect();
        let c = self.transform.values(&reals);
        let [minus_f, minus_big_f] = &self.second;
        // (c, 0)·B⁻¹ = (−c·F, c·f)/q.
        let target = [each(&c, minus_big_f, product), each(&c, minus_f, |c, f| scaled(product(c, f), -1.0))];
        let near = self.tree.near(&self.transform, &target, rng);
        let part = |row: usize| each(&each(&target[row], &near[row], difference), &self.second[row], product);
        let coefficients = self.transform.coefficients(&each(&part(0), &part(1), sum));
        Zeroizing::new(coefficients.iter().map(|&x| sampler::nearest(x) as i16).collect())
    }
}

#[cfg(test)]
impl Basis {
    /// The two rows, of which the lattice has all rotations.
    pub(super) fn rows(&self) -> [[Vec<f64>; 2]; 2] {
        let coefficients = |values: &Values| self.transform.coefficients(values).iter().map(|x| x.round()).collect();
        [0, 1].map(|row| [&self.first[row], &self.second[row]].map(coefficients))
    }
}

/// `h·F` modulo `q`, centered; `None` if it does not fit eight bits, as that of a key does.
fn product_with(public: &PublicKey, big_f: &[i32]) -> Option<Zeroizing<Vec<i32>>> {
    let q = i32::from(MODULUS);
    let plan: Plan<u16> = lattice::falcon(DEGREE).ok()?;
    let mut values = Zeroizing::new(big_f.iter().map(|&x| (x + (x >> 31 & q)) as u16).collect::<Vec<_>>());
    let mut h = public.coefficients().to_vec();
    plan.forward(&mut values);
    plan.forward(&mut h);
    values.iter_mut().zip(&h).for_each(|(x, &h)| *x = (u32::from(*x) * u32::from(h) % u32::from(MODULUS)) as u16);
    plan.inverse(&mut values);
    let centered = Zeroizing::new(values.iter().map(|&x| (i32::from(x) + q / 2) % q - q / 2).collect::<Vec<_>>());
    // Every coefficient is looked at, whichever is too large.
    let greatest = centered.iter().fold(0, |greatest, x| greatest | (x ^ (x >> 31)));
    (greatest < 128).then_some(centered)
}

/// `f·G − g·F = q`, over the integers.
fn solves(f: &[i32], g: &[i32], big_f: &[i32], big_g: &[i32]) -> bool {
    let mut sum = Zeroizing::new(vec![0_i32; DEGREE]);
    for i in 0..DEGREE {
        for j in 0..DEGREE {
            let product = f[i] * big_g[j] - g[i] * big_f[j];
            sum[(i + j) % DEGREE] += if i + j < DEGREE { product } else { -product };
        }
    }
    sum[0] -= i32::from(MODULUS);
    sum.iter().fold(0, |any, x| any | x) == 0
}

/// The decomposition `L·D·L*` of the Gram matrix of two rows, and so on of the halves of the
/// diagonal, down to numbers: algorithms 8 and 9.
enum Tree {
    Branch { factor: Values, children: Box<[Self; 2]> },
    Leaf { factor: Zeroizing<Complex>, deviations: Zeroizing<[f64; 2]> },
}

impl Tree {
    /// The tree of the matrix `[[a, b], [b*, c]]`; `None` if a deviation is not one that the
    /// sampler has.
    fn new(transform: &Transform, [a, b, c]: [Values; 3]) -> Option<Self> {
        let factor = each(&b, &a, |b, a| scaled(conjugate(b), 1.0 / a[0]));
        let rest = each(&each(&factor, &b, product), &c, |below, c| difference(c, below));
        if let (&[factor], &[first], &[second]) = (&factor[..], &a[..], &rest[..]) {
            let deviations = Zeroizing::new([first, second].map(|[square, _]| DEVIATION / square.sqrt()));
            let sampled = deviations.iter().all(|deviation| (LEAST..=GREATEST).contains(deviation));
            return sampled.then(|| Self::Leaf { factor: Zeroizing::new(factor), deviations });
        }
        let child = |diagonal: &[Complex]| {
            let [even, odd] = transform.split(diagonal);
            Self::new(transform, [even.clone(), odd, even])
        };
        Some(Self::Branch { factor, children: Box::new([child(&a)?, child(&rest)?]) })
    }

    /// Integers near a target, as values: algorithm 11. The second half comes first, and what it
    /// misses moves the target of the first.
    fn near(&self, transform: &Transform, [first, second]: &[Values; 2], rng: &mut impl Rng) -> [Values; 2] {
        let moved =
            |factor: &[Complex], near: &[Complex]| each(first, &each(&each(second, near, difference), factor, product), sum);
        match self {
            Self::Leaf { factor, deviations } => {
                let mut near = |target: &[Complex], deviation: f64| {
                    let sample = |part| f64::from(sampler::sample(part, deviation, rng));
                    Zeroizing::new(vec![target[0].map(sample)])
                };
                let second = near(second, deviations[1]);
                [near(&moved(&[**factor], &second), deviations[0]), second]
            }
            Self::Branch { factor, children } => {
                let mut near =
                    |target: &[Complex], child: &Self| transform.merge(&child.near(transform, &transform.split(target), rng));
                let second = near(second, &children[1]);
                [near(&moved(factor, &second), &children[0]), second]
            }
        }
    }
}
