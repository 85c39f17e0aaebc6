//! The transform of every column of a matrix, against the transform of each by itself.

use super::super::subject::{Kernel, KernelWord, Plan, RadixSchedule};
use super::reference::Reference;
use super::transform::Case;
use super::{Classes, Guarded, Random, numbers, words};
use papilio_field::order;
use std::ops::RangeInclusive;

/// Below, at and above the vectors of every instruction set, and what leaves tails of them.
const WIDTHS: [usize; 13] = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100];

/// Every width and all passes, over the negacyclic domain and a tree, at the limits of the kernel's
/// classes.
pub(crate) fn conforms<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        // Primes that the kernel takes at any length: columns have no shortest.
        for modulus in super::thresholds(kernel, 2 * n as u64, usize::MAX) {
            let mut random = Random::new(modulus.value() ^ n as u64);
            let mut references = Reference::all(modulus, n, &mut random);
            references.drain(1..references.len() - 1);
            for (reference, width) in references.iter().flat_map(|reference| WIDTHS.map(|width| (reference, width))) {
                if width > 1 || kernel.supports(&modulus, n) {
                    conforms_at(kernel, reference, width, &mut random);
                }
            }
            classes.insert(kernel.class(&modulus));
        }
    }
    classes
}

fn conforms_at<W: KernelWord>(kernel: &'static Kernel<W>, reference: &Reference, width: usize, random: &mut Random) {
    let (q, n) = (reference.domain.modulus().value(), reference.domain.size());
    let matrices = [random.below(q, n * width), random.among(&[0, q - 1], n * width)];
    // Compared with the reference where polynomials are.
    let scalar = Kernel::<W>::named("scalar").expect("the scalar kernel");
    let each = Case::new(scalar, reference.clone(), None);
    let expected =
        matrices.each_ref().map(|a| [of_columns(a, width, |a| each.forward(a)), of_columns(a, width, |a| each.inverse(a))]);
    for passes in RadixSchedule::all(kernel, reference.domain.modulus(), n, width) {
        let plan = Plan::columns_with(kernel, reference.domain.clone(), width, Some(passes)).expect("a plan of columns");
        let name = plan.explain();
        assert_eq!(plan.width(), width);
        for (a, [forward, inverse]) in matrices.iter().zip(&expected) {
            let mut place = Guarded::new(&words::<W>(a), 1);
            plan.forward(place.data());
            assert!(numbers(place.checked(&name)) == *forward, "forward: {name}");
            let mut place = Guarded::new(&words::<W>(a), 3);
            plan.inverse(place.data());
            assert!(numbers(place.checked(&name)) == *inverse, "inverse: {name}");
        }
        natural(&plan, &matrices[0], &expected[0][0]);
    }
}

/// A function of every column.
fn of_columns(a: &[u64], width: usize, transform: impl Fn(&[u64]) -> Vec<u64>) -> Vec<u64> {
    let mut out = vec![0; a.len()];
    for column in 0..width {
        let words: Vec<_> = a.iter().skip(column).step_by(width).copied().collect();
        out.iter_mut().skip(column).step_by(width).zip(transform(&words)).for_each(|(slot, word)| *slot = word);
    }
    out
}

/// Rows in natural order.
fn natural<W: KernelWord>(plan: &Plan<W>, a: &[u64], transformed: &[u64]) {
    let mut sorted = transformed.to_vec();
    order::bit_reverse_rows(&mut sorted, plan.width());
    let mut out = words::<W>(a);
    plan.forward_natural(&mut out);
    assert!(numbers(&out) == sorted, "forward_natural: {}", plan.explain());
    plan.inverse_natural(&mut out);
    assert!(numbers(&out) == a, "inverse_natural: {}", plan.explain());
}
