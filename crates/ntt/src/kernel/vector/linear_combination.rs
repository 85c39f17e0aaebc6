//! Sums of vectors times constants, and the integer parts of sums of fractions: what residues
//! modulo some primes need to become residues modulo others.

use super::pointwise::GROUP;
use super::reduction::{Prime, Reduction, Sums};
use super::wide_sums::add_products;
use crate::kernel::lanes::{Lanes, Lanes52};
use crate::kernel::prefetch::prefetch;
use papilio_field::Modulus;

/// Vectors with a constant each.
pub type Terms<'a> = [(&'a [u64], u64)];

type LinearCombinationFn = unsafe fn(&Modulus, &mut [u64], Option<u64>, &Terms<'_>, u64, &[&[u64]]);
type DivideFn = unsafe fn(&Modulus, &mut [u64], &[u64], Divisor, Option<&[u64]>);

/// The sums of a kernel.
pub(in crate::kernel) struct LinearCombination {
    /// Bits of a constant in [`crate::Kernel::whole_parts`]; words stay below two to this.
    pub(in crate::kernel) bits: u32,
    /// Whether every product of [`crate::Kernel::whole_parts`] is rounded down, or their sum.
    pub(in crate::kernel) rounds_each: bool,
    /// Primes have at most as many bits.
    pub(in crate::kernel) max_bits: u32,
    /// Words of [`crate::Kernel::linear_combination`] are below two to this.
    pub(in crate::kernel) word_bits: u32,
    /// Their products with constants are below two to this.
    pub(in crate::kernel) product_bits: u32,
    /// Twice a prime and a divisor of [`crate::Kernel::divide`] are together at most two to this.
    pub(in crate::kernel) divide_bits: u32,
    pub(in crate::kernel) sum: LinearCombinationFn,
    pub(in crate::kernel) whole_parts: unsafe fn(&mut [u64], &Terms<'_>, u32),
    pub(in crate::kernel) divide: DivideFn,
}

/// An odd number to divide by modulo a prime.
#[derive(Clone, Copy, Debug)]
pub struct Divisor {
    /// The number.
    pub value: u64,
    /// Its inverse modulo the prime.
    pub inverse: u64,
}

/// [`crate::Kernel::linear_combination`]. The two halves of the products add up in words of their
/// own, until the greater could leave 52 bits.
#[inline(always)]
pub(in crate::kernel) unsafe fn linear_combination<L: Lanes52>(
    modulus: &Modulus,
    out: &mut [u64],
    accumulate_scale: Option<u64>,
    terms: &Terms<'_>,
    bound: u64,
    ahead: &[&[u64]],
) {
    // High halves with their carries stay below 2^52 and low ones below 2^63, as in the accumulated
    // products of two vectors.
    let product = (u128::from(modulus.value()) * u128::from(bound)) >> 52;
    let chunk = ((1u128 << 52) / (product + 2)).min((1 << 11) - 1) as usize;
    // The product with the words of `out` takes the place of a term in the first chunk, which has
    // at least three.
    let chunk = chunk - usize::from(accumulate_scale.is_some());
    let (groups, vectors) = whole::<L>(out.len());
    // SAFETY: as for the caller; `i` and the vectors behind it lie within every term.
    unsafe {
        let prime = Prime::<L>::new(modulus.value());
        for i in (0..groups).step_by(GROUP * L::WIDTH) {
            for a in ahead {
                prefetch(a.as_ptr().wrapping_add(i), GROUP * L::WIDTH);
            }
            sums::<L, GROUP>(prime, &mut out[i..], accumulate_scale, terms, i, chunk);
        }
        for i in (groups..vectors).step_by(L::WIDTH) {
            sums::<L, 1>(prime, &mut out[i..], accumulate_scale, terms, i, chunk);
        }
    }
    add_products(modulus, out, accumulate_scale, terms, vectors);
}

/// Words in groups of vectors, and in whole vectors.
fn whole<L: Lanes>(len: usize) -> (usize, usize) {
    (len / (GROUP * L::WIDTH) * (GROUP * L::WIDTH), len / L::WIDTH * L::WIDTH)
}

/// `N` vectors of sums.
#[inline(always)]
unsafe fn sums<L: Lanes52, const N: usize>(
    prime: Prime<L>,
    out: &mut [u64],
    accumulate_scale: Option<u64>,
    terms: &Terms<'_>,
    from: usize,
    chunk: usize,
) {
    // SAFETY: as for the caller.
    unsafe {
        let zero = L::splat(0);
        let (mut low, mut high) = ([zero; N], [zero; N]);
        if let Some(accumulate_scale) = accumulate_scale {
            let accumulate_scale = L::splat(accumulate_scale);
            for k in 0..N {
                let x = L::load(out.as_ptr().add(k * L::WIDTH));
                (low[k], high[k]) = (zero.madd_lo(x, accumulate_scale), zero.madd_hi(x, accumulate_scale));
            }
        }
        let mut rest = terms;
        loop {
            let (now, later) = rest.split_at(chunk.min(rest.len()));
            for (a, c) in now {
                let (a, c) = (a.as_ptr().add(from), L::splat(*c));
                for k in 0..N {
                    let x = L::load(a.add(k * L::WIDTH));
                    (low[k], high[k]) = (low[k].madd_lo(x, c), high[k].madd_hi(x, c));
                }
            }
            for k in 0..N {
                (low[k], high[k]) = (prime.reduce_wide(low[k].mask(), high[k].add(low[k].shr::<52>())), zero);
            }
            if later.is_empty() {
                break;
            }
            rest = later;
        }
        for (k, x) in low.into_iter().enumerate() {
            x.store(out.as_mut_ptr().add(k * L::WIDTH));
        }
    }
}

/// [`crate::Kernel::whole_parts`].
#[inline(always)]
pub(in crate::kernel) unsafe fn whole_parts<L: Lanes52>(out: &mut [u64], terms: &Terms<'_>, s: u32) {
    let (_, vectors) = whole::<L>(out.len());
    // SAFETY: as for the caller; `i` and the vector behind it lie within every term.
    unsafe {
        let (half, shift, zero) = (L::splat(1 << (s - 1)), L::splat(1 << (L::BITS - s)), L::splat(0));
        for i in (0..vectors).step_by(L::WIDTH) {
            let mut sum = half;
            for (a, r) in terms {
                sum = sum.madd_hi(L::load(a.as_ptr().add(i)), L::splat(*r));
            }
            zero.madd_hi(sum, shift).store(out.as_mut_ptr().add(i));
        }
    }
    whole_parts_from(out, terms, s, L::BITS, vectors);
}

/// [`crate::Kernel::divide`].
#[inline(always)]
pub(in crate::kernel) unsafe fn divide<L: Lanes52>(
    modulus: &Modulus,
    out: &mut [u64],
    x: &[u64],
    by: Divisor,
    plus: Option<&[u64]>,
) {
    // SAFETY: as for the caller.
    unsafe {
        match plus {
            Some(plus) => divide_plus::<L, true>(modulus, out, x, by, plus),
            None => divide_plus::<L, false>(modulus, out, x, by, x),
        }
    }
    divide_from(modulus, out, x, by, plus, whole::<L>(out.len()).1);
}

/// Whole vectors of [`divide`]; `plus` is added if it is `ADDED`.
#[inline(always)]
unsafe fn divide_plus<L: Lanes52, const ADDED: bool>(modulus: &Modulus, out: &mut [u64], x: &[u64], by: Divisor, plus: &[u64]) {
    let (q, d) = (modulus.value(), by.value);
    // With y = x + ⌊d/2⌋ mod d the residue is y − ⌊d/2⌋: what makes up for that is raised to at
    // least d.
    let raise = d / 2 + d.div_ceil(q) * q;
    // SAFETY: as for the caller; `i` and the vector behind it lie within all vectors.
    unsafe {
        let prime = Prime::<L>::new(q);
        let inverse = Prime::<L>::constant(q, by.inverse);
        let (half, d, raise) = (L::splat(d / 2), L::splat(d), L::splat(raise));
        for i in (0..whole::<L>(out.len()).1).step_by(L::WIDTH) {
            let at = out.as_mut_ptr().add(i);
            let y = L::load(x.as_ptr().add(i)).add(half);
            let quotient = prime.scale(L::load(at).add(raise).sub(y.min(y.sub(d))), inverse);
            let sum = if ADDED { prime.add(quotient, L::load(plus.as_ptr().add(i))) } else { quotient };
            sum.store(at);
        }
    }
}

/// The portable sums.
pub(in crate::kernel) const PORTABLE: LinearCombination = LinearCombination {
    bits: 64,
    rounds_each: true,
    max_bits: Modulus::MAX_BITS,
    word_bits: Modulus::MAX_BITS,
    product_bits: 2 * Modulus::MAX_BITS,
    divide_bits: 64,
    sum: |modulus, out, accumulate_scale, terms, _, _| add_products(modulus, out, accumulate_scale, terms, 0),
    whole_parts: |out, terms, s| whole_parts_from(out, terms, s, 64, 0),
    divide: |modulus, out, x, by, plus| divide_from(modulus, out, x, by, plus, 0),
};

pub(super) fn whole_parts_from(out: &mut [u64], terms: &Terms<'_>, s: u32, bits: u32, from: usize) {
    for (i, x) in out.iter_mut().enumerate().skip(from) {
        let mut sum: u64 = 1 << (s - 1);
        for (a, r) in terms {
            sum = sum.wrapping_add(((u128::from(a[i]) * u128::from(*r)) >> bits) as u64);
        }
        *x = sum >> s;
    }
}

pub(super) fn divide_from(modulus: &Modulus, out: &mut [u64], x: &[u64], by: Divisor, plus: Option<&[u64]>, from: usize) {
    for (i, (out, &x)) in out.iter_mut().zip(x).enumerate().skip(from) {
        let residue = if x > by.value / 2 { modulus.neg(modulus.reduce(by.value - x)) } else { modulus.reduce(x) };
        let quotient = modulus.mul(modulus.sub(*out, residue), by.inverse);
        *out = plus.map_or(quotient, |plus| modulus.add(quotient, plus[i]));
    }
}
