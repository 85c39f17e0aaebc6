//! Where the gas of a transaction goes.

use crate::error::Error;
use papilio_precompile::Operation;
use revm::Inspector;
use revm::bytecode::opcode::{EXTCODECOPY, KECCAK256};
use revm::context::result::ResultGas;
use revm::context_interface::cfg::gas::get_tokens_in_calldata;
use revm::context_interface::cfg::gas_params::GasParams;
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::interpreter_types::Jumps;
use revm::interpreter::{CallInputs, CallOutcome, Interpreter};
use revm::primitives::Address;
use serde::Serialize;

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Whether the contract says that the signature is valid.
    pub valid: bool,
    /// Why there is no verdict, which counts as invalid: a call that reverts, halts, or returns
    /// what is neither 0 nor 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Gas of the whole transaction.
    pub gas: u64,
    /// The part of [`gas`](Self::gas) for the precompiles of EIP-7885.
    pub precompile_gas: u64,
    /// All of it, item by item.
    pub items: Vec<Item>,
}

impl Report {
    /// The report of a signature that no transaction can carry to the contract.
    #[must_use]
    pub fn undecodable(reason: &Error) -> Self {
        Self { valid: false, failure: Some(reason.to_string()), gas: 0, precompile_gas: 0, items: Vec::new() }
    }
}

/// A part of the gas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The expense.
    pub name: &'static str,
    /// How often; bytes for calldata and memory.
    pub count: u64,
    /// Gas for all of them.
    pub gas: u64,
}

/// The sum of like expenses.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u64,
    gas: u64,
}

impl Sum {
    fn add(&mut self, gas: u64) {
        self.count += 1;
        self.gas += gas;
    }

    fn item(self, name: &'static str) -> Item {
        Item { name, count: self.count, gas: self.gas }
    }
}

/// Sums while a transaction runs.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    base: u64,
    /// The operations of EIP-7885.
    operations: [Sum; 4],
    /// Other precompiles, and contracts, if there were any.
    called: Sum,
    hashes: Sum,
    copies: Sum,
    memory: Sum,
    rest: Sum,
    /// Frames above the contract.
    depth: usize,
    /// The instruction under way: its opcode, gas and the price of the memory before it.
    before: Option<(u8, u64, u64)>,
}

impl Meter {
    pub(crate) fn new(base: u64) -> Self {
        let none = Sum::default();
        Self {
            base,
            operations: [none; 4],
            called: none,
            hashes: none,
            copies: none,
            memory: none,
            rest: none,
            depth: 0,
            before: None,
        }
    }

    /// The sum that calls of an address belong to.
    fn called(&mut self, address: Address) -> &mut Sum {
        let of = |operation: &Operation| {
            Address::from_word(revm::primitives::U256::from(self.base + operation.address_offset()).into())
        };
        match Operation::ALL.iter().position(|operation| of(operation) == address) {
            Some(i) => &mut self.operations[i],
            None => &mut self.called,
        }
    }

    /// Gas of the precompiles of EIP-7885.
    pub(crate) fn precompiles(&self) -> u64 {
        self.operations.iter().map(|sum| sum.gas).sum()
    }

    /// The items of a transaction with this calldata that costs so much gas.
    pub(crate) fn items(&self, calldata: &[u8], prices: &GasParams, gas: &ResultGas) -> Vec<Item> {
        let bytes = calldata.len() as u64;
        let calldata = prices.tx_token_cost() * get_tokens_in_calldata(calldata, prices.tx_token_non_zero_byte_multiplier());
        let [forward, inverse, multiply, add] = self.operations;
        let mut items = vec![
            Item { name: "transaction", count: 1, gas: 0 },
            Item { name: "calldata", count: bytes, gas: calldata },
            forward.item("NTT_FW"),
            inverse.item("NTT_INV"),
            multiply.item("NTT_VECMULMOD"),
            add.item("NTT_VECADDMOD"),
            self.called.item("other calls"),
            self.hashes.item("KECCAK256"),
            self.copies.item("EXTCODECOPY"),
            self.memory.item("memory"),
            self.rest.item("other instructions"),
        ];
        // The price of a transaction before it does anything depends on the fork.
        let sum: u64 = items.iter().map(|item| item.gas).sum();
        items[0].gas = gas.total_gas_spent().saturating_sub(sum);
        let floor = gas.tx_gas_used().saturating_sub(gas.total_gas_spent());
        if floor > 0 {
            items.push(Item { name: "calldata floor", count: 1, gas: floor });
        }
        items.retain(|item| item.count > 0);
        items
    }
}

impl<CTX> Inspector<CTX, EthInterpreter> for Meter {
    fn step(&mut self, interpreter: &mut Interpreter<EthInterpreter>, _: &mut CTX) {
        if self.depth == 1 {
            let gas = &interpreter.gas;
            self.before = Some((interpreter.bytecode.opcode(), gas.remaining(), gas.memory().expansion_cost));
        }
    }

    fn step_end(&mut self, interpreter: &mut Interpreter<EthInterpreter>, _: &mut CTX) {
        let Some((opcode, gas, memory)) = self.before.take() else { return };
        // Memory that an instruction could not pay for has grown all the same.
        let spent = gas.saturating_sub(interpreter.gas.remaining());
        let grown = (interpreter.gas.memory().expansion_cost - memory).min(spent);
        let own = spent - grown;
        self.memory.gas += grown;
        self.memory.count = 32 * interpreter.gas.memory().words_num as u64;
        match opcode {
            KECCAK256 => self.hashes.add(own),
            EXTCODECOPY => self.copies.add(own),
            _ => self.rest.add(own),
        }
    }

    fn call(&mut self, _: &mut CTX, inputs: &mut CallInputs) -> Option<CallOutcome> {
        // The calling instruction has been charged what it passes on.
        if self.depth == 1 {
            self.rest.gas -= inputs.gas_limit;
        }
        self.depth += 1;
        None
    }

    fn call_end(&mut self, _: &mut CTX, inputs: &CallInputs, outcome: &mut CallOutcome) {
        self.depth -= 1;
        if self.depth == 1 {
            self.called(inputs.bytecode_address).add(outcome.result.gas.total_gas_spent());
        }
    }
}
