//! Plaintext moduli that are chosen at run time, small rings, and what is done with several slots,
//! secrets and levels.

use chacha20::ChaCha20Rng;
use papilio_fhe::ParametersError;
use papilio_fhe::bfv::{Product, galois_element, inner_sum_galois_elements};
use papilio_fhe::prelude::*;
use rand_core::{Rng, SeedableRng};

/// A scheme over `Z_t`, and a generator.
pub(super) fn scheme(log_degree: u32, log_q: &[u32], t: u64) -> (Bfv<u64>, ChaCha20Rng) {
    let parameters =
        Parameters::builder().log_degree(log_degree).log_q(log_q).log_p(&[60]).insecure().build().expect("parameters");
    let t = PlaintextModulus::new(t).expect("a modulus");
    (Bfv::with_modulus(parameters, t).expect("a scheme"), ChaCha20Rng::from_seed([log_degree as u8; 32]))
}

/// Values at the ends of the interval and between.
fn values(t: u64, count: usize, rng: &mut ChaCha20Rng) -> Vec<u64> {
    let ends = [0, 1 % t, t - 1, t / 2, t.div_ceil(2) % t, (t / 2 + 1) % t];
    ends.into_iter().chain((0..count).map(|_| rng.next_u64() % t)).take(count).collect()
}

/// The product modulo `X^N + 1` and `t`, by its definition.
fn negacyclic(t: u64, a: &[u64], b: &[u64]) -> Vec<u64> {
    let (n, modulus) = (a.len(), u128::from(t));
    let mut product = vec![0u128; n];
    for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
        for (j, &y) in b.iter().enumerate().filter(|(_, y)| **y != 0) {
            let term = u128::from(x) * u128::from(y) % modulus;
            let place = (i + j) % n;
            product[place] = (product[place] + if i + j < n { term } else { modulus - term }) % modulus;
        }
    }
    product.into_iter().map(|x| x as u64).collect()
}

/// Sums, multiples and products in coefficients, modulo numbers of every kind, both schemes.
#[test]
fn any_modulus_computes_in_coefficients() {
    for t in [2, 3, 4, 255, 256, 65537, 786_433, 1 << 20, 1_000_000, (1 << 33) + 6, (1 << 61) - 1, (1 << 61) - 2] {
        let (bfv, mut rng) = scheme(10, &[60; 6], t);
        let (bgv, n) = (Bgv::over(bfv.clone()), 1 << 10);
        let secret = SecretKey::generate(&bfv, &mut rng);
        let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
        let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
        let (a, b) = (values(t, n, &mut rng), values(t, n, &mut rng));
        let [p, q] = [&a, &b].map(|values| bfv.encode_coefficients(values).expect("fits"));
        let open = |x: &Ciphertext| bfv.decrypt(&secret, x).expect("budget").plaintext.coefficients().to_vec();
        let x = bfv.encrypt_public(&public, &p, &mut rng).expect("context");
        let y = bfv.encrypt_secret(&secret, &q, &mut rng).expect("context");
        assert_eq!((open(&x), open(&y)), (a.clone(), b.clone()), "{t}");
        let ring = bfv.plaintext_modulus();
        let mut sum = x.clone();
        bfv.add_assign(&mut sum, &y).expect("levels");
        bfv.mul_scalar_assign(&mut sum, t - 1).expect("context");
        bfv.sub_plain_assign(&mut sum, &p).expect("context");
        let expected: Vec<u64> = a.iter().zip(&b).map(|(&a, &b)| ring.sub(ring.neg(ring.add(a, b)), a)).collect();
        assert_eq!(open(&sum), expected, "{t}");
        let expected = negacyclic(t, &a, &b);
        assert_eq!(open(&bfv.multiply_relinearize(&x, &y, &key).expect("levels")), expected, "{t}");
        assert_eq!(open(&bfv.mul_plain(&x, &q).expect("context")), expected, "{t}");
        let [x, y] = [x, y].map(|x| bgv.from_bfv(x).expect("context"));
        let mut product = bgv.multiply_relinearize(&x, &y, &key).expect("levels");
        bgv.add_assign(&mut product, &x).expect("context");
        let found = bgv.decrypt(&secret, &product).expect("budget").plaintext.coefficients().to_vec();
        let expected: Vec<u64> = expected.iter().zip(&a).map(|(&x, &y)| ring.add(x, y)).collect();
        assert_eq!(found, expected, "BGV, {t}");
    }
}

/// A prime with fewer roots of unity has fewer slots, in which everything works as in all of them.
#[test]
fn fewer_roots_are_fewer_slots() {
    for (t, slots) in [(65537, 1 << 10), (786_433, 1 << 10), (12_289, 1 << 10), (257, 128), (97, 16), (41, 4)] {
        let (bfv, mut rng) = scheme(10, &[55; 3], t);
        let encoder = BatchEncoder::new(&bfv).expect("slots");
        assert_eq!(encoder.slots(), slots, "{t}");
        let secret = SecretKey::generate(&bfv, &mut rng);
        let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
        let steps = [1, -1, slots as i64 / 4];
        let keys = GaloisKeys::for_rotations(&bfv, &secret, steps, &mut rng).expect("special primes");
        let (a, b) = (values(t, slots, &mut rng), values(t, slots, &mut rng));
        let encrypt = |values: &[u64], rng: &mut ChaCha20Rng| {
            bfv.encrypt_secret(&secret, &encoder.encode(values).expect("fits"), rng).expect("context")
        };
        let open = |x: &Ciphertext| encoder.decode(&bfv.decrypt(&secret, x).expect("budget").plaintext).expect("slots");
        let (x, y) = (encrypt(&a, &mut rng), encrypt(&b, &mut rng));
        let ring = bfv.plaintext_modulus();
        let product = bfv.multiply_relinearize(&x, &y, &key).expect("levels");
        assert_eq!(open(&product), a.iter().zip(&b).map(|(&a, &b)| ring.mul(a, b)).collect::<Vec<_>>(), "{t}");
        for steps in steps {
            let (mut first, mut second) = (a[..slots / 2].to_vec(), a[slots / 2..].to_vec());
            let turn = steps.rem_euclid(slots as i64 / 2) as usize;
            [&mut first, &mut second].into_iter().for_each(|row| row.rotate_left(turn));
            let found = open(&bfv.rotate_rows(&x, steps, &keys).expect("a key"));
            assert_eq!(found, [first, second].concat(), "{t}, {steps} steps");
        }
        let signed: Vec<i64> = (0..slots as i64).map(|i| i % (t as i64 / 2) * if i % 2 == 0 { 1 } else { -1 }).collect();
        let plaintext = encoder.encode_signed(&signed).expect("fits");
        assert_eq!(encoder.decode_signed(&plaintext).expect("slots"), signed, "{t}");
        // Beyond the greatest and the least number that are decoded as they are.
        let half = t as i64 / 2;
        for extreme in [half, -half] {
            let kept = encoder.encode_signed(&[extreme]).expect("a residue");
            assert_eq!(encoder.decode_signed(&kept).expect("slots")[0], extreme, "{t}");
        }
        for beyond in [half + 1, -half - 1, t as i64, i64::MIN, i64::MAX] {
            let refused = encoder.encode_signed(&[0, beyond]).map(|_| ());
            assert_eq!(refused, Err(FheError::Unreduced { place: 1, modulus: t.to_string() }), "{beyond} modulo {t}");
        }
        if slots < 1 << 10 {
            let other = bfv.encode_coefficients(&[0, 1]).expect("fits");
            assert_eq!(encoder.decode(&other), Err(FheError::NotInSlots { place: 1, apart: (1 << 10) / slots }));
        }
    }
    for t in [2, 3, 5, 64, 65536, 1_000_003] {
        let (bfv, _) = scheme(10, &[55; 3], t);
        let refused = BatchEncoder::new(&bfv).map(|_| ());
        assert_eq!(refused, Err(FheError::NoSlots { field: t.to_string(), degree: 1 << 10 }));
    }
}

/// A dot product, and sums over fewer neighbors.
#[test]
fn sums_over_neighboring_slots() {
    let (bfv, mut rng) = scheme(11, &[55; 4], 65537);
    let (encoder, n) = (BatchEncoder::new(&bfv).expect("slots"), 1 << 11);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let a = values(65537, n, &mut rng);
    let x = bfv.encrypt_secret(&secret, &encoder.encode(&a).expect("fits"), &mut rng).expect("context");
    let sum = |values: &mut dyn Iterator<Item = u64>| values.fold(0, |sum, x| (sum + x) % 65537);
    for count in [1, 2, 8, n / 2, n] {
        let keys = GaloisKeys::for_inner_sum(&bfv, &secret, count, &mut rng).expect("special primes");
        assert_eq!(keys.galois_elements().count(), count.trailing_zeros() as usize);
        let found = bfv.partial_inner_sum(&x, count, &keys).expect("keys");
        let opened = bfv.decrypt(&secret, &found).expect("budget");
        assert!(bfv.predicted_budget_bits(&found) <= bfv.noise_budget_bits(&secret, &found).expect("context") + 0.02);
        let expected: Vec<u64> = (0..n)
            .map(|slot| match count {
                _ if count == n => sum(&mut a.iter().copied()),
                _ => sum(&mut (0..count).map(|i| a[slot / (n / 2) * (n / 2) + (slot + i) % (n / 2)])),
            })
            .collect();
        assert_eq!(encoder.decode(&opened.plaintext).expect("slots"), expected, "{count} slots");
    }
    for count in [0, 3, 2 * n] {
        assert_eq!(inner_sum_galois_elements(n, count), Err(FheError::InnerSum { count, degree: n }));
    }
    assert_eq!(inner_sum_galois_elements(n, 4), Ok(vec![galois_element(n, 1), galois_element(n, 2)]));
}

/// Products are added up first and relinearized once, in both schemes.
#[test]
fn sums_of_products_are_relinearized_once() {
    let (bfv, mut rng) = scheme(10, &[55; 5], 65537);
    let (encoder, bgv) = (BatchEncoder::new(&bfv).expect("slots"), Bgv::over(bfv.clone()));
    let secret = SecretKey::generate(&bfv, &mut rng);
    let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
    let vectors: Vec<Vec<u64>> = (0..6).map(|_| values(65537, 1 << 10, &mut rng)).collect();
    let encrypt = |values: &Vec<u64>, rng: &mut ChaCha20Rng| {
        bfv.encrypt_secret(&secret, &encoder.encode(values).expect("fits"), rng).expect("context")
    };
    let x: Vec<Ciphertext> = vectors.iter().map(|values| encrypt(values, &mut rng)).collect();
    let ring = bfv.plaintext_modulus();
    let term = |i: usize, slot: usize| ring.mul(vectors[2 * i][slot], vectors[2 * i + 1][slot]);
    let expected: Vec<u64> =
        (0..1 << 10).map(|slot| ring.sub(ring.add(term(0, slot), term(1, slot)), ring.mul(7, term(2, slot)))).collect();
    let mut products: Vec<Product> = x.chunks(2).map(|pair| bfv.multiply(&pair[0], &pair[1]).expect("levels")).collect();
    bfv.mul_scalar_assign(&mut products[2], 7).expect("context");
    let mut sum = bfv.add_many(&products[..2]).expect("levels");
    bfv.sub_assign(&mut sum, &products[2]).expect("levels");
    let direct = bfv.decrypt(&secret, &sum).expect("budget");
    assert_eq!(encoder.decode(&direct.plaintext).expect("slots"), expected);
    let found = bfv.relinearize(&sum, &key).expect("a key");
    let opened = bfv.decrypt(&secret, &found).expect("budget");
    assert!(opened.predicted_bits <= bfv.noise_budget_bits(&secret, &found).expect("context") + 0.02);
    assert_eq!(encoder.decode(&opened.plaintext).expect("slots"), expected);

    let x: Vec<_> = x.into_iter().map(|x| bgv.from_bfv(x).expect("context")).collect();
    let mut products: Vec<_> = x.chunks(2).map(|pair| bgv.multiply_at(&pair[0], &pair[1], 4).expect("levels")).collect();
    // Another factor of the message, by which products that were made differently differ.
    bgv.mul_scalar_assign(&mut products[2], 65537 - 7).expect("context");
    let (mut sum, rest) = (products.remove(0), products);
    rest.iter().for_each(|product| bgv.add_product_assign(&mut sum, product).expect("levels"));
    let found = bgv.relinearize::<papilio_ring::Coefficient, _>(&sum, &key).expect("a key");
    let opened = bgv.decrypt(&secret, &found).expect("budget");
    assert_eq!(encoder.decode(&opened.plaintext).expect("slots"), expected, "BGV");
    let lower = bgv.multiply_at(&x[0], &x[1], 3).expect("levels");
    assert_eq!(bgv.add_product_assign(&mut sum, &lower), Err(FheError::Level { found: 3, expected: 4 }));
}

/// A ciphertext under one secret becomes one under another, which alone opens it.
#[test]
fn ciphertexts_change_their_secret() {
    let (bfv, mut rng) = scheme(10, &[50; 3], 786_433);
    let [from, to, other] = [(); 3].map(|()| SecretKey::generate(&bfv, &mut rng));
    let key = SecretSwitchingKey::generate(&bfv, &from, &to, &mut rng).expect("special primes");
    let key = SecretSwitchingKey::from_bytes(&bfv, &key.to_bytes(&bfv)).expect("its own bytes");
    let plaintext = bfv.encode_coefficients(&values(786_433, 1 << 10, &mut rng)).expect("fits");
    let x = bfv.encrypt_secret(&from, &plaintext, &mut rng).expect("context");
    let y = bfv.switch_secret(&x, &key).expect("a key");
    assert_eq!((y.key(), key.from(), key.to()), (to.id(), from.id(), to.id()));
    let opened = bfv.decrypt(&to, &y).expect("budget");
    assert!(opened.plaintext == plaintext, "another message");
    assert!(opened.predicted_bits <= bfv.noise_budget_bits(&to, &y).expect("context") + 0.02);
    assert_eq!(bfv.decrypt(&from, &y).map(|_| ()), Err(FheError::Key { found: to.id(), expected: from.id() }));
    let foreign = bfv.encrypt_secret(&other, &plaintext, &mut rng).expect("context");
    let refused = bfv.switch_secret(&foreign, &key).map(|_| ());
    assert_eq!(refused, Err(FheError::Key { found: from.id(), expected: other.id() }));
}

/// Encryption at a level is encryption with its primes, under either key.
#[test]
fn encryption_at_a_level() {
    let (bfv, mut rng) = scheme(10, &[50; 3], 65537);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("context");
    let plaintext = bfv.encode_coefficients(&values(65537, 1 << 10, &mut rng)).expect("fits");
    for level in 1..=3 {
        let seeded = bfv.encrypt_seeded_at(&secret, &plaintext, level, &mut rng).expect("a level");
        let ciphertexts = [
            seeded.expand(&bfv).expect("context"),
            bfv.encrypt_secret_at(&secret, &plaintext, level, &mut rng).expect("a level"),
            bfv.encrypt_public_at(&public, &plaintext, level, &mut rng).expect("a level"),
        ];
        for x in &ciphertexts {
            assert_eq!((x.level(), x.noise().level()), (level, level));
            let opened = bfv.decrypt(&secret, x).expect("budget");
            assert!(opened.plaintext == plaintext, "level {level}");
            let measured = bfv.noise_budget_bits(&secret, x).expect("context");
            assert!((opened.predicted_bits..opened.predicted_bits + 4.0).contains(&(measured + 0.02)), "level {level}");
        }
    }
    for level in [0, 4] {
        let refused = bfv.encrypt_secret_at(&secret, &plaintext, level, &mut rng).map(|_| ());
        assert_eq!(refused, Err(FheError::LevelRange { found: level, most: 3 }));
    }
    let (tight, mut rng) = scheme(10, &[60, 60], (1 << 61) - 1);
    let secret = SecretKey::generate(&tight, &mut rng);
    let refused = tight.encrypt_secret_at(&secret, &tight.zero(), 1, &mut rng).map(|_| ());
    assert!(matches!(refused, Err(FheError::SmallModulus { level: 1, .. })), "{refused:?}");
}

#[test]
fn parameters_by_bit_lengths() {
    let literal = ParametersLiteral { log_degree: 13, log_q: vec![50, 50, 50], log_p: vec![50], ..Default::default() };
    let parameters = Parameters::new(literal.clone()).expect("parameters");
    let found = parameters.literal();
    assert_eq!((found.moduli.len(), found.special.len(), found.log_q.len(), found.log_p.len()), (3, 1, 0, 0));
    assert!(found.moduli.iter().chain(&found.special).all(|q| q.ilog2() == 49 && q % (1 << 14) == 1));
    assert!(found.moduli.iter().all(|&q| q < found.special[0]), "special primes are the greatest");
    assert_eq!(Parameters::new(found.clone()).expect("primes").fingerprint(), parameters.fingerprint());
    let twice = ParametersLiteral { moduli: found.moduli.clone(), ..literal.clone() };
    assert!(matches!(Parameters::new(twice), Err(ParametersError::Twice { primes: 3, sizes: 3 })));
    // Special primes by bits, the others by themselves.
    let mixed = ParametersLiteral { moduli: found.moduli.clone(), log_q: vec![], ..literal.clone() };
    let mixed = Parameters::new(mixed).expect("parameters");
    assert!(!found.moduli.contains(&mixed.literal().special[0]));
    let great = ParametersLiteral { log_q: vec![50; 5], ..literal.clone() };
    assert!(matches!(Parameters::new(great), Err(ParametersError::Insecure { max: 214, .. })));
    for bits in [0, 5, 14, 63, 64, u32::MAX] {
        let bad = ParametersLiteral { log_q: vec![bits], ..literal.clone() };
        assert!(Parameters::new(bad).is_err(), "{bits} bits");
    }
    let small = Parameters::builder().log_degree(10).log_q(&[26]).build().expect("within the table");
    assert_eq!((small.degree(), small.security_bits()), (1024, 128));
    assert!(matches!(
        Parameters::builder().log_degree(10).log_q(&[27]).build(),
        Err(ParametersError::Insecure { max: 26, .. })
    ));
    assert!(matches!(Parameters::builder().log_q(&[27]).build(), Err(ParametersError::Degree(0))));
}

/// A plaintext modulus that shares a prime with the ciphertext modulus, or leaves no room, is
/// refused.
#[test]
fn plaintext_moduli_that_do_not_fit_are_refused() {
    let parameters = Parameters::builder().log_degree(10).log_q(&[30, 30]).insecure().build().expect("parameters");
    let q = parameters.literal().moduli[0];
    for t in [q, 2 * q] {
        let found = Bfv::<u64>::with_modulus(parameters.clone(), PlaintextModulus::new(t).expect("in range")).map(|_| ());
        assert_eq!(found, Err(FheError::SharedPrime(t.to_string())));
    }
    let great = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new((1 << 60) + 1).expect("in range")).map(|_| ());
    assert!(matches!(great, Err(FheError::SmallModulus { level: 2, .. })), "{great:?}");
}
