//! Transforms of pairs of words of 16 bits, over portable lanes that watch their sums and over the
//! kernels of this machine, and the intervals of their class at their ends.

use super::portable::{PAIRS, Pairs};
use super::suite::reference::Reference;
use super::suite::transform::extremes;
use super::suite::{Guarded, Random, above, below, numbers, words};
use crate::Domain;
use crate::kernel::Direction;
use crate::kernel::aligned::Aligned;
use crate::kernel::butterfly::{Butterfly, Centered, MemoryTwiddles};
use crate::kernel::field_kernel::FieldKernel;
use crate::kernel::lanes::Signed16;
use crate::kernel::pairs16::{KERNELS, PairTransform};
use crate::kernel::transform::direction::Input;
use crate::kernel::transform::{TransformTable, Tree};
use papilio_field::Modulus;

/// The least primes and the greatest, those whose ratio to `2^15` is farthest from an integer, and
/// ML-KEM's.
const PRIMES: [u64; 9] = [3, 5, 257, 3329, 3449, 3851, 3853, 4091, 4093];

fn kernels() -> impl Iterator<Item = &'static FieldKernel<u32>> {
    core::iter::once(&PAIRS).chain(KERNELS.iter().copied().filter(|kernel| (kernel.available)()))
}

/// Both halves of a polynomial by the reference, side by side.
fn expected(reference: &Reference, direction: Direction, a: &[u64]) -> Vec<u64> {
    let half = |first| {
        let half: Vec<u64> = a.iter().skip(first).step_by(2).copied().collect();
        if direction == Direction::Forward { reference.forward(&half) } else { reference.inverse(&half) }
    };
    half(0).into_iter().zip(half(1)).flat_map(|(even, odd)| [even, odd]).collect()
}

/// The longest transform for which every pattern of [`extremes`] is tried.
const EVERY_PATTERN: usize = 128;

fn conforms(reference: &Reference, random: &mut Random) {
    let (q, n) = (reference.domain.modulus().value(), reference.domain.size());
    let mut data = if n <= EVERY_PATTERN { extremes(q, 2 * n, random) } else { vec![vec![q - 1; 2 * n]] };
    data.push(random.below(q, 2 * n));
    for (a, direction) in data.iter().flat_map(|a| [Direction::Forward, Direction::Inverse].map(|direction| (a, direction))) {
        let expected = expected(reference, direction, a);
        for (kernel, base_len) in
            kernels().flat_map(|kernel| kernel.transform.base_lens(n, 1).into_iter().map(move |len| (kernel, len)))
        {
            let plan = PairTransform::<u16>::with_kernel(kernel, &reference.domain, Some(base_len)).expect("a plan");
            let name = format!("{}, {q}, {n} pairs, leaves of {base_len}", plan.kernel());
            let mut place = Guarded::new(&words::<u16>(a), 1);
            plan.run(direction, place.data());
            assert!(numbers(place.checked(&name)) == expected, "{direction:?}: {name}");
        }
    }
}

#[test]
fn every_domain_with_all_leaves() {
    for (n, q) in (6..=10).flat_map(|log| PRIMES.map(|q| (1usize << log, q))) {
        let mut random = Random::new(q + n as u64);
        for reference in Reference::all(Modulus::new(q).expect("a prime"), n, &mut random) {
            conforms(&reference, &mut random);
        }
    }
}

#[test]
fn limits() {
    let tree = |q, n| Domain::tree(Modulus::new(q).expect("a prime"), vec![1; n]).expect("a tree");
    let (least, greatest) = (above(12, 2).expect("a prime"), below(12, 2).expect("a prime"));
    assert_eq!((greatest, least), (4093, 4099));
    for kernel in kernels() {
        let takes = |domain| PairTransform::<u16>::with_kernel(kernel, &domain, None).is_some();
        assert!(takes(tree(greatest, 64)) && takes(tree(3, 64)), "{}", kernel.name);
        assert!(!takes(tree(least, 64)) && !takes(tree(greatest, 32)), "{}", kernel.name);
        assert!(PairTransform::<u32>::with_kernel(kernel, &tree(greatest, 64), None).is_none());
    }
    assert!(PairTransform::<u64>::new(&tree(greatest, 64)).is_none());
}

type Vector = Pairs<1>;

/// The class, and a twiddle of either sign and great magnitude for every butterfly of a pass.
fn class(q: u64, random: &mut Random) -> (Centered<Vector>, Vec<u32>) {
    let tree = Tree::new(2, &[2]);
    let (upward_tree, forward, inverse) = (tree.clone(), Aligned::EMPTY, Aligned::EMPTY);
    let table = TransformTable { q, tree, upward_tree, width: 1, planes: 1, forward, inverse };
    // Factors whose Montgomery forms are near q/2 to either side.
    let inverse = (1..q).find(|x| (x << 16) % q == 1).expect("an odd prime");
    let ends = [q / 2, q / 2 + 1, 1, q - 1].map(|u| u * inverse % q);
    let twiddles = random.among(&ends, 16).into_iter().flat_map(|w| Centered::<Vector>::twiddle(q, w)).collect();
    // SAFETY: portable lanes need nothing.
    (unsafe { Centered::new(&table) }, twiddles)
}

/// Values at the ends of `[−bound, bound]`.
fn ends(bound: i64, random: &mut Random) -> [Vector; 16] {
    among(&[bound as u64, bound.wrapping_neg() as u64], random)
}

/// Residues at the ends of their interval.
fn residues(q: u64, random: &mut Random) -> [Vector; 16] {
    among(&[0, q - 1], random)
}

fn among(values: &[u64], random: &mut Random) -> [Vector; 16] {
    let words = random.among(values, 16);
    // SAFETY: portable lanes need nothing.
    core::array::from_fn(|i| unsafe { crate::kernel::lanes::Lanes::splat(Vector::word(words[i] as u16)) })
}

/// The greatest magnitude.
fn greatest(x: &[Vector]) -> i64 {
    let word = |x: &Vector| {
        let mut word = 0;
        // SAFETY: portable lanes need nothing; a vector is one word.
        unsafe { crate::kernel::lanes::Lanes::store(*x, &raw mut word) };
        i64::from(word as i16).abs()
    };
    x.iter().map(word).max().expect("values")
}

/// Downwards a pass of sixteen gives back the interval that it takes, at both of its ends.
#[test]
fn intervals_downwards() {
    for q in PRIMES {
        let bound = (3.39 * q as f64) as i64;
        let mut random = Random::new(q);
        for _ in 0..2000 {
            let (class, twiddles) = class(q, &mut random);
            let mut x = ends(bound, &mut random);
            // SAFETY: portable lanes need nothing; there are twiddles for all butterflies.
            unsafe {
                class.forward_levels(&mut x, MemoryTwiddles(twiddles.as_ptr()), Input::Passed);
                assert!(greatest(&x) <= bound, "{q}: {}", greatest(&x));
                x.iter().for_each(|&x| assert!(greatest(&[class.canonicalize(x)]) < q as i64));
                let mut x = residues(q, &mut random);
                class.forward_levels(&mut x, MemoryTwiddles(twiddles.as_ptr()), Input::Reduced);
                assert!(greatest(&x) <= bound, "{q}: {} of residues", greatest(&x));
            }
        }
    }
}

/// Upwards a pass of eight, and a leaf of sixteen, take values up to q and give them back, even if
/// all have one sign.
#[test]
fn intervals_upwards() {
    for (q, radix) in PRIMES.iter().flat_map(|&q| [2, 4, 8, 16].map(|radix| (q, radix))) {
        let mut random = Random::new(q);
        for i in 0..2000 {
            let (class, twiddles) = class(q, &mut random);
            let mut x = ends(q as i64, &mut random);
            if i < 2 {
                x = [x[i]; 16];
            }
            let mut last = x;
            // SAFETY: portable lanes need nothing; there are twiddles for all butterflies.
            unsafe {
                let w = MemoryTwiddles(twiddles.as_ptr());
                class.inverse_levels(&mut x[..radix], w);
                class.partial_reduce(&mut x[..radix], 4);
                assert!(greatest(&x[..radix]) <= q as i64, "{q}, {radix}: {}", greatest(&x[..radix]));
                class.inverse_levels(&mut last[..radix], w);
                class.end(&mut last[..radix], w);
                assert!(greatest(&last[..radix]) < q as i64);
            }
        }
    }
}
