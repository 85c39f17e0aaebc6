//! Roots of unity modulo word primes.

use crate::{Modulus, prime};

/// A primitive `2n`-th root of unity, `n` a power of two, or `None` when `2n ∤ q − 1`:
/// `a^((q−1)/2n)` for the least quadratic non-residue `a`.
#[must_use]
pub fn negacyclic_root(modulus: &Modulus, n: usize) -> Option<u64> {
    let q = modulus.value();
    let order = 2 * n as u64;
    if !(q - 1).is_multiple_of(order) {
        return None;
    }
    // x^n = a^((q−1)/2) = −1 exactly when a is a quadratic non-residue.
    (2..q).map(|a| modulus.pow(a, (q - 1) / order)).find(|&x| modulus.pow(x, n as u64) == q - 1)
}

/// The least of the primitive `2n`-th roots of unity, `n` a power of two, or `None` when
/// `2n ∤ q − 1`. Takes `n` products.
#[must_use]
pub fn least_negacyclic_root(modulus: &Modulus, n: usize) -> Option<u64> {
    let root = negacyclic_root(modulus, n)?;
    let square = modulus.mul(root, root);
    core::iter::successors(Some(root), |&x| Some(modulus.mul(x, square))).take(n).min()
}

/// The least generator of the units modulo a prime `q`: `1` for `q = 2`.
pub(crate) fn least_generator(modulus: &Modulus) -> u64 {
    let order = modulus.value() - 1;
    let factors = prime::factors(order);
    let generates = |&x: &u64| factors.iter().all(|&p| modulus.pow(x, order / p) != 1);
    (1..modulus.value()).find(generates).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prime::descending;

    #[test]
    fn roots_are_negacyclic() {
        for q in [97, 12289, 8_380_417, descending(50, 1 << 13).next().expect("a prime")] {
            let modulus = Modulus::new(q).expect("prime");
            for n in [1usize, 2, 4, 8] {
                let root = negacyclic_root(&modulus, n).expect("root");
                assert_eq!(modulus.pow(root, n as u64), q - 1);
            }
        }
        assert!(negacyclic_root(&Modulus::new(97).expect("prime"), 32).is_none());
    }
}
