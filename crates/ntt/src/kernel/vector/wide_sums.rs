//! Sums of products in words of 128 bits, by the instructions of every processor.

use papilio_field::Modulus;

/// Products below `2^124` that a 128-bit sum holds beside one more, or beside a reduced one.
const CHUNK: usize = 15;

/// Words whose 128-bit sums stay in registers.
const TILE: usize = 4;

/// Words and their factors, below `2^62`.
pub(in crate::kernel) trait Term {
    /// The words from a place on, and the factor of each.
    fn factors<const N: usize>(&self, at: usize) -> [[u64; N]; 2];
}

#[inline(always)]
fn words<const N: usize>(vector: &[u64], at: usize) -> [u64; N] {
    *vector[at..].first_chunk().expect("terms as long as the sums")
}

impl Term for (&[u64], u64) {
    #[inline(always)]
    fn factors<const N: usize>(&self, at: usize) -> [[u64; N]; 2] {
        [words(self.0, at), [self.1; N]]
    }
}

impl Term for (&[u64], &[u64]) {
    #[inline(always)]
    fn factors<const N: usize>(&self, at: usize) -> [[u64; N]; 2] {
        [words(self.0, at), words(self.1, at)]
    }
}

/// Sums of products in words of 128 bits, for the places from one on: `out` times its factor, or
/// nothing, and the terms. Words and factors are below `2^62`, results below the prime.
///
/// # Panics
/// Where a term is shorter than the sums.
pub(in crate::kernel) fn add_products(
    modulus: &Modulus,
    out: &mut [u64],
    accumulate_scale: Option<u64>,
    terms: &[impl Term],
    from: usize,
) {
    let (tiles, rest) = out[from..].as_chunks_mut::<TILE>();
    let behind = from + tiles.len() * TILE;
    for (i, words) in tiles.iter_mut().enumerate() {
        *words = tile(modulus, *words, accumulate_scale, terms, from + i * TILE);
    }
    for (i, x) in rest.iter_mut().enumerate() {
        [*x] = tile(modulus, [*x], accumulate_scale, terms, behind + i);
    }
}

/// `N` words of [`add_products`], by loops: builds of tests do not inline closures of arrays.
#[inline(always)]
fn tile<const N: usize>(
    modulus: &Modulus,
    out: [u64; N],
    accumulate_scale: Option<u64>,
    terms: &[impl Term],
    at: usize,
) -> [u64; N] {
    let mut sums = [0; N];
    if let Some(scale) = accumulate_scale {
        add(&mut sums, [out, [scale; N]]);
    }
    let mut rest = terms;
    loop {
        let (now, later) = rest.split_at(CHUNK.min(rest.len()));
        for term in now {
            add(&mut sums, term.factors(at));
        }
        let mut reduced = [0; N];
        for k in 0..N {
            reduced[k] = modulus.reduce_wide(sums[k]);
            sums[k] = reduced[k].into();
        }
        if later.is_empty() {
            return reduced;
        }
        rest = later;
    }
}

/// Products added to their sums.
#[inline(always)]
fn add<const N: usize>(sums: &mut [u128; N], [x, c]: [[u64; N]; 2]) {
    for k in 0..N {
        sums[k] += u128::from(x[k]) * u128::from(c[k]);
    }
}
