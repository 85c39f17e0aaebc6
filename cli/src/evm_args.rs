//! The command line of what runs on Ethereum.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The precompiles of EIP-7885, as clients would call them.
#[derive(Debug, Args)]
pub(crate) struct Precompile {
    #[command(subcommand)]
    pub(crate) target: PrecompileTarget,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PrecompileTarget {
    /// Call one precompile: its output, its gas, or why it fails
    #[command(after_help = "\
An input is a header and one vector (fw, inv) or two (mul, add), everything big-endian. The short header is n in four bytes and
q in eight, for a prime q = 1 modulo 2n; elements of Falcon (q = 12289) take two bytes, of ML-DSA (q = 8380417) four. The
extended header, 01 | kind | log2 n | m | q | root, states the root of unity: kind 0 is modulo X^n + 1, 1 modulo X^n - 1, 2 has
pairs modulo X^2 - root (ML-KEM), 3 is over complex numbers (Mersenne 31).

  papilio precompile call --op fw --input 00000002000000000000000500010002                n = 2, q = 5: 1 + 2X at 2 and 3
  papilio precompile call --op mul --input 000000020000000000000005 --explain             what it lacks
  papilio precompile call --op inv --input @input.hex --explain                           from a file
  papilio precompile call --op add --input @input.hex --json | jq -r .output              for a script

A failed call is an answer, with exit code 0, `ok` false and `error`; on chain it takes all the gas that it was given.")]
    Call(PrecompileCall),
    /// Write test vectors for other implementations, the same at every run
    #[command(after_help = "\
A JSON list of {name, op, input, ok, output, gas, error}: all operations over the signature standards and every field of interest,
each kind of the extended header, extreme residues, and inputs that must fail. Bytes are hexadecimal without 0x. Which error
an input has is for people; that it fails, and at which gas, is consensus.

  papilio precompile vectors -o vectors.json
  papilio precompile vectors | jq '.[] | select(.ok | not) | .name, .error'")]
    Vectors(PrecompileVectors),
    /// Time whole calls with the parameters of Falcon and ML-DSA against ecrecover
    #[command(after_help = "\
`parity` is the gas at which a call would take as long for each gas as ecrecover (3000 gas, libsecp256k1) in the same run: a price
below it is too low. Times are medians over the samples of whole calls: decoding, checks, transform, encoding.

  papilio precompile bench
  papilio precompile bench --go go --json > rows    also the benchmarks of the Go packages in the folder `go`, if Go is installed
The rows of the Go packages are those of `go test -bench`, and with GOFLAGS=-tags=papilio_native those of the Rust core by cgo.")]
    Bench(PrecompileBench),
}

/// The four operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpName {
    /// Forward transform: coefficients to values in bit-reversed order (NTT_FW)
    Fw,
    /// Its inverse (NTT_INV)
    Inv,
    /// Products, value by value (NTT_VECMULMOD)
    Mul,
    /// Sums (NTT_VECADDMOD)
    Add,
}

#[derive(Debug, Args)]
pub(crate) struct PrecompileCall {
    /// Operation
    #[arg(long, value_enum)]
    pub(crate) op: OpName,
    /// Input of the call: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE", allow_hyphen_values = true)]
    pub(crate) input: String,
    /// Show the decoded header, the price, and the output as numbers
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PrecompileVectors {
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PrecompileBench {
    /// Timed samples of each row; the median is reported
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
    /// Folder of Go packages whose benchmarks to run as well
    #[arg(long, value_name = "FOLDER")]
    pub(crate) go: Option<PathBuf>,
}

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
Keys and signatures are the standard ones; they are converted to what the contracts of this repository take: the key to the code
of an account, transformed, which is paid for once, and the signature to calldata. Gas is that of a whole transaction.

  falcon512-eth   Falcon-512 hashing by Keccak-256 (EIP-8052)
  mldsa44-eth     ML-DSA-44 hashing by Keccak-256 (EIP-8051)
  falcon512       Falcon-512 of round 3, by SHAKE256 in the contract
  mldsa44         ML-DSA-44 of FIPS 204 with an empty context, by SHAKE256 in the contract

  papilio evm verify --scheme mldsa44-eth --public-key @key.hex --message 48656c6c6f --signature @signature.hex
  papilio evm verify --scheme falcon512 --public-key @key.bin --message @message.bin --signature @signature.bin --json

Signatures are detached, or signed messages of answer files. A wrong one is `valid` false, with exit code 1; one that cannot even be
decoded is so without a transaction, for no gas, and `failure` says why. A malformed key is refused with exit code 3.")]
    Verify(EvmVerify),
    /// Convert a public key to the code of the account that holds it
    #[command(after_help = "\
The contracts read keys from the code of an account: transformed, so that nobody pays for that again. `code` is that code, `deployment`
the data of the transaction without recipient that makes the account.

  papilio evm key --scheme falcon512-eth --public-key @key.hex
  papilio evm key --scheme mldsa44 --public-key @key.bin --json")]
    Key(EvmKey),
}

#[derive(Debug, Args)]
pub(crate) struct EvmKey {
    /// Signature scheme: falcon512-eth, mldsa44-eth, falcon512, mldsa44
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: evm::Scheme,
    /// Public key: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) public_key: String,
}

#[derive(Debug, Args)]
pub(crate) struct EvmVerify {
    /// Signature scheme: falcon512-eth, mldsa44-eth, falcon512, mldsa44
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: evm::Scheme,
    /// Which virtual machine executes: revm
    #[arg(long, value_name = "CLIENT", default_value = "revm")]
    pub(crate) client: evm::Client,
    /// Public key: hexadecimal, or @FILE with hexadecimal text or bytes
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) public_key: String,
    /// Message, as the key; write @FILE for a message in a file
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) message: String,
    /// Signature, as the key
    #[arg(long, value_name = "HEX|@FILE")]
    pub(crate) signature: String,
    /// Send a Falcon key with the call instead of reading it from an account
    #[arg(long)]
    pub(crate) key_in_calldata: bool,
}
