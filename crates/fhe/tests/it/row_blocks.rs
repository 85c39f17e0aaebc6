//! Keys with rows in blocks do what the same keys do with whole rows, to the bit, in every scheme.

use super::{Keys, Plain, parameters, rng, scheme, values};
use papilio_fhe::bgv::Bgv;
use papilio_fhe::codec::Object;
use papilio_fhe::frontend::Costs;
use papilio_fhe::rlwe::{FheError, GaloisKeys, LinearTransform, RelinearizationKey, SecretSwitchingKey};
use papilio_fhe::{Parameters, bfv};

const BITS: [u32; 7] = [45; 7];

#[test]
fn operations_of_bfv() {
    let mut rng = rng(1);
    let keys = Keys::<Plain>::new(scheme(&BITS, 1), 4, &mut rng);
    let (bfv, degree) = (&keys.bfv, keys.bfv.parameters().degree());
    let second = bfv::SecretKey::generate(bfv, &mut rng);
    let switch = SecretSwitchingKey::generate(bfv, &keys.secret, &second, &mut rng).expect("a key");
    let mut encrypt = || {
        let plaintext = keys.slots.encode(&values(degree, &mut rng)).expect("slots");
        bfv.encrypt_secret(&keys.secret, &plaintext, &mut rng).expect("encryption")
    };
    let (a, b) = (encrypt(), encrypt());
    for size in [2, 5] {
        let relinearization = keys.relinearization.clone().in_blocks(bfv, Some(size)).expect("blocks");
        let galois = keys.galois.clone().in_blocks(bfv, Some(size)).expect("blocks");
        for level in [6, 5, 2] {
            let [a, b] = [&a, &b].map(|x| bfv.mod_switch_to(x, level).expect("a level"));
            let product = |key: &RelinearizationKey| bfv.multiply_relinearize(&a, &b, key);
            assert_eq!(product(&relinearization), product(&keys.relinearization));
            let rotated = |keys: &GaloisKeys| bfv.rotate_rows(&a, 3, keys);
            assert_eq!(rotated(&galois), rotated(&keys.galois));
            let hoisted = bfv.hoist(&a).expect("digits");
            let exponent = bfv::galois_element(degree, 2);
            let image = |keys: &GaloisKeys| bfv.apply_hoisted(&hoisted, exponent, keys);
            assert_eq!(image(&galois), image(&keys.galois));
        }
        let switched = |key: &SecretSwitchingKey| bfv.switch_secret(&a, key);
        assert_eq!(switched(&switch.clone().in_blocks(bfv, Some(size)).expect("blocks")), switched(&switch));
        // Bytes are those of whole rows.
        assert!(relinearization.to_bytes(bfv) == keys.relinearization.to_bytes(bfv));
        assert!(galois.to_bytes(bfv) == keys.galois.to_bytes(bfv));
        let other = keys.relinearization.clone().in_blocks(bfv, Some(size + 1)).expect("blocks");
        assert!(relinearization.clone().in_blocks(bfv, Some(size + 1)).as_ref() == Ok(&other) && relinearization != other);
        assert!(relinearization.in_blocks(bfv, None).as_ref() == Ok(&keys.relinearization));
    }
}

#[test]
fn products_of_bgv() {
    let mut rng = rng(2);
    let bgv = Bgv::<Plain>::new(parameters(12, &BITS, 1, &[])).expect("scheme");
    let secret = bfv::SecretKey::generate(bgv.bfv(), &mut rng);
    let key = RelinearizationKey::generate(bgv.bfv(), &secret, &mut rng).expect("a key");
    let blocks = key.clone().in_blocks(bgv.bfv(), Some(3)).expect("blocks");
    let slots = bfv::BatchEncoder::new(bgv.bfv()).expect("slots");
    let mut encrypt = || {
        let plaintext = slots.encode(&values(4096, &mut rng)).expect("slots");
        bgv.encrypt_secret(&secret, &plaintext, &mut rng).expect("encryption")
    };
    let (a, b) = (encrypt(), encrypt());
    let product = |key: &RelinearizationKey| bgv.multiply_relinearize(&a, &b, key).expect("a product");
    assert_eq!(product(&key), product(&blocks));
}

/// Where digits are many and transforms cost much, blocks are chosen, within a limit of memory.
#[test]
fn parameters_choose_the_rows_of_their_keys() {
    let many = || parameters(13, &[49; 24], 1, &[]);
    let costs = Costs { transform: 0.3, product: 0.2, term: 0.15, word: 0.06, moved: 0.4 };
    let chosen = many().with_fastest_rows(&costs, None);
    let size = chosen.row_blocks().expect("blocks");
    let bytes = chosen.gadget().expect("special primes").block_bytes(size).expect("blocks");
    assert_eq!(many().with_fastest_rows(&costs, Some(bytes)).row_blocks(), Some(size));
    assert_eq!(many().with_fastest_rows(&costs, Some(bytes - 1)).row_blocks(), None);
    // One digit is cut for one block or more: there is nothing to gain.
    assert_eq!(parameters(13, &[49; 6], 3, &[]).with_fastest_rows(&costs, None).row_blocks(), None);
    let without = parameters(12, &[49; 2], 0, &[]);
    assert_eq!(without.clone().with_fastest_rows(&costs, None).row_blocks(), None);
    assert_eq!(without.with_row_blocks(Some(1)).map(|_| ()), Err(FheError::NoSpecialPrimes));
    assert_eq!(many().fingerprint(), chosen.fingerprint());
    // Keys are made, and read, as the parameters say.
    let blocks = many().with_row_blocks(Some(4)).expect("blocks");
    assert_eq!(blocks.row_blocks(), Some(4));
    let of = |parameters: Parameters| {
        let bfv = bfv::Bfv::<Plain>::new(parameters).expect("scheme");
        let mut rng = rng(3);
        let secret = bfv::SecretKey::generate(&bfv, &mut rng);
        let key = RelinearizationKey::generate(&bfv, &secret, &mut rng).expect("a key");
        let bytes = key.to_bytes(&bfv);
        assert!(RelinearizationKey::from_bytes(&bfv, &bytes).as_ref() == Ok(&key));
        (key, bytes)
    };
    let switching = |parameters: Parameters| {
        let bfv = bfv::Bfv::<Plain>::new(parameters).expect("scheme");
        let mut rng = rng(5);
        let [from, to] = [(); 2].map(|()| bfv::SecretKey::generate(&bfv, &mut rng));
        let key = SecretSwitchingKey::generate(&bfv, &from, &to, &mut rng).expect("a key");
        assert!(SecretSwitchingKey::from_bytes(&bfv, &key.to_bytes(&bfv)).as_ref() == Ok(&key));
        key
    };
    assert!(switching(many()) != switching(blocks.clone()));
    let ((whole, bytes), (in_blocks, same)) = (of(many()), of(blocks));
    assert!(bytes == same && whole != in_blocks);
}

#[test]
fn sizes_and_uses_are_refused() {
    let mut rng = rng(4);
    let keys = Keys::<Plain>::new(scheme(&BITS, 1), 2, &mut rng);
    let bfv = &keys.bfv;
    for size in [0, 8] {
        let refused = |result: Result<(), FheError>| {
            let error = result.expect_err("no such blocks");
            assert!(error.to_string().contains("from 1 to 7"), "{error}");
        };
        refused(keys.relinearization.clone().in_blocks(bfv, Some(size)).map(|_| ()));
        refused(keys.galois.clone().in_blocks(bfv, Some(size)).map(|_| ()));
        refused(parameters(12, &BITS, 1, &[]).with_row_blocks(Some(size)).map(|_| ()));
    }
    let other = scheme::<Plain>(&[46; 7], 1);
    assert!(matches!(keys.relinearization.clone().in_blocks(&other, Some(2)), Err(FheError::Context { .. })));
    // Sums of hoisted steps are modulo every prime.
    let diagonals = [0, 1].map(|step| (step, values::<Plain>(4096, &mut rng))).into();
    let transform = LinearTransform::of_slots(bfv, &keys.slots, &diagonals, 6).expect("diagonals");
    let plaintext = keys.slots.encode(&values(4096, &mut rng)).expect("slots");
    let x = bfv.encrypt_secret(&keys.secret, &plaintext, &mut rng).expect("encryption");
    let x = bfv.to_evaluation(x).expect("context");
    let blocks = keys.galois.clone().in_blocks(bfv, Some(3)).expect("blocks");
    let error = transform.apply(bfv, &x, &blocks).expect_err("rows in blocks");
    assert!(matches!(error, FheError::RowsInBlocks { size: 3, .. }), "{error}");
    assert!(transform.apply(bfv, &x, &keys.galois).is_ok());
}
