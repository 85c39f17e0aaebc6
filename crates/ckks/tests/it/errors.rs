//! Errors that are functions of values, and not noise, and coefficients that gather noise.

use crate::{Bench, map};
use papilio_ckks::{Ciphertext, CkksError, Complex64, LinearTransform, ParametersLiteral, Scale};
use papilio_fhe::rlwe::{FheError, GaloisKeys};

/// An encryption under the secret key at the top level.
fn own(bench: &mut Bench, values: &[Complex64], scale: Scale, log_slots: u32) -> Ciphertext {
    let Bench { ckks, secret, rng, .. } = bench;
    let limbs = ckks.parameters().limbs_of(ckks.parameters().levels());
    ckks.encrypt(secret, &ckks.encode_at(values, limbs, scale, log_slots).expect("encoded"), rng).expect("encrypted")
}

#[test]
fn equal_errors_of_constants_in_many_ciphertexts() {
    for (magnitude, constant, log_scale) in [(1.0, 0.49, 0), (1024.0, 0.3, 20), (16384.0, 0.3, 20)] {
        let mut bench = Bench::small(3, 40, 1);
        let value = vec![Complex64::from(magnitude)];
        let mut sum: Option<Ciphertext> = None;
        for _ in 0..64 {
            let mut term = own(&mut bench, &value, Scale::power_of_two(40), 0);
            let scale = Scale::power_of_two(log_scale);
            bench.ckks.mul_constant_assign(&mut term, constant, scale).expect("a product");
            match &mut sum {
                Some(sum) => bench.ckks.add_assign(sum, &term).expect("a sum"),
                None => sum = Some(term),
            }
        }
        let want = [Complex64::from(64.0 * magnitude * constant)];
        bench.check(&sum.expect("terms"), &want, &format!("64 times {constant} of {magnitude}"));
    }
    // The same of a combination, whose constants are rounded at the scale of a level.
    let mut bench = Bench::small(3, 40, 1);
    let terms: Vec<_> = (0..64).map(|_| own(&mut bench, &[16384.0.into()], Scale::power_of_two(40), 0)).collect();
    let constant = 0.3 + 0.499 * (-40f64).exp2();
    let terms: Vec<_> = terms.iter().map(|term| (constant.into(), term)).collect();
    let sum = bench.ckks.automatic().linear_combination(&terms, Complex64::ZERO).expect("a sum");
    bench.check(&sum, &[(64.0 * 16384.0 * constant).into()], "a combination of equal terms");
}

#[test]
fn summands_whose_scales_differ_by_a_little() {
    let mut bench = Bench::new(
        ParametersLiteral {
            log_degree: 10,
            log_scale: 30,
            levels: 1,
            log_base: 61,
            log_p: vec![49],
            ..ParametersLiteral::default()
        },
        2,
    );
    let other = Scale::from_parts([2f64.powi(30) + 0.49, 0.0]).expect("a scale");
    for magnitude in [1024.0, 2f64.powi(20)] {
        let x = map(&bench.values(1.0), |x| x * magnitude);
        let a = own(&mut bench, &x, Scale::power_of_two(30), 9);
        let b = own(&mut bench, &x, other, 9);
        let (mut sum, mut difference, mut plain) = (a.clone(), a.clone(), a);
        bench.ckks.add_assign(&mut sum, &b).expect("a sum");
        bench.ckks.sub_assign(&mut difference, &b).expect("a difference");
        let plaintext = bench.ckks.encode_at(&x, plain.level(), other, 9).expect("encoded");
        bench.ckks.add_plain_assign(&mut plain, &plaintext).expect("a sum");
        bench.check(&sum, &map(&x, |x| x * 2.0), &format!("a sum of {magnitude}"));
        bench.check(&difference, &map(&x, |_| Complex64::ZERO), &format!("a difference of {magnitude}"));
        bench.check(&plain, &map(&x, |x| x * 2.0), &format!("with a plaintext of {magnitude}"));
    }
}

/// Errors of encoding in doubles stay, whatever the scale is later.
#[test]
fn errors_of_encoding_at_greater_scales() {
    let mut bench = Bench::small(4, 40, 3);
    let x = map(&bench.values(1.0), |x| x / x.norm() * 2f64.powf(21.9));
    let a = own(&mut bench, &x, Scale::power_of_two(40), 9);
    let mut scaled = a.clone();
    bench.ckks.scale_up_assign(&mut scaled, Scale::power_of_two(20)).expect("a multiple");
    bench.check(&scaled, &x, "scaled up");
    let ones = own(&mut bench, &vec![Complex64::ONE; 512], Scale::power_of_two(75), 9);
    let product = bench.ckks.multiply_relinearize(&a, &ones, &bench.relinearization).expect("a product");
    bench.check(&product, &x, "times ones of a great scale");
    let whole = map(&x, |x| Complex64::new(-x.re.round(), -x.im.round()));
    let plaintext = bench.ckks.encode_at(&whole, a.level(), a.scale(), 9).expect("encoded");
    let mut rest = a;
    bench.ckks.add_plain_assign(&mut rest, &plaintext).expect("a sum");
    let want: Vec<_> = x.iter().zip(&whole).map(|(x, y)| x + y).collect();
    let rest = rest.with_bound(0.0).expect("a bound");
    bench.check(&rest, &want, "what is left of a great value");
    let combined = bench.ckks.automatic().linear_combination(&[(1.0.into(), &rest)], Complex64::ZERO).expect("a sum");
    bench.check(&combined, &want, "a combination of it");
    assert!(bench.ckks.precision_bits(&combined) < 25.5, "the error of encoding is left out of a combination");
    let ones = own(&mut bench, &vec![Complex64::ONE; 512], Scale::power_of_two(40), 9);
    let product = bench.ckks.multiply_relinearize(&rest, &ones, &bench.relinearization).expect("a product");
    bench.check(&product, &want, "a product with it");
    let identity = [(0, vec![Complex64::ONE; 512])].into();
    let identity = LinearTransform::new(&bench.ckks, &identity, 4, 9).expect("a matrix");
    let product = identity.apply(&bench.ckks, &rest, &bench.rotations).expect("a product");
    bench.check(&product, &want, "a matrix times it");
    assert!(bench.ckks.precision_bits(&product) < 25.5, "the error of encoding is below the noise of a matrix");
}

/// A decrypted plaintext has the noise in it.
#[test]
fn decrypted_plaintexts_as_factors() {
    let mut bench = Bench::small(2, 40, 4);
    let zero = bench.encrypt(&[]);
    let plaintext = bench.ckks.decrypt(&bench.secret, &zero).expect("decrypted");
    let greatest = bench.ckks.decode(&plaintext).iter().map(|x| x.norm()).fold(0.0, f64::max);
    let factor = bench.ckks.prepare(&plaintext).expect("prepared");
    let mut product = bench.encrypt(&[]);
    bench.ckks.drop_level_assign(&mut product, 0).expect("a level");
    bench.ckks.mul_plain_assign(&mut product, &factor).expect("a product");
    assert!(greatest > 0.0 && bench.ckks.precision_bits(&product) < 120.0);
    bench.check(&product, &vec![Complex64::ZERO; 512], "zero times noise");
}

/// Public decryption hides errors by a bound on their coefficients: sums over slots gather noise
/// in the coefficients that rotations keep.
#[test]
fn coefficients_of_sums_over_slots() {
    let mut greatest = f64::NEG_INFINITY;
    let mut bound = f64::NEG_INFINITY;
    for seed in 1..8 {
        let mut bench = Bench::small(3, 40, seed);
        let ones = (0..512).map(|steps| (steps, vec![Complex64::ONE; 512])).collect();
        let transform = LinearTransform::new(&bench.ckks, &ones, 3, 9).expect("a matrix");
        let elements = transform.galois_elements(&bench.ckks);
        let keys = GaloisKeys::generate(&bench.ckks, &bench.secret, elements, &mut bench.rng).expect("keys");
        let zero = bench.encrypt(&[]);
        let Bench { ckks, secret, rotations, .. } = &bench;
        let sums =
            [ckks.inner_sum(&zero, 512, rotations).expect("a sum"), transform.apply(ckks, &zero, &keys).expect("a product")];
        for sum in sums {
            let phase = ckks.decrypt(secret, &sum).expect("decrypted");
            let basis = ckks.parameters().ring().basis();
            let errors = ckks.encoder().decode_coefficients(basis, phase.poly(), Scale::ONE);
            let error = errors.iter().fold(0f64, |greatest, x| greatest.max(x.abs())).log2();
            let predicted = sum.noise().log2_max(1024);
            assert!(error < predicted, "2^{error} where 2^{predicted} bounds coefficients, seed {seed}");
            (greatest, bound) = (greatest.max(error), bound.max(predicted));
        }
    }
    assert!(bound - greatest < 6.0, "2^{greatest} at most, and 2^{bound} is predicted");
}

/// A modulus above all doubles.
#[test]
fn plaintexts_of_more_than_1024_bits() {
    let literal = ParametersLiteral {
        log_degree: 10,
        log_scale: 50,
        levels: 22,
        log_base: 60,
        log_p: vec![49],
        ..ParametersLiteral::default()
    };
    let mut bench = Bench::new(literal, 5);
    let x = bench.values(1.0);
    let plaintext = bench.ckks.encode(&x).expect("encoded");
    let far = bench.ckks.decode(&plaintext).iter().zip(&x).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(far < 2f64.powi(-40), "{far}");
    let coefficients = [1.5, -2.5, 3.0];
    let basis = bench.ckks.parameters().ring().basis();
    let (poly, _) = bench
        .ckks
        .encoder()
        .encode_coefficients(basis, basis.limbs(), &coefficients, Scale::power_of_two(40))
        .expect("encoded");
    let decoded = bench.ckks.encoder().decode_coefficients(basis, &poly, Scale::power_of_two(40));
    assert_eq!(decoded[..4], [1.5, -2.5, 3.0, 0.0]);
    let a = bench.encrypt(&x);
    bench.near(&a, &x, "encrypted");
}

#[test]
fn factors_in_more_slots() {
    let mut bench = Bench::small(2, 40, 6);
    let (eight, all) = (bench.values(1.0)[..8].to_vec(), bench.values(1.0));
    let few = own(&mut bench, &eight, Scale::power_of_two(40), 3);
    let many = own(&mut bench, &all, Scale::power_of_two(40), 9);
    let limbs = few.level();
    let [of_few, of_many] = [(&eight, 3), (&all, 9)].map(|(values, log_slots)| {
        let plaintext = bench.ckks.encode_at(values, limbs, Scale::power_of_two(40), log_slots).expect("encoded");
        bench.ckks.prepare(&plaintext).expect("prepared")
    });
    let mut product = few;
    let refused = bench.ckks.mul_plain_assign(&mut product, &of_many);
    assert_eq!(refused, Err(CkksError::LogSlots { found: 9, expected: 3 }));
    let mut product = many;
    bench.ckks.mul_plain_assign(&mut product, &of_few).expect("a product");
    let want: Vec<_> = all.iter().zip(eight.iter().cycle()).map(|(x, y)| x * y).collect();
    bench.check(&product, &want, "a factor that stands in all slots again and again");
}

/// Whether it is refused as of other parameters.
fn is_foreign<T>(result: Result<T, CkksError>) -> bool {
    matches!(result, Err(CkksError::Fhe(FheError::Context { .. })))
}

#[test]
fn objects_of_other_parameters_of_the_same_degree() {
    let mut bench = Bench::small(2, 40, 7);
    let literal = bench.ckks.parameters().literal().clone();
    let others = [
        ParametersLiteral { log_base: literal.log_base - 1, ..literal.clone() },
        ParametersLiteral { levels: 5, ..literal.clone() },
        ParametersLiteral { log_degree: 11, ..literal },
    ];
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    for other in others {
        let mut far = Bench::new(other, 8);
        let foreign = far.encrypt(&x);
        let plaintext = far.ckks.encode(&x).expect("encoded");
        let square = far.ckks.square(&foreign).expect("a square");
        let Bench { ckks, secret, public, relinearization, rng, .. } = &mut bench;
        assert!(is_foreign(ckks.encrypt(secret, &plaintext, rng)));
        assert!(is_foreign(ckks.encrypt_seeded(secret, &plaintext, rng)));
        assert!(is_foreign(ckks.encrypt_public(public, &plaintext, rng)));
        assert!(is_foreign(ckks.prepare(&plaintext)));
        assert!(is_foreign(ckks.add_plain_assign(&mut a.clone(), &plaintext)) || far.ckks.slots() != ckks.slots());
        assert!(is_foreign(ckks.rescale_assign(&mut foreign.clone())));
        assert!(is_foreign(ckks.set_scale_assign(&mut foreign.clone(), Scale::power_of_two(40))));
        assert!(is_foreign(ckks.relinearize_rescale(&square, relinearization)));
        assert!(is_foreign(ckks.add_constant_assign(&mut foreign.clone(), 0.5)));
        let complex = Complex64::new(0.5, 0.25);
        assert!(is_foreign(ckks.mul_constant_assign(&mut foreign.clone(), complex, Scale::power_of_two(40))));
        assert!(is_foreign(ckks.automatic().add_constant(&foreign, complex)));
    }
}

#[test]
fn scales_out_of_range() {
    let bench = Bench::small(2, 40, 9);
    let Bench { ckks, .. } = &bench;
    for scale in [Scale::from_integer(0), Scale::power_of_two(511) * Scale::power_of_two(2)] {
        assert!(matches!(ckks.zero(3, scale), Err(CkksError::Scale { .. })), "{scale}");
    }
    let mut zero = ckks.zero(3, Scale::power_of_two(511)).expect("zero");
    let refused = ckks.mul_constant_assign(&mut zero, 1.0, Scale::power_of_two(200));
    assert!(matches!(refused, Err(CkksError::Scale { .. })), "{refused:?}");
}

/// The rounding of a vector that is tiny in one slot falls on that slot: as a summand, as a factor
/// and as a diagonal of a matrix.
#[test]
fn vectors_of_one_small_value() {
    let mut bench = Bench::small(2, 40, 7);
    let ones = vec![Complex64::ONE; bench.ckks.slots()];
    let one = own(&mut bench, &ones, Scale::power_of_two(40), 9);
    let great = own(&mut bench, &map(&ones, |x| x * 1024.0), Scale::power_of_two(40), 9);
    for exponent in (12..44).map(|exponent| exponent as f64 + 0.03) {
        let mut x = vec![Complex64::ZERO; 512];
        x[77] = Complex64::from((-exponent).exp2());
        let want = x.clone();
        let fresh = own(&mut bench, &x, Scale::power_of_two(40), 9);
        bench.check(&fresh, &want, &format!("2^-{exponent} alone"));
        let Bench { ckks, secret, rng, .. } = &mut bench;
        let factor = ckks.prepare(&ckks.encode(&x).expect("encoded")).expect("a factor");
        let mut product = one.clone();
        ckks.mul_plain_assign(&mut product, &factor).expect("a product");
        let diagonals = [(0, x)].into();
        let transform = LinearTransform::new(ckks, &diagonals, 2, 9).expect("a matrix");
        let keys = GaloisKeys::generate(ckks, secret, transform.galois_elements(ckks), rng).expect("keys");
        let moved = transform.apply(ckks, &great, &keys).expect("a product");
        bench.check(&product, &want, &format!("2^-{exponent} as a factor"));
        bench.check(&moved, &map(&want, |x| x * 1024.0), &format!("2^-{exponent} as a diagonal"));
    }
}

#[test]
fn encoders_of_another_degree() {
    let bench = Bench::small(2, 40, 8);
    let (basis, encoder) = (bench.ckks.rlwe().parameters().basis(), papilio_ckks::Encoder::new(11).expect("a degree"));
    let encode = |level, encoder: &papilio_ckks::Encoder| {
        let values = encoder.encode(basis, level, &[Complex64::ONE], 0, Scale::power_of_two(30)).map(|_| ());
        assert_eq!(encoder.encode_coefficients(basis, level, &[1.0], Scale::power_of_two(30)).map(|_| ()), values);
        values
    };
    assert_eq!(encode(1, &encoder), Err(FheError::Degree { found: 1024, expected: 2048 }.into()));
    let limbs = basis.limbs();
    for level in [0, limbs + 1] {
        assert_eq!(encode(level, bench.ckks.encoder()), Err(FheError::LevelRange { found: level, most: limbs }.into()));
    }
    assert_eq!(encode(limbs, bench.ckks.encoder()), Ok(()));
}

/// The square of the error of a constant is below the prediction of a square.
#[test]
fn errors_times_errors() {
    let mut bench = Bench::small(2, 40, 1);
    let mut a = own(&mut bench, &[Complex64::ONE], Scale::power_of_two(40), 0);
    bench.ckks.mul_constant_assign(&mut a, 0.51, Scale::ONE).expect("a product");
    let square = bench.ckks.square(&a).expect("a square");
    bench.check(&square, &[Complex64::from(0.51 * 0.51)], "errors times errors");
}

/// The rounding of a constant is the whole error where there is no noise that hides it.
#[test]
fn constants_added_to_what_has_no_noise() {
    let bench = Bench::small(2, 40, 1);
    let constant = Complex64::new(0.49, 0.49) / 2f64.powi(20);
    let mut sum = bench.ckks.zero(1, Scale::power_of_two(20)).expect("zero");
    bench.ckks.add_constant_assign(&mut sum, constant).expect("a sum");
    for doublings in 0..15 {
        bench.check(&sum, &[constant * 2f64.powi(doublings); 512], &format!("doubled {doublings} times"));
        let same = sum.clone();
        bench.ckks.add_assign(&mut sum, &same).expect("a sum");
    }
}

/// Decoding in doubles is in a prediction at a scale of which the noise is nothing.
#[test]
fn doubles_are_in_predictions() {
    let mut bench = Bench::small(2, 80, 2);
    let x = vec![Complex64::from(2f64.powi(40)); 512];
    let a = own(&mut bench, &x, Scale::power_of_two(80), 9);
    assert!(bench.ckks.precision_bits(&a) < 13.0, "{}", bench.ckks.precision_bits(&a));
}
