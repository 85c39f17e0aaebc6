//! Vectors over `Z_t` as plaintext polynomials, in coefficients or in slots.
//!
//! Slot `i` of the first row (`i < N/2`) is the value at `ψ^(3^i)`, that of the second row the value at `ψ^(−3^i)`, `ψ` the
//! field's `2N`-th root of unity: rotations of rows are automorphisms.

use super::{Bfv, BfvError};
use core::cmp::Ordering;
use papilio_field::Field;
use papilio_ntt::SlotPermutation;
use papilio_ntt::dft::{Dft, DftField};

/// A polynomial of `Z_t[X]/(X^N + 1)`, by its `N` coefficients; erased when dropped, never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Plaintext<F: Field> {
    coefficients: Vec<F>,
}

impl<F: Field> core::fmt::Debug for Plaintext<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Plaintext(..)")
    }
}

impl<F: Field> Drop for Plaintext<F> {
    fn drop(&mut self) {
        papilio_field::erase(&mut self.coefficients);
    }
}

impl<F: Field> Plaintext<F> {
    pub(crate) fn new(coefficients: Vec<F>) -> Self {
        Self { coefficients }
    }

    /// The coefficients, which is also how values encoded in coefficients are decoded.
    #[must_use]
    pub fn coefficients(&self) -> &[F] {
        &self.coefficients
    }

    /// The coefficients, which are the caller's to erase.
    #[must_use]
    pub fn into_coefficients(mut self) -> Vec<F> {
        core::mem::take(&mut self.coefficients)
    }
}

impl<F: Field> Bfv<F> {
    /// The zero plaintext.
    #[must_use]
    pub fn zero(&self) -> Plaintext<F> {
        Plaintext::new(vec![F::ZERO; self.params.degree()])
    }

    /// Refuses plaintexts of another ring.
    pub(super) fn admit_plaintext(&self, plaintext: &Plaintext<F>) -> Result<(), BfvError> {
        let (found, expected) = (plaintext.coefficients.len(), self.params.degree());
        if found == expected { Ok(()) } else { Err(BfvError::Degree { found, expected }) }
    }

    /// At most `N` values, one a coefficient.
    ///
    /// # Errors
    /// [`BfvError::TooLong`].
    pub fn encode_coefficients(&self, values: &[F]) -> Result<Plaintext<F>, BfvError> {
        let degree = self.params.degree();
        if values.len() > degree {
            return Err(BfvError::TooLong { given: values.len(), degree });
        }
        let mut plaintext = self.zero();
        plaintext.coefficients[..values.len()].copy_from_slice(values);
        Ok(plaintext)
    }
}

/// The encoder of slots, with its tables.
#[derive(Clone, Debug)]
pub struct Slots<F: DftField> {
    dft: Dft<F>,
    orbits: SlotPermutation<F>,
}

impl<F: DftField> Slots<F> {
    /// The encoder of a scheme's slots.
    ///
    /// # Errors
    /// [`BfvError::NoSlots`] unless `2N | t − 1`.
    pub fn new(bfv: &Bfv<F>) -> Result<Self, BfvError> {
        Self::within(bfv, bfv.params.degree() / 2)
    }

    /// The encoder of slots that repeat themselves along each row: of the ring of degree `2·period`, in whose power of `X` their
    /// polynomial is.
    ///
    /// # Errors
    /// [`BfvError::NoSlots`] unless `2N | t − 1`, and the period is a power of two from 2 to `N/2`.
    pub(super) fn within(bfv: &Bfv<F>, period: usize) -> Result<Self, BfvError> {
        let degree = bfv.params.degree();
        let missing = BfvError::NoSlots { field: F::NAME, degree };
        if F::TWO_ADICITY <= degree.trailing_zeros() || !period.is_power_of_two() || !(2..=degree / 2).contains(&period) {
            return Err(missing);
        }
        let log = (2 * period).trailing_zeros();
        let root = F::root_of_unity(log + 1).ok_or(missing.clone())?;
        Ok(Self { dft: Dft::coset(log, root).ok_or(missing)?, orbits: SlotPermutation::new(log) })
    }

    /// At most as many values as there are slots, one a slot.
    ///
    /// # Errors
    /// [`BfvError::TooLong`].
    pub fn encode(&self, values: &[F]) -> Result<Plaintext<F>, BfvError> {
        let mut plaintext = Plaintext::new(vec![F::ZERO; self.dft.size()]);
        self.encode_into(values, &mut plaintext)?;
        Ok(plaintext)
    }

    /// As [`Self::encode`], into the memory of another plaintext.
    ///
    /// # Errors
    /// [`BfvError::TooLong`]; [`BfvError::Degree`] if that one is of another ring.
    pub fn encode_into(&self, values: &[F], out: &mut Plaintext<F>) -> Result<(), BfvError> {
        self.admit(out)?;
        self.interpolate(values, &mut out.coefficients)
    }

    /// The coefficients of the polynomial with these values.
    pub(super) fn interpolate(&self, values: &[F], coefficients: &mut [F]) -> Result<(), BfvError> {
        let slots = self.dft.size();
        match values.len().cmp(&slots) {
            Ordering::Greater => return Err(BfvError::TooLong { given: values.len(), degree: slots }),
            Ordering::Equal => self.orbits.to_values(values, coefficients),
            Ordering::Less => {
                let mut padded = Plaintext::new(vec![F::ZERO; slots]);
                padded.coefficients[..values.len()].copy_from_slice(values);
                self.orbits.to_values(&padded.coefficients, coefficients);
            }
        }
        self.dft.inverse(coefficients);
        Ok(())
    }

    fn admit(&self, plaintext: &Plaintext<F>) -> Result<(), BfvError> {
        let (found, expected) = (plaintext.coefficients.len(), self.dft.size());
        if found == expected { Ok(()) } else { Err(BfvError::Degree { found, expected }) }
    }

    /// The values of all slots, which are the caller's to erase.
    ///
    /// # Errors
    /// [`BfvError::Degree`] for a plaintext of another ring.
    pub fn decode(&self, plaintext: &Plaintext<F>) -> Result<Vec<F>, BfvError> {
        self.admit(plaintext)?;
        // Erased when dropped, as the plaintext is.
        let mut points = plaintext.clone();
        self.dft.forward(&mut points.coefficients);
        let mut values = vec![F::ZERO; points.coefficients.len()];
        self.orbits.to_slots(&points.coefficients, &mut values);
        Ok(values)
    }
}
