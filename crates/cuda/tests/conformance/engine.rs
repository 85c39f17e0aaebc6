//! Polynomials on a device: every operation of an engine against the CPU, and what
//! failed is told by the words that were not computed, and by no others.

use crate::Random;
use crate::gadgets::poly;
use papilio_cuda::Gpu;
use papilio_field::Modulus;
use papilio_ring::engine::KeySwitchEngine;
use papilio_ring::gadget::{Gadget, GadgetForm, GadgetMatrix, KeyRows};
use papilio_ring::scaled_product::ScaledProduct;
use papilio_ring::{Automorphism, Coefficient, Evaluation, Form, ModulusSwitch, Poly, RnsBasis};

const N: usize = 4096;

/// Primes of these bits.
pub(crate) fn basis(bits: &[u32]) -> RnsBasis {
    RnsBasis::new(N, &RnsBasis::choose_moduli(N, bits, 0).expect("primes")).expect("a basis")
}

fn on<S: Form>(gpu: &Gpu, poly: &Poly<S>) -> Poly<S, Gpu> {
    poly.to(gpu).expect("memory")
}

fn same<S: Form>(name: &str, device: &Poly<S, Gpu>, host: &Poly<S>) {
    assert_eq!([device.level(), device.degree()], [host.level(), host.degree()], "{name}");
    assert!(device.to_host().expect("words").residues() == host.residues(), "{name}");
}

/// Operations of either form.
pub(crate) fn linear<S: GadgetForm>(gpu: &Gpu, basis: &RnsBasis, random: &mut Random) {
    let limbs = basis.limbs();
    for level in 1..=limbs {
        let [a, b] = [(); 2].map(|()| poly::<S>(basis, level, random));
        let longer = [(); 3].map(|()| poly::<S>(basis, limbs, random));
        let [a_words, b_words] = [&a, &b].map(|x| on(gpu, x));
        let longer_words = longer.each_ref().map(|x| on(gpu, x));
        let scalars: Vec<Vec<u64>> = (0..3)
            .map(|i| basis.moduli(limbs).map(|m| if i == 0 { m.value() - 1 } else { random.word() % m.value() }).collect())
            .collect();
        let check = |name: &str, device: &dyn Fn(&mut Poly<S, Gpu>), host: &dyn Fn(&mut Poly<S>)| {
            let (mut found, mut expected) = (a_words.clone(), a.clone());
            device(&mut found);
            host(&mut expected);
            let name = format!("{name}, values {}, level {level} of {limbs}", S::IS_EVALUATION);
            same(&name, &found, &expected);
            // The polynomial that was copied is as it was.
            same(&name, &a_words, &a);
        };
        check("a sum", &|x| x.add_assign(basis, &b_words), &|x| x.add_assign(basis, &b));
        check("a difference", &|x| x.sub_assign(basis, &b_words), &|x| x.sub_assign(basis, &b));
        check("of itself", &|x| x.sub_assign(basis, &a_words), &|x| x.sub_assign(basis, &a));
        check("a negative", &|x| x.neg_assign(basis), &|x| x.neg_assign(basis));
        check("a multiple", &|x| x.scale_assign(basis, &scalars[0]), &|x| x.scale_assign(basis, &scalars[0]));
        check("less primes", &|x| x.truncate(level.div_ceil(2)), &|x| x.truncate(level.div_ceil(2)));
        let terms: Vec<_> = scalars.iter().map(|c| &**c).zip(&longer_words).collect();
        let host_terms: Vec<_> = scalars.iter().map(|c| &**c).zip(&longer).collect();
        check("multiples", &|x| x.add_multiples_assign(basis, &terms), &|x| x.add_multiples_assign(basis, &host_terms));
        for exponent in [1, 5, 2 * N - 1] {
            let by = Automorphism::new(N, exponent);
            check("an image", &|x| *x = by.apply(basis, x), &|x| *x = by.apply(basis, x));
        }
    }
}

/// Products of values, changes of form, divisions.
pub(crate) fn products(gpu: &Gpu, basis: &RnsBasis, random: &mut Random) {
    let limbs = basis.limbs();
    for level in 1..=limbs {
        let name = format!("level {level} of {limbs}");
        let x = poly::<Coefficient>(basis, level, random);
        let (values, words) = (x.to_evaluation(basis), on(gpu, &x));
        same(&name, &words.to_evaluation(basis), &values);
        same(&name, &words.clone().into_evaluation(basis), &values);
        same(&name, &on(gpu, &values).to_coefficient(basis), &x);
        same(&name, &on(gpu, &values).into_coefficient(basis), &x);

        let a = poly::<Evaluation>(basis, level, random);
        let factors = [(); 3].map(|()| [(); 2].map(|()| poly::<Evaluation>(basis, limbs, random)));
        let factor_words = factors.each_ref().map(|pair| pair.each_ref().map(|x| on(gpu, x)));
        let (mut found, mut expected) = (on(gpu, &a), a.clone());
        found.mul_assign(basis, &factor_words[0][0]);
        expected.mul_assign(basis, &factors[0][0]);
        same(&name, &found, &expected);
        found.multiply_accumulate(basis, &factor_words.each_ref().map(|[a, b]| (a, b)));
        expected.multiply_accumulate(basis, &factors.each_ref().map(|[a, b]| (a, b)));
        same(&name, &found, &expected);
        let ([_, [b, c], [d, _]], [_, [b_words, c_words], [d_words, _]]) = (&factors, &factor_words);
        let found = Poly::sum_of_products(basis, &[(&on(gpu, &a), b_words), (c_words, d_words)]);
        same(&name, &found, &Poly::sum_of_products(basis, &[(&a, b), (c, d)]));

        for to in 1..=level {
            let switch = ModulusSwitch::new(basis, level, to);
            let name = format!("from level {level} to {to} of {limbs}");
            same(&name, &switch.apply(basis, &words), &switch.apply(basis, &x));
            let mut found = words.clone();
            switch.apply_assign(basis, &mut found);
            same(&name, &found, &switch.apply(basis, &x));
            same(&name, &switch.apply_values(basis, &on(gpu, &a)), &switch.apply_values(basis, &a));
        }
    }
}

#[test]
fn operations_are_those_of_the_host() {
    // In doubles, in words, and primes that are divided away one after the other.
    let rings = [&[49, 50, 45][..], &[60, 55, 49], &[50, 30, 25]];
    let others = crate::gpus_of_limbs(65_535).into_iter().zip([&[49, 45][..], &[60, 50]]);
    for (gpu, bits) in rings.map(|bits| (crate::gpu(), bits)).into_iter().chain(others) {
        let (basis, mut random) = (basis(bits), Random::new(u64::from(bits[1])));
        linear::<Coefficient>(&gpu, &basis, &mut random);
        linear::<Evaluation>(&gpu, &basis, &mut random);
        products(&gpu, &basis, &mut random);
    }
}

/// A polynomial of no primes has no words to compute, and says so.
#[test]
fn polynomials_of_no_primes_say_so() {
    let (basis, gpu) = (basis(&[50, 45]), crate::gpu());
    let none = on(&gpu, &Poly::<Evaluation>::zero(&basis, 0));
    let [mut negative, mut sum, mut multiple] = [(); 3].map(|()| none.clone());
    negative.neg_assign(&basis);
    sum.add_assign(&basis, &none);
    multiple.scale_assign(&basis, &[]);
    for x in [negative, sum, multiple, Automorphism::new(N, 5).apply(&basis, &none)] {
        let told = x.to_host().map(|x| x.level()).map_err(|error| error.to_string());
        assert!(told.as_ref().is_err_and(|told| told.contains("no primes")), "{told:?}");
    }
}

/// Tables of devices that have failed go when another device asks for its own.
#[cfg(feature = "emulate")]
#[test]
fn tables_of_lost_devices_make_room() {
    use papilio_cuda::Emulation;
    let (basis, mut random) = (basis(&[50, 45]), Random::new(7));
    let x = poly::<Evaluation>(&basis, 2, &mut random);
    for _ in 0..5 {
        let gpu = Gpu::emulated(Emulation { lost_after: Some(60), ..Emulation::default() });
        let mut words = on(&gpu, &x);
        words.neg_assign(&basis);
        assert!(words.to_host().is_ok());
        (0..60).for_each(|_| words.neg_assign(&basis));
        assert!(words.to_host().is_err(), "the device is lost");
    }
    assert_eq!(format!("{:?}", basis.resident()), "Resident(tables of 1 engines)");
}

/// A polynomial of the greatest words.
fn greatest(basis: &RnsBasis) -> Poly<Evaluation> {
    let mut poly = Poly::zero(basis, basis.limbs());
    let limbs = poly.limbs_mut().zip(basis.moduli(basis.limbs()));
    limbs.for_each(|(limb, q)| limb.fill(q.value() - 1));
    poly
}

/// Sums of more products than one launch has, each of them the greatest that there is: `(−1)·(−1)`.
#[test]
fn sums_of_the_greatest_products() {
    for bits in [[62; 2], [61; 2], [50; 2]] {
        let moduli: Vec<u64> = crate::moduli(N, bits[0], bits.len()).iter().map(Modulus::value).collect();
        let basis = RnsBasis::new(N, &moduli).expect("a basis");
        let x = greatest(&basis);
        let all = &[15, 16, 17, 32, 33, 49][..];
        let devices = crate::gpus_of_both_arithmetics().map(|gpu| (gpu, all)).into_iter();
        // In other orders, the counts about one launch.
        for (gpu, counts) in devices.chain(crate::gpus_of_arithmetics().map(|gpu| (gpu, &all[1..3]))) {
            let words = on(&gpu, &x);
            for &count in counts {
                let (factors, host) = (vec![(&words, &words); count], vec![(&x, &x); count]);
                let name = format!("{count} products, {} bits", bits[0]);
                let all_are = |poly: &Poly<Evaluation, Gpu>, value: usize| {
                    let found = poly.to_host().expect("words");
                    assert!(found.residues().iter().all(|&word| word == value as u64), "{name} are {value}");
                };
                let found = Poly::sum_of_products(&basis, &factors);
                all_are(&found, count);
                same(&name, &found, &Poly::sum_of_products(&basis, &host));
                // To a summand of −1.
                let (mut found, mut expected) = (words.clone(), x.clone());
                found.multiply_accumulate(&basis, &factors);
                expected.multiply_accumulate(&basis, &host);
                all_are(&found, count - 1);
                same(&name, &found, &expected);
            }
        }
    }
}

/// The primes of ciphertexts, a gadget, and rows of any values.
fn key(bits: &[u32], special: &[u32], random: &mut Random) -> (RnsBasis, Gadget, KeyRows) {
    let all = basis(&[special, bits].concat());
    let (special, moduli) = (all.range(0..special.len()), all.range(special.len()..all.limbs()));
    let gadget = Gadget::new(&special, &moduli).expect("a gadget");
    let mut matrix = GadgetMatrix::unspecified(&gadget);
    for digit in 0..matrix.digits() {
        let halves = [(); 2].map(|()| poly::<Evaluation>(gadget.basis(), gadget.basis().limbs(), random));
        matrix.set(digit, [&halves[0], &halves[1]]);
    }
    (moduli, gadget, KeyRows::Whole(matrix))
}

/// Products of digits, hoisted or not, with or without summands.
fn switches<S: GadgetForm>(gpu: &Gpu, bits: &[u32], special: &[u32], random: &mut Random) {
    let (moduli, gadget, rows) = key(bits, special, random);
    let key = gpu.rows(&gadget, &rows).expect("memory");
    for level in 1..=moduli.limbs() {
        let [c, a, b] = [(); 3].map(|()| poly::<S>(&moduli, level, random));
        let [c_words, a_words, b_words] = [&c, &a, &b].map(|x| on(gpu, x));
        let digits = gadget.decompose(&c_words);
        for [first, second] in [[false, false], [true, false], [true, true]] {
            let expected = gadget.product(&c, &rows, [first.then_some(&a), second.then_some(&b)]);
            let plus = [first.then_some(&a_words), second.then_some(&b_words)];
            let found = [gadget.product(&c_words, &key, plus), gadget.product_hoisted((&digits, &c_words), &key, plus)];
            for found in found {
                for (found, expected) in found.iter().zip(&expected) {
                    same(&format!("{bits:?}, values {}, level {level}", S::IS_EVALUATION), found, expected);
                }
            }
        }
    }
}

/// Products of values in either form, and divided by primes in the same step.
fn switches_of_values(gpu: &Gpu, bits: &[u32], special: &[u32], random: &mut Random) {
    let (moduli, gadget, rows) = key(bits, special, random);
    let key = gpu.rows(&gadget, &rows).expect("memory");
    for level in 1..=moduli.limbs() {
        let [c, a, b] = [(); 3].map(|()| poly::<Evaluation>(&moduli, level, random));
        let [c_words, a_words, b_words] = [&c, &a, &b].map(|x| on(gpu, x));
        for [first, second] in [[false, false], [true, false], [true, true]] {
            let plus = [first.then_some(&a), second.then_some(&b)];
            let plus_words = [first.then_some(&a_words), second.then_some(&b_words)];
            let name = |what: &str| format!("{what}, {bits:?} and {special:?}, level {level}, {:?}", [first, second]);
            let found = gadget.product_of_values::<Coefficient, _>(&c_words, &key, plus_words);
            let expected = gadget.product_of_values::<Coefficient, _>(&c, &rows, plus);
            found.iter().zip(&expected).for_each(|(found, expected)| same(&name("coefficients"), found, expected));
            let found = gadget.product_of_values::<Evaluation, _>(&c_words, &key, plus_words);
            let expected = gadget.product_of_values::<Evaluation, _>(&c, &rows, plus);
            found.iter().zip(&expected).for_each(|(found, expected)| same(&name("values"), found, expected));
            for dropped in 0..level {
                let found = gadget.product_dropping(&c_words, &key, plus_words, dropped);
                let expected = gadget.product_dropping(&c, &rows, plus, dropped);
                let name = name(&format!("{dropped} dropped"));
                found.iter().zip(&expected).for_each(|(found, expected)| same(&name, found, expected));
            }
        }
    }
}

#[test]
fn key_switches_are_those_of_the_host() {
    let (gpu, mut random) = (crate::gpu(), Random::new(8));
    for (bits, special) in [(&[49, 49, 48][..], &[49, 49][..]), (&[60, 50, 55], &[60]), (&[49; 3], &[50])] {
        switches::<Coefficient>(&gpu, bits, special, &mut random);
        switches::<Evaluation>(&gpu, bits, special, &mut random);
        switches_of_values(&gpu, bits, special, &mut random);
    }
    // Primes that are too small to be divided away with the special ones.
    switches_of_values(&gpu, &[50, 25, 27], &[50], &mut random);
}

#[test]
fn scaled_products_are_those_of_the_host() {
    let (gpu, mut random) = (crate::gpu(), Random::new(9));
    for (bits, t) in [(&[49, 49][..], 65_537), (&[60, 50, 40], (1 << 59) + 21)] {
        let basis = basis(bits);
        let log_t = (t as f64).log2();
        let auxiliary = ScaledProduct::auxiliary(&basis, log_t).expect("primes");
        for level in 1..=basis.limbs() {
            let tables = ScaledProduct::new(&basis, &auxiliary, level, (&[t], log_t)).expect("tables");
            let [a, b] = [(); 2].map(|()| [(); 2].map(|()| poly::<Coefficient>(&basis, level, &mut random)));
            let [a_words, b_words] = [&a, &b].map(|pair| pair.each_ref().map(|x| on(&gpu, x)));
            let products =
                [(tables.multiply(&a_words, &b_words), tables.multiply(&a, &b)), (tables.square(&a_words), tables.square(&a))];
            for (found, expected) in &products {
                found
                    .iter()
                    .zip(expected)
                    .for_each(|(found, expected)| same(&format!("{bits:?}, level {level}"), found, expected));
            }
        }
    }
}
