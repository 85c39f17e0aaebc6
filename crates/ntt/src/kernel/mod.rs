//! Kernel rows: one static slice, ordered by preference; a row is a value that says when it applies and holds the code.
//!
//! Detection happens at run time and nowhere else. `PAPILIO_KERNEL=name[,name…]` keeps only the named rows; the scalar
//! row supports everything and always stays.
//!
//! The algorithms are written once, in `ntt`, `stage` and `pointwise`, over the `lanes::Lanes` of an instruction
//! set; the files named after instruction sets hold lanes and `#[target_feature]` shells.

#[cfg(target_arch = "x86_64")]
mod avx512ifma;
mod lanes;
mod ntt;
mod pointwise;
mod scalar;
mod stage;
#[cfg(test)]
mod tests;

use crate::Modulus;
use std::sync::OnceLock;

/// Tables of a negacyclic transform, in the format of the row that made them.
#[derive(Clone, Debug)]
pub(crate) struct TransformTable {
    pub(crate) modulus: Modulus,
    pub(crate) n: usize,
    pub(crate) root: u64,
    pub(crate) forward: Vec<u64>,
    pub(crate) inverse: Vec<u64>,
}

/// Tables of a stage across rows, in the format of the row that made them; see [`crate::Stage`].
#[derive(Clone, Debug)]
pub(crate) struct StageTable {
    pub(crate) modulus: Modulus,
    pub(crate) radix: usize,
    pub(crate) live: usize,
    pub(crate) span: usize,
    pub(crate) dense: bool,
    pub(crate) unit: bool,
    pub(crate) groups: usize,
    pub(crate) per_group: usize,
    pub(crate) constants: Vec<u64>,
    /// Inputs are below this; it is at most two to the row's [`Kernel::word_bits`].
    pub(crate) input_bound: u64,
}

/// What a stage subtracts from its inputs as it reads them.
#[derive(Clone, Copy, Debug)]
pub struct Minus<'a> {
    /// As many words as the rows.
    pub words: &'a [u64],
    /// Added first; no word of the subtrahend is greater.
    pub constant: u64,
}

/// What a stage works on.
#[derive(Debug)]
pub struct Operands<'a> {
    /// The rows, replaced by their combinations.
    pub rows: &'a mut [u64],
    /// Words of a row, a multiple of 8.
    pub width: usize,
    /// Subtracted from the rows first.
    pub minus: Option<Minus<'a>>,
    /// Words that will be worked on soon: they are brought towards the cache meanwhile. May be empty.
    pub ahead: &'a [u64],
    /// Scratch, of unspecified content afterwards.
    pub scratch: &'a mut [u64],
}

type StageFn = unsafe fn(&StageTable, Operands<'_>);

/// One implementation: predicate, table formats and code.
pub struct Kernel {
    name: &'static str,
    why: &'static str,
    available: fn() -> bool,
    /// Least and greatest bit length of the prime.
    bits: (u32, u32),
    /// Shortest transform.
    min_n: usize,
    /// Words given to pointwise operations and stages stay below `2^word_bits`.
    word_bits: u32,
    tables: fn(&mut TransformTable),
    forward: unsafe fn(&TransformTable, &mut [u64]),
    inverse: unsafe fn(&TransformTable, &mut [u64]),
    stage_constant: fn(&Modulus, u64) -> u64,
    stage_bound: fn(&StageTable) -> u64,
    stage_scratch: fn(&StageTable) -> usize,
    stage: StageFn,
    multiply: unsafe fn(&Modulus, &mut [u64], &[u64]),
    scale: unsafe fn(&Modulus, &mut [u64], u64),
    shift_reduce: unsafe fn(&Modulus, &mut [u64], u64),
    subtract_lazy: unsafe fn(&mut [u64], &[u64], u64),
}

static ROWS: &[&Kernel] = &[
    #[cfg(target_arch = "x86_64")]
    &avx512ifma::ROW,
    &scalar::ROW,
];

impl core::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Kernel({})", self.name)
    }
}

impl Kernel {
    /// The rows that run here, in order of preference, after the filter of `PAPILIO_KERNEL`. Never empty.
    ///
    /// A `&'static Kernel` comes from here only, which is what makes its methods sound: the processor has been asked.
    #[must_use]
    pub fn all() -> &'static [&'static Kernel] {
        static AVAILABLE: OnceLock<Vec<&'static Kernel>> = OnceLock::new();
        AVAILABLE.get_or_init(|| {
            let filter = std::env::var("PAPILIO_KERNEL").ok().filter(|names| !names.is_empty());
            let wanted = |row: &&Kernel| filter.as_ref().is_none_or(|names| names.split(',').any(|name| name == row.name));
            let always = |row: &&Kernel| row.name == scalar::ROW.name;
            ROWS.iter().copied().filter(|row| (row.available)() && (wanted(row) || always(row))).collect()
        })
    }

    /// Every row in the build: name, whether this processor has it, and what it needs.
    pub fn registry() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
        ROWS.iter().map(|row| (row.name, (row.available)(), row.why))
    }

    /// The first available row that supports this prime and length.
    #[must_use]
    pub fn preferred(modulus: &Modulus, n: usize) -> &'static Self {
        Self::all().iter().find(|row| row.supports(modulus, n)).copied().unwrap_or(&scalar::ROW)
    }

    /// The available row of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|row| row.name == name).copied()
    }

    /// The row's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What the row is and needs, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        format!("{} ({}; primes of {} to {} bits, n >= {})", self.name, self.why, self.bits.0, self.bits.1, self.min_n)
    }

    /// Whether the row takes this prime at this length.
    #[must_use]
    pub fn supports(&self, modulus: &Modulus, n: usize) -> bool {
        (self.bits.0..=self.bits.1).contains(&modulus.bits()) && n >= self.min_n
    }

    /// Words given to pointwise operations and stages stay below `2^word_bits`.
    #[must_use]
    pub fn word_bits(&self) -> u32 {
        self.word_bits
    }

    pub(crate) fn transform_table(&self, modulus: Modulus, n: usize, root: u64) -> TransformTable {
        let mut table = TransformTable { modulus, n, root, forward: Vec::new(), inverse: Vec::new() };
        (self.tables)(&mut table);
        table
    }

    pub(crate) fn forward(&self, table: &TransformTable, a: &mut [u64]) {
        assert_eq!(a.len(), table.n);
        // SAFETY: rows are handed out only after detection (`all`); `a` has the length of the table.
        unsafe { (self.forward)(table, a) }
    }

    pub(crate) fn inverse(&self, table: &TransformTable, a: &mut [u64]) {
        assert_eq!(a.len(), table.n);
        // SAFETY: rows are handed out only after detection (`all`); `a` has the length of the table.
        unsafe { (self.inverse)(table, a) }
    }

    pub(crate) fn stage_constant(&self, modulus: &Modulus, constant: u64) -> u64 {
        (self.stage_constant)(modulus, constant)
    }

    pub(crate) fn stage_bound(&self, table: &StageTable) -> u64 {
        (self.stage_bound)(table)
    }

    pub(crate) fn stage_scratch(&self, table: &StageTable) -> usize {
        (self.stage_scratch)(table)
    }

    pub(crate) fn stage(&self, table: &StageTable, operands: Operands<'_>) {
        let Operands { rows, width, minus, scratch, .. } = &operands;
        assert!(minus.is_none_or(|m| m.words.len() == rows.len()), "subtrahend of another shape");
        assert!(width.is_multiple_of(8) && rows.len().is_multiple_of(width * table.span), "tile of another shape");
        assert!(scratch.len() >= self.stage_scratch(table), "scratch is too short");
        assert_eq!(table.constants.len(), table.groups * table.per_group);
        // SAFETY: rows are handed out only after detection; the assertions are the shape that the code relies on.
        unsafe { (self.stage)(table, operands) }
    }

    /// `a ← a·b mod q`. Input `< q`, output `< q`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn multiply(&self, modulus: &Modulus, a: &mut [u64], b: &[u64]) {
        assert_eq!(a.len(), b.len());
        // SAFETY: rows are handed out only after detection; the lengths agree.
        unsafe { (self.multiply)(modulus, a, b) }
    }

    /// `a ← a·c mod q`. Input `a < 2^word_bits`, `c < q`; output `< q`.
    pub fn scale(&self, modulus: &Modulus, a: &mut [u64], c: u64) {
        // SAFETY: rows are handed out only after detection.
        unsafe { (self.scale)(modulus, a, c) }
    }

    /// `a ← a + c mod q`. Input `a + c < 2^word_bits`; output `< q`.
    pub fn shift_reduce(&self, modulus: &Modulus, a: &mut [u64], c: u64) {
        // SAFETY: rows are handed out only after detection.
        unsafe { (self.shift_reduce)(modulus, a, c) }
    }

    /// `a ← a + c − b`, unreduced; the caller keeps `b ≤ c` and `a + c < 2^word_bits`.
    ///
    /// # Panics
    /// Unless the lengths agree.
    pub fn subtract_lazy(&self, a: &mut [u64], b: &[u64], c: u64) {
        assert_eq!(a.len(), b.len());
        // SAFETY: rows are handed out only after detection; the lengths agree.
        unsafe { (self.subtract_lazy)(a, b, c) }
    }
}
