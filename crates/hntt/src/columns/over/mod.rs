//! The meanings of the transform.

pub mod bfv;
pub mod counts;
pub mod noise;
pub mod plain;
