//! A server's work on a GPU: one text for the CPU and for a device beside it.
//!
//! A client encrypts numbers, and a server sums the squares of each four neighbors. The engine is a
//! type of ciphertexts and keys, and results are equal word for word. Where there is no GPU the
//! program says why, and the CPU does the work.
//!
//! `cargo run --release -p papilio --features cuda --example 13_gpu`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::cuda::select::{EnginePreference, Operation, Request, Selection, Shape};
use papilio::cuda::{EngineError, Gpu};
use papilio::prelude::*;
use papilio::ring::{Cpu, Engine};
use rand_core::SeedableRng;

/// Numbers whose squares are summed.
const WIDTH: usize = 4;

/// A server: a scheme, and keys of evaluation.
struct Server {
    bfv: Bfv<u64>,
    relinearization: RelinearizationKey,
    rotations: GaloisKeys,
}

impl Server {
    /// The sums on an engine. Its work is queued, and what failed of it is told by `to_host`.
    fn sums<E: Engine>(&self, engine: &E, x: &Ciphertext) -> Result<Ciphertext, FheError> {
        let Self { bfv, relinearization, rotations } = self;
        let (x, relinearization) = (x.to(engine)?, relinearization.to(bfv, engine)?);
        let rotations = rotations.to(bfv, engine)?;
        let squares = bfv.multiply_relinearize(&x, &x, &relinearization)?;
        Ok(bfv.partial_inner_sum(&squares, WIDTH, &rotations)?.to_host()?)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;

    // The client.
    let parameters = Parameters::builder().log_degree(13).log_q(&[49, 49, 49]).log_p(&[49]).build()?;
    let bfv = Bfv::<u64>::with_modulus(parameters, PlaintextModulus::new(65537)?)?;
    let (secret, encoder) = (SecretKey::generate(&bfv, &mut rng), BatchEncoder::new(&bfv)?);
    let relinearization = RelinearizationKey::generate(&bfv, &secret, &mut rng)?;
    let rotations = GaloisKeys::for_rotations(&bfv, &secret, [1, 2], &mut rng)?;
    let row = encoder.slots() / 2;
    let numbers: Vec<i64> = (0..row as i64).map(|i| i % 100 - 50).collect();
    let x = bfv.encrypt_secret(&secret, &encoder.encode_signed(&numbers)?, &mut rng)?;

    // The server.
    let server = Server { bfv, relinearization, rotations };
    let on_cpu = server.sums(&Cpu, &x)?;
    let gpu = Gpu::open();
    match &gpu {
        Ok(gpu) => {
            let on_gpu = server.sums(gpu, &x)?;
            assert!(on_gpu.parts().iter().zip(on_cpu.parts()).all(|(a, b)| a.residues() == b.residues()));
            println!("{}: the same words as the CPU's", gpu.info().name);
        }
        Err(error @ EngineError::Unavailable { .. }) => println!("the CPU alone: {error}"),
        Err(error) => return Err(error.clone().into()),
    }
    // The engine for more of it: without measured costs, by a rule.
    let shape = Shape { degree: server.bfv.parameters().degree(), limbs: server.bfv.parameters().limbs(), special: 1 };
    let request = Request { operation: Operation::Multiply, shape, batch: 1, resident: true };
    let choice = Selection::over(EnginePreference::Auto, gpu, None)?.choose(&request);
    println!("products of {shape} go to the engine {}: {}", choice.engine, choice.why);

    // The client.
    let sums = encoder.decode_signed(&server.bfv.decrypt(&secret, &on_cpu)?.plaintext)?;
    let expected = |i: usize| (i..i + WIDTH).map(|j| numbers[j % row] * numbers[j % row]).sum::<i64>();
    assert!((0..row).all(|i| sums[i] == expected(i)));
    println!("sums of {WIDTH} squares: {:?} …", &sums[..6]);
    Ok(())
}
