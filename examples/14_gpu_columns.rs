//! The transform across ciphertexts on a GPU: windows of coefficients go there and come back while
//! others are transformed.
//!
//! A server has 64 encrypted columns, as in `06_delegation`. It asks which engine they are best
//! transformed on. Where there is a GPU, both engines transform them, and results are equal word
//! for word.
//!
//! `cargo run --release -p papilio --features cuda --example 14_gpu_columns`

use chacha20::ChaCha20Rng;
use getrandom::SysRng;
use papilio::cuda::select::{EnginePreference, Operation, Request, Selection, Shape};
use papilio::cuda::{EngineError, Gpu, Stages};
use papilio::field::FieldRing;
use papilio::field::fields::P32;
use papilio::hntt::columns::Encrypted;
use papilio::hntt::cost::Cost;
use papilio::hntt::{self, Design, LayoutChoice, Problem, design, layout};
use papilio::prelude::*;
use rand_core::SeedableRng;

const COLUMNS: usize = 64;
const LANES: usize = 4096;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rng = ChaCha20Rng::try_from_rng(&mut SysRng)?;
    let t = FieldRing::<P32>::new();

    // The client: a plan, a key, a ciphertext a column.
    let request = hntt::Request { layout: LayoutChoice::Columns, ..hntt::Request::new(Problem::forward(COLUMNS)?, LANES) };
    let (design, _) = design(&t, &request, &Cost::here())?;
    let bfv = Bfv::<P32>::new(Parameters::new(design.literal.clone())?)?;
    let secret = SecretKey::generate(&bfv, &mut rng);
    let matrix: Vec<P32> = (0..COLUMNS * LANES).map(|_| P32::random(&mut rng)).collect();
    let mut inputs = Vec::new();
    for column in matrix.chunks_exact(LANES) {
        inputs.push(bfv.encrypt_secret(&secret, &bfv.encode_coefficients(column)?, &mut rng)?);
    }

    // The server: a device or the reason why there is none, and a choice of the engine.
    let gpu = Gpu::open();
    let choice = Selection::over(EnginePreference::Auto, gpu.clone(), None)?
        .choose_beside(&columns(&design), Some(design.seconds * 1e6));
    println!("{COLUMNS} columns go to the engine {}: {}", choice.engine, choice.why);
    let outputs = Encrypted::new(&bfv, &design)?.transform(&inputs, &mut |_| true)?;
    match gpu {
        Ok(gpu) => {
            let tables = Encrypted::with(&bfv, &design, |program| Stages::new(&gpu, program))?;
            let on_gpu = tables.transform(&inputs, &mut |_| true)?;
            let same = |(a, b): (&Ciphertext, &Ciphertext)| a.to_bytes(&bfv) == b.to_bytes(&bfv);
            assert!(on_gpu.iter().zip(&outputs).all(same));
            println!("{}: the same words as the CPU's", gpu.info().name);
        }
        Err(error @ EngineError::Unavailable { .. }) => println!("the CPU alone: {error}"),
        Err(error) => return Err(error.into()),
    }

    // The client: the decryption, which is the transform in the clear.
    let mut values = Vec::new();
    for output in &outputs {
        values.extend_from_slice(&bfv.decrypt(&secret, output)?.plaintext.coefficients()[..LANES]);
    }
    assert_eq!(values, layout::reference(&t, &design.outer, LANES, matrix).ok_or("a root of unity")?);
    println!("{COLUMNS} columns of {LANES} values: equal to the transform in the clear");
    Ok(())
}

/// The transform of a design, whose ciphertexts are on the host, for the choice of an engine.
fn columns(design: &Design) -> Request {
    let recipe = &design.recipe;
    Request {
        operation: Operation::Columns { products: recipe.products(), kept: recipe.output_limbs },
        shape: Shape { degree: 1 << design.literal.log_degree, limbs: recipe.limbs[0], special: 0 },
        batch: COLUMNS,
        resident: false,
    }
}
