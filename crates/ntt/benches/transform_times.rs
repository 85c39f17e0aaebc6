//! Times the negacyclic transform on every kernel that takes it, and the cyclic one over the fields
//! of four words, after checking it against the scalar kernel and its inverse:
//! `cargo bench -p papilio-ntt --bench transform_times [-- bits, prime or field]`.

use papilio_field::fields::{Bls12_381, Bn254, Stark252};
use papilio_field::{Modulus, prime};
use papilio_ntt::{BigField, BigFieldPlan, Domain, Kernel, Plan};
use std::time::{Duration, Instant};

const SAMPLES: usize = 101;
const SAMPLE: Duration = Duration::from_micros(200);

/// The first argument that is not an option of Cargo's.
fn wanted() -> Option<String> {
    std::env::args().skip(1).find(|argument| !argument.starts_with("--"))
}

/// Least and median time of a call, in microseconds.
fn time(mut call: impl FnMut()) -> (f64, f64) {
    let mut sample = || {
        let (start, mut count) = (Instant::now(), 0);
        while start.elapsed() < SAMPLE {
            (0..4).for_each(|_| call());
            count += 4;
        }
        start.elapsed().as_secs_f64() * 1e6 / f64::from(count)
    };
    let mut times: Vec<f64> = (0..SAMPLES).map(|_| sample()).collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[SAMPLES / 2])
}

/// Inputs that a transform of the prime takes.
fn input<W: papilio_ntt::KernelWord>(q: u64, n: usize) -> Vec<W> {
    let mut x = 1u64;
    let mut next = || {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 1) % q
    };
    (0..n).map(|_| W::truncate(next())).collect()
}

/// The cyclic transform where the prime has no root for the negacyclic one.
fn domain(q: Modulus, n: usize) -> Domain {
    Domain::negacyclic(q, n).or_else(|_| Domain::cyclic(q, n)).expect("a prime with roots")
}

fn time_kernel<W: papilio_ntt::KernelWord>(kernel: &'static Kernel<W>, q: Modulus, n: usize) {
    let plan = Plan::over_with(kernel, domain(q, n), None).expect("a plan");
    let input = input::<W>(q.value(), n);
    let scalar = Plan::<W>::over_with(Kernel::named("scalar").expect("the scalar kernel"), domain(q, n), None).expect("a plan");
    let (mut a, mut b) = (input.clone(), input.clone());
    plan.forward(&mut a);
    scalar.forward(&mut b);
    assert!(a == b, "the kernels differ");
    plan.inverse(&mut a);
    assert!(a == input, "the inverse is none");
    let (forward, inverse) = (time(|| plan.forward(&mut a)), time(|| plan.inverse(&mut a)));
    println!(
        "{:<10} {:<5} {} in {}-bit words, n = 2^{}: forward {:.3} / {:.3}, inverse {:.3} / {:.3} us (least / median)",
        kernel.name(),
        kernel.class(&q),
        q.value(),
        W::BITS,
        n.ilog2(),
        forward.0,
        forward.1,
        inverse.0,
        inverse.1
    );
}

fn time_all<W: papilio_ntt::KernelWord>(q: u64, logs: impl IntoIterator<Item = u32>) {
    let modulus = Modulus::new(q).expect("a prime");
    if wanted().is_some_and(|wanted| wanted != q.to_string() && wanted != modulus.bits().to_string()) {
        return;
    }
    for n in logs.into_iter().map(|log| 1usize << log) {
        Kernel::<W>::all()
            .iter()
            .filter(|kernel| kernel.supports(&modulus, n))
            .for_each(|kernel| time_kernel(kernel, modulus, n));
    }
}

/// Elements without a pattern.
fn elements<F: BigField>(n: usize) -> Vec<F> {
    std::iter::successors(Some(F::generator()), |&x| Some(x * x + F::ONE)).skip(9).take(n).collect()
}

fn time_big_field<F: BigField>(plan: &BigFieldPlan<F>, values: &[F]) {
    let mut a = elements::<F>(plan.size());
    plan.forward(&mut a);
    assert!(a == values, "the kernels differ");
    plan.inverse(&mut a);
    assert!(a == elements::<F>(plan.size()), "the inverse is none");
    let (forward, inverse) = (time(|| plan.forward(&mut a)), time(|| plan.inverse(&mut a)));
    println!(
        "{:<10} {}, n = 2^{}: forward {:.1} / {:.1}, inverse {:.1} / {:.1} us (least / median)",
        plan.kernel(),
        F::NAME,
        plan.size().ilog2(),
        forward.0,
        forward.1,
        inverse.0,
        inverse.1
    );
}

fn large<F: BigField>(logs: impl IntoIterator<Item = u32>) {
    if wanted().is_some_and(|wanted| wanted != F::NAME) {
        return;
    }
    for log in logs {
        let root = F::root_of_unity(log).expect("a root");
        let plans =
            [BigFieldPlan::portable(log, root, F::ONE), BigFieldPlan::new(log, F::ONE)].map(|plan| plan.expect("a plan"));
        let mut values = elements::<F>(1 << log);
        plans[0].forward(&mut values);
        plans.iter().for_each(|plan| time_big_field(plan, &values));
    }
}

fn main() {
    for bits in [46, 50, 51, 58, 60, 62] {
        time_all::<u64>(prime::descending(bits, 1 << 17).next().expect("a prime"), [12, 14, 16]);
    }
    time_all::<u32>(12_289, [9, 10]);
    time_all::<u32>(8_380_417, [8]);
    time_all::<u32>(16_515_073, [10, 12, 16]);
    time_all::<u32>(65_929_217, [10, 12, 16]);
    time_all::<u32>(2_013_265_921, [12, 16, 20]);
    time_all::<u32>(4_293_918_721, [12, 16]);
    large::<Bn254>([10, 12, 15, 16]);
    large::<Bls12_381>([10, 12, 15, 16]);
    large::<Stark252>([10, 12, 15, 16]);
}
