use super::*;
use crate::r1cs::{Constraints, R1cs as System, Shape};
use crate::semaphore;
use papilio_field::Field;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use proptest::prelude::*;

fn encode_r1cs<F: Field>(r1cs: &System<F>) -> Vec<u8> {
    let mut file = Vec::new();
    write_r1cs(r1cs, &mut file).expect("writing to memory");
    file
}

fn encode_wtns<F: Field>(witness: &[F]) -> Vec<u8> {
    let mut file = Vec::new();
    write_wtns(witness, &mut file).expect("writing to memory");
    file
}

/// Two constraints on wires `1, out, in, private, inner`.
fn small() -> System<P32> {
    let f = P32::from_u64;
    let mut constraints = Constraints::default();
    constraints.push(&[(2, f(1))], &[(3, f(1))], &[(4, f(1))]);
    constraints.push(&[(4, f(1)), (0, -f(1))], &[(0, f(3))], &[(1, f(1))]);
    System::new(Shape { wires: 5, outputs: 1, inputs: 1, private: 1 }, constraints).expect("a system")
}

/// Offsets in the file of [`small`]: sections start at 12, each with 12 bytes of type and length.
const HEADER: usize = 24;
const BODY: usize = HEADER + 40 + 12;

fn patched(mut file: Vec<u8>, offset: usize, bytes: &[u8]) -> Vec<u8> {
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
    file
}

/// One line, as a person would see it.
fn error(file: &[u8]) -> String {
    let message = parse_r1cs::<P32>(file).expect_err("a malformed file").to_string();
    assert!(!message.contains('\n'));
    message
}

#[test]
fn systems_and_witnesses_round_trip() {
    fn round_trip<F: Field>() {
        let (r1cs, witness) = semaphore::generate::<F>(2, 5).expect("a circuit");
        let (r1cs_file, wtns_file) = (encode_r1cs(&r1cs), encode_wtns(&witness));
        assert_eq!(read_r1cs::<F>(r1cs_file.as_slice(), Limits::default()).expect("a system"), r1cs);
        assert_eq!(read_wtns::<F>(wtns_file.as_slice(), Limits::default()).expect("a witness"), witness);
        let summary = Summary::parse(&r1cs_file).expect("a summary");
        let system = summary.system.expect("a system");
        assert!(summary.prime.is::<F>() && summary.entries == r1cs.shape().wires && !system.custom_gates);
        assert_eq!((system.shape, system.constraints as usize), (r1cs.shape(), r1cs.constraints().len()));
        let summary = Summary::parse(&wtns_file).expect("a summary");
        assert!(summary.prime.is::<F>() && summary.entries as usize == witness.len() && summary.system.is_none());
    }
    round_trip::<P32>();
    round_trip::<Goldilocks>();
    round_trip::<Bn254>();
}

#[test]
fn the_layout_is_the_formats() {
    let file = encode_r1cs(&small());
    let mut expected = b"r1cs\x01\0\0\0\x03\0\0\0\x01\0\0\0\x28\0\0\0\0\0\0\0".to_vec();
    expected.extend(b"\x08\0\0\0\x01\0\xf0\xff\0\0\0\0\x05\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0\x05\0\0\0\0\0\0\0\x02\0\0\0");
    expected.extend(b"\x02\0\0\0\x6c\0\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0\x01\0\0\0\0\0\0\0");
    assert_eq!(file[..expected.len()], expected);
    assert_eq!(file.len(), BODY + 0x6c + 12 + 5 * 8);
    let witness = encode_wtns(&[P32::ONE, P32::from_u64(9)]);
    let mut expected =
        b"wtns\x02\0\0\0\x02\0\0\0\x01\0\0\0\x10\0\0\0\0\0\0\0\x08\0\0\0\x01\0\xf0\xff\0\0\0\0\x02\0\0\0".to_vec();
    expected.extend(b"\x02\0\0\0\x10\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x09\0\0\0\0\0\0\0");
    assert_eq!(witness, expected);
}

#[test]
fn sections_come_in_any_order_and_unknown_ones_are_skipped() {
    let file = encode_r1cs(&small());
    let (header, rest) = file[12..].split_at(BODY - 24);
    let unknown = [b"\x63\0\0\0\x02\0\0\0\0\0\0\0".as_slice(), &[0xaa, 0xbb]].concat();
    let no_gates = b"\x04\0\0\0\x04\0\0\0\0\0\0\0\0\0\0\0";
    let shuffled = [b"r1cs\x01\0\0\0\x05\0\0\0".as_slice(), rest, &unknown, no_gates, header].concat();
    assert_eq!(parse_r1cs::<P32>(&shuffled).expect("a system"), small());
}

#[test]
fn malformed_files_are_refused_with_values() {
    let file = encode_r1cs(&small());
    let patch = |offset, bytes: &[u8]| error(&patched(file.clone(), offset, bytes));
    assert_eq!(patch(0, b"wtns"), "the file starts with [77, 74, 6e, 73], expected [72, 31, 63, 73] (\"r1cs\")");
    assert_eq!(patch(4, &[2]), "version 2 of the format, expected 1");
    assert_eq!(error(&file[..10]), "4 bytes expected at offset 8, 2 there");
    assert_eq!(error(&file[..file.len() - 1]), "40 bytes expected at offset 196, 39 there");
    assert_eq!(error(&[&file[..], &[0]].concat()), "1 unexpected bytes at offset 236");
    assert_eq!(patch(8, &[2]), "52 unexpected bytes at offset 184");
    assert_eq!(patch(HEADER + 40, &[1]), "a second section of type 1 at offset 64");
    assert_eq!(patch(HEADER + 40, &[9]), "no section of type 2");
    assert_eq!(
        patch(HEADER, &[16]),
        "the file is over the field of prime 0x010000000500000000fff00001, expected 0xfff00001 (p32)"
    );
    assert_eq!(patch(HEADER, &[7]), "the size of field elements at offset 24 is 7 bytes, expected 8");
    assert_eq!(patch(HEADER, &[0xff; 4]), "the size of field elements at offset 24 is 4294967295 bytes, expected 128");
    assert_eq!(patch(HEADER + 4, &[3]), "the file is over the field of prime 0xfff00003, expected 0xfff00001 (p32)");
    assert_eq!(patch(HEADER + 12, &[6]), "section of type 3 has 40 bytes, the header's counts make 48");
    assert_eq!(
        patch(HEADER + 16, &[9]),
        "the header is inconsistent: 11 wires are constant, output or public input, but there are only 5 wires"
    );
    assert_eq!(patch(HEADER + 28, &[4]), "label 4 at offset 228, but there are only 4 labels");
    assert_eq!(patch(HEADER + 36, &[0xff; 4]), "51539607540 bytes expected at offset 76, 108 there");
    assert_eq!(patch(HEADER + 36, &[1]), "60 unexpected bytes at offset 124");
    assert_eq!(patch(BODY + 4, &[5]), "wire 5 at offset 80, but there are only 5 wires");
    assert_eq!(patch(BODY + 8, &P32::MODULUS[0].to_le_bytes()), "the field element at offset 84 is not below the prime");
}

#[test]
fn custom_gates_are_refused() {
    let mut file = patched(encode_r1cs(&small()), 8, &[4]);
    file.extend(b"\x04\0\0\0\x04\0\0\0\0\0\0\0\x01\0\0\0");
    assert_eq!(error(&file), "the circuit uses custom gates (section of type 4 at offset 248)");
    assert!(Summary::parse(&file).expect("a summary").system.is_some_and(|system| system.custom_gates));
}

#[test]
fn files_are_of_their_field_and_size() {
    let (r1cs, _) = semaphore::generate::<Goldilocks>(1, 1).expect("a circuit");
    let file = encode_r1cs(&r1cs);
    assert_eq!(error(&file), "the file is over the field of prime 0xffffffff00000001, expected 0xfff00001 (p32)");
    let limits = Limits { max_bytes: 235 };
    let result = read_r1cs::<P32>(encode_r1cs(&small()).as_slice(), limits);
    assert_eq!(result.expect_err("too long").to_string(), "the file is longer than the limit of 235 bytes");
    assert!(read_r1cs::<P32>(encode_r1cs(&small()).as_slice(), Limits { max_bytes: 236 }).is_ok());
}

#[test]
fn witness_counts_are_checked_before_memory_is_taken() {
    let file = patched(encode_wtns(&[P32::ONE]), 24 + 12, &[0xff; 4]);
    let message = parse_wtns::<P32>(&file).expect_err("a lie").to_string();
    assert_eq!(message, "section of type 2 has 8 bytes, the header's counts make 34359738360");
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), wtns: bool) {
        let start: &[u8] = if wtns { b"wtns\x02\0\0\0" } else { b"r1cs\x01\0\0\0" };
        let with_start = [start, &bytes].concat();
        for file in [&bytes, &with_start] {
            let _ = (parse_r1cs::<P32>(file), parse_wtns::<Bn254>(file), Summary::parse(file));
        }
    }

    #[test]
    fn mutated_files_never_panic(edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
                                 keep in any::<prop::sample::Index>(), cut: bool) {
        for mut file in [encode_r1cs(&small()), encode_wtns(&[P32::ONE, P32::from_u64(3)])] {
            for (place, byte) in &edits {
                let place = place.index(file.len());
                file[place] = *byte;
            }
            if cut {
                file.truncate(keep.index(file.len()));
            }
            let _ = (parse_wtns::<P32>(&file), Summary::parse(&file));
            if let Ok(r1cs) = parse_r1cs::<P32>(&file) {
                // An accepted system can be used: a check reads every wire that a constraint names.
                let _ = r1cs.check(&vec![P32::ONE; r1cs.shape().wires as usize]);
            }
        }
    }

    #[test]
    fn random_systems_round_trip(sides in proptest::collection::vec(
        proptest::collection::vec((0u32..7, any::<u64>().prop_map(P32::from_u64)), 0..5), 0..12)) {
        let mut constraints = Constraints::default();
        for side in sides.chunks_exact(3) {
            constraints.push(&side[0], &side[1], &side[2]);
        }
        let r1cs = System::new(Shape { wires: 7, outputs: 2, inputs: 1, private: 3 }, constraints).expect("a system");
        prop_assert_eq!(parse_r1cs::<P32>(&encode_r1cs(&r1cs)).expect("a system"), r1cs);
    }
}

/// The files that circom writes for private inputs that no constraint keeps, and for no constraint
/// at all.
#[test]
fn inputs_without_wires_and_systems_without_constraints_are_read() {
    let file = |name: &str| {
        let path = format!("{}/tests/circom/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    let shape = |wires, public, private| Shape { wires, outputs: public, inputs: public, private };
    let expected = [
        ("unused-o0", shape(6, 1, 2), 2),
        ("unused-o1", shape(5, 1, 2), 2),
        ("unused-o2", shape(3, 1, 2), 1),
        ("empty-o0", shape(3, 0, 2), 0),
        ("empty-o1", shape(1, 0, 2), 0),
        ("empty-o2", shape(1, 0, 2), 0),
    ];
    for (name, shape, constraints) in expected {
        let r1cs = parse_r1cs::<Bn254>(&file(&format!("{name}.r1cs"))).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((r1cs.shape(), r1cs.constraints().len()), (shape, constraints), "{name}");
        let witness = parse_wtns::<Bn254>(&file(&format!("{name}.wtns"))).expect(name);
        assert_eq!(r1cs.check(&witness), Ok(()), "{name}");
        assert_eq!(parse_r1cs(&encode_r1cs(&r1cs)).expect(name), r1cs, "{name}: written and read again");
    }
}

/// The circuits that `cargo xtask circuits` makes, where they are: `PAPILIO_CIRCUITS` names the
/// folder.
#[test]
#[ignore = "needs the folder that `cargo xtask circuits` makes, in PAPILIO_CIRCUITS"]
fn compiled_circuits_are_satisfied_by_their_witnesses() {
    let folder = std::env::var_os("PAPILIO_CIRCUITS").expect("PAPILIO_CIRCUITS names a folder");
    let open = |name: &str| std::fs::File::open(std::path::Path::new(&folder).join(name)).expect(name);
    for (level, wires) in [("o1", 15_918), ("o2", 6_454)] {
        let r1cs = read_r1cs::<Bn254>(open(&format!("semaphore-{level}.r1cs")), Limits::default()).expect("a system");
        let witness = read_wtns(open(&format!("semaphore-{level}.wtns")), Limits::default()).expect("a witness");
        assert_eq!(r1cs.shape(), Shape { wires, outputs: 2, inputs: 2, private: 23 });
        assert_eq!(r1cs.check(&witness), Ok(()));
        let (constraints, terms) = (r1cs.constraints().len(), r1cs.constraints().terms());
        println!("semaphore-{level}: {wires} wires, {constraints} constraints, {terms} terms");
    }
}
