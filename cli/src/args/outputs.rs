//! Where results go.

use clap::Args;

/// Whether outputs may replace what is there.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Force {
    /// Replace an existing file, unless it is a key or an input
    #[arg(long)]
    pub(crate) force: bool,
}
