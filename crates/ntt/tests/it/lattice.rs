//! The transforms of the lattice standards, against the answers of independent implementations.

use crate::suite::numbers;
use crate::vectors::{KnownAnswer, falcon, ml_dsa, ml_kem};
use papilio_field::Modulus;
use papilio_ntt::{IncompletePlan, KernelWord, Plan, PlanError, lattice, naive};

fn words<W: KernelWord>(answer: &KnownAnswer) -> Vec<W> {
    crate::suite::words(&(answer.input)(answer.n, answer.modulus))
}

fn check<W: KernelWord>(plan: &Plan<W>, answer: &KnownAnswer) {
    assert_eq!((plan.size(), plan.root(), plan.modulus().value()), (answer.n, answer.root, answer.modulus));
    let input = words(answer);
    let mut a = input.clone();
    plan.forward(&mut a);
    answer.check(&numbers(&a));
    plan.inverse(&mut a);
    assert_eq!(a, input, "{}", answer.name);
}

fn falcon_of_both_degrees<W: KernelWord>() {
    use falcon::{FALCON_512_RAMP, FALCON_512_SQUARES, FALCON_1024_RAMP, FALCON_1024_SQUARES};
    for answer in [FALCON_512_SQUARES, FALCON_512_RAMP, FALCON_1024_SQUARES, FALCON_1024_RAMP] {
        check(&lattice::falcon::<W>(answer.n).expect("a plan"), &answer);
    }
    assert!(matches!(lattice::falcon::<W>(4096), Err(PlanError::Root { modulus: 12_289, order: 8192 })));
    assert!(matches!(lattice::falcon::<W>(500), Err(PlanError::Length(500))));
    assert!(matches!(lattice::falcon::<W>(0), Err(PlanError::Length(0))));
}

#[test]
fn falcon_in_words_of_every_width() {
    falcon_of_both_degrees::<u16>();
    falcon_of_both_degrees::<u32>();
    falcon_of_both_degrees::<u64>();
}

#[test]
fn ml_dsa_in_the_order_of_the_standard() {
    let plan = lattice::ml_dsa::<u32>().expect("a plan");
    check(&plan, &ml_dsa::ML_DSA_SQUARES);
    check(&plan, &ml_dsa::ML_DSA_RAMP);
    let mut a = words(&ml_dsa::ML_DSA_SQUARES);
    plan.forward(&mut a);
    assert_eq!(numbers(&a), ml_dsa::ML_DSA_SQUARES_OUTPUT);
    assert!(matches!(lattice::ml_dsa::<u16>(), Err(PlanError::Word { modulus: 8_380_417, bits: 16 })));
}

fn ml_kem_and_its_products<W: KernelWord>() {
    let plan = lattice::ml_kem::<W>().expect("a plan");
    let [mut squares, ramp] = [ml_kem::ML_KEM_SQUARES, ml_kem::ML_KEM_RAMP].map(|answer| {
        let input = words(&answer);
        let mut a = input.clone();
        plan.forward(&mut a);
        answer.check(&numbers(&a));
        let mut back = a.clone();
        plan.inverse(&mut back);
        assert_eq!(back, input);
        a
    });
    assert_eq!(numbers(&squares), ml_kem::ML_KEM_SQUARES_OUTPUT);
    plan.multiply(&mut squares, &ramp);
    ml_kem::ML_KEM_PRODUCT.check(&numbers(&squares));
}

#[test]
fn ml_kem_in_words_of_every_width() {
    ml_kem_and_its_products::<u16>();
    ml_kem_and_its_products::<u32>();
    ml_kem_and_its_products::<u64>();
}

/// Below, at and above the shortest and the greatest prime of kernels for pairs.
#[test]
fn incomplete_transforms_of_words_of_16_bits() {
    for (q, n) in [(97, 16), (3329, 64), (257, 128), (3329, 128), (3329, 256), (7681, 256), (7681, 512), (12_289, 2048)] {
        let modulus = Modulus::new(q).expect("a prime");
        let (plan, wide) = (IncompletePlan::<u16>::new(modulus, n), IncompletePlan::<u64>::new(modulus, n));
        let (plan, wide) = (plan.expect("a plan"), wide.expect("a plan"));
        let mut random = crate::suite::Random::new(q);
        let input = random.below(q, n);
        for input in [input, vec![q - 1; n], random.among(&[0, q - 1], n)] {
            let (mut a, mut expected) = (crate::suite::words::<u16>(&input), input.clone());
            plan.forward(&mut a);
            wide.forward(&mut expected);
            assert_eq!(numbers(&a), expected, "{q}, {n}, kernel {}", plan.kernel());
            plan.inverse(&mut a);
            assert_eq!(numbers(&a), input, "{q}, {n}, kernel {}", plan.kernel());
        }
    }
}

/// Data of another length is refused before anything is read.
#[test]
fn lengths_of_data() {
    let plan = lattice::ml_kem::<u16>().expect("a plan");
    for n in [0, 128, 255, 257, 512] {
        let transform = || plan.forward(&mut vec![0; n]);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(transform)).is_err(), "{n} words");
    }
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
