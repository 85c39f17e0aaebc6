//! Fields whose elements are 32-bit words: the kernels for word primes.

use super::{DftResidue, FieldTransform, Shape, ordered};
use crate::kernel::TiledPermutation;
use crate::{DftError, Domain, Kernel, Plan};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use bytemuck::TransparentWrapper;
use papilio_field::fields::{BabyBear, KoalaBear, Mersenne31, P32};
use papilio_field::order::Order;
use papilio_field::{Field, Modulus};

/// The transform of canonical words, by a [`Plan`], or forward by one over words twice as wide.
#[derive(Clone, Debug)]
pub struct WordTransform {
    columns: Plan<u32>,
    /// For a vector over a prime of 32 bits, sums of which leave the word, where products have 52
    /// bits: two thirds of the time, with the way there and back. The inverse, which is the faster
    /// one over 32 bits, gains nothing.
    wide: Option<Plan<u64>>,
}

impl DftResidue for BabyBear {
    type Transform = WordTransform;
}

impl DftResidue for KoalaBear {
    type Transform = WordTransform;
}

impl DftResidue for Mersenne31 {
    type Transform = WordTransform;
}

impl DftResidue for P32 {
    type Transform = WordTransform;
}

/// Elements whose wider words fit a cache.
const MOST_WIDE: usize = 1 << 15;

impl WordTransform {
    fn widened(&self, words: &mut [u32], transform: impl Fn(&Plan<u64>, &mut [u64])) -> bool {
        let Some(plan) = &self.wide else { return false };
        let mut wide: Vec<u64> = words.iter().map(|&x| x.into()).collect();
        transform(plan, &mut wide);
        words.iter_mut().zip(&wide).for_each(|(x, &wide)| *x = wide as u32);
        papilio_field::erase(&mut wide);
        true
    }
}

impl<F: Field + TransparentWrapper<u32>> FieldTransform<F> for WordTransform {
    fn new(shape: &Shape<F>) -> Result<Self, DftError> {
        let word = |x: F| x.to_words()[0];
        let modulus = Modulus::new(F::MODULUS[0]).ok_or_else(|| DftError::root(&shape.ring, shape.log_size))?;
        let n = shape.rows()?;
        let domain = Domain::with_root(modulus, n, word(shape.root), word(shape.shift))?;
        let products_of_52_bits = Kernel::<u64>::preferred(&modulus, n).word_bits() == 52;
        let wide = shape.width == 1 && modulus.bits() == u32::BITS && n <= MOST_WIDE && products_of_52_bits;
        let wide = if wide { Some(Plan::over(domain.clone())?) } else { None };
        Ok(Self { columns: Plan::columns(domain, shape.width)?, wide })
    }

    fn forward(&self, rows: &mut [F], order: Order) {
        let words = F::peel_slice_mut(rows);
        let transform = if order == Order::Natural { Plan::forward_natural } else { Plan::forward };
        if !self.widened(words, transform) {
            ordered::forward(&self.columns, words, order);
        }
    }

    fn inverse(&self, rows: &mut [F], order: Order) {
        ordered::inverse(&self.columns, F::peel_slice_mut(rows), order);
    }

    #[cfg(feature = "threads")]
    fn forward_parallel(&self, rows: &mut [F], order: Order) {
        ordered::forward_parallel(&self.columns, F::peel_slice_mut(rows), order);
    }

    #[cfg(feature = "threads")]
    fn inverse_parallel(&self, rows: &mut [F], order: Order) {
        ordered::inverse_parallel(&self.columns, F::peel_slice_mut(rows), order);
    }

    fn lanes() -> usize {
        Kernel::<u32>::first().lanes()
    }

    fn to_values(blocks: &TiledPermutation, slots: &[F], values: &mut [F]) {
        Kernel::first().to_values(blocks, F::peel_slice(slots), F::peel_slice_mut(values));
    }

    fn to_slots(blocks: &TiledPermutation, values: &[F], slots: &mut [F]) {
        Kernel::first().to_slots(blocks, F::peel_slice(values), F::peel_slice_mut(slots));
    }

    fn kernel(&self) -> &'static str {
        self.columns.kernel().name()
    }

    fn explain(&self) -> String {
        match &self.wide {
            Some(plan) => format!("{}; forward {}", self.columns.explain(), plan.explain()),
            None => self.columns.explain(),
        }
    }
}
