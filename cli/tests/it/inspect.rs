//! `papilio inspect`, and what circom writes.

use crate::common::{Files, HASH, folder, json, papilio, payload};
use std::fs;

fn circom(name: &str) -> String {
    format!("{}/../crates/ligero/tests/circom/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_file_of_the_program_is_told() {
    let files = Files::make();
    let kinds = [
        ("secret.key", "a secret key"),
        ("public.key", "a public key"),
        ("columns", "a file of encrypted columns"),
        ("transformed", "a file of transformed columns"),
        ("values", "a file of field values"),
    ];
    let mut ids = Vec::new();
    for (name, kind) in kinds {
        let facts = json(&format!("inspect {}", files.path(name).display()));
        assert_eq!(
            (&facts["kind"], &facts["field"], &facts["checksum"]),
            (&kind.into(), &"p32".into(), &"ok".into()),
            "{facts}"
        );
        assert_eq!((&facts["version"], &facts["ring_degree"]), (&files.bytes(name)[10].into(), &4096.into()), "{facts}");
        assert_eq!(facts["bytes"].as_u64(), Some(files.bytes(name).len() as u64));
        assert!(facts["security_bits"].as_u64() >= Some(128) && facts["modulus_bits"].as_u64() > Some(32), "{facts}");
        assert!(facts["recipe"].is_array() && facts["plan"].is_string(), "{facts}");
        ids.extend(facts["key_id"].as_str().map(str::to_owned));
        let text = papilio(&format!("inspect {}", files.path(name).display()));
        assert!(text.succeeded().stdout.contains(kind), "{text:?}");
    }
    assert!(ids.len() == 4 && ids.iter().all(|id| *id == ids[0] && id.len() == 32), "{ids:?}");
    let columns = json(&format!("inspect {}", files.path("columns").display()));
    assert_eq!((&columns["entries"], &columns["seeded"]), (&16.into(), &true.into()));
    let values = json(&format!("inspect {}", files.path("values").display()));
    assert_eq!((values["entries"].as_u64(), values["values"].as_u64()), (Some(16), values["capacity"].as_u64()));
}

#[test]
fn a_secret_is_not_told() {
    let files = Files::make();
    let key = files.bytes("secret.key");
    let seed = &key[payload(&key)..key.len() - HASH];
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let outcome = papilio(&format!("inspect {} --json", files.path("secret.key").display()));
    for piece in seed.chunks(4) {
        assert!(!outcome.stdout.contains(&hex(piece)), "{outcome:?}");
    }
}

#[test]
fn damage_is_told_and_strangers_are_refused() {
    let (files, work) = (Files::make(), folder());
    let path = work.path().join("file");
    let inspect = || papilio(&format!("inspect {}", path.display()));
    for name in ["secret.key", "public.key", "columns", "transformed", "values"] {
        for position in [8, 10, 13, 20, files.bytes(name).len() - 1] {
            let mut bytes = files.bytes(name);
            bytes[position] ^= 1;
            fs::write(&path, bytes).expect("written");
            inspect().refused(&[3], &["damaged", "checksum"]);
        }
    }
    for stranger in [&b""[..], b"PAPI", b"PPLO", b"r1cs", b"wtns", b"zkey\x01\0\0\0", b"hello, world, this is text", &[0; 100]]
    {
        fs::write(&path, stranger).expect("written");
        inspect().refused(&[3], &[&path.display().to_string()]);
    }
    papilio("inspect /no/such/file").refused(&[5], &["/no/such/file"]);
}

#[test]
fn objects_of_the_library_are_told() {
    let work = folder();
    let path = work.path().join("object");
    let literal = papilio_fhe::ParametersLiteral {
        log_degree: 12,
        moduli: vec![68_719_403_009],
        special: vec![68_719_230_977],
        insecure: true,
        ..papilio_fhe::ParametersLiteral::default()
    };
    fs::write(&path, literal.to_bytes()).expect("written");
    let facts = json(&format!("inspect {}", path.display()));
    assert_eq!((&facts["kind"], &facts["ring_degree"]), (&"parameters of the library".into(), &4096.into()), "{facts}");
    assert_eq!((&facts["insecure"], &facts["moduli"][0]), (&true.into(), &68_719_403_009_u64.into()));
    assert_eq!(facts["parameters_digest"], format!("{:016x}", literal.digest()));
    let mut damaged = literal.to_bytes();
    damaged[20] ^= 1;
    fs::write(&path, damaged).expect("written");
    papilio(&format!("inspect {}", path.display())).refused(&[3], &["damaged"]);
}

#[test]
fn what_circom_writes_is_told_and_used() {
    let facts = json(&format!("inspect {}", circom("unused-o1.r1cs")));
    let expected = [
        ("field", "bn254".into()),
        ("wires", 5.into()),
        ("private_inputs", 2.into()),
        ("constraints", 2.into()),
        ("signals", 6.into()),
    ];
    expected.iter().for_each(|(name, value): &(_, serde_json::Value)| assert_eq!(&facts[*name], value, "{facts}"));
    let facts = json(&format!("inspect {}", circom("empty-o1.wtns")));
    assert_eq!((&facts["field"], &facts["entries"]), (&"bn254".into(), &1.into()));
    for name in ["unused-o0", "unused-o1", "unused-o2", "empty-o0"] {
        let run = format!("run --witness {} --r1cs {}", circom(&format!("{name}.wtns")), circom(&format!("{name}.r1cs")));
        assert_eq!(json(&run)["verified"], true, "{name}");
    }
    // One entry, the constant, is nothing to transform.
    let run = format!("run --witness {} --r1cs {}", circom("empty-o2.wtns"), circom("empty-o2.r1cs"));
    papilio(&run).refused(&[3], &["empty-o2.wtns", "1 entry"]);
    let mixed = format!("run --witness {} --r1cs {}", circom("unused-o0.wtns"), circom("unused-o1.r1cs"));
    papilio(&mixed).refused(&[3], &["does not satisfy"]);
}

#[test]
fn keys_take_size_and_field_from_a_witness() {
    let work = folder();
    let at = |name: &str| work.path().join(name).display().to_string();
    let witness = circom("unused-o0.wtns");
    papilio(&format!("keygen --witness {witness} --ring-degree 4096 --insecure -o {}", at(""))).succeeded();
    let facts = json(&format!("inspect {}", at("secret.key")));
    assert_eq!(facts["field"], "bn254");
    assert!(facts["capacity"].as_u64().is_some_and(|capacity| (6..=16).contains(&capacity)), "{facts}");
    let encrypt = format!("encrypt --key {} --witness {witness} -o {}", at("secret.key"), at("columns"));
    papilio(&encrypt).succeeded();
    papilio(&format!("transform {} -o {}", at("columns"), at("transformed"))).succeeded();
    papilio(&format!("decrypt --key {} {} -o {}", at("secret.key"), at("transformed"), at("values"))).succeeded();
    papilio(&format!("verify --witness {witness} {}", at("values"))).succeeded();
    let other = format!("keygen --witness {witness} --field goldilocks -o {}", at("other"));
    papilio(&other).refused(&[3], &["unused-o0.wtns", "bn254", "goldilocks"]);
}

#[test]
fn what_people_read_is_aligned_and_its_thousands_stand_apart() {
    let files = Files::make();
    for name in ["secret.key", "columns", "values"] {
        let path = files.path(name).display().to_string();
        let (facts, text) = (json(&format!("inspect {path}")), papilio(&format!("inspect {path}")).succeeded().stdout.clone());
        let lines: Vec<&str> = text.lines().collect();
        let names: Vec<String> = facts.as_object().expect("an object").keys().map(|name| name.replace('_', " ")).collect();
        assert_eq!(lines.len(), names.len(), "{text}");
        let width = names.iter().map(String::len).max().expect("facts");
        for name in &names {
            let heading = format!("{name:>width$}  ");
            let line = lines.iter().find(|line| line.starts_with(&heading)).unwrap_or_else(|| panic!("{name}: {text}"));
            assert!(!line[heading.len()..].starts_with(' '), "{line}");
        }
        let grouped = format!("{},{:03} (", files.bytes(name).len() / 1000, files.bytes(name).len() % 1000);
        assert!(files.bytes(name).len() < 1000 || files.bytes(name).len() >= 1_000_000 || text.contains(&grouped), "{text}");
        assert!(text.contains("4,096"), "{text}");
    }
}
