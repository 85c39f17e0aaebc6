//! Help, the version and the manual of the program.

use crate::common::papilio;

/// The words that lead to every command, the program itself first.
fn commands() -> Vec<String> {
    let mut found = vec![String::new()];
    let mut at = 0;
    while at < found.len() {
        let command = found[at].clone();
        let help = help(&command);
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        found.extend(names.map(|name| format!("{command} {name}")).collect::<Vec<_>>());
        at += 1;
    }
    found
}

fn help(command: &str) -> String {
    papilio(&format!("{command} --help")).succeeded().stdout.clone()
}

#[test]
fn every_line_of_help_fits_a_terminal() {
    let commands = commands();
    assert!(commands.len() > 25 && commands.iter().any(|command| command == " precompile call"), "{commands:?}");
    for command in commands {
        for form in ["--help", "-h"] {
            let text = papilio(&format!("{command} {form}")).succeeded().stdout.clone();
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{command} {form}: {line}");
            }
        }
    }
}

/// The options under a heading.
fn under(help: &str, heading: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != format!("{heading}:")).skip(1);
    let section = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    let options = section.map(|line| line.trim_start().trim_start_matches("-o, "));
    let options = options.filter_map(|line| line.strip_prefix("--"));
    options.filter_map(|rest| rest.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn options_of_slots_and_of_memory_stand_under_their_own_headings() {
    let slots = ["method", "interleaved", "scheme", "key-limit"];
    for (command, more) in [("run", vec!["size"]), ("plan", vec![]), ("keygen", vec!["memory-limit"])] {
        let found = under(&help(command), "With --layout slots");
        let expected = slots.iter().chain(&more);
        assert!(expected.clone().all(|name| found.iter().any(|option| option == name)), "{command}: {found:?}");
        assert_eq!(found.len(), expected.count(), "{command}: {found:?}");
    }
    assert_eq!(under(&help("transform"), "With --layout slots"), ["keys"]);
    for command in ["run", "transform"] {
        assert_eq!(under(&help(command), "Memory"), ["memory-limit", "work-dir"], "{command}");
    }
}

#[test]
fn one_is_singular_and_thousands_stand_apart() {
    let one = papilio("run --random 4 --layout columns --ring-degree 4096 --threads 1").succeeded().stdout.clone();
    for words in ["4 entries", "1 product (", "1 layer,", "1 thread;"] {
        assert!(one.contains(words), "{words}: {one}");
    }
    let two = papilio("run --random 5570 --layout columns --recipe 4,4,8 --threads 2").succeeded().stdout.clone();
    for words in ["5,570 entries", "128 columns of 64 lanes", "3 layers,", "128 ciphertexts", "2 threads;"] {
        assert!(two.contains(words), "{words}: {two}");
    }
    for text in [one, two] {
        let numbers = text.split_whitespace().zip(text.split_whitespace().skip(1));
        for (number, noun) in numbers.filter(|(number, _)| *number == "1" || *number == "(1") {
            assert!(!noun.trim_end_matches([',', ';']).ends_with('s'), "{number} {noun}: {text}");
        }
    }
}

#[test]
fn the_demonstration_says_who_has_the_key() {
    let text = papilio("demo").succeeded().stdout.clone();
    for step in ["keygen", "encrypt", "transform", "decrypt", "verify", "has the key?", "ciphertext", "noise", "kernel "] {
        assert!(text.contains(step), "{step}: {text}");
    }
    let server: Vec<&str> = text.lines().filter(|line| line.contains("the server") && line.contains("no key")).collect();
    assert!(server.len() == 1 && server[0].trim_start().starts_with("transform"), "{text}");
}
