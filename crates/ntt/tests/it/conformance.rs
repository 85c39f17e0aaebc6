//! Every kernel that this machine has, against the specification.

use crate::kernels::{Expected, expected};
use crate::suite::Classes;
use papilio_field::{Modulus, prime};
use papilio_ntt::{Domain, Kernel, KernelWord, Plan, PlanError, RadixSchedule, Stage, StageError, StageShape, naive};
use proptest::prelude::*;

/// Runs a check on every kernel of all words, and fails if the kernels, or the classes that it
/// says it exercised, are not those expected.
macro_rules! on_every_kernel {
    ($what:literal, $check:expr) => {
        each_kernel::<u64>($what, |kernel| $check(kernel));
        each_kernel::<u32>($what, |kernel| $check(kernel));
        each_kernel::<u16>($what, |kernel| $check(kernel));
    };
}

fn each_kernel<W: KernelWord>(what: &str, check: impl Fn(&'static Kernel<W>) -> Classes) {
    for Expected { name, classes, .. } in expected::<W>() {
        let kernel = Kernel::<W>::named(name).expect("`expected` names kernels of this machine");
        let exercised = check(kernel);
        println!("{what}: {} bits, kernel {name}, classes {exercised:?}", W::BITS);
        assert_eq!(
            exercised,
            classes.iter().map(|class| class.0).collect(),
            "{what}: classes of kernel {name}, {} bits",
            W::BITS
        );
    }
}

#[test]
fn references() {
    crate::suite::reference::agrees_with_the_definition();
}

#[test]
fn transforms() {
    on_every_kernel!("transforms", |kernel| crate::suite::transform::conforms(kernel, 1..=11));
}

#[test]
fn cyclic_transforms() {
    on_every_kernel!("cyclic transforms", |kernel| crate::suite::transform::cyclic_conforms(kernel, 1..=10));
}

#[test]
fn long_transforms() {
    each_kernel::<u64>("long transforms", |kernel| crate::suite::transform::long_conforms(kernel, 13..=17));
    each_kernel::<u32>("long transforms", |kernel| crate::suite::transform::long_conforms(kernel, 13..=17));
    // The longest at which primes of both classes have roots.
    each_kernel::<u16>("long transforms", |kernel| crate::suite::transform::long_conforms(kernel, 10..=10));
}

#[test]
fn every_domain_with_all_passes() {
    on_every_kernel!("domains and passes", |kernel| crate::suite::shapes::conforms(kernel, 1..=12));
}

#[test]
fn every_call() {
    on_every_kernel!("calls", |kernel| crate::suite::shapes::calls_conform(kernel, 1..=13));
}

#[test]
fn columns() {
    on_every_kernel!("columns", |kernel| crate::suite::columns::conforms(kernel, 1..=7));
}

#[cfg(feature = "threads")]
#[test]
fn threads() {
    on_every_kernel!("threads", |kernel| crate::suite::parallel::conforms(kernel, 6..=17));
}

#[test]
fn pointwise_operations() {
    on_every_kernel!("pointwise operations", crate::suite::pointwise::conforms);
}

#[test]
fn stages() {
    for kernel in Kernel::<u64>::all() {
        println!(
            "stages: kernel {}, {} stages",
            kernel.name(),
            crate::suite::stage::conforms(kernel, crate::suite::stage::edges(kernel))
        );
    }
}

#[test]
fn kernels_of_this_machine() {
    crate::kernels::check::<u64>();
    crate::kernels::check::<u32>();
    crate::kernels::check::<u16>();
}

/// A kernel takes primes, or refuses, on either side of each of its limits, and is chosen when it
/// is the first that takes them.
#[test]
fn limits_of_the_kernels() {
    limits::<u64>();
    limits::<u32>();
    limits::<u16>();
}

fn limits<W: KernelWord>() {
    for Expected { name, least_bits, classes, .. } in expected::<W>() {
        let kernel = Kernel::<W>::named(name).expect("`expected` names kernels of this machine");
        let least = crate::suite::above(least_bits - 1, 2).or(Some(3)).and_then(Modulus::new).expect("a prime");
        assert_eq!(kernel.class(&least), classes[0].0);
        takes(kernel, least, true);
        if let Some(refused) = crate::suite::below(least_bits - 1, 2).and_then(Modulus::new) {
            takes(kernel, refused, false);
        }
        for (i, (class, bits)) in classes.iter().enumerate() {
            let greatest = crate::suite::below(*bits, 2).and_then(Modulus::new).expect("a prime");
            assert_eq!(kernel.class(&greatest), *class, "kernel {name}, prime {}", greatest.value());
            takes(kernel, greatest, true);
            let Some(next) = crate::suite::above(*bits, 2).and_then(Modulus::new) else { continue };
            takes(kernel, next, i + 1 < classes.len());
            assert!(i + 1 == classes.len() || kernel.class(&next) == classes[i + 1].0, "kernel {name}, prime {}", next.value());
        }
    }
}

/// Plans of the shortest length and of half of it.
fn takes<W: KernelWord>(kernel: &'static Kernel<W>, modulus: Modulus, taken: bool) {
    let shortest =
        (1..24).map(|log| 1usize << log).find(|&n| !RadixSchedule::all(kernel, &modulus, n, 1).is_empty()).expect("a length");
    for (n, taken) in [(shortest, taken), (shortest / 2, false)].into_iter().filter(|&(n, _)| n > 1) {
        let domain = Domain::tree(modulus, vec![1; n]).expect("a tree");
        let preferred = Kernel::<W>::all().iter().find(|kernel| kernel.supports(&modulus, n));
        if let Some(preferred) = preferred {
            assert_eq!(Kernel::<W>::preferred(&modulus, n).name(), preferred.name());
            assert_eq!(Plan::<W>::over(domain.clone()).expect("a plan").kernel().name(), preferred.name());
        }
        let (q, bits) = (modulus.value(), modulus.bits());
        let refused = PlanError::Kernel { kernel: kernel.name(), modulus: q, bits, n, limits: kernel.limits() };
        let refused = if bits > W::BITS { PlanError::Word { modulus: q, bits: W::BITS } } else { refused };
        let result = Plan::over_with(kernel, domain, None).map(|plan| plan.kernel().name());
        assert_eq!(result, if taken { Ok(kernel.name()) } else { Err(refused) }, "prime {q} at length {n}");
    }
}

/// Stages of 52-bit kernels take primes of 12 to 50 bits, and inputs below `2^stage_bits`.
#[test]
fn limits_of_stages() {
    let shape =
        StageShape { radix: 2, nonzero_inputs: 2, span: 2, products: papilio_ntt::ProductSharing::Dense, first_is_one: false };
    for kernel in Kernel::<u64>::all() {
        let limit = 1 << kernel.stage_bits();
        for q in [crate::suite::above(11, 2), crate::suite::below(50, 2), crate::suite::above(50, 2)] {
            let q = q.and_then(Modulus::new).expect("a prime");
            assert!(Stage::new(kernel, q, shape, limit, |_, _, _| 1).is_ok(), "{}, {}", kernel.name(), q.value());
            let error = Stage::new(kernel, q, shape, limit + 1, |_, _, _| 1).expect_err("inputs above the limit");
            assert_eq!(error, StageError::Kernel { kernel: kernel.name(), modulus: q.value(), bound: limit + 1 });
        }
    }
}

/// By hand: modulo 17, ψ = 9 (9^4 = −1), the values of 1 + 2X + 3X² + 4X³ at 9, 15, 8, 2 (ψ, ψ³,
/// ψ⁵, ψ⁷) are 16, 11, 13, 15 by Horner's rule; bit-reversed order exchanges the middle ones.
#[test]
fn known_answer_by_hand() {
    let q = Modulus::new(17).expect("a prime");
    let plan = Plan::<u64>::new(q, 4).expect("a plan");
    assert_eq!(plan.root(), 9);
    let mut a = [1, 2, 3, 4];
    plan.forward(&mut a);
    assert_eq!(a, [16, 13, 11, 15]);
    plan.inverse(&mut a);
    assert_eq!(a, [1, 2, 3, 4]);
}

/// A prime, its root, values 0, 1, 64 and 127, and the weighted sum of all, of the test below.
const PYTHON: [(u64, u64, [u64; 4], u64); 2] = [
    (140737488349697, 136873588629773, [75668156661546, 116409939921257, 65442534149619, 50020309697889], 15493920798709),
    (1125899906840833, 519714843716310, [305894294033434, 718688242414320, 176907118257671, 944060895994786], 504947143219843),
];

/// From the definition in Python's integers:
/// `o[brv(i)] = sum((j*j+1) * pow(psi, (2*i+1)*j, q) for j in range(128)) % q`; the last figure is
/// `sum((i+1) * o[i]) % q`.
#[test]
fn known_answers_from_python() {
    for kernel in Kernel::<u64>::all() {
        for (q, psi, values, sum) in PYTHON {
            let q = Modulus::new(q).expect("a prime");
            if !kernel.supports(&q, 128) {
                continue;
            }
            let plan = Plan::with_kernel(kernel, q, 128).expect("a plan");
            assert_eq!(plan.root(), psi);
            let mut a: Vec<u64> = (0..128).map(|j| j * j + 1).collect();
            plan.forward(&mut a);
            assert_eq!([a[0], a[1], a[64], a[127]], values, "kernel {}", kernel.name());
            assert_eq!(a.iter().zip(1..).fold(0, |s, (&x, i)| q.add(s, q.mul(x, i))), sum, "kernel {}", kernel.name());
        }
    }
}

/// The fuzzer's cases over random bytes, of lengths that run out early or late.
#[test]
fn cases_of_the_fuzzer() {
    let mut random = crate::suite::Random::new(1);
    let lengths = (0..2000).map(|_| (random.word() % 4, random.word()));
    let lengths: Vec<_> = lengths.map(|(kind, length)| length as usize % [24, 64, 512, 4096][kind as usize]).collect();
    let made = lengths
        .iter()
        .filter(|&&length| crate::fuzz::case(&(0..length).map(|_| (random.word() >> 20) as u8).collect::<Vec<_>>()));
    let made = made.count();
    println!("cases of the fuzzer: {made} of {}", lengths.len());
    assert!(made > 500);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_prime_length_and_data(bits in 2u32..=62, log in 1u32..=9, skip in 0usize..20, seed in any::<u64>()) {
        let n = 1usize << log;
        let Some(q) = prime::descending(bits.max(log + 2), 2 * n as u64).take(skip + 1).last().and_then(Modulus::new) else {
            return Ok(());
        };
        let a = crate::suite::Random::new(seed).below(q.value(), n);
        agrees::<u64>(&q, &a)?;
        agrees::<u32>(&q, &a)?;
        agrees::<u16>(&q, &a)?;
    }
}

/// Every kernel that takes the prime and the length, against the definition.
fn agrees<W: KernelWord>(q: &Modulus, a: &[u64]) -> Result<(), TestCaseError> {
    for kernel in Kernel::<W>::all().iter().filter(|kernel| kernel.supports(q, a.len())) {
        let plan = Plan::with_kernel(kernel, *q, a.len()).expect("a plan");
        let mut b = crate::suite::words::<W>(a);
        plan.forward(&mut b);
        prop_assert_eq!(
            crate::suite::numbers(&b),
            naive::negacyclic(q, plan.root(), a),
            "kernel {}, {} bits",
            kernel.name(),
            W::BITS
        );
        plan.inverse(&mut b);
        prop_assert_eq!(crate::suite::numbers(&b), a, "kernel {}, {} bits", kernel.name(), W::BITS);
    }
    Ok(())
}
