//! Truth tables of all gates.

use crate::support::{Party, SMALL, parameters};
use papilio_gates::{BinaryGate, Bit, Gate, Order, Parameters, ParametersLiteral, Precision};

/// All gates of all bits, side by side, and the multiplexers; their outputs.
fn truth_tables(name: &str, party: &mut Party) -> Vec<Bit> {
    let [no, yes] = [false, true].map(|bit| party.secret.encrypt(bit, &mut party.rng));
    let of = |bit: bool| if bit { &yes } else { &no };
    let pairs = [(false, false), (false, true), (true, false), (true, true)];
    let of_two = pairs.into_iter().flat_map(|(a, b)| {
        BinaryGate::ALL.map(|gate| (Gate::Binary(gate, of(a), of(b)), gate.of(a, b), format!("{a} {gate} {b}")))
    });
    let of_three = pairs.into_iter().flat_map(|(a, b)| {
        [(true, a), (false, b)].map(|(c, bit)| (Gate::Mux(of(c), of(a), of(b)), bit, format!("{c} ? {a} : {b}")))
    });
    let of_one = [false, true].map(|a| (Gate::Not(of(a)), !a, format!("not {a}")));
    let all: Vec<_> = of_two.chain(of_three).chain(of_one).collect();
    let gates: Vec<_> = all.iter().map(|(gate, ..)| *gate).collect();
    let outputs = party.evaluator.evaluate(&gates).expect("gates");
    for ((_, expected, text), output) in all.iter().zip(&outputs) {
        assert_eq!(party.secret.decrypt(output), Ok(*expected), "{name}: {text}");
    }
    outputs
}

/// Gates one by one, of outputs of gates, of negations and of constants.
fn one_by_one(name: &str, party: &mut Party, outputs: &[Bit]) {
    let decrypt = |bit: &Bit| party.secret.decrypt(bit).expect("a bit of this key");
    for pair in outputs.windows(2) {
        let (a, b) = (decrypt(&pair[0]), decrypt(&pair[1]));
        let output = party.evaluator.binary(BinaryGate::Xor, &pair[0], &pair[1]).expect("a gate");
        assert_eq!(decrypt(&output), a ^ b, "{name}");
        let gates = [Gate::Binary(BinaryGate::Nor, &pair[1], &pair[0]), Gate::Binary(BinaryGate::Xor, &pair[0], &pair[1])];
        let beside = party.evaluator.evaluate(&gates).expect("gates");
        assert_eq!(beside[1], output, "{name}: a gate does not depend on those beside it");
        let output = party.evaluator.mux(&pair[0], &pair[1], &output).expect("a gate");
        assert_eq!(decrypt(&output), if a { b } else { a ^ b }, "{name}");
        let not = party.evaluator.not(&output).expect("a gate");
        assert_eq!(decrypt(&not), !decrypt(&output), "{name}");
        let constant = party.evaluator.constant(a);
        assert_eq!(decrypt(&constant), a);
        let output = party.evaluator.binary(BinaryGate::Nand, &constant, &not).expect("a gate");
        assert_eq!(decrypt(&output), !(a & decrypt(&not)), "{name}");
    }
}

#[test]
fn every_set_has_the_truth_tables() {
    for (name, parameters) in [
        ("default_128", Parameters::default_128()),
        ("failure_128", Parameters::failure_128()),
        ("tfhe_lib", Parameters::tfhe_lib()),
        ("tfhe_rs_default", Parameters::tfhe_rs_default()),
    ] {
        truth_tables(name, &mut Party::new(&parameters, 1));
    }
}

#[test]
fn every_shape_has_the_truth_tables() {
    for order in [Order::KeySwitchFirst, Order::BlindRotationFirst] {
        for precision in [Precision::Fixed, Precision::Double] {
            // Words of 16 and of 32 bits in key switches; one column, pairs of them, and both.
            for (glwe_dimension, lwe_deviation) in [(1, SMALL.lwe_deviation), (2, 2e-5), (3, 5e-5)] {
                let literal = ParametersLiteral { order, precision, glwe_dimension, lwe_deviation, ..SMALL };
                let (name, mut party) = (format!("{literal:?}"), Party::new(&parameters(literal), 2));
                let outputs = truth_tables(&name, &mut party);
                one_by_one(&name, &mut party, &outputs);
            }
        }
    }
}

/// Keys of one seed are the same, and of another are not; a ciphertext is never the same twice.
#[test]
fn randomness_is_of_its_seed() {
    let [mut first, again, other] = [3, 3, 4].map(Party::small);
    assert_eq!(first.key, again.key);
    assert_ne!(first.key, other.key);
    let bits = [(); 2].map(|()| first.secret.encrypt(true, &mut first.rng));
    assert_ne!(bits[0], bits[1]);
}

/// Each of two threads has its gates; the results are those of one.
#[test]
fn threads_do_not_change_results() {
    let mut party = Party::small(5);
    let bits: Vec<Bit> = party.bits(60).iter().map(|&bit| party.secret.encrypt(bit, &mut party.rng)).collect();
    let gates: Vec<_> = bits.windows(2).map(|pair| Gate::Binary(BinaryGate::Nor, &pair[0], &pair[1])).collect();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| party.evaluator.evaluate(&gates)).expect("gates")
    };
    let one = run(1);
    assert!([2, 3, 7].into_iter().all(|threads| run(threads) == one));
    assert!(party.evaluator.evaluate(&[]).expect("no gates").is_empty());
}
