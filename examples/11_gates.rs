//! Gates: who is richer, and by how much, without telling what either has.
//!
//! A client encrypts two amounts bit by bit. A server without the secret key evaluates a circuit: a
//! comparison, a choice of the larger and the smaller, and their difference. Each gate refreshes
//! its output, so that the circuit has no limit of depth.
//!
//! `cargo run --release -p papilio --example 11_gates`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::gates::{Circuit, EvaluationKey, Evaluator, Parameters, SecretKey};
use rand_core::SeedableRng;
use std::time::Instant;

const WIDTH: usize = 8;

/// Whether `a < b`, and the larger less the smaller.
fn circuit() -> Circuit {
    let mut circuit = Circuit::new();
    let (a, b) = (circuit.input_number("a", WIDTH), circuit.input_number("b", WIDTH));
    let less = circuit.less_than(&a, &b);
    let (larger, smaller) = (circuit.choose(less, &b, &a), circuit.choose(less, &a, &b));
    let (difference, _) = circuit.subtract(&larger, &smaller);
    circuit.output("less", less);
    circuit.output_number("difference", &difference);
    circuit
}

fn bits(number: u8) -> impl Iterator<Item = bool> {
    (0..WIDTH).map(move |i| number >> i & 1 == 1)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let circuit = circuit();
    let (a, b) = (118, 203);

    // The client.
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
    let secret = SecretKey::generate(&Parameters::default_128(), &mut rng);
    let key = EvaluationKey::generate(&secret, &mut rng);
    let sent = secret.encrypt_seeded(&bits(a).chain(bits(b)).collect::<Vec<_>>(), &mut rng);

    // The server.
    let evaluator = Evaluator::new(&key);
    let start = Instant::now();
    let outputs = circuit.run(&evaluator, &sent.expand())?;
    let elapsed = start.elapsed();

    // The client.
    let outputs = secret.decrypt_bits(&outputs)?;
    let difference = outputs[1..].iter().rev().fold(0, |number, &bit| number << 1 | u8::from(bit));
    println!("a < b: {}, and they differ by {difference}", outputs[0]);
    println!("{} gates, {} deep, in {elapsed:.2?}", circuit.gates(), circuit.depth());
    assert_eq!((outputs[0], difference), (a < b, a.abs_diff(b)));
    Ok(())
}
