//! Vectors over `Z_t` as plaintext polynomials, in coefficients or in slots.
//!
//! Slot `i` of the first row (`i < N/2`) is the value at `ψ^(3^i)`, that of the second row the value at `ψ^(−3^i)`, `ψ` the
//! field's `2N`-th root of unity: rotations of rows are automorphisms.

use super::{Bfv, BfvError};
use ntt::Field;
use ntt::dft::Dft;
use ntt::order::reversed;

/// A polynomial of `Z_t[X]/(X^N + 1)`, by its `N` coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plaintext<F> {
    coefficients: Vec<F>,
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

    /// The coefficients.
    #[must_use]
    pub fn into_coefficients(self) -> Vec<F> {
        self.coefficients
    }
}

impl<F: Field> Bfv<F> {
    /// The zero plaintext.
    #[must_use]
    pub fn zero(&self) -> Plaintext<F> {
        Plaintext::new(vec![F::ZERO; self.params.degree()])
    }

    fn padded(&self, values: &[F]) -> Result<Vec<F>, BfvError> {
        let degree = self.params.degree();
        if values.len() > degree {
            return Err(BfvError::TooLong { given: values.len(), degree });
        }
        let mut padded = values.to_vec();
        padded.resize(degree, F::ZERO);
        Ok(padded)
    }

    /// At most `N` values, one a coefficient.
    ///
    /// # Errors
    /// [`BfvError::TooLong`].
    pub fn encode_coefficients(&self, values: &[F]) -> Result<Plaintext<F>, BfvError> {
        Ok(Plaintext::new(self.padded(values)?))
    }
}

/// The encoder of slots, with its tables.
#[derive(Clone, Debug)]
pub struct Slots<F: Field> {
    dft: Dft<F>,
    /// Where slot `i` lies among the values in the order that the transform leaves them in.
    places: Vec<usize>,
}

impl<F: Field> Slots<F> {
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
        let ring = 2 * period;
        let log = ring.trailing_zeros();
        let root = F::root_of_unity(log + 1).ok_or(missing.clone())?;
        let exponents = |sign: usize| {
            (0..period).scan(1usize, move |power, _| {
                let exponent = if sign == 1 { *power } else { 2 * ring - *power };
                *power = *power * 3 % (2 * ring);
                Some(exponent)
            })
        };
        let places = exponents(1).chain(exponents(0)).map(|exponent| reversed(exponent / 2, log)).collect();
        let dft = Dft::coset(log, root).ok_or(missing)?;
        Ok(Self { dft, places })
    }

    /// At most as many values as there are slots, one a slot.
    ///
    /// # Errors
    /// [`BfvError::TooLong`].
    pub fn encode(&self, values: &[F]) -> Result<Plaintext<F>, BfvError> {
        if values.len() > self.places.len() {
            return Err(BfvError::TooLong { given: values.len(), degree: self.places.len() });
        }
        let mut plaintext = Plaintext::new(vec![F::ZERO; self.places.len()]);
        self.encode_into(|slot| values.get(slot).copied().unwrap_or(F::ZERO), &mut plaintext);
        Ok(plaintext)
    }

    /// As [`Self::encode`], of values by slot, into the memory of another plaintext.
    ///
    /// # Panics
    /// If that one is of another ring.
    pub fn encode_into(&self, value: impl Fn(usize) -> F, out: &mut Plaintext<F>) {
        self.interpolate(value, &mut out.coefficients);
    }

    /// The coefficients of the polynomial with these values.
    pub(super) fn interpolate(&self, value: impl Fn(usize) -> F, coefficients: &mut [F]) {
        assert_eq!(coefficients.len(), self.places.len(), "a plaintext of another ring");
        self.places.iter().enumerate().for_each(|(slot, &place)| coefficients[place] = value(slot));
        self.dft.inverse(coefficients);
    }

    /// The values of all slots.
    #[must_use]
    pub fn decode(&self, plaintext: &Plaintext<F>) -> Vec<F> {
        let mut points = plaintext.coefficients.clone();
        self.dft.forward(&mut points);
        self.places.iter().map(|&place| points[place]).collect()
    }
}
