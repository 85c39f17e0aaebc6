//! A scheme together with the key that its products need.
//!
//! ```
//! use papilio_fhe::polynomial::{Keyed, Polynomial};
//! use papilio_fhe::prelude::*;
//! # use chacha20::ChaCha20Rng;
//! # use rand_core::SeedableRng;
//! # let mut rng = ChaCha20Rng::from_seed([1; 32]);
//! let parameters = Parameters::builder().log_degree(13).log_q(&[43, 43, 43]).log_p(&[45]).build()?;
//! let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65537)?)?;
//! let secret = SecretKey::generate(&bfv, &mut rng);
//! let key = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
//! let slots = BatchEncoder::new(&bfv)?;
//! let x = bfv.encrypt_secret(&secret, &slots.encode(&[0, 1, 2, 10])?, &mut rng)?;
//! // 1 + 2·x + x^3
//! let value = Polynomial::power(vec![1, 2, 0, 1])?.evaluate(&Keyed::new(&bfv, &key), &x)?;
//! assert_eq!(slots.decode(&bfv.decrypt(&secret, &value)?.plaintext)?[..4], [1, 4, 13, 1021]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::rlwe::RelinearizationKey;
use papilio_ring::{Cpu, Engine};

/// A scheme with a relinearization key: a [`super::PolynomialScheme`] for BFV and BGV.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'a, S, E: Engine = Cpu> {
    pub(super) scheme: &'a S,
    pub(super) key: &'a RelinearizationKey<E>,
}

impl<'a, S, E: Engine> Keyed<'a, S, E> {
    /// The scheme with the key.
    #[must_use]
    pub fn new(scheme: &'a S, key: &'a RelinearizationKey<E>) -> Self {
        Self { scheme, key }
    }
}
