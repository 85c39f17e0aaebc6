//! Why work ends early.

use crate::engine::error::EngineError;

/// The caller asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("canceled")]
pub struct Canceled;

/// Why work of an engine beside the CPU ended: there is nothing else, so that whoever converts this
/// loses no reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ended {
    /// The caller asked to stop.
    #[error(transparent)]
    Canceled(#[from] Canceled),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
