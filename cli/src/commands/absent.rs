//! Commands and an option that a build leaves out with a feature of the package: what help and
//! refusals say.

use crate::error::CliError;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// A feature, and the commands or the option behind it.
struct Feature {
    name: &'static str,
    commands: &'static [&'static str],
    built: bool,
}

const FEATURES: [Feature; 3] = [
    Feature {
        name: "measure",
        commands: &["sweep", "bench", "engine", "selftest circuits", "selftest timing"],
        built: cfg!(feature = "measure"),
    },
    Feature { name: "ethereum", commands: &["precompile", "evm"], built: cfg!(feature = "ethereum") },
    Feature { name: "cuda", commands: &["--engine cuda"], built: cfg!(feature = "cuda") },
];

/// The way to the whole program.
const REMEDY: &str = "`cargo build --release` in the repository builds the whole program";

/// The features that this build lacks.
fn absent() -> impl Iterator<Item = &'static Feature> {
    FEATURES.iter().filter(|feature| !feature.built)
}

/// The end of a help text, behind what is not there.
pub(super) fn with_absent(text: &str) -> String {
    let lines = absent().map(|Feature { name, commands, .. }| format!("  {} (feature `{name}`)\n", commands.join(", ")));
    let list: String = lines.collect();
    if list.is_empty() { text.to_owned() } else { format!("Not in this build:\n{list}{REMEDY}.\n\n{text}") }
}

/// The meaning of a refusal of the grammar, if it is of a command that this build lacks.
pub(crate) fn refusal(error: &clap::Error) -> Option<CliError> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let path = parents(error).chain([word.clone()]).collect::<Vec<_>>().join(" ");
    let named = |command: &&&str| **command == path;
    let found = |feature: &'static Feature| Some((feature.name, *feature.commands.iter().find(named)?));
    let (feature, command) = absent().find_map(found)?;
    Some(CliError::usage(format!("`{command}` is not in this build, which lacks the feature `{feature}`: {REMEDY}")))
}

/// The commands whose subcommand was refused, outermost first, as the line of usage has them:
/// `Usage: papilio selftest [OPTIONS] <COMMAND>`.
fn parents(error: &clap::Error) -> impl Iterator<Item = String> {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let words: Vec<String> = usage.split_whitespace().skip(2).map(str::to_owned).collect();
    words.into_iter().take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()))
}
