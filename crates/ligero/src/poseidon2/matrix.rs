//! The matrices of the linear layers.

use super::evaluator::Evaluator;
use super::grain::Grain;
use super::polynomial::Modular;
use papilio_field::Field;

/// The maximum-distance-separable matrix of four elements that the design builds wider ones from.
pub(super) const M4: [[u64; 4]; 4] = [[5, 7, 1, 3], [4, 6, 1, 1], [1, 3, 5, 7], [1, 1, 4, 6]];

/// Whether the external matrix is made of blocks of [`M4`].
pub(super) fn is_blocked(width: usize) -> bool {
    width.is_multiple_of(4)
}

/// Multiplies four elements by [`M4`].
pub(super) fn external_block<F: Field, E: Evaluator<F>>(evaluator: &E, block: &mut [E::Value]) {
    let product = M4.map(|row| {
        let term = |i: usize| evaluator.scale(&block[i], F::from_u64(row[i]));
        evaluator.add(&evaluator.add(&term(0), &term(1)), &evaluator.add(&term(2), &term(3)))
    });
    block.clone_from_slice(&product);
}

/// `μ` of the internal matrix `J + diag(μ)`. Widths 2 and 3 have fixed small ones; wider ones take
/// the first draw from the generator that passes [`resists_subspace_trails`].
pub(super) fn internal_diagonal<F: Field>(width: usize, grain: &mut Grain) -> Vec<F> {
    match width {
        2 => vec![F::ONE, F::from_u64(2)],
        3 => vec![F::ONE, F::ONE, F::from_u64(2)],
        _ => loop {
            let diagonal: Vec<F> = (0..width).map(|_| grain.residue::<F>() - F::ONE).collect();
            if resists_subspace_trails(&diagonal) {
                return diagonal;
            }
        },
    }
}

/// Whether the minimal polynomials of `M, M², …, M^(2t)`, `M = J + diag(μ)` of width `t`, are
/// irreducible of degree `t`: the design's sufficient condition against arbitrarily long subspace
/// trails through partial rounds.
///
/// When the characteristic polynomial `f` of `M` is irreducible, `M ↦ x` makes `F[M]` the field
/// `F[x]/f` of `p^t` elements. There every minimal polynomial is irreducible, and that of `x^i` has
/// degree `t` unless `x^i` lies in a proper subfield, that is unless the Frobenius map of some
/// maximal proper divisor of `t` fixes it.
pub(super) fn resists_subspace_trails<F: Field>(diagonal: &[F]) -> bool {
    let width = diagonal.len();
    let Some(conjugates) = Modular::new(characteristic(diagonal)).conjugates_if_irreducible() else {
        return false;
    };
    // conjugates[d − 1] = x^(p^d) for d ≤ t/2, which covers t/2 and t/3.
    [2, 3].into_iter().filter(|q| width.is_multiple_of(*q)).all(|q| {
        let moved = &conjugates[width / q - 1];
        Modular::new(characteristic(diagonal)).powers_differ(moved, 2 * width)
    })
}

/// The characteristic polynomial of `J + diag(μ)` without its leading one, lowest coefficient
/// first. By the matrix determinant lemma it is `∏ (x − μ_i) − Σ_i ∏_{j≠i} (x − μ_j)`, built up one
/// `μ` at a time.
pub(super) fn characteristic<F: Field>(diagonal: &[F]) -> Vec<F> {
    let (mut product, mut sum) = (vec![F::ONE], vec![F::ZERO]);
    for &mu in diagonal {
        sum = times_linear(&sum, mu);
        sum.iter_mut().zip(&product).for_each(|(s, &p)| *s = *s + p);
        product = times_linear(&product, mu);
    }
    product.iter().zip(&sum).take(diagonal.len()).map(|(&p, &s)| p - s).collect()
}

/// `f · (x − root)`.
fn times_linear<F: Field>(f: &[F], root: F) -> Vec<F> {
    let mut product = vec![F::ZERO; f.len() + 1];
    for (i, &coefficient) in f.iter().enumerate() {
        product[i] = product[i] - root * coefficient;
        product[i + 1] = product[i + 1] + coefficient;
    }
    product
}
