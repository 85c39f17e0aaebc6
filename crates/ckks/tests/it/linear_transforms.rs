//! Matrices times slots beside the same in the clear.

use crate::Bench;
use papilio_ckks::{CkksError, Complex64, LinearTransform, ParametersLiteral};
use papilio_fhe::rlwe::{FheError, GaloisKeys};
use std::collections::BTreeMap;

type Diagonals = BTreeMap<i64, Vec<Complex64>>;

fn times(diagonals: &Diagonals, x: &[Complex64]) -> Vec<Complex64> {
    let n = x.len() as i64;
    let row = |i: i64| diagonals.iter().map(|(k, d)| d[i as usize] * x[(i + k).rem_euclid(n) as usize]).sum();
    (0..n).map(row).collect()
}

#[test]
fn matrices_of_few_and_of_many_diagonals() {
    let mut bench = Bench::small(3, 40, 1);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    for steps in [vec![0], vec![0, 1], vec![-3, 5, 511], (0..64).collect(), (0..17).map(|i| 31 * i).collect::<Vec<i64>>()] {
        let diagonals: Diagonals = steps.iter().map(|&k| (k, bench.values(1.0))).collect();
        let transform = LinearTransform::new(&bench.ckks, &diagonals, 3, 9).expect("a matrix");
        let elements = transform.galois_elements(&bench.ckks);
        let keys = GaloisKeys::generate(&bench.ckks, &bench.secret, elements, &mut bench.rng).expect("keys");
        let product = transform.apply(&bench.ckks, &a, &keys).expect("a product");
        assert!(product.scale().agrees(bench.ckks.parameters().scale(2), 90) && bench.ckks.levels_left(&product) == 2);
        let want = times(&diagonals, &x);
        bench.near(&product, &want, &format!("{} diagonals", steps.len()));
        // Twice, and at a lower level than that of the diagonals.
        let again = transform.apply(&bench.ckks, &product, &keys).expect("a product");
        bench.check(&again, &times(&diagonals, &want), "twice");
    }
}

/// A product has the scale of its level, so that the automatic evaluator goes on with it, also from
/// above the level of the diagonals.
#[test]
fn matrices_among_automatic_operations() {
    for log_scale in [40, 70] {
        let mut bench = Bench::small(4, log_scale, 9);
        let (x, y) = (bench.values(0.5), bench.values(0.5));
        let (a, b) = (bench.encrypt(&x), bench.encrypt(&y));
        for levels in [2, 4] {
            let diagonals: Diagonals = [(0, bench.values(0.5)), (2, bench.values(0.5))].into();
            let matrix = LinearTransform::new(&bench.ckks, &diagonals, levels, 9).expect("a matrix");
            let keys = GaloisKeys::generate(&bench.ckks, &bench.secret, matrix.galois_elements(&bench.ckks), &mut bench.rng);
            let keys = keys.expect("keys");
            let on = bench.ckks.automatic().with_relinearization(&bench.relinearization).with_rotations(&keys);
            let product = on.linear_transform(&matrix, &a).expect("a product");
            assert_eq!(bench.ckks.levels_left(&product), levels - 1);
            let want = times(&diagonals, &x);
            bench.near(&product, &want, "a matrix");
            let want: Vec<_> = want.iter().zip(&y).map(|(p, y)| p * y + y).collect();
            bench.check(&on.add(&on.mul(&product, &b).expect("a product"), &b).expect("a sum"), &want, "times, plus");
        }
        let on = bench.ckks.automatic();
        let matrix = LinearTransform::new(&bench.ckks, &[(1, x)].into(), 2, 9).expect("a matrix");
        assert!(matches!(on.linear_transform(&matrix, &a), Err(CkksError::NoKey(_))));
    }
}

/// A matrix may make the same noise in many slots.
#[test]
fn sums_of_what_a_matrix_made() {
    let mut bench = Bench::small(3, 40, 5);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let ones: Diagonals = (0..512).map(|steps| (steps, vec![Complex64::ONE; 512])).collect();
    let transform = LinearTransform::new(&bench.ckks, &ones, 3, 9).expect("a matrix");
    let elements = transform.galois_elements(&bench.ckks);
    let keys = GaloisKeys::generate(&bench.ckks, &bench.secret, elements, &mut bench.rng).expect("keys");
    let sum = transform.apply(&bench.ckks, &a, &keys).expect("a product");
    let want = vec![x.iter().sum::<Complex64>(); 512];
    bench.check(&sum, &want, "a sum by a matrix");
    let twice = bench.ckks.inner_sum(&sum, 512, &bench.rotations).expect("a sum");
    bench.check(&twice, &vec![want[0] * 512.0; 512], "a sum of it");
    let again = transform.apply(&bench.ckks, &sum, &keys).expect("a product");
    bench.check(&again, &vec![want[0] * 512.0; 512], "the matrix twice");
}

#[test]
fn fewer_slots() {
    let mut bench = Bench::small(2, 40, 2);
    let x = bench.values(1.0)[..8].to_vec();
    let diagonals: Diagonals = [(0, x.clone()), (3, bench.values(1.0)[..8].to_vec())].into();
    let ckks = &bench.ckks;
    let plaintext = ckks.encode_at(&x, ckks.parameters().limbs_of(2), ckks.parameters().scale(2), 3).expect("encoded");
    let a = ckks.encrypt(&bench.secret, &plaintext, &mut bench.rng).expect("encrypted");
    let transform = LinearTransform::new(ckks, &diagonals, 2, 3).expect("a matrix");
    let keys = GaloisKeys::generate(ckks, &bench.secret, transform.galois_elements(ckks), &mut bench.rng).expect("keys");
    bench.check(&transform.apply(ckks, &a, &keys).expect("a product"), &times(&diagonals, &x), "in eight slots");
}

#[test]
fn refusals() {
    let mut bench = Bench::small(2, 40, 3);
    let x = bench.values(1.0);
    let a = bench.encrypt(&x);
    let ckks = &bench.ckks;
    let new = |diagonals: &Diagonals, levels, log_slots| LinearTransform::new(ckks, diagonals, levels, log_slots).map(|_| ());
    let short: Diagonals = [(0, x[..511].to_vec())].into();
    assert!(matches!(new(&short, 2, 9), Err(CkksError::Slots { found: 511, most: 512 })));
    assert_eq!(new(&Diagonals::new(), 2, 9), Err(CkksError::Fhe(FheError::NoDiagonals)));
    let whole: Diagonals = [(7, x.clone())].into();
    for found in [0, 3, usize::MAX] {
        assert_eq!(new(&whole, found, 9), Err(CkksError::DiagonalLevels { found, needed: 1, most: 2 }));
    }
    assert!(matches!(new(&whole, 2, 10), Err(CkksError::Slots { .. })));
    let low = LinearTransform::new(ckks, &whole, 1, 9).expect("a matrix");
    let above = low.apply(ckks, &a, &bench.rotations).map(|_| ());
    assert_eq!(above, Err(CkksError::AboveDiagonals { levels: 2, most: 1 }));
    let other = Bench::small(3, 40, 4);
    let foreign = low.apply(&other.ckks, &a, &bench.rotations).map(|_| ());
    assert!(matches!(foreign, Err(CkksError::Fhe(FheError::Context { .. }))), "{foreign:?}");
    let transform = LinearTransform::new(ckks, &whole, 2, 9).expect("a matrix");
    let refused = transform.apply(ckks, &a, &bench.rotations).map(|_| ());
    assert!(matches!(refused, Err(CkksError::Fhe(FheError::MissingKey { .. }))), "{refused:?}");
}

/// With a base of two primes a level that wraps around would be one prime.
#[test]
fn levels_that_there_are_not() {
    let literal = ParametersLiteral {
        log_degree: 10,
        log_scale: 40,
        levels: 2,
        log_base: 100,
        log_p: vec![49],
        ..ParametersLiteral::default()
    };
    let bench = Bench::new(literal, 4);
    let whole: Diagonals = [(7, vec![Complex64::ONE; 512])].into();
    for found in [3, usize::MAX - 1, usize::MAX] {
        let refused = LinearTransform::new(&bench.ckks, &whole, found, 9).map(|_| ()).expect_err("refused");
        assert_eq!(refused, CkksError::DiagonalLevels { found, needed: 1, most: 2 });
        let text = format!("diagonals for ciphertexts with {found} levels left: the least is 1, and the parameters have 2");
        assert_eq!(refused.to_string(), text);
    }
}
