mod security;

use super::*;
use crate::{ParametersLiteral, noise};
use chacha20::ChaCha20Rng;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use papilio_ring::RnsBasis;
use rand_core::SeedableRng;

fn scheme<F: DftField>(bits: &[u32]) -> Bfv<F> {
    with_special(bits, 0)
}

/// The last primes are special.
fn with_special<F: DftField>(bits: &[u32], special: usize) -> Bfv<F> {
    let mut moduli = RnsBasis::choose_moduli(1 << 12, bits, 0).expect("primes");
    let special = moduli.split_off(bits.len() - special);
    let literal = ParametersLiteral { log_degree: 12, moduli, special, insecure: true, ..ParametersLiteral::default() };
    Bfv::new(Parameters::new(literal).expect("parameters")).expect("scheme")
}

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn values<F: DftField>(bfv: &Bfv<F>, seed: u8) -> Vec<F> {
    let mut rng = rng(seed);
    (0..bfv.parameters().degree()).map(|_| F::random(&mut rng)).collect()
}

fn evaluator_agrees_with_the_field<F: DftField>(bits: &[u32]) {
    let bfv = scheme::<F>(bits);
    let mut rng = rng(1);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let (a, b, c) = (values(&bfv, 2), values(&bfv, 3), F::random(&mut rng));
    let plain = |v: &[F]| bfv.encode_coefficients(v).expect("fits");
    let mut x = bfv.encrypt_seeded(&secret, &plain(&a), &mut rng).expect("context").expand(&bfv).expect("context");
    let y = bfv.encrypt_public(&public, &plain(&b), &mut rng).expect("context");
    let decrypt = |x: &Ciphertext| bfv.decrypt(&secret, x).expect("budget").plaintext.into_coefficients();
    assert_eq!(decrypt(&x), a);
    assert_eq!(decrypt(&y), b);
    bfv.mul_scalar_assign(&mut x, c).expect("context");
    bfv.add_assign(&mut x, &y).expect("levels");
    bfv.neg_assign(&mut x).expect("context");
    bfv.sub_assign(&mut x, &y).expect("levels");
    let expect: Vec<F> = a.iter().zip(&b).map(|(&a, &b)| -(a * c + b) - b).collect();
    assert_eq!(decrypt(&x), expect);
    bfv.mod_switch_to_next_assign(&mut x).expect("level");
    assert_eq!(decrypt(&x), expect, "after a switch");
    assert!(matches!(bfv.add_assign(&mut x, &y), Err(FheError::Level { .. })));
}

#[test]
fn every_plaintext_field() {
    evaluator_agrees_with_the_field::<P32>(&[40, 45, 50]);
    evaluator_agrees_with_the_field::<Goldilocks>(&[50, 61, 47, 45]);
    evaluator_agrees_with_the_field::<Bn254>(&[50; 13]);
}

#[test]
fn slots_multiply_place_by_place() {
    let bfv = scheme::<P32>(&[48, 48, 48]);
    let slots = BatchEncoder::new(&bfv).expect("2N | t - 1");
    let mut rng = rng(4);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let (a, b) = (values(&bfv, 5), values(&bfv, 6));
    let encoded = slots.encode(&a).expect("fits");
    assert_eq!(slots.decode(&encoded).expect("context"), a);
    let mut x = bfv
        .to_evaluation(bfv.encrypt_seeded(&secret, &encoded, &mut rng).expect("context").expand(&bfv).expect("context"))
        .expect("context");
    bfv.mul_plain_assign(&mut x, &bfv.prepare(&slots.encode(&b).expect("fits")).expect("context")).expect("levels");
    let product = bfv.decrypt(&secret, &bfv.to_coefficient(x).expect("context")).expect("budget").plaintext;
    assert_eq!(slots.decode(&product).expect("context"), a.iter().zip(&b).map(|(&a, &b)| a * b).collect::<Vec<_>>());
}

fn products_multiply_place_by_place<F: DftField>(bits: &[u32], level: usize) {
    let bfv = scheme::<F>(bits);
    let slots = BatchEncoder::new(&bfv).expect("2N | t - 1");
    let mut rng = rng(12);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let (a, b) = (values(&bfv, 13), values(&bfv, 14));
    let [x, y] = [&a, &b].map(|v| {
        let mut x = bfv
            .encrypt_seeded(&secret, &slots.encode(v).expect("fits"), &mut rng)
            .expect("context")
            .expand(&bfv)
            .expect("context");
        (level..bits.len()).for_each(|_| bfv.mod_switch_to_next_assign(&mut x).expect("a level"));
        x
    });
    let open = |product: &Product| slots.decode(&bfv.decrypt(&secret, product).expect("budget").plaintext).expect("context");
    let product = bfv.multiply(&x, &y).expect("levels");
    assert_eq!(product.level(), level);
    assert_eq!(open(&product), a.iter().zip(&b).map(|(&a, &b)| a * b).collect::<Vec<_>>());
    assert_eq!(open(&bfv.square(&x).expect("level")), a.iter().map(|&a| a * a).collect::<Vec<_>>());
    let [square, product] = [bfv.square(&x), bfv.multiply(&x, &x.clone())].map(|product| product.expect("levels"));
    assert!(square.parts() == product.parts(), "a square is another product");
    if level < bits.len() {
        let above = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context").expand(&bfv).expect("context");
        let refused = FheError::Level { found: bits.len(), expected: level };
        assert_eq!(bfv.multiply(&x, &above), Err(refused));
    }
}

#[test]
fn products() {
    products_multiply_place_by_place::<P32>(&[40, 45, 50], 3);
    products_multiply_place_by_place::<P32>(&[48, 48, 48, 48], 3);
    products_multiply_place_by_place::<Goldilocks>(&[50, 61, 47, 45], 4);
    products_multiply_place_by_place::<Bn254>(&[50; 13], 13);
}

/// The object that is decrypted of a ciphertext: itself, or its product with an encryption of 1.
#[derive(Clone, Copy, PartialEq)]
enum Decrypted {
    Itself,
    Product,
}

/// Doubles a ciphertext until its budget is gone, and decrypts it each time.
fn decryption_measures_until_the_end<F: DftField>(bits: &[u32], decrypted: Decrypted) {
    let bfv = scheme::<F>(bits);
    let mut rng = rng(31);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let mut x = bfv
        .encrypt_seeded(&secret, &bfv.encode_coefficients(&values(&bfv, 32)).expect("fits"), &mut rng)
        .expect("context")
        .expand(&bfv)
        .expect("context");
    let mut expected = values(&bfv, 32);
    let one = bfv
        .encrypt_seeded(&secret, &bfv.encode_coefficients(&[F::ONE]).expect("fits"), &mut rng)
        .expect("context")
        .expand(&bfv)
        .expect("context");
    let mut steps = 0;
    loop {
        let budget = bfv.noise_budget_bits(&secret, &x).expect("context");
        let opened = match decrypted {
            Decrypted::Itself => bfv.decrypt(&secret, &x),
            Decrypted::Product => bfv.decrypt(&secret, &bfv.multiply(&x, &one).expect("levels")),
        };
        let open = match opened {
            Ok(open) => open,
            Err(FheError::Exhausted { .. }) => break,
            Err(e) => panic!("{e}"),
        };
        assert_eq!(open.plaintext.coefficients(), expected, "{budget} bits");
        assert!(open.resolution_bits > 4.0, "{}", open.resolution_bits);
        if decrypted == Decrypted::Itself && budget < open.resolution_bits {
            assert!((open.budget_bits - budget).abs() < 0.15, "{} is not {budget}", open.budget_bits);
        } else if decrypted == Decrypted::Itself {
            assert!(open.budget_bits > open.resolution_bits - 0.15, "{} of {budget}", open.budget_bits);
        }
        bfv.mul_scalar_assign(&mut x, F::from_u64(2)).expect("context");
        expected.iter_mut().for_each(|m| *m = *m + *m);
        steps += 1;
    }
    let left = bfv.noise_budget_bits(&secret, &x).expect("context");
    assert!(steps > 4 && (decrypted == Decrypted::Product || left < 1.8), "{left} bits left after {steps} doublings");
}

#[test]
fn decryption_measures_what_is_left() {
    for bits in [&[50, 50, 50][..], &[48, 48, 48, 48], &[35, 40, 60, 61]] {
        decryption_measures_until_the_end::<P32>(bits, Decrypted::Itself);
    }
    decryption_measures_until_the_end::<P32>(&[50; 4], Decrypted::Product);
    decryption_measures_until_the_end::<Goldilocks>(&[50, 61, 47, 45], Decrypted::Itself);
    decryption_measures_until_the_end::<Bn254>(&[50; 8], Decrypted::Itself);
}

/// Everything a test of evaluation needs.
struct Bench<F: DftField> {
    bfv: Bfv<F>,
    slots: BatchEncoder<F>,
    secret: SecretKey,
    rng: ChaCha20Rng,
}

impl<F: DftField> Bench<F> {
    fn new(bits: &[u32], special: usize) -> Self {
        let (bfv, mut rng) = (with_special::<F>(bits, special), rng(20));
        let slots = BatchEncoder::new(&bfv).expect("2N | t - 1");
        Self { secret: SecretKey::generate(&bfv, &mut rng), slots, bfv, rng }
    }

    fn encrypt(&mut self, values: &[F]) -> Ciphertext {
        self.bfv.encrypt_secret(&self.secret, &self.slots.encode(values).expect("fits"), &mut self.rng).expect("context")
    }

    fn open(&self, x: &Ciphertext) -> Vec<F> {
        self.slots.decode(&self.bfv.decrypt(&self.secret, x).expect("budget").plaintext).expect("context")
    }
}

fn key_switching_agrees_with_the_field<F: DftField>(bits: &[u32], special: usize) {
    let mut bench = Bench::<F>::new(bits, special);
    let (a, b) = (values(&bench.bfv, 21), values(&bench.bfv, 22));
    let key = RelinearizationKey::generate(&bench.bfv, &bench.secret, &mut bench.rng).expect("special primes");
    let n = bench.bfv.parameters().degree();
    let exponents = [galois_element(n, 1), galois_element(n, -5), galois_element_row_swap(n)];
    let keys = GaloisKeys::generate(&bench.bfv, &bench.secret, exponents, &mut bench.rng).expect("special primes");
    let rotated = |steps: usize| {
        let mut rows = a.clone();
        rows.chunks_mut(n / 2).for_each(|row| row.rotate_left(steps % (n / 2)));
        rows
    };
    let products: Vec<F> = a.iter().zip(&b).map(|(&a, &b)| a * b).collect();
    let [mut x, mut y] = [&a, &b].map(|v| bench.encrypt(v));
    for level in (1..=bench.bfv.parameters().limbs()).rev() {
        let bfv = &bench.bfv;
        let rotated_left = bfv.rotate_rows(&x, 1, &keys).expect("a key");
        let hoisted = bfv.hoist(&bfv.to_evaluation(x.clone()).expect("context")).expect("special primes");
        let rotated_right =
            bfv.to_coefficient(bfv.apply_hoisted(&hoisted, exponents[1], &keys).expect("a key")).expect("context");
        let swapped = bfv.rotate_columns(&x, &keys).expect("a key");
        // Products may need more room than the lowest levels have.
        match bfv.decrypt(&bench.secret, &bfv.multiply(&x, &y).expect("levels")) {
            Ok(_) => {
                let product = bfv.multiply_relinearize(&x, &y, &key).expect("levels");
                assert_eq!(bench.open(&product), products, "level {level}");
            }
            Err(error) => assert!(matches!(error, FheError::Exhausted { .. }) && level < bits.len() - special),
        }
        // A key switch after a switch to the lowest levels may need more room as well.
        if bfv.predicted_budget_bits(&rotated_left) < noise::LEAST_BUDGET {
            assert!(matches!(bfv.decrypt(&bench.secret, &rotated_left), Err(FheError::Exhausted { .. })) && level == 1);
            break;
        }
        assert_eq!(bench.open(&rotated_left), rotated(1), "level {level}");
        assert_eq!(bench.open(&rotated_right), rotated(n / 2 - 5), "level {level}");
        assert_eq!(bench.open(&swapped), [&a[n / 2..], &a[..n / 2]].concat(), "level {level}");
        if bench.bfv.check_modulus(level - 1).is_err() {
            break;
        }
        bench.bfv.mod_switch_to_next_assign(&mut x).expect("a level");
        bench.bfv.mod_switch_to_next_assign(&mut y).expect("a level");
    }
}

#[test]
fn key_switching() {
    key_switching_agrees_with_the_field::<P32>(&[50; 4], 1);
    key_switching_agrees_with_the_field::<P32>(&[40, 45, 50, 50], 2);
    key_switching_agrees_with_the_field::<Goldilocks>(&[50, 61, 47, 45, 60], 1);
    key_switching_agrees_with_the_field::<Bn254>(&[50; 17], 4);
}

#[test]
fn evaluation_by_name() {
    let mut bench = Bench::<P32>::new(&[50; 9], 1);
    let bfv = bench.bfv.clone();
    let n = bfv.parameters().degree();
    let a = values(&bfv, 23);
    let key = RelinearizationKey::generate(&bfv, &bench.secret, &mut bench.rng).expect("special primes");
    let keys = GaloisKeys::generate(&bfv, &bench.secret, GaloisKeys::powers_of_two(n), &mut bench.rng).expect("special primes");
    let x = bench.encrypt(&a);
    let power = |e: u64| a.iter().map(|a| a.pow(&[e])).collect::<Vec<_>>();
    assert_eq!(bench.open(&bfv.exponentiate(&x, 5, &key).expect("depth")), power(5));
    assert_eq!(bench.open(&bfv.multiply_many(&[x.clone(), x.clone(), x.clone()], &key).expect("depth")), power(3));
    assert_eq!(bfv.exponentiate(&x, 0, &key), Err(FheError::Factors(0)));
    assert_eq!(bfv.multiply_many(&[], &key), Err(FheError::Factors(0)));
    let three = bfv.add_many(&[x.clone(), x.clone(), x.clone()]).expect("levels");
    assert_eq!(bench.open(&three), a.iter().map(|&a| a + a + a).collect::<Vec<_>>());
    let total = a.iter().fold(P32::ZERO, |sum, &a| sum + a);
    assert_eq!(bench.open(&bfv.inner_sum(&x, &keys).expect("keys")), vec![total; n]);
    let mut far = a.clone();
    far.chunks_mut(n / 2).for_each(|row| row.rotate_left(1717));
    assert_eq!(bench.open(&bfv.rotate_rows(&x, 1717, &keys).expect("keys")), far);
    let plain = bench.slots.encode(&power(2)).expect("fits");
    let mut sum = x.clone();
    bfv.mod_switch_to_assign(&mut sum, 2).expect("a level");
    bfv.add_plain_assign(&mut sum, &plain).expect("context");
    assert_eq!(bench.open(&sum), a.iter().map(|&a| a + a * a).collect::<Vec<_>>());
    bfv.sub_plain_assign(&mut sum, &plain).expect("context");
    assert_eq!(bench.open(&sum), a);
    assert_eq!(bench.open(&bfv.mul_plain(&sum, &plain).expect("level")), power(3));
}

#[test]
fn products_modulo_small_primes_are_refused() {
    let mut bench = Bench::<P32>::new(&[50, 50, 25], 0);
    let x = bench.encrypt(&[P32::ONE]);
    assert!(matches!(bench.bfv.square(&x), Err(FheError::SmallPrime { least: 30, .. })));
}

#[test]
fn operands_of_other_parameters_are_refused() {
    let (mut bench, mut other) = (Bench::<P32>::new(&[50; 3], 1), Bench::<P32>::new(&[50, 50, 48], 0));
    let a = values(&bench.bfv, 24);
    let (x, mut y) = (bench.encrypt(&a), other.encrypt(&a));
    let n = bench.bfv.parameters().degree();
    let keys = GaloisKeys::generate(&bench.bfv, &bench.secret, [galois_element(n, 1)], &mut bench.rng).expect("special primes");
    let key = RelinearizationKey::generate(&bench.bfv, &bench.secret, &mut bench.rng).expect("special primes");
    assert!(matches!(other.bfv.add_assign(&mut y, &x), Err(FheError::Context { .. })));
    assert!(matches!(other.bfv.multiply(&x, &x), Err(FheError::Context { .. })));
    assert!(matches!(other.bfv.decrypt(&other.secret, &x), Err(FheError::Context { .. })));
    assert!(matches!(other.bfv.rotate_rows(&y, 1, &keys), Err(FheError::NoSpecialPrimes)));
    let product = other.bfv.square(&y).expect("a product");
    assert_eq!(other.bfv.relinearize(&product, &key), Err(FheError::NoSpecialPrimes));
    let refused = GaloisKeys::generate(&other.bfv, &other.secret, [3], &mut other.rng);
    assert!(matches!(refused, Err(FheError::NoSpecialPrimes)));
    let missing = bench.bfv.rotate_rows(&x, 2, &keys).expect_err("no key");
    let degree = bench.bfv.parameters().degree();
    assert_eq!(missing, FheError::MissingKey { exponent: 25, steps: Some(2), available: vec![5], degree });
    assert!(missing.to_string().ends_with("X^25, a rotation by 2: the keys given are for the exponents [5 (rotation by 1)]"));
    let missing = bench.bfv.rotate_rows(&x, -3, &keys).expect_err("no key").to_string();
    assert!(missing.contains(&format!("a rotation by {} or by -3:", n / 2 - 3)), "{missing}");
}

#[test]
fn slot_rotation_is_the_automorphism_of_five() {
    let bfv = scheme::<P32>(&[48]);
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let (a, n) = (values(&bfv, 7), bfv.parameters().degree());
    let m = slots.encode(&a).expect("fits");
    // X ↦ X^5
    let mut rotated = vec![P32::ZERO; n];
    for (j, &c) in m.coefficients().iter().enumerate() {
        let e = 5 * j % (2 * n);
        rotated[e % n] = if e < n { c } else { -c };
    }
    let mut expect = a.clone();
    expect[..n / 2].rotate_left(1);
    expect[n / 2..].rotate_left(1);
    assert_eq!(slots.decode(&Plaintext::new(bfv.plaintext_modulus(), rotated)).expect("context"), expect);
}

#[test]
fn measured_noise_is_near_the_prediction_and_never_above() {
    let bfv = scheme::<P32>(&[40, 45, 50]);
    let mut rng = rng(8);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let message = bfv.encode_coefficients(&values(&bfv, 9)).expect("fits");
    let n = bfv.parameters().degree();
    let budget = |level: usize, variance: f64| {
        noise::budget_bits(
            bfv.parameters().basis().log2(level),
            crate::noise::log2_modulus(&papilio_field::FieldRing::<P32>::new()),
            noise::log2_max(variance.log2(), n as f64),
        )
    };
    let check = |x: &Ciphertext, variance: f64| {
        let (measured, predicted) = (bfv.noise_budget_bits(&secret, x).expect("context"), budget(x.level(), variance));
        assert!(predicted <= measured && measured < predicted + 3.0, "predicted {predicted:.2}, measured {measured:.2}");
    };
    let mut x = bfv.encrypt_seeded(&secret, &message, &mut rng).expect("context").expand(&bfv).expect("context");
    check(&x, noise::fresh_secret());
    check(&bfv.encrypt_public(&public, &message, &mut rng).expect("context"), noise::fresh_public(n));
    bfv.mod_switch_to_next_assign(&mut x).expect("level");
    check(&x, noise::mod_switch(n) + noise::fresh_secret() / 2f64.powi(98));
}

#[test]
fn exhausted_budget_is_reported() {
    let bfv = scheme::<P32>(&[40]);
    let mut rng = rng(10);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let mut x = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context").expand(&bfv).expect("context");
    for _ in 0..4 {
        bfv.mul_scalar_assign(&mut x, P32::random(&mut rng)).expect("context");
        let y = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context").expand(&bfv).expect("context");
        bfv.add_assign(&mut x, &y).expect("levels");
    }
    assert!(matches!(bfv.decrypt(&secret, &x), Err(FheError::Exhausted { .. })));
    let other = SecretKey::generate(&bfv, &mut rng);
    let y = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expect("context").expand(&bfv).expect("context");
    let refused = bfv.decrypt(&other, &y);
    assert_eq!(refused, Err(FheError::Key { found: secret.id(), expected: other.id() }));
    // A ciphertext whose key is not known is not taken for another's either.
    let unknown = Ciphertext::from_parts(&bfv, y.parts().clone(), KeyId::ANY, y.noise().clone()).expect("its own parts");
    assert!(matches!(bfv.decrypt(&other, &unknown), Err(FheError::Damaged { .. })), "another key");
    assert!(bfv.decrypt(&secret, &unknown).is_ok());
}

#[test]
fn keys_are_never_printed_and_public_keys_round_trip() {
    let bfv = scheme::<P32>(&[40, 40]);
    let mut rng = rng(11);
    let secret = SecretKey::generate(&bfv, &mut rng);
    assert_eq!(format!("{secret:?}"), "SecretKey(..)");
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let back = PublicKey::from_seeded(&bfv, public.to_seeded(&bfv).expect("context")).expect("context");
    assert_eq!(back.parts(), public.parts());
}
