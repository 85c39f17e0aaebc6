//! Results are those of residues, bit for bit, and those of the ring modulo `t`.

use super::*;
use crate::bfv::{Bfv, RelinearizationKey};
use crate::bivariate::{HalfExternalKey, ResiduesToWordsKey, SecretKey, WordsToResiduesKey};
use crate::{Parameters, ParametersLiteral as InResidues};
use chacha20::ChaCha20Rng;
use papilio_field::PlaintextModulus;
use papilio_field::fields::{Bn254, Goldilocks};
use papilio_ring::RnsBasis;
use papilio_ring::bivariate::TorusPoly;
use rand_core::SeedableRng;

const DEGREE: usize = 1 << 10;

fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

fn literal(key_bits: u32, digit_words: usize) -> ParametersLiteral {
    ParametersLiteral { degree: DEGREE, key_bits, digit_words: digit_words.into(), insecure: true }
}

/// The scheme in residues modulo so many primes of 50 bits.
fn residues<F: Residue>(t: &F::Ring, primes: usize) -> Bfv<F> {
    let mut moduli = RnsBasis::choose_moduli(DEGREE, &vec![50; primes + 1], 0).expect("primes");
    let special = moduli.split_off(primes);
    let literal = InResidues { log_degree: 10, moduli, special, insecure: true, ..InResidues::default() };
    Bfv::with_modulus(Parameters::new(literal).expect("parameters"), t.clone()).expect("a scheme")
}

/// The product modulo `X^N + 1` and `t`.
fn product<F: Residue>(t: &F::Ring, a: &[F], b: &[F]) -> Vec<F> {
    let mut sums = vec![F::default(); DEGREE];
    for (i, &a) in a.iter().enumerate() {
        for (j, &b) in b.iter().enumerate() {
            let (at, term) = ((i + j) % DEGREE, t.mul(a, b));
            sums[at] = if i + j < DEGREE { t.add(sums[at], term) } else { t.sub(sums[at], term) };
        }
    }
    sums
}

/// The half of `t − 1`.
fn half<R: ResidueRing>(t: &R) -> R::Element {
    let two = t.inverse(t.reduce(2)).expect("an odd modulus");
    t.mul(t.neg(t.one()), two)
}

/// Random messages, those of which every coefficient is `t − 1`, and `(t − 1)/2`.
fn messages<F: Residue>(t: &F::Ring, seed: u64) -> [Vec<F>; 3] {
    let mut rng = rng(seed);
    [(0..DEGREE).map(|_| t.random(&mut rng)).collect(), vec![t.neg(t.one()); DEGREE], vec![half(t); DEGREE]]
}

/// A chain of three products and a sum, in both representations and in the clear.
fn chain_agrees<F: Residue>(t: &F::Ring, (key_bits, words): (u32, usize), primes: usize) {
    let (bfv, other) = (WordBfv::<F>::new(&literal(key_bits, words), t.clone()).expect("a scheme"), residues::<F>(t, primes));
    let mut rng = rng(u64::from(key_bits));
    let secret = SecretKey::generate(bfv.scheme(), &mut rng);
    let key = HalfExternalKey::for_relinearization(bfv.scheme(), &secret, &mut rng).expect("a key");
    let other_secret = crate::bfv::SecretKey::generate(&other, &mut rng);
    let other_key = RelinearizationKey::generate(&other, &other_secret, &mut rng).expect("a key");
    for (kind, x) in messages::<F>(t, 5).into_iter().enumerate() {
        let factors = [x, messages(t, 6)[kind].clone(), messages(t, 7)[0].clone(), messages(t, 8)[1].clone()];
        let encrypted = factors.each_ref().map(|x| bfv.encode_coefficients(x).expect("a plaintext"));
        let words = encrypted.each_ref().map(|x| bfv.encrypt(&secret, x, &mut rng).expect("encryption"));
        let plain = factors.each_ref().map(|x| other.encode_coefficients(x).expect("a plaintext"));
        let others = plain.each_ref().map(|x| {
            let seeded = other.encrypt_seeded(&other_secret, x, &mut rng).expect("encryption");
            seeded.expand(&other).expect("a ciphertext")
        });
        let (mut a, mut b, mut clear) = (words[0].clone(), others[0].clone(), factors[0].clone());
        for i in 1..4 {
            a = bfv.multiply(&a, &words[i], &key).expect("a product");
            b = other.multiply_relinearize(&b, &others[i], &other_key).expect("a product");
            clear = product::<F>(t, &clear, &factors[i]);
            let found = bfv.decrypt(&secret, &a).expect("a budget");
            assert!(found.plaintext.coefficients() == clear, "messages {kind}, product {i} modulo {}", t.name());
            let in_residues = other.decrypt(&other_secret, &b).expect("a budget").plaintext;
            assert!(found.plaintext == in_residues, "residues: messages {kind}, product {i} modulo {}", t.name());
            // Predictions are bounds; by at most two bits and those of related operands each.
            let (measured, predicted) = (found.budget_bits, found.predicted_bits);
            let most = if predicted > 46.0 { f64::INFINITY } else { predicted + 3.0 * i as f64 + 3.0 };
            assert!(measured > predicted.min(46.0) - 0.2 && measured < most, "{measured} bits left, {predicted} predicted");
        }
        let sum = bfv.add(&a, &bfv.sub(&a, &words[1]).expect("a difference")).expect("a sum");
        let expected: Vec<F> = clear.iter().zip(&factors[1]).map(|(&x, &y)| t.sub(t.add(x, x), y)).collect();
        assert!(bfv.decrypt(&secret, &sum).expect("a budget").plaintext.coefficients() == expected, "a sum of {kind}");
    }
}

#[test]
fn chains_of_three_products_are_those_of_residues() {
    let modulus = |t| PlaintextModulus::new(t).expect("a modulus");
    chain_agrees::<u64>(&modulus(65537), (250, 1), 5);
    chain_agrees::<u64>(&modulus(3), (181, 1), 4);
    chain_agrees::<u64>(&modulus((1 << 61) - 1), (480, 2), 9);
    chain_agrees::<Goldilocks>(&papilio_field::FieldRing::new(), (530, 3), 9);
}

#[test]
fn chains_modulo_a_field_of_254_bits() {
    chain_agrees::<Bn254>(&papilio_field::FieldRing::new(), (1400, 4), 26);
}

#[test]
fn squares_slots_and_fewer_bits() {
    let t = PlaintextModulus::new(65537).expect("a modulus");
    let bfv = WordBfv::<u64>::new(&literal(250, 1), t).expect("a scheme");
    let mut rng = rng(11);
    let secret = SecretKey::generate(bfv.scheme(), &mut rng);
    let key = HalfExternalKey::for_relinearization(bfv.scheme(), &secret, &mut rng).expect("a key");
    let encoder = bfv.encoder().expect("slots");
    let values: Vec<i64> = (0..DEGREE as i64).map(|i| i * 37 % 201 - 100).collect();
    let x = bfv.encrypt(&secret, &encoder.encode_signed(&values).expect("slots"), &mut rng).expect("encryption");
    let square = bfv.multiply(&x, &x, &key).expect("a square");
    let decode =
        |a: &WordCiphertext<u64>| encoder.decode_signed(&bfv.decrypt(&secret, a).expect("a budget").plaintext).expect("slots");
    let squares: Vec<i64> = values.iter().map(|x| x * x).collect();
    assert_eq!(decode(&square), squares);
    assert_eq!(decode(&bfv.with_bits(&square, 70).expect("fewer bits")), squares);
    let exponent = crate::rlwe::galois_element(DEGREE, 3);
    let rotation = HalfExternalKey::for_automorphism(bfv.scheme(), &secret, exponent, &mut rng).expect("a key");
    let rotated = decode(&bfv.apply_automorphism(&square, exponent, &rotation).expect("rotated"));
    assert_eq!(rotated[..4], squares[3..7]);
    // Rounding the message at random and its error are all of a fresh noise.
    assert!((x.inner().log2_variance() - fresh_of(&bfv)).abs() < 1e-9);
    assert_eq!(format!("{:?}", bfv.decrypt(&secret, &x).expect("a budget")), "WordDecryption(..)");
}

/// Powers by one factor: its mask is in the noise again and again. Predictions are not above what
/// is measured, which decryption would refuse, and the powers are right to the end.
#[test]
fn powers_of_one_ciphertext() {
    let t = PlaintextModulus::new(257).expect("a modulus");
    let bfv = WordBfv::<u64>::new(&literal(210, 1), t).expect("a scheme");
    let mut rng = rng(17);
    for _ in 0..4 {
        let secret = SecretKey::generate(bfv.scheme(), &mut rng);
        let key = HalfExternalKey::for_relinearization(bfv.scheme(), &secret, &mut rng).expect("a key");
        let message = messages::<u64>(&t, 19)[0].clone();
        let x = bfv.encrypt(&secret, &bfv.encode_coefficients(&message).expect("fits"), &mut rng).expect("encryption");
        let (mut power, mut expected, mut count) = (x.clone(), message.clone(), 1);
        while bfv.predicted_budget_bits(&power) >= LEAST_BUDGET {
            let found = bfv.decrypt(&secret, &power).expect("a budget as it is predicted");
            assert!(found.plaintext.coefficients() == expected, "power {count}");
            assert!(found.budget_bits > found.predicted_bits.min(46.0), "power {count}");
            power = bfv.multiply(&power, &x, &key).expect("a product");
            expected = product::<u64>(&t, &expected, &message);
            count += 1;
        }
        assert!(count > 6, "{count} powers");
    }
}

fn fresh_of(bfv: &WordBfv<u64>) -> f64 {
    (papilio_ring::sample::ERROR_VARIANCE + 0.25).log2() - 2.0 * f64::from(bfv.scheme().max_bits())
}

#[test]
fn refusals() {
    let modulus = |t| PlaintextModulus::new(t).expect("a modulus");
    let new = |t, key_bits| WordBfv::<u64>::new(&literal(key_bits, 1), modulus(t)).map(|_| ());
    assert_eq!(new(65536, 250), Err(WordBfvError::Even("65536".into())));
    assert!(matches!(new(65537, 70), Err(WordBfvError::Room { bits: 18, .. })));
    assert!(matches!(new(65537, 52), Err(WordBfvError::Bivariate(BivariateError::KeyBits { .. }))));
    let bfv = WordBfv::<u64>::new(&literal(150, 1), modulus(65537)).expect("a scheme");
    let second = WordBfv::<u64>::new(&literal(150, 1), modulus(257)).expect("a scheme");
    let mut rng = rng(13);
    let secret = SecretKey::generate(bfv.scheme(), &mut rng);
    let key = HalfExternalKey::for_relinearization(bfv.scheme(), &secret, &mut rng).expect("a key");
    let plaintext = bfv.encode_coefficients(&[5, 7]).expect("a plaintext");
    let x = bfv.encrypt(&secret, &plaintext, &mut rng).expect("encryption");
    let of = || FheError::PlaintextModulus { found: "257".into(), expected: "65537".into() };
    let y = second.encrypt(&secret, &second.encode_coefficients(&[1]).expect("a plaintext"), &mut rng).expect("encryption");
    assert_eq!(bfv.add(&x, &y).map(|_| ()), Err(of().into()));
    for (a, b) in [(&x, &y), (&y, &x), (&y, &y)] {
        assert_eq!(bfv.add(a, b).map(|_| ()), Err(of().into()));
        assert_eq!(bfv.sub(a, b).map(|_| ()), Err(of().into()));
        assert_eq!(bfv.multiply(a, b, &key).map(|_| ()), Err(of().into()));
    }
    assert_eq!(bfv.with_bits(&y, 60).map(|_| ()), Err(of().into()));
    assert_eq!(bfv.apply_automorphism(&y, 3, &key).map(|_| ()), Err(of().into()));
    assert_eq!(bfv.decrypt(&secret, &y).map(|_| ()), Err(of().into()));
    let foreign = second.encode_coefficients(&[1]).expect("a plaintext");
    assert_eq!(bfv.encrypt(&secret, &foreign, &mut rng).map(|_| ()), Err(of().into()));
    assert!(matches!(bfv.encode_coefficients(&[65537]), Err(WordBfvError::Fhe(FheError::Unreduced { place: 0, .. }))));
    assert!(matches!(bfv.encode_coefficients(&[0; DEGREE + 1]), Err(WordBfvError::Fhe(FheError::TooLong { .. }))));
    // Three products are more than 98 bits last for, and none of the refused is wrong before.
    let (mut power, mut expected, mut products) = (x.clone(), plaintext.coefficients().to_vec(), 0);
    let refused = loop {
        match bfv.decrypt(&secret, &power) {
            Ok(found) => assert!(found.plaintext.coefficients() == expected, "after {products} products"),
            Err(error) => break error,
        }
        (power, products) = (bfv.multiply(&power, &x, &key).expect("a product"), products + 1);
        expected = product::<u64>(bfv.plaintext_modulus(), &expected, plaintext.coefficients());
    };
    assert!(matches!(refused, WordBfvError::Fhe(FheError::Exhausted { .. })) && (2..=4).contains(&products), "{products}");
    // A ciphertext that was changed has more noise than it says.
    let mut damaged = x.clone();
    let mut words = damaged.inner.parts[0].clone();
    words.add_integers((0..DEGREE).map(|i| i64::from(i == 9)), 24);
    damaged.inner.parts[0] = words;
    assert!(matches!(bfv.decrypt(&secret, &damaged), Err(WordBfvError::Fhe(FheError::Damaged { .. }))));
}

/// From residues to words, a product there, and back for another: without keys, and by keys between
/// two secrets.
#[test]
fn ciphertexts_go_both_ways() {
    let t = PlaintextModulus::new(65537).expect("a modulus");
    let (bfv, other) = (WordBfv::<u64>::new(&literal(302, 1), t).expect("a scheme"), residues::<u64>(&t, 5));
    let (scheme, mut rng) = (bfv.scheme(), rng(9));
    let of_residues = crate::bfv::SecretKey::generate(&other, &mut rng);
    let relinearization = RelinearizationKey::generate(&other, &of_residues, &mut rng).expect("a key");
    let same = SecretKey::from_seed(scheme, of_residues.seed());
    let fresh = SecretKey::generate(scheme, &mut rng);
    for of_words in [&same, &fresh] {
        let key = HalfExternalKey::for_relinearization(scheme, of_words, &mut rng).expect("a key");
        let to = ResiduesToWordsKey::generate(scheme, &other, (&of_residues, of_words), &mut rng).expect("a key");
        let from = WordsToResiduesKey::generate(scheme, &other, (of_words, &of_residues), &mut rng).expect("a key");
        for message in messages::<u64>(&t, 5) {
            let plaintext = other.encode_coefficients(&message).expect("a plaintext");
            let x = other.encrypt_secret(&of_residues, &plaintext, &mut rng).expect("encryption");
            let x = other.multiply_relinearize(&x, &x, &relinearization).expect("a product");
            let clear = product::<u64>(&t, &message, &message);
            let words = match of_words.id() == of_residues.id() {
                true => bfv.from_residues(&other, &x, 240),
                false => bfv.switch_from_residues(&other, &x, &to, 240),
            };
            let words = words.expect("words");
            let found = bfv.decrypt(of_words, &words).expect("a budget");
            assert!(found.plaintext.coefficients() == clear);
            let words = bfv.multiply(&words, &words, &key).expect("a product");
            let clear = product::<u64>(&t, &clear, &clear);
            let back = match of_words.id() == of_residues.id() {
                true => bfv.to_residues(&other, &words, 5),
                false => bfv.switch_to_residues(&other, &words, &from),
            };
            let back = back.expect("residues");
            let found = other.decrypt(&of_residues, &back).expect("a budget");
            assert!(found.plaintext.coefficients() == clear);
            let exact = other.noise_budget_bits(&of_residues, &back).expect("a budget");
            assert!(exact > found.predicted_bits && exact < found.predicted_bits + 8.0, "{exact}, {}", found.predicted_bits);
            let back = other.multiply_relinearize(&back, &x, &relinearization).expect("a product");
            let found = other.decrypt(&of_residues, &back).expect("a budget");
            let clear = product::<u64>(&t, &clear, &product::<u64>(&t, &message, &message));
            assert!(found.plaintext.coefficients() == clear);
            let exact = other.noise_budget_bits(&of_residues, &back).expect("a budget");
            assert!(exact > found.predicted_bits && exact < found.predicted_bits + 8.0, "{exact}, {}", found.predicted_bits);
        }
    }
}

#[test]
fn schemes_of_other_plaintexts_are_refused() {
    let [t, more] = [65537, 65539].map(|t| PlaintextModulus::new(t).expect("a modulus"));
    let (bfv, other) = (WordBfv::<u64>::new(&literal(302, 1), t).expect("a scheme"), residues::<u64>(&more, 5));
    let mut rng = rng(10);
    let secret = crate::bfv::SecretKey::generate(&other, &mut rng);
    let x = other.encode_coefficients(&[1]).and_then(|x| other.encrypt_secret(&secret, &x, &mut rng)).expect("encryption");
    let refused = bfv.from_residues(&other, &x, 240).expect_err("another modulus");
    assert!(matches!(refused, WordBfvError::Fhe(FheError::PlaintextModulus { .. })), "{refused}");
}

/// A message over `t` is rounded at random, so that roundings add up to nothing: the errors of one
/// constant have no mean, though its nearest multiple is a good part of a unit away.
#[test]
fn messages_are_rounded_without_a_mean() {
    let t = 65537u64;
    let bfv = WordBfv::<u64>::new(&literal(150, 1), PlaintextModulus::new(t).expect("a modulus")).expect("a scheme");
    let (bits, mut rng) = (bfv.scheme().max_bits(), rng(17));
    // m·2^bits modulo t is next to t/3.
    let power = (0..bits).fold(1, |power, _| power * 2 % t);
    let constant = (1..t).find(|m| (m * power % t).abs_diff(t / 3) < 2).expect("a message");
    let rest = (constant * power % t) as f64 / t as f64;
    let plaintext = bfv.encode_coefficients(&[constant; DEGREE]).expect("a plaintext");
    let secret = SecretKey::generate(bfv.scheme(), &mut rng);
    let (mut sum, count) = (0.0, 64);
    for _ in 0..count {
        let a = bfv.encrypt(&secret, &plaintext, &mut rng).expect("encryption");
        let mut error = bfv.scheme().phase(&secret, a.inner()).expect("a phase");
        error.sub_assign(&TorusPoly::quotients(DEGREE, &five_rows(constant), [t, 0, 0, 0], bits));
        sum += error.to_numbers(bits).iter().sum::<f64>();
    }
    // The nearest multiple is below by a third of a unit, which is the mean of what is added.
    let mean = sum / (count * DEGREE) as f64;
    assert!((mean - rest).abs() < 0.06, "a mean of {mean} where the rest is {rest}");
}

/// A constant in five rows of words.
fn five_rows(constant: u64) -> papilio_ring::PooledVec {
    let mut rows = papilio_ring::PooledVec::zero(5 * DEGREE);
    rows[..DEGREE].fill(constant);
    rows
}

/// The powers of the secret in a noise are counted over conversions, roundings, products and sums.
#[test]
fn powers_of_the_secret_in_a_noise_are_counted() {
    let t = PlaintextModulus::new(65537).expect("a modulus");
    let (bfv, other) = (WordBfv::<u64>::new(&literal(302, 1), t).expect("a scheme"), residues::<u64>(&t, 5));
    let (scheme, mut rng) = (bfv.scheme(), rng(9));
    let of_residues = crate::bfv::SecretKey::generate(&other, &mut rng);
    let message = messages::<u64>(&t, 5)[0].clone();
    let plaintext = other.encode_coefficients(&message).expect("a plaintext");
    let in_residues = other.encrypt_secret(&of_residues, &plaintext, &mut rng).expect("encryption");
    assert_eq!(in_residues.noise().secrets(), 0);
    assert_eq!(bfv.from_residues(&other, &in_residues, 240).expect("words").secrets, 1);
    let secret = SecretKey::from_seed(scheme, of_residues.seed());
    let key = HalfExternalKey::for_relinearization(scheme, &secret, &mut rng).expect("a key");
    let x = bfv.encrypt(&secret, &bfv.encode_coefficients(&message).expect("fits"), &mut rng).expect("encryption");
    assert_eq!(x.secrets, 0);
    assert_eq!(bfv.with_bits(&x, x.bits() - 10).expect("fewer bits").secrets, 1);
    let square = bfv.multiply(&x, &x, &key).expect("a square");
    let cube = bfv.multiply(&square, &x, &key).expect("a product");
    assert_eq!(cube.secrets, 2);
    for sum in [bfv.add(&x, &cube), bfv.add(&cube, &x), bfv.sub(&x, &cube)] {
        assert_eq!(sum.expect("a sum").secrets, 2);
    }
}

/// The variance of no power by one factor is above its prediction by more than samples differ.
#[test]
fn variances_of_powers_are_predicted() {
    let t = PlaintextModulus::new(257).expect("a modulus");
    let bfv = WordBfv::<u64>::new(&literal(400, 1), t).expect("a scheme");
    for seed in 0..6 {
        let mut rng = rng(100 + seed);
        let secret = SecretKey::generate(bfv.scheme(), &mut rng);
        let key = HalfExternalKey::for_relinearization(bfv.scheme(), &secret, &mut rng).expect("a key");
        let message = messages::<u64>(&t, 19 + seed)[0].clone();
        let x = bfv.encrypt(&secret, &bfv.encode_coefficients(&message).expect("fits"), &mut rng).expect("encryption");
        let (mut power, mut expected) = (x.clone(), message.clone());
        for count in 2..14 {
            power = bfv.multiply(&power, &x, &key).expect("a product");
            expected = product::<u64>(&t, &expected, &message);
            let mut phase = bfv.scheme().phase(&secret, &power.inner).expect("a phase");
            phase.sub_assign(&bfv.fractions(&bfv.encode_coefficients(&expected).expect("fits"), phase.bits()));
            let errors = phase.to_numbers(0);
            let measured = (errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64).log2();
            let above = power.inner.log2_variance() - measured;
            assert!(above > -0.3, "power {count} of seed {seed}: predicted above measured by {above:.2} bits");
        }
    }
}
