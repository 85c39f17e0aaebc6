//! Every field against the definition.

use papilio_field::fields::{BabyBear, Bls12_381, Bn254, Goldilocks, KoalaBear, Mersenne31, P32, Stark252};
use papilio_field::order::{Order, bit_reverse_rows};
use papilio_field::{Field, PlaintextModulus};
use papilio_ntt::dft::{Dft, DftField, DftResidue};
use papilio_ntt::{DftError, naive};

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

/// Matrices one after the other are transformed as each by itself. More of them than the threads of
/// a pool share, none, one, and few.
fn batches_agree<F: DftField>() {
    for (log, width) in [(0, 3), (1, 1), (6, 1), (6, 3)] {
        if log > F::TWO_ADICITY {
            continue;
        }
        let plan = Dft::<F>::columns(log, width, F::generator()).expect("a plan");
        let matrix = plan.size() * width;
        for (count, order) in [0, 1, 3, 50].into_iter().flat_map(|count| [(count, Order::Natural), (count, Order::BitReversed)])
        {
            let coefficients = column::<F>(count * matrix, 5);
            let mut values = coefficients.clone();
            for rows in values.chunks_exact_mut(matrix) {
                match order {
                    Order::Natural => plan.forward_natural(rows),
                    Order::BitReversed => plan.forward(rows),
                }
            }
            let what = format!("{count} times {}, {order:?}", plan.explain());
            let mut batch = coefficients.clone();
            plan.forward_batch(&mut batch, order);
            assert_eq!(batch, values, "{what}");
            plan.inverse_batch(&mut batch, order);
            assert_eq!(batch, coefficients, "{what}");
            #[cfg(feature = "threads")]
            {
                // Fifty matrices are more than two threads share, however many the machine has.
                let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
                threads.install(|| plan.forward_batch_parallel(&mut batch, order));
                assert_eq!(batch, values, "{what}");
                threads.install(|| plan.inverse_batch_parallel(&mut batch, order));
                assert_eq!(batch, coefficients, "{what}");
            }
        }
    }
}

#[test]
fn batches_of_every_field() {
    batches_agree::<P32>();
    batches_agree::<BabyBear>();
    batches_agree::<Mersenne31>();
    batches_agree::<Goldilocks>();
    batches_agree::<Bn254>();
    batches_agree::<Stark252>();
}

#[test]
#[should_panic(expected = "11 elements are not matrices of 4 rows of 3")]
fn part_of_a_matrix() {
    Dft::columns(2, 3, P32::ONE).expect("a plan").forward_batch(&mut [P32::ONE; 11], Order::Natural);
}

/// The reason, in words.
fn refusal<F: DftResidue>(dft: Result<Dft<F>, DftError>) -> String {
    dft.expect_err("no such transform").to_string()
}

#[test]
fn what_does_not_exist_is_refused_with_the_reason() {
    let root = "mersenne31 has no root of unity of order 2^2: the greatest such order is 2^1";
    assert_eq!(refusal(Dft::<Mersenne31>::new(2)), root);
    assert_eq!(
        refusal(Dft::<Stark252>::new(193)),
        "stark252 has no root of unity of order 2^193: the greatest such order is 2^192"
    );
    for refused in [refusal(Dft::<Stark252>::new(25)), refusal(Dft::<BabyBear>::new(25)), refusal(Dft::<Goldilocks>::new(25))] {
        assert_eq!(refused, "a transform of 2^25 rows is longer than 2^24");
    }
    for refused in
        [refusal(Dft::coset(3, P32::ZERO)), refusal(Dft::coset(0, Bn254::ZERO)), refusal(Dft::coset(4, Goldilocks::ZERO))]
    {
        assert_eq!(refused, "the shift of a coset is zero");
    }
    let none = "rows of 0 elements: a matrix of 2^3 rows has from 1 to 144115188075855871 columns";
    assert_eq!(refusal(Dft::columns(3, 0, P32::ONE)), none);
}

#[test]
fn a_matrix_is_no_larger_than_memory() {
    fn widest<F: DftField>(log_size: u32) -> usize {
        match Dft::columns(log_size, usize::MAX, F::ONE) {
            Err(DftError::Width { width: usize::MAX, max, log_size: log }) if log == log_size => max,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(widest::<P32>(0), isize::MAX as usize / 8);
    assert_eq!(widest::<Goldilocks>(4), isize::MAX as usize / 8 / 16);
    assert_eq!(widest::<Bn254>(4), isize::MAX as usize / 32 / 16);
    // Refusals begin at the limit: a plan of columns takes no memory for them.
    assert!(Dft::columns(4, widest::<P32>(4), P32::ONE).is_ok());
}

#[test]
fn moduli_of_run_time_are_refused_as_fields_are() {
    let t = PlaintextModulus::new(65537).expect("a prime");
    assert_eq!(refusal(Dft::over(&t, 17, 1, 1)), "65537 has no root of unity of order 2^17: the greatest such order is 2^16");
    assert_eq!(refusal(Dft::over(&t, 3, 1, 0)), "the shift of a coset is zero");
    assert_eq!(refusal(Dft::over(&t, 3, 1, 2 * 65537)), "the shift of a coset is a multiple of 65537");
    let composite = PlaintextModulus::new(15).expect("a modulus");
    assert_eq!(refusal(Dft::over(&composite, 1, 1, 1)), "15 has no root of unity of order 2^1: the greatest such order is 2^0");
}
