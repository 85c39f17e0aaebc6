//! One case from any bytes, for a fuzzer and for a loop over random bytes: every kernel agrees with
//! the reference and with the others, goes back, and nothing panics.

use super::subject::{Domain, Kernel, KernelWord, Plan, RadixSchedule};
use super::suite::reference::Reference;
use super::suite::{numbers, words};
use papilio_field::{Modulus, prime};

/// The longest transform, as a power of two.
const MOST_LOG: u32 = 10;

/// Takes the bytes as choices, zero when they have run out.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn word(&mut self) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    /// Numbers below `q`, many of them at the ends; what has run out goes on in a pattern.
    fn below(&mut self, q: u64, n: usize) -> Vec<u64> {
        let seed = self.word();
        let one = |i: usize, choice: u8| match choice {
            0..=15 => 0,
            16..=31 => q - 1,
            32..=39 => 1,
            40..=47 => q / 2,
            _ => seed.wrapping_mul(2 * i as u64 + 1).rotate_left(u32::from(choice)) % q,
        };
        (0..n).map(|i| one(i, self.byte())).collect()
    }

    /// A prime of any bit length that has a root of order `2n`, or any prime.
    fn modulus(&mut self, n: usize) -> Option<Modulus> {
        let (bits, skip) = (u32::from(self.byte()) % 61 + 2, self.byte() % 4);
        let step = if self.byte().is_multiple_of(4) { 2 } else { 2 * n as u64 };
        if step >> bits != 0 {
            return None;
        }
        prime::descending(bits, step).take(usize::from(skip) + 1).last().and_then(Modulus::new)
    }

    /// A domain of a prime, or the error that says why there is none.
    fn reference(&mut self, modulus: Modulus, n: usize) -> Option<Reference> {
        let (kind, shift) = (self.byte() % 4, self.word());
        match kind {
            0 => Domain::negacyclic(modulus, n).ok().map(Reference::new),
            1 => Domain::cyclic(modulus, n).ok().map(Reference::new),
            2 => Domain::coset(modulus, n, shift).ok().map(Reference::new),
            _ => {
                let twiddles = self.below(modulus.value(), n).into_iter().map(|w| w.max(1)).collect();
                Some(Reference::tree(modulus, twiddles))
            }
        }
    }
}

/// One case. Returns whether the bytes made one: most choices of prime and length have a root, but
/// not all.
pub(crate) fn case(bytes: &[u8]) -> bool {
    let mut choices = Choices(bytes);
    let n = 1usize << (u32::from(choices.byte()) % MOST_LOG + 1);
    let Some(modulus) = choices.modulus(n) else { return false };
    let Some(reference) = choices.reference(modulus, n) else { return false };
    let width = usize::from(choices.byte() % 20);
    let passes = usize::from(choices.byte());
    let a = choices.below(modulus.value(), n * width.max(1));
    polynomials::<u64>(&reference, &a[..n], passes);
    polynomials::<u32>(&reference, &a[..n], passes);
    polynomials::<u16>(&reference, &a[..n], passes);
    if width > 0 {
        matrices::<u64>(&reference, &a, width, passes);
        matrices::<u32>(&reference, &a, width, passes);
        matrices::<u16>(&reference, &a, width, passes);
    }
    true
}

/// Every kernel that takes the prime and the length, against the reference.
fn polynomials<W: KernelWord>(reference: &Reference, a: &[u64], passes: usize) {
    let (modulus, expected) = (reference.domain.modulus(), reference.forward(a));
    for kernel in Kernel::<W>::all() {
        let all = RadixSchedule::all(kernel, modulus, a.len(), 1);
        let passes = all.get(passes % all.len().max(1)).cloned();
        let plan = Plan::over_with(kernel, reference.domain.clone(), passes);
        assert_eq!(plan.is_ok(), kernel.supports(modulus, a.len()), "kernel {}: {plan:?}", kernel.name());
        let Ok(plan) = plan else { continue };
        let mut b = words::<W>(a);
        plan.forward(&mut b);
        assert_eq!(numbers(&b), expected, "forward: {}", plan.explain());
        plan.inverse(&mut b);
        assert_eq!(numbers(&b), a, "inverse: {}", plan.explain());
    }
}

/// Every kernel that takes the prime, against the reference in every column.
fn matrices<W: KernelWord>(reference: &Reference, a: &[u64], width: usize, passes: usize) {
    let n = reference.domain.size();
    let column = |i: usize| -> Vec<u64> { a.iter().skip(i).step_by(width).copied().collect() };
    let expected: Vec<_> = (0..width).map(|i| reference.forward(&column(i))).collect();
    for kernel in Kernel::<W>::all() {
        let all = RadixSchedule::all(kernel, reference.domain.modulus(), n, width);
        let passes = all.get(passes % all.len().max(1)).cloned();
        let Ok(plan) = Plan::columns_with(kernel, reference.domain.clone(), width, passes) else { continue };
        let mut b = words::<W>(a);
        plan.forward(&mut b);
        let agrees = |(i, x): (usize, &W)| x.extend() == expected[i % width][i / width];
        assert!(b.iter().enumerate().all(agrees), "forward: {}", plan.explain());
        plan.inverse(&mut b);
        assert_eq!(numbers(&b), a, "inverse: {}", plan.explain());
    }
}
