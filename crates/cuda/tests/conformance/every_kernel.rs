//! The smallest case of every kernel, for tools that watch a device at work and take long.

use crate::seed::Random;
use crate::{automorphisms, ceilings, engine, field_transforms, matrices, moduli, rows, stages, sums};
use papilio_cuda::{Arithmetic, DeviceField, Gpu};
use papilio_field::fields::{BabyBear, Bn254, Goldilocks};
use papilio_ring::{Cpu, Engine, Evaluation, Poly, RnsBasis};
use std::fmt::Debug;

/// The passes of transforms of every length, and what is done between them.
fn passes(gpu: &Gpu) {
    for arithmetic in [Arithmetic::Doubles, Arithmetic::Words] {
        for log in 12..=16 {
            crate::transforms(gpu, 1 << log, &moduli(1 << log, 50, 1), arithmetic);
        }
        rows::products(gpu, 4096, 50, arithmetic);
        rows::switches(gpu, 4096, arithmetic, (&[50, 50, 49], 1), 2);
    }
    // A device takes doubles for the first where it is fast in them, and words for the other.
    [50, 61].into_iter().for_each(|bits| rows::scaled_products(gpu, 4096, &[bits]));
}

/// Values plus complex numbers, of which the halves of values are told apart.
fn sums_of_halves(gpu: &Gpu, basis: &RnsBasis) {
    fn sum<E: Engine>(basis: &RnsBasis, engine: &E) -> Poly<Evaluation> {
        let mut values = Poly::<Evaluation>::zero(basis, basis.limbs()).to(engine).expect("memory");
        let minus_one: Vec<u64> = basis.moduli(basis.limbs()).map(|m| m.value() - 1).collect();
        values.add_complex_assign(basis, [&vec![5; basis.limbs()], &minus_one]);
        values.to_host().expect("words")
    }
    assert!(sum(basis, gpu) == sum(basis, &Cpu));
}

/// The transforms of a field.
fn field<F: DeviceField + Debug>(gpu: &Gpu) {
    let mut random = Random::new(10);
    let vector: Vec<F> = (0..4096).map(|_| F::from_u64(random.word())).collect();
    field_transforms::compare(gpu, 4096, F::generator(), &[vector]);
}

/// Every kernel at least once.
fn launch_all(gpu: &Gpu) {
    passes(gpu);
    let (basis, mut random) = (engine::basis(&[49, 50]), Random::new(11));
    engine::linear::<Evaluation>(gpu, &basis, &mut random);
    engine::products(gpu, &basis, &mut random);
    sums_of_halves(gpu, &basis);
    sums::same::<Evaluation>(gpu, &basis, &[2, 2]);
    automorphisms::images(4096, core::slice::from_ref(gpu));
    matrices::one_matrix(gpu);
    stages::few_columns(gpu);
    field::<BabyBear>(gpu);
    field::<Goldilocks>(gpu);
    field::<Bn254>(gpu);
    ceilings::instructions(gpu, 1, 1);
    ceilings::copies_of_the_device(gpu, 2, 2);
    ceilings::recorded(gpu, 2, 2);
    gpu.synchronize().expect("no failure");
}

#[test]
fn every_kernel_once() {
    let gpu = crate::gpu();
    launch_all(&gpu);
    #[cfg(not(feature = "device"))]
    if !crate::is_over_a_driver() {
        let (launched, mut left) = (gpu.launched(), papilio_cuda::Emulation::kernels());
        assert!(launched.iter().all(|name| left.contains(name)), "{launched:?}");
        left.retain(|name| !launched.contains(name));
        assert!(left.is_empty(), "kernels that were not launched: {left:?}");
    }
}
