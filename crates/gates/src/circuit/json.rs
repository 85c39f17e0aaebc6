//! Netlists of this library: JSON.

use super::cells::{Cell, Cells, Function};
use super::{Circuit, CircuitError, Net, Node};
use serde::{Deserialize, Serialize};

/// Version of the format.
const VERSION: u64 = 1;
const FORMAT: &str = "JSON netlist";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Netlist {
    papilio_netlist: u64,
    inputs: Vec<String>,
    outputs: Vec<Output>,
    gates: Vec<GateText>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    name: String,
    net: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GateText {
    gate: String,
    inputs: Vec<String>,
    output: String,
}

impl Circuit {
    /// The circuit of a netlist of this library:
    ///
    /// ```
    /// # let text = r#"
    /// { "papilio_netlist": 1,
    ///   "inputs": ["a", "b"],
    ///   "outputs": [{ "name": "sum", "net": "s" }],
    ///   "gates": [{ "gate": "xor", "inputs": ["a", "b"], "output": "s" }] }
    /// # "#;
    /// # let circuit = papilio_gates::Circuit::from_json(text).expect("a netlist");
    /// # assert_eq!(circuit.evaluate(&[true, false]), [true]);
    /// ```
    ///
    /// Gates are in any order: `and`, `nand`, `or`, `nor`, `xor`, `xnor`, `andnot`, `ornot`, `not`,
    /// `buf`, `mux` (select, the value where it is true, the other), `zero` and `one`.
    ///
    /// # Errors
    /// [`CircuitError`], which names the gate or the net.
    pub fn from_json(text: &str) -> Result<Self, CircuitError> {
        let netlist: Netlist = serde_json::from_str(text).map_err(|error| syntax(&error))?;
        if netlist.papilio_netlist != VERSION {
            return Err(CircuitError::Version { found: netlist.papilio_netlist, known: VERSION });
        }
        let cells = netlist.gates.into_iter().enumerate().map(|(index, gate)| cell(index, gate));
        let cells = cells.collect::<Result<_, _>>()?;
        let outputs = netlist.outputs.into_iter().map(|output| (output.name, output.net)).collect();
        Cells { inputs: netlist.inputs, outputs, cells }.circuit()
    }

    /// The circuit as such a netlist.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut names: Vec<String> = (0..self.nodes.len()).map(|index| format!("net {index}")).collect();
        self.inputs.iter().for_each(|(name, net)| names[net.index()].clone_from(name));
        let name = |net: Net| names[net.index()].clone();
        let gate = |(index, node): (usize, &Node)| {
            let gate = match node {
                Node::Input => return None,
                Node::Constant(bit) => if *bit { "one" } else { "zero" }.to_owned(),
                Node::Not(_) => "not".to_owned(),
                Node::Binary(gate, ..) => gate.to_string(),
                Node::Mux(..) => "mux".to_owned(),
            };
            Some(GateText { gate, inputs: node.inputs().map(name).collect(), output: names[index].clone() })
        };
        let netlist = Netlist {
            papilio_netlist: VERSION,
            inputs: self.inputs().map(str::to_owned).collect(),
            outputs: self.outputs.iter().map(|(output, net)| Output { name: output.clone(), net: name(*net) }).collect(),
            gates: self.nodes.iter().enumerate().filter_map(gate).collect(),
        };
        serde_json::to_string(&netlist).expect("names and numbers")
    }
}

fn cell(index: usize, gate: GateText) -> Result<Cell, CircuitError> {
    let place = format!("gate {index}, which drives `{}`", gate.output);
    let function = match &*gate.gate {
        "zero" => Some(Function::Constant(false)),
        "one" => Some(Function::Constant(true)),
        name => Function::named(name),
    };
    let function = function.ok_or_else(|| CircuitError::UnknownGate {
        place: place.clone(),
        name: gate.gate.clone(),
        known: "and, nand, or, nor, xor, xnor, andnot, ornot, not, buf, mux, zero and one".to_owned(),
    })?;
    Ok(Cell { function, gate: gate.gate, place, inputs: gate.inputs, output: gate.output })
}

fn syntax(error: &serde_json::Error) -> CircuitError {
    let place = format!("line {}, column {}", error.line(), error.column());
    let text = error.to_string();
    // The message without the place, which stands before it here.
    let fault = text.split_once(" at line ").map_or(text.clone(), |(fault, _)| fault.to_owned());
    CircuitError::Syntax { format: FORMAT, place, fault }
}
