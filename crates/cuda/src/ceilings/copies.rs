//! Copies in the memory of a device, and between it and the host.

use crate::driver::{self, COPIED_WORDS, Memory, Pinned, Place};
use crate::{EngineError, Gpu};

/// Words of a device that are copied to others.
#[derive(Debug)]
pub struct DeviceCopies {
    from: Memory,
    to: Memory,
}

impl DeviceCopies {
    /// Words of a block of [`Self::by_kernel`].
    pub const BLOCK: usize = COPIED_WORDS;

    /// Words on a device, and room for as many.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    pub fn new(gpu: &Gpu, words: &[u64]) -> Result<Self, EngineError> {
        Ok(Self { from: Memory::of(gpu.device(), words)?, to: Memory::unspecified(gpu.device(), words.len())? })
    }

    /// Queues so many copies of all words by a kernel, in one launch. Each begins a block later
    /// than the one before: the last of `r` copies has words of [`Self::place`] `r - 1`.
    ///
    /// # Panics
    /// The words are no whole blocks.
    pub fn by_kernel(&mut self, rounds: u32) {
        driver::copy_in_rounds(&mut self.to, &self.from, rounds);
    }

    /// Queues a copy of all words by the driver.
    pub fn by_driver(&mut self) {
        let (len, from) = (self.from.len(), Place { memory: &self.from, first: 0 });
        driver::copy(&mut self.to, 0, from, len);
    }

    /// Where a word of the copy is from, after copies that begin so many blocks later than the
    /// first.
    #[must_use]
    pub fn place(&self, word: usize, later: u32) -> usize {
        (word + later as usize * Self::BLOCK) % self.from.len()
    }

    /// The first words of the copy.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn first(&self, words: usize) -> Result<Vec<u64>, EngineError> {
        let mut out = vec![0; words.min(self.to.len())];
        self.to.download(&mut out)?;
        Ok(out)
    }
}

/// The direction of copies between a host and its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// To the device.
    Upload,
    /// To the host.
    Download,
    /// Both at a time.
    Both,
}

/// Words of a device that come from the host or go there.
#[derive(Debug)]
pub struct HostCopies {
    inward: Memory,
    outward: Memory,
    pinned: Option<[Pinned; 2]>,
}

impl HostCopies {
    /// Twice so many zeros on the device, and as many words of the host that the device copies by
    /// itself, where the host has them.
    ///
    /// # Errors
    /// [`EngineError::OutOfMemory`], [`EngineError::Poisoned`] or a failure of the device.
    pub fn new(gpu: &Gpu, words: usize) -> Result<Self, EngineError> {
        let device = gpu.device();
        let pinned = Pinned::new(device, words)?.zip(Pinned::new(device, words)?);
        let [mut inward, mut outward] = [Memory::of_all_queues(device, words)?, Memory::of_all_queues(device, words)?];
        [&mut inward, &mut outward].into_iter().for_each(|memory| memory.clear(driver::Queue::Compute));
        gpu.synchronize()?;
        Ok(Self { inward, outward, pinned: pinned.map(|(first, other)| [first, other]) })
    }

    /// Whether the host has memory from which the device copies by itself.
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.pinned.is_some()
    }

    /// The words that [`Self::pinned`] copies to the device, and those that have come from there.
    /// Waits for copies that were queued.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn pinned_words(&mut self) -> Result<Option<[&mut [u64]; 2]>, EngineError> {
        let Some([sent, fetched]) = &mut self.pinned else { return Ok(None) };
        Ok(Some([sent.words()?, fetched.words()?]))
    }

    /// Copies all words to the device, or from there, or both at a time, by the device itself, and
    /// waits.
    ///
    /// # Errors
    /// [`EngineError::Poisoned`] by the first failure of the device, or the failure itself.
    pub fn pinned(&mut self, course: Course) -> Result<(), EngineError> {
        let Some([sent, fetched]) = &mut self.pinned else { return Ok(()) };
        if course != Course::Download {
            sent.send(self.inward.len(), &mut self.inward)?;
        }
        if course != Course::Upload {
            fetched.fetch(self.outward.len(), &self.outward)?;
        }
        sent.words()?;
        fetched.words().map(drop)
    }

    /// Copies words of any memory to the device: those that [`Self::pinned`] fetches.
    ///
    /// # Errors
    /// The same as those of [`Self::pinned`].
    ///
    /// # Panics
    /// More words than there are.
    pub fn upload(&mut self, words: &[u64]) -> Result<(), EngineError> {
        self.outward.upload(words)
    }

    /// Copies words of the device to any memory: those that [`Self::upload`] has sent.
    ///
    /// # Errors
    /// The same as those of [`Self::pinned`].
    ///
    /// # Panics
    /// More words than there are.
    pub fn uploaded(&self, words: &mut [u64]) -> Result<(), EngineError> {
        self.outward.download(words)
    }

    /// Copies words of the device to any memory: those that came from [`Self::pinned`].
    ///
    /// # Errors
    /// The same as those of [`Self::pinned`].
    ///
    /// # Panics
    /// More words than there are.
    pub fn download(&self, words: &mut [u64]) -> Result<(), EngineError> {
        self.inward.download(words)
    }
}
