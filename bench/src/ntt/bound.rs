//! How fast a transform could be: the time that its products alone take.
//!
//! A butterfly multiplies once by a twiddle, in as many vector multiplications as the arithmetic
//! needs. They are counted here, divided by how many begin in a cycle, and by the clock, which is
//! measured. Loads, additions and shuffles are free, twiddles of 1 are not left out, and data is
//! taken to be in registers: a time near the bound cannot be improved by much other than by another
//! arithmetic.

use super::cases::Arithmetic;
use std::hint::black_box;
use std::time::Instant;

/// The unit that multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Vectors of 512 bits.
    Vector512,
    /// Vectors of 256 bits.
    Vector256,
    /// Words of 64 bits, to products of 128.
    Scalar,
}

/// The cost of a butterfly on a kernel.
struct Cost {
    kernel: &'static str,
    arithmetic: Arithmetic,
    /// Multiplication instructions a twiddle product.
    multiplies: f64,
    /// Butterflies that they do at once.
    lanes: f64,
    unit: Unit,
}

const fn cost(kernel: &'static str, arithmetic: Arithmetic, multiplies: f64, lanes: f64, unit: Unit) -> Cost {
    Cost { kernel, arithmetic, multiplies, lanes, unit }
}

const COSTS: &[Cost] = &[
    // The high half of x·w', the low halves of x·w and of the quotient times q (V. Shoup's
    // multiplication).
    cost("avx512ifma", Arithmetic::Word64, 3.0, 8.0, Unit::Vector512),
    // Three products of halves for an estimate of the quotient, and two low halves.
    cost("avx512dq", Arithmetic::Word64, 5.0, 8.0, Unit::Vector512),
    // In doubles: the product and its error, the quotient, and what it leaves.
    cost("avx512", Arithmetic::Word64, 4.0, 8.0, Unit::Vector512),
    cost("avx2fma", Arithmetic::Word64, 4.0, 4.0, Unit::Vector256),
    // Even and odd lanes apart for the quotient, and two low halves.
    cost("avx512", Arithmetic::Word32, 4.0, 16.0, Unit::Vector512),
    // A high half and two low ones, or two high ones and a low one.
    cost("avx512", Arithmetic::Word16, 3.0, 16.0, Unit::Vector256),
    cost("avx2", Arithmetic::Word16, 3.0, 16.0, Unit::Vector256),
    cost("scalar", Arithmetic::Word16, 3.0, 1.0, Unit::Scalar),
    // The same as with 512 bits, but low halves of 64 take three products.
    cost("avx2", Arithmetic::Word64, 9.0, 4.0, Unit::Vector256),
    cost("avx2", Arithmetic::Word32, 4.0, 8.0, Unit::Vector256),
    // Twelve butterflies at radix 8; docs/notes/goldilocks.md.
    cost("avx512ifma", Arithmetic::Goldilocks, 58.0 / 12.0, 8.0, Unit::Vector512),
    // The four products of halves.
    cost("avx512", Arithmetic::Goldilocks, 4.0, 8.0, Unit::Vector512),
    cost("avx2", Arithmetic::Goldilocks, 4.0, 4.0, Unit::Vector256),
    // Two products and two multiply-adds; as many additions, which begin beside them.
    cost("avx512", Arithmetic::ComplexDouble, 4.0, 8.0, Unit::Vector512),
    cost("avx2fma", Arithmetic::ComplexDouble, 4.0, 4.0, Unit::Vector256),
    cost("scalar", Arithmetic::Word64, 3.0, 1.0, Unit::Scalar),
    cost("scalar", Arithmetic::Word32, 3.0, 1.0, Unit::Scalar),
    // The reduction is additions and shifts.
    cost("scalar", Arithmetic::Goldilocks, 1.0, 1.0, Unit::Scalar),
    // Even and odd lanes apart for the high half, and a low one: three, for each of four products
    // of half as many butterflies.
    cost("avx512", Arithmetic::Complex31, 12.0, 16.0, Unit::Vector512),
    cost("scalar", Arithmetic::Complex31, 4.0, 1.0, Unit::Scalar),
    // Five rows of the prepared factor and one Montgomery step; the terms of
    // docs/notes/large-primes.md.
    cost("avx512ifma", Arithmetic::Bls12_381, 61.0, 8.0, Unit::Vector512),
    cost("avx512ifma", Arithmetic::Bn254, 61.0, 8.0, Unit::Vector512),
    cost("avx512ifma", Arithmetic::Stark252, 54.0, 8.0, Unit::Vector512),
    // Two fused multiply-adds for each of thirty products of doubles, and for the factor of the
    // reduction; three of the Stark prime's limbs take none, nor does its factor.
    cost("avx2fma", Arithmetic::Bls12_381, 62.0, 4.0, Unit::Vector256),
    cost("avx2fma", Arithmetic::Bn254, 62.0, 4.0, Unit::Vector256),
    cost("avx2fma", Arithmetic::Stark252, 54.0, 4.0, Unit::Vector256),
    // Montgomery: sixteen for the product, sixteen and four for its reduction.
    cost("scalar", Arithmetic::Bls12_381, 36.0, 1.0, Unit::Scalar),
    cost("scalar", Arithmetic::Bn254, 36.0, 1.0, Unit::Scalar),
    cost("scalar", Arithmetic::Stark252, 28.0, 1.0, Unit::Scalar),
];

/// The processor, as far as the bound depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    /// Cycles in a nanosecond.
    pub clock: f64,
    /// Multiplications of 512 bits that begin in a cycle.
    pub vectors: f64,
    /// Multiplications of words that begin in a cycle.
    pub scalars: f64,
}

impl Processor {
    /// Identifies the processor and measures its clock.
    #[must_use]
    pub fn measured() -> Self {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let value = |key: &str| {
            let line = info.lines().find(|line| line.starts_with(key));
            line.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value)
        };
        // AMD, "Software Optimization Guide for the Zen 5 Microarchitecture" (58455): two pipes of
        // 512 bits multiply, where Zen 4 (57647) joins two of 256. Servers of Intel with AVX-512
        // begin one multiplication of 52 bits in 512 a cycle (uops.info, VPMADD52LUQ). Products of
        // words: one a cycle on all of these; Zen 5 has more multipliers, and two is above what a
        // loop of independent products reaches there.
        let zen5 = value("vendor_id") == "AuthenticAMD" && value("cpu family") == "26";
        let each = if zen5 { 2.0 } else { 1.0 };
        Self { clock: clock(), vectors: each, scalars: each }
    }

    /// Nanoseconds of the products of so many butterflies on a kernel and one thread, where the
    /// arithmetic is known here.
    #[must_use]
    pub fn bound(&self, arithmetic: Arithmetic, butterflies: f64, kernel: &str) -> Option<f64> {
        let cost = COSTS.iter().find(|cost| cost.kernel == kernel && cost.arithmetic == arithmetic)?;
        let throughput = match cost.unit {
            Unit::Vector512 => self.vectors,
            // Two on every processor with AVX2 named above.
            Unit::Vector256 => 2.0,
            Unit::Scalar => self.scalars,
        };
        Some(butterflies * cost.multiplies / cost.lanes / throughput / self.clock)
    }
}

/// Cycles in a nanosecond, by a chain of operations that take one cycle each.
fn clock() -> f64 {
    const ROUNDS: u32 = 100_000;
    const CHAIN: u32 = 8;
    let (mask, step) = (black_box(0x0123_4567_89ab_cdef_u64), black_box(77_u64));
    let run = |_| {
        let mut x = black_box(1_u64);
        let start = Instant::now();
        for _ in 0..ROUNDS {
            // Neither operation commutes with the other, so that the compiler cannot shorten the
            // chain.
            for _ in 0..CHAIN {
                x = (x ^ mask).wrapping_add(step);
            }
        }
        black_box(x);
        f64::from(2 * CHAIN * ROUNDS) / start.elapsed().as_nanos() as f64
    };
    // Whatever else the processor does makes it seem slower, never faster.
    (0..50).map(run).fold(0.0, f64::max)
}
