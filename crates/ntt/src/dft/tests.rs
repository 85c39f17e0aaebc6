//! Every field against the definition.

use super::*;
use crate::naive;
use papilio_field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, KoalaBear, Mersenne31, P32, Stark252};
use papilio_field::order::bit_reverse_rows;

fn column<F: DftField>(n: usize, c: u64) -> Vec<F> {
    (0..n as u64).map(|j| F::from_u64(j * j + 77 * c + 3).pow(&[3 + c])).collect()
}

/// Columns side by side.
fn matrix<F: DftField>(columns: &[Vec<F>]) -> Vec<F> {
    (0..columns[0].len()).flat_map(|row| columns.iter().map(move |column| column[row])).collect()
}

fn agrees_with_the_definition<F: DftField>() {
    for log in 0..=8.min(F::TWO_ADICITY) {
        let n = 1usize << log;
        let root = F::root_of_unity(log).expect("a root");
        for (width, shift) in [(1, F::ONE), (1, F::generator()), (2, F::ONE), (5, F::generator())] {
            let columns: Vec<Vec<F>> = (0..width).map(|c| column(n, c as u64)).collect();
            let values: Vec<Vec<F>> = columns.iter().map(|column| naive::dft(root, shift, column)).collect();
            check(&Dft::columns(log, width, shift).expect("a plan"), &matrix(&columns), &matrix(&values));
        }
    }
}

fn check<F: DftField>(plan: &Dft<F>, coefficients: &[F], natural: &[F]) {
    let what = plan.explain();
    let mut reversed = natural.to_vec();
    bit_reverse_rows(&mut reversed, plan.width());
    let mut rows = coefficients.to_vec();
    plan.forward_natural(&mut rows);
    assert_eq!(rows, natural, "{what}");
    plan.inverse_natural(&mut rows);
    assert_eq!(rows, coefficients, "{what}");
    plan.forward(&mut rows);
    assert_eq!(rows, reversed, "{what}");
    plan.inverse(&mut rows);
    assert_eq!(rows, coefficients, "{what}");
    #[cfg(feature = "threads")]
    for (order, values) in [(Order::Natural, natural), (Order::BitReversed, &reversed)] {
        plan.forward_parallel(&mut rows, order);
        assert_eq!(rows, values, "{what}");
        plan.inverse_parallel(&mut rows, order);
        assert_eq!(rows, coefficients, "{what}");
    }
}

#[test]
fn every_field() {
    agrees_with_the_definition::<P32>();
    agrees_with_the_definition::<BabyBear>();
    agrees_with_the_definition::<KoalaBear>();
    agrees_with_the_definition::<Mersenne31>();
    agrees_with_the_definition::<Goldilocks>();
    agrees_with_the_definition::<Bls12_381>();
    agrees_with_the_definition::<Bn254>();
    agrees_with_the_definition::<Stark252>();
}

#[test]
fn what_does_not_exist_is_refused() {
    assert!(Dft::<Mersenne31>::new(2).is_none(), "two-adicity 1");
    assert!(Dft::<P32>::new(21).is_none());
    assert!(Dft::<P32>::coset(3, P32::ZERO).is_none());
    assert!(Dft::<P32>::columns(3, 0, P32::ONE).is_none());
}
