//! Secrets, which no device is given: by way of a polynomial, of its words, or of a key.

use papilio_fhe::prelude::*;
use papilio_ring::engine::Place;
use papilio_ring::{Coefficient, Poly, PooledVec, RnsBasis};

const N: usize = 4096;

#[test]
#[should_panic(expected = "a secret polynomial for another engine")]
fn a_secret_polynomial_is_not_moved() {
    let basis = RnsBasis::new(N, &RnsBasis::choose_moduli(N, &[49], 0).expect("primes")).expect("a basis");
    let mut secret = Poly::<Coefficient>::secret(&basis, 1);
    secret.limbs_mut().for_each(|limb| limb.fill(1));
    let _ = secret.to(&crate::gpu());
}

/// The engine does not rely on its callers.
#[test]
#[should_panic(expected = "secret words for a device")]
fn secret_words_are_not_moved() {
    let mut secret = PooledVec::secret(N);
    secret.fill(1);
    let _ = crate::gpu().upload(&secret);
}

#[test]
fn public_words_are_moved() {
    let mut words = PooledVec::secret(N);
    words.fill(1);
    words.publish();
    let moved = crate::gpu().upload(&words).expect("memory");
    assert_eq!(papilio_cuda::Gpu::download(&moved).expect("words")[..], words[..]);
}

/// Secret keys have no `to`: with one, the calls below are no longer those of this trait, and this
/// is not compiled.
#[test]
fn secret_keys_have_no_way_to_a_device() {
    #[derive(Debug, PartialEq)]
    struct NoWay;
    trait To {
        fn to(&self) -> NoWay {
            NoWay
        }
    }
    impl To for SecretKey {}
    impl To for papilio_fhe::bivariate::SecretKey {}
    let parameters = Parameters::builder().log_degree(12).log_q(&[30]).insecure().build().expect("parameters");
    let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65_537).expect("a modulus")).expect("a scheme");
    let key = SecretKey::generate(&bfv, &mut crate::seed::generator(1));
    assert_eq!(key.to(), NoWay);
    let _: fn(&papilio_fhe::bivariate::SecretKey) -> NoWay = |key| key.to();
}
