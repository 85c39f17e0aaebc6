//! Factors whose slots repeat themselves along each row.
//!
//! The plaintext is a polynomial in `X^r`, so its residues in evaluation form are those of a ring
//! of degree `N/r`, each `r` times in a row: in bit-reversed order the places that differ in their
//! last digits are the points with the same `r`-th power.

use super::lift::{LimbPlanes, Weights};
use super::{BatchEncoder, Bfv, FheError, PreparedPlaintext, check_residues};
use crate::noise::PlaintextNorms;
use papilio_ntt::dft::DftResidue;
use papilio_ntt::{Domain, Plan};
use papilio_ring::Poly;

/// The encoder of such factors, with the transforms of the small ring.
#[derive(Clone, Debug)]
pub struct PeriodicEncoder<F: DftResidue> {
    slots: BatchEncoder<F>,
    plans: Vec<Plan>,
    ring: usize,
    /// Fingerprint of the scheme.
    context: u64,
}

impl<F: DftResidue> PeriodicEncoder<F> {
    /// The encoder for slots of this period.
    ///
    /// # Errors
    /// [`FheError::NoSlots`] unless `4·period | t − 1`, and the period is a power of two from 2 to
    /// `N/2`; [`FheError::RnsBasis`] when there is no transform for one of the primes.
    pub fn new(bfv: &Bfv<F>, period: usize) -> Result<Self, FheError> {
        let slots = BatchEncoder::within(bfv, period)?;
        let (basis, ring) = (bfv.parameters().basis(), 2 * period);
        let power = (basis.degree() / ring) as u64;
        let plan = |big: &std::sync::Arc<Plan>| {
            let m = *big.modulus();
            let root = m.pow(big.root(), power);
            Plan::over(Domain::with_root(m, ring, m.mul(root, root), root)?)
        };
        let plans = basis.plans().iter().map(plan).collect::<Result<_, _>>();
        Ok(Self { slots, plans: plans.map_err(papilio_ring::RnsBasisError::from)?, ring, context: bfv.context() })
    }

    /// The factor of these values, one period of both rows, by slot: for ciphertexts of at most
    /// this level. `scratch` is written over.
    ///
    /// # Errors
    /// [`FheError::LevelRange`] for a level that the parameters do not have; [`FheError::TooLong`];
    /// [`FheError::Context`]; [`FheError::Unreduced`].
    pub fn prepare(
        &self,
        bfv: &Bfv<F>,
        values: &[F],
        level: usize,
        scratch: &mut Vec<F>,
    ) -> Result<PreparedPlaintext, FheError> {
        bfv.check_level(level)?;
        bfv.check_fingerprint(self.context)?;
        check_residues(bfv.plaintext_modulus(), values)?;
        scratch.resize(self.ring, F::default());
        self.slots.interpolate(values, scratch)?;
        let planes = LimbPlanes::new(bfv.plaintext_modulus(), scratch.iter().copied());
        let mut factor = Poly::unspecified(bfv.parameters().basis(), level);
        // Places with the same value.
        let (mut small, run) = (vec![0; self.ring], bfv.parameters().degree() / self.ring);
        for (limb, plan) in factor.limbs_mut().zip(&self.plans) {
            planes.combine(&[Weights::lift(plan, bfv.plaintext_modulus())], core::iter::once(&mut *small));
            plan.forward(&mut small);
            limb.chunks_exact_mut(run).zip(&small).for_each(|(run, &value)| run.fill(value));
        }
        Ok(bfv.prepared(factor, PlaintextNorms::measured(bfv.plaintext_modulus(), scratch)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfv::SecretKey;
    use crate::{Parameters, ParametersLiteral};
    use chacha20::ChaCha20Rng;
    use papilio_field::fields::{Bn254, P32};
    use papilio_ntt::dft::DftField;
    use papilio_ring::RnsBasis;
    use rand_core::SeedableRng;

    /// Products with them are those with the same values written out.
    fn factors_repeat_their_values<F: DftField>(bits: &[u32], level: usize) {
        let moduli = RnsBasis::choose_moduli(1 << 12, bits, 0).expect("primes");
        let literal =
            ParametersLiteral { log_degree: 12, moduli, special: vec![], insecure: true, ..ParametersLiteral::default() };
        let bfv = Bfv::<F>::new(Parameters::new(literal).expect("parameters")).expect("scheme");
        let (slots, row, mut rng) = (BatchEncoder::new(&bfv).expect("slots"), 1 << 11, ChaCha20Rng::from_seed([9; 32]));
        let secret = SecretKey::generate(&bfv, &mut rng);
        let mut x = bfv.encrypt_secret(&secret, &bfv.zero(), &mut rng).expect("context");
        bfv.mod_switch_to_assign(&mut x, level).expect("a level");
        let x = bfv.to_evaluation(x).expect("context");
        let mut scratch = Vec::new();
        for (period, given) in [(row, 2 * row), (row / 2, row), (16, 32), (2, 4), (16, 20), (16, 7), (16, 0)] {
            let mut values: Vec<F> = (0..given).map(|_| F::random(&mut rng)).collect();
            let encoder = PeriodicEncoder::new(&bfv, period).expect("a period");
            let [mut found, mut expected] = [&x; 2].map(Clone::clone);
            let factor = encoder.prepare(&bfv, &values, level, &mut scratch).expect("a level");
            bfv.mul_plain_assign(&mut found, &factor).expect("levels");
            values.resize(2 * period, F::ZERO);
            let whole: Vec<F> = values.chunks(period).flat_map(|values| values.repeat(row / period)).collect();
            let factor = bfv.prepare_at(&slots.encode(&whole).expect("fits"), level).expect("a level");
            bfv.mul_plain_assign(&mut expected, &factor).expect("levels");
            assert!(found.parts() == expected.parts(), "{given} values of period {period}");
            values.push(F::ONE);
            let refused = encoder.prepare(&bfv, &values, level, &mut scratch).map(|_| ());
            assert_eq!(refused, Err(FheError::TooLong { given: 2 * period + 1, degree: 2 * period }));
        }
    }

    #[test]
    fn factors_of_every_period() {
        factors_repeat_their_values::<P32>(&[40, 45], 1);
        factors_repeat_their_values::<P32>(&[40, 45], 2);
        factors_repeat_their_values::<Bn254>(&[60, 50, 60, 50, 60, 50], 6);
    }
}
