//! The option that asks for an engine.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use papilio_cuda::select::EnginePreference;

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct EngineArg {
    /// Where polynomials are worked on: auto is a GPU where there is one that is chosen, as
    /// `papilio info` shows
    /// [default: the value of PAPILIO_ENGINE, or else auto]
    #[arg(long, value_name = "ENGINE", value_parser = names())]
    pub(crate) engine: Option<EnginePreference>,
}

fn names() -> impl TypedValueParser<Value = EnginePreference> {
    PossibleValuesParser::new(EnginePreference::ALL.map(EnginePreference::name))
        .try_map(|name| name.parse::<EnginePreference>())
}
