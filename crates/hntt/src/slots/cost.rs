//! The resources that a transform inside a ciphertext takes: memory, keys, time.

use super::{Arrangement, Offsets, SlotDesign, SlotRecipe};
use papilio_fhe::ParametersLiteral;
use papilio_field::ResidueRing;

/// Where rotation keys are while a transform runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// All in memory.
    Memory,
    /// In a file, from which each is read when its turn comes.
    File,
}

/// How much is in memory at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Working {
    /// Where the keys are.
    pub keys: KeyPlace,
    /// Inner sums and baby steps that are made at once.
    pub at_once: usize,
}

/// The parameters that costs depend on.
pub(super) struct SlotCost<'r> {
    recipe: &'r SlotRecipe,
    literal: &'r ParametersLiteral,
    degree: usize,
    special: usize,
    log_degree: f64,
}

impl<'r> SlotCost<'r> {
    pub(super) fn new(recipe: &'r SlotRecipe, literal: &'r ParametersLiteral) -> Self {
        let special = literal.special.len().max(1);
        Self { recipe, literal, degree: 1 << recipe.log_degree, special, log_degree: f64::from(recipe.log_degree) }
    }

    fn digits(&self, limbs: usize) -> usize {
        limbs.div_ceil(self.special)
    }

    /// Bytes of residues of one prime.
    fn row(&self) -> usize {
        size_of::<u64>() * self.degree
    }

    /// Primes of keys.
    fn primes(&self) -> usize {
        self.literal.moduli.len() + self.literal.special.len()
    }

    fn keys(&self) -> usize {
        let (columns, swapped) = self.recipe.rotations();
        columns.len() + usize::from(swapped)
    }

    /// Bytes of a key as it is stored, its uniform half by a seed.
    fn stored_key(&self) -> usize {
        let residues: usize = self.literal.moduli.iter().chain(&self.literal.special).map(|q| q.ilog2() as usize / 8 + 1).sum();
        32 + self.digits(self.literal.moduli.len()) * self.degree * residues
    }

    /// Bytes of all keys as they are stored.
    pub(super) fn stored_keys(&self) -> u64 {
        (self.keys() * self.stored_key()) as u64
    }

    /// Bytes of a key in memory.
    fn key(&self) -> usize {
        2 * self.digits(self.literal.moduli.len()) * self.primes() * self.row()
    }

    /// Bytes of memory while a transform runs: tables, keys, and the stage that takes most.
    pub(super) fn memory(&self, working: &Working) -> u64 {
        let stages = (0..self.recipe.layers.len()).map(|s| self.stage(s, working)).max().unwrap_or(0);
        let keys = match working.keys {
            KeyPlace::Memory => self.keys() * self.key(),
            KeyPlace::File => 0,
        };
        // Roots of every prime both ways with their quotients; those of the field, and what encodes
        // its elements.
        let tables = 4 * self.primes() * self.row() + 10 * 32 * self.degree;
        (tables + keys + stages) as u64
    }

    /// Bytes of what a stage has in memory: its input, the baby steps, and the greater of what
    /// makes them and what adds them up. Buffers of the one are kept while the other runs.
    fn stage(&self, s: usize, working: &Working) -> usize {
        let (offsets, limbs): (Offsets, usize) = (self.recipe.offsets(s), self.recipe.limbs[s]);
        let ciphertext = 2 * limbs * self.row();
        let lent = match working.keys {
            KeyPlace::Memory => 0,
            // The bytes, the key, and what one becomes the other by.
            KeyPlace::File => self.key() + self.stored_key() + 2 * self.primes() * self.row(),
        };
        let extended = 2 * (limbs + self.special) * self.row();
        let hoisted = self.digits(limbs) * (limbs + self.special) * self.row();
        let babies = offsets.inputs() * offsets.baby * ciphertext;
        let stepping = hoisted + working.at_once * (lent + extended + ciphertext);
        // A sum, four diagonals with their elements, and the words that they are lifted from.
        let inner = 3 * ciphertext + 4 * 32 * self.degree;
        let adding = working.at_once * inner + lent + hoisted / (limbs + self.special) + extended + 2 * ciphertext;
        2 * ciphertext + babies + stepping + adding
    }

    /// Seconds of one core of a server of 2024, to the precision that ranking needs.
    pub(super) fn seconds(&self, t: &impl ResidueRing) -> f64 {
        let recipe = self.recipe;
        let n = self.degree as f64;
        // A butterfly modulo a word prime, and modulo the field with the conversions of its
        // elements.
        let transform = n / 2.0 * self.log_degree * 0.1e-9;
        let periodic = recipe.arrangement == Arrangement::Repeated && recipe.size() < recipe.half();
        let points = if periodic { 2.0 * recipe.size() as f64 } else { n };
        let encode = points * (self.log_degree * if t.words() > 1 { 1e-9 } else { 0.15e-9 } + t.words() as f64 * 10e-9);
        let stage = |s: usize| {
            let (offsets, limbs) = (recipe.offsets(s), recipe.limbs[s] as f64);
            let (digits, rows) = (self.digits(recipe.limbs[s]) as f64, limbs + self.special as f64);
            let products = (offsets.count * offsets.inputs()) as f64;
            // Periodic diagonals are transformed in their small ring.
            let lifted = if periodic { n * 0.3e-9 } else { transform + n * 0.8e-9 };
            let product = encode + limbs * (lifted + n * 0.5e-9);
            // Products with the key, and the division by P; a rotation by itself cuts its digits,
            // too.
            let hoisted = 2.0 * rows * transform + 2.0 * digits * rows * n * 0.5e-9 + 4.0 * limbs * n * 0.5e-9;
            let cut = digits * rows * transform;
            let babies = (offsets.inputs() * (offsets.baby - 1)) as f64;
            let singles = (offsets.giants() + offsets.inputs()) as f64;
            products * product + babies * hoisted + singles * (hoisted + cut)
        };
        (0..recipe.layers.len()).map(stage).sum()
    }
}

impl SlotDesign {
    fn cost(&self) -> SlotCost<'_> {
        SlotCost::new(&self.recipe, &self.literal)
    }

    /// Bytes of memory that a transform takes, without those of the program itself.
    #[must_use]
    pub fn memory(&self, working: &Working) -> u64 {
        self.cost().memory(working)
    }

    /// Number of rotation keys.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.cost().keys()
    }

    /// The fastest way within so many bytes, with at most so many threads; or the bytes of the most
    /// frugal one.
    ///
    /// # Errors
    /// The least number of bytes.
    pub fn working_within(&self, limit: u64, threads: usize) -> Result<Working, u64> {
        let frugal = Working { keys: KeyPlace::File, at_once: 1 };
        let at_once = core::iter::successors(Some(threads.max(1)), |n| (*n > 1).then(|| n / 2));
        let ways = at_once.flat_map(|at_once| [KeyPlace::Memory, KeyPlace::File].map(|keys| Working { keys, at_once }));
        ways.into_iter().find(|way| self.memory(way) <= limit).ok_or_else(|| self.memory(&frugal))
    }
}
