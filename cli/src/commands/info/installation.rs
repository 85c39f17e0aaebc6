//! The processor, the kernels of this build, and those that are chosen.

use crate::error::CliError;
use crate::machine::{Kernels, cpu};
use papilio_field::{Modulus, prime};
use papilio_ntt::Kernel;
use papilio_ntt::kernel::restriction;

/// Prime sizes shown: those of plans, then both sides of what the vector kernels take.
const SIZES: [u32; 3] = [Kernels::PLAN_BITS, 50, 61];
/// The ring degree that they are shown for.
const DEGREE: usize = 1 << 14;

/// Kernels of an installation on its machine.
pub(super) struct Installation {
    pub(super) cpu: String,
    pub(super) threads: usize,
    pub(super) registry: Vec<Registered>,
    pub(super) chosen: Vec<Chosen>,
    /// The kernel preferred for words of 64 bits.
    pub(super) first: &'static str,
    /// Kernels for the primes of plans.
    pub(super) kernels: Kernels,
    /// The names in the environment that restrict the kernels.
    pub(super) restricted: Option<String>,
}

/// A kernel of this build.
pub(super) struct Registered {
    pub(super) word_bits: u32,
    pub(super) name: &'static str,
    pub(super) available: bool,
    /// The features of a processor that it needs.
    pub(super) needs: String,
}

/// The choice for primes of one size.
pub(super) struct Chosen {
    pub(super) prime_bits: u32,
    pub(super) kernel: &'static str,
    pub(super) kernels: Kernels,
    pub(super) why: String,
}

impl Installation {
    pub(super) fn here() -> Result<Self, CliError> {
        Ok(Self {
            cpu: cpu(),
            threads: rayon::current_num_threads(),
            registry: of_width(64, Kernel::<u64>::registry())
                .chain(of_width(32, Kernel::<u32>::registry()))
                .chain(of_width(16, Kernel::<u16>::registry()))
                .collect(),
            chosen: SIZES.into_iter().map(Chosen::of).collect::<Result<_, _>>()?,
            first: Kernel::<u64>::all()[0].name(),
            kernels: Kernels::of_plans(),
            restricted: restriction().map_err(CliError::usage)?.map(|names| names.to_string()),
        })
    }
}

impl Chosen {
    fn of(prime_bits: u32) -> Result<Self, CliError> {
        let prime = prime_of(prime_bits)?;
        let kernel = Kernel::<u64>::preferred(&prime, DEGREE);
        let kernels = Kernels::of(prime.value(), DEGREE);
        Ok(Self { prime_bits, kernel: kernel.name(), kernels, why: kernel.explain().to_string() })
    }
}

/// A prime of that many bits, as ciphertexts have them.
fn prime_of(bits: u32) -> Result<Modulus, CliError> {
    let prime = prime::descending(bits, 1 << 17).next().and_then(Modulus::new);
    prime.ok_or_else(|| CliError::plan(format!("no prime of {bits} bits")))
}

/// The kernels of a registry for words of one width.
fn of_width<R: ToString>(
    word_bits: u32,
    kernels: impl Iterator<Item = (&'static str, bool, R)>,
) -> impl Iterator<Item = Registered> {
    kernels.map(move |(name, available, needs)| Registered { word_bits, name, available, needs: needs.to_string() })
}
