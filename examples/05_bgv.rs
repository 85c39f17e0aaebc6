//! BGV over the scalar field of BN254: plaintexts of 254 bits, products at depth two.
//!
//! The same text takes any field: the plaintext modulus is a type. Values sit in the coefficients
//! of the plaintext; a constant polynomial is one number.
//!
//! `cargo run --release -p papilio --example 05_bgv`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::field::fields::Bn254;
use papilio::prelude::*;
use rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;

    // 850 bits of at most 868: sixteen primes for ciphertexts, and one for relinearization.
    let parameters = Parameters::builder().log_degree(15).log_q(&[50; 16]).log_p(&[50]).build()?;
    let bgv = Bgv::<Bn254>::new(parameters)?;

    // Keys and plaintexts are those of the BFV underneath.
    let secret = SecretKey::generate(bgv.bfv(), &mut rng);
    let public = PublicKey::generate(bgv.bfv(), &secret, &mut rng)?;
    let relinearization = RelinearizationKey::generate(bgv.bfv(), &secret, &mut rng)?;

    let number = Bn254::random(&mut rng);
    let plaintext = bgv.bfv().encode_coefficients(&[number])?;
    let x = bgv.encrypt_public(&public, &plaintext, &mut rng)?;

    // x^4 + x; the sum brings both to one level.
    let square = bgv.multiply_relinearize(&x, &x, &relinearization)?;
    let mut result = bgv.multiply_relinearize(&square, &square, &relinearization)?;
    bgv.add_assign(&mut result, &x)?;

    let decrypted = bgv.decrypt(&secret, &result)?;
    assert_eq!(decrypted.plaintext.coefficients()[0], number.pow(&[4]) + number);
    println!(
        "x^4 + x over a prime of {} bits, at N = {}, {} bits of security",
        Bn254::BITS,
        bgv.parameters().degree(),
        bgv.parameters().security_bits()
    );
    println!("primes of a ciphertext: {} fresh, {} after two products", x.level(), result.level());
    Ok(())
}
