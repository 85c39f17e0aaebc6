//! The stage across rows, against its definition in 128 bits.

use super::super::subject::{Kernel, Operands, ProductSharing, Stage, StageShape, Subtrahend};
use super::Random;
use papilio_field::Modulus;

/// The prime modulo which the constants of shared products are computed: `2^20 | t − 1`.
const T: u64 = 4_293_918_721;

/// Powers of two beside which primes are tried: kernels with factors of 52 bits take primes up to
/// 50, the others any.
pub(crate) fn edges(kernel: &Kernel) -> &'static [u32] {
    if kernel.stage_bits() == 52 { &[11, 30, 46, 49, 50] } else { &[11, 50, 62] }
}

/// Every shape, at small and great primes and inputs up to the ends of their intervals, those of
/// radices above 16 beside some powers of two alone; returns the number of cases.
pub(crate) fn conforms(kernel: &'static Kernel, edges_of_long: &[u32]) -> usize {
    let mut cases = 0;
    for (edge, log) in edges(kernel).iter().flat_map(|&edge| [1, 2, 3, 4, 5, 6, 8].map(|log| (edge, log))) {
        if log > 4 && !edges_of_long.contains(&edge) {
            continue;
        }
        let prime = if edge == 11 { super::above(edge, 2) } else { super::below(edge, 2) };
        let modulus = prime.and_then(Modulus::new).expect("a prime on either side of any power of two");
        for case in shapes(log) {
            let q = modulus.value();
            // Widths are a matter of all radices.
            let width = if log == 8 { 8 } else { [8, 16, 24][cases % 3] };
            let constants = Constants::new(modulus, case, &mut Random::new(q ^ case.span as u64));
            for bound in [q, 2 * q, 1 << kernel.stage_bits()] {
                check(kernel, &constants, bound, width);
                cases += 1;
            }
        }
    }
    cases
}

/// Shapes of one radix.
fn shapes(log: u32) -> impl Iterator<Item = StageShape> {
    let radix = 1usize << log;
    // The greatest radix is there for its long sums.
    let (fewer, spans) = if log > 6 { (0, 1) } else { (log.min(3), 4) };
    let lives = (0..=fewer).map(move |fewer| radix >> fewer);
    lives.flat_map(move |nonzero_inputs| {
        [
            (ProductSharing::Dense, false),
            (ProductSharing::Dense, true),
            (ProductSharing::Shared, false),
            (ProductSharing::Shared, true),
        ]
        .into_iter()
        .flat_map(move |(products, first_is_one)| {
            let shape = move |span| StageShape { radix, nonzero_inputs, span, products, first_is_one };
            (0..).map_while(move |i| (1 << i <= spans).then(|| shape(radix << i))).step_by(2)
        })
    })
}

/// One stage: two blocks, all inputs at the end of the interval and at random; dead inputs hold
/// words that must not be read.
fn check(kernel: &'static Kernel, constants: &Constants, bound: u64, width: usize) {
    let (modulus, shape) = (constants.modulus, constants.shape);
    let mut random = Random::new(modulus.value() ^ bound ^ shape.span as u64);
    let stage = Stage::new(kernel, modulus, shape, bound, |p, k, j| constants.at(p, k, j)).expect("a stage");
    let mut scratch = vec![u64::MAX; stage.scratch_len()];
    let words = 2 * shape.span * width;
    let name = format!("kernel {}, {shape:?}, prime {}, inputs < {bound}, width {width}", kernel.name(), modulus.value());
    for input in [vec![bound - 1; words], random.below(bound, words)] {
        let mut rows = input.clone();
        stage.apply(&mut rows, width, &mut scratch);
        compare(constants, &stage, &input, &rows, width, &mut random).unwrap_or_else(|error| panic!("{error}: {name}"));

        // Differences below the bound, of rows below 2/3 of it.
        let constant = bound / 3;
        let words: Vec<_> = input.iter().map(|&x| x % (constant + 1)).collect();
        let mut rows = random.below(bound - constant, words.len());
        let differences: Vec<_> = rows.iter().zip(&words).map(|(&x, &w)| x + constant - w).collect();
        let subtrahend = Some(Subtrahend { words: &words, constant });
        stage.apply_to(Operands { rows: &mut rows, width, subtrahend, ahead: &words, scratch: &mut scratch });
        compare(constants, &stage, &differences, &rows, width, &mut random)
            .unwrap_or_else(|error| panic!("minus, {error}: {name}"));
    }
}

/// Compares three columns with the definition, and every output with its interval.
fn compare(
    constants: &Constants,
    stage: &Stage,
    input: &[u64],
    rows: &[u64],
    width: usize,
    random: &mut Random,
) -> Result<(), String> {
    if !rows.iter().all(|&x| x < stage.output_bound()) {
        return Err("output outside its interval".to_owned());
    }
    for column in [0, (random.word() % width as u64) as usize, width - 1] {
        let column_of = |words: &[u64]| words.iter().copied().skip(column).step_by(width).collect::<Vec<_>>();
        let out: Vec<_> = column_of(rows).into_iter().map(|x| constants.modulus.reduce(x)).collect();
        if out != constants.apply(&column_of(input)) {
            return Err(format!("values, column {column}"));
        }
    }
    Ok(())
}

/// Constants `c(p, k, j)`.
struct Constants {
    modulus: Modulus,
    shape: StageShape,
    words: Vec<u64>,
}

impl Constants {
    fn new(modulus: Modulus, shape: StageShape, random: &mut Random) -> Self {
        let StageShape { radix, span, products, first_is_one, .. } = shape;
        let mut words = if products == ProductSharing::Dense {
            random.below(modulus.value(), span * radix)
        } else {
            shared(modulus, (radix, span), random)
        };
        if first_is_one {
            words.iter_mut().step_by(radix).for_each(|word| *word = 1);
        }
        Self { modulus, shape, words }
    }

    fn at(&self, p: usize, k: usize, j: usize) -> u64 {
        self.words[(p * self.shape.radix + k) * self.shape.radix + j]
    }

    /// The definition, on one column.
    fn apply(&self, input: &[u64]) -> Vec<u64> {
        let StageShape { radix, nonzero_inputs, span, .. } = self.shape;
        let (groups, q) = (span / radix, u128::from(self.modulus.value()));
        let input: Vec<_> = input.iter().map(|&x| u128::from(x) % q).collect();
        let mut out = vec![0; input.len()];
        for block in (0..input.len()).step_by(span) {
            for (p, k) in (0..groups).flat_map(|p| (0..radix).map(move |k| (p, k))) {
                // Eight products of two residues below 2^62 are below 2^127.
                let term = |j: usize| u128::from(self.at(p, k, j)) * input[block + j * groups + p];
                let eight = |from: usize| (from..nonzero_inputs.min(from + 8)).map(term).sum::<u128>() % q;
                out[block + k * groups + p] = ((0..nonzero_inputs).step_by(8).map(eight).sum::<u128>() % q) as u64;
            }
        }
        out
    }
}

/// Constants of shared products: `β(p, j)·w^(jk)` modulo [`T`] for a root `w` of order `radix`,
/// lifted to the integer of least magnitude, modulo the prime of the stage.
fn shared(modulus: Modulus, (radix, span): (usize, usize), random: &mut Random) -> Vec<u64> {
    let t = Modulus::new(T).expect("a prime");
    // The first power whose order divides `radix` and whose half power is −1.
    let mut candidates = (2..T).map(|a| t.pow(a, (T - 1) / radix as u64));
    let root = candidates.find(|&w| t.pow(w, radix as u64 / 2) == T - 1).expect("a root");
    let powers: Vec<_> = (0..radix as u64).map(|k| t.pow(root, k)).collect();
    let beta = random.below(T, span);
    let lifted = |p: usize, k: usize, j: usize| {
        let product = t.mul(beta[p * radix + j], powers[j * k % radix]);
        if product > T / 2 { modulus.sub(modulus.reduce(product), modulus.reduce(T)) } else { modulus.reduce(product) }
    };
    let places = (0..span / radix).flat_map(|p| (0..radix).flat_map(move |k| (0..radix).map(move |j| (p, k, j))));
    places.map(|(p, k, j)| lifted(p, k, j)).collect()
}
