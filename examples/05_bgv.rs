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

    // 1029 bits of at most 1747: eighteen primes for ciphertexts, and three for relinearization.
    let parameters = Parameters::builder().log_degree(16).log_q(&[49; 18]).log_p(&[49; 3]).build()?;
    let bgv = Bgv::<Bn254>::new(parameters)?;

    // Keys and plaintexts are those of the BFV underneath.
    let secret = SecretKey::generate(bgv.bfv(), &mut rng);
    let public = PublicKey::generate(bgv.bfv(), &secret, &mut rng)?;
    let relinearization = RelinearizationKey::generate(bgv.bfv(), &secret, &mut rng)?;

    let [a, b] = [(); 2].map(|()| Bn254::random(&mut rng));
    let x = bgv.encrypt_public(&public, &bgv.bfv().encode_coefficients(&[a])?, &mut rng)?;
    let y = bgv.encrypt_public(&public, &bgv.bfv().encode_coefficients(&[b])?, &mut rng)?;

    // (x² + y²)². Products switch their operands down by themselves, as far as the noise of the
    // result is least.
    let mut sum = bgv.multiply_relinearize(&x, &x, &relinearization)?;
    bgv.add_assign(&mut sum, &bgv.multiply_relinearize(&y, &y, &relinearization)?)?;
    let result = bgv.multiply_relinearize(&sum, &sum, &relinearization)?;

    let decrypted = bgv.decrypt(&secret, &result)?;
    assert_eq!(decrypted.plaintext.coefficients()[0], (a * a + b * b).pow(&[2]));
    println!(
        "(x² + y²)² modulo a prime of {} bits, at N = {}, {} bits of security",
        Bn254::BITS,
        bgv.parameters().degree(),
        bgv.parameters().security_bits()
    );
    println!("primes of a ciphertext: {} fresh, {} after two products", x.level(), result.level());
    println!("noise budget left: {:.1} bits", bgv.noise_budget_bits(&secret, &result)?);
    Ok(())
}
