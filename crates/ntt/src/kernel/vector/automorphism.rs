//! `X ↦ X^g` on polynomials modulo `X^n + 1`, by their coefficients or their values.

use crate::kernel::lanes::{Lanes, Lanes52, MASK52};
use crate::kernel::prefetch::prefetch;

/// Greatest number of lanes.
pub(in crate::kernel) const LANES: usize = 8;

/// The images of a kernel.
pub(in crate::kernel) struct Automorphisms {
    /// [`crate::Kernel::automorphism`].
    pub(in crate::kernel) residues: unsafe fn(u64, &[u64], &mut [u64], usize),
    /// [`crate::Kernel::automorphism_words`].
    pub(in crate::kernel) words: unsafe fn(&[u64], &mut [u64], &mut [u64], usize, u64),
    /// [`crate::Kernel::automorphism_values`].
    pub(in crate::kernel) values: unsafe fn(&[u64], &mut [u64], &[u32], &Patterns),
}

/// How the words of a block are permuted, in each of eight ways.
pub(in crate::kernel) type Patterns = [[u8; LANES]; LANES];

/// The images of kernels that have no gathers.
pub(in crate::kernel) const PORTABLE: Automorphisms =
    Automorphisms { residues: residues_from, words: words_from, values: values_from };

/// Blocks from the one that is moved to the one that is prefetched: blocks come from anywhere.
const AHEAD: usize = 32;

/// [`crate::Kernel::automorphism_values`] by vectors of a block.
#[inline(always)]
pub(in crate::kernel) unsafe fn values<L: Lanes<Word = u64>>(
    from: &[u64],
    to: &mut [u64],
    places: &[u32],
    patterns: &Patterns,
) {
    if L::WIDTH != LANES {
        return values_from(from, to, places, patterns);
    }
    for (i, &place) in places.iter().enumerate() {
        let block = block(from, place);
        prefetch_block(from, places, i);
        // SAFETY: as for the caller: blocks and patterns have the lanes of a vector, and there is a
        // block to be written for every place.
        unsafe {
            let image = L::load(block.as_ptr()).permute(patterns[place as usize % LANES].as_ptr());
            image.store(to.as_mut_ptr().add(i * LANES));
        }
    }
}

/// The portable image of values.
fn values_from(from: &[u64], to: &mut [u64], places: &[u32], patterns: &Patterns) {
    for (i, (image, &place)) in to.as_chunks_mut::<LANES>().0.iter_mut().zip(places).enumerate() {
        let (block, pattern) = (block(from, place), &patterns[place as usize % LANES]);
        prefetch_block(from, places, i);
        *image = core::array::from_fn(|lane| block[pattern[lane] as usize % LANES]);
    }
}

/// The block at a place, which is taken modulo the length.
#[inline(always)]
fn block(from: &[u64], place: u32) -> &[u64; LANES] {
    let blocks = from.as_chunks::<LANES>().0;
    &blocks[(place as usize / LANES) & (blocks.len() - 1)]
}

#[inline(always)]
fn prefetch_block(from: &[u64], places: &[u32], i: usize) {
    let ahead = places[(i + AHEAD).min(places.len() - 1)];
    prefetch(block(from, ahead).as_ptr(), LANES);
}

/// An operation on words that are in their places.
trait Image<L> {
    /// The image at place `i` of words whose signs are the top bits of a vector.
    unsafe fn at(&mut self, i: usize, x: L, signs: L) -> L;
}

/// Reduced residues.
struct Residues<L>(L);

impl<L: Lanes52> Image<L> for Residues<L> {
    #[inline(always)]
    unsafe fn at(&mut self, _: usize, x: L, signs: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let image = x.sub_from_if_msb(self.0, signs);
            image.min(image.sub(self.0))
        }
    }
}

/// Words of integers with their carries.
struct CarriedWords<'a, L> {
    bits: L,
    carry: &'a mut [u64],
}

impl<L: Lanes52> Image<L> for CarriedWords<'_, L> {
    #[inline(always)]
    unsafe fn at(&mut self, i: usize, x: L, signs: L) -> L {
        // SAFETY: as for the caller: there are as many carries as words.
        unsafe {
            let carry = self.carry.as_mut_ptr().add(i);
            let sum = x.sub_from_if_msb(self.bits, signs).add(L::load(carry));
            sum.shr::<52>().store(carry);
            sum.mask()
        }
    }
}

/// Words come one by one, a line of a cache each, and their signs together.
///
/// # Safety
/// The lengths are the same power of two, from the lanes up to `2^32`; the instruction set of the
/// lanes is enabled.
#[inline(always)]
unsafe fn images<L: Lanes52>(from: &[u64], to: &mut [u64], step: usize, mut image: impl Image<L>) {
    let (n, log) = (from.len(), from.len().trailing_zeros());
    // The sign of X^k is bit log(n) of k, which is moved to the top of a lane.
    let sign = |k: usize| (k.wrapping_mul(step) as u64) << (L::BITS - 1 - log);
    let offsets: [usize; LANES] = core::array::from_fn(|lane| lane.wrapping_mul(step));
    let signs: [u64; LANES] = core::array::from_fn(sign);
    // SAFETY: as for the caller; places are below the length, and whole vectors lie within it.
    unsafe {
        let stride = L::splat(sign(L::WIDTH));
        let (mut power, mut signs) = (0usize, L::load(signs.as_ptr()));
        for i in (0..n).step_by(L::WIDTH) {
            let x = L::gather(from.as_ptr(), offsets.map(|offset| power.wrapping_add(offset) & (n - 1)));
            image.at(i, x, signs).store(to.as_mut_ptr().add(i));
            power = power.wrapping_add(step.wrapping_mul(L::WIDTH));
            signs = signs.add(stride);
        }
    }
}

/// [`crate::Kernel::automorphism`].
#[inline(always)]
pub(in crate::kernel) unsafe fn residues<L: Lanes52>(q: u64, from: &[u64], to: &mut [u64], step: usize) {
    if from.len() < L::WIDTH {
        return residues_from(q, from, to, step);
    }
    // SAFETY: as for the caller.
    unsafe { images::<L>(from, to, step, Residues(L::splat(q))) }
}

/// [`crate::Kernel::automorphism_words`].
#[inline(always)]
pub(in crate::kernel) unsafe fn words<L: Lanes52>(from: &[u64], to: &mut [u64], carry: &mut [u64], step: usize, bits: u64) {
    if from.len() < L::WIDTH {
        return words_from(from, to, carry, step, bits);
    }
    // SAFETY: as for the caller.
    unsafe { images::<L>(from, to, step, CarriedWords { bits: L::splat(bits), carry }) }
}

/// The places of words, and all ones where their sign changes.
fn places(n: usize, step: usize) -> impl Iterator<Item = (usize, u64)> {
    let sign_place = 63 - n.trailing_zeros();
    (0..n).map(move |i| {
        let power = i.wrapping_mul(step);
        (power & (n - 1), (((power as u64) << sign_place).cast_signed() >> 63).cast_unsigned())
    })
}

/// The portable image of residues.
fn residues_from(q: u64, from: &[u64], to: &mut [u64], step: usize) {
    for (image, (place, odd)) in to.iter_mut().zip(places(from.len(), step)) {
        // Without a branch: −x = !x + 1, and q of 0 becomes 0.
        let x = (from[place] ^ odd).wrapping_add((q + 1) & odd);
        *image = x.min(x.wrapping_sub(q));
    }
}

/// The portable image of words.
fn words_from(from: &[u64], to: &mut [u64], carry: &mut [u64], step: usize, bits: u64) {
    for ((image, carry), (place, odd)) in to.iter_mut().zip(carry).zip(places(from.len(), step)) {
        let sum = (from[place] ^ (bits & odd)) + *carry;
        (*image, *carry) = (sum & MASK52, sum >> 52);
    }
}
