//! Transforms on many threads, against those on one.

use super::super::subject::{Kernel, KernelWord, Plan, RadixSchedule};
use super::reference::Reference;
use super::{Classes, Guarded, Random, words};
use papilio_field::Modulus;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::RangeInclusive;

/// Rows and columns of matrices: long and narrow, short and wide, and no multiple of anything.
const MATRICES: [(u32, usize); 7] = [(13, 2), (12, 5), (11, 17), (10, 33), (7, 100), (4, 1111), (2, 4099)];

/// Polynomials of all lengths and matrices, in pools of several sizes: with all passes modulo the
/// greatest and the least class of primes, and with the first modulo those between. Where threads
/// read and write is a matter of the passes, of which those of the inverse differ in the least
/// class alone.
pub(crate) fn conforms<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let pools = [1, 2, 3, 5].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool"));
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        let primes = super::of_every_class(kernel, 2 * n as u64, usize::MAX);
        for (i, &modulus) in primes.iter().enumerate() {
            polynomials(kernel, modulus, n, tried(i, primes.len()), &pools);
            classes.insert(kernel.class(&modulus));
        }
    }
    for (log, width) in MATRICES {
        let primes = super::of_every_class(kernel, 2 << log, usize::MAX);
        for (i, &modulus) in primes.iter().enumerate() {
            matrices(kernel, modulus, (1 << log, width), tried(i, primes.len()), &pools);
        }
    }
    classes
}

/// How many passes are tried modulo the prime of one of so many classes.
fn tried(class: usize, classes: usize) -> usize {
    if class == 0 || class + 1 == classes { usize::MAX } else { 1 }
}

fn polynomials<W: KernelWord>(kernel: &'static Kernel<W>, modulus: Modulus, n: usize, tried: usize, pools: &[ThreadPool]) {
    let domain = Reference::negacyclic(modulus, n).domain;
    let a = words::<W>(&Random::new(modulus.value()).below(modulus.value(), n));
    for passes in RadixSchedule::all(kernel, &modulus, n, 1).into_iter().take(tried) {
        let plan = Plan::over_with(kernel, domain.clone(), Some(passes)).expect("a plan");
        let (mut forward, mut inverse) = (a.clone(), a.clone());
        plan.forward(&mut forward);
        plan.inverse(&mut inverse);
        let name = plan.explain();
        same(pools, &a, &forward, &format!("forward: {name}"), |a| plan.forward_parallel(a));
        same(pools, &a, &inverse, &format!("inverse: {name}"), |a| plan.inverse_parallel(a));
    }
}

fn matrices<W: KernelWord>(
    kernel: &'static Kernel<W>,
    modulus: Modulus,
    (n, width): (usize, usize),
    tried: usize,
    pools: &[ThreadPool],
) {
    let domain = Reference::negacyclic(modulus, n).domain;
    let a = words::<W>(&Random::new(modulus.value()).below(modulus.value(), n * width));
    for passes in RadixSchedule::all(kernel, &modulus, n, width).into_iter().take(tried) {
        let plan = Plan::columns_with(kernel, domain.clone(), width, Some(passes)).expect("a plan of columns");
        let (mut forward, mut inverse) = (a.clone(), a.clone());
        plan.forward(&mut forward);
        plan.inverse(&mut inverse);
        let name = plan.explain();
        same(pools, &a, &forward, &format!("forward: {name}"), |a| plan.forward_parallel(a));
        same(pools, &a, &inverse, &format!("inverse: {name}"), |a| plan.inverse_parallel(a));
    }
}

/// In every pool the transform of `a` is the one expected.
fn same<W: KernelWord>(pools: &[ThreadPool], a: &[W], expected: &[W], name: &str, transform: impl Fn(&mut [W]) + Sync) {
    for pool in pools {
        let mut place = Guarded::new(a, 1);
        pool.install(|| transform(place.data()));
        assert!(place.checked(name) == expected, "{} threads, {name}", pool.current_num_threads());
    }
}
