//! One implementation of everything modulo a word prime, as a value.

use crate::kernel::butterfly::class::Class;
use crate::kernel::stage::{Operands, StageTable};
use crate::kernel::transform::{PermuteFns, Reverse, Transform};
use crate::kernel::vector::Pointwise;
use alloc::format;
use alloc::string::String;
use papilio_field::{Modulus, Word};

/// A word of residues, with its kernels: `u16`, `u32` and `u64`.
pub trait KernelWord: Word {
    /// The functions of a kernel for words of this width beyond transforms and vector operations.
    #[doc(hidden)]
    type Stages: Sync + 'static;

    /// Every kernel in the build, the preferred one first.
    #[doc(hidden)]
    fn registry() -> Registry<Self>;

    /// The kernels that run here.
    #[doc(hidden)]
    fn available() -> &'static [&'static Kernel<Self>];
}

/// One implementation: predicate, table formats and code.
pub struct Kernel<W: KernelWord = u64> {
    pub(in crate::kernel) name: &'static str,
    pub(in crate::kernel) why: &'static str,
    pub(in crate::kernel) available: fn() -> bool,
    /// Least and greatest bit length of the prime.
    pub(in crate::kernel) bits: (u32, u32),
    /// Words given to vector operations stay below `2^word_bits`.
    pub(in crate::kernel) word_bits: u32,
    /// The class of a prime.
    pub(in crate::kernel) class: fn(u64) -> Class,
    pub(crate) transform: Transform<W>,
    pub(in crate::kernel) pointwise: Pointwise<W>,
    pub(in crate::kernel) reverse: Reverse<W>,
    pub(in crate::kernel) permute: PermuteFns<W>,
    pub(in crate::kernel) stages: W::Stages,
}

/// The kernels of a build, which outside of this folder can only be named: the processor may lack
/// what they need.
pub struct Registry<W: KernelWord>(pub(in crate::kernel) &'static [&'static Kernel<W>]);

impl<W: KernelWord> Registry<W> {
    pub(crate) fn of(kernels: &'static [&'static Kernel<W>]) -> Self {
        Self(kernels)
    }
}

impl<W: KernelWord> core::fmt::Debug for Kernel<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Kernel({})", self.name)
    }
}

impl<W: KernelWord> Kernel<W> {
    /// The kernels that run here, in order of preference, after the filter of `PAPILIO_KERNEL`.
    /// Never empty.
    ///
    /// A `&'static Kernel` comes from here only, which is what makes its methods sound: the
    /// processor has been asked.
    #[must_use]
    pub fn all() -> &'static [&'static Self] {
        W::available()
    }

    /// Every kernel in the build: name, whether this processor has it, and what it needs.
    pub fn registry() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
        W::registry().0.iter().map(|kernel| (kernel.name, (kernel.available)(), kernel.why))
    }

    /// The kernel of the widest vectors of this machine, for orders and other work without a prime.
    pub(crate) fn first() -> &'static Self {
        Self::all()[0]
    }

    /// The first available kernel that supports this prime and length.
    #[must_use]
    pub fn preferred(modulus: &Modulus, n: usize) -> &'static Self {
        let kernels = Self::all();
        // The last kernel is the scalar one, which supports everything.
        kernels.iter().find(|kernel| kernel.supports(modulus, n)).unwrap_or(&kernels[kernels.len() - 1])
    }

    /// The available kernel of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|kernel| kernel.name == name).copied()
    }

    /// The kernel's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Words of a vector.
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.transform.lanes
    }

    /// The kernel and its needs, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        let n = self.transform.min_n();
        format!("{} ({}; primes of {} to {} bits, n >= {n})", self.name, self.why, self.bits.0, self.bits.1)
    }

    /// How lazily the kernel keeps residues of this prime between levels: `lazy`, `exact`, `tight`,
    /// `wide` or `double`.
    #[must_use]
    pub fn class(&self, modulus: &Modulus) -> &'static str {
        (self.class)(modulus.value()).name()
    }

    /// The greatest radix of a pass for a prime.
    pub(crate) fn max_radix(&self, modulus: &Modulus) -> usize {
        if (self.class)(modulus.value()) == Class::Lazy { 8 } else { self.transform.max_radix }
    }

    /// Whether the kernel takes this prime at this length.
    #[must_use]
    pub fn supports(&self, modulus: &Modulus, n: usize) -> bool {
        (self.bits.0..=self.bits.1).contains(&modulus.bits()) && n >= self.transform.min_n()
    }

    /// The primes and lengths that it takes.
    #[must_use]
    pub fn limits(&self) -> KernelLimits {
        KernelLimits { least_bits: self.bits.0, most_bits: self.bits.1, least_length: self.transform.min_n() }
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
        let Operands { rows, width, subtrahend, scratch, .. } = &operands;
        assert!(subtrahend.is_none_or(|m| m.words.len() == rows.len()), "subtrahend of another shape");
        assert!(width.is_multiple_of(8) && rows.len().is_multiple_of(width * table.span), "tile of another shape");
        assert!(scratch.len() >= self.stage_scratch(table), "scratch is too short");
        assert_eq!(table.constants.len(), table.groups * table.per_group);
        // SAFETY: kernels are handed out only after detection; the assertions are the shape that
        // the code relies on.
        unsafe { (self.stages.apply)(table, operands) }
    }
}

/// The primes and lengths that a kernel takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelLimits {
    /// Bits of the least prime.
    pub least_bits: u32,
    /// Bits of the greatest prime.
    pub most_bits: u32,
    /// The least length of a vector; columns of matrices have any.
    pub least_length: usize,
}

impl core::fmt::Display for KernelLimits {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { least_bits, most_bits, least_length } = self;
        write!(f, "primes of {least_bits} to {most_bits} bits and lengths from {least_length}")
    }
}
