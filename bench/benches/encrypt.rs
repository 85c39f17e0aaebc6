//! Encryption and decryption of one ciphertext of 16384 values.

mod groups;

use criterion::{Criterion, criterion_group, criterion_main};
use groups::group;
use papilio_bench::{elements, rng};
use papilio_fhe::bfv::{Bfv, PublicKey, SecretKey};
use papilio_fhe::{Parameters, ParametersLiteral};
use papilio_field::Field;
use papilio_field::fields::{Bn254, Goldilocks, P32};
use papilio_ring::RnsBasis;
use std::hint::black_box;

const LOG_DEGREE: u32 = 14;

fn scheme<F: Field>(limbs: usize) -> Bfv<F> {
    let moduli = RnsBasis::choose_moduli(1 << LOG_DEGREE, &vec![47; limbs], 0).expect("primes");
    let parameters = Parameters::new(ParametersLiteral {
        log_degree: LOG_DEGREE,
        moduli,
        special: Vec::new(),
        insecure: false,
        ..ParametersLiteral::default()
    })
    .expect("secure parameters");
    Bfv::new(parameters).expect("a scheme")
}

fn case<F: Field>(criterion: &mut Criterion, limbs: usize) {
    let bfv = scheme::<F>(limbs);
    let mut rng = rng(1);
    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("a key");
    let values = elements::<F>(1 << LOG_DEGREE, 2);
    let plaintext = bfv.encode_coefficients(&values).expect("fits");
    let seeded = bfv.encrypt_seeded(&secret, &plaintext, &mut rng).expect("a key");
    let ciphertext = seeded.clone().expand(&bfv).expect("parameters");
    let others = [bfv.encrypt_secret(&secret, &plaintext, &mut rng), bfv.encrypt_public(&public, &plaintext, &mut rng)]
        .map(|x| x.expect("a key"));
    for sample in others.iter().chain([&ciphertext]) {
        assert_eq!(bfv.decrypt(&secret, sample).expect("budget").plaintext, plaintext, "{} does not decrypt", F::NAME);
    }
    let mut group = group(criterion, &format!("bfv/{}/{}x{limbs}", F::NAME, 1 << LOG_DEGREE));
    group.bench_function("encrypt seeded", |b| b.iter(|| bfv.encrypt_seeded(&secret, black_box(&plaintext), &mut rng)));
    group.bench_function("encrypt both parts", |b| b.iter(|| bfv.encrypt_secret(&secret, black_box(&plaintext), &mut rng)));
    group.bench_function("encrypt public", |b| b.iter(|| bfv.encrypt_public(&public, black_box(&plaintext), &mut rng)));
    group.bench_function("expand", |b| b.iter(|| black_box(&seeded).clone().expand(&bfv)));
    group.bench_function("decrypt", |b| b.iter(|| bfv.decrypt(&secret, black_box(&ciphertext))));
    group.finish();
}

/// Limbs that hold the plaintext modulus, a layer of scalars and the noise.
fn schemes(criterion: &mut Criterion) {
    case::<P32>(criterion, 4);
    case::<Goldilocks>(criterion, 4);
    case::<Bn254>(criterion, 8);
}

criterion_group!(benches, schemes);
criterion_main!(benches);
