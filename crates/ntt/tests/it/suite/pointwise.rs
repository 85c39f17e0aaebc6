//! The pointwise operations of a kernel, against arithmetic in 128 bits.

use super::super::subject::{Kernel, KernelWord};
use super::{Classes, Guarded, Random, numbers, words};
use papilio_field::Modulus;

const LENGTHS: [usize; 13] = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 64, 100];

/// Every operation, at every prime that the kernel takes and lengths that are no multiples of a
/// vector.
pub(crate) fn conforms<W: KernelWord>(kernel: &'static Kernel<W>) -> Classes {
    let mut classes = Classes::new();
    for modulus in super::supported(kernel, 2, usize::MAX) {
        let case = Case { kernel, modulus };
        for n in LENGTHS {
            let mut random = Random::new(modulus.value() + n as u64);
            case.sums_and_products(n, &mut random);
            case.accumulate(n, &mut random);
            case.scale(n, &mut random);
            case.shift_reduce(n, &mut random);
            case.subtract_lazy(n, &mut random);
        }
        classes.insert(kernel.class(&modulus));
    }
    classes
}

struct Case<W: KernelWord> {
    kernel: &'static Kernel<W>,
    modulus: Modulus,
}

impl<W: KernelWord> Case<W> {
    /// Runs an operation on data amid guards.
    fn check(&self, what: &str, a: &[u64], expected: &[u64], operation: impl FnOnce(&Modulus, &mut [W])) {
        let name = format!("{what}, kernel {}, prime {}, length {}", self.kernel.name(), self.modulus.value(), a.len());
        let mut place = Guarded::new(&words::<W>(a), 1);
        operation(&self.modulus, place.data());
        assert_eq!(numbers(place.checked(&name)), expected, "{name}");
    }

    fn sums_and_products(&self, n: usize, random: &mut Random) {
        let (kernel, q) = (self.kernel, self.modulus.value());
        let extremes = [0, 1, q / 2, q / 2 + 1, q - 1];
        let pairs = extremes.iter().flat_map(|&a| extremes.map(|b| (vec![a; n], vec![b; n])));
        let random = [(random.below(q, n), random.below(q, n)), (random.among(&extremes, n), random.among(&extremes, n))];
        for (a, b) in pairs.chain(random) {
            let each = |f: &dyn Fn(u128, u128) -> u128| -> Vec<u64> {
                a.iter().zip(&b).map(|(&a, &b)| (f(a.into(), b.into()) % u128::from(q)) as u64).collect()
            };
            let other = words::<W>(&b);
            self.check("add", &a, &each(&|a, b| a + b), |m, a| kernel.add(m, a, &other));
            self.check("sub", &a, &each(&|a, b| a + u128::from(q) - b), |m, a| kernel.sub(m, a, &other));
            self.check("negate", &a, &each(&|a, _| u128::from(q) - a), |m, a| kernel.negate(m, a));
            self.check("multiply", &a, &each(&|a, b| a * b), |m, a| kernel.multiply(m, a, &other));
        }
    }

    /// Up to 31 pairs, at the ends of their interval and at random.
    fn accumulate(&self, n: usize, random: &mut Random) {
        let q = self.modulus.value();
        let counts: &[usize] = if n < 10 { &[0, 1, 2, 3, 5, 8, 9, 15, 16, 17, 31] } else { &[0, 1, 4, 20] };
        for &count in counts {
            let top = (vec![q - 1; n], vec![q - 1; n]);
            self.accumulate_pairs(&vec![q - 1; n], &vec![top; count]);
            let pairs: Vec<_> = (0..count).map(|_| (random.below(q, n), random.below(q, n))).collect();
            self.accumulate_pairs(&random.below(q, n), &pairs);
            let ends = [0, 1, q - 1];
            let pairs: Vec<_> = (0..count).map(|_| (random.among(&ends, n), random.among(&ends, n))).collect();
            self.accumulate_pairs(&vec![0; n], &pairs);
        }
    }

    fn accumulate_pairs(&self, sum: &[u64], pairs: &[(Vec<u64>, Vec<u64>)]) {
        let (kernel, q) = (self.kernel, self.modulus.value());
        let term = |i: usize, (a, b): &(Vec<u64>, Vec<u64>)| u128::from(product(a[i], b[i], q));
        let total = |i: usize| u128::from(sum[i]) + pairs.iter().map(|pair| term(i, pair)).sum::<u128>();
        let expected: Vec<_> = (0..sum.len()).map(|i| (total(i) % u128::from(q)) as u64).collect();
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| (words::<W>(a), words::<W>(b))).collect();
        let factors: Vec<_> = pairs.iter().map(|(a, b)| (a.as_slice(), b.as_slice())).collect();
        let what = format!("multiply_accumulate of {} pairs", pairs.len());
        self.check(&what, sum, &expected, |m, sum| kernel.multiply_accumulate(m, sum, &factors));
        self.check(&format!("{what}, a tile"), sum, &expected, |m, sum| kernel.multiply_accumulate_tile(m, sum, &factors));
    }

    fn scale(&self, n: usize, random: &mut Random) {
        let (kernel, q, limit) = (self.kernel, self.modulus.value(), 1 << self.kernel.word_bits());
        for c in [0, 1, q - 1, random.word() % q] {
            for a in [random.below(limit, n), vec![limit - 1; n], vec![q; n], vec![q - 1; n], vec![0; n]] {
                let expected: Vec<_> = a.iter().map(|&a| product(a, c, q)).collect();
                self.check(&format!("scale by {c}"), &a, &expected, |m, a| kernel.scale(m, a, c));
            }
        }
    }

    fn shift_reduce(&self, n: usize, random: &mut Random) {
        let (kernel, q, limit) = (self.kernel, self.modulus.value(), 1u64 << self.kernel.word_bits());
        for c in [0, 1, q, limit / 2, limit - 1, random.word() % limit] {
            for a in [random.below(limit - c, n), vec![limit - 1 - c; n], vec![0; n]] {
                let expected: Vec<_> = a.iter().map(|&a| (a + c) % q).collect();
                self.check(&format!("shift by {c}"), &a, &expected, |m, a| kernel.shift_reduce(m, a, c));
                self.check(&format!("shift by {c} to another place"), &a, &expected, |m, a| {
                    let from = a.to_vec();
                    a.fill(W::truncate(u64::MAX));
                    kernel.shift_reduce_into(m, &from, a, c);
                });
            }
        }
    }

    fn subtract_lazy(&self, n: usize, random: &mut Random) {
        let (kernel, limit) = (self.kernel, 1u64 << self.kernel.word_bits());
        for c in [0, 1, limit / 2, limit - 1, random.word() % limit] {
            for (a, b) in [
                (random.below(limit - c, n), random.below(c + 1, n)),
                (vec![limit - 1 - c; n], vec![0; n]),
                (vec![0; n], vec![c; n]),
            ] {
                let expected: Vec<_> = a.iter().zip(&b).map(|(&a, &b)| a + c - b).collect();
                self.check(&format!("subtract from {c}"), &a, &expected, |_, a| kernel.subtract_lazy(a, &words(&b), c));
            }
        }
    }
}

fn product(a: u64, b: u64, q: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(q)) as u64
}
