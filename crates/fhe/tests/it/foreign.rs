//! Operands of other parameters, another plaintext modulus or another key are errors.

use super::{Keys, parameters, rng, scheme, values};
use papilio_fhe::bfv::{
    BatchEncoder, Bfv, Ciphertext, FheError, GaloisKeys, PeriodicEncoder, Plaintext, Product, PublicKey, RelinearizationKey,
    SecretKey, SeededCiphertext, galois_element,
};
use papilio_fhe::bgv::{self, Bgv};
use papilio_fhe::codec::Object;
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use papilio_ring::{Evaluation, Poly};

const DEGREE: usize = 1 << 12;

/// Whether something is refused as of another context.
fn foreign<T>(what: &str, result: Result<T, FheError>) {
    assert!(matches!(result, Err(FheError::Context { .. })), "{what}: {:?}", result.err());
}

/// Whether something is refused as under another key.
fn of_another_key<T>(what: &str, result: Result<T, FheError>) {
    assert!(matches!(result, Err(FheError::Key { .. })), "{what}: {:?}", result.err());
}

/// Whether something is refused as of another degree.
fn of_another_degree<T>(what: &str, result: Result<T, FheError>, found: usize, expected: usize) {
    assert_eq!(result.err(), Some(FheError::Degree { found, expected }), "{what}");
}

/// Objects under one plaintext modulus are not opened under another, over the same primes and keys.
fn ciphertexts_of_one_field_are_not_opened_over_another<F: DftField>() {
    let (bfv, other) = (scheme::<P32>(&[50; 4], 1), scheme::<F>(&[50; 4], 1));
    let mut rng = rng(1);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let five = bfv.encode_coefficients(&[P32::from_u64(5)]).expect("fits");
    let x = bfv.encrypt_secret(&secret, &five, &mut rng).expect("context");
    foreign("a ciphertext", other.decrypt(&secret, &x));
    foreign("its budget", other.noise_budget_bits(&secret, &x));
    assert!(Ciphertext::from_bytes(&other, &x.to_bytes(&bfv)).is_err(), "bytes of a ciphertext");
    assert_eq!(Ciphertext::from_bytes(&bfv, &x.to_bytes(&bfv)).as_ref(), Ok(&x));
    let seeded = bfv.encrypt_seeded(&secret, &five, &mut rng).expect("context");
    assert!(SeededCiphertext::from_bytes(&other, &seeded.to_bytes(&bfv)).is_err(), "bytes of a seeded one");
    foreign("a seeded ciphertext", seeded.expand(&other));
    let product = bfv.square(&x).expect("a product");
    foreign("a product", other.decrypt(&secret, &product));
    assert!(Product::from_bytes(&other, &product.to_bytes(&bfv)).is_err(), "bytes of a product");
    assert!(Plaintext::<F>::from_bytes(&other, &five.to_bytes(&bfv)).is_err(), "bytes of a plaintext");

    let (bgv, over) = (Bgv::over(bfv.clone()), Bgv::over(other.clone()));
    foreign("into BGV", over.from_bfv(x.clone()));
    foreign("into BGV with a factor", over.from_inner(x.clone(), F::ONE));
    let y = bgv.from_bfv(x.clone()).expect("context");
    assert!(bgv::Ciphertext::<F>::from_bytes(&other, &y.to_bytes(&bfv)).is_err(), "bytes of a ciphertext of BGV");
    let square = bgv.square(&y).expect("a product");
    assert!(bgv::Product::<F>::from_bytes(&other, &square.to_bytes(&bfv)).is_err(), "bytes of a product of BGV");

    let factor = bfv.prepare(&five).expect("context");
    let mut z = other.zero_ciphertext::<Evaluation>(2).expect("a level");
    foreign("a factor", other.mul_plain_assign(&mut z, &factor));
    let own = z.clone();
    foreign("a factor of a sum", other.mul_plain_accumulate(&mut z, &[(&own, &factor)]));
    // Keys know no plaintexts, and serve both.
    let message = other.encode_coefficients(&[F::from_u64(7)]).expect("fits");
    let x = other.encrypt_secret(&secret, &message, &mut rng).expect("keys serve every field");
    assert!(other.decrypt(&secret, &x).expect("budget").plaintext == message);
}

#[test]
fn plaintext_moduli_are_told_apart() {
    ciphertexts_of_one_field_are_not_opened_over_another::<Goldilocks>();
    ciphertexts_of_one_field_are_not_opened_over_another::<BabyBear>();
}

#[test]
fn keys_of_another_degree_are_refused() {
    let (bfv, small) = (Bfv::<P32>::new(parameters(13, &[50; 4], 1, &[])).expect("scheme"), scheme::<P32>(&[50; 4], 1));
    let mut rng = rng(2);
    let (own, secret) = (SecretKey::generate(&bfv, &mut rng), SecretKey::generate(&small, &mut rng));
    let public = PublicKey::generate(&small, &secret, &mut rng).expect("context");
    let (message, x) = (bfv.zero(), bfv.encrypt_secret(&own, &bfv.zero(), &mut rng).expect("context"));
    foreign("encrypt_secret", bfv.encrypt_secret(&secret, &message, &mut rng));
    foreign("encrypt_seeded", bfv.encrypt_seeded(&secret, &message, &mut rng));
    foreign("encrypt_public", bfv.encrypt_public(&public, &message, &mut rng));
    foreign("decrypt", bfv.decrypt(&secret, &x));
    foreign("decrypt_product", bfv.decrypt(&secret, &bfv.square(&x).expect("a product")));
    foreign("a budget", bfv.noise_budget_bits(&secret, &x));
    foreign("a public key", PublicKey::generate(&bfv, &secret, &mut rng));
    foreign("a public key's bytes", public.to_seeded(&bfv));
    foreign("a relinearization key", RelinearizationKey::generate(&bfv, &secret, &mut rng));
    foreign("keys of automorphisms", GaloisKeys::generate(&bfv, &secret, [3], &mut rng));
    foreign("flood", bfv.flood(&x, 10, &public, &mut rng));
    let zero = small.encrypt_seeded(&secret, &small.zero(), &mut rng).expect("context");
    foreign("a public key from its ciphertext", PublicKey::from_seeded(&bfv, zero));
}

#[test]
fn plaintexts_of_another_degree_are_refused() {
    let (bfv, large) = (scheme::<P32>(&[50; 4], 1), Bfv::<P32>::new(parameters(13, &[50; 4], 1, &[])).expect("scheme"));
    let mut rng = rng(3);
    let keys = Keys::new(bfv.clone(), 0, &mut rng);
    let (message, mut x) = (large.zero(), bfv.encrypt_secret(&keys.secret, &bfv.zero(), &mut rng).expect("context"));
    let refused = |what: &str, result: Result<(), FheError>| of_another_degree(what, result, 2 * DEGREE, DEGREE);
    refused("encrypt_secret", bfv.encrypt_secret(&keys.secret, &message, &mut rng).map(|_| ()));
    refused("encrypt_seeded", bfv.encrypt_seeded(&keys.secret, &message, &mut rng).map(|_| ()));
    refused("encrypt_public", bfv.encrypt_public(&keys.public, &message, &mut rng).map(|_| ()));
    refused("a factor", bfv.prepare(&message).map(|_| ()));
    refused("add_plain", bfv.add_plain_assign(&mut x, &message));
    refused("sub_plain", bfv.sub_plain_assign(&mut x, &message));
    refused("mul_plain", bfv.mul_plain(&x, &message).map(|_| ()));
    refused("decode", keys.slots.decode(&message).map(|_| ()));
    refused(
        "parts",
        Ciphertext::from_parts(
            &bfv,
            [(); 2].map(|()| Poly::<Evaluation>::zero(large.parameters().basis(), 1)),
            keys.secret.id(),
            x.noise().clone(),
        )
        .map(|_| ()),
    );
}

#[test]
fn operands_of_other_primes_are_refused() {
    let bfv = scheme::<P32>(&[50; 5], 1);
    // Equally many primes of the same bit lengths, all but one the same.
    let avoid = [bfv.parameters().literal().moduli[3]];
    let other = Bfv::<P32>::new(parameters(12, &[50; 5], 1, &avoid)).expect("scheme");
    let mut random = rng(4);
    let (own, keys) = (Keys::new(bfv.clone(), 2, &mut random), Keys::new(other.clone(), 2, &mut random));
    let message = bfv.encode_coefficients(&values(DEGREE, &mut random)).expect("fits");
    let x = bfv.encrypt_secret(&own.secret, &message, &mut random).expect("context");
    let mut y = other.encrypt_secret(&keys.secret, &message, &mut random).expect("context");
    let values = bfv.to_evaluation(x.clone()).expect("context");

    foreign("seeded", other.encrypt_seeded(&keys.secret, &message, &mut random).expect("context").expand(&bfv));
    foreign("a relinearization key", bfv.multiply_relinearize(&x, &x, &keys.relinearization));
    foreign("keys of automorphisms", bfv.rotate_rows(&x, 1, &keys.galois));
    foreign("their exchange", bfv.rotate_columns(&x, &keys.galois));
    foreign("their sum", bfv.inner_sum(&x, &keys.galois));
    let hoisted = other.hoist(&y).expect("special primes");
    for exponent in [1, galois_element(DEGREE, 1)] {
        foreign("a hoisted ciphertext", bfv.apply_hoisted(&hoisted, exponent, &own.galois));
    }
    foreign("hoist", bfv.hoist(&y));
    let (mut z, mut evaluated) = (values, other.to_evaluation(y.clone()).expect("context"));
    let [own_factor, factor] = [&bfv, &other].map(|bfv| bfv.prepare(&message).expect("degree"));
    foreign("a factor", bfv.mul_plain_assign(&mut z, &factor));
    foreign("mul_plain_assign", bfv.mul_plain_assign(&mut evaluated, &own_factor));
    foreign("a term of mul_plain_accumulate", bfv.mul_plain_accumulate(&mut z, &[(&evaluated, &own_factor)]));
    foreign("mul_plain_accumulate", bfv.mul_plain_accumulate(&mut evaluated, &[]));
    let periodic = PeriodicEncoder::new(&other, 4).expect("slots");
    foreign("periodic factors", periodic.prepare(&bfv, &[P32::ONE], 1, &mut Vec::new()));

    foreign("neg_assign", bfv.neg_assign(&mut y));
    foreign("mul_scalar_assign", bfv.mul_scalar_assign(&mut y, P32::ONE));
    foreign("add_assign", bfv.add_assign(&mut y, &x));
    foreign("sub_assign", bfv.sub_assign(&mut y, &x));
    let many = [x.clone(), y.clone()];
    foreign("add_each_assign", bfv.add_each_assign(&mut many.clone(), &many));
    foreign("sub_each_assign", bfv.sub_each_assign([&mut y], [&x]));
    foreign("a term of sub_each_assign", bfv.sub_each_assign(&mut [x.clone()], [&y]));
    foreign("add_plain_assign", bfv.add_plain_assign(&mut y, &message));
    foreign("add_many", bfv.add_many(&[y.clone()]));
    foreign("multiply", bfv.multiply(&x, &y));
    foreign("square", bfv.square(&y));
    foreign("mul_plain", bfv.mul_plain(&y, &message));
    foreign("to_evaluation", bfv.to_evaluation(y.clone()));
    foreign("to_coefficient", bfv.to_coefficient(other.to_evaluation(y.clone()).expect("context")));
    foreign("mod_switch_to_next_assign", bfv.mod_switch_to_next_assign(&mut y));
    foreign("mod_switch_to_assign", bfv.mod_switch_to_assign(&mut y, 1));
    foreign("rotate by nothing", bfv.rotate_rows(&y, 0, &own.galois));
    foreign("relinearize", bfv.relinearize(&other.square(&y).expect("a product"), &own.relinearization));
    // Nothing has been changed by what was refused.
    assert!(other.decrypt(&keys.secret, &y).expect("budget").plaintext == message);

    let (bgv, over) = (Bgv::over(bfv), Bgv::over(other));
    let (x, mut y) = (bgv.from_bfv(x).expect("context"), over.from_bfv(y).expect("context"));
    foreign("multiply", bgv.multiply(&x, &y));
    foreign("square", bgv.square(&y));
    foreign("add_assign", bgv.add_assign(&mut y, &x));
    foreign("a term of add_assign", bgv.add_assign(&mut x.clone(), &y));
    foreign("a term of sub_assign", bgv.sub_assign(&mut x.clone(), &y));
    foreign("add_each_assign", bgv.add_each_assign([&mut y], [&x]));
    foreign("a term of sub_each_assign", bgv.sub_each_assign(&mut [x.clone(), x.clone()], [&x, &y]));
    foreign("into_inner", bgv.into_inner(y.clone()));
    foreign("add_many", bgv.add_many(&[y.clone()]));
    foreign("mul_scalar_by_factor_assign", bgv.mul_scalar_by_factor_assign(&mut y, P32::ONE));
    foreign("mul_plain", bgv.mul_plain(&y, &message));
    foreign("mod_switch_to_assign", bgv.mod_switch_to_assign(&mut y, 1));
    foreign("relinearize", bgv.relinearize::<Evaluation, _>(&over.square(&y).expect("a product"), &own.relinearization));
    foreign("decrypt_product", bgv.decrypt(&own.secret, &over.square(&y).expect("a product")));
    foreign("to_lsb_parts", bgv.to_lsb_parts(&y));
    foreign("into_bfv", bgv.into_bfv(y));
}

#[test]
fn operands_under_another_key_are_refused() {
    let bfv = scheme::<P32>(&[50; 4], 1);
    let mut random = rng(5);
    let (own, keys) = (Keys::new(bfv.clone(), 2, &mut random), Keys::new(bfv.clone(), 2, &mut random));
    let message = bfv.encode_coefficients(&[P32::from_u64(3)]).expect("fits");
    let mut x = bfv.encrypt_public(&own.public, &message, &mut random).expect("context");
    let y = bfv.encrypt_secret(&keys.secret, &message, &mut random).expect("context");
    let seeded = bfv.encrypt_seeded(&keys.secret, &message, &mut random).expect("context");
    of_another_key("decrypt", bfv.decrypt(&keys.secret, &x));
    of_another_key("a seeded one", bfv.decrypt(&own.secret, &seeded.expand(&bfv).expect("context")));
    of_another_key("decrypt_product", bfv.decrypt(&keys.secret, &bfv.square(&x).expect("a product")));
    of_another_key("a budget", bfv.noise_budget_bits(&keys.secret, &x));
    of_another_key("add_assign", bfv.add_assign(&mut x, &y));
    let mut many = [x.clone(), x.clone()];
    of_another_key("a term of add_each_assign", bfv.add_each_assign(&mut many, [&x, &y]));
    assert!(many == [x.clone(), x.clone()], "the term before is as it was");
    let bgv = Bgv::over(bfv.clone());
    let [of_own, of_other] = [&x, &y].map(|x| bgv.from_bfv(x.clone()).expect("context"));
    let mut many = [of_own.clone(), of_own.clone()];
    of_another_key("a term of BGV's", bgv.sub_each_assign(&mut many, [&of_own, &of_other]));
    assert!(many == [of_own.clone(), of_own], "the term before is as it was");
    of_another_key("multiply", bfv.multiply(&x, &y));
    of_another_key("relinearize", bfv.multiply_relinearize(&x, &x, &keys.relinearization));
    of_another_key("rotate_rows", bfv.rotate_rows(&x, 1, &keys.galois));
    of_another_key("rotate_columns", bfv.rotate_columns(&x, &keys.galois));
    of_another_key("inner_sum", bfv.inner_sum(&x, &keys.galois));
    let hoisted = bfv.hoist(&x).expect("special primes");
    of_another_key("apply_hoisted", bfv.apply_hoisted(&hoisted, galois_element(DEGREE, 1), &keys.galois));
    // Through bytes as well.
    let stored = RelinearizationKey::from_bytes(&bfv, &keys.relinearization.to_bytes(&bfv)).expect("its own bytes");
    of_another_key("a stored relinearization key", bfv.multiply_relinearize(&x, &x, &stored));
    let stored = GaloisKeys::from_bytes(&bfv, &keys.galois.to_bytes(&bfv)).expect("its own bytes");
    of_another_key("stored keys of automorphisms", bfv.rotate_rows(&x, 1, &stored));
    let stored = Ciphertext::from_bytes(&bfv, &y.to_bytes(&bfv)).expect("its own bytes");
    of_another_key("a stored ciphertext", bfv.decrypt(&own.secret, &stored));
    let stored = SecretKey::from_bytes(&bfv, &keys.secret.to_bytes(&bfv)).expect("its own bytes");
    assert!(bfv.decrypt(&stored, &y).expect("budget").plaintext == message);

    let bgv = Bgv::over(bfv.clone());
    let [mut x, y] = [x, y].map(|x| bgv.from_bfv(x).expect("context"));
    of_another_key("decrypt of BGV", bgv.decrypt(&keys.secret, &x));
    of_another_key("add_assign of BGV", bgv.add_assign(&mut x, &y));
    of_another_key("multiply of BGV", bgv.multiply(&x, &y));
    of_another_key("relinearize of BGV", bgv.multiply_relinearize(&x, &x, &keys.relinearization));
    of_another_key("rotate_rows of BGV", bgv.rotate_rows(&x, 1, &keys.galois));
    let evaluated = [&x, &y].map(|x| bgv.to_evaluation(x.clone()).expect("context"));
    let (mut sum, factor) = (evaluated[0].clone(), bgv.prepare(&message).expect("degree"));
    of_another_key("mul_plain_accumulate of BGV", bgv.mul_plain_accumulate(&mut sum, &[(&evaluated[1], &factor)]));
    assert!(sum == evaluated[0], "changed by what was refused");
    assert!(bgv.decrypt(&own.secret, &x).expect("budget").plaintext == message);
}

#[test]
fn sums_of_products_with_terms_of_another_level_are_refused() {
    let bfv = scheme::<P32>(&[50; 4], 0);
    let mut random = rng(6);
    let secret = SecretKey::generate(&bfv, &mut random);
    let slots = BatchEncoder::new(&bfv).expect("slots");
    let [a, b] = [(); 2].map(|()| values::<P32>(DEGREE, &mut random));
    let factor = bfv.prepare(&slots.encode(&b).expect("fits")).expect("degree");
    let at = |level: usize, random: &mut _| {
        let mut x = bfv.encrypt_secret(&secret, &slots.encode(&a).expect("fits"), random).expect("context");
        bfv.mod_switch_to_assign(&mut x, level).expect("a level");
        bfv.to_evaluation(x).expect("context")
    };
    let terms: Vec<_> = (2..=4).map(|level| at(level, &mut random)).collect();
    for level in 2..=4 {
        let mut sum = bfv.zero_ciphertext::<Evaluation>(level).expect("a level");
        for (term, found) in terms.iter().zip(2..) {
            let before = sum.clone();
            let result = bfv.mul_plain_accumulate(&mut sum, &[(&terms[level - 2], &factor), (term, &factor)]);
            if found == level {
                assert_eq!(result, Ok(()));
            } else {
                assert_eq!(result, Err(FheError::Level { found, expected: level }));
                assert!(sum == before, "changed by what was refused");
            }
        }
        let found = bfv.decrypt(&secret, &bfv.to_coefficient(sum).expect("context")).expect("budget").plaintext;
        let expected: Vec<P32> = a.iter().zip(&b).map(|(&a, &b)| a * b + a * b).collect();
        assert!(slots.decode(&found).expect("degree") == expected, "level {level}");
    }
    // A factor of fewer primes, and one that is prepared for more than there are.
    let low = bfv.prepare_at(&slots.encode(&b).expect("fits"), 2).expect("a level");
    let mut sum = bfv.zero_ciphertext::<Evaluation>(3).expect("a level");
    let short = Err(FheError::Level { found: 2, expected: 3 });
    assert_eq!(bfv.mul_plain_accumulate(&mut sum, &[(&terms[1], &low)]), short);
    assert_eq!(bfv.mul_plain_assign(&mut sum, &low), short);
    for level in [0, 5, usize::MAX] {
        let refused = bfv.prepare_at(&bfv.zero(), level).map(|_| ());
        assert_eq!(refused, Err(FheError::LevelRange { found: level, most: 4 }));
    }
}

#[test]
fn seeded_ciphertexts_of_more_primes_are_refused() {
    let (bfv, more) = (scheme::<P32>(&[50; 3], 0), scheme::<P32>(&[50; 4], 0));
    let mut random = rng(7);
    let secret = SecretKey::generate(&more, &mut random);
    let seeded = more.encrypt_seeded(&secret, &more.zero(), &mut random).expect("context");
    let again = SeededCiphertext::new(&bfv, seeded.key(), seeded.uniform().clone(), seeded.body().clone());
    assert_eq!(again.err(), Some(FheError::LevelRange { found: 4, most: 3 }));
    foreign("expand", seeded.expand(&bfv));
}

/// A public key has all primes, whatever the encryption of zero has that it is made of.
#[test]
fn public_keys_have_all_primes() {
    let (bfv, mut rng) = (scheme::<P32>(&[40, 40, 41], 1), rng(9));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let zero = |level, rng: &mut _| bfv.encrypt_seeded_at(&secret, &bfv.zero(), level, rng).expect("a level");
    assert!(PublicKey::from_seeded(&bfv, zero(2, &mut rng)).is_ok());
    let refused = PublicKey::from_seeded(&bfv, zero(1, &mut rng)).map(|_| ());
    assert_eq!(refused, Err(FheError::Level { found: 1, expected: 2 }));
}
