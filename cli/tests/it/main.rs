//! The program, run as its users run it.

mod bench;
mod bench_bfv;
mod bench_fft;
mod common;
mod contract;
mod costs;
mod errors;
mod evm;
mod evm_signing;
mod files;
mod help;
mod inspect;
mod interrupt;
mod kernels;
mod keygen;
mod limits;
mod memory;
mod outputs;
mod precompile;
mod public_key;
mod selftest;
mod slot_files;
mod slots;
mod streams;
mod sweep;
mod tamper;
