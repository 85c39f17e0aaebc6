//! The unsafe text at sizes that an interpreter gets through: every path once, on memory of exactly the stated length.
//!
//! `MIRIFLAGS="-Zmiri-tree-borrows -Zmiri-ignore-leaks" cargo +nightly miri test -p papilio-ntt --lib kernel::tests::miri`

use super::portable::{ROWS32, ROWS64};
use super::suite::{Random, words};
use super::tiled_permutation::smallest;
use crate::kernel::transform::Place;
use crate::kernel::{Divisor, Kernel, KernelWord, Operands, Part};
use crate::{BatchPlan, Domain, Minus, Plan, Products, RadixSchedule, Stage, StageShape};
use papilio_field::Modulus;

/// Powers of two, and how far below them the next prime is: the greatest prime of every class of any row.
const PRIMES: [(u32, u64); 10] =
    [(27, 39), (30, 35), (31, 1), (32, 5), (47, 115), (50, 27), (51, 129), (58, 27), (61, 1), (62, 57)];

/// A prime of every class of a row. A search would take an interpreter longer than the tests.
fn of_every_class<W: KernelWord>(row: &Kernel<W>) -> Vec<Modulus> {
    let primes = PRIMES.iter().filter_map(|(bits, distance)| Modulus::new((1 << bits) - distance));
    let mut primes: Vec<_> = primes.filter(|q| row.supports(q, usize::MAX)).collect();
    primes.reverse();
    primes.dedup_by_key(|q| row.class(q));
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

/// Leaves of one and two squares of every class, and passes of each radix above them. Lanes of more than four words, whose
/// squares take an interpreter long, do only one class and the leaves.
fn polynomials<W: KernelWord>(row: &'static Kernel<W>) {
    let (lanes, primes) = (row.transform.lanes, of_every_class(row));
    let (primes, times): (_, &[usize]) = match lanes {
        16 => (&primes[..1], &[1]),
        8 => (&primes[..1], &[1, 2]),
        _ => (&primes[..], &[1, 2, 4, 8, 16]),
    };
    for (i, n) in times.iter().map(|times| times * (lanes * lanes).max(2)).enumerate() {
        // Every class with its usual shape, and the other shapes with one class: the code of all is the same text.
        let one = &primes[(i + primes.len() - 1) % primes.len()];
        let cases = primes.iter().map(|q| (q, RadixSchedule::all(row, q, n, 1).swap_remove(0)));
        let cases = cases.chain(RadixSchedule::all(row, one, n, 1).into_iter().skip(1).map(|passes| (one, passes)));
        for (q, passes) in cases {
            round_trip(row, *q, n, &passes);
        }
    }
}

fn round_trip<W: KernelWord>(row: &'static Kernel<W>, q: Modulus, n: usize, passes: &RadixSchedule) {
    let plan = Plan::over_with(row, tree(q, n), Some(passes.clone())).expect("a plan");
    let before = data::<W>(&q, n);
    let mut a = before.clone();
    plan.forward(&mut a);
    plan.inverse(&mut a);
    assert_eq!(a, before, "{}", plan.explain());
}

#[test]
fn passes_and_leaves() {
    ROWS64.iter().for_each(|row| polynomials(row));
    ROWS32.iter().for_each(|row| polynomials(row));
}

/// Rows of fewer words than a vector, and of one more.
fn matrices<W: KernelWord>(row: &'static Kernel<W>) {
    let lanes = row.transform.lanes;
    let primes = of_every_class(row);
    for (i, n) in [2, 4, 8, 16].into_iter().enumerate() {
        for width in [lanes + 1, lanes.max(3) - 1] {
            let q = primes[i % primes.len()];
            let plan = BatchPlan::over_with(row, tree(q, n), width, None).expect("a plan of columns");
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
    ROWS64.iter().for_each(|row| matrices(row));
    ROWS32.iter().for_each(|row| matrices(row));
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

/// Columns of the first pass on two threads, then the parts below on as many as there are; and back.
fn parts<W: KernelWord>(row: &'static Kernel<W>, width: usize) {
    let (q, leaf) = (of_every_class(row)[0], row.transform.leaves(usize::MAX, width).pop().expect("a leaf"));
    let n = if width > 1 { 4 } else { 2 * leaf };
    let radices = if width > 1 { vec![2, 2] } else { vec![2] };
    let tables = super::super::Tree::new(n, &radices);
    let table = row.transform.table(q.value(), &tree(q, n).twiddles(), tables, width, 1);
    let before = data::<W>(&q, n * width);
    let mut a = before.clone();
    let shared = Shared(a.as_mut_ptr());
    let half = n / 2 * width;
    let run = |forward: bool, parts: [Part; 2]| {
        let function = if forward { row.transform.forward } else { row.transform.inverse };
        let table = &table;
        std::thread::scope(|scope| {
            for part in parts {
                // SAFETY: `a` has the words of the table, and the parts have none in common.
                scope.spawn(move || unsafe { function(table, shared.get(), part) });
            }
        });
    };
    let middle = half / 2 + 1;
    let columns = [(0, middle), (middle, half)].map(|columns| Part { node: Place::ROOT, columns: Some(columns) });
    let below = [0, n / 2].map(|start| Part { node: Place { start, level: 1 }, columns: None });
    run(true, columns);
    run(true, below);
    run(false, below);
    run(false, columns);
    assert_eq!(a, before, "{}", row.name());
}

#[test]
fn parts_on_threads() {
    for width in [1, 3] {
        ROWS64.iter().for_each(|row| parts(row, width));
        // Leaves of sixteen lanes take an interpreter too long.
        ROWS32[..2].iter().for_each(|row| parts(row, width));
    }
}

/// The pool's threads on the least matrix that is shared out: rayon itself needs `-Zmiri-tree-borrows -Zmiri-ignore-leaks`.
#[cfg(feature = "threads")]
#[test]
fn pool() {
    let (row, width) = (ROWS64[0], 2050);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let q = of_every_class(row)[0];
    let plan =
        BatchPlan::over_with(row, tree(q, 4), width, Some(RadixSchedule { radices: vec![2, 2], leaf: 1 })).expect("a plan");
    let before = data::<u64>(&q, 4 * width);
    let mut a = before.clone();
    pool.install(|| plan.forward_parallel(&mut a));
    pool.install(|| plan.inverse_parallel(&mut a));
    assert_eq!(a, before, "{}", plan.explain());
}

/// As many words as a vector, and one more.
fn operations<W: KernelWord>(row: &'static Kernel<W>) {
    for (q, n) in of_every_class(row).iter().flat_map(|q| [0, 1].map(|more| (q, row.transform.lanes + more))) {
        let (mut a, b) = (data::<W>(q, n), data::<W>(q, n));
        row.add(q, &mut a, &b);
        row.sub(q, &mut a, &b);
        row.negate(q, &mut a);
        row.multiply(q, &mut a, &b);
        row.multiply_accumulate(q, &mut a, &[(&b, &b), (&b, &b)]);
        row.scale(q, &mut a, q.value() - 1);
        row.subtract_lazy(&mut a, &b, q.value() - 1);
        row.shift_reduce(q, &mut a, 0);
        row.shift_reduce_into(q, &b, &mut a, 0);
        assert!(a.iter().all(|x| x.extend() < q.value()));
    }
}

#[test]
fn pointwise_operations() {
    ROWS64.iter().for_each(|row| operations(row));
    ROWS32.iter().for_each(|row| operations(row));
}

#[test]
fn sums_and_images() {
    for row in ROWS64 {
        let q = of_every_class(row).pop().expect("a lazy prime");
        let (mut a, b) = (data::<u64>(&q, 16), data::<u64>(&q, 16));
        row.substitute(&q, &b, &mut a, 5);
        row.combine(&q, &mut a, Some(1), &[(&b, 1)], q.value(), &[&b]);
        row.whole_parts(&mut a, &[(&b, 1)], 1);
        row.divide(
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
fn orders_of_slots() {
    ROWS64.iter().for_each(|row| smallest(row));
    ROWS32.iter().for_each(|row| smallest(row));
}

#[test]
fn stages() {
    for (row, radix) in ROWS64[..3].iter().flat_map(|row| [2, 4, 8, 16].map(|radix| (row, radix))) {
        let q = of_every_class(row).pop().expect("a lazy prime");
        for (products, unit) in [(Products::Dense, false), (Products::Shared, false), (Products::Shared, true)] {
            let shape = StageShape { radix, live: radix / 2, span: radix, products, unit };
            let stage = Stage::new(row, q, shape, q.value(), |_, _, _| 1).expect("a stage");
            let (mut rows, mut scratch) = (vec![1; radix * 8], vec![0; stage.scratch_len()]);
            let words = rows.clone();
            let minus = Some(Minus { words: &words, constant: 1 });
            stage.apply_to(Operands { rows: &mut rows, width: 8, minus, ahead: &words, scratch: &mut scratch });
            assert!(rows.iter().all(|&x| x < stage.output_bound()));
        }
    }
}
