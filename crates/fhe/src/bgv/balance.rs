//! An element of a prime field as a fraction of two smaller ones.

use papilio_field::Field;
use papilio_field::words::{Words, less};

/// One step of Euclid's algorithm for `t` and `r`: `remainder = cofactor·r` in the field.
#[derive(Clone, Copy)]
struct Step<F> {
    /// The remainder as an integer; at first `t` itself, which is none of the field's.
    words: Words,
    remainder: F,
    cofactor: F,
}

/// Pairs `(x, y)` with `x = ratio·y`, from `(ratio, 1)` to `(1, 1/ratio)`: the remainders of Euclid's algorithm for `t` and `ratio`
/// with their cofactors, whose centred lifts are below `t/x` (J. von zur Gathen and J. Gerhard, "Modern Computer Algebra", §5.10).
/// Somewhere between, both are about `√t`.
///
/// None for zero. Variable time: factors are public.
pub(super) fn fractions<F: Field>(ratio: F) -> Vec<(F, F)> {
    let mut fractions = Vec::new();
    let mut before = Step { words: F::MODULUS, remainder: F::ZERO, cofactor: F::ZERO };
    let mut step = Step { words: ratio.to_words(), remainder: ratio, cofactor: F::ONE };
    while step.remainder != F::ZERO {
        fractions.push((step.remainder, step.cofactor));
        (before, step) = (step, remainder(before, &step));
    }
    fractions
}

/// `a mod b`, by shifts: quotients are small as a rule.
fn remainder<F: Field>(mut a: Step<F>, b: &Step<F>) -> Step<F> {
    while !less(a.words, b.words) {
        let mut shift = bits(&a.words) - bits(&b.words);
        if less(a.words, shifted(&b.words, shift)) {
            shift -= 1;
        }
        let double = |x: F| (0..shift).fold(x, |x, _| x + x);
        a.remainder = a.remainder - double(b.remainder);
        a.cofactor = a.cofactor - double(b.cofactor);
        // The difference is in [0, t): the field's subtraction is the integers'.
        a.words = a.remainder.to_words();
    }
    a
}

fn bits(x: &Words) -> u32 {
    x.iter().enumerate().rev().find(|(_, word)| **word != 0).map_or(0, |(i, word)| 64 * (i as u32 + 1) - word.leading_zeros())
}

/// `x·2^shift`, where that is below `2^256`.
fn shifted(x: &Words, shift: u32) -> Words {
    let (skip, bits) = ((shift / 64) as usize, shift % 64);
    let word = |i: usize| i.checked_sub(skip).map_or(0, |i| x[i]);
    core::array::from_fn(|i| {
        let below = if i == 0 || bits == 0 { 0 } else { word(i - 1) >> (64 - bits) };
        word(i) << bits | below
    })
}

/// `log2 |x|` of the centred lift.
pub(super) fn log2_lift<F: Field>(x: F) -> f64 {
    x.centered().scaled(0).abs().log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use papilio_field::fields::{Bls12_381, Bn254, Goldilocks, P32, Stark252};
    use rand_core::SeedableRng;

    fn fractions_are_the_ratio_and_balanced_between<F: Field>() {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let random = (0..200).map(|_| F::random(&mut rng)).collect::<Vec<_>>();
        for ratio in random.into_iter().chain([F::ONE, -F::ONE, F::from_u64(2), F::from_u64(2).inverse().expect("not zero")]) {
            let fractions = fractions(ratio);
            assert_eq!(fractions[0], (ratio, F::ONE));
            assert_eq!(fractions.last().map(|last| last.0), Some(F::ONE));
            assert!(fractions.iter().all(|&(x, y)| x == ratio * y));
            let greater = fractions.iter().map(|&(x, y)| log2_lift(x).max(log2_lift(y)));
            let least = greater.fold(f64::INFINITY, f64::min);
            // One neighbour of √t has a quotient between them, of few bits but with a small probability.
            assert!(least < f64::from(F::BITS) / 2.0 + 10.0, "{}: {least} bits", F::NAME);
        }
        assert!(fractions(F::ZERO).is_empty());
    }

    #[test]
    fn fractions_of_every_field() {
        fractions_are_the_ratio_and_balanced_between::<P32>();
        fractions_are_the_ratio_and_balanced_between::<Goldilocks>();
        fractions_are_the_ratio_and_balanced_between::<Bn254>();
        fractions_are_the_ratio_and_balanced_between::<Bls12_381>();
        fractions_are_the_ratio_and_balanced_between::<Stark252>();
    }
}
