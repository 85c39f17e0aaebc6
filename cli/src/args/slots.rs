//! Arguments of transforms inside one ciphertext.

use super::bytes::bytes;
use clap::{Args, ValueEnum};

/// How a transform inside a ciphertext is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// Whatever costs least
    Auto,
    /// One layer: as many products as elements, and rotations by baby and giant steps
    Diagonal,
    /// Several layers of few diagonals each
    Factored,
    /// Nothing at all: the client puts the elements in coefficients, and their transform is what
    /// the slots hold
    Encoded,
}

/// The scheme that encrypts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemeName {
    /// Brakerski; Fan and Vercauteren
    Bfv,
    /// Brakerski, Gentry and Vaikuntanathan
    Bgv,
}

/// The heading of these options.
pub(crate) const SLOTS: &str = "With --layout slots";

/// With `--layout slots`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = SLOTS)]
pub(crate) struct SlotArgs {
    /// Diagonals in one layer, or several layers
    #[arg(long, value_enum)]
    pub(crate) method: Option<MethodName>,
    /// All vectors that fit the ciphertext, transformed at once
    #[arg(long)]
    pub(crate) interleaved: bool,
    /// Scheme of the ciphertext
    #[arg(long, value_enum)]
    pub(crate) scheme: Option<SchemeName>,
    /// Most bytes of rotation keys to be sent (suffixes K, M, G) [default: 2G]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) key_limit: Option<u64>,
}

impl SlotArgs {
    /// The first of these arguments that was given, which other layouts refuse.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.method.is_some(), "--method"),
            (self.interleaved, "--interleaved"),
            (self.scheme.is_some(), "--scheme"),
            (self.key_limit.is_some(), "--key-limit"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }
}
