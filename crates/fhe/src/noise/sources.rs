//! The fresh ciphertexts that went into a ciphertext.

use std::sync::Arc;

/// Numbers of fresh ciphertexts, each drawn at random when one is encrypted: the noises of two
/// ciphertexts without a common one are uncorrelated.
///
/// Equal numbers of different ciphertexts only make a prediction worse. Beyond [`Sources::MOST`]
/// any ciphertext is taken for one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources(Option<Arc<[u32]>>);

impl Sources {
    /// The greatest number of sources that are kept apart.
    pub const MOST: usize = 1024;

    /// The sources of a ciphertext without noise.
    #[must_use]
    pub fn none() -> Self {
        Self(Some(Arc::new([])))
    }

    /// The source of sums of plaintexts, which are functions of them: number 0.
    #[must_use]
    pub fn plaintexts() -> Self {
        Self::fresh(0)
    }

    /// The sources of a ciphertext of unknown origin: any.
    #[must_use]
    pub fn any() -> Self {
        Self(None)
    }

    /// The source of a fresh ciphertext.
    #[must_use]
    pub fn fresh(number: u32) -> Self {
        Self(Some(Arc::new([number])))
    }

    /// These sources, strictly increasing and at most [`Self::MOST`], or `None`.
    #[must_use]
    pub fn new(numbers: Vec<u32>) -> Option<Self> {
        let sound = numbers.len() <= Self::MOST && numbers.is_sorted_by(|a, b| a < b);
        sound.then(|| Self(Some(numbers.into())))
    }

    /// The numbers, increasing; `None` where the sources may be any.
    #[must_use]
    pub fn numbers(&self) -> Option<&[u32]> {
        self.0.as_deref()
    }

    /// Whether both may have a source in common.
    #[must_use]
    pub fn meet(&self, other: &Self) -> bool {
        let (Some(a), Some(b)) = (&self.0, &other.0) else { return !self.is_none() && !other.is_none() };
        let (fewer, more) = if a.len() < b.len() { (a, b) } else { (b, a) };
        fewer.iter().any(|number| more.binary_search(number).is_ok())
    }

    pub(super) fn is_none(&self) -> bool {
        self.0.as_ref().is_some_and(|numbers| numbers.is_empty())
    }

    /// The sources of both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let (Some(a), Some(b)) = (&self.0, &other.0) else { return Self(None) };
        // Nearly always one has all of the other's.
        let within = |less: &[u32], more: &[u32]| less.iter().all(|number| more.binary_search(number).is_ok());
        if Arc::ptr_eq(a, b) || within(b, a) {
            return self.clone();
        }
        if within(a, b) {
            return other.clone();
        }
        let mut numbers = [&**a, &**b].concat();
        numbers.sort_unstable();
        numbers.dedup();
        Self((numbers.len() <= Self::MOST).then(|| numbers.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[u32]) -> Sources {
        Sources::new(numbers.to_vec()).expect("increasing")
    }

    #[test]
    fn sets_meet_and_join() {
        let (a, b) = (of(&[1, 5, 9]), of(&[2, 5]));
        assert!(a.meet(&b) && b.meet(&a) && !a.meet(&of(&[2, 3])));
        // The common number is the first, one between, or the last.
        for common in [[2, 9, 11], [1, 2, 11], [1, 3, 5], [5, 9, 11], [0, 5, 6]] {
            assert!(b.meet(&of(&common)) && of(&common).meet(&b), "{common:?}");
        }
        assert!(!b.meet(&of(&[1, 3, 4, 6, 9])) && !of(&[1, 3, 4, 6, 9]).meet(&b));
        assert_eq!(a.union(&b), of(&[1, 2, 5, 9]));
        assert_eq!(a.union(&Sources::none()), a);
        assert_eq!(Sources::none().union(&a), a);
        assert!(Sources::new(vec![2, 2]).is_none() && Sources::new(vec![2, 1]).is_none());
    }

    #[test]
    fn any_meets_all_but_none() {
        let any = Sources::any();
        assert!(any.meet(&of(&[1])) && of(&[1]).meet(&any) && any.meet(&any));
        assert!(!any.meet(&Sources::none()) && !Sources::none().meet(&any) && !Sources::none().meet(&Sources::none()));
        assert_eq!(any.union(&of(&[1])), any);
    }

    #[test]
    fn more_than_are_kept_are_any() {
        let most = of(&(0..Sources::MOST as u32).collect::<Vec<_>>());
        assert!(!most.meet(&of(&[u32::MAX])));
        let beyond = most.union(&of(&[u32::MAX]));
        assert_eq!(beyond, Sources::any());
        assert!(Sources::new((0..=Sources::MOST as u32).collect()).is_none());
    }
}
