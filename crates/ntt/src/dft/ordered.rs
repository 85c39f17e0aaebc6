//! The columns of a matrix of words, in either order of the values.

use crate::{KernelWord, Plan};
use papilio_field::order::Order;

/// Coefficients in natural order to values in the given order.
pub(super) fn forward<W: KernelWord>(plan: &Plan<W>, rows: &mut [W], order: Order) {
    match order {
        Order::Natural => plan.forward_natural(rows),
        Order::BitReversed => plan.forward(rows),
    }
}

/// Values in the given order to coefficients in natural order.
pub(super) fn inverse<W: KernelWord>(plan: &Plan<W>, rows: &mut [W], order: Order) {
    match order {
        Order::Natural => plan.inverse_natural(rows),
        Order::BitReversed => plan.inverse(rows),
    }
}

/// [`forward`] on the threads of the current pool.
#[cfg(feature = "threads")]
pub(super) fn forward_parallel<W: KernelWord>(plan: &Plan<W>, rows: &mut [W], order: Order) {
    plan.forward_parallel(rows);
    if order == Order::Natural {
        crate::Kernel::first().bit_reverse(rows, plan.width());
    }
}

/// [`inverse`] on the threads of the current pool.
#[cfg(feature = "threads")]
pub(super) fn inverse_parallel<W: KernelWord>(plan: &Plan<W>, rows: &mut [W], order: Order) {
    if order == Order::Natural {
        crate::Kernel::first().bit_reverse(rows, plan.width());
    }
    plan.inverse_parallel(rows);
}
