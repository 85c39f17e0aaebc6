//! Residues modulo a large prime: one in each lane of five vectors of limbs.
//!
//! *Limbs* have weights `2^(52k)`. They are signed and need not be below `2^52`: sums and
//! differences are made limb by limb, and only a factor of a product is [carried](carry), after
//! which its lowest 52 bits are its limbs. The *value* of a residue is the sum of its limbs with
//! their weights; intervals are stated for it, in multiples of `q`. A factor is at least 0 and
//! below `2^260`, and `REACH·q` is not above that: 35q for BLS12-381, 84q for BN254 and 511q for
//! the Stark prime.

use super::lanes::{Lanes, WIDTH};
use super::layout::WORDS;
use super::prime::{LIMBS, Prime};
use crate::kernel::lanes::MASK52;

/// A residue in each lane.
pub(super) type Residue<L> = [L; LIMBS];

/// Words of a constant factor, see [`multiply`].
pub(super) const FACTOR_WORDS: usize = LIMBS * LIMBS;

/// The multiple of `q` that keeps the difference with a product from falling below zero.
pub(super) const PRODUCT: u64 = 6;

/// Limbs of a small multiple of the prime, each below `2^56`.
const fn multiple<P: Prime>(by: u64) -> [u64; LIMBS] {
    let [a, b, c, d, e] = P::Q;
    [a * by, b * by, c * by, d * by, e * by]
}

/// The limbs of `x`, `x ≥ 0`, from the lowest: each hands what exceeds 52 bits to the next. The 52
/// lowest bits of a limb are right afterwards, above them is garbage that a product ignores; all of
/// the last limb is right.
#[inline(always)]
pub(super) unsafe fn carry<L: Lanes>(mut x: Residue<L>) -> Residue<L> {
    for k in 1..LIMBS {
        // SAFETY: as for the caller.
        x[k] = unsafe { x[k].add(x[k - 1].sar::<52>()) };
    }
    x
}

/// [`carry`], without the garbage.
#[inline(always)]
pub(super) unsafe fn carry_clean<L: Lanes>(x: Residue<L>) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe {
        let mut x = carry(x);
        for limb in &mut x[..LIMBS - 1] {
            *limb = limb.and(L::splat(MASK52));
        }
        x
    }
}

/// The word that a column of sums starts from when it is to have so many low and high parts of
/// products, and `plus` besides.
const fn start<L: Lanes>(low: u64, high: u64, plus: u64) -> u64 {
    plus.wrapping_sub(low.wrapping_mul(L::LOW_EXCESS)).wrapping_sub(high.wrapping_mul(L::HIGH_EXCESS))
}

/// Low parts that [`clear`] adds to column `k`, and high parts to the next: a limb of the prime
/// that is 0 or 1 takes no product.
const fn cleared<P: Prime>(k: usize) -> u64 {
    (k < LIMBS && P::Q[k] > 1) as u64
}

/// One step of Montgomery's reduction: adds the multiple of `q` that clears the lowest limb, whose
/// rest goes to the next.
#[inline(always)]
unsafe fn clear<L: Lanes, P: Prime>(t: &mut [L]) {
    // SAFETY: as for the caller.
    unsafe {
        let (word, m) = t[0].reduction_factor::<P>();
        for k in 0..LIMBS {
            if P::Q[k] == 1 {
                t[k] = t[k].add(word);
            } else if P::Q[k] != 0 {
                [t[k], t[k + 1]] = L::madd([t[k], t[k + 1]], m, L::splat(L::factor_word(P::Q[k])));
            }
        }
        t[1] = t[1].add(t[0].sar::<52>());
    }
}

/// `x·w mod q`: input a carried factor, output below 6q, limbs between `±2^56`.
///
/// The table has `w·2^(52(i+1)) mod q` for each limb `i` of `x`, 25 words. The sum of their
/// products with the limbs is below `5·2^52·q`; one step of Montgomery's reduction divides it by
/// `2^52`. That makes 50 + 11 multiply-adds (4 for the Stark prime), where a product with a
/// quotient from a companion needs 75, and a general one 105.
#[inline(always)]
pub(super) unsafe fn multiply<L: Lanes, P: Prime>(x: Residue<L>, factor: *const u64) -> Residue<L> {
    // SAFETY: as for the caller; the factor has [`FACTOR_WORDS`].
    unsafe {
        x[LIMBS - 1].watch();
        let x = factors(x);
        let mut t = [L::splat(0); LIMBS + 1];
        for (k, t) in t.iter_mut().enumerate() {
            *t = L::splat(product_start::<L, P>(k));
        }
        // Apart, so that chains of additions are half as long: 3 % of a transform.
        let mut high = [L::splat(0); LIMBS];
        for k in 0..LIMBS {
            let mut sums = [t[k], high[k]];
            for (i, &x) in x.iter().enumerate() {
                sums = L::madd(sums, x, L::splat(*factor.add(LIMBS * i + k)));
            }
            [t[k], high[k]] = sums;
        }
        for (t, high) in t[1..].iter_mut().zip(high) {
            *t = t.add(high);
        }
        clear::<L, P>(&mut t);
        [t[1], t[2], t[3], t[4], t[5]]
    }
}

/// The start of column `k` of [`multiply`].
const fn product_start<L: Lanes, P: Prime>(k: usize) -> u64 {
    let low = if k < LIMBS { LIMBS as u64 + cleared::<P>(k) } else { 0 };
    let (high, plus) = match k {
        0 => (0, 0),
        _ => (LIMBS as u64 + cleared::<P>(k - 1), L::PRODUCT_SHIFT * P::Q[k - 1]),
    };
    start::<L>(low, high, plus)
}

/// The limbs of a carried residue as factors.
#[inline(always)]
unsafe fn factors<L: Lanes>(mut x: Residue<L>) -> Residue<L> {
    for limb in &mut x {
        // SAFETY: as for the caller.
        *limb = unsafe { limb.factor() };
    }
    x
}

/// `x·y/2^260 mod q`: inputs carried factors, `y < 6q`, output below [`montgomery_bound`], limbs
/// between `±2^57`.
#[inline(always)]
pub(super) unsafe fn montgomery<L: Lanes, P: Prime>(x: Residue<L>, y: Residue<L>) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe {
        x[LIMBS - 1].watch();
        y[LIMBS - 1].watch();
        let (x, y) = (factors(x), L::balanced(y));
        let mut t = [L::splat(0); 2 * LIMBS];
        for (j, t) in t.iter_mut().enumerate() {
            *t = L::splat(montgomery_start::<L, P>(j));
        }
        for (i, x) in x.into_iter().enumerate() {
            for (k, y) in y.into_iter().enumerate() {
                [t[i + k], t[i + k + 1]] = L::madd([t[i + k], t[i + k + 1]], x, y);
            }
        }
        for i in 0..LIMBS {
            clear::<L, P>(&mut t[i..]);
        }
        [t[5], t[6], t[7], t[8], t[9]]
    }
}

/// Outputs of [`montgomery`] are below so many `q`.
pub(super) const fn montgomery_bound<L: Lanes>() -> u64 {
    PRODUCT + 1 + L::MONTGOMERY_SHIFT
}

/// The start of column `j` of [`montgomery`].
const fn montgomery_start<L: Lanes, P: Prime>(j: usize) -> u64 {
    let (mut low, mut high, mut i) = (0, 0, 0);
    while i < LIMBS {
        if i <= j {
            low += (j - i < LIMBS) as u64 + cleared::<P>(j - i);
        }
        if i < j {
            high += (j - i - 1 < LIMBS) as u64 + cleared::<P>(j - i - 1);
        }
        i += 1;
    }
    start::<L>(low, high, if j >= LIMBS { L::MONTGOMERY_SHIFT * P::Q[j - LIMBS] } else { 0 })
}

/// `x mod q`: input in `[0, REACH·q)`, output below `(1 + 2^-30)q`, limbs between `±2^54`.
///
/// The quotient is taken from the last limb, so it is at most 1 too small, and that only when the
/// remainder is tiny.
#[inline(always)]
pub(super) unsafe fn fold<L: Lanes, P: Prime>(x: Residue<L>) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe {
        let mut x = carry_clean(x);
        x[LIMBS - 1].watch();
        let (word, quotient) = x[LIMBS - 1].quotient::<P>();
        let mut product = [L::splat(0); LIMBS + 1];
        for k in 0..LIMBS {
            product[k] = product[k].add(L::splat(start::<L>(cleared::<P>(k), if k > 0 { cleared::<P>(k - 1) } else { 0 }, 0)));
            if P::Q[k] == 1 {
                product[k] = product[k].add(word);
            } else if P::Q[k] != 0 {
                let limb = L::splat(L::factor_word(P::Q[k]));
                [product[k], product[k + 1]] = L::madd([product[k], product[k + 1]], quotient, limb);
            }
            x[k] = x[k].sub(product[k]);
        }
        if L::HIGH_EXCESS != 0 {
            // The last product is below `2^52`, but its parts have signs.
            x[LIMBS - 1] = x[LIMBS - 1].sub(product[LIMBS].shl::<52>());
        }
        x
    }
}

/// The canonical residue: input in `[0, REACH·q)`, output below `q`, limbs in `[0, 2^52)`.
#[inline(always)]
pub(super) unsafe fn canonical<L: Lanes, P: Prime>(x: Residue<L>) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe {
        let x = carry_clean(fold::<L, P>(x));
        let mut less = x;
        for (limb, q) in less.iter_mut().zip(P::Q) {
            *limb = limb.sub(L::splat(q));
        }
        let less = carry_clean(less);
        let mut out = x;
        for k in 0..LIMBS {
            out[k] = less[LIMBS - 1].if_negative(x[k], less[k]);
        }
        out
    }
}

/// `(x + y, x − y + 6q)` for `y < 6q`: both intervals grow by 6q.
#[inline(always)]
pub(super) unsafe fn add_sub<L: Lanes, P: Prime>(x: Residue<L>, y: Residue<L>) -> (Residue<L>, Residue<L>) {
    let above = const { multiple::<P>(PRODUCT) };
    let (mut sum, mut difference) = (x, x);
    for k in 0..LIMBS {
        // SAFETY: as for the caller.
        unsafe {
            sum[k] = x[k].add(y[k]);
            difference[k] = if above[k] == 0 { x[k] } else { x[k].add(L::splat(above[k])) }.sub(y[k]);
        }
    }
    (sum, difference)
}

/// Four words in each lane to limbs in `[0, 2^52)`.
#[inline(always)]
pub(super) unsafe fn unpack<L: Lanes>([a, b, c, d]: [L; WORDS]) -> Residue<L> {
    // SAFETY: as for the caller.
    unsafe {
        let mask = L::splat(MASK52);
        [
            a.and(mask),
            a.shr::<52>().or(b.shl::<12>()).and(mask),
            b.shr::<40>().or(c.shl::<24>()).and(mask),
            c.shr::<28>().or(d.shl::<36>()).and(mask),
            d.shr::<16>(),
        ]
    }
}

/// Limbs in `[0, 2^52)` to four words in each lane. Input below `2^256`.
#[inline(always)]
pub(super) unsafe fn pack<L: Lanes>([a, b, c, d, e]: Residue<L>) -> [L; WORDS] {
    // SAFETY: as for the caller.
    unsafe {
        [a.or(b.shl::<52>()), b.shr::<12>().or(c.shl::<40>()), c.shr::<24>().or(d.shl::<28>()), d.shr::<36>().or(e.shl::<16>())]
    }
}

/// `N` vectors.
#[inline(always)]
pub(super) unsafe fn load<L: Lanes, const N: usize>(from: *const u64) -> [L; N] {
    // SAFETY: as for the caller; that many vectors lie behind the pointer.
    core::array::from_fn(|k| unsafe { L::load(from.add(WIDTH * k)) })
}

/// `N` vectors.
#[inline(always)]
pub(super) unsafe fn store<L: Lanes, const N: usize>(x: [L; N], to: *mut u64) {
    for (k, vector) in x.into_iter().enumerate() {
        // SAFETY: as for the caller; there is room for that many vectors.
        unsafe { vector.store(to.add(WIDTH * k)) }
    }
}
