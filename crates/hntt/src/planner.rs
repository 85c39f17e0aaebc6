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
