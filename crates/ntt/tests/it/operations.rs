//! Orders of words and vector operations, by every kernel of this machine.

use crate::reconstruction;
use crate::suite::{Random, automorphism, below, linear_combination, orders, words};
use papilio_field::order::bit_reverse_rows;
use papilio_field::{Modulus, prime};
use papilio_ntt::{Domain, Kernel, KernelWord, Plan, Reconstruction};

#[test]
fn orders_of_words() {
    fn conform<W: KernelWord>() {
        for kernel in Kernel::<W>::all() {
            orders::reversals_conform(kernel);
            (1..=12).for_each(|log_size| orders::slots_conform(kernel, log_size));
        }
    }
    conform::<u64>();
    conform::<u32>();
    conform::<u16>();
}

/// Matrices of several parts that a cache holds.
fn rows_conform<W: KernelWord>(kernel: &'static Kernel<W>) {
    let q = below(30, 1024).and_then(Modulus::new).expect("a prime");
    for (n, width) in [(512, 130), (128, 1025), (32, 8200), (2, 40_000)] {
        let plan = Plan::columns_with(kernel, Domain::negacyclic(q, n).expect("roots"), width, None).expect("a plan");
        let a = words::<W>(&Random::new(n as u64).below(q.value(), n * width));
        let (mut natural, mut sorted) = (a.clone(), a.clone());
        plan.forward_natural(&mut natural);
        plan.forward(&mut sorted);
        bit_reverse_rows(&mut sorted, width);
        assert!(natural == sorted, "{}", plan.explain());
        plan.inverse_natural(&mut natural);
        assert!(natural == a, "{}: inverse", plan.explain());
    }
}

#[test]
fn rows_are_exchanged_part_by_part() {
    Kernel::<u64>::all().iter().for_each(|kernel| rows_conform(kernel));
    Kernel::<u32>::all().iter().for_each(|kernel| rows_conform(kernel));
}

#[test]
fn automorphisms() {
    for kernel in Kernel::all() {
        automorphism::residues_conform(kernel);
        automorphism::values_conform(kernel);
        automorphism::words_conform(kernel);
    }
}

#[test]
fn sums_and_quotients() {
    for kernel in Kernel::all() {
        linear_combination::sums_conform(kernel);
        linear_combination::whole_parts_conform(kernel);
        linear_combination::quotients_conform(kernel);
    }
}

#[test]
fn digits_and_carries() {
    Kernel::all().iter().for_each(|kernel| reconstruction::conforms(kernel));
}

#[test]
fn constants_of_other_primes_are_refused() {
    let primes: Vec<_> = prime::descending(49, 2).take(33).map(|q| Modulus::new(q).expect("a prime")).collect();
    assert!(Reconstruction::new(&[]).is_none() && Reconstruction::new(&primes).is_none());
    assert!(Reconstruction::new(&primes[..32]).is_some());
    for bits in [48, 50] {
        let other = below(bits, 2).and_then(Modulus::new).expect("a prime");
        assert!(Reconstruction::new(&[primes[0], other]).is_none(), "{bits} bits");
    }
}

/// Lanes of patterns are read as they are: more than eight are refused.
#[test]
#[should_panic(expected = "patterns of more than eight words")]
fn patterns_beyond_a_block() {
    Kernel::<u64>::all()[0].automorphism_values(&[0; 8], &mut [0; 8], &[0], &[[8; 8]; 8]);
}
