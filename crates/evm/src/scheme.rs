//! The schemes, and their names.

use crate::error::Error;
use crate::xof::Hash;
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
}

impl Scheme {
    /// In the order of `--help`.
    pub const ALL: [Self; 4] = [Self::FalconEth, Self::MlDsaEth, Self::Falcon, Self::MlDsa];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FalconEth => "falcon512-eth",
            Self::MlDsaEth => "mldsa44-eth",
            Self::Falcon => "falcon512",
            Self::MlDsa => "mldsa44",
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
        }
    }

    /// The hash that it uses.
    #[must_use]
    pub fn hash(self) -> Hash {
        match self {
            Self::FalconEth | Self::MlDsaEth => Hash::Keccak,
            Self::Falcon | Self::MlDsa => Hash::Shake,
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
