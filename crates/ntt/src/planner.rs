//! The choice of kernel and passes: by rule, or by measurement that is saved and reloaded.
//!
//! The rule takes the first kernel that supports the prime and its usual passes, and needs no
//! planner: [`Plan::columns`]. A [`Planner`] tries every kernel and all passes for the shapes
//! that it is asked to measure, and remembers the fastest; its text form goes into a file. What it
//! remembers changes speed alone: every choice computes the same transform.

use crate::{Domain, Kernel, KernelWord, Plan, PlanError, RadixSchedule};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use std::time::{Duration, Instant};

/// First line of the text form: format, then what the measurements depend on.
const HEADER: &str = "papilio-ntt measurements 2";
/// Most lines of a text form: every shape there is, twice over.
const MAX_LINES: usize = 1 << 14;
/// Transforms are repeated for this long in a sample, and the least of the samples counts.
const SAMPLE: Duration = Duration::from_micros(200);
const SAMPLES: usize = 7;

/// The shape that a choice was measured for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    word_bits: u32,
    prime_bits: u32,
    n: usize,
    width: usize,
}

impl Key {
    fn of<W: KernelWord>(domain: &Domain, width: usize) -> Self {
        Self { word_bits: W::BITS, prime_bits: domain.modulus().bits(), n: domain.size(), width }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Choice {
    kernel: String,
    passes: RadixSchedule,
}

/// Why measurements cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlannerError {
    /// The first lines are not those of this version on a processor with these kernels.
    #[error("the measurements are for {found:?}, not for {expected:?}: measure again")]
    Header {
        /// The first line of the text.
        found: String,
        /// The first line that it should have.
        expected: String,
    },
    /// A line is not a measurement.
    #[error("line {line} is no measurement: {text:?}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// Its first characters.
        text: String,
    },
    /// More lines than shapes.
    #[error("more than {MAX_LINES} lines of measurements")]
    TooLong,
}

/// Remembers the fastest kernel and passes of the shapes that it measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planner {
    choices: BTreeMap<Key, Choice>,
}

impl Planner {
    /// One that has measured nothing, and plans by rule.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of shapes measured.
    #[must_use]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether nothing was measured.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The plan of the measurement for this word, size of prime, length and width, or else by rule.
    ///
    /// # Errors
    /// The errors of [`Plan::columns`].
    pub fn plan<W: KernelWord>(&self, domain: Domain, columns: usize) -> Result<Plan<W>, PlanError> {
        let choice = self.choices.get(&Key::of::<W>(&domain, columns));
        let known = choice.and_then(|choice| Some((Kernel::<W>::named(&choice.kernel)?, choice.passes.clone())));
        match known {
            // A kernel that has since refused the shape is no error: the rule has an answer.
            Some((kernel, passes)) => {
                Plan::columns_with(kernel, domain.clone(), columns, Some(passes)).or_else(|_| Plan::columns(domain, columns))
            }
            None => Plan::columns(domain, columns),
        }
    }

    /// Times every kernel and all its passes on zeros and remembers the fastest; takes milliseconds
    /// for short transforms, seconds for long ones.
    ///
    /// # Errors
    /// The errors of [`Plan::columns`].
    pub fn measure<W: KernelWord>(&mut self, domain: &Domain, columns: usize) -> Result<Plan<W>, PlanError> {
        let by_rule = Plan::<W>::columns(domain.clone(), columns)?;
        let mut data = alloc::vec![W::default(); domain.size() * columns];
        let mut best = (time(&by_rule, &mut data), by_rule);
        for plan in candidates::<W>(domain, columns) {
            let time = time(&plan, &mut data);
            if time < best.0 {
                best = (time, plan);
            }
        }
        let choice = Choice { kernel: best.1.kernel().name().to_owned(), passes: best.1.passes().clone() };
        self.choices.insert(Key::of::<W>(domain, columns), choice);
        Ok(best.1)
    }
}

fn candidates<W: KernelWord>(domain: &Domain, columns: usize) -> impl Iterator<Item = Plan<W>> {
    let n = if columns > 1 { usize::MAX } else { domain.size() };
    let kernels = Kernel::<W>::all().iter().filter(move |kernel| kernel.supports(domain.modulus(), n));
    kernels
        .flat_map(move |kernel| {
            RadixSchedule::all(kernel, domain.modulus(), domain.size(), columns).into_iter().map(move |passes| (kernel, passes))
        })
        .filter_map(move |(kernel, passes)| Plan::columns_with(kernel, domain.clone(), columns, Some(passes)).ok())
}

/// Least time of a forward and an inverse transform.
fn time<W: KernelWord>(plan: &Plan<W>, data: &mut [W]) -> Duration {
    let mut sample = || {
        let (start, mut count) = (Instant::now(), 0);
        while count == 0 || start.elapsed() < SAMPLE {
            plan.forward(data);
            plan.inverse(data);
            count += 1;
        }
        start.elapsed() / count
    };
    (0..SAMPLES).map(|_| sample()).min().unwrap_or(Duration::MAX)
}

/// Version and kernels: what measurements depend on.
fn header() -> String {
    let kernels: Vec<_> = Kernel::<u64>::all().iter().map(|kernel| kernel.name()).collect();
    let kernels32: Vec<_> = Kernel::<u32>::all().iter().map(|kernel| kernel.name()).collect();
    let kernels16: Vec<_> = Kernel::<u16>::all().iter().map(|kernel| kernel.name()).collect();
    let names = [kernels, kernels32, kernels16].map(|names| names.join(",")).join(" ");
    alloc::format!("{HEADER} {} {names}", env!("CARGO_PKG_VERSION"))
}

impl fmt::Display for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", header())?;
        for (key, Choice { kernel, passes }) in &self.choices {
            let Key { word_bits, prime_bits, n, width } = key;
            write!(f, "{word_bits} {prime_bits} {n} {width} {kernel} {}", passes.base_len)?;
            passes.radices.iter().try_for_each(|radix| write!(f, " {radix}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for Planner {
    type Err = PlannerError;

    fn from_str(text: &str) -> Result<Self, PlannerError> {
        let mut lines = text.lines();
        let (found, expected) = (lines.next().unwrap_or_default(), header());
        if found != expected {
            return Err(PlannerError::Header { found: found.chars().take(200).collect(), expected });
        }
        let mut choices = BTreeMap::new();
        for (i, line) in lines.enumerate() {
            if i >= MAX_LINES {
                return Err(PlannerError::TooLong);
            }
            let wrong = || PlannerError::Line { line: i + 2, text: line.chars().take(80).collect() };
            let (key, choice) = entry(line).ok_or_else(wrong)?;
            choices.insert(key, choice);
        }
        Ok(Self { choices })
    }
}

/// A line of the text form: whether its passes make up a transform is checked when a plan is made
/// of it.
fn entry(line: &str) -> Option<(Key, Choice)> {
    let mut words = line.split(' ');
    let mut number = || words.next()?.parse::<usize>().ok();
    let (word_bits, prime_bits, n, width) = (number()?, number()?, number()?, number()?);
    let key = Key { word_bits: u32::try_from(word_bits).ok()?, prime_bits: u32::try_from(prime_bits).ok()?, n, width };
    let kernel = words.next()?.to_string();
    let base_len = words.next()?.parse().ok()?;
    let radices: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    let radices = radices.filter(|radices| radices.len() <= 24)?;
    Some((key, Choice { kernel, passes: RadixSchedule { radices, base_len } }))
}
