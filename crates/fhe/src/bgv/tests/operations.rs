//! Operations by name, conversions and refusals.

use super::bench::{Bench, DEGREE, Pair, parameters, rotated, swapped, zip};
use crate::bfv::{FheError, PublicKey, SecretKey};
use crate::bgv::{Bgv, Ciphertext};
use chacha20::ChaCha20Rng;
use papilio_field::Field;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use rand_core::SeedableRng;

#[test]
fn encryption_and_evaluation_by_name() {
    let mut bench = Bench::<P32>::new(&[50; 7], 1, 7);
    let bgv = bench.bgv.clone();
    let values = bench.values();
    let message = bench.encode(&values);
    let public = PublicKey::generate(bgv.bfv(), &bench.secret, &mut bench.rng).expect("context");
    let y = Pair(bgv.encrypt_public(&public, &message, &mut bench.rng).expect("context"), values.clone());
    let x = Pair(
        bgv.expand(bgv.encrypt_seeded(&bench.secret, &message, &mut bench.rng).expect("context")).expect("context"),
        values.clone(),
    );
    let power = |e: u64| values.iter().map(|a| a.pow(&[e])).collect::<Vec<_>>();
    assert!(bench.check(&x, "seeded") && bench.check(&y, "public"));
    for (e, input) in [(1, &x), (3, &y), (5, &x), (8, &y)] {
        let result = Pair(bgv.exponentiate(&input.0, e, &bench.key).expect("key"), power(e));
        assert!(bench.check(&result, "power"), "exponent {e}");
    }
    let many = bgv.multiply_many(&[x.0.clone(), y.0.clone(), x.0.clone()], &bench.key).expect("key");
    assert!(bench.check(&Pair(many, power(3)), "many"));
    let total = values.iter().fold(P32::ZERO, |sum, &a| sum + a);
    let sum = bgv.inner_sum(&x.0, &bench.galois).expect("keys");
    assert!(bench.check(&Pair(sum, vec![total; DEGREE]), "inner sum"));
    assert_eq!(bgv.exponentiate(&x.0, 0, &bench.key), Err(FheError::Factors(0)));
    assert_eq!(bgv.multiply_many::<papilio_ring::Coefficient, _>(&[], &bench.key), Err(FheError::Factors(0)));
    assert_eq!(bgv.add_many::<papilio_ring::Coefficient, papilio_ring::Cpu>(&[]), Err(FheError::Factors(0)));
}

#[test]
fn key_switching_at_every_level() {
    let mut bench = Bench::<Goldilocks>::new(&[50, 61, 47, 45, 50, 61], 2, 8);
    let Pair(mut x, values) = bench.fresh();
    while x.level() > 2 {
        let moved = [
            Pair(bench.bgv.rotate_rows(&x, 5, &bench.galois).expect("keys"), rotated(&values, 5)),
            Pair(bench.bgv.rotate_columns(&x, &bench.galois).expect("key"), swapped(&values)),
        ];
        assert!(moved.iter().all(|image| bench.check(image, "moved")));
        bench.bgv.mod_switch_to_next_assign(&mut x).expect("a level");
        assert!(bench.check(&Pair(x.clone(), values.clone()), "switched"));
    }
    // The least modulus is none for this field.
    let refused = bench.bgv.mod_switch_to_next_assign(&mut x);
    assert!(matches!(refused, Err(FheError::SmallModulus { level: 1, .. })), "{refused:?}");
    assert_eq!(x.level(), 2);
}

#[test]
fn sums_of_several_levels_and_factors() {
    let mut bench = Bench::<Bn254>::new(&[50; 24], 4, 9);
    let a = bench.fresh();
    let square = bench.square(&a);
    let fourth = bench.square(&square);
    let mut third = bench.multiply(&square, &a);
    bench.bgv.mul_scalar_by_factor_assign(&mut third.0, Bn254::from_u64(7)).expect("context");
    let terms = [&a, &fourth, &square, &third, &a, &square].map(|x| x.0.clone());
    let sum = bench.bgv.add_many(&terms).expect("context");
    let seven = Bn254::from_u64(7);
    let values = a.1.iter().map(|&a| a + a + (a * a) * (a * a + Bn254::from_u64(2)) + seven * a * a * a).collect();
    assert!(bench.check(&Pair(sum, values), "sum of many"));
}

/// Primes too small for the tables of several are divided away one by one.
#[test]
fn small_primes_are_switched_down() {
    let bgv = Bgv::<P32>::new(parameters(&[50, 29, 29, 28], 0)).expect("scheme");
    let mut rng = ChaCha20Rng::seed_from_u64(13);
    let secret = SecretKey::generate(bgv.bfv(), &mut rng);
    let message = bgv.bfv().encode_coefficients(&[P32::from_u64(5)]).expect("fits");
    let x = bgv.encrypt_secret(&secret, &message, &mut rng).expect("context");
    for level in [3, 1] {
        let mut y = bgv.to_evaluation(x.clone()).expect("context");
        bgv.mod_switch_to_assign(&mut y, level).expect("a level");
        let y = bgv.to_coefficient(y).expect("context");
        assert_eq!(bgv.decrypt(&secret, &y).expect("budget").plaintext, message, "level {level}");
        assert!(bgv.predicted_budget_bits(&y) <= bgv.noise_budget_bits(&secret, &y).expect("context"));
    }
}

#[test]
fn zeros_and_sums_of_plain_products() {
    let mut bench = Bench::<P32>::new(&[50; 6], 1, 14);
    let bgv = bench.bgv.clone();
    let (a, p) = (bench.fresh(), bench.values());
    let square = bench.square(&bench.square(&a));
    let factor = bgv.prepare(&bench.encode(&p)).expect("context");
    let [x, y] = [&a, &square].map(|x| bgv.to_evaluation(x.0.clone()).expect("context"));
    let mut sum = x.clone();
    bgv.mul_plain_accumulate(&mut sum, &[(&x, &factor), (&y, &factor)]).expect("levels");
    let fourth = |a: P32| a * a * a * a;
    let values = zip(&a.1, &p, |a, p| a + p * (a + fourth(a)));
    assert!(bench.check(&Pair(bgv.to_coefficient(sum).expect("context"), values), "several factors"));
    // Terms of one factor and several levels.
    let mut low = x.clone();
    bgv.mod_switch_to_assign(&mut low, 4).expect("a level");
    assert_eq!((low.factor(), low.level()), (x.factor(), 4));
    for (sum, term) in [(&x, &low), (&low, &x)] {
        let mut sum = sum.clone();
        bgv.mul_plain_accumulate(&mut sum, &[(term, &factor)]).expect("levels");
        let values = zip(&a.1, &p, |a, p| a + p * a);
        assert!(bench.check(&Pair(bgv.to_coefficient(sum).expect("context"), values), "several levels"));
    }
    // A sum that is refused is what it was, though its first term is none to refuse.
    let (mut sum, short) = (x.clone(), bgv.prepare_at(&bench.encode(&p), 1).expect("a level"));
    let refused = bgv.mul_plain_accumulate(&mut sum, &[(&x, &factor), (&low, &short)]);
    assert_eq!(refused, Err(FheError::Level { found: 1, expected: 4 }));
    assert!(sum.parts().iter().zip(x.parts()).all(|(found, before)| found.residues() == before.residues()));
    let zeros = vec![P32::ZERO; DEGREE];
    let mut none = a.0.clone();
    bgv.mul_scalar_by_factor_assign(&mut none, P32::ZERO).expect("context");
    assert!(bench.check(&Pair(none.clone(), zeros.clone()), "multiple by zero"));
    let product = bgv.multiply_relinearize(&bgv.zero_ciphertext(5).expect("context"), &square.0, &bench.key).expect("key");
    assert!(bench.check(&Pair(product, zeros), "product with zero"));
    assert!(bench.check(&bench.add(&Pair(none, square.1.clone()), &Pair(square.0.clone(), vec![P32::ZERO; DEGREE])), "sum"));
}

/// A ciphertext that is switched down afterwards takes the whole of the scalar, and no noise is
/// left of it.
#[test]
fn sums_with_higher_levels_cost_no_noise() {
    let mut bench = Bench::<P32>::new(&[50; 6], 1, 10);
    let (a, b) = (bench.fresh(), bench.fresh());
    let deep = bench.square(&bench.square(&a));
    let sum = bench.add(&b, &deep);
    assert!(deep.0.level() < b.0.level() && deep.0.factor() != b.0.factor());
    assert!(bench.check(&sum, "sum"));
    let [before, after] = [&deep, &sum].map(|x| bench.bgv.predicted_budget_bits(&x.0));
    assert!(after > before - 0.5, "{before:.2} bits, then {after:.2}");
}

fn round_trips<F: DftField>(bits: &[u32], special: usize) {
    let mut bench = Bench::<F>::new(bits, special, 11);
    let (bgv, fresh) = (bench.bgv.clone(), bench.fresh());
    let same = bgv.into_bfv(fresh.0.clone()).expect("context");
    assert_eq!(same.parts(), fresh.0.parts(), "nothing to do for factor 1");
    let back = bgv.from_bfv(same).expect("context");
    assert_eq!(back, fresh.0);
    let square = bench.square(&fresh);
    let (cost, before) =
        (bgv.log2_factor_removal(&square.0), bgv.noise_budget_bits(&bench.secret, &square.0).expect("context"));
    let bfv = bgv.into_bfv(square.0.clone()).expect("context");
    let open = bgv.bfv().decrypt(&bench.secret, &bfv).expect("budget");
    assert!(bench.slots.decode(&open.plaintext).expect("context") == square.1, "{}", F::NAME);
    let after = bgv.bfv().noise_budget_bits(&bench.secret, &bfv).expect("context");
    assert!((before - cost - after).abs() < 0.1, "{}: {before:.2} − {cost:.2} bits, not {after:.2}", F::NAME);
    // The parameters of BFV's products and the noise of this scheme's meet.
    let both = bgv.bfv().multiply_relinearize(&bfv, &bfv, &bench.key).map(|x| bgv.bfv().decrypt(&bench.secret, &x));
    if let Ok(Ok(open)) = both {
        assert!(
            bench.slots.decode(&open.plaintext).expect("context") == zip(&square.1, &square.1, |a, b| a * b),
            "{}",
            F::NAME
        );
    }
}

#[test]
fn bfv_and_back() {
    round_trips::<P32>(&[50; 6], 1);
    round_trips::<Bn254>(&[50; 20], 3);
}

#[test]
fn operands_of_other_parameters_are_refused() {
    let (mut bench, mut other) = (Bench::<P32>::new(&[50; 3], 1, 12), Bench::<P32>::new(&[50, 50, 48, 45], 1, 12));
    let (bgv, Pair(x, _), Pair(mut y, _)) = (bench.bgv.clone(), bench.fresh(), other.fresh());
    let refused = |result: Result<(), FheError>| assert!(matches!(result, Err(FheError::Context { .. })), "{result:?}");
    refused(bgv.add_assign(&mut y, &x));
    refused(bgv.sub_assign(&mut x.clone(), &y));
    refused(bgv.add_many(&[x.clone(), y.clone()]).map(drop));
    refused(bgv.multiply(&x, &y).map(drop));
    refused(bgv.square(&y).map(drop));
    refused(bgv.mod_switch_to_next_assign(&mut y));
    refused(bgv.decrypt(&bench.secret, &y).map(drop));
    refused(bgv.rotate_columns(&y, &bench.galois).map(drop));
    refused(bgv.rotate_columns(&x, &other.galois).map(drop));
    refused(bgv.hoist(&y).map(drop));
    refused(bgv.mul_plain(&y, &bgv.bfv().zero()).map(drop));
    refused(bgv.add_plain_assign(&mut y, &bgv.bfv().zero()));
    refused(bgv.into_bfv(y.clone()).map(drop));
    refused(bgv.to_lsb_parts(&y).map(drop));
    refused(bgv.from_bfv(other.bgv.into_bfv(y.clone()).expect("its own")).map(drop));
    let product = other.bgv.square(&y).expect("its own");
    refused(bgv.decrypt(&bench.secret, &product).map(drop));
    refused(bgv.relinearize::<papilio_ring::Coefficient, _>(&product, &bench.key).map(drop));
    let own = bgv.square(&x).expect("its own");
    refused(bgv.relinearize::<papilio_ring::Coefficient, _>(&own, &other.key).map(drop));
    let level = |found| Err(FheError::LevelRange { found, most: 2 });
    assert_eq!(bgv.multiply_at(&x, &x, 3).map(drop), level(3));
    assert_eq!(bgv.multiply_at(&x, &x, 0).map(drop), level(0));
    assert_eq!(bgv.mod_switch_to_assign(&mut x.clone(), 3), level(3));
    let without = Bgv::<P32>::new(parameters(&[50; 3], 0)).expect("scheme");
    let zero: Ciphertext<P32> = without.zero_ciphertext(3).expect("context");
    assert_eq!(without.multiply_relinearize(&zero, &zero, &bench.key), Err(FheError::NoSpecialPrimes));
}
