//! Key switching of LWE, from the key of GLWE to that of LWE.

use crate::Decomposition;
use crate::evaluation_key::{EvaluationKey, KeySwitchBodies};
use crate::seeds;
use crate::word::Word;
use rayon::prelude::*;

/// Rows whose products are subtracted in one pass over the results.
const ROWS: usize = 8;

/// A key switching key with its masks.
pub(crate) enum KeySwitch {
    Narrow(Rows<u16>),
    Wide(Rows<u32>),
}

/// Rows of `n + 1` words: masks and bodies.
pub(crate) struct Rows<W> {
    words: Vec<W>,
    row: usize,
    decomposition: Decomposition,
}

impl KeySwitch {
    pub(crate) fn prepare(key: &EvaluationKey) -> Self {
        match &key.key_switch {
            KeySwitchBodies::Narrow(bodies) => Self::Narrow(Rows::prepare(key, bodies)),
            KeySwitchBodies::Wide(bodies) => Self::Wide(Rows::prepare(key, bodies)),
        }
    }

    /// Ciphertexts of `n + 1` words for ones of `k·N + 1`, in one pass through the key.
    pub(crate) fn switch(&self, ciphertexts: &[Vec<u32>]) -> Vec<Vec<u32>> {
        match self {
            Self::Narrow(rows) => rows.switch(ciphertexts),
            Self::Wide(rows) => rows.switch(ciphertexts),
        }
    }
}

impl<W: Word> Rows<W> {
    fn prepare(key: &EvaluationKey, bodies: &[W]) -> Self {
        let row = key.parameters.lwe_dimension() + 1;
        let uniform = seeds::key_switching_mask(key.seed);
        let mut words = vec![W::default(); bodies.len() * row];
        words.par_chunks_exact_mut(row).zip(bodies).enumerate().for_each(|(index, (words, &of_row))| {
            if let Some((body, mask)) = words.split_last_mut() {
                W::fill(&uniform, index as u64, mask);
                *body = of_row;
            }
        });
        Self { words, row, decomposition: key.parameters.literal().key_switch }
    }

    /// `(0, b) − Σ digit·row`.
    fn switch(&self, ciphertexts: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let mut results: Vec<Vec<W>> = ciphertexts.iter().map(|words| start(words, self.row)).collect();
        let digits: Vec<Vec<W>> = ciphertexts.iter().map(|words| self.digits(words)).collect();
        for (block, rows) in self.words.chunks(ROWS * self.row).enumerate() {
            for (result, digits) in results.iter_mut().zip(&digits) {
                subtract_products(result, &digits[block * ROWS..], rows, self.row);
            }
        }
        results.iter().map(|words| words.iter().map(|&word| word.widened()).collect()).collect()
    }

    /// The digits of a mask, one for every row.
    fn digits(&self, words: &[u32]) -> Vec<W> {
        let Decomposition { levels, bits } = self.decomposition;
        let (offset, half) = (self.decomposition.offset(), 1i64 << (bits - 1));
        let mask = words.split_last().map_or(&[][..], |(_, mask)| mask);
        let digit = |shifted: u32, level| i64::from(shifted >> (u32::BITS - level * bits) & ((1 << bits) - 1)) - half;
        let of = |&x: &u32| (1..=levels).map(move |level| W::low(digit(x.wrapping_add(offset), level)));
        mask.iter().flat_map(of).collect()
    }
}

/// The body alone.
fn start<W: Word>(words: &[u32], row: usize) -> Vec<W> {
    let mut result = vec![W::default(); row];
    result[row - 1] = words.last().map_or(W::default(), |&body| W::rounded(body));
    result
}

/// `result − Σ digit·row`, over up to [`ROWS`] rows.
fn subtract_products<W: Word>(result: &mut [W], digits: &[W], rows: &[W], row: usize) {
    if let (Some(digits), true) = (digits.first_chunk::<ROWS>(), rows.len() == ROWS * row) {
        let rows: [&[W]; ROWS] = core::array::from_fn(|i| &rows[i * row..][..result.len()]);
        for (at, result) in result.iter_mut().enumerate() {
            let mut sum = *result;
            for i in 0..ROWS {
                sum = sum.minus(digits[i].times(rows[i][at]));
            }
            *result = sum;
        }
        return;
    }
    for (&digit, row) in digits.iter().zip(rows.chunks_exact(row)) {
        result.iter_mut().zip(row).for_each(|(result, &x)| *result = result.minus(digit.times(x)));
    }
}
