//! Agreement with the definitions, for all kinds, widths and moduli.

use crate::suite::parameters::{Parameters, all, goldilocks, prime_root};
use crate::suite::{Numbers, bytes, folded, forward, integers, ring_product, run, short};
use num_bigint::BigUint;
use papilio_precompile::{Kind, Operation};

#[test]
fn transforms_are_values_and_go_back() {
    for p in all() {
        let mut numbers = Numbers(p.n as u64);
        for _ in 0..3 {
            let a = numbers.residues(&p.q, p.n);
            let values = run(&p, Operation::Forward, &[&a]);
            assert_eq!(values, forward(&p, &a), "{p:?}");
            assert_eq!(run(&p, Operation::Inverse, &[&values]), a, "{p:?}");
        }
    }
}

#[test]
fn products_are_those_of_the_ring() {
    for p in all() {
        let mut numbers = Numbers(p.n as u64 + 1);
        let (a, b) = (numbers.residues(&p.q, p.n), numbers.residues(&p.q, p.n));
        let [x, y] = [&a, &b].map(|a| run(&p, Operation::Forward, &[&folded(p.kind, a)]));
        let product = run(&p, Operation::Inverse, &[&run(&p, Operation::Multiply, &[&x, &y])]);
        assert_eq!(product, folded(p.kind, &ring_product(&p, &a, &b)), "{p:?}");
    }
}

#[test]
fn sums_are_sums() {
    for p in all() {
        let mut numbers = Numbers(p.n as u64 + 2);
        let (a, b) = (numbers.residues(&p.q, p.n), numbers.residues(&p.q, p.n));
        let expected: Vec<_> = a.iter().zip(&b).map(|(a, b)| (a + b) % &p.q).collect();
        assert_eq!(run(&p, Operation::Add, &[&a, &b]), expected, "{p:?}");
    }
}

#[test]
fn products_of_complete_kinds_are_elementwise_whatever_the_root() {
    for p in all().into_iter().filter(|p| matches!(p.kind, Kind::Negacyclic | Kind::Cyclic)) {
        let mut numbers = Numbers(p.n as u64 + 3);
        let (a, b) = (numbers.residues(&p.q, p.n), numbers.residues(&p.q, p.n));
        let expected: Vec<_> = a.iter().zip(&b).map(|(a, b)| a * b % &p.q).collect();
        let other = Parameters { root: [&p.q + 0u32, BigUint::ZERO], ..p.clone() };
        assert_eq!(run(&p, Operation::Multiply, &[&a, &b]), expected, "{p:?}");
        assert_eq!(run(&other, Operation::Multiply, &[&a, &b]), expected, "{p:?}");
    }
}

/// Form S is form X with the least root.
#[test]
fn the_forms_agree() {
    let small = [(5u64, 2), (17, 8), (97, 16), (97, 4), (3329, 128), (7681, 256), (12_289, 512), (40_961, 1024)];
    let large = [(8_380_417, 256), (2_013_265_921, 64), (2_130_706_433, 64), (4_293_918_721, 32), (4_294_967_297 + 4 * 36, 2)];
    let fields = small.into_iter().chain(large).map(|(q, n)| (BigUint::from(q), n)).chain([(goldilocks(), 64)]);
    for (q, n) in fields.filter(|(q, _)| papilio_field::prime::is_prime(q.iter_u64_digits().next().unwrap_or(0))) {
        let root = prime_root(&q, n);
        let square = &root * &root % &q;
        let roots = core::iter::successors(Some(root.clone()), |x| Some(x * &square % &q)).take(n);
        let p = Parameters::new(Kind::Negacyclic, n, q.clone(), roots.min().unwrap_or_default());
        let word = q.iter_u64_digits().next().unwrap_or(0);
        let a = Numbers(n as u64).residues(&q, n);
        for operation in [Operation::Forward, Operation::Inverse] {
            let expected = run(&p, operation, &[&a]);
            for width in [p.width, 8] {
                let output = papilio_precompile::run(operation, &short(n as u32, word, &bytes(&a, width)));
                assert_eq!(integers(&output.expect("an output"), width), expected, "{operation:?} of {p:?}, {width} bytes");
            }
        }
    }
}

/// FIPS 203 with its root 17, against the plan of that standard.
#[test]
fn ml_kem() {
    let p = Parameters::new(Kind::Incomplete, 256, BigUint::from(3329u32), BigUint::from(17u32));
    let plan = papilio_ntt::lattice::ml_kem().expect("a plan");
    let a = Numbers(1).residues(&p.q, 256);
    let mut expected: Vec<u32> = a.iter().map(|x| x.iter_u32_digits().next().unwrap_or(0)).collect();
    plan.forward(&mut expected);
    assert_eq!(run(&p, Operation::Forward, &[&a]), expected.iter().map(|&x| BigUint::from(x)).collect::<Vec<_>>());
}

/// The longest transforms go back, and a short polynomial has the values of the definition.
#[test]
fn the_greatest_lengths() {
    let fields = [
        (BigUint::from(2_013_265_921u64), 1 << 16),
        (goldilocks(), 1 << 16),
        (&goldilocks() * 2_013_265_921u64, 1 << 14),
        (crate::suite::parameters::stark(), 1 << 13),
    ];
    for (q, n) in fields {
        // Where q is composite this is a square root of a root of 1 only by luck; the powers of two
        // of both primes suffice.
        let root = if q.bits() == 95 { composite_root(n) } else { prime_root(&q, n) };
        let p = Parameters::new(Kind::Negacyclic, n, q, root);
        let mut a = vec![BigUint::ZERO; n];
        (a[0], a[1], a[2]) = (BigUint::from(3u32), &p.q - 1u32, BigUint::from(5u32));
        let values = run(&p, Operation::Forward, &[&a]);
        for i in [0, 1, 2, n / 2, n - 1] {
            let exponent = 2 * (i.reverse_bits() >> (usize::BITS - n.trailing_zeros())) + 1;
            let x = p.root[0].modpow(&BigUint::from(exponent), &p.q);
            assert_eq!(values[i], (5u32 * &x * &x + (&p.q - 1u32) * &x + 3u32) % &p.q);
        }
        assert_eq!(run(&p, Operation::Inverse, &[&values]), a);
    }
}

fn composite_root(n: usize) -> BigUint {
    let (a, b) = (goldilocks(), BigUint::from(2_013_265_921u64));
    let (x, y) = (prime_root(&a, n), prime_root(&b, n));
    let inverse = (&a % &b).modpow(&(&b - 2u32), &b);
    let lift = (y + &b - &x % &b) * inverse % &b;
    x + a * lift
}
