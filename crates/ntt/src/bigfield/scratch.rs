//! Scratch that stays with a plan from one transform to the next, and is erased with it: it may
//! have held secrets.

use alloc::vec;
use alloc::vec::Vec;

/// The scratch of the last transform, while no other has it. A clone has none.
#[derive(Default)]
pub(super) struct Scratch {
    #[cfg(feature = "std")]
    kept: std::sync::Mutex<Vec<u64>>,
}

#[cfg(feature = "std")]
impl Drop for Scratch {
    fn drop(&mut self) {
        papilio_field::erase(&mut self.take());
    }
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl core::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Scratch")
    }
}

impl Scratch {
    /// Lends `len` words of any content.
    pub(super) fn lend(&self, len: usize, job: impl FnOnce(&mut [u64])) {
        let mut words = self.take();
        if words.len() < len {
            papilio_field::erase(&mut words);
            words = vec![0; len];
        }
        job(&mut words);
        self.keep(words);
    }

    #[cfg(feature = "std")]
    fn take(&self) -> Vec<u64> {
        self.kept.lock().map(|mut kept| core::mem::take(&mut *kept)).unwrap_or_default()
    }

    #[cfg(feature = "std")]
    fn keep(&self, words: Vec<u64>) {
        if let Ok(mut kept) = self.kept.lock() {
            *kept = words;
        }
    }

    /// Without the standard library nothing is kept.
    #[cfg(not(feature = "std"))]
    fn take(&self) -> Vec<u64> {
        Vec::new()
    }

    #[cfg(not(feature = "std"))]
    fn keep(&self, _words: Vec<u64>) {}
}
