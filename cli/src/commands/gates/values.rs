//! Numbers of several bits by name: `a=5` for `a[0]`, `a[1]`, …

use crate::error::CliError;
use papilio_gates::Circuit;
use std::collections::BTreeMap;

/// The greatest width of a number.
const WIDEST: usize = 128;

/// The name of the number that a bit belongs to, and which of its bits it is.
fn number_of(name: &str) -> (&str, usize) {
    let parts = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    parts.and_then(|(name, index)| Some((name, index.parse().ok()?))).unwrap_or((name, 0))
}

/// The bits of the inputs of a circuit.
pub(super) fn inputs(circuit: &Circuit, words: &[String]) -> Result<Vec<bool>, CliError> {
    let values = words.iter().map(|word| parse(word)).collect::<Result<Vec<_>, _>>()?;
    let mut given: BTreeMap<&str, (u128, usize)> = BTreeMap::new();
    for (name, value) in &values {
        if given.insert(name, (*value, 0)).is_some() {
            return Err(CliError::usage(format!("`{name}` is given twice")));
        }
    }
    let mut bits = Vec::new();
    for input in circuit.inputs() {
        let (name, index) = number_of(input);
        let Some((value, width)) = given.get_mut(name) else {
            return Err(CliError::usage(format!("no value for the input `{name}`: give it as {name}=NUMBER")));
        };
        if index >= WIDEST {
            return Err(CliError::input(format!("the input `{name}` has more than {WIDEST} bits")));
        }
        *width = (*width).max(index + 1);
        bits.push(*value >> index & 1 == 1);
    }
    for (name, (value, width)) in given {
        if width == 0 {
            let known: Vec<&str> = circuit.inputs().map(|input| number_of(input).0).collect();
            let list = distinct(known).join(", ");
            return Err(CliError::usage(format!("the circuit has no input `{name}`: it has {list}")));
        }
        if width < WIDEST && value >> width != 0 {
            return Err(CliError::usage(format!("{name}={value} has more than the {width} bits of the input")));
        }
    }
    Ok(bits)
}

fn distinct(mut names: Vec<&str>) -> Vec<&str> {
    names.dedup();
    names
}

fn parse(word: &str) -> Result<(String, u128), CliError> {
    let wrong = || CliError::usage(format!("`{word}` is not NAME=NUMBER, with a number of up to {WIDEST} bits"));
    let (name, number) = word.split_once('=').ok_or_else(wrong)?;
    let value = match number.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => number.parse(),
    };
    Ok((name.to_owned(), value.map_err(|_| wrong())?))
}

/// The numbers of the outputs of a circuit, in order.
pub(super) fn outputs(circuit: &Circuit, bits: &[bool]) -> Result<Vec<(String, u128)>, CliError> {
    let mut numbers: Vec<(String, u128)> = Vec::new();
    for (output, &bit) in circuit.outputs().zip(bits) {
        let (name, index) = number_of(output);
        if index >= WIDEST {
            return Err(CliError::input(format!("the output `{name}` has more than {WIDEST} bits")));
        }
        if numbers.last().is_none_or(|(last, _)| last != name) {
            numbers.push((name.to_owned(), 0));
        }
        if let Some((_, value)) = numbers.last_mut() {
            *value |= u128::from(bit) << index;
        }
    }
    Ok(numbers)
}
