//! Products by rows in blocks are those by whole rows, to the bit.

use crate::gadget::tests::{gadget, gadget_of_degree, product, residue};
use crate::gadget::{BlockSizeError, Gadget, GadgetForm, GadgetMatrix, KeyRows};
use crate::{Coefficient, Evaluation, Form, Poly, RnsBasis};
use chacha20::ChaCha20Rng;
use num_bigint::BigInt;
use rand_core::{Rng, SeedableRng};

fn random<S: Form>(basis: &RnsBasis, level: usize, rng: &mut ChaCha20Rng) -> Poly<S> {
    let mut poly = Poly::zero(basis, level);
    for (limb, m) in poly.limbs_mut().zip(basis.moduli(level)) {
        limb.iter_mut().for_each(|x| *x = rng.next_u64() % m.value());
    }
    poly
}

/// Every coefficient is the greatest magnitude of a centered residue modulo each group of so many
/// primes, of both signs by turns of groups.
fn extreme(basis: &RnsBasis, level: usize, group: usize) -> Poly<Coefficient> {
    let mut poly = Poly::<Coefficient>::zero(basis, level);
    for (i, (limb, m)) in poly.limbs_mut().zip(basis.moduli(level)).enumerate() {
        let (number, first) = (i / group, i / group * group);
        let half: BigInt = product(&basis.range(first..(first + group).min(basis.limbs()))) / 2;
        limb.fill(residue(&if number % 2 == 0 { half } else { -half }, m.value()));
    }
    poly
}

fn rows(gadget: &Gadget, mut row: impl FnMut() -> Poly<Evaluation>) -> GadgetMatrix {
    let mut matrix = GadgetMatrix::unspecified(gadget);
    (0..matrix.digits()).for_each(|digit| matrix.set(digit, [&row(), &row()]));
    matrix
}

fn agree<S: GadgetForm + PartialEq + core::fmt::Debug>(
    (moduli, gadget): (&RnsBasis, &Gadget),
    c: &Poly<Coefficient>,
    [whole, blocks]: [&KeyRows; 2],
    what: &str,
) {
    let (level, mut rng) = (c.level(), ChaCha20Rng::seed_from_u64(3));
    let start: Poly<Evaluation> = random(moduli, level, &mut rng);
    for start in [[None; 2], [Some(&start), None], [Some(&start); 2]] {
        let parts = [whole, blocks].map(|rows| {
            let sums = gadget.accumulate::<S>((c, None), rows, start);
            sums.map(|sum| S::quotient(gadget, sum, None))
        });
        assert_eq!(parts[0], parts[1], "{what}, level {level}");
        let dropped = [whole, blocks].map(|rows| gadget.product_dropping(&c.to_evaluation(moduli), rows, start, level - 1));
        assert_eq!(dropped[0], dropped[1], "{what}, dropped to one of {level}");
    }
    let (c, plus) = (random::<S>(moduli, level, &mut rng), random::<S>(moduli, level, &mut rng));
    let products = [whole, blocks].map(|rows| gadget.product(&c, rows, [Some(&plus), None]));
    assert_eq!(products[0], products[1], "{what}, level {level}, products");
}

#[test]
fn sums_are_those_of_whole_rows() {
    // The longer polynomials are in memory that was used before.
    for (log_degree, bits, special, sizes) in [
        (10, &[40; 7][..], 1, &[1, 3, 7][..]),
        (10, &[49; 8], 2, &[3, 8]),
        (10, &[50, 50, 45, 38, 50], 1, &[2]),
        (12, &[60, 60, 60, 55], 1, &[1, 2]),
        (12, &[49, 48, 47, 46, 45, 44], 3, &[2, 4]),
    ] {
        let (moduli, gadget) = gadget_of_degree(1 << log_degree, bits, special);
        let (basis, mut rng) = (gadget.basis(), ChaCha20Rng::seed_from_u64(7));
        for &size in sizes {
            let what = format!("{bits:?}, {special} special, blocks of {size}");
            let uniform = rows(&gadget, || random(basis, basis.limbs(), &mut rng));
            let greatest = rows(&gadget, || extreme(basis, basis.limbs(), size).into_evaluation(basis));
            for (i, matrix) in [uniform, greatest].into_iter().enumerate() {
                let blocks = gadget.in_blocks(&matrix, size).expect("blocks");
                assert_eq!(blocks.size(), size);
                assert!(gadget.without_blocks(&blocks) == matrix, "{what}: rows put together again");
                let (whole, blocks) = (KeyRows::Whole(matrix), KeyRows::Blocks(blocks));
                for level in [moduli.limbs(), moduli.limbs() - 1, 1] {
                    let c = if i == 0 { random(&moduli, level, &mut rng) } else { extreme(&moduli, level, special) };
                    agree::<Coefficient>((&moduli, &gadget), &c, [&whole, &blocks], &what);
                    agree::<Evaluation>((&moduli, &gadget), &c, [&whole, &blocks], &what);
                }
                assert_eq!((whole.block(), blocks.block()), (None, Some(size)));
                assert!(blocks.clone().in_blocks(&gadget, None).as_ref() == Ok(&whole), "{what}");
                assert!(whole.in_blocks(&gadget, Some(size)).as_ref() == Ok(&blocks), "{what}");
            }
        }
    }
}

#[test]
fn sizes_are_refused_and_said() {
    let (_, gadget) = gadget(&[40; 7], 1);
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    let matrix = rows(&gadget, || random(gadget.basis(), 7, &mut rng));
    for size in [0, 8, usize::MAX] {
        let refused = BlockSizeError { size, limbs: 7 };
        assert_eq!(gadget.in_blocks(&matrix, size), Err(refused));
        assert_eq!(gadget.block_bytes(size), Err(refused));
        assert!(refused.to_string().contains("from 1 to 7"), "{refused}");
    }
    // Six digits, four blocks of at most 80 bits; 40 + 80 + 12 + 3 bits of products need three
    // primes of 49.
    assert_eq!(gadget.block_bytes(2), Ok(2 * 6 * 4 * 3 * 4096 * 8));
}
