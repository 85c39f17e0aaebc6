//! The transform across ciphertexts as a SEAL user writes it: everything in NTT form, one plaintext
//! product a term.

use std::mem::swap;

use crate::field;
use crate::object::Error;
use crate::plan::{Stage, stages};
use crate::scheme::{Ciphertext, Plaintext, Scheme};

/// The powers of the root of unity, encoded: every constant of every stage is one of them.
pub(crate) struct Constants(Vec<Plaintext>);

impl Constants {
    /// Encodes the constants of all transforms of `n` points.
    pub(crate) fn new(scheme: &Scheme, n: usize) -> Result<Self, Error> {
        let encoded: Result<_, _> = field::powers(n).into_iter().map(|power| scheme.constant(power)).collect();
        encoded.map(Self)
    }
}

/// The ciphertexts a transform writes: its results, and the outputs and the product of the
/// butterfly at work.
pub(crate) struct Workspace {
    results: Vec<Ciphertext>,
    outputs: Vec<Ciphertext>,
    product: Ciphertext,
}

impl Workspace {
    /// Room for `n` results and butterflies up to `radix`; SEAL allocates on first use and reuses
    /// from then on.
    pub(crate) fn new(scheme: &Scheme, n: usize, radix: usize) -> Result<Self, Error> {
        let fresh = |count| (0..count).map(|_| scheme.ciphertext()).collect::<Result<Vec<_>, _>>();
        Ok(Self { results: fresh(n)?, outputs: fresh(radix)?, product: scheme.ciphertext()? })
    }

    /// The results of the last transform, by position.
    pub(crate) fn results(&self) -> &[Ciphertext] {
        &self.results
    }
}

/// Transforms `input` into `work.results`, in the order `plan::frequency` describes.
pub(crate) fn transform(
    scheme: &Scheme,
    constants: &Constants,
    radices: &[usize],
    input: &[Ciphertext],
    work: &mut Workspace,
) -> Result<(), Error> {
    for (layer, stage) in stages(radices).iter().enumerate() {
        for first in stage.butterflies() {
            let source = if layer == 0 { input } else { &work.results };
            let outputs = &mut work.outputs[..stage.radix];
            butterfly(scheme, constants, stage, first, source, outputs, &mut work.product)?;
            for (k, output) in outputs.iter_mut().enumerate() {
                swap(output, &mut work.results[first + k * stage.stride]);
            }
        }
    }
    Ok(())
}

/// `outputs[k] = Σ_j constant(j, k) · source[first + j · stride]`: `r` products and `r − 1` sums an
/// output.
fn butterfly(
    scheme: &Scheme,
    Constants(constants): &Constants,
    stage: &Stage,
    first: usize,
    source: &[Ciphertext],
    outputs: &mut [Ciphertext],
    product: &mut Ciphertext,
) -> Result<(), Error> {
    for (k, sum) in outputs.iter_mut().enumerate() {
        scheme.multiply(&source[first], &constants[stage.exponent(first, 0, k)], sum)?;
        for j in 1..stage.radix {
            let input = &source[first + j * stage.stride];
            scheme.multiply(input, &constants[stage.exponent(first, j, k)], product)?;
            scheme.add(sum, product)?;
        }
    }
    Ok(())
}
