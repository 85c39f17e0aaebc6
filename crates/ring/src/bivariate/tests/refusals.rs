//! Operands that a plan does not hold for, and words that are no element.

use super::*;
use crate::{Evaluation, Poly, RnsBasisError};

/// Digits of one word, for so many products.
fn transforms(products: usize) -> DigitTransforms {
    DigitTransforms::new(DigitPlan::certain(1, DEGREE, products).expect("a plan")).expect("transforms")
}

#[test]
#[should_panic(expected = "a plan for 2 products")]
fn convolutions_of_more_products_than_planned() {
    let (transforms, zero) = (transforms(2), TorusPoly::zero(DEGREE, 156));
    let _ = transforms.convolve(&transforms.transform(&zero), &transforms.prepare(&zero), 2, 1);
}

#[test]
#[should_panic(expected = "no places in common")]
fn convolutions_of_digits_of_different_words() {
    let words = DigitWords { operand: 1, row: 2 };
    let transforms = DigitTransforms::new(DigitPlan::certain(words, DEGREE, 4).expect("a plan")).expect("transforms");
    let zero = TorusPoly::zero(DEGREE, 104);
    let _ = transforms.convolve(&transforms.transform(&zero), &transforms.prepare(&zero), 2, 1);
}

#[test]
#[should_panic(expected = "pairs of different digits")]
fn tensors_of_different_digits() {
    let transforms = transforms(8);
    let [long, short] = [156, 104].map(|bits| transforms.transform(&TorusPoly::zero(DEGREE, bits)));
    let prepared = transforms.prepared(&long);
    let _ = transforms.tensor([&long, &short], [&prepared; 2], 2, 2);
}

#[test]
#[should_panic(expected = "by a matrix of 2 to 4")]
fn more_digits_than_rows() {
    let transforms = transforms(8);
    let matrix = DigitMatrix::unspecified(transforms.plan(), 2, 4);
    let digits = transforms.transform(&TorusPoly::zero(DEGREE, 156));
    let _ = transforms.vector_matrix(&[(&digits, &matrix)], 4);
}

#[test]
#[should_panic(expected = "a summand of more digits")]
fn summands_of_more_digits() {
    let (transforms, zero) = (transforms(8), TorusPoly::zero(DEGREE, 104));
    let sums = transforms.convolve(&transforms.transform(&zero), &transforms.prepare(&zero), 2, 2);
    let _ = transforms.carry(&sums, Some(&TorusPoly::zero(DEGREE, 156)), 104);
}

#[test]
#[should_panic(expected = "integers modulo other primes")]
fn integers_modulo_other_primes() {
    let transforms = transforms(2);
    let integers = Poly::<Evaluation>::zero(transforms.basis(), 2);
    let _ = transforms.multiply_integers(&TorusPoly::zero(DEGREE, 104), &integers);
}

#[test]
fn degrees_that_no_transform_has() {
    let plan = DigitPlan::certain(1, 16, 2).expect("a plan");
    assert_eq!(DigitTransforms::new(plan).map(|_| ()), Err(RnsBasisError::Degree(16)));
}

/// Elements of 60 bits have eight in their second word.
#[test]
fn words_beyond_the_last_bit() {
    let is_element = |last: u64| {
        let mut words = PooledVec::zero(2 * DEGREE);
        words[2 * DEGREE - 1] = last;
        TorusPoly::from_words(DEGREE, 60, words).is_some()
    };
    assert!(is_element(0) && is_element(1 << 44));
    assert!(!is_element(1 << 43) && !is_element(1) && !is_element(1 << 52));
}
