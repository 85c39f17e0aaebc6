use super::*;
use papilio_field::fields::P32;

fn f(x: u64) -> P32 {
    P32::from_u64(x)
}

/// `x·y = z` and `(x + 2)·(z − 3) = out`, wires `1, out, x, y, z`.
fn system() -> R1cs<P32> {
    let mut constraints = Constraints::default();
    constraints.push(&[(2, f(1))], &[(3, f(1))], &[(4, f(1))]);
    constraints.push(&[(2, f(1)), (0, f(2))], &[(4, f(1)), (0, -f(3))], &[(1, f(1))]);
    R1cs::new(Shape { wires: 5, outputs: 1, inputs: 0, private: 2 }, constraints).expect("a system")
}

#[test]
fn a_witness_is_checked_entry_by_entry() {
    let (r1cs, witness) = (system(), [1, 7 * 32, 5, 7, 35].map(f));
    assert_eq!(r1cs.check(&witness), Ok(()));
    for (entry, index) in [(1, 1), (2, 0), (3, 0), (4, 0)] {
        let mut wrong = witness;
        wrong[entry] = wrong[entry] + f(1);
        assert_eq!(r1cs.check(&wrong), Err(Unsatisfied::Constraint { index }));
    }
}

#[test]
fn length_and_constant_are_checked_first() {
    let r1cs = system();
    assert_eq!(r1cs.check(&[f(1); 4]), Err(Unsatisfied::Length { expected: 5, found: 4 }));
    assert_eq!(r1cs.check(&[f(2); 5]), Err(Unsatisfied::One));
}

#[test]
fn shapes_are_validated() {
    let shape = Shape { wires: 3, outputs: 1, inputs: 2, private: 0 };
    assert_eq!(R1cs::<P32>::new(shape, Constraints::default()), Err(ShapeError::Public { public: 4, wires: 3 }));
    let mut constraints = Constraints::default();
    constraints.push(&[(0, f(1))], &[], &[]);
    constraints.push(&[(1, f(1))], &[(2, f(1))], &[(3, f(1))]);
    // A private input that no constraint names has no wire.
    let shape = Shape { inputs: 1, private: 9, ..shape };
    assert_eq!(R1cs::new(shape, constraints), Err(ShapeError::Wire { constraint: 1, wire: 3, wires: 3 }));
}

#[test]
fn repeated_wires_add_up() {
    let mut constraints = Constraints::default();
    constraints.push(&[(1, f(2)), (1, f(3))], &[(0, f(1))], &[(0, f(20))]);
    let r1cs = R1cs::new(Shape { wires: 2, outputs: 0, inputs: 0, private: 0 }, constraints).expect("a system");
    assert_eq!(r1cs.check(&[f(1), f(4)]), Ok(()));
}
