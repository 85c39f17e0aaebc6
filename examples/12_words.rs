//! Words: CKKS over fractions in words, with a key that is sent, prepared once and mapped.
//!
//! A client encrypts the prices of two goods and how many of each are bought. A server without the
//! secret key multiplies them, rescales, and adds both by a rotation. Its rotation key comes as
//! bytes; it prepares the key, writes what is prepared to a file, and uses it where the file is
//! mapped. The parameters are those of the fastest words for this machine.
//!
//! `cargo run --release -p papilio --example 12_words`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::ckks::Complex64;
use papilio::ckks::words::WordCkks;
use papilio::fhe::bivariate::{Bivariate, HalfExternalKey, Mapped, SecretKey, SeededHalfExternalKey};
use papilio::fhe::codec::Object;
use papilio::fhe::frontend::{Costs, Request};
use rand_core::SeedableRng;
use std::error::Error;
use std::fs::File;
use std::path::Path;

const DEGREE: usize = 1 << 13;
/// `log2` of the scale, and bits that a product is rescaled by.
const LOG_SCALE: u32 = 40;
const PRICES: [f64; 2] = [0.25, 0.4];
const AMOUNTS: [f64; 2] = [0.5, 0.75];

/// The prepared key in a file, which gets its name when it is complete: nobody may change a file
/// that is mapped.
fn store(scheme: &Bivariate, key: &HalfExternalKey, path: &Path) -> Result<(), Box<dyn Error>> {
    let unfinished = path.with_extension("unfinished");
    key.write_prepared(scheme, &mut File::create(&unfinished)?)?;
    Ok(std::fs::rename(unfinished, path)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    // Keys of at most 214 bits, which degree 8192 allows, and ciphertexts of 120.
    let request = Request { degree: DEGREE, key_bits: 214, usable_bits: 120, memory_limit: None, insecure: false };
    let candidates = request.candidates(&Costs::measure(DEGREE)?)?;
    for candidate in &candidates {
        let (name, time, above) = (candidate.frontend.name(), candidate.milliseconds, candidate.bits_above_noise(DEGREE));
        println!("{name:>9}: {time:.2} ms, a key of {} KiB, {above:.1} bits above the noise", candidate.key_bytes >> 10);
    }
    let literal = candidates.iter().find_map(|candidate| candidate.word_literal(DEGREE)).ok_or("no words")?;
    let ckks = WordCkks::new(&literal)?;

    // The client.
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
    let secret = SecretKey::generate(ckks.scheme(), &mut rng);
    let relinearization = HalfExternalKey::for_relinearization(ckks.scheme(), &secret, &mut rng)?;
    let exponent = ckks.rotation_exponent(1);
    let sent = SeededHalfExternalKey::for_automorphism(ckks.scheme(), &secret, exponent, &mut rng)?.to_bytes(ckks.scheme());
    let mut encrypt = |values: [f64; 2]| {
        let values = values.map(Complex64::from);
        ckks.encrypt(&secret, &values, (LOG_SCALE, ckks.scheme().max_bits()), &mut rng)
    };
    let (prices, amounts) = (encrypt(PRICES)?, encrypt(AMOUNTS)?);

    // The server.
    let path = std::env::temp_dir().join(format!("papilio-12-words-{}", std::process::id()));
    let prepared = SeededHalfExternalKey::from_bytes(ckks.scheme(), &sent)?.prepare(ckks.scheme())?;
    store(ckks.scheme(), &prepared, &path)?;
    let rotation = HalfExternalKey::from_prepared(ckks.scheme(), Mapped::open(&File::open(&path)?)?)?;
    println!("a key of {} KiB sent, {} KiB mapped", sent.len() >> 10, ckks.scheme().prepared_bytes() >> 10);
    let costs = ckks.multiply(&prices, &amounts, &relinearization, LOG_SCALE)?;
    let sum = ckks.add(&costs, &ckks.rotate(&costs, 1, &rotation)?)?;
    drop(rotation);
    std::fs::remove_file(&path)?;

    // The client.
    let found = ckks.decrypt(&secret, &sum)?[0].re;
    let expected: f64 = PRICES.iter().zip(AMOUNTS).map(|(price, amount)| price * amount).sum();
    println!("{found:.8} at a scale of 2^{} in {} bits, {expected} in the clear", sum.log_scale(), sum.bits());
    let error = (found - expected).abs().log2();
    println!("error: 2^{error:.1}, at most 2^{:.1} predicted", ckks.log2_error(&sum));
    assert_eq!((sum.log_scale(), sum.bits()), (LOG_SCALE, ckks.scheme().max_bits() - LOG_SCALE));
    assert!(error < ckks.log2_error(&sum) && ckks.log2_error(&sum) < -15.0);
    Ok(())
}
