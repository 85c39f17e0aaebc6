//! A library leaves choices to its user; here each way is tried once for each shape, and the
//! fastest kept.

use super::measure::time;
use super::ntt::{Direction, Order};
use super::protocol::Request;
use super::transform::Transform;

/// The properties of a request that the choice depends on.
type Shape = (usize, Direction, Order);

/// The way that was chosen last, which requests of the same shape follow.
pub(crate) struct Fastest<T> {
    latest: Option<(Shape, String, T)>,
}

impl<T> Default for Fastest<T> {
    fn default() -> Self {
        Self { latest: None }
    }
}

impl<T: Transform> Fastest<T> {
    /// The fastest way for requests of this shape, and what is to be known of it; None without any.
    pub(crate) fn of<I: Iterator<Item = (String, T)>>(
        &mut self,
        request: &Request,
        ways: impl FnOnce() -> I,
    ) -> Option<(&str, &mut T)> {
        let shape = (request.n, request.direction, request.order);
        if self.latest.as_ref().is_none_or(|(latest, ..)| *latest != shape) {
            let timed = ways().map(|(note, mut way)| (time(request, 1, &mut way), note, way));
            let best = timed.min_by(|(a, ..), (b, ..)| a.total_cmp(b));
            self.latest = best.map(|(_, note, way)| (shape, note, way));
        }
        self.latest.as_mut().map(|(_, note, way)| (&**note, way))
    }
}
