//! Netlists as named cells in any order, which become a circuit in the order of their dependencies.

use super::truth_table::TruthTable;
use super::{Circuit, CircuitError, Net};
use crate::gate::BinaryGate;
use std::collections::{HashMap, HashSet};

/// The most nets and cells of a netlist.
const MOST: usize = 1 << 24;
/// Nets of a cycle that a message names.
const NAMED: usize = 8;

/// The function of a cell.
#[derive(Clone, Debug)]
pub(super) enum Function {
    Constant(bool),
    Buffer,
    Not,
    Binary(BinaryGate),
    /// Select, then the value where it is true, then the other.
    Mux,
    Table(TruthTable),
}

impl Function {
    /// Number of inputs.
    fn arity(&self) -> usize {
        match self {
            Self::Constant(_) => 0,
            Self::Buffer | Self::Not => 1,
            Self::Binary(_) => 2,
            Self::Mux => 3,
            Self::Table(table) => table.inputs(),
        }
    }

    /// The function of this name, which cells of all formats share.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "buf" => Some(Self::Buffer),
            "not" => Some(Self::Not),
            "mux" => Some(Self::Mux),
            name => name.parse().ok().map(Self::Binary),
        }
    }
}

/// A cell: its function, the names of its inputs, and that of the net that it drives.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) function: Function,
    /// Name of the function, for messages.
    pub(super) gate: String,
    /// Where the netlist has it.
    pub(super) place: String,
    pub(super) inputs: Vec<String>,
    pub(super) output: String,
}

/// A netlist whose names are not resolved.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    pub(super) inputs: Vec<String>,
    /// Names of outputs, and of the nets that they are.
    pub(super) outputs: Vec<(String, String)>,
    pub(super) cells: Vec<Cell>,
}

impl Cells {
    /// The circuit of these cells, in which every cell comes after those it depends on.
    pub(super) fn circuit(&self) -> Result<Circuit, CircuitError> {
        self.check_sizes()?;
        distinct("inputs", self.inputs.iter())?;
        distinct("outputs", self.outputs.iter().map(|(name, _)| name))?;
        let drivers = self.drivers()?;
        let mut circuit = Circuit::new();
        let mut nets: HashMap<&str, Net> = HashMap::new();
        for name in &self.inputs {
            nets.insert(name, circuit.input(name));
        }
        for index in 0..self.cells.len() {
            self.make(index, &drivers, &mut nets, &mut circuit)?;
        }
        for (name, net) in &self.outputs {
            let found = nets.get(&**net).copied();
            circuit.output(name, found.ok_or_else(|| undriven(net, &format!("the output `{name}`")))?);
        }
        Ok(circuit)
    }

    fn check_sizes(&self) -> Result<(), CircuitError> {
        for (what, found) in [("inputs", self.inputs.len()), ("outputs", self.outputs.len()), ("gates", self.cells.len())] {
            if found > MOST {
                return Err(CircuitError::Size { what, found, most: MOST });
            }
        }
        for cell in &self.cells {
            let (found, expected) = (cell.inputs.len(), cell.function.arity());
            if found != expected {
                return Err(CircuitError::Inputs { place: cell.place.clone(), gate: cell.gate.clone(), found, expected });
            }
        }
        Ok(())
    }

    /// The cell that drives each net that is no input.
    fn drivers(&self) -> Result<HashMap<&str, usize>, CircuitError> {
        let inputs: HashSet<&str> = self.inputs.iter().map(String::as_str).collect();
        let mut drivers: HashMap<&str, usize> = HashMap::new();
        for (index, cell) in self.cells.iter().enumerate() {
            let first = if inputs.contains(&*cell.output) {
                Some("an input".to_owned())
            } else {
                drivers.insert(&cell.output, index).map(|first| self.cells[first].place.clone())
            };
            if let Some(first) = first {
                let (net, second) = (cell.output.clone(), cell.place.clone());
                return Err(CircuitError::DrivenTwice { net, first, second });
            }
        }
        Ok(drivers)
    }

    /// Makes a cell and all that it depends on, without recursion, whose depth a netlist would
    /// choose.
    fn make<'a>(
        &'a self,
        index: usize,
        drivers: &HashMap<&'a str, usize>,
        nets: &mut HashMap<&'a str, Net>,
        circuit: &mut Circuit,
    ) -> Result<(), CircuitError> {
        // Cells that wait, each for the next; and how many of its inputs are there.
        let mut waiting = vec![(index, 0)];
        let mut on_way = HashSet::from([index]);
        while let Some((index, ready)) = waiting.pop() {
            let cell = &self.cells[index];
            if nets.contains_key(&*cell.output) {
                on_way.remove(&index);
                continue;
            }
            let missing = cell.inputs[ready..].iter().position(|name| !nets.contains_key(&**name));
            let Some(missing) = missing else {
                let inputs: Vec<Net> = cell.inputs.iter().map(|name| nets[&**name]).collect();
                let net = cell.function.make(circuit, &inputs);
                nets.insert(&cell.output, net);
                on_way.remove(&index);
                continue;
            };
            let name = &cell.inputs[ready + missing];
            let driver = *drivers.get(&**name).ok_or_else(|| undriven(name, &cell.place))?;
            waiting.push((index, ready + missing));
            if !on_way.insert(driver) {
                return Err(self.cycle(driver, &waiting));
            }
            waiting.push((driver, 0));
        }
        Ok(())
    }

    fn cycle(&self, driver: usize, waiting: &[(usize, usize)]) -> CircuitError {
        let first = waiting.iter().position(|&(index, _)| index == driver).unwrap_or(0);
        let cycle = &waiting[first..];
        let names: Vec<String> =
            cycle.iter().take(NAMED).map(|&(index, _)| format!("`{}`", self.cells[index].output)).collect();
        let more = if cycle.len() > NAMED { format!(" and {} more", cycle.len() - NAMED) } else { String::new() };
        CircuitError::Cycle { net: self.cells[driver].output.clone(), way: names.join(", ") + &more }
    }
}

impl Function {
    /// The function of nets of a circuit, as many as it has inputs.
    fn make(&self, circuit: &mut Circuit, inputs: &[Net]) -> Net {
        match (self, inputs) {
            (Self::Buffer, &[a]) => a,
            (Self::Not, &[a]) => circuit.not(a),
            (Self::Binary(gate), &[a, b]) => circuit.binary(*gate, a, b),
            (Self::Mux, &[select, a, b]) => circuit.mux(select, a, b),
            (Self::Table(table), inputs) => table.make(circuit, inputs),
            (Self::Constant(bit), _) => circuit.constant(*bit),
            _ => unreachable!("numbers of inputs are checked"),
        }
    }
}

/// Refuses a name that is there twice.
pub(super) fn distinct<'a>(what: &'static str, names: impl Iterator<Item = &'a String>) -> Result<(), CircuitError> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(CircuitError::Name { what, name: name.clone() });
        }
    }
    Ok(())
}

fn undriven(net: &str, used_by: &str) -> CircuitError {
    CircuitError::Undriven { net: net.to_owned(), used_by: used_by.to_owned() }
}
