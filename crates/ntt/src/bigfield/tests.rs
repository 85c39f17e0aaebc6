use super::*;
use crate::naive;
use alloc::vec::Vec;
use core::iter::successors;

/// A sequence without a pattern.
fn elements<F: Field>(count: usize, seed: u64) -> Vec<F> {
    successors(Some(F::from_u64(seed + 3)), |&x| Some(x * x + F::from_u64(seed))).skip(7).take(count).collect()
}

/// The longest transform on portable lanes of vector kernels, whose products of doubles take a
/// hundred times as long as those of a vector unit.
const LONGEST_ON_PORTABLE_LANES: u32 = 11;

/// The plans of every kernel there is: portable, the vector kernels' text on portable lanes, and on
/// the machine's vectors.
fn plans<F: BigField + Prime>(log: u32, shift: F) -> Vec<BigFieldPlan<F>> {
    let root = F::root_of_unity(log).expect("a root");
    let portable = Shells::portable_lanes::<F>().map(VectorKernel).into_iter();
    let kernels = portable.filter(|_| log <= LONGEST_ON_PORTABLE_LANES).chain(F::vector_kernels());
    let vectors = kernels.filter_map(|kernel| BigFieldPlan::on_vectors(kernel, log, root, shift));
    BigFieldPlan::portable(log, root, shift).into_iter().chain(vectors).collect()
}

fn shifts<F: Field>() -> [F; 3] {
    [F::ONE, F::generator(), -F::from_u64(1 << 40).pow(&[5])]
}

fn agrees<F: BigField + Prime>(plan: &BigFieldPlan<F>, input: &[F], expect: &[F]) {
    let about = plan.explain();
    let mut a = input.to_vec();
    plan.forward(&mut a);
    assert!(a == expect, "{about}");
    plan.inverse(&mut a);
    assert!(a == input, "{about}");
    plan.forward_parallel(&mut a);
    assert!(a == expect, "{about}");
    plan.inverse_parallel(&mut a);
    assert!(a == input, "{about}");
    reversed_order(plan, input, expect);
    // Scratch may hold anything, and lie anywhere.
    let mut scratch = vec![u64::MAX; plan.scratch_len() + 3];
    plan.forward_with_scratch(&mut a, &mut scratch[3..]);
    assert!(a == expect, "{about}");
    plan.inverse_with_scratch(&mut a, &mut scratch[3..]);
    assert!(a == input, "{about}");
}

/// Values in bit-reversed order.
fn reversed_order<F: BigField>(plan: &BigFieldPlan<F>, input: &[F], expect: &[F]) {
    let reversed = papilio_field::order::bit_reversed(expect);
    for threads in [Threads::This, Threads::Pool] {
        let mut a = input.to_vec();
        plan.columns(&mut a, 1, Task { direction: Direction::Forward, order: Order::BitReversed, threads });
        assert!(a == reversed, "{}", plan.explain());
        plan.columns(&mut a, 1, Task { direction: Direction::Inverse, order: Order::BitReversed, threads });
        assert!(a == input, "{}", plan.explain());
    }
}

fn agrees_with_the_definition<F: BigField + Prime>() {
    for log in 0..=9 {
        let n = 1 << log;
        let root = F::root_of_unity(log).expect("a root");
        let inputs = [elements(n, u64::from(log)), vec![F::ZERO; n], vec![-F::ONE; n]];
        for shift in shifts::<F>() {
            let plans = plans(log, shift);
            assert!(plans.len() >= if log < 6 { 1 } else { 3 });
            for input in &inputs {
                let expect = naive::dft(root, shift, input);
                plans.iter().for_each(|plan| agrees(plan, input, &expect));
            }
        }
    }
}

#[test]
fn bls12_381_by_the_definition() {
    agrees_with_the_definition::<Bls12_381>();
}

#[test]
fn bn254_by_the_definition() {
    agrees_with_the_definition::<Bn254>();
}

#[test]
fn stark252_by_the_definition() {
    agrees_with_the_definition::<Stark252>();
}

/// Long transforms, where the definition would take minutes.
#[test]
fn kernels_agree() {
    fn check<F: BigField + Prime>(log: u32) {
        let n = 1 << log;
        for shift in &shifts::<F>()[..2] {
            let plans = plans(log, *shift);
            for input in [elements(n, 5), vec![-F::ONE; n]] {
                let mut expect = input.clone();
                plans[0].forward(&mut expect);
                plans[1..].iter().for_each(|plan| agrees(plan, &input, &expect));
            }
        }
    }
    (10..=14).for_each(|log| {
        check::<Bls12_381>(log);
        check::<Bn254>(log);
        check::<Stark252>(log);
    });
}

#[test]
fn columns_are_transformed_one_by_one() {
    fn check<F: BigField + Prime>() {
        for (log, width) in [(0, 3), (1, 1), (3, 5), (5, 2), (6, 1), (6, 7), (7, 8), (8, 9), (9, 17)] {
            let n = 1 << log;
            let root = F::root_of_unity(log).expect("a root");
            let input: Vec<F> = elements(n * width, 11);
            let column = |c: usize| -> Vec<F> { input.iter().skip(c).step_by(width).copied().collect() };
            let expect: Vec<Vec<F>> = (0..width).map(|c| naive::dft(root, F::generator(), &column(c))).collect();
            for plan in plans(log, F::generator()) {
                let mut rows = input.clone();
                plan.forward_columns(&mut rows, width);
                for (i, &x) in rows.iter().enumerate() {
                    assert_eq!(x, expect[i % width][i / width], "{} at {i}, width {width}", plan.explain());
                }
                plan.inverse_columns_parallel(&mut rows, width);
                assert!(rows == input);
                plan.forward_columns_parallel(&mut rows, width);
                plan.inverse_columns(&mut rows, width);
                assert!(rows == input);
            }
        }
    }
    check::<Bls12_381>();
    check::<Bn254>();
    check::<Stark252>();
}

#[test]
fn shapes_that_do_not_exist() {
    fn refused<F: BigField>(log_size: u32, shift: F) -> DftError {
        BigFieldPlan::new(log_size, shift).expect_err("no such shape")
    }
    let no_root = |field: &str, log_size, two_adicity| DftError::Root { field: field.into(), log_size, two_adicity };
    assert_eq!(refused(25, Bls12_381::ONE), DftError::Length { log_size: 25, max: 24 });
    assert_eq!(refused(33, Bls12_381::ONE), no_root(Bls12_381::NAME, 33, 32));
    assert_eq!(refused(25, Bn254::ONE), DftError::Length { log_size: 25, max: 24 });
    assert_eq!(refused(29, Bn254::ONE), no_root(Bn254::NAME, 29, 28));
    // The greatest length that has a root, and lengths beyond a word.
    for log_size in [25, 63, 64, 192] {
        assert_eq!(refused(log_size, Stark252::ONE), DftError::Length { log_size, max: 24 });
    }
    assert_eq!(refused(193, Stark252::ONE), no_root(Stark252::NAME, 193, 192));
    assert_eq!(refused(8, Stark252::ZERO), DftError::Shift);
    assert_eq!(refused(2, Stark252::ZERO), DftError::Shift);
}

#[test]
#[should_panic(expected = "63 elements for a transform of 64 by 1")]
fn data_of_another_length() {
    BigFieldPlan::new(6, Bn254::ONE).expect("a plan").forward(&mut [Bn254::ONE; 63]);
}

#[test]
#[should_panic(expected = "scratch is too short")]
fn scratch_that_is_too_short() {
    let plan = plans(6, Bn254::ONE).remove(1);
    let mut scratch = vec![0; plan.scratch_len() - 1];
    plan.forward_with_scratch(&mut [Bn254::ONE; 64], &mut scratch);
}
