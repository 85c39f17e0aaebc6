//! `papilio bench engine` and `papilio engine measure`: operations of a server on an engine, the
//! CPU or a device, whose words are compared one by one.

mod bound;
mod case;
pub mod ceilings;
mod ciphertexts;
pub mod foreign;
pub mod jobs;
mod own;
mod polynomials;
pub mod rates;
mod rows;
mod side;
pub mod transforms;

pub use bound::bound;
pub use own::Own;
pub use rows::{Peer, Place, Row};
pub use side::Side;
