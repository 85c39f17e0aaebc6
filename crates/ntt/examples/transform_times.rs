//! Times the negacyclic transform of the preferred row, after checking it against the scalar row and its inverse:
//! `cargo run --release -p papilio-ntt --example transform_times`.

use papilio_ntt::{Kernel, Modulus, Plan, prime};
use std::time::Instant;

const SAMPLES: usize = 401;
/// Transforms per sample.
const BATCH: u32 = 4;

/// Least and median time of a call, in microseconds.
fn time(mut call: impl FnMut()) -> (f64, f64) {
    let mut sample = || {
        let start = Instant::now();
        (0..BATCH).for_each(|_| call());
        start.elapsed().as_secs_f64() * 1e6 / f64::from(BATCH)
    };
    let mut times: Vec<f64> = (0..SAMPLES).map(|_| sample()).collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[SAMPLES / 2])
}

/// Inputs that a transform of the prime takes.
fn input(q: u64, n: usize) -> Vec<u64> {
    let mut x = 1u64;
    let mut next = || {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        x % q
    };
    (0..n).map(|_| next()).collect()
}

fn check(plan: &Plan, input: &[u64]) {
    let scalar = Plan::with_kernel(Kernel::named("scalar").expect("the scalar row"), *plan.modulus(), plan.size());
    let (mut a, mut b) = (input.to_vec(), input.to_vec());
    plan.forward(&mut a);
    scalar.expect("a plan").forward(&mut b);
    assert!(a == b, "the rows differ");
    plan.inverse(&mut a);
    assert!(a == input, "the inverse is none");
}

fn main() {
    for (bits, log) in [46, 47, 50].into_iter().flat_map(|bits| (12..=16).map(move |log| (bits, log))) {
        let n = 1usize << log;
        let q = prime::descending(bits, 2 * n as u64).next().and_then(Modulus::new).expect("a prime");
        let plan = Plan::new(q, n).expect("a plan");
        let input = input(q.value(), n);
        check(&plan, &input);
        // On a cache line, and two words off, as a large allocation is.
        for skew in [0, 2] {
            let mut buffer = vec![0u64; n + 16];
            let at = buffer.as_ptr().align_offset(64) + skew;
            let a = &mut buffer[at..at + n];
            a.copy_from_slice(&input);
            let (forward, inverse) = (time(|| plan.forward(a)), time(|| plan.inverse(a)));
            println!(
                "{} {bits} bits n=2^{log} skew {skew}: forward {:.2} / {:.2}, inverse {:.2} / {:.2} us (least / median)",
                plan.kernel().name(),
                forward.0,
                forward.1,
                inverse.0,
                inverse.1
            );
        }
    }
}
