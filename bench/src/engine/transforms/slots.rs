//! The transform inside a ciphertext, of a vector in its slots.

use super::{Measured, Transform, fenced, words};
use crate::engine::case::Outcome;
use crate::engine::rows::Row;
use crate::ntt::protocol::middle;
use crate::rng;
use papilio_cuda::select::{Operation, Request, Shape};
use papilio_cuda::{Basis, Gpu};
use papilio_fhe::Parameters;
use papilio_fhe::bfv::{BatchEncoder, Bfv, Ciphertext, GaloisKeys, SecretKey};
use papilio_field::FieldRing;
use papilio_field::fields::{Goldilocks, P32};
use papilio_hntt::Problem;
use papilio_hntt::slots::{Diagonals, Encrypted, SlotDesign, SlotRequest, SlotWork, design};
use papilio_ntt::dft::{Dft, DftField};
use papilio_ring::{Coefficient, Engine};
use std::time::Instant;

/// The field of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotField {
    /// The field `P32`.
    P32,
    /// The field of `2^64 - 2^32 + 1` elements.
    Goldilocks,
}

/// A vector in the slots of a ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots {
    /// The field.
    pub field: SlotField,
    /// `log2` of its elements.
    pub log: u32,
    /// `log2` of the degree of a ring that is as insecure as it likes; the cheapest secure one
    /// otherwise.
    pub insecure_log_degree: Option<u32>,
}

impl Slots {
    /// A vector in the cheapest ring of 128 bits of security.
    #[must_use]
    pub const fn secure(field: SlotField, log: u32) -> Self {
        Self { field, log, insecure_log_degree: None }
    }
}

impl Transform {
    pub(super) fn slots(self, gpu: &Gpu, slots: Slots, samples: usize) -> Outcome<Vec<Row>> {
        match slots.field {
            SlotField::P32 => self.slots_over::<P32>(gpu, slots, samples),
            SlotField::Goldilocks => self.slots_over::<Goldilocks>(gpu, slots, samples),
        }
    }

    fn slots_over<F: DftField>(self, gpu: &Gpu, slots: Slots, samples: usize) -> Outcome<Vec<Row>> {
        let operands = Operands::<F>::new(slots)?;
        let Operands { bfv, keys, diagonals, x, .. } = &operands;
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(words)?;
        let start = Instant::now();
        let expected = one.install(|| transform(&Encrypted::new(bfv, keys, diagonals).map_err(words)?, x.clone()))?;
        let host = start.elapsed().as_secs_f64() * 1e6;

        let keys = keys.to(bfv, gpu).map_err(words)?;
        let (device, there) = (Encrypted::new(bfv, &keys, diagonals).map_err(words)?, x.to(gpu).map_err(words)?);
        let mut correct = operands.opens(&expected)?;
        let mut times = [Vec::new(), Vec::new()];
        // The first call makes tables.
        transform(&device, there.clone())?;
        for _ in 0..samples.max(1) {
            times[0].push(fenced(gpu, || transform(&device, there.clone()).map(drop))?);
            let mut found = None;
            times[1].push(fenced(gpu, || {
                let output = transform(&device, x.to(gpu).map_err(words)?)?;
                found = Some(output.to_host().map_err(words)?);
                Ok(())
            })?);
            correct &= found.as_ref() == Some(&expected);
        }
        let request = operands.request();
        let Shape { degree, limbs, special } = request.shape;
        let moduli: Vec<_> = bfv.parameters().basis().moduli(limbs).copied().collect();
        let arithmetic = Basis::new(gpu, degree, &moduli).map_err(words)?.arithmetic();
        let times = times.iter_mut().map(|times| middle(times)).collect();
        let bytes = request.bytes(request.work().moved) as u64;
        let measured = Measured { host, times, bytes, correct, special_primes: special };
        Ok(self.table_rows(gpu, ([degree, limbs], 1), arithmetic.name(), &measured))
    }
}

/// A transform of a ciphertext on an engine.
fn transform<F: DftField, E: Engine>(
    encrypted: &Encrypted<'_, F, GaloisKeys<E>, E>,
    x: Ciphertext<Coefficient, 2, E>,
) -> Outcome<Ciphertext<Coefficient, 2, E>>
where
    GaloisKeys<E>: papilio_hntt::slots::RotationKeys<E>,
{
    encrypted.transform(x, &mut |_| true).map_err(|error| error.to_string())
}

/// A scheme, its keys, a ciphertext, and what its transform decrypts to.
struct Operands<F: DftField> {
    design: SlotDesign,
    bfv: Bfv<F>,
    encoder: BatchEncoder<F>,
    secret: SecretKey,
    keys: GaloisKeys,
    diagonals: Diagonals<F>,
    x: Ciphertext,
    expected: Vec<F>,
}

impl<F: DftField> Operands<F> {
    fn new(slots: Slots) -> Outcome<Self> {
        let Slots { log, insecure_log_degree, .. } = slots;
        let (ring, problem) = (FieldRing::<F>::new(), Problem::forward(1 << log).map_err(words)?);
        let (log_degree, insecure) = (insecure_log_degree, insecure_log_degree.is_some());
        let (design, _) = design(&ring, &SlotRequest { log_degree, insecure, ..SlotRequest::new(problem) }).map_err(words)?;
        let (recipe, mut random) = (&design.recipe, rng(23));
        let bfv = Bfv::<F>::new(Parameters::new(design.literal.clone()).map_err(words)?).map_err(words)?;
        let (secret, encoder) = (SecretKey::generate(&bfv, &mut random), BatchEncoder::new(&bfv).map_err(words)?);
        let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut random).map_err(words)?;
        let diagonals = Diagonals::<F>::new(&ring, recipe).ok_or("no root of unity")?;
        let mut expected: Vec<F> = (0..recipe.vectors() << log).map(|_| F::random(&mut random)).collect();
        let message = encoder.encode(&recipe.arrange(&expected)).map_err(words)?;
        let x = bfv.encrypt_secret(&secret, &message, &mut random).map_err(words)?;
        // By the library in the clear.
        let clear = Dft::coset(log, problem.shift_element(&ring).ok_or("no generator")?).map_err(words)?;
        expected.chunks_exact_mut(1 << log).for_each(|vector| clear.forward_natural(vector));
        Ok(Self { design, bfv, encoder, secret, keys, diagonals, x, expected })
    }

    /// Whether a ciphertext decrypts to the transform in the clear.
    fn opens(&self, output: &Ciphertext) -> Outcome<bool> {
        let opened = self.bfv.decrypt(&self.secret, output).map_err(words)?;
        let slots = self.encoder.decode(&opened.plaintext).map_err(words)?;
        Ok(self.design.recipe.collect(&slots) == self.expected)
    }

    /// The work of the transform.
    fn request(&self) -> Request {
        let SlotWork { degree, limbs, special, diagonals, rotations, hoisted, keys } = self.design.work();
        let operation = Operation::Slots { diagonals, rotations, hoisted, keys };
        Request { operation, shape: Shape { degree, limbs, special }, batch: 1, resident: true }
    }
}
