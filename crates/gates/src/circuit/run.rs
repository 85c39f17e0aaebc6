//! Circuits on encrypted bits.

use super::{Circuit, Node};
use crate::gate::Gate;
use crate::{Bit, Bits, Evaluator, GatesError};

/// Gates of each thread between reports: a few passes through the key.
const BETWEEN_REPORTS: usize = 16;

/// How a circuit is run: with reports of progress, which may end it.
pub struct Run<'a> {
    /// Is told the rotations that are done and those of the whole, and says whether to go on.
    pub progress: &'a mut dyn FnMut(usize, usize) -> bool,
}

impl Circuit {
    /// The outputs for encrypted inputs: level by level, gates of a level side by side on all
    /// threads of the pool that it runs in.
    ///
    /// # Errors
    /// [`GatesError::Inputs`] unless there is one bit for every input; [`GatesError::Parameters`];
    /// [`GatesError::Key`].
    pub fn run(&self, evaluator: &Evaluator, inputs: &Bits) -> Result<Bits, GatesError> {
        self.run_with(evaluator, inputs, Run { progress: &mut |_, _| true })
    }

    /// [`Self::run`] with reports.
    ///
    /// # Errors
    /// The errors of [`Self::run`]; [`GatesError::Canceled`].
    pub fn run_with(&self, evaluator: &Evaluator, inputs: &Bits, run: Run<'_>) -> Result<Bits, GatesError> {
        let (found, expected) = (inputs.bits().len(), self.inputs.len());
        if found != expected {
            return Err(GatesError::Inputs { found, expected });
        }
        let mut state = State { circuit: self, evaluator, bits: vec![None; self.nodes.len()], uses: self.uses() };
        for (bit, (_, net)) in inputs.bits().iter().zip(&self.inputs) {
            // Bits of another key are refused even where the circuit does not use them.
            evaluator.check(bit)?;
            state.bits[net.index()] = Some(bit.clone());
        }
        let (mut done, of) = (0, self.rotations());
        let size = BETWEEN_REPORTS * rayon::current_num_threads();
        let mut goes_on = (run.progress)(done, of);
        for level in self.by_level() {
            for nodes in level.chunks(size) {
                if !goes_on {
                    return Err(GatesError::Canceled { done, of });
                }
                let rotations = state.evaluate(nodes)?;
                done += rotations;
                // Nodes that cost nothing are not told.
                goes_on = rotations == 0 || (run.progress)(done, of);
            }
        }
        let outputs = self.outputs.iter().map(|(_, net)| state.bit(net.index()).cloned());
        Ok(Bits::under(evaluator.key_id(), outputs.collect::<Result<_, _>>()?))
    }

    /// How often each net is used by outputs and what they need.
    fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.nodes.len()];
        let inputs = self.needed_nodes().flat_map(Node::inputs);
        inputs.chain(self.outputs.iter().map(|(_, net)| *net)).for_each(|net| uses[net.index()] += 1);
        uses
    }

    /// Nodes by level; in each, those that cost nothing after those that they may depend on.
    fn by_level(&self) -> Vec<Vec<usize>> {
        let levels = self.levels();
        let mut nodes: Vec<Vec<usize>> = vec![Vec::new(); 2 * (levels.iter().max().copied().unwrap_or(0) + 1)];
        let needed = self.needed();
        for (index, (node, level)) in self.nodes.iter().zip(levels).enumerate().filter(|(index, _)| needed[*index]) {
            nodes[2 * level + usize::from(node.rotations() == 0)].push(index);
        }
        nodes
    }
}

struct State<'a> {
    circuit: &'a Circuit,
    evaluator: &'a Evaluator,
    /// Bits that are still used.
    bits: Vec<Option<Bit>>,
    uses: Vec<u32>,
}

impl State<'_> {
    fn bit(&self, index: usize) -> Result<&Bit, GatesError> {
        self.bits[index].as_ref().ok_or(GatesError::Canceled { done: 0, of: 0 })
    }

    /// The rotations of nodes of one level.
    fn evaluate(&mut self, nodes: &[usize]) -> Result<usize, GatesError> {
        let mut rotations = 0;
        let mut at = 0;
        while at < nodes.len() {
            // Gates side by side; what costs nothing one after the other, since it may use what
            // came before.
            let of = &self.circuit.nodes;
            let count = nodes[at..].iter().take_while(|&&index| of[index].rotations() > 0).count();
            if count == 0 {
                self.evaluate_free(nodes[at])?;
                at += 1;
                continue;
            }
            let gates = nodes[at..at + count].iter().map(|&index| self.gate(of[index])).collect::<Result<Vec<_>, _>>()?;
            let outputs = self.evaluator.evaluate(&gates)?;
            for (&index, bit) in nodes[at..at + count].iter().zip(outputs) {
                rotations += of[index].rotations();
                self.keep(index, bit);
            }
            at += count;
        }
        Ok(rotations)
    }

    fn gate(&self, node: Node) -> Result<Gate<'_>, GatesError> {
        match node {
            Node::Binary(gate, a, b) => Ok(Gate::Binary(gate, self.bit(a.index())?, self.bit(b.index())?)),
            Node::Mux(select, a, b) => Ok(Gate::Mux(self.bit(select.index())?, self.bit(a.index())?, self.bit(b.index())?)),
            Node::Not(_) | Node::Input | Node::Constant(_) => unreachable!("they have no rotation"),
        }
    }

    fn evaluate_free(&mut self, index: usize) -> Result<(), GatesError> {
        let bit = match self.circuit.nodes[index] {
            Node::Constant(bit) => self.evaluator.constant(bit),
            Node::Not(a) => self.evaluator.not(self.bit(a.index())?)?,
            _ => return Ok(()),
        };
        self.keep(index, bit);
        Ok(())
    }

    /// Keeps a bit while it is used, and lets go of inputs that are not any more.
    fn keep(&mut self, index: usize, bit: Bit) {
        if self.uses[index] > 0 {
            self.bits[index] = Some(bit);
        }
        for net in self.circuit.nodes[index].inputs() {
            self.uses[net.index()] -= 1;
            if self.uses[net.index()] == 0 {
                self.bits[net.index()] = None;
            }
        }
    }
}
