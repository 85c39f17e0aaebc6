//! Extendable output: SHAKE, and the counter mode of Keccak-256 that is cheap on chain.

use revm::primitives::keccak256;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use sha3::{Shake128, Shake256};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Which functions a scheme hashes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// SHAKE128 and SHAKE256, as FIPS 204 and round 3 of Falcon have them.
    Shake,
    /// Keccak-256 of the input, then Keccak-256 of that state and a counter of eight bytes, for
    /// both (EIP-8051, EIP-8052).
    Keccak,
}

impl Hash {
    /// An endless stream for the expansion of a matrix.
    pub(crate) fn expand(self, input: &[u8]) -> Box<dyn XofReader> {
        match self {
            Self::Shake => {
                let mut shake = Shake128::default();
                shake.update(input);
                Box::new(shake.finalize_xof())
            }
            Self::Keccak => Box::new(Counter::new(input)),
        }
    }

    /// An endless stream for everything else.
    pub(crate) fn stream(self, input: &[u8]) -> Box<dyn XofReader> {
        match self {
            Self::Shake => {
                let mut shake = Shake256::default();
                shake.update(input);
                Box::new(shake.finalize_xof())
            }
            Self::Keccak => Box::new(Counter::new(input)),
        }
    }

    /// 64 bytes.
    pub(crate) fn digest(self, input: &[u8]) -> [u8; 64] {
        let mut digest = [0; 64];
        self.stream(input).read(&mut digest);
        digest
    }
}

/// Blocks `keccak256(state ‖ counter)`, erased when dropped.
#[derive(Zeroize, ZeroizeOnDrop)]
struct Counter {
    /// The state, and behind it the number of the next block.
    seed: [u8; 40],
    next: u64,
    block: [u8; 32],
    /// Bytes of the block that were read.
    used: usize,
}

impl Counter {
    fn new(input: &[u8]) -> Self {
        let mut seed = [0; 40];
        seed[..32].copy_from_slice(keccak256(input).as_slice());
        Self { seed, next: 0, block: [0; 32], used: 32 }
    }

    fn byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            self.seed[32..].copy_from_slice(&self.next.to_be_bytes());
            self.block = keccak256(self.seed).0;
            self.next += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

impl XofReader for Counter {
    fn read(&mut self, buffer: &mut [u8]) {
        buffer.fill_with(|| self.byte());
    }
}
