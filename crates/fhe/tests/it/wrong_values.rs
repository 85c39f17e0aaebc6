//! Whatever is done to a ciphertext, it decrypts to the right message or not at all.

use super::{Keys, rng, scheme, values};
use papilio_fhe::advice::{Request, Step, advise};
use papilio_fhe::bfv::{Bfv, FheError, SecretKey};
use papilio_fhe::bgv::Bgv;
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Goldilocks, P32};
use papilio_ntt::dft::DftField;
use papilio_ring::RnsBasis;

/// How many were right, and how many refused: no others may be.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    right: usize,
    refused: usize,
}

impl Tally {
    fn count<F: DftField>(&mut self, what: &str, opened: Result<Vec<F>, FheError>, expected: &[F]) {
        match opened {
            Ok(found) => {
                let wrong = found.iter().zip(expected).filter(|(a, b)| a != b).count();
                assert_eq!(wrong, 0, "{what}: wrong values of {} as Ok", found.len());
                self.right += 1;
            }
            Err(FheError::Exhausted { .. }) => self.refused += 1,
            Err(error) => panic!("{what}: {error}"),
        }
    }
}

/// Products and their inner sums by BFV and BGV, with parameters for a request, of so many keys.
fn products_and_inner_sums<F: DftField>(request: &Request, keys: u64) -> [Tally; 4] {
    let literal = advise(request).expect("parameters").literal;
    let bfv = Bfv::<F>::new(Parameters::new(literal).expect("secure")).expect("scheme");
    let bgv = Bgv::over(bfv.clone());
    let mut tallies: [Tally; 4] = Default::default();
    for seed in 0..keys {
        let mut rng = rng(seed);
        let keys = Keys::new(bfv.clone(), 0, &mut rng);
        let [a, b] = [(); 2].map(|()| values::<F>(bfv.parameters().degree(), &mut rng));
        let [x, y] = [&a, &b].map(|values| {
            let message = keys.slots.encode(values).expect("fits");
            bfv.encrypt_public(&keys.public, &message, &mut rng).expect("context")
        });
        let products: Vec<F> = a.iter().zip(&b).map(|(&a, &b)| a * b).collect();
        let sums = vec![products.iter().fold(F::ZERO, |sum, &x| sum + x); products.len()];
        let decode = |found: papilio_fhe::bfv::Decryption<F>| keys.slots.decode(&found.plaintext).expect("context");
        let product = bfv.multiply_relinearize(&x, &y, &keys.relinearization).expect("levels");
        let sum = bfv.inner_sum(&product, &keys.galois).expect("keys");
        tallies[0].count("product of BFV", bfv.decrypt(&keys.secret, &product).map(decode), &products);
        tallies[1].count("inner sum of BFV", bfv.decrypt(&keys.secret, &sum).map(decode), &sums);
        let [x, y] = [x, y].map(|x| bgv.from_bfv(x).expect("context"));
        let product = bgv.multiply_relinearize(&x, &y, &keys.relinearization).expect("levels");
        let sum = bgv.inner_sum(&product, &keys.galois).expect("keys");
        tallies[2].count("product of BGV", bgv.decrypt(&keys.secret, &product).map(decode), &products);
        tallies[3].count("inner sum of BGV", bgv.decrypt(&keys.secret, &sum).map(decode), &sums);
    }
    println!("{}, {request:?}: {tallies:?}", F::NAME);
    tallies
}

fn inner_sums<F: DftField>() {
    let products = Request { log_degree: Some(13), ..Request::products(F::BITS, 1).with_rotations() };
    // The noise of a trace is all in one coefficient: no spread of it shows.
    let [product, sum, ..] = products_and_inner_sums::<F>(&products, 10);
    assert_eq!((product.right, sum.refused), (10, 10));
    // A request that names the sum has room for it.
    let circuit = [&products.circuit[..], &[Step::InnerSum]].concat();
    let [product, sum, ..] = products_and_inner_sums::<F>(&Request { circuit, ..products }, 3);
    assert_eq!((product.right, sum.right), (3, 3));
}

#[test]
fn inner_sums_that_no_room_was_left_for_are_refused() {
    inner_sums::<P32>();
    inner_sums::<BabyBear>();
}

#[test]
fn a_modulus_below_that_of_plaintexts_is_refused() {
    let literal = |count: usize| {
        let moduli = RnsBasis::choose_moduli(1 << 12, &vec![50; count], 0).expect("primes");
        Parameters::new(ParametersLiteral {
            log_degree: 12,
            moduli,
            special: vec![],
            insecure: true,
            ..ParametersLiteral::default()
        })
        .expect("parameters")
    };
    let refused = Bfv::<Goldilocks>::new(literal(1)).expect_err("50 bits for messages of 64");
    assert!(
        matches!(refused, FheError::SmallModulus { level: 1, log_modulus, needed } if log_modulus < 50.0 && needed > 65.0),
        "{refused}"
    );
    assert!(matches!(Bgv::<Goldilocks>::new(literal(1)), Err(FheError::SmallModulus { .. })));

    // Nor does any operation get there.
    let bfv = Bfv::<Goldilocks>::new(literal(3)).expect("150 bits");
    let bgv = Bgv::over(bfv.clone());
    let small = |refused: FheError| assert!(matches!(refused, FheError::SmallModulus { level: 1, .. }), "{refused}");
    let mut rng = rng(1);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let message = bfv.encode_coefficients(&values(1 << 12, &mut rng)).expect("fits");
    let mut x = bfv.encrypt_secret(&secret, &message, &mut rng).expect("context");
    small(bfv.mod_switch_to_assign(&mut x, 1).expect_err("level 1"));
    assert_eq!(x.level(), 3, "a refused switch changes nothing");
    bfv.mod_switch_to_next_assign(&mut x).expect("level 2");
    small(bfv.mod_switch_to_next_assign(&mut x).expect_err("level 1"));
    assert!(bfv.decrypt(&secret, &x).expect("budget").plaintext == message);
    small(bfv.zero_ciphertext::<papilio_ring::Coefficient>(1).expect_err("level 1"));
    small(bgv.zero_ciphertext::<papilio_ring::Evaluation>(1).expect_err("level 1"));
    let mut x = bgv.from_bfv(x).expect("context");
    small(bgv.mod_switch_to_next_assign(&mut x).expect_err("level 1"));
    small(bgv.mod_switch_to_assign(&mut x, 1).expect_err("level 1"));
    small(bgv.multiply_at(&x, &x, 1).expect_err("level 1"));
    small(bgv.square_at(&x, 1).expect_err("level 1"));
    assert!(bgv.decrypt(&secret, &x).expect("budget").plaintext == message);
}

/// Doubles until far past the end, where noise that has gone around looks as if there were little.
fn doublings<F: DftField>(bits: &[u32], message: &[F], by: u64, steps: usize) {
    let bfv = scheme::<F>(bits, 0);
    let mut rng = rng(2);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let mut expected = bfv.encode_coefficients(message).expect("fits").into_coefficients();
    let encoded = bfv.encode_coefficients(message).expect("fits");
    let mut x = bfv.encrypt_secret(&secret, &encoded, &mut rng).expect("context");
    let mut tally = Tally::default();
    for step in 0..steps {
        let opened = bfv.decrypt(&secret, &x).map(|found| found.plaintext.into_coefficients());
        tally.count(&format!("step {step} over {}", F::NAME), opened, &expected);
        if by == 2 {
            let same = x.clone();
            bfv.add_assign(&mut x, &same).expect("levels");
        } else {
            bfv.mul_scalar_assign(&mut x, F::from_u64(by)).expect("context");
        }
        expected.iter_mut().for_each(|m| *m = *m * F::from_u64(by));
    }
    assert!(tally.right > 2 && tally.refused > steps / 3, "{tally:?}");
}

#[test]
fn small_messages_doubled_past_the_end_are_refused() {
    let mut random = rng(3);
    for bits in [&[50][..], &[36, 36]] {
        doublings(bits, &[P32::ONE; 1 << 12], 2, 80);
        doublings(bits, &[P32::from_u64(5)], 2, 80);
        doublings(bits, &[P32::ZERO], 3, 60);
        doublings(bits, &values::<P32>(1 << 12, &mut random), 2, 80);
    }
    doublings(&[50, 50], &[Goldilocks::ONE; 1 << 12], 2, 100);
}

/// The rounding of a message is noise, even where there was none.
#[test]
fn messages_added_to_zero_have_the_noise_of_their_rounding() {
    let bfv = scheme::<P32>(&[50; 3], 0);
    let mut rng = rng(4);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let message = bfv.encode_coefficients(&values(1 << 12, &mut rng)).expect("fits");
    let mut x = bfv.zero_ciphertext(3).expect("a level");
    assert_eq!(bfv.predicted_budget_bits(&x), f64::INFINITY);
    for _ in 0..3 {
        bfv.add_plain_assign(&mut x, &message).expect("context");
        let measured = bfv.noise_budget_bits(&secret, &x).expect("context");
        assert!(bfv.predicted_budget_bits(&x) <= measured, "{} of {measured}", bfv.predicted_budget_bits(&x));
    }
}
