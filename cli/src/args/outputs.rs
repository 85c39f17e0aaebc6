//! Where results go.

use crate::files::output::Replacement;
use clap::Args;

/// Whether outputs may replace what is there.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Force {
    /// Replace an existing file, unless it is a key or an input
    #[arg(long)]
    pub(crate) force: bool,
}

impl Force {
    /// Whether outputs may take the place of files.
    pub(crate) fn replacement(self) -> Replacement {
        if self.force { Replacement::Forced } else { Replacement::Refused }
    }
}
