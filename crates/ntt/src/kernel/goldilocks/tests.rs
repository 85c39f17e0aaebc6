//! Every kernel against the definition.

use super::limb_pair48::{LimbPair48, Limbs};
use super::split32::{BIAS, Halves, Split32};
use super::{EPSILON, KERNELS, P, power_of_two, product, times_power_of_two, twiddles};
use crate::kernel::butterfly::Butterfly;
use crate::kernel::field_kernel::{FieldKernel, preferred};
use crate::kernel::lanes::Lanes;
use crate::kernel::tests::portable;
use crate::kernel::{Direction, Transform, TransformTable, Tree, transform};
use alloc::vec::Vec;
use papilio_field::Field;
use papilio_field::fields::Goldilocks;
use papilio_field::order::reversed;

/// `N` words with factors of `BITS`.
type Portable<const N: usize, const BITS: u32> = portable::Portable<u64, N, BITS, 2>;

fn sub_mod(x: u64, y: u64) -> u64 {
    if x < y { x.wrapping_sub(y).wrapping_add(P) } else { x - y }
}

impl<const N: usize> Limbs for Portable<N, 52> {
    unsafe fn up<const BITS: u32>(self) -> Self {
        self.each(self, |x, _| x << BITS)
    }
    unsafe fn down<const BITS: u32>(self) -> Self {
        self.each(self, |x, _| x >> BITS)
    }
    unsafe fn and(self, other: Self) -> Self {
        self.each(other, |x, y| x & y)
    }
    unsafe fn low_24_up(self) -> Self {
        self.each(self, |x, _| (x % (1 << 24)) << 24)
    }
    /// Checks the interval of the last step of a pass: from `−p` to `2^56`.
    unsafe fn sub_mod(self, other: Self) -> Self {
        self.each(other, |x, y| {
            assert!(x >> 32 != 0 && x >> 56 == 0, "{x} is out of the interval");
            sub_mod(x, y)
        })
    }
}

/// A word with its sign, and p less or more from `2^63` on or below `−2^63`.
fn wrapped(x: i128) -> u64 {
    let x = if x >= 1 << 63 { x - i128::from(P) } else { x };
    let x = if x < -(1 << 63) { x + i128::from(P) } else { x };
    i64::try_from(x).expect("a word with its sign") as u64
}

impl<const N: usize> Halves for Portable<N, 32> {
    unsafe fn product(self, other: Self) -> Self {
        self.each(other, |x, y| (x & EPSILON) * (y & EPSILON))
    }
    unsafe fn signed_product(self, other: Self) -> Self {
        self.each(other, |x, y| (i64::from(x as i32) * i64::from(y as i32)) as u64)
    }
    /// Above is what it is with vectors, or another thing.
    unsafe fn high(self) -> Self {
        self.each(self, |x, _| x.rotate_left(32))
    }
    unsafe fn down(self) -> Self {
        self.each(self, |x, _| x >> 32)
    }
    unsafe fn turn(self) -> Self {
        self.each(self, |x, _| x ^ 1 << 63)
    }
    unsafe fn epsilon_if_less(self, other: Self) -> Self {
        self.each(other, |x, y| if (x as i64) < y as i64 { EPSILON } else { 0 })
    }
    unsafe fn add_mod(self, other: Self) -> Self {
        self.each(other, |x, y| {
            assert!(y <= P, "{y} is out of the interval");
            wrapped(i128::from(x as i64) + i128::from(y))
        })
    }
    unsafe fn sub_mod(self, other: Self) -> Self {
        self.each(other, |x, y| {
            assert!(y <= P, "{y} is out of the interval");
            wrapped(i128::from(x as i64) - i128::from(y))
        })
    }
}

macro_rules! kernel {
    ($name:literal, $class:ty, $lanes:literal, $squares:literal) => {
        FieldKernel {
            name: $name,
            why: "tests",
            available: || true,
            operations: (),
            transform: Transform {
                lanes: $lanes,
                squares: $squares,
                max_radix: 8,
                tables: transform::tables::<$class>,
                forward: transform::forward::<$class>,
                inverse: transform::inverse::<$class>,
            },
        }
    };
}

static PORTABLE: [FieldKernel<u64>; 4] = [
    kernel!("two lanes of limbs", LimbPair48<Portable<2, 52>>, 2, 1),
    kernel!("four lanes of limbs", LimbPair48<Portable<4, 52>>, 4, 1),
    kernel!("eight lanes of limbs", LimbPair48<Portable<8, 52>>, 8, 1),
    kernel!("four lanes of halves", Split32<Portable<4, 32>>, 4, 2),
];

fn kernels() -> impl Iterator<Item = &'static FieldKernel<u64>> {
    let available = |kernel: &&FieldKernel<u64>| {
        let has = (kernel.available)();
        println!("{}{}: {}", kernel.name, if has { "" } else { " (not on this machine)" }, kernel.why);
        has
    };
    KERNELS.iter().copied().filter(available).chain(&PORTABLE)
}

/// All ways to cut a number of parts into radices.
fn cuts(parts: usize) -> Vec<Vec<usize>> {
    if parts == 1 {
        return alloc::vec![Vec::new()];
    }
    let fits = [2, 4, 8].into_iter().filter(|&radix| parts.is_multiple_of(radix));
    fits.flat_map(|radix| cuts(parts / radix).into_iter().map(move |rest| [&[radix], rest.as_slice()].concat())).collect()
}

/// Radices with as many eights as possible, which come first.
fn greedy(parts: usize) -> Vec<usize> {
    let levels = parts.trailing_zeros() as usize;
    let rest = (!levels.is_multiple_of(3)).then_some(1 << (levels % 3));
    core::iter::repeat_n(8, levels / 3).chain(rest).collect()
}

/// Every cut of a transform of a kernel.
fn tables(kernel: &FieldKernel<u64>, n: usize, shift: Goldilocks, width: usize) -> Vec<TransformTable<u64>> {
    let twiddles = twiddles(n, shift).expect("a root and a shift");
    let base_lens = kernel.transform.base_lens(n, width);
    let trees = base_lens.iter().flat_map(|base_len| cuts(n / base_len)).filter(|radices| width == 1 || !radices.is_empty());
    trees.map(|radices| kernel.transform.table(P, &twiddles, Tree::new(n, &radices), width, 1)).collect()
}

fn random(words: usize, seed: u64) -> Vec<u64> {
    let step = |x: &u64| Some(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
    core::iter::successors(Some(seed), step).map(|x| (x ^ x >> 29) % P).take(words).collect()
}

/// Random words, and those at the ends of every interval.
fn inputs(words: usize) -> Vec<Vec<u64>> {
    let middle = [P / 2 - 1, P / 2, P / 2 + 1, (1 << 63) - 1, 1 << 63];
    let ends = [0, 1, P - 1, EPSILON, EPSILON + 1, P - EPSILON, (1 << 48) - 1, 1 << 48];
    let ends = [&middle[..], &ends[..]].concat();
    let mut inputs: Vec<Vec<u64>> = ends.iter().map(|&end| alloc::vec![end; words]).collect();
    inputs.push(random(words, 1).iter().map(|x| ends[(x % 13) as usize]).collect());
    inputs.push(random(words, 2));
    inputs
}

/// The definition, columns side by side, in the order of the transform.
fn expected(input: &[u64], n: usize, shift: Goldilocks) -> Vec<u64> {
    let (width, log) = (input.len() / n, n.trailing_zeros());
    let root = Goldilocks::root_of_unity(log).expect("a root");
    let mut out = alloc::vec![0; input.len()];
    for column in 0..width {
        let values: Vec<_> = input.iter().skip(column).step_by(width).map(|&x| Goldilocks::from_u64(x)).collect();
        for (k, value) in crate::naive::dft(root, shift, &values).into_iter().enumerate() {
            out[reversed(k, log) * width + column] = super::word(value);
        }
    }
    out
}

fn agrees(kernel: &FieldKernel<u64>, n: usize, shift: Goldilocks, width: usize, inputs: &[Vec<u64>]) {
    let expected: Vec<_> = inputs.iter().map(|input| expected(input, n, shift)).collect();
    for table in tables(kernel, n, shift, width) {
        for (input, expected) in inputs.iter().zip(&expected) {
            let mut a = input.clone();
            kernel.transform.run(Direction::Forward, &table, &mut a);
            assert!(a == *expected, "{}: n = {n}, {width} columns, {:?}", kernel.name, table.tree);
            kernel.transform.run(Direction::Inverse, &table, &mut a);
            assert!(a == *input, "{}: inverse, n = {n}, {width} columns, {:?}", kernel.name, table.tree);
        }
    }
}

#[test]
fn kernels_agree_with_the_definition() {
    for kernel in kernels() {
        for n in (1..=8).map(|log| 1 << log).filter(|&n| n >= kernel.transform.min_n()) {
            for shift in [Goldilocks::ONE, Goldilocks::generator(), Goldilocks::from_u64(P - 2)] {
                agrees(kernel, n, shift, 1, &inputs(n));
            }
        }
        for n in [512, 1024] {
            agrees(kernel, n, Goldilocks::generator(), 1, &[random(n, 3)]);
        }
    }
}

/// Numbers whose halves are at the ends of their intervals, and the factors that are stored so.
#[test]
fn products_by_halves_at_the_ends() {
    type Lane = Portable<4, 32>;
    let residue = |x: i128| x.rem_euclid(P.into()) as u64;
    let halves = [i32::MIN, i32::MIN + 1, -2, -1, 0, 1, 2, i32::MAX - 1, i32::MAX];
    let pairs: Vec<_> = halves.iter().flat_map(|&high| halves.map(|low| (high, low))).collect();
    let number = |&(high, low): &(i32, i32)| (i128::from(high) << 32) + i128::from(low);
    let stored = pairs.iter().flat_map(|pair| [160, 128].map(|exponent| times_power_of_two(residue(number(pair)), exponent)));
    let powers = (0..192).map(|exponent| times_power_of_two(1, exponent));
    let factors: Vec<u64> = stored.chain(powers).chain([0, P / 2, P / 2 + 1]).chain(random(200, 8)).collect();
    let held: Vec<u64> = pairs.iter().map(|pair| (number(pair) as u64).wrapping_add(BIAS)).chain(random(200, 9)).collect();
    let table = tables(&PORTABLE[3], 16, Goldilocks::ONE, 1).swap_remove(0);
    for (&factor, &x) in factors.iter().flat_map(|factor| held.iter().map(move |x| (factor, x))) {
        let expected = product(residue(i128::from(x as i64) - i128::from(BIAS)), factor);
        // SAFETY: these lanes need no instruction set.
        unsafe {
            let class = Split32::<Lane>::new(&table);
            let w = Split32::<Lane>::twiddle(P, factor).map(|word| Lane::splat(word));
            assert_eq!(class.multiply(Lane::splat(x), w).0[0], expected, "{x} times {factor}");
            if x != 1 << 63 {
                let result = class.multiply_held(Lane::splat(x), w).0[0];
                assert_eq!(residue(i128::from(result as i64) - i128::from(BIAS)), expected, "{x} times {factor}, held");
            }
        }
    }
}

/// Differences of the ends, which are factors: `-0` has to be p, so that nothing is added to the
/// least word.
#[test]
fn butterflies_upwards_at_the_ends() {
    type Lane = Portable<4, 32>;
    let residue = |held: u64| (i128::from(held as i64) - i128::from(BIAS)).rem_euclid(P.into()) as u64;
    let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, BIAS as i64 - 1, BIAS as i64, BIAS as i64 + 1, i64::MAX - 1, i64::MAX];
    let twiddles = (0..192).map(|exponent| times_power_of_two(1, exponent));
    let twiddles: Vec<u64> = twiddles.chain([P - (1 << 63) - (1 << 31), P / 2, P / 2 + 1]).chain(random(200, 7)).collect();
    let table = tables(&PORTABLE[3], 16, Goldilocks::ONE, 1).swap_remove(0);
    for (&factor, (x, y)) in twiddles.iter().flat_map(|w| ends.iter().flat_map(move |&x| ends.map(|y| (w, (x, y))))) {
        let (x, y) = (x as u64, y as u64);
        let sum = (u128::from(residue(x)) + u128::from(residue(y))) % u128::from(P);
        let difference = (u128::from(residue(x)) + u128::from(P - residue(y))) % u128::from(P);
        // SAFETY: these lanes need no instruction set.
        let found = unsafe {
            let class = Split32::<Lane>::new(&table);
            let w = Split32::<Lane>::twiddle(P, factor).map(|word| Lane::splat(word));
            class.gs_butterfly(Lane::splat(x), Lane::splat(y), w)
        };
        let expected = (sum as u64, product(difference as u64, factor));
        assert_eq!((residue(found.0.0[0]), residue(found.1.0[0])), expected, "{x}, {y}, twiddle {factor}");
    }
}

/// Inputs from which the levels upwards come to the least word before a twiddle that does not take
/// it.
#[test]
fn the_least_word_is_no_factor() {
    let r = P - (1 << 63) - (1 << 31);
    for (kernel, (n, step)) in kernels().flat_map(|kernel| [(128, 9), (1024, 36)].map(|shape| (kernel, shape))) {
        for shift in (0..192).step_by(step).map(|exponent| Goldilocks::from_u64(times_power_of_two(1, exponent))) {
            for table in tables(kernel, n, shift, 1) {
                for word in [r - 1, r, r + 1] {
                    let input: Vec<u64> = [word, 1, 0, 0].into_iter().cycle().take(n).collect();
                    let mut a = input.clone();
                    kernel.transform.run(Direction::Inverse, &table, &mut a);
                    kernel.transform.run(Direction::Forward, &table, &mut a);
                    assert!(a == input, "{}: n = {n}, word {word}, {:?}", kernel.name, table.tree);
                }
            }
        }
    }
}

#[test]
fn columns_agree_with_the_definition() {
    for kernel in kernels() {
        for (log, width) in (1..=6).flat_map(|log| [2, 3, 7, 8, 9, 17].map(|width| (log, width))) {
            agrees(kernel, 1 << log, Goldilocks::generator(), width, &[random(width << log, 4)]);
        }
    }
}

#[test]
fn kernels_agree_and_return_at_length() {
    let shift = Goldilocks::generator();
    for log in [12, 15, 16, 17, 20] {
        let (n, mut expected) = (1 << log, Vec::new());
        for kernel in KERNELS.iter().rev().filter(|kernel| (kernel.available)()) {
            let radices = greedy(n / kernel.transform.base_lens(n, 1)[0]);
            let table = kernel.transform.table(P, &twiddles(n, shift).expect("a root"), Tree::new(n, &radices), 1, 1);
            let input = random(n, 5);
            let mut a = input.clone();
            kernel.transform.run(Direction::Forward, &table, &mut a);
            expected = if expected.is_empty() { a.clone() } else { expected };
            assert!(a == expected, "{}: n = {n}", kernel.name);
            kernel.transform.run(Direction::Inverse, &table, &mut a);
            assert!(a == input, "{}: inverse, n = {n}", kernel.name);
        }
    }
}

#[cfg(feature = "threads")]
#[test]
fn threads_change_nothing() {
    for (kernel, width) in KERNELS.iter().filter(|kernel| (kernel.available)()).flat_map(|kernel| [(kernel, 1), (kernel, 5)]) {
        let n = 1 << 14;
        let radices = greedy(n / kernel.transform.base_lens(n, width)[0]);
        let twiddles = twiddles(n, Goldilocks::generator()).expect("a root");
        let table = kernel.transform.table(P, &twiddles, Tree::new(n, &radices), width, 1);
        let input = random(n * width, 6);
        for direction in [Direction::Forward, Direction::Inverse] {
            let (mut one, mut many) = (input.clone(), input.clone());
            kernel.transform.run(direction, &table, &mut one);
            kernel.transform.run_parallel(direction, &table, &mut many);
            assert!(one == many, "{}, {width} columns, {direction:?}", kernel.name);
        }
    }
}

#[test]
fn powers_of_two_are_those_of_the_field() {
    let mut power = Goldilocks::ONE;
    for exponent in 0..400 {
        assert_eq!(Goldilocks::from_u64(power_of_two(exponent)), power, "2^{exponent}");
        assert!(power_of_two(exponent) < P, "2^{exponent}");
        power = power + power;
    }
}

#[test]
fn short_transforms_have_the_scalar_kernel() {
    assert_eq!(preferred(KERNELS, 2, 1).name, "scalar");
    assert!(preferred(KERNELS, 1 << 10, 1).transform.min_n() <= 1 << 10);
}

#[test]
fn there_is_no_transform_without_a_root_or_with_shift_zero() {
    assert!(twiddles(64, Goldilocks::ZERO).is_none());
    assert!(twiddles(64, Goldilocks::ONE).is_some());
}
