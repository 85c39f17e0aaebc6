//! What this processor has.

use super::Kernel;
use crate::word::Word;
use alloc::vec::Vec;

/// The rows that run here, found once.
pub(crate) struct Available<W: Word>(once::Once<Vec<&'static Kernel<W>>>);

impl<W: Word> Available<W> {
    pub(crate) const fn new() -> Self {
        Self(once::Once::new())
    }

    /// In order of preference, after the filter of `PAPILIO_KERNEL`. The last is the scalar row.
    pub(crate) fn rows(&self) -> &[&'static Kernel<W>] {
        self.0.get_or_init(|| {
            let rows = W::registry().0;
            let (scalar, others) = rows.split_last().expect("a registry ends with its scalar row");
            let kept = others.iter().filter(|row| (row.available)() && is_wanted(row.name));
            kept.chain(core::iter::once(scalar)).copied().collect()
        })
    }
}

/// Whether the filter of the environment keeps a row of this name.
#[cfg(feature = "std")]
pub(crate) fn is_wanted(name: &str) -> bool {
    let filter = std::env::var("PAPILIO_KERNEL").unwrap_or_default();
    filter.is_empty() || filter.split(',').any(|wanted| wanted == name)
}

/// Without an environment there is no filter.
#[cfg(not(feature = "std"))]
pub(crate) fn is_wanted(_: &str) -> bool {
    true
}

/// Whether the processor has all of the features. Without the standard library, whether the build assumes them.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($($feature:tt),*) => {{
        #[cfg(feature = "std")]
        { $(std::is_x86_feature_detected!($feature))&&* }
        #[cfg(not(feature = "std"))]
        { $(cfg!(target_feature = $feature))&&* }
    }};
}
#[cfg(target_arch = "x86_64")]
pub(super) use has;

#[cfg(feature = "std")]
mod once {
    pub(super) use std::sync::OnceLock as Once;
}

/// Without the standard library: the first to finish wins, as in [`once_cell::race`].
#[cfg(not(feature = "std"))]
mod once {
    pub(super) use once_cell::race::OnceBox;

    pub(super) struct Once<T>(OnceBox<T>);

    impl<T> Once<T> {
        pub(super) const fn new() -> Self {
            Self(OnceBox::new())
        }

        pub(super) fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
            self.0.get_or_init(|| alloc::boxed::Box::new(make()))
        }
    }
}
