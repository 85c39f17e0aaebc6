//! The two headers, and validation as far as they go.

use crate::integer::Integer;
use crate::{Error, Operation};
use core::fmt;

/// Which of the two headers an input has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `n: u32 | q: u64`: negacyclic, over a prime, with the least root.
    Short,
    /// `01 | kind | log2 n | m | q: m bytes | root: m bytes, or 2m`.
    Extended,
}

/// The kind of transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Values at the roots of `X^n + 1`: `ψ^(2·brv(i) + 1)`, `ψ^n = −1`.
    Negacyclic,
    /// Values at the roots of `X^n − 1`: `ω^brv(i)`, `ω^(n/2) = −1`.
    Cyclic,
    /// Residues modulo `X² − ζ^(2·brv(i) + 1)`, in pairs, `ζ^(n/2) = −1`: the transform of
    /// FIPS 203.
    Incomplete,
    /// Values of pairs `a_j + i·a_(j+n/2)` over `Z_q[i]` at the roots of `Y^(n/2) − i`:
    /// `θ^(4·brv(k) + 1)`, `θ^(n/2) = i`.
    Complex,
}

impl Kind {
    /// In the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Negacyclic, Self::Cyclic, Self::Incomplete, Self::Complex];
}

/// The root of unity that a transform is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// Form S: the least `x > 0` with `x^n = −1`.
    Least,
    /// Form X.
    Given(Integer),
    /// Form X over `Z_q[i]`: real and imaginary part.
    Complex(Integer, Integer),
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Least => f.write_str("the least"),
            Self::Given(root) => root.fmt(f),
            Self::Complex(re, im) => write!(f, "{re} + {im}i"),
        }
    }
}

/// A decoded header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Header {
    /// Which header it is.
    pub form: Form,
    /// Which transform.
    pub kind: Kind,
    /// Elements of a vector.
    pub n: usize,
    /// The modulus `q`.
    pub modulus: Integer,
    /// The root of unity.
    pub root: Root,
    /// Bytes of an element.
    pub width: usize,
    /// Vectors behind the header.
    pub vectors: usize,
}

impl Header {
    /// Bytes of the header itself.
    #[must_use]
    pub fn len(&self) -> usize {
        match (self.form, self.root) {
            (Form::Short, _) => 12,
            (Form::Extended, Root::Complex(..)) => 4 + 3 * self.width,
            (Form::Extended, _) => 4 + 2 * self.width,
        }
    }

    /// Never: a header has bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes of the output: one vector.
    #[must_use]
    pub fn output_len(&self) -> usize {
        self.n * self.width
    }

    /// Bytes of the whole input, which a limit on `n` keeps below `2^21`.
    pub(crate) fn input_len(&self) -> usize {
        self.len() + self.vectors * self.n * self.width
    }

    /// Steps 1 to 6 of validation. The width of form S follows from the length; where none does, it
    /// is that of the modulus.
    pub(crate) fn parse(vectors: usize, input: &[u8]) -> Result<Self, Error> {
        match input {
            [0, ..] if input.len() >= 12 => short(vectors, input),
            [1, kind, log, m, rest @ ..] => extended(vectors, [*kind, *log, *m], rest),
            [form, ..] if *form > 1 && input.len() >= 4 => Err(Error::Header),
            _ => Err(Error::TooShort),
        }
    }

    /// Whether the root matters to an operation.
    pub(crate) fn uses_root(&self, operation: Operation) -> bool {
        let pairs = matches!(self.kind, Kind::Incomplete | Kind::Complex);
        operation.transforms() || operation == Operation::Multiply && pairs
    }

    /// Step 9.
    pub(crate) fn check_length(&self, input: &[u8]) -> Result<(), Error> {
        let (expected, got) = (self.input_len(), input.len());
        if expected == got { Ok(()) } else { Err(Error::Length { expected, got }) }
    }
}

fn short(vectors: usize, input: &[u8]) -> Result<Header, Error> {
    let n = Integer::from_be(&input[..4]).to_u64().unwrap_or(0);
    if !n.is_power_of_two() {
        return Err(Error::DegreeNotPower);
    }
    let modulus = Integer::from_be(&input[4..12]);
    let n = check_degree(n.trailing_zeros(), 8)?;
    check_modulus(&modulus, Kind::Negacyclic)?;
    let natural = width_of(&modulus).max(2);
    let width = if input.len() == 12 + vectors * n * 8 { 8 } else { natural };
    Ok(Header { form: Form::Short, kind: Kind::Negacyclic, n, modulus, root: Root::Least, width, vectors })
}

fn extended(vectors: usize, [kind, log, m]: [u8; 3], rest: &[u8]) -> Result<Header, Error> {
    let kind = *Kind::ALL.get(usize::from(kind)).ok_or(Error::Header)?;
    let width = usize::from(m);
    if ![2, 4, 8, 16, 32].contains(&width) {
        return Err(Error::Header);
    }
    let parts = if kind == Kind::Complex { 3 } else { 2 };
    let numbers = rest.get(..parts * width).ok_or(Error::TooShort)?;
    let number = |i: usize| Integer::from_be(&numbers[i * width..][..width]);
    let n = check_degree(u32::from(log), width)?;
    let modulus = number(0);
    check_modulus(&modulus, kind)?;
    if width_of(&modulus) != width {
        return Err(Error::Modulus);
    }
    let root = if kind == Kind::Complex { Root::Complex(number(1), number(2)) } else { Root::Given(number(1)) };
    Ok(Header { form: Form::Extended, kind, n, modulus, root, width, vectors })
}

/// The least of the widths that holds the modulus, which is the one that form X must state.
fn width_of(modulus: &Integer) -> usize {
    match modulus.bits() {
        0..=16 => 2,
        17..=32 => 4,
        33..=64 => 8,
        65..=128 => 16,
        _ => 32,
    }
}

/// The greatest `log2 n` for a width: it bounds what a call allocates to a megabyte and the time to
/// a block's share.
pub(crate) fn max_log(width: usize) -> u32 {
    match width {
        32 => 13,
        16 => 14,
        _ => 16,
    }
}

fn check_degree(log: u32, width: usize) -> Result<usize, Error> {
    if (1..=max_log(width)).contains(&log) { Ok(1 << log) } else { Err(Error::Degree) }
}

fn check_modulus(modulus: &Integer, kind: Kind) -> Result<(), Error> {
    if *modulus == Integer::default() {
        return Err(Error::ZeroModulus);
    }
    // Where −1 is a square, Z_q[i] splits, and the complex kind is two transforms of the plain one.
    let splits = kind == Kind::Complex && modulus.words()[0] % 4 != 3;
    if modulus.is_even() || *modulus < Integer::from(3) || splits { Err(Error::Modulus) } else { Ok(()) }
}
