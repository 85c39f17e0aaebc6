//! The transform over the circle of 2^31 - 1.

use crate::NAME;
use crate::protocol::{Answer, Order, Request, measure};
use crate::subgroup::take;
use p3_circle::{CircleDomain, CircleEvaluations};
use p3_field::PrimeField64;
use p3_matrix::Matrix;
use p3_matrix::dense::RowMajorMatrix;
use p3_mersenne_31::Mersenne31;

type M = RowMajorMatrix<Mersenne31>;

/// Coefficients in Plonky3's circle basis to values on the standard domain. Its twiddles are made
/// anew each time: there is no plan to keep them in.
pub(crate) fn answer(request: &Request, data: &M) -> Answer {
    let domain = CircleDomain::standard(request.n.trailing_zeros() as usize);
    let natural = request.order == Order::Natural;
    let forward = |matrix: &mut M| {
        let values = CircleEvaluations::evaluate(domain, take(matrix));
        *matrix = if natural { values.to_natural_order().to_row_major_matrix() } else { values.to_cfft_order() };
    };
    let inverse = |matrix: &mut M| {
        let values = take(matrix);
        // Values are accepted in natural order only; its own order is an involution of that.
        let values = if natural { values } else { reorder(domain, values) };
        *matrix = CircleEvaluations::from_natural_order(domain, values).interpolate();
    };
    let values = |matrix: &M| matrix.values.iter().step_by(matrix.width).map(|x| [x.as_canonical_u64()]).collect();
    Answer { note: Some("CircleEvaluations".into()), ..measure(request, NAME, data, forward, inverse, values) }
}

fn reorder(domain: CircleDomain<Mersenne31>, values: M) -> M {
    CircleEvaluations::from_natural_order(domain, values).to_cfft_order().to_row_major_matrix()
}
