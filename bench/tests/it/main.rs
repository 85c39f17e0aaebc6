//! Tests of the whole library in one program, which links it: as tests within it they would compile
//! it a second time. Modules are named as those that they test.

mod bfv;
mod circuits;
mod ckks;
mod engine;
mod fft;
mod gates;
mod keyswitch;
mod ntt;
mod peers;
mod rounds;
mod timing;
