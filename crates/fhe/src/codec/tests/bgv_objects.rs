//! Objects of BGV: how they are laid out, what of them is refused, and that they compute as before.

use super::*;
use crate::noise::Noise;

/// Where the payload begins: after level, modulus, key, and how many sources the noise has.
const PAYLOAD: usize = 16 + 2 + 32 + 8 + 3;
/// Numbers of a noise.
const NUMBERS: usize = 21;

fn objects() -> Objects<P32> {
    Objects::new(&[50; 4], 1, 2)
}

/// The ciphertext and the product of BGV.
fn both(objects: &Objects<P32>) -> impl Iterator<Item = (Kind, Vec<u8>)> {
    objects.all_bytes().into_iter().filter(|(kind, _)| matches!(kind, Kind::BgvCiphertext | Kind::BgvProduct))
}

/// The keys that a server has are those of BFV; what it computes with them, and sends, is the
/// owner's to decrypt.
#[test]
fn evaluation_between_two_ends() {
    let objects = Objects::<P32>::new(&[50; 6], 1, 5);
    let owner = &objects.bgv;
    let server =
        Bgv::<P32>::new(Parameters::new(objects.bfv.parameters().literal().clone()).expect("parameters")).expect("a scheme");
    let sent = |kind| objects.all_bytes().into_iter().find(|(of, _)| *of == kind).expect("a kind").1;
    let key = RelinearizationKey::from_bytes(server.bfv(), &sent(Kind::RelinearizationKey)).expect("a key");
    let galois = GaloisKeys::from_bytes(server.bfv(), &sent(Kind::GaloisKeys)).expect("keys");
    let public = PublicKey::from_bytes(server.bfv(), &sent(Kind::PublicKey)).expect("a key");
    let seeded = SeededCiphertext::from_bytes(server.bfv(), &sent(Kind::SeededCiphertext)).expect("seeded");
    let plaintext = Plaintext::from_bytes(server.bfv(), &sent(Kind::Plaintext)).expect("a plaintext");
    let y = bgv::Ciphertext::from_bytes(server.bfv(), &sent(Kind::BgvCiphertext)).expect("a ciphertext");
    let product = bgv::Product::from_bytes(server.bfv(), &sent(Kind::BgvProduct)).expect("a product");
    let x = server.expand(seeded).expect("context");
    let own = server.encrypt_public(&public, &plaintext, &mut ChaCha20Rng::from_seed([3; 32])).expect("context");
    let cube = server.relinearize(&product, &key).expect("a key");
    let mut sum = server.multiply_relinearize(&x, &own, &key).expect("a key");
    server.add_assign(&mut sum, &y).expect("parameters");
    server.add_assign(&mut sum, &cube).expect("parameters");
    let moved = server.rotate_rows(&sum, 1, &galois).expect("a key");
    let secret = SecretKey::from_bytes(owner.bfv(), &sent(Kind::SecretKey)).expect("a secret");
    let slots = BatchEncoder::new(owner.bfv()).expect("slots");
    let open = |x: &bgv::Ciphertext<P32>| {
        let back = bgv::Ciphertext::from_bytes(owner.bfv(), &x.to_bytes(server.bfv())).expect("a ciphertext");
        assert_eq!((back.factor(), back.noise(), back.level()), (x.factor(), x.noise(), x.level()));
        slots.decode(&owner.decrypt(&secret, &back).expect("budget").plaintext).expect("context")
    };
    let a = slots.decode(&objects.plaintext).expect("context");
    let sums: Vec<P32> = a.iter().map(|&a| a * a + a * a + a * a * a).collect();
    assert!(open(&x) == a && open(&own) == a && open(&sum) == sums);
    let rotated = sums.chunks(sums.len() / 2).flat_map(|row| row[1..].iter().chain(&row[..1])).copied();
    assert!(open(&moved) == rotated.collect::<Vec<_>>());
}

#[test]
fn layout_of_ciphertexts_of_bgv() {
    let objects = Objects::<Goldilocks>::new(&[50, 50, 50], 1, 2);
    let (bfv, x) = (&objects.bfv, &objects.bgv_ciphertext);
    let inner = objects.bgv.into_inner(x.clone()).expect("parameters").0;
    let bytes = x.to_bytes(bfv);
    assert_eq!(
        bytes[..18],
        [b"PPLO\x0a\0\x06\0".as_slice(), &bfv.parameters().literal().digest().to_le_bytes(), &[2, 0]].concat()
    );
    assert_eq!(bytes[18..50], Goldilocks::MODULUS.map(u64::to_le_bytes).concat());
    assert_eq!(bytes[50..58], x.key().number().to_le_bytes());
    // It was not moved, and one ciphertext went into it.
    assert_eq!(bytes[58..PAYLOAD], [0, 1, 0]);
    assert_eq!(bytes[PAYLOAD..][..8], x.factor().to_words()[0].to_le_bytes());
    let source = x.noise().sources().numbers().expect("known")[0];
    assert_eq!(bytes[PAYLOAD + 8..][..4], source.to_le_bytes());
    let numbers: Vec<u8> = x.noise().numbers().to_array().into_iter().flat_map(f64::to_le_bytes).collect();
    assert_eq!(bytes[PAYLOAD + 12..][..8 * NUMBERS], numbers);
    // All but the factor is that of the ciphertext of BFV.
    let inner = inner.to_bytes(bfv);
    assert!(bytes[PAYLOAD + 8..bytes.len() - 8] == inner[PAYLOAD..inner.len() - 8]);
    assert!(bytes[16..PAYLOAD] == inner[16..PAYLOAD]);
}

#[test]
fn factors_out_of_range() {
    let objects = objects();
    let t = P32::MODULUS[0] as u32;
    for (kind, bytes) in both(&objects) {
        let with = |factor: u32| {
            let bytes = resealed(bytes.clone(), |bytes| bytes[PAYLOAD..][..4].copy_from_slice(&factor.to_le_bytes()));
            rewritten(&objects.bfv, kind, &bytes)
        };
        assert!([1, 2, t - 1].into_iter().all(|factor| with(factor).is_ok()));
        for factor in [0, t, t + 1, u32::MAX] {
            let refused = with(factor).expect_err("no factor");
            let found = [u64::from(factor), 0, 0, 0];
            assert_eq!(refused, BytesError::Factor { found, modulus: P32::MODULUS, field: P32::NAME.into() }, "{kind}");
            let text = refused.to_string();
            assert!(text.contains(&format!("factor {factor:#x} ")) && text.contains(&format!("{t:#x}")), "{text}");
        }
    }
}

#[test]
fn noise_out_of_range() {
    let objects = objects();
    for (kind, bytes) in both(&objects) {
        for position in 0..NUMBERS {
            let with = |bits: u64| {
                // After the factor and the source.
                let place = PAYLOAD + 4 + 4 + 8 * position;
                let bytes = resealed(bytes.clone(), |bytes| bytes[place..][..8].copy_from_slice(&bits.to_le_bytes()));
                rewritten(&objects.bfv, kind, &bytes)
            };
            let sound = [f64::NEG_INFINITY, -65_536.0, -1.5, 0.0, f64::MIN_POSITIVE, 7e3, 65_536.0];
            assert!(sound.into_iter().all(|number| with(number.to_bits()).is_ok()), "{kind}");
            let signed_nan = f64::NAN.to_bits() | 1 << 63;
            let beyond = [65_536.01, -65_536.01, f64::MAX, f64::MIN, f64::INFINITY, f64::NAN, -0.0].map(f64::to_bits);
            for bits in beyond.into_iter().chain([signed_nan, f64::NAN.to_bits() | 1]) {
                let refused = with(bits).expect_err("no noise");
                assert_eq!(refused, BytesError::Noise { bits, position, limit: 65_536 }, "{kind}");
                let (number, text) = (f64::from_bits(bits).to_string(), refused.to_string());
                assert!(text.contains(&number) && text.contains("65536") && text.contains(&position.to_string()), "{text}");
            }
        }
    }
}

/// Predictions grow with every product, also of ciphertexts that are lost: they are sent as the
/// worst there is.
#[test]
fn noise_beyond_the_limit_is_written_as_the_limit() {
    let objects = objects();
    let (bgv, bfv) = (&objects.bgv, &objects.bfv);
    let inner = &objects.ciphertext;
    let of = |log2_variance: f64| {
        let noise = Noise::normal(inner.level(), log2_variance);
        bgv.from_bfv(inner.clone().with_noise(noise).expect("its level")).expect("parameters")
    };
    let written =
        |log2_variance: f64| bgv::Ciphertext::from_bytes(bfv, &of(log2_variance).to_bytes(bfv)).expect("a ciphertext");
    for (given, expected) in
        [(f64::NAN, 65_536.0), (f64::INFINITY, 65_536.0), (1e9, 65_536.0), (-1e9, -65_536.0), (12.25, 12.25)]
    {
        assert_eq!(written(given), of(expected), "{given}");
    }
    assert_eq!(written(f64::NEG_INFINITY).noise().log2_variance(), f64::NEG_INFINITY);
    let mut x = written(65_536.0);
    for _ in 0..12 {
        x = bgv.relinearize(&bgv.square_at(&x, 1).expect("a level"), &objects.relinearization).expect("a key");
        x = bgv::Ciphertext::from_bytes(bfv, &x.to_bytes(bfv)).expect("a ciphertext");
        assert!(bgv.predicted_budget_bits(&x) <= 0.0);
    }
}

#[test]
fn ciphertexts_of_other_schemes_and_fields() {
    let objects = objects();
    let literal = objects.bfv.parameters().literal();
    let other = Bfv::<BabyBear>::new(Parameters::new(literal.clone()).expect("parameters")).expect("a scheme");
    for (kind, bytes) in both(&objects) {
        let refused = BytesError::Field { found: P32::MODULUS, expected: BabyBear::MODULUS, field: BabyBear::NAME.into() };
        assert_eq!(rewritten(&other, kind, &bytes), Err(refused), "{kind}");
        // Damage is told from another field.
        let mut damaged = bytes.clone();
        damaged[18] ^= 1;
        assert!(matches!(rewritten(&objects.bfv, kind, &damaged), Err(BytesError::Checksum { .. })));
    }
    let refused = BytesError::Kind { found: 10, expected: Kind::Ciphertext };
    assert_eq!(Ciphertext::from_bytes(&objects.bfv, &objects.bgv_ciphertext.to_bytes(&objects.bfv)), Err(refused));
}

#[test]
fn ciphertexts_without_noise_and_of_every_factor() {
    let objects = Objects::<Bn254>::new(&[50; 7], 1, 6);
    let (bgv, bfv) = (&objects.bgv, &objects.bfv);
    let mut rng = ChaCha20Rng::from_seed([4; 32]);
    for factor in [-Bn254::ONE, Bn254::from_u64(2), Bn254::random(&mut rng)] {
        let mut x = bgv.zero_ciphertext::<papilio_ring::Coefficient>(6).expect("context");
        bgv.mul_scalar_by_factor_assign(&mut x, factor).expect("context");
        assert_eq!(bgv::Ciphertext::from_bytes(bfv, &x.to_bytes(bfv)), Ok(x));
    }
}

#[test]
#[should_panic(expected = "a product of other parameters")]
fn writing_products_with_other_parameters_panics() {
    let _ = objects().bgv_product.to_bytes(&scheme::<P32>(&[30, 34, 40], 1));
}
