//! Every row of kernels that this machine has, against the specification.

use papilio_ntt as subject;
use papilio_ntt::{Kernel, Modulus, Plan, PlanError, Stage, StageError, StageShape, naive, prime};
use proptest::prelude::*;

mod suite;

/// The rows that this processor must have, by its features and the filter of the environment.
fn expected() -> Vec<&'static str> {
    let mut names = Vec::new();
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512ifma") {
        names.push("avx512ifma");
    }
    let filter = std::env::var("PAPILIO_KERNEL").unwrap_or_default();
    names.retain(|name| filter.is_empty() || filter.split(',').any(|wanted| wanted == *name));
    names.push("scalar");
    names
}

/// Runs a check on every row, and fails if the rows are not those expected.
fn on_every_row(what: &str, check: impl Fn(&'static Kernel)) {
    let rows: Vec<_> = Kernel::all().iter().map(|row| row.name()).collect();
    println!("{what}: rows {rows:?}");
    assert_eq!(rows, expected(), "the rows of this machine");
    Kernel::all().iter().for_each(|row| check(row));
}

#[test]
fn transforms() {
    on_every_row("transforms", |row| {
        for log in 1..=12 {
            let primes = suite::transform::conforms(row, 1 << log);
            println!("{}: n = 2^{log}, {primes} primes", row.name());
            assert!(primes > 0 || (row.name() != "scalar" && log < 6), "row {} took no prime at 2^{log}", row.name());
        }
    });
}

#[test]
fn long_transforms() {
    on_every_row("long transforms", |row| {
        for (log, edge) in [14, 16].into_iter().flat_map(|log| [46, 47, 50].map(|edge| (log, edge))) {
            let q = suite::below(edge, 2 << log).and_then(Modulus::new).expect("a prime");
            suite::transform::conforms_at(row, q, 1 << log);
        }
    });
}

#[test]
fn pointwise_operations() {
    on_every_row("pointwise operations", suite::pointwise::conforms);
}

#[test]
fn stages() {
    on_every_row("stages", |row| println!("{}: {} stages", row.name(), suite::stage::conforms(row)));
}

/// A row is chosen, or refuses, on either side of each of its limits.
#[test]
fn limits_of_the_rows() {
    let scalar = Kernel::named("scalar").expect("the scalar row");
    let Some(row) = Kernel::named("avx512ifma") else {
        println!("limits: rows [\"scalar\"]");
        return assert_eq!(expected(), ["scalar"]);
    };
    let shape = StageShape { radix: 2, live: 2, span: 2, products: papilio_ntt::Products::Dense, unit: false };
    let taken = [(suite::above(11, 128), 64), (suite::below(50, 128), 64), (suite::below(50, 1 << 13), 1 << 12)];
    for (q, n) in taken {
        let q = q.and_then(Modulus::new).expect("a prime");
        assert_eq!(Kernel::preferred(&q, n).name(), "avx512ifma");
        assert_eq!(Plan::new(q, n).expect("a plan").kernel().name(), "avx512ifma");
        assert!(Stage::new(row, q, shape, 1 << 52, |_, _, _| 1).is_ok());
        let error = Stage::new(row, q, shape, (1 << 52) + 1, |_, _, _| 1).expect_err("inputs above 52 bits");
        assert!(matches!(error, StageError::Kernel { kernel: "avx512ifma", .. }));
    }
    let refused =
        [(suite::below(11, 128), 64), (suite::above(50, 128), 64), (suite::below(50, 128), 32), (suite::below(62, 128), 64)];
    for (q, n) in refused {
        let q = q.and_then(Modulus::new).expect("a prime");
        let error = Plan::with_kernel(row, q, n).expect_err("outside the row's limits");
        assert_eq!(error, PlanError::Kernel { kernel: "avx512ifma", modulus: q.value(), bits: q.bits(), n });
        assert_eq!(Plan::new(q, n).expect("a plan").kernel().name(), "scalar");
        assert!(n < 64 || Stage::new(row, q, shape, 8, |_, _, _| 1).is_err());
        suite::transform::conforms_at(scalar, q, n);
    }
}

/// By hand: modulo 17, ψ = 9 (9^4 = −1), the values of 1 + 2X + 3X² + 4X³ at 9, 15, 8, 2 (ψ, ψ³, ψ⁵, ψ⁷) are 16, 11, 13, 15
/// by Horner's rule; bit-reversed order exchanges the middle ones.
#[test]
fn known_answer_by_hand() {
    let q = Modulus::new(17).expect("a prime");
    let plan = Plan::new(q, 4).expect("a plan");
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

/// From the definition in Python's integers: `o[brv(i)] = sum((j*j+1) * pow(psi, (2*i+1)*j, q) for j in range(128)) % q`; the
/// last figure is `sum((i+1) * o[i]) % q`.
#[test]
fn known_answers_from_python() {
    on_every_row("known answers", |row| {
        for (q, psi, values, sum) in PYTHON {
            let q = Modulus::new(q).expect("a prime");
            let plan = Plan::with_kernel(row, q, 128).expect("a plan");
            assert_eq!(plan.root(), psi);
            let mut a: Vec<u64> = (0..128).map(|j| j * j + 1).collect();
            plan.forward(&mut a);
            assert_eq!([a[0], a[1], a[64], a[127]], values, "row {}", row.name());
            assert_eq!(a.iter().zip(1..).fold(0, |s, (&x, i)| q.add(s, q.mul(x, i))), sum, "row {}", row.name());
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_prime_length_and_data(bits in 12u32..=62, log in 1u32..=9, skip in 0usize..20, seed in any::<u64>()) {
        let n = 1usize << log;
        let Some(q) = prime::descending(bits.max(log + 2), 2 * n as u64).take(skip + 1).last().and_then(Modulus::new) else {
            return Ok(());
        };
        let a = suite::Random::new(seed).below(q.value(), n);
        for row in Kernel::all().iter().filter(|row| row.supports(&q, n)) {
            let plan = Plan::with_kernel(row, q, n).expect("a plan");
            let mut b = a.clone();
            plan.forward(&mut b);
            prop_assert_eq!(&b, &naive::negacyclic(&q, plan.root(), &a), "row {}", row.name());
            plan.inverse(&mut b);
            prop_assert_eq!(&b, &a, "row {}", row.name());
        }
    }
}
