//! The machine that the program runs on: its processor, and the kernels chosen for it.

use papilio_fhe::ParametersLiteral;
use papilio_field::Modulus;
use papilio_ntt::kernel::Chosen;
use serde::Serialize;

/// The processor's name, where the system tells.
pub(crate) fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(": ")).map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.to_owned())
}

/// The kernels that do each kind of work on the primes of a design.
pub(crate) fn kernels_of(literal: &ParametersLiteral) -> Kernels {
    Kernels::of(literal.moduli.first().copied().unwrap_or(0), 1 << literal.log_degree)
}

/// The names of the kernels that do each kind of work.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Kernels {
    /// The kernel that transforms polynomials.
    pub(crate) transform: &'static str,
    /// The kernel of stages across ciphertexts.
    pub(crate) stage: &'static str,
    /// The kernel that converts between bases of primes.
    pub(crate) conversion: &'static str,
}

impl Kernels {
    /// Bits of the greatest primes of plans.
    pub(crate) const PLAN_BITS: u32 = papilio_hntt::columns::design::PRIME_BITS;

    /// On the primes of plans.
    pub(crate) fn of_plans() -> Self {
        let degree = 1 << 14;
        Self::of(papilio_field::prime::descending(Self::PLAN_BITS, 2 * degree as u64).next().unwrap_or(0), degree)
    }

    /// Modulo a prime, in a ring of some degree.
    pub(crate) fn of(prime: u64, degree: usize) -> Self {
        let none = Self { transform: "none", stage: "none", conversion: "none" };
        Modulus::new(prime).map_or(none, |m| {
            let Chosen { transform, stage, conversion } = Chosen::of(&m, degree);
            Self { transform, stage, conversion }
        })
    }

    /// The work of each kernel, for people.
    pub(crate) fn line(&self) -> String {
        let Self { transform, stage, conversion } = self;
        format!("transforms by {transform}, stages across ciphertexts by {stage}, base conversions by {conversion}")
    }
}
