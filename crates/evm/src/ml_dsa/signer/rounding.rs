//! High and low parts of residues (FIPS 204, section 7.4), by divisions by constants.

use super::super::{DROPPED, MODULUS};
use super::ring::{Polynomial, Vector};
use zeroize::Zeroizing;

/// `γ2`, half of an interval of the high part.
pub(super) const GAMMA2: u32 = (MODULUS - 1) / 88;
/// Values of a high part.
const HIGH: u32 = 44;

/// `t1` and `t0` of Power2Round: `t = t1·2^13 + t0`, `−2^12 < t0 ≤ 2^12`; `t0` as a residue.
pub(super) fn power_of_two(t: &[Polynomial]) -> (Vector, Vector) {
    let high = |x: u32| (x + (1 << (DROPPED - 1)) - 1) >> DROPPED;
    let low = |x: u32| super::ring::reduced(x + MODULUS - (high(x) << DROPPED));
    (each(t, high), each(t, low))
}

/// HighBits, `< 44`.
pub(super) fn high(vector: &[Polynomial]) -> Vector {
    each(vector, |x| decomposed(x).0)
}

/// The greatest absolute value of LowBits.
pub(super) fn low_norm(vector: &[Polynomial]) -> u32 {
    vector.iter().flatten().map(|&x| decomposed(x).1.unsigned_abs()).fold(0, u32::max)
}

/// MakeHint: 1 where the high parts differ.
pub(super) fn hints(a: &[Polynomial], b: &[Polynomial]) -> Vector {
    let differ = |a, b| u32::from(decomposed(a).0 != decomposed(b).0);
    Zeroizing::new(a.iter().zip(b).map(|(a, b)| std::array::from_fn(|at| differ(a[at], b[at]))).collect())
}

/// Decompose of a residue `< q`: high part `< 44`, and low part in `[−γ2, γ2]`.
fn decomposed(x: u32) -> (u32, i32) {
    // At most 44, and 44 where the interval around q, which is that of 0, is met from below.
    let interval = (x + GAMMA2 - 1) / (2 * GAMMA2);
    let wrapped = interval / HIGH;
    let low = x as i32 - (interval * 2 * GAMMA2 + wrapped) as i32;
    (interval - wrapped * HIGH, low)
}

fn each(vector: &[Polynomial], part: impl Fn(u32) -> u32) -> Vector {
    Zeroizing::new(vector.iter().map(|polynomial| polynomial.map(&part)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the text of FIPS 204, algorithm 36.
    fn by_definition(r: i64) -> (i64, i64) {
        let (q, alpha) = (i64::from(MODULUS), 2 * i64::from(GAMMA2));
        let mut low = r % alpha;
        if low > alpha / 2 {
            low -= alpha;
        }
        if r - low == q - 1 { (0, low - 1) } else { ((r - low) / alpha, low) }
    }

    #[test]
    fn every_residue_is_decomposed_as_defined() {
        for x in 0..MODULUS {
            let (high, low) = decomposed(x);
            assert_eq!((i64::from(high), i64::from(low)), by_definition(i64::from(x)), "{x}");
        }
    }

    #[test]
    fn every_residue_is_rounded_as_defined() {
        let q = MODULUS as usize;
        let residues: Vec<u32> = (0..q.next_multiple_of(256)).map(|x| (x % q) as u32).collect();
        let polynomials: Vec<Polynomial> = residues.chunks(256).map(|part| std::array::from_fn(|i| part[i])).collect();
        let (high, low) = power_of_two(&polynomials);
        for ((&x, &high), &low) in residues.iter().zip(high.iter().flatten()).zip(low.iter().flatten()) {
            let low = if low > MODULUS / 2 { low as i32 - MODULUS as i32 } else { low as i32 };
            assert!(-4096 < low && low <= 4096 && high < 1024, "{x}: {high}, {low}");
            assert_eq!((high << DROPPED) as i32 + low, x as i32);
        }
    }
}
