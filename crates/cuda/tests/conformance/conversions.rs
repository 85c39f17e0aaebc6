//! Conversions from some primes to others.

use crate::{FAR_FROM_POWERS, Random, moduli};
use papilio_cuda::{Conversion, DeviceWords, Gpu};
use papilio_field::Modulus;
use papilio_ntt::Kernel;
use papilio_ring::{BasisConverter, WholePart};

const N: usize = 4096;

/// Residues: uniform ones, the greatest, zeros, those of small integers of either sign, and those
/// around half of each prime.
fn residues(primes: &[Modulus], random: &mut Random) -> Vec<u64> {
    let halves = |q: &Modulus| q.value() / 2;
    let word = |(q, i): (&Modulus, usize)| match i % 8 {
        0 => q.value() - 1,
        1 => 0,
        2 => halves(q),
        3 => halves(q) + 1,
        4 => (i as u64) % q.value(),
        5 => q.value() - 1 - (i as u64) % 7,
        _ => random.word() % q.value(),
    };
    primes.iter().flat_map(|q| (0..N).map(move |i| (q, i))).map(word).collect()
}

/// Words of two polynomials on both sides, with and without others that are added.
fn conforms(gpu: &Gpu, converter: &BasisConverter) {
    let of = |primes: &[Modulus], seed| -> Vec<u64> {
        let mut random = Random::new(seed);
        [residues(primes, &mut random), residues(primes, &mut random)].concat()
    };
    let from: Vec<_> = converter.sources().iter().map(|source| source.modulus).collect();
    let to: Vec<_> = converter.targets().iter().map(|target| target.modulus).collect();
    let (words, own, plus) = (of(&from, 1), of(&to, 2), of(&to, 3));
    let tables = Conversion::new(gpu, converter).expect("tables");
    assert_eq!((tables.sources(), tables.targets()), (from.len(), to.len()));
    let on_device = DeviceWords::upload(gpu, &words).expect("memory");
    let other = DeviceWords::upload(gpu, &plus).expect("memory");
    for added in [false, true] {
        let mut result = DeviceWords::upload(gpu, &own).expect("memory");
        result.convert(&tables, N, &on_device, added.then_some(&other));
        let mut expected = own.clone();
        let polynomials = words.chunks(N * from.len()).zip(plus.chunks(N * to.len()));
        for ((words, plus), out) in polynomials.zip(expected.chunks_mut(N * to.len())) {
            converter.apply_plus(words, out, added.then_some(plus));
        }
        let name = (from.len(), from[0].value(), to.len(), to[0].value(), converter.whole_part());
        assert!(result.to_host().expect("words") == expected, "{name:?}, {added}");
    }
}

/// Sources and targets of some bits, of one descending list for each size.
fn split(sources: &[(u32, usize)], targets: &[(u32, usize)]) -> [Vec<Modulus>; 2] {
    let of = |sizes: &[(u32, usize)], skip: bool| {
        let primes = |&(bits, count)| {
            let skipped = if skip { sources.iter().filter(|&&(other, _)| other == bits).map(|&(_, n)| n).sum() } else { 0 };
            moduli(N, bits, skipped + count).split_off(skipped)
        };
        sizes.iter().flat_map(primes).collect()
    };
    [of(sources, false), of(targets, true)]
}

#[test]
fn conversions_are_those_of_the_cpu() {
    // With 3 the two polynomials of most conversions are two launches.
    for gpu in [crate::gpu()].into_iter().chain(crate::gpus_of_limbs(3)) {
        let mut rounded = 0;
        for (sources, targets) in [
            (&[(49, 3)][..], &[(49, 5)][..]),
            (&[(49, 6)], &[(49, 4)]),
            (&[(30, 1)], &[(50, 1)]),
            (&[(60, 1)], &[(60, 2)]),
            (&[(62, 1)], &[(62, 9)]),
            // Sums that are reduced on the way, and that end where they are.
            (&[(62, 8)], &[(62, 2)]),
            (&[(62, 9)], &[(62, 3)]),
            (&[(50, 17), (40, 2)], &[(61, 1), (30, 1), (49, 1)]),
        ] {
            let [from, to] = split(sources, targets);
            for converter in [
                BasisConverter::extend(&from, &to),
                BasisConverter::scale_and_round(&from, &to, |_| 1),
                BasisConverter::scale_and_round(&from, &to, |p| p.reduce(65_537)),
            ] {
                conforms(&gpu, &converter);
                rounded += usize::from(!matches!(converter.whole_part(), WholePart::Compared));
            }
        }
        assert!(rounded >= 16, "{rounded} converters with fractions");
    }
}

/// Digits whose fractions add up to just above a half of the product, or of three, by each of them
/// less than a unit: rounded down one by one they come to less than a half, and rounded down
/// together they do not.
#[test]
fn fractions_are_rounded_as_the_kernel_of_the_host_does() {
    let [from, to] = split(&[(49, 2)], &[(49, 5)]);
    let converter = BasisConverter::extend(&from, &to);
    let (bits, shift, together) = match converter.whole_part() {
        WholePart::RoundedEach { bits, shift } => (bits, shift, false),
        WholePart::RoundedSum { bits, shift } => (bits, shift, true),
        WholePart::Compared => panic!("two sources"),
    };
    let named = std::env::var("PAPILIO_KERNEL").unwrap_or_default();
    let in_doubles = ["avx2fma", "avx512"].contains(&&*named) && Kernel::<u64>::named(&named).is_some();
    assert!(together || !in_doubles, "kernel {named} rounds sums");
    let [first, second] = [0, 1].map(|i| &converter.sources()[i]);
    let mut random = Random::new(5);
    let (mut words, mut differ) = (vec![0; 2 * N], 0);
    for i in 0..N {
        let tie = u128::from(1 + 2 * (i as u64 % 2)) << (bits + shift - 1);
        // The first digit leaves no more than the second one has.
        let digits = std::iter::repeat_with(|| random.word() % first.modulus.value()).find_map(|y| {
            let rest = tie.checked_sub(u128::from(y) * u128::from(first.reciprocal))?;
            let other = u64::try_from(rest.div_ceil(u128::from(second.reciprocal))).ok()?;
            (other < second.modulus.value()).then_some([y, other])
        });
        let Some(digits) = digits else { unreachable!("digits without end") };
        let products = [first, second].map(|source| u128::from(source.reciprocal));
        let [a, b] = [0, 1].map(|k| u128::from(digits[k]) * products[k]);
        differ += usize::from((a >> bits) + (b >> bits) < tie >> bits && (a + b) >> bits >= tie >> bits);
        for (k, source) in [first, second].into_iter().enumerate() {
            words[k * N + i] = source.modulus.mul(digits[k], source.modulus.inverse(source.digit));
        }
    }
    assert!(differ > N / 2, "{differ} of {N} coefficients tell both ways apart");
    let mut expected = vec![0; 5 * N];
    converter.apply(&words, &mut expected);
    for gpu in crate::gpus_of_every_order(65_535) {
        let mut result = DeviceWords::unspecified(&gpu, 5 * N).expect("memory");
        let on_device = DeviceWords::upload(&gpu, &words).expect("memory");
        result.convert(&Conversion::new(&gpu, &converter).expect("tables"), N, &on_device, None);
        assert!(result.to_host().expect("words") == expected, "{:?}", converter.whole_part());
    }
}

/// Sums of many products, and primes at which the estimate of the quotient by 128 bits is too
/// small.
#[test]
fn many_sources_and_primes_far_from_powers_of_two() {
    let far = FAR_FROM_POWERS.map(|q| Modulus::new(q).expect("a prime"));
    for gpu in crate::gpus_of_every_order(65_535) {
        conforms(&gpu, &BasisConverter::extend(&moduli(N, 62, 64), &far));
        conforms(&gpu, &BasisConverter::extend(&far[1..], &moduli(N, 61, 2)));
    }
}

#[test]
#[should_panic(expected = "words of polynomials of 3 limbs")]
fn words_are_whole_polynomials_of_the_sources() {
    let gpu = crate::gpu();
    let [from, to] = split(&[(49, 3)], &[(49, 2)]);
    let tables = Conversion::new(&gpu, &BasisConverter::extend(&from, &to)).expect("tables");
    let words = DeviceWords::unspecified(&gpu, 4 * N).expect("memory");
    DeviceWords::unspecified(&gpu, 2 * N).expect("memory").convert(&tables, N, &words, None);
}

#[test]
#[should_panic(expected = "0 words of a limb")]
fn limbs_have_words() {
    let gpu = crate::gpu();
    let [from, to] = split(&[(49, 3)], &[(49, 2)]);
    let tables = Conversion::new(&gpu, &BasisConverter::extend(&from, &to)).expect("tables");
    let none = DeviceWords::unspecified(&gpu, 0).expect("memory");
    DeviceWords::unspecified(&gpu, 0).expect("memory").convert(&tables, 0, &none, None);
}

#[test]
fn words_and_conversion_are_of_one_device() {
    let [gpu, other] = [(); 2].map(|()| crate::gpu());
    let [from, to] = split(&[(49, 3)], &[(49, 2)]);
    let tables = Conversion::new(&other, &BasisConverter::extend(&from, &to)).expect("tables");
    let words = DeviceWords::unspecified(&gpu, 3 * N).expect("memory");
    let mut result = DeviceWords::unspecified(&gpu, 2 * N).expect("memory");
    crate::names_two_devices("words", "a conversion", || result.convert(&tables, N, &words, None));
}
