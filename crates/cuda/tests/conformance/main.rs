//! Every operation over a device against the CPU, word for word: over the emulated one with the
//! feature `emulate`, and with the feature `device` over the one that there is.
#![cfg(any(feature = "emulate", feature = "device"))]

mod approximate;
mod automorphisms;
mod ceilings;
mod conversions;
#[cfg(all(feature = "emulate", target_os = "linux"))]
mod driver;
mod encrypted;
mod engine;
mod every_kernel;
mod field_transforms;
mod gadgets;
mod matrices;
mod pipes;
mod rows;
mod schemes;
mod secrets;
mod seed;
#[cfg(feature = "emulate")]
mod select;
mod slots;
mod stages;
mod sums;

#[cfg(feature = "emulate")]
use papilio_cuda::{Arithmetic, Basis, BasisError, DeviceWords, Emulation, EngineError, FiberOrder, Gpu};
#[cfg(not(feature = "emulate"))]
use papilio_cuda::{Arithmetic, Basis, BasisError, DeviceWords, Gpu};
use papilio_field::{Modulus, prime};
use papilio_ntt::Plan;
use seed::Random;

/// A device. Where one has to exist, there is no test without it.
#[cfg(feature = "device")]
fn gpu() -> Gpu {
    Gpu::open().expect("a device")
}

/// Whether tests are over the device that the driver has: always with the feature `device`, or else
/// with `PAPILIO_ENGINE=cuda`.
#[cfg(feature = "emulate")]
fn is_over_a_driver() -> bool {
    cfg!(feature = "device") || std::env::var_os("PAPILIO_ENGINE").is_some_and(|engine| engine == "cuda")
}

/// A device that does not exist, or the one that the driver has.
#[cfg(not(feature = "device"))]
fn gpu_like(emulation: Emulation) -> Gpu {
    if is_over_a_driver() { Gpu::open().expect("a device") } else { Gpu::emulated(emulation) }
}

/// A device that does not exist.
#[cfg(not(feature = "device"))]
fn gpu() -> Gpu {
    gpu_like(Emulation::default())
}

/// A device with so many limbs in a launch; one that exists has its own.
#[cfg(feature = "device")]
fn gpu_of_limbs(_: usize) -> Gpu {
    gpu()
}

/// A device with so many limbs in a launch.
#[cfg(not(feature = "device"))]
fn gpu_of_limbs(max_limbs: usize) -> Gpu {
    gpu_like(Emulation { max_limbs, ..Emulation::default() })
}

/// Devices whose threads take turns in other orders, with so many limbs in a launch; one that
/// exists has its own.
#[cfg(feature = "device")]
fn gpus_of_limbs(_: usize) -> [Gpu; 1] {
    [gpu()]
}

/// Devices whose threads take turns in other orders, with so many limbs in a launch.
#[cfg(not(feature = "device"))]
fn gpus_of_limbs(max_limbs: usize) -> [Gpu; 2] {
    [FiberOrder::Descending, FiberOrder::Shuffled].map(|order| gpu_like(Emulation { order, max_limbs, ..Emulation::default() }))
}

/// Devices whose threads take turns in every order, with so many limbs in a launch; one that exists
/// has its own.
#[cfg(feature = "device")]
fn gpus_of_every_order(max_limbs: usize) -> [Gpu; 1] {
    gpus_of_limbs(max_limbs)
}

/// Devices whose threads take turns in every order, with so many limbs in a launch.
#[cfg(not(feature = "device"))]
fn gpus_of_every_order(max_limbs: usize) -> [Gpu; 3] {
    let [descending, shuffled] = gpus_of_limbs(max_limbs);
    [gpu_of_limbs(max_limbs), descending, shuffled]
}

/// Devices that take doubles for primes below `2^50`, and words, whose threads take turns in other
/// orders; one that exists takes what it is faster in.
#[cfg(feature = "device")]
fn gpus_of_arithmetics() -> [Gpu; 1] {
    [gpu()]
}

/// Devices that take doubles for primes below `2^50`, and words, whose threads take turns in other
/// orders.
#[cfg(not(feature = "device"))]
fn gpus_of_arithmetics() -> [Gpu; 2] {
    [(2, FiberOrder::Descending), (64, FiberOrder::Shuffled)]
        .map(|(single_to_double_ratio, order)| gpu_like(Emulation { single_to_double_ratio, order, ..Emulation::default() }))
}

/// A device whose threads take turns in another order; those of one that exists have none.
#[cfg(feature = "device")]
fn shuffled_gpu() -> Gpu {
    gpu()
}

/// A device whose threads take turns in another order.
#[cfg(not(feature = "device"))]
fn shuffled_gpu() -> Gpu {
    gpu_like(Emulation { order: FiberOrder::Shuffled, ..Emulation::default() })
}

/// Devices that are faster in doubles and in words; one that exists has its own.
#[cfg(feature = "device")]
fn gpus_of_both_arithmetics() -> [Gpu; 1] {
    [gpu()]
}

/// Devices that are faster in doubles and in words.
#[cfg(not(feature = "device"))]
fn gpus_of_both_arithmetics() -> [Gpu; 2] {
    [2, 64].map(|single_to_double_ratio| gpu_like(Emulation { single_to_double_ratio, ..Emulation::default() }))
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
    let words = polynomials(n, moduli, &mut Random::new(n as u64));
    let mut on_device = DeviceWords::upload(gpu, &words).expect("memory");
    on_device.forward(&basis);
    let values = on_cpu(&words, n, moduli, |plan, limb| plan.forward(limb));
    assert!(on_device.to_host().expect("values") == values, "forward: {name}");
    on_device.inverse(&basis);
    assert!(on_device.to_host().expect("coefficients") == words, "there and back: {name}");
    // Words that are no values of something simple.
    let mut on_device = DeviceWords::upload(gpu, &words).expect("memory");
    on_device.inverse(&basis);
    let coefficients = on_cpu(&words, n, moduli, |plan, limb| plan.inverse(limb));
    assert!(on_device.to_host().expect("coefficients") == coefficients, "inverse: {name}");
}

#[test]
fn transforms_in_doubles() {
    let gpu = gpu();
    #[cfg(feature = "emulate")]
    let _ = Emulation::factors();
    for (log, bits) in [(12, 30), (12, 50), (13, 49), (14, 50), (15, 47), (15, 50), (16, 50)] {
        transforms(&gpu, 1 << log, &moduli(1 << log, bits, 2), Arithmetic::Doubles);
    }
    #[cfg(feature = "emulate")]
    {
        let (outside, greatest) = Emulation::factors();
        assert_eq!(outside, 0, "factors beyond 2^52, up to {greatest} times a prime");
        // The interval is used: a bound that is never approached would show nothing.
        assert!(is_over_a_driver() || greatest > 2.0 && greatest < 4.0, "{greatest}");
    }
}

#[test]
fn transforms_in_words() {
    let gpu = gpu();
    for (log, bits) in [(12, 62), (13, 61), (14, 50), (15, 62), (16, 62), (16, 30)] {
        transforms(&gpu, 1 << log, &moduli(1 << log, bits, 2), Arithmetic::Words);
    }
}

#[test]
#[cfg(feature = "emulate")]
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

/// Primes at which the estimate of a quotient is two too small for some products of great residues;
/// just below a power of two it never is.
const FAR_FROM_POWERS: [u64; 4] = [974_849, 1_043_218_433, 1_013_719_739_621_377, 2_524_916_803_726_491_649];

/// An operation on words of a basis with others.
type Operation = fn(&mut DeviceWords, &Basis, &DeviceWords);

#[test]
fn operations_place_by_place() {
    let (gpus, n) = (gpus_of_every_order(65_535), 4096);
    let far = FAR_FROM_POWERS.map(|q| Modulus::new(q).expect("a prime"));
    for moduli in [20, 30, 49, 50, 51, 61, 62].map(|bits| moduli(n, bits, 3)).into_iter().chain([far.to_vec()]) {
        let name = format!("{:?}", moduli.iter().map(Modulus::value).collect::<Vec<_>>());
        let primes = || moduli.iter().cycle().flat_map(|q| std::iter::repeat_n(q, n));
        let a = polynomials(n, &moduli, &mut Random::new(1));
        // Words of every kind meet those of the next, and random ones in the top eighth of the
        // residues each other.
        let mut b = a.clone();
        b.rotate_left(n * moduli.len() + 5);
        b.iter_mut().zip(primes()).for_each(|(word, q)| *word %= q.value());
        let mut random = Random::new(2);
        let great = |random: &mut Random| -> Vec<u64> {
            primes().take(n * moduli.len()).map(|q| q.value() - 1 - random.word() % (q.value() / 8)).collect()
        };
        let (a, b) = ([a, great(&mut random)].concat(), [b, great(&mut random)].concat());
        let of = |operation: fn(&Modulus, u64, u64) -> u64| -> Vec<u64> {
            a.iter().zip(&b).zip(primes()).map(|((&a, &b), q)| operation(q, a, b)).collect()
        };
        let operations: [(_, Operation, _); 3] = [
            ("sums", DeviceWords::add_assign, of(|q, a, b| q.add(a, b))),
            ("differences", DeviceWords::subtract_assign, of(|q, a, b| q.sub(a, b))),
            ("products", DeviceWords::multiply_assign, of(|q, a, b| q.mul(a, b))),
        ];
        for (order, gpu) in gpus.iter().enumerate() {
            let basis = Basis::with_arithmetic(gpu, n, &moduli, Arithmetic::Words).expect("a basis");
            let other = DeviceWords::upload(gpu, &b).expect("memory");
            for (what, operation, expected) in &operations {
                let mut found = DeviceWords::upload(gpu, &a).expect("memory");
                operation(&mut found, &basis, &other);
                assert!(found.to_host().expect("words") == *expected, "{what}, {name}, order {order}");
            }
        }
    }
}

/// More limbs than a launch has room for are several launches of whole polynomials.
#[test]
#[cfg(feature = "emulate")]
fn many_polynomials_are_several_launches() {
    let (n, moduli) = (4096, moduli(4096, 50, 3));
    for max_limbs in [3, 5, 6, 65_535] {
        let gpu = gpu_of_limbs(max_limbs);
        transforms(&gpu, n, &moduli, Arithmetic::Doubles);
        let basis = Basis::new(&gpu, n, &moduli).expect("a basis");
        let words = polynomials(n, &moduli, &mut Random::new(3));
        let (mut sum, other) =
            (DeviceWords::upload(&gpu, &words).expect("memory"), DeviceWords::upload(&gpu, &words).expect("memory"));
        sum.add_assign(&basis, &other);
        let primes = moduli.iter().cycle().flat_map(|q| std::iter::repeat_n(q, n));
        let twice: Vec<u64> = words.iter().zip(primes).map(|(&word, q)| q.add(word, word)).collect();
        assert!(sum.to_host().expect("sums") == twice, "{max_limbs} limbs");
        sum.subtract_assign(&basis, &other);
        assert!(sum.to_host().expect("differences") == words, "{max_limbs} limbs");
        let mut none = DeviceWords::upload(&gpu, &[]).expect("memory");
        none.forward(&basis);
        assert!(none.is_empty() && none.to_host() == Ok(Vec::new()));
    }
    let gpu = Gpu::emulated(Emulation { max_limbs: 2, ..Emulation::default() });
    assert_eq!(Basis::new(&gpu, n, &moduli).expect_err("primes"), BasisError::TooMany { primes: 3, limit: 2 });
}

/// Some primes of a basis, and some of these.
#[test]
fn ranges_of_a_basis_have_its_tables() {
    let (gpu, n, primes) = (gpu(), 4096, moduli(4096, 49, 4));
    for arithmetic in [Arithmetic::Doubles, Arithmetic::Words] {
        let all = Basis::with_arithmetic(&gpu, n, &primes, arithmetic).expect("a basis");
        for (basis, own) in [(all.range(1..3), &primes[1..3]), (all.range(1..4).range(1..2), &primes[2..3])] {
            assert_eq!((basis.moduli(), basis.limbs()), (own, own.len()));
            let words = polynomials(n, own, &mut Random::new(6));
            let mut on_device = DeviceWords::upload(&gpu, &words).expect("memory");
            on_device.forward(&basis);
            assert!(on_device.to_host().expect("values") == on_cpu(&words, n, own, |plan, limb| plan.forward(limb)));
            on_device.inverse(&basis);
            assert!(on_device.to_host().expect("coefficients") == words);
        }
    }
}

/// The least primes with roots, and primes of all sizes in one basis.
#[test]
fn primes_of_every_size() {
    let gpu = gpu();
    for (n, q) in [(4096, 40_961), (1 << 16, 786_433)] {
        let least = [Modulus::new(q).expect("a prime")];
        for arithmetic in [Arithmetic::Doubles, Arithmetic::Words] {
            transforms(&gpu, n, &least, arithmetic);
        }
    }
    let mixed: Vec<_> = [20, 30, 50].into_iter().flat_map(|bits| moduli(4096, bits, 1)).collect();
    transforms(&gpu, 4096, &mixed, Arithmetic::Doubles);
    let mixed: Vec<_> = [62, 20, 50].into_iter().flat_map(|bits| moduli(4096, bits, 1)).collect();
    transforms(&gpu, 4096, &mixed, Arithmetic::Words);
}

/// One device for several threads.
#[test]
fn threads_share_a_device() {
    fn shared<T: Send + Sync>() {}
    shared::<Gpu>();
    shared::<DeviceWords>();
    shared::<Basis>();
    let gpu = gpu();
    std::thread::scope(|scope| {
        for bits in [49, 50] {
            let gpu = gpu.clone();
            scope.spawn(move || transforms(&gpu, 4096, &moduli(4096, bits, 1), Arithmetic::Doubles));
        }
    });
}

#[test]
#[cfg(feature = "emulate")]
fn the_arithmetic_goes_by_device_and_primes() {
    let of = |ratio, bits| {
        let gpu = Gpu::emulated(Emulation { single_to_double_ratio: ratio, ..Emulation::default() });
        Basis::new(&gpu, 4096, &moduli(4096, bits, 1)).expect("a basis").arithmetic()
    };
    assert_eq!([of(2, 50), of(2, 51), of(64, 30)], [Arithmetic::Doubles, Arithmetic::Words, Arithmetic::Words]);
}

#[test]
fn requests_beyond_the_kernels_are_refused() {
    let gpu = gpu();
    let q = moduli(1 << 17, 49, 1);
    for n in [0, 1, 2048, 4097, 1 << 17] {
        assert_eq!(Basis::new(&gpu, n, &q).expect_err("a length"), BasisError::Length { n });
    }
    assert_eq!(Basis::new(&gpu, 4096, &[]).expect_err("no primes"), BasisError::NoPrimes);
    let great = moduli(4096, 51, 1);
    let error = Basis::with_arithmetic(&gpu, 4096, &great, Arithmetic::Doubles).expect_err("51 bits");
    assert!(error.to_string().contains("below 2^50") && error.to_string().contains(&great[0].value().to_string()), "{error}");
    let no_root = Modulus::new(1_000_003).expect("a prime");
    assert!(matches!(Basis::new(&gpu, 4096, &[no_root]), Err(BasisError::Domain(_))));
    let great = prime::descending(63, 8192).next();
    assert!(great.and_then(Modulus::new).is_none(), "moduli end at 62 bits, as the kernels do");
}

#[test]
#[should_panic(expected = "4097 words are no polynomials of 8192")]
fn words_are_whole_polynomials() {
    let gpu = gpu();
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 2)).expect("a basis");
    DeviceWords::upload(&gpu, &[0; 4097]).expect("memory").forward(&basis);
}

/// A call with operands of two devices panics, and names both.
fn names_two_devices(what: &str, beside: &str, call: impl FnOnce()) {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).expect_err("operands of two devices");
    let message = panic.downcast_ref::<String>().expect("a text");
    let (first, other) = message.split_once(", and ").expect("two devices");
    assert!(first.starts_with(&format!("{what} of the GPU ")), "{message}");
    let other = other.strip_prefix(&format!("{beside} of another, ")).expect("the other one");
    are_two_devices(&first[what.len() + " of the GPU ".len()..], other);
}

/// Texts that name two devices: kinds may be the same, numbers are not.
fn are_two_devices(first: &str, other: &str) {
    let [first, other] = [first, other].map(|text| {
        let (name, number) = text.strip_suffix(')').and_then(|text| text.split_once(" (number ")).expect("a number");
        assert_eq!(name, gpu().info().name);
        number.parse::<u64>().expect("a number")
    });
    assert_ne!(first, other);
}

#[test]
fn words_and_basis_are_of_one_device() {
    let gpus = [(); 2].map(|()| gpu());
    let bases = gpus.each_ref().map(|gpu| Basis::new(gpu, 4096, &moduli(4096, 49, 1)).expect("a basis"));
    let [mut words, other] = gpus.each_ref().map(|gpu| DeviceWords::upload(gpu, &[0; 4096]).expect("memory"));
    names_two_devices("words", "a basis", || words.forward(&bases[1]));
    names_two_devices("words", "other words", || words.add_assign(&bases[0], &other));
    words.forward(&bases[0]);
    assert_eq!(words.to_host().expect("values"), [0; 4096]);
}

/// Memory that was used, and is used again, has no words that look like results.
#[test]
fn words_of_any_value_are_residues_of_nothing() {
    let gpu = gpu();
    for len in [1, 5000, 0, 5000, 1] {
        let unspecified = DeviceWords::unspecified(&gpu, len).expect("memory");
        assert!(unspecified.to_host().expect("words").iter().all(|&word| word == u64::MAX), "{len} words");
        drop(unspecified);
        assert!(DeviceWords::upload(&gpu, &vec![7; len]).expect("memory").to_host().expect("words") == vec![7; len]);
    }
}

#[test]
#[cfg(feature = "emulate")]
fn memory_that_is_not_there_is_told_and_nothing_else_is_lost() {
    let gpu = Gpu::emulated(Emulation { memory: 200_000, ..Emulation::default() });
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
    let mut kept = DeviceWords::upload(&gpu, &[5; 4096]).expect("memory");
    let refused = DeviceWords::upload(&gpu, &[5; 40_960]).expect_err("more than there is");
    assert_eq!(refused, EngineError::OutOfMemory { asked: 327_680, free: 200_000 - 2 * 32_768 - 64, total: 200_000 });
    assert!(refused.to_string().contains("327680 bytes"), "{refused}");
    let second = Basis::new(&gpu, 1 << 16, &moduli(1 << 16, 49, 1)).expect_err("a basis of 512 KiB");
    assert!(matches!(second, BasisError::Engine(EngineError::OutOfMemory { .. })), "{second}");
    kept.forward(&basis);
    kept.inverse(&basis);
    assert_eq!(kept.to_host().expect("words"), [5; 4096]);
    // Lengths whose bytes no word counts.
    for len in [usize::MAX, 1 << 61, (1 << 61) + 4096, (1 << 61) - 1] {
        assert!(matches!(DeviceWords::unspecified(&gpu, len), Err(EngineError::OutOfMemory { .. })), "{len}");
    }
    // A device without any.
    let none = Gpu::emulated(Emulation { memory: 0, ..Emulation::default() });
    for _ in 0..2 {
        assert!(matches!(DeviceWords::upload(&none, &[]), Err(EngineError::OutOfMemory { asked: 0, free: 0, .. })));
    }
}

#[test]
#[cfg(feature = "emulate")]
fn a_lost_device_says_what_it_failed_at() {
    let gpu = Gpu::emulated(Emulation { lost_after: Some(3), ..Emulation::default() });
    let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
    let mut words = DeviceWords::upload(&gpu, &[1; 4096]).expect("memory");
    words.forward(&basis);
    assert!(gpu.synchronize().is_ok());
    words.inverse(&basis);
    let Err(EngineError::Poisoned { by }) = gpu.synchronize() else { panic!("work after the device was lost") };
    assert!(matches!(*by, EngineError::Device { operation: "a launch", .. }), "{by}");
    for error in [words.to_host().expect_err("no words"), DeviceWords::upload(&gpu, &[1]).expect_err("no more")] {
        assert_eq!(error, EngineError::Poisoned { by: by.clone() });
    }
}

/// Freed memory is kept by the emulated device, and given back before an allocation is refused;
/// work that has it still comes to its end before.
#[test]
#[cfg(feature = "emulate")]
fn memory_is_given_back() {
    for turns in 0..12 {
        let gpu = Gpu::emulated(Emulation { memory: 100_000 + 32_768 + 64, turns, ..Emulation::default() });
        let basis = Basis::new(&gpu, 4096, &moduli(4096, 49, 1)).expect("a basis");
        let mut random = Random::new(turns);
        for _ in 0..20 {
            let uploaded: Vec<u64> = (0..8192).map(|_| random.word() % basis.moduli()[0].value()).collect();
            let mut words = DeviceWords::upload(&gpu, &uploaded).expect("memory");
            words.forward(&basis);
            words.inverse(&basis);
            assert!(words.to_host().expect("words") == uploaded, "turns {turns}");
            // The words are freed while this waits.
            words.forward(&basis);
        }
        let refused = DeviceWords::unspecified(&gpu, 12_501).expect_err("more than there is");
        assert_eq!(refused, EngineError::OutOfMemory { asked: 100_008, free: 100_000, total: 132_832 });
        DeviceWords::unspecified(&gpu, 12_500).expect("all that there is");
    }
}
