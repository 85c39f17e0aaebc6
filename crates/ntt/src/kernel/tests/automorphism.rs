//! Automorphisms of polynomials, on every kernel, against powers of `X` one at a time.

use super::portable::KERNELS64;
use super::suite::{Random, below};
use crate::Kernel;
use papilio_field::Modulus;

#[test]
fn images() {
    for bits in [2, 30, 50, 51, 62] {
        let modulus = below(bits, 2).and_then(Modulus::new).expect("a prime");
        let q = modulus.value();
        let mut random = Random::new(q);
        for (kernel, log) in
            KERNELS64.iter().chain(Kernel::<u64>::all()).flat_map(|kernel| (0..8).map(move |log| (kernel, log)))
        {
            let n = 1usize << log;
            let mut from = random.below(q, n);
            (from[0], from[n / 2]) = (0, q - 1);
            for g in (1..2 * n).step_by(2) {
                let step = (1..2 * n).step_by(2).find(|h| g * h % (2 * n) == 1).expect("an inverse");
                let mut expected = vec![0; n];
                for (k, &x) in from.iter().enumerate() {
                    let power = k * g % (2 * n);
                    expected[power % n] = if power < n { x } else { modulus.neg(x) };
                }
                let mut to = vec![u64::MAX; n];
                kernel.automorphism(&modulus, &from, &mut to, step);
                assert_eq!(to, expected, "{}: X to X^{g}, {n} coefficients modulo {q}", kernel.name());
            }
        }
    }
}
