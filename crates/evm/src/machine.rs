//! Execution.

use crate::call::{Account, Call};
use crate::error::Error;
use crate::fork::{BLOCK_GAS_LIMIT, Fork};
use crate::items::{Meter, Report};
use papilio_precompile::DEFAULT_BASE;
use papilio_precompile::revm::NttPrecompiles;
use revm::bytecode::Bytecode;
use revm::context::TxEnv;
use revm::context::result::{ExecutionResult, HaltReason, Output};
use revm::database::InMemoryDB;
use revm::handler::MainnetContext;
use revm::primitives::{Address, Bytes, TxKind};
use revm::state::AccountInfo;
use revm::{Context, InspectEvm, MainBuilder, MainContext};
use serde::Serialize;
use std::str::FromStr;

/// An Ethereum client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Client {
    /// The virtual machine of reth.
    Revm,
}

impl Client {
    /// All known clients.
    pub const ALL: [Self; 1] = [Self::Revm];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Revm => "revm",
        }
    }

    /// Executes a call on a chain of a fork with the precompiles at `base` and behind it.
    ///
    /// # Errors
    /// A machine that refuses the transaction.
    pub fn run(self, call: &Call, fork: &Fork, base: u64) -> Result<Report, Error> {
        match self {
            Self::Revm => verify(call, fork, base),
        }
    }

    /// Executes the transaction that makes an account, and gives its gas.
    ///
    /// # Errors
    /// A machine that refuses the transaction, or code that the fork does not take.
    pub fn deploy(self, account: &Account, fork: &Fork) -> Result<Deployment, Error> {
        match self {
            Self::Revm => deploy(account, fork),
        }
    }
}

impl FromStr for Client {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let unknown = || Error::Name { what: "client", got: name.to_owned(), known: Self::ALL.map(Self::name).join(", ") };
        Self::ALL.into_iter().find(|client| client.name() == name).ok_or_else(unknown)
    }
}

/// The gas of making an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Deployment {
    /// Gas of the whole transaction.
    pub gas: u64,
    /// The part of it that is paid for state (EIP-8037), which no limit of a transaction counts.
    pub state_gas: u64,
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Machine(error.to_string())
}

/// Why an execution ended without what it was for.
fn ending(result: &ExecutionResult) -> String {
    match result {
        ExecutionResult::Success { .. } => "it ended with another result".to_owned(),
        ExecutionResult::Revert { .. } => "it reverted".to_owned(),
        ExecutionResult::Halt { reason: HaltReason::OutOfGas(_), .. } => "it ran out of gas".to_owned(),
        ExecutionResult::Halt { reason, .. } => format!("it stopped: {reason:?}"),
    }
}

fn transaction(fork: &Fork, kind: TxKind, data: &[u8]) -> Result<TxEnv, Error> {
    let data = Bytes::copy_from_slice(data);
    let builder = TxEnv::builder().caller(Address::repeat_byte(1)).kind(kind).data(data);
    builder.gas_limit(fork.gas_limit()).gas_price(0).build().map_err(|e| Error::Machine(format!("{e:?}")))
}

/// A chain of a fork.
fn chain(fork: &Fork, accounts: InMemoryDB) -> MainnetContext<InMemoryDB> {
    let context = Context::mainnet().with_db(accounts).modify_cfg_chained(|config| {
        config.set_spec_and_mainnet_gas_params(fork.spec());
        config.set_gas_params(fork.prices.clone());
    });
    context.modify_block_chained(|block| block.gas_limit = BLOCK_GAS_LIMIT)
}

/// Executes a transaction, with a meter even where nobody reads it: a machine without would be
/// another instance of all of revm.
fn execute(fork: &Fork, accounts: InMemoryDB, base: u64, transaction: TxEnv) -> Result<(ExecutionResult, Meter), Error> {
    let mut machine = chain(fork, accounts)
        .build_mainnet_with_inspector(Meter::new(base))
        .with_precompiles(NttPrecompiles::with_base(fork.spec(), base));
    let result = machine.inspect_one_tx(transaction).map_err(failed)?;
    Ok((result, machine.inspector))
}

fn verify(call: &Call, fork: &Fork, base: u64) -> Result<Report, Error> {
    let transaction = transaction(fork, TxKind::Call(call.contract.address), &call.calldata)?;
    let (result, meter) = execute(fork, accounts(call), base, transaction)?;
    let (valid, failure) = verdict(&result);
    let gas = result.gas();
    let precompile_gas = meter.precompiles();
    let items = meter.items(&call.calldata, &fork.prices, gas);
    Ok(Report { valid, failure, gas: gas.tx_gas_used(), precompile_gas, items })
}

fn deploy(account: &Account, fork: &Fork) -> Result<Deployment, Error> {
    let (result, _) =
        execute(fork, InMemoryDB::default(), DEFAULT_BASE, transaction(fork, TxKind::Create, &account.deployment())?)?;
    match &result {
        ExecutionResult::Success { output: Output::Create(code, Some(_)), .. } if *code == account.code => {
            Ok(Deployment { gas: result.tx_gas_used(), state_gas: result.gas().state_gas_spent_final() })
        }
        other => Err(failed(ending(other))),
    }
}

fn accounts(call: &Call) -> InMemoryDB {
    let mut accounts = InMemoryDB::default();
    for account in call.accounts() {
        let code = Bytecode::new_raw(Bytes::copy_from_slice(&account.code));
        accounts.insert_account_info(account.address, AccountInfo::from_bytecode(code));
    }
    accounts
}

/// One word: 1 for valid, 0 for invalid, and whatever else is no verdict.
fn verdict(result: &ExecutionResult) -> (bool, Option<String>) {
    match result {
        ExecutionResult::Success { output: Output::Call(output), .. } => match output.split_last() {
            Some((last @ 0..=1, front)) if front.len() == 31 && front.iter().all(|&byte| byte == 0) => (*last == 1, None),
            _ => (false, Some(format!("the contract returned {output}"))),
        },
        other => (false, Some(format!("there is no verdict of the contract: {}", ending(other)))),
    }
}
