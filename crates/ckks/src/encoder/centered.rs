//! Residues as the integers next to zero that they stand for.

use papilio_field::Modulus;
use papilio_ntt::double_double::DoubleDouble;
use papilio_ring::{Coefficient, Poly, RnsBasis};
use zeroize::Zeroizing;

/// A double-double: its parts.
pub(super) type Pair = [f64; 2];

/// The number of these parts.
pub(super) fn double_double(&[high, low]: &Pair) -> DoubleDouble {
    DoubleDouble { high, low }
}

/// The coefficients at the multiples of a distance, each in `(−Q/2, Q/2)` for the product `Q` of
/// the first primes, to 104 bits.
///
/// The digits of an integer in the mixed radix of the primes, each centered, represent the integers
/// of that interval and no others (H. Garner, "The residue number system", 1959): no sign has to be
/// found afterwards.
pub(super) fn to_doubles(basis: &RnsBasis, (poly, level): (&Poly<Coefficient>, usize), apart: usize) -> Zeroizing<Vec<Pair>> {
    let moduli: Vec<Modulus> = basis.moduli(level).copied().collect();
    let inverses = inverses(&moduli);
    let weights = weights(&moduli);
    let mut digits = Zeroizing::new(vec![0i64; level]);
    let mut out = Zeroizing::new(Vec::with_capacity(basis.degree() / apart));
    for place in (0..basis.degree()).step_by(apart) {
        for (i, m) in moduli.iter().enumerate() {
            let mut rest = poly.limb(i)[place];
            for (j, digit) in digits[..i].iter().enumerate() {
                let residue = m.reduce(digit.unsigned_abs());
                let residue = if *digit < 0 { m.neg(residue) } else { residue };
                rest = m.mul(m.sub(rest, residue), inverses[i][j]);
            }
            digits[i] = centered(rest, m);
        }
        let terms = digits.iter().zip(&weights).rev();
        let sum = terms.fold(DoubleDouble::default(), |sum, (&digit, &weight)| sum + from_integer(digit) * weight);
        out.push([sum.high, sum.low]);
    }
    out
}

/// `q_j^(−1)` modulo `q_i` for `j < i`.
fn inverses(moduli: &[Modulus]) -> Vec<Vec<u64>> {
    let row = |(i, m): (usize, &Modulus)| moduli[..i].iter().map(|q| m.inverse(m.reduce(q.value()))).collect();
    moduli.iter().enumerate().map(row).collect()
}

/// The products of the primes before each; of those beyond all doubles, which only digits that are
/// zero have for a number that is none of them, the greatest double.
fn weights(moduli: &[Modulus]) -> Vec<DoubleDouble> {
    let next = |product: &mut DoubleDouble, m: &Modulus| {
        let weight = *product;
        let next = weight * from_integer(m.value() as i64);
        *product = if next.high.is_finite() && next.low.is_finite() { next } else { DoubleDouble::from(f64::MAX) };
        Some(weight)
    };
    moduli.iter().scan(DoubleDouble::from(1.0), next).collect()
}

/// The residue next to zero.
fn centered(residue: u64, m: &Modulus) -> i64 {
    let above = ((m.value() / 2).wrapping_sub(residue) as i64 >> 63) as u64;
    residue.wrapping_sub(m.value() & above) as i64
}

fn from_integer(x: i64) -> DoubleDouble {
    let (high, low) = (x >> 32, x & i64::from(u32::MAX));
    DoubleDouble::sum(high as f64 * 2f64.powi(32), low as f64)
}
