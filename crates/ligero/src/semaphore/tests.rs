use super::*;
use crate::r1cs::Unsatisfied;
use papilio_field::fields::{Bn254, Goldilocks, P32};

#[test]
fn the_circuit_computes_what_the_statement_says() {
    fn agree<F: Field>(levels: usize) {
        let (statement, inputs) = (Semaphore::<F>::new().expect("a hash"), Inputs::made_up(levels, 7));
        let (r1cs, witness) = statement.circuit(&inputs).expect("a circuit");
        let outputs = statement.evaluate(&inputs).expect("outputs");
        assert_eq!(r1cs.check(&witness), Ok(()));
        let public = &witness[1..][..r1cs.shape().public() as usize];
        assert_eq!(public, [outputs.root, outputs.nullifier, inputs.message, inputs.scope].concat());
    }
    agree::<P32>(1);
    agree::<P32>(20);
    agree::<Goldilocks>(20);
    agree::<Goldilocks>(32);
    agree::<Bn254>(3);
}

#[test]
fn every_wire_is_held() {
    fn held<F: Field>(levels: u32, step: usize) {
        let (r1cs, mut witness) = generate::<F>(levels, 11).expect("a circuit");
        for wire in (1..witness.len()).step_by(step) {
            let value = witness[wire];
            witness[wire] = value + F::ONE;
            assert!(matches!(r1cs.check(&witness), Err(Unsatisfied::Constraint { .. })), "{} wire {wire}", F::NAME);
            witness[wire] = value;
        }
    }
    held::<P32>(1, 1);
    held::<Goldilocks>(2, 1);
    held::<P32>(20, 97);
    held::<Goldilocks>(20, 53);
    held::<Bn254>(2, 7);
}

#[test]
fn sizes() {
    fn sizes<F: Field>() -> [u32; 3] {
        [1, 10, 20].map(|levels| {
            let (r1cs, _) = generate::<F>(levels, 1).expect("a circuit");
            let (constraints, terms) = (r1cs.constraints().len(), r1cs.constraints().terms());
            println!("{}, {levels} levels: {} wires, {constraints} constraints, {terms} terms", F::NAME, r1cs.shape().wires);
            r1cs.shape().wires
        })
    }
    // Each level: a permutation, a swap for each element of a digest, a bit and a sibling.
    assert_eq!(sizes::<P32>(), [2181, 8679, 15899]);
    assert_eq!(sizes::<Goldilocks>(), [1066, 4243, 7773]);
    assert_eq!(sizes::<Bn254>(), [658, 2629, 4819]);
}

#[test]
fn generation_is_deterministic_and_the_system_does_not_depend_on_the_inputs() {
    let (r1cs, witness) = generate::<P32>(5, 3).expect("a circuit");
    assert_eq!(generate::<P32>(5, 3), Ok((r1cs.clone(), witness.clone())));
    let (other, other_witness) = generate::<P32>(5, 4).expect("a circuit");
    assert_eq!(r1cs, other);
    assert_ne!(witness, other_witness);
}

#[test]
fn malformed_inputs_are_refused() {
    for levels in [0, 33, u32::MAX] {
        assert_eq!(generate::<P32>(levels, 1).err(), Some(SemaphoreError::Levels { found: levels as usize }));
    }
    let statement = Semaphore::<P32>::new().expect("a hash");
    let inputs = Inputs::made_up(4, 1);
    let beyond = Inputs { index: 16, ..inputs.clone() };
    assert_eq!(statement.evaluate(&beyond).err(), Some(SemaphoreError::Index { index: 16, levels: 4 }));
    let mut short = inputs;
    short.siblings[2].pop();
    let error = SemaphoreError::Digest { what: "a sibling", expected: 8, found: 7 };
    assert_eq!(statement.circuit(&short).err(), Some(error));
}
