//! Words of polynomials, which may be missing.

use crate::{DeviceWords, EngineError, Gpu};
use std::sync::Arc;

/// Words of a polynomial on a GPU, or why there are none. Copies share them until one is changed.
#[derive(Clone, Debug)]
pub struct PolyWords {
    len: usize,
    words: Result<Arc<DeviceWords>, EngineError>,
}

impl PolyWords {
    pub(super) fn new(len: usize, words: Result<DeviceWords, EngineError>) -> Self {
        Self { len, words: words.map(Arc::new) }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The words, to be read.
    pub(super) fn get(&self) -> Result<&DeviceWords, EngineError> {
        self.words.as_deref().map_err(Clone::clone)
    }

    /// The words, to be read on a device.
    pub(super) fn on(&self, gpu: &Gpu) -> Result<&DeviceWords, EngineError> {
        self.get().and_then(|words| words.on(gpu))
    }

    /// Changes words that no other copy has. Where that fails there are none any more.
    pub(super) fn change(&mut self, f: impl FnOnce(&mut DeviceWords) -> Result<(), EngineError>) {
        let changed = self.own().and_then(f);
        if let Err(error) = changed {
            self.words = Err(error);
        }
    }

    /// Words that no other copy has, to be changed, beside those of an operand. Where either are
    /// missing there are none any more.
    pub(super) fn beside<'a>(
        &mut self,
        other: Result<&'a DeviceWords, EngineError>,
    ) -> Option<(&mut DeviceWords, &'a DeviceWords)> {
        let mut operand = None;
        self.change(|_| {
            operand = Some(other?);
            Ok(())
        });
        Some((self.words.as_mut().ok().and_then(Arc::get_mut)?, operand?))
    }

    /// Whether both are there, on one device.
    pub(super) fn is_with(&self, other: &Self) -> bool {
        match (&self.words, &other.words) {
            (Ok(own), Ok(other)) => Arc::ptr_eq(own.memory().device(), other.memory().device()),
            _ => false,
        }
    }

    /// Keeps the first words.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.len = len;
        let Ok(words) = &mut self.words else { return };
        match Arc::get_mut(words) {
            Some(words) => words.truncate(len),
            None => self.words = words.first(len).map(Arc::new),
        }
    }

    fn own(&mut self) -> Result<&mut DeviceWords, EngineError> {
        let words = self.words.as_mut().map_err(|error| error.clone())?;
        if Arc::get_mut(words).is_none() {
            *words = Arc::new(words.first(words.len())?);
        }
        // No one else has had them in between.
        Ok(Arc::get_mut(words).unwrap_or_else(|| unreachable!("words of this value alone")))
    }
}
