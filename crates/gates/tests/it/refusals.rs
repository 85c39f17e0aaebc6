//! Refusals and their messages.

use crate::support::{Party, SMALL, parameters};
use papilio_gates::{BinaryGate, Bits, Circuit, Decomposition, GatesError, Parameters, ParametersError, ParametersLiteral};

#[test]
fn ciphertexts_of_other_keys_and_parameters() {
    let (mut party, mut other) = (Party::small(20), Party::small(21));
    let own = party.secret.encrypt(true, &mut party.rng);
    let foreign = other.secret.encrypt(true, &mut other.rng);
    let error = GatesError::Key { what: "a ciphertext", found: other.secret.id(), expected: party.secret.id() };
    assert_eq!(party.evaluator.binary(BinaryGate::And, &own, &foreign), Err(error.clone()));
    assert_eq!(party.evaluator.not(&foreign), Err(error.clone()));
    assert_eq!(party.evaluator.mux(&own, &own, &foreign), Err(error.clone()));
    assert_eq!(party.secret.decrypt(&foreign), Err(error));
    assert!(matches!(Bits::new(vec![own.clone(), foreign]), Err(GatesError::Key { .. })));
    let mut wider = Party::new(&parameters(ParametersLiteral { lwe_dimension: 41, ..SMALL }), 20);
    let foreign = wider.secret.encrypt(true, &mut wider.rng);
    let refused = party.evaluator.binary(BinaryGate::And, &foreign, &own).expect_err("other parameters");
    let [found, expected] = [&wider, &party].map(|party| party.secret.parameters().digest());
    assert_eq!(refused, GatesError::Parameters { what: "a ciphertext", found, expected });
    assert!(refused.to_string().contains(&format!("{found:016x}")), "{refused}");
}

#[test]
fn circuits_with_other_inputs() {
    let mut party = Party::small(22);
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.input("a"), circuit.input("b"));
    let both = circuit.binary(BinaryGate::And, a, b);
    circuit.output("both", both);
    let one = party.secret.encrypt_bits(&[true], &mut party.rng);
    assert_eq!(circuit.run(&party.evaluator, &one), Err(GatesError::Inputs { found: 1, expected: 2 }));
    // A bit of another key is refused even where nothing uses it.
    let mut other = Party::small(23);
    let unused = Circuit::from_json(r#"{"papilio_netlist":1,"inputs":["a"],"outputs":[],"gates":[]}"#).expect("a netlist");
    let foreign = other.secret.encrypt_bits(&[true], &mut other.rng);
    assert!(matches!(unused.run(&party.evaluator, &foreign), Err(GatesError::Key { .. })));
}

#[test]
fn parameters_out_of_range() {
    let refused = |literal: ParametersLiteral| Parameters::new(literal).expect_err("refused").to_string();
    let secure = *Parameters::default_128().literal();
    let weak = refused(ParametersLiteral { insecure: false, ..SMALL });
    assert!(weak.starts_with("dimension 40 with errors of 2^-16.00 has about 0 bits of security, below 128"), "{weak}");
    for (literal, text) in [
        (ParametersLiteral { lwe_dimension: 0, ..secure }, "the dimension of LWE is 0: it is from 1 to 4096"),
        (ParametersLiteral { lwe_dimension: 4097, ..secure }, "the dimension of LWE is 4097: it is from 1 to 4096"),
        (ParametersLiteral { glwe_dimension: 9, ..secure }, "the dimension of GLWE is 9: it is from 1 to 8"),
        (ParametersLiteral { log_degree: 13, ..secure }, "log2 of the degree is 13: it is from 4 to 12"),
        (
            ParametersLiteral { mask: Decomposition::new(0, 4), ..secure },
            "the number of digits of masks is 0: it is from 1 to 32",
        ),
        (
            ParametersLiteral { body: Decomposition::new(1, 21), ..secure },
            "the bits of a digit of bodies is 21: it is from 1 to 20",
        ),
        (ParametersLiteral { mask: Decomposition::new(4, 9), ..secure }, "4 digits of 9 bits for masks: there are 32 bits"),
    ] {
        assert_eq!(refused(literal), text);
    }
    for deviation in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.5, (-10f64).exp2().next_up(), (-30f64).exp2().next_down()] {
        let literal = ParametersLiteral { lwe_deviation: deviation, ..secure };
        assert!(matches!(Parameters::new(literal), Err(ParametersError::Range { .. })), "{deviation}");
    }
    // A set that is a little less secure than asked.
    let weaker = ParametersLiteral { lwe_deviation: secure.lwe_deviation * 0.99, ..secure };
    assert!(matches!(Parameters::new(weaker), Err(ParametersError::Security { bits: 127, .. })));
}
