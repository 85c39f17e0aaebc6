//! Arguments of `papilio evm`.

use super::signing::args::{EvmKeygen, EvmSign, KEYGEN_HELP, SIGN_HELP};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Signatures on an Ethereum virtual machine.
#[derive(Debug, Args)]
pub(crate) struct Evm {
    #[command(subcommand)]
    pub(crate) target: EvmTarget,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvmTarget {
    /// Verify a post-quantum signature by a contract, and account for its gas
    #[command(after_help = "\
Keys and signatures are the standard ones; they are converted to what the
contracts of this repository take: the key to the code of an account,
transformed, which is paid for once, and the signature to calldata. Gas is that
of a whole transaction.

  falcon512-eth     Falcon-512 hashing by Keccak-256 (EIP-8052)
  mldsa44-eth       ML-DSA-44 hashing by Keccak-256 (answer file of EIP-8051)
  falcon512         Falcon-512 of round 3, by SHAKE256 in the contract
  mldsa44           ML-DSA-44 of FIPS 204, empty context, by SHAKE256 there
  mldsa44-eth-text  mldsa44-eth by the text of EIP-8051, which differs
  mldsa44-text      mldsa44 by that text: Dilithium2 of round 3

  papilio evm verify --scheme mldsa44-eth --public-key @key.hex \\
      --message 48656c6c6f --signature @signature.hex
  papilio evm verify --scheme falcon512 --public-key @key.bin \\
      --message-file message.bin --signature @signature.bin --json

  papilio evm verify --scheme falcon512 --fork amsterdam ...
      under the rules and prices of another fork
  papilio evm verify --scheme falcon512 --fork custom prices.json ...
      with {\"name\": \"dear data\", \"rules\": \"osaka\",
      \"prices\": {\"tx_floor_cost_per_token\": 24}}

A signature is its standard encoding, detached: Falcon-512 39, a salt of 40
bytes and the compressed coefficients, ML-DSA-44 2420 bytes. --strict takes this
alone. Without it there may also be the message inside, as in answer files
(Falcon: length, salt, message, 29, coefficients; ML-DSA: signature, message),
and for Falcon a first byte 29, or the salt before it. A wrong one is `valid`
false, with exit code 1; one that cannot even be decoded is so without a
transaction, for no gas, and `failure` says why. A malformed key is refused with
exit code 3. `calldata` is the input of the contract.

A file behind @ that holds hexadecimal text stands for the bytes of that text.
--message-file takes the bytes of a file as they are; `message_bytes` says how
many there were.")]
    Verify(EvmVerify),
    /// Convert a public key to the code of the account that holds it
    #[command(after_help = "\
The contracts read keys from the code of an account: transformed, so that nobody
pays for that again. `code` is that code, `deployment` the data of the
transaction without recipient that makes the account, `gas` what that costs
under the rules of a fork; `state_gas` is the part of it that is paid for state
(EIP-8037).

  papilio evm key --scheme falcon512-eth --public-key @key.hex
  papilio evm key --scheme mldsa44 --public-key @key.bin --json")]
    Key(EvmKey),
    /// Make a key that signs
    #[command(after_help = KEYGEN_HELP)]
    Keygen(EvmKeygen),
    /// Sign a message
    #[command(after_help = SIGN_HELP)]
    Sign(EvmSign),
}

#[derive(Debug, Args)]
pub(crate) struct EvmKey {
    /// Signature scheme: falcon512[-eth] or mldsa44[-eth][-text]
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: papilio_evm::Scheme,
    /// Public key: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) public_key: String,
    #[command(flatten)]
    pub(crate) fork: ForkArgs,
}

/// The rules and prices of a chain.
#[derive(Debug, Args)]
pub(crate) struct ForkArgs {
    /// Rules and prices: prague, osaka, amsterdam, or those of a file
    #[arg(long, num_args = 1..=2, value_names = ["NAME|custom", "FILE"], default_value = "osaka")]
    pub(crate) fork: Vec<String>,
}

#[derive(Debug, Args)]
#[command(override_usage = "papilio evm verify [OPTIONS] --scheme <SCHEME> --public-key <HEX|@FILE>
         <--message <HEX|@FILE>|--message-file <FILE>> --signature <HEX|@FILE>")]
pub(crate) struct EvmVerify {
    /// Signature scheme: falcon512[-eth] or mldsa44[-eth][-text]
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: papilio_evm::Scheme,
    /// Which virtual machine executes: revm
    #[arg(long, value_name = "CLIENT", default_value = "revm")]
    pub(crate) client: papilio_evm::Client,
    /// Public key: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) public_key: String,
    /// Message, as the key
    #[arg(long, value_name = "HEX|@FILE", required_unless_present = "message_file", conflicts_with = "message_file")]
    pub(crate) message: Option<String>,
    /// Message: the bytes of a file as they are
    #[arg(long, value_name = "FILE")]
    pub(crate) message_file: Option<PathBuf>,
    /// Signature, as the key
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) signature: String,
    /// Send a Falcon key with the call instead of reading it from an account
    #[arg(long)]
    pub(crate) key_in_calldata: bool,
    /// Take signatures in the standard encoding alone
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) fork: ForkArgs,
}
