//! Extendable output: SHAKE, and the counter mode of Keccak-256 that is cheap on chain.

use revm::primitives::keccak256;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use sha3::{Shake128, Shake256};

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

    /// 64 bytes.
    pub(crate) fn digest(self, input: &[u8]) -> [u8; 64] {
        let mut digest = [0; 64];
        match self {
            Self::Shake => Shake256::digest_xof(input, &mut digest),
            Self::Keccak => Counter::new(input).read(&mut digest),
        }
        digest
    }
}

/// Blocks `keccak256(state ‖ counter)`.
struct Counter {
    state: [u8; 32],
    next: u64,
    /// The bytes of the last block that are not read, from the end.
    rest: Vec<u8>,
}

impl Counter {
    fn new(input: &[u8]) -> Self {
        Self { state: keccak256(input).0, next: 0, rest: Vec::new() }
    }

    fn byte(&mut self) -> u8 {
        if let Some(byte) = self.rest.pop() {
            return byte;
        }
        let [first, rest @ ..] = keccak256([&self.state[..], &self.next.to_be_bytes()].concat()).0;
        self.next += 1;
        self.rest = rest.into_iter().rev().collect();
        first
    }
}

impl XofReader for Counter {
    fn read(&mut self, buffer: &mut [u8]) {
        buffer.fill_with(|| self.byte());
    }
}
