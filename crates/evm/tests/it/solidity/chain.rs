//! A chain in memory that keeps what transactions do.

use super::abi::{self, Value};
use papilio_evm::{Account, hex};
use papilio_precompile::revm::NttPrecompiles;
use revm::bytecode::Bytecode;
use revm::context::TxEnv;
use revm::context::result::{ExecutionResult, Output};
use revm::database::InMemoryDB;
use revm::handler::MainnetContext;
use revm::interpreter::interpreter::EthInterpreter;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, Bytes, TxKind, U256};
use revm::state::AccountInfo;
use revm::{Context, ExecuteCommitEvm, InspectCommitEvm, Inspector, MainBuilder, MainContext};
use std::path::Path;

const GAS_LIMIT: u64 = 1 << 24;

/// The sender of transactions.
pub(super) const SENDER: Address = Address::repeat_byte(1);

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It returned this.
    Returned(Vec<u8>),
    /// It reverted with this.
    Reverted(Vec<u8>),
    /// It ran out of gas.
    Halted,
}

impl From<ExecutionResult> for Outcome {
    fn from(result: ExecutionResult) -> Self {
        match result {
            ExecutionResult::Success { output, .. } => Self::Returned(output.into_data().to_vec()),
            ExecutionResult::Revert { output, .. } => Self::Reverted(output.to_vec()),
            ExecutionResult::Halt { .. } => Self::Halted,
        }
    }
}

impl Outcome {
    /// The bytes that were returned.
    pub(super) fn output(self) -> Vec<u8> {
        match self {
            Self::Returned(output) => output,
            other => panic!("{other:?}"),
        }
    }

    /// The word that was returned.
    pub(super) fn word(self) -> U256 {
        let output = self.output();
        assert_eq!(output.len(), 32);
        U256::from_be_slice(&output)
    }
}

/// Accounts, and where the precompiles are.
#[derive(Debug)]
pub(super) struct Chain {
    accounts: InMemoryDB,
    base: u64,
    nonce: u64,
}

impl Chain {
    pub(super) fn new(base: u64) -> Self {
        let mut accounts = InMemoryDB::default();
        accounts.insert_account_info(SENDER, AccountInfo::from_balance(U256::from(1_u128 << 100)));
        Self { accounts, base, nonce: 0 }
    }

    /// From now on the precompiles are elsewhere.
    pub(super) fn move_precompiles(&mut self, base: u64) {
        self.base = base;
    }

    /// Puts code where its account is.
    pub(super) fn insert(&mut self, account: &Account) -> Address {
        let code = Bytecode::new_raw(account.code.clone().into());
        self.accounts.insert_account_info(account.address, AccountInfo::from_bytecode(code));
        account.address
    }

    /// Creates a contract of an artifact with arguments of its constructor.
    pub(super) fn create(&mut self, artifact: &str, arguments: &[Value]) -> Address {
        self.create_of(&[&creation(artifact)[..], &abi::encode(arguments)].concat())
    }

    /// Creates a contract.
    pub(super) fn create_of(&mut self, input: &[u8]) -> Address {
        match self.transact(TxKind::Create, input.to_vec(), 0, GAS_LIMIT).0 {
            ExecutionResult::Success { output: Output::Create(_, Some(address)), .. } => address,
            other => panic!("{other:?}"),
        }
    }

    /// Creates what refuses to be created, and returns the error.
    pub(super) fn refuse_to_create(&mut self, artifact: &str, arguments: &[Value]) -> Vec<u8> {
        let input = [&creation(artifact)[..], &abi::encode(arguments)].concat();
        match self.transact(TxKind::Create, input, 0, GAS_LIMIT).0 {
            ExecutionResult::Revert { output, .. } => output.to_vec(),
            other => panic!("{artifact}: {other:?}"),
        }
    }

    /// Calls a function.
    pub(super) fn call(&mut self, to: Address, signature: &str, values: &[Value]) -> Outcome {
        self.call_with_gas(to, signature, values, GAS_LIMIT).0
    }

    /// Calls a function with some gas, and returns how much of it was used, without the floor of
    /// EIP-7623.
    pub(super) fn call_with_gas(&mut self, to: Address, signature: &str, values: &[Value], gas: u64) -> (Outcome, u64) {
        let (result, used) = self.transact(TxKind::Call(to), abi::call(signature, values), 0, gas);
        (Outcome::from(result), used)
    }

    /// Calls a function under an inspector, and gives it back.
    pub(super) fn inspect<I>(&mut self, to: Address, signature: &str, values: &[Value], inspector: I) -> (Outcome, I)
    where
        I: for<'a> Inspector<MainnetContext<&'a mut InMemoryDB>, EthInterpreter> + Clone,
    {
        let transaction = self.transaction(TxKind::Call(to), abi::call(signature, values), 0, GAS_LIMIT);
        let context = Context::mainnet()
            .with_db(&mut self.accounts)
            .modify_cfg_chained(|config| config.set_spec_and_mainnet_gas_params(SpecId::OSAKA))
            .build_mainnet_with_inspector(inspector);
        let mut machine = context.with_precompiles(NttPrecompiles::with_base(SpecId::OSAKA, self.base));
        let result = machine.inspect_tx_commit(transaction).expect("a result");
        (Outcome::from(result), machine.inspector.clone())
    }

    /// Sends value.
    pub(super) fn pay(&mut self, to: Address, value: u64) {
        let (result, _) = self.transact(TxKind::Call(to), Vec::new(), value, GAS_LIMIT);
        assert!(result.is_success(), "{result:?}");
    }

    fn transaction(&mut self, kind: TxKind, data: Vec<u8>, value: u64, gas: u64) -> TxEnv {
        let builder = TxEnv::builder().caller(SENDER).kind(kind).data(Bytes::from(data)).value(U256::from(value));
        self.nonce += 1;
        builder.nonce(self.nonce - 1).gas_limit(gas).gas_price(0).build().expect("a transaction")
    }

    fn transact(&mut self, kind: TxKind, data: Vec<u8>, value: u64, gas: u64) -> (ExecutionResult, u64) {
        let transaction = self.transaction(kind, data, value, gas);
        let context = Context::mainnet()
            .with_db(&mut self.accounts)
            .modify_cfg_chained(|config| config.set_spec_and_mainnet_gas_params(SpecId::OSAKA))
            .build_mainnet();
        let mut machine = context.with_precompiles(NttPrecompiles::with_base(SpecId::OSAKA, self.base));
        let result = machine.transact_commit(transaction).expect("a result");
        let used = result.gas().total_gas_spent();
        (result, used)
    }
}

/// The gas of a transaction before it does anything.
pub(super) fn intrinsic(data: &[u8]) -> u64 {
    21_000 + data.iter().map(|&byte| if byte == 0 { 4 } else { 16 }).sum::<u64>()
}

/// Creation code of an artifact, without arguments.
fn creation(artifact: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts/artifacts").join(format!("{artifact}.json"));
    let text = std::fs::read_to_string(path).expect("an artifact");
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    hex::decode(artifact["creation"].as_str().expect("code")).expect("hexadecimal")
}
