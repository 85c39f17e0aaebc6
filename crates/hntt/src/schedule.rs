//! Which primes are present when: limb schedules that follow the noise.
//!
//! A layer multiplies the noise by about `t·√(r/12)`; a division by a prime removes those bits
//! again, down to the floor set by its own rounding. So the full modulus is needed at the first
//! layer only, and a limb dropped early is a limb not computed later. Primes between the two bounds
//! exist in plenty, so their sizes follow the noise, not the reverse.

use papilio_ring::RnsBasis;

/// `log2` quantities that a schedule is made for.
#[derive(Clone, Debug)]
pub(crate) struct Needs {
    /// `log2 σ` of a fresh ciphertext.
    pub(crate) fresh: f64,
    /// `log2 σ` of the rounding of one division.
    pub(crate) floor: f64,
    /// Growth of `log2 σ` at each layer.
    pub(crate) growth: Vec<f64>,
    /// Bits of modulus per unit of noise: `log2 t + 1`, the tail, and a margin.
    pub(crate) headroom: f64,
    /// Least and greatest bits of a prime.
    pub(crate) prime_bits: (u32, u32),
    /// Whether limbs are dropped at all between layers.
    pub(crate) follow_noise: bool,
    /// Whether the output is switched to the smallest safe modulus.
    pub(crate) switch_output: bool,
}

/// Bits of each prime, from the one that stays to the one dropped first, and primes present at each
/// stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) bits: Vec<u32>,
    pub(crate) limbs: Vec<usize>,
    pub(crate) output_limbs: usize,
}

/// Primes of equal size dropped together.
type Drop = (usize, u32);

impl Needs {
    /// All schedules worth comparing.
    pub(crate) fn schedules(&self) -> Vec<Schedule> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), self.fresh, &mut found);
        found
    }

    fn extend(&self, drops: &mut Vec<Drop>, noise: f64, found: &mut Vec<Schedule>) {
        let stage = drops.len();
        let noise = noise + self.growth[stage];
        if stage + 1 == self.growth.len() {
            found.extend(self.finish(drops, noise));
            return;
        }
        for (count, bits) in self.options(noise) {
            drops.push((count, bits));
            self.extend(drops, self.after(noise, count, bits), found);
            drops.pop();
        }
    }

    /// `log2 σ` after dividing by `count` primes.
    fn after(&self, noise: f64, count: usize, bits: u32) -> f64 {
        if count == 0 { noise } else { (noise - count as f64 * f64::from(bits)).exp2().hypot(self.floor.exp2()).log2() }
    }

    /// Dropping nothing, all that the noise allows, or one prime less than that with the greatest
    /// primes.
    fn options(&self, noise: f64) -> Vec<Drop> {
        let (least, most) = self.prime_bits;
        let mut options = vec![(0, 0)];
        let excess = (noise - self.floor).floor();
        if self.follow_noise && excess >= f64::from(least) {
            let count = (excess as u32).div_ceil(most) as usize;
            options.push((count, excess as u32 / count as u32));
            if count > 1 {
                options.push((count - 1, most));
            }
        }
        options.retain(|&(count, bits)| count == 0 || bits >= least);
        options
    }

    /// The primes that carry the last layer, and those of the output.
    fn finish(&self, drops: &[Drop], noise: f64) -> Option<Schedule> {
        let (least, most) = self.prime_bits;
        let total = (noise + self.headroom).ceil().max(f64::from(least)) as u32;
        let count = total.div_ceil(most);
        let mut end = (RnsBasis::even_bits(total, count as usize), count as usize);
        if self.switch_output {
            // The output's own modulus: a rounded noise, and half a bit for what is left of the old
            // one.
            let out = (self.floor + 0.5 + self.headroom).ceil() as u32;
            let kept = out.div_ceil(most);
            let kept_bits = RnsBasis::even_bits(out.max(total * kept / count), kept as usize);
            let rest = total.saturating_sub(kept_bits.iter().sum());
            if kept < count && rest > 0 {
                let others = RnsBasis::even_bits(rest.max(least * (count - kept)), (count - kept) as usize);
                end = (kept_bits.into_iter().chain(others).collect(), kept as usize);
            }
        }
        let in_range = end.0.iter().all(|b| (least..=most).contains(b));
        in_range.then(|| assemble(end.0, end.1, drops))
    }
}

fn assemble(mut bits: Vec<u32>, output_limbs: usize, drops: &[Drop]) -> Schedule {
    let mut limbs = vec![bits.len()];
    for &(count, size) in drops.iter().rev() {
        bits.extend((0..count).map(|_| size));
        limbs.push(bits.len());
    }
    limbs.reverse();
    Schedule { bits, limbs, output_limbs }
}
