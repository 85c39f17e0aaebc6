//! Refusals, and the errors that they are told by.

use crate::Bench;
use papilio_ckks::{Ciphertext, Ckks, CkksError, Complex64, Parameters, ParametersLiteral, Scale};
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

/// An encryption under the secret key at the top level, in all slots.
fn own(bench: &mut Bench, value: f64, scale: Scale) -> Ciphertext {
    let Bench { ckks, secret, rng, .. } = bench;
    let limbs = ckks.parameters().limbs_of(ckks.parameters().levels());
    let plaintext = ckks.encode_at(&[value.into()], limbs, scale, 0).expect("encoded");
    ckks.encrypt(secret, &plaintext, rng).expect("encrypted")
}

/// The error of a constant needs room, however small the values are said to be.
#[test]
fn errors_that_do_not_fit_fewer_primes() {
    let mut bench = Bench::small(1, 40, 1);
    let mut a = own(&mut bench, 2f64.powi(15), Scale::power_of_two(40));
    bench.ckks.mul_constant_assign(&mut a, 0.51, Scale::ONE).expect("a product");
    let mut a = a.with_bound(-20.0).expect("a bound");
    let refused = bench.ckks.drop_level_assign(&mut a, 0);
    assert!(matches!(refused, Err(CkksError::Overflow { .. })), "{refused:?}");
}

#[test]
fn rescaling_leaves_a_scale_of_a_bit() {
    let mut bench = Bench::small(2, 40, 1);
    for (factor, fits) in [(1.9, false), (2.1, true)] {
        let scale = Scale::from_parts([factor * 2f64.powi(40), 0.0]).expect("a scale");
        let mut a = own(&mut bench, 1.0, scale);
        let rescaled = bench.ckks.rescale_assign(&mut a);
        assert_eq!(matches!(rescaled, Err(CkksError::SmallScale { .. })), !fits, "{factor}: {rescaled:?}");
    }
}

#[test]
fn scales_agree_up_to_half_a_unit() {
    let mut bench = Bench::small(2, 40, 1);
    let mut a = own(&mut bench, 1.0, Scale::power_of_two(40));
    for (more, fits) in [(0.49, true), (0.51, false)] {
        let scale = Scale::from_parts([2f64.powi(40) + more, 0.0]).expect("a scale");
        let b = own(&mut bench, 1.0, scale);
        let sum = bench.ckks.add_assign(&mut a, &b);
        assert_eq!(sum.is_ok(), fits, "{more}: {sum:?}");
    }
}

#[test]
fn constants_that_do_not_fit() {
    let mut bench = Bench::small(1, 40, 1);
    let mut a = own(&mut bench, 1.0, Scale::power_of_two(40));
    let before = a.clone();
    let refused = bench.ckks.add_constant_assign(&mut a, 2f64.powi(54));
    assert!(matches!(refused, Err(CkksError::Overflow { .. })), "{refused:?}");
    assert_eq!(a, before, "a refused operation changes nothing");
}

#[test]
fn polynomials_from_elsewhere() {
    let mut bench = Bench::small(2, 40, 1);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let of = |log_slots, bounds| bench.ckks.from_inner(a.inner().clone(), a.scale(), log_slots, bounds);
    let exact = f64::NEG_INFINITY;
    assert_eq!(of(10, [0.5, exact]), Err(CkksError::Slots { found: 1024, most: 512 }));
    for bounds in [[1e3, exact], [0.5, 1e3]] {
        assert!(matches!(of(9, bounds), Err(CkksError::Overflow { .. })), "{bounds:?}");
    }
    for no_bound in [f64::NAN, f64::INFINITY] {
        for bounds in [[no_bound, exact], [0.5, no_bound]] {
            assert!(matches!(of(9, bounds), Err(CkksError::Bound(_))), "{bounds:?}");
        }
    }
    let same = of(9, [a.log2_bound(), a.log2_error()]).expect("a ciphertext");
    bench.check(&same, &x, "from elsewhere");
    let other = Bench::small(3, 40, 2);
    let foreign = other.ckks.from_inner(a.inner().clone(), a.scale(), 9, [0.5, exact]);
    assert!(matches!(foreign, Err(CkksError::Fhe(FheError::Context { .. }))), "{foreign:?}");
}
