//! Vectors over `Z_t` as plaintext polynomials, in coefficients or in slots.
//!
//! Slot `i` of the first row (`i < N/2`) is the value at `ψ^(5^i)`, that of the second row the
//! value at `ψ^(−5^i)`, `ψ` the field's `2N`-th root of unity: rotations of rows are automorphisms.

use super::{Bfv, FheError};
use core::cmp::Ordering;
use papilio_field::{Centered, Residue, ResidueRing};
use papilio_ntt::SlotPermutation;
use papilio_ntt::dft::{Dft, DftResidue};

/// A polynomial of `Z_t[X]/(X^N + 1)`, by its `N` coefficients; erased when dropped, never printed.
#[derive(Clone, PartialEq)]
pub struct Plaintext<F: Residue> {
    t: F::Ring,
    coefficients: Vec<F>,
}

impl<F: Residue> core::fmt::Debug for Plaintext<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Plaintext(..)")
    }
}

impl<F: Residue> Drop for Plaintext<F> {
    fn drop(&mut self) {
        papilio_field::erase(&mut self.coefficients);
    }
}

impl<F: Residue> Plaintext<F> {
    pub(crate) fn new(t: &F::Ring, coefficients: Vec<F>) -> Self {
        Self { t: t.clone(), coefficients }
    }

    /// Refuses plaintexts of another degree or modulus.
    pub(crate) fn check(&self, t: &F::Ring, expected: usize) -> Result<(), FheError> {
        if self.t != *t {
            let [found, expected] = [&self.t, t].map(|t| t.name().into_owned());
            return Err(FheError::PlaintextModulus { found, expected });
        }
        let found = self.coefficients.len();
        if found == expected { Ok(()) } else { Err(FheError::Degree { found, expected }) }
    }

    /// The coefficients, which is also how values encoded in coefficients are decoded.
    #[must_use]
    pub fn coefficients(&self) -> &[F] {
        &self.coefficients
    }

    /// The coefficients, which the caller has to erase.
    #[must_use]
    pub fn into_coefficients(mut self) -> Vec<F> {
        core::mem::take(&mut self.coefficients)
    }
}

impl<F: Residue> Bfv<F> {
    /// The zero plaintext.
    #[must_use]
    pub fn zero(&self) -> Plaintext<F> {
        Plaintext::new(&self.plaintext_modulus, vec![F::default(); self.parameters().degree()])
    }

    /// Refuses plaintexts of another ring.
    pub(crate) fn check_plaintext(&self, plaintext: &Plaintext<F>) -> Result<(), FheError> {
        plaintext.check(&self.plaintext_modulus, self.parameters().degree())
    }

    /// Encodes at most `N` values, one per coefficient.
    ///
    /// # Errors
    /// [`FheError::TooLong`]; [`FheError::Unreduced`].
    pub fn encode_coefficients(&self, values: &[F]) -> Result<Plaintext<F>, FheError> {
        let degree = self.parameters().degree();
        if values.len() > degree {
            return Err(FheError::TooLong { given: values.len(), degree });
        }
        check_residues(&self.plaintext_modulus, values)?;
        let mut plaintext = self.zero();
        plaintext.coefficients[..values.len()].copy_from_slice(values);
        Ok(plaintext)
    }
}

/// Refuses words that are no residues.
pub(crate) fn check_residues<R: ResidueRing>(t: &R, values: &[R::Element]) -> Result<(), FheError> {
    match values.iter().position(|&x| !t.contains(x)) {
        Some(place) => Err(FheError::Unreduced { place, modulus: t.name().into_owned() }),
        None => Ok(()),
    }
}

/// The encoder of vectors in slots, with its tables.
///
/// A prime `t` with `2N | t − 1` has a slot for each of the `N` coefficients. A prime with fewer
/// roots of unity, `2n | t − 1` for a smaller power of two `n`, has `n` slots: values are encoded
/// as polynomials in `X^(N/n)`, a ring that sums, products and automorphisms do not leave.
#[derive(Clone, Debug)]
pub struct BatchEncoder<F: DftResidue> {
    t: F::Ring,
    dft: Dft<F>,
    permutation: SlotPermutation<F>,
    /// Ring degree `N`.
    degree: usize,
}

impl<F: DftResidue> BatchEncoder<F> {
    /// The encoder of all slots that the scheme's plaintexts have.
    ///
    /// # Errors
    /// [`FheError::NoSlots`] unless `t` is a prime and `8 | t − 1`: there are at least four slots.
    pub fn new(bfv: &Bfv<F>) -> Result<Self, FheError> {
        Self::over(&bfv.plaintext_modulus, bfv.parameters().degree())
    }

    /// The encoder of all slots of plaintexts modulo `t` of a degree, a power of two.
    ///
    /// # Errors
    /// [`FheError::NoSlots`], as for [`Self::new`].
    pub fn over(t: &F::Ring, degree: usize) -> Result<Self, FheError> {
        let log_slots = degree.trailing_zeros().min(t.two_adicity().saturating_sub(1));
        Self::repeated(t, degree, (1 << log_slots) / 2)
    }

    /// The encoder of slots that repeat themselves along each row: of the ring of degree
    /// `2·period`, in whose power of `X` their polynomial is.
    ///
    /// # Errors
    /// [`FheError::NoSlots`] unless `4·period | t − 1`, and the period is a power of two from 2 to
    /// `N/2`.
    pub(super) fn within(bfv: &Bfv<F>, period: usize) -> Result<Self, FheError> {
        Self::repeated(&bfv.plaintext_modulus, bfv.parameters().degree(), period)
    }

    fn repeated(t: &F::Ring, degree: usize, period: usize) -> Result<Self, FheError> {
        let missing = || FheError::NoSlots { field: t.name().into_owned(), degree };
        if !degree.is_power_of_two() || !period.is_power_of_two() || !(2..=degree / 2).contains(&period) {
            return Err(missing());
        }
        let log = (2 * period).trailing_zeros();
        let root = t.root_of_unity(log + 1).ok_or_else(missing)?;
        let dft = Dft::over(t, log, 1, root).map_err(|_| missing())?;
        Ok(Self { t: t.clone(), dft, permutation: SlotPermutation::new(log), degree })
    }

    /// Number of slots, in two rows.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.dft.size()
    }

    /// Encodes at most as many values as there are slots, one per slot.
    ///
    /// # Errors
    /// [`FheError::TooLong`]; [`FheError::Unreduced`].
    pub fn encode(&self, values: &[F]) -> Result<Plaintext<F>, FheError> {
        let mut plaintext = Plaintext::new(&self.t, vec![F::default(); self.degree]);
        self.encode_into(values, &mut plaintext)?;
        Ok(plaintext)
    }

    /// Encodes signed integers as residues, one per slot: `−1` as `t − 1`.
    ///
    /// ```
    /// use papilio_fhe::prelude::*;
    ///
    /// let parameters = Parameters::builder().log_degree(12).log_q(&[36, 35, 35]).build()?;
    /// let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65537)?)?;
    /// let encoder = BatchEncoder::new(&bfv)?;
    /// let plaintext = encoder.encode_signed(&[-3, 5])?;
    /// assert_eq!(encoder.decode_signed(&plaintext)?[..3], [-3, 5, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FheError::TooLong`]; [`FheError::Unreduced`] for a value whose residue is decoded as
    /// another: it is not between `−t/2` and `t/2`.
    pub fn encode_signed(&self, values: &[i64]) -> Result<Plaintext<F>, FheError> {
        // Erased when dropped.
        let residues = Plaintext::new(&self.t, values.iter().map(|&x| self.t.reduce_signed(x)).collect());
        let is_kept = |(&x, &residue): (&i64, &F)| signed(&self.t.centered(residue)) == Some(x);
        if let Some(place) = values.iter().zip(residues.coefficients()).position(|pair| !is_kept(pair)) {
            return Err(FheError::Unreduced { place, modulus: self.t.name().into_owned() });
        }
        self.encode(residues.coefficients())
    }

    /// Encodes into the memory of another plaintext, otherwise as [`Self::encode`].
    ///
    /// # Errors
    /// [`FheError::TooLong`]; [`FheError::Unreduced`]; [`FheError::Degree`] or
    /// [`FheError::PlaintextModulus`] if that plaintext is of another ring.
    pub fn encode_into(&self, values: &[F], out: &mut Plaintext<F>) -> Result<(), FheError> {
        out.check(&self.t, self.degree)?;
        check_residues(&self.t, values)?;
        if self.slots() == self.degree {
            return self.interpolate(values, &mut out.coefficients);
        }
        let mut small = Plaintext::new(&self.t, vec![F::default(); self.slots()]);
        self.interpolate(values, &mut small.coefficients)?;
        out.coefficients.fill(F::default());
        out.coefficients.iter_mut().step_by(self.degree / self.slots()).zip(small.coefficients()).for_each(|(to, &x)| *to = x);
        Ok(())
    }

    /// The coefficients of the polynomial of degree below [`Self::slots`] with these values.
    pub(super) fn interpolate(&self, values: &[F], coefficients: &mut [F]) -> Result<(), FheError> {
        let slots = self.slots();
        match values.len().cmp(&slots) {
            Ordering::Greater => return Err(FheError::TooLong { given: values.len(), degree: slots }),
            Ordering::Equal => self.permutation.to_values(values, coefficients),
            Ordering::Less => {
                let mut padded = Plaintext::new(&self.t, vec![F::default(); slots]);
                padded.coefficients[..values.len()].copy_from_slice(values);
                self.permutation.to_values(&padded.coefficients, coefficients);
            }
        }
        self.dft.inverse(coefficients);
        Ok(())
    }

    /// The values of all slots, which the caller has to erase.
    ///
    /// # Errors
    /// [`FheError::Degree`] or [`FheError::PlaintextModulus`] for a plaintext of another ring;
    /// [`FheError::NotInSlots`] for one that is no polynomial in `X^(N/n)`, where there are `n`
    /// slots.
    pub fn decode(&self, plaintext: &Plaintext<F>) -> Result<Vec<F>, FheError> {
        plaintext.check(&self.t, self.degree)?;
        let apart = self.degree / self.slots();
        let between = |&(place, x): &(usize, &F)| place % apart != 0 && *x != F::default();
        let places = plaintext.coefficients().iter().enumerate();
        // A look at all places would take as long as the transform.
        if let Some((place, _)) = places.take(if apart == 1 { 0 } else { self.degree }).find(between) {
            return Err(FheError::NotInSlots { place, apart });
        }
        let coefficients = match apart {
            // A copy of vectors: steps of one word took a third of the transform's time.
            1 => plaintext.coefficients().to_vec(),
            _ => plaintext.coefficients().iter().step_by(apart).copied().collect(),
        };
        // Erased when dropped, as the plaintext is.
        let mut points = Plaintext::new(&self.t, coefficients);
        self.dft.forward(&mut points.coefficients);
        let mut values = vec![F::default(); points.coefficients.len()];
        self.permutation.to_slots(&points.coefficients, &mut values);
        Ok(values)
    }

    /// The values of all slots as signed integers, in `(−t/2, t/2]`.
    ///
    /// # Errors
    /// The errors of [`Self::decode`]; [`FheError::Integer`] for a value beyond 63 bits.
    pub fn decode_signed(&self, plaintext: &Plaintext<F>) -> Result<Vec<i64>, FheError> {
        let mut values = Plaintext::new(&self.t, self.decode(plaintext)?);
        let signed = values.coefficients.iter().map(|&x| {
            let centered = self.t.centered(x);
            signed(&centered).ok_or_else(|| FheError::Integer { bits: bits_with_sign(&centered), most: i64::BITS })
        });
        let signed = signed.collect();
        papilio_field::erase(&mut values.coefficients);
        signed
    }
}

/// A number of 64 bits with its sign.
fn signed(x: &Centered) -> Option<i64> {
    let [low, high @ ..] = x.magnitude;
    match (high, x.negative) {
        ([0, 0, 0], false) => i64::try_from(low).ok(),
        ([0, 0, 0], true) => 0i64.checked_sub_unsigned(low),
        _ => None,
    }
}

/// Bits of a number that [`signed`] has none for.
fn bits_with_sign(x: &Centered) -> usize {
    let highest = x.magnitude.iter().rposition(|&word| word != 0).unwrap_or(0);
    64 * highest + 65 - x.magnitude[highest].leading_zeros() as usize
}
