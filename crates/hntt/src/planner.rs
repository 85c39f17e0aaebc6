//! The parts of the search for a design that both kinds of recipe share.

use core::ops::RangeInclusive;
use papilio_fhe::security::LOG_DEGREES;
use papilio_field::ResidueRing;

/// Designs reported beside the winner.
const RUNNERS_UP: usize = 5;

/// The plaintext modulus when it is a word, which must not be among the primes of the ciphertexts;
/// 0 otherwise.
pub(crate) fn plain_word(t: &impl ResidueRing) -> u64 {
    if t.words() == 1 { t.modulus()[0] } else { 0 }
}

/// `log2` of the ring degrees to search: the one that is asked for, or all.
///
/// # Errors
/// The degree, if it is out of range.
pub(crate) fn log_degrees(wanted: Option<u32>) -> Result<RangeInclusive<u32>, u32> {
    match wanted {
        Some(log) if !LOG_DEGREES.contains(&log) => Err(log),
        Some(log) => Ok(log..=log),
        None => Ok(LOG_DEGREES),
    }
}

/// The first of the designs that `design` makes of candidates, cheapest first, and the runners-up,
/// which differ from one another by what `key` gives; none if no design is made.
///
/// # Errors
/// The errors of `design`.
pub(crate) fn cheapest<C, D, K: PartialEq, E>(
    mut candidates: Vec<C>,
    seconds: impl Fn(&C) -> f64,
    key: impl Fn(&C) -> K,
    mut design: impl FnMut(C) -> Result<Option<D>, E>,
) -> Result<Option<(D, Vec<D>)>, E> {
    candidates.sort_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    let (mut keys, mut designs): (Vec<K>, Vec<D>) = (Vec::new(), Vec::new());
    for candidate in candidates {
        let key = key(&candidate);
        if !keys.contains(&key)
            && let Some(design) = design(candidate)?
        {
            keys.push(key);
            designs.push(design);
        }
        if designs.len() > RUNNERS_UP {
            break;
        }
    }
    let mut designs = designs.into_iter();
    Ok(designs.next().map(|best| (best, designs.collect())))
}

/// A trial of bit lengths for the primes.
pub(crate) enum Trial<D> {
    /// A design that its own prediction lets pass.
    Passed(D),
    /// The noise leaves too little: the primes of the output are to grow.
    Short,
    /// No greater primes will help.
    Failed,
}

/// The design for these bit lengths; while the noise leaves too little, the least prime of the
/// output grows, a bit at a time.
pub(crate) fn settle<D, E>(
    mut bits: Vec<u32>,
    output_limbs: usize,
    most: u32,
    mut attempt: impl FnMut(&[u32]) -> Result<Trial<D>, E>,
) -> Result<Option<D>, E> {
    for _ in 0..8 {
        match attempt(&bits)? {
            Trial::Passed(design) => return Ok(Some(design)),
            Trial::Failed => return Ok(None),
            Trial::Short => {}
        }
        let weakest = bits[..output_limbs].iter().enumerate().min_by_key(|(_, bits)| **bits).map_or(0, |(i, _)| i);
        if bits[weakest] >= most {
            return Ok(None);
        }
        bits[weakest] += 1;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates are pairs of a cost and a key; those of odd cost are no designs.
    fn found(candidates: &[(u32, u32)]) -> Option<(u32, Vec<u32>)> {
        let design = |(cost, _): (u32, u32)| Ok::<_, ()>((cost % 2 == 0).then_some(cost));
        cheapest(candidates.to_vec(), |found| f64::from(found.0), |found| found.1, design).expect("no error")
    }

    #[test]
    fn the_cheapest_of_each_key_is_kept() {
        assert_eq!(found(&[]), None);
        assert_eq!(found(&[(3, 1), (5, 2)]), None);
        // A candidate that is no design leaves its key to the next.
        assert_eq!(found(&[(8, 1), (1, 1), (4, 1), (6, 2), (2, 3)]), Some((2, vec![4, 6])));
    }

    #[test]
    fn no_more_runners_up_are_designed_than_are_told() {
        let candidates: Vec<_> = (0..100).map(|i| (2 * i, i)).collect();
        let (best, others) = found(&candidates).expect("designs");
        assert_eq!((best, others), (0, (1..=RUNNERS_UP as u32).map(|i| 2 * i).collect()));
        let mut designed = 0;
        let refused = cheapest(
            candidates,
            |found| f64::from(found.0),
            |found| found.1,
            |_| {
                designed += 1;
                if designed < 3 { Ok(Some(())) } else { Err("why") }
            },
        );
        assert_eq!((refused, designed), (Err("why"), 3));
    }

    #[test]
    fn degrees_out_of_range_are_refused() {
        assert_eq!([log_degrees(Some(11)), log_degrees(Some(17))], [Err(11), Err(17)]);
        assert_eq!([log_degrees(Some(12)), log_degrees(None)], [Ok(12..=12), Ok(12..=16)]);
    }
}
