//! Matrices over the slots of BFV and BGV.

use super::{BatchEncoder, Bfv, FheError, Plaintext};
use crate::noise::PlaintextNorms;
use crate::rlwe::linear_transform::{ExtendedPlaintext, LinearTransform, Split};
use papilio_field::{Residue, ResidueRing};
use papilio_ntt::dft::DftResidue;
use std::collections::BTreeMap;

impl<F: Residue> Bfv<F> {
    /// Prepares a plaintext for products modulo `P·Q` with ciphertexts of at most this level.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::LevelRange`] for a level that the parameters do
    /// not have; [`FheError::Degree`]; [`FheError::PlaintextModulus`].
    pub fn prepare_extended_at(&self, plaintext: &Plaintext<F>, level: usize) -> Result<ExtendedPlaintext, FheError> {
        self.check_plaintext(plaintext)?;
        self.check_level(level)?;
        let gadget = self.parameters().gadget().ok_or(FheError::NoSpecialPrimes)?;
        let lift = self.lift_to(gadget.basis(), plaintext, gadget.special() + level);
        self.prepare_extended(lift, PlaintextNorms::measured(&self.plaintext_modulus, plaintext.coefficients()))
    }
}

impl LinearTransform {
    /// The matrix of both rows of slots whose diagonals these are, by steps to the left: slot `i`
    /// of the result is `Σ_k d_k[i]·x[i + k]`, the second index taken around the row of slot `i`.
    /// A diagonal has a factor for each slot, or fewer where the last ones are zero. It serves
    /// ciphertexts of at most a level, of BGV as well.
    ///
    /// # Errors
    /// [`FheError::NoSpecialPrimes`]; [`FheError::LevelRange`] for a level that the parameters do
    /// not have; [`FheError::NoDiagonals`]; [`FheError::TooLong`];
    /// [`FheError::Unreduced`]; the errors of an encoder of another scheme.
    pub fn of_slots<F: DftResidue>(
        bfv: &Bfv<F>,
        encoder: &BatchEncoder<F>,
        diagonals: &BTreeMap<i64, Vec<F>>,
        level: usize,
    ) -> Result<Self, FheError> {
        let split = Split::cheapest(bfv, encoder.slots() / 2, diagonals.keys().copied(), level)?;
        Self::of_slots_split(bfv, encoder, diagonals, (split, level))
    }

    /// [`Self::of_slots`] with the steps of a caller.
    ///
    /// # Errors
    /// The errors of [`Self::of_slots`].
    pub fn of_slots_split<F: DftResidue>(
        bfv: &Bfv<F>,
        encoder: &BatchEncoder<F>,
        diagonals: &BTreeMap<i64, Vec<F>>,
        (split, level): (Split, usize),
    ) -> Result<Self, FheError> {
        let (slots, row) = (encoder.slots(), encoder.slots() / 2);
        let mut summed: BTreeMap<usize, Vec<F>> = BTreeMap::new();
        for (steps, values) in diagonals {
            if values.len() > slots {
                return Err(FheError::TooLong { given: values.len(), degree: slots });
            }
            let sum = summed.entry(steps.rem_euclid(row as i64) as usize).or_insert_with(|| vec![F::default(); slots]);
            super::check_residues(bfv.plaintext_modulus(), values)?;
            sum.iter_mut().zip(values).for_each(|(sum, &x)| *sum = bfv.plaintext_modulus().add(*sum, x));
        }
        let (mut values, mut plaintext) = (vec![F::default(); slots], bfv.zero());
        Self::new(bfv, split, level, |diagonal, giant| {
            match summed.get(&diagonal) {
                Some(sum) => values.copy_from_slice(sum),
                None => values.fill(F::default()),
            }
            values.chunks_exact_mut(row).for_each(|row| row.rotate_right(giant));
            encoder.encode_into(&values, &mut plaintext)?;
            bfv.prepare_extended_at(&plaintext, level)
        })
    }
}
