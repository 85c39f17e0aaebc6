//! The worked examples of `docs/eip7885.md`.

use papilio_precompile::{Operation, run};

/// The lines of the block of examples: operation, inputs and what is expected.
fn examples() -> Vec<(Operation, Vec<u8>, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/eip7885.md");
    let text = std::fs::read_to_string(path).expect("the specification");
    let block = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the block of examples");
    let line = |line: &str| {
        let (call, expected) = line.split_once(" -> ")?;
        let (name, input) = call.split_once(' ').expect("an operation and its input");
        let operation = match name {
            "NTT_FW" => Operation::Forward,
            "NTT_INV" => Operation::Inverse,
            "NTT_VECMULMOD" => Operation::Multiply,
            "NTT_VECADDMOD" => Operation::Add,
            other => panic!("no operation is called {other}"),
        };
        let digits: Vec<u8> = input.bytes().filter(|byte| *byte != b' ').collect();
        Some((operation, bytes(&digits), expected.to_owned()))
    };
    block.lines().filter_map(line).collect()
}

fn bytes(digits: &[u8]) -> Vec<u8> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("a byte");
    digits.chunks(2).map(byte).collect()
}

#[test]
fn worked_examples_have_the_outputs_and_the_failures_that_are_written() {
    let examples = examples();
    let mut steps = Vec::new();
    for (operation, input, expected) in &examples {
        match run(*operation, input) {
            Ok(output) => assert_eq!(output, bytes(expected.as_bytes()), "{operation:?} of {input:02x?}"),
            Err(error) => {
                assert_eq!(error.index().to_string(), *expected, "{operation:?} of {input:02x?}: {error}");
                steps.push(error.index());
            }
        }
    }
    assert_eq!(steps, (1..=11).collect::<Vec<u8>>(), "every step");
    assert!(examples.len() >= 28, "{} examples", examples.len());
}
