//! Lengths, and the layout by its definition.

use super::*;
use crate::noise::{Noise, Numbers, Sources};

/// Magic, kind, version, digest and checksum.
const FRAME: usize = 24;
/// Level, modulus, key, whether it was moved, the number of its sources, one source, and the
/// numbers of its noise.
const LABEL: usize = 2 + 32 + 8 + 1 + 2 + 4 + 168;

#[test]
fn lengths_are_those_of_the_format() {
    let n = 1 << 12;
    // 5, 6 and 7 bytes of a residue; a special prime of 7.
    let objects = Objects::<P32>::new(&[40, 45, 50, 50], 1, 2);
    let expected = [
        (Kind::Parameters, FRAME + 9 + 4 * 8),
        (Kind::SecretKey, FRAME + 32),
        (Kind::PublicKey, FRAME + 8 + 32 + 18 * n),
        (Kind::SeededCiphertext, FRAME + 2 + 32 + 8 + 32 + 11 * n),
        (Kind::Ciphertext, FRAME + LABEL + 2 * 11 * n),
        (Kind::Product, FRAME + LABEL + 3 * 11 * n),
        (Kind::RelinearizationKey, FRAME + 8 + 32 + 3 * 25 * n),
        (Kind::GaloisKeys, FRAME + 8 + 4 + 2 * 4 + 2 * (32 + 3 * 25 * n)),
        (Kind::Plaintext, FRAME + 32 + 4 * n),
        (Kind::BgvCiphertext, FRAME + LABEL + 4 + 2 * 11 * n),
        (Kind::BgvProduct, FRAME + LABEL + 4 + 3 * 11 * n),
        (Kind::SecretSwitchingKey, FRAME + 16 + 32 + 3 * 25 * n),
        (Kind::ExtendedPublicKey, FRAME + 8 + 32 + 25 * n),
    ];
    let found: Vec<_> = objects.all_bytes().into_iter().map(|(kind, bytes)| (kind, bytes.len())).collect();
    assert_eq!(found, expected);
    let fields = [(4, plaintext_len::<BabyBear>()), (8, plaintext_len::<Goldilocks>()), (32, plaintext_len::<Bn254>())];
    fields.into_iter().for_each(|(element, len)| assert_eq!(len, FRAME + 32 + element * n));
}

fn plaintext_len<F: Field>() -> usize {
    let bfv = scheme::<F>(&[50; 6], 0);
    bfv.zero().bytes_len(&bfv)
}

#[test]
fn seeds_halve_what_is_sent() {
    let objects = Objects::<P32>::new(&[50, 50, 50], 1, 2);
    let bfv = &objects.bfv;
    let half = |seeded: usize, whole: usize| assert!((seeded * 2).abs_diff(whole) < 300, "{seeded} of {whole}");
    half(objects.seeded.bytes_len(bfv), objects.ciphertext.bytes_len(bfv));
    half(objects.public.bytes_len(bfv), objects.ciphertext.bytes_len(bfv));
    // In memory residues are words of eight bytes, of which seven are sent.
    let gadget = bfv.parameters().gadget().expect("special primes");
    half(objects.galois.bytes_len(bfv), GaloisKeys::memory_bytes(gadget, 2) * 7 / 8);
    half(objects.relinearization.bytes_len(bfv), GaloisKeys::memory_bytes(gadget, 1) * 7 / 8);
}

/// Magic, kind and version.
fn begun(kind: u16, version: u16) -> Vec<u8> {
    [b"PPLO".as_slice(), &kind.to_le_bytes(), &version.to_le_bytes()].concat()
}

#[test]
fn layout_of_parameters() {
    let (moduli, special) = (vec![0x0001_0203_0405_0607, 65_537], vec![40_961]);
    let literal = ParametersLiteral { log_degree: 13, moduli, special, insecure: true, ..ParametersLiteral::default() };
    let primes = [[7, 6, 5, 4, 3, 2, 1, 0], [1, 0, 1, 0, 0, 0, 0, 0], [1, 0xa0, 0, 0, 0, 0, 0, 0]].concat();
    let body = [&[13, 0, 0, 0, 1, 2, 0, 1, 0], primes.as_slice()].concat();
    let digest = blake3::hash(&body);
    let bytes = [&begun(1, 5), &digest.as_bytes()[..8], &body].concat();
    let expected = [bytes.as_slice(), &blake3::hash(&bytes).as_bytes()[..8]].concat();
    assert_eq!(literal.to_bytes(), expected);
    assert_eq!(literal.bytes_len(), expected.len());
    // The most primes that a basis has.
    let most = ParametersLiteral {
        moduli: vec![65_537; RnsBasis::MAX_LIMBS],
        special: vec![40_961; RnsBasis::MAX_LIMBS],
        ..literal.clone()
    };
    assert_eq!(ParametersLiteral::from_bytes(&most.to_bytes()), Ok(most));
    // Frozen: it names the parameters of what one version wrote to the next.
    assert_eq!(literal.digest(), FROZEN);
}

const FROZEN: u64 = 11_781_210_316_948_562_466;

#[test]
fn layout_of_ciphertexts() {
    let bfv = scheme::<P32>(&[20, 50], 0);
    let basis = bfv.parameters().basis();
    let part =
        |first: u64| papilio_ring::Poly::from_residues(basis, 2, (first..first + (2 << 12)).collect()).expect("residues");
    let noise = Noise::bounded(2, 12.5);
    let ciphertext = Ciphertext::from_parts(&bfv, [part(5), part(1000)], KeyId::from_number(77), noise).expect("levels");
    let residue = |x: u64, size: usize| x.to_le_bytes().into_iter().take(size);
    let limbs = [(5, 3), (5 + (1 << 12), 7), (1000, 3), (1000 + (1 << 12), 7)];
    let payload = limbs.into_iter().flat_map(|(first, size)| (first..first + (1 << 12)).flat_map(move |x| residue(x, size)));
    let digest = bfv.parameters().literal().digest().to_le_bytes();
    // Under the key 77, of any source, moved, a plaintext added.
    let label = [P32::MODULUS.map(u64::to_le_bytes).concat(), 77u64.to_le_bytes().to_vec(), vec![7, 0xff, 0xff]].concat();
    let none = f64::NEG_INFINITY;
    // Mean squares of sixteen kinds of terms, the variance of what is normal, the spectrum, the
    // bound, roundings and their mean.
    let numbers = [&[none; 19][..], &[12.5; 2]].concat();
    let numbers: Vec<u8> = numbers.into_iter().flat_map(f64::to_le_bytes).collect();
    let bytes = [begun(5, 6), digest.to_vec(), vec![2, 0], label, numbers, payload.collect()].concat();
    let expected = [bytes.as_slice(), &blake3::hash(&bytes).as_bytes()[..8]].concat();
    assert!(ciphertext.to_bytes(&bfv) == expected);
}

/// Every number of a noise has its place, and comes back to it.
#[test]
fn layout_of_noise() {
    let bfv = scheme::<P32>(&[20, 50], 0);
    let squares = core::array::from_fn(|i| 1.5 + i as f64);
    let numbers = Numbers { squares, normal: 17.5, spectral: 18.5, peak: 19.5, roundings: 20.5, roundings_mean: 21.5 };
    let written: Vec<u8> = (0..21).flat_map(|i| (1.5 + f64::from(i)).to_le_bytes()).collect();
    for (flags, sources) in [(0, &[3u32, 9][..]), (1, &[]), (2, &[]), (4, &[]), (3, &[7]), (7, &[7])] {
        let [moved, plain, spent] = [1, 2, 4].map(|bit| flags & bit != 0);
        let sources_of = Sources::new(sources.to_vec()).expect("increasing");
        let noise = Noise::from_parts(2, numbers, [moved, plain, spent], sources_of);
        let zero = bfv.zero_ciphertext(2).and_then(|zero| zero.with_noise(noise.clone())).expect("levels");
        let bytes = zero.to_bytes(&bfv);
        assert_eq!(bytes[58..61], [flags, sources.len() as u8, 0]);
        let expected: Vec<u8> = sources.iter().flat_map(|number| number.to_le_bytes()).chain(written.clone()).collect();
        assert_eq!(bytes[61..61 + expected.len()], expected);
        let back = Ciphertext::from_bytes(&bfv, &bytes).expect("its own bytes");
        assert_eq!((back.noise(), back.noise().is_spent()), (&noise, spent));
        assert_eq!((back.noise().is_moved(), back.noise().has_plaintext()), (moved, plain));
    }
}
