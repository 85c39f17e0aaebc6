//! Arguments of `papilio bench`.

use crate::args::EngineArg;
use crate::args::shape::modulus;
use crate::commands::measure::shapes::ShapeArg;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use papilio_bench::bfv::cases::OPERATIONS;
use papilio_bench::bfv::sets::SETS;
use papilio_bench::engine::ceilings;
use papilio_bench::engine::transforms::Transform;
use papilio_bench::{ckks, gates, keyswitch};
use papilio_cuda::select::Operation;
use papilio_field::PlaintextModulus;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) target: BenchTarget,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchTarget {
    /// Transforms in the clear, each checked and then timed
    #[command(after_help = "\
Every transform is compared with its definition and inverted before it is timed;
a wrong one is exit code 1. `bound` is the time that its multiplications alone
would take. `ratio` is the peer's time over ours: above 1, ours is faster. A
peer whose answer is wrong has no ratio.

  papilio bench ntt                            everything, minutes
  papilio bench ntt --field p50 --n 16384      one prime and length
  papilio bench ntt --json > rows              one JSON object a line
  PAPILIO_KERNEL=scalar papilio bench ntt      on the portable kernels
Peers are programs of their own: `cargo xtask peers` builds those of bench/peers
and records all rows.")]
    Ntt(BenchNtt),
    /// Operations of BFV: keys, encryption, products, rotations, each checked and then timed
    #[command(after_help = "\
Every result is decrypted and compared with arithmetic in the clear; a wrong one
is exit code 1. `ratio` is the peer's time over ours: above 1, ours is faster. A
peer whose result is wrong has no ratio.

  papilio bench bfv                            everything, minutes
  papilio bench bfv --set n8192-l3
      one set of parameters: ring degree 8192, 3 primes
  papilio bench bfv --operation multiply       one operation, with each set
  papilio bench bfv --json > rows              one JSON object a line
Peers are programs of their own: `cargo xtask peers` builds those of bench/peers
and records all rows.")]
    Bfv(BenchBfv),
    /// Operations of CKKS: encoding, products, rotations, matrices, each checked and then timed
    #[command(after_help = "\
Every result is decrypted and compared with arithmetic on doubles; one that has
less precision than its set allows to expect is exit code 1. `bits` are those
after the binary point that are right in every slot, `its` the peer's. `ratio`
is the peer's time over ours: above 1, ours is faster. A peer whose result is
wrong has no ratio.

  papilio bench ckks                           everything, many minutes
  papilio bench ckks --set n14-l7
      one set of parameters: ring degree 2^14, 7 levels
  papilio bench ckks --operation rotate        one operation, with each set
  papilio bench ckks --json > rows             one JSON object a line
The sets of 2^15 and more take gigabytes for the keys of linear_transform_64 and
dft. Peers are programs of their own: `cargo xtask peers` builds those of
bench/peers and records all rows.")]
    Ckks(BenchCkks),
    /// Complex transforms in doubles, each checked and then timed
    #[command(after_help = "\
Every transform is compared with its definition and inverted before it is timed;
errors beyond the proven bound are exit code 1. `error` is the greatest error of
a value, and `its` the peer's, in units of 2^-53 of the sum of the coefficients.
`bound` is the time that its multiplications alone would take. `ratio` is the
peer's time over ours: above 1, ours is faster. A peer whose answer is wrong has
no ratio.

  papilio bench fft                            everything, a minute
  papilio bench fft --n 1024                   1024 complex numbers
  papilio bench fft --json > rows              one JSON object a line
  PAPILIO_KERNEL=avx2fma papilio bench fft     without AVX-512
Ours are modulo X^n - i, those of the peers modulo X^n - 1: for negacyclic
products they need a twist besides, which is not timed. `cargo xtask peers`
builds those of bench/peers and records all rows.")]
    Fft(BenchFft),
    /// Gates on encrypted bits, each decrypted and compared
    #[command(after_help = "\
Gates of random bits are decrypted and compared with gates in the clear; a wrong
bit is exit code 1. Times are of one gate, also where several share one pass
through the key. `ratio` is the peer's time over ours: above 1, ours is faster.
A peer with a wrong bit has no ratio.

  papilio bench gates                          everything, minutes
  papilio bench gates --set default_128        one set of parameters
  papilio bench gates --operation nand_8       one operation, with each set
  papilio bench gates --json > rows            one JSON object a line
Peers are programs of their own: `cargo xtask peers` builds those of bench/peers
and records all rows.")]
    Gates(BenchGates),
    /// Key switches and products in residues and in words, each checked and then timed
    #[command(after_help = "\
At equal ring degree, modulus of keys and modulus of ciphertexts: the fastest
candidate of each arithmetic by `papilio plan keyswitch`, with its prediction of
a key switch. A product is relinearized and rescaled. Results are decrypted, and
their noise compared with the predicted; a wrong one is exit code 1. For a key
switch peers do a rotation, whose coefficients move besides, and for a product
the same. `ratio` is the peer's time over ours: above 1, ours is faster.

  papilio bench keyswitch                      everything, minutes; up to 9 GiB
  papilio bench keyswitch --set n15-u700       one set of moduli
  papilio bench keyswitch --operation automorphism
      one operation, with each set
  papilio bench keyswitch --json > rows        one JSON object a line
Peers are programs of their own: `cargo xtask peers` builds those of bench/peers
and records all rows.")]
    Keyswitch(BenchKeySwitch),
    /// Operations of a server on the CPU or on a GPU, whose words are compared one by one
    #[command(after_help = r#"Every first result is compared with arithmetic in the clear, and all words of a
GPU with those of the CPU; a wrong one is exit code 1. Times are of one of the
batch. A GPU has two rows: with operands and results in its memory, and with
their copies over the bus; keys stay there in both. `bound` is the time that its
arithmetic or its memory alone would take, of GPUs whose instructions were
counted. `ratio` is the time of one core of the CPU over that of the GPU: above
1, the GPU is faster. With `auto` a GPU is measured wherever there is one; rows
without one are those of the CPU. Beside a GPU alone: columns, the transform
across 4096 ciphertexts, slots, that of 4096 elements inside one, for which all
cores encode diagonals meanwhile, arithmetics, polynomials to values in doubles
and in words, and baby_bear, goldilocks and bn254, vectors of 2^20 to 2^24
elements; they belong to no set, and their `bound` is that of memory alone.
Besides, ceilings, what a GPU does at most: billions of instructions of one kind
and of bytes that are copied in a second, and the time of a launch, alone and in
a graph, without a peer.

  papilio bench engine                         everything, minutes; up to 3 GiB
  papilio bench engine --set 8192x3 --batch 1
      rings of 8192 coefficients and 3 primes, one operand at a time
  papilio bench engine --operation multiply    one operation, with each set
  papilio bench engine --engine cuda           an error where there is no GPU
  papilio bench engine --json > rows           one JSON object a line
  papilio bench engine --peers times.json      beside other libraries
A file of times, each for one of a batch of operands that are on the GPU, is
{"version": 1, "rows": [{"operation": "ntt_forward", "degree": 8192, "limbs": 3,
"batch": 64, "microseconds": 0.5, "peer": "other 1.0"}]}"#)]
    Engine(BenchEngine),
}

/// How both sides are measured.
#[derive(Debug, Args)]
pub(crate) struct Sides {
    /// Timed samples of each side in each of its five turns; the median is reported
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
    /// Folder with a folder for each peer [default: bench/peers of the checkout, as far as it is
    /// built]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) peers: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchNtt {
    /// Only this field: p30, p50, ..., falcon, ml-dsa, ml-kem, babybear, goldilocks, bn254, ...
    #[arg(long, value_name = "NAME")]
    pub(crate) field: Option<String>,
    /// Only this length
    #[arg(long, value_name = "LENGTH")]
    pub(crate) n: Option<usize>,
    #[command(flatten)]
    pub(crate) sides: Sides,
}

#[derive(Debug, Args)]
pub(crate) struct BenchBfv {
    /// Only this set of parameters
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(SETS.iter().map(|set| set.name)))]
    pub(crate) set: Option<String>,
    /// Plaintext modulus, a prime with a slot for each coefficient [default: 2^32 - 2^20 + 1]
    #[arg(long, value_name = "T", value_parser = modulus)]
    pub(crate) plain_modulus: Option<PlaintextModulus>,
    /// Only this operation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(OPERATIONS.iter().map(|one| one.name)))]
    pub(crate) operation: Option<String>,
    #[command(flatten)]
    pub(crate) sides: Sides,
}

#[derive(Debug, Args)]
pub(crate) struct BenchCkks {
    /// Only this set of parameters
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ckks::sets::SETS.iter().map(|set| set.name)))]
    pub(crate) set: Option<String>,
    /// Only this operation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ckks::cases::OPERATIONS.iter().map(|one| one.name)))]
    pub(crate) operation: Option<String>,
    #[command(flatten)]
    pub(crate) sides: Sides,
}

#[derive(Debug, Args)]
pub(crate) struct BenchKeySwitch {
    /// Only this set of moduli
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(keyswitch::cases::SETS.iter().map(|set| set.name)))]
    pub(crate) set: Option<String>,
    /// Only this operation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(keyswitch::cases::Operation::ALL.iter().map(|one| one.name())))]
    pub(crate) operation: Option<String>,
    #[command(flatten)]
    pub(crate) sides: Sides,
}

#[derive(Debug, Args)]
pub(crate) struct BenchEngine {
    #[command(flatten)]
    pub(crate) engine: EngineArg,
    #[command(flatten)]
    pub(crate) shape: ShapeArg,
    /// Only this operation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Operation::ALL.map(Operation::name).into_iter().chain(Transform::NAMES).chain([ceilings::NAME])))]
    pub(crate) operation: Option<String>,
    /// Only this many polynomials or ciphertexts at a time [default: 1, 8 and 64]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) batch: Option<u16>,
    /// Times of other libraries on this GPU, which get rows of their own: a file of JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) peers: Option<PathBuf>,
    /// Timed samples of each side; a GPU without copies has 50 or more; the median is reported
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) samples: u32,
}

#[derive(Debug, Args)]
pub(crate) struct BenchGates {
    /// Only this set of parameters
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(gates::cases::SETS.iter().map(|set| set.name)))]
    pub(crate) set: Option<String>,
    /// Only this operation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(gates::cases::OPERATIONS.iter().map(|one| one.name)))]
    pub(crate) operation: Option<String>,
    #[command(flatten)]
    pub(crate) sides: Sides,
}

#[derive(Debug, Args)]
pub(crate) struct BenchFft {
    /// Only this many complex numbers, a power of two from 128 to 65536
    #[arg(long, value_name = "LENGTH")]
    pub(crate) n: Option<usize>,
    #[command(flatten)]
    pub(crate) sides: Sides,
}
