//! Standard input and output, and values in the formats of other programs.

use crate::common::{Files, Outcome, WITNESS, folder, papilio, program};
use papilio_field::Field;
use papilio_field::fields::{Bn254, P32};
use papilio_ligero::circom::parse_wtns;
use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

/// Runs a command with these bytes on standard input; its output as bytes, and how it ended.
fn piped(line: &str, input: &[u8]) -> (Vec<u8>, Outcome) {
    let mut command = program();
    command.args(line.split_whitespace()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("started");
    let (mut stdin, input) = (child.stdin.take().expect("a pipe"), input.to_vec());
    // A command that refuses its arguments reads nothing.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let mut stderr = child.stderr.take().expect("a pipe");
    let errors = std::thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).map(|_| text)
    });
    let mut bytes = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut bytes).expect("read");
    writer.join().expect("written");
    let stderr = errors.join().expect("joined").expect("text");
    let code = child.wait().expect("a status").code();
    (bytes, Outcome { code, stdout: String::new(), stderr })
}

fn success(line: &str, input: &[u8]) -> (Vec<u8>, String) {
    let (bytes, outcome) = piped(line, input);
    assert_eq!(outcome.code, Some(0), "{line}: {outcome:?}");
    (bytes, outcome.stderr)
}

#[test]
fn the_whole_story_through_pipes() {
    let files = Files::make();
    let key = files.path("secret.key").display().to_string();
    let (columns, report) = success(&format!("encrypt --key {key} {WITNESS} -o -"), &[]);
    assert!(report.contains("encrypted"), "the report is on standard error: {report}");
    let (transformed, report) = success("transform - -o - --json", &columns);
    assert!(serde_json::from_str::<serde_json::Value>(&report).is_ok_and(|object| object["output"] == "-"), "{report}");
    assert_eq!(transformed.len(), files.bytes("transformed").len());
    let (values, _) = success(&format!("decrypt --key {key} - -o -"), &transformed);
    assert_eq!(values, files.bytes("values"));
    let (verdict, _) = success(&format!("verify {WITNESS} - --json"), &values);
    assert!(String::from_utf8_lossy(&verdict).contains("\"verified\": true"));
    // The key itself, which is read whole before the ciphertexts are.
    let line = format!("decrypt --key - {} -o -", files.path("transformed").display());
    assert_eq!(success(&line, &files.bytes("secret.key")).0, values);
}

#[test]
fn the_same_result_by_files_and_by_pipes() {
    let files = Files::make();
    let (transformed, _) = success("transform - -o -", &files.bytes("columns"));
    assert_eq!(transformed, files.bytes("transformed"));
}

#[test]
fn a_stream_larger_than_memory_for_it_goes_to_a_file() {
    let work = folder();
    let at = |name: &str| work.path().join(name).display().to_string();
    papilio(&format!("keygen --size 20000 --layout columns --public-key -o {}", at(""))).succeeded();
    papilio(&format!("encrypt --key {} --random 20000 -o {}", at("public.key"), at("columns"))).succeeded();
    let columns = fs::read(at("columns")).expect("read");
    assert!(columns.len() > 1 << 20, "{} bytes do not put it to the test", columns.len());
    papilio(&format!("transform {} -o {}", at("columns"), at("out"))).succeeded();
    assert_eq!(success("transform - -o -", &columns).0, fs::read(at("out")).expect("read"));
}

#[test]
fn a_stream_is_read_by_one_argument() {
    let files = Files::make();
    let key = files.path("secret.key").display().to_string();
    for line in [
        "encrypt --key - --witness - -o -".to_owned(),
        "decrypt --key - - -o -".into(),
        format!("encrypt --key {key} --witness - --r1cs - -o -"),
        "verify --witness - -".into(),
    ] {
        let (bytes, outcome) = piped(&line, &files.bytes("secret.key"));
        assert!(outcome.code == Some(2) && bytes.is_empty() && outcome.stderr.contains("one argument"), "{line}: {outcome:?}");
    }
}

#[test]
fn damage_in_a_stream_is_told() {
    let files = Files::make();
    let mut columns = files.bytes("columns");
    let (bytes, outcome) = piped("transform - -o -", &columns[..columns.len() / 2]);
    assert!(outcome.code == Some(3) && bytes.is_empty() && outcome.stderr.contains("-: the file is damaged"), "{outcome:?}");
    columns[2] = 0;
    let (_, outcome) = piped("transform - -o -", &columns);
    assert!(outcome.code == Some(3) && outcome.stderr.contains("magic"), "{outcome:?}");
    let (_, outcome) = piped("transform - -o -", &[]);
    assert!(outcome.code == Some(3), "{outcome:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let files = Files::make();
    papilio(&format!("transform {} -o /dev/null", files.path("columns").display())).succeeded();
    assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
    papilio(&format!("transform {} -o /dev/full", files.path("columns").display()))
        .refused(&[5], &["/dev/full", "No space left"]);
    assert!(fs::metadata("/dev/full").expect("a device").file_type().is_char_device());
}

/// The values of a file in the program's own format, as elements of `F` of so many bytes.
fn elements<F: Field>(file: &[u8], size: usize, count: usize) -> Vec<F> {
    let payload = &file[crate::common::payload(file)..][..size * count];
    let word = |bytes: &[u8], i: usize| {
        let mut word = [0; 8];
        bytes.iter().skip(8 * i).take(8).enumerate().for_each(|(place, byte)| word[place] = *byte);
        u64::from_le_bytes(word)
    };
    let element = |bytes: &[u8]| F::from_words(core::array::from_fn(|i| word(bytes, i))).expect("below the prime");
    payload.chunks_exact(size).map(element).collect()
}

fn formats<F: Field>(field: &str, size: usize) {
    let work = folder();
    let at = |name: &str| work.path().join(name).display().to_string();
    papilio(&format!("keygen --size 20 --field {field} -o {}", at(""))).succeeded();
    papilio(&format!("encrypt --key {} --random 20 -o {}", at("secret.key"), at("columns"))).succeeded();
    papilio(&format!("transform {} -o {}", at("columns"), at("transformed"))).succeeded();
    let decrypt = |format: &str| {
        let line = format!("decrypt --key {} {} -o - --format {format}", at("secret.key"), at("transformed"));
        success(&line, &[]).0
    };
    let own = decrypt("values");
    let count = (own.len() - crate::common::payload(&own) - crate::common::HASH) / size;
    let values = elements::<F>(&own, size, count);
    assert!(count >= 20 && values.iter().any(|value| *value != F::ZERO));

    assert_eq!(decrypt("raw"), own[crate::common::payload(&own)..own.len() - crate::common::HASH]);
    assert_eq!(parse_wtns::<F>(&decrypt("wtns")).expect("a witness"), values);
    let text = |format: &str| String::from_utf8(decrypt(format)).expect("text");
    let hex = text("hex");
    let digits: Vec<_> = hex.lines().collect();
    assert!(digits.len() == count && digits.iter().all(|line| line.len() == 2 * size), "{hex}");
    let first: Vec<u8> = own[crate::common::payload(&own)..][..size].iter().rev().copied().collect();
    assert_eq!(digits[0], first.iter().map(|byte| format!("{byte:02x}")).collect::<String>());

    // Decimal digits, read back by Horner's rule in the field.
    let number = |text: &str| {
        assert!(text.bytes().all(|digit| digit.is_ascii_digit()) && (text == "0" || !text.starts_with('0')), "{text}");
        text.bytes().fold(F::ZERO, |sum, digit| sum * F::from_u64(10) + F::from_u64(u64::from(digit - b'0')))
    };
    let object: serde_json::Value = serde_json::from_str(&text("json")).expect("an object");
    assert_eq!(object["field"], F::NAME);
    assert_eq!(number(object["modulus"].as_str().expect("digits")), F::ZERO);
    let listed = object["values"].as_array().expect("values");
    assert_eq!(listed.iter().map(|value| number(value.as_str().expect("digits"))).collect::<Vec<_>>(), values);
    let csv = text("csv");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("index,value"));
    for (index, line) in lines.enumerate() {
        assert_eq!(line.split_once(',').map(|(i, value)| (i.parse(), number(value))), Some((Ok(index), values[index])));
    }
    assert_eq!(csv.lines().count(), count + 1);
    assert_eq!(papilio("decrypt --key a b -o c --format xml").code, Some(2));
}

#[test]
fn values_of_32_bits_in_every_format() {
    formats::<P32>("p32", 4);
}

#[test]
fn values_of_256_bits_in_every_format() {
    formats::<Bn254>("bn254", 32);
}

/// A device that gives zeros without end is no file of ours, and is not kept to find that out.
#[test]
fn streams_without_end() {
    let start = std::time::Instant::now();
    papilio("inspect /dev/zero").refused(&[3], &["/dev/zero"]);
    papilio("decrypt --key /dev/zero - -o -").refused(&[3], &["/dev/zero"]);
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}
