//! `q < 2^49`: residues in doubles.

use super::class::one_plane;
use super::{Butterfly, Side, Twiddle};
use crate::kernel::TransformTable;
use crate::kernel::lanes::Doubles;
use crate::kernel::transform::direction::Input;
use crate::kernel::vector::double::DoublePrime;

/// Values between passes are doubles, integers of either sign.
///
/// A product is at most `(1/2 + 2^(-54)·|x|)·q` for `|x| < 2^52`: see [`DoublePrime::product`]. In
/// multiples of q, with `p` for the greatest product:
///
/// * Downwards a pass takes values up to b, and reduces the first to 1/2. At most two products are
///   added to another before it is multiplied, and three to the first: `p = 1/2 + (b + 2p)/32` and
///   `b = 1/2 + 3p`, so that `b < 2.4` and factors are below 3.6.
/// * Upwards a pass takes values up to p, or up to 1 at the leaves, and adds up to eight of them.
///   It reduces the half of its values that are not products. Factors and sums stay below 8, which
///   is `2^52`.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Double<L> {
    prime: DoublePrime<L>,
}

/// The greatest value that is multiplied downwards, and the greatest sum upwards, for the greatest
/// primes, in multiples of q.
const fn greatest() -> (f64, f64) {
    let (mut down, mut up) = (1.0, 1.0);
    let (mut factor, mut sum) = (0.0, 0.0);
    let mut pass = 0;
    // The first pass takes residues; from the second on the intervals grow towards their limits.
    while pass < 20 {
        let mut product = 0.75;
        let mut i = 0;
        while i < 20 {
            factor = down + 2.0 * product;
            product = 0.5 + factor / 32.0;
            i += 1;
        }
        down = 0.5 + 3.0 * product;
        sum = 8.0 * up;
        // The first sums are of residues, whose difference is no greater than the half of them.
        up = 0.5 + if pass == 0 { 4.0 } else { sum } / 32.0;
        pass += 1;
    }
    (factor, sum)
}

const _: () = {
    let (factor, sum) = greatest();
    assert!(factor < 3.6 && sum < 8.0);
};

impl<L: Doubles> Butterfly for Double<L> {
    type Lane = L;
    type Vector = L;
    /// Sixteen values would add up to more than `2^52`.
    const MAX_RADIX: usize = 8;

    fn twiddle(q: u64, factor: u64) -> [u64; 2] {
        DoublePrime::<L>::companions(q, factor)
    }

    #[inline(always)]
    unsafe fn new(table: &TransformTable<u64>) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self { prime: DoublePrime::of(table.q) } }
    }

    one_plane!(L);

    #[inline(always)]
    unsafe fn enter(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.of_words() }
    }

    #[inline(always)]
    unsafe fn prepare(&self, x: &mut [L], _input: Input) {
        // SAFETY: as for the caller.
        unsafe { x[0] = self.prime.center(x[0]) }
    }

    #[inline(always)]
    unsafe fn ct_butterfly(&self, x: L, y: L, w: Twiddle<L>, _side: Side) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe {
            let product = self.prime.product(y, w);
            (x.add(product), x.sub(product))
        }
    }

    #[inline(always)]
    unsafe fn canonicalize(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.word(self.prime.center(x)) }
    }

    #[inline(always)]
    unsafe fn gs_butterfly(&self, x: L, y: L, w: Twiddle<L>) -> (L, L) {
        // SAFETY: as for the caller.
        unsafe { (x.add(y), self.prime.product(x.sub(y), w)) }
    }

    /// The products of the last level are small as they are.
    #[inline(always)]
    unsafe fn partial_reduce(&self, x: &mut [L], _part: usize) {
        let sums = x.len() / 2;
        for value in &mut x[..sums] {
            // SAFETY: as for the caller.
            *value = unsafe { self.prime.center(*value) };
        }
    }

    #[inline(always)]
    unsafe fn scale(&self, x: L, w: Twiddle<L>) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.product(x, w) }
    }

    /// A product becomes the word of its residue.
    #[inline(always)]
    unsafe fn reduce(&self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.word(x) }
    }
}
