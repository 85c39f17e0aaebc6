//! Rotations and the inner sum: the inner product of two encrypted vectors, which ends in every
//! slot.
//!
//! The parameters are asked for by the circuit that they have to last for. Keys for rotations by
//! powers of two are enough for any number of steps.
//!
//! `cargo run --release -p papilio --example 04_inner_sum`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::fhe::advice::Step;
use papilio::prelude::*;
use rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;

    let circuit = vec![Step::Multiply, Step::InnerSum];
    let advice = advice::advise(&advice::Request::new(17, circuit))?;
    for reason in &advice.reasons {
        println!("{reason}");
    }
    let bfv = Bfv::<u64>::with_modulus(Parameters::new(advice.literal)?, PlaintextModulus::new(65537)?)?;

    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng)?;
    let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
    let powers = GaloisKeys::powers_of_two(bfv.parameters().degree());
    let rotations = GaloisKeys::generate(&bfv, &secret, powers, &mut rng)?;

    let encoder = BatchEncoder::new(&bfv)?;
    let a: Vec<i64> = (0..encoder.slots() as i64).map(|i| i % 7 - 2).collect();
    let b: Vec<i64> = (0..encoder.slots() as i64).map(|i| i % 3).collect();
    let x = bfv.encrypt_public(&public, &encoder.encode_signed(&a)?, &mut rng)?;
    let y = bfv.encrypt_public(&public, &encoder.encode_signed(&b)?, &mut rng)?;

    // A rotation by 100 steps is made of those by 128, −32 and 4.
    let rotated = bfv.rotate_rows(&x, 100, &rotations)?;
    let values = encoder.decode_signed(&bfv.decrypt(&secret, &rotated)?.plaintext)?;
    assert_eq!(values[..10], a[100..110]);

    let product = bfv.multiply_relinearize(&x, &y, &relinearization)?;
    let sum = bfv.inner_sum(&product, &rotations)?;
    let values = encoder.decode_signed(&bfv.decrypt(&secret, &sum)?.plaintext)?;
    let expected: i64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    assert!(values.iter().all(|&value| value == expected));
    println!("the inner product of {} pairs, in every slot: {expected}", values.len());
    Ok(())
}
