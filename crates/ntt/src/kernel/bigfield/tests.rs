//! The text of the vector kernels on portable lanes, and what its arithmetic promises.

use super::lanes::{Eight, Lanes, WIDTH};
use super::portable::Portable;
use super::prime::{LIMBS, Prime, limbs};
use super::residue::{FACTOR_WORDS, PRODUCT, Residue, montgomery_bound};
use super::tables::{ConstantWords, Spectrum, Tables};
use super::tree::{Factors, INPUT, MAX_LEVELS, folds, forward_levels};
use super::{Shells, VECTOR_WORDS, residue, steps};
use crate::kernel::lanes::MASK52;
use alloc::vec;
use alloc::vec::Vec;
use papilio_field::Field;
use papilio_field::fields::{Bls12_381, Bn254, Stark252};
use papilio_field::order::Order;

impl Shells {
    /// The steps on portable lanes: of integers, and of doubles.
    pub(crate) fn portable_lanes<P: Prime>() -> [Self; 2] {
        [Self::over::<[u64; WIDTH], P>("integers"), Self::over::<Fused, P>("doubles")]
    }

    fn over<L: Eight, P: Prime>(name: &'static str) -> Self {
        Self { name, constant_words: L::constant_words::<P>, columns: steps::columns::<L, P>, rows: steps::rows::<L, P> }
    }
}

/// Applies an expression to each lane.
macro_rules! each {
    ($i:ident => $e:expr) => {
        core::array::from_fn(|$i| $e)
    };
}

mod lanes;

use lanes::Fused;

/// The operations of one prime, on arrays: those of the machine's vectors are compared with these.
struct Operations {
    constant_words: ConstantWords,
    montgomery_bound: u64,
    multiply: unsafe fn([Limbs; WIDTH], &[u64]) -> [Limbs; WIDTH],
    montgomery: unsafe fn([Limbs; WIDTH], [Limbs; WIDTH]) -> [Limbs; WIDTH],
    canonical: unsafe fn([Limbs; WIDTH]) -> [Limbs; WIDTH],
    fold: unsafe fn([Limbs; WIDTH]) -> [Limbs; WIDTH],
    layout: unsafe fn(Elements) -> ([Limbs; WIDTH], Elements),
}

type Limbs = [u64; LIMBS];
type Elements = [[u64; 4]; WIDTH];

#[inline(always)]
fn gather<L: Lanes>(x: [Limbs; WIDTH]) -> Residue<L> {
    each!(k => {
        let lanes: [u64; WIDTH] = each!(i => x[i][k]);
        // SAFETY: eight words.
        unsafe { L::load(lanes.as_ptr()) }
    })
}

#[inline(always)]
fn scatter<L: Lanes>(x: Residue<L>) -> [Limbs; WIDTH] {
    let lanes: [[u64; WIDTH]; LIMBS] = each!(k => {
        let mut lanes = [0; WIDTH];
        // SAFETY: room for eight words.
        unsafe { x[k].store(lanes.as_mut_ptr()) };
        lanes
    });
    each!(i => each!(k => lanes[k][i]))
}

/// The operations over some lanes, in functions with the attributes given.
macro_rules! operations {
    ($lanes:ty, $prime:ty $(, $attribute:meta)?) => {{
        $(#[$attribute])?
        unsafe fn multiply(x: [Limbs; WIDTH], factor: &[u64]) -> [Limbs; WIDTH] {
            assert_eq!(factor.len(), FACTOR_WORDS);
            // SAFETY: the caller has the instruction set; the factor has its words.
            scatter(unsafe { residue::multiply::<$lanes, $prime>(residue::carry(gather(x)), factor.as_ptr()) })
        }
        $(#[$attribute])?
        unsafe fn montgomery(x: [Limbs; WIDTH], y: [Limbs; WIDTH]) -> [Limbs; WIDTH] {
            // SAFETY: the caller has the instruction set.
            scatter(unsafe { residue::montgomery::<$lanes, $prime>(residue::carry(gather(x)), residue::carry(gather(y))) })
        }
        $(#[$attribute])?
        unsafe fn canonical(x: [Limbs; WIDTH]) -> [Limbs; WIDTH] {
            // SAFETY: the caller has the instruction set.
            scatter(unsafe { residue::canonical::<$lanes, $prime>(gather(x)) })
        }
        $(#[$attribute])?
        unsafe fn fold(x: [Limbs; WIDTH]) -> [Limbs; WIDTH] {
            // SAFETY: the caller has the instruction set.
            scatter(unsafe { residue::carry_clean(residue::fold::<$lanes, $prime>(gather(x))) })
        }
        $(#[$attribute])?
        unsafe fn layout(mut x: Elements) -> ([Limbs; WIDTH], Elements) {
            // SAFETY: the caller has the instruction set; four vectors are eight elements.
            unsafe {
                let limbs: Residue<$lanes> = residue::unpack(Eight::words_of(residue::load(x.as_ptr().cast())));
                residue::store(Eight::elements_of(residue::pack(limbs)), x.as_mut_ptr().cast());
                (scatter(limbs), x)
            }
        }
        Operations {
            constant_words: <$lanes as Lanes>::constant_words::<$prime>,
            montgomery_bound: montgomery_bound::<$lanes>(),
            multiply,
            montgomery,
            canonical,
            fold,
            layout,
        }
    }};
}

/// Portable lanes, and the machine's.
macro_rules! kernels {
    ($prime:ty) => {{
        let mut kernels = alloc::vec![operations!([u64; 8], $prime), operations!(Fused, $prime)];
        #[cfg(target_arch = "x86_64")]
        for shells in Shells::detect::<$prime>() {
            kernels.push(match shells.name {
                "avx512ifma" => {
                    operations!(core::arch::x86_64::__m512i, $prime, target_feature(enable = "avx512f,avx512dq,avx512ifma"))
                }
                _ => operations!(super::avx2fma::Pair, $prime, target_feature(enable = "avx2,fma")),
            });
        }
        kernels
    }};
}

/// The residue of signed limbs of any size.
fn residue_of<F: Field>(x: Limbs) -> F {
    let base = F::from_u64(1 << 52);
    let limb = |x: u64| if (x as i64) < 0 { -F::from_u64(x.wrapping_neg()) } else { F::from_u64(x) };
    x.iter().rev().fold(F::ZERO, |sum, &x| sum * base + limb(x))
}

/// Limbs below `2^52`, but for the last.
fn carried(mut x: Limbs) -> Limbs {
    for k in 1..LIMBS {
        x[k] = x[k].wrapping_add(((x[k - 1] as i64) >> 52) as u64);
        x[k - 1] &= MASK52;
    }
    x
}

/// Whether `0 ≤ x < by·q`.
fn below<P: Prime>(x: Limbs, by: u64) -> bool {
    let bound = carried(P::Q.map(|limb| limb * by));
    carried(x).iter().rev().lt(bound.iter().rev())
}

/// [`below`], and whether limbs are between `±2^bits`.
fn within<P: Prime>(x: Limbs, by: u64, bits: u32) -> bool {
    below::<P>(x, by) && x.iter().all(|&limb| (limb as i64).unsigned_abs() < 1 << bits)
}

/// Residues at the ends of the interval of a factor, `[0, REACH·q)`, and within; the last lanes
/// have unreduced limbs.
fn samples<P: Prime>(seed: u64) -> [Limbs; WIDTH] {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let top = |by: u64| carried(each!(k => (P::Q[k] * by).wrapping_sub(u64::from(k == 0))));
    let mut random = || -> Limbs {
        let mut x: Limbs = core::array::from_fn(|_| next() & MASK52);
        x[LIMBS - 1] %= P::Q[LIMBS - 1] * P::REACH;
        x
    };
    let (a, b, c) = (random(), random(), random());
    // Moves `2^60` between neighboring limbs.
    let spread = |x: Limbs| -> Limbs {
        let x: Limbs = each!(k => x[k].wrapping_add(if k + 1 < LIMBS { 1 << 60 } else { 0 }));
        each!(k => x[k].wrapping_sub(if k > 0 { 1 << 8 } else { 0 }))
    };
    let full = [MASK52, MASK52, MASK52, MASK52, P::Q[LIMBS - 1] * P::REACH - 1];
    [[0; LIMBS], top(1), carried(P::Q), top(P::REACH), full, a, spread(b), spread(c)]
}

fn factor<F: Field>(w: F, words: ConstantWords) -> Vec<u64> {
    (1..=LIMBS as u64).flat_map(|i| words(limbs((w * F::from_u64(1 << 52).pow(&[i])).to_words()))).collect()
}

fn products<F: Field + Prime>(kernel: &Operations) {
    let minus = -F::ONE;
    let shift = F::from_u64(1 << 52).pow(&[LIMBS as u64]).inverse().expect("not zero");
    for seed in 0..200 {
        let x = samples::<F>(seed);
        let w = [F::ZERO, F::ONE, minus, residue_of(x[5])][seed as usize % 4];
        // SAFETY: the kernel was detected.
        let (product, folded, canonical) =
            unsafe { ((kernel.multiply)(x, &factor(w, kernel.constant_words)), (kernel.fold)(x), (kernel.canonical)(x)) };
        let y: [Limbs; WIDTH] =
            each!(i => carried(each!(k => F::Q[k] * (PRODUCT - 1) + limbs((minus * residue_of::<F>(x[i])).to_words())[k])));
        // SAFETY: as above.
        let general = unsafe { (kernel.montgomery)(x, y) };
        for i in 0..WIDTH {
            let value: F = residue_of(x[i]);
            assert_eq!(residue_of::<F>(product[i]), value * w, "{} lane {i} of seed {seed}", F::NAME);
            assert!(within::<F>(product[i], PRODUCT, 56));
            assert_eq!(residue_of::<F>(general[i]), value * residue_of(y[i]) * shift);
            assert!(within::<F>(general[i], kernel.montgomery_bound, 57));
            assert_eq!(residue_of::<F>(folded[i]), value);
            assert!(below::<F>(folded[i], 2));
            assert_eq!(canonical[i], limbs(value.to_words()), "{} lane {i} of seed {seed}", F::NAME);
        }
    }
}

/// At the ends of what products are proved for: all limbs of the factor `2^52 − 1`, all rows of the
/// constant as great as they are anywhere, and as small. No constant has such rows, so no product
/// is greater, or less.
fn greatest_products<F: Field + Prime>(kernel: &Operations) {
    let word = F::from_u64(1 << 52);
    let halves = -F::from_u64(2).inverse().expect("not zero");
    // `q − 1`, `(q − 1)/2` and the next: the second has the greatest row where rows are centered,
    // the third the least.
    let (mut least, mut greatest) = (0, 0);
    for row in [-F::ONE, halves, halves + F::ONE] {
        let rows = [(kernel.constant_words)(limbs(row.to_words())); LIMBS].concat();
        // SAFETY: the kernel was detected.
        let products = unsafe { (kernel.multiply)([[MASK52; LIMBS]; WIDTH], &rows) };
        let value = row * F::from_u64(LIMBS as u64 * MASK52) * word.inverse().expect("not zero");
        for product in products {
            assert_eq!(residue_of::<F>(product), value);
            assert!(within::<F>(product, PRODUCT, 56));
            least += usize::from(below::<F>(product, 2));
            greatest += usize::from(!below::<F>(product, LIMBS as u64 - 1));
        }
    }
    assert!(greatest > 0 && (least > 0 || kernel.montgomery_bound == PRODUCT + 1));
    // The second factor has a carry from each limb to the next where limbs are balanced.
    let full: Limbs = each!(k => if k + 1 < LIMBS { MASK52 } else { F::Q[k] });
    for y in [carried(each!(k => F::Q[k] * PRODUCT - u64::from(k == 0))), full] {
        // SAFETY: as above.
        let general = unsafe { (kernel.montgomery)([[MASK52; LIMBS]; WIDTH], [y; WIDTH]) };
        let value = residue_of::<F>([MASK52; LIMBS]) * residue_of(y) * word.pow(&[LIMBS as u64]).inverse().expect("not zero");
        for x in general {
            assert_eq!(residue_of::<F>(x), value);
            assert!(within::<F>(x, kernel.montgomery_bound, 57));
        }
    }
}

fn layouts<F: Field>(kernel: &Operations) {
    let elements: [[u64; 4]; WIDTH] = each!(i => (-F::from_u64(7).pow(&[i as u64])).pow(&[5 * i as u64 + 1]).to_words());
    // SAFETY: the kernel was detected.
    let (found, back) = unsafe { (kernel.layout)(elements) };
    assert_eq!(found, elements.map(limbs));
    assert_eq!(back, elements);
}

#[test]
fn products_keep_their_intervals() {
    kernels!(Bls12_381).iter().for_each(products::<Bls12_381>);
    kernels!(Bn254).iter().for_each(products::<Bn254>);
    kernels!(Stark252).iter().for_each(products::<Stark252>);
}

#[test]
fn the_greatest_products_keep_their_intervals() {
    kernels!(Bls12_381).iter().for_each(greatest_products::<Bls12_381>);
    kernels!(Bn254).iter().for_each(greatest_products::<Bn254>);
    kernels!(Stark252).iter().for_each(greatest_products::<Stark252>);
}

/// The bound of every value of a block, level by level; how many passes fold.
fn bounded<P: Prime>(levels: u32, below: u64) -> u32 {
    let folds = folds::<P>(levels, below);
    let (mut bound, mut log) = (below, levels);
    let mut level = |folded: bool| {
        bound = if folded { 2 } else { bound } + PRODUCT;
        assert!(bound <= P::REACH, "{bound}q after some of {levels} levels");
    };
    if log % 2 == 1 {
        level(false);
        log -= 1;
    }
    for log in (2..=log).rev().step_by(2) {
        level(false);
        level(folds >> log & 1 == 1);
    }
    folds.count_ones()
}

#[test]
fn passes_fold_where_they_must() {
    for levels in 2..=MAX_LEVELS {
        for below in 1..=INPUT {
            assert_eq!((bounded::<Bn254>(levels, below), bounded::<Stark252>(levels, below)), (0, 0));
            bounded::<Bls12_381>(levels, below);
        }
    }
    let counts = |below| -> [u32; 10] { each!(i => bounded::<Bls12_381>(i as u32 + 3, below)) };
    assert_eq!(counts(1), [0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
    assert_eq!(counts(PRODUCT + 1), [0, 0, 1, 1, 1, 1, 1, 2, 2, 2]);
}

/// A block of the tree, of inputs below `below·q`, against single elements.
fn block<L: Eight, F: Field + Prime>(
    levels: u32,
    factors: Factors<'_>,
    points: (F, F),
    below: u64,
    input: &dyn Fn(usize, usize) -> Limbs,
) {
    let m = 1usize << levels;
    let place = |j: usize, i: usize, k: usize| j * VECTOR_WORDS + k * WIDTH + i;
    let mut words = vec![0; m * VECTOR_WORDS];
    let mut expect: Vec<F> = (0..m * WIDTH).map(|at| residue_of(input(at / WIDTH, at % WIDTH))).collect();
    for (j, i) in (0..m).flat_map(|j| (0..WIDTH).map(move |i| (j, i))) {
        (0..LIMBS).for_each(|k| words[place(j, i, k)] = input(j, i)[k]);
    }
    let (root, shift) = points;
    Portable::new(levels, root, shift).expect("a tree").forward(&mut expect, Order::BitReversed, super::Threads::This);
    // SAFETY: portable lanes need nothing; the block has its vectors, and the factors are those of
    // so many levels.
    unsafe { forward_levels::<L, F>(words.as_mut_ptr(), levels, factors, below) };
    for (at, &expect) in expect.iter().enumerate() {
        let found: Limbs = each!(k => words[place(at / WIDTH, at % WIDTH, k)]);
        let value = carried(found);
        assert!(value[LIMBS - 1] <= MASK52 && residue_of::<F>(found) == expect, "{} after {levels} levels", F::NAME);
    }
}

/// Inputs at the ends of their interval, through as many levels as there can be: portable lanes
/// watch every factor.
fn blocks<L: Eight, F: Field + Prime>(first: u32, second: u32) {
    let (log_size, root) = (first + second, F::root_of_unity(first + second).expect("a root"));
    let (n1, n2) = (1 << first, 1 << second);
    let top = |by: u64| carried(each!(k => (F::Q[k] * by).wrapping_sub(u64::from(k == 0))));
    for before in [F::ONE, F::generator()] {
        let spectrum = Spectrum { log_size, root, before, after: F::ONE, scale: F::ONE };
        let tables = Tables::new(&spectrum, L::constant_words::<F>);
        let trees = [
            (first, tables.first_tree(), (root.pow(&[n2]), before.pow(&[n2])), 1),
            (second, tables.second_tree(), (root.pow(&[n1]), F::ONE), montgomery_bound::<L>()),
        ];
        for (levels, factors, points, below) in trees {
            // By lane: all at the end, every other, all but the first, one alone, and a sequence
            // without a period.
            let high = |j: usize| [true, j.is_multiple_of(2), j > 0, j == 5, j.count_ones().is_multiple_of(2)];
            let end = |j: usize, i: usize| if high(j)[i % 5] { top(below) } else { [0; LIMBS] };
            block::<L, F>(levels, factors, points, below, &end);
            let any = |j: usize, i: usize| top(1 + (j * 5 + i * 3 + j / 9) as u64 % below);
            block::<L, F>(levels, factors, points, below, &any);
        }
    }
}

fn blocks_of_all_primes<L: Eight>() {
    for (first, second) in [(3, 3), (3, 4), (5, 5), (6, 6), (7, 8), (9, 9), (10, 10), (11, 12)] {
        blocks::<L, Bls12_381>(first, second);
        blocks::<L, Bn254>(first, second);
        blocks::<L, Stark252>(first, second);
    }
    blocks::<L, Bls12_381>(MAX_LEVELS, MAX_LEVELS);
}

#[test]
fn blocks_keep_their_intervals() {
    blocks_of_all_primes::<[u64; WIDTH]>();
}

#[test]
fn blocks_keep_their_intervals_in_doubles() {
    blocks_of_all_primes::<Fused>();
}

#[test]
fn elements_are_taken_apart_and_joined() {
    kernels!(Bls12_381).iter().for_each(layouts::<Bls12_381>);
    kernels!(Bn254).iter().for_each(layouts::<Bn254>);
    kernels!(Stark252).iter().for_each(layouts::<Stark252>);
}

#[test]
fn limbs_of_the_primes() {
    assert_eq!((Bls12_381::REACH, Bn254::REACH, Stark252::REACH), (35, 84, 511));
    assert_eq!(Bls12_381::Q[4], 0x73ed_a753_299d);
    assert_eq!(Bls12_381::NEGATIVE_INVERSE.wrapping_mul(Bls12_381::PRIME[0]) & MASK52, MASK52);
    assert_eq!(Stark252::Q, [1, 0, 0, 17 << 36, 1 << 43]);
    assert_eq!(Stark252::NEGATIVE_INVERSE, MASK52);
    assert_eq!(Bn254::NEGATIVE_INVERSE.wrapping_mul(Bn254::PRIME[0]) & MASK52, MASK52);
    assert_eq!((Bls12_381::RATIO_SHIFT, Bn254::RATIO_SHIFT, Stark252::RATIO_SHIFT), (45, 44, 42));
}
