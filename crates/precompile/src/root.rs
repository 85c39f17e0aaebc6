//! Roots of unity: those that a header states, and the least one.

use crate::header::{Header, Kind, Root};
use crate::ring::{Complex, Modular, Ring, Word64};
use crate::squares::Squares;
use crate::transform;

/// The root that a header of form X states, if it is one of its kind.
pub(crate) fn plain<M: Modular>(ring: &M, header: &Header) -> Option<Squares<M>> {
    let Root::Given(root) = &header.root else { return None };
    let root = ring.enter(ring.residue(root)?);
    // −1 is the power n of the root, or the power n/2.
    let log = header.n.trailing_zeros() as usize - usize::from(header.kind != Kind::Negacyclic);
    Squares::ending(ring, root, log, ring.neg(ring.one()), log + 1)
}

/// The root over `Z_q[i]` that a header of form X states, if it is one of its kind.
pub(crate) fn complex<M: Modular>(ring: &M, header: &Header) -> Option<Squares<Complex<M>>> {
    let Root::Complex(re, im) = &header.root else { return None };
    let ring = Complex(*ring);
    let root = ring.enter([ring.0.residue(re)?, ring.0.residue(im)?]);
    let log = header.n.trailing_zeros() as usize - 1;
    Squares::ending(&ring, root, log, [M::Residue::default(), ring.0.one()], log + 2)
}

/// The least `x > 0` with `x^n = −1` modulo a prime `q ≡ 1 mod 2n`.
pub(crate) fn least<M: Modular>(ring: &M, q: u64, n: usize) -> Option<Squares<M>> {
    let words = Word64::of(q);
    let some = power(&words, words.enter(non_residue(q) % q), (q - 1) / (2 * n as u64));
    // Out of Montgomery's form, and into that of the ring.
    let some = ring.residue(&words.mul(some, 1).into())?;
    let (log, end) = (n.trailing_zeros() as usize, ring.neg(ring.one()));
    let squares = Squares::ending(ring, ring.enter(some), log, end, log + 1)?;
    // Its odd powers are all the roots of that order. Half of them are the opposites of the others.
    let powers = transform::odd_powers(ring, some, &squares, n);
    let least = powers.iter().fold(some, |least, &x| least.min(x).min(ring.neg(x)));
    Squares::ending(ring, ring.enter(least), log, end, log + 1)
}

/// The least quadratic non-residue modulo a prime `q ≡ 1 mod 4`, by reciprocity: it has the symbol
/// of `q` modulo itself.
fn non_residue(q: u64) -> u64 {
    if q % 8 == 5 {
        return 2;
    }
    (3..).step_by(2).find(|&a| jacobi(q % a, a) == -1).unwrap_or(2)
}

/// The Jacobi symbol of `a` modulo an odd `b`.
fn jacobi(mut a: u64, mut b: u64) -> i32 {
    let mut sign = 1;
    while a != 0 {
        let twos = a.trailing_zeros();
        a >>= twos;
        if twos % 2 == 1 && matches!(b % 8, 3 | 5) {
            sign = -sign;
        }
        if a % 4 == 3 && b % 4 == 3 {
            sign = -sign;
        }
        (a, b) = (b % a, a);
    }
    if b == 1 { sign } else { 0 }
}

/// `x^exponent`, in Montgomery's form.
fn power<R: Ring>(ring: &R, x: R::Residue, exponent: u64) -> R::Residue {
    (0..u64::BITS - exponent.leading_zeros()).rev().fold(ring.one(), |power, i| {
        let square = ring.mul(power, power);
        if exponent >> i & 1 == 1 { ring.mul(square, x) } else { square }
    })
}

/// Whether an odd `q ≥ 3` is prime, by Miller and Rabin's test with bases that decide every integer
/// of the width: 2, 7, 61 below `2^32` (G. Jaeschke, 1993), seven others below `2^64` (J. Sinclair,
/// 2011, checked against all base-2 pseudoprimes).
pub(crate) fn is_prime(q: u64) -> bool {
    const BASES: [u64; 7] = [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022];
    if q >> 32 == 0 { passes(q, [2, 7, 61]) } else { passes(q, BASES) }
}

/// All bases side by side: a power alone would wait for each of its products.
fn passes<const COUNT: usize>(q: u64, bases: [u64; COUNT]) -> bool {
    let ring = Word64::of(q);
    let (one, minus_one) = (ring.one(), ring.neg(ring.one()));
    let shift = (q - 1).trailing_zeros();
    let odd = (q - 1) >> shift;
    let bases = bases.map(|base| ring.enter(base % q));
    let mut powers = bases;
    for i in (0..u64::BITS - 1 - odd.leading_zeros()).rev() {
        powers = powers.map(|x| ring.mul(x, x));
        if odd >> i & 1 == 1 {
            for (power, &base) in powers.iter_mut().zip(&bases) {
                *power = ring.mul(*power, base);
            }
        }
    }
    // A base that is a multiple of q says nothing.
    let mut passed = core::array::from_fn(|i| bases[i] == 0 || powers[i] == one || powers[i] == minus_one);
    for _ in 1..shift {
        if passed == [true; COUNT] {
            break;
        }
        powers = powers.map(|x| ring.mul(x, x));
        passed = core::array::from_fn(|i| passed[i] || powers[i] == minus_one);
    }
    passed == [true; COUNT]
}

#[cfg(test)]
mod tests;
