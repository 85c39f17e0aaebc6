//! Kernels for complex numbers in doubles.

use super::butterfly::{ComplexDouble, Digits, OfIntegers, Rounded};
use super::field_kernel::FieldKernel;
use super::isa::scalar;
use super::lanes::Doubles;
use super::vector::complex as vector;
use super::vector::complex::ComplexFactors;
use super::vector::complex_matrix;
use super::vector::torus::{self, TorusFns, TorusWord};
use super::{Part, Transform, TransformTable, transform};
use crate::complex::{ComplexMatrix, ComplexMatrixLayout, Digit};

/// A kernel of this kind.
pub(crate) type ComplexKernel = FieldKernel<u64, Operations>;

/// Transforms that change the form of numbers at one end, and products of values.
pub(crate) struct Operations {
    /// The pass of the root, from integers.
    from_integers: unsafe fn(&TransformTable<u64>, *const u64, *mut u64),
    /// The pass of the root, from digits of words.
    from_digits: unsafe fn(&TransformTable<u64>, *const u64, *mut u64, Digit, &[u32]),
    /// The last pass of the inverse, to integers.
    to_integers: unsafe fn(&TransformTable<u64>, *const u64, *mut u64),
    multiply: unsafe fn(&mut [f64], &[f64]),
    accumulate: unsafe fn(&mut [f64], &ComplexFactors<'_>),
    fixed_matrix: unsafe fn(&ComplexMatrixLayout, &[f64], &[i32], f64, &mut [f64]),
    double_matrix: unsafe fn(&ComplexMatrixLayout, &[f64], &[f64], f64, &mut [f64]),
    torus: TorusFns,
    /// Whether processors gain by requests for memory that is read soon: a gate took two thirds of
    /// the time on one with AVX-512, and more time on one with AVX2. `docs/notes/gates.md`.
    prefetches: bool,
}

/// In order of preference.
pub(crate) static KERNELS: &[&ComplexKernel] = &[
    #[cfg(target_arch = "x86_64")]
    &eight::KERNEL,
    #[cfg(target_arch = "x86_64")]
    &four::KERNEL,
    #[cfg(target_arch = "aarch64")]
    &NEON,
    &SCALAR,
];

#[cfg(target_arch = "aarch64")]
static NEON: ComplexKernel = kernel::<super::isa::neon::doubles::Doubles128>("neon", "Advanced SIMD: 2 doubles", 8, false);

static SCALAR: ComplexKernel = kernel::<scalar::doubles::Double>("scalar", "portable doubles", 8, false);

/// A kernel over lanes that every processor of the target has.
pub(in crate::kernel) const fn kernel<L: Doubles>(
    name: &'static str,
    why: &'static str,
    max_radix: usize,
    prefetches: bool,
) -> ComplexKernel {
    ComplexKernel {
        name,
        why,
        available: || true,
        transform: Transform {
            lanes: L::WIDTH,
            squares: if L::WIDTH <= 2 { 2 } else { 1 },
            max_radix,
            tables: transform::tables::<ComplexDouble<L>>,
            forward: transform::forward::<ComplexDouble<L>>,
            inverse: transform::inverse::<ComplexDouble<L>>,
        },
        operations: Operations {
            from_integers: from_integers::<L>,
            from_digits: from_digits::<L>,
            to_integers: to_integers::<L>,
            multiply: vector::multiply::<L>,
            accumulate: vector::accumulate::<L>,
            fixed_matrix: complex_matrix::multiply::<L, i32>,
            double_matrix: complex_matrix::multiply::<L, f64>,
            torus: TorusFns {
                rotate_difference: torus::rotate_difference,
                add: torus::add,
                subtract16: torus::subtract,
                subtract32: torus::subtract,
            },
            prefetches,
        },
    }
}

/// The first pass, from integers of two's complement below `2^51` in magnitude.
///
/// # Safety
/// The conditions of [`transform::first`] hold.
#[inline(always)]
unsafe fn from_integers<L: Doubles>(table: &TransformTable<u64>, from: *const u64, to: *mut u64) {
    // SAFETY: as for the caller.
    unsafe { transform::first(&ComplexDouble::<L, _>::of(table, OfIntegers), table, (from, to)) }
}

/// The first pass, from digits of words.
///
/// # Safety
/// The conditions of [`transform::first`] hold.
#[inline(always)]
unsafe fn from_digits<L: Doubles>(table: &TransformTable<u64>, from: *const u64, to: *mut u64, digit: Digit, ahead: &[u32]) {
    let digits = Digits::of(digit, from, 2 * table.tree.size(0), ahead);
    // SAFETY: as for the caller.
    unsafe { transform::first(&ComplexDouble::<L, _>::of(table, digits), table, (from, to)) }
}

/// The last pass of the inverse, to integers modulo `2^64`.
///
/// # Safety
/// The conditions of [`transform::last`] hold.
#[inline(always)]
unsafe fn to_integers<L: Doubles>(table: &TransformTable<u64>, from: *const u64, to: *mut u64) {
    // SAFETY: as for the caller.
    unsafe { transform::last(&ComplexDouble::<L, _>::of(table, Rounded), table, (from, to)) }
}

impl ComplexKernel {
    /// The transform of integers below `2^51` in magnitude, which are kept.
    pub(crate) fn forward_integers(&self, table: &TransformTable<u64>, from: &[u64], to: &mut [u64]) {
        table.check(from);
        table.check(to);
        // SAFETY: kernels are handed out only after detection; both have the words of the table.
        unsafe {
            (self.operations.from_integers)(table, from.as_ptr(), to.as_mut_ptr());
            (self.transform.forward)(table, to.as_mut_ptr(), Part::BELOW_ROOT);
        }
    }

    /// The transform of digits of words, which are kept. Asks for memory meanwhile.
    pub(crate) fn forward_digits(
        &self,
        table: &TransformTable<u64>,
        from: &[u64],
        digit: Digit,
        to: &mut [u64],
        ahead: &[u32],
    ) {
        table.check(from);
        table.check(to);
        let ahead = if self.operations.prefetches { ahead } else { &[] };
        // SAFETY: kernels are handed out only after detection; both have the words of the table.
        unsafe {
            (self.operations.from_digits)(table, from.as_ptr(), to.as_mut_ptr(), digit, ahead);
            (self.transform.forward)(table, to.as_mut_ptr(), Part::BELOW_ROOT);
        }
    }

    /// The inverse, rounded to integers modulo `2^64`; leaves partial results in `from`.
    pub(crate) fn inverse_rounded(&self, table: &TransformTable<u64>, from: &mut [u64], to: &mut [u64]) {
        table.check(from);
        table.check(to);
        // SAFETY: kernels are handed out only after detection; both have the words of the table.
        unsafe {
            (self.transform.inverse)(table, from.as_mut_ptr(), Part::BELOW_ROOT);
            (self.operations.to_integers)(table, from.as_ptr(), to.as_mut_ptr());
        }
    }

    /// `a ← a·b`, values in two planes.
    pub(crate) fn multiply(&self, a: &mut [f64], b: &[f64]) {
        check_planes(a, b);
        // SAFETY: kernels are handed out only after detection; the lengths are checked.
        unsafe { (self.operations.multiply)(a, b) }
    }

    /// `sum ← sum + Σ a·b`, values in two planes.
    pub(crate) fn multiply_accumulate(&self, sum: &mut [f64], factors: &ComplexFactors<'_>) {
        for (a, b) in factors {
            check_planes(sum, a);
            check_planes(sum, b);
        }
        // SAFETY: kernels are handed out only after detection; the lengths are checked.
        unsafe { (self.operations.accumulate)(sum, factors) }
    }

    /// Products of vectors with a matrix.
    pub(crate) fn multiply_matrix(
        &self,
        layout: &ComplexMatrixLayout,
        vectors: &[f64],
        matrix: ComplexMatrix<'_>,
        products: &mut [f64],
    ) {
        let stride = layout.stride();
        let count = vectors.len() / (layout.rows * stride);
        assert!(vectors.len() == count * layout.rows * stride, "{} doubles are not vectors of the layout", vectors.len());
        assert!(products.len() == count * layout.columns * stride, "{} doubles are not {count} products", products.len());
        assert!(matrix.numbers() == layout.numbers(), "a matrix of {} numbers for {}", matrix.numbers(), layout.numbers());
        // SAFETY: kernels are handed out only after detection; the lengths are checked.
        unsafe {
            match matrix {
                ComplexMatrix::Fixed { numbers, unit } => {
                    (self.operations.fixed_matrix)(layout, vectors, numbers, unit, products);
                }
                ComplexMatrix::Double(numbers) => (self.operations.double_matrix)(layout, vectors, numbers, 1.0, products),
            }
        }
    }
}

/// Words of the torus; the caller has checked the lengths.
impl ComplexKernel {
    /// `(X^exponent − 1)·polynomial`.
    pub(crate) fn rotate_difference(&self, polynomial: &[u64], exponent: usize, difference: &mut [u64]) {
        // SAFETY: kernels are handed out only after detection.
        unsafe { (self.operations.torus.rotate_difference)(polynomial, exponent, difference) }
    }

    /// `sum ← sum + terms`
    pub(crate) fn add(&self, sum: &mut [u64], terms: &[i64]) {
        // SAFETY: kernels are handed out only after detection.
        unsafe { (self.operations.torus.add)(sum, terms) }
    }

    /// `result ← result − Σ factor·row`
    pub(crate) fn subtract_products<W: TorusWord>(&self, result: &mut [W], factors: &[W], rows: &[W], ahead: &[W]) {
        let len = result.len().max(1);
        for (i, (factors, rows)) in factors.chunks(torus::ROWS).zip(rows.chunks(torus::ROWS * len)).enumerate() {
            let ahead = if self.operations.prefetches { ahead.get(i * torus::ROWS * len..).unwrap_or_default() } else { &[] };
            // SAFETY: kernels are handed out only after detection.
            unsafe { W::of(&self.operations.torus)(result, factors, rows, ahead) }
        }
    }
}

fn check_planes(a: &[f64], b: &[f64]) {
    assert!(a.len() == b.len() && a.len().is_multiple_of(2), "{} and {} doubles are not values", a.len(), b.len());
}

/// A kernel in shells that enable an instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel_in_shells {
    ($module:ident, $name:literal, $why:literal, $features:literal, [$($feature:tt),*], $lanes:ty, $max_radix:literal, $prefetches:literal) => {
        mod $module {
            use super::{
                ComplexDouble, ComplexFactors, ComplexKernel, ComplexMatrixLayout, Digit, Operations, TorusFns, Transform,
                complex_matrix, torus, vector,
            };
            use crate::kernel::available::has;
            use crate::kernel::isa::shells::shells;
            use crate::kernel::lanes::Lanes;
            use crate::kernel::{Part, TransformTable, transform};

            pub(super) static KERNEL: ComplexKernel = ComplexKernel {
                name: $name,
                why: $why,
                available: || has!($($feature),*),
                transform: Transform {
                    lanes: <$lanes>::WIDTH,
                    squares: 1,
                    max_radix: $max_radix,
                    tables: transform::tables::<ComplexDouble<$lanes>>,
                    forward,
                    inverse,
                },
                operations: Operations {
                    from_integers,
                    from_digits,
                    to_integers,
                    multiply,
                    accumulate,
                    fixed_matrix,
                    double_matrix,
                    torus: TorusFns { rotate_difference, add, subtract16, subtract32 },
                    prefetches: $prefetches,
                },
            };

            shells! {
                $features;
                /// [`transform::forward`].
                fn forward(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::forward::<ComplexDouble<$lanes>>;
                /// [`transform::inverse`].
                fn inverse(table: &TransformTable<u64>, a: *mut u64, part: Part) = transform::inverse::<ComplexDouble<$lanes>>;
                /// [`super::from_integers`].
                fn from_integers(table: &TransformTable<u64>, from: *const u64, to: *mut u64) = super::from_integers::<$lanes>;
                /// [`super::from_digits`].
                fn from_digits(
                    table: &TransformTable<u64>, from: *const u64, to: *mut u64, digit: Digit, ahead: &[u32]
                ) = super::from_digits::<$lanes>;
                /// [`super::to_integers`].
                fn to_integers(table: &TransformTable<u64>, from: *const u64, to: *mut u64) = super::to_integers::<$lanes>;
                /// [`vector::multiply`].
                fn multiply(a: &mut [f64], b: &[f64]) = vector::multiply::<$lanes>;
                /// [`vector::accumulate`].
                fn accumulate(sum: &mut [f64], factors: &ComplexFactors<'_>) = vector::accumulate::<$lanes>;
                /// [`complex_matrix::multiply`].
                fn fixed_matrix(
                    layout: &ComplexMatrixLayout, vectors: &[f64], matrix: &[i32], unit: f64, products: &mut [f64]
                ) = complex_matrix::multiply::<$lanes, i32>;
                /// [`complex_matrix::multiply`].
                fn double_matrix(
                    layout: &ComplexMatrixLayout, vectors: &[f64], matrix: &[f64], unit: f64, products: &mut [f64]
                ) = complex_matrix::multiply::<$lanes, f64>;
                /// [`torus::rotate_difference`].
                fn rotate_difference(polynomial: &[u64], exponent: usize, to: &mut [u64]) = torus::rotate_difference;
                /// [`torus::add`].
                fn add(sum: &mut [u64], terms: &[i64]) = torus::add;
                /// [`torus::subtract`].
                fn subtract16(result: &mut [u16], factors: &[u16], rows: &[u16], ahead: &[u16]) = torus::subtract;
                /// [`torus::subtract`].
                fn subtract32(result: &mut [u32], factors: &[u32], rows: &[u32], ahead: &[u32]) = torus::subtract;
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
kernel_in_shells!(
    eight,
    "avx512",
    "AVX-512 F and DQ: 8 doubles",
    "avx512f,avx512dq",
    ["avx512f", "avx512dq"],
    crate::kernel::isa::avx512::doubles::Doubles512,
    8,
    true
);

// Eight values of two parts leave no register for twiddles.
#[cfg(target_arch = "x86_64")]
kernel_in_shells!(
    four,
    "avx2fma",
    "AVX2 and FMA: 4 doubles",
    "avx2,fma",
    ["avx2", "fma"],
    crate::kernel::isa::avx2fma::Doubles256,
    4,
    false
);
