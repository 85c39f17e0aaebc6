//! Numbers of several bits by name: `a=5` for `a[0]`, `a[1]`, …

use crate::error::CliError;
use papilio_gates::Circuit;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest width of a number.
const WIDEST: usize = 128;

/// The name of the number that a bit belongs to, and which of its bits it is.
fn number_of(name: &str) -> (&str, usize) {
    let parts = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    let numbered = parts.and_then(|(name, index)| Some((name, index.parse::<usize>().ok()?, index)));
    // Other ways to write the number are names of their own.
    let plain = numbered.filter(|(_, number, index)| number.to_string() == **index);
    plain.map_or((name, 0), |(name, number, _)| (name, number))
}

/// Refuses names of which two are one bit, and bits beyond the greatest width.
fn check<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> Result<(), CliError> {
    let mut seen = BTreeSet::new();
    for name in names {
        let (number, index) = number_of(name);
        if index >= WIDEST {
            return Err(CliError::input(format!("the {what} `{name}` is beyond the {WIDEST} bits of a number")));
        }
        if !seen.insert((number, index)) {
            return Err(CliError::input(format!("two {what}s are bit {index} of `{number}`")));
        }
    }
    Ok(())
}

/// Refuses a circuit whose inputs or outputs are not numbers.
pub(super) fn check_names(circuit: &Circuit) -> Result<(), CliError> {
    check("input", circuit.inputs())?;
    check("output", circuit.outputs())
}

/// The bits of the inputs of a circuit.
pub(super) fn inputs(circuit: &Circuit, words: &[String]) -> Result<Vec<bool>, CliError> {
    check_names(circuit)?;
    if let Some(name) = circuit.inputs().find(|name| name.contains(',')) {
        return Err(CliError::input(format!("the input `{name}` has a comma, which separates numbers")));
    }
    let values = words.iter().filter(|word| !word.is_empty()).map(|word| parse(word)).collect::<Result<Vec<_>, _>>()?;
    let mut given: BTreeMap<&str, (u128, u128)> = BTreeMap::new();
    for (name, value) in &values {
        if given.insert(name, (*value, 0)).is_some() {
            return Err(CliError::usage(format!("`{name}` is given twice")));
        }
    }
    let mut bits = Vec::new();
    for input in circuit.inputs() {
        let (name, index) = number_of(input);
        let Some((value, taken)) = given.get_mut(name) else {
            return Err(CliError::usage(format!("no value for the input `{name}`: give it as {name}=NUMBER")));
        };
        *taken |= 1 << index;
        bits.push(*value >> index & 1 == 1);
    }
    for (name, (value, taken)) in given {
        if taken == 0 {
            let known: BTreeSet<&str> = circuit.inputs().map(|input| number_of(input).0).collect();
            let list = known.into_iter().collect::<Vec<_>>().join(", ");
            return Err(CliError::usage(format!("the circuit has no input `{name}`: it has {list}")));
        }
        if value & !taken != 0 {
            let bits = crate::numbers::counted(u64::from(taken.count_ones()), "bit");
            return Err(CliError::usage(format!("{name}={value} has more than the {bits} of the input")));
        }
    }
    Ok(bits)
}

fn parse(word: &str) -> Result<(String, u128), CliError> {
    let wrong = || CliError::usage(format!("`{word}` is not NAME=NUMBER, with a number of up to {WIDEST} bits"));
    let (name, number) = word.rsplit_once('=').ok_or_else(wrong)?;
    let value = match number.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => number.parse(),
    };
    Ok((name.to_owned(), value.map_err(|_| wrong())?))
}

/// The numbers of the outputs of a circuit, in the order of their first bits.
pub(super) fn outputs(circuit: &Circuit, bits: &[bool]) -> Vec<(String, u128)> {
    let mut numbers: Vec<(String, u128)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (output, &bit) in circuit.outputs().zip(bits) {
        let (name, index) = number_of(output);
        let place = *places.entry(name).or_insert_with(|| {
            numbers.push((name.to_owned(), 0));
            numbers.len() - 1
        });
        numbers[place].1 |= u128::from(bit) << index;
    }
    numbers
}
