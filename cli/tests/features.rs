//! The commands of a build, and its answer to those that it leaves out with a feature.

#[path = "it/common/mod.rs"]
mod common;

use common::{finish, json, papilio, program};

/// Commands behind features, with a subcommand or an option of each, and whether they are built.
const OPTIONAL: [(&str, &str, &str, bool); 7] = [
    ("sweep", "--sizes 16", "measure", cfg!(feature = "measure")),
    ("bench", "ntt", "measure", cfg!(feature = "measure")),
    ("engine", "measure", "measure", cfg!(feature = "measure")),
    ("selftest circuits", "--count 3", "measure", cfg!(feature = "measure")),
    ("selftest timing", "--series 1", "measure", cfg!(feature = "measure")),
    ("precompile", "vectors", "ethereum", cfg!(feature = "ethereum")),
    ("evm", "key", "ethereum", cfg!(feature = "ethereum")),
];

#[test]
fn commands_that_are_left_out_are_refused_in_one_line() {
    for (command, more, feature, built) in OPTIONAL {
        if built {
            papilio(&format!("{command} --help")).succeeded();
            continue;
        }
        let words = [command, "not in this build", feature, "cargo build --release"];
        for line in [command.to_owned(), format!("{command} {more}"), format!("{command} --help")] {
            let outcome = papilio(&line);
            outcome.refused(&[2], &words);
            assert_eq!(outcome.stdout, "", "{line}");
            for json in [format!("--json {line}"), format!("{line} --json")] {
                let outcome = papilio(&json);
                outcome.refused(&[2], &words);
                assert_eq!(outcome.error()["kind"], "usage", "{json}: {outcome:?}");
            }
        }
    }
}

#[test]
fn unknown_commands_are_not_taken_for_those() {
    for line in ["nonsense", "selftest nonsense", "help nonsense", "selftest sweep", "plan bench"] {
        let outcome = papilio(line);
        assert!(outcome.code == Some(2) && !outcome.stderr.contains("build"), "{line}: {outcome:?}");
    }
}

#[test]
fn help_and_the_manual_list_what_is_there_and_say_what_is_not() {
    let help = papilio("--help").succeeded().stdout.clone();
    let manual = papilio("man").succeeded().stdout.clone();
    let script = papilio("completions bash").succeeded().stdout.clone();
    let (commands, rest) = help.split_once("Options:").expect("options");
    for (command, _, feature, built) in OPTIONAL.into_iter().filter(|(command, ..)| !command.contains(' ')) {
        let listed = commands.lines().any(|line| line.split_whitespace().next() == Some(command));
        assert_eq!(listed, built, "{command}: {help}");
        assert_eq!(script.contains(&format!("papilio,{command})")), built, "{command}");
        for (text, what) in [(rest, "help"), (&manual, "the manual")] {
            let said = text.contains("Not in this build") && text.contains(command) && text.contains(feature);
            assert_eq!(said, !built, "{command} in {what}: {text}");
        }
    }
    assert_eq!(help.contains("Not in this build"), OPTIONAL.iter().any(|(.., built)| !built), "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
}

#[test]
fn a_build_without_gpus_says_so() {
    let built = cfg!(feature = "cuda");
    let lacks = "this build has no GPUs, as it lacks the feature `cuda`";
    let outcome = papilio("run --random 16 --engine cuda");
    assert_eq!(outcome.stderr.contains(lacks), !built, "{outcome:?}");
    if !built {
        outcome.refused(&[2], &["--engine cuda", lacks]);
        let engine = &json("run --random 16")["engine"];
        assert!(engine["engine"] == "cpu" && engine["why"].as_str().is_some_and(|why| why.contains(lacks)), "{engine}");
    }
    for text in [papilio("info").succeeded().stdout.clone(), papilio("--help").succeeded().stdout.clone()] {
        assert_eq!(text.contains("feature `cuda`"), !built, "{text}");
    }
    papilio("run --random 16 --engine cpu").succeeded();
}

#[test]
fn every_build_has_the_demonstration_and_both_ends() {
    let story = papilio("demo").succeeded().stdout.clone();
    assert!(story.contains("VERIFIED"), "{story}");
    papilio("selftest files").succeeded();
    let folder = common::folder();
    finish(program().args(["man", "-o"]).arg(folder.path())).succeeded();
    assert!(common::names(folder.path()).iter().any(|name| name == "papilio-run.1"));
}
