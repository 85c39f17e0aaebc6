//! Launches of inner products of digits with both halves of keys.

use super::BLOCK;
use super::kernels::rows_inner;
use super::launch::{PrimeTables, launch, shared_bytes};
use super::memory::Memory;
use std::sync::Arc;

/// Words of a thread of `rows_inner`, in either half: one of each row of a block.
const WORDS: u32 = 8;

/// Writes the sums of products of polynomials of digits with the polynomials of either half of
/// keys, which have `key_limbs`, to a pair of polynomials.
pub(crate) fn inner_products(tables: &PrimeTables, sums: &mut Memory, digits: &Memory, keys: (&Memory, usize)) {
    let Operands { addresses: [sum, digit, key], counts } = Operands::new(tables, sums, digits, keys);
    let [n, limbs] = [tables.degree(), tables.limbs()].map(|x| x as u64);
    let [count, key_limbs, key_count] = counts;
    let arguments = [sum, digit, key, tables.address(), limbs, n, count, key_limbs, key_count];
    let grid = (tables.degree() as u32 / BLOCK, tables.limbs() as u32);
    // SAFETY: a block has 256 words of one limb, and the grid those of one polynomial, of which the
    // memories have as many as the kernel goes on to.
    sums.device().queue(|driver| unsafe { launch(driver, c"inner_products", grid, 0, arguments) });
}

/// [`inner_products`] of digits that are transformed but for their rows. The first limbs of the
/// sums, `inverted` of them, are inverted but for their columns, and the others are values.
pub(crate) fn inner_products_of_columns(
    tables: &PrimeTables,
    sums: &mut Memory,
    digits: &Memory,
    keys: (&Memory, usize),
    inverted: usize,
) {
    let Operands { addresses: [sum, digit, key], counts } = Operands::new(tables, sums, digits, keys);
    let [rows, limbs, inverted] = [tables.degree() / 256, tables.limbs(), inverted].map(|x| x as u64);
    let [count, key_limbs, key_count] = counts;
    let arguments = [sum, digit, key, tables.address(), limbs, rows, count, key_limbs, key_count, inverted];
    let grid = (tables.degree() as u32 / (WORDS * BLOCK), tables.limbs() as u32);
    let (kernel, shared) = (rows_inner(tables.arithmetic()), shared_bytes(256));
    // SAFETY: a block has eight rows of one limb, and the grid those of one polynomial, of which
    // the memories have as many as the kernel goes on to; the tables are those of n words.
    sums.device().queue(|driver| unsafe { launch(driver, kernel, grid, shared, arguments) });
}

/// Memory of inner products.
struct Operands {
    /// Addresses of sums, digits and keys.
    addresses: [u64; 3],
    /// Digits, limbs of a key, and its digits.
    counts: [u64; 3],
}

impl Operands {
    fn new(tables: &PrimeTables, sums: &Memory, digits: &Memory, (keys, key_limbs): (&Memory, usize)) -> Self {
        let polynomial = tables.degree() * tables.limbs();
        [sums, digits].into_iter().for_each(|data| tables.check(data));
        assert_eq!(sums.len(), 2 * polynomial, "words of a pair of polynomials");
        assert!(tables.limbs() <= key_limbs, "keys of {key_limbs} limbs for {}", tables.limbs());
        let (count, key_count) = (digits.len() / polynomial, keys.len() / (2 * tables.degree() * key_limbs));
        let expected = 2 * key_count * tables.degree() * key_limbs;
        assert_eq!(keys.len(), expected, "words of both halves of keys of {key_limbs} limbs");
        assert!(count <= key_count, "keys of {key_count} digits for {count}");
        assert!(Arc::ptr_eq(keys.device(), sums.device()), "words of one device, and keys of another");
        Self {
            addresses: [sums, digits, keys].map(|memory| memory.address(0)),
            counts: [count, key_limbs, key_count].map(|x| x as u64),
        }
    }
}
