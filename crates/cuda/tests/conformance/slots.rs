//! The transform inside one ciphertext on a device.

use papilio_fhe::prelude::*;
use papilio_field::FieldRing;
use papilio_field::fields::{Goldilocks, P32};
use papilio_hntt::slots::{Arrangement, Diagonals, Encrypted, SlotLayer, SlotRecipe};
use papilio_hntt::{Direction, Problem};
use papilio_ntt::dft::DftField;

/// A transform of 64 elements, its keys, and a ciphertext.
pub(super) struct Slots<F: DftField> {
    pub(super) bfv: Bfv<F>,
    pub(super) keys: GaloisKeys,
    pub(super) diagonals: Diagonals<F>,
    pub(super) x: Ciphertext,
}

impl<F: DftField> Slots<F> {
    pub(super) fn new(arrangement: Arrangement, log_q: &[u32], log_p: &[u32], output_limbs: usize) -> Self {
        let problem = Problem { log_columns: 6, direction: Direction::Forward, shift: 1, log_blowup: 0 };
        let layers = [(8, 4), (8, 3)].map(|(radix, baby)| SlotLayer { radix, baby }).to_vec();
        let limbs = vec![log_q.len(), log_q.len() - 1];
        let recipe = SlotRecipe { problem, log_degree: 12, arrangement, layers, limbs, output_limbs };
        recipe.check().expect("a recipe");
        let mut rng = crate::seed::generator(3);
        let parameters = Parameters::builder().log_degree(12).log_q(log_q).log_p(log_p).insecure();
        let bfv = Bfv::<F>::new(parameters.build().expect("parameters")).expect("a scheme");
        let (secret, slots) = (SecretKey::generate(&bfv, &mut rng), BatchEncoder::new(&bfv).expect("slots"));
        let keys = GaloisKeys::generate(&bfv, &secret, recipe.galois_elements(), &mut rng).expect("special primes");
        let diagonals = Diagonals::<F>::new(&FieldRing::new(), &recipe).expect("a root");
        let values: Vec<F> = (0..recipe.vectors() * recipe.size()).map(|i| F::from_u64(i as u64 * 77 + 5)).collect();
        let message = slots.encode(&recipe.arrange(&values)).expect("values");
        let x = bfv.encrypt_secret(&secret, &message, &mut rng).expect("a ciphertext");
        Self { bfv, keys, diagonals, x }
    }
}

/// A transform of BFV, and the same of BGV.
fn transforms<F: DftField>(arrangement: Arrangement, log_q: &[u32], log_p: &[u32], output_limbs: usize) {
    let Slots { bfv, keys, diagonals, x } = Slots::<F>::new(arrangement, log_q, log_p, output_limbs);
    let gpu = crate::gpu();
    let on_device = keys.to(&bfv, &gpu).expect("memory");
    let (device, host) = (Encrypted::new(&bfv, &on_device, &diagonals), Encrypted::new(&bfv, &keys, &diagonals));
    let (device, host) = (device.expect("keys"), host.expect("keys"));
    let found = device.transform(x.to(&gpu).expect("memory"), &mut |_| true).expect("a transform");
    let expected = host.transform(x.clone(), &mut |_| true).expect("a transform");
    assert!(found.to_host().expect("words") == expected, "{arrangement:?}");

    let bgv = Bgv::over(bfv.clone());
    let x = bgv.from_bfv(x).expect("a ciphertext");
    let found = device.transform_bgv(&bgv, x.to(&gpu).expect("memory"), &mut |_| true).expect("a transform");
    assert!(found.to_host().expect("words") == host.transform_bgv(&bgv, x, &mut |_| true).expect("a transform"));
}

#[test]
fn transforms_in_slots_are_those_of_the_host() {
    transforms::<P32>(Arrangement::Repeated, &[49, 49, 49], &[49], 2);
    transforms::<Goldilocks>(Arrangement::Interleaved, &[60, 55, 50, 58], &[60, 59], 3);
}
