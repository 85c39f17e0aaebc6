//! The grammar of the commands of Ethereum.

use super::evm::args::Evm;
use super::precompile::args::Precompile;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Ethereum {
    /// The transform as Ethereum precompiles (EIP-7885): call one, write test vectors, measure
    Precompile(Precompile),
    /// Post-quantum signatures, verified on an Ethereum virtual machine with those precompiles
    Evm(Evm),
}
