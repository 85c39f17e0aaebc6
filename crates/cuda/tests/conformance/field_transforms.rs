//! Transforms of the fields of proof systems.

use crate::Random;
use papilio_cuda::{DeviceField, FieldTransform, FieldTransformError, FieldWords, Gpu};
#[cfg(feature = "emulate")]
use papilio_cuda::{Emulation, EngineError};
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bn254, Goldilocks};
use papilio_ntt::dft::Dft;
use std::fmt::Debug;

/// p − 1.
fn greatest<F: Field>() -> F {
    -F::ONE
}

fn uniform<F: Field>(random: &mut Random) -> F {
    let high = F::from_u64(random.word());
    (0..3).fold(high, |x, _| x * F::from_u64(u64::MAX) + F::from_u64(random.word()))
}

/// Uniform elements, the greatest ones, zeros, one element alone at either end, and runs of zeros
/// and of the greatest one, whose sums and differences are the greatest that a thread can meet.
/// Elements next to zero have sums next to the prime, which words of 64 bits have beside the
/// canonical ones; multiples of 2^32 have products whose low half is less than their high half.
fn vectors<F: Field>(n: usize) -> Vec<Vec<F>> {
    let mut random = Random::new(n as u64);
    let log = n.ilog2();
    let alone = |place: usize| (0..n).map(|i| if i == place { greatest() } else { F::ZERO }).collect();
    let mut vectors = vec![(0..n).map(|_| uniform(&mut random)).collect(), vec![greatest(); n], vec![F::ZERO; n]];
    vectors.extend([alone(0), alone(n - 1), alone(n / 3)]);
    vectors.push((0..n).map(|_| F::from_u64(random.word() % 5) - F::from_u64(2)).collect());
    vectors.push((0..n).map(|_| F::from_u64(random.word() >> 32 << 32)).collect());
    for run in [0, 1, 3, 7, log - 8, log - 1] {
        vectors.push((0..n).map(|i| if i >> run & 1 == 1 { greatest() } else { F::ZERO }).collect());
    }
    vectors
}

/// Both directions of a batch against the CPU.
pub(crate) fn compare<F: DeviceField + Debug>(gpu: &Gpu, n: usize, shift: F, vectors: &[Vec<F>]) {
    let name = format!("{}, n = {n}, shift {shift:?}", F::NAME);
    let on_device = FieldTransform::coset(gpu, n, shift).expect("a transform");
    let on_cpu = Dft::coset(n.ilog2(), shift).expect("a transform");
    let batch = vectors.concat();
    let mut words = FieldWords::upload(gpu, &batch).expect("memory");
    on_device.forward(&mut words).expect("vectors");
    let mut values = batch.clone();
    values.chunks_exact_mut(n).for_each(|vector| on_cpu.forward(vector));
    assert!(words.to_host().expect("values") == values, "forward: {name}");
    on_device.inverse(&mut words).expect("vectors");
    assert!(words.to_host().expect("elements") == batch, "there and back: {name}");
    // Elements that are no values of something simple.
    on_device.inverse(&mut words).expect("vectors");
    let mut elements = batch;
    elements.chunks_exact_mut(n).for_each(|vector| on_cpu.inverse(vector));
    assert!(words.to_host().expect("elements") == elements, "inverse: {name}");
}

/// Radices of columns are 2^4 to 2^8 in two passes, up to 2^16 elements; three begin beyond.
fn lengths_and_cosets<F: DeviceField + Debug>(most_log: u32) {
    let gpu = crate::gpu();
    for log in [12, 13] {
        let vectors = vectors(1 << log);
        compare(&gpu, 1 << log, F::ONE, &vectors);
        compare(&gpu, 1 << log, F::generator(), &vectors);
        compare(&gpu, 1 << log, greatest(), &vectors[..3]);
        compare(&gpu, 1 << log, uniform(&mut Random::new(1 << log)), &vectors[..3]);
    }
    for log in 14..=most_log {
        compare(&gpu, 1 << log, F::generator(), &vectors(1 << log)[..1]);
    }
    compare(&gpu, 1 << 17, F::ONE, &vectors(1 << 17)[..2]);
}

/// Threads may take turns in any order, and a launch may have room for fewer vectors than there
/// are.
fn orders_and_batches<F: DeviceField + Debug>() {
    for (log, max_limbs, count) in [(12, 2, 3), (13, 3, 3), (17, 1, 1)] {
        for gpu in crate::gpus_of_limbs(max_limbs) {
            compare(&gpu, 1 << log, F::generator(), &vectors(1 << log)[..count]);
        }
    }
    let gpu = crate::gpu();
    let transform = FieldTransform::<F>::new(&gpu, 1 << 12).expect("a transform");
    let mut none = FieldWords::upload(&gpu, &[]).expect("memory");
    transform.forward(&mut none).expect("no vectors");
    assert!(none.is_empty() && none.to_host() == Ok(Vec::new()));
}

fn refusals<F: DeviceField + Debug>() {
    let gpu = crate::gpu();
    for n in [0, 1, 3, 1 << 11, (1 << 12) + 1, 3 << 12, 1 << 25, 1 << 32, usize::MAX] {
        let error = FieldTransform::<F>::new(&gpu, n).expect_err("a length");
        assert_eq!(error, FieldTransformError::Length { n, least: 1 << 12, most: 1 << 24 });
        assert!(error.to_string().contains("4096 to 16777216"), "{error}");
    }
    assert_eq!(FieldTransform::coset(&gpu, 1 << 12, F::ZERO).expect_err("no coset"), FieldTransformError::Shift);
    let transform = FieldTransform::<F>::new(&gpu, 1 << 12).expect("a transform");
    for elements in [1, 4095, 4097, 6144] {
        let words = vec![greatest::<F>(); elements];
        let mut on_device = FieldWords::upload(&gpu, &words).expect("memory");
        let error = FieldTransformError::Vectors { elements, n: 4096 };
        assert_eq!(transform.forward(&mut on_device), Err(error.clone()));
        assert_eq!(transform.inverse(&mut on_device), Err(error));
        assert!(on_device.to_host().expect("words") == words);
    }
    let other = crate::gpu();
    let mut on_other = FieldWords::upload(&other, &[F::ONE; 4096]).expect("memory");
    let found = transform.forward(&mut on_other);
    let Err(FieldTransformError::AnotherDevice { elements, tables }) = found else { panic!("{found:?}") };
    crate::are_two_devices(&elements, &tables);
}

#[cfg(feature = "emulate")]
fn memory<F: DeviceField + Debug>() {
    let element = size_of::<F>() as u64;
    let tables = FieldTransform::<F>::new(&crate::gpu(), 1 << 12).expect("a transform").table_bytes() as u64;
    assert!(tables < 4096 * element / 4, "{tables} bytes of tables");
    // Room for the tables of one length and for one vector.
    let memory = tables + 4096 * element;
    let gpu = Gpu::emulated(Emulation { memory, ..Emulation::default() });
    let transform = FieldTransform::<F>::new(&gpu, 1 << 12).expect("a transform");
    let vector = vectors::<F>(1 << 12).swap_remove(0);
    let mut words = FieldWords::upload(&gpu, &vector).expect("memory");
    let refused = FieldTransform::<F>::new(&gpu, 1 << 13).expect_err("no room");
    assert!(matches!(refused, FieldTransformError::Engine(EngineError::OutOfMemory { free: 0, .. })), "{refused}");
    let refused = FieldWords::upload(&gpu, &vector).expect_err("no room");
    assert_eq!(refused, EngineError::OutOfMemory { asked: 4096 * element, free: 0, total: memory });
    transform.forward(&mut words).expect("a vector");
    transform.inverse(&mut words).expect("a vector");
    assert!(words.to_host().expect("words") == vector);
    // There is room again once words and tables are dropped.
    drop((words, transform));
    FieldWords::upload(&gpu, &[vector, vec![F::ONE; (tables / element) as usize]].concat()).expect("all of the memory");
}

#[cfg(feature = "emulate")]
fn lost<F: DeviceField + Debug>() {
    let gpu = Gpu::emulated(Emulation { lost_after: Some(1), ..Emulation::default() });
    let transform = FieldTransform::<F>::new(&gpu, 1 << 12).expect("a transform");
    let mut words = FieldWords::upload(&gpu, &[F::ONE; 4096]).expect("memory");
    transform.forward(&mut words).expect("it is queued");
    assert!(matches!(words.to_host(), Err(EngineError::Poisoned { .. })));
}

/// Passes move every element once each way, and their radices make the length.
fn traffic<F: DeviceField + Debug>(bytes: u64) {
    let gpu = crate::gpu();
    for log in 12..=24 {
        let transform = FieldTransform::<F>::new(&gpu, 1 << log).expect("a transform");
        let passes: Vec<_> = transform.passes().collect();
        assert_eq!(passes.len(), if log > 16 { 3 } else { 2 });
        assert_eq!(passes.iter().map(|pass| pass.radix).product::<usize>(), 1 << log);
        assert!(passes.iter().all(|pass| (pass.read, pass.written) == (bytes << log, bytes << log) && pass.radix <= 256));
        assert_eq!(transform.size(), 1 << log);
    }
}

macro_rules! of_field {
    ($name:ident, $field:ty, $bytes:literal, $emulated_log:literal, $device_log:literal) => {
        mod $name {
            use super::*;

            #[test]
            fn equal_to_the_cpu() {
                lengths_and_cosets::<$field>(if cfg!(feature = "device") { $device_log } else { $emulated_log });
            }

            #[test]
            fn in_any_order_and_in_batches() {
                orders_and_batches::<$field>();
            }

            #[test]
            fn refused_requests() {
                refusals::<$field>();
            }

            #[test]
            #[cfg(feature = "emulate")]
            fn memory_and_losses() {
                memory::<$field>();
                lost::<$field>();
            }

            #[test]
            fn bytes_of_passes() {
                traffic::<$field>($bytes);
            }
        }
    };
}

// The longest on the emulated device and on a real one, which the processor keeps waiting.
of_field!(baby_bear, BabyBear, 4, 20, 24);
of_field!(goldilocks, Goldilocks, 8, 18, 24);
of_field!(bn254, Bn254, 32, 17, 22);
