//! Refusals, and the errors that they are told by.

use crate::Bench;
use papilio_ckks::{Ckks, CkksError, Complex64, Parameters, ParametersLiteral, Scale};
use papilio_fhe::ParametersError;
use papilio_fhe::rlwe::{FheError, SecretKey};

#[test]
fn parameters() {
    let literal =
        ParametersLiteral { log_degree: 13, log_scale: 40, levels: 2, log_p: vec![49], ..ParametersLiteral::default() };
    assert!(Parameters::new(literal.clone()).is_ok());
    let with = |f: &dyn Fn(&mut ParametersLiteral)| {
        let mut literal = literal.clone();
        f(&mut literal);
        Parameters::new(literal).map(|_| ())
    };
    let refused = with(&|l| l.levels = 4);
    assert!(matches!(refused, Err(CkksError::Parameters(ParametersError::Insecure { degree: 8192, .. }))), "{refused:?}");
    assert!(with(&|l| (l.levels, l.insecure) = (4, true)).is_ok());
    for log_scale in [0, 29, 51, 59, 99, u32::MAX] {
        assert_eq!(with(&|l| l.log_scale = log_scale), Err(CkksError::LogScale(log_scale)));
    }
    for levels in [64, usize::MAX] {
        assert!(matches!(with(&|l| l.levels = levels), Err(CkksError::Levels { .. })), "{levels}");
    }
    for log_degree in [9, 17, u32::MAX] {
        assert!(matches!(with(&|l| l.log_degree = log_degree), Err(CkksError::Parameters(ParametersError::Degree(_)))));
    }
    for named in [
        ParametersLiteral::n13_2x40(),
        ParametersLiteral::n14_7x40(),
        ParametersLiteral::n15_14x45(),
        ParametersLiteral::n16_29x48(),
    ] {
        let parameters = Parameters::new(named).expect("a named set");
        assert_eq!(parameters.ring().security_bits(), 128);
        let scale = |l| parameters.scale(l).log2();
        let drift = (0..=parameters.levels()).map(|l| (scale(l) - scale(parameters.levels())).abs()).fold(0.0, f64::max);
        assert!(drift < 1e-3, "scales drift by {drift} bits");
    }
}

#[test]
fn scales_and_slots_that_disagree() {
    let mut bench = Bench::small(2, 40, 1);
    let x = bench.values(1.0);
    let (mut a, b) = (bench.encrypt(&x), bench.encrypt(&x));
    let Bench { ckks, secret, rng, relinearization, .. } = &mut bench;
    let product = ckks.multiply_relinearize(&a, &b, relinearization).expect("a product");
    let before = a.clone();
    assert!(matches!(ckks.add_assign(&mut a, &product), Err(CkksError::ScaleMismatch { bits: 41, .. })));
    let mut scaled = b.clone();
    ckks.scale_up_assign(&mut scaled, Scale::from_integer((1 << 20) + 1)).expect("scaled");
    ckks.scale_up_assign(&mut a, Scale::power_of_two(20)).expect("scaled");
    assert!(matches!(ckks.add_assign(&mut a, &scaled), Err(CkksError::ScaleMismatch { .. })));
    let mut rescaled = product.clone();
    ckks.rescale_assign(&mut rescaled).expect("rescaled");
    let mut a = before.clone();
    let refused = ckks.add_assign(&mut a, &rescaled);
    assert!(matches!(refused, Err(CkksError::ScaleMismatch { .. } | CkksError::Fhe(FheError::Level { .. }))), "{refused:?}");
    assert_eq!(a, before, "a refused operation changes nothing");
    let few = ckks.encode_at(&x[..4], a.level(), ckks.parameters().scale(2), 2).expect("encoded");
    let few = ckks.encrypt(secret, &few, rng).expect("encrypted");
    assert_eq!(ckks.add_assign(&mut a, &few), Err(CkksError::LogSlots { found: 2, expected: 9 }));
    assert!(matches!(ckks.multiply(&a, &few), Err(CkksError::LogSlots { .. })));
    let mixed = ckks.automatic().linear_combination(&[(1.0.into(), &few), (0.5.into(), &a)], Complex64::ZERO);
    assert_eq!(mixed.map(|_| ()), Err(CkksError::LogSlots { found: 9, expected: 2 }));
    assert!(matches!(ckks.encode(&[Complex64::ONE; 513]), Err(CkksError::Slots { found: 513, most: 512 })));
}

#[test]
fn messages_that_do_not_fit() {
    let mut bench = Bench::small(1, 40, 2);
    // Two primes of 55 and 40 bits: a message of 2^53 with its scale is the edge.
    let edge = |log2: f64| vec![Complex64::new(log2.exp2(), 0.0); 512];
    assert!(bench.ckks.encode(&edge(52.9)).is_ok());
    assert!(matches!(bench.ckks.encode(&edge(53.1)), Err(CkksError::Overflow { .. })));
    let a = bench.encrypt(&edge(52.9));
    assert!(bench.check(&a, &edge(52.9), "at the edge") >= 0.0);
    let mut sum = a.clone();
    assert!(matches!(bench.ckks.add_assign(&mut sum, &a), Err(CkksError::Overflow { .. })));
    assert!(matches!(bench.ckks.square(&a), Err(CkksError::Overflow { .. })));
    let factor = bench.ckks.prepare(&bench.ckks.encode(&edge(20.0)).expect("encoded")).expect("a factor");
    let mut product = a.clone();
    assert!(matches!(bench.ckks.mul_plain_assign(&mut product, &factor), Err(CkksError::Overflow { .. })));
    assert_eq!(product, a);
    let great = bench.encrypt(&edge(14.0));
    let combined = bench.ckks.automatic().linear_combination(&[(1.0.into(), &great)], Complex64::ZERO);
    assert!(matches!(combined, Err(CkksError::Overflow { .. })), "{combined:?}");
    let mut dropped = a.clone();
    assert!(matches!(bench.ckks.drop_level_assign(&mut dropped, 0), Err(CkksError::Overflow { .. })));
    assert_eq!(dropped, a);
    for constant in [f64::NAN, f64::INFINITY] {
        assert!(matches!(bench.ckks.add_constant_assign(&mut sum, constant), Err(CkksError::NotFinite { .. })));
    }
    for bound in [f64::NAN, f64::INFINITY] {
        assert!(matches!(a.clone().with_bound(bound), Err(CkksError::Bound(_))));
    }
}

#[test]
fn other_keys_and_schemes() {
    let mut bench = Bench::small(2, 40, 3);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let other = Bench::small(3, 40, 4);
    assert!(matches!(other.ckks.decrypt(&other.secret, &a), Err(CkksError::Fhe(FheError::Context { .. }))));
    assert!(matches!(bench.ckks.decrypt(&other.secret, &a), Err(CkksError::Fhe(FheError::Context { .. }))));
    let stranger = SecretKey::generate(&bench.ckks, &mut bench.rng);
    assert!(matches!(bench.ckks.decrypt(&stranger, &a), Err(CkksError::Fhe(FheError::Key { .. }))));
    assert!(matches!(
        bench.ckks.rotate(&a, 7, &bench.rotations),
        Err(CkksError::Fhe(FheError::MissingKey { steps: Some(7), .. }))
    ));
    let without =
        Ckks::of(ParametersLiteral { log_degree: 12, log_scale: 30, levels: 1, log_base: 40, ..ParametersLiteral::default() });
    let without = without.expect("parameters");
    let secret = SecretKey::generate(&without, &mut bench.rng);
    let refused = papilio_fhe::rlwe::RelinearizationKey::generate(&without, &secret, &mut bench.rng);
    assert!(matches!(refused, Err(FheError::NoSpecialPrimes)));
}
