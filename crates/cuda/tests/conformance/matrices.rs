//! Matrices times the slots of BFV and BGV on a device, in baby steps and giant steps.

use papilio_cuda::EngineError;
use papilio_fhe::prelude::*;
use papilio_fhe::rlwe::LinearTransform;
use papilio_fhe::rlwe::linear_transform::Split;
use papilio_ring::{Cpu, Engine, Evaluation};
use std::collections::BTreeMap;

/// A scheme, matrices with their keys, and an operand.
struct Matrices {
    bfv: Bfv<u64>,
    keys: GaloisKeys,
    matrices: [LinearTransform; 3],
    x: Ciphertext<Evaluation>,
}

impl Matrices {
    fn new(log_q: &[u32], log_p: &[u32]) -> Self {
        let mut rng = crate::seed::generator(5);
        let parameters = Parameters::builder().log_degree(12).log_q(log_q).log_p(log_p).insecure();
        let modulus = PlaintextModulus::new(65_537).expect("a modulus");
        let bfv = Bfv::<u64>::with_modulus(parameters.build().expect("parameters"), modulus).expect("a scheme");
        let (secret, slots) = (SecretKey::generate(&bfv, &mut rng), BatchEncoder::new(&bfv).expect("slots"));
        let values = |k: u64| (0..4096u64).map(|i| (i * i * k + 7 * i + k) % 65_537).collect::<Vec<_>>();
        let matrix = |steps: &[i64], width: usize| {
            let diagonals: BTreeMap<i64, Vec<u64>> = steps.iter().map(|&k| (k, values(k as u64 + 3))).collect();
            let split = Split::with_width(2048, steps.iter().copied(), width).expect("diagonals");
            LinearTransform::of_slots_split(&bfv, &slots, &diagonals, (split, log_q.len())).expect("a matrix")
        };
        // More than 16 baby steps are more than one launch adds up; the second has giant steps of
        // one term, and the third none at all.
        let many: Vec<i64> = (0..20).chain([40, 41]).collect();
        let matrices = [matrix(&many, 20), matrix(&[1, 30, 60], 10), matrix(&[0], 4)];
        let rotations: Vec<i64> = matrices.iter().flat_map(|matrix| matrix.split().rotations()).collect();
        let keys = GaloisKeys::for_rotations(&bfv, &secret, rotations, &mut rng).expect("special primes");
        let x = bfv.encrypt_secret(&secret, &slots.encode(&values(1)).expect("values"), &mut rng).expect("a ciphertext");
        let x = bfv.to_evaluation(x).expect("values");
        Self { bfv, keys, matrices, x }
    }

    /// All products, of every level, with and without primes that are dropped.
    fn products<E: Engine>(&self, engine: &E) -> Result<Vec<Ciphertext<Evaluation>>, FheError> {
        let (bfv, keys, mut results) = (&self.bfv, self.keys.to(&self.bfv, engine)?, Vec::new());
        let [a, b, c] = self.matrices.each_ref().map(|matrix| matrix.to(bfv, engine));
        let matrices = [&a?, &b?, &c?];
        for level in 1..=self.x.level() {
            let x = bfv.mod_switch_to(&self.x.to(engine)?, level)?;
            for dropped in 0..level.min(3) {
                results.extend(LinearTransform::apply_many(&matrices, bfv, &x, &keys, dropped)?);
            }
        }
        results.into_iter().map(|result| Ok(result.to_host()?)).collect()
    }
}

#[test]
fn matrices_are_those_of_the_host() {
    for (log_q, log_p) in [(&[49, 49, 49][..], &[49, 49][..]), (&[60, 61, 30, 31], &[61])] {
        let matrices = Matrices::new(log_q, log_p);
        let expected = matrices.products(&Cpu).expect("products");
        let found = matrices.products(&crate::gpu()).expect("products");
        assert!(found.len() > 12 && found == expected, "primes of {log_q:?} bits");
    }
}

/// A matrix of two baby steps and one giant step, of a device against the host.
pub(crate) fn one_matrix(gpu: &papilio_cuda::Gpu) {
    let Matrices { bfv, keys, matrices: [_, matrix, _], x } = Matrices::new(&[49, 49], &[49]);
    let expected = matrix.apply(&bfv, &x, &keys).expect("keys");
    let (x, keys) = (x.to(gpu).expect("memory"), keys.to(&bfv, gpu).expect("memory"));
    let found = matrix.to(&bfv, gpu).expect("memory").apply(&bfv, &x, &keys).expect("one scheme");
    assert!(found.to_host().expect("words") == expected);
}

#[test]
fn matrices_of_bgv_are_those_of_the_host() {
    let Matrices { bfv, keys, matrices: [matrix, ..], x } = Matrices::new(&[49, 49, 49], &[49]);
    let gpu = crate::gpu();
    let on_device = (matrix.to(&bfv, &gpu).expect("memory"), keys.to(&bfv, &gpu).expect("memory"));
    let bgv = Bgv::over(bfv);
    let x = bgv.from_bfv(bgv.bfv().to_coefficient(x).expect("coefficients")).expect("a ciphertext");
    let x = bgv.to_evaluation(x).expect("values");
    let found = bgv.apply_linear(&on_device.0, &x.to(&gpu).expect("memory"), &on_device.1).expect("keys");
    assert!(found.to_host().expect("words") == bgv.apply_linear(&matrix, &x, &keys).expect("keys"));
}

/// Operands, keys and diagonals of two devices.
#[test]
fn matrices_of_another_device_are_refused() {
    let Matrices { bfv, keys, matrices: [_, matrix, _], x } = Matrices::new(&[49, 49], &[49]);
    let gpus = [(); 2].map(|()| crate::gpu());
    let expected = matrix.apply(&bfv, &x, &keys).expect("keys");
    let of = |i: usize, j: usize, k: usize| {
        let (x, keys) = (x.to(&gpus[i]).expect("memory"), keys.to(&bfv, &gpus[j]).expect("memory"));
        let product = matrix.to(&bfv, &gpus[k]).expect("memory").apply(&bfv, &x, &keys).expect("one scheme");
        product.to_host().map(|product| product == expected)
    };
    for found in [of(0, 1, 0), of(0, 0, 1), of(1, 0, 0)] {
        let Err(EngineError::OtherDevice { first, other }) = found else { panic!("{found:?}") };
        crate::are_two_devices(&first, &other);
    }
    assert_eq!(of(1, 1, 1), Ok(true));
}
