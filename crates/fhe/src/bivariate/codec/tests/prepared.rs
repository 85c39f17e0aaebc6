//! Prepared keys: a mapped one gives the bits of the one in memory, and nothing else is taken.

use super::*;
use crate::bivariate::codec::header::{HEADER, kernel};
use papilio_ring::bivariate::SharedWordsError;
use std::io::Write;

/// Places of the header.
const LABEL: usize = 16;
const NUMBERS: usize = 40;
const KERNEL: usize = 64;
const WORDS: usize = 96;
const HASH: usize = 104;
const PRIMES: usize = 136;
const CHECKSUM: usize = HEADER - 32;

/// Bytes that begin so far after a multiple of 8.
struct Bytes(Vec<u8>, usize);

impl Bytes {
    fn new(bytes: &[u8], beyond: usize) -> Self {
        let mut all = vec![0; bytes.len() + 16];
        let start = all.as_ptr().align_offset(8) + beyond;
        all.truncate(start + bytes.len());
        all[start..].copy_from_slice(bytes);
        Self(all, start)
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

fn written(scheme: &Bivariate, key: &SeededHalfExternalKey) -> Vec<u8> {
    let mut bytes = Vec::new();
    key.prepare(scheme).expect("a key").write_prepared(scheme, &mut bytes).expect("room");
    assert_eq!(bytes.len(), scheme.prepared_bytes());
    bytes
}

/// The error of bytes that are no key.
fn refused(scheme: &Bivariate, bytes: &[u8]) -> PreparedKeyError {
    match HalfExternalKey::from_prepared(scheme, Bytes::new(bytes, 0)) {
        Err(error) => error,
        Ok(_) => panic!("bytes of no key were read"),
    }
}

/// The bytes with other ones in a place, and the checksums made right.
fn changed(bytes: &[u8], at: usize, to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..][..to.len()].copy_from_slice(to);
    let words = blake3::hash(&bytes[HEADER..]);
    bytes[HASH..][..32].copy_from_slice(words.as_bytes());
    let checksum = blake3::hash(&bytes[..CHECKSUM]);
    bytes[CHECKSUM..HEADER].copy_from_slice(checksum.as_bytes());
    bytes
}

#[test]
fn a_mapped_key_gives_the_bits_of_the_one_in_memory() {
    for (key_bits, words) in [(104, 1), (250, 1), (261, 2)] {
        let objects = Objects::new(key_bits, words);
        let scheme = &objects.scheme;
        let keys = objects.keys.each_ref().map(|key| {
            let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
            file.write_all(&written(scheme, key)).expect("room");
            let map = Mapped::open(file.as_file()).expect("a map");
            let mapped = HalfExternalKey::from_prepared(scheme, map).expect("its own bytes");
            let own = key.prepare(scheme).expect("a key");
            assert!(mapped.is_shared() && !own.is_shared() && mapped.to() == own.to());
            // A copy shares the pages, and writes the same bytes.
            let mut again = Vec::new();
            mapped.clone().write_prepared(scheme, &mut again).expect("room");
            assert!(again == written(scheme, key));
            [mapped, own]
        });
        let a = &objects.ciphertext;
        let [b, c] = a.parts();
        let [first, second] = [0, 1].map(|i| {
            (
                scheme.switch_secret(a, &keys[0][i]).expect("a key"),
                scheme.apply_automorphism(a, 5, &keys[1][i]).expect("a key"),
                scheme.relinearize([b, c, c], &keys[2][i], (a.key(), a.log2_variance())).expect("a key"),
            )
        });
        assert_eq!(first, second, "{key_bits} bits");
        // It is a key for its own purpose, secret and exponent.
        let purpose = scheme.switch_secret(a, &keys[1][0]);
        assert!(matches!(purpose, Err(BivariateError::Purpose { found: "an automorphism", .. })));
        let secret = scheme.switch_secret(&first.0, &keys[0][0]);
        assert_eq!(secret, Err(BivariateError::Key { found: objects.second.id(), expected: objects.secret.id() }));
        let exponent = scheme.apply_automorphism(a, 3, &keys[1][0]);
        assert_eq!(exponent, Err(BivariateError::Exponent { found: 5, expected: 3 }));
    }
}

/// Frozen, and the same with every kernel: an order or roots of transforms that are others raise
/// the version of the header.
#[test]
fn words_of_a_fixed_seed() {
    let objects = Objects::new(54, 1);
    let hash = |key| blake3::hash(&written(&objects.scheme, key)[HEADER..]).to_hex().to_string();
    assert_eq!(hash(&objects.keys[1]), "139e84186368023ea0fe296c97f15b0d5b3157ce8b2bf9d5f9fba9f2dad5b99a");
}

#[test]
fn every_damaged_byte_of_a_header_and_some_words() {
    let objects = Objects::new(54, 1);
    let mut bytes = Bytes::new(&written(&objects.scheme, &objects.keys[1]), 0);
    let (start, len) = (bytes.1, bytes.as_ref().len());
    let sampled = (0..50).map(|i| HEADER + i * ((len - HEADER) / 50));
    for place in (0..HEADER).chain(sampled).chain(len - 8..len) {
        for bits in [1, 0x80] {
            bytes.0[start + place] ^= bits;
            let error = refused(&objects.scheme, bytes.as_ref());
            let sound = match place {
                0..4 => matches!(error, PreparedKeyError::Magic { .. }),
                4..6 => matches!(error, PreparedKeyError::Bytes(BytesError::Kind { .. })),
                6..8 => matches!(error, PreparedKeyError::Bytes(BytesError::Version { known: 2, .. })),
                8..HEADER => matches!(error, PreparedKeyError::Checksum { part: "header", .. }),
                _ => matches!(error, PreparedKeyError::Checksum { part: "words", .. }),
            };
            assert!(sound, "byte {place}: {error}");
            bytes.0[start + place] ^= bits;
        }
    }
    assert!(HalfExternalKey::from_prepared(&objects.scheme, bytes).is_ok());
}

#[test]
fn every_length_but_one() {
    let objects = Objects::new(54, 1);
    let bytes = written(&objects.scheme, &objects.keys[1]);
    for found in 0..HEADER {
        let error = refused(&objects.scheme, &bytes[..found]);
        let expected = BytesError::Short { found, least: HEADER };
        assert!(matches!(&error, PreparedKeyError::Bytes(error) if *error == expected), "{error}");
    }
    let longer = [bytes.as_slice(), &[0; 8]].concat();
    let lengths = [HEADER, HEADER + 1, HEADER + 8, bytes.len() - 8, bytes.len() - 1, bytes.len() + 1, bytes.len() + 8];
    for found in lengths {
        let error = refused(&objects.scheme, &longer[..found]);
        let expected = BytesError::Length { found, expected: bytes.len() };
        assert!(matches!(&error, PreparedKeyError::Bytes(error) if *error == expected), "{error}");
    }
}

#[test]
fn words_beyond_their_primes_or_across_boundaries() {
    let objects = Objects::new(54, 1);
    let bytes = written(&objects.scheme, &objects.keys[1]);
    let words = (bytes.len() - HEADER) / 8;
    let primes = objects.scheme.plan().primes();
    for position in [0, words / primes, words - 1] {
        let modulus = objects.scheme.transforms().basis().modulus(position * primes / words).value();
        for value in [modulus, u64::MAX] {
            let error = refused(&objects.scheme, &changed(&bytes, HEADER + 8 * position, &value.to_le_bytes()));
            let expected = SharedWordsError::Word { value, position, modulus };
            assert!(matches!(error, PreparedKeyError::Words(error) if error == expected), "{error}");
        }
        let last = changed(&bytes, HEADER + 8 * position, &(modulus - 1).to_le_bytes());
        assert!(HalfExternalKey::from_prepared(&objects.scheme, Bytes::new(&last, 0)).is_ok());
    }
    for beyond in 1..8 {
        let error = HalfExternalKey::from_prepared(&objects.scheme, Bytes::new(&bytes, beyond)).expect_err("misaligned");
        let expected = SharedWordsError::Alignment(beyond);
        assert!(matches!(error, PreparedKeyError::Words(error) if error == expected), "{error}");
    }
}

#[test]
fn other_parameters_and_kernels() {
    let objects = Objects::new(54, 1);
    let bytes = written(&objects.scheme, &objects.keys[1]);
    let other = scheme(55, 1);
    let [found, expected] = [objects.scheme.digest(), other.digest()];
    let parameters = BytesError::Parameters { found, expected };
    assert!(matches!(refused(&other, &bytes), PreparedKeyError::Bytes(error) if error == parameters));
    let key = objects.keys[0].prepare(&objects.scheme).expect("a key");
    let error = key.write_prepared(&other, &mut Vec::new()).expect_err("other parameters");
    assert!(matches!(error, PreparedKeyError::Scheme(BivariateError::Context { .. })), "{error}");
    // The name of another kernel, one that the name begins with, and bytes that are no text.
    let own = kernel(&objects.scheme);
    assert!(own.len() <= WORDS - KERNEL && own.is_ascii());
    let prefix = &own[..own.len() - 1];
    for (name, told) in [(b"sealing-wax".as_slice(), "sealing-wax"), (prefix.as_bytes(), prefix), (b"\xff\n", "\\xff\\n")] {
        let mut field = name.to_vec();
        field.resize(WORDS - KERNEL, 0);
        let error = refused(&objects.scheme, &changed(&bytes, KERNEL, &field));
        let text = error.to_string();
        assert!(text.contains(told) && text.contains(own), "{text}");
        let names = matches!(&error, PreparedKeyError::Kernel { found, expected } if found == told && *expected == own);
        assert!(names, "{text}");
    }
}

#[test]
fn numbers_and_labels_of_a_header() {
    let objects = Objects::new(54, 1);
    let [switch, automorphism, _] = objects.keys.each_ref().map(|key| written(&objects.scheme, key));
    let names = ["the degree", "words of a digit", "words of a digit of a row", "primes", "rows", "digits of a row"];
    let numbers = names.into_iter().enumerate().map(|(i, name)| (name, NUMBERS + 4 * i, 4));
    for (name, at, len) in numbers.chain([("words", WORDS, 8), ("a prime", PRIMES, 8), ("a prime", PRIMES + 16, 8)]) {
        let error = refused(&objects.scheme, &changed(&automorphism, at, &[0xff; 8][..len]));
        let bits = u64::MAX >> (64 - 8 * len);
        let sound = matches!(error, PreparedKeyError::Number { what, found, .. } if what == name && found == bits);
        assert!(sound && error.to_string().contains(&bits.to_string()), "{error}");
    }
    let bytes_error = |bytes: &[u8], at: usize, to: &[u8]| match refused(&objects.scheme, &changed(bytes, LABEL + at, to)) {
        PreparedKeyError::Bytes(error) => error,
        error => panic!("{error}"),
    };
    assert_eq!(bytes_error(&switch, 0, &[4]), BytesError::Purpose { found: 4, most: 3 });
    let limit = 2 * DEGREE;
    assert_eq!(bytes_error(&automorphism, EXPONENT, &[4]), BytesError::Exponent { found: 4, position: 0, limit });
    assert_eq!(bytes_error(&switch, EXPONENT, &[3]), BytesError::Unused { what: "exponent", found: 3 });
    assert_eq!(bytes_error(&switch, FROM, &[0; 8]), BytesError::Identity);
    for position in [38, KERNEL - 1 + 32, PRIMES + 8 * objects.scheme.plan().primes(), CHECKSUM - 1] {
        let error = refused(&objects.scheme, &changed(&switch, position, &[9]));
        assert!(matches!(error, PreparedKeyError::Unused { found: 9, position: at } if at == position), "{error}");
    }
}

/// A writer that is full.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn writers_that_fail() {
    let objects = Objects::new(54, 1);
    let key = objects.keys[0].prepare(&objects.scheme).expect("a key");
    let len = objects.scheme.prepared_bytes();
    assert!(key.write_prepared(&objects.scheme, &mut Full(len)).is_ok());
    for room in [0, HEADER, len - 1] {
        let error = key.write_prepared(&objects.scheme, &mut Full(room)).expect_err("no room");
        assert!(matches!(error, PreparedKeyError::Write(_)), "{error}");
    }
}

/// No bytes are a panic: random ones, and those of a key with random changes and right checksums.
#[test]
fn random_bytes() {
    let objects = Objects::new(54, 1);
    let bytes = written(&objects.scheme, &objects.keys[1]);
    let mut rng = ChaCha20Rng::from_seed([11; 32]);
    for _ in 0..300 {
        let mut noise = vec![0; rng.next_u32() as usize % (2 * HEADER)];
        rng.fill_bytes(&mut noise);
        let _ = refused(&objects.scheme, &noise);
        let (at, value) = (rng.next_u32() as usize % 300, rng.next_u64().to_le_bytes());
        let len = 1 + rng.next_u32() as usize % 8;
        let any = changed(&bytes, at, &value[..len]);
        let _ = HalfExternalKey::from_prepared(&objects.scheme, Bytes::new(&any, 0)).map(|key| key.to());
    }
}
