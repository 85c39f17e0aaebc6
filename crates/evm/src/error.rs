//! Why a key, a message, a signature or a call is refused.

/// Why an input or a call is refused. A well-formed signature that does not fit is no error, but a
/// verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A length that has one value.
    #[error("{what} has {expected} bytes; here are {got}")]
    Length {
        /// The item that has the length.
        what: &'static str,
        /// Bytes that it has.
        expected: usize,
        /// Bytes given.
        got: usize,
    },
    /// A length with a least value.
    #[error("{what} has at least {limit} bytes; here are {got}")]
    TooShort {
        /// The item that is too short.
        what: &'static str,
        /// Least length.
        limit: usize,
        /// Bytes given.
        got: usize,
    },
    /// A length with a greatest value.
    #[error("{what} has at most {limit} bytes; here are {got}")]
    TooLong {
        /// The item that is too long.
        what: &'static str,
        /// Greatest length.
        limit: usize,
        /// Bytes given.
        got: usize,
    },
    /// A first byte that names another algorithm, degree or encoding.
    #[error("the first byte of {what} is {expected:#04x}; here it is {got:#04x}")]
    FirstByte {
        /// The item that the byte starts.
        what: &'static str,
        /// The byte wanted.
        expected: u8,
        /// The byte given.
        got: u8,
    },
    /// A coefficient of a key that is not below the modulus.
    #[error("coefficient {index} of the public key is {value}; the limit is {limit}")]
    KeyCoefficient {
        /// Which one.
        index: usize,
        /// Its value.
        value: u32,
        /// The greatest value.
        limit: u32,
    },
    /// No known encoding of a Falcon signature.
    #[error(
        "no Falcon-512 signature begins with {first:#04x} or has {inner:#04x} behind a salt of 40 bytes: 0x29 or 0x39 would do"
    )]
    SignatureHeader {
        /// The first byte.
        first: u8,
        /// The byte behind the salt, were the salt first.
        inner: u8,
    },
    /// A prefix that states another length.
    #[error("the signature states {stated} bytes behind its first two; here are {got}")]
    StatedLength {
        /// The statement.
        stated: usize,
        /// The bytes.
        got: usize,
    },
    /// A signature that is none: no contract is called to say that it is not valid.
    #[error("{0}")]
    Signature(Box<Self>),
    /// A signature that carries a message carries another one.
    #[error("the signature carries another message: byte {index} differs")]
    OtherMessage {
        /// The first byte that differs.
        index: usize,
    },
    /// Compressed coefficients end too early.
    #[error("the {got} bytes of compressed coefficients end within coefficient {index} of 512")]
    Truncated {
        /// Where they end.
        index: usize,
        /// Bytes given.
        got: usize,
    },
    /// A compressed coefficient out of range.
    #[error("compressed coefficient {index} exceeds the limit of {limit}")]
    Coefficient {
        /// Which one.
        index: usize,
        /// The greatest absolute value.
        limit: u32,
    },
    /// Zero with a sign, which has another encoding.
    #[error("compressed coefficient {index} is a negative zero")]
    NegativeZero {
        /// Which one.
        index: usize,
    },
    /// Bits or bytes behind the last compressed coefficient.
    #[error(
        "compressed coefficients end at byte {used} of {got}, and what follows is no padding: zero bits, to no byte more or to {padded}"
    )]
    Trailing {
        /// Bytes that coefficients take.
        used: usize,
        /// Bytes given.
        got: usize,
        /// Length of the padded form.
        padded: usize,
    },
    /// A key in the calldata of a contract that takes it from an account.
    #[error("{contract} takes a public key from an account, not from calldata: converted it has {bytes} bytes")]
    KeyPlace {
        /// The contract.
        contract: &'static str,
        /// Bytes of the code of the account.
        bytes: usize,
    },
    /// Bytes that are no secret key of their scheme.
    #[error("these {got} bytes are no secret key of {scheme}")]
    SecretKey {
        /// The name of the scheme.
        scheme: &'static str,
        /// Bytes given.
        got: usize,
    },
    /// A scheme that signs messages alone, without a context and not by their representative.
    #[error("{scheme} signs messages without a context, and has no external mu: those are ML-DSA's")]
    MessagesAlone {
        /// The name of the scheme.
        scheme: &'static str,
    },
    /// A scheme whose messages have no context.
    #[error("{scheme} signs messages without a context: those are FIPS 204's")]
    NoContext {
        /// The name of the scheme.
        scheme: &'static str,
    },
    /// A transform that cannot be planned.
    #[error("{0}")]
    Transform(papilio_ntt::PlanError),
    /// A precompile refused an operand made from checked values.
    #[error("a precompile refused its operand: {0}")]
    Precompile(papilio_precompile::Error),
    /// A stored contract is not what the build writes.
    #[error("artifact of {contract}: {reason}")]
    Artifact {
        /// Its name.
        contract: &'static str,
        /// The defect.
        reason: String,
    },
    /// The virtual machine did not run the transaction.
    #[error("the transaction did not run: {0}")]
    Machine(String),
    /// A file of prices that is none.
    #[error("prices of a fork: {0}")]
    Prices(String),
    /// A name that is none of those known.
    #[error("{what} {got:?} is not known: one of {known}")]
    Name {
        /// The kind of thing that is named.
        what: &'static str,
        /// The name.
        got: String,
        /// The names that are.
        known: String,
    },
}

impl From<papilio_ntt::PlanError> for Error {
    fn from(error: papilio_ntt::PlanError) -> Self {
        Self::Transform(error)
    }
}

impl From<papilio_precompile::Error> for Error {
    fn from(error: papilio_precompile::Error) -> Self {
        Self::Precompile(error)
    }
}

/// A length that has one value.
pub(crate) fn exact<'b, const LEN: usize>(what: &'static str, bytes: &'b [u8]) -> Result<&'b [u8; LEN], Error> {
    bytes.try_into().map_err(|_| Error::Length { what, expected: LEN, got: bytes.len() })
}

impl Error {
    pub(crate) fn signature(self) -> Self {
        Self::Signature(Box::new(self))
    }
}
