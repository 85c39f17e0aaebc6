//! The header of a prepared key: a page, so that the words after it begin at one.

use super::key::{LABEL, label, read_label};
use super::prepared_error::PreparedKeyError;
use crate::bivariate::key::Purpose;
use crate::bivariate::{Bivariate, HalfExternalKey};
use crate::codec::{BytesError, Context, Kind};
use crate::rlwe::KeyId;

/// Bytes of a header.
pub(super) const HEADER: usize = 4096;

/// The first bytes: in memory, where other objects have `PPLO`.
const MAGIC: [u8; 4] = *b"PPLM";
/// Raised when an older reader would misunderstand, and when transforms change their order or
/// their roots.
const VERSION: u16 = 2;
/// Bytes of a BLAKE3 hash.
const HASH: usize = blake3::OUT_LEN;

/// Where each part begins; bytes between them are zero.
mod place {
    pub(super) const KIND: usize = 4;
    pub(super) const VERSION: usize = 6;
    pub(super) const DIGEST: usize = 8;
    pub(super) const LABEL: usize = 16;
    /// Six numbers.
    pub(super) const NUMBERS: usize = 40;
    pub(super) const KERNEL: usize = 64;
    pub(super) const WORDS: usize = 96;
    pub(super) const HASH: usize = 104;
    pub(super) const PRIMES: usize = 136;
    /// The hash of all before it.
    pub(super) const CHECKSUM: usize = super::HEADER - super::HASH;
}

/// Bytes of the name of a kernel, zeros after it.
const KERNEL: usize = place::WORDS - place::KERNEL;

/// The numbers of a matrix, which the parameters determine, and their names.
fn numbers(scheme: &Bivariate) -> [(&'static str, usize); 6] {
    let plan = scheme.plan();
    [
        ("the degree", plan.degree()),
        ("words of a digit", plan.words().operand),
        ("words of a digit of a row", plan.words().row),
        ("primes", plan.primes()),
        ("rows", scheme.rows()),
        ("digits of a row", scheme.columns()),
    ]
}

fn primes(scheme: &Bivariate) -> impl Iterator<Item = u64> {
    scheme.transforms().basis().plans().iter().map(|plan| plan.modulus().value())
}

/// The kernel of transforms, the same for all primes, which are of one size.
pub(super) fn kernel(scheme: &Bivariate) -> &'static str {
    scheme.transforms().basis().plans()[0].kernel().name()
}

/// The header of a key whose words have a hash.
pub(super) fn header(scheme: &Bivariate, (purpose, to): (Purpose, KeyId), words: &[u8; HASH]) -> Vec<u8> {
    let mut header = vec![0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..][..bytes.len()].copy_from_slice(bytes);
    put(0, &MAGIC);
    put(place::KIND, &Kind::BivariateHalfExternalKey.number().to_le_bytes());
    put(place::VERSION, &VERSION.to_le_bytes());
    put(place::DIGEST, &scheme.digest().to_le_bytes());
    put(place::LABEL, &label(purpose, to));
    for (i, (_, number)) in numbers(scheme).into_iter().enumerate() {
        put(place::NUMBERS + 4 * i, &(number as u32).to_le_bytes());
    }
    let name = kernel(scheme).as_bytes();
    put(place::KERNEL, &name[..name.len().min(KERNEL)]);
    put(place::WORDS, &(scheme.key_bytes() as u64 / 8).to_le_bytes());
    put(place::HASH, words);
    primes(scheme).enumerate().for_each(|(i, prime)| put(place::PRIMES + 8 * i, &prime.to_le_bytes()));
    let checksum = blake3::hash(&header[..place::CHECKSUM]);
    header[place::CHECKSUM..].copy_from_slice(checksum.as_bytes());
    header
}

fn array<const N: usize>(header: &[u8], at: usize) -> [u8; N] {
    core::array::from_fn(|i| header[at + i])
}

/// Purpose, key and hash of the words of an undamaged header that is of these parameters and of
/// this kernel, and equal to the one that would be written.
pub(super) fn read(scheme: &Bivariate, bytes: &[u8]) -> Result<((Purpose, KeyId), [u8; HASH]), PreparedKeyError> {
    let bytes = bytes.get(..HEADER).ok_or(BytesError::Short { found: bytes.len(), least: HEADER })?;
    check_frame(bytes)?;
    let (found, expected) = (u64::from_le_bytes(array(bytes, place::DIGEST)), scheme.digest());
    if found != expected {
        return Err(BytesError::Parameters { found, expected }.into());
    }
    check_kernel(scheme, bytes)?;
    check_numbers(scheme, bytes)?;
    let key = read_label(scheme, array::<LABEL>(bytes, place::LABEL))?;
    let hash = array(bytes, place::HASH);
    let written = header(scheme, key, &hash);
    match bytes.iter().zip(&written).position(|(found, expected)| found != expected) {
        None => Ok((key, hash)),
        Some(position) => Err(PreparedKeyError::Unused { position, found: bytes[position] }),
    }
}

fn check_frame(bytes: &[u8]) -> Result<(), PreparedKeyError> {
    let found = array(bytes, 0);
    if found != MAGIC {
        return Err(PreparedKeyError::Magic { found });
    }
    let [kind, version] = [place::KIND, place::VERSION].map(|at| u16::from_le_bytes(array(bytes, at)));
    if kind != HalfExternalKey::PREPARED_KIND.number() {
        return Err(BytesError::Kind { found: kind, expected: HalfExternalKey::PREPARED_KIND }.into());
    }
    if version != VERSION {
        return Err(BytesError::Version { found: version, known: VERSION }.into());
    }
    let [found, expected] = [array(bytes, place::CHECKSUM), *blake3::hash(&bytes[..place::CHECKSUM]).as_bytes()];
    if found == expected { Ok(()) } else { Err(PreparedKeyError::Checksum { part: "header", found, expected }) }
}

fn check_kernel(scheme: &Bivariate, bytes: &[u8]) -> Result<(), PreparedKeyError> {
    let (found, expected) = (array::<KERNEL>(bytes, place::KERNEL), kernel(scheme));
    let end = found.iter().position(|&byte| byte == 0).unwrap_or(KERNEL);
    if found[..end] == expected.as_bytes()[..expected.len().min(KERNEL)] {
        return Ok(());
    }
    Err(PreparedKeyError::Kernel { found: found[..end].escape_ascii().to_string(), expected })
}

fn check_numbers(scheme: &Bivariate, bytes: &[u8]) -> Result<(), PreparedKeyError> {
    let of = |i: usize| u64::from(u32::from_le_bytes(array(bytes, place::NUMBERS + 4 * i)));
    let numbers = numbers(scheme).into_iter().enumerate().map(|(i, (what, number))| (what, of(i), number as u64));
    let long = |at: usize| u64::from_le_bytes(array(bytes, at));
    let words = ("words", long(place::WORDS), scheme.key_bytes() as u64 / 8);
    let primes = primes(scheme).enumerate().map(|(i, prime)| ("a prime", long(place::PRIMES + 8 * i), prime));
    for (what, found, expected) in numbers.chain([words]).chain(primes) {
        if found != expected {
            return Err(PreparedKeyError::Number { what, found, expected });
        }
    }
    Ok(())
}
