//! `papilio evm`: signatures on an Ethereum virtual machine.

pub(super) mod args;
mod report;
mod signing;

use crate::commands::ethereum::hex_input::argument;
use crate::error::CliError;
use crate::stdout::{Format, print, print_json};
use args::{Evm, EvmKey, EvmTarget, EvmVerify, ForkArgs};
use papilio_evm::{Account, Call, Client, Encoding, Error, Fork, KeyPlace, Report, hex};
use papilio_precompile::DEFAULT_BASE;
use report::{Answer, Converted, text};
use std::fs::File;
use std::io::Read;
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
            let (path, mut json) = (Path::new(path), String::new());
            let file = File::open(path).map_err(CliError::io("open", path))?;
            file.take(PRICES_LIMIT + 1).read_to_string(&mut json).map_err(CliError::io("read", path))?;
            if json.len() as u64 > PRICES_LIMIT {
                return Err(CliError::file(path)(format!("more than the limit of {PRICES_LIMIT} bytes")));
            }
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
    let message = argument("message", &args.message)?;
    let signature = argument("signature", &args.signature)?;
    let place = if args.key_in_calldata { KeyPlace::Calldata } else { KeyPlace::Account };
    let encoding = if args.strict { Encoding::Strict } else { Encoding::Any };
    let report = match Call::with_encoding(encoding, args.scheme, place, &key, &message, &signature) {
        Ok(call) => args.client.run(&call, &fork, DEFAULT_BASE).map_err(CliError::input)?,
        Err(Error::Signature(reason)) => Report::undecodable(&reason),
        Err(e) => return Err(CliError::input(e)),
    };
    if format == Format::Json {
        print_json(&Answer { scheme: args.scheme.name(), client: args.client.name(), fork: fork.name(), report: &report })?;
    } else {
        print(&text(args, &fork, &report))?;
    }
    let reason = report.failure.unwrap_or_else(|| "the signature is not one of this message under this key".to_owned());
    if report.valid { Ok(()) } else { Err(CliError::Unverified(reason)) }
}
