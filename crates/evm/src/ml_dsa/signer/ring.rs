//! Vectors of polynomials modulo `X^256 + 1` and `q`.

use super::super::{DEGREE, MODULUS, SIDE};
use crate::error::Error;
use papilio_ntt::{Plan, lattice};
use zeroize::Zeroizing;

/// Coefficients or values, `< q`.
pub(super) type Polynomial = [u32; DEGREE];
/// Erased when dropped.
pub(super) type Vector = Zeroizing<Vec<Polynomial>>;

/// The transform, and what is done with it.
pub(super) struct Ring {
    plan: Plan<u32>,
}

impl Ring {
    pub(super) fn new() -> Result<Self, Error> {
        Ok(Self { plan: lattice::ml_dsa()? })
    }

    /// Values of coefficients.
    pub(super) fn transformed(&self, vector: &[Polynomial]) -> Vector {
        let mut values = Zeroizing::new(vector.to_vec());
        values.iter_mut().for_each(|polynomial| self.plan.forward(polynomial));
        values
    }

    /// Coefficients of `matrix·vector`, of which values are given.
    pub(super) fn product(&self, matrix: &[Polynomial], vector: &[Polynomial]) -> Vector {
        let sum = |row: &[Polynomial], at: usize| remainder(row.iter().zip(vector).map(|(a, v)| product(a[at], v[at])).sum());
        self.coefficients(matrix.chunks(SIDE).map(|row| std::array::from_fn(|at| sum(row, at))).collect())
    }

    /// Coefficients of `factor·vector`, of which values are given.
    pub(super) fn multiple(&self, factor: &Polynomial, vector: &[Polynomial]) -> Vector {
        let value = |v: &Polynomial, at: usize| remainder(product(factor[at], v[at]));
        self.coefficients(vector.iter().map(|v| std::array::from_fn(|at| value(v, at))).collect())
    }

    fn coefficients(&self, values: Vec<Polynomial>) -> Vector {
        let mut vector = Zeroizing::new(values);
        vector.iter_mut().for_each(|polynomial| self.plan.inverse(polynomial));
        vector
    }
}

fn product(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

/// Any word modulo `q`; sums of four products are `< 2^48`.
fn remainder(sum: u64) -> u32 {
    (sum % u64::from(MODULUS)) as u32
}

/// `a + b`.
pub(super) fn sum(a: &[Polynomial], b: &[Polynomial]) -> Vector {
    each(a, b, |a, b| reduced(a + b))
}

/// `a − b`.
pub(super) fn difference(a: &[Polynomial], b: &[Polynomial]) -> Vector {
    each(a, b, |a, b| reduced(a + MODULUS - b))
}

fn each(a: &[Polynomial], b: &[Polynomial], operation: impl Fn(u32, u32) -> u32) -> Vector {
    let pairs = a.iter().zip(b);
    Zeroizing::new(pairs.map(|(a, b)| std::array::from_fn(|at| operation(a[at], b[at]))).collect())
}

/// Input `< 2q`, output `< q`: the wrapped one of the two words is the greater.
pub(super) fn reduced(x: u32) -> u32 {
    x.min(x.wrapping_sub(MODULUS))
}

/// The greatest absolute value of centered residues.
pub(super) fn norm(vector: &[Polynomial]) -> u32 {
    vector.iter().flatten().map(|&x| x.min(MODULUS - x)).fold(0, u32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_at_the_ends_of_the_interval() {
        let top = MODULUS - 1;
        let (a, b) = ([[top; DEGREE]], [[top; DEGREE]]);
        assert_eq!(sum(&a, &b)[0][0], top - 1);
        assert_eq!(difference(&a, &b)[0][0], 0);
        assert_eq!(difference(&[[0; DEGREE]], &a)[0][0], 1);
        assert_eq!(sum(&[[1; DEGREE]], &a)[0][0], 0);
        let mut one = [0; DEGREE];
        for (x, absolute) in [(0, 0), (1, 1), (top, 1), (top / 2, top / 2), (top / 2 + 1, top / 2)] {
            one[255] = x;
            assert_eq!(norm(&[[0; DEGREE], one]), absolute);
        }
    }

    /// By the definition: `X^256 = −1`.
    #[test]
    fn products_are_negacyclic() {
        let ring = Ring::new().expect("a plan");
        let top: Polynomial = std::array::from_fn(|i| MODULUS - 1 - (i as u32 * 7919) % 5);
        let other: Polynomial = std::array::from_fn(|i| (i as u32 * 104_729) % MODULUS);
        let mut expected = [0_i64; DEGREE];
        for (i, &a) in top.iter().enumerate() {
            for (j, &b) in other.iter().enumerate() {
                let sign = if i + j < DEGREE { 1 } else { -1 };
                let sum = &mut expected[(i + j) % DEGREE];
                *sum = (*sum + sign * (product(a, b) % u64::from(MODULUS)) as i64).rem_euclid(i64::from(MODULUS));
            }
        }
        let (a, b) = (ring.transformed(&[top]), ring.transformed(&[other]));
        assert_eq!(ring.multiple(&a[0], &b)[0].map(i64::from), expected);
        // Four equal products are the greatest sum.
        let four = ring.product(&[a[0]; 4], &[b[0]; 4]);
        assert_eq!(four[0].map(i64::from), expected.map(|x| 4 * x % i64::from(MODULUS)));
    }
}
