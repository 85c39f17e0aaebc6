//! Problems, recipes, constants and layouts at their limits, over the field in the clear.

use papilio_field::fields::{BabyBear, Bn254, Goldilocks, P32};
use papilio_field::{Field, FieldRing};
use papilio_hntt::layout::{near_square, reference};
use papilio_hntt::over::plain;
use papilio_hntt::{Constants, Direction, Layout, Problem, ProblemError, ProductSharing, Recipe, RecipeError};
use papilio_ntt::StageShape;

fn problem(log_columns: u32, direction: Direction, shift: u64, log_blowup: u32) -> Problem {
    Problem { log_columns, direction, shift, log_blowup }
}

fn recipe(problem: Problem, radices: &[usize], evaluator: ProductSharing) -> Recipe {
    Recipe { problem, radices: radices.to_vec(), evaluator, limbs: vec![1; radices.len()], output_limbs: 1 }
}

/// Elements that depend on their place alone.
fn elements<F: Field>(count: usize) -> Vec<F> {
    (0..count).map(|i| F::from_u64((i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))).collect()
}

/// Products of two or more are the radices of every way to cut a transform.
fn compositions(log: u32) -> Vec<Vec<usize>> {
    if log == 0 {
        return vec![Vec::new()];
    }
    let first = |part: u32| compositions(log - part).into_iter().map(move |rest| [&[1 << part][..], &rest].concat());
    (1..=log).flat_map(first).collect()
}

/// The definition: evaluation at `g·ω^k`, or interpolation, whose evaluation gives the input back.
fn is_transform<F: Field>(problem: &Problem, input: &[F], output: &[F]) -> bool {
    let (root, shift) = (
        F::root_of_unity(problem.log_columns).expect("a root"),
        problem.shift_element(&FieldRing::<F>::new()).expect("a generator"),
    );
    match problem.direction {
        Direction::Forward => {
            let mut padded = input.to_vec();
            padded.resize(problem.columns(), F::ZERO);
            papilio_ntt::naive::dft(root, shift, &padded) == output
        }
        Direction::Inverse => papilio_ntt::naive::dft(root, shift, output) == input,
    }
}

/// Every list of radices of up to 32 columns, both directions, cosets and paddings, dense and
/// shared.
#[test]
fn every_recipe_of_few_columns_is_the_transform() {
    let mut count = 0;
    for log in 1..=5 {
        let forward = (0..=log.min(3)).flat_map(|b| [0, 1, 7].map(|shift| problem(log, Direction::Forward, shift, b)));
        let inverse = [0, 1, 7].map(|shift| problem(log, Direction::Inverse, shift, 0));
        for problem in forward.chain(inverse) {
            for radices in compositions(log) {
                for evaluator in [ProductSharing::Dense, ProductSharing::Shared] {
                    let recipe = recipe(problem, &radices, evaluator);
                    recipe.check().expect("a recipe");
                    let input = elements::<P32>(problem.inputs());
                    let output = plain::transform(&FieldRing::<P32>::new(), &recipe, 1, &input).expect("a root");
                    assert!(is_transform(&problem, &input, &output), "{recipe:?}");
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, (1..=5).map(|log: u32| (3 * (log.min(3) + 1) + 3) * (1 << (log - 1)) * 2).sum::<u32>());
}

/// The least transform by hand: `(a + b, a − b)`, and half of that back.
#[test]
fn two_columns_by_hand() {
    let [a, b] = [5, 9].map(Goldilocks::from_u64);
    for evaluator in [ProductSharing::Dense, ProductSharing::Shared] {
        let there = recipe(Problem::forward(2).expect("columns"), &[2], evaluator);
        assert_eq!(plain::transform(&FieldRing::<Goldilocks>::new(), &there, 1, &[a, b]).expect("a root"), [a + b, a - b]);
        let back = recipe(problem(1, Direction::Inverse, 0, 0), &[2], evaluator);
        assert_eq!(plain::transform(&FieldRing::<Goldilocks>::new(), &back, 1, &[a + b, a - b]).expect("a root"), [a, b]);
        // A single input, padded: its value everywhere, on the subgroup and on a coset.
        for shift in [0, 3] {
            let padded = recipe(problem(1, Direction::Forward, shift, 1), &[2], evaluator);
            assert_eq!(plain::transform(&FieldRing::<Goldilocks>::new(), &padded, 1, &[a]).expect("a root"), [a, a]);
        }
    }
}

/// Radices up to the greatest one, whose stage is a whole transform.
#[test]
fn inverses_undo_with_every_radix() {
    fn on<F: Field>(log: u32) {
        for (there, back) in [(ProductSharing::Shared, ProductSharing::Shared), (ProductSharing::Shared, ProductSharing::Dense)]
        {
            if back == ProductSharing::Dense && log > 8 {
                continue;
            }
            let shift = u64::from(log % 2) * 5;
            let there = recipe(problem(log, Direction::Forward, shift, 0), &[1 << log], there);
            let back = recipe(problem(log, Direction::Inverse, shift, 0), &[1 << log], back);
            assert!(there.check().is_ok() && back.check().is_ok());
            let input = elements::<F>(1 << log);
            let values = plain::transform(&FieldRing::<F>::new(), &there, 1, &input).expect("a root");
            assert_ne!(values, input);
            assert_eq!(
                plain::transform(&FieldRing::<F>::new(), &back, 1, &values).expect("a root"),
                input,
                "{} columns of {}",
                1 << log,
                F::NAME
            );
        }
    }
    (1..=9).for_each(on::<P32>);
    (1..=6).for_each(on::<Bn254>);
    (1..=6).for_each(on::<BabyBear>);
}

#[test]
fn columns_are_powers_of_two_up_to_a_million() {
    for columns in [0, 1, 3, 6, 96, (1 << 20) + 1, 1 << 21, usize::MAX, 1 << 63] {
        assert_eq!(Problem::forward(columns), Err(ProblemError::Columns(columns)));
    }
    for log in 1..=20 {
        let problem = Problem::forward(1 << log).expect("columns");
        assert_eq!((problem.log_columns, problem.columns(), problem.inputs()), (log, 1 << log, 1 << log));
        assert_eq!(problem.check(&FieldRing::<P32>::new()), Ok(()));
    }
}

#[test]
fn problems_from_outside_are_checked() {
    let check = |log, direction, shift, blowup| problem(log, direction, shift, blowup).check(&FieldRing::<P32>::new());
    for log in [0, 21, 64, u32::MAX] {
        assert!(matches!(check(log, Direction::Forward, 0, 0), Err(ProblemError::Columns(_))), "{log}");
    }
    let greatest = u64::from(u32::MAX);
    assert_eq!(check(4, Direction::Forward, greatest, 0), Ok(()));
    assert_eq!(check(4, Direction::Forward, greatest + 1, 0), Err(ProblemError::Shift(greatest + 1)));
    assert_eq!(check(4, Direction::Inverse, u64::MAX, 0), Err(ProblemError::Shift(u64::MAX)));
    for blowup in 0..=3 {
        assert_eq!(check(4, Direction::Forward, 1, blowup), Ok(()));
        assert_eq!(check(4, Direction::Inverse, 1, blowup).is_ok(), blowup == 0, "an inverse of {blowup}");
        assert_eq!(check(2, Direction::Forward, 0, blowup).is_ok(), blowup <= 2, "four columns at rate 1/2^{blowup}");
    }
    let rate = |inverse_rate| Err(ProblemError::Rate { inverse_rate, columns: 16 });
    assert_eq!(check(4, Direction::Forward, 0, 4), rate(16));
    assert_eq!(check(4, Direction::Forward, 0, 200), rate(0));
}

#[test]
fn radices_multiply_to_the_columns_and_stay_in_range() {
    let of = |log, radices: &[usize]| recipe(problem(log, Direction::Forward, 0, 0), radices, ProductSharing::Shared).check();
    assert_eq!(of(12, &[StageShape::MAX_RADIX]), Ok(()));
    assert_eq!(of(13, &[StageShape::MAX_RADIX, 2]), Ok(()));
    for (log, radices, product) in [
        (3, &[][..], 1),
        (3, &[4], 4),
        (3, &[4, 4], 16),
        (3, &[8, 1], 8),
        (3, &[1, 8], 8),
        (13, &[1 << 13], 1 << 13),
        (3, &[0, 8], 0),
        (6, &[3, 5], 15),
        (3, &[usize::MAX, 2], usize::MAX),
    ] {
        let expected = RecipeError::Radices { radices: radices.to_vec(), product, columns: 1 << log };
        assert_eq!(of(log, radices), Err(expected), "{radices:?}");
    }
    // Three times five is no power of two, whatever the number of columns.
    assert!(matches!(of(4, &[3, 5]), Err(RecipeError::Radices { .. })));
    assert!(matches!(of(200, &[2, 2]), Err(RecipeError::Radices { columns: 0, .. })), "a shift that leaves the word");
}

#[test]
fn schedules_have_an_entry_for_each_stage_and_do_not_increase() {
    let of = |limbs: &[usize], output_limbs| {
        let problem = problem(4, Direction::Forward, 0, 0);
        Recipe { problem, radices: vec![4, 4], evaluator: ProductSharing::Shared, limbs: limbs.to_vec(), output_limbs }.check()
    };
    for (limbs, output) in [(&[1, 1][..], 1), (&[64, 64], 64), (&[3, 2], 1), (&[64, 1], 1)] {
        assert_eq!(of(limbs, output), Ok(()), "{limbs:?} then {output}");
    }
    for (limbs, output) in
        [(&[][..], 1), (&[2], 1), (&[2, 2, 2], 1), (&[1, 2], 1), (&[2, 1], 2), (&[1, 1], 0), (&[0, 0], 0), (&[65, 1], 1)]
    {
        assert_eq!(of(limbs, output), Err(RecipeError::Limbs { limbs: limbs.to_vec(), output }), "{limbs:?} then {output}");
    }
    let recipe = Recipe {
        limbs: vec![5, 3],
        output_limbs: 2,
        ..recipe(problem(4, Direction::Forward, 0, 0), &[4, 4], ProductSharing::Dense)
    };
    assert_eq!((recipe.layers(), recipe.limbs_after(0), recipe.limbs_after(1)), (2, 3, 2));
}

/// Padding is absent from the first stages, and products are shared wherever two can be alike.
#[test]
fn stages_know_what_is_live_scaled_and_alike() {
    let shape = |recipe: &Recipe| -> Vec<_> {
        recipe
            .steps()
            .iter()
            .map(|s| (s.shape.radix, s.shape.nonzero_inputs, s.shape.span, s.weight, s.shape.first_is_one))
            .collect()
    };
    let at_an_eighth = recipe(problem(5, Direction::Forward, 1, 3), &[2, 4, 4], ProductSharing::Shared);
    assert_eq!(shape(&at_an_eighth), [(2, 1, 2, 16, true), (4, 1, 8, 4, true), (4, 4, 32, 1, true)]);
    let at_an_eighth = recipe(problem(5, Direction::Forward, 1, 3), &[16, 2], ProductSharing::Shared);
    assert_eq!(shape(&at_an_eighth), [(16, 2, 16, 2, true), (2, 2, 32, 1, true)]);
    let back = |shift| recipe(problem(4, Direction::Inverse, shift, 0), &[4, 4], ProductSharing::Shared);
    assert_eq!(shape(&back(0)), [(4, 4, 4, 4, false), (4, 4, 16, 1, true)]);
    let products = |recipe: &Recipe| recipe.steps().iter().map(|s| s.shape.products).collect::<Vec<_>>();
    assert_eq!(products(&back(0)), [ProductSharing::Shared; 2]);
    assert_eq!(products(&back(1)), [ProductSharing::Shared, ProductSharing::Dense], "outputs are scaled each by its own power");
    let dense = Recipe { evaluator: ProductSharing::Dense, ..back(0) };
    assert_eq!(products(&dense), [ProductSharing::Dense; 2]);
}

/// Rows are a permutation, by digits turned around; its inverse is that of the radices turned
/// around.
#[test]
fn rows_are_digits_in_the_other_order() {
    for radices in compositions(6) {
        let there = recipe(problem(6, Direction::Forward, 0, 0), &radices, ProductSharing::Shared);
        let turned: Vec<_> = radices.iter().rev().copied().collect();
        let back = recipe(problem(6, Direction::Forward, 0, 0), &turned, ProductSharing::Shared);
        assert!((0..64).all(|i| back.row(there.row(i)) == i), "{radices:?}");
        assert_eq!((there.row(0), there.row(63)), (0, 63), "{radices:?}");
        // One step of the most significant digit is one row.
        assert_eq!(there.row(64 / radices[0]), 1, "{radices:?}");
    }
    let binary = recipe(problem(6, Direction::Forward, 0, 0), &[2; 6], ProductSharing::Shared);
    assert!((0..64).all(|i| binary.row(i) == papilio_field::order::reversed(i, 6)));
}

#[test]
fn equal_layers_leave_the_remainder_to_the_last() {
    assert_eq!(Recipe::constant_depth(12, 1), Some(vec![4096]));
    assert_eq!(Recipe::constant_depth(12, 5), Some(vec![4, 4, 4, 4, 16]));
    assert_eq!(Recipe::constant_depth(12, 12), Some(vec![2; 12]));
    assert_eq!(
        [Recipe::constant_depth(12, 13), Recipe::constant_depth(12, 0), Recipe::constant_depth(0, 1)],
        [None, None, None]
    );
    for (log, depth) in (1..=20).flat_map(|log| (1..=log).map(move |depth| (log, depth))) {
        let radices = Recipe::constant_depth(log, depth).expect("a factor for every layer");
        assert_eq!((radices.len(), radices.iter().product::<usize>()), (depth as usize, 1 << log));
    }
}

/// A field without the root has no constants; one with it has the constants of the definition.
#[test]
fn constants_are_those_of_the_definition() {
    // The two-adicity of the field of 2^32 − 2^20 + 1 is 20.
    let great = recipe(problem(21, Direction::Forward, 0, 0), &[2; 21], ProductSharing::Shared);
    assert!(Constants::<P32>::new(&FieldRing::new(), &great).is_none());
    let problem = problem(4, Direction::Forward, 3, 0);
    let constants =
        Constants::<P32>::new(&FieldRing::new(), &recipe(problem, &[4, 4], ProductSharing::Shared)).expect("a root");
    let (root, shift) =
        (P32::root_of_unity(4).expect("a root"), problem.shift_element(&FieldRing::<P32>::new()).expect("a generator"));
    for (s, p, k, j) in (0..2).flat_map(|s| (0..4).flat_map(move |k| (0..4).map(move |j| (s, 0, k, j)))) {
        let (weight, width) = if s == 0 { (4, 1) } else { (1, 4) };
        let expected = root.pow(&[(weight * j * (p + k * width)) as u64]) * shift.pow(&[(weight * j) as u64]);
        assert_eq!(constants.at(s, p, k, j), expected, "stage {s}, output {k}, input {j}");
    }
}

/// Every number of blocks that leaves a step across ciphertexts, before and after.
#[test]
fn blocked_layouts_are_the_transform_for_every_number_of_blocks() {
    for (log, direction, blowup) in (2..=5).flat_map(|log| {
        let forward = (0..=log.min(3)).map(move |b| (log, Direction::Forward, b));
        forward.chain([(log, Direction::Inverse, 0)])
    }) {
        for (shift, after) in [(0, false), (0, true), (3, false), (3, true)] {
            let outer = problem(log, direction, shift, blowup);
            let most = if after { (log - 1).min(log - blowup) } else { log - 1 };
            for log_blocks in 1..=most {
                let layout = Layout::Blocked { log_blocks, after };
                assert_eq!((layout.blocks(), layout.name()), (1 << log_blocks, "blocked"));
                let lanes = 2;
                let input = elements::<Goldilocks>(outer.inputs() * lanes);
                let packed = layout.pack(&FieldRing::<Goldilocks>::new(), &outer, lanes, input.clone()).expect("a root");
                let inner = layout.inner(&outer);
                let recipe = recipe(inner, &[inner.columns()], ProductSharing::Shared);
                let values =
                    plain::transform(&FieldRing::<Goldilocks>::new(), &recipe, lanes << log_blocks, &packed).expect("a root");
                let output = layout.unpack(&FieldRing::<Goldilocks>::new(), &outer, lanes, values).expect("a root");
                assert_eq!(
                    output,
                    reference(&FieldRing::<Goldilocks>::new(), &outer, lanes, input).expect("a root"),
                    "{outer:?}, {layout:?}"
                );
            }
        }
    }
}

#[test]
fn near_squares_hold_their_entries_with_as_few_columns_as_that_takes() {
    for entries in (0..=70).chain([5570, (1 << 20) - 1, 1 << 20, (1 << 20) + 1]) {
        let (lanes, columns) = near_square(entries);
        assert!(lanes.is_power_of_two() && columns.is_power_of_two(), "{entries}");
        assert!(lanes * columns >= entries && lanes * columns / 2 < entries.max(1), "{entries}: {lanes} by {columns}");
        assert!(lanes <= columns && columns <= 4 * lanes, "{entries}: {lanes} by {columns}");
    }
}
