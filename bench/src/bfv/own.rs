//! Our side of a set of parameters: keys, messages, and the clock.

use super::sets::Set;
use crate::ntt::protocol::middle;
use crate::{elements, rng};
use papilio_fhe::Parameters;
use papilio_fhe::bfv::{
    BatchEncoder, Bfv, Ciphertext, FheError, GaloisKeys, Plaintext, PublicKey, RelinearizationKey, SecretKey, galois_element,
    galois_element_row_swap,
};
use papilio_field::fields::P32;
use std::hint::black_box;
use std::time::Instant;

/// What our side did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Median time of one call.
    pub milliseconds: f64,
    /// Whether the result decrypts to what arithmetic in the clear gives.
    pub correct: bool,
}

/// Two messages at every stage, and every key: those for automorphisms are of one step and of the exchange.
#[derive(Debug)]
pub struct Own {
    pub(super) bfv: Bfv<P32>,
    pub(super) slots: BatchEncoder<P32>,
    pub(super) secret: SecretKey,
    pub(super) public: PublicKey,
    pub(super) relinearization: RelinearizationKey,
    pub(super) galois: GaloisKeys,
    pub(super) messages: [Vec<P32>; 2],
    pub(super) plaintexts: [Plaintext<P32>; 2],
    pub(super) ciphertexts: [Ciphertext; 2],
}

impl Own {
    /// Keys and ciphertexts of a set.
    ///
    /// # Errors
    /// In words: a mistake in the table of sets.
    pub fn new(set: &Set) -> Result<Self, String> {
        Self::over(set.parameters().map_err(|e| e.to_string())?).map_err(|e| e.to_string())
    }

    fn over(parameters: Parameters) -> Result<Self, FheError> {
        let (bfv, mut rng) = (Bfv::new(parameters)?, rng(1));
        let (slots, degree) = (BatchEncoder::new(&bfv)?, bfv.parameters().degree());
        let secret = SecretKey::generate(&bfv, &mut rng);
        let public = PublicKey::generate(&bfv, &secret, &mut rng)?;
        let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
        let galois =
            GaloisKeys::generate(&bfv, &secret, [galois_element(degree, 1), galois_element_row_swap(degree)], &mut rng)?;
        let messages = [2, 3].map(|seed| elements(degree, seed));
        let plaintexts = [slots.encode(&messages[0])?, slots.encode(&messages[1])?];
        let [first, second] = &plaintexts;
        let ciphertexts = [bfv.encrypt_public(&public, first, &mut rng)?, bfv.encrypt_public(&public, second, &mut rng)?];
        Ok(Self { bfv, slots, secret, public, relinearization, galois, messages, plaintexts, ciphertexts })
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        self.bfv.parameters()
    }

    /// Whether a ciphertext decrypts to these values.
    pub(super) fn opens(&self, ciphertext: &Ciphertext, values: &[P32]) -> bool {
        let open = self.bfv.decrypt(&self.secret, ciphertext).and_then(|open| self.slots.decode(&open.plaintext));
        open.is_ok_and(|found| found == values)
    }
}

/// Checks what a first call makes, and times further ones. What `prepare` does before each is not timed, nor the end of what a call
/// made: the peers' results have a place already, or are freed outside of their calls.
///
/// # Errors
/// Those of the call and the check.
pub(super) fn timed<I, O>(
    samples: usize,
    mut prepare: impl FnMut() -> I,
    mut call: impl FnMut(I) -> Result<O, FheError>,
    check: impl FnOnce(O) -> Result<bool, FheError>,
) -> Result<Measured, FheError> {
    let correct = check(call(prepare())?)?;
    let mut sample = || {
        let input = black_box(prepare());
        let start = Instant::now();
        let made = black_box(call(input));
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        made.map(|_| milliseconds)
    };
    let mut times = (0..samples.max(1)).map(|_| sample()).collect::<Result<Vec<_>, _>>()?;
    Ok(Measured { milliseconds: middle(&mut times), correct })
}

/// As [`timed`], for a call that needs nothing prepared.
///
/// # Errors
/// As [`timed`].
pub(super) fn made<O>(
    samples: usize,
    mut call: impl FnMut() -> Result<O, FheError>,
    check: impl FnOnce(O) -> Result<bool, FheError>,
) -> Result<Measured, FheError> {
    timed(samples, || (), |()| call(), check)
}

/// As [`timed`], for a call in place that takes its own result again: nothing is copied in between.
///
/// # Errors
/// As [`timed`].
pub(super) fn repeated<T: Clone>(
    samples: usize,
    operand: &T,
    call: impl Fn(&mut T) -> Result<(), FheError>,
    check: impl FnOnce(T) -> Result<bool, FheError>,
) -> Result<Measured, FheError> {
    let first = || {
        let mut first = operand.clone();
        call(&mut first)?;
        check(first)
    };
    let mut work = operand.clone();
    made(samples, || call(&mut work), |()| first())
}
