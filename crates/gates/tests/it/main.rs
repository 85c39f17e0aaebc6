//! Tests of the public interface.

mod bytes;
mod circuits;
mod gates;
mod netlists;
mod noise;
mod refusals;
mod support;
mod tables;
