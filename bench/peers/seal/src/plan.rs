//! A radix list as stages of butterflies, with the twiddles fused into the stages: one
//! multiplicative layer a stage.

/// One layer: on blocks of `radix · stride` neighbors, output `k` is the sum over `j` of input `j`
/// times a power of ω.
pub(crate) struct Stage {
    pub(crate) radix: usize,
    /// Distance between the inputs, and the outputs, of one butterfly.
    pub(crate) stride: usize,
    n: usize,
}

/// The stages of a transform of `Π radices` points.
pub(crate) fn stages(radices: &[usize]) -> Vec<Stage> {
    let n = radices.iter().product();
    let mut stride = n;
    let stage = |&radix| {
        stride /= radix;
        Stage { radix, stride, n }
    };
    radices.iter().map(stage).collect()
}

impl Stage {
    /// The first position of every butterfly, in order.
    pub(crate) fn butterflies(&self) -> impl Iterator<Item = usize> {
        let (block, stride) = (self.radix * self.stride, self.stride);
        (0..self.n).step_by(block).flat_map(move |start| start..start + stride)
    }

    /// The power of ω that takes input `j` to output `k` in the butterfly that starts at `first`.
    pub(crate) fn exponent(&self, first: usize, j: usize, k: usize) -> usize {
        let block = self.radix * self.stride;
        (self.n / block) * k * (first % self.stride + j * self.stride) % self.n
    }
}

/// The frequency that the last stage leaves at `position`: the digits of the position, read in the
/// other order.
pub(crate) fn frequency(radices: &[usize], position: usize) -> usize {
    let (mut rest, mut stride, mut frequency, mut weight) = (position, radices.iter().product::<usize>(), 0, 1);
    for radix in radices {
        stride /= radix;
        frequency += rest / stride * weight;
        rest %= stride;
        weight *= radix;
    }
    frequency
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field;

    fn apply(stage: &Stage, powers: &[u64], values: &[u64]) -> Vec<u64> {
        let mut out = vec![0; values.len()];
        for first in stage.butterflies() {
            for (k, j) in (0..stage.radix).flat_map(|k| (0..stage.radix).map(move |j| (k, j))) {
                let term = field::mul(values[first + j * stage.stride], powers[stage.exponent(first, j, k)]);
                let target = &mut out[first + k * stage.stride];
                *target = field::add(*target, term);
            }
        }
        out
    }

    #[test]
    fn every_plan_is_the_transform() {
        for radices in [&[16][..], &[2, 8], &[8, 2], &[4, 4, 8], &[2, 4, 2, 8], &[2, 2, 2, 2, 2]] {
            let n = radices.iter().product();
            let powers = field::powers(n);
            let input: Vec<_> = (0..n).map(|j| field::sample(1, j)).collect();
            let output = stages(radices).iter().fold(input.clone(), |values, stage| apply(stage, &powers, &values));
            let expected = field::transform(&input, field::root(n));
            for (position, value) in output.into_iter().enumerate() {
                assert_eq!(value, expected[frequency(radices, position)], "{radices:?} at {position}");
            }
        }
    }
}
