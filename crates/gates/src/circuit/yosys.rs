//! Netlists of Yosys: what its command `write_json` writes after `abc -g gates` or `simplemap`.

use super::cells::{Cell, Cells, Function, distinct};
use super::{Circuit, CircuitError};
use serde_json::{Map, Value};

const FORMAT: &str = "JSON of Yosys";

/// Names of cells, and of their inputs in the order of [`Function`].
const CELLS: [(&str, &[&str]); 11] = [
    ("$_AND_", &["A", "B"]),
    ("$_NAND_", &["A", "B"]),
    ("$_OR_", &["A", "B"]),
    ("$_NOR_", &["A", "B"]),
    ("$_XOR_", &["A", "B"]),
    ("$_XNOR_", &["A", "B"]),
    ("$_ANDNOT_", &["A", "B"]),
    ("$_ORNOT_", &["A", "B"]),
    ("$_NOT_", &["A"]),
    ("$_BUF_", &["A"]),
    ("$_MUX_", &["S", "B", "A"]),
];

impl Circuit {
    /// The circuit of a netlist of Yosys in JSON: of the module that is marked as top, or of the
    /// only one. Ports are sorted by name, and those of several bits become `name[0]`, `name[1]`, …
    ///
    /// # Errors
    /// [`CircuitError`], which names the cell or the net.
    pub fn from_yosys_json(text: &str) -> Result<Self, CircuitError> {
        let value: Value = serde_json::from_str(text).map_err(|error| CircuitError::Syntax {
            format: FORMAT,
            place: format!("line {}", error.line()),
            fault: error.to_string(),
        })?;
        let (name, module) = top(&value)?;
        let mut cells = Cells::default();
        for (port, value) in object(module, "ports", name)? {
            let names = bit_names(port, value, &format!("port `{port}`"))?;
            match value["direction"].as_str() {
                Some("input") => cells.inputs.extend(names.iter().map(|(_, net)| net.clone())),
                Some("output") => cells.outputs.extend(names),
                _ => return Err(syntax(&format!("port `{port}`"), "neither an input nor an output")),
            }
        }
        for (cell, value) in object(module, "cells", name)? {
            cells.cells.push(of_cell(cell, value)?);
        }
        for (net, bit) in [("0", false), ("1", true)] {
            let (function, gate) = (Function::Constant(bit), "constant".to_owned());
            cells.cells.push(Cell { function, place: gate.clone(), gate, inputs: Vec::new(), output: net.to_owned() });
        }
        let names = input_names(module, name)?;
        distinct("inputs", names.iter())?;
        let mut circuit = cells.circuit()?;
        circuit.rename_inputs(&names);
        Ok(circuit)
    }

    fn rename_inputs(&mut self, names: &[String]) {
        self.inputs.iter_mut().zip(names).for_each(|((input, _), name)| input.clone_from(name));
    }
}

/// The module that is marked as top, or the only one.
fn top(value: &Value) -> Result<(&str, &Value), CircuitError> {
    let modules = value["modules"].as_object().ok_or_else(|| syntax("the whole", "no modules"))?;
    let marked = |(_, module): &(&String, &Value)| {
        let top = &module["attributes"]["top"];
        top.as_u64() == Some(1) || top.as_str().is_some_and(|bits| bits.ends_with('1'))
    };
    let only = if modules.len() == 1 { modules.iter().next() } else { None };
    let found = modules.iter().find(marked).or(only);
    found.map(|(name, module)| (&**name, module)).ok_or_else(|| syntax("the modules", "several, and none is marked as top"))
}

fn object<'a>(module: &'a Value, key: &str, name: &str) -> Result<&'a Map<String, Value>, CircuitError> {
    module[key].as_object().ok_or_else(|| syntax(&format!("module `{name}`"), &format!("no {key}")))
}

/// Names of the inputs, as a reader knows them.
fn input_names(module: &Value, name: &str) -> Result<Vec<String>, CircuitError> {
    let mut names = Vec::new();
    for (port, value) in object(module, "ports", name)? {
        if value["direction"] == "input" {
            names.extend(bit_names(port, value, port)?.into_iter().map(|(name, _)| name));
        }
    }
    Ok(names)
}

/// The bits of a port: their names, and their nets.
fn bit_names(port: &str, value: &Value, place: &str) -> Result<Vec<(String, String)>, CircuitError> {
    let bits = value["bits"].as_array().ok_or_else(|| syntax(place, "no bits"))?;
    let name = |i| if bits.len() == 1 { port.to_owned() } else { format!("{port}[{i}]") };
    bits.iter().enumerate().map(|(i, bit)| Ok((name(i), net(bit, place)?))).collect()
}

/// A net: a number, or a constant.
fn net(bit: &Value, place: &str) -> Result<String, CircuitError> {
    match (bit.as_u64(), bit.as_str()) {
        (Some(number), _) => Ok(format!("net {number}")),
        (_, Some(constant @ ("0" | "1"))) => Ok(constant.to_owned()),
        _ => Err(syntax(place, &format!("{bit} is neither a net nor 0 or 1"))),
    }
}

fn of_cell(name: &str, value: &Value) -> Result<Cell, CircuitError> {
    let place = format!("cell `{name}`");
    let gate = value["type"].as_str().unwrap_or_default().to_owned();
    let unknown = || CircuitError::UnknownGate {
        place: place.clone(),
        name: gate.clone(),
        known: CELLS.map(|(name, _)| name).join(", "),
    };
    let (_, ports) = CELLS.iter().find(|(known, _)| *known == gate).ok_or_else(unknown)?;
    let function = Function::named(gate.trim_matches(['$', '_'])).ok_or_else(unknown)?;
    let connection = |port: &str| match value["connections"][port].as_array().map(Vec::as_slice) {
        Some([bit]) => net(bit, &place),
        _ => Err(syntax(&place, &format!("port {port} of `{gate}` is not one bit"))),
    };
    let inputs = ports.iter().map(|port| connection(port)).collect::<Result<_, _>>()?;
    Ok(Cell { function, inputs, output: connection("Y")?, place, gate })
}

fn syntax(place: &str, fault: &str) -> CircuitError {
    CircuitError::Syntax { format: FORMAT, place: place.to_owned(), fault: fault.to_owned() }
}
