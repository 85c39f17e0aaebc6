use super::*;
use crate::Poseidon2;
use crate::r1cs::Unsatisfied;
use papilio_field::fields::{Goldilocks, P32};

fn f(x: u64) -> P32 {
    P32::from_u64(x)
}

#[test]
fn combinations_merge_and_cancel() {
    let a = Linear(vec![(0, f(1)), (3, f(2)), (7, f(5))]);
    let b = Linear(vec![(1, f(4)), (3, f(1)), (9, f(6))]);
    assert_eq!(a.plus(&b, -f(2)).terms(), [(0, f(1)), (1, -f(8)), (7, f(5)), (9, -f(12))]);
    assert_eq!(a.plus(&a, -f(1)), Linear::zero());
    assert_eq!(Linear::constant(f(0)), Linear::zero());
}

#[test]
fn swaps_follow_the_bit() {
    for (bit, expected) in [(0, [10, 20]), (1, [20, 10])] {
        let mut builder = Builder::new(2, &[f(10)], &[f(20), f(bit)]);
        let (public, private) = (builder.public(), builder.private());
        builder.assert_boolean(&private[1]);
        let (left, right) = builder.swap(&private[1], &public[0], &private[0]);
        builder.set_output(0, &left);
        builder.set_output(1, &right);
        let (r1cs, witness) = builder.finish().expect("a system");
        assert_eq!(witness[1..3], expected.map(f));
        assert_eq!(r1cs.check(&witness), Ok(()));
        for wire in 1..witness.len() {
            let mut wrong = witness.clone();
            wrong[wire] = wrong[wire] + f(1);
            assert!(matches!(r1cs.check(&wrong), Err(Unsatisfied::Constraint { .. })), "wire {wire}");
        }
    }
}

#[test]
fn a_permutation_costs_its_multiplications() {
    fn cost<F: Field>(width: usize) -> usize {
        let hash = Poseidon2::<F>::derive(width).expect("an instance");
        let mut state: Vec<_> = (5..5 + width as u64).map(F::from_u64).collect();
        let mut builder = Builder::new(0, &state, &[]);
        let mut wires = builder.public();
        hash.permute_with(&mut builder, &mut wires);
        hash.permute(&mut state);
        assert_eq!(wires.iter().map(|wire| builder.value(wire)).collect::<Vec<_>>(), state);
        let (r1cs, witness) = builder.finish().expect("a system");
        assert_eq!(r1cs.check(&witness), Ok(()));
        r1cs.constraints().len()
    }
    // S-boxes times multiplications in x^11 and in x^7.
    assert_eq!(cost::<P32>(16), (8 * 16 + 13) * 5);
    assert_eq!(cost::<Goldilocks>(8), (8 * 8 + 22) * 4);
}
