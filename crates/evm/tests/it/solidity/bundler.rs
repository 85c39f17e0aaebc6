//! Validation keeps the rules of ERC-7562 that a bundler checks, but for the list of precompiles.

use super::account::{HASH, VALIDATE, Wallet};
use super::owner::Owner;
use papilio_evm::Scheme;
use papilio_precompile::{DEFAULT_BASE, Operation};
use revm::Inspector;
use revm::bytecode::opcode::{self, OpCode};
use revm::interpreter::interpreter::EthInterpreter;
use revm::interpreter::interpreter_types::Jumps;
use revm::interpreter::{CallInputs, CallOutcome, Interpreter};
use revm::primitives::{Address, U256};
use std::collections::BTreeSet;

/// Opcodes that validation must not have: OP-011, OP-031 and OP-080.
const BLOCKED: [u8; 17] = [
    opcode::ORIGIN,
    opcode::GASPRICE,
    opcode::BLOCKHASH,
    opcode::COINBASE,
    opcode::TIMESTAMP,
    opcode::NUMBER,
    opcode::DIFFICULTY,
    opcode::GASLIMIT,
    opcode::BASEFEE,
    opcode::BLOBHASH,
    opcode::BLOBBASEFEE,
    opcode::CREATE,
    opcode::CREATE2,
    opcode::INVALID,
    opcode::SELFDESTRUCT,
    opcode::BALANCE,
    opcode::SELFBALANCE,
];
const CALLS: [u8; 4] = [opcode::CALL, opcode::CALLCODE, opcode::DELEGATECALL, opcode::STATICCALL];
const STORAGE: [u8; 4] = [opcode::SLOAD, opcode::SSTORE, opcode::TLOAD, opcode::TSTORE];
const CODE: [u8; 3] = [opcode::EXTCODESIZE, opcode::EXTCODECOPY, opcode::EXTCODEHASH];

/// Watches the account and those that it calls.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    account: Address,
    entry_point: Address,
    /// Frames above the EntryPoint's.
    depth: usize,
    after_gas: bool,
    violations: Vec<String>,
    /// Addresses that are called or whose code is read.
    used: BTreeSet<Address>,
}

impl Rules {
    fn new(account: Address, entry_point: Address) -> Self {
        Self { account, entry_point, depth: 0, after_gas: false, violations: Vec::new(), used: BTreeSet::new() }
    }

    fn violate(&mut self, rule: &str, opcode: u8) {
        self.violations.push(format!("{rule}: {}", OpCode::new(opcode).map_or("unassigned", |opcode| opcode.as_str())));
    }
}

impl<CTX> Inspector<CTX, EthInterpreter> for Rules {
    fn step(&mut self, interpreter: &mut Interpreter<EthInterpreter>, _: &mut CTX) {
        let (opcode, own) = (interpreter.bytecode.opcode(), interpreter.input.target_address);
        if self.depth < 2 || own == self.entry_point {
            return;
        }
        if BLOCKED.contains(&opcode) || OpCode::new(opcode).is_none() {
            self.violate("OP-011", opcode);
        }
        if self.after_gas && !CALLS.contains(&opcode) {
            self.violate("OP-012", opcode);
        }
        self.after_gas = opcode == opcode::GAS;
        if STORAGE.contains(&opcode) && own != self.account {
            self.violate("STO-010", opcode);
        }
        if CODE.contains(&opcode) {
            let address = interpreter.stack.peek(0).expect("an address");
            self.used.insert(Address::from_word(address.into()));
        }
    }

    fn call(&mut self, _: &mut CTX, inputs: &mut CallInputs) -> Option<CallOutcome> {
        if self.depth >= 2 {
            self.used.insert(inputs.bytecode_address);
            if inputs.transfers_value() && inputs.target_address != self.entry_point {
                self.violate("OP-061", opcode::CALL);
            }
        }
        self.depth += 1;
        None
    }

    fn call_end(&mut self, _: &mut CTX, _: &CallInputs, _: &mut CallOutcome) {
        self.depth -= 1;
    }
}

#[test]
fn validation_keeps_the_rules() {
    for scheme in Scheme::ALL {
        let owner = Owner::new(scheme, 1);
        let mut wallet = Wallet::of(&owner);
        wallet.chain.pay(wallet.account, 1000);
        let mut wrong = owner.sign(&HASH);
        wrong[99] ^= 1;
        for (signature, expected) in [(owner.sign(&HASH), 0), (wrong, 1), (Vec::new(), 1)] {
            let arguments = wallet.validation(&HASH, &signature, 10);
            let rules = Rules::new(wallet.account, wallet.entry_point);
            let (outcome, rules) = wallet.chain.inspect(wallet.entry_point, VALIDATE, &arguments, rules);
            assert_eq!(U256::from_be_slice(&outcome.output()[..32]), U256::from(expected), "{scheme}");
            assert_eq!(rules.violations, Vec::<String>::new(), "{scheme}");
            let operations = Operation::ALL.map(|operation| DEFAULT_BASE + operation.address_offset());
            let mut allowed = BTreeSet::from(operations.map(|at| Address::from_word(U256::from(at).into())));
            allowed.extend([wallet.entry_point, wallet.account, wallet.verifier, wallet.key()]);
            assert!(rules.used.is_subset(&allowed), "{scheme}: {:?}", rules.used);
            for address in [wallet.verifier, wallet.key()] {
                assert_eq!(rules.used.contains(&address), !signature.is_empty(), "{scheme}");
            }
        }
    }
}
