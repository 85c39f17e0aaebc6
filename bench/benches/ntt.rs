//! The negacyclic transform of one residue polynomial, on every kernel that this machine has.

mod groups;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use groups::group;
use papilio_bench::residues;
use papilio_field::{Modulus, prime};
use papilio_ntt::{Kernel, Plan, naive};
use std::hint::black_box;

/// The class that needs no corrections between levels, and the largest primes of 52-bit arithmetic.
const PRIME_BITS: [u32; 2] = [47, 50];

fn transforms(criterion: &mut Criterion) {
    for log in 12..=16 {
        for bits in PRIME_BITS {
            let n = 1usize << log;
            let q = prime::descending(bits, 2 * n as u64).next().expect("a prime of this size");
            let modulus = Modulus::new(q).expect("a prime");
            for kernel in Kernel::all().iter().filter(|kernel| kernel.supports(&modulus, n)) {
                let plan = Plan::with_kernel(kernel, modulus, n).expect("a supported prime");
                case(criterion, &plan);
            }
        }
    }
}

fn case(criterion: &mut Criterion, plan: &Plan) {
    check(plan);
    let (n, bits) = (plan.size(), plan.modulus().bits());
    let mut group = group(criterion, &format!("ntt/{n}/{bits}-bit"));
    group.throughput(Throughput::Elements(n as u64));
    // Outputs are residues again, so a transform is repeated on its own output.
    let mut a = residues(plan.modulus(), n, 1);
    group.bench_function(format!("forward/{}", plan.kernel().name()), |b| b.iter(|| plan.forward(black_box(&mut a))));
    group.bench_function(format!("inverse/{}", plan.kernel().name()), |b| b.iter(|| plan.inverse(black_box(&mut a))));
    group.finish();
}

/// Round trip, and three values by the definition of [`papilio_ntt::naive::negacyclic`], which
/// would take too long for all.
fn check(plan: &Plan) {
    let (n, m) = (plan.size(), plan.modulus());
    let input = residues(m, n, 2);
    let mut a = input.clone();
    plan.forward(&mut a);
    for i in [0, n / 3, n - 1] {
        let point = m.pow(plan.root(), 2 * i as u64 + 1);
        let value = naive::evaluate(m, &input, point);
        let place = i.reverse_bits() >> (usize::BITS - n.trailing_zeros());
        assert_eq!(a[place], value, "value {i} of {}", plan.explain());
    }
    plan.inverse(&mut a);
    assert!(a == input, "round trip of {}", plan.explain());
}

criterion_group!(benches, transforms);
criterion_main!(benches);
