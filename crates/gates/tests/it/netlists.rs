//! Netlists, and what is wrong with those that are refused.

use crate::support::{bits_of, number_of};
use papilio_gates::{BinaryGate, Circuit, CircuitError};

fn json(inputs: &str, outputs: &str, gates: &str) -> Result<Circuit, CircuitError> {
    Circuit::from_json(&format!(r#"{{"papilio_netlist":1,"inputs":[{inputs}],"outputs":[{outputs}],"gates":[{gates}]}}"#))
}

fn gate(gate: &str, inputs: &[&str], output: &str) -> String {
    format!(r#"{{"gate":"{gate}","inputs":{inputs:?},"output":"{output}"}}"#)
}

#[test]
fn json_has_all_gates_in_any_order() {
    let names = ["and", "nand", "or", "nor", "xor", "xnor", "andnot", "ornot"];
    for (name, of) in names.iter().zip(BinaryGate::ALL) {
        let outputs = r#"{"name":"y","net":"late"},{"name":"z","net":"mux"}"#;
        let gates = [
            gate("not", &["early"], "late"),
            gate("mux", &["a", "early", "constant"], "mux"),
            gate("one", &[], "constant"),
            gate(name, &["a", "buffered"], "early"),
            gate("buf", &["b"], "buffered"),
        ];
        let circuit = json(r#""a","b""#, outputs, &gates.join(",")).expect("a netlist");
        for i in 0..4 {
            let (a, b) = (i & 1 == 1, i & 2 == 2);
            assert_eq!(circuit.evaluate(&[a, b]), [!of.of(a, b), if a { of.of(a, b) } else { true }], "{name}");
        }
        let again = Circuit::from_json(&circuit.to_json()).expect("what is written is read");
        assert!((0..4).all(|i| again.evaluate(&bits_of(i, 2)) == circuit.evaluate(&bits_of(i, 2))));
        assert!(again.inputs().eq(["a", "b"]) && again.outputs().eq(["y", "z"]));
    }
}

#[test]
fn wrong_netlists_are_named() {
    let error = |inputs: &str, outputs: &str, gates: &[String]| {
        json(inputs, outputs, &gates.join(",")).expect_err("refused").to_string()
    };
    let y = r#"{"name":"y","net":"y"}"#;
    for (outputs, gates, text) in [
        (y, vec![], "nothing drives the net `y`, which the output `y` uses"),
        (y, vec![gate("and", &["a", "x"], "y")], "nothing drives the net `x`, which gate 0, which drives `y` uses"),
        (
            y,
            vec![gate("not", &["a"], "y"), gate("buf", &["a"], "y")],
            "the net `y` is driven by gate 0, which drives `y` and by gate 1, which drives `y`",
        ),
        (y, vec![gate("not", &["b"], "a")], "the net `a` is driven by an input and by gate 0, which drives `a`"),
        (y, vec![gate("and", &["a", "y"], "y")], "the net `y` depends on itself, by way of `y`"),
        (
            y,
            vec![gate("and", &["a", "z"], "y"), gate("or", &["y", "b"], "w"), gate("not", &["w"], "z")],
            "the net `y` depends on itself, by way of `y`, `z`, `w`",
        ),
        (y, vec![gate("and", &["a"], "y")], "gate 0, which drives `y`: 1 inputs of `and`, which has 2"),
        (
            y,
            vec![gate("flip", &["a"], "y")],
            "gate 0, which drives `y`: no gate `flip`: there are and, nand, or, nor, xor, xnor, andnot, ornot, not, buf, mux, zero and one",
        ),
    ] {
        assert_eq!(error(r#""a","b""#, outputs, &gates), text);
    }
    assert_eq!(error(r#""a","a""#, "", &[]), "two inputs are named `a`");
    let twice = r#"{"name":"y","net":"a"},{"name":"y","net":"a"}"#;
    assert_eq!(error(r#""a""#, twice, &[]), "two outputs are named `y`");
    let version = Circuit::from_json(r#"{"papilio_netlist":2,"inputs":[],"outputs":[],"gates":[]}"#);
    assert_eq!(version, Err(CircuitError::Version { found: 2, known: 1 }));
    let cut = Circuit::from_json("{\"papilio_netlist\":1,\n\"inputs\":[").expect_err("refused").to_string();
    assert!(cut.starts_with("JSON netlist, line 2, column 10: EOF"), "{cut}");
}

/// A cycle longer than a message, and a chain deeper than a stack.
#[test]
fn long_netlists() {
    let chain: Vec<String> = (0..200_000).map(|i| gate("not", &[&format!("n{}", i + 1)], &format!("n{i}"))).collect();
    let outputs = r#"{"name":"y","net":"n0"}"#;
    let circuit = json(r#""n200000""#, outputs, &chain.join(",")).expect("a netlist");
    assert_eq!(circuit.evaluate(&[true]), [true]);
    let mut cycle = chain[..20].to_vec();
    cycle.push(gate("and", &["n3", "a"], "n20"));
    let text = json(r#""a""#, outputs, &cycle.join(",")).expect_err("a cycle").to_string();
    assert!(
        text.starts_with("the net `n3` depends on itself, by way of `n3`, `n4`") && text.ends_with("and 10 more"),
        "{text}"
    );
}

const BLIF: &str = "\
# A full adder, and a function that is false where a row fits.
.model adder
.inputs a b \\
        c
.outputs sum carry none one zero
.names a b c sum
100 1
010 1
001 1
111 1
.names a b c carry   # the majority
11- 1
1-1 1
-11 1
.names a b none
1- 0
-1 0
.names one
1
.names zero
.end
anything after the end
";

#[test]
fn blif() {
    let circuit = Circuit::from_blif(BLIF).expect("a netlist");
    assert!(circuit.inputs().eq(["a", "b", "c"]) && circuit.outputs().eq(["sum", "carry", "none", "one", "zero"]));
    for i in 0..8u64 {
        let found = number_of(&circuit.evaluate(&bits_of(i, 3)));
        let none = u64::from(i & 3 == 0) << 2;
        assert_eq!(found, u64::from(i.count_ones()) | none | 1 << 3, "{i:03b}");
    }
    for (text, message) in [
        (".inputs a\n.latch a b\n", "BLIF, line 2: `.latch` is not read: only .names are"),
        (".names a y\n1 1\n0 0\n", "BLIF, line 1: the rows of a function end all in 1 or all in 0"),
        (".names a y\n11 1\n", "BLIF, line 1: a row has another number of bits than inputs, or not 0, 1 and -"),
        (".names a y\n1 2\n", "BLIF, line 1: the rows of a function end all in 1 or all in 0"),
        (".names a y\n1\n", "BLIF, line 2: a row has bits of the inputs and one of the output"),
        ("1 1\n", "BLIF, line 1: `1` outside of a function"),
        (".model a\n.model b\n", "BLIF, line 2: a second model: only one is read"),
        (".names\n", "BLIF, line 1: a function without an output"),
        (".names a b c d e f g y\n", "7 inputs of a function, of which at most 6 are taken"),
        (".inputs a\n.outputs y\n.names b y\n1 1\n", "nothing drives the net `b`, which line 3 uses"),
    ] {
        assert_eq!(Circuit::from_blif(text).expect_err("refused").to_string(), message);
    }
}

/// Two modules, of which one is top; ports of two bits and of one; a constant.
fn yosys(cell: &str, ports: &str) -> String {
    format!(
        r#"{{ "creator": "Yosys", "modules": {{ "other": {{ "ports": {{}}, "cells": {{}} }}, "top": {{
            "attributes": {{ "top": "00000000000000000000000000000001" }},
            "ports": {{ "x": {{ "direction": "input", "bits": [2, 3] }}, "s": {{ "direction": "input", "bits": [4] }},
                        "y": {{ "direction": "output", "bits": [5, "1"] }} }},
            "cells": {{ "gate$1": {{ "type": "{cell}", "connections": {ports} }} }} }} }} }}"#
    )
}

#[test]
fn json_of_yosys() {
    for gate in BinaryGate::ALL {
        let cell = format!("$_{}_", gate.to_string().to_uppercase());
        let circuit = Circuit::from_yosys_json(&yosys(&cell, r#"{"A":[2],"B":[3],"Y":[5]}"#)).expect("a netlist");
        // Ports are sorted by name.
        assert!(circuit.inputs().eq(["s", "x[0]", "x[1]"]) && circuit.outputs().eq(["y[0]", "y[1]"]));
        for i in 0..4 {
            let (a, b) = (i & 1 == 1, i & 2 == 2);
            assert_eq!(circuit.evaluate(&[false, a, b]), [gate.of(a, b), true], "{gate}");
        }
    }
    // $_MUX_ gives B where S is true.
    let circuit = Circuit::from_yosys_json(&yosys("$_MUX_", r#"{"A":[2],"B":[3],"S":[4],"Y":[5]}"#)).expect("a netlist");
    for i in 0..8 {
        let bits = bits_of(i, 3);
        assert_eq!(circuit.evaluate(&bits)[0], if bits[0] { bits[2] } else { bits[1] });
    }
    let error = |text: &str| Circuit::from_yosys_json(text).expect_err("refused").to_string();
    assert!(error(&yosys("$_DFF_P_", "{}")).starts_with("cell `gate$1`: no gate `$_DFF_P_`: there are $_AND_, "));
    assert_eq!(error(&yosys("$_NOT_", r#"{"A":[2]}"#)), "JSON of Yosys, cell `gate$1`: port Y of `$_NOT_` is not one bit");
    assert_eq!(
        error(&yosys("$_NOT_", r#"{"A":["x"],"Y":[5]}"#)),
        "JSON of Yosys, cell `gate$1`: \"x\" is neither a net nor 0 or 1"
    );
    assert_eq!(error(&yosys("$_NOT_", r#"{"A":[9],"Y":[5]}"#)), "nothing drives the net `net 9`, which cell `gate$1` uses");
    assert_eq!(
        error(&yosys("$_NOT_", r#"{"A":[2],"Y":[5]}"#).replace("00001", "00000")),
        "JSON of Yosys, the modules: several, and none is marked as top"
    );
    assert_eq!(error("{}"), "JSON of Yosys, the whole: no modules");
}
