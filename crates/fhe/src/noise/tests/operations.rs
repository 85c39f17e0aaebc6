//! Ciphertexts carry what the model makes of their operands.

use super::Bench;
use crate::bfv::{Ciphertext, FheError, PublicKey, galois_element};
use crate::bgv::Bgv;
use crate::noise::{Noise, PlaintextNorms};
use papilio_field::fields::P32;
use papilio_field::{Centered, Field};
use papilio_ring::Coefficient;

#[test]
fn every_encryption_is_a_source_of_its_own() {
    let mut bench = Bench::<P32>::new(&[50; 3], 1, 21);
    let key = PublicKey::generate(&bench.bfv, &bench.secret, &mut bench.rng).expect("context");
    let message = bench.message();
    let (bfv, secret, rng, model) = (&bench.bfv, &bench.secret, &mut bench.rng, bench.bfv.model());
    let mut sources = Vec::new();
    for _ in 0..4 {
        let ciphertexts = [
            (false, bfv.encrypt_secret(secret, &message, rng)),
            (false, bfv.encrypt_seeded(secret, &message, rng).and_then(|seeded| seeded.expand(bfv))),
            (true, bfv.encrypt_public(&key, &message, rng)),
        ];
        for (public, x) in ciphertexts.map(|(public, x)| (public, x.expect("context"))) {
            let own = x.noise().sources().clone();
            assert_eq!(own.numbers().map(<[u32]>::len), Some(1));
            sources.extend_from_slice(own.numbers().expect("known"));
            assert_eq!(*x.noise(), if public { model.fresh_public(own) } else { model.fresh_secret(own) });
        }
    }
    sources.sort_unstable();
    assert!(sources.is_sorted_by(|a, b| a < b) && sources[0] < 1 << 30 && sources[11] > 3 << 30, "{sources:?}");
}

/// Multiples added in one pass are those added one after the other: both parts, noise and key.
#[test]
fn multiples_in_one_pass() {
    let mut bench = Bench::<P32>::new(&[50; 3], 1, 23);
    let (x, y) = (bench.fresh().ciphertext, bench.fresh_public().ciphertext);
    let stranger = Bench::<P32>::new(&[50; 3], 1, 24).fresh().ciphertext;
    let bfv = &bench.bfv;
    let centered = |negative, word| Centered { negative, magnitude: core::array::from_fn(|i| if i == 0 { word } else { 0 }) };
    let prime = bfv.parameters().basis().modulus(0).value();
    for (c, d) in [(centered(false, 3), centered(true, 5)), (centered(false, prime), centered(true, 1))] {
        let mut by_hand = bfv.zero_ciphertext(2).expect("a level");
        for (c, term) in [(&c, &x), (&d, &y), (&c, &x)] {
            let mut multiple = term.clone();
            // The first primes alone, in any form.
            multiple.parts_mut().iter_mut().for_each(|part| part.truncate(2));
            *multiple.noise_mut() = multiple.noise().clone().at(2);
            bfv.mul_integer_assign(&mut multiple, c).expect("context");
            bfv.add_assign(&mut by_hand, &multiple).expect("levels");
        }
        let mut sum: Ciphertext = bfv.zero_ciphertext(2).expect("a level");
        bfv.add_multiples_assign(&mut sum, &[(c, &x), (d, &y), (c, &x)]).expect("levels");
        assert_eq!((sum.noise(), sum.key()), (by_hand.noise(), bench.secret.id()));
        assert!(sum == by_hand && sum.noise().log2_variance() > 5.0);
        let (before, one) = (sum.clone(), centered(false, 1));
        let low = bfv.zero_ciphertext(1).expect("a level");
        let level = FheError::Level { found: 1, expected: 2 };
        assert_eq!(bfv.add_multiples_assign(&mut sum, &[(one, &x), (one, &low)]), Err(level));
        assert!(matches!(bfv.add_multiples_assign(&mut sum, &[(one, &x), (one, &stranger)]), Err(FheError::Key { .. })));
        assert!(sum == before, "a refused operation changes nothing");
    }
}

#[test]
fn operations_of_bfv() {
    let mut bench = Bench::<P32>::new(&[50; 5], 1, 22);
    let (x, y) = (bench.fresh().ciphertext, bench.fresh_public().ciphertext);
    let (message, scalar) = (bench.message(), P32::from_u64(1000));
    let norms = PlaintextNorms::measured(&papilio_field::FieldRing::<P32>::new(), message.coefficients());
    let (bfv, key, galois, model) = (&bench.bfv, &bench.relinearization, &bench.galois, bench.bfv.model());
    let (a, b) = (x.noise(), y.noise());
    let assigned = |f: &dyn Fn(&mut Ciphertext) -> Result<(), FheError>| {
        let mut z = x.clone();
        f(&mut z).expect("operands of one scheme");
        assert_eq!(z.noise().level(), z.level());
        z.noise().clone()
    };
    assert_eq!(assigned(&|z| bfv.add_assign(z, &y)), model.add(a, b));
    assert_eq!(assigned(&|z| bfv.sub_assign(z, &y)), model.add(a, b));
    assert_eq!(assigned(&|z| bfv.add_assign(z, &x)), model.add(a, a));
    assert_eq!(assigned(&|z| bfv.neg_assign(z)), *a);
    assert_eq!(assigned(&|z| bfv.mul_scalar_assign(z, scalar)), model.mul_scalar(a, 1000f64.log2()));
    assert_eq!(assigned(&|z| bfv.add_plain_assign(z, &message)), model.add_plain(a));
    assert_eq!(assigned(&|z| bfv.sub_plain_assign(z, &message)), model.add_plain(a));
    assert_eq!(assigned(&|z| bfv.mod_switch_to_next_assign(z)), model.mod_switch_to(a, 3));
    assert_eq!(*bfv.mul_plain(&x, &message).expect("context").noise(), model.mul_plain(a, &norms));
    let (mut sum, factor) = (bfv.to_evaluation(x.clone()).expect("context"), bfv.prepare(&message).expect("context"));
    let term = bfv.to_evaluation(y.clone()).expect("context");
    bfv.mul_plain_accumulate(&mut sum, &[(&term, &factor), (&term, &factor)]).expect("levels");
    let term = model.mul_plain(b, &norms);
    assert_eq!(*sum.noise(), model.add(&model.add(a, &term), &term));
    let (product, square) = (bfv.multiply(&x, &y).expect("levels"), bfv.square(&x).expect("primes"));
    assert_eq!((product.noise(), square.noise()), (&model.multiply(a, b), &model.square(a)));
    assert_eq!(*bfv.relinearize(&product, key).expect("key").noise(), model.key_switch(&model.multiply(a, b)));
    let image = model.automorphism(a);
    assert_eq!(*bfv.rotate_rows(&x, 1, galois).expect("key").noise(), image);
    let hoisted = bfv.hoist(&x).expect("context");
    let exponent = galois_element(bfv.parameters().degree(), 1);
    assert_eq!(*bfv.apply_hoisted(&hoisted, exponent, galois).expect("key").noise(), image);
    assert_eq!(*bfv.inner_sum(&x, galois).expect("keys").noise(), model.inner_sum(a));
}

/// Nothing is left of a mask where a factor is zero modulo a prime, or at a root modulo it.
#[test]
fn factors_that_are_zero_modulo_a_prime_spend_masks() {
    let mut bench = Bench::<P32>::new(&[30, 50, 50], 1, 24);
    let x = bench.fresh().ciphertext;
    let (prime, bfv) = (bench.bfv.parameters().literal().moduli[0], &bench.bfv);
    for (factor, spent) in [(prime, true), (3 * prime, false), (prime + 1, false), (0, true), (1, false)] {
        let factor = P32::from_u64(factor);
        let mut multiple = x.clone();
        bfv.mul_scalar_assign(&mut multiple, factor).expect("a context");
        assert_eq!(multiple.noise().is_spent(), spent, "{factor:?}");
        let plaintext = bfv.encode_coefficients(&[P32::ZERO, factor]).expect("fits");
        let product = bfv.mul_plain(&x, &plaintext).expect("a context");
        assert_eq!(product.noise().is_spent(), spent, "{factor:?} times X");
        let (term, prepared) = (bfv.to_evaluation(x.clone()).expect("a context"), bfv.prepare(&plaintext).expect("fits"));
        let mut sum = bfv.zero_ciphertext(x.level()).expect("a level");
        bfv.mul_plain_accumulate(&mut sum, &[(&term, &prepared)]).expect("levels");
        assert_eq!(sum.noise().is_spent(), spent, "{factor:?} times X, added to zero");
    }
}

#[test]
fn operations_of_bgv() {
    let mut bench = Bench::<P32>::new(&[50; 5], 1, 23);
    let bgv = Bgv::over(bench.bfv.clone());
    let [x, y] = [bench.fresh(), bench.fresh_public()].map(|x| bgv.from_bfv(x.ciphertext).expect("parameters"));
    let (message, key, model) = (bench.message(), &bench.relinearization, bgv.model());
    let (a, b) = (x.noise(), y.noise());
    let mut lower = x.clone();
    bgv.mod_switch_to_assign(&mut lower, 2).expect("a level");
    assert_eq!(*lower.noise(), model.mod_switch_to(a, 2));
    let norms = PlaintextNorms::measured(&papilio_field::FieldRing::<P32>::new(), message.coefficients());
    assert_eq!(*bgv.mul_plain(&x, &message).expect("context").noise(), model.mul_plain(a, &norms));
    for level in [2, 4] {
        let at = |noise: &Noise| model.mod_switch_to(noise, level);
        let expected = [(at(a), at(b)), (at(a), at(a))].map(|(a, b)| model.multiply_exactly(&a, &b));
        let products = [bgv.multiply_at(&x, &y, level), bgv.square_at(&x, level)].map(|x| x.expect("a level"));
        for (product, expected) in products.iter().zip(expected) {
            assert_eq!(*product.noise(), expected, "level {level}");
            let found = bgv.relinearize::<Coefficient, _>(product, key).expect("key");
            assert_eq!(*found.noise(), model.key_switch(&expected), "level {level}");
        }
    }
}
