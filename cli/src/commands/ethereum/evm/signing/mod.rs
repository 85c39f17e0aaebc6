//! `papilio evm keygen` and `papilio evm sign`.

pub(super) mod args;

use crate::commands::ethereum::hex_input::{argument, bytes_of};
use crate::error::CliError;
use crate::files::output::STREAM;
use crate::files::{Access, Output, signing};
use crate::randomness::system_rng;
use crate::stdout::{Format, answer, print, print_json};
use args::{EvmKeygen, EvmSign};
use papilio_evm::{Content, Error, Scheme, SigningKey, hex};
use serde_json::json;
use std::path::Path;

pub(super) fn keygen(args: &EvmKeygen, format: Format) -> Result<(), CliError> {
    let shown = args.output.metadata().is_ok_and(|entry| !entry.is_file() && !entry.is_dir());
    if args.output == Path::new(STREAM) || shown {
        return Err(CliError::usage("a secret key is written to a regular file, not to standard output or a device"));
    }
    let output = Output::admit(&args.output, &[], args.replace.replacement())?;
    let public = args.public_key.as_deref().map(|path| Output::admit(path, &[], args.replace.replacement())).transpose()?;
    if public.as_ref().is_some_and(|public| public.is_also(&output)) {
        return Err(CliError::usage("the secret key and the public key are two files"));
    }
    let key = SigningKey::generate(args.scheme, &mut system_rng()?).map_err(CliError::input)?;
    let digits = hex::encode(key.public_key());
    // The secret is complete before the public key replaces another, and gets its name last:
    // without its companion it would be a key that a later call refuses to replace.
    let secret = signing::seal(&output, &key)?;
    if let Some(public) = &public {
        public.write(Access::Shared, format!("{digits}\n").as_bytes())?;
    }
    made(args, secret.persist()?, digits, format)
}

/// The report of a new key.
fn made(args: &EvmKeygen, bytes: u64, digits: String, format: Format) -> Result<(), CliError> {
    let object = json!({
        "scheme": args.scheme.name(), "secret_key": args.output, "secret_key_bytes": bytes, "public_key": digits,
    });
    let lines = [
        ("scheme", args.scheme.to_string()),
        ("secret key", format!("{} ({bytes} bytes), for its owner alone", args.output.display())),
        ("public key", digits),
    ];
    answer(format, &object, &lines)
}

pub(super) fn sign(args: &EvmSign, format: Format) -> Result<(), CliError> {
    let texts = [&args.message, &args.context, &args.external_mu].into_iter().flatten();
    let files = texts.map(|text| Path::new(text.strip_prefix('@').unwrap_or(text)));
    let inputs: Vec<&Path> = files.chain(args.message_file.as_deref()).chain([args.key.as_path()]).collect();
    let output = args.output.as_deref().map(|path| Output::admit(path, &inputs, args.replace.replacement())).transpose()?;
    let signature = signed(args)?;
    if let Some(output) = &output {
        output.write(Access::Shared, &signature.bytes)?;
    }
    let (scheme, bytes, digits) = (signature.scheme.name(), signature.bytes.len(), hex::encode(&signature.bytes));
    if format == Format::Json {
        let public_key = hex::encode(&signature.public_key);
        return print_json(&json!({
            "scheme": scheme, "public_key": public_key, "message_bytes": signature.message_bytes, "bytes": bytes,
            "signature": digits,
        }));
    }
    match &args.output {
        Some(path) => {
            let message = signature.message_bytes.map(|bytes| ("message", format!("{bytes} bytes")));
            let written = ("signature", format!("{} ({bytes} bytes)", path.display()));
            let lines: Vec<_> = [("scheme", scheme.to_owned())].into_iter().chain(message).chain([written]).collect();
            answer(format, &(), &lines)
        }
        None => print(&format!("{digits}\n")),
    }
}

struct Signature {
    scheme: Scheme,
    public_key: Vec<u8>,
    /// Bytes of the message, unless mu stands for it.
    message_bytes: Option<usize>,
    bytes: Vec<u8>,
}

fn signed(args: &EvmSign) -> Result<Signature, CliError> {
    let given = |what, text: &Option<String>| text.as_deref().map(|text| argument(what, text)).transpose();
    let message = match &args.message_file {
        Some(path) => bytes_of(path)?,
        None => given("message", &args.message)?.unwrap_or_default(),
    };
    let (context, mu) = (given("context", &args.context)?, given("mu", &args.external_mu)?);
    let key = signing::read(&args.key)?;
    if let Some(scheme) = args.scheme.filter(|scheme| *scheme != key.scheme()) {
        return Err(CliError::file(&args.key)(format!("a key of {}, not of {scheme}", key.scheme())));
    }
    let mu: Option<[u8; 64]> = mu
        .map(|mu| {
            let got = mu.len();
            mu.try_into().map_err(|_| CliError::input(Error::Length { what: "mu", expected: 64, got }))
        })
        .transpose()?;
    let content = match (&mu, &context) {
        (Some(mu), _) => Content::Mu(mu),
        (None, Some(context)) => Content::InContext { context, message: &message },
        (None, None) => Content::Message(&message),
    };
    let bytes = key.sign(content, &mut system_rng()?).map_err(CliError::input)?;
    let message_bytes = mu.is_none().then_some(message.len());
    Ok(Signature { scheme: key.scheme(), public_key: key.public_key(), message_bytes, bytes })
}
