//! Kernels of the cyclic transform over primes of 251 to 255 bits, eight residues in lanes of
//! 52-bit limbs.
//!
//! * `lanes`: the vocabulary; `doubles`: its products in doubles; `avx512ifma`, `avx2fma`: its
//!   implementations and the shells that enable the instruction sets;
//! * `prime`, `residue`: arithmetic with lazy intervals;
//! * `tree`: the transform of a block that lies in the cache; `tables`, `steps`: that of all data,
//!   in two steps of blocks;
//! * `portable`: the kernel for every processor, and for short transforms, over the arithmetic of
//!   single elements.
//!
//! Counts, bound and measurements: `docs/notes/large-primes.md`.

#[cfg(target_arch = "x86_64")]
mod avx2fma;
#[cfg(target_arch = "x86_64")]
mod avx512ifma;
#[cfg(any(target_arch = "x86_64", test))]
mod doubles;
mod lanes;
mod layout;
pub(crate) mod portable;
pub(crate) mod prime;
mod residue;
mod steps;
mod tables;
#[cfg(test)]
mod tests;
mod tree;

#[cfg(target_arch = "x86_64")]
use super::available::has;
#[cfg(target_arch = "x86_64")]
use super::available::is_wanted;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use layout::{VECTOR_WORDS, WORDS};
use papilio_field::Field;
use papilio_field::order::Order;
use prime::{LIMBS, Prime};
use steps::{Job, Worker};
pub(crate) use tables::{ConstantWords, Spectrum, Tables};

/// The shortest transform of the vector kernels: each step has a whole group of eight.
pub(crate) const MIN_LOG: u32 = 6;
/// The longest: [`tree::MAX_LEVELS`] in each step.
pub(crate) const MAX_LOG: u32 = 2 * tree::MAX_LEVELS;
/// Scratch begins on a cache line.
const LINE_WORDS: usize = 8;

/// The threads that a transform runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// The calling one.
    This,
    /// The threads of the current pool.
    Pool,
}

/// A vector kernel for one prime. Those of an instruction set come from [`Shells::detect`] only,
/// which asks the processor.
#[derive(Clone, Copy)]
pub(crate) struct Shells {
    pub(crate) name: &'static str,
    /// The words of constants in tables.
    pub(crate) constant_words: ConstantWords,
    columns: unsafe fn(&Job<'_>, Worker, usize, Range<usize>),
    rows: unsafe fn(&Job<'_>, Range<usize>),
}

impl Shells {
    /// The vector kernels that the processor has and `PAPILIO_KERNEL` allows, in order of
    /// preference.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn detect<P: Prime>() -> impl Iterator<Item = Self> {
        let ifma = has!("avx512f", "avx512dq", "avx512ifma").then_some(avx512ifma::shells::<P>());
        let fma = has!("avx2", "fma").then_some(avx2fma::shells::<P>());
        ifma.into_iter().chain(fma).filter(|shells| is_wanted(shells.name))
    }

    /// The vector kernels: there is none.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn detect<P: Prime>() -> impl Iterator<Item = Self> {
        core::iter::empty()
    }
}

/// A transform of a vector kernel.
#[derive(Clone)]
pub(crate) struct Transform {
    shells: Shells,
    tables: Tables,
}

impl core::fmt::Debug for Transform {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Transform(2^{} x 2^{})", self.tables.first, self.tables.second)
    }
}

/// A job that threads share.
struct Shared<'a>(Job<'a>);

// SAFETY: no two calls of a step overlap in what they write, see `Transform::run`.
unsafe impl Sync for Shared<'_> {}

impl Shared<'_> {
    fn job(&self) -> &Job<'_> {
        &self.0
    }
}

impl Transform {
    /// The transform, or `None` for a length outside [`MIN_LOG`] to [`MAX_LOG`].
    pub(crate) fn new<F: Field>(shells: Shells, spectrum: &Spectrum<F>) -> Option<Self> {
        let tables = || Tables::new(spectrum, shells.constant_words);
        (MIN_LOG..=MAX_LOG).contains(&spectrum.log_size).then(|| Self { shells, tables: tables() })
    }

    /// The name of the kernel.
    pub(crate) fn kernel(&self) -> &'static str {
        self.shells.name
    }

    /// Words of scratch for [`Self::run`]: the middle and one worker, each with what it takes to
    /// begin on a cache line.
    pub(crate) fn scratch_len(&self) -> usize {
        self.middle_len() + self.worker_len() + 2 * LINE_WORDS
    }

    fn middle_len(&self) -> usize {
        self.tables.size() * LIMBS
    }

    fn worker_len(&self) -> usize {
        (2 * VECTOR_WORDS) << self.tables.first
    }

    fn worker(&self, words: &mut [u64]) -> Worker {
        let words = aligned(words, self.worker_len());
        let (block, twist) = words.split_at_mut(VECTOR_WORDS << self.tables.first);
        Worker { block: block.as_mut_ptr(), twist: twist.as_mut_ptr() }
    }

    /// The transform on this thread, or on those of the current pool.
    ///
    /// `orders` are those of the input and of the output.
    ///
    /// # Panics
    /// Unless data and scratch have their lengths.
    pub(crate) fn run(&self, data: &mut [[u64; WORDS]], scratch: &mut [u64], orders: (Order, Order), threads: Threads) {
        assert_eq!(data.len(), self.tables.size(), "data of another length");
        assert!(scratch.len() >= self.scratch_len(), "scratch is too short");
        let (middle, own) = scratch.split_at_mut(self.middle_len() + LINE_WORDS);
        let middle = aligned(middle, self.middle_len());
        let job = Job { tables: &self.tables, data: data.as_mut_ptr(), orders, middle: middle.as_mut_ptr() };
        if threads == Threads::Pool {
            return self.run_shared(&Shared(job));
        }
        let worker = self.worker(own);
        // SAFETY: the shells were detected; data, middle and worker have the lengths that the
        // tables ask for.
        unsafe {
            (self.shells.columns)(&job, worker, 0, 0..self.tables.column_groups());
            (self.shells.rows)(&job, 0..self.tables.row_groups());
        }
    }

    /// Parts of the first step write different columns of the middle, groups of the second
    /// different columns of the data; the second step begins after the first has ended.
    fn run_shared(&self, shared: &Shared<'_>) {
        let each = self.tables.column_groups() / self.tables.parts();
        let scratch = || vec![0; self.worker_len() + LINE_WORDS];
        for_each(self.tables.parts(), scratch, |scratch: &mut Vec<u64>, part| {
            // SAFETY: as in `run`; the worker is this thread's.
            unsafe { (self.shells.columns)(shared.job(), self.worker(scratch), part, part * each..(part + 1) * each) }
        });
        for_each(
            self.tables.row_groups(),
            || (),
            |(), group| {
                // SAFETY: as in `run`.
                unsafe { (self.shells.rows)(shared.job(), group..group + 1) }
            },
        );
    }
}

/// `len` words that begin on a cache line, out of `len + LINE_WORDS`.
fn aligned(words: &mut [u64], len: usize) -> &mut [u64] {
    let skip = words.as_ptr().align_offset(LINE_WORDS * size_of::<u64>()).min(LINE_WORDS);
    &mut words[skip..][..len]
}

/// Does a numbered job for each number, on the threads of the current pool when there are threads.
#[cfg(feature = "threads")]
fn for_each<T>(count: usize, init: impl Fn() -> T + Sync + Send, job: impl Fn(&mut T, usize) + Sync + Send) {
    use rayon::prelude::*;
    (0..count).into_par_iter().for_each_init(init, job);
}

#[cfg(not(feature = "threads"))]
fn for_each<T>(count: usize, init: impl Fn() -> T, job: impl Fn(&mut T, usize)) {
    let mut own = init();
    (0..count).for_each(|i| job(&mut own, i));
}
