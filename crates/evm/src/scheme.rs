//! The schemes, and their names.

use crate::error::Error;
use crate::ml_dsa::Representative;
use crate::xof::Hash;
use crate::{falcon, ml_dsa};
use std::fmt;
use std::str::FromStr;

/// A signature scheme, and the contract that verifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Falcon-512 with hashing by Keccak-256: EIP-8052, in the order of its answer file, message
    /// before salt.
    FalconEth,
    /// ML-DSA-44 with hashing by Keccak-256: EIP-8051.
    MlDsaEth,
    /// Falcon-512 of round 3.
    Falcon,
    /// ML-DSA-44 of FIPS 204, with an empty context.
    MlDsa,
    /// ML-DSA-44 with hashing by Keccak-256, by the text of EIP-8051: its answer file is of
    /// [`Self::MlDsaEth`].
    MlDsaEthText,
    /// ML-DSA-44 by the text of EIP-8051.
    MlDsaText,
}

impl Scheme {
    /// In the order of `--help`.
    pub const ALL: [Self; 6] =
        [Self::FalconEth, Self::MlDsaEth, Self::Falcon, Self::MlDsa, Self::MlDsaEthText, Self::MlDsaText];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FalconEth => "falcon512-eth",
            Self::MlDsaEth => "mldsa44-eth",
            Self::Falcon => "falcon512",
            Self::MlDsa => "mldsa44",
            Self::MlDsaEthText => "mldsa44-eth-text",
            Self::MlDsaText => "mldsa44-text",
        }
    }

    /// The name of its contract.
    #[must_use]
    pub fn contract(self) -> &'static str {
        match self {
            Self::FalconEth => "FalconEth",
            Self::MlDsaEth => "MlDsaEth",
            Self::Falcon => "FalconNist",
            Self::MlDsa => "MlDsaNist",
            Self::MlDsaEthText => "MlDsaEthText",
            Self::MlDsaText => "MlDsaNistText",
        }
    }

    /// The hash that it uses.
    #[must_use]
    pub fn hash(self) -> Hash {
        match self {
            Self::FalconEth | Self::MlDsaEth | Self::MlDsaEthText => Hash::Keccak,
            Self::Falcon | Self::MlDsa | Self::MlDsaText => Hash::Shake,
        }
    }

    /// The representative of messages, for schemes of ML-DSA; `None` for those of Falcon.
    #[must_use]
    pub fn representative(self) -> Option<Representative> {
        match self {
            Self::FalconEth | Self::Falcon => None,
            Self::MlDsaEth | Self::MlDsa => Some(Representative::Fips204),
            Self::MlDsaEthText | Self::MlDsaText => Some(Representative::Eip8051Text),
        }
    }

    /// Bytes of a secret key.
    #[must_use]
    pub fn secret_key_bytes(self) -> usize {
        match self.representative() {
            None => falcon::SECRET_KEY,
            Some(_) => ml_dsa::SECRET_KEY,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scheme {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let unknown = || Error::Name { what: "scheme", got: name.to_owned(), known: Self::ALL.map(Self::name).join(", ") };
        Self::ALL.into_iter().find(|scheme| scheme.name() == name).ok_or_else(unknown)
    }
}
