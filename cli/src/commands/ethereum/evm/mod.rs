//! `papilio evm`: signatures on an Ethereum virtual machine.

pub(super) mod args;
mod report;
mod signing;

use crate::commands::ethereum::hex_input::argument;
use crate::error::CliError;
use crate::stdout::{Format, print, print_json};
use args::{Evm, EvmKey, EvmTarget, EvmVerify};
use papilio_evm::{Account, Call, Encoding, Error, KeyPlace, Report, hex};
use papilio_precompile::DEFAULT_BASE;
use report::{Answer, Converted, text};

pub(crate) fn evm(args: &Evm, format: Format) -> Result<(), CliError> {
    match &args.target {
        EvmTarget::Verify(args) => verify(args, format),
        EvmTarget::Key(args) => key(args, format),
        EvmTarget::Keygen(args) => signing::keygen(args, format),
        EvmTarget::Sign(args) => signing::sign(args, format),
    }
}

fn key(args: &EvmKey, format: Format) -> Result<(), CliError> {
    let account = Account::of_key(args.scheme, &argument("public key", &args.public_key)?).map_err(CliError::input)?;
    let (code, deployment) = (hex::encode(&account.code), hex::encode(account.deployment()));
    let converted = Converted { scheme: args.scheme.name(), bytes: account.code.len(), code, deployment };
    if format == Format::Json {
        return print_json(&converted);
    }
    let Converted { scheme, bytes, code, deployment } = converted;
    print(&format!("{scheme}: {bytes} bytes\n\ncode\n{code}\n\ndeployment\n{deployment}\n"))
}

fn verify(args: &EvmVerify, format: Format) -> Result<(), CliError> {
    let key = argument("public key", &args.public_key)?;
    let message = argument("message", &args.message)?;
    let signature = argument("signature", &args.signature)?;
    let place = if args.key_in_calldata { KeyPlace::Calldata } else { KeyPlace::Account };
    let encoding = if args.strict { Encoding::Strict } else { Encoding::Any };
    let report = match Call::with_encoding(encoding, args.scheme, place, &key, &message, &signature) {
        Ok(call) => args.client.run(&call, DEFAULT_BASE).map_err(CliError::input)?,
        Err(Error::Signature(reason)) => Report::undecodable(&reason),
        Err(e) => return Err(CliError::input(e)),
    };
    if format == Format::Json {
        print_json(&Answer { scheme: args.scheme.name(), client: args.client.name(), report: &report })?;
    } else {
        print(&text(args, &report))?;
    }
    let reason = report.failure.unwrap_or_else(|| "the signature is not one of this message under this key".to_owned());
    if report.valid { Ok(()) } else { Err(CliError::Unverified(reason)) }
}
