//! Random circuits beside the field's own arithmetic.

use super::bench::{Bench, DEGREE, Pair, rotated, swapped, zip};
use crate::bfv::{galois_element, galois_element_row_swap};
use papilio_field::fields::{Bls12_381, Bn254, Goldilocks, P32, Stark252};
use papilio_ntt::dft::DftField;
use rand_core::Rng;

const OPERATIONS: u32 = 17;

impl<F: DftField> Bench<F> {
    fn pick(&mut self, below: usize) -> usize {
        self.rng.next_u32() as usize % below
    }

    /// An operation on one ciphertext of a pool, with another one where it takes two.
    fn step(&mut self, pool: &[Pair<F>], operation: u32) -> (&'static str, Pair<F>) {
        let (i, j) = (self.pick(pool.len()), self.pick(pool.len()));
        let (a, b) = (&pool[i], &pool[j]);
        match operation {
            0..6 => self.linear(a, b, operation),
            6..10 => self.with_plaintext(a, operation),
            10..13 => self.moved(a, operation),
            _ => self.other(a, b, operation),
        }
    }

    fn linear(&mut self, a: &Pair<F>, b: &Pair<F>, operation: u32) -> (&'static str, Pair<F>) {
        let Pair(mut x, v) = a.clone();
        let c = if operation == 4 { F::random(&mut self.rng) } else { -F::from_u64(3) };
        match operation {
            0 => ("sum", self.add(a, b)),
            1 => {
                self.bgv.sub_assign(&mut x, &b.0).expect("context");
                ("difference", Pair(x, zip(&v, &b.1, |a, b| a - b)))
            }
            2 => {
                self.bgv.neg_assign(&mut x).expect("context");
                ("negative", Pair(x, v.iter().map(|&v| -v).collect()))
            }
            3 => {
                self.bgv.mul_scalar_assign(&mut x, c).expect("context");
                ("small multiple", Pair(x, v.iter().map(|&v| c * v).collect()))
            }
            4 => {
                self.bgv.mul_scalar_by_factor_assign(&mut x, c).expect("context");
                ("multiple by factor", Pair(x, v.iter().map(|&v| c * v).collect()))
            }
            _ => {
                let sum = self.bgv.add_many(&[x, b.0.clone(), a.0.clone()]).expect("context");
                ("sum of many", Pair(sum, zip(&v, &b.1, |a, b| a + b + a)))
            }
        }
    }

    fn with_plaintext(&mut self, a: &Pair<F>, operation: u32) -> (&'static str, Pair<F>) {
        let Pair(mut x, v) = a.clone();
        let p = self.values();
        let plaintext = self.encode(&p);
        match operation {
            6 => {
                self.bgv.add_plain_assign(&mut x, &plaintext).expect("context");
                ("plaintext added", Pair(x, zip(&v, &p, |a, b| a + b)))
            }
            7 => {
                self.bgv.sub_plain_assign(&mut x, &plaintext).expect("context");
                ("plaintext subtracted", Pair(x, zip(&v, &p, |a, b| a - b)))
            }
            8 => ("plain product", Pair(self.bgv.mul_plain(&x, &plaintext).expect("level"), zip(&v, &p, |a, b| a * b))),
            _ => {
                let x = self.bgv.to_evaluation(x).expect("context");
                let mut sum = self.bgv.zero_ciphertext(x.level()).expect("context");
                let factor = self.bgv.prepare(&plaintext).expect("context");
                self.bgv.mul_plain_accumulate(&mut sum, &[(&x, &factor), (&x, &factor)]).expect("levels");
                (
                    "sum of plain products",
                    Pair(self.bgv.to_coefficient(sum).expect("context"), zip(&v, &p, |a, b| a * b + a * b)),
                )
            }
        }
    }

    fn moved(&mut self, Pair(x, v): &Pair<F>, operation: u32) -> (&'static str, Pair<F>) {
        match operation {
            10 => ("rotated", Pair(self.bgv.rotate_rows(x, 5, &self.galois).expect("keys"), rotated(v, 5))),
            11 => ("rows exchanged", Pair(self.bgv.rotate_columns(x, &self.galois).expect("key"), swapped(v))),
            _ => {
                let hoisted = self.bgv.hoist(&self.bgv.to_evaluation(x.clone()).expect("context")).expect("special primes");
                let images = [galois_element(DEGREE, 4), galois_element_row_swap(DEGREE)]
                    .map(|exponent| self.bgv.apply_hoisted(&hoisted, exponent, &self.galois).expect("key"));
                let sum = self.bgv.add_many(&images).expect("context");
                (
                    "hoisted",
                    Pair(self.bgv.to_coefficient(sum).expect("context"), zip(&rotated(v, 4), &swapped(v), |a, b| a + b)),
                )
            }
        }
    }

    fn other(&mut self, a: &Pair<F>, b: &Pair<F>, operation: u32) -> (&'static str, Pair<F>) {
        let Pair(mut x, v) = a.clone();
        match operation {
            13 => ("product", self.multiply(a, b)),
            14 => {
                let [p, q] = [a, b].map(|pair| self.bgv.to_evaluation(pair.0.clone()).expect("context"));
                let product = self.bgv.multiply_relinearize(&p, &q, &self.key).expect("key");
                ("product of values", Pair(self.bgv.to_coefficient(product).expect("context"), zip(&v, &b.1, |a, b| a * b)))
            }
            15 => ("square", self.square(a)),
            _ => {
                let level = 1 + self.pick(x.level());
                // Not so far that the modulus is none for the field.
                if self.bgv.parameters().basis().log2(level) > f64::from(F::BITS) + 12.0 {
                    self.bgv.mod_switch_to_assign(&mut x, level).expect("a level");
                }
                ("switched down", Pair(x, v))
            }
        }
    }
}

fn random_circuits<F: DftField>(bits: &[u32], special: usize, seeds: core::ops::Range<u64>) {
    for seed in seeds {
        let mut bench = Bench::<F>::new(bits, special, seed);
        let mut pool = vec![bench.fresh(), bench.fresh(), bench.fresh()];
        let mut alive = 0;
        for _ in 0..40 {
            let operation = bench.rng.next_u32() % OPERATIONS;
            let (what, result) = bench.step(&pool, operation);
            let sound = bench.check(&result, &format!("{what} (seed {seed})"));
            alive += u32::from(sound);
            let place = bench.pick(pool.len());
            pool[place] = if sound { result } else { bench.fresh() };
        }
        assert!(alive > 20, "seed {seed}: only {alive} of 40 results were alive");
    }
}

#[test]
fn circuits_over_p32() {
    random_circuits::<P32>(&[50; 8], 1, 0..4);
    random_circuits::<P32>(&[36, 40, 36, 45, 36, 36, 45, 45], 2, 4..6);
    random_circuits::<P32>(&[30, 61, 30, 31, 61, 61], 1, 6..8);
}

#[test]
fn circuits_over_goldilocks() {
    random_circuits::<Goldilocks>(&[50, 61, 47, 45, 50, 50, 50, 61], 1, 0..2);
}

#[test]
fn circuits_over_large_fields() {
    random_circuits::<Bn254>(&[50; 22], 4, 0..2);
    random_circuits::<Bls12_381>(&[60; 18], 3, 0..1);
    random_circuits::<Stark252>(&[50; 22], 4, 0..1);
}
