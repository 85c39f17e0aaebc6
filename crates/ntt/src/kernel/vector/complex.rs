//! Products of complex doubles in two planes: real parts first, then as many imaginary parts.

use super::pointwise::{load_some, store_some};
use crate::kernel::lanes::Doubles;

/// Pairs of factors of the same length.
pub(in crate::kernel) type ComplexFactors<'a> = [(&'a [f64], &'a [f64])];

/// The parts of `count` values from value `at` on, up to `WIDTH` of them.
#[inline(always)]
unsafe fn load<L: Doubles>(planes: &[f64], at: usize, count: usize) -> [L; 2] {
    let n = planes.len() / 2;
    // SAFETY: as for the caller; both planes have the values.
    unsafe {
        if count == L::WIDTH {
            let from = planes.as_ptr().cast::<u64>().add(at);
            return [L::load(from), L::load(from.add(n))];
        }
        let (re, im) = bytemuck::cast_slice(planes).split_at(n);
        [load_some(&re[at..], count), load_some(&im[at..], count)]
    }
}

#[inline(always)]
unsafe fn store<L: Doubles>(x: [L; 2], planes: &mut [f64], at: usize, count: usize) {
    let n = planes.len() / 2;
    // SAFETY: as for the caller; both planes have the values.
    unsafe {
        if count == L::WIDTH {
            let to = planes.as_mut_ptr().cast::<u64>().add(at);
            x[0].store(to);
            return x[1].store(to.add(n));
        }
        let (re, im) = bytemuck::cast_slice_mut(planes).split_at_mut(n);
        store_some(x[0], &mut re[at..], count);
        store_some(x[1], &mut im[at..], count);
    }
}

/// `a·b`, which are as long.
#[inline(always)]
pub(in crate::kernel) unsafe fn multiply<L: Doubles>(a: &mut [f64], b: &[f64]) {
    let n = b.len() / 2;
    for at in (0..n).step_by(L::WIDTH) {
        let count = L::WIDTH.min(n - at);
        // SAFETY: as for the caller; `count` values follow.
        unsafe {
            let (x, y) = (load::<L>(a, at, count), load::<L>(b, at, count));
            let product = [x[1].neg_mul_add(y[1], x[0].mul(y[0])), x[0].mul_add(y[1], x[1].mul(y[0]))];
            store(product, a, at, count);
        }
    }
}

/// The four products of parts, whose sums do not wait for each other.
#[derive(Clone, Copy)]
struct Parts<L>([[L; 2]; 2]);

impl<L: Doubles> Parts<L> {
    #[inline(always)]
    unsafe fn of(x: [L; 2]) -> Self {
        // SAFETY: as for the caller.
        let zero = unsafe { L::number(0.0) };
        Self([[x[0], zero], [x[1], zero]])
    }

    #[inline(always)]
    unsafe fn add_product(self, x: [L; 2], y: [L; 2]) -> Self {
        let Self([re, im]) = self;
        // SAFETY: as for the caller.
        unsafe {
            let re = [x[0].mul_add(y[0], re[0]), x[1].mul_add(y[1], re[1])];
            Self([re, [x[0].mul_add(y[1], im[0]), x[1].mul_add(y[0], im[1])]])
        }
    }

    #[inline(always)]
    unsafe fn sum(self) -> [L; 2] {
        let Self([re, im]) = self;
        // SAFETY: as for the caller.
        unsafe { [re[0].sub(re[1]), im[0].add(im[1])] }
    }
}

/// `sum + Σ a·b`: all products of real parts, and of imaginary ones, are added up first.
#[inline(always)]
pub(in crate::kernel) unsafe fn accumulate<L: Doubles>(sum: &mut [f64], factors: &ComplexFactors<'_>) {
    let n = sum.len() / 2;
    for at in (0..n).step_by(L::WIDTH) {
        let count = L::WIDTH.min(n - at);
        // SAFETY: as for the caller; `count` values follow in the sum and in every factor.
        unsafe {
            let mut total = Parts::of(load::<L>(sum, at, count));
            for (a, b) in factors {
                total = total.add_product(load(a, at, count), load(b, at, count));
            }
            store(total.sum(), sum, at, count);
        }
    }
}
