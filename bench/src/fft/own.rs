//! Our side of a case.

use super::measure::measure;
use super::ntt::Order;
use super::protocol::{Answer, Request};
use super::transform::{Buffer, Layout, Transform};
use papilio_field::order::reversed;
use papilio_ntt::complex::ComplexPlan;

/// The transform of `C[X]/(X^n − i)`.
#[derive(Debug)]
pub struct Own {
    plan: ComplexPlan,
    order: Order,
    numbers: Buffer,
}

impl Own {
    /// On the preferred kernel.
    ///
    /// # Errors
    /// When there is no transform of the length.
    pub fn new(n: usize, order: Order) -> Result<Self, String> {
        let log = n.checked_ilog2().filter(|_| n.is_power_of_two()).ok_or_else(|| format!("{n} is no power of two"))?;
        let plan = ComplexPlan::new(log).map_err(|e| e.to_string())?;
        Ok(Self { plan, order, numbers: Buffer::new(2 * n) })
    }
}

impl Transform for Own {
    const LAYOUT: Layout = Layout::Planes;
    const DIVIDES: bool = true;

    fn points(&self) -> Option<Vec<u64>> {
        let (n, log) = (self.plan.size(), self.plan.size().ilog2());
        let index = |place| if self.order == Order::Natural { place } else { reversed(place, log) };
        Some((0..n).map(|place| (4 * index(place) as u64 + 1) << (u64::BITS - 2 - log)).collect())
    }

    fn numbers(&mut self) -> &mut [f64] {
        self.numbers.doubles()
    }

    fn forward(&mut self) {
        match self.order {
            Order::Natural => self.plan.forward_natural(self.numbers.doubles()),
            Order::Any => self.plan.forward(self.numbers.doubles()),
        }
    }

    fn inverse(&mut self) {
        match self.order {
            Order::Natural => self.plan.inverse_natural(self.numbers.doubles()),
            Order::Any => self.plan.inverse(self.numbers.doubles()),
        }
    }
}

/// The answer of our side, in a peer's form; the name is the kernel's.
///
/// # Errors
/// When there is no transform of the length.
pub fn answer(request: &Request) -> Result<Answer, String> {
    let mut own = Own::new(request.n, request.order)?;
    let kernel = own.plan.kernel();
    Ok(measure(request, kernel, &mut own))
}
