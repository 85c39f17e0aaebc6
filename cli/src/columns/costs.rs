//! Costs of operations, for planning: constants of the program, or those measured on this machine,
//! which are remembered in the user's cache folder.

use super::tile_time::tile_seconds;
use crate::error::CliError;
use crate::files::cache;
use crate::machine::{Kernels, cpu};
use crate::numbers::seconds;
use crate::progress::check;
use crate::stdout::tell;
use papilio_field::FieldRing;
use papilio_field::fields::P32;
use papilio_hntt::cost::{Cost, Work};
use papilio_hntt::over::bfv::Prepared;
use papilio_hntt::{Constants, Problem, ProductSharing, Recipe};
use papilio_ring::RnsBasis;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The version of the file.
const FORMAT: u32 = 1;
/// Machines that a file remembers, the latest.
const MAX_ENTRIES: usize = 64;

/// Where constants come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Source {
    /// The program has them for each kernel.
    BuiltIn,
    /// `plan --measure` found them on this machine.
    Measured,
}

impl Source {
    /// The origin of a prediction, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in costs; --measure measures those of this machine",
            Self::Measured => "costs measured on this machine",
        }
    }
}

/// The predicted time of a transform, and what it rests on.
pub(crate) fn planned(core_seconds: f64, costs: Source) -> String {
    format!("about {} of one core for the transform ({})", seconds(core_seconds), costs.words())
}

/// The constants that planning uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) cost: Cost,
    pub(crate) source: Source,
}

impl Costs {
    /// The costs remembered for this processor, kernel and version of the program, or the built-in
    /// ones. A file that cannot be used is reported.
    pub(crate) fn known() -> Self {
        let built_in = Self { cost: Cost::here(), source: Source::BuiltIn };
        let Some(path) = place() else { return built_in };
        match Memory::read(&path) {
            Ok(memory) => memory.find(&Key::here()).map_or(built_in, |cost| Self { cost, source: Source::Measured }),
            Err(reason) => {
                tell(&format!("papilio: ignored {}: {reason}; `papilio plan --measure` writes it anew\n", path.display()));
                built_in
            }
        }
    }

    /// Measures those of this machine and remembers them.
    pub(crate) fn measure() -> Result<Self, CliError> {
        let cost = calibrate()?;
        let remembered = place().ok_or_else(|| cache::NO_PLACE.to_owned());
        if let Err(reason) = remembered.and_then(|path| remember(&path, cost)) {
            tell(&format!("papilio: measured costs are not remembered: {reason}\n"));
        }
        Ok(Self { cost, source: Source::Measured })
    }
}

/// The circumstances that constants depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Key {
    processor: String,
    /// The kernel of stages, and that of transforms.
    kernels: [String; 2],
    program: String,
}

impl Key {
    fn here() -> Self {
        let Kernels { transform, stage, .. } = Kernels::of_plans();
        let kernels = [stage.to_owned(), transform.to_owned()];
        Self { processor: cpu(), kernels, program: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    key: Key,
    cost: Cost,
}

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Memory {
    format: u32,
    entries: Vec<Entry>,
}

/// The part of it that says whether the rest can be read.
#[derive(Deserialize)]
struct Heading {
    format: u32,
}

impl Memory {
    const NOTHING: Self = Self { format: FORMAT, entries: Vec::new() };

    /// The contents of a file; nothing where there is none.
    fn read(path: &Path) -> Result<Self, String> {
        cache::read(path)?.map_or(Ok(Self::NOTHING), |text| Self::parse(&text))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let damaged = |e: serde_json::Error| format!("not a file of costs: {e}");
        let Heading { format } = serde_json::from_str(text).map_err(damaged)?;
        if format != FORMAT {
            return Err(format!("format {format}, this program reads format {FORMAT}"));
        }
        let memory: Self = serde_json::from_str(text).map_err(damaged)?;
        match memory.entries.iter().find(|entry| !entry.cost.is_sound()) {
            Some(entry) => Err(format!("{:?} are no times", entry.cost)),
            None => Ok(memory),
        }
    }

    fn find(&self, key: &Key) -> Option<Cost> {
        self.entries.iter().find(|entry| entry.key == *key).map(|entry| entry.cost)
    }

    /// With an entry first, in the place of an earlier one.
    fn with(mut self, entry: Entry) -> Self {
        self.entries.retain(|other| other.key != entry.key);
        self.entries.insert(0, entry);
        self.entries.truncate(MAX_ENTRIES);
        self
    }
}

fn remember(path: &Path, cost: Cost) -> Result<(), String> {
    // A file that cannot be read is replaced.
    let memory = Memory::read(path).unwrap_or(Memory::NOTHING).with(Entry { key: Key::here(), cost });
    let text = serde_json::to_string_pretty(&memory).map_err(|e| e.to_string())?;
    cache::write(path, &(text + "\n")).map_err(|e| e.to_string())
}

/// The file.
fn place() -> Option<PathBuf> {
    cache::place("costs.json")
}

/// Radices and limbs of what is measured: few and many layers, short and long butterflies, switches
/// and none.
const SAMPLES: [(&[usize], &[usize], usize); 5] = [
    (&[2, 2, 2, 2, 2, 2], &[3, 3, 3, 2, 2, 2], 1),
    (&[4, 4, 8], &[4, 3, 3], 2),
    (&[8, 8], &[3, 3], 3),
    (&[16, 16], &[3, 2], 1),
    (&[64], &[2], 1),
];
/// Bytes of memory that is moved to measure that: more than caches hold.
const MOVED: usize = 128 << 20;

/// Measures this machine, in about a second.
fn calibrate() -> Result<Cost, CliError> {
    let samples = SAMPLES.iter().map(|sample| check().and_then(|()| sampled(*sample))).collect::<Result<Vec<_>, _>>()?;
    let unusable = || CliError::plan("the times measured on this machine are none: is its clock stopped?");
    Cost::here().calibrated(&samples, byte_seconds()).ok_or_else(unusable)
}

/// The work of a recipe, and the seconds that it takes within the cache.
fn sampled((radices, limbs, output_limbs): (&[usize], &[usize], usize)) -> Result<(Work, f64), CliError> {
    let problem = Problem::forward(radices.iter().product()).map_err(CliError::plan)?;
    let recipe =
        Recipe { problem, radices: radices.to_vec(), evaluator: ProductSharing::Shared, limbs: limbs.to_vec(), output_limbs };
    let degree = 1 << 12;
    let moduli = RnsBasis::choose_moduli(degree, &vec![Kernels::PLAN_BITS; recipe.limbs[0]], 0).map_err(CliError::plan)?;
    let basis = RnsBasis::new(degree, &moduli).map_err(CliError::plan)?;
    let constants = Constants::<P32>::new(&FieldRing::new(), &recipe)
        .ok_or_else(|| CliError::plan("the field has no such root of unity"))?;
    let prepared = Prepared::new(&recipe, &constants, &basis).map_err(CliError::plan)?;
    Ok((Work::of(&recipe, degree), tile_seconds(&prepared, degree)))
}

/// Seconds to read a byte of memory, or to write one.
fn byte_seconds() -> f64 {
    let mut words = vec![1u64; MOVED / size_of::<u64>()];
    let mut pass = |_| {
        let start = Instant::now();
        words.iter_mut().for_each(|word| *word = word.wrapping_add(1));
        std::hint::black_box(&mut words);
        start.elapsed().as_secs_f64()
    };
    (0..3).map(&mut pass).fold(f64::INFINITY, f64::min) / (2 * MOVED) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(processor: &str, product: f64) -> Entry {
        let kernels = ["scalar".to_owned(), "avx2".to_owned()];
        Entry {
            key: Key { processor: processor.to_owned(), kernels, program: "1.2.3".to_owned() },
            cost: Cost { product, ..Cost::here() },
        }
    }

    #[test]
    fn a_file_gives_back_what_was_remembered_for_each_key() {
        let memory = Memory::NOTHING.with(entry("one", 1e-9)).with(entry("two", 2e-9)).with(entry("one", 3e-9));
        let read = Memory::parse(&serde_json::to_string(&memory).expect("text")).expect("a memory");
        assert_eq!(read, memory);
        let product = |key: &Key| read.find(key).map(|cost| cost.product);
        let (one, two) = (entry("one", 0.0).key, entry("two", 0.0).key);
        assert_eq!((product(&one), product(&two)), (Some(3e-9), Some(2e-9)));
        for other in [
            Key { processor: "three".to_owned(), ..one.clone() },
            Key { program: "1.2.4".to_owned(), ..one.clone() },
            Key { kernels: ["scalar".to_owned(), "scalar".to_owned()], ..one },
        ] {
            assert_eq!(product(&other), None, "{other:?}");
        }
        let many = (0..100).fold(Memory::NOTHING, |memory, i| memory.with(entry(&i.to_string(), 1e-9)));
        assert!(many.entries.len() == MAX_ENTRIES && many.find(&entry("99", 0.0).key).is_some(), "the latest stay");
    }

    #[test]
    fn what_is_damaged_or_foreign_is_refused() {
        let whole = serde_json::to_string(&Memory::NOTHING.with(entry("one", 1e-9))).expect("text");
        for cut in [0, 1, whole.len() / 2, whole.len() - 1] {
            assert!(Memory::parse(&whole[..cut]).is_err(), "{cut} bytes");
        }
        let refused = |from: &str, to: &str| {
            let text = whole.replace(from, to);
            assert_ne!(text, whole);
            Memory::parse(&text).expect_err(&text)
        };
        assert!(refused("\"format\":1", "\"format\":2").contains("format 2, this program reads format 1"));
        assert!(refused("\"product\":1e-9", "\"product\":-1e-9").contains("no times"));
        assert!(refused("\"product\":1e-9", "\"product\":5.0").contains("no times"));
        for (from, to) in
            [("\"product\"", "\"produce\""), ("\"product\":1e-9", "\"product\":\"x\""), ("\"entries\"", "\"rows\"")]
        {
            assert!(refused(from, to).contains("not a file of costs"));
        }
    }

    #[test]
    fn what_is_measured_is_work_with_every_price() {
        for (radices, limbs, output_limbs) in SAMPLES {
            let (work, seconds) = sampled((radices, limbs, output_limbs)).expect("a sample");
            assert!(seconds > 0.0 && work.products > 0.0 && work.rows > 0.0 && work.pointwise > 0.0, "{radices:?}");
        }
    }
}
