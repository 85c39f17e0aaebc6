//! Every way to call a plan: all passes, all domains, orders, batches, places in memory.

use super::super::subject::{Kernel, KernelWord, RadixSchedule};
use super::reference::Reference;
use super::transform::{Case, extremes};
use super::{Classes, Guarded, Random, numbers, words};
use papilio_field::order;
use std::ops::RangeInclusive;

/// The longest transform for which every pattern of [`extremes`] is tried on every shape.
const EVERY_PATTERN: usize = 1024;

/// The longest transform for which every kind of domain is tried. Kernels get the twiddles of a
/// domain as a list, whatever its kind, so that longer ones have the first and the last.
const EVERY_DOMAIN: usize = 256;

/// Domains with all passes that the kernel offers, at the primes nearest to the limits of the
/// classes: those with roots of unity, and for trees any.
pub(crate) fn conforms<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        for modulus in [2, 2 * n as u64].into_iter().flat_map(|step| super::thresholds(kernel, step, n)) {
            let mut random = Random::new(modulus.value() ^ n as u64);
            let mut references = Reference::all(modulus, n, &mut random);
            if n > EVERY_DOMAIN {
                references.drain(1..references.len() - 1);
            }
            for reference in references {
                every_passes(kernel, &reference, &mut random);
            }
            classes.insert(kernel.class(&modulus));
        }
    }
    classes
}

fn every_passes<W: KernelWord>(kernel: &'static Kernel<W>, reference: &Reference, random: &mut Random) {
    let (q, n) = (reference.domain.modulus().value(), reference.domain.size());
    let mut data = if n <= EVERY_PATTERN { extremes(q, n, random) } else { vec![vec![q - 1; n]] };
    data.push(random.below(q, n));
    let expected: Vec<_> = data.iter().map(|a| (reference.forward(a), reference.inverse(a))).collect();
    let all = RadixSchedule::all(kernel, reference.domain.modulus(), n, 1);
    assert!(!all.is_empty(), "kernel {} has no passes at n = {n}", kernel.name());
    for passes in all {
        let case = Case::new(kernel, reference.clone(), Some(passes.clone()));
        assert_eq!(case.plan.passes(), &passes);
        for (a, (forward, inverse)) in data.iter().zip(&expected) {
            assert!(case.forward(a) == *forward, "forward: {}", case.name);
            assert!(case.inverse(a) == *inverse, "inverse: {}", case.name);
        }
        case.keeps_to_its_words(&data[data.len() - 1]);
    }
}

/// The other orders and places: natural order, into other memory, batches.
pub(crate) fn calls_conform<W: KernelWord>(kernel: &'static Kernel<W>, logs: RangeInclusive<u32>) -> Classes {
    let mut classes = Classes::new();
    for n in logs.map(|log| 1usize << log) {
        for modulus in super::thresholds(kernel, 2 * n as u64, n) {
            let mut random = Random::new(modulus.value() ^ n as u64);
            let case = Case::new(kernel, Reference::negacyclic(modulus, n), None);
            let a = random.below(modulus.value(), n);
            case.natural(&a);
            case.to_other_memory(&a);
            [0, 1, 3].iter().for_each(|&count| case.batch(&random.below(modulus.value(), count * n)));
            classes.insert(kernel.class(&modulus));
        }
    }
    classes
}

impl<W: KernelWord> Case<W> {
    /// At any alignment, nothing around the data is written.
    fn keeps_to_its_words(&self, a: &[u64]) {
        let data = words::<W>(a);
        let (mut forward, mut inverse) = (data.clone(), data.clone());
        self.plan.forward(&mut forward);
        self.plan.inverse(&mut inverse);
        for offset in [1, 3, 6] {
            let mut place = Guarded::new(&data, offset);
            self.plan.forward(place.data());
            assert!(place.checked(&self.name) == forward, "forward at offset {offset}: {}", self.name);
            let mut place = Guarded::new(&data, offset);
            self.plan.inverse(place.data());
            assert!(place.checked(&self.name) == inverse, "inverse at offset {offset}: {}", self.name);
        }
    }

    fn natural(&self, a: &[u64]) {
        let mut sorted = self.forward(a);
        order::bit_reverse(&mut sorted);
        let mut out = words::<W>(a);
        self.plan.forward_natural(&mut out);
        assert!(numbers(&out) == sorted, "forward_natural: {}", self.name);
        self.plan.inverse_natural(&mut out);
        assert!(numbers(&out) == a, "inverse_natural: {}", self.name);
    }

    fn to_other_memory(&self, a: &[u64]) {
        let data = words::<W>(a);
        let mut place = Guarded::new(&vec![W::truncate(u64::MAX); a.len()], 1);
        self.plan.forward_into(&data, place.data());
        assert!(numbers(place.checked(&self.name)) == self.forward(a), "forward_into: {}", self.name);
        self.plan.inverse_into(&data, place.data());
        assert!(numbers(place.checked(&self.name)) == self.inverse(a), "inverse_into: {}", self.name);
        assert!(numbers(&data) == a, "the input of an _into method changed: {}", self.name);
    }

    fn batch(&self, batch: &[u64]) {
        let each = |transform: &dyn Fn(&[u64]) -> Vec<u64>| batch.chunks_exact(self.plan.size()).flat_map(transform).collect();
        let (forward, inverse): (Vec<_>, Vec<_>) = (each(&|a| self.forward(a)), each(&|a| self.inverse(a)));
        let mut place = Guarded::new(&words::<W>(batch), 3);
        self.plan.forward_batch(place.data());
        assert!(numbers(place.checked(&self.name)) == forward, "forward_batch: {}", self.name);
        let mut place = Guarded::new(&words::<W>(batch), 5);
        self.plan.inverse_batch(place.data());
        assert!(numbers(place.checked(&self.name)) == inverse, "inverse_batch: {}", self.name);
    }
}
