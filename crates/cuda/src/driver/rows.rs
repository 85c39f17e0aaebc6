//! Launches of inner products of digits with both halves of keys, and of products between the
//! passes of transforms.

use super::BLOCK;
use super::kernels::{DigitForm, Direction, rows_inner, rows_multiply, rows_tensor};
use super::launch::{PrimeTables, chunks, columns_of_limbs, launch, shared_bytes};
use super::memory::Memory;
use crate::device::Device;

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

/// [`inner_products`] of digits of either form. The first limbs of the sums, `inverted` of them,
/// are inverted but for their columns, and the others are values.
pub(crate) fn inner_products_inverted(
    tables: &PrimeTables,
    sums: &mut Memory,
    (form, digits): (DigitForm, &Memory),
    keys: (&Memory, usize),
    inverted: usize,
) {
    let Operands { addresses: [sum, digit, key], counts } = Operands::new(tables, sums, digits, keys);
    let [rows, limbs, inverted] = [tables.degree() / 256, tables.limbs(), inverted].map(|x| x as u64);
    let [count, key_limbs, key_count] = counts;
    let arguments = [sum, digit, key, tables.address(), limbs, rows, count, key_limbs, key_count, inverted];
    let (kernel, grid) = (rows_inner(form, tables.arithmetic()), blocks_of_rows(tables, 2, tables.limbs()));
    // SAFETY: the grid has the rows of one polynomial, of which the memories have as many as the
    // kernel goes on to; the tables are those of n words.
    sums.device().queue(|driver| unsafe { launch(driver, kernel, grid, shared_bytes(256), arguments) });
}

/// Blocks of sixteen rows, those of so many polynomials side by side, for limbs of each.
fn blocks_of_rows(tables: &PrimeTables, sides: u32, limbs: usize) -> (u32, u32) {
    (tables.degree() as u32 / (BLOCK * 16 / sides), limbs as u32)
}

/// The products of polynomials of coefficients, in the place of x; y is overwritten.
pub(crate) fn multiply_polynomials(tables: &PrimeTables, x: &mut Memory, y: &mut Memory) {
    [&*x, &*y].into_iter().for_each(|data| tables.check(data));
    assert_eq!(x.len(), y.len(), "words of two operands");
    let device = x.device();
    for chunk in chunks(tables, x) {
        let (limbs, addresses @ [to, from]) = (chunk.len(), [&*x, &*y].map(|data| tables.limb(data, &chunk)));
        let forward = |addresses, counts| columns_of_limbs(Direction::Forward, tables, device, addresses, counts);
        if 2 * limbs <= device.driver().max_limbs() {
            forward(addresses, [limbs; 2]);
        } else {
            addresses.into_iter().for_each(|address| forward([address; 2], [limbs, 0]));
        }
        let arguments = [to, from, tables.address(), tables.limbs() as u64, tables.degree() as u64 / 256];
        let (kernel, grid) = (rows_multiply(tables.arithmetic()), blocks_of_rows(tables, 2, limbs));
        // SAFETY: the grid has the rows of the limbs of the chunk, which both memories have; the
        // tables are those of n words.
        device.queue(|driver| unsafe { launch(driver, kernel, grid, shared_bytes(256), arguments) });
        columns_of_limbs(Direction::Inverse, tables, device, [to; 2], [limbs, 0]);
    }
}

/// Writes the three parts of the product of two pairs of polynomials, one after the other, or of
/// one pair with itself. Factors are transformed but for their rows, and the parts are inverted but
/// for their columns.
pub(crate) fn tensor_of_columns(tables: &PrimeTables, to: &mut Memory, factors: &Memory) {
    let polynomial = tables.degree() * tables.limbs();
    [&*to, factors].into_iter().for_each(|data| tables.check(data));
    let count = factors.len() / polynomial;
    assert!(to.len() == 3 * polynomial && [2, 4].contains(&count), "{} words of a product of {count} polynomials", to.len());
    let [rows, limbs, count] = [tables.degree() / 256, tables.limbs(), count].map(|x| x as u64);
    let arguments = [to.address(0), factors.address(0), tables.address(), limbs, rows, count];
    let (kernel, grid) = (rows_tensor(tables.arithmetic()), blocks_of_rows(tables, 4, tables.limbs()));
    // SAFETY: the grid has the rows of one polynomial; the memories have three of them, and as many
    // as are counted; the tables are those of n words.
    to.device().queue(|driver| unsafe { launch(driver, kernel, grid, shared_bytes(256), arguments) });
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
        Device::assert_same([sums.device(), keys.device()], ["words", "keys"]);
        Self {
            addresses: [sums, digits, keys].map(|memory| memory.address(0)),
            counts: [count, key_limbs, key_count].map(|x| x as u64),
        }
    }
}
