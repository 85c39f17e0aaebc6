//! Circuits of a scheme on a device: ciphertexts are those of the CPU, word for word,
//! with the same predictions.

use chacha20::ChaCha20Rng;
use papilio_cuda::{EngineError, Gpu};
use papilio_fhe::polynomial::{Keyed, Polynomial};
use papilio_fhe::prelude::*;
use papilio_fhe::rlwe::galois_element;
use papilio_ring::{Coefficient, Evaluation, Form};

/// A scheme, its keys, and two ciphertexts.
pub(super) struct Scheme {
    pub(super) bfv: Bfv<u64>,
    pub(super) secret: SecretKey,
    pub(super) relinearization: RelinearizationKey,
    pub(super) galois: GaloisKeys,
    pub(super) encoder: BatchEncoder<u64>,
    pub(super) x: Ciphertext,
    pub(super) y: Ciphertext,
}

impl Scheme {
    pub(super) fn new(log_q: &[u32], log_p: &[u32]) -> Self {
        let mut rng = crate::seed::generator(7);
        // The least ring that a device has kernels for; secure or not makes no difference to it.
        let parameters = Parameters::builder().log_degree(12).log_q(log_q).log_p(log_p).insecure();
        let parameters = parameters.build().expect("parameters");
        let modulus = PlaintextModulus::new(65_537).expect("a modulus");
        let bfv = Bfv::<u64>::with_modulus(parameters, modulus).expect("a scheme");
        let secret = SecretKey::generate(&bfv, &mut rng);
        let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("special primes");
        let galois = GaloisKeys::for_rotations(&bfv, &secret, [1, 2, 4, -1], &mut rng).expect("special primes");
        let encoder = BatchEncoder::new(&bfv).expect("slots");
        let encrypted = |values: &[i64], rng: &mut ChaCha20Rng| {
            let plaintext = encoder.encode_signed(values).expect("values");
            bfv.encrypt_secret(&secret, &plaintext, rng).expect("a ciphertext")
        };
        let values: Vec<i64> = (0..4096).map(|i| (i * i) % 600 - 300).collect();
        let (x, y) = (encrypted(&values, &mut rng), encrypted(&[3, -1, 4, -1, 5], &mut rng));
        Self { bfv, secret, relinearization, galois, encoder, x, y }
    }
}

fn same<S: Form, const PARTS: usize>(name: &str, device: &Ciphertext<S, PARTS, Gpu>, host: &Ciphertext<S, PARTS>) {
    let found = device.to_host().expect("words");
    assert!(found.parts().iter().zip(host.parts()).all(|(a, b)| a.residues() == b.residues()), "{name}: words");
    assert_eq!((found.noise(), found.key()), (host.noise(), host.key()), "{name}: noise and key");
}

/// Everything that a server does with ciphertexts, one operation after the other.
fn circuit(scheme: &Scheme, gpu: &Gpu) -> Result<(), Box<dyn std::error::Error>> {
    let Scheme { bfv, relinearization, galois, x, y, .. } = scheme;
    let [x_words, y_words] = [x.to(gpu)?, y.to(gpu)?];
    let (key, keys) = (relinearization.to(bfv, gpu)?, galois.to(bfv, gpu)?);
    assert_eq!((key.id(), keys.id()), (relinearization.id(), galois.id()));

    let (product, host) = (bfv.multiply(&x_words, &y_words)?, bfv.multiply(x, y)?);
    same("a product", &product, &host);
    same("a square", &bfv.square(&x_words)?, &bfv.square(x)?);
    let (mut a, mut b) = (bfv.relinearize(&product, &key)?, bfv.relinearize(&host, relinearization)?);
    same("a product of two parts", &a, &b);

    bfv.add_assign(&mut a, &x_words)?;
    bfv.add_assign(&mut b, x)?;
    bfv.sub_assign(&mut a, &y_words)?;
    bfv.sub_assign(&mut b, y)?;
    bfv.neg_assign(&mut a)?;
    bfv.neg_assign(&mut b)?;
    bfv.mul_scalar_assign(&mut a, 65_530)?;
    bfv.mul_scalar_assign(&mut b, 65_530)?;
    same("sums and multiples", &a, &b);

    for steps in [1, 3] {
        same("a rotation", &bfv.rotate_rows(&a, steps, &keys)?, &bfv.rotate_rows(&b, steps, galois)?);
    }
    let (hoisted, host) = (bfv.hoist(&a)?, bfv.hoist(&b)?);
    for steps in [0, 1, 2] {
        let element = galois_element(4096, steps);
        same("hoisted", &bfv.apply_hoisted(&hoisted, element, &keys)?, &bfv.apply_hoisted(&host, element, galois)?);
    }
    same("an inner sum", &bfv.partial_inner_sum(&a, 4, &keys)?, &bfv.partial_inner_sum(&b, 4, galois)?);
    same("the sum of all", &bfv.add_many(&[a.clone(), x_words.clone()])?, &bfv.add_many(&[b.clone(), x.clone()])?);

    let message = scheme.encoder.encode_signed(&[2, -7, 1])?;
    let (mut sum, mut host) = (a.clone(), b.clone());
    bfv.add_plain_assign(&mut sum, &message)?;
    bfv.add_plain_assign(&mut host, &message)?;
    same("a sum with a plaintext", &sum, &host);
    bfv.sub_plain_assign(&mut sum, &message)?;
    same("a sum less the plaintext", &sum, &b.clone().with_noise(sum.noise().clone())?);
    let polynomial = Polynomial::power(vec![1, 65_530, 0, 3])?;
    let (device, host) = (Keyed::new(bfv, &key), Keyed::new(bfv, relinearization));
    same("a polynomial", &polynomial.evaluate(&device, &x_words)?, &polynomial.evaluate(&host, x)?);

    let plaintext = bfv.prepare(&message)?;
    let plaintext_words = plaintext.to(gpu)?;
    let (mut values, mut host) = (bfv.to_evaluation(a.clone())?, bfv.to_evaluation(b.clone())?);
    bfv.mul_plain_assign(&mut values, &plaintext_words)?;
    bfv.mul_plain_assign(&mut host, &plaintext)?;
    same("a product with a plaintext", &values, &host);
    let (x_values, y_values) = (bfv.to_evaluation(x_words.clone())?, bfv.to_evaluation(x.clone())?);
    bfv.mul_plain_accumulate(&mut values, &[(&x_values, &plaintext_words)])?;
    bfv.mul_plain_accumulate(&mut host, &[(&y_values, &plaintext)])?;
    same("a sum of products", &values, &host);
    same("of values", &bfv.rotate_rows(&values, 1, &keys)?, &bfv.rotate_rows(&host, 1, galois)?);
    same("of values", &bfv.mod_switch_to(&values, 1)?, &bfv.mod_switch_to(&host, 1)?);
    same("in coefficients", &bfv.to_coefficient(values)?, &bfv.to_coefficient(host)?);

    bfv.mod_switch_to_next_assign(&mut a)?;
    bfv.mod_switch_to_next_assign(&mut b)?;
    same("a smaller modulus", &a, &b);
    same("a rotation of a lower level", &bfv.rotate_rows(&a, 2, &keys)?, &bfv.rotate_rows(&b, 2, galois)?);
    let four = [a.clone(), a.clone(), a.clone()];
    same(
        "a power",
        &bfv.multiply_many(&four, &key)?,
        &bfv.exponentiate(&b, 3, relinearization).and(bfv.multiply_many(&[b.clone(), b.clone(), b], relinearization))?,
    );
    Ok(())
}

#[test]
fn circuits_are_those_of_the_host() {
    let gpu = crate::gpu();
    for (log_q, log_p) in [(&[49, 49, 49][..], &[49][..]), (&[60, 55, 58, 50], &[60, 59])] {
        circuit(&Scheme::new(log_q, log_p), &gpu).expect("a circuit");
    }
}

/// The same of BGV, whose products are of values and whose relinearization may drop primes.
#[test]
fn circuits_of_bgv_are_those_of_the_host() {
    let gpu = crate::gpu();
    for (log_q, log_p) in [(&[49, 49, 49, 49][..], &[49][..]), (&[60, 55, 58, 50], &[60, 59])] {
        let Scheme { bfv, secret, relinearization, galois, x, y, encoder } = Scheme::new(log_q, log_p);
        let (key, keys) = (relinearization.to(&bfv, &gpu).expect("memory"), galois.to(&bfv, &gpu).expect("memory"));
        let bgv = Bgv::over(bfv);
        let [x, y] = [x, y].map(|x| bgv.from_bfv(x).expect("a ciphertext"));
        let [x_words, y_words] = [&x, &y].map(|x| x.to(&gpu).expect("memory"));
        let same = |name: &str,
                    device: &papilio_fhe::bgv::Ciphertext<u64, Coefficient, 2, Gpu>,
                    host: &papilio_fhe::bgv::Ciphertext<u64>| {
            assert!(device.to_host().expect("words") == *host, "{name}");
        };
        let mut a = bgv.multiply_relinearize(&x_words, &y_words, &key).expect("a product");
        let mut b = bgv.multiply_relinearize(&x, &y, &relinearization).expect("a product");
        same("a product", &a, &b);
        // The operands have other factors and levels.
        bgv.add_assign(&mut a, &x_words).expect("a sum");
        bgv.add_assign(&mut b, &x).expect("a sum");
        same("a sum", &a, &b);
        same("a rotation", &bgv.rotate_rows(&a, 1, &keys).expect("a key"), &bgv.rotate_rows(&b, 1, &galois).expect("a key"));
        bgv.mod_switch_to_next_assign(&mut a).expect("a level");
        bgv.mod_switch_to_next_assign(&mut b).expect("a level");
        same("a smaller modulus", &a, &b);
        let polynomial = Polynomial::power(vec![7, 65_530, 0, 3]).expect("coefficients");
        let (device, host) = (Keyed::new(&bgv, &key), Keyed::new(&bgv, &relinearization));
        let (found, expected) = (polynomial.evaluate(&device, &x_words), polynomial.evaluate(&host, &x));
        same("a polynomial", &found.expect("levels"), &expected.expect("levels"));
        let (square, host) = (bgv.square_at(&y_words, 3).expect("a square"), bgv.square_at(&y, 3).expect("a square"));
        let (a, b) = (bgv.relinearize(&square, &key).expect("a key"), bgv.relinearize(&host, &relinearization).expect("a key"));
        same("a square", &a, &b);
        let decrypted = bgv.decrypt(&secret, &a.to_host().expect("words")).expect("a message");
        assert_eq!(encoder.decode_signed(&decrypted.plaintext).expect("slots")[..6], [9, 1, 16, 1, 25, 0]);
    }
}

/// Results are decrypted on the host.
#[test]
fn a_product_on_a_device_decrypts() {
    let (scheme, gpu) = (Scheme::new(&[49, 49, 49], &[49]), crate::gpu());
    let Scheme { bfv, secret, relinearization, encoder, y, .. } = &scheme;
    let (y, key) = (y.to(&gpu).expect("memory"), relinearization.to(bfv, &gpu).expect("memory"));
    let product = bfv.multiply_relinearize(&y, &y, &key).expect("a product");
    let decrypted = bfv.decrypt(secret, &product.to_host().expect("words")).expect("a message");
    assert_eq!(encoder.decode_signed(&decrypted.plaintext).expect("slots")[..6], [9, 1, 16, 1, 25, 0]);
}

/// At whatever allocation memory ends: the words that could not be computed say so, the others are
/// what they were, and with memory the same is computed anew.
#[test]
#[cfg(feature = "emulate")]
fn memory_that_ends_in_a_product_loses_nothing_else() {
    let scheme = Scheme::new(&[49, 49, 49], &[49]);
    let Scheme { bfv, relinearization, x, y, .. } = &scheme;
    let expected = bfv.multiply_relinearize(x, y, relinearization).expect("a product");
    // Memory for the operands and the key, and more and more of that which a product takes besides.
    let operands = 2 * 2 * 3 * 4096 * 8 + 2 * 3 * 4 * 4096 * 8;
    let mut refused = 0;
    for more in (0..).map(|i| i * 700_000) {
        let gpu = Gpu::emulated(papilio_cuda::Emulation { memory: operands + more, ..papilio_cuda::Emulation::default() });
        let [a, b] = [x, y].map(|x| x.to(&gpu).expect("memory of an operand"));
        let key = relinearization.to(bfv, &gpu).expect("memory of a key");
        let product = bfv.multiply_relinearize(&a, &b, &key).expect("operands that belong together");
        same("an operand", &a, x);
        same("an operand", &b, y);
        match product.to_host() {
            Err(EngineError::OutOfMemory { total, .. }) => assert_eq!(total, operands + more),
            Err(error) => panic!("{error}"),
            Ok(product) => {
                assert!(product.parts().iter().zip(expected.parts()).all(|(a, b)| a.residues() == b.residues()));
                break;
            }
        }
        refused += 1;
    }
    assert!(refused > 3, "refused {refused} times");
}

/// Operands and keys of two devices, and rings without kernels.
#[test]
fn what_a_device_cannot_do_is_told_by_the_result() {
    let scheme = Scheme::new(&[49, 49, 49], &[49]);
    let Scheme { bfv, relinearization, galois, x, y, .. } = &scheme;
    let gpus = [(); 2].map(|()| crate::gpu());
    let on = |i: usize, x: &Ciphertext| x.to(&gpus[i]).expect("memory");
    let (mut a, b) = (on(0, x), on(1, y));
    let keys = galois.to(bfv, &gpus[1]).expect("memory");
    let other = |found: Result<Ciphertext<Coefficient>, EngineError>| {
        let Err(EngineError::OtherDevice { first, other }) = found else { panic!("{found:?}") };
        crate::are_two_devices(&first, &other);
    };
    other(bfv.rotate_rows(&a, 1, &keys).expect("a rotation").to_host());
    let key = relinearization.to(bfv, &gpus[0]).expect("memory");
    other(bfv.multiply_relinearize(&a, &b, &key).expect("a product").to_host());
    let square = bfv.multiply_relinearize(&a, &a, &key).expect("a product");
    same("a square", &square, &bfv.multiply_relinearize(x, x, relinearization).expect("a product"));
    bfv.add_assign(&mut a, &b).expect("a sum");
    other(a.to_host());
    // Its image is missing for the same reason, and the other operand is there.
    other(bfv.rotate_rows(&a, 1, &galois.to(bfv, &gpus[0]).expect("memory")).expect("a rotation").to_host());
    same("the other operand", &b, y);

    let small = Parameters::builder().log_degree(11).log_q(&[30]).insecure().build().expect("parameters");
    let bfv = Bfv::<u64>::with_modulus(small, PlaintextModulus::new(257).expect("a modulus")).expect("a scheme");
    let zero = bfv.zero_ciphertext::<Evaluation>(1).expect("a level").to(&gpus[0]).expect("memory");
    let found = bfv.to_coefficient(zero).expect("coefficients").to_host();
    let Err(EngineError::Unsupported { reason }) = found else { panic!("{found:?}") };
    assert_eq!(reason, "transforms on a GPU have 2^12 to 2^16 words, not 2048");
}

/// After a failure all words say what the first one was; those of the host are untouched.
#[test]
#[cfg(feature = "emulate")]
fn a_lost_device_is_told_by_all_results() {
    let scheme = Scheme::new(&[49, 49, 49], &[49]);
    let Scheme { bfv, relinearization, x, y, .. } = &scheme;
    let gpu = Gpu::emulated(papilio_cuda::Emulation { lost_after: Some(9), ..papilio_cuda::Emulation::default() });
    let [a, b] = [x, y].map(|x| x.to(&gpu).expect("memory"));
    let key = relinearization.to(bfv, &gpu).expect("memory");
    let product = bfv.multiply_relinearize(&a, &b, &key).expect("a product");
    for lost in [product.to_host(), a.to_host()] {
        let Err(EngineError::Poisoned { by }) = lost else { panic!("{lost:?}") };
        assert!(matches!(*by, EngineError::Device { code: 999, .. }), "{by}");
    }
    assert!(x.to(&gpu).is_err());
}
