//! The transforms over the Mersenne prime on kernels.

use super::{CircleDomain, FoldedDomain};
use crate::kernel::field_kernel::{FieldKernel, preferred};
use crate::kernel::{Direction, TransformTable, Tree, Twiddles, mersenne31};
use crate::{Domain, MAX_LOG, Plan, RadixSchedule};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::TransparentWrapper;
use papilio_field::fields::{Complex31, Mersenne31};
use papilio_field::{Field, Modulus};

/// The circle transform of one vector, or of the columns of a row-major matrix; coefficients and
/// points as in [`CircleDomain`].
#[derive(Clone, Debug)]
pub struct CirclePlan(Plan<u32>);

impl CirclePlan {
    /// The transform of `2^log_size` coefficients in each of `columns`; `None` unless
    /// `1 ≤ log_size ≤ 24` and there are columns.
    #[must_use]
    pub fn new(log_size: u32, columns: usize) -> Option<Self> {
        if log_size > MAX_LOG {
            return None;
        }
        let twiddles = CircleDomain::new(log_size)?.twiddles().into_iter().map(|w| w.to_words()[0]).collect();
        let domain = Domain::tree(Modulus::new(Mersenne31::MODULUS[0])?, twiddles).ok()?;
        Plan::columns(domain, columns).ok().map(Self)
    }

    /// Coefficients in natural order to values in the order of [`CircleDomain::point`].
    ///
    /// # Panics
    /// Unless `a` has the length of the plan, times its columns.
    pub fn forward(&self, a: &mut [Mersenne31]) {
        self.0.forward(Mersenne31::peel_slice_mut(a));
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless `a` has the length of the plan, times its columns.
    pub fn inverse(&self, a: &mut [Mersenne31]) {
        self.0.inverse(Mersenne31::peel_slice_mut(a));
    }

    /// The plan over words: canonical ones, below `2^31 − 1`.
    #[must_use]
    pub fn words(&self) -> &Plan<u32> {
        &self.0
    }
}

/// The negacyclic transform of one vector of `n` elements, or of the columns of a row-major matrix,
/// by folding; see [`FoldedDomain`].
///
/// It works in place: row `j` and row `j + n/2` hold the real and the imaginary part of `z_j`,
/// before and after.
#[derive(Clone, Debug)]
pub struct FoldedPlan {
    kernel: &'static FieldKernel<u32>,
    table: TransformTable<u32>,
}

impl FoldedPlan {
    /// The transform of `2^log_size` elements in each of `columns`; `None` unless
    /// `2 ≤ log_size ≤ 25` and there are columns.
    #[must_use]
    pub fn new(log_size: u32, columns: usize) -> Option<Self> {
        if !(2..=MAX_LOG + 1).contains(&log_size) || columns == 0 {
            return None;
        }
        let n = 1usize << (log_size - 1);
        let kernel = preferred(mersenne31::KERNELS, n, columns);
        let base_len = kernel.transform.base_lens(n, columns)[0];
        let tree = Tree::new(n, &RadixSchedule::usual_radices(n, base_len, kernel.transform.max_radix));
        let twiddles = FoldedDomain::new(log_size)?.twiddles();
        let inverse: Vec<_> = twiddles.iter().map(|w| pack(w.conjugate())).collect();
        let scale = pack(Complex31::new(Mersenne31::from_u64(n as u64).inverse()?, Mersenne31::ZERO));
        let multiply = |a, b| pack(unpack(a) * unpack(b));
        let twiddles = Twiddles::new(twiddles.into_iter().map(pack).collect(), inverse, scale, multiply);
        let table = kernel.transform.table(Mersenne31::MODULUS[0], &twiddles, tree, columns, 2);
        Some(Self { kernel, table })
    }

    /// Elements in natural order to the values at [`FoldedDomain::point`], real parts in the first
    /// half of the rows, imaginary parts in the second.
    ///
    /// # Panics
    /// Unless `a` has the length of the plan, times its columns.
    pub fn forward(&self, a: &mut [Mersenne31]) {
        self.kernel.transform.run(Direction::Forward, &self.table, Mersenne31::peel_slice_mut(a));
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// Unless `a` has the length of the plan, times its columns.
    pub fn inverse(&self, a: &mut [Mersenne31]) {
        self.kernel.transform.run(Direction::Inverse, &self.table, Mersenne31::peel_slice_mut(a));
    }

    /// `a ← a·b` between transforms: the product of complex values, which is the negacyclic product
    /// of what was transformed.
    ///
    /// # Panics
    /// Unless the lengths agree and are even.
    pub fn multiply(a: &mut [Mersenne31], b: &[Mersenne31]) {
        assert!(a.len() == b.len() && a.len().is_multiple_of(2), "{} and {} elements are not values", a.len(), b.len());
        let (re, im) = a.split_at_mut(b.len() / 2);
        let (other_re, other_im) = b.split_at(b.len() / 2);
        for ((re, im), (&other_re, &other_im)) in re.iter_mut().zip(im).zip(other_re.iter().zip(other_im)) {
            let product = Complex31::new(*re, *im) * Complex31::new(other_re, other_im);
            (*re, *im) = (product.re, product.im);
        }
    }

    /// Name of the kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.kernel.name
    }

    /// One line saying what was chosen.
    #[must_use]
    pub fn explain(&self) -> String {
        let (n, width) = (2 * self.table.tree.size(0), self.table.width);
        format!("folded negacyclic n={n} over 2^31 - 1, {width} columns: {} ({})", self.kernel.name, self.kernel.why)
    }
}

fn pack(z: Complex31) -> u64 {
    z.re.to_words()[0] | z.im.to_words()[0] << 32
}

fn unpack(word: u64) -> Complex31 {
    Complex31::new(Mersenne31::from_u64(word & 0xFFFF_FFFF), Mersenne31::from_u64(word >> 32))
}
