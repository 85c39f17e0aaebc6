//! `papilio bench`: what the program is built on, against other libraries.

pub(super) mod args;
mod bfv;
mod ckks;
mod engine;
mod fft;
mod gates;
mod keyswitch;
mod ntt;
mod peers;
mod report;

use crate::error::CliError;
use crate::stdout::Format;
use args::{Bench, BenchTarget};

pub(crate) fn bench(args: &Bench, format: Format) -> Result<(), CliError> {
    match &args.target {
        BenchTarget::Ntt(args) => ntt::ntt(args, format),
        BenchTarget::Bfv(args) => bfv::bfv(args, format),
        BenchTarget::Ckks(args) => ckks::ckks(args, format),
        BenchTarget::Fft(args) => fft::fft(args, format),
        BenchTarget::Gates(args) => gates::gates(args, format),
        BenchTarget::Keyswitch(args) => keyswitch::keyswitch(args, format),
        BenchTarget::Engine(args) => engine::engine(args, format),
    }
}
