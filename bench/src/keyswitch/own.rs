//! Our side: keys and a ciphertext of a candidate.

use super::cases::Operation;
use crate::calls::{Measured, made};
use crate::ckks::memory;
use crate::rng;
use papilio_fhe::Parameters;
use papilio_fhe::bivariate::{self, Bivariate, HalfExternalKey, TorusPoly};
use papilio_fhe::frontend::Candidate;
use papilio_fhe::rlwe::keyswitch::KeySwitchingKey;
use papilio_fhe::rlwe::{Ciphertext, GaloisKeys, Rlwe, SecretKey, SecretSwitchingKey};
use papilio_ring::{Coefficient, Evaluation, Poly};
use std::error::Error;

/// The exponent of the automorphism.
const EXPONENT: usize = 5;
/// Bits of the message, which is far above the noise.
const MESSAGE_BITS: u32 = 40;

/// The keys of a candidate.
#[derive(Debug)]
pub struct Own {
    candidate: Candidate,
    keys: Keys,
}

/// The side of each arithmetic: two secrets, a key for each operation, and a ciphertext.
#[derive(Debug)]
enum Keys {
    Rns(Box<Rns>),
    Bivariate(Box<Words>),
}

#[derive(Debug)]
struct Rns {
    rlwe: Rlwe,
    secrets: [SecretKey; 2],
    switch: SecretSwitchingKey,
    galois: GaloisKeys,
    ciphertext: Ciphertext<Evaluation>,
}

#[derive(Debug)]
struct Words {
    scheme: Bivariate,
    secrets: [bivariate::SecretKey; 2],
    keys: [HalfExternalKey; 2],
    ciphertext: bivariate::Ciphertext,
}

/// A time, and whether the result has its message and the noise that is predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The time.
    pub measured: Measured,
    /// Most memory that the process had resident while calls were timed.
    pub peak_bytes: Option<u64>,
}

impl Own {
    /// Keys and a ciphertext.
    ///
    /// # Errors
    /// A candidate that is none.
    pub fn new(candidate: &Candidate, degree: usize) -> Result<Self, Box<dyn Error>> {
        let keys = match (candidate.ring_literal(degree), candidate.word_literal(degree)) {
            (Some(literal), _) => Keys::Rns(Box::new(Rns::new(Parameters::new(literal)?, candidate.row_blocks())?)),
            (_, Some(literal)) => Keys::Bivariate(Box::new(Words::new(Bivariate::new(&literal)?)?)),
            (None, None) => return Err(format!("no parameters of {}", candidate.frontend.name()).into()),
        };
        Ok(Self { candidate: candidate.clone(), keys })
    }

    /// The candidate.
    #[must_use]
    pub fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// The kernel of transforms.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        let plan = match &self.keys {
            Keys::Rns(own) => &own.rlwe.parameters().basis().plans()[0],
            Keys::Bivariate(own) => &own.scheme.transforms().basis().plans()[0],
        };
        plan.kernel().name()
    }

    /// Bytes of a key as it is sent, masks by seed; none where keys have no bytes.
    #[must_use]
    pub fn key_bytes(&self) -> Option<usize> {
        match &self.keys {
            Keys::Rns(own) => own.rlwe.parameters().gadget().map(KeySwitchingKey::bytes_len),
            Keys::Bivariate(_) => None,
        }
    }

    /// Times an operation, whose first result is checked.
    ///
    /// # Errors
    /// None for these keys.
    pub fn measure(&self, operation: Operation, samples: usize) -> Result<Outcome, Box<dyn Error>> {
        memory::forget_peak();
        let noise = self.candidate.noise_bits;
        let measured = match &self.keys {
            Keys::Rns(own) => own.measure(operation, samples, noise)?,
            Keys::Bivariate(own) => own.measure(operation, samples, noise)?,
        };
        Ok(Outcome { measured, peak_bytes: memory::peak() })
    }
}

/// Whether errors in units of the last bit have the deviation that is predicted by its `log2`, and
/// none is far beyond it. The error of the ciphertext before is below that of rounding.
fn is_expected(errors: &[f64], noise_bits: f64) -> bool {
    let deviation = (errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64).sqrt().log2();
    let greatest = errors.iter().fold(0.0, |most: f64, x| most.max(x.abs())).log2();
    (deviation - noise_bits).abs() < 0.5 && greatest < noise_bits + 3.5
}

/// The degree of the one term of the message, before and after an operation.
fn power(operation: Operation) -> usize {
    if operation == Operation::Automorphism { EXPONENT } else { 1 }
}

impl Rns {
    fn new(parameters: Parameters, block: Option<usize>) -> Result<Self, Box<dyn Error>> {
        let (rlwe, mut rng) = (Rlwe::approximate(parameters), rng(1));
        let secrets = [(); 2].map(|()| SecretKey::generate(&rlwe, &mut rng));
        let switch = SecretSwitchingKey::generate(&rlwe, &secrets[0], &secrets[1], &mut rng)?.in_blocks(&rlwe, block)?;
        let galois = GaloisKeys::generate(&rlwe, &secrets[0], [EXPONENT], &mut rng)?.in_blocks(&rlwe, block)?;
        let basis = rlwe.parameters().basis();
        let mut message = Poly::<Coefficient>::zero(basis, basis.limbs());
        message.limbs_mut().zip(basis.moduli(basis.limbs())).for_each(|(limb, q)| limb[1] = q.reduce(1 << MESSAGE_BITS));
        let ciphertext = rlwe.encrypt_message(&secrets[0], &message.into_evaluation(basis), &mut rng)?;
        Ok(Self { rlwe, secrets, switch, galois, ciphertext })
    }

    fn measure(&self, operation: Operation, samples: usize, noise: f64) -> Result<Measured, papilio_fhe::rlwe::FheError> {
        let Self { rlwe, ciphertext, .. } = self;
        let call = || match operation {
            Operation::KeySwitch => rlwe.switch_secret(ciphertext, &self.switch),
            Operation::Automorphism => rlwe.apply_automorphism(ciphertext, EXPONENT, &self.galois),
        };
        let secret = &self.secrets[usize::from(operation == Operation::KeySwitch)];
        made(samples, call, |result| {
            // One prime has room for message and noise.
            let (phase, q) = (rlwe.phase(secret, &result, 1)?, rlwe.parameters().basis().modulus(0).value());
            let centered = |x: u64| if x > q / 2 { x as f64 - q as f64 } else { x as f64 };
            let mut errors: Vec<_> = phase.limb(0).iter().map(|&x| centered(x)).collect();
            errors[power(operation)] -= f64::from(MESSAGE_BITS).exp2();
            Ok(is_expected(&errors, noise))
        })
    }
}

impl Words {
    fn new(scheme: Bivariate) -> Result<Self, Box<dyn Error>> {
        let mut rng = rng(1);
        let secrets = [(); 2].map(|()| bivariate::SecretKey::generate(&scheme, &mut rng));
        let keys = [
            HalfExternalKey::for_switch(&scheme, &secrets[0], &secrets[1], &mut rng)?,
            HalfExternalKey::for_automorphism(&scheme, &secrets[0], EXPONENT, &mut rng)?,
        ];
        let message = Self::message(&scheme, 1);
        let ciphertext = scheme.encrypt(&secrets[0], &message, &mut rng)?;
        Ok(Self { scheme, secrets, keys, ciphertext })
    }

    fn message(scheme: &Bivariate, power: usize) -> TorusPoly {
        let mut message = TorusPoly::zero(scheme.degree(), scheme.max_bits());
        message.add_integers((0..scheme.degree()).map(|i| i64::from(i == power)), scheme.max_bits() - MESSAGE_BITS);
        message
    }

    fn measure(&self, operation: Operation, samples: usize, noise: f64) -> Result<Measured, bivariate::BivariateError> {
        let Self { scheme, ciphertext, keys: [switch, automorphism], .. } = self;
        let call = || match operation {
            Operation::KeySwitch => scheme.switch_secret(ciphertext, switch),
            Operation::Automorphism => scheme.apply_automorphism(ciphertext, EXPONENT, automorphism),
        };
        let secret = &self.secrets[usize::from(operation == Operation::KeySwitch)];
        made(samples, call, |result| {
            let mut phase = scheme.phase(secret, &result)?;
            phase.sub_assign(&Self::message(scheme, power(operation)));
            Ok(is_expected(&phase.to_numbers(result.bits()), noise))
        })
    }
}
