//! Times of whole calls against their prices:
//! `cargo run --release -p papilio-precompile --example prices`.
//!
//! The yardstick is the signature recovery at address 1, 3000 gas in 36 to 44 µs: 12 ns a unit of
//! gas.

use papilio_precompile::{Error, Operation, gas, prepare, run};
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds of the yardstick for a unit of gas.
const UNIT: f64 = 12.0;

fn main() {
    prepare();
    let all = std::env::args().any(|argument| argument == "--all");
    println!("{:44} {:>10} {:>10} {:>12}", "call", "ns", "gas", "of yardstick");
    for (n, q, width) in [(512, 12_289u64, 2), (1024, 12_289, 2), (256, 8_380_417, 4)] {
        for operation in Operation::ALL {
            let input = short(n, q, width, operation.vectors());
            let call = Call { run: &|input| run(operation, input), gas: gas(operation, &input) };
            report(&format!("{operation:?} {n} mod {q}"), &call, &input);
        }
    }
    let mut worst = [(0.0, String::new()), (0.0, String::new())];
    for case in cases() {
        for operation in Operation::ALL {
            let input = (case.input)(operation);
            let name = format!("{operation:?} {}", case.name);
            let call = Call { run: &|input| run(operation, input), gas: gas(operation, &input) };
            let ratio = if all { report(&name, &call, &input) } else { measure(&call, &input).1 };
            let worst = &mut worst[operation.vectors() - 1];
            if ratio > worst.0 {
                *worst = (ratio, name);
            }
        }
    }
    for (ratio, name) in worst {
        println!("dearest: {name}, {ratio:.2} of the yardstick");
    }
    #[cfg(feature = "experimental")]
    further();
}

/// The experimental operations.
#[cfg(feature = "experimental")]
fn further() {
    use papilio_precompile::experimental::{self, Operation};
    let call = |name: &str, operation: Operation, input: &[u8]| {
        let call = Call { run: &|input| experimental::run(operation, input), gas: experimental::gas(operation, input) };
        report(&format!("{operation:?} {name}"), &call, input);
    };
    let parameters = [
        (256, 8_380_417, 4, "ML-DSA"),
        (512, 12_289, 2, "Falcon"),
        (2, 0xFFFF_FFFF_0000_0001, 8, "Goldilocks"),
        (1024, 0xFFFF_FFFF_0000_0001, 8, "Goldilocks"),
    ];
    for (n, q, width, name) in parameters {
        call(&format!("{n} {name}"), Operation::Subtract, &short(n, q, width, 2));
        for (rows, columns) in [(1, 1), (1, 7), (4, 4), (6, 5), (8, 7), (7, 1)] {
            let input = [vec![rows, columns], short(n, q, width, usize::from((rows + 1) * columns))].concat();
            call(&format!("{rows} x {columns} of {n} {name}"), Operation::MultiplyAccumulate, &input);
        }
        if width < 8 {
            for norm in [0, 1] {
                call(&format!("{norm} {n} {name}"), Operation::Norm, &[vec![norm], short(n, q, width, 1)].concat());
            }
        }
    }
    for width in [16, 32] {
        for log in [1, 8] {
            let Some(header) = extended(0, log, width, Extreme::Least) else { continue };
            for (rows, columns) in [(1, 1), (4, 4), (1, 7), (7, 1)] {
                let body = vec![0; usize::from((rows + 1) * columns) * (width << log)];
                let input = [vec![rows, columns], header.clone(), body].concat();
                call(&format!("{rows} x {columns} of {} of {width} bytes", 1 << log), Operation::MultiplyAccumulate, &input);
            }
        }
    }
    for (length, message) in [(32u32, 0usize), (32, 200), (136, 100_000), (1 << 16, 10)] {
        let input = [&length.to_be_bytes()[..], &vec![1; message]].concat();
        call(&format!("{length} of {message}"), Operation::Shake256, &input);
    }
}

type Outcome = Result<Vec<u8>, Error>;

/// A call to be measured.
struct Call<'a> {
    run: &'a dyn Fn(&[u8]) -> Outcome,
    gas: u64,
}

struct Case {
    name: String,
    input: Box<dyn Fn(Operation) -> Vec<u8>>,
}

/// Every form, kind, width and length, with the moduli that take longest to prepare.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for log in 1..=16 {
        for (q, width) in primes(log) {
            let name = format!("S {} mod {q}, {width} bytes", 1 << log);
            cases.push(Case { name, input: Box::new(move |operation| short(1 << log, q, width, operation.vectors())) });
        }
    }
    for width in [2usize, 4, 8, 16, 32] {
        let limit = match width {
            32 => 13,
            16 => 14,
            _ => 16,
        };
        for log in 1..=limit {
            for (kind, name) in ["negacyclic", "cyclic", "incomplete", "complex"].into_iter().enumerate() {
                for (extreme, size) in [(Extreme::Greatest, "greatest"), (Extreme::Least, "least")] {
                    let Some(header) = extended(kind as u8, log, width, extreme) else { continue };
                    let name = format!("X {name} {} of {width} bytes, {size}", 1u32 << log);
                    let body = (1usize << log) * width;
                    let input = move |operation: Operation| [&header[..], &vec![0; body * operation.vectors()]].concat();
                    cases.push(Case { name, input: Box::new(input) });
                }
            }
        }
    }
    cases
}

/// Primes that are 1 modulo twice the length: the greatest and the least of a width, and one
/// without small non-residues.
fn primes(log: u32) -> Vec<(u64, usize)> {
    let step = 2u64 << log;
    let below = |top: u64| (0..).map(|i| top / step * step + 1 - i * step).find(|&q| papilio_field::prime::is_prime(q));
    let above = |bottom: u64| (1..).map(|i| bottom / step * step + 1 + i * step).find(|&q| papilio_field::prime::is_prime(q));
    let mut primes = Vec::new();
    primes.extend(below(0xFFFF - step).filter(|&q| log < 12 && q > step).into_iter().flat_map(|q| [(q, 2), (q, 8)]));
    primes.extend(below(0xFFFF_FFFF - step).into_iter().flat_map(|q| [(q, 4), (q, 8)]));
    primes.extend(below(u64::MAX - step).map(|q| (q, 8)));
    primes.extend(above(1 << 32).map(|q| (q, 8)));
    // Squares modulo the primes below 50 and 1 modulo 8: one chance in 2^15.
    let squares =
        |q: u64| [3u64, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47].iter().all(|&p| (1..p).any(|x| x * x % p == q % p));
    let step = step.max(8);
    primes.extend(
        (0..1 << 22)
            .map(|i| (u64::MAX / step - 1 - i) * step + 1)
            .find(|&q| squares(q) && papilio_field::prime::is_prime(q))
            .map(|q| (q, 8)),
    );
    primes
}

fn short(n: u32, q: u64, width: usize, vectors: usize) -> Vec<u8> {
    [&n.to_be_bytes()[..], &q.to_be_bytes(), &vec![0; n as usize * width * vectors]].concat()
}

/// The moduli of a width that a price is measured for.
#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    Least,
    Greatest,
}

/// A header in form X: `q = x^(2^k) + 1` near the top of a width or its bottom has a root for every
/// shorter length. Over pairs, a root exists for lengths up to 4 modulo any such number that is 3
/// modulo 4; the Mersenne prime stands for the others.
fn extended(kind: u8, log: u32, width: usize, modulus: Extreme) -> Option<Vec<u8>> {
    use num_bigint::BigUint;
    let one = BigUint::from(1u32);
    let be = |x: &BigUint| {
        let bytes = x.to_bytes_be();
        [vec![0; width - bytes.len()], bytes].concat()
    };
    if kind == 3 {
        let q = match width {
            4 => (&one << 31u32) - 1u32,
            8 => (&one << 61u32) - 1u32,
            16 => (&one << 127u32) - 1u32,
            _ => return None,
        };
        let (re, im) = gaussian_root(&q, log)?;
        return Some([vec![1, kind, log as u8, width as u8], be(&q), be(&re), be(&im)].concat())
            .filter(|_| modulus == Extreme::Greatest);
    }
    // A product of primes that have roots: the greatest below 2^16, 2^32 and 2^63, and as many as
    // the width holds.
    let levels = if kind == 0 { log } else { log - 1 };
    let step = 2u64 << levels;
    let top: u64 = match width {
        2 => 0xFFFF,
        4 => 0xFFFF_FFFF,
        _ => u64::MAX,
    };
    let count = if width > 8 { width / 8 } else { 1 };
    let bottom: u64 = match width {
        2 => 2,
        4 => 1 << 16,
        _ => 1 << 32,
    };
    // The least product of a width of several words has its primes just above the square root of
    // the top.
    let bottom = if width > 8 { 1 << 33 } else { bottom };
    let count = if modulus == Extreme::Least && width > 8 { width / 16 * 2 } else { count };
    let mut primes = Vec::new();
    let mut candidate = match modulus {
        Extreme::Least => bottom / step * step + 1,
        Extreme::Greatest => (top / step - 1) * step + 1,
    };
    for _ in 0..1 << 16 {
        if candidate > 2 && candidate < top && papilio_field::prime::is_prime(candidate) {
            primes.push(candidate);
            if primes.len() == count {
                break;
            }
        }
        candidate = match modulus {
            Extreme::Least => candidate.checked_add(step)?,
            Extreme::Greatest => candidate.checked_sub(step)?,
        };
    }
    if primes.len() < count {
        return None;
    }
    let (mut q, mut root) = (one.clone(), BigUint::ZERO);
    for p in primes {
        let p = BigUint::from(p);
        let half = BigUint::from(1u32) << levels;
        let x = (2u32..500)
            .map(|a| BigUint::from(a).modpow(&((&p - 1u32) / step), &p))
            .find(|x| x.modpow(&half, &p) == &p - 1u32)?;
        let inverse = (&q % &p).modpow(&(&p - 2u32), &p);
        let lift = (x + &p - &root % &p) * inverse % &p;
        root += &q * lift;
        q *= p;
    }
    let fits = q.bits() <= 8 * width as u64 && (width == 2 || q.bits() > 4 * width as u64);
    fits.then(|| [vec![1, kind, log as u8, width as u8], be(&q), be(&root)].concat())
}

/// `θ` with `θ^(n/2) = i` modulo a Mersenne prime, where the powers of `2 + i` or another have
/// every order that is needed.
fn gaussian_root(q: &num_bigint::BigUint, log: u32) -> Option<(num_bigint::BigUint, num_bigint::BigUint)> {
    use num_bigint::BigUint;
    let mul = |(a, b): &(BigUint, BigUint), (c, d): &(BigUint, BigUint)| ((a * c + (q - b) * d) % q, (a * d + b * c) % q);
    let power = |x: &(BigUint, BigUint), e: &BigUint| {
        (0..e.bits()).rev().fold((BigUint::from(1u32), BigUint::ZERO), |power, i| {
            let square = mul(&power, &power);
            if e.bit(i) { mul(&square, x) } else { square }
        })
    };
    let order = (q * q - 1u32) >> (log + 1);
    let quarter = BigUint::from(1u32) << (log - 1);
    (1u32..200).find_map(|re| {
        let x = power(&(BigUint::from(re), BigUint::from(1u32)), &order);
        let conjugate = (x.0.clone(), (q - &x.1) % q);
        let inverse = power(&x, &((BigUint::from(1u32) << (log + 1)) - 1u32));
        [x, conjugate, inverse].into_iter().find(|x| power(x, &quarter) == (BigUint::ZERO, BigUint::from(1u32)))
    })
}

/// Prints a line, and gives the time for a unit of gas in yardsticks.
fn report(name: &str, call: &Call<'_>, input: &[u8]) -> f64 {
    let (time, ratio) = measure(call, input);
    println!("{name:44} {time:10.0} {:10} {ratio:12.2}", call.gas);
    ratio
}

/// The least time of some samples, and the time for a unit of gas in yardsticks.
fn measure(call: &Call<'_>, input: &[u8]) -> (f64, f64) {
    let outcome = (call.run)(input);
    assert!(outcome.is_ok(), "{outcome:?}");
    let sample = |count: u32| {
        let start = Instant::now();
        (0..count).for_each(|_| drop(black_box((call.run)(black_box(input)))));
        start.elapsed().as_nanos() as f64 / f64::from(count)
    };
    // Samples short enough that some of them are not interrupted.
    let count = (20_000.0 / sample(1)).clamp(1.0, 64.0) as u32;
    let least = (0..40).map(|_| sample(count)).fold(f64::MAX, f64::min);
    (least, least / call.gas as f64 / UNIT)
}
