//! A scheme together with the key that its products need.

use crate::rlwe::RelinearizationKey;

/// A scheme with a relinearization key: a [`super::PolynomialScheme`] for BFV and BGV.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'a, S> {
    pub(super) scheme: &'a S,
    pub(super) key: &'a RelinearizationKey,
}

impl<'a, S> Keyed<'a, S> {
    /// The scheme with the key.
    #[must_use]
    pub fn new(scheme: &'a S, key: &'a RelinearizationKey) -> Self {
        Self { scheme, key }
    }
}
