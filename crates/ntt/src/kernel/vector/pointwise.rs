//! Vector operations modulo one prime, over lanes.
//!
//! An operation is a value with one inlined method and not a closure: a closure is a function
//! without the instruction set of the shell, and is slow unless it happens to be inlined.

use crate::kernel::lanes::{Integers, Lanes, Lanes52, MAX_WIDTH};
use crate::kernel::prefetch::{prefetch, prefetch_stream};
use crate::kernel::vector::reduction::{Prime, Reduction, Sums, WidePrime};
use crate::kernel::vector::wide_sums::add_products;
use papilio_field::{Modulus, Word};

/// Pairs of vectors whose products are summed.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Factors<'a, W> {
    pub(in crate::kernel) pairs: &'a [(&'a [W], &'a [W])],
    /// Whether sums of the words that follow come next, which are prefetched.
    pub(in crate::kernel) next: bool,
}

/// The vector operations of a kernel.
pub(in crate::kernel) struct Pointwise<W: Word> {
    pub(in crate::kernel) add: unsafe fn(&Modulus, &mut [W], &[W]),
    pub(in crate::kernel) sub: unsafe fn(&Modulus, &mut [W], &[W]),
    pub(in crate::kernel) negate: unsafe fn(&Modulus, &mut [W]),
    pub(in crate::kernel) multiply: unsafe fn(&Modulus, &mut [W], &[W]),
    pub(in crate::kernel) scale: unsafe fn(&Modulus, &mut [W], u64),
    pub(in crate::kernel) accumulate: unsafe fn(&Modulus, &mut [W], Factors<'_, W>),
    pub(in crate::kernel) shift_reduce: unsafe fn(&Modulus, *const W, *mut W, usize, u64),
    pub(in crate::kernel) subtract_lazy: unsafe fn(&mut [W], &[W], u64),
}

/// An operation on every word of `a` and the word of `b` at the same place.
pub(super) trait Operation<L: Lanes>: Copy {
    unsafe fn at(self, a: L, b: L) -> L;
}

/// Applies an operation; `b` is as long as `a`. A tail shorter than a vector goes through a padded
/// buffer.
#[inline(always)]
unsafe fn zip<L: Lanes>(a: &mut [L::Word], b: &[L::Word], operation: impl Operation<L>) {
    let whole = a.len() / L::WIDTH * L::WIDTH;
    // SAFETY: `i + WIDTH` stays within both slices; the buffers hold the widest vector.
    unsafe {
        for i in (0..whole).step_by(L::WIDTH) {
            let at = a.as_mut_ptr().add(i);
            operation.at(L::load(at), L::load(b.as_ptr().add(i))).store(at);
        }
        let rest = a.len() - whole;
        if rest > 0 {
            let mut x = padded(&a[whole..]);
            operation.at(L::load(x.as_ptr()), L::load(padded(&b[whole..]).as_ptr())).store(x.as_mut_ptr());
            a[whole..].copy_from_slice(&x[..rest]);
        }
    }
}

/// Applies an operation that ignores its second operand.
#[inline(always)]
unsafe fn map<L: Lanes>(a: &mut [L::Word], operation: impl Operation<L>) {
    // SAFETY: as for the caller.
    unsafe { map_into::<L>(a.as_mut_ptr(), a.as_mut_ptr(), a.len(), operation) }
}

/// [`map`] from `len` readable words to as many writable ones, which may be the same.
#[inline(always)]
pub(super) unsafe fn map_into<L: Lanes>(from: *const L::Word, to: *mut L::Word, len: usize, operation: impl Operation<L>) {
    let whole = len / L::WIDTH * L::WIDTH;
    // SAFETY: as in `zip`.
    unsafe {
        let zero = L::splat(L::Word::default());
        for i in (0..whole).step_by(L::WIDTH) {
            operation.at(L::load(from.add(i)), zero).store(to.add(i));
        }
        if len > whole {
            let mut x = [L::Word::default(); MAX_WIDTH];
            from.add(whole).copy_to_nonoverlapping(x.as_mut_ptr(), len - whole);
            operation.at(L::load(x.as_ptr()), zero).store(x.as_mut_ptr());
            to.add(whole).copy_from_nonoverlapping(x.as_ptr(), len - whole);
        }
    }
}

fn padded<W: Word>(tail: &[W]) -> [W; MAX_WIDTH] {
    let mut buffer = [W::default(); MAX_WIDTH];
    buffer[..tail.len()].copy_from_slice(tail);
    buffer
}

/// The operations on two vectors of reduced values, and on one with a constant.
#[derive(Clone, Copy)]
struct Add<R>(R);
#[derive(Clone, Copy)]
struct Sub<R>(R);
#[derive(Clone, Copy)]
struct Negate<R>(R);
#[derive(Clone, Copy)]
struct Multiply<R>(R);
#[derive(Clone, Copy)]
struct Scale<R, L>(R, [L; 2]);
#[derive(Clone, Copy)]
struct ShiftReduce<R, L>(R, L);
#[derive(Clone, Copy)]
struct SubtractLazy<L>(L);

/// One line each: `operation(fields; a, b) = value`.
macro_rules! operations {
    ($($name:ident<$($generic:ident),+>($($field:pat),+) where L: $lanes:ident, R: $bound:ident at ($a:pat, $b:pat) = $value:expr;)*) => {$(
        impl<L: $lanes, R: $bound<L>> Operation<L> for $name<$($generic),+> {
            #[inline(always)]
            unsafe fn at(self, $a: L, $b: L) -> L {
                let Self($($field),+) = self;
                // SAFETY: as for the caller.
                unsafe { $value }
            }
        }
    )*};
}

operations! {
    Add<R>(prime) where L: Lanes, R: Sums at (a, b) = prime.add(a, b);
    Sub<R>(prime) where L: Lanes, R: Sums at (a, b) = prime.sub(a, b);
    // The opposite is 0 − a.
    Negate<R>(prime) where L: Lanes, R: Sums at (a, zero) = prime.sub(zero, a);
    Multiply<R>(prime) where L: Lanes, R: Reduction at (a, b) = prime.multiply(a, b);
    Scale<R, L>(prime, c) where L: Lanes, R: Reduction at (a, _) = prime.scale(a, c);
    ShiftReduce<R, L>(prime, c) where L: Integers, R: Reduction at (a, _) = prime.reduce(a.add(c));
}

impl<L: Integers> Operation<L> for SubtractLazy<L> {
    #[inline(always)]
    unsafe fn at(self, a: L, b: L) -> L {
        // SAFETY: as for the caller.
        unsafe { a.add(self.0).sub(b) }
    }
}

/// `a + b mod q`.
#[inline(always)]
pub(in crate::kernel) unsafe fn add<L: Lanes, R: Sums<L>>(modulus: &Modulus, a: &mut [L::Word], b: &[L::Word]) {
    // SAFETY: as for the caller.
    unsafe { zip::<L>(a, b, Add(R::new(modulus.value()))) }
}

/// `a − b mod q`.
#[inline(always)]
pub(in crate::kernel) unsafe fn sub<L: Lanes, R: Sums<L>>(modulus: &Modulus, a: &mut [L::Word], b: &[L::Word]) {
    // SAFETY: as for the caller.
    unsafe { zip::<L>(a, b, Sub(R::new(modulus.value()))) }
}

/// `−a mod q`.
#[inline(always)]
pub(in crate::kernel) unsafe fn negate<L: Lanes, R: Sums<L>>(modulus: &Modulus, a: &mut [L::Word]) {
    // SAFETY: as for the caller.
    unsafe { map::<L>(a, Negate(R::new(modulus.value()))) }
}

/// `a·b mod q`.
#[inline(always)]
pub(in crate::kernel) unsafe fn multiply<L: Lanes, R: Reduction<L>>(modulus: &Modulus, a: &mut [L::Word], b: &[L::Word]) {
    // SAFETY: as for the caller.
    unsafe { zip::<L>(a, b, Multiply(R::new(modulus.value()))) }
}

/// `a·c mod q`, for any `a` below `2^B` and reduced `c`.
#[inline(always)]
pub(in crate::kernel) unsafe fn scale<L: Lanes, R: Reduction<L>>(modulus: &Modulus, a: &mut [L::Word], c: u64) {
    // SAFETY: as for the caller.
    unsafe { map::<L>(a, Scale(R::new(modulus.value()), R::constant(modulus.value(), c))) }
}

/// `a + c mod q`, while `a + c < 2^B`.
#[inline(always)]
pub(in crate::kernel) unsafe fn shift_reduce<L: Integers, R: Reduction<L>>(
    modulus: &Modulus,
    from: *const L::Word,
    to: *mut L::Word,
    len: usize,
    c: u64,
) {
    // SAFETY: as for the caller.
    unsafe { map_into::<L>(from, to, len, ShiftReduce(R::new(modulus.value()), L::splat(L::Word::truncate(c)))) }
}

/// `a + c − b`, as words.
#[inline(always)]
pub(in crate::kernel) unsafe fn subtract_lazy<L: Integers>(a: &mut [L::Word], b: &[L::Word], c: u64) {
    // SAFETY: as for the caller.
    unsafe { zip::<L>(a, b, SubtractLazy(L::splat(L::Word::truncate(c)))) }
}

/// `sum + Σ a·b mod q`, each product reduced.
#[inline(always)]
pub(in crate::kernel) unsafe fn accumulate<L: Integers, R: Sums<L>>(
    modulus: &Modulus,
    sum: &mut [L::Word],
    factors: Factors<'_, L::Word>,
) {
    // SAFETY: as for the caller: every factor is as long as the sum.
    unsafe {
        let prime = R::new(modulus.value());
        for i in (0..sum.len()).step_by(L::WIDTH) {
            let count = L::WIDTH.min(sum.len() - i);
            let mut total = load_some::<L>(&sum[i..], count);
            for (a, b) in factors.pairs {
                total = prime.add(total, prime.multiply(load_some(&a[i..], count), load_some(&b[i..], count)));
            }
            store_some(total, &mut sum[i..], count);
        }
    }
}

/// [`accumulate`] of few products. More add up in words of 128 bits and are reduced once, where
/// lanes that build products of 64 bits from halves of words take longer (docs/notes/products.md).
#[inline(always)]
pub(in crate::kernel) unsafe fn accumulate_64<L: Integers<Word = u64>, R: Sums<L>>(
    modulus: &Modulus,
    sum: &mut [u64],
    factors: Factors<'_, u64>,
) {
    let few = match L::WIDTH {
        1 => 0,
        2..=4 => 1,
        _ => 3,
    };
    if factors.pairs.len() > few {
        return add_products(modulus, sum, Some(1), factors.pairs, 0);
    }
    // SAFETY: as for the caller.
    unsafe { accumulate::<L, R>(modulus, sum, factors) }
}

/// `sum + Σ a·b mod q`: the two halves of the products add up in words of their own, until the
/// greater could leave 52 bits.
#[inline(always)]
pub(in crate::kernel) unsafe fn accumulate_52<L: Lanes52>(modulus: &Modulus, sum: &mut [u64], factors: Factors<'_, u64>) {
    let q = u128::from(modulus.value());
    // The high halves and the carries of the low ones stay below 2^52, and the low ones with what
    // they are added to below 2^63: their carry is taken by an arithmetic shift.
    let chunk = ((1u128 << 52) / (((q * q) >> 52) + 2)).min((1 << 11) - 1) as usize;
    let whole = sum.len() / (GROUP * L::WIDTH) * (GROUP * L::WIDTH);
    // SAFETY: as for the caller: every factor is as long as the sum, and groups of vectors begin
    // before its end.
    unsafe {
        let prime = Prime::<L>::new(modulus.value());
        for i in (0..whole).step_by(GROUP * L::WIDTH) {
            let to = sum.as_mut_ptr().add(i);
            if factors.next {
                products::<L, true>(prime, to, factors.pairs, (i, sum.len()), chunk);
            } else {
                products::<L, false>(prime, to, factors.pairs, (i, sum.len()), chunk);
            }
        }
        let zero = L::splat(0);
        for i in (whole..sum.len()).step_by(L::WIDTH) {
            let count = L::WIDTH.min(sum.len() - i);
            let mut total = load_some::<L>(&sum[i..], count);
            for pairs in factors.pairs.chunks(chunk) {
                let (mut low, mut high) = (total, zero);
                for (a, b) in pairs {
                    let (a, b) = (load_some::<L>(&a[i..], count), load_some::<L>(&b[i..], count));
                    (low, high) = (low.madd_lo(a, b), high.madd_hi(a, b));
                }
                total = prime.reduce_wide(low.mask(), high.add(low.shr::<52>()));
            }
            store_some(total, &mut sum[i..], count);
        }
    }
}

/// Vectors that are summed side by side: their multiply-adds, of four cycles, do not wait for each
/// other.
pub(super) const GROUP: usize = 4;

/// The sums of a group of vectors, those of the factors `from` on, of `len` words. With `NEXT` the
/// words as far behind are prefetched.
#[inline(always)]
unsafe fn products<L: Lanes52, const NEXT: bool>(
    prime: Prime<L>,
    sum: *mut u64,
    factors: &[(&[u64], &[u64])],
    (from, len): (usize, usize),
    chunk: usize,
) {
    // SAFETY: as for the caller.
    unsafe {
        let zero = L::splat(0);
        let mut total = [zero; GROUP];
        for (k, x) in total.iter_mut().enumerate() {
            *x = L::load(sum.add(k * L::WIDTH));
        }
        if NEXT {
            prefetch(sum.wrapping_add(len), GROUP * L::WIDTH);
        }
        for pairs in factors.chunks(chunk) {
            let (mut low, mut high) = (total, [zero; GROUP]);
            for (a, b) in pairs {
                let (a, b) = (a.as_ptr().add(from), b.as_ptr().add(from));
                prefetch_stream(b, GROUP * L::WIDTH);
                if NEXT {
                    prefetch(a.wrapping_add(len), GROUP * L::WIDTH);
                }
                for k in 0..GROUP {
                    let (x, y) = (L::load(a.add(k * L::WIDTH)), L::load(b.add(k * L::WIDTH)));
                    (low[k], high[k]) = (low[k].madd_lo(x, y), high[k].madd_hi(x, y));
                }
            }
            for k in 0..GROUP {
                total[k] = prime.reduce_wide(low[k].mask(), high[k].add(low[k].shr::<52>()));
            }
        }
        for (k, x) in total.into_iter().enumerate() {
            x.store(sum.add(k * L::WIDTH));
        }
    }
}

/// The operations in 32-bit lanes, by whether sums of two values fit the word.
pub(in crate::kernel) mod by_width {
    use super::{Factors, Modulus, Prime, WidePrime};
    use crate::kernel::lanes::Lanes32;

    macro_rules! by_width {
        ($($name:ident($($arg:ident: $type:ty),*);)*) => {$(
            #[inline(always)]
            pub(in crate::kernel) unsafe fn $name<L: Lanes32>(modulus: &Modulus, $($arg: $type),*) {
                // SAFETY: as for the caller.
                unsafe {
                    if modulus.bits() < 32 {
                        super::$name::<L, Prime<L>>(modulus, $($arg),*);
                    } else {
                        super::$name::<L, WidePrime<L>>(modulus, $($arg),*);
                    }
                }
            }
        )*};
    }

    by_width! {
        add(a: &mut [u32], b: &[u32]);
        sub(a: &mut [u32], b: &[u32]);
        negate(a: &mut [u32]);
        multiply(a: &mut [u32], b: &[u32]);
        scale(a: &mut [u32], c: u64);
        accumulate(sum: &mut [u32], factors: Factors<'_, u32>);
        shift_reduce(from: *const u32, to: *mut u32, len: usize, c: u64);
    }
}

/// A vector of the first `count` words, the others zero.
#[inline(always)]
pub(super) unsafe fn load_some<L: Lanes>(from: &[L::Word], count: usize) -> L {
    // SAFETY: `from` has `count` words, and the buffer those of the widest vector.
    unsafe { if count == L::WIDTH { L::load(from.as_ptr()) } else { L::load(padded(&from[..count]).as_ptr()) } }
}

/// The first `count` words of a vector.
#[inline(always)]
pub(super) unsafe fn store_some<L: Lanes>(x: L, to: &mut [L::Word], count: usize) {
    // SAFETY: `to` has `count` words, and the buffer those of the widest vector.
    unsafe {
        if count == L::WIDTH {
            return x.store(to.as_mut_ptr());
        }
        let mut buffer = [L::Word::default(); MAX_WIDTH];
        x.store(buffer.as_mut_ptr());
        to[..count].copy_from_slice(&buffer[..count]);
    }
}
