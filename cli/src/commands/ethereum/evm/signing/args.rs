//! Arguments of `papilio evm keygen` and `papilio evm sign`.

use crate::args::Force;
use clap::{ArgGroup, Args};
use papilio_evm::Scheme;
use std::path::PathBuf;

/// The text below `papilio evm keygen --help`.
pub(crate) const KEYGEN_HELP: &str = "\
The file names its scheme and holds the public key and the secret: 32 bytes, the
seed of FIPS 204, or Falcon's standard encoding. Its owner alone can read it,
and it is never replaced. The public key is in its standard encoding, as
`evm verify` and `evm key` take it; `papilio inspect` shows it again.

  papilio evm keygen --scheme mldsa44-eth -o wallet.key --public-key wallet.pub
  papilio evm key --scheme mldsa44-eth --public-key @wallet.pub

Schemes of Falcon have the same keys, and those of a text the keys of their
scheme without it, but a file signs for the one scheme that it names.";

/// The text below `papilio evm sign --help`.
pub(crate) const SIGN_HELP: &str = "\
Signatures are in the standard encoding, detached: Falcon-512 39, a salt of 40
bytes, and the coefficients, compressed; ML-DSA-44 2420 bytes. They are
randomized: every call gives another. With -o the file holds the bytes, without
it they are printed as hexadecimal.

  papilio evm sign --key wallet.key --message-file message.bin -o signature.bin
  papilio evm verify --scheme mldsa44-eth --public-key @wallet.pub \\
      --message-file message.bin --signature @signature.bin

--message-file takes the bytes of a file as they are. A file behind @ that holds
hexadecimal text stands for the bytes of that text: `message_bytes` says how
many were signed.

The contracts verify messages in the empty context. A signature with --context
is one of ML-DSA (FIPS 204) that they never take, unless the context is empty:
to ask for a context is to ask for that. One with --external-mu they take if mu
is that of the message in the empty context: 64 bytes of
H(tr | 00 00 | message), where tr is 64 bytes of H(public key); for the schemes
of a text 64 bytes of H(tr | message), where tr is 32. H is SHAKE256, and for
the schemes of -eth the generator of EIP-8051, made of Keccak-256.";

#[derive(Debug, Args)]
pub(crate) struct EvmKeygen {
    /// Signature scheme: falcon512[-eth] or mldsa44[-eth][-text]
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: Scheme,
    /// File for the secret key; an existing key is never replaced
    #[arg(short, long, value_name = "KEYFILE")]
    pub(crate) output: PathBuf,
    /// File for the public key, as hexadecimal text
    #[arg(long, value_name = "FILE")]
    pub(crate) public_key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("content").required(true).args(["message", "message_file", "external_mu"]))]
#[command(override_usage = "papilio evm sign [OPTIONS] --key <KEYFILE> --message <HEX|@FILE>
       papilio evm sign [OPTIONS] --key <KEYFILE> --message-file <FILE>
       papilio evm sign [OPTIONS] --key <KEYFILE> --external-mu <HEX|@FILE>")]
pub(crate) struct EvmSign {
    /// Secret key, as `evm keygen` writes it
    #[arg(long, value_name = "KEYFILE")]
    pub(crate) key: PathBuf,
    /// Refuse a key of another scheme
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: Option<Scheme>,
    /// Message: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) message: Option<String>,
    /// Message: the bytes of a file as they are
    #[arg(long, value_name = "FILE")]
    pub(crate) message_file: Option<PathBuf>,
    /// ML-DSA: context of the message, up to 255 bytes; never valid on chain unless empty
    #[arg(long, value_name = "HEX|@FILE", conflicts_with = "external_mu")]
    pub(crate) context: Option<String>,
    /// ML-DSA: sign this mu, 64 bytes that stand for key, context and message
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) external_mu: Option<String>,
    /// File for the signature
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) replace: Force,
}
