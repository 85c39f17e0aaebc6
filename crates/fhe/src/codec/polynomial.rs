//! Polynomials: the residues modulo one prime after the other, each in the fewest whole bytes.

use super::BytesError;
use super::frame::{Header, Payload};
use papilio_ring::codec::{read_residues, residue_bytes, write_residues};
use papilio_ring::{Form, Poly, RnsBasis};

/// Bytes of a level.
pub const LEVEL: usize = 2;

/// Bytes of a polynomial.
#[must_use]
pub fn poly_len(basis: &RnsBasis, level: usize) -> usize {
    basis.moduli(level).map(|m| residue_bytes(m) * basis.degree()).sum()
}

/// Bytes of as many polynomials.
pub(super) fn parts_len(basis: &RnsBasis, level: usize, parts: usize) -> usize {
    parts * poly_len(basis, level)
}

/// Appends the residues.
///
/// # Panics
/// Unless they are those of a polynomial of `level` primes: cut to whole bytes, others could not be
/// read again.
pub fn write_poly<S: Form>(basis: &RnsBasis, level: usize, poly: &Poly<S>, out: &mut Vec<u8>) {
    assert!(
        level <= basis.limbs() && poly.residues().len() == level * basis.degree(),
        "{} residues where {level} times {} are needed, for at most {} primes",
        poly.residues().len(),
        basis.degree(),
        basis.limbs()
    );
    for (i, m) in basis.moduli(level).enumerate() {
        let canonical = poly.limb(i).iter().fold(true, |canonical, &x| canonical & (x < m.value()));
        assert!(canonical, "residues not below the prime {}: a polynomial of other parameters", m.value());
        write_residues(m, poly.limb(i), out);
    }
}

pub(super) fn read_poly<S: Form>(basis: &RnsBasis, level: usize, payload: &mut Payload<'_>) -> Result<Poly<S>, BytesError> {
    read_into(basis, Poly::zero(basis, level), payload)
}

/// A polynomial of a level that is secret.
///
/// # Errors
/// [`BytesError::Residue`].
pub fn read_secret_poly<S: Form>(basis: &RnsBasis, level: usize, payload: &mut Payload<'_>) -> Result<Poly<S>, BytesError> {
    read_into(basis, Poly::secret(basis, level), payload)
}

fn read_into<S: Form>(basis: &RnsBasis, mut poly: Poly<S>, payload: &mut Payload<'_>) -> Result<Poly<S>, BytesError> {
    let level = poly.level();
    for (limb, m) in poly.limbs_mut().zip(basis.moduli(level)) {
        read_residues(m, payload.take(residue_bytes(m) * limb.len()), limb)?;
    }
    Ok(poly)
}

/// All parts at the level of the first.
pub(super) fn write_parts<S: Form>(basis: &RnsBasis, parts: &[Poly<S>], out: &mut Vec<u8>) {
    parts.iter().for_each(|part| write_poly(basis, parts[0].level(), part, out));
}

pub(super) fn read_parts<S: Form, const N: usize>(
    basis: &RnsBasis,
    level: usize,
    payload: &mut Payload<'_>,
) -> Result<[Poly<S>; N], BytesError> {
    let mut parts = [(); N].map(|()| Poly::zero(basis, 0));
    for part in &mut parts {
        *part = read_poly(basis, level, payload)?;
    }
    Ok(parts)
}

/// Appends a level.
pub fn write_level(level: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(level as u16).to_le_bytes());
}

/// A level that the basis has.
///
/// # Errors
/// [`BytesError::Short`]; [`BytesError::Level`].
pub fn read_level(basis: &RnsBasis, header: &mut Header<'_>) -> Result<usize, BytesError> {
    let (found, limbs) = (usize::from(u16::from_le_bytes(header.take()?)), basis.limbs());
    if (1..=limbs).contains(&found) { Ok(found) } else { Err(BytesError::Level { found, limbs }) }
}
