//! Tables between levels.

use std::sync::OnceLock;

/// A table from every level of a basis to every other, each made at its first use.
#[derive(Debug)]
pub(crate) struct LevelPairs<T> {
    levels: usize,
    /// From level `l` to level `k` at `l·levels + k`.
    tables: Box<[OnceLock<T>]>,
}

impl<T> LevelPairs<T> {
    /// No tables yet, of a basis of `limbs` primes.
    pub(crate) fn new(limbs: usize) -> Self {
        let levels = limbs + 1;
        Self { levels, tables: (0..levels * levels).map(|_| OnceLock::new()).collect() }
    }

    /// The table from a level to another, which `make` makes.
    ///
    /// # Panics
    /// On a level above the primes of the basis.
    pub(crate) fn get(&self, from: usize, to: usize, make: impl FnOnce() -> T) -> &T {
        assert!(to < self.levels && from < self.levels, "no table from level {from} to level {to}");
        self.tables[from * self.levels + to].get_or_init(make)
    }
}
