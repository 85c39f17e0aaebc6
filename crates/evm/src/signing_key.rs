//! Secret keys of all schemes.

use crate::call::MESSAGE_LIMIT;
use crate::error::{Error, exact};
use crate::ml_dsa::Representative;
use crate::scheme::Scheme;
use crate::xof::Hash;
use crate::{falcon, ml_dsa};
use ::ml_dsa::{ExpandedSigningKey, MlDsa44};
use rand_core::CryptoRng;
use std::fmt;
use zeroize::Zeroizing;

/// Most bytes of a context.
pub const CONTEXT_LIMIT: usize = 255;

/// The thing that is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content<'c> {
    /// A message, of at most [`MESSAGE_LIMIT`] bytes; the contracts verify this.
    Message(&'c [u8]),
    /// ML-DSA: a message in a context of at most [`CONTEXT_LIMIT`] bytes. The contracts know the
    /// empty one alone: a signature in another is valid under FIPS 204, and never on chain.
    InContext {
        /// The context.
        context: &'c [u8],
        /// The message.
        message: &'c [u8],
    },
    /// ML-DSA: `μ`, computed elsewhere from key, context and message. The contracts compute it from
    /// the message with an empty context: only under such a `μ` is the signature valid on chain.
    Mu(&'c [u8; 64]),
}

/// A secret key, which signs. It is erased when dropped and prints as nothing.
///
/// ML-DSA-44 is signed by the crate `ml-dsa`, Falcon-512 by `fn-dsa-sign`, and the variants of both
/// by this crate. Keys of [`Scheme::FalconEth`] are those of [`Scheme::Falcon`].
///
/// ```
/// use papilio_evm::{Content, Fork, Scheme, SigningKey, verify};
/// use rand_core::SeedableRng;
///
/// // Anyone can make the key again: a real one takes a generator seeded by the system.
/// let rng = &mut chacha20::ChaCha20Rng::seed_from_u64(1);
/// let key = SigningKey::generate(Scheme::MlDsaEth, rng)?;
/// let signature = key.sign(Content::Message(b"a message"), rng)?;
/// let report = verify(key.scheme(), &Fork::default(), &key.public_key(), b"a message", &signature)?;
/// assert!(report.valid);
/// # Ok::<(), papilio_evm::Error>(())
/// ```
pub struct SigningKey(Inner);

enum Inner {
    Falcon(Scheme, Box<falcon::Secret>),
    MlDsa(Scheme, Box<ml_dsa::signer::Secret>),
    Fips204(Box<::ml_dsa::SigningKey<MlDsa44>>),
}

impl SigningKey {
    /// A new key.
    ///
    /// # Errors
    /// None on any platform.
    pub fn generate(scheme: Scheme, rng: &mut impl CryptoRng) -> Result<Self, Error> {
        match scheme.representative() {
            None => Ok(Self(Inner::Falcon(scheme, Box::new(falcon::Secret::generate(rng))))),
            Some(representative) => {
                let mut seed = Zeroizing::new([0; ml_dsa::SECRET_KEY]);
                rng.fill_bytes(&mut *seed);
                Self::of_seed(scheme, representative, seed)
            }
        }
    }

    /// Parses what [`Self::to_bytes`] gives: Falcon's standard encoding, of [`falcon::SECRET_KEY`]
    /// bytes, or the seed of FIPS 204, of [`ml_dsa::SECRET_KEY`].
    ///
    /// # Errors
    /// Another length, or no encoding of a key.
    pub fn from_bytes(scheme: Scheme, bytes: &[u8]) -> Result<Self, Error> {
        match scheme.representative() {
            None => {
                let secret = falcon::Secret::parse(exact("a Falcon-512 secret key", bytes)?);
                let secret = secret.ok_or(Error::SecretKey { scheme: scheme.name(), got: bytes.len() })?;
                Ok(Self(Inner::Falcon(scheme, Box::new(secret))))
            }
            Some(representative) => {
                let seed = exact("an ML-DSA-44 secret key, which is its seed,", bytes)?;
                Self::of_seed(scheme, representative, Zeroizing::new(*seed))
            }
        }
    }

    fn of_seed(
        scheme: Scheme,
        representative: Representative,
        seed: Zeroizing<[u8; ml_dsa::SECRET_KEY]>,
    ) -> Result<Self, Error> {
        Ok(Self(match scheme {
            Scheme::MlDsa => {
                let seed = Zeroizing::new((*seed).into());
                Inner::Fips204(Box::new(::ml_dsa::SigningKey::from_seed(&seed)))
            }
            _ => Inner::MlDsa(scheme, Box::new(ml_dsa::signer::Secret::of_seed(scheme.hash(), representative, seed)?)),
        }))
    }

    /// The secret.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(match &self.0 {
            Inner::Falcon(_, secret) => secret.bytes().to_vec(),
            Inner::MlDsa(_, secret) => secret.seed().to_vec(),
            Inner::Fips204(secret) => secret.as_seed().to_vec(),
        })
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        match self.0 {
            Inner::Falcon(scheme, _) | Inner::MlDsa(scheme, _) => scheme,
            Inner::Fips204(_) => Scheme::MlDsa,
        }
    }

    /// The standard encoding of the public key.
    #[must_use]
    pub fn public_key(&self) -> Vec<u8> {
        match &self.0 {
            Inner::Falcon(_, secret) => secret.public().to_vec(),
            Inner::MlDsa(_, secret) => secret.public().to_vec(),
            Inner::Fips204(secret) => secret.expanded_key().verifying_key().encode().to_vec(),
        }
    }

    /// A signature in the standard encoding, which [`Encoding::Strict`](crate::Encoding::Strict)
    /// takes. Every call gives another: Falcon needs it, and ML-DSA is signed as FIPS 204 advises.
    ///
    /// # Errors
    /// A message or context that is too long; a content that the scheme does not have;
    /// [`Error::SecretKey`] for a key of Falcon that its key generation would not have given.
    pub fn sign(&self, content: Content<'_>, rng: &mut impl CryptoRng) -> Result<Vec<u8>, Error> {
        check(content)?;
        match (&self.0, content) {
            (Inner::Falcon(scheme, secret), Content::Message(message)) => {
                let signature = match scheme.hash() {
                    Hash::Keccak => secret.sign_over(Hash::Keccak, message, rng)?,
                    Hash::Shake => secret.sign(message, rng),
                };
                signature.ok_or(Error::SecretKey { scheme: scheme.name(), got: falcon::SECRET_KEY })
            }
            (Inner::Falcon(scheme, _), _) => Err(Error::MessagesAlone { scheme: scheme.name() }),
            (Inner::MlDsa(scheme, secret), content) => by_this_crate(*scheme, secret, content, rng),
            (Inner::Fips204(secret), content) => by_ml_dsa(secret.expanded_key(), content, rng),
        }
    }
}

fn by_this_crate(
    scheme: Scheme,
    secret: &ml_dsa::signer::Secret,
    content: Content<'_>,
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, Error> {
    let mu = match (content, secret.representative) {
        (Content::Message(message), _) => secret.mu(&[], message),
        (Content::InContext { context, message }, Representative::Fips204) => secret.mu(context, message),
        (Content::InContext { .. }, Representative::Eip8051Text) => return Err(Error::NoContext { scheme: scheme.name() }),
        (Content::Mu(mu), _) => *mu,
    };
    let mut random = Zeroizing::new([0; 32]);
    rng.fill_bytes(&mut *random);
    Ok(secret.sign(&mu, &random))
}

fn by_ml_dsa(key: &ExpandedSigningKey<MlDsa44>, content: Content<'_>, rng: &mut impl CryptoRng) -> Result<Vec<u8>, Error> {
    let signature = match content {
        Content::Message(message) => key.sign_randomized(message, &[], rng),
        Content::InContext { context, message } => key.sign_randomized(message, context, rng),
        Content::Mu(mu) => key.sign_mu_randomized(&(*mu).into(), rng),
    };
    // It gives up after thousands of attempts, of which one in four succeeds.
    let signature = signature.map_err(|_| Error::SecretKey { scheme: Scheme::MlDsa.name(), got: ml_dsa::SECRET_KEY })?;
    Ok(signature.encode().to_vec())
}

fn check(content: Content<'_>) -> Result<(), Error> {
    let (context, message) = match content {
        Content::Message(message) => (&[][..], message),
        Content::InContext { context, message } => (context, message),
        Content::Mu(_) => return Ok(()),
    };
    for (what, bytes, limit) in [("a context", context, CONTEXT_LIMIT), ("a message", message, MESSAGE_LIMIT)] {
        if bytes.len() > limit {
            return Err(Error::TooLong { what, limit, got: bytes.len() });
        }
    }
    Ok(())
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({}, ..)", self.scheme())
    }
}
