//! The precision of a result: how many bits after the binary point are right.

use crate::Complex64;

/// A summary of `−log2` of the errors in slots.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The least: of the slot with the greatest error.
    pub minimum: f64,
    /// The greatest.
    pub maximum: f64,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// The precision of a vector of complex numbers, for the real parts, the imaginary parts and the
/// magnitudes of errors, as Lattigo reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Precision {
    /// The real parts.
    pub real: Summary,
    /// The imaginary parts.
    pub imaginary: Summary,
    /// The magnitudes.
    pub modulus: Summary,
    /// `log2` of the greatest magnitude of an error.
    pub greatest_error: f64,
}

impl Precision {
    /// Bits of a result without any error that doubles show.
    pub const MOST_BITS: f64 = 1074.0;

    /// The precision of `have` beside the exact values `want`, as far as both go.
    #[must_use]
    pub fn of(have: &[Complex64], want: &[Complex64]) -> Self {
        let errors: Vec<Complex64> = have.iter().zip(want).map(|(a, b)| a - b).collect();
        let summary = |part: fn(&Complex64) -> f64| Summary::of(errors.iter().map(part));
        let [real, imaginary, modulus] = [summary(|e| e.re.abs()), summary(|e| e.im.abs()), summary(|e| e.norm())];
        Self { real, imaginary, modulus, greatest_error: -modulus.minimum }
    }

    /// The headline: bits that are right in every slot.
    #[must_use]
    pub fn minimum(&self) -> f64 {
        self.modulus.minimum
    }
}

impl Summary {
    fn of(errors: impl Iterator<Item = f64>) -> Self {
        let bits = |error: f64| if error.is_nan() { f64::NEG_INFINITY } else { (-error.log2()).min(Precision::MOST_BITS) };
        let mut bits: Vec<f64> = errors.map(bits).collect();
        bits.sort_by(f64::total_cmp);
        let (Some(&minimum), Some(&maximum)) = (bits.first(), bits.last()) else { return Self::default() };
        let count = bits.len() as f64;
        let mean = bits.iter().sum::<f64>() / count;
        let deviation = (bits.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count).sqrt();
        let median = (bits[bits.len() / 2] + bits[(bits.len() - 1) / 2]) / 2.0;
        Self { minimum, maximum, mean, median, deviation }
    }
}

impl core::fmt::Display for Precision {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        writeln!(f, "bits       minimum  median    mean  maximum  deviation")?;
        for (name, Summary { minimum, maximum, mean, median, deviation }) in
            [("real", self.real), ("imaginary", self.imaginary), ("modulus", self.modulus)]
        {
            writeln!(f, "{name:<9} {minimum:>8.2} {median:>7.2} {mean:>7.2} {maximum:>8.2} {deviation:>10.2}")?;
        }
        Ok(())
    }
}
