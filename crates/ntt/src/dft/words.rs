//! Fields whose elements are 32-bit words: the kernels for word primes.

use super::{FieldTransform, Shape};
use crate::order::Order;
use crate::{ColumnsPlan, Domain, Field, Modulus};
use alloc::string::String;
use bytemuck::TransparentWrapper;

/// The transform of canonical words, by a [`ColumnsPlan`].
#[derive(Clone, Debug)]
pub struct Words(ColumnsPlan<u32>);

impl<F: Field + TransparentWrapper<u32>> FieldTransform<F> for Words {
    fn new(shape: &Shape<F>) -> Option<Self> {
        let word = |x: F| x.to_words()[0];
        let modulus = Modulus::new(F::MODULUS[0])?;
        let domain = Domain::with_root(modulus, 1 << shape.log_size, word(shape.root), word(shape.shift)).ok()?;
        ColumnsPlan::over(domain, shape.width).ok().map(Self)
    }

    fn forward(&self, rows: &mut [F], order: Order) {
        let words = F::peel_slice_mut(rows);
        match order {
            Order::Natural => self.0.forward_natural(words),
            Order::BitReversed => self.0.forward(words),
        }
    }

    fn inverse(&self, rows: &mut [F], order: Order) {
        let words = F::peel_slice_mut(rows);
        match order {
            Order::Natural => self.0.inverse_natural(words),
            Order::BitReversed => self.0.inverse(words),
        }
    }

    #[cfg(feature = "threads")]
    fn forward_parallel(&self, rows: &mut [F], order: Order) {
        let words = F::peel_slice_mut(rows);
        self.0.forward_parallel(words);
        if order == Order::Natural {
            crate::kernel::bit_reverse(words, self.0.columns());
        }
    }

    #[cfg(feature = "threads")]
    fn inverse_parallel(&self, rows: &mut [F], order: Order) {
        let words = F::peel_slice_mut(rows);
        if order == Order::Natural {
            crate::kernel::bit_reverse(words, self.0.columns());
        }
        self.0.inverse_parallel(words);
    }

    fn kernel(&self) -> &'static str {
        self.0.kernel().name()
    }

    fn explain(&self) -> String {
        self.0.explain()
    }
}
