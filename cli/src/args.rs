//! The command line.

use crate::evm_args::{Evm, Precompile};
use crate::slot_args::SlotArgs;
use bench::bfv::cases::{OPERATIONS, SETS};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The NTT under encryption: an untrusted server transforms an encrypted zk-SNARK witness at constant depth.
#[derive(Debug, Parser)]
#[command(
    name = "papilio",
    version,
    after_help = "\
A client encrypts a witness, a server that holds no secret transforms it, the client decrypts and verifies:
  papilio keygen    --size 5570 -o keys/
  papilio encrypt   --key keys/secret.key --random 5570 --seed 1 -o witness.columns
  papilio transform witness.columns -o result.transformed        (the server: no key)
  papilio decrypt   --key keys/secret.key result.transformed -o result.values
  papilio verify    --random 5570 --seed 1 result.values
`papilio demo` does all of it at once, `papilio run` with your choices.

Exit codes: 0 success, 1 verification failed, 2 wrong usage, 3 unusable input or file, 4 no plan within noise, \
security or memory, 5 the operating system refused, 130 interrupted.
PAPILIO_KERNEL=scalar (or another name from `papilio info`) restricts the arithmetic kernels."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Global {
    /// Print one JSON object on standard output instead of text (bench: one for each row)
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The whole story in seconds: built-in witness, encryption, transform, decryption, verdict
    Demo,
    /// Plan a transform and make keys for it: secret.key and public.key
    Keygen(Keygen),
    /// Encrypt a witness under a secret key (half the bytes) or a public key
    Encrypt(Encrypt),
    /// Transform encrypted columns; needs no key
    Transform(Transform),
    /// Decrypt transformed columns
    Decrypt(Decrypt),
    /// Compare a decrypted result with the transform in the clear
    Verify(Verify),
    /// All of it in one process, measured
    Run(Run),
    /// Show the recipe that would run, what it costs, and why it won
    Plan(Plan),
    /// Measure each size at depths 1 to 5 and by the planner's choice; CSV and plots
    Sweep(Sweep),
    /// Measure what the program is built on, against other libraries where they are built
    Bench(Bench),
    /// The transform as Ethereum precompiles (EIP-7885): call one, write test vectors, measure
    Precompile(Precompile),
    /// Verify post-quantum signatures on an Ethereum virtual machine with those precompiles
    Evm(Evm),
    /// The processor, the kernels of this build, and which are chosen
    Info,
}

/// Plaintext fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FieldName {
    /// 2^32 - 2^20 + 1
    P32,
    /// 2^64 - 2^32 + 1
    Goldilocks,
    /// The scalar field of BN254, circom's default
    Bn254,
    /// The scalar field of BLS12-381
    #[value(name = "bls12-381")]
    Bls12381,
    /// 2^251 + 17 * 2^192 + 1
    Stark252,
}

impl FieldName {
    /// All, in the order of `--help`.
    pub(crate) fn known() -> &'static [Self] {
        Self::value_variants()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutName {
    /// Whatever costs least, with at most half of the transform in the clear
    Auto,
    /// One column a ciphertext
    Columns,
    /// Several columns a ciphertext, all slots filled
    Blocked,
    /// The whole vector in the slots of one ciphertext
    Slots,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PackingName {
    /// A value in each coefficient: encoding is free
    Coefficients,
    /// A value in each slot, for slot-wise work afterwards
    Slots,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvaluatorName {
    /// One product for each pair of constants that differ by sign
    Shared,
    /// Every product of every butterfly
    Dense,
}

/// What is transformed, and how; shared by every command that plans.
#[derive(Clone, Debug, Args)]
pub(crate) struct Shape {
    /// Plaintext field [default: that of the .wtns file, else p32]
    #[arg(long, value_enum)]
    pub(crate) field: Option<FieldName>,
    /// How columns are distributed over ciphertexts
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) layout: LayoutName,
    /// Where values sit in a plaintext
    #[arg(long, value_enum, default_value = "coefficients")]
    pub(crate) packing: PackingName,
    /// Radices of the layers across ciphertexts, e.g. 4,4,8 [default: the planner's choice]
    #[arg(long, value_delimiter = ',', value_name = "R1,R2,...")]
    pub(crate) recipe: Option<Vec<usize>>,
    /// Number of layers: equal radices, the remainder in the last
    #[arg(long, conflicts_with = "recipe", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: Option<u32>,
    /// How butterflies are evaluated
    #[arg(long, value_enum, default_value = "shared")]
    pub(crate) evaluator: EvaluatorName,
    /// Ring degree N, a power of two from 4096 to 65536 [default: the cheapest secure one]
    #[arg(long, value_name = "N")]
    pub(crate) ring_degree: Option<usize>,
    /// Interpolate (values to coefficients) instead of evaluating
    #[arg(long)]
    pub(crate) inverse: bool,
    /// Work on the coset by the field's generator instead of the subgroup
    #[arg(long)]
    pub(crate) coset: bool,
    /// Reed-Solomon encoding at rate 1/INVERSE: zero-padded to 2, 4 or 8 times the columns
    #[arg(long, value_name = "INVERSE", default_value_t = 1)]
    pub(crate) rate: usize,
    /// Encrypt under the public key, for a client without the secret
    #[arg(long)]
    pub(crate) public_key: bool,
    /// Keep all primes to the end instead of following the noise and switching the output down
    #[arg(long)]
    pub(crate) full_modulus: bool,
    /// Accept parameters below 128-bit security
    #[arg(long)]
    pub(crate) insecure: bool,
    /// Time the best recipes on this machine instead of trusting the cost model
    #[arg(long)]
    pub(crate) measure: bool,
}

impl Shape {
    /// A layout, and the defaults of everything else.
    pub(crate) fn plain(layout: LayoutName) -> Self {
        Self {
            field: None,
            layout,
            packing: PackingName::Coefficients,
            recipe: None,
            depth: None,
            evaluator: EvaluatorName::Shared,
            ring_degree: None,
            inverse: false,
            coset: false,
            rate: 1,
            public_key: false,
            full_modulus: false,
            insecure: false,
            measure: false,
        }
    }
}

/// Where field elements come from.
#[derive(Clone, Debug, Args)]
pub(crate) struct WitnessArgs {
    /// A circom witness
    #[arg(long, value_name = "FILE.wtns", conflicts_with_all = ["random", "levels"])]
    pub(crate) witness: Option<PathBuf>,
    /// The circom constraint system that the witness must satisfy
    #[arg(long, value_name = "FILE.r1cs", requires = "witness")]
    pub(crate) r1cs: Option<PathBuf>,
    /// This many random elements
    #[arg(long, value_name = "COUNT", conflicts_with = "levels")]
    pub(crate) random: Option<usize>,
    /// The built-in Semaphore circuit over the field, with a Merkle tree of this many levels [default: 20]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) levels: Option<u32>,
    /// Seed of random elements and of the built-in circuit's inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Limits of the work.
#[derive(Clone, Debug, Args)]
pub(crate) struct MemoryArgs {
    /// Keep ciphertexts in files and the peak of memory below this many bytes (suffixes K, M, G)
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory_limit: Option<u64>,
    /// Folder for those files [default: that of the output, else the system's]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Keygen {
    /// Entries of the witnesses to be encrypted
    #[arg(long, value_name = "ENTRIES")]
    pub(crate) size: usize,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Folder for secret.key and public.key
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Encrypt {
    /// secret.key or public.key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    #[command(flatten)]
    pub(crate) witness: WitnessArgs,
    /// Encrypted columns
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Transform {
    /// Encrypted columns
    pub(crate) input: PathBuf,
    /// Transformed columns
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Decrypt {
    /// secret.key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// Transformed columns
    pub(crate) input: PathBuf,
    /// Field values, in natural order
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Field values
    pub(crate) input: PathBuf,
    #[command(flatten)]
    pub(crate) witness: WitnessArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) witness: WitnessArgs,
    /// Elements of the transform with `--layout slots`, a power of two; entries beyond make it refuse, missing ones are zero
    /// [default: the least that holds all entries]
    #[arg(long, value_name = "ELEMENTS")]
    pub(crate) size: Option<usize>,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) slots: SlotArgs,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Plan {
    #[command(subcommand)]
    pub(crate) target: Option<PlanTarget>,
    /// Entries of the witness
    #[arg(long, value_name = "ENTRIES", required = true)]
    pub(crate) size: Option<usize>,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) slots: SlotArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PlanTarget {
    /// Choose ring parameters for a circuit by its depth, and say why
    #[command(after_help = "\
The cheapest parameters are shown whose predicted noise leaves a budget after products on products, each relinearised:

  papilio plan params --plain-bits 32 --depth 2                two levels modulo a 32-bit prime
  papilio plan params --field bn254 --depth 1 --security 192   the bits of a field, and its slots
  papilio plan params --plain-bits 17 --depth 3 --degree 8192  a given ring, or what it lacks
  papilio plan params --plain-bits 64 --depth 0 --no-rotations linear, and no keys to switch
  papilio plan params --plain-bits 32 --depth 2 --json         `literal` is what the library takes

Bits of budget are what decryption can still lose: a sum of 4 ciphertexts takes 1 or, of related ones, 2; a product with a plaintext \
nearly as much as a level.")]
    Params(PlanParams),
}

#[derive(Debug, Args)]
pub(crate) struct PlanParams {
    /// Bits of the plaintext prime, 2 to 256 [default: those of the field]
    #[arg(long, value_name = "BITS", required_unless_present = "field")]
    pub(crate) plain_bits: Option<u32>,
    /// Products of ciphertexts on the longest path, 0 to 64
    #[arg(long, value_name = "LEVELS")]
    pub(crate) depth: u32,
    /// Ring degree N, a power of two from 4096 to 65536, or `auto` for whatever costs least
    #[arg(long, value_name = "N", default_value = "auto")]
    pub(crate) degree: String,
    /// Bits of security: 128, 192 or 256
    #[arg(long, value_name = "BITS", default_value_t = 128)]
    pub(crate) security: u32,
    /// Plaintext field
    #[arg(long, value_enum)]
    pub(crate) field: Option<FieldName>,
    /// Ciphertexts are never rotated
    #[arg(long)]
    pub(crate) no_rotations: bool,
}

/// Published tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableName {
    /// Witness sizes at depths 1 to 5
    Columns,
    /// Sizes 256 to 32768 over BN254, by diagonals and factored
    Slots,
}

#[derive(Debug, Args)]
pub(crate) struct Sweep {
    /// Which published table: columns (the constant-depth transform across ciphertexts) or slots (inside one)
    #[arg(long, value_enum, default_value = "columns")]
    pub(crate) table: TableName,
    /// Witness sizes, or with `--table slots` elements of a transform [default: those of the published table]
    #[arg(long, value_delimiter = ',')]
    pub(crate) sizes: Option<Vec<usize>>,
    /// Greatest depth measured; 1 at 2,250,280 entries is 16.7 million products
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,4,5")]
    pub(crate) depths: Vec<u32>,
    /// Plaintext field [default: that of the published table, p32 or bn254]
    #[arg(long, value_enum)]
    pub(crate) field: Option<FieldName>,
    /// Encrypt under the public key, with `--table slots`
    #[arg(long)]
    pub(crate) public_key: bool,
    /// Ring degree of the fixed-depth rows
    #[arg(long, default_value_t = 16384)]
    pub(crate) ring_degree: usize,
    /// How butterflies are evaluated in the fixed-depth rows
    #[arg(long, value_enum, default_value = "shared")]
    pub(crate) evaluator: EvaluatorName,
    /// Where values sit in a plaintext in the fixed-depth rows (the published tables use slots)
    #[arg(long, value_enum, default_value = "slots")]
    pub(crate) packing: PackingName,
    /// Transforms timed per row; the median is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// Folder for sweep.csv, sweep.svg and sweep.png
    #[arg(short, long, default_value = ".")]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) target: BenchTarget,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchTarget {
    /// Transforms in the clear, each checked and then timed
    #[command(after_help = "\
Every transform is compared with its definition and inverted before it is timed; a wrong one is exit code 1.
`bound` is the time that its multiplications alone would take. `ratio` is the peer's time over ours: above 1,
ours is faster. A peer whose answer is wrong has no ratio.

  papilio bench ntt                            everything, minutes
  papilio bench ntt --field p50 --n 16384      one prime and length
  papilio bench ntt --json > rows              one JSON object a line
  PAPILIO_KERNEL=scalar papilio bench ntt      on the portable kernels
Peers are programs of their own: `cargo xtask peers` builds those of bench/peers and records all rows.")]
    Ntt(BenchNtt),
    /// Operations of BFV: keys, encryption, products, rotations, each checked and then timed
    #[command(after_help = "\
Every result is decrypted and compared with arithmetic in the clear; a wrong one is exit code 1. `ratio` is the
peer's time over ours: above 1, ours is faster. A peer whose result is wrong has no ratio.

  papilio bench bfv                            everything, minutes
  papilio bench bfv --set n8192-l3             one set of parameters: ring degree 8192, 3 primes
  papilio bench bfv --operation multiply       one operation, with each set
  papilio bench bfv --json > rows              one JSON object a line
Peers are programs of their own: `cargo xtask peers` builds those of bench/peers and records all rows.")]
    Bfv(BenchBfv),
}

#[derive(Debug, Args)]
pub(crate) struct BenchNtt {
    /// Only this field: p30, p50, ..., falcon, ml-dsa, ml-kem, babybear, goldilocks, bn254, ...
    #[arg(long, value_name = "NAME")]
    pub(crate) field: Option<String>,
    /// Only this length
    #[arg(long, value_name = "LENGTH")]
    pub(crate) n: Option<usize>,
    /// Timed samples of each side in each of its five turns; the median is reported
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
    /// Folder with a folder for each peer [default: bench/peers of the checkout, as far as it is built]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) peers: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchBfv {
    /// Only this set of parameters
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(SETS.iter().map(|set| set.name)))]
    pub(crate) set: Option<String>,
    /// Only this operation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(OPERATIONS.iter().map(|one| one.name)))]
    pub(crate) operation: Option<String>,
    /// Timed samples of each side in each of its five turns; the median is reported
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
    /// Folder with a folder for each peer [default: bench/peers of the checkout, as far as it is built]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) peers: Option<PathBuf>,
}

/// A number of bytes with an optional binary suffix.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.trim_end_matches("IB").trim_end_matches('B');
    let (digits, shift) = match upper.as_bytes().last() {
        Some(b'K') => (&upper[..upper.len() - 1], 10),
        Some(b'M') => (&upper[..upper.len() - 1], 20),
        Some(b'G') => (&upper[..upper.len() - 1], 30),
        _ => (upper, 0),
    };
    let value: u64 = digits.parse().map_err(|_| format!("{text:?} is not a number of bytes such as 500M or 2G"))?;
    value.checked_mul(1 << shift).ok_or_else(|| format!("{text:?} is too many bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_grammar_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn byte_sizes() {
        assert_eq!(bytes("500M"), Ok(500 << 20));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("77"), Ok(77));
        assert!(bytes("many").is_err() && bytes("99999999999G").is_err() && bytes("").is_err());
    }
}
