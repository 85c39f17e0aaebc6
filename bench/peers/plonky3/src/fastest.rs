//! Plonky3 leaves the choice among its transforms to the user; here each is tried once for each
//! shape, and the fastest kept.

use crate::protocol::{Answer, Direction, Kind, Order, Request};
use p3_matrix::dense::RowMajorMatrix;
use std::collections::HashMap;

/// One transform: its type's name, and how it answers, with values in natural or else in
/// bit-reversed order.
pub(crate) type Candidate<F> = (&'static str, fn(&Request, &RowMajorMatrix<F>, bool) -> Answer);

/// The properties of a request that the choice depends on.
type Shape = (String, Kind, usize, usize, Direction, Order);

/// The choices made so far.
#[derive(Default)]
pub(crate) struct Fastest(HashMap<Shape, usize>);

impl Fastest {
    /// The answer of the candidate that is fastest for requests of this shape.
    pub(crate) fn of<F>(&mut self, request: &Request, data: &RowMajorMatrix<F>, candidates: &[Candidate<F>]) -> Answer {
        // With any order allowed, each candidate counts twice.
        let orders: &[bool] = if request.order == Order::Natural { &[true] } else { &[true, false] };
        let choices: Vec<_> = candidates.iter().flat_map(|candidate| orders.iter().map(move |&o| (candidate, o))).collect();
        let run = |choice: usize| {
            let (&(name, answer), natural) = choices[choice];
            let note = format!("{name}, {} order", if natural { "natural" } else { "bit-reversed" });
            Answer { note: Some(note), ..answer(request, data, natural) }
        };
        let Request { modulus, kind, n, width, direction, order, .. } = request;
        let shape = (modulus.clone(), *kind, *n, *width, *direction, *order);
        if let Some(&chosen) = self.0.get(&shape) {
            return run(chosen);
        }
        let answers: Vec<Answer> = (0..choices.len()).map(run).collect();
        let best = (0..answers.len()).min_by(|&a, &b| answers[a].nanoseconds.total_cmp(&answers[b].nanoseconds));
        let best = best.expect("there is a candidate for every field");
        self.0.insert(shape, best);
        answers[best].clone()
    }
}
