//! Steps of a circuit, and their effect on the noise of its ciphertexts.

use crate::noise::{Model, Noise, PlaintextNorms, Sources};
use core::fmt;

/// The scheme that a circuit is to run in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// [`crate::bfv`].
    #[default]
    Bfv,
    /// [`crate::bgv`]. Products switch their operands down, so that the sizes of primes matter.
    Bgv,
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bfv => "BFV",
            Self::Bgv => "BGV",
        })
    }
}

/// A step on the longest path of a circuit. All ciphertexts of one place are taken to be related:
/// nothing is gained by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// A product of two ciphertexts, relinearized.
    Multiply,
    /// A product with a plaintext of random values in slots, or of uniform coefficients. One of
    /// coefficients that are all equal, say, may cost up to half of `log2 N` more.
    MultiplyPlain,
    /// A sum of this many ciphertexts, of the same steps before: of one depth.
    Add(u32),
    /// A sum of two ciphertexts of different depth. BGV multiplies both by constants of up to `√t`
    /// to make them fit; to BFV it is `Add(2)`.
    AddAcross,
    /// A rotation, or the exchange of rows.
    Rotate,
    /// The sum over all slots: `log2 N` rotations and sums. Slots may be fewer than coefficients,
    /// which costs a product after it up to 4 bits more.
    InnerSum,
    /// A sum of this many rotations, each times a plaintext: a matrix with as many diagonals.
    LinearTransform(u32),
}

impl Step {
    /// The most ciphertexts of a sum.
    pub const MOST: u32 = 1 << 20;

    /// Whether keys are switched.
    pub(super) fn switches_keys(self) -> bool {
        !matches!(self, Self::MultiplyPlain | Self::Add(_) | Self::AddAcross)
    }

    /// Key switches of a step in a ring of degree `2^log_degree`.
    pub(super) fn switches(self, log_degree: u32) -> u32 {
        match self {
            Self::Multiply | Self::Rotate => 1,
            Self::InnerSum => log_degree,
            Self::LinearTransform(diagonals) => diagonals,
            Self::MultiplyPlain | Self::Add(_) | Self::AddAcross => 0,
        }
    }

    /// Bits of modulus that a step takes at most.
    pub(super) fn bits(self, plain_bits: u32, log_degree: u32) -> u32 {
        let plain = plain_bits + 2 * log_degree + 16;
        match self {
            Self::Multiply | Self::MultiplyPlain => plain,
            Self::Add(terms) => terms.ilog2() + 2,
            Self::AddAcross => plain_bits.div_ceil(2) + 3,
            Self::Rotate => 2,
            Self::InnerSum => log_degree + 4,
            Self::LinearTransform(diagonals) => plain + diagonals.ilog2() + 2,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Multiply => f.write_str("multiply"),
            Self::MultiplyPlain => f.write_str("multiply-plain"),
            Self::Add(terms) => write!(f, "add:{terms}"),
            Self::AddAcross => f.write_str("add-across"),
            Self::Rotate => f.write_str("rotate"),
            Self::InnerSum => f.write_str("inner-sum"),
            Self::LinearTransform(diagonals) => write!(f, "linear:{diagonals}"),
        }
    }
}

/// Text that is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no step: multiply, multiply-plain, add:TERMS, add-across, rotate, inner-sum and linear:DIAGONALS are, of 1 to {most} terms", most = Step::MOST)]
pub struct StepError(pub String);

impl core::str::FromStr for Step {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        let wrong = || StepError(text.to_owned());
        let count = |digits: &str| digits.parse().ok().filter(|count| (1..=Self::MOST).contains(count)).ok_or_else(wrong);
        match text.split_once(':') {
            None => match text {
                "multiply" => Ok(Self::Multiply),
                "multiply-plain" => Ok(Self::MultiplyPlain),
                "add-across" => Ok(Self::AddAcross),
                "rotate" => Ok(Self::Rotate),
                "inner-sum" => Ok(Self::InnerSum),
                _ => Err(wrong()),
            },
            Some(("add", terms)) => count(terms).map(Self::Add),
            Some(("linear", diagonals)) => count(diagonals).map(Self::LinearTransform),
            Some(_) => Err(wrong()),
        }
    }
}

/// The worst that a path can have: products of related ciphertexts of one depth, and powers by
/// products with one and the same ciphertext.
#[derive(Clone, Debug)]
pub(super) struct Worst {
    scheme: Scheme,
    product: Noise,
    power: Noise,
    /// The base of powers: the ciphertext that is multiplied first.
    base: Option<Noise>,
}

impl Worst {
    /// Fresh ciphertexts under either key. The secret one makes less noise, which in BGV may be
    /// less of a budget in the end: products take other levels.
    pub(super) fn fresh(model: &Model, scheme: Scheme) -> Vec<Self> {
        let public = model.fresh_public(Sources::any());
        let all = match scheme {
            Scheme::Bfv => vec![public],
            Scheme::Bgv => vec![public, model.fresh_secret(Sources::any())],
        };
        all.into_iter().map(|fresh| Self { scheme, product: fresh.clone(), power: fresh, base: None }).collect()
    }

    pub(super) fn after(&self, model: &Model, step: Step) -> Self {
        let scheme = self.scheme;
        if step == Step::Multiply {
            let multiply = |a: &Noise, b: &Noise| match scheme {
                Scheme::Bfv => model.multiply_relinearize(a, b),
                Scheme::Bgv => model.key_switch(&model.multiply_switched(a, b)),
            };
            let base = self.base.as_ref().unwrap_or(&self.power);
            let (product, power) = (multiply(&self.product, &self.product), multiply(&self.power, base));
            return Self { scheme, product, power, base: Some(base.clone()) };
        }
        let [product, power] = [&self.product, &self.power].map(|x| linear(model, scheme, x, step));
        Self { scheme, product, power, base: self.base.clone() }
    }

    pub(super) fn budget_bits(&self, model: &Model) -> f64 {
        model.budget_bits(&self.product).min(model.budget_bits(&self.power))
    }
}

/// A step that is no product of ciphertexts.
pub(super) fn linear(model: &Model, scheme: Scheme, x: &Noise, step: Step) -> Noise {
    let plain = |x: &Noise| model.mul_plain(x, &PlaintextNorms::uniform(model.degree(), model.log_plain()));
    // The terms of a sum are related, so its mask may be spent, as after `Model::add`.
    let terms = |x: &Noise, terms: u32| match terms {
        1 => x.clone(),
        _ => model.mul_scalar(x, f64::from(terms).log2()).spent(),
    };
    match step {
        Step::Multiply | Step::MultiplyPlain => plain(x),
        Step::Add(count) => terms(x, count),
        Step::AddAcross => match scheme {
            Scheme::Bfv => terms(x, 2),
            Scheme::Bgv => terms(&model.mul_scalar(x, model.log_plain() / 2.0), 2),
        },
        Step::Rotate => model.automorphism(x),
        // The worse of two: a sum over fewer slots than coefficients is no trace.
        Step::InnerSum => model.sum_of_images(x),
        Step::LinearTransform(diagonals) => terms(&plain(&model.automorphism(x)), diagonals),
    }
}
