//! Every operation over the emulated device against the CPU, word for word.
#![cfg(feature = "emulate")]

use papilio_cuda::{Arithmetic, Basis, BasisError, Emulation, EngineError, FiberOrder, Gpu, Words};
use papilio_field::{Modulus, prime};
use papilio_ntt::Plan;

/// Splitmix64 (S. Vigna), for words of tests.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }
}

/// The greatest primes of that many bits with roots for n words.
fn moduli(n: usize, bits: u32, count: usize) -> Vec<Modulus> {
    prime::descending(bits, 2 * n as u64).take(count).map(|q| Modulus::new(q).expect("a prime")).collect()
}

/// Polynomials whose words are uniform, the greatest ones, those of greatest magnitude of both
/// signs in turn, one word alone, and runs of zeros and of the greatest word, whose sums and
/// differences are the greatest that a thread can meet.
fn polynomials(n: usize, moduli: &[Modulus], random: &mut Random) -> Vec<u64> {
    let mut words = Vec::new();
    let runs = [0, 1, 2, 3, n.ilog2() - 4, n.ilog2() - 1];
    for kind in 0..4 + runs.len() {
        for q in moduli.iter().map(Modulus::value) {
            let half = [q / 2, q / 2 + 1];
            words.extend((0..n).map(|i| match kind {
                0 => random.word() % q,
                1 => q - 1,
                2 => half[i % 2],
                3 => u64::from(i == n - 1) * (q - 1),
                _ => (i >> runs[kind - 4] & 1) as u64 * (q - 1),
            }));
        }
    }
    words
}

fn on_cpu(words: &[u64], n: usize, moduli: &[Modulus], mut transform: impl FnMut(&Plan, &mut [u64])) -> Vec<u64> {
    let plans: Vec<_> = moduli.iter().map(|q| Plan::<u64>::new(*q, n).expect("a plan")).collect();
    let mut out = words.to_vec();
    out.chunks_exact_mut(n).zip(plans.iter().cycle()).for_each(|(limb, plan)| transform(plan, limb));
    out
}

/// Both directions of one basis, and the interval of factors.
fn transforms(gpu: &Gpu, n: usize, moduli: &[Modulus], arithmetic: Arithmetic) {
    let name = format!("n = {n}, {:?}, {arithmetic:?}", moduli[0].value());
    let basis = Basis::with_arithmetic(gpu, n, moduli, arithmetic).expect("a basis");
    let words = polynomials(n, moduli, &mut Random(n as u64));
    let mut on_device = Words::upload(gpu, &words);
    on_device.forward(&basis);
    let values = on_cpu(&words, n, moduli, |plan, limb| plan.forward(limb));
    assert!(on_device.to_host().expect("values") == values, "forward: {name}");
    on_device.inverse(&basis);
    assert!(on_device.to_host().expect("coefficients") == words, "there and back: {name}");
    // Words that are no values of something simple.
    let mut on_device = Words::upload(gpu, &words);
    on_device.inverse(&basis);
    let coefficients = on_cpu(&words, n, moduli, |plan, limb| plan.inverse(limb));
    assert!(on_device.to_host().expect("coefficients") == coefficients, "inverse: {name}");
}

#[test]
fn transforms_in_doubles() {
    let gpu = Gpu::emulated(Emulation::default());
    let _ = Emulation::factors();
    for (log, bits) in [(12, 30), (12, 50), (13, 49), (14, 50), (15, 47), (15, 50), (16, 50)] {
        transforms(&gpu, 1 << log, &moduli(1 << log, bits, 2), Arithmetic::Doubles);
    }
    let (outside, greatest) = Emulation::factors();
    assert_eq!(outside, 0, "factors beyond 2^52, up to {greatest} times a prime");
    // The interval is used: a bound that is never approached would show nothing.
    assert!(greatest > 2.0 && greatest < 4.0, "{greatest}");
}

#[test]
fn transforms_in_words() {
    let gpu = Gpu::emulated(Emulation::default());
    for (log, bits) in [(12, 62), (13, 61), (14, 50), (15, 62), (16, 62), (16, 30)] {
        transforms(&gpu, 1 << log, &moduli(1 << log, bits, 2), Arithmetic::Words);
    }
}

#[test]
fn threads_may_take_turns_in_any_order() {
    for order in [FiberOrder::Descending, FiberOrder::Shuffled] {
        let gpu = Gpu::emulated(Emulation { order, ..Emulation::default() });
        for arithmetic in [Arithmetic::Doubles, Arithmetic::Words] {
            for log in 12..=16 {
                transforms(&gpu, 1 << log, &moduli(1 << log, 50, 1), arithmetic);
            }
        }
    }
}

#[test]
fn operations_place_by_place() {
    let (gpu, n) = (Gpu::emulated(Emulation::default()), 4096);
    for bits in [20, 30, 49, 50, 51, 61, 62] {
        let moduli = moduli(n, bits, 3);
        let basis = Basis::with_arithmetic(&gpu, n, &moduli, Arithmetic::Words).expect("a basis");
        let (a, mut b) = (polynomials(n, &moduli, &mut Random(1)), polynomials(n, &moduli, &mut Random(2)));
        // The greatest words meet each other, and those of other kinds.
        b.rotate_left(5);
        for (word, q) in
            b.chunks_exact_mut(n).zip(moduli.iter().cycle()).flat_map(|(limb, q)| limb.iter_mut().map(move |w| (w, q)))
        {
            *word %= q.value();
        }
        let of = |operation: fn(&Modulus, u64, u64) -> u64| -> Vec<u64> {
            let limbs = a.chunks_exact(n).zip(b.chunks_exact(n)).zip(moduli.iter().cycle());
            limbs.flat_map(|((a, b), q)| a.iter().zip(b).map(move |(&a, &b)| operation(q, a, b))).collect()
        };
        let other = Words::upload(&gpu, &b);
        let mut sum = Words::upload(&gpu, &a);
        sum.add_assign(&basis, &other);
        assert!(sum.to_host().expect("sums") == of(|q, a, b| q.add(a, b)), "sums, {bits} bits");
        let mut difference = Words::upload(&gpu, &a);
        difference.subtract_assign(&basis, &other);
        assert!(difference.to_host().expect("differences") == of(|q, a, b| q.sub(a, b)), "differences, {bits} bits");
        let mut product = Words::upload(&gpu, &a);
        product.multiply_assign(&basis, &other);
        assert!(product.to_host().expect("products") == of(|q, a, b| q.mul(a, b)), "products, {bits} bits");
    }
}

#[test]
fn the_arithmetic_goes_by_device_and_primes() {
    let of = |ratio, bits| {
        let gpu = Gpu::emulated(Emulation { single_to_double_ratio: ratio, ..Emulation::default() });
        Basis::new(&gpu, 4096, &moduli(4096, bits, 1)).expect("a basis").arithmetic()
    };
    assert_eq!([of(2, 50), of(2, 51), of(64, 30)], [Arithmetic::Doubles, Arithmetic::Words, Arithmetic::Words]);
}

#[test]
fn requests_beyond_the_kernels_are_refused() {
    let gpu = Gpu::emulated(Emulation::default());
    let q = moduli(1 << 17, 49, 1);
    for n in [0, 1, 2048, 4097, 1 << 17] {
        assert_eq!(Basis::new(&gpu, n, &q).expect_err("a length"), BasisError::Length { n });
    }
    assert_eq!(Basis::new(&gpu, 4096, &[]).expect_err("no primes"), BasisError::NoPrimes);
    let great = moduli(4096, 51, 1);
    let error = Basis::with_arithmetic(&gpu, 4096, &great, Arithmetic::Doubles).expect_err("51 bits");
    assert!(error.to_string().contains("below 2^50") && error.to_string().contains(&great[0].value().to_string()), "{error}");
    let no_root = Modulus::new(65_537 * 3 + 2).or(Modulus::new(1_000_003)).expect("a prime");
    assert!(matches!(Basis::new(&gpu, 4096, &[no_root]), Err(BasisError::Domain(_))));
    let many = vec![q[0]; 65_536];
    assert_eq!(Basis::new(&gpu, 4096, &many).expect_err("primes"), BasisError::TooMany { primes: 65_536, limit: 65_535 });
}

#[test]
#[should_panic(expected = "4097 words are no polynomials of 8192")]
fn words_are_whole_polynomials() {
    let gpu = Gpu::emulated(Emulation::default());
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 2)).expect("a basis");
    Words::upload(&gpu, &[0; 4097]).forward(&basis);
}

#[test]
#[should_panic(expected = "another")]
fn words_and_basis_are_of_one_device() {
    let [gpu, other] = [(); 2].map(|()| Gpu::emulated(Emulation::default()));
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
    Words::upload(&other, &[0; 4096]).forward(&basis);
}

#[test]
fn memory_that_is_not_there_is_told_and_nothing_is_computed_after_it() {
    let gpu = Gpu::emulated(Emulation { memory: 200_000, ..Emulation::default() });
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
    let kept = Words::upload(&gpu, &[5; 4096]);
    let mut refused = Words::upload(&gpu, &[5; 40_960]);
    refused.forward(&basis);
    let by = EngineError::OutOfMemory { asked: 327_680, free: 200_000 - 2 * 32_768 - 48, total: 200_000 };
    for error in [refused.to_host(), kept.to_host()].map(|words| words.expect_err("a device that has failed")) {
        assert_eq!(error, EngineError::Poisoned { by: Box::new(by.clone()) });
    }
    assert!(matches!(Basis::new(&gpu, 4096, &moduli(4096, 49, 1)), Err(BasisError::Engine(EngineError::Poisoned { .. }))));
}

#[test]
fn a_lost_device_says_what_it_failed_at() {
    let gpu = Gpu::emulated(Emulation { lost_after: Some(3), ..Emulation::default() });
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
    let mut words = Words::upload(&gpu, &[1; 4096]);
    words.forward(&basis);
    assert!(gpu.synchronize().is_ok());
    words.inverse(&basis);
    let Err(EngineError::Poisoned { by }) = gpu.synchronize() else { panic!("work after the device was lost") };
    assert!(matches!(*by, EngineError::Device { operation: "a launch", .. }), "{by}");
}

#[test]
fn memory_is_given_back() {
    let gpu = Gpu::emulated(Emulation { memory: 100_000, ..Emulation::default() });
    for _ in 0..100 {
        assert_eq!(Words::upload(&gpu, &[3; 8192]).to_host().expect("words"), [3; 8192]);
    }
}
