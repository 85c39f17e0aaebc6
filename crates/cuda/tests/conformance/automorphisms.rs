//! Automorphisms of both forms.

use crate::{Random, moduli, polynomials};
use papilio_cuda::{Basis, DeviceWords, Gpu};
use papilio_ring::{Automorphism, Coefficient, Evaluation, Form, Poly, RnsBasis};

/// The image of every polynomial on the CPU.
fn on_cpu<S: Form + papilio_ring::AutomorphismForm>(basis: &RnsBasis, by: &Automorphism, words: &[u64]) -> Vec<u64> {
    let image = |words: &[u64]| {
        let mut poly = Poly::<S>::zero(basis, basis.limbs());
        poly.limbs_mut().zip(words.chunks_exact(basis.degree())).for_each(|(limb, words)| limb.copy_from_slice(words));
        by.apply(basis, &poly).residues().to_vec()
    };
    words.chunks_exact(basis.degree() * basis.limbs()).flat_map(image).collect()
}

/// Images of coefficients and of values in rings of n words.
pub(crate) fn images(n: usize, gpus: &[Gpu]) {
    let primes = [moduli(n, 50, 1), moduli(n, 62, 1)].concat();
    let ring = RnsBasis::new(n, &primes.iter().map(|q| q.value()).collect::<Vec<_>>()).expect("a basis");
    let words = polynomials(n, &primes, &mut Random::new(4));
    let bases: Vec<_> = gpus.iter().map(|gpu| Basis::new(gpu, n, &primes).expect("a basis")).collect();
    // The identity, the conjugation, rotations, and an exponent above 2n.
    for exponent in [1, 2 * n - 1, 5, 3, n + 1, 125, 6 * n + 7] {
        let by = Automorphism::new(n, exponent);
        let expected = [on_cpu::<Coefficient>(&ring, &by, &words), on_cpu::<Evaluation>(&ring, &by, &words)];
        for (order, (gpu, basis)) in gpus.iter().zip(&bases).enumerate() {
            let on_device = DeviceWords::upload(gpu, &words).expect("memory");
            let mut image = DeviceWords::unspecified(gpu, words.len()).expect("memory");
            image.automorphism_of_coefficients(basis, exponent, &on_device);
            assert!(image.to_host().expect("words") == expected[0], "{n}, {exponent}, order {order}");
            image.automorphism_of_values(basis, exponent, &on_device);
            assert!(image.to_host().expect("words") == expected[1], "values, {n}, {exponent}, order {order}");
        }
    }
}

#[test]
fn images_are_those_of_the_cpu() {
    images(1 << 12, &crate::gpus_of_every_order(65_535));
    images(1 << 13, &crate::gpus_of_every_order(3));
    images(1 << 16, &[crate::gpu()]);
}

#[test]
#[should_panic(expected = "X to an even power 4 is no automorphism")]
fn even_exponents_are_refused() {
    let gpu = crate::gpu();
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
    let of = DeviceWords::upload(&gpu, &[1; 4096]).expect("memory");
    DeviceWords::unspecified(&gpu, 4096).expect("memory").automorphism_of_values(&basis, 4, &of);
}
