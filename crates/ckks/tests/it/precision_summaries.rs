//! Summaries of errors of known sizes.

use papilio_ckks::{Complex64, Precision};

#[test]
fn summaries_of_errors_that_are_powers_of_two() {
    let have = [Complex64::from(0.5), Complex64::from(0.25), Complex64::from(0.0625), Complex64::new(0.0, 0.03125)];
    let precision = Precision::of(&have, &[Complex64::ZERO; 4]);
    let modulus = precision.modulus;
    assert_eq!((modulus.minimum, modulus.maximum, modulus.mean, modulus.median), (1.0, 5.0, 3.0, 3.0));
    assert!((modulus.deviation - 2.5f64.sqrt()).abs() < 1e-12 && precision.greatest_error == -1.0);
    assert_eq!(precision.imaginary.minimum, 5.0);
}

#[test]
fn no_bit_of_what_is_not_a_number_is_right() {
    for bad in [f64::NAN, f64::INFINITY] {
        let precision = Precision::of(&[Complex64::from(bad), Complex64::ONE], &[Complex64::ONE; 2]);
        let found = (precision.minimum(), precision.modulus.maximum);
        assert_eq!(found, (f64::NEG_INFINITY, Precision::MOST_BITS), "{bad}");
    }
}
