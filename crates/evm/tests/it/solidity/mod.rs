//! The libraries for Solidity and the account, on a chain with the precompiles.

mod abi;
mod account;
mod bundler;
mod chain;
mod elsewhere;
mod entry_point;
mod forge;
mod gas;
mod library;
mod ntt;
mod owner;
mod scheme;
