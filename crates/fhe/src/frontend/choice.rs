//! The choice among candidates.

use super::candidate::{Candidate, Request, chosen_first};
use super::error::FrontendError;
use super::{Costs, LEAST_PRIME_BITS, residues, words};
use crate::bivariate::Bivariate;
use crate::security;
use papilio_ring::bivariate::WORD_BITS;

impl Request {
    /// All ways that keep to the request and leave bits above the noise of a key switch: the chosen
    /// one, and then the others by their predicted times. Chosen is, of those that are predicted to
    /// take at most 3 % longer than the fastest, the one with the smallest key.
    ///
    /// # Errors
    /// Any of [`FrontendError`].
    pub fn candidates(&self, costs: &Costs) -> Result<Vec<Candidate>, FrontendError> {
        let &Self { degree, key_bits, usable_bits, memory_limit, insecure } = self;
        FrontendError::check_degree(degree)?;
        let limit = security::max_log_modulus(degree);
        if key_bits > limit && !insecure {
            return Err(FrontendError::Security { degree, key_bits, limit });
        }
        if key_bits > Bivariate::MAX_KEY_BITS {
            return Err(FrontendError::KeyBits(key_bits));
        }
        if usable_bits == 0 || usable_bits >= key_bits {
            return Err(FrontendError::UsableBits { usable_bits, key_bits });
        }
        let mut all = self.ways(costs);
        let above = |candidate: &Candidate| candidate.bits_above_noise(degree);
        let most = all.iter().map(above).max_by(f64::total_cmp).ok_or_else(|| {
            let fewer = (1..usable_bits).rev().find(|&usable_bits| !Self { usable_bits, ..*self }.ways(costs).is_empty());
            FrontendError::Bits { usable_bits, key_bits, most: fewer.unwrap_or(0) }
        })?;
        all.retain(|candidate| above(candidate) > 0.0);
        let noise = FrontendError::Noise { usable_bits, noise_bits: f64::from(usable_bits) - most };
        let least = all.iter().map(|candidate| candidate.key_bytes).min().ok_or(noise)?;
        all.retain(|candidate| memory_limit.is_none_or(|limit| candidate.key_bytes <= limit));
        if all.is_empty() {
            return Err(FrontendError::Memory { least, limit: memory_limit.unwrap_or(0) });
        }
        chosen_first(&mut all);
        Ok(all)
    }

    /// All ways to have such ciphertexts under such keys, of whatever noise and size.
    fn ways(&self, costs: &Costs) -> Vec<Candidate> {
        let spare = self.key_bits.saturating_sub(self.usable_bits);
        let rns = (1..=spare / LEAST_PRIME_BITS).filter_map(|special| residues::of_request(self, special as usize, costs));
        let rns = rns.flat_map(|rns| [residues::in_blocks(self.degree, &rns, costs), Some(rns)]).flatten();
        let bivariate = (1..=(spare / WORD_BITS) as usize).filter_map(|digit| words::of_request(self, digit, costs));
        rns.chain(bivariate).collect()
    }
}
