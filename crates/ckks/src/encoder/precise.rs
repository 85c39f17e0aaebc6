//! The embedding in pairs of doubles, for scales that doubles are too short for.

use super::centered::{Pair, double_double};
use crate::{Complex64, Scale};
use papilio_ntt::double_double::{Complex, DoubleDouble};
use zeroize::Zeroizing;

/// The transform modulo `X^n − i` by the tree of [`papilio_ntt::complex`], level by level.
#[derive(Debug)]
pub(super) struct PreciseTransform {
    log_size: u32,
    /// By node, from 1: `e^(2πi·(1 + 4·brv(b))/2^(d+3))` for node `2^d + b`.
    twiddles: Box<[Complex]>,
}

impl PreciseTransform {
    pub(super) fn new(log_size: u32) -> Self {
        let twiddle = |node: u64| {
            let depth = node.max(1).ilog2();
            let reversed = (node - (1 << depth)).reverse_bits().checked_shr(64 - depth).unwrap_or(0);
            Complex::of_turn((1 + 4 * reversed) << (61 - depth))
        };
        Self { log_size, twiddles: (1..1u64 << log_size).map(twiddle).collect() }
    }

    /// The coefficients of values times the scale, rounded, and what was rounded away of each.
    pub(super) fn coefficients(
        &self,
        places: &[u32],
        values: &[Complex64],
        scale: Scale,
    ) -> (Zeroizing<Vec<i128>>, Zeroizing<Vec<f64>>) {
        let n = 1usize << self.log_size;
        let mut leaves = vec![Complex::default(); n];
        for (x, &place) in values.iter().zip(places) {
            let [re, im] = [x.re, x.im].map(|part| DoubleDouble::from(part) * scale.double_double());
            leaves[place as usize] = Complex { re, im };
        }
        self.inverse(&mut leaves);
        let size = DoubleDouble::from(n as f64);
        let parts = leaves.iter().map(|x| x.re).chain(leaves.iter().map(|x| x.im));
        let (integers, rounded_away): (Vec<_>, Vec<_>) = parts.map(|part| (part / size).round()).unzip();
        erase(&mut leaves);
        (Zeroizing::new(integers), Zeroizing::new(rounded_away))
    }

    /// The values of coefficients, divided by the scale.
    pub(super) fn values(&self, places: &[u32], coefficients: &[Pair], scale: Scale) -> Vec<Complex64> {
        let (re, im) = coefficients.split_at(coefficients.len() / 2);
        let mut leaves: Vec<Complex> =
            re.iter().zip(im).map(|(re, im)| Complex { re: double_double(re), im: double_double(im) }).collect();
        self.forward(&mut leaves);
        let divided = |x: DoubleDouble| (x / scale.double_double()).high;
        let value = |&place: &u32| {
            let Complex { re, im } = leaves[place as usize];
            Complex64::new(divided(re), divided(im))
        };
        let values = places.iter().map(value).collect();
        erase(&mut leaves);
        values
    }

    /// Coefficients to values in the order of the leaves.
    fn forward(&self, a: &mut [Complex]) {
        for depth in 0..self.log_size {
            for (block, &twiddle) in a.chunks_exact_mut(1 << (self.log_size - depth)).zip(self.level(depth)) {
                let (left, right) = block.split_at_mut(block.len() / 2);
                for (x, y) in left.iter_mut().zip(right) {
                    let product = *y * twiddle;
                    (*x, *y) = (*x + product, *x - product);
                }
            }
        }
    }

    /// The inverse of [`Self::forward`], times the length.
    fn inverse(&self, a: &mut [Complex]) {
        for depth in (0..self.log_size).rev() {
            for (block, &twiddle) in a.chunks_exact_mut(1 << (self.log_size - depth)).zip(self.level(depth)) {
                let (left, right) = block.split_at_mut(block.len() / 2);
                for (x, y) in left.iter_mut().zip(right) {
                    (*x, *y) = (*x + *y, (*x - *y) * twiddle.conjugate());
                }
            }
        }
    }

    /// The twiddles of the nodes of a depth.
    fn level(&self, depth: u32) -> &[Complex] {
        &self.twiddles[(1 << depth) - 1..(2 << depth) - 1]
    }
}

/// Overwrites a message.
fn erase(leaves: &mut [Complex]) {
    for Complex { re, im } in leaves {
        for part in [&mut re.high, &mut re.low, &mut im.high, &mut im.low] {
            zeroize::Zeroize::zeroize(part);
        }
    }
}
