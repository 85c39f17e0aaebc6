//! The commands of Ethereum, behind the feature `ethereum`.

pub(super) mod args;
mod evm;
mod hex_input;
mod precompile;

use crate::error::CliError;
use crate::stdout::Format;
use args::Ethereum;

pub(crate) fn ethereum(command: &Ethereum, format: Format) -> Result<(), CliError> {
    match command {
        Ethereum::Precompile(args) => precompile::precompile(args, format),
        Ethereum::Evm(args) => evm::evm(args, format),
    }
}
