use super::*;
use crate::{Literal, noise};
use chacha20::ChaCha20Rng;
use ntt::field::{Bn254, Goldilocks, P32};
use rand_core::SeedableRng;
use ring::Basis;

fn scheme<F: Field>(bits: &[u32]) -> Bfv<F> {
    let moduli = Basis::choose_moduli(1 << 12, bits, 0).expect("primes");
    Bfv::new(Params::new(Literal { log_degree: 12, moduli, insecure: true }).expect("parameters")).expect("scheme")
}

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn values<F: Field>(bfv: &Bfv<F>, seed: u8) -> Vec<F> {
    let mut rng = rng(seed);
    (0..bfv.params().degree()).map(|_| F::random(&mut rng)).collect()
}

fn evaluator_agrees_with_the_field<F: Field>(bits: &[u32]) {
    let bfv = scheme::<F>(bits);
    let mut rng = rng(1);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng);
    let (a, b, c) = (values(&bfv, 2), values(&bfv, 3), F::random(&mut rng));
    let plain = |v: &[F]| bfv.encode_coefficients(v).expect("fits");
    let mut x = bfv.encrypt_seeded(&secret, &plain(&a), &mut rng).expand(&bfv);
    let y = bfv.encrypt_public(&public, &plain(&b), &mut rng);
    let decrypt = |x: &Ciphertext| bfv.decrypt(&secret, x).expect("budget").plaintext.into_coefficients();
    assert_eq!(decrypt(&x), a);
    assert_eq!(decrypt(&y), b);
    bfv.mul_scalar_assign(&mut x, c);
    bfv.add_assign(&mut x, &y).expect("levels");
    bfv.neg_assign(&mut x);
    bfv.sub_assign(&mut x, &y).expect("levels");
    let expect: Vec<F> = a.iter().zip(&b).map(|(&a, &b)| -(a * c + b) - b).collect();
    assert_eq!(decrypt(&x), expect);
    bfv.switch_down_assign(&mut x).expect("level");
    assert_eq!(decrypt(&x), expect, "after a switch");
    assert!(matches!(bfv.add_assign(&mut x, &y), Err(BfvError::Level { .. })));
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
    let slots = Slots::new(&bfv).expect("2N | t - 1");
    let mut rng = rng(4);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let (a, b) = (values(&bfv, 5), values(&bfv, 6));
    let encoded = slots.encode(&a).expect("fits");
    assert_eq!(slots.decode(&encoded), a);
    let mut x = bfv.to_evaluation(bfv.encrypt_seeded(&secret, &encoded, &mut rng).expand(&bfv));
    bfv.mul_plain_assign(&mut x, &bfv.factor(&slots.encode(&b).expect("fits")));
    let product = bfv.decrypt(&secret, &bfv.to_coefficient(x)).expect("budget").plaintext;
    assert_eq!(slots.decode(&product), a.iter().zip(&b).map(|(&a, &b)| a * b).collect::<Vec<_>>());
}

fn products_multiply_place_by_place<F: Field>(bits: &[u32], level: usize) {
    let bfv = scheme::<F>(bits);
    let slots = Slots::new(&bfv).expect("2N | t - 1");
    let mut rng = rng(12);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let (a, b) = (values(&bfv, 13), values(&bfv, 14));
    let [x, y] = [&a, &b].map(|v| {
        let mut x = bfv.encrypt_seeded(&secret, &slots.encode(v).expect("fits"), &mut rng).expand(&bfv);
        (level..bits.len()).for_each(|_| bfv.switch_down_assign(&mut x).expect("a level"));
        x
    });
    let multiplier = Multiplier::new(&bfv, level).expect("tables");
    let open = |product: &Product| slots.decode(&bfv.decrypt_product(&secret, product).expect("budget").plaintext);
    let product = multiplier.multiply(&x, &y).expect("levels");
    assert_eq!(open(&product), a.iter().zip(&b).map(|(&a, &b)| a * b).collect::<Vec<_>>());
    assert_eq!(open(&multiplier.square(&x).expect("level")), a.iter().map(|&a| a * a).collect::<Vec<_>>());
    assert_eq!(multiplier.square(&x), multiplier.multiply(&x, &x));
    if level < bits.len() {
        let above = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expand(&bfv);
        let refused = BfvError::Level { found: bits.len(), expected: level };
        assert_eq!(multiplier.multiply(&x, &above), Err(refused));
    }
}

#[test]
fn products() {
    products_multiply_place_by_place::<P32>(&[40, 45, 50], 3);
    products_multiply_place_by_place::<P32>(&[48, 48, 48, 48], 3);
    products_multiply_place_by_place::<Goldilocks>(&[50, 61, 47, 45], 4);
    products_multiply_place_by_place::<Bn254>(&[50; 13], 13);
    let bfv = scheme::<P32>(&[40, 40]);
    assert!(matches!(Multiplier::new(&bfv, 3), Err(BfvError::Level { found: 3, .. })));
    assert!(matches!(Multiplier::new(&bfv, 0), Err(BfvError::Level { found: 0, .. })));
}

#[test]
fn slot_rotation_is_the_automorphism_of_three() {
    let bfv = scheme::<P32>(&[48]);
    let slots = Slots::new(&bfv).expect("slots");
    let (a, n) = (values(&bfv, 7), bfv.params().degree());
    let m = slots.encode(&a).expect("fits");
    // X ↦ X^3
    let mut rotated = vec![P32::ZERO; n];
    for (j, &c) in m.coefficients().iter().enumerate() {
        let e = 3 * j % (2 * n);
        rotated[e % n] = if e < n { c } else { -c };
    }
    let mut expect = a.clone();
    expect[..n / 2].rotate_left(1);
    expect[n / 2..].rotate_left(1);
    assert_eq!(slots.decode(&Plaintext::new(rotated)), expect);
}

#[test]
fn measured_noise_is_near_the_prediction_and_never_above() {
    let bfv = scheme::<P32>(&[40, 45, 50]);
    let mut rng = rng(8);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng);
    let message = bfv.encode_coefficients(&values(&bfv, 9)).expect("fits");
    let n = bfv.params().degree();
    let budget = |level: usize, variance: f64| {
        noise::budget_bits(
            bfv.params().basis().log2(level),
            Bfv::<P32>::log_plain(),
            noise::log2_max(variance.log2(), n as f64),
        )
    };
    let check = |x: &Ciphertext, variance: f64| {
        let (measured, predicted) = (bfv.noise_budget_bits(&secret, x), budget(x.level(), variance));
        assert!(predicted <= measured && measured < predicted + 3.0, "predicted {predicted:.2}, measured {measured:.2}");
    };
    let mut x = bfv.encrypt_seeded(&secret, &message, &mut rng).expand(&bfv);
    check(&x, noise::fresh_secret());
    check(&bfv.encrypt_public(&public, &message, &mut rng), noise::fresh_public(n));
    bfv.switch_down_assign(&mut x).expect("level");
    check(&x, noise::switch_down(n) + noise::fresh_secret() / 2f64.powi(98));
}

#[test]
fn exhausted_budget_is_reported() {
    let bfv = scheme::<P32>(&[40]);
    let mut rng = rng(10);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let mut x = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expand(&bfv);
    for _ in 0..4 {
        bfv.mul_scalar_assign(&mut x, P32::random(&mut rng));
        let y = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expand(&bfv);
        bfv.add_assign(&mut x, &y).expect("levels");
    }
    assert!(matches!(bfv.decrypt(&secret, &x), Err(BfvError::Exhausted { .. })));
    let other = SecretKey::generate(&bfv, &mut rng);
    let y = bfv.encrypt_seeded(&secret, &bfv.zero(), &mut rng).expand(&bfv);
    assert!(matches!(bfv.decrypt(&other, &y), Err(BfvError::Exhausted { .. })), "another key");
}

#[test]
fn keys_are_never_printed_and_public_keys_round_trip() {
    let bfv = scheme::<P32>(&[40, 40]);
    let mut rng = rng(11);
    let secret = SecretKey::generate(&bfv, &mut rng);
    assert_eq!(format!("{secret:?}"), "SecretKey(..)");
    let public = PublicKey::generate(&bfv, &secret, &mut rng);
    let back = PublicKey::from_seeded(&bfv, public.to_seeded(&bfv));
    assert_eq!(back.parts(), public.parts());
}
