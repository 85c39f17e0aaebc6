//! Costs that were measured on a machine, and their text.

use super::operation::Operation;
use super::request::Request;
use super::shape::Shape;
use core::fmt;
use core::str::FromStr;

/// The first words of the text.
const HEADER: &str = "papilio engine costs";
/// The version of the text.
const FORMAT: u32 = 1;
/// Most lines of a text.
const MAX_LINES: usize = 1 << 10;
/// Characters of a line that an error shows.
const SHOWN: usize = 80;

/// The median time of an operation on the CPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CpuMedian {
    /// The operation.
    pub operation: Operation,
    /// The shape of its operands.
    pub shape: Shape,
    /// Microseconds for one of a batch.
    pub microseconds: f64,
}

/// Rates of a device, in a second.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceRates {
    /// The name that its driver gives it.
    pub name: String,
    /// Bytes from the host.
    pub upload: f64,
    /// Bytes to the host.
    pub download: f64,
    /// Bytes of its memory that are read or written.
    pub copy: f64,
    /// Butterflies of transforms.
    pub butterflies: f64,
    /// Products in sums, as conversions have them.
    pub products: f64,
    /// Microseconds of a launch that does next to nothing, when many are queued.
    pub launch: f64,
}

/// Costs of the engines of a machine, by which a [`super::Selection`] predicts times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs {
    /// The processor and its kernels, as the program that measures calls them: costs of another are
    /// not used.
    pub machine: String,
    /// Medians of the CPU.
    pub cpu: Vec<CpuMedian>,
    /// Rates of a device, where one was measured.
    pub device: Option<DeviceRates>,
}

/// Why a text has no costs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostsError {
    /// The first line is another.
    #[error("line 1 is not {HEADER:?} and a version: {text:?}")]
    Header {
        /// Its first characters.
        text: String,
    },
    /// A later version of the program has written it, or an earlier one.
    #[error("line 1: format {found}, this program reads format {FORMAT}")]
    Format {
        /// The version of the text.
        found: u32,
    },
    /// A line is nothing that is known.
    #[error("line {line} is no cost: {text:?}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// Its first characters.
        text: String,
    },
    /// The last line is missing: the text was cut.
    #[error("line {line} should be \"end\", and is missing: the text was cut")]
    Cut {
        /// Counted from 1.
        line: usize,
    },
    /// A rate of a device is missing, or there twice.
    #[error("line {line}: a device has upload, download, copy, butterflies, products and launch, once each")]
    Rates {
        /// The line of the device, counted from 1.
        line: usize,
    },
    /// More lines than operations and shapes.
    #[error("line {line}: costs have at most {MAX_LINES} lines")]
    TooLong {
        /// The first line that is too much.
        line: usize,
    },
}

impl Costs {
    /// The names of the rates of a device, in the order of the text.
    const RATES: [&'static str; 6] = ["upload", "download", "copy", "butterflies", "products", "launch"];

    /// Predicted microseconds of one thread of the CPU: by the median of the nearest shape of the
    /// operation.
    #[must_use]
    pub fn cpu_microseconds(&self, request: &Request) -> Option<f64> {
        let wanted = effort(&Request { batch: 1, ..*request });
        let ratio = |median: &CpuMedian| wanted / effort(&Request { shape: median.shape, batch: 1, ..*request });
        let same = self.cpu.iter().filter(|median| median.operation == request.operation);
        let distance = |median: &CpuMedian| ratio(median).ln().abs();
        let nearest = same.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(nearest.microseconds * ratio(nearest) * request.batch as f64)
    }
}

impl DeviceRates {
    /// Predicted microseconds: launches, the longer of arithmetic and memory, and the transfers of
    /// operands that are not there.
    #[must_use]
    pub fn microseconds(&self, request: &Request) -> f64 {
        let work = request.work();
        let arithmetic = request.butterflies() / self.butterflies + request.products() / self.products;
        let memory = request.bytes(work.moved + work.between) / self.copy;
        let transfers = if request.resident {
            0.0
        } else {
            request.bytes(work.uploads) / self.upload + request.bytes(work.downloads) / self.download
        };
        request.launches() * self.launch + (arithmetic.max(memory) + transfers) * 1e6
    }

    fn rates(&self) -> [f64; 6] {
        [self.upload, self.download, self.copy, self.butterflies, self.products, self.launch]
    }
}

/// Work of the CPU, in products of words.
fn effort(request: &Request) -> f64 {
    let work = request.work();
    request.butterflies() + request.products() + request.words(work.moved + work.between)
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER} {FORMAT}")?;
        writeln!(f, "machine {}", self.machine)?;
        for CpuMedian { operation, shape: Shape { degree, limbs, special }, microseconds } in &self.cpu {
            writeln!(f, "cpu {operation} {degree} {limbs} {special} {microseconds:?}")?;
        }
        if let Some(device) = &self.device {
            writeln!(f, "device {}", device.name)?;
            for (name, rate) in Self::RATES.into_iter().zip(device.rates()) {
                writeln!(f, "rate {name} {rate:?}")?;
            }
        }
        writeln!(f, "end")
    }
}

impl FromStr for Costs {
    type Err = CostsError;

    fn from_str(text: &str) -> Result<Self, CostsError> {
        let mut lines = text.lines().zip(1..);
        let first = lines.next().map_or("", |(line, _)| line);
        let version = first.strip_prefix(HEADER).and_then(|rest| rest.strip_prefix(' ')?.parse().ok());
        match version {
            Some(FORMAT) => {}
            Some(found) => return Err(CostsError::Format { found }),
            None => return Err(CostsError::Header { text: start(first) }),
        }
        let mut reader = Reader::default();
        let mut last = 1;
        for (text, line) in lines {
            last = line;
            if line > MAX_LINES {
                return Err(CostsError::TooLong { line });
            }
            if reader.ended || reader.line(text, line).is_none() {
                return Err(CostsError::Line { line, text: start(text) });
            }
        }
        if !reader.ended { Err(CostsError::Cut { line: last + 1 }) } else { reader.costs() }
    }
}

fn start(line: &str) -> String {
    line.chars().take(SHOWN).collect()
}

/// The lines so far.
#[derive(Default)]
struct Reader {
    machine: Option<String>,
    cpu: Vec<CpuMedian>,
    device: Option<(String, usize)>,
    rates: Vec<(usize, f64)>,
    ended: bool,
}

impl Reader {
    /// Takes a line, if it has a place here.
    fn line(&mut self, text: &str, line: usize) -> Option<()> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        match kind {
            "machine" if self.machine.is_none() => self.machine = Some(rest.to_owned()),
            "cpu" => self.cpu.push(median(rest)?),
            "device" if self.device.is_none() => self.device = Some((rest.to_owned(), line)),
            "rate" if self.device.is_some() => {
                let (name, value) = rest.split_once(' ')?;
                self.rates.push((Costs::RATES.iter().position(|known| *known == name)?, positive(value)?));
            }
            "end" if text == "end" => self.ended = true,
            _ => return None,
        }
        Some(())
    }

    fn costs(mut self) -> Result<Costs, CostsError> {
        let device = match self.device {
            None => None,
            Some((name, line)) => {
                self.rates.sort_unstable_by_key(|(place, _)| *place);
                if !self.rates.iter().map(|(place, _)| *place).eq(0..Costs::RATES.len()) {
                    return Err(CostsError::Rates { line });
                }
                let [upload, download, copy, butterflies, products, launch] = core::array::from_fn(|i| self.rates[i].1);
                Some(DeviceRates { name, upload, download, copy, butterflies, products, launch })
            }
        };
        Ok(Costs { machine: self.machine.unwrap_or_default(), cpu: self.cpu, device })
    }
}

fn median(line: &str) -> Option<CpuMedian> {
    let mut words = line.split(' ');
    let operation = Operation::named(words.next()?)?;
    let [degree, limbs, special] = [words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    let microseconds = positive(words.next()?)?;
    // Shapes that no ring has would make times that are none.
    let sound = usize::is_power_of_two(degree) && (2..=1 << 20).contains(&degree) && (1..=1 << 10).contains(&limbs);
    let sound = sound && special <= 1 << 10 && words.next().is_none();
    sound.then_some(CpuMedian { operation, shape: Shape { degree, limbs, special }, microseconds })
}

/// A time or a rate.
fn positive(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| value.is_finite() && *value > 0.0)
}

#[cfg(test)]
mod tests;
