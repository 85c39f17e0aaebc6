//! Calls as data for other clients.

use crate::call::Call;
use revm::primitives::hex;
use serde::Serialize;
use std::collections::BTreeMap;

/// Accounts with code, and transactions that each start from them: the input of `go/cmd/evmcall`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Script {
    accounts: BTreeMap<String, String>,
    calls: Vec<Transaction>,
}

#[derive(Clone, Debug, Serialize)]
struct Transaction {
    to: String,
    data: String,
    /// Gas limit; 0 stands for as much as the call takes.
    gas: u64,
}

impl Script {
    /// Adds a call, with its accounts.
    pub fn push(&mut self, call: &Call) {
        for account in call.accounts() {
            self.accounts.insert(hex::encode_prefixed(account.address), hex::encode_prefixed(&account.code));
        }
        let to = hex::encode_prefixed(call.contract.address);
        self.calls.push(Transaction { to, data: hex::encode_prefixed(&call.calldata), gas: 0 });
    }

    /// The JSON text.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::json!(self).to_string()
    }
}
