//! BFV with the plaintext modulus 65537: keys, slots, a product, a rotation, decryption, and what
//! is left of the noise budget.
//!
//! A plaintext has 8192 slots, in two rows of 4096. Sums and products act slot by slot; a rotation
//! moves both rows.
//!
//! `cargo run --release -p papilio --example 03_bfv`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::prelude::*;
use rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;

    // Three primes of 49 bits for ciphertexts and one for key switching: 196 bits, of at most 214
    // for 128-bit security.
    let parameters = Parameters::builder().log_degree(13).log_q(&[49, 49, 49]).log_p(&[49]).build()?;
    let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65537)?)?;

    let secret = SecretKey::generate(&bfv, &mut rng);
    let public = PublicKey::generate(&bfv, &secret, &mut rng)?;
    let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
    let rotations = GaloisKeys::for_rotations(&bfv, &secret, [1], &mut rng)?;

    let encoder = BatchEncoder::new(&bfv)?;
    let a: Vec<i64> = (0..encoder.slots() as i64).map(|i| i % 100 - 50).collect();
    let b: Vec<i64> = (0..encoder.slots() as i64).map(|i| i % 7).collect();
    let x = bfv.encrypt_public(&public, &encoder.encode_signed(&a)?, &mut rng)?;
    let y = bfv.encrypt_public(&public, &encoder.encode_signed(&b)?, &mut rng)?;

    let product = bfv.multiply_relinearize(&x, &y, &relinearization)?;
    let rotated = bfv.rotate_rows(&product, 1, &rotations)?;

    let decrypted = bfv.decrypt(&secret, &rotated)?;
    let values = encoder.decode_signed(&decrypted.plaintext)?;
    let row = encoder.slots() / 2;
    let expected = |i: usize| a[i] * b[i];
    assert!((0..row).all(|i| values[i] == expected((i + 1) % row)));
    assert!((0..row).all(|i| values[row + i] == expected(row + (i + 1) % row)));

    println!("N = {}, {} bits of security", bfv.parameters().degree(), bfv.parameters().security_bits());
    println!("a·b rotated to the left by one: {:?} …", &values[..6]);
    println!(
        "noise budget in bits: {:.1} fresh, {:.1} after the product and the rotation",
        bfv.predicted_budget_bits(&x),
        bfv.noise_budget_bits(&secret, &rotated)?
    );
    Ok(())
}
