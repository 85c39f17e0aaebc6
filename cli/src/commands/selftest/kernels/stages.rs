//! Stages across rows, against their definition.

use super::comparisons::Comparisons;
use super::primes;
use papilio_field::Modulus;
use papilio_ntt::{Kernel, ProductSharing, Stage, StageShape};

/// Words of a row.
const WIDTH: usize = 16;
/// Primes `1 mod` this have the roots that shared products need.
const STEP: u64 = 128;

/// Every radix up to 64, at primes on either side of the limits of kernels of 52 bits.
pub(super) fn stages(kernel: &'static Kernel<u64>, compared: &mut Comparisons) {
    let primes = [primes::above(11, STEP), primes::below(46, STEP), primes::below(50, STEP), primes::above(50, STEP)];
    let great = if kernel.stage_bits() > 52 { primes::below(62, STEP) } else { None };
    for m in primes.into_iter().chain([great]).flatten() {
        for shape in (1..7).flat_map(|log| shapes(1 << log)) {
            for bound in [m.value(), 1 << kernel.stage_bits()] {
                check(kernel, m, shape, bound, compared);
            }
        }
    }
}

fn shapes(radix: usize) -> impl Iterator<Item = StageShape> {
    let shape = move |nonzero_inputs, span, (products, first_is_one)| StageShape {
        radix,
        nonzero_inputs,
        span,
        products,
        first_is_one,
    };
    let kinds = [
        (ProductSharing::Dense, false),
        (ProductSharing::Dense, true),
        (ProductSharing::Shared, false),
        (ProductSharing::Shared, true),
    ];
    let sizes = [(radix, radix), (radix, 4 * radix), (radix / 2, radix), (1, 2 * radix)];
    sizes.into_iter().flat_map(move |(nonzero_inputs, span)| kinds.map(|kind| shape(nonzero_inputs, span, kind)))
}

/// One stage on two blocks, all inputs at the end of their interval and at random.
fn check(kernel: &'static Kernel<u64>, m: Modulus, shape: StageShape, bound: u64, compared: &mut Comparisons) {
    let StageShape { radix, span, first_is_one, .. } = shape;
    let root = papilio_field::root::negacyclic_root(&m, radix / 2).unwrap_or(1);
    let factors = compared.random.below(m.value(), span);
    let powers: Vec<u64> = std::iter::successors(Some(1), |&power| Some(m.mul(power, root))).take(radix).collect();
    let constant = |p: usize, k: usize, j: usize| {
        let factor = if first_is_one && j == 0 { 1 } else { factors[p * radix + j] };
        m.mul(factor, powers[j * k % radix])
    };
    let name = || format!("{}: stage {shape:?}, prime {}, inputs below {bound}", kernel.name(), m.value());
    let Ok(stage) = Stage::new(kernel, m, shape, bound, constant) else {
        return compared.expect(false, || format!("{} is refused", name()));
    };
    let mut scratch = vec![u64::MAX; stage.scratch_len()];
    let words = 2 * span * WIDTH;
    for input in [vec![bound - 1; words], compared.random.below(bound, words)] {
        let mut rows = input.clone();
        stage.apply(&mut rows, WIDTH, &mut scratch);
        let columns = [0, (compared.random.word() % WIDTH as u64) as usize, WIDTH - 1];
        let holds = rows.iter().all(|&x| x < stage.output_bound())
            && columns.into_iter().all(|column| agrees(&m, shape, constant, [&input, &rows], column));
        compared.expect(holds, name);
        compared.stages += 1;
    }
}

/// Whether a column of the output is `out[k·m' + p] = Σ_j c(p, k, j)·in[j·m' + p]` of that of the
/// input.
fn agrees(
    m: &Modulus,
    shape: StageShape,
    constant: impl Fn(usize, usize, usize) -> u64,
    [input, output]: [&[u64]; 2],
    column: usize,
) -> bool {
    let StageShape { radix, nonzero_inputs, span, .. } = shape;
    let groups = span / radix;
    let at = |words: &[u64], row: usize| m.reduce(words[row * WIDTH + column]);
    (0..input.len() / WIDTH).step_by(span).all(|block| {
        (0..groups).flat_map(|p| (0..radix).map(move |k| (p, k))).all(|(p, k)| {
            let term = |j: usize| m.mul(constant(p, k, j), at(input, block + j * groups + p));
            at(output, block + k * groups + p) == (0..nonzero_inputs).fold(0, |sum, j| m.add(sum, term(j)))
        })
    })
}
