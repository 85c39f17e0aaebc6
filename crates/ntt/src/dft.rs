//! The transform of a field in the clear: radix 2, natural order in and out, over rows of `width` elements each.
//!
//! It shares no code with the transform across ciphertexts and is what decrypted results are verified against.

use crate::Field;
use crate::plan::bit_reverse;

/// A cyclic transform of `2^log_size` rows.
#[derive(Clone, Debug)]
pub struct Dft<F> {
    log_size: u32,
    /// `ω^0 … ω^(n/2 − 1)`.
    roots: Vec<F>,
    inverse_size: F,
}

impl<F: Field> Dft<F> {
    /// The plan, or `None` when the field has no root of that order.
    #[must_use]
    pub fn new(log_size: u32) -> Option<Self> {
        let root = F::root_of_unity(log_size)?;
        let n = 1usize << log_size;
        Some(Self { log_size, roots: powers(root, (n / 2).max(1)), inverse_size: F::from_u64(n as u64).inverse()? })
    }

    /// Number of rows.
    #[must_use]
    pub fn size(&self) -> usize {
        1 << self.log_size
    }

    /// `out[k] = Σ_j ω^{jk} in[j]` for every column of `rows`, which holds `size` rows of `width` elements.
    ///
    /// # Panics
    /// Unless `rows.len()` is a multiple of the size.
    pub fn forward(&self, rows: &mut [F]) {
        let n = self.size();
        assert!(rows.len().is_multiple_of(n), "{} elements are not {n} rows", rows.len());
        let width = rows.len() / n;
        for i in 0..n {
            let j = bit_reverse(i, self.log_size);
            if i < j {
                let (head, tail) = rows.split_at_mut(j * width);
                head[i * width..][..width].swap_with_slice(&mut tail[..width]);
            }
        }
        for log in 0..self.log_size {
            let half = 1usize << log;
            for block in rows.chunks_exact_mut(2 * half * width) {
                let (low, high) = block.split_at_mut(half * width);
                for (p, (xs, ys)) in low.chunks_exact_mut(width).zip(high.chunks_exact_mut(width)).enumerate() {
                    let root = self.roots[p << (self.log_size - 1 - log)];
                    for (x, y) in xs.iter_mut().zip(ys) {
                        let t = *y * root;
                        (*x, *y) = (*x + t, *x - t);
                    }
                }
            }
        }
    }

    /// The inverse of [`Self::forward`].
    ///
    /// # Panics
    /// As [`Self::forward`].
    pub fn inverse(&self, rows: &mut [F]) {
        self.forward(rows);
        let n = self.size();
        let width = rows.len() / n;
        // ω^{−k} runs through the outputs backwards.
        for i in 1..n.div_ceil(2) {
            let (head, tail) = rows.split_at_mut((n - i) * width);
            head[i * width..][..width].swap_with_slice(&mut tail[..width]);
        }
        rows.iter_mut().for_each(|x| *x = *x * self.inverse_size);
    }
}

/// Multiplies row `j` by `shift^j`: the change of domain between a subgroup and its coset.
pub fn scale_rows<F: Field>(rows: &mut [F], width: usize, shift: F) {
    let mut power = F::ONE;
    for row in rows.chunks_exact_mut(width) {
        row.iter_mut().for_each(|x| *x = *x * power);
        power = power * shift;
    }
}

/// `base^0 … base^(count − 1)`.
#[must_use]
pub fn powers<F: Field>(base: F, count: usize) -> Vec<F> {
    core::iter::successors(Some(F::ONE), |&p| Some(p * base)).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Bn254, Goldilocks, P32};
    use crate::naive;

    fn agrees_with_the_definition<F: Field>() {
        for log in 0..7 {
            let n = 1usize << log;
            let plan = Dft::<F>::new(log).expect("root");
            let root = F::root_of_unity(log).expect("root");
            let column = |c: u64| -> Vec<F> { (0..n as u64).map(|j| F::from_u64(j * j + 77 * c + 3).pow(&[3 + c])).collect() };
            let (a, b) = (column(0), column(1));
            let mut rows: Vec<F> = a.iter().zip(&b).flat_map(|(&x, &y)| [x, y]).collect();
            let original = rows.clone();
            plan.forward(&mut rows);
            let expect: Vec<F> =
                naive::dft(root, F::ONE, &a).into_iter().zip(naive::dft(root, F::ONE, &b)).flat_map(|(x, y)| [x, y]).collect();
            assert_eq!(rows, expect, "{} 2^{log}", F::NAME);
            plan.inverse(&mut rows);
            assert_eq!(rows, original);
            scale_rows(&mut rows, 2, F::generator());
            plan.forward(&mut rows);
            assert_eq!(rows.iter().step_by(2).copied().collect::<Vec<_>>(), naive::dft(root, F::generator(), &a));
        }
    }

    #[test]
    fn every_field() {
        agrees_with_the_definition::<P32>();
        agrees_with_the_definition::<Goldilocks>();
        agrees_with_the_definition::<Bn254>();
    }
}
