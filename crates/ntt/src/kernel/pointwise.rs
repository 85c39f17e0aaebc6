//! Vector operations modulo one prime, over 52-bit lanes.
//!
//! An operation is a value with one inlined method and not a closure: a closure is a function without the instruction set
//! of the shell, and is slow unless it happens to be inlined.

use super::lanes::{Lanes, MASK52};
use crate::Modulus;

/// Greatest vector of any implementor, in words.
const WIDEST: usize = 8;

/// What is done to every word of `a`, with the word of `b` at the same place.
trait Operation<L: Lanes>: Copy {
    unsafe fn at(self, a: L, b: L) -> L;
}

/// Applies an operation; `b` is as long as `a`. A tail shorter than a vector goes through a padded buffer.
#[inline(always)]
unsafe fn zip<L: Lanes>(a: &mut [u64], b: &[u64], operation: impl Operation<L>) {
    let whole = a.len() / L::WIDTH * L::WIDTH;
    // SAFETY: `i + WIDTH` stays within both slices; the buffers hold the widest vector.
    unsafe {
        for i in (0..whole).step_by(L::WIDTH) {
            let at = a.as_mut_ptr().add(i);
            operation.at(L::load(at), L::load(b.as_ptr().add(i))).store(at);
        }
        let rest = a.len() - whole;
        let (mut x, mut y) = ([0; WIDEST], [0; WIDEST]);
        x[..rest].copy_from_slice(&a[whole..]);
        y[..rest].copy_from_slice(&b[whole..]);
        operation.at(L::load(x.as_ptr()), L::load(y.as_ptr())).store(x.as_mut_ptr());
        a[whole..].copy_from_slice(&x[..rest]);
    }
}

/// Applies an operation that ignores its second operand.
#[inline(always)]
unsafe fn map<L: Lanes>(a: &mut [u64], operation: impl Operation<L>) {
    let whole = a.len() / L::WIDTH * L::WIDTH;
    // SAFETY: as in `zip`.
    unsafe {
        let zero = L::splat(0);
        for i in (0..whole).step_by(L::WIDTH) {
            let at = a.as_mut_ptr().add(i);
            operation.at(L::load(at), zero).store(at);
        }
        let rest = a.len() - whole;
        let mut x = [0; WIDEST];
        x[..rest].copy_from_slice(&a[whole..]);
        operation.at(L::load(x.as_ptr()), zero).store(x.as_mut_ptr());
        a[whole..].copy_from_slice(&x[..rest]);
    }
}

/// The prime in every lane.
#[derive(Clone, Copy)]
struct Prime<L> {
    zero: L,
    mask: L,
    q: L,
    /// `⌊(2^52 − 1)/q⌋`
    ratio: L,
}

impl<L: Lanes> Prime<L> {
    #[inline(always)]
    unsafe fn new(modulus: &Modulus) -> Self {
        let q = modulus.value();
        // SAFETY: as for the caller.
        unsafe { Self { zero: L::splat(0), mask: L::splat(MASK52), q: L::splat(q), ratio: L::splat(MASK52 / q) } }
    }

    /// `x·w mod q`, below 2q, for a 52-bit `x`.
    #[inline(always)]
    unsafe fn shoup(self, x: L, by: Constant<L>) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let quotient = self.zero.add_high(x, by.companion);
            self.zero.add_low(x, by.factor).sub(self.zero.add_low(quotient, self.q)).and(self.mask)
        }
    }

    /// `x mod q`, below 2q, for a 52-bit `x`.
    #[inline(always)]
    unsafe fn barrett(self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.sub(self.zero.add_low(self.zero.add_high(x, self.ratio), self.q)) }
    }

    /// `x mod q` for `x < 2q`.
    #[inline(always)]
    unsafe fn correct(self, x: L) -> L {
        // SAFETY: as for the caller.
        unsafe { x.min(x.sub(self.q)) }
    }
}

/// A factor below q, with `⌊factor·2^52/q⌋`.
#[derive(Clone, Copy)]
struct Constant<L> {
    factor: L,
    companion: L,
}

impl<L: Lanes> Constant<L> {
    #[inline(always)]
    unsafe fn new(modulus: &Modulus, factor: u64) -> Self {
        // SAFETY: as for the caller.
        unsafe { Self { factor: L::splat(factor), companion: L::splat(modulus.shoup(factor, 52)) } }
    }
}

/// `a·b`: with `a·b = hi·2^52 + lo`, the high word times `2^52 mod q`, and the low word reduced by itself.
#[derive(Clone, Copy)]
struct Multiply<L> {
    prime: Prime<L>,
    fold: Constant<L>,
}

impl<L: Lanes> Operation<L> for Multiply<L> {
    #[inline(always)]
    unsafe fn at(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe {
            let Self { prime, fold } = self;
            let (lo, hi) = (prime.zero.add_low(a, b), prime.zero.add_high(a, b));
            let sum = prime.shoup(hi, fold).add(prime.barrett(lo)); // below 4q
            prime.correct(sum.min(sum.sub(prime.q.add(prime.q))))
        }
    }
}

/// `a·c`.
#[derive(Clone, Copy)]
struct Scale<L> {
    prime: Prime<L>,
    by: Constant<L>,
}

impl<L: Lanes> Operation<L> for Scale<L> {
    #[inline(always)]
    unsafe fn at(self, a: L, _: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.correct(self.prime.shoup(a, self.by)) }
    }
}

/// `a + c`.
#[derive(Clone, Copy)]
struct ShiftReduce<L> {
    prime: Prime<L>,
    constant: L,
}

impl<L: Lanes> Operation<L> for ShiftReduce<L> {
    #[inline(always)]
    unsafe fn at(self, a: L, _: L) -> L {
        // SAFETY: as for the caller.
        unsafe { self.prime.correct(self.prime.barrett(a.add(self.constant))) }
    }
}

/// `a + c − b`.
#[derive(Clone, Copy)]
struct SubtractLazy<L>(L);

impl<L: Lanes> Operation<L> for SubtractLazy<L> {
    #[inline(always)]
    unsafe fn at(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.add(self.0).sub(b) }
    }
}

/// `a·b mod q`, canonical, for canonical inputs.
#[inline(always)]
pub(super) unsafe fn multiply<L: Lanes>(modulus: &Modulus, a: &mut [u64], b: &[u64]) {
    // SAFETY: as for the caller.
    unsafe {
        let fold = Constant::new(modulus, modulus.reduce(1 << 52));
        zip::<L>(a, b, Multiply { prime: Prime::new(modulus), fold });
    }
}

/// `a·c mod q`, canonical, for 52-bit `a` and canonical `c`.
#[inline(always)]
pub(super) unsafe fn scale<L: Lanes>(modulus: &Modulus, a: &mut [u64], c: u64) {
    // SAFETY: as for the caller.
    unsafe { map::<L>(a, Scale { prime: Prime::new(modulus), by: Constant::new(modulus, c) }) }
}

/// `a + c mod q`, canonical, while `a + c` is a 52-bit word.
#[inline(always)]
pub(super) unsafe fn shift_reduce<L: Lanes>(modulus: &Modulus, a: &mut [u64], c: u64) {
    // SAFETY: as for the caller.
    unsafe { map::<L>(a, ShiftReduce { prime: Prime::new(modulus), constant: L::splat(c) }) }
}

/// `a + c − b`, as words.
#[inline(always)]
pub(super) unsafe fn subtract_lazy<L: Lanes>(a: &mut [u64], b: &[u64], c: u64) {
    // SAFETY: as for the caller.
    unsafe { zip::<L>(a, b, SubtractLazy(L::splat(c))) }
}
