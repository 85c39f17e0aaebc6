//! Random circuits: the predicted precision is never above the measured one, and near it.

use crate::{Bench, STEPS, map, rotated, zip};
use papilio_ckks::{Ciphertext, Complex64};
use rand_core::Rng;

/// A ciphertext and the vector in it.
type Wire = (Ciphertext, Vec<Complex64>);

/// Bits by which a measurement may be above the prediction, of 512 slots.
const MOST_ABOVE: f64 = 5.0;

/// One random operation on random wires; none where its operands have no level left for it.
fn step(bench: &mut Bench, wires: &[Wire]) -> Option<(Wire, &'static str)> {
    let mut pick = |n: usize| (bench.rng.next_u64() % n as u64) as usize;
    let (i, j, operation, choice) = (pick(wires.len()), pick(wires.len()), pick(10), pick(STEPS.len()));
    let c = Complex64::new(pick(2001) as f64 / 1000.0 - 1.0, pick(2001) as f64 / 1000.0 - 1.0);
    let values = bench.values(1.0);
    let auto = bench.ckks.automatic().with_relinearization(&bench.relinearization).with_rotations(&bench.rotations);
    if i == j && operation == 1 {
        // Zero without any error.
        return None;
    }
    let ((a, x), (b, y)) = (&wires[i], &wires[j]);
    let (result, want, name) = match operation {
        0 => (auto.add(a, b), zip(x, y, |x, y| x + y), "add"),
        1 => (auto.sub(a, b), zip(x, y, |x, y| x - y), "sub"),
        2 | 3 => (auto.mul(a, b), zip(x, y, |x, y| x * y), "mul"),
        4 => (auto.square(a), map(x, |x| x * x), "square"),
        5 => (auto.mul_constant(a, c), map(x, |x| x * c), "mul_constant"),
        6 => (auto.mul_values(a, &values), zip(x, &values, |x, y| x * y), "mul_values"),
        7 => (auto.add_values(a, &values), zip(x, &values, |x, y| x + y), "add_values"),
        8 => (auto.rotate(a, STEPS[choice]), rotated(x, STEPS[choice]), "rotate"),
        _ => (auto.conjugate(a), map(x, |x| x.conj()), "conjugate"),
    };
    let result = result.ok()?;
    // Bounds grow faster than values: a caller knows those of the circuit.
    let greatest = want.iter().map(|x| x.norm()).fold(0.0, f64::max);
    Some(((result.with_bound(greatest.log2() + 1e-6).expect("a bound"), want), name))
}

/// The greatest distance of measured and predicted precision in so many circuits.
fn circuits(bench: &mut Bench, count: usize, steps: usize) -> f64 {
    let mut apart = 0f64;
    for _ in 0..count {
        let inputs = [bench.values(1.0), bench.values(1.0)];
        let mut wires: Vec<Wire> = inputs.into_iter().map(|x| (bench.encrypt(&x), x)).collect();
        let mut path = Vec::new();
        for _ in 0..steps {
            let Some((wire, name)) = step(bench, &wires) else { continue };
            path.push(name);
            let above = bench.check(&wire.0, &wire.1, &path.join(" "));
            assert!(above < MOST_ABOVE, "{}: measured {above:.2} bits above the prediction", path.join(" "));
            apart = apart.max(above);
            wires.push(wire);
        }
    }
    apart
}

#[test]
fn predictions_hold() {
    for (log_scale, levels, seed) in [(40, 5, 1), (30, 3, 2), (80, 3, 3)] {
        let apart = circuits(&mut Bench::small(levels, log_scale, seed), 25, 12);
        println!("measured at most {apart:.2} bits above the prediction at 2^{log_scale}");
    }
}
