//! The lanes of the instruction sets of this machine against the portable ones, method by method.

use super::portable::{Numbers, Pairs, Portable};
use crate::kernel::lanes::{Doubles, Integers, Lanes, Lanes32, Signed16};
use papilio_field::Word;

/// Words for the methods, of the greatest width.
type Words<L> = [<L as Lanes>::Word; 16];

/// Words of all lengths, and those beside the powers of two.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 32
    }

    fn word(&mut self) -> u64 {
        let (kind, shift) = (self.next() % 8, self.next() % 64);
        match kind {
            0 => [0, u64::MAX, 0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000, 0x8000_0000, 1 << 63][shift as usize % 6],
            1 => (1 << shift) - 1,
            2 => 1 << shift,
            3 => (1u64 << shift).wrapping_neg(),
            4 => self.next() >> shift,
            _ => self.next(),
        }
    }

    fn words<L: Lanes>(&mut self) -> Words<L> {
        core::array::from_fn(|_| L::Word::truncate(self.word()))
    }
}

fn words<L: Lanes>(x: L) -> Words<L> {
    let mut words = [L::Word::default(); 16];
    // SAFETY: the callers have asked the processor; no vector is wider.
    unsafe { x.store(words.as_mut_ptr()) }
    words
}

/// The results of every method that has only one.
fn results<L: Integers>(x: &[Words<L>; 3]) -> Vec<(&'static str, Words<L>)> {
    // SAFETY: the callers have asked the processor; no vector is wider.
    unsafe {
        let [c, a, b] = x.each_ref().map(|words| L::load(words.as_ptr()));
        Vec::from([
            ("load", words(a)),
            ("splat", words(L::splat(x[0][0]))),
            ("add", words(a.add(b))),
            ("sub", words(a.sub(b))),
            ("min", words(a.min(b))),
            ("mask", words(a.mask())),
            ("sub_if_msb", words(a.sub_if_msb(b))),
            ("madd_lo", words(c.madd_lo(a, b))),
            ("madd_lo_2", words(c.madd_lo_2([a, b], [c, a]))),
            ("madd_hi", words(c.madd_hi(a, b))),
        ])
    }
}

/// How far the estimate of a quotient is below the quotient.
fn short<L: Integers>([c, a, b]: &[Words<L>; 3]) -> Words<L> {
    // SAFETY: the callers have asked the processor; no vector is wider.
    unsafe {
        let [c, a, b] = [c, a, b].map(|words| L::load(words.as_ptr()));
        words(c.madd_hi(a, b).sub(c.add_quotient(a, b)))
    }
}

/// [`Integers::correct`] and [`Integers::sub_if_msb`] at both ends of what they take and where they
/// change: `c` from 1 to `2^(B−1)`, the input below 2c.
fn corrects<L: Integers>(random: &mut Random) {
    let half = 1u64 << (L::BITS - 1);
    let c = [1, half, random.word() % half + 1][(random.next() % 3) as usize];
    let x = [0, c - 1, c, c + (c - 1), (u128::from(random.word()) % (2 * u128::from(c))) as u64];
    let inputs: Words<L> = core::array::from_fn(|i| L::Word::truncate(x[i % x.len()]));
    let expected: Words<L> = inputs.map(|x| L::Word::truncate(if x.extend() < c { x.extend() } else { x.extend() - c }));
    let of_msb: Words<L> = inputs.map(|x| L::Word::truncate(if x.extend() < half { x.extend() } else { x.extend() - c }));
    // SAFETY: the callers have asked the processor; no vector is wider.
    let [corrected, by_msb] = unsafe {
        let (x, c) = (L::load(inputs.as_ptr()), L::splat(L::Word::truncate(c)));
        [words(x.correct(c)), words(x.sub_if_msb(c))]
    };
    let name = core::any::type_name::<L>();
    assert_eq!(corrected[..L::WIDTH], expected[..L::WIDTH], "{name}: {inputs:?} by {c}");
    assert_eq!(by_msb[..L::WIDTH], of_msb[..L::WIDTH], "{name}: {inputs:?} by {c} above {half}");
}

/// [`Integers::small_quotient`] at the ends of its intervals, for numbers at both ends of those
/// that it is for.
fn quotients<L: Integers>(random: &mut Random) {
    let (least, greatest) = ((1u64 << (L::BITS - 6)) + 1, 1u64 << (L::BITS - 2));
    let q = [least, greatest - 1, least + random.word() % (greatest - least)][(random.next() % 3) as usize];
    let word = u64::MAX >> (64 - L::BITS);
    let quotient = random.word() % (word / q + 1);
    let below = u128::from(quotient) * u128::from(q);
    let x = [below, below + u128::from(q) - 1, below + u128::from(q) / 2, word.into()].map(|x| x.min(word.into()) as u64);
    let inputs: Words<L> = core::array::from_fn(|i| L::Word::truncate(x[i % x.len()]));
    // SAFETY: the callers have asked the processor; no vector is wider.
    let found =
        unsafe { words(L::load(inputs.as_ptr()).small_quotient(L::splat(L::Word::truncate(L::small_quotient_ratio(q))))) };
    for (x, found) in inputs[..L::WIDTH].iter().zip(found) {
        let (exact, found) = (x.extend() / q, found.extend());
        assert!(found == exact || found + 1 == exact, "{}: {found} times {q} in {x:?}", core::any::type_name::<L>());
    }
}

fn transposed<L: Lanes>(rows: &[Words<L>]) -> Vec<Words<L>> {
    // SAFETY: the callers have asked the processor; no vector is wider.
    let mut rows: Vec<L> = rows.iter().take(L::WIDTH).map(|row| unsafe { L::load(row.as_ptr()) }).collect();
    // SAFETY: the callers have asked the processor; there are `WIDTH` rows.
    unsafe { L::transpose(&mut rows) }
    rows.into_iter().map(words).collect()
}

fn permuted<L: Lanes>(x: &Words<L>, at: &[u8; 16]) -> Words<L> {
    // SAFETY: the callers have asked the processor; no vector is wider, and all places are below
    // the width.
    unsafe { words(L::load(x.as_ptr()).permute(at.as_ptr())) }
}

/// `L` does what `P` does.
fn agrees<L: Integers, P: Integers<Word = L::Word>>() {
    let name = core::any::type_name::<L>();
    assert_eq!((L::WIDTH, L::BITS, L::REACH), (P::WIDTH, P::BITS, P::REACH), "{name}");
    let mut random = Random(1);
    for _ in 0..20_000 {
        let x = core::array::from_fn(|_| random.words::<L>());
        assert_eq!(results::<L>(&x), results::<P>(&x), "{name} of {x:?}");
        assert!(short::<L>(&x).iter().all(|short| short.extend() <= L::REACH - 2), "{name}: estimate for {x:?}");
        corrects::<L>(&mut random);
        corrects::<P>(&mut random);
        quotients::<L>(&mut random);
    }
    let rows: [Words<L>; 16] = core::array::from_fn(|_| random.words::<L>());
    assert_eq!(transposed::<L>(&rows), transposed::<P>(&rows), "{name}");
    for _ in 0..100 {
        let at: [u8; 16] = core::array::from_fn(|_| (random.next() % L::WIDTH as u64) as u8);
        assert_eq!(permuted::<L>(&rows[0], &at), permuted::<P>(&rows[0], &at), "{name}: {at:?}");
    }
}

/// [`agrees`], and the same for the operation that primes above `2^31` need.
fn agrees_32<L: Lanes32, P: Lanes32>() {
    agrees::<L, P>();
    let mut random = Random(2);
    for _ in 0..20_000 {
        let x: [_; 3] = core::array::from_fn(|_| random.words::<L>());
        // SAFETY: the callers have asked the processor; no vector is wider.
        unsafe {
            let [a, b, c] = x.each_ref().map(|words| L::load(words.as_ptr()));
            let [d, e, f] = x.each_ref().map(|words| P::load(words.as_ptr()));
            assert_eq!(words(a.sub_else_add(b, c)), words(d.sub_else_add(e, f)), "{x:?}");
        }
    }
}

/// Integers of either sign below `2^53`, those at the ends of intervals among them. Zero has the
/// sign that sums give it.
fn number(random: &mut Random) -> f64 {
    let word = (random.word() & ((1 << 53) - 1)) as f64;
    if word == 0.0 || random.next().is_multiple_of(2) { word } else { -word }
}

/// The results of every operation on doubles.
fn results_of_doubles<L: Doubles>([x, y, z]: &[Words<L>; 3], words_of: &Words<L>) -> Vec<(&'static str, Words<L>)> {
    // SAFETY: the callers have asked the processor; no vector is wider.
    unsafe {
        let [x, y, z] = [x, y, z].map(|words| L::load(words.as_ptr()));
        let word = L::load(words_of.as_ptr());
        Vec::from([
            ("load", words(x)),
            ("number", words(L::number(1.5))),
            ("add", words(x.add(y))),
            ("sub", words(x.sub(y))),
            ("mul", words(x.mul(y))),
            ("mul_add", words(x.mul_add(y, z))),
            ("mul_sub", words(x.mul_sub(y, z))),
            ("neg_mul_add", words(x.neg_mul_add(y, z))),
            ("add_if_negative", words(x.add_if_negative(y))),
            ("floor", words(x.mul(L::number(1.0 / 64.0)).floor())),
            ("of_words", words(word.of_words())),
            ("to_words", words(word.of_words().to_words())),
            ("add_words", words(x.add_words(y))),
            ("and_words", words(x.and_words(y))),
            ("shl_words", words(x.shl_words(29))),
            ("shr_words", words(x.shr_words(63))),
            ("of_integers", words(word.add_words(L::splat(1 << 51).add_words(L::splat(0xFFF << 52))).of_integers())),
            ("to_integers", words(x.mul(L::number(1e6)).to_integers())),
        ])
    }
}

/// `L` does what `P` does, on doubles.
fn agrees_on_doubles<L: Doubles, P: Doubles>() {
    let name = core::any::type_name::<L>();
    assert_eq!(L::WIDTH, P::WIDTH, "{name}");
    let mut random = Random(3);
    for _ in 0..20_000 {
        let x: [Words<L>; 3] = core::array::from_fn(|_| core::array::from_fn(|_| number(&mut random).to_bits()));
        let word: Words<L> = core::array::from_fn(|_| random.word() & ((1 << 52) - 1));
        assert_eq!(results_of_doubles::<L>(&x, &word), results_of_doubles::<P>(&x, &word), "{name} of {x:?} and {word:?}");
    }
    let rows: [Words<L>; 16] = core::array::from_fn(|_| random.words::<L>());
    assert_eq!(transposed::<L>(&rows), transposed::<P>(&rows), "{name}");
    for _ in 0..100 {
        let at: [u8; 16] = core::array::from_fn(|_| (random.next() % L::WIDTH as u64) as u8);
        assert_eq!(permuted::<L>(&rows[0], &at), permuted::<P>(&rows[0], &at), "{name}: {at:?}");
    }
}

/// The results of every operation on signed words; `halves` are below 2^14 in magnitude.
fn results_of_signed<L: Signed16<Word = u32>>(x: &[Words<L>; 2], halves: &[Words<L>; 2]) -> Vec<(&'static str, Words<L>)> {
    // SAFETY: the callers have asked the processor; no vector is wider.
    unsafe {
        let [x, y] = x.each_ref().map(|words| L::load(words.as_ptr()));
        let [a, b] = halves.each_ref().map(|words| L::load(words.as_ptr()));
        let rest = L::splat(L::word(1 << 14));
        Vec::from([
            ("load", words(x)),
            ("splat", words(L::splat(halves[0][0]))),
            ("add", words(a.add(b))),
            ("sub", words(a.sub(b))),
            ("mul_low", words(x.mul_low(y))),
            ("mul_high", words(x.mul_high(y))),
            ("mul_round", words(x.mul_round(b))),
            ("add_if_negative", words(a.add_if_negative(rest))),
        ])
    }
}

/// `L` does what `P` does, on pairs of signed words.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
fn agrees_on_pairs<L: Signed16<Word = u32>, P: Signed16<Word = u32>>() {
    let name = core::any::type_name::<L>();
    assert_eq!((L::WIDTH, L::word(0xABCD)), (P::WIDTH, P::word(0xABCD)), "{name}");
    let mut random = Random(4);
    for _ in 0..20_000 {
        let x: [Words<L>; 2] = core::array::from_fn(|_| random.words::<L>());
        let half = |word: u32| (((word as i16) >> 2) as u16 as u32) | ((word as i32 >> 18) as u32) << 16;
        let halves = x.map(|words| words.map(half));
        assert_eq!(results_of_signed::<L>(&x, &halves), results_of_signed::<P>(&x, &halves), "{name} of {x:?}");
    }
    let rows: [Words<L>; 16] = core::array::from_fn(|_| random.words::<L>());
    assert_eq!(transposed::<L>(&rows), transposed::<P>(&rows), "{name}");
}

/// Runs the comparison if the processor has the features, and says so if not.
#[cfg(target_arch = "x86_64")]
macro_rules! on {
    ($($feature:tt),*; $($compare:expr),*) => {
        if super::super::available::has!($($feature),*) {
            $($compare();)*
        } else {
            println!("not on this machine: {}", [$($feature),*].join(", "));
        }
    };
}

#[cfg(target_arch = "x86_64")]
#[test]
fn lanes_of_avx2() {
    use crate::kernel::isa::avx2::words32::Words32;
    use crate::kernel::isa::avx2::words64::{Exact64, Near64};
    use crate::kernel::isa::avx2::{pairs16::Pairs16, words16::Words16};
    on!("avx2"; agrees_on_pairs::<Pairs16, Pairs<8>>, agrees::<Words16, Portable<u16, 16, 16, 2>>);
    on!("avx2"; agrees_32::<Words32, Portable<u32, 8, 32, 2>>,
        agrees::<Near64, Portable<u64, 4, 64, 4>>, agrees::<Exact64, Portable<u64, 4, 64, 2>>);
}

#[test]
fn doubles_of_the_scalar_kernel() {
    agrees_on_doubles::<crate::kernel::isa::scalar::doubles::Double, Numbers<1>>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn doubles_of_avx2_and_avx512() {
    use crate::kernel::isa::avx2fma::Doubles256;
    use crate::kernel::isa::avx512::doubles::Doubles512;
    on!("avx2", "fma"; agrees_on_doubles::<Doubles256, Numbers<4>>);
    on!("avx512f", "avx512dq"; agrees_on_doubles::<Doubles512, Numbers<8>>);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn lanes_of_avx512() {
    use crate::kernel::isa::avx512::words32::Words32;
    use crate::kernel::isa::avx512::words64::{Exact64, Near64};
    on!("avx512f", "avx512dq"; agrees_32::<Words32, Portable<u32, 16, 32, 2>>,
        agrees::<Near64, Portable<u64, 8, 64, 4>>, agrees::<Exact64, Portable<u64, 8, 64, 2>>);
    on!("avx512f", "avx512dq", "avx512ifma"; agrees::<core::arch::x86_64::__m512i, Portable<u64, 8, 52, 2>>);
}

#[cfg(target_arch = "aarch64")]
#[test]
fn lanes_of_neon() {
    use crate::kernel::isa::neon::doubles::Doubles128;
    use crate::kernel::isa::neon::words32::Words32;
    use crate::kernel::isa::neon::words64::Words64;
    agrees_32::<Words32, Portable<u32, 4, 32, 2>>();
    agrees::<Words64, Portable<u64, 2, 64, 2>>();
    agrees_on_doubles::<Doubles128, Numbers<2>>();
}
