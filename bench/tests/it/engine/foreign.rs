//! Times of other libraries beside rows of a device.

use papilio_bench::engine::foreign::{Foreign, ForeignError};
use papilio_bench::engine::{Peer, Place, Row};
use serde_json::{Value, json};

fn one() -> Value {
    json!({"operation": "add", "degree": 8192, "limbs": 3, "batch": 64, "microseconds": 0.5, "peer": "other 1.0"})
}

fn parse(rows: Vec<Value>) -> Result<Foreign, ForeignError> {
    Foreign::parse(json!({"version": 1, "rows": rows}).to_string().as_bytes())
}

fn row(microseconds: Option<f64>) -> Row {
    Row {
        operation: "add",
        degree: 8192,
        limbs: 3,
        batch: 64,
        engine: Place::Cuda,
        arithmetic: "doubles".to_owned(),
        microseconds,
        bound_microseconds: Some(0.1),
        transfers: false,
        peer: Some(Peer::Own(Place::Cpu)),
        peer_microseconds: Some(8.0),
        ratio: microseconds.map(|own| 8.0 / own),
        correct: true,
        special_primes: 1,
        overlap: false,
    }
}

#[test]
fn times_of_others_are_rows_beside_ours() {
    let mut other = one();
    other["peer"] = json!("third");
    let foreign = parse(vec![one(), other]).expect("rows");
    let ours = row(Some(0.25));
    let beside: Vec<_> = foreign.beside(&ours).collect();
    let expected = |name: &str| Row {
        peer: Some(Peer::Foreign(name.to_owned())),
        peer_microseconds: Some(0.5),
        ratio: Some(2.0),
        ..ours.clone()
    };
    assert_eq!(beside, [expected("other 1.0"), expected("third")]);
    // A name is a word, as that of an engine is.
    let peers = [&ours, &beside[0]].map(|row| serde_json::to_value(row).expect("a row")["peer"].clone());
    assert_eq!(peers, [json!("cpu"), json!("other 1.0")]);
    assert_eq!(foreign.apart(core::slice::from_ref(&ours)).count(), 0);
    // Without a time of ours, or with a wrong result, there is no ratio.
    for ours in [row(None), Row { correct: false, ..row(Some(0.25)) }] {
        assert!(foreign.beside(&ours).all(|row| row.ratio.is_none() && row.peer_microseconds == Some(0.5)));
    }
}

#[test]
fn rows_of_other_cases_have_none_beside() {
    let foreign = parse(vec![one()]).expect("rows");
    let others = [
        Row { transfers: true, ..row(None) },
        Row { engine: Place::Cpu, ..row(None) },
        Row { degree: 4096, ..row(None) },
        Row { limbs: 4, ..row(None) },
        Row { batch: 1, ..row(None) },
        Row { operation: "rotate", ..row(None) },
    ];
    assert!(others.iter().all(|row| foreign.beside(row).next().is_none()));
    assert_eq!(foreign.apart(&others).map(|one| &*one.peer).collect::<Vec<_>>(), ["other 1.0"]);
}

#[test]
fn texts_with_faults_are_refused() {
    let with = |field: &str, value: Value| {
        let mut row = one();
        row[field] = value;
        parse(vec![one(), row]).expect_err("a fault")
    };
    let unknown = with("operation", json!("bootstrap"));
    let ForeignError::Operation { row: 2, found, names } = &unknown else { panic!("{unknown:?}") };
    assert!(found == "bootstrap" && names.contains("ntt_forward, ") && names.contains("slots"), "{names}");
    for name in ["", "cpu", "cuda", "emulated", "a\nb", "ä", &"x".repeat(65)] {
        assert!(matches!(with("peer", json!(name)), ForeignError::Name { row: 2, .. }), "{name:?}");
    }
    for time in [0.0, -1.0] {
        assert_eq!(with("microseconds", json!(time)), ForeignError::Time { row: 2, found: time });
    }
    assert_eq!(parse(vec![one(), one()]), Err(ForeignError::Twice { row: 2 }));
    assert_eq!(parse((0..1001).map(|_| one()).collect()), Err(ForeignError::Rows { found: 1001 }));
    for (field, value) in [("microseconds", json!("fast")), ("batch", json!(-1)), ("device", json!("x")), ("peer", Value::Null)]
    {
        assert!(matches!(with(field, value), ForeignError::Text { line: 1, .. }), "{field}");
    }
}

#[test]
fn texts_of_other_versions_and_cut_ones_are_refused() {
    let later = Foreign::parse(br#"{"version": 2, "rows": [], "more": 1}"#).expect_err("a later version");
    assert_eq!(later, ForeignError::Version { found: 2 });
    assert_eq!(later.to_string(), "version 2, this program reads version 1");
    for text in
        [&b""[..], b"{", b"[]", b"{\"rows\": []}", b"{\"version\": 1}", b"{\"version\": 1, \"rows\": [], \"x\": 1}", b"\xFF"]
    {
        assert!(matches!(Foreign::parse(text), Err(ForeignError::Text { .. })), "{text:?}");
    }
    let cut = Foreign::parse(b"{\"version\": 1,\n \"rows\": [").expect_err("a cut text");
    assert!(matches!(cut, ForeignError::Text { line: 2, .. }) && cut.to_string().starts_with("line 2, column "), "{cut}");
    assert_eq!(Foreign::parse(b"{\"version\": 1, \"rows\": []}"), Ok(Foreign::default()));
}
