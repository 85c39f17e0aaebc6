//! Key switching of LWE, from the key of GLWE to that of LWE.

use crate::Decomposition;
use crate::evaluation_key::{EvaluationKey, KeySwitchBodies, plan};
use crate::seeds;
use crate::word::Word;
use bytemuck::{cast_slice, cast_slice_mut};
use core::marker::PhantomData;
use papilio_ntt::complex::Torus;
use papilio_ring::PooledVec;
use rayon::prelude::*;

/// A key switching key with its masks.
pub(crate) enum KeySwitch {
    Narrow(Rows<u16>),
    Wide(Rows<u32>),
}

/// Rows of `n + 1` words, masks and bodies, and as many zeros as fill up a tile, in memory of huge
/// pages.
pub(crate) struct Rows<W> {
    words: PooledVec,
    word: PhantomData<W>,
    len: usize,
    stride: usize,
    decomposition: Decomposition,
    torus: Torus,
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
        let len = key.parameters.lwe_dimension() + 1;
        let stride = len.next_multiple_of(Torus::TILE);
        let uniform = seeds::key_switching_mask(key.seed);
        let mut words = PooledVec::zero(bodies.len() * stride * size_of::<W>() / size_of::<u64>());
        let rows = cast_slice_mut(&mut words).par_chunks_exact_mut(stride);
        rows.zip(bodies).enumerate().for_each(|(index, (words, &of_row))| {
            if let Some((body, mask)) = words[..len].split_last_mut() {
                W::fill(&uniform, index as u64, mask);
                *body = of_row;
            }
        });
        Self {
            words,
            word: PhantomData,
            len,
            stride,
            decomposition: key.parameters.literal().key_switch,
            torus: plan(&key.parameters).torus(),
        }
    }

    /// `(0, b) − Σ digit·row`.
    fn switch(&self, ciphertexts: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let mut results: Vec<Vec<W>> = ciphertexts.iter().map(|words| start(words, self.len, self.stride)).collect();
        let digits: Vec<Vec<W>> = ciphertexts.iter().map(|words| self.digits(words)).collect();
        let blocks = cast_slice(&self.words).chunks(Torus::ROWS * self.stride);
        let next = blocks.clone().skip(1).chain([&[][..]]);
        for (block, (rows, next)) in blocks.zip(next).enumerate() {
            for (i, (result, digits)) in results.iter_mut().zip(&digits).enumerate() {
                let digits = digits.chunks(Torus::ROWS).nth(block).unwrap_or_default();
                self.torus.subtract_products(result, digits, rows, if i == 0 { next } else { &[] });
            }
        }
        results.iter().map(|words| words[..self.len].iter().map(|&word| word.widened()).collect()).collect()
    }

    /// The digits of a mask, one for every row.
    fn digits(&self, words: &[u32]) -> Vec<W> {
        let levels = self.decomposition.levels as usize;
        let mask = words.split_last().map_or(&[][..], |(_, mask)| mask);
        let (mut digits, mut of_word) = (vec![W::default(); mask.len() * levels], vec![0; levels]);
        for (digits, &word) in digits.chunks_exact_mut(levels).zip(mask) {
            self.decomposition.centered(word, &mut of_word);
            digits.iter_mut().zip(&of_word).for_each(|(to, &digit)| *to = W::low(i64::from(digit)));
        }
        digits
    }
}

/// The body alone.
fn start<W: Word>(words: &[u32], len: usize, stride: usize) -> Vec<W> {
    let mut result = vec![W::default(); stride];
    result[len - 1] = words.last().map_or(W::default(), |&body| W::rounded(body));
    result
}
