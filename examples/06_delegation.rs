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
use papilio::fhe::bfv::SeededCiphertext;
use papilio::fhe::codec::Object;
use papilio::field::FieldRing;
use papilio::field::fields::P32;
use papilio::hntt::cost::Cost;
use papilio::hntt::over::bfv::Prepared;
use papilio::hntt::{
    Batch, Canceled, Constants, Design, LayoutChoice, Packing, Problem, ProductSharing, Request, Sink, Source, design, layout,
};
use papilio::prelude::*;
use papilio::ring::Poly;
use rand_core::SeedableRng;
use std::error::Error;
use std::ops::Range;
use std::sync::Mutex;

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
    let request = Request {
        problem: Problem::forward(COLUMNS)?,
        lanes: LANES,
        layout: LayoutChoice::Columns,
        packing: Packing::Coefficients,
        evaluator: ProductSharing::Shared,
        radices: None,
        depth: None,
        log_degree: None,
        public_key: false,
        follow_noise: true,
        switch_output: true,
        insecure: false,
    };
    Ok(design(t, &request, &Cost::here())?.0)
}

/// The server has the plan and the ciphertexts, and no key.
fn server(design: &Design, received: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let bfv = Bfv::<P32>::new(design.check(&FieldRing::<P32>::new())?)?;
    let mut inputs = Vec::new();
    for bytes in received {
        inputs.push(SeededCiphertext::from_bytes(&bfv, bytes)?.expand(&bfv)?);
    }
    let key = inputs[0].key();

    let (degree, basis, level) = (bfv.parameters().degree(), bfv.parameters().basis(), design.recipe.output_limbs);
    let constants = Constants::<P32>::new(bfv.plaintext_modulus(), &design.recipe).ok_or("a root of unity")?;
    let prepared = Prepared::new(&design.recipe, &constants, basis)?;
    let outputs = Outputs(Mutex::new(vec![Vec::new(); COLUMNS]));
    // One window of all coefficients; a smaller one would bound the memory.
    let mut batch = Batch::new(&prepared, 0..degree);
    batch.load(&prepared, &Inputs(inputs), &|_| true)?;
    batch.transform(&prepared, &|_| true)?;
    batch.store(&prepared, &outputs, &|_| true)?;

    let mut answers = Vec::new();
    for residues in outputs.0.into_inner()? {
        let (first, second) = residues.split_at(level * degree);
        let part = |residues: &[u64]| Poly::from_residues(basis, level, residues.to_vec());
        let parts = [part(first).ok_or("canonical residues")?, part(second).ok_or("canonical residues")?];
        let noise = design.output_noise(bfv.plaintext_modulus());
        answers.push(Ciphertext::from_parts(&bfv, parts, key, noise)?.to_bytes(&bfv));
    }
    Ok(answers)
}

/// Ciphertexts in memory.
struct Inputs(Vec<Ciphertext>);

impl Source for Inputs {
    type Error = Canceled;

    fn read(&self, index: usize, window: Range<usize>, out: &mut [u64]) -> Result<(), Canceled> {
        let limbs = self.0[index].parts().iter().flat_map(|part| (0..part.level()).map(move |i| part.limb(i)));
        out.chunks_exact_mut(window.len()).zip(limbs).for_each(|(out, limb)| out.copy_from_slice(&limb[window.clone()]));
        Ok(())
    }
}

/// The residues of the results.
struct Outputs(Mutex<Vec<Vec<u64>>>);

impl Sink for Outputs {
    type Error = Canceled;

    fn write(&self, index: usize, _: Range<usize>, residues: &[u64]) -> Result<(), Canceled> {
        self.0.lock().map_err(|_| Canceled)?[index] = residues.to_vec();
        Ok(())
    }
}
