//! Blind rotation: `X^(−phase)` times a test polynomial, for several ciphertexts in one pass
//! through the key.

use crate::evaluation_key::{EvaluationKey, digit_of, mask_index, plan, transform};
use crate::noise::FIXED_DEVIATIONS;
use crate::parameters::Precision;
use crate::seeds;
use crate::word::Word;
use bytemuck::{Pod, cast_slice, cast_slice_mut};
use papilio_ntt::complex::{ComplexMatrix, ComplexMatrixLayout, ComplexPlan, Digit};
use papilio_ring::PooledVec;
use rayon::prelude::*;

/// The most 32-bit words of a matrix that a transform asks for, for each of its own words: memory
/// does not give more in its time, and what is asked for in vain costs twice.
const AHEAD: usize = 3;

/// A bootstrapping key, transformed.
pub(crate) struct BlindRotation {
    plan: ComplexPlan,
    layout: ComplexMatrixLayout,
    key: Prepared,
    /// For every row, the component it is for and its digit.
    rows: Vec<(usize, Digit)>,
    glwe_dimension: usize,
    degree: usize,
}

/// Matrices of all steps, in memory of huge pages: it is read from one end to the other.
struct Prepared {
    words: PooledVec,
    /// The number that integers of 32 bits count; none for doubles.
    unit: Option<f64>,
}

/// Where a rotation begins: a ciphertext that is switched to `2N`, and the test polynomial.
pub(crate) struct Rotation<'a> {
    /// `n` exponents and that of the body, below `2N`.
    pub(crate) exponents: Vec<u16>,
    pub(crate) test: &'a [u32],
}

impl BlindRotation {
    pub(crate) fn prepare(key: &EvaluationKey) -> Self {
        let (parameters, plan) = (key.parameters, plan(&key.parameters));
        let layout = plan.matrix_layout(parameters.rows(), parameters.columns());
        // A part of the transform of a uniform polynomial has a deviation of 2^32·√(N/24). What is
        // beyond is cut off: of keys that are made as they should be, less than one number in
        // 10^11, by little.
        let unit = 32f64.exp2() * (parameters.degree() as f64 / 24.0).sqrt() * FIXED_DEVIATIONS / 31f64.exp2();
        let matrices = match parameters.literal().precision {
            Precision::Fixed => Prepared { words: matrices(key, &plan, &layout, |x| nearest(x / unit)), unit: Some(unit) },
            Precision::Double => Prepared { words: matrices(key, &plan, &layout, |x: f64| x), unit: None },
        };
        let digits = [parameters.literal().mask, parameters.literal().body];
        let digits = digits.map(|decomposition| decomposition.digits().expect("digits of 32 bits"));
        let k = parameters.glwe_dimension();
        let row = |row| {
            let (component, level) = digit_of(&parameters, row);
            (component, digits[usize::from(component == k)][level as usize - 1])
        };
        let rows = (0..parameters.rows()).map(row).collect();
        Self { plan, layout, key: matrices, rows, glwe_dimension: k, degree: parameters.degree() }
    }

    /// Name of the kernel of the transforms.
    pub(crate) fn kernel(&self) -> &'static str {
        self.plan.kernel()
    }

    /// Rotates all, and extracts the constant coefficient of each: ciphertexts of `k·N + 1` words.
    pub(crate) fn rotate(&self, rotations: &[Rotation<'_>]) -> Vec<Vec<u32>> {
        let (n, columns, stride) = (self.degree, self.glwe_dimension + 1, self.layout.stride());
        let mut state = State {
            accumulators: vec![0; rotations.len() * columns * n],
            vectors: vec![0.0; rotations.len() * self.rows.len() * stride],
            products: vec![0.0; rotations.len() * columns * stride],
            difference: vec![0; n],
            rounded: vec![0; n],
        };
        for (accumulator, rotation) in state.accumulators.chunks_exact_mut(columns * n).zip(rotations) {
            start(rotation, &mut accumulator[(columns - 1) * n..]);
        }
        let steps = rotations.iter().map(|rotation| rotation.exponents.len() - 1).min().unwrap_or(0);
        for step in 0..steps {
            self.step(step, rotations, &mut state);
        }
        state.accumulators.chunks_exact(columns * n).map(|accumulator| self.extract(accumulator)).collect()
    }

    /// `accumulator ← accumulator + bit·(X^exponent − 1)·accumulator`
    fn step(&self, step: usize, rotations: &[Rotation<'_>], state: &mut State) {
        let (n, columns, stride) = (self.degree, self.glwe_dimension + 1, self.layout.stride());
        let (torus, matrix) = (self.plan.torus(), self.matrix(step));
        let vectors = state.vectors.chunks_exact_mut(self.rows.len() * stride);
        // Each transform asks for a part of the matrix; the rest of a long one is not asked for.
        let parts = self.rows.len() * rotations.len();
        let mut ahead = matrix.words().chunks(matrix.words().len().div_ceil(parts).min(AHEAD * n)).take(parts);
        for ((rotation, accumulator), vectors) in
            rotations.iter().zip(state.accumulators.chunks_exact(columns * n)).zip(vectors)
        {
            let mut component = usize::MAX;
            for (&(of, digit), values) in self.rows.iter().zip(vectors.chunks_exact_mut(stride)) {
                if component != of {
                    component = of;
                    let polynomial = &accumulator[of * n..][..n];
                    torus.rotate_difference(polynomial, usize::from(rotation.exponents[step]), &mut state.difference);
                }
                let ahead = ahead.next().unwrap_or_default();
                self.plan.forward_digits_ahead(&state.difference, digit, &mut values[..n], ahead);
            }
        }
        self.plan.multiply_matrix(&self.layout, &state.vectors, matrix, &mut state.products);
        let polynomials = state.accumulators.chunks_exact_mut(n);
        for (polynomial, product) in polynomials.zip(state.products.chunks_exact_mut(stride)) {
            self.plan.inverse_rounded(&mut product[..n], &mut state.rounded);
            torus.add(polynomial, &state.rounded);
        }
    }

    fn matrix(&self, step: usize) -> ComplexMatrix<'_> {
        let len = self.layout.numbers();
        match self.key.unit {
            Some(unit) => ComplexMatrix::Fixed { numbers: &cast_slice(&self.key.words)[step * len..][..len], unit },
            None => ComplexMatrix::Double(&cast_slice(&self.key.words)[step * len..][..len]),
        }
    }

    /// The constant coefficient of the phase, under the coefficients of the key.
    fn extract(&self, accumulator: &[u64]) -> Vec<u32> {
        let n = self.degree;
        let (mask, body) = accumulator.split_at(self.glwe_dimension * n);
        let mut words = Vec::with_capacity(mask.len() + 1);
        for polynomial in mask.chunks_exact(n) {
            words.push(polynomial[0] as u32);
            words.extend(polynomial[1..].iter().rev().map(|&x| (x as u32).wrapping_neg()));
        }
        words.push(body[0] as u32);
        words
    }
}

/// The memory of the steps of rotations. Words of the torus are the lowest 32 bits of 64.
struct State {
    accumulators: Vec<u64>,
    /// Transformed digits, row after row.
    vectors: Vec<f64>,
    products: Vec<f64>,
    difference: Vec<u64>,
    rounded: Vec<i64>,
}

/// The matrices of a key, with its masks.
fn matrices<T: Pod + Send>(
    key: &EvaluationKey,
    plan: &ComplexPlan,
    layout: &ComplexMatrixLayout,
    round: impl Fn(f64) -> T + Sync,
) -> PooledVec {
    let parameters = &key.parameters;
    let (n, rows, k) = (parameters.degree(), parameters.rows(), parameters.glwe_dimension());
    let uniform = seeds::bootstrapping_mask(key.seed);
    let numbers = parameters.lwe_dimension() * layout.numbers();
    let mut words = PooledVec::zero(numbers * size_of::<T>() / size_of::<u64>());
    let all: &mut [T] = cast_slice_mut(&mut words);
    let steps = all.par_chunks_exact_mut(layout.numbers()).zip(key.bootstrapping.par_chunks_exact(rows * n));
    steps.enumerate().for_each(|(step, (matrix, bodies))| {
        let (mut mask, mut values) = (vec![0; n], vec![0.0; n]);
        for (row, body) in bodies.chunks_exact(n).enumerate() {
            for column in 0..k {
                Word::fill(&uniform, mask_index(parameters, step, row, column), &mut mask);
                transform(plan, &mask, &mut values);
                layout.write(matrix, (row, column), &values, &round);
            }
            transform(plan, body, &mut values);
            layout.write(matrix, (row, k), &values, &round);
        }
    });
    words
}

/// The integer nearest to a number, of those of 32 bits: by a sum with `3·2^51`, whose lowest bits
/// are then those of the integer.
fn nearest(x: f64) -> i32 {
    const CENTER: f64 = 6_755_399_441_055_744.0;
    let limit = f64::from(i32::MAX);
    (x.clamp(-limit, limit) + CENTER).to_bits() as i32
}

/// `X^(−body)·test`
fn start(rotation: &Rotation<'_>, to: &mut [u64]) {
    let n = to.len();
    let body = rotation.exponents.last().map_or(0, |&body| usize::from(body));
    let exponent = (2 * n - body) % (2 * n);
    for (i, &x) in rotation.test.iter().enumerate() {
        let at = (i + exponent) % (2 * n);
        to[at % n] = if at < n { u64::from(x) } else { u64::from(x).wrapping_neg() };
    }
}
