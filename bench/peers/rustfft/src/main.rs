//! A peer of `papilio bench fft`: the transforms of RustFFT, with values in natural order.

#[path = "../../fft/mod.rs"]
mod fft;

use bytemuck::cast_slice_mut;
use fft::{Buffer, Layout, Library, Transform, natural_points, serve};
use num_complex::Complex64;
use rustfft::{Fft, FftPlanner, FftPlannerAvx, FftPlannerSse};
use std::sync::Arc;

fn main() -> std::io::Result<()> {
    serve::<RustFft>()
}

struct RustFft;

impl Library for RustFft {
    type Way = Way;

    /// The first planner that can be made is the one that it takes.
    fn name() -> String {
        let instructions = if FftPlannerAvx::<f64>::new().is_ok() {
            "AVX"
        } else if FftPlannerSse::<f64>::new().is_ok() {
            "SSE4.1"
        } else {
            "no AVX"
        };
        format!("rustfft 6.4.1, {instructions}")
    }

    fn ways(n: usize, _: bool) -> impl Iterator<Item = (String, Way)> {
        let places = [("in place", true), ("to another place", false)];
        places.into_iter().map(move |(note, in_place)| (format!("natural order, {note}"), Way::new(n, in_place)))
    }
}

/// A plan for each direction.
struct Way {
    forward: Arc<dyn Fft<f64>>,
    inverse: Arc<dyn Fft<f64>>,
    memory: Memory,
}

struct Memory {
    in_place: bool,
    numbers: Buffer,
    /// Where transforms that are not in place leave their values, which then are the numbers.
    other: Buffer,
    scratch: Vec<Complex64>,
}

impl Way {
    fn new(n: usize, in_place: bool) -> Self {
        let mut planner = FftPlanner::new();
        let (forward, inverse) = (planner.plan_fft_forward(n), planner.plan_fft_inverse(n));
        let length = |fft: &Arc<dyn Fft<f64>>| fft.get_inplace_scratch_len().max(fft.get_outofplace_scratch_len());
        let scratch = vec![Complex64::default(); length(&forward).max(length(&inverse))];
        let memory = Memory { in_place, numbers: Buffer::new(2 * n), other: Buffer::new(2 * n), scratch };
        Self { forward, inverse, memory }
    }
}

impl Memory {
    fn run(&mut self, fft: &dyn Fft<f64>) {
        let numbers = cast_slice_mut(self.numbers.doubles());
        if self.in_place {
            fft.process_with_scratch(numbers, &mut self.scratch);
        } else {
            fft.process_outofplace_with_scratch(numbers, cast_slice_mut(self.other.doubles()), &mut self.scratch);
            std::mem::swap(&mut self.numbers, &mut self.other);
        }
    }
}

impl Transform for Way {
    const LAYOUT: Layout = Layout::Pairs;
    const DIVIDES: bool = false;

    fn points(&self) -> Option<Vec<u64>> {
        Some(natural_points(self.forward.len()))
    }

    fn numbers(&mut self) -> &mut [f64] {
        self.memory.numbers.doubles()
    }

    fn forward(&mut self) {
        self.memory.run(&*self.forward);
    }

    fn inverse(&mut self) {
        self.memory.run(&*self.inverse);
    }
}
