//! Advised parameters: what they promise is measured, and less would not do.

use crate::map;
use chacha20::ChaCha20Rng;
use papilio_ckks::advice::{AdviceError, MAX_SLOTS, Request, advise};
use papilio_ckks::{Ckks, CkksError, Complex64, ParametersLiteral, Precision, PublicKey};
use papilio_fhe::rlwe::{GaloisKeys, RelinearizationKey, SecretKey};
use rand_core::{Rng, SeedableRng};

/// Predicted and measured precision of the circuit of a request: the square of a multiple of a
/// ciphertext, again and again, with all values at the bound. Between them a vector that is known
/// is subtracted, so that the multiple of what is left is at the bound.
fn run(request: &Request, literal: ParametersLiteral, seed: u8) -> Result<(f64, f64), CkksError> {
    let ckks = Ckks::of(literal)?;
    let mut rng = ChaCha20Rng::from_seed([seed; 32]);
    let secret = SecretKey::generate(&ckks, &mut rng);
    let public = PublicKey::generate(&ckks, &secret, &mut rng)?;
    let terms = f64::from(request.terms);
    let part = request.log_bound.exp2() / terms;
    let angle = |x: u64| (x >> 11) as f64 * core::f64::consts::TAU / 2f64.powi(53);
    let mut x: Vec<Complex64> = (0..ckks.slots()).map(|_| Complex64::from_polar(part, angle(rng.next_u64()))).collect();
    let mut a = ckks.encrypt_public(&public, &ckks.encode(&x)?, &mut rng)?;
    if request.rotations {
        let keys = GaloisKeys::for_rotations(&ckks, &secret, [1], &mut rng)?;
        (a, x) = (ckks.rotate(&a, 1, &keys)?, crate::rotated(&x, 1));
    }
    let keys = if request.depth > 0 { Some(RelinearizationKey::generate(&ckks, &secret, &mut rng)?) } else { None };
    for step in 0..request.depth {
        let keys = keys.as_ref().expect("a key for products");
        let auto = ckks.automatic().with_relinearization(keys);
        if step > 0 {
            let down = part / x[0].norm() - 1.0;
            a = auto.add_values(&a, &map(&x, |x| x * down))?;
            x = map(&x, |x| x * (1.0 + down));
        }
        let times = |k: f64| if k == 1.0 { Ok(a.clone()) } else { auto.mul_constant(&auto.add(&a, &a)?, k / 2.0) };
        let sum = times(f64::from(request.terms))?.with_bound(request.log_bound)?;
        a = auto.rescaled(&auto.mul(&sum, &sum)?)?.with_bound(request.log_bound)?;
        x = map(&x, |x| x * x * terms * terms);
        if request.rotations {
            let keys = GaloisKeys::for_rotations(&ckks, &secret, [1], &mut rng)?;
            (a, x) = (ckks.rotate(&a, 1, &keys)?, crate::rotated(&x, 1));
        }
    }
    let found = ckks.decode(&ckks.decrypt(&secret, &a)?);
    Ok((ckks.precision_bits(&a), Precision::of(&found, &x).minimum()))
}

/// Measured, and not with a bit less of the scale, a level less or half the degree.
fn check(request: &Request, seed: u8) {
    let asked = f64::from(request.precision_bits);
    let advice = advise(request).unwrap_or_else(|error| panic!("{request:?}: {error}"));
    let (predicted, measured) = run(request, advice.literal.clone(), seed).expect("a circuit");
    println!("{request:?} {:?}: {predicted:.2} predicted, {measured:.2} measured", advice.literal);
    assert!(advice.precision_bits() >= asked && measured >= asked, "{request:?}: {measured:.2} bits");
    assert!((predicted - advice.precision_bits()).abs() < 0.3, "{predicted} carried, {} advised", advice.precision_bits());
    // No prime is between the scales of one prime and those of two.
    let spare = if advice.literal.log_scale == 60 { 14.0 } else { 4.0 };
    assert!(measured < asked + spare, "{request:?}: {measured:.2} bits are more than were asked for");
    let with = |f: &dyn Fn(&mut ParametersLiteral)| {
        let mut literal = ParametersLiteral { insecure: true, ..advice.literal.clone() };
        f(&mut literal);
        run(request, literal, seed)
    };
    if advice.literal.log_scale > 30 {
        let less = if advice.literal.log_scale == 60 { 50 } else { advice.literal.log_scale - 1 };
        let narrow = with(&|l| (l.log_scale, l.log_base) = (less, l.log_base - 1));
        assert!(narrow.is_ok_and(|(predicted, _)| predicted < asked), "{request:?}: a bit less would do");
    }
    if request.depth > 0 {
        let short = with(&|l| l.levels -= 1);
        assert!(matches!(short, Err(CkksError::NoLevel { .. } | CkksError::Overflow { .. })), "{short:?}");
    }
    let smaller = advice.literal.log_degree - 1;
    if smaller >= 12 && request.slots <= 1 << (smaller - 1) {
        let refused = advise(&Request { log_degree: Some(smaller), ..request.clone() });
        assert!(matches!(refused, Err(AdviceError::Modulus { .. })), "{refused:?}");
    }
}

#[test]
fn what_is_advised_is_measured() {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let mut pick = |n: u64| (rng.next_u64() % n) as u32;
    for seed in 0..6 {
        let (depth, precision_bits) = (pick(4), 8 + pick(20));
        let log_bound = [0.0, 0.0, 3.0, -4.0][pick(4) as usize];
        let (terms, rotations) = ([1, 2, 2, 16][pick(4) as usize], pick(2) == 0);
        check(&Request { log_bound, terms, rotations, ..Request::new(depth, precision_bits) }, seed);
    }
}

#[test]
fn scales_of_two_primes() {
    check(&Request { log_degree: Some(14), ..Request::new(2, 40) }, 7);
}

#[test]
fn every_depth_has_parameters_or_numbers() {
    let mut refused = 0;
    for depth in [0, 1, 7, 20, 40, 60] {
        for (precision_bits, log_bound) in [(1, 0.0), (20, 0.0), (20, 40.0), (45, -40.0), (52, 0.0), (52, 40.0)] {
            let request = Request { log_bound, slots: 5000, ..Request::new(depth, precision_bits) };
            match advise(&request) {
                Ok(advice) => {
                    assert!(advice.precision_bits() >= f64::from(precision_bits), "{request:?}");
                    assert!(advice.log2_key_modulus <= f64::from(advice.limit) && advice.security_bits >= 128);
                    assert!(advice.literal.log_degree >= 14 && advice.precisions.len() == depth as usize + 1);
                }
                Err(error) => {
                    refused += 1;
                    assert!(
                        matches!(&error, AdviceError::Modulus { needed, limit, .. } if needed > limit)
                            || matches!(&error, AdviceError::Base { needed, most: 124, .. } if *needed > 124)
                            || matches!(&error, AdviceError::Imprecise { most, .. } if *most < f64::from(precision_bits))
                            || matches!(&error, AdviceError::Primes { needed, .. } if *needed > 64),
                        "{error}"
                    );
                }
            }
        }
    }
    assert!((6..30).contains(&refused), "{refused} of 36");
}

#[test]
fn sizes_are_those_of_what_is_made() {
    let advice = advise(&Request::new(2, 12)).expect("parameters");
    let ckks = Ckks::of(advice.literal.clone()).expect("parameters");
    let mut rng = ChaCha20Rng::from_seed([2; 32]);
    let secret = SecretKey::generate(&ckks, &mut rng);
    let x = ckks.encrypt(&secret, &ckks.encode_real(&[1.0]).expect("encoded"), &mut rng).expect("encrypted");
    let words: usize = x.parts().iter().map(|part| part.level() * part.limb(0).len()).sum();
    assert_eq!(advice.ciphertext_bytes, 8 * words);
    let ring = ckks.parameters().ring();
    let digits = ring.limbs().div_ceil(ring.literal().special.len());
    let one = 2 * digits * (ring.limbs() + ring.literal().special.len()) * ring.degree() * 8;
    assert_eq!(advice.key_bytes, Some(one));
    let without = advise(&Request { rotations: false, ..Request::new(0, 12) }).expect("parameters");
    assert!(without.literal.log_p.is_empty() && without.key_bytes.is_none() && without.all_rotations_bytes().is_none());
}

#[test]
fn wrong_requests() {
    let request = Request::new(2, 20);
    let with = |f: &dyn Fn(&mut Request)| {
        let mut request = request.clone();
        f(&mut request);
        advise(&request).expect_err("refused")
    };
    for bits in [0, 53, 200, u32::MAX] {
        assert_eq!(with(&|r| r.precision_bits = bits), AdviceError::Precision(bits));
    }
    for depth in [61, u32::MAX] {
        assert_eq!(with(&|r| r.depth = depth), AdviceError::Depth(depth));
    }
    for terms in [0, (1 << 20) + 1] {
        assert_eq!(with(&|r| r.terms = terms), AdviceError::Terms(terms));
    }
    for bound in [f64::INFINITY, f64::NEG_INFINITY, 40.1, -40.1] {
        assert_eq!(with(&|r| r.log_bound = bound), AdviceError::Bound(bound));
    }
    assert!(matches!(with(&|r| r.log_bound = f64::NAN), AdviceError::Bound(bound) if bound.is_nan()));
    for slots in [0, MAX_SLOTS + 1, usize::MAX] {
        assert_eq!(with(&|r| r.slots = slots), AdviceError::Slots(slots));
    }
    assert_eq!(with(&|r| (r.slots, r.log_degree) = (4097, Some(13))), AdviceError::SlotsOfDegree { slots: 4097, most: 4096 });
    for log in [0, 11, 17, u32::MAX] {
        assert_eq!(with(&|r| r.log_degree = Some(log)), AdviceError::Degree(log));
    }
    assert_eq!(with(&|r| r.security = 100), AdviceError::Security(100));
    let refused = with(&|r| (r.depth, r.log_degree) = (7, Some(13)));
    assert!(matches!(refused, AdviceError::Modulus { degree: 8192, limit: 214, needed: 215.., .. }), "{refused}");
    let refused = with(&|r| (r.precision_bits, r.log_bound) = (50, 20.0));
    assert!(matches!(refused, AdviceError::Imprecise { most, .. } if most < 50.0), "{refused}");
}

/// A base of two primes has 124 bits at most, and no ring is refused for it.
#[test]
fn bounds_that_no_base_holds() {
    let literal = |log_base| {
        let literal = ParametersLiteral { log_degree: 13, log_scale: 30, levels: 1, log_base, ..ParametersLiteral::default() };
        Ckks::of(ParametersLiteral { insecure: true, ..literal }).map(|_| ())
    };
    assert!(literal(124).is_ok() && literal(125).is_err());
    let request = Request { log_bound: 40.0, terms: 1, ..Request::new(1, 3) };
    let error = advise(&request).expect_err("refused");
    let AdviceError::Base { log_scale, needed, most: 124, degree: 65_536, .. } = error else { panic!("{error}") };
    assert!(needed > 124 && needed == log_scale + 83, "{needed} bits at 2^{log_scale}");
    assert!(
        error.to_string().contains(&format!("2^40.0 at this scale need a base of {needed} bits, of which 124 are")),
        "{error}"
    );
    // The least bound that is refused, and the greatest that is not.
    let most = (0..400).rev().map(|tenths| f64::from(tenths) / 10.0).find_map(|log_bound| {
        let advice = advise(&Request { log_bound, ..request.clone() });
        assert!(matches!(advice, Ok(_) | Err(AdviceError::Base { .. })), "2^{log_bound}: {advice:?}");
        advice.ok()
    });
    assert!(most.as_ref().is_some_and(|advice| (123..=124).contains(&advice.literal.log_base)), "{most:?}");
    // Where a base holds the product, security is what refuses.
    let small = advise(&Request { log_bound: 30.0, log_degree: Some(12), ..request });
    assert!(matches!(small, Err(AdviceError::Modulus { needed, limit, .. }) if needed > limit + 1), "{small:?}");
}
