//! A peer of `papilio bench fft`: the transforms of tfhe-fft.
//!
//! A plan walks down to transforms of a base length by some algorithm; the user chooses both. The
//! order of its values depends on the base: it is natural when that is the whole length. The
//! library can choose by short measurements of its own; here every plan is measured as it will be
//! used.

#[path = "../../fft/mod.rs"]
mod fft;

use bytemuck::cast_slice_mut;
use dyn_stack::{PodBuffer, PodStack};
use fft::{Buffer, Layout, Library, Transform, natural_points, serve};
use pulp::Arch;
use tfhe_fft::ordered::FftAlgo;
use tfhe_fft::unordered::{Method, Plan};

const ALGORITHMS: [FftAlgo; 8] =
    [FftAlgo::Dif2, FftAlgo::Dit2, FftAlgo::Dif4, FftAlgo::Dit4, FftAlgo::Dif8, FftAlgo::Dit8, FftAlgo::Dif16, FftAlgo::Dit16];

/// Logarithms of the base lengths that it takes under a longer transform.
const BASES: core::ops::RangeInclusive<u32> = 5..=10;

fn main() -> std::io::Result<()> {
    serve::<TfheFft>()
}

struct TfheFft;

impl Library for TfheFft {
    type Way = Way;

    fn name() -> String {
        let arch = format!("{:?}", Arch::new());
        let instructions = match arch.get(..2) {
            Some("V4") => "AVX-512",
            Some("V3") => "AVX2",
            _ => "portable",
        };
        format!("tfhe-fft 0.10.1, {instructions}")
    }

    fn ways(n: usize, natural: bool) -> impl Iterator<Item = (String, Way)> {
        let bases = BASES.map(|log| 1 << log).filter(move |&base| base == n || !natural && base < n);
        bases.flat_map(move |base| ALGORITHMS.map(|algorithm| way(n, base, algorithm)))
    }
}

fn way(n: usize, base: usize, algorithm: FftAlgo) -> (String, Way) {
    let plan = Plan::new(n, Method::UserProvided { base_algo: algorithm, base_n: base });
    let memory = PodBuffer::new(plan.fft_scratch());
    (format!("{algorithm:?} of {base}"), Way { plan, memory, numbers: Buffer::new(2 * n) })
}

/// A plan.
struct Way {
    plan: Plan,
    memory: PodBuffer,
    numbers: Buffer,
}

impl Transform for Way {
    const LAYOUT: Layout = Layout::Pairs;
    const DIVIDES: bool = false;

    fn points(&self) -> Option<Vec<u64>> {
        let n = self.plan.fft_size();
        (self.plan.algo().1 == n).then(|| natural_points(n))
    }

    fn numbers(&mut self) -> &mut [f64] {
        self.numbers.doubles()
    }

    fn forward(&mut self) {
        self.plan.fwd(cast_slice_mut(self.numbers.doubles()), PodStack::new(&mut self.memory));
    }

    fn inverse(&mut self) {
        self.plan.inv(cast_slice_mut(self.numbers.doubles()), PodStack::new(&mut self.memory));
    }
}
