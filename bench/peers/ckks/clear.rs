//! The messages, and the arithmetic on them that ciphertexts have to agree with.

/// Precision of what does not differ at all: numbers have to be finite.
const EXACT: f64 = 64.0;

/// Complex numbers, one a slot, by their real and their imaginary parts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slots {
    pub(crate) re: Vec<f64>,
    pub(crate) im: Vec<f64>,
}

impl Slots {
    /// Zeros.
    pub(crate) fn zero(slots: usize) -> Self {
        Self { re: vec![0.0; slots], im: vec![0.0; slots] }
    }

    /// Numbers whose parts are as good as uniform between -1 and 1.
    pub(crate) fn message(slots: usize, seed: u64) -> Self {
        let part = |offset| (0..slots as u64).map(|i| uniform(seed, 2 * i + offset)).collect();
        Self { re: part(0), im: part(1) }
    }

    /// Sums.
    pub(crate) fn add(&self, other: &Self) -> Self {
        let sums = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + b).collect();
        Self { re: sums(&self.re, &other.re), im: sums(&self.im, &other.im) }
    }

    /// Products.
    pub(crate) fn multiply(&self, other: &Self) -> Self {
        let each = |part: fn(f64, f64, f64, f64) -> f64| {
            (0..self.re.len()).map(|i| part(self.re[i], self.im[i], other.re[i], other.im[i])).collect()
        };
        Self { re: each(|a, b, c, d| a * c - b * d), im: each(|a, b, c, d| a * d + b * c) }
    }

    /// Conjugates.
    pub(crate) fn conjugate(&self) -> Self {
        Self { re: self.re.clone(), im: self.im.iter().map(|im| -im).collect() }
    }

    /// The slots rotated by `steps` to the left.
    pub(crate) fn rotate(&self, steps: usize) -> Self {
        let mut rotated = self.clone();
        rotated.re.rotate_left(steps);
        rotated.im.rotate_left(steps);
        rotated
    }

    /// How close these are to what they should be.
    pub(crate) fn precision(&self, expected: &Self) -> Precision {
        let bits = (0..expected.re.len()).map(|i| {
            let bits = -(self.re[i] - expected.re[i]).hypot(self.im[i] - expected.im[i]).log2();
            // A value that is no number is as wrong as one can be.
            if bits.is_nan() { -EXACT } else { bits.clamp(-EXACT, EXACT) }
        });
        let (least, sum) = bits.fold((EXACT, 0.0), |(least, sum), bits| (bits.min(least), sum + bits));
        Precision { least, mean: sum / expected.re.len() as f64 }
    }
}

/// High bits of the word at a place of the sequence SplitMix64, which begins at a multiple of 2^32,
/// as a number between -1 and 1.
fn uniform(seed: u64, place: u64) -> f64 {
    let z = ((seed << 32) + place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Negative logarithms to base two of the moduli of differences, in bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Precision {
    /// Precision of the worst slot.
    pub(crate) least: f64,
    /// The mean over the slots.
    pub(crate) mean: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_splitmix64() {
        assert_eq!(uniform(0, 0), (0xe220_a839_7b1d_cdaf_u64 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0);
    }

    #[test]
    fn arithmetic() {
        let (a, b) = (Slots { re: vec![1.0, 0.0], im: vec![0.0, 2.0] }, Slots { re: vec![3.0, 1.0], im: vec![1.0, 1.0] });
        assert_eq!(a.add(&b), Slots { re: vec![4.0, 1.0], im: vec![1.0, 3.0] });
        assert_eq!(a.multiply(&b), Slots { re: vec![3.0, -2.0], im: vec![1.0, 2.0] });
        assert_eq!(a.conjugate(), Slots { re: vec![1.0, 0.0], im: vec![-0.0, -2.0] });
        assert_eq!(a.rotate(1), Slots { re: vec![0.0, 1.0], im: vec![2.0, 0.0] });
    }

    #[test]
    fn precisions() {
        let zero = Slots::zero(2);
        assert_eq!(zero.precision(&zero), Precision { least: EXACT, mean: EXACT });
        let near = Slots { re: vec![0.25, 0.0], im: vec![0.0, 0.5] };
        assert_eq!(near.precision(&zero), Precision { least: 1.0, mean: 1.5 });
        let wrong = Slots { re: vec![f64::NAN, 0.0], im: vec![0.0; 2] };
        assert_eq!(wrong.precision(&zero).least, -EXACT);
    }
}
