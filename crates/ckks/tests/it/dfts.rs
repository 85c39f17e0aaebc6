//! The homomorphic Fourier transform beside the coefficients that it is of.

use crate::Bench;
use papilio_ckks::{CkksError, Complex64, Dft, DftLimits, DftPlan, Direction, Scale};
use papilio_fhe::rlwe::GaloisKeys;

/// The coefficients of a vector in slots, as complex numbers, in bit-reversed order.
fn coefficients(bench: &Bench, x: &[Complex64]) -> Vec<Complex64> {
    // The polynomial is one in X^(N/2n), and the scale rounds its 2n coefficients far below.
    let (ckks, log_slots) = (&bench.ckks, x.len().ilog2());
    let (scale, basis) = (Scale::power_of_two(50), ckks.rlwe().parameters().basis());
    let plaintext = ckks.encode_at(x, 2, scale, log_slots).expect("encoded");
    let all = ckks.encoder().decode_coefficients(basis, plaintext.poly(), scale);
    let own: Vec<f64> = all.into_iter().step_by(ckks.slots() / x.len()).collect();
    let at = |k: usize| Complex64::new(own[k], own[k + x.len()]);
    (0..x.len()).map(|k| at(k.reverse_bits() >> (usize::BITS - log_slots))).collect()
}

fn run(bench: &mut Bench, x: &[Complex64], direction: Direction, factors: usize, factor: f64) -> papilio_ckks::Ciphertext {
    let (levels, log_slots) = (bench.ckks.parameters().levels(), x.len().ilog2());
    let Bench { ckks, secret, rng, .. } = bench;
    let plan = DftPlan::new(ckks, direction, factors, levels, log_slots).expect("a plan");
    assert_eq!(plan.factors().iter().sum::<u32>(), log_slots);
    let (key_bytes, memory_bytes) = (plan.key_bytes(), plan.memory_bytes());
    let dft = Dft::new(ckks, plan, factor).expect("matrices");
    assert_eq!(dft.memory_bytes(), memory_bytes);
    let elements = dft.galois_elements(ckks);
    let gadget = ckks.rlwe().parameters().gadget().expect("special primes");
    assert_eq!(GaloisKeys::memory_bytes(gadget, elements.len()), key_bytes);
    let keys = GaloisKeys::generate(ckks, secret, elements, rng).expect("keys");
    let limbs = ckks.parameters().limbs_of(levels);
    let plaintext = ckks.encode_at(x, limbs, ckks.parameters().scale(levels), log_slots).expect("encoded");
    let a = ckks.encrypt(secret, &plaintext, rng).expect("encrypted");
    let result = dft.apply(ckks, &a, &keys).expect("transformed");
    assert_eq!(ckks.levels_left(&result), levels - factors);
    result
}

#[test]
fn slots_are_taken_to_coefficients_and_back() {
    let mut bench = Bench::small(5, 40, 1);
    for log_slots in [9, 5] {
        let x = bench.values(1.0)[..1 << log_slots].to_vec();
        let w = coefficients(&bench, &x);
        let root = f64::from(1 << log_slots).sqrt();
        let scaled = |v: &[Complex64], factor: f64| -> Vec<Complex64> { v.iter().map(|x| x * factor).collect() };
        for factors in 1..=5 {
            let to = run(&mut bench, &x, Direction::SlotsToCoefficients, factors, root);
            bench.check(&to, &scaled(&w, root), &format!("to coefficients in {factors} factors"));
            let from = run(&mut bench, &scaled(&w, root), Direction::CoefficientsToSlots, factors, 1.0 / root);
            bench.check(&from, &x, &format!("to slots in {factors} factors"));
        }
    }
}

#[test]
fn more_factors_have_fewer_diagonals() {
    let bench = Bench::small(5, 40, 2);
    let plan = |factors| DftPlan::new(&bench.ckks, Direction::SlotsToCoefficients, factors, 5, 9);
    let plans: Vec<DftPlan> = (1..=4).map(|factors| plan(factors).expect("a plan")).collect();
    assert!(plans.is_sorted_by(|a, b| a.memory_bytes() > b.memory_bytes()), "{plans:?}");
    assert!(plans[0].key_switches() > 2 * plans[1].key_switches(), "{plans:?}");
    assert!(plan(3).expect("a plan").to_string().starts_with("2^9 slots in factors of radix 2^"));
    assert!(matches!(plan(0), Err(CkksError::Factors { found: 0, most: 9 })));
    assert!(matches!(plan(10), Err(CkksError::Factors { found: 10, most: 9 })));
    assert_eq!(plan(6), Err(CkksError::DiagonalLevels { found: 5, needed: 6, most: 5 }));
}

/// With room for keys the plan that costs least, with less the plan of that room that does, and an
/// error that says how much there has to be.
#[test]
fn plans_within_limits() {
    let bench = Bench::small(5, 40, 2);
    let direction = Direction::CoefficientsToSlots;
    let of = |factors| DftPlan::new(&bench.ckks, direction, factors, 5, 9).expect("a plan");
    let cheapest = |levels, key_bytes| DftPlan::cheapest(&bench.ckks, direction, 5, 9, DftLimits { levels, key_bytes });
    let free = cheapest(5, usize::MAX).expect("a plan");
    assert_eq!(free, of(free.factors().len()));
    for factors in 1..=5 {
        assert!(free.cost() <= of(factors).cost(), "{factors} factors: {} of {free:?}", of(factors).cost());
    }
    assert!(of(2).cost() < of(1).cost() / 2.0 && free.factors().len() > 1, "{free:?}");
    let key_bytes: Vec<usize> = (1..=5).map(|factors| of(factors).key_bytes()).collect();
    assert!(key_bytes[0] > key_bytes[1] && key_bytes[1] > key_bytes[4], "{key_bytes:?}");
    assert_eq!(cheapest(1, usize::MAX), Ok(of(1)));
    for room in [free.key_bytes(), free.key_bytes() - 1, key_bytes[4]] {
        let plan = cheapest(5, room).expect("a plan");
        assert!(plan.key_bytes() <= room);
        assert_eq!(plan == free, room == free.key_bytes());
    }
    let refused = cheapest(2, key_bytes[4]).expect_err("two factors have more keys");
    let CkksError::DftKeys { least, allowed, factors: 2 } = refused else { panic!("{refused}") };
    assert!(allowed == key_bytes[4] && least > allowed);
    assert_eq!(cheapest(2, least).expect("a plan").key_bytes(), least);
    assert_eq!(cheapest(0, usize::MAX), Err(CkksError::Factors { found: 0, most: 9 }));
}

#[test]
fn refusals() {
    let bench = Bench::small(5, 40, 3);
    let direction = Direction::CoefficientsToSlots;
    let plan = |factors, levels, log_slots| DftPlan::new(&bench.ckks, direction, factors, levels, log_slots);
    for found in [2, 6, usize::MAX] {
        assert_eq!(plan(3, found, 9), Err(CkksError::DiagonalLevels { found, needed: 3, most: 5 }));
    }
    for factors in [0, 1] {
        assert_eq!(plan(factors, 5, 0), Err(CkksError::OneSlot));
    }
    assert!(plan(1, 5, 1).is_ok());
    let new = |factor| Dft::new(&bench.ckks, plan(3, 5, 4).expect("a plan"), factor).map(|_| ());
    for factor in [0.0, -1.0, f64::NEG_INFINITY, f64::INFINITY] {
        assert_eq!(new(factor), Err(CkksError::TransformFactor(factor)));
    }
    let refused = new(f64::NAN).expect_err("refused");
    assert_eq!(refused.to_string(), "a transform times NaN: the number has to be positive and finite");
    assert_eq!(new(1.0), Ok(()));
    let fewer = Bench::small(4, 40, 3);
    let levels = Dft::new(&fewer.ckks, plan(3, 5, 4).expect("a plan"), 1.0).map(|_| ());
    assert_eq!(levels, Err(CkksError::DiagonalLevels { found: 5, needed: 3, most: 4 }));
}
