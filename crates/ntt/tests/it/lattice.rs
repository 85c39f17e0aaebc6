//! The transforms of the lattice standards, against the answers of independent implementations.

use crate::vectors::{KnownAnswer, falcon, ml_dsa, ml_kem};
use papilio_field::Modulus;
use papilio_ntt::{IncompletePlan, Plan, PlanError, lattice, naive};

#[allow(dead_code)] // what the other tests read
fn words(answer: &KnownAnswer) -> Vec<u32> {
    (answer.input)(answer.n, answer.modulus).into_iter().map(|x| x as u32).collect()
}

fn extended(a: &[u32]) -> Vec<u64> {
    a.iter().map(|&x| u64::from(x)).collect()
}

fn check(plan: &Plan<u32>, answer: &KnownAnswer) {
    assert_eq!((plan.size(), plan.root(), plan.modulus().value()), (answer.n, answer.root, answer.modulus));
    let input = words(answer);
    let mut a = input.clone();
    plan.forward(&mut a);
    answer.check(&extended(&a));
    plan.inverse(&mut a);
    assert_eq!(a, input, "{}", answer.name);
}

#[test]
fn falcon_of_both_degrees() {
    use falcon::{FALCON_512_RAMP, FALCON_512_SQUARES, FALCON_1024_RAMP, FALCON_1024_SQUARES};
    for answer in [FALCON_512_SQUARES, FALCON_512_RAMP, FALCON_1024_SQUARES, FALCON_1024_RAMP] {
        check(&lattice::falcon(answer.n).expect("a plan"), &answer);
    }
    assert!(matches!(lattice::falcon(4096), Err(PlanError::Root { modulus: 12_289, order: 8192 })));
    assert!(matches!(lattice::falcon(500), Err(PlanError::Length(500))));
    assert!(matches!(lattice::falcon(0), Err(PlanError::Length(0))));
}

#[test]
fn ml_dsa_in_the_order_of_the_standard() {
    let plan = lattice::ml_dsa().expect("a plan");
    check(&plan, &ml_dsa::ML_DSA_SQUARES);
    check(&plan, &ml_dsa::ML_DSA_RAMP);
    let mut a = words(&ml_dsa::ML_DSA_SQUARES);
    plan.forward(&mut a);
    assert_eq!(extended(&a), ml_dsa::ML_DSA_SQUARES_OUTPUT);
}

#[test]
fn ml_kem_and_its_products() {
    let plan = lattice::ml_kem().expect("a plan");
    let [mut squares, ramp] = [ml_kem::ML_KEM_SQUARES, ml_kem::ML_KEM_RAMP].map(|answer| {
        let input = words(&answer);
        let mut a = input.clone();
        plan.forward(&mut a);
        answer.check(&extended(&a));
        let mut back = a.clone();
        plan.inverse(&mut back);
        assert_eq!(back, input);
        a
    });
    assert_eq!(extended(&squares), ml_kem::ML_KEM_SQUARES_OUTPUT);
    plan.multiply(&mut squares, &ramp);
    ml_kem::ML_KEM_PRODUCT.check(&extended(&squares));
}

#[test]
fn incomplete_transforms_of_other_lengths() {
    for (q, n) in [(3329, 4), (3329, 64), (97, 16), (65_537, 512)] {
        let modulus = Modulus::new(q).expect("a prime");
        let plan = IncompletePlan::<u64>::new(modulus, n).expect("a plan");
        let input: Vec<u64> = (0..n as u64).map(|j| (j * j * j + 5) % q).collect();
        let mut a = input.clone();
        plan.forward(&mut a);
        let root = plan.half().domain().coset_parts().expect("points").1;
        assert_eq!(a, naive::incomplete(&modulus, root, &input), "{q}, {n}");
        plan.inverse(&mut a);
        assert_eq!(a, input);
    }
    let modulus = Modulus::new(3329).expect("a prime");
    assert!(matches!(IncompletePlan::<u64>::new(modulus, 512), Err(PlanError::Root { order: 512, .. })));
    assert!(matches!(IncompletePlan::<u64>::new(modulus, 2), Err(PlanError::Length(1))));
}
