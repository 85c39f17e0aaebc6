//! Sums of vectors times constants, and what conversions between bases need besides, in doubles;
//! see [`super::linear_combination`].

use super::double::{CHUNK, DoublePrime, Wide, centered};
use super::linear_combination::{Divisor, Terms, divide_from, whole_parts_from};
use super::pointwise::GROUP;
use super::wide_sums::add_products;
use crate::kernel::lanes::Doubles;
use crate::kernel::prefetch::prefetch;
use core::hint::black_box;
use papilio_field::Modulus;

/// Bits of a fraction in [`whole_parts`], and of its words.
pub(in crate::kernel) const FRACTION_BITS: u32 = 49;
/// `2^(−49)`
const UNIT: f64 = 1.0 / (1u64 << FRACTION_BITS) as f64;

/// [`crate::Kernel::linear_combination`].
#[inline(always)]
pub(in crate::kernel) unsafe fn linear_combination<L: Doubles>(
    modulus: &Modulus,
    out: &mut [u64],
    accumulate_scale: Option<u64>,
    terms: &Terms<'_>,
    bound: u64,
    ahead: &[&[u64]],
) {
    // Products with centered constants are below bound·2^48, and their sum below 2^101.
    let chunk = ((1u64 << 53) / bound.max(1)).clamp(1, CHUNK as u64) as usize;
    let (groups, vectors) = (out.len() / (GROUP * L::WIDTH) * (GROUP * L::WIDTH), out.len() / L::WIDTH * L::WIDTH);
    // SAFETY: as for the caller; `i` and the vectors behind it lie within every term.
    unsafe {
        let prime = DoublePrime::<L>::of(modulus.value());
        // Hidden from the compiler, which would compare what is in memory in the place of no scale.
        let scale = accumulate_scale.map(|scale| L::number(centered(modulus.value(), black_box(scale))));
        for i in (0..groups).step_by(GROUP * L::WIDTH) {
            for a in ahead {
                prefetch(a.as_ptr().wrapping_add(i), GROUP * L::WIDTH);
            }
            sums::<L, GROUP>((modulus.value(), prime), &mut out[i..], scale, terms, (i, chunk));
        }
        for i in (groups..vectors).step_by(L::WIDTH) {
            sums::<L, 1>((modulus.value(), prime), &mut out[i..], scale, terms, (i, chunk));
        }
    }
    add_products(modulus, out, accumulate_scale, terms, vectors);
}

/// `N` vectors of sums. The product with the words of `out` takes the place of a term in the first
/// chunk.
#[inline(always)]
unsafe fn sums<L: Doubles, const N: usize>(
    (q, prime): (u64, DoublePrime<L>),
    out: &mut [u64],
    scale: Option<L>,
    terms: &Terms<'_>,
    (from, chunk): (usize, usize),
) {
    // SAFETY: as for the caller.
    unsafe {
        let zero = Wide::of(L::number(0.0));
        let mut sums = [zero; N];
        if let Some(scale) = scale {
            for (k, sum) in sums.iter_mut().enumerate() {
                *sum = sum.add_product(L::load(out.as_ptr().add(k * L::WIDTH)).of_words(), scale);
            }
        }
        let mut rest = terms;
        let mut room = chunk - usize::from(scale.is_some());
        loop {
            let (now, later) = rest.split_at(room.min(rest.len()));
            for (a, c) in now {
                let (a, c) = (a.as_ptr().add(from), L::number(centered(q, *c)));
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.add_product(L::load(a.add(k * L::WIDTH)).of_words(), c);
                }
            }
            if later.is_empty() {
                break;
            }
            for sum in &mut sums {
                *sum = Wide::of(prime.center_wide(*sum));
            }
            (rest, room) = (later, chunk);
        }
        for (k, sum) in sums.into_iter().enumerate() {
            prime.word(prime.center_wide(sum)).store(out.as_mut_ptr().add(k * L::WIDTH));
        }
    }
}

/// [`crate::Kernel::whole_parts`], of the sum of all products at once.
#[inline(always)]
pub(in crate::kernel) unsafe fn whole_parts<L: Doubles>(out: &mut [u64], terms: &Terms<'_>, s: u32) {
    let vectors = out.len() / L::WIDTH * L::WIDTH;
    // SAFETY: as for the caller; `i` and the vector behind it lie within every term.
    unsafe {
        let (half, shift) = (L::number((1u64 << (s - 1)) as f64), L::number(1.0 / (1u64 << s) as f64));
        let unit = L::number(UNIT);
        for i in (0..vectors).step_by(L::WIDTH) {
            let mut total = half;
            let mut low = L::number(0.0);
            for terms in terms.chunks(CHUNK) {
                let mut sum = Wide::of(low);
                for (a, r) in terms {
                    sum = sum.add_product(L::load(a.as_ptr().add(i)).of_words(), L::number(*r as f64));
                }
                // Units of the low part are carried, so that it is a fraction of one.
                let (high, rest) = sum.parts();
                let carry = rest.mul(unit).floor();
                total = high.mul_add(unit, total).add(carry);
                low = carry.mul_add(L::number(-1.0 / UNIT), rest);
            }
            total.mul(shift).floor().to_words().store(out.as_mut_ptr().add(i));
        }
    }
    whole_parts_from(out, terms, s, FRACTION_BITS, vectors);
}

/// [`crate::Kernel::divide`].
#[inline(always)]
pub(in crate::kernel) unsafe fn divide<L: Doubles>(
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
    divide_from(modulus, out, x, by, plus, out.len() / L::WIDTH * L::WIDTH);
}

/// Whole vectors of [`divide`]; `plus` is added if it is `ADDED`.
#[inline(always)]
unsafe fn divide_plus<L: Doubles, const ADDED: bool>(modulus: &Modulus, out: &mut [u64], x: &[u64], by: Divisor, plus: &[u64]) {
    let (q, d) = (modulus.value(), by.value);
    // SAFETY: as for the caller; `i` and the vector behind it lie within all vectors.
    unsafe {
        let prime = DoublePrime::<L>::of(q);
        let inverse = L::number(centered(q, by.inverse));
        let (half, above, d) = (L::number((d / 2) as f64), L::number((d / 2 + 1) as f64), L::number(d as f64));
        for i in (0..out.len() / L::WIDTH * L::WIDTH).step_by(L::WIDTH) {
            let at = out.as_mut_ptr().add(i);
            // Below zero for x up to ⌊d/2⌋, which is the residue then; x − d is it above.
            let y = L::load(x.as_ptr().add(i)).of_words().sub(above);
            let residue = y.add_if_negative(d).sub(half);
            let quotient = prime.times(L::load(at).of_words().sub(residue), inverse);
            let sum = if ADDED { prime.center(quotient.add(L::load(plus.as_ptr().add(i)).of_words())) } else { quotient };
            prime.word(sum).store(at);
        }
    }
}
