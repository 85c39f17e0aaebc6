//! A residue as a fraction of two smaller ones.

use papilio_field::ResidueRing;
use papilio_field::words::{Words, less};

/// Whether an element that is not zero has an inverse: in a prime field all have.
pub(super) fn is_unit<R: ResidueRing>(t: &R, x: R::Element) -> bool {
    t.generator().is_some() || t.inverse(x).is_some()
}

/// One step of Euclid's algorithm for `t` and `r`: `remainder = cofactor·r` in the field.
#[derive(Clone, Copy)]
struct Step<F> {
    /// The remainder as an integer; at first `t` itself, which is none of the field's.
    words: Words,
    remainder: F,
    cofactor: F,
}

/// Pairs `(x, y)` with `x = ratio·y`, from `(ratio, 1)` to `(1, 1/ratio)`: the remainders of
/// Euclid's algorithm for `t` and `ratio` with their cofactors, whose centered lifts are below
/// `t/x` (J. von zur Gathen and J. Gerhard, "Modern Computer Algebra", §5.10). Somewhere between,
/// both are about `√t`.
///
/// None for zero. Variable time: factors are public.
pub(super) fn fractions<R: ResidueRing>(t: &R, ratio: R::Element) -> Vec<(R::Element, R::Element)> {
    let (mut fractions, zero) = (Vec::new(), R::Element::default());
    let mut before = Step { words: t.modulus(), remainder: zero, cofactor: zero };
    let mut step = Step { words: t.to_words(ratio), remainder: ratio, cofactor: t.one() };
    while step.remainder != zero {
        fractions.push((step.remainder, step.cofactor));
        (before, step) = (step, remainder(t, before, &step));
    }
    fractions
}

/// `a mod b`, by shifts: quotients are small as a rule.
fn remainder<R: ResidueRing>(t: &R, mut a: Step<R::Element>, b: &Step<R::Element>) -> Step<R::Element> {
    while !less(a.words, b.words) {
        let mut shift = bits(&a.words) - bits(&b.words);
        if less(a.words, shifted(&b.words, shift)) {
            shift -= 1;
        }
        let double = |x: R::Element| (0..shift).fold(x, |x, _| t.add(x, x));
        a.remainder = t.sub(a.remainder, double(b.remainder));
        a.cofactor = t.sub(a.cofactor, double(b.cofactor));
        // The difference is in [0, t): the field's subtraction is the integers'.
        a.words = t.to_words(a.remainder);
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

/// `log2 |x|` of the centered lift.
pub(super) fn log2_lift<R: ResidueRing>(t: &R, x: R::Element) -> f64 {
    t.centered(x).scaled(0).abs().log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha20Rng;
    use papilio_field::fields::{Bls12_381, Bn254, Goldilocks, P32, Stark252};
    use papilio_field::{Field, FieldRing};
    use rand_core::SeedableRng;

    fn fractions_are_the_ratio_and_balanced_between<F: Field>() {
        let t = FieldRing::<F>::new();
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let random = (0..200).map(|_| F::random(&mut rng)).collect::<Vec<_>>();
        for ratio in random.into_iter().chain([F::ONE, -F::ONE, F::from_u64(2), F::from_u64(2).inverse().expect("not zero")]) {
            let fractions = fractions(&t, ratio);
            assert_eq!(fractions[0], (ratio, F::ONE));
            assert_eq!(fractions.last().map(|last| last.0), Some(F::ONE));
            assert!(fractions.iter().all(|&(x, y)| x == ratio * y));
            let greater = fractions.iter().map(|&(x, y)| log2_lift(&t, x).max(log2_lift(&t, y)));
            let least = greater.fold(f64::INFINITY, f64::min);
            // One neighbor of √t has a quotient between them, of few bits but with a small
            // probability.
            assert!(least < f64::from(F::BITS) / 2.0 + 10.0, "{}: {least} bits", F::NAME);
        }
        assert!(fractions(&t, F::ZERO).is_empty());
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
