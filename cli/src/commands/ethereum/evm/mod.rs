//! `papilio evm`: signatures on an Ethereum virtual machine.

pub(super) mod args;
mod report;
mod signing;

use crate::commands::ethereum::hex_input::{argument, bytes_of};
use crate::error::CliError;
use crate::files::read_within;
use crate::stdout::{Format, print, print_json};
use args::{Evm, EvmKey, EvmTarget, EvmVerify, ForkArgs};
use papilio_evm::{Account, Call, Client, Encoding, Error, Fork, KeyPlace, Report, hex};
use papilio_precompile::DEFAULT_BASE;
use report::{Answer, Converted, text};
use std::path::Path;

pub(crate) fn evm(args: &Evm, format: Format) -> Result<(), CliError> {
    match &args.target {
        EvmTarget::Verify(args) => verify(args, format),
        EvmTarget::Key(args) => key(args, format),
        EvmTarget::Keygen(args) => signing::keygen(args, format),
        EvmTarget::Sign(args) => signing::sign(args, format),
    }
}

/// Most bytes of a file of prices.
const PRICES_LIMIT: u64 = 1 << 16;

/// The fork that is named, or that a file describes.
fn fork(args: &ForkArgs) -> Result<Fork, CliError> {
    match args.fork.as_slice() {
        [custom, path] if custom == "custom" => {
            let path = Path::new(path);
            let json = String::from_utf8(read_within(path, PRICES_LIMIT)?).map_err(CliError::file(path))?;
            Fork::custom(&json).map_err(CliError::file(path))
        }
        [custom] if custom == "custom" => Err(CliError::usage("--fork custom: the file of prices is missing")),
        [name] => name.parse().map_err(CliError::usage),
        _ => Err(CliError::usage("--fork takes a name, or `custom` and a file")),
    }
}

fn key(args: &EvmKey, format: Format) -> Result<(), CliError> {
    let fork = fork(&args.fork)?;
    let account = Account::of_key(args.scheme, &argument("public key", &args.public_key)?).map_err(CliError::input)?;
    let cost = Client::Revm.deploy(&account, &fork).map_err(CliError::input)?;
    let (code, deployment) = (hex::encode(&account.code), hex::encode(account.deployment()));
    let (scheme, bytes) = (args.scheme.name(), account.code.len());
    if format == Format::Json {
        return print_json(&Converted { scheme, bytes, fork: fork.name(), cost, code, deployment });
    }
    let state = if cost.state_gas > 0 { format!(", of it {} for state", cost.state_gas) } else { String::new() };
    print(&format!("{scheme}: {bytes} bytes\ngas on {fork}: {}{state}\n\ncode\n{code}\n\ndeployment\n{deployment}\n", cost.gas))
}

fn verify(args: &EvmVerify, format: Format) -> Result<(), CliError> {
    let fork = fork(&args.fork)?;
    let key = argument("public key", &args.public_key)?;
    let message = match (&args.message_file, &args.message) {
        (Some(path), _) => bytes_of(path)?,
        (None, text) => argument("message", text.as_deref().unwrap_or_default())?,
    };
    let signature = argument("signature", &args.signature)?;
    let place = if args.key_in_calldata { KeyPlace::Calldata } else { KeyPlace::Account };
    let encoding = if args.strict { Encoding::Strict } else { Encoding::Any };
    let (calldata, report) = match Call::with_encoding(encoding, args.scheme, place, &key, &message, &signature) {
        Ok(call) => {
            let report = args.client.run(&call, &fork, DEFAULT_BASE).map_err(CliError::input)?;
            (Some(hex::encode(&call.calldata)), report)
        }
        Err(Error::Signature(reason)) => (None, Report::undecodable(&reason)),
        Err(e) => return Err(CliError::input(e)),
    };
    if format == Format::Json {
        let (scheme, client, message_bytes) = (args.scheme.name(), args.client.name(), message.len());
        print_json(&Answer { scheme, client, fork: fork.name(), message_bytes, calldata, report: &report })?;
    } else {
        print(&text(args, &fork, &report))?;
    }
    let reason = report.failure.unwrap_or_else(|| "the signature is not one of this message under this key".to_owned());
    if report.valid { Ok(()) } else { Err(CliError::Unverified(reason)) }
}
