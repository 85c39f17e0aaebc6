//! Launches of conversions from some primes to others.

use super::BLOCK;
use super::launch::launch;
use super::memory::{Memory, Place};
use crate::EngineError;
use crate::device::Device;
use std::sync::Arc;

/// A source in `kernels/convert.cuh`, without its limb.
pub(crate) type SourceWords = [u64; 4];
/// A target there, without its limbs.
pub(crate) type TargetWords = [u64; 5];

/// Targets of a thread: `GROUP` of `kernels/convert.cuh`.
const GROUP: usize = 4;

/// How v is found: `Whole` of `kernels/convert.cuh`, and its bits and shift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    pub(crate) kind: u32,
    pub(crate) bits: u32,
    pub(crate) shift: u32,
}

/// Limbs of a polynomial, and which of them the primes of a conversion have.
#[derive(Clone, Debug)]
pub(crate) struct Limbs {
    pub(crate) all: usize,
    pub(crate) used: Vec<usize>,
}

impl Limbs {
    /// All of a polynomial, in order.
    pub(crate) fn whole(all: usize) -> Self {
        Self { all, used: (0..all).collect() }
    }
}

/// The numbers of a conversion.
#[derive(Debug)]
pub(crate) struct ConversionTables {
    counts: [usize; 2],
    /// Limbs of polynomials that come of it, that are converted, and of residues.
    limbs: [usize; 3],
    whole: Whole,
    sources: Memory,
    /// Filled up to whole groups, as [`Self::factors`].
    targets: Memory,
    factors: Memory,
}

impl ConversionTables {
    /// Tables from the words of sources and targets, each target with a factor for every source,
    /// and the limbs of polynomials that come of it, that are converted, and of residues.
    pub(crate) fn new(
        device: &Arc<Device>,
        sources: &[SourceWords],
        targets: &[(TargetWords, Vec<u64>)],
        whole: Whole,
        [to, from, residues]: [&Limbs; 3],
    ) -> Result<Self, EngineError> {
        assert!(!sources.is_empty() && !targets.is_empty(), "primes on both sides");
        assert!(targets.iter().all(|(_, factors)| factors.len() == sources.len()), "a factor for every source");
        assert!(whole.bits <= 64 && (1..64).contains(&whole.shift), "{whole:?}");
        let lengths = [to.used.len(), from.used.len(), residues.used.len()];
        assert_eq!(lengths, [targets.len(), sources.len(), targets.len()], "a limb for every prime");
        let limbs = [to, from, residues];
        assert!(limbs.iter().all(|limbs| limbs.used.iter().all(|&limb| limb < limbs.all)), "limbs of polynomials");
        let filled = || (0..targets.len().next_multiple_of(GROUP)).map(|i| i.min(targets.len() - 1));
        let target = |i: usize| targets[i].0.into_iter().chain([to.used[i] as u64, residues.used[i] as u64]);
        let source = |(words, &limb): (&SourceWords, &usize)| words.iter().copied().chain([limb as u64]).collect::<Vec<_>>();
        Ok(Self {
            counts: [sources.len(), targets.len()],
            limbs: limbs.map(|limbs| limbs.all),
            whole,
            sources: Memory::of(device, &sources.iter().zip(&from.used).flat_map(source).collect::<Vec<_>>())?,
            targets: Memory::of(device, &filled().flat_map(target).collect::<Vec<_>>())?,
            factors: Memory::of(device, &filled().flat_map(|i| &targets[i].1).copied().collect::<Vec<_>>())?,
        })
    }

    /// The number of primes before and after.
    pub(crate) fn counts(&self) -> [usize; 2] {
        self.counts
    }
}

/// Converts as many polynomials of `n` words a limb, from a place on. Residues are those of another
/// place, or of the one that is written; what is added has limbs as what is written.
pub(crate) fn convert(
    tables: &ConversionTables,
    (n, polynomials): (usize, usize),
    (to, to_first): (&mut Memory, usize),
    from: Place<'_>,
    residues: Option<Place<'_>>,
    plus: Option<Place<'_>>,
) {
    let [to_limbs, from_limbs, residue_limbs] = tables.limbs;
    assert!(n.is_power_of_two() && n >= BLOCK as usize && n < 1 << 32, "{n} words of a limb");
    let to = Place { memory: to, first: to_first };
    let residues = residues.unwrap_or(to);
    let places = [(to, to_limbs), (from, from_limbs), (residues, residue_limbs), (plus.unwrap_or(to), to_limbs)];
    for (place, limbs) in places {
        let (needed, found) = (polynomials * limbs * n, place.memory.len().saturating_sub(place.first));
        assert!(needed <= found, "{found} words of {polynomials} polynomials of {limbs} limbs, which are {needed}");
        Device::assert_same([place.memory.device(), tables.sources.device()], ["words", "a conversion"]);
    }
    let groups = tables.counts[1].div_ceil(GROUP);
    // Whole polynomials, as many as the second dimension of a grid has room for.
    let step = to.memory.device().driver().max_limbs() / groups;
    assert!(step > 0, "{} primes to convert to", tables.counts[1]);
    for first in (0..polynomials).step_by(step) {
        let at = |place: Place<'_>, limbs: usize| place.memory.address(place.first + first * limbs * n);
        let [sources, targets] = tables.counts.map(|count| count as u64);
        let Whole { kind, bits, shift } = tables.whole;
        let arguments = [
            at(to, to_limbs),
            to_limbs as u64,
            at(from, from_limbs),
            from_limbs as u64,
            at(residues, residue_limbs),
            residue_limbs as u64,
            plus.map_or(0, |plus| at(plus, to_limbs)),
            tables.sources.address(0),
            tables.targets.address(0),
            tables.factors.address(0),
            sources,
            targets,
            n as u64,
            kind.into(),
            bits.into(),
            shift.into(),
        ];
        let grid = (n as u32 / BLOCK, (step.min(polynomials - first) * groups) as u32);
        // SAFETY: a block has 256 coefficients of one group of targets, and the grid those of all
        // groups of the polynomials, which the memories have; limbs are those of a polynomial, and
        // the tables have whole groups of which a kernel writes the targets that there are.
        to.memory.device().queue(|driver| unsafe { launch(driver, c"convert", grid, 0, arguments) });
    }
}
