//! Kernel rows: static slices, ordered by preference; a row is a value that says when it applies and holds the code.
//!
//! Detection happens at run time and nowhere else. `PAPILIO_KERNEL=name[,name…]` keeps only the named rows; the scalar
//! rows support everything and always stay. A name that no row has, or whose instruction set the processor lacks, keeps
//! nothing: a library has nobody to tell. A program asks [`restriction`], which refuses such a name.
//!
//! The algorithms are written once: `ntt` over a `butterfly::Butterfly`, the arithmetic of a class of primes, which is
//! written over the `lanes::Lanes` of an instruction set; `stage` and `pointwise` over lanes. The files named after instruction
//! sets hold lanes and `#[target_feature]` shells.

mod aligned;
mod available;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512ifma;
mod butterfly;
mod chosen;
mod class;
mod combine;
pub(crate) mod field_row;
pub(crate) mod goldilocks;
mod lanes;
pub(crate) mod large;
pub(crate) mod mersenne31;
#[cfg(target_arch = "aarch64")]
mod neon;
mod ntt;
#[cfg(feature = "threads")]
mod parallel;
mod pointwise;
mod prefetch;
mod reverse;
mod scalar;
mod stage;
mod substitute;
#[cfg(test)]
mod tests;
pub(crate) mod tiled_permutation;
mod twiddles;
mod word;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use papilio_field::{Modulus, Word};

use aligned::Aligned;
pub(crate) use available::Available;
#[cfg(feature = "std")]
pub use available::{UnknownKernel, restriction};
pub use chosen::Chosen;
use class::Class;
use combine::Combine;
pub use combine::{Divisor, Terms};
pub(crate) use ntt::{Place, Tree};
pub use pointwise::Factors;
use pointwise::Pointwise;
pub use prefetch::prefetch_once;
use reverse::Reverse;
pub(crate) use reverse::bit_reverse;
use tiled_permutation::PermuteFns;
pub use tiled_permutation::TiledPermutation;
pub(crate) use twiddles::{Twiddles, coset_twiddles};
pub use word::KernelWord;

/// Tables of a transform, in the format of the row that made them.
#[derive(Clone, Debug)]
pub(crate) struct TransformTable<W: Word> {
    pub(crate) q: u64,
    pub(crate) tree: Tree,
    /// Words of a row: 1, or the columns of a matrix.
    pub(crate) width: usize,
    /// Times that the rows lie in memory, one after the other: 2 where values have a real and an imaginary part.
    pub(crate) planes: usize,
    pub(crate) forward: Aligned<W>,
    pub(crate) inverse: Aligned<W>,
}

/// What of a transform is done: a node and all below it, or only some columns of the pass of the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    node: Place,
    columns: Option<(usize, usize)>,
}

impl Part {
    /// Everything.
    pub(crate) const ALL: Self = Self { node: Place::ROOT, columns: None };

    #[inline(always)]
    fn place(self) -> (Place, Option<(usize, usize)>) {
        (self.node, self.columns)
    }
}

type TransformFn<W> = unsafe fn(&TransformTable<W>, *mut W, Part);

/// The transform of a row.
#[derive(Clone, Copy)]
pub(crate) struct Transform<W: Word> {
    /// Words of a vector, `WIDTH`.
    pub(crate) lanes: usize,
    /// Squares of `WIDTH²` words that a leaf may have.
    pub(crate) squares: usize,
    /// The greatest radix of a pass, 8 or 16, for the classes that can do it.
    pub(crate) widest: usize,
    pub(crate) tables: fn(&Twiddles, &mut TransformTable<W>),
    pub(crate) forward: TransformFn<W>,
    pub(crate) inverse: TransformFn<W>,
}

impl<W: Word> Transform<W> {
    /// The shortest transform.
    pub(crate) fn min_n(&self) -> usize {
        (self.lanes * self.lanes).max(2)
    }

    /// The sizes of leaves at this length, the usual one first; 1 for rows of several words.
    pub(crate) fn leaves(&self, n: usize, width: usize) -> Vec<usize> {
        let square = self.lanes * self.lanes;
        let fits = |&squares: &usize| squares <= self.squares && squares * square <= n && squares * square > 1;
        if width > 1 { Vec::from([1]) } else { [2, 1].into_iter().filter(fits).map(|squares| squares * square).collect() }
    }

    pub(crate) fn table(&self, q: u64, twiddles: &Twiddles, tree: Tree, width: usize, planes: usize) -> TransformTable<W> {
        let mut table = TransformTable { q, tree, width, planes, forward: Aligned::EMPTY, inverse: Aligned::EMPTY };
        (self.tables)(twiddles, &mut table);
        table
    }

    /// Runs one direction.
    pub(crate) fn run(&self, forward: bool, table: &TransformTable<W>, a: &mut [W]) {
        assert_eq!(a.len(), table.tree.size(0) * table.width * table.planes, "data of another shape");
        let function = if forward { self.forward } else { self.inverse };
        // SAFETY: rows are handed out only after detection; `a` has the words of the table.
        unsafe { function(table, a.as_mut_ptr(), Part::ALL) }
    }

    /// Runs one direction on the threads of the current pool.
    #[cfg(feature = "threads")]
    pub(crate) fn run_parallel(&self, forward: bool, table: &TransformTable<W>, a: &mut [W]) {
        assert_eq!(a.len(), table.tree.size(0) * table.width * table.planes, "data of another shape");
        let function = if forward { self.forward } else { self.inverse };
        // SAFETY: rows are handed out only after detection; `a` has the words of the table.
        unsafe { parallel::run(function, forward, table, a) }
    }
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

/// The stage across rows of a row of kernels.
pub struct StageRow {
    /// The row whose code it is: a row without stages of its own has those of the scalar one.
    name: &'static str,
    /// Sums of vectors times constants, which are a stage's outputs one at a time.
    combine: Combine,
    /// Automorphisms of polynomials, whose images are sums of one term.
    substitute: unsafe fn(u64, &[u64], &mut [u64], usize),
    constant: fn(&Modulus, u64) -> u64,
    bound: fn(&StageTable) -> u64,
    scratch: fn(&StageTable) -> usize,
    apply: StageFn,
    /// Inputs stay below two to this.
    word_bits: u32,
    /// Primes of 12 bits and more, up to this.
    max_bits: u32,
}

/// One implementation: predicate, table formats and code.
pub struct Kernel<W: KernelWord = u64> {
    name: &'static str,
    why: &'static str,
    available: fn() -> bool,
    /// Least and greatest bit length of the prime.
    bits: (u32, u32),
    /// Words given to vector operations stay below `2^word_bits`.
    word_bits: u32,
    /// The class of a prime.
    class: fn(u64) -> Class,
    pub(crate) transform: Transform<W>,
    pointwise: Pointwise<W>,
    reverse: Reverse<W>,
    permute: PermuteFns<W>,
    stages: W::Stages,
}

/// The rows of a build, which outside of this folder can only be named: the processor may lack what they need.
pub struct Registry<W: KernelWord>(&'static [&'static Kernel<W>]);

impl<W: KernelWord> Registry<W> {
    pub(crate) fn of(rows: &'static [&'static Kernel<W>]) -> Self {
        Self(rows)
    }
}

/// Rows for primes below `2^62`.
pub(crate) static ROWS64: &[&Kernel<u64>] = &[
    #[cfg(target_arch = "x86_64")]
    &avx512ifma::ROW,
    #[cfg(target_arch = "x86_64")]
    &avx512::words64::ROW,
    #[cfg(target_arch = "x86_64")]
    &avx2::words64::ROW,
    #[cfg(target_arch = "aarch64")]
    &neon::words64::ROW,
    &scalar::ROW64,
];

/// Rows for primes below `2^32`.
pub(crate) static ROWS32: &[&Kernel<u32>] = &[
    #[cfg(target_arch = "x86_64")]
    &avx512::words32::ROW,
    #[cfg(target_arch = "x86_64")]
    &avx2::words32::ROW,
    #[cfg(target_arch = "aarch64")]
    &neon::words32::ROW,
    &scalar::ROW32,
];

impl<W: KernelWord> core::fmt::Debug for Kernel<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Kernel({})", self.name)
    }
}

impl<W: KernelWord> Kernel<W> {
    /// The rows that run here, in order of preference, after the filter of `PAPILIO_KERNEL`. Never empty.
    ///
    /// A `&'static Kernel` comes from here only, which is what makes its methods sound: the processor has been asked.
    #[must_use]
    pub fn all() -> &'static [&'static Self] {
        W::available()
    }

    /// Every row in the build: name, whether this processor has it, and what it needs.
    pub fn registry() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
        W::registry().0.iter().map(|row| (row.name, (row.available)(), row.why))
    }

    /// The first available row that supports this prime and length.
    #[must_use]
    pub fn preferred(modulus: &Modulus, n: usize) -> &'static Self {
        let rows = Self::all();
        // The last row is the scalar one, which supports everything.
        rows.iter().find(|row| row.supports(modulus, n)).unwrap_or(&rows[rows.len() - 1])
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
        let n = self.transform.min_n();
        format!("{} ({}; primes of {} to {} bits, n >= {n})", self.name, self.why, self.bits.0, self.bits.1)
    }

    /// How lazily the row keeps residues of this prime between levels: `lazy`, `exact`, `tight` or `wide`.
    #[must_use]
    pub fn class(&self, modulus: &Modulus) -> &'static str {
        (self.class)(modulus.value()).name()
    }

    /// The greatest radix of a pass for a prime.
    pub(crate) fn widest(&self, modulus: &Modulus) -> usize {
        if (self.class)(modulus.value()) == Class::Lazy { 8 } else { self.transform.widest }
    }

    /// Whether the row takes this prime at this length.
    #[must_use]
    pub fn supports(&self, modulus: &Modulus, n: usize) -> bool {
        (self.bits.0..=self.bits.1).contains(&modulus.bits()) && n >= self.transform.min_n()
    }

    /// Words given to vector operations stay below `2^word_bits`.
    #[must_use]
    pub fn word_bits(&self) -> u32 {
        self.word_bits
    }
}

impl Kernel<u64> {
    /// Bit length of the least prime.
    pub(crate) fn least_bits(&self) -> u32 {
        self.bits.0
    }

    /// The row whose stages take a prime: this one, or the scalar one.
    pub(crate) fn for_stage(&'static self, modulus: &Modulus) -> &'static Self {
        if modulus.bits() <= self.stages.max_bits { self } else { &scalar::ROW64 }
    }

    /// Inputs of stages stay below `2^stage_bits`.
    #[must_use]
    pub fn stage_bits(&self) -> u32 {
        self.stages.word_bits
    }

    pub(crate) fn stage_constant(&self, modulus: &Modulus, constant: u64) -> u64 {
        (self.stages.constant)(modulus, constant)
    }

    pub(crate) fn stage_bound(&self, table: &StageTable) -> u64 {
        (self.stages.bound)(table)
    }

    pub(crate) fn stage_scratch(&self, table: &StageTable) -> usize {
        (self.stages.scratch)(table)
    }

    pub(crate) fn stage(&self, table: &StageTable, operands: Operands<'_>) {
        let Operands { rows, width, minus, scratch, .. } = &operands;
        assert!(minus.is_none_or(|m| m.words.len() == rows.len()), "subtrahend of another shape");
        assert!(width.is_multiple_of(8) && rows.len().is_multiple_of(width * table.span), "tile of another shape");
        assert!(scratch.len() >= self.stage_scratch(table), "scratch is too short");
        assert_eq!(table.constants.len(), table.groups * table.per_group);
        // SAFETY: rows are handed out only after detection; the assertions are the shape that the code relies on.
        unsafe { (self.stages.apply)(table, operands) }
    }
}
