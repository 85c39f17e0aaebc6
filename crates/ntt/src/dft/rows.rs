//! Any field, one element at a time.

use super::{FieldTransform, Shape};
use crate::Field;
use crate::domain::coset_twiddles;
use crate::order::{Order, bit_reverse_rows};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Radix 2, level by level.
#[derive(Clone, Debug)]
pub struct Rows<F> {
    width: usize,
    /// By node; see [`crate::Domain`].
    forward: Vec<F>,
    inverse: Vec<F>,
    scale: F,
}

impl<F: Field> FieldTransform<F> for Rows<F> {
    fn new(shape: &Shape<F>) -> Option<Self> {
        let n = 1usize << shape.log_size;
        let coset = |root, shift| coset_twiddles(n, root, shift, F::ONE, |a, b| a * b);
        let (root, shift) = (shape.root, shape.shift);
        Some(Self {
            width: shape.width,
            forward: coset(root, shift),
            inverse: coset(root.inverse()?, shift.inverse()?),
            scale: F::from_u64(n as u64).inverse()?,
        })
    }

    fn forward(&self, rows: &mut [F], order: Order) {
        let n = self.forward.len();
        let mut blocks = 1;
        while blocks < n {
            let nodes = rows.chunks_exact_mut(n / blocks * self.width).zip(&self.forward[blocks..]);
            for (block, &w) in nodes {
                let (low, high) = block.split_at_mut(block.len() / 2);
                for (x, y) in low.iter_mut().zip(high) {
                    let t = *y * w;
                    (*x, *y) = (*x + t, *x - t);
                }
            }
            blocks *= 2;
        }
        if order == Order::Natural {
            bit_reverse_rows(rows, self.width);
        }
    }

    fn inverse(&self, rows: &mut [F], order: Order) {
        if order == Order::Natural {
            bit_reverse_rows(rows, self.width);
        }
        let n = self.inverse.len();
        let mut blocks = n / 2;
        while blocks > 0 {
            let nodes = rows.chunks_exact_mut(n / blocks * self.width).zip(&self.inverse[blocks..]);
            for (block, &w) in nodes {
                let (low, high) = block.split_at_mut(block.len() / 2);
                for (x, y) in low.iter_mut().zip(high) {
                    (*x, *y) = (*x + *y, (*x - *y) * w);
                }
            }
            blocks /= 2;
        }
        rows.iter_mut().for_each(|x| *x = *x * self.scale);
    }

    fn kernel(&self) -> &'static str {
        "scalar"
    }

    fn explain(&self) -> String {
        format!("{} n={}, {} columns: radix 2, one element at a time", F::NAME, self.forward.len(), self.width)
    }
}
