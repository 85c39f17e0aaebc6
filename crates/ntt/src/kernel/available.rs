//! The kernels that this processor has.

use super::{Kernel, KernelWord};
#[cfg(feature = "std")]
use alloc::borrow::ToOwned;
#[cfg(feature = "std")]
use alloc::string::String;
use alloc::vec::Vec;

/// The kernels that run here, found once.
pub(crate) struct Available<W: KernelWord>(once::Once<Vec<&'static Kernel<W>>>);

impl<W: KernelWord> Available<W> {
    pub(crate) const fn new() -> Self {
        Self(once::Once::new())
    }

    /// In order of preference, after the filter of `PAPILIO_KERNEL`. The last is the scalar kernel.
    pub(crate) fn kernels(&self) -> &[&'static Kernel<W>] {
        self.0.get_or_init(|| {
            let kernels = W::registry().0;
            let (scalar, others) = kernels.split_last().expect("a registry ends with its scalar kernel");
            let kept = others.iter().filter(|kernel| (kernel.available)() && is_wanted(kernel.name));
            kept.chain(core::iter::once(scalar)).copied().collect()
        })
    }
}

/// Kernels, and others of the same processors for the primes and words that these do not take: the
/// name of the first keeps both.
#[cfg(feature = "std")]
const COMPANIONS: [(&str, &str); 5] =
    [("avx2fma", "avx2"), ("avx512", "avx512dq"), ("avx512ifma", "avx512"), ("avx512ifma", "avx512dq"), ("neonfma", "neon")];

/// Whether the filter of the environment keeps a kernel of this name.
#[cfg(feature = "std")]
pub(crate) fn is_wanted(name: &str) -> bool {
    let filter = std::env::var("PAPILIO_KERNEL").unwrap_or_default();
    filter.is_empty() || filter.split(',').any(|wanted| wanted == name || COMPANIONS.contains(&(wanted, name)))
}

/// A name in `PAPILIO_KERNEL` of which this processor has no kernel.
#[cfg(feature = "std")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("PAPILIO_KERNEL={value}: {fault}; here are {available}", available = available.join(", "))]
pub struct UnknownKernel {
    /// The value of the variable.
    pub value: String,
    /// Which name is wrong, and why.
    pub fault: String,
    /// The names that this processor has.
    pub available: Vec<&'static str>,
}

/// The names in `PAPILIO_KERNEL`, none where it is not set or empty.
///
/// # Errors
/// A name that no kernel of the build has, or whose instruction set this processor lacks.
#[cfg(feature = "std")]
pub fn restriction() -> Result<Option<String>, UnknownKernel> {
    let Some(value) = std::env::var_os("PAPILIO_KERNEL").filter(|value| !value.is_empty()) else { return Ok(None) };
    let value = value.to_string_lossy().into_owned();
    check_names(&value).map(|()| Some(value))
}

/// Whether this processor has every kernel of a list of names, separated by commas, as in
/// `PAPILIO_KERNEL`.
///
/// # Errors
/// See [`restriction`].
#[cfg(feature = "std")]
pub fn check_names(value: &str) -> Result<(), UnknownKernel> {
    let kernels = || Kernel::<u64>::registry().chain(Kernel::<u32>::registry()).chain(Kernel::<u16>::registry());
    let fault = |name: &&str| match kernels().find(|(kernel, ..)| kernel == name) {
        Some((_, true, _)) => None,
        Some((_, false, needs)) => Some(alloc::format!("this processor has no {name} ({needs})")),
        None => Some(alloc::format!("there is no kernel {name:?}")),
    };
    let names: Vec<&str> = value.split(',').collect();
    let Some(fault) = names.iter().find_map(fault) else { return Ok(()) };
    let mut available = Vec::new();
    for (name, ..) in kernels().filter(|(_, runs, _)| *runs) {
        if !available.contains(&name) {
            available.push(name);
        }
    }
    Err(UnknownKernel { value: value.to_owned(), fault, available })
}

/// Without an environment there is no filter.
#[cfg(not(feature = "std"))]
pub(crate) fn is_wanted(_: &str) -> bool {
    true
}

/// Whether the processor has all of the features. Without the standard library, whether the build
/// assumes them.
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
