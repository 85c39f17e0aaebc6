//! The option that chooses a shape of rings.

use clap::Args;
use clap::builder::PossibleValuesParser;
use papilio_cuda::select::Shape;

/// The names of the shapes of tables.
const NAMES: [&str; 3] = ["8192x3", "16384x12", "32768x12"];

#[derive(Debug, Args)]
pub(crate) struct ShapeArg {
    /// Only this set: ring degree and primes
    #[arg(long = "set", value_name = "NAME", value_parser = PossibleValuesParser::new(NAMES))]
    name: Option<String>,
}

impl ShapeArg {
    /// Whether none is asked for by its name.
    pub(crate) fn is_every(&self) -> bool {
        self.name.is_none()
    }

    /// The shapes that are asked for.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = Shape> {
        Shape::TABLE.into_iter().filter(|shape| self.name.as_ref().is_none_or(|name| *name == shape.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_its_name() {
        assert_eq!(Shape::TABLE.map(|shape| shape.to_string()), NAMES);
    }
}
