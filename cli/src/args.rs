//! The command line.

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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutName {
    /// Whatever costs least, with at most half of the transform in the clear
    Auto,
    /// One column a ciphertext
    Columns,
    /// Several columns a ciphertext, all slots filled
    Blocked,
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
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Entries of the witness
    #[arg(long, value_name = "ENTRIES")]
    pub(crate) size: usize,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

#[derive(Debug, Args)]
pub(crate) struct Sweep {
    /// Witness sizes
    #[arg(long, value_delimiter = ',', default_value = "5570,22280,2250280")]
    pub(crate) sizes: Vec<usize>,
    /// Greatest depth measured; 1 at 2,250,280 entries is 16.7 million products
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,4,5")]
    pub(crate) depths: Vec<u32>,
    /// Plaintext field
    #[arg(long, value_enum, default_value = "p32")]
    pub(crate) field: FieldName,
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
}

#[derive(Debug, Args)]
pub(crate) struct BenchNtt {
    /// Only this field: p30, p50, ..., falcon, ml-dsa, ml-kem, babybear, goldilocks, bn254, ...
    #[arg(long, value_name = "NAME")]
    pub(crate) field: Option<String>,
    /// Only this length
    #[arg(long, value_name = "LENGTH")]
    pub(crate) n: Option<usize>,
    /// Timed samples of each side in each of its three turns; the median is reported
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
    /// Folder with a folder for each peer [default: bench/peers of the checkout, as far as it is built]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) peers: Option<PathBuf>,
}

/// A number of bytes with an optional binary suffix.
fn bytes(text: &str) -> Result<u64, String> {
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
