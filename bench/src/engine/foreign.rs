//! Times of another library on the same device, from a file.

use super::rows::{Peer, Place, Row};
use super::transforms::Transform;
use papilio_cuda::select::Operation;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

/// The version of the text.
const VERSION: u64 = 1;
/// Most rows.
const MAX_ROWS: usize = 1000;
/// Most bytes of a name.
const MAX_NAME: usize = 64;

/// Why a text has no times of others.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ForeignError {
    /// The text is no JSON, or has other fields.
    #[error("line {line}, column {column}: {reason}")]
    Text {
        /// The line, from 1 on.
        line: usize,
        /// The column of it.
        column: usize,
        /// The fault.
        reason: String,
    },
    /// Another version.
    #[error("version {found}, this program reads version {VERSION}")]
    Version {
        /// The version of the text.
        found: u64,
    },
    /// Too many rows.
    #[error("{found} rows, of at most {MAX_ROWS}")]
    Rows {
        /// Their number.
        found: usize,
    },
    /// An operation that has no row.
    #[error("row {row}: there is no operation {found:?}, but {names}")]
    Operation {
        /// The row, from 1 on.
        row: usize,
        /// The name in the text.
        found: String,
        /// The names that there are.
        names: String,
    },
    /// The name of a peer that is empty, long, not printable, or one of an engine of this library.
    #[error(
        "row {row}: {found:?} is no name of a peer: 1 to {MAX_NAME} printable characters of ASCII, and no engine of this program"
    )]
    Name {
        /// The row, from 1 on.
        row: usize,
        /// The name in the text, as far as it is shown.
        found: String,
    },
    /// A time that is none.
    #[error("row {row}: {found} microseconds, which are to be above 0")]
    Time {
        /// The row, from 1 on.
        row: usize,
        /// The number in the text.
        found: f64,
    },
    /// The same case of the same peer twice.
    #[error("row {row} is the case of an earlier one, of the same peer")]
    Twice {
        /// The later row, from 1 on.
        row: usize,
    },
}

/// The field of every version.
#[derive(Debug, Deserialize)]
struct Version {
    version: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(rename = "version")]
    _version: u64,
    rows: Vec<ForeignRow>,
}

fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, ForeignError> {
    serde_json::from_slice(text).map_err(|error| {
        let (line, column, reason) = (error.line(), error.column(), error.to_string());
        let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
        ForeignError::Text { line, column, reason }
    })
}

/// A time of another library: that of one of a batch, of operands that are on the device.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignRow {
    /// The name of the operation.
    pub operation: String,
    /// The ring degree.
    pub degree: usize,
    /// Primes of the operands.
    pub limbs: usize,
    /// Polynomials or ciphertexts.
    pub batch: usize,
    /// Time for one of the batch.
    pub microseconds: f64,
    /// The name of the library.
    pub peer: String,
}

/// Times of other libraries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foreign {
    rows: Vec<ForeignRow>,
}

impl Foreign {
    /// Most bytes of a text.
    pub const MAX_BYTES: u64 = 1 << 20;

    /// The times of a text.
    ///
    /// # Errors
    /// [`ForeignError`], for the first fault.
    pub fn parse(text: &[u8]) -> Result<Self, ForeignError> {
        let Version { version } = read(text)?;
        if version != VERSION {
            return Err(ForeignError::Version { found: version });
        }
        let Text { rows, .. } = read(text)?;
        if rows.len() > MAX_ROWS {
            return Err(ForeignError::Rows { found: rows.len() });
        }
        let mut cases = BTreeSet::new();
        for (row, one) in (1..).zip(&rows) {
            one.check(row)?;
            if !cases.insert((&one.operation, one.degree, one.limbs, one.batch, &one.peer)) {
                return Err(ForeignError::Twice { row });
            }
        }
        Ok(Self { rows })
    }

    /// The rows of others beside one of a device whose operands are there: the same, with their
    /// times in the place of the processor's.
    pub fn beside<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = Row> + 'a {
        self.rows.iter().filter(|one| one.is_of(row)).map(|one| Row {
            peer: Some(Peer::Foreign(one.peer.clone())),
            peer_microseconds: Some(one.microseconds),
            ratio: row.microseconds.filter(|_| row.correct).map(|own| one.microseconds / own),
            ..row.clone()
        })
    }

    /// The rows that none of these is beside.
    pub fn apart<'a>(&'a self, rows: &'a [Row]) -> impl Iterator<Item = &'a ForeignRow> + 'a {
        self.rows.iter().filter(|one| !rows.iter().any(|row| one.is_of(row)))
    }
}

impl ForeignRow {
    /// The names of operations that have rows.
    fn names() -> impl Iterator<Item = &'static str> {
        Operation::ALL.map(Operation::name).into_iter().chain(Transform::NAMES)
    }

    fn check(&self, row: usize) -> Result<(), ForeignError> {
        let shown = |text: &str| text.chars().take(MAX_NAME).collect();
        if !Self::names().any(|name| name == self.operation) {
            let names = Self::names().collect::<Vec<_>>().join(", ");
            return Err(ForeignError::Operation { row, found: shown(&self.operation), names });
        }
        let printable = self.peer.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
        let own = Place::ALL.iter().any(|place| place.name() == self.peer);
        if own || !printable || !(1..=MAX_NAME).contains(&self.peer.len()) {
            return Err(ForeignError::Name { row, found: shown(&self.peer) });
        }
        if self.microseconds > 0.0 { Ok(()) } else { Err(ForeignError::Time { row, found: self.microseconds }) }
    }

    /// Whether a row is of the same case: of a device whose operands are there.
    fn is_of(&self, row: &Row) -> bool {
        let resident = row.engine != Place::Cpu && !row.transfers;
        resident
            && self.operation == row.operation
            && [self.degree, self.limbs, self.batch] == [row.degree, row.limbs, row.batch]
    }
}
