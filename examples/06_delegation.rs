//! The encrypted transform over two parties: a client delegates the transform of a secret matrix to
//! a server without a key.
//!
//! The client plans, encrypts 64 columns and sends bytes. The server transforms the ciphertexts and
//! sends bytes back. The client decrypts and compares with the transform in the clear, which stands
//! here for a proof that the server was honest: nothing in this library proves it.
//!
//! `cargo run --release -p papilio --example 06_delegation`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::field::FieldRing;
use papilio::field::fields::P32;
use papilio::hntt::columns::Encrypted;
use papilio::hntt::cost::Cost;
use papilio::hntt::{Design, LayoutChoice, Problem, Request, design, layout};
use papilio::prelude::*;
use rand_core::SeedableRng;
use std::error::Error;

const COLUMNS: usize = 64;
const LANES: usize = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
    let t = FieldRing::<P32>::new();

    // The client: a plan, a key, a ciphertext a column.
    let design = plan(&t)?;
    println!("{}", design.summary());
    let bfv = Bfv::<P32>::new(Parameters::new(design.literal.clone())?)?;
    let secret = SecretKey::generate(&bfv, &mut rng);
    let matrix: Vec<P32> = (0..COLUMNS * LANES).map(|_| P32::random(&mut rng)).collect();
    let packed = design.layout.pack(&t, &design.outer, LANES, matrix.clone()).ok_or("a root of unity")?;
    let mut sent = Vec::new();
    for values in packed.chunks_exact(design.values()) {
        let plaintext = bfv.encode_coefficients(values)?;
        sent.push(bfv.encrypt_seeded(&secret, &plaintext, &mut rng)?.to_bytes(&bfv));
    }

    let returned = server(&design, &sent)?;

    // The client again: decryption, and the check.
    let mut values = Vec::new();
    for bytes in &returned {
        let decrypted = bfv.decrypt(&secret, &Ciphertext::from_bytes(&bfv, bytes)?)?;
        values.extend_from_slice(&decrypted.plaintext.coefficients()[..design.values()]);
    }
    let values = design.layout.unpack(&t, &design.outer, LANES, values).ok_or("a root of unity")?;
    assert_eq!(values, layout::reference(&t, &design.outer, LANES, matrix).ok_or("a root of unity")?);

    let mebibytes = |all: &[Vec<u8>]| all.iter().map(Vec::len).sum::<usize>() as f64 / f64::from(1 << 20);
    println!("{COLUMNS} columns of {LANES}: {:.1} MiB sent, {:.1} MiB returned", mebibytes(&sent), mebibytes(&returned));
    Ok(())
}

/// The cheapest plan at 128 bits of security that leaves the whole transform to the server.
fn plan(t: &FieldRing<P32>) -> Result<Design, Box<dyn Error>> {
    let request = Request { layout: LayoutChoice::Columns, ..Request::new(Problem::forward(COLUMNS)?, LANES) };
    Ok(design(t, &request, &Cost::here())?.0)
}

/// The server has the plan and the ciphertexts, and no key.
fn server(design: &Design, received: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let bfv = Bfv::<P32>::new(design.check(&FieldRing::<P32>::new())?)?;
    let mut inputs = Vec::new();
    for bytes in received {
        inputs.push(SeededCiphertext::from_bytes(&bfv, bytes)?.expand(&bfv)?);
    }
    let outputs = Encrypted::new(&bfv, design)?.transform(&inputs, &mut |_| true)?;
    Ok(outputs.iter().map(|output| output.to_bytes(&bfv)).collect())
}
