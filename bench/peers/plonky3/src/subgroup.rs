//! Transforms over the subgroup of roots of unity.

use crate::NAME;
use crate::fastest::Candidate;
use crate::protocol::{Answer, Request, measure};
use p3_dft::{Radix2Bowers, Radix2DFTSmallBatch, Radix2Dit, Radix2DitParallel, TwoAdicSubgroupDft};
use p3_field::extension::Complex;
use p3_field::{PrimeField64, TwoAdicField};
use p3_matrix::Matrix;
use p3_matrix::bitrev::BitReversibleMatrix;
use p3_matrix::dense::RowMajorMatrix;
use p3_mersenne_31::{Mersenne31, Mersenne31ComplexRadix2Dit};
use p3_monty_31::dft::RecursiveDft;
use p3_monty_31::{FieldParameters, MontyField31, MontyParameters, TwoAdicData};

/// Canonical words of an element.
trait Words<const W: usize>: TwoAdicField {
    fn words(&self) -> [u64; W];
}

impl<F: PrimeField64 + TwoAdicField> Words<1> for F {
    fn words(&self) -> [u64; 1] {
        [self.as_canonical_u64()]
    }
}

impl Words<2> for Complex<Mersenne31> {
    fn words(&self) -> [u64; 2] {
        [self.real().as_canonical_u64(), self.imag().as_canonical_u64()]
    }
}

/// Candidates for any field whose elements are numbers.
pub(crate) fn any<F: PrimeField64 + TwoAdicField>() -> Vec<Candidate<F>> {
    vec![
        ("Radix2DitParallel", answer::<F, Radix2DitParallel<F>, 1>),
        ("Radix2DFTSmallBatch", answer::<F, Radix2DFTSmallBatch<F>, 1>),
        ("Radix2Bowers", answer::<F, Radix2Bowers, 1>),
        ("Radix2Dit", answer::<F, Radix2Dit<F>, 1>),
    ]
}

/// Candidates for the 31-bit fields in Montgomery form.
pub(crate) fn monty_31<P: MontyParameters + FieldParameters + TwoAdicData>() -> Vec<Candidate<MontyField31<P>>> {
    let own: Candidate<MontyField31<P>> = ("RecursiveDft", answer::<MontyField31<P>, RecursiveDft<MontyField31<P>>, 1>);
    [own].into_iter().chain(any()).collect()
}

/// Candidates for the complex extension of 2^31 - 1.
pub(crate) fn complex() -> Vec<Candidate<Complex<Mersenne31>>> {
    type C = Complex<Mersenne31>;
    vec![
        ("Mersenne31ComplexRadix2Dit", answer::<C, Mersenne31ComplexRadix2Dit, 2>),
        ("Radix2DitParallel", answer::<C, Radix2DitParallel<C>, 2>),
        ("Radix2DFTSmallBatch", answer::<C, Radix2DFTSmallBatch<C>, 2>),
        ("Radix2Bowers", answer::<C, Radix2Bowers, 2>),
        ("Radix2Dit", answer::<C, Radix2Dit<C>, 2>),
    ]
}

/// Times the transform `D`, with values in natural or in bit-reversed order.
fn answer<F: Words<W>, D: TwoAdicSubgroupDft<F>, const W: usize>(
    request: &Request,
    data: &RowMajorMatrix<F>,
    natural: bool,
) -> Answer {
    let dft = D::default();
    let forward = |matrix: &mut RowMajorMatrix<F>| {
        let values = dft.dft_batch(take(matrix));
        // Either of these costs nothing where the transform leaves that order, and a pass where it
        // leaves the other.
        *matrix = if natural { values.to_row_major_matrix() } else { values.bit_reverse_rows().to_row_major_matrix() };
    };
    let inverse = |matrix: &mut RowMajorMatrix<F>| {
        let values = take(matrix);
        *matrix = dft.idft_batch(if natural { values } else { values.bit_reverse_rows().to_row_major_matrix() });
    };
    let values = |matrix: &RowMajorMatrix<F>| matrix.values.iter().step_by(matrix.width).map(Words::words).collect();
    measure(request, NAME, data, forward, inverse, values)
}

/// The matrix itself, with an empty one left in its place: transforms consume and return matrices.
pub(crate) fn take<F: Clone + Send + Sync>(matrix: &mut RowMajorMatrix<F>) -> RowMajorMatrix<F> {
    std::mem::replace(matrix, RowMajorMatrix::new(Vec::new(), 1))
}
