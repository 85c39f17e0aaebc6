//! Reports of signatures and keys: objects and tables.

use super::args::EvmVerify;
use papilio_evm::{Deployment, Fork, Report};
use serde::Serialize;

/// The object of `verify --json`.
#[derive(Serialize)]
pub(super) struct Answer<'r> {
    pub(super) scheme: &'static str,
    pub(super) client: &'static str,
    pub(super) fork: &'r str,
    pub(super) message_bytes: usize,
    /// The input of the contract, in hexadecimal; none for a signature that cannot be decoded.
    pub(super) calldata: Option<String>,
    #[serde(flatten)]
    pub(super) report: &'r Report,
}

/// The object of `key --json`.
#[derive(Serialize)]
pub(super) struct Converted<'f> {
    pub(super) scheme: &'static str,
    pub(super) bytes: usize,
    pub(super) fork: &'f str,
    /// The price of making the account.
    #[serde(flatten)]
    pub(super) cost: Deployment,
    pub(super) code: String,
    pub(super) deployment: String,
}

/// The verdict and the account of gas, for people.
pub(super) fn text(args: &EvmVerify, fork: &Fork, report: &Report) -> String {
    let verdict = if report.valid { "VALID" } else { "INVALID" };
    let mut text =
        format!("{verdict}: {} on {}, {fork}\n\n{:>20} {:>8} {:>10}\n", args.scheme, args.client.name(), "", "count", "gas");
    for item in &report.items {
        text += &format!("{:>20} {:>8} {:>10}\n", item.name, item.count, item.gas);
    }
    text += &format!("{:>20} {:>8} {:>10}\n", "in all", "", report.gas);
    text + &format!("{:>20} {:>8} {:>10}\n", "of it precompiles", "", report.precompile_gas)
}
