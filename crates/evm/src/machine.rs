//! Execution.

use crate::call::Call;
use crate::error::Error;
use crate::items::{Meter, Report};
use papilio_precompile::revm::NttPrecompiles;
use revm::bytecode::Bytecode;
use revm::context::TxEnv;
use revm::context::result::{ExecutionResult, Output};
use revm::database::InMemoryDB;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, Bytes, TxKind};
use revm::state::AccountInfo;
use revm::{Context, InspectEvm, MainBuilder, MainContext};
use std::str::FromStr;

/// More than any call here may use.
const GAS_LIMIT: u64 = 1 << 32;

/// An Ethereum client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Client {
    /// The virtual machine of reth, under the rules of Prague.
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

    /// Executes a call on a chain with the precompiles at `base` and behind it.
    ///
    /// # Errors
    /// A machine that refuses the transaction.
    pub fn run(self, call: &Call, base: u64) -> Result<Report, Error> {
        match self {
            Self::Revm => revm(call, base),
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

fn revm(call: &Call, base: u64) -> Result<Report, Error> {
    let failed = |e: &dyn std::fmt::Debug| Error::Machine(format!("{e:?}"));
    let transaction = TxEnv::builder()
        .caller(Address::repeat_byte(1))
        .kind(TxKind::Call(call.contract.address))
        .data(Bytes::copy_from_slice(&call.calldata))
        .gas_limit(GAS_LIMIT)
        .gas_price(0)
        .build()
        .map_err(|e| failed(&e))?;
    let context = Context::mainnet().with_db(accounts(call)).modify_cfg_chained(|config| {
        config.set_spec_and_mainnet_gas_params(SpecId::PRAGUE);
        config.tx_gas_limit_cap = Some(GAS_LIMIT);
    });
    let mut machine = context
        .modify_block_chained(|block| block.gas_limit = GAS_LIMIT)
        .build_mainnet_with_inspector(Meter::new(base))
        .with_precompiles(NttPrecompiles::with_base(SpecId::PRAGUE, base));
    let result = machine.inspect_one_tx(transaction).map_err(|e| failed(&e))?;
    let (gas, meter) = (result.tx_gas_used(), &machine.inspector);
    let (valid, failure) = verdict(&result);
    Ok(Report { valid, failure, gas, precompile_gas: meter.precompiles(), items: meter.items(&call.calldata, gas) })
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
        ExecutionResult::Revert { .. } => (false, Some("the contract reverted".to_owned())),
        other => (false, Some(format!("the contract stopped: {other:?}"))),
    }
}
