//! The measurements: lengths, orders, and who else is asked.

use super::ntt::{Direction, Order};
use super::protocol::Request;

/// Binary logarithms of the lengths, first and last.
const LOGS: (u32, u32) = (7, 16);

/// Folders of `bench/peers` whose programs are asked.
pub const PEERS: &[&str] = &["tfhe-fft", "tfhe-fft-avx2", "rustfft"];

/// Peers that have values in natural order at every length.
const NATURAL: &[&str] = &["rustfft"];

/// The longest transform of tfhe-fft with values in natural order.
const LONGEST_ORDERED: usize = 1 << 10;

/// One transform: of `C[X]/(X^n − i)`, ours, or at the `n`-th roots of unity, theirs.
#[derive(Clone, Debug)]
pub struct Case {
    /// Complex numbers.
    pub n: usize,
    /// The order of values.
    pub order: Order,
    /// Folders of `bench/peers` whose programs are asked.
    pub peers: &'static [&'static str],
}

/// Every case, in the order of the table.
#[must_use]
pub fn cases() -> Vec<Case> {
    let lengths = (LOGS.0..=LOGS.1).map(|log| 1 << log);
    lengths.flat_map(|n| [Order::Any, Order::Natural].map(|order| Case { n, order, peers: peers(n, order) })).collect()
}

fn peers(n: usize, order: Order) -> &'static [&'static str] {
    if order == Order::Any || n <= LONGEST_ORDERED { PEERS } else { NATURAL }
}

impl Case {
    /// The case as it is put to a side.
    #[must_use]
    pub fn request(&self, direction: Direction, samples: usize) -> Request {
        Request { n: self.n, direction, order: self.order, seed: 1, samples }
    }

    /// Butterflies of the transform: a twiddle, a sum and a difference each.
    #[must_use]
    pub fn butterflies(&self) -> f64 {
        (self.n / 2) as f64 * f64::from(self.n.ilog2())
    }
}
