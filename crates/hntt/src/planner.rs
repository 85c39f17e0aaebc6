//! The parts of the search for a design that both kinds of recipe share.

use papilio_field::ResidueRing;

/// Designs reported beside the winner.
pub(crate) const RUNNERS_UP: usize = 5;

/// The plaintext modulus when it is a word, which must not be among the primes of the ciphertexts;
/// 0 otherwise.
pub(crate) fn plain_word(t: &impl ResidueRing) -> u64 {
    if t.words() == 1 { t.modulus()[0] } else { 0 }
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
