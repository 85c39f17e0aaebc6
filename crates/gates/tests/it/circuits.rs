//! Circuits on encrypted bits.

use crate::support::{Party, bits_of, number_of};
use papilio_gates::{BinaryGate, Circuit, GatesError, Net, Parameters, Run};

/// A circuit of two numbers, in the clear and encrypted.
fn agrees(party: &mut Party, circuit: &Circuit, width: usize, a: u64, b: u64, expected: u64) {
    let bits = [bits_of(a, width), bits_of(b, width)].concat();
    assert_eq!(number_of(&circuit.evaluate(&bits)), expected, "{a} and {b} in the clear");
    let encrypted = party.secret.encrypt_bits(&bits, &mut party.rng);
    let outputs = circuit.run(&party.evaluator, &encrypted).expect("outputs");
    assert_eq!(number_of(&party.secret.decrypt_bits(&outputs).expect("bits")), expected, "{a} and {b}");
}

fn two_numbers(width: usize, make: impl FnOnce(&mut Circuit, &[Net], &[Net]) -> Vec<Net>) -> Circuit {
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.input_number("a", width), circuit.input_number("b", width));
    let outputs = make(&mut circuit, &a, &b);
    circuit.output_number("y", &outputs);
    circuit
}

fn adder(width: usize) -> Circuit {
    two_numbers(width, |circuit, a, b| {
        let (mut sum, carry) = circuit.add(a, b);
        sum.push(carry);
        sum
    })
}

fn comparator(width: usize) -> Circuit {
    two_numbers(width, |circuit, a, b| vec![circuit.less_than(a, b), circuit.equal(a, b)])
}

const EDGES: [(u64, u64); 7] = [(0, 0), (1, 1), (255, 1), (255, 255), (128, 127), (127, 128), (170, 85)];

#[test]
fn arithmetic_of_eight_bits() {
    let mut party = Party::small(30);
    let random: Vec<(u64, u64)> = (0..3).map(|_| (number_of(&party.bits(8)), number_of(&party.bits(8)))).collect();
    let subtract = two_numbers(8, |circuit, a, b| {
        let (mut difference, not_less) = circuit.subtract(a, b);
        difference.push(not_less);
        difference
    });
    let greater = two_numbers(8, |circuit, a, b| {
        let less = circuit.less_than(a, b);
        circuit.choose(less, b, a)
    });
    for (a, b) in EDGES.into_iter().chain(random) {
        agrees(&mut party, &adder(8), 8, a, b, a + b);
        agrees(&mut party, &subtract, 8, a, b, (a.wrapping_sub(b) & 255) | u64::from(a >= b) << 8);
        agrees(&mut party, &comparator(8), 8, a, b, u64::from(a < b) | u64::from(a == b) << 1);
        agrees(&mut party, &greater, 8, a, b, a.max(b));
    }
}

#[test]
fn an_adder_of_32_bits_at_128_bits_of_security() {
    let mut party = Party::new(&Parameters::default_128(), 31);
    let (a, b) = (0xFFFF_FFF7, 0x0123_4567);
    agrees(&mut party, &adder(32), 32, a, b, a + b);
    assert_eq!((adder(32).rotations(), adder(32).depth()), (126, 33));
}

/// Every function of circuits simplifies to what it is.
#[test]
fn constants_and_repetitions_are_simplified() {
    for (gate, of_a) in BinaryGate::ALL.iter().flat_map(|gate| [(gate, false), (gate, true)]) {
        let mut circuit = Circuit::new();
        let a = circuit.input("a");
        let known = circuit.constant(of_a);
        for net in [circuit.binary(*gate, known, a), circuit.binary(*gate, a, known), circuit.binary(*gate, a, a)] {
            let name = format!("y{}", circuit.outputs().len());
            circuit.output(name, net);
        }
        assert_eq!(circuit.rotations(), 0, "{gate}");
        for bit in [false, true] {
            assert_eq!(circuit.evaluate(&[bit]), [gate.of(of_a, bit), gate.of(bit, of_a), gate.of(bit, bit)], "{gate}");
        }
    }
    for i in 0..27u32 {
        // 0 and 1 are constants, 2 an input.
        let kinds = [i % 3, i / 3 % 3, i / 9];
        let mut circuit = Circuit::new();
        let inputs = [circuit.input("s"), circuit.input("a"), circuit.input("b")];
        let nets: Vec<Net> = kinds
            .iter()
            .zip(inputs)
            .map(|(&kind, input)| if kind == 2 { input } else { circuit.constant(kind == 1) })
            .collect();
        let net = circuit.mux(nets[0], nets[1], nets[2]);
        circuit.output("y", net);
        assert!(circuit.rotations() <= 1 || kinds == [2, 2, 2], "{kinds:?}");
        for bits in 0..8 {
            let bits = bits_of(bits, 3);
            let of = |at: usize| if kinds[at] == 2 { bits[at] } else { kinds[at] == 1 };
            assert_eq!(circuit.evaluate(&bits), [if of(0) { of(1) } else { of(2) }], "{kinds:?}");
        }
    }
    let mut circuit = Circuit::new();
    let a = circuit.input("a");
    let not = circuit.not(a);
    assert_eq!(circuit.not(not), a);
}

#[test]
fn progress_is_told_and_ends_a_run() {
    let mut party = Party::small(32);
    let circuit = adder(16);
    let encrypted = party.secret.encrypt_bits(&[true; 32], &mut party.rng);
    let mut told = Vec::new();
    let progress = &mut |done, of| {
        told.push((done, of));
        true
    };
    circuit.run_with(&party.evaluator, &encrypted, Run { progress }).expect("outputs");
    let of = circuit.rotations();
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0) && told.len() > 10, "{told:?}");
    assert_eq!((told[0], told[told.len() - 1]), ((0, of), (of, of)));
    let progress = &mut |done, _| done < 20;
    let ended = circuit.run_with(&party.evaluator, &encrypted, Run { progress });
    assert!(matches!(ended, Err(GatesError::Canceled { done: 20.., of: all }) if all == of), "{ended:?}");
}

#[test]
fn gates_that_no_output_needs_cost_nothing() {
    let mut party = Party::small(34);
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.input("a"), circuit.input("b"));
    let both = circuit.binary(BinaryGate::And, a, b);
    circuit.binary(BinaryGate::Xor, both, b);
    let either = circuit.mux(a, both, b);
    circuit.not(either);
    circuit.output("both", both);
    assert_eq!((circuit.gates(), circuit.rotations()), (1, 1));
    let encrypted = party.secret.encrypt_bits(&[true, true], &mut party.rng);
    let mut told = 0;
    let progress = &mut |done, _| {
        told = done;
        true
    };
    let outputs = circuit.run_with(&party.evaluator, &encrypted, Run { progress }).expect("outputs");
    assert_eq!((party.secret.decrypt_bits(&outputs), told), (Ok(vec![true]), 1));
}

/// Inputs that are outputs, outputs of one net, constants as outputs.
#[test]
fn wires_without_gates() {
    let mut party = Party::small(33);
    let mut circuit = Circuit::new();
    let (a, _) = (circuit.input("a"), circuit.input("unused"));
    let (not, one) = (circuit.not(a), circuit.constant(true));
    for (name, net) in [("same", a), ("again", a), ("not", not), ("one", one)] {
        circuit.output(name, net);
    }
    assert_eq!((circuit.depth(), circuit.gates()), (0, 0));
    let encrypted = party.secret.encrypt_bits(&[false, true], &mut party.rng);
    let outputs = circuit.run(&party.evaluator, &encrypted).expect("outputs");
    assert_eq!(party.secret.decrypt_bits(&outputs), Ok(vec![false, false, true, true]));
}
