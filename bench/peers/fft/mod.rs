//! The common parts of the peers for complex transforms: the protocol, the definition and the clock
//! of the benchmark, and the choice of the fastest way. A module of each of them (`#[path]`), so
//! that none of it exists twice; it needs `serde` and `serde_json` only.

#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../src/fft/definition.rs"]
mod definition;
mod fastest;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../src/fft/measure.rs"]
mod measure;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../src/ntt/protocol.rs"]
mod ntt;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../src/fft/protocol.rs"]
mod protocol;
mod server;
#[allow(dead_code, unreachable_pub, reason = "shared with the benchmark, which uses all of it")]
#[path = "../../src/fft/transform.rs"]
mod transform;

pub(crate) use server::{Library, natural_points, serve};
pub(crate) use transform::{Buffer, Layout, Transform};
