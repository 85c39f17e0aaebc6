//! Circuits of gates: built by hand or read from a netlist, run level by level.

mod arithmetic;
mod blif;
mod cells;
mod error;
mod json;
mod run;
mod truth_table;
mod yosys;

pub use error::CircuitError;
pub use run::Run;

use crate::gate::BinaryGate;

/// A net, by the number of its driver in the circuit that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Net(u32);

impl Net {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The driver of a net; its inputs have lesser numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Input,
    Constant(bool),
    Not(Net),
    Binary(BinaryGate, Net, Net),
    /// The second where the first is true, else the third.
    Mux(Net, Net, Net),
}

impl Node {
    fn inputs(self) -> impl Iterator<Item = Net> {
        let inputs = match self {
            Self::Input | Self::Constant(_) => [None, None, None],
            Self::Not(a) => [Some(a), None, None],
            Self::Binary(_, a, b) => [Some(a), Some(b), None],
            Self::Mux(select, a, b) => [Some(select), Some(a), Some(b)],
        };
        inputs.into_iter().flatten()
    }

    /// Rotations that it costs.
    fn rotations(self) -> usize {
        match self {
            Self::Input | Self::Constant(_) | Self::Not(_) => 0,
            Self::Binary(..) => 1,
            Self::Mux(..) => 2,
        }
    }
}

/// A circuit of gates without memory.
///
/// Nets are made in order, so that there are no cycles. Gates of constants, of a bit and itself,
/// and double negations are simplified when they are made.
///
/// ```
/// use papilio_gates::{BinaryGate, Circuit};
///
/// let mut circuit = Circuit::new();
/// let (a, b) = (circuit.input("a"), circuit.input("b"));
/// let sum = circuit.binary(BinaryGate::Xor, a, b);
/// let carry = circuit.binary(BinaryGate::And, a, b);
/// circuit.output("sum", sum);
/// circuit.output("carry", carry);
/// assert_eq!(circuit.evaluate(&[true, true]), [false, true]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circuit {
    nodes: Vec<Node>,
    inputs: Vec<(String, Net)>,
    outputs: Vec<(String, Net)>,
}

impl Circuit {
    /// A circuit of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A new input, after those that there are.
    pub fn input(&mut self, name: impl Into<String>) -> Net {
        let net = self.push(Node::Input);
        self.inputs.push((name.into(), net));
        net
    }

    /// New inputs `name[0]`, `name[1]`, …: a number, lowest bit first.
    pub fn input_number(&mut self, name: &str, width: usize) -> Vec<Net> {
        (0..width).map(|i| self.input(format!("{name}[{i}]"))).collect()
    }

    /// A new output, after those that there are.
    ///
    /// # Panics
    /// For a net of another circuit that this one does not have.
    pub fn output(&mut self, name: impl Into<String>, net: Net) {
        self.node(net);
        self.outputs.push((name.into(), net));
    }

    /// New outputs `name[0]`, `name[1]`, …
    ///
    /// # Panics
    /// For a net that this circuit does not have.
    pub fn output_number(&mut self, name: &str, nets: &[Net]) {
        nets.iter().enumerate().for_each(|(i, &net)| self.output(format!("{name}[{i}]"), net));
    }

    /// A bit that is known.
    pub fn constant(&mut self, bit: bool) -> Net {
        self.push(Node::Constant(bit))
    }

    /// `¬a`, which costs nothing.
    ///
    /// # Panics
    /// For a net that this circuit does not have.
    pub fn not(&mut self, a: Net) -> Net {
        match self.node(a) {
            Node::Not(inner) => inner,
            Node::Constant(bit) => self.constant(!bit),
            _ => self.push(Node::Not(a)),
        }
    }

    /// A gate of two bits.
    ///
    /// # Panics
    /// For a net that this circuit does not have.
    pub fn binary(&mut self, gate: BinaryGate, a: Net, b: Net) -> Net {
        let known = |node| if let Node::Constant(bit) = node { Some(bit) } else { None };
        let of_b = match (known(self.node(a)), known(self.node(b))) {
            (Some(a), _) => Some((b, [gate.of(a, false), gate.of(a, true)])),
            (None, Some(b)) => Some((a, [gate.of(false, b), gate.of(true, b)])),
            (None, None) if a == b => Some((a, [gate.of(false, false), gate.of(true, true)])),
            (None, None) => None,
        };
        match of_b {
            Some((net, [false, true])) => net,
            Some((net, [true, false])) => self.not(net),
            Some((_, [bit, _])) => self.constant(bit),
            None => self.push(Node::Binary(gate, a, b)),
        }
    }

    /// `a` where `select` is true, else `b`.
    ///
    /// # Panics
    /// For a net that this circuit does not have.
    pub fn mux(&mut self, select: Net, a: Net, b: Net) -> Net {
        match (self.node(select), self.node(a), self.node(b)) {
            (Node::Constant(bit), ..) => {
                if bit {
                    a
                } else {
                    b
                }
            }
            _ if a == b => a,
            (_, Node::Constant(true), _) => self.binary(BinaryGate::Or, select, b),
            (_, Node::Constant(false), _) => self.binary(BinaryGate::AndNot, b, select),
            (_, _, Node::Constant(true)) => self.binary(BinaryGate::OrNot, a, select),
            (_, _, Node::Constant(false)) => self.binary(BinaryGate::And, select, a),
            _ => self.push(Node::Mux(select, a, b)),
        }
    }

    /// Names of the inputs, in order.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inputs.iter().map(|(name, _)| &**name)
    }

    /// Names of the outputs, in order.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = &str> {
        self.outputs.iter().map(|(name, _)| &**name)
    }

    /// Number of gates that cost a rotation, of those that an output needs.
    #[must_use]
    pub fn gates(&self) -> usize {
        self.needed_nodes().filter(|node| node.rotations() > 0).count()
    }

    /// Number of rotations of the gates that an output needs.
    #[must_use]
    pub fn rotations(&self) -> usize {
        self.needed_nodes().map(|node| node.rotations()).sum()
    }

    /// The greatest number of gates on a way from an input to an output.
    #[must_use]
    pub fn depth(&self) -> usize {
        let levels = self.levels();
        self.outputs.iter().map(|(_, net)| levels[net.index()]).max().unwrap_or(0)
    }

    /// Whether an output depends on each net.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        self.outputs.iter().for_each(|(_, net)| needed[net.index()] = true);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if needed[index] {
                node.inputs().for_each(|net| needed[net.index()] = true);
            }
        }
        needed
    }

    fn needed_nodes(&self) -> impl Iterator<Item = Node> {
        self.nodes.iter().zip(self.needed()).filter(|(_, needed)| *needed).map(|(node, _)| *node)
    }

    /// The level of every net: gates on the longest way to it.
    fn levels(&self) -> Vec<usize> {
        let mut levels: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let below = node.inputs().map(|net| levels[net.index()]).max().unwrap_or(0);
            levels.push(below + usize::from(node.rotations() > 0));
        }
        levels
    }

    /// The circuit in the clear.
    ///
    /// # Panics
    /// Unless there is one bit for every input.
    #[must_use]
    pub fn evaluate(&self, inputs: &[bool]) -> Vec<bool> {
        assert!(inputs.len() == self.inputs.len(), "{} bits for {} inputs", inputs.len(), self.inputs.len());
        let (mut bits, mut inputs): (Vec<bool>, _) = (Vec::with_capacity(self.nodes.len()), inputs.iter());
        for node in &self.nodes {
            let of = |net: Net| bits[net.index()];
            bits.push(match *node {
                Node::Input => inputs.next().copied().unwrap_or_default(),
                Node::Constant(bit) => bit,
                Node::Not(a) => !of(a),
                Node::Binary(gate, a, b) => gate.of(of(a), of(b)),
                Node::Mux(select, a, b) => {
                    if of(select) {
                        of(a)
                    } else {
                        of(b)
                    }
                }
            });
        }
        self.outputs.iter().map(|(_, net)| bits[net.index()]).collect()
    }

    fn node(&self, net: Net) -> Node {
        self.nodes[net.index()]
    }

    fn push(&mut self, node: Node) -> Net {
        let net = Net(self.nodes.len() as u32);
        self.nodes.push(node);
        net
    }
}
