//! The passes over memory that a transform is cut into.

use crate::kernel::{Kernel, KernelWord};
use alloc::vec::Vec;
use papilio_field::Modulus;

/// How a transform is cut into passes over memory: `n` is the product of the radices and the leaf.
/// An inverse whose leaves of two squares would not fit the registers has single squares, and a
/// level more in a pass above them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RadixSchedule {
    /// 2, 4, 8 or, where the kernel and the class of the prime can do it, 16 each; the pass over
    /// the whole first.
    pub radices: Vec<usize>,
    /// Rows that are transformed in registers at the end: one or two squares of the kernel's
    /// vector, or 1 for columns.
    pub base_len: usize,
}

impl RadixSchedule {
    /// All that a kernel offers for a prime and a length, for data of `width` words a row; the
    /// usual ones first.
    #[must_use]
    pub fn all<W: KernelWord>(kernel: &Kernel<W>, modulus: &Modulus, n: usize, width: usize) -> Vec<Self> {
        let lists = |base_len| {
            variants(n / base_len, kernel.max_radix(modulus)).into_iter().map(move |radices| Self { radices, base_len })
        };
        kernel.transform.base_lens(n, width).into_iter().flat_map(lists).collect()
    }

    pub(crate) fn usual<W: KernelWord>(kernel: &Kernel<W>, modulus: &Modulus, n: usize, width: usize) -> Self {
        let base_len = kernel.transform.base_lens(n, width)[0];
        Self { radices: Self::usual_radices(n, base_len, kernel.max_radix(modulus)), base_len }
    }

    /// The first of the lists of radices up to `max_radix` above a leaf.
    pub(crate) fn usual_radices(n: usize, base_len: usize, max_radix: usize) -> Vec<usize> {
        variants(n / base_len, max_radix).swap_remove(0)
    }

    pub(crate) fn fit<W: KernelWord>(&self, kernel: &Kernel<W>, modulus: &Modulus, n: usize, width: usize) -> bool {
        let product = self.radices.iter().try_fold(self.base_len, |product, &radix| product.checked_mul(radix));
        let fits = |&radix: &usize| [2, 4, 8, 16].contains(&radix) && radix <= kernel.max_radix(modulus);
        kernel.transform.base_lens(n, width).contains(&self.base_len)
            && self.radices.iter().all(fits)
            && product == Some(n)
            && (self.base_len > 1 || !self.radices.is_empty())
    }
}

/// Lists of radices for a number of parts. With radix 16, first those that end with it: it saves a
/// pass in every third length, and near the leaves its sixteen rows do not share their place in a
/// cache.
fn variants(parts: usize, max_radix: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    if max_radix == 16 && parts >= 16 {
        all.extend(powers(parts / 16, 8).into_iter().map(|above| [above, alloc::vec![16]].concat()));
    }
    all.extend(powers(parts, max_radix.min(8)));
    all
}

/// Lists of radices up to `radix`, 4 or 8: as many of that as possible with what is left first or
/// last, two fours before one two: a pass of radix 2 reads and writes as much as any.
fn powers(parts: usize, radix: usize) -> Vec<Vec<usize>> {
    let (levels, each) = (parts.trailing_zeros() as usize, radix.trailing_zeros() as usize);
    let list = |rest: &[usize], count: usize, first: bool| {
        let (rest, greatest) = (rest.to_vec(), alloc::vec![radix; count]);
        if first { [rest, greatest].concat() } else { [greatest, rest].concat() }
    };
    let rests: &[&[usize]] = match levels % each {
        0 => &[&[]],
        1 if radix == 8 && levels >= 4 => &[&[4, 4], &[2]],
        1 => &[&[2]],
        _ => &[&[4]],
    };
    let count = |rest: &[usize]| (levels - rest.iter().product::<usize>().trailing_zeros() as usize) / each;
    let mut all: Vec<_> = rests.iter().flat_map(|rest| [true, false].map(|first| list(rest, count(rest), first))).collect();
    all.dedup();
    all
}
