//! The transform inside one ciphertext: a vector lies in the slots, and stages are sums of
//! rotations times diagonals.
//!
//! The planner chooses radices, ring and rotation keys within limits of memory and of bytes of
//! keys. The server transforms with those keys and without the secret; the client compares with the
//! transform in the clear.
//!
//! `cargo run --release -p papilio --example 07_slots`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::field::FieldRing;
use papilio::field::fields::P32;
use papilio::hntt::Problem;
use papilio::hntt::slots::{Diagonals, Encrypted, SlotRequest, design};
use papilio::prelude::*;
use rand_core::SeedableRng;

const SIZE: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
    let t = FieldRing::<P32>::new();

    let request = SlotRequest { memory: 1 << 30, key_bytes: 1 << 28, ..SlotRequest::new(Problem::forward(SIZE)?) };
    let (design, _) = design(&t, &request)?;
    println!("{}", design.summary());

    let bfv = Bfv::<P32>::new(Parameters::new(design.literal.clone())?)?;
    let secret = SecretKey::generate(&bfv, &mut rng);
    let rotations = GaloisKeys::generate(&bfv, &secret, design.recipe.galois_elements(), &mut rng)?;
    let encoder = BatchEncoder::new(&bfv)?;
    let values: Vec<P32> = (0..SIZE).map(|_| P32::random(&mut rng)).collect();
    // The recipe says which slot holds which element.
    let x = bfv.encrypt_secret(&secret, &encoder.encode(&design.recipe.arrange(&values))?, &mut rng)?;

    // The server's part.
    let diagonals = Diagonals::<P32>::new(&t, &design.recipe).ok_or("a root of unity")?;
    let y = Encrypted::new(&bfv, &rotations, &diagonals)?.transform(x, &mut |_| true)?;

    let slots = encoder.decode(&bfv.decrypt(&secret, &y)?.plaintext)?;
    let mut expected = values;
    Dft::<P32>::new(SIZE.ilog2())?.forward_natural(&mut expected);
    assert_eq!(design.recipe.collect(&slots), expected);
    println!("{SIZE} elements, {} rotation keys of {} MiB", rotations.galois_elements().count(), design.galois_key_bytes >> 20);
    println!("noise budget left: {:.1} bits", bfv.noise_budget_bits(&secret, &y)?);
    Ok(())
}
