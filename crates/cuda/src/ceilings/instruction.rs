//! Chains of instructions, of which each waits for the one before.

pub use crate::driver::Instruction;
use crate::driver::{self, BLOCK, Memory};
use crate::{EngineError, Gpu};
use core::fmt;

/// Chains of a thread, and steps of each in a round: `kernels/ceilings.cuh` has the same.
const CHAINS: usize = 8;
const STEPS: usize = 32;

impl Instruction {
    /// Instructions of a thread in a round.
    pub const ROUND: usize = CHAINS * STEPS;

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dfma => "dfma",
            Self::DfmaAndImad => "dfma_imad",
            Self::Iadd3 => "iadd3",
            Self::Imad => "imad",
            Self::ImadHigh => "imad_high",
            Self::ImadWide => "imad_wide",
        }
    }

    /// The word of a thread after so many rounds, by definition.
    #[must_use]
    pub fn define(self, seed: u64, thread: usize, rounds: u32) -> u64 {
        let word = |chain: usize| self.define_chain(seed, CHAINS * thread + chain, rounds, chain % 2 == 1);
        let values = (0..CHAINS).flat_map(word);
        values.fold(0, |sum: u64, value| sum.wrapping_mul(5).wrapping_add(value))
    }

    /// Both values of a chain; odd chains are those of the second instruction, where there are two.
    fn define_chain(self, seed: u64, place: usize, rounds: u32, odd: bool) -> [u64; 2] {
        let start = [0, 1].map(|turn| word_at(seed, 2 * place as u64 + turn));
        let steps = STEPS as u64 * u64::from(rounds);
        let small = [0, 32].map(|shift| (seed >> shift) as u32 | 1);
        match self {
            Self::Dfma => doubles(seed, start, steps),
            Self::DfmaAndImad if !odd => doubles(seed, start, steps),
            Self::DfmaAndImad | Self::Imad => of_32_bits(start, steps, small, |x, y, w| x.wrapping_mul(w).wrapping_add(y)),
            Self::Iadd3 => of_32_bits(start, steps, small, |x, y, w| x.wrapping_add(y).wrapping_add(w)),
            Self::ImadHigh => of_32_bits(start, steps, small, |x, y, w| {
                ((u64::from(x) * u64::from(w)) >> 32).wrapping_add(u64::from(y)) as u32
            }),
            Self::ImadWide => take_turns(start, steps, |_, x, y| (x & 0xFFFF_FFFF).wrapping_mul(x >> 32).wrapping_add(y)),
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Any words, by a place.
fn word_at(seed: u64, place: u64) -> u64 {
    let word = seed.wrapping_add(place).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word ^ (word >> 32)
}

/// One value is made of the other and of itself, in turn.
fn take_turns<T: Copy>(mut values: [T; 2], steps: u64, step: impl Fn(usize, T, T) -> T) -> [T; 2] {
    for turn in (0..steps).map(|step| (step % 2) as usize) {
        values[turn] = step(turn, values[1 - turn], values[turn]);
    }
    values
}

fn doubles(seed: u64, start: [u64; 2], steps: u64) -> [u64; 2] {
    let half = f64::from_bits((seed >> 12) | 0x3FE0_0000_0000_0000);
    let factors = [half, -half];
    let step = |turn: usize, x: f64, y: f64| x.mul_add(factors[turn], y);
    take_turns(start.map(|word| (word >> 12) as f64), steps, step).map(f64::to_bits)
}

fn of_32_bits(start: [u64; 2], steps: u64, factors: [u32; 2], step: impl Fn(u32, u32, u32) -> u32) -> [u64; 2] {
    take_turns(start.map(|word| word as u32), steps, |turn, x, y| step(x, y, factors[turn])).map(u64::from)
}

/// Threads of a device that all run the same instruction.
#[derive(Debug)]
pub struct Chains {
    words: Memory,
}

impl Chains {
    /// Chains of so many blocks of 256 threads.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    pub fn new(gpu: &Gpu, blocks: usize) -> Result<Self, EngineError> {
        Ok(Self { words: Memory::unspecified(gpu.device(), blocks.max(1).saturating_mul(BLOCK as usize))? })
    }

    /// Threads, each of which has a word.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.words.len()
    }

    /// Queues so many rounds of [`Instruction::ROUND`] instructions in every thread.
    pub fn run(&mut self, instruction: Instruction, seed: u64, rounds: u32) {
        driver::chains(instruction, &mut self.words, seed, rounds);
    }

    /// The word of every thread, [`Instruction::define`].
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn to_host(&self) -> Result<Vec<u64>, EngineError> {
        let mut words = vec![0; self.words.len()];
        self.words.download(&mut words)?;
        Ok(words)
    }
}
