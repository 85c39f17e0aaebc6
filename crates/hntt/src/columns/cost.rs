//! The cost of a recipe, in seconds of one core.

use crate::columns::design::PRIME_BITS;
use crate::{Recipe, Step};
use papilio_field::Modulus;
use papilio_ntt::ProductSharing;
use papilio_ntt::kernel::Chosen;
use serde::{Deserialize, Serialize};

/// The work of a recipe, in units that a [`Cost`] has a price for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Products with constants of stages, each of 64 bytes.
    pub products: f64,
    /// Vectors of rows that stages read, reduce and write.
    pub rows: f64,
    /// The part of [`rows`](Self::rows) whose butterflies do not fit the registers.
    pub wide: f64,
    /// Operations on vectors between the stages.
    pub pointwise: f64,
    /// Bytes moved between memory and cache.
    pub bytes: f64,
}

impl Recipe {
    /// Products of one ciphertext with constants in all stages, each of one of its two polynomials
    /// modulo one prime: by their number an engine is chosen.
    #[must_use]
    pub fn products(&self) -> usize {
        (2.0 * Work::of_a_vector(self).products).round() as usize
    }
}

impl Work {
    /// The work of a recipe on `degree` coefficients of two parts.
    #[must_use]
    pub fn of(recipe: &Recipe, degree: usize) -> Self {
        let vectors = (recipe.problem.columns() * 2 * degree / 8) as f64;
        let work = Self::of_a_vector(recipe);
        // Every limb is read and, being worked on in place, written back.
        let bytes = 64.0 * 2.0 * recipe.limbs[0] as f64;
        let Self { products, rows, wide, pointwise, .. } = work;
        Self {
            products: products * vectors,
            rows: rows * vectors,
            wide: wide * vectors,
            pointwise: pointwise * vectors,
            bytes: bytes * vectors,
        }
    }

    /// The work of all stages for each vector of a row.
    fn of_a_vector(recipe: &Recipe) -> Self {
        let mut work = Self::default();
        for (s, step) in recipe.steps().iter().enumerate() {
            work.add_stage(recipe, s, step);
        }
        work
    }

    /// One stage and the switch after it, for each vector of a row.
    fn add_stage(&mut self, recipe: &Recipe, s: usize, step: &Step) {
        let shape = &step.shape;
        let (limbs, after) = (recipe.limbs[s] as f64, recipe.limbs_after(s) as f64);
        let products = match shape.products {
            ProductSharing::Dense => shape.radix * shape.nonzero_inputs,
            ProductSharing::Shared => shape.nonzero_inputs * (shape.radix * shape.radix - 1) / (3 * shape.radix),
        };
        self.products += limbs * products as f64 / shape.radix as f64;
        self.rows += limbs;
        if shape.radix > 8 || shape.products == ProductSharing::Dense {
            self.wide += limbs;
        }
        // A dropped prime costs a subtraction on every remaining limb and a multiplication on those
        // not folded.
        self.pointwise += (limbs - after) * (2.0 + 2.0 * after) + if s + 1 == recipe.layers() { 3.0 * after } else { 0.0 };
    }
}

/// Seconds of one core for each unit of [`Work`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Seconds for a product of 64 bytes with a constant, and its sum.
    pub product: f64,
    /// Seconds for 64 bytes of a row that a stage reads, reduces and writes.
    pub row: f64,
    /// Additional seconds for those 64 bytes where butterflies go through scratch.
    pub wide: f64,
    /// Seconds for 64 bytes in an operation between the stages.
    pub pointwise: f64,
    /// Seconds for a byte between memory and cache.
    pub byte: f64,
}

impl Cost {
    /// The constants of the kernels that will run, for the primes that designs are made of.
    #[must_use]
    pub fn here() -> Self {
        let prime = papilio_field::prime::descending(PRIME_BITS, 1 << 17).next().and_then(Modulus::new);
        prime.map_or(Self::SCALAR, |prime| Self::of(&Chosen::of(&prime, 1 << 14)))
    }

    /// The constants of kernels: what one core of a server of 2024 takes, to the precision that
    /// ranking needs. Those of stages are of the row whose code the stages are, which need not be
    /// that of transforms.
    #[must_use]
    pub fn of(kernels: &Chosen) -> Self {
        let stages = match kernels.stage {
            "avx512ifma" => Self::VECTOR,
            "avx512" => Self::DOUBLES_512,
            "avx2fma" => Self::DOUBLES_256,
            _ => Self::SCALAR,
        };
        let pointwise = match kernels.transform {
            "avx512ifma" | "avx512" | "avx512dq" => Self::VECTOR.pointwise,
            "avx2fma" | "avx2" | "neon" => 2.0 * Self::VECTOR.pointwise,
            _ => Self::SCALAR.pointwise,
        };
        Self { pointwise, ..stages }
    }

    /// Vectors of 52-bit products.
    const VECTOR: Self = Self { product: 0.6e-9, row: 1.05e-9, wide: 0.45e-9, pointwise: 0.3e-9, byte: 0.04e-9 };
    /// Vectors of eight doubles.
    const DOUBLES_512: Self = Self { product: 0.75e-9, row: 1.6e-9, wide: 0.5e-9, ..Self::VECTOR };
    /// Two vectors of four doubles.
    const DOUBLES_256: Self = Self { product: 1.1e-9, row: 2.0e-9, wide: 1e-9, ..Self::VECTOR };
    /// Portable words, eight for each vector.
    const SCALAR: Self = Self { product: 3.3e-9, row: 8e-9, wide: 7e-9, pointwise: 3.7e-9, byte: 0.04e-9 };

    /// Seconds that a recipe takes on `degree` coefficients of two parts.
    #[must_use]
    pub fn seconds(&self, recipe: &Recipe, degree: usize) -> f64 {
        self.of_work(&Work::of(recipe, degree))
    }

    /// Seconds of some work.
    #[must_use]
    pub fn of_work(&self, work: &Work) -> f64 {
        self.computing(work) + self.byte * work.bytes
    }

    fn computing(&self, work: &Work) -> f64 {
        self.product * work.products + self.row * work.rows + self.wide * work.wide + self.pointwise * work.pointwise
    }

    /// These constants in the proportion to which measured seconds stand to what they predict, the
    /// geometric mean of all samples, which are of work within a cache; and the seconds of a byte,
    /// as measured. None where a number is no time.
    ///
    /// One number for all of computing: a fit of each would follow what other processes do to a few
    /// samples.
    #[must_use]
    pub fn calibrated(&self, samples: &[(Work, f64)], byte: f64) -> Option<Self> {
        let logs = samples.iter().map(|(work, seconds)| (seconds / self.computing(work)).ln());
        let scale = (logs.sum::<f64>() / samples.len() as f64).exp();
        let cost = Self {
            product: scale * self.product,
            row: scale * self.row,
            wide: scale * self.wide,
            pointwise: scale * self.pointwise,
            byte,
        };
        cost.is_sound().then_some(cost)
    }

    /// Whether every constant is a time, as one of a file has to be.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let Self { product, row, wide, pointwise, byte } = *self;
        // A second for a vector is no processor's.
        let time = |seconds: f64| (0.0..1.0).contains(&seconds);
        [product, row, wide, pointwise, byte].into_iter().all(time) && product > 0.0 && row > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, ProductSharing};

    fn recipe(radices: &[usize], limbs: &[usize]) -> Recipe {
        let columns = radices.iter().product();
        Recipe {
            problem: Problem::forward(columns).expect("columns"),
            radices: radices.to_vec(),
            evaluator: ProductSharing::Shared,
            limbs: limbs.to_vec(),
            output_limbs: *limbs.last().expect("limbs"),
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a / b - 1.0).abs() < 1e-9
    }

    const KERNELS: [(&str, &str); 6] = [
        ("avx512ifma", "avx512ifma"),
        ("avx512", "avx512"),
        ("avx2fma", "avx2fma"),
        ("avx512dq", "scalar"),
        ("avx2", "scalar"),
        ("scalar", "scalar"),
    ];

    fn costs() -> impl Iterator<Item = Cost> {
        KERNELS.into_iter().map(|(transform, stage)| Cost::of(&Chosen { transform, stage, conversion: stage }))
    }

    /// Four butterflies of 16 products, or of 5 that are shared, in each of two stages of 16 rows
    /// modulo two primes; with one input of four, the first ones have 4.
    #[test]
    fn products_of_a_ciphertext_are_counted() {
        let shared = recipe(&[4, 4], &[2, 2]);
        let dense = Recipe { evaluator: ProductSharing::Dense, ..shared.clone() };
        let few = Recipe { problem: Problem { log_blowup: 2, ..dense.problem }, ..dense.clone() };
        assert_eq!([shared, dense, few].map(|recipe| recipe.products()), [10, 32, 20]);
    }

    #[test]
    fn stages_are_priced_by_the_row_that_computes_them() {
        let recipe = recipe(&[4, 4, 8], &[3, 3, 2]);
        let seconds: Vec<f64> = costs().map(|cost| cost.seconds(&recipe, 1 << 14)).collect();
        let [vector, doubles_512, doubles_256, avx512dq, avx2, scalar] = seconds[..] else { panic!("{seconds:?}") };
        assert!(vector < doubles_512 && doubles_512 < doubles_256 && avx512dq > 1.5 * doubles_256, "{seconds:?}");
        assert!(avx512dq > 2.5 * vector, "no vector stages: {seconds:?}");
        assert!(avx512dq <= avx2 && avx2 <= scalar && scalar < 2.0 * avx512dq, "all but the switches is the same: {seconds:?}");
    }

    #[test]
    fn calibration_gives_the_measured_times_and_keeps_their_ratios() {
        let recipes = [recipe(&[2; 6], &[3, 3, 2, 2, 1, 1]), recipe(&[4, 16], &[2, 2]), recipe(&[8, 8, 8], &[4, 3, 2])];
        for built_in in costs() {
            let machine = |work: &Work| 3.25 * built_in.of_work(&Work { bytes: 0.0, ..*work });
            let samples: Vec<_> =
                recipes.iter().map(|recipe| Work::of(recipe, 64)).map(|work| (work, machine(&work))).collect();
            let cost = built_in.calibrated(&samples, 1e-10).expect("times");
            assert_eq!(cost.byte.to_bits(), 1e-10f64.to_bits());
            for (work, seconds) in &samples {
                assert!(near(cost.of_work(work), seconds + 1e-10 * work.bytes), "{cost:?}");
            }
            // A sample twice as slow as the others moves all by its share, and no ratio.
            let mut noisy = samples.clone();
            noisy[0].1 *= 8.0;
            let slower = built_in.calibrated(&noisy, 1e-10).expect("times");
            assert!(near(slower.product, 2.0 * cost.product) && near(slower.row / slower.product, cost.row / cost.product));
        }
    }

    #[test]
    fn what_is_no_time_calibrates_nothing() {
        let (built_in, work) = (costs().next().expect("one"), Work::of(&recipe(&[2, 2], &[1, 1]), 64));
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            assert_eq!(built_in.calibrated(&[(work, seconds)], 1e-10), None, "{seconds}");
        }
        assert_eq!(built_in.calibrated(&[], 1e-10), None);
        for byte in [-1e-10, f64::NAN, 2.0] {
            assert_eq!(built_in.calibrated(&[(work, 1e-6)], byte), None, "{byte}");
        }
        assert!(costs().all(|cost| cost.is_sound()));
    }

    #[test]
    fn work_is_proportional_to_what_it_is_done_on() {
        let recipe = recipe(&[4, 8], &[3, 2]);
        let (one, four) = (Work::of(&recipe, 1 << 12), Work::of(&recipe, 1 << 14));
        for (a, b) in
            [(one.products, four.products), (one.rows, four.rows), (one.pointwise, four.pointwise), (one.bytes, four.bytes)]
        {
            assert!(a > 0.0 && near(4.0 * a, b));
        }
    }
}
