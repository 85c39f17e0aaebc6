//! The unsafe text at sizes that an interpreter gets through: every path once, on memory of exactly
//! the stated length.
//!
//! `MIRIFLAGS="-Zmiri-tree-borrows -Zmiri-ignore-leaks" cargo +nightly
//! miri test -p papilio-ntt --lib kernel::tests::miri`

use super::portable::{KERNELS16, KERNELS32, KERNELS64};
use super::suite::{Random, orders, words};
use crate::complex::{ComplexMatrix, ComplexPlan, Digit, Torus};
use crate::kernel::transform::{Extent, Place};
use crate::kernel::{Direction, Divisor, Kernel, KernelWord, Operands, Part};
use crate::{Domain, Plan, ProductSharing, RadixSchedule, Stage, StageShape, Subtrahend};
use papilio_field::Modulus;
use std::sync::LazyLock;

/// Powers of two, and how far below them the next prime is: the greatest prime of every class of
/// any kernel.
const PRIMES: [(u32, u64); 12] =
    [(14, 3), (15, 19), (27, 39), (30, 35), (31, 1), (32, 5), (47, 115), (50, 27), (51, 129), (58, 27), (61, 1), (62, 57)];

/// Moduli of the primes, made once: testing twelve primes takes an interpreter two seconds.
static MODULI: LazyLock<Vec<Modulus>> =
    LazyLock::new(|| PRIMES.iter().filter_map(|(bits, distance)| Modulus::new((1 << bits) - distance)).collect());

/// A prime of every class of a kernel. A search would take an interpreter longer than the tests.
fn of_every_class<W: KernelWord>(kernel: &Kernel<W>) -> Vec<Modulus> {
    let mut primes: Vec<_> = MODULI.iter().filter(|q| kernel.supports(q, usize::MAX)).copied().collect();
    primes.reverse();
    primes.dedup_by_key(|q| kernel.class(q));
    primes
}

/// Words of exactly that many bytes.
fn data<W: KernelWord>(q: &Modulus, n: usize) -> Vec<W> {
    words(&Random::new(n as u64).below(q.value(), n))
}

fn tree(modulus: Modulus, n: usize) -> Domain {
    let twiddles = Random::new(n as u64).below(modulus.value() - 1, n).into_iter().map(|w| w + 1).collect();
    Domain::tree(modulus, twiddles).expect("twiddles from 1 to q - 1")
}

/// Some kernels, and whether each is the first of its number of lanes. Passes have one text for all
/// kernels, which reads and writes by that number: the others do without the longest ones.
fn kernels<W: KernelWord>(all: &'static [&'static Kernel<W>]) -> impl Iterator<Item = (&'static Kernel<W>, bool)> {
    let lanes = |kernel: &Kernel<W>| kernel.transform.lanes;
    all.iter().enumerate().map(move |(i, kernel)| (*kernel, all[..i].iter().all(|other| lanes(other) != lanes(kernel))))
}

/// Leaves of one and two squares of every class, and passes of each radix above them. Lanes of more
/// than four words, whose squares take an interpreter long, do only one class and the leaves.
fn polynomials<W: KernelWord>((kernel, first): (&'static Kernel<W>, bool)) {
    let (lanes, primes) = (kernel.transform.lanes, of_every_class(kernel));
    let (primes, times): (_, &[usize]) = match lanes {
        16 => (&primes[..1], &[1]),
        8 => (&primes[..1], &[1, 2]),
        _ if first => (&primes[..], &[1, 2, 4, 8, 16]),
        _ => (&primes[..], &[1, 2]),
    };
    for (i, times) in times.iter().enumerate() {
        let n = times * (lanes * lanes).max(2);
        // Every class with the usual shapes of leaves and of a pass above them, and all shapes with
        // one class: the text that reads and writes memory is the same for all.
        let one = primes[(i + primes.len() - 1) % primes.len()];
        let every: &[Modulus] = if *times <= 2 { primes } else { &[] };
        for q in every.iter().filter(|q| **q != one) {
            round_trip(kernel, *q, n, &RadixSchedule::all(kernel, q, n, 1).swap_remove(0));
        }
        // The longest add a pass of sixteen rows.
        for passes in RadixSchedule::all(kernel, &one, n, 1).iter().filter(|passes| *times < 16 || passes.radices.contains(&16))
        {
            round_trip(kernel, one, n, passes);
        }
    }
}

fn round_trip<W: KernelWord>(kernel: &'static Kernel<W>, q: Modulus, n: usize, passes: &RadixSchedule) {
    let plan = Plan::over_with(kernel, tree(q, n), Some(passes.clone())).expect("a plan");
    let before = data::<W>(&q, n);
    let mut a = before.clone();
    plan.forward(&mut a);
    plan.inverse(&mut a);
    assert_eq!(a, before, "{}", plan.explain());
}

#[test]
fn passes_and_leaves() {
    kernels(KERNELS64).for_each(polynomials);
    kernels(KERNELS32).for_each(polynomials);
    kernels(KERNELS16).for_each(polynomials);
}

/// The inverse of a lazy prime over eight lanes has smaller leaves than the transform.
#[test]
fn leaves_of_each_direction() {
    let (kernel, n) = (KERNELS32[1], 128);
    let q = of_every_class(kernel).pop().expect("a lazy prime");
    let passes = RadixSchedule::all(kernel, &q, n, 1).swap_remove(0);
    assert!(Plan::over_with(kernel, tree(q, n), None).expect("a plan").explain().contains("and upwards"));
    round_trip(kernel, q, n, &passes);
}

/// Rows of fewer words than a vector, and of one more.
fn matrices<W: KernelWord>((kernel, first): (&'static Kernel<W>, bool)) {
    let lanes = kernel.transform.lanes;
    // Kernels of as many lanes copy rows that do not fill vectors alike.
    if !first {
        return;
    }
    let primes = of_every_class(kernel);
    let (less, more) = (lanes.max(3) - 1, lanes + 1);
    // Wide vectors take an interpreter long: one of the radices, and the greatest with vectors and
    // a rest.
    let shapes: &[(usize, &[usize])] = if lanes > 4 {
        &[(4, &[less]), (16, &[more])]
    } else {
        &[(2, &[more, less]), (4, &[more, less]), (8, &[more, less]), (16, &[more, less])]
    };
    for (i, &(n, widths)) in shapes.iter().enumerate() {
        for &width in widths {
            let q = primes[i % primes.len()];
            let plan = Plan::columns_with(kernel, tree(q, n), width, None).expect("a plan of columns");
            let before = data::<W>(&q, n * width);
            let mut a = before.clone();
            plan.forward(&mut a);
            plan.inverse(&mut a);
            assert_eq!(a, before, "{}", plan.explain());
        }
    }
}

#[test]
fn columns() {
    kernels(KERNELS64).for_each(matrices);
    kernels(KERNELS32).for_each(matrices);
    kernels(KERNELS16).for_each(matrices);
}

/// A pointer for several threads.
#[derive(Clone, Copy)]
struct Shared<W>(*mut W);
// SAFETY: the test gives each thread words of its own.
unsafe impl<W> Send for Shared<W> {}

impl<W> Shared<W> {
    fn get(self) -> *mut W {
        self.0
    }
}

/// Columns of the first pass on two threads, then the parts below on as many as there are; and
/// back. What threads share is a matter of the walk, whose text is the same for all factors: a
/// kernel of each number of lanes does it.
fn parts<W: KernelWord>(kernel: &'static Kernel<W>, width: usize) {
    let (q, base_len) = (of_every_class(kernel)[0], kernel.transform.base_lens(usize::MAX, width).pop().expect("a leaf"));
    let n = if width > 1 { 4 } else { 2 * base_len };
    let radices = if width > 1 { vec![2, 2] } else { vec![2] };
    let tables = super::super::Tree::new(n, &radices);
    let table = kernel.transform.table(q.value(), &tree(q, n).twiddles(), tables, width, 1);
    let before = data::<W>(&q, n * width);
    let mut a = before.clone();
    let shared = Shared(a.as_mut_ptr());
    let half = n / 2 * width;
    let run = |direction: Direction, parts: [Part; 2]| {
        let function = match direction {
            Direction::Forward => kernel.transform.forward,
            Direction::Inverse => kernel.transform.inverse,
        };
        let table = &table;
        std::thread::scope(|scope| {
            for part in parts {
                // SAFETY: `a` has the words of the table, and the parts have none in common.
                scope.spawn(move || unsafe { function(table, shared.get(), part) });
            }
        });
    };
    let middle = half / 2 + 1;
    let columns = [(0, middle), (middle, half)].map(|(from, to)| Part { node: Place::ROOT, extent: Extent::Columns(from, to) });
    let below = [0, n / 2].map(|start| Part { node: Place { start, level: 1 }, extent: Extent::All });
    run(Direction::Forward, columns);
    run(Direction::Forward, below);
    run(Direction::Inverse, below);
    run(Direction::Inverse, columns);
    assert_eq!(a, before, "{}", kernel.name());
}

#[test]
fn parts_on_threads() {
    for width in [1, 3] {
        [0, 1, 3, 4].iter().for_each(|&kernel| parts(KERNELS64[kernel], width));
        // Leaves of more lanes take an interpreter too long.
        parts(KERNELS32[0], width);
    }
}

/// The pool's threads on the least matrix that is shared out: rayon itself needs
/// `-Zmiri-tree-borrows -Zmiri-ignore-leaks`.
#[cfg(feature = "threads")]
#[test]
fn pool() {
    let (kernel, width) = (KERNELS64[0], 130);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let q = of_every_class(kernel)[0];
    let plan = Plan::columns_with(kernel, tree(q, 4), width, Some(RadixSchedule { radices: vec![2, 2], base_len: 1 }))
        .expect("a plan");
    let before = data::<u64>(&q, 4 * width);
    let mut a = before.clone();
    pool.install(|| plan.forward_parallel(&mut a));
    pool.install(|| plan.inverse_parallel(&mut a));
    assert_eq!(a, before, "{}", plan.explain());
}

/// Vector operations on the words of one vector, and on one word more.
fn operations<W: KernelWord>(kernel: &'static Kernel<W>) {
    let (lanes, mut primes) = (kernel.transform.lanes, of_every_class(kernel));
    // The text that reads and writes memory is the same for all classes.
    primes.truncate(if lanes > 4 { 1 } else { primes.len() });
    for (q, n) in primes.iter().flat_map(|q| [lanes, lanes + 1].map(|n| (q, n))) {
        let (mut a, b) = (data::<W>(q, n), data::<W>(q, n));
        kernel.add(q, &mut a, &b);
        kernel.sub(q, &mut a, &b);
        kernel.negate(q, &mut a);
        kernel.multiply(q, &mut a, &b);
        // One product by lanes, several in words of 128 bits.
        kernel.multiply_accumulate(q, &mut a, &[(&b, &b)]);
        kernel.multiply_accumulate_tile(q, &mut a, &[(&b[..], &b[..]); 4]);
        kernel.scale(q, &mut a, q.value() - 1);
        kernel.subtract_lazy(&mut a, &b, q.value() - 1);
        kernel.shift_reduce(q, &mut a, 0);
        kernel.shift_reduce_into(q, &b, &mut a, 0);
        assert!(a.iter().all(|x| x.extend() < q.value()));
    }
}

#[test]
fn pointwise_operations() {
    KERNELS64.iter().for_each(|kernel| operations(kernel));
    KERNELS32.iter().for_each(|kernel| operations(kernel));
    KERNELS16.iter().for_each(|kernel| operations(kernel));
}

#[test]
fn sums_and_images() {
    for &kernel in KERNELS64 {
        let q = of_every_class(kernel).pop().expect("a lazy prime");
        let (mut a, b) = (data::<u64>(&q, 16), data::<u64>(&q, 16));
        let words: Vec<_> = b.iter().map(|x| x >> 12).collect();
        kernel.automorphism_words(&words, &mut a, &mut [1; 16], 5, (1 << 52) - 1);
        kernel.automorphism_values(&b, &mut a, &[8, u32::MAX], &[[7; 8]; 8]);
        kernel.automorphism(&q, &b, &mut a, 5);
        kernel.linear_combination(&q, &mut a, Some(1), &[(&b, 1)], q.value(), &[&b]);
        kernel.whole_parts(&mut a, &[(&b, 1)], 1);
        kernel.divide(
            &q,
            &mut a,
            &b.iter().map(|x| x % 3).collect::<Vec<_>>(),
            Divisor { value: 3, inverse: q.inverse(3) },
            Some(&b),
        );
        assert!(a.iter().all(|x| *x < q.value()));
    }
}

#[test]
fn complex_numbers() {
    for kernel in &super::complex::PORTABLE {
        let (least, times): (_, &[usize]) =
            (kernel.transform.min_n(), if kernel.transform.lanes == 8 { &[1, 2] } else { &[1, 2, 4, 8] });
        for n in times.iter().map(|times| times * least) {
            let plan = ComplexPlan::over(kernel, n.trailing_zeros());
            let before: Vec<i64> = (0..2 * n as i64).collect();
            let (mut values, mut integers) = (vec![0.0; 2 * n], vec![0; 2 * n]);
            plan.forward_integers(&before, &mut values);
            // The longer ones add passes of other radices, which every call has in common.
            if n <= 2 * least {
                let words: Vec<u64> = before.iter().map(|&x| x as u64).collect();
                let (mut others, mut after) = (vec![0.0; 2 * n], vec![1.0; 2 * n]);
                plan.forward_digits(&words, Digit::new(0, 0, 20).expect("a digit"), &mut others);
                plan.multiply(&mut after, &values);
                plan.multiply_accumulate(&mut after, &[(&values, &others)]);
                plan.inverse(&mut others);
                plan.forward_natural(&mut others);
            }
            plan.inverse_rounded(&mut values, &mut integers);
            assert_eq!(integers, before, "{}", plan.explain());
        }
        complex_matrices(&ComplexPlan::over(kernel, least_with_blocks(kernel)));
        words_of_the_torus(&ComplexPlan::over(kernel, least_with_blocks(kernel)).torus());
    }
}

/// A tile and a rest, eight rows and one.
fn words_of_the_torus(torus: &Torus) {
    let (mut result, rows) = (vec![0u16; 40], vec![1u16; 9 * 40]);
    torus.subtract_products(&mut result, &[1; 9], &rows, &[]);
    assert_eq!(result, [9u16.wrapping_neg(); 40]);
    let mut difference = vec![0; 9];
    torus.rotate_difference(&[1; 9], 4, &mut difference);
    assert_eq!(difference, [u64::MAX - 1, u64::MAX - 1, u64::MAX - 1, u64::MAX - 1, 0, 0, 0, 0, 0]);
    torus.add(&mut difference, &[1; 9]);
    assert_eq!(difference[3..5], [u64::MAX, 1]);
}

/// The least length, as its logarithm, whose values fill a block of a matrix.
fn least_with_blocks(kernel: &crate::kernel::complex::ComplexKernel) -> u32 {
    kernel.transform.min_n().max(8).trailing_zeros()
}

/// Products with matrices of one to three columns a group, in memory of exactly their length.
fn complex_matrices(plan: &ComplexPlan) {
    for columns in [1, 2, 3] {
        let layout = plan.matrix_layout(2, columns);
        let (fixed, double) = (vec![3; layout.numbers()], vec![3.0; layout.numbers()]);
        let vectors = vec![1.0; 2 * 2 * layout.stride()];
        for matrix in [ComplexMatrix::Fixed { numbers: &fixed, unit: 0.5 }, ComplexMatrix::Double(&double)] {
            let mut products = vec![0.0; 2 * columns * layout.stride()];
            plan.multiply_matrix(&layout, &vectors, matrix, &mut products);
            // (1 + i)·(3 + 3i) is 6i, and there are two rows.
            let unit = if let ComplexMatrix::Fixed { unit, .. } = matrix { unit } else { 1.0 };
            assert_eq!([products[0], products[plan.size()]], [0.0, 12.0 * unit], "{}", plan.explain());
        }
    }
}

/// The least number of squares: two, one a row.
fn two_squares<W: KernelWord>(kernel: &Kernel<W>) {
    orders::slots_conform(kernel, 1 + 2 * kernel.lanes().ilog2());
}

#[test]
fn orders_of_slots() {
    KERNELS64.iter().for_each(|kernel| two_squares(kernel));
    KERNELS32.iter().for_each(|kernel| two_squares(kernel));
    KERNELS16.iter().for_each(|kernel| two_squares(kernel));
}

#[test]
fn stages() {
    for (kernel, radix) in KERNELS64[..3].iter().flat_map(|kernel| [2, 4, 8, 16].map(|radix| (kernel, radix))) {
        let q = of_every_class(kernel).pop().expect("a lazy prime");
        for (products, first_is_one) in
            [(ProductSharing::Dense, false), (ProductSharing::Shared, false), (ProductSharing::Shared, true)]
        {
            let shape = StageShape { radix, nonzero_inputs: radix / 2, span: radix, products, first_is_one };
            let stage = Stage::new(kernel, q, shape, q.value(), |_, _, _| 1).expect("a stage");
            let (mut rows, mut scratch) = (vec![1; radix * 8], vec![0; stage.scratch_len()]);
            let words = rows.clone();
            let subtrahend = Some(Subtrahend { words: &words, constant: 1 });
            stage.apply_to(Operands { rows: &mut rows, width: 8, subtrahend, ahead: &words, scratch: &mut scratch });
            assert!(rows.iter().all(|&x| x < stage.output_bound()));
        }
    }
}
