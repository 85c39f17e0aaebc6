//! Operations, and how much work each is.

use core::fmt;

/// An operation of a server, on one polynomial or ciphertext of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// A polynomial from coefficients to values.
    NttForward,
    /// A polynomial from values to coefficients.
    NttInverse,
    /// The product of two polynomials of coefficients.
    PolynomialProduct,
    /// The sum of two ciphertexts.
    Add,
    /// The three products of two ciphertexts of values.
    Tensor,
    /// A product of BFV, of three polynomials.
    Multiply,
    /// Three polynomials to two.
    Relinearize,
    /// A rotation of the slots.
    Rotate,
    /// [`Operation::HOISTED`] rotations of one ciphertext.
    HoistedRotations,
    /// A ciphertext without its last prime.
    ModulusSwitch,
    /// Residues of a polynomial modulo other primes, one more than it has.
    BaseConversion,
    /// A ciphertext of values by a plaintext.
    MultiplyPlain,
    /// A transform across ciphertexts, for each of them. The degree of the shape is that of the
    /// window, and the batch is the number of ciphertexts.
    Columns {
        /// Products of a ciphertext with constants in all stages, each of one of its two
        /// polynomials modulo one prime: `products()` of `papilio_hntt::Recipe`.
        products: usize,
        /// Primes of results.
        kept: usize,
    },
    /// A transform inside a ciphertext, by the numbers of `SlotWork` of `papilio_hntt`. Diagonals
    /// and keys come from the host, as operands do.
    Slots {
        /// Products with diagonals.
        diagonals: usize,
        /// Rotations, all of them.
        rotations: usize,
        /// Rotations that share digits with others.
        hoisted: usize,
        /// Keys of rotations.
        keys: usize,
    },
}

/// The work of one operation, in polynomials modulo one prime: limbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Transforms in either direction.
    pub transforms: usize,
    /// Products of words in sums of several.
    pub products: usize,
    /// Limbs of operands, keys and results, each read or written once.
    pub moved: usize,
    /// Limbs between the steps, which are written and read again unless a cache holds them.
    pub between: usize,
    /// Launches of kernels.
    pub launches: usize,
    /// Limbs of operands that are not on a device; keys are there, but for transforms.
    pub uploads: usize,
    /// Limbs of results.
    pub downloads: usize,
}

impl Operation {
    /// All but transforms: what is measured by itself, in the order of tables.
    pub const ALL: [Self; 12] = [
        Self::NttForward,
        Self::NttInverse,
        Self::PolynomialProduct,
        Self::Add,
        Self::Tensor,
        Self::Multiply,
        Self::Relinearize,
        Self::Rotate,
        Self::HoistedRotations,
        Self::ModulusSwitch,
        Self::BaseConversion,
        Self::MultiplyPlain,
    ];

    /// Rotations of one ciphertext whose digits are made once.
    pub const HOISTED: usize = 8;

    /// Sums of two ciphertexts in one launch.
    pub const SUMS: usize = 64;

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NttForward => "ntt_forward",
            Self::NttInverse => "ntt_inverse",
            Self::PolynomialProduct => "polynomial_product",
            Self::Add => "add",
            Self::Tensor => "tensor",
            Self::Multiply => "multiply",
            Self::Relinearize => "relinearize",
            Self::Rotate => "rotate",
            Self::HoistedRotations => "hoisted_rotations",
            Self::ModulusSwitch => "modulus_switch",
            Self::BaseConversion => "base_conversion",
            Self::MultiplyPlain => "multiply_plain",
            Self::Columns { .. } => "columns",
            Self::Slots { .. } => "slots",
        }
    }

    /// The operation of a name, of those that are measured.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }

    /// Whether it takes less time than its operands take to a device.
    #[must_use]
    pub fn is_alone_too_short(self) -> bool {
        matches!(self, Self::Add | Self::MultiplyPlain)
    }

    /// Whether one launch takes a whole batch, or [`Self::SUMS`] of it.
    #[must_use]
    pub fn is_batched(self) -> bool {
        matches!(
            self,
            Self::NttForward
                | Self::NttInverse
                | Self::PolynomialProduct
                | Self::Add
                | Self::BaseConversion
                | Self::Columns { .. }
        )
    }

    /// The work on operands of so many limbs, with keys of so many special primes. Launches are
    /// those of the kernels as they are; the rest is what any program of these steps has.
    #[must_use]
    pub fn work(self, limbs: usize, special: usize) -> Work {
        let [l, special] = [limbs, special].map(at_most);
        match self {
            Self::NttForward | Self::NttInverse => {
                Work { transforms: l, moved: 2 * l, between: 2 * l, launches: 2, uploads: l, downloads: l, ..Work::default() }
            }
            Self::PolynomialProduct => {
                Work { transforms: 3 * l, products: l, moved: 3 * l, between: 6 * l, launches: 3, uploads: 2 * l, downloads: l }
            }
            Self::Add => Work { moved: 6 * l, launches: 1, uploads: 4 * l, downloads: 2 * l, ..Work::default() },
            Self::Tensor => {
                Work { products: 4 * l, moved: 7 * l, launches: 3, uploads: 4 * l, downloads: 3 * l, ..Work::default() }
            }
            Self::Multiply => multiply(l),
            Self::Relinearize => key_switches(l, special, [3, 2], [1, 0]),
            Self::Rotate => key_switches(l, special, [2, 2], [1, 2]),
            Self::HoistedRotations => key_switches(l, special, [2, 2 * Self::HOISTED], [Self::HOISTED, 2]),
            Self::ModulusSwitch => {
                let kept = l.saturating_sub(1);
                Work {
                    products: 2 * kept,
                    moved: 2 * (l + kept),
                    launches: 2,
                    uploads: 2 * l,
                    downloads: 2 * kept,
                    ..Work::default()
                }
            }
            Self::BaseConversion => {
                Work { products: l * (l + 1), moved: 2 * l + 1, launches: 1, uploads: l, downloads: l + 1, ..Work::default() }
            }
            Self::MultiplyPlain => {
                Work { products: 2 * l, moved: 5 * l, launches: 2, uploads: 3 * l, downloads: 2 * l, ..Work::default() }
            }
            Self::Columns { products, kept } => Work {
                products,
                // Rows of the host become tiles and rows again, beside the stages.
                moved: 3 * 2 * (l + at_most(kept)),
                // In one window a sixteenth of the rows goes there at a time, then every limb
                // through its stages; of thousands of rows it is less, and there are some launches
                // more. Windows that overlap have more launches and wait less for transfers.
                launches: 16 + l + 2,
                uploads: 2 * l,
                downloads: 2 * at_most(kept),
                ..Work::default()
            },
            Self::Slots { diagonals, rotations, hoisted, keys } => {
                slots(l, special, [diagonals, rotations.saturating_sub(hoisted), hoisted, keys].map(at_most))
            }
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A count of which sums of products are numbers. No work has as many limbs or rotations.
fn at_most(count: usize) -> usize {
    count.min(1 << 16)
}

/// Four polynomials to one prime more than they have, the tensor modulo all, and three divided by
/// the modulus.
fn multiply(l: usize) -> Work {
    let (more, all) = (l + 1, 2 * l + 1);
    Work {
        transforms: 7 * all,
        products: 4 * all + 4 * l * more + 3 * 2 * l * more,
        moved: 7 * l,
        between: 4 * (more + all) + 3 * (2 * all + more),
        launches: 13,
        uploads: 4 * l,
        downloads: 3 * l,
    }
}

/// Digits of one polynomial, and the products of them with keys, each beside so many automorphisms.
/// Values of digits are written where there are several keys.
fn key_switches(l: usize, special: usize, [operands, results]: [usize; 2], [keys, automorphisms]: [usize; 2]) -> Work {
    let special = special.max(1);
    let (digits, all) = (l.div_ceil(special), l + special);
    let transform = if keys == 1 { 1 } else { 2 };
    Work {
        transforms: digits * all + keys * 2 * all,
        products: digits * special * l + keys * (2 * special * l + 2 * digits * all),
        moved: operands * l + results * l + keys * 2 * digits * all,
        between: 4 * digits * all + keys * 8 * all,
        launches: digits + transform + keys * (4 + automorphisms),
        uploads: operands * l,
        downloads: results * l,
    }
}

/// Diagonals that a launch multiplies with.
const TOGETHER: usize = 4;
/// Launches that a rotation of values has more than one of coefficients, and its digits have.
const VALUES: [usize; 2] = [9, 2];

/// Rotations of values, alone and hoisted ones, and products with diagonals.
fn slots(l: usize, special: usize, [diagonals, alone, hoisted, keys]: [usize; 4]) -> Work {
    let single = key_switches(l, special, [2, 2], [1, 2]);
    let together = if hoisted > 0 { key_switches(l, special, [2, 2 * hoisted], [hoisted, 2]) } else { Work::default() };
    let key = 2 * l.div_ceil(special.max(1)) * (l + special);
    Work {
        transforms: alone * single.transforms + together.transforms,
        products: alone * single.products + together.products + 2 * l * diagonals,
        moved: alone * single.moved + together.moved + 3 * l * diagonals,
        between: alone * single.between + together.between,
        launches: alone * (single.launches + VALUES[0] + VALUES[1])
            + (together.launches + hoisted * VALUES[0] + VALUES[1])
            + 2 * diagonals.div_ceil(TOGETHER),
        uploads: 2 * l + diagonals * l + keys * key,
        downloads: 2 * l,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for operation in Operation::ALL {
            assert_eq!(Operation::named(operation.name()), Some(operation));
        }
        for name in ["ntt", "columns", "slots"] {
            assert_eq!(Operation::named(name), None);
        }
    }

    #[test]
    fn work_grows_with_limbs_and_a_rotation_hoisted_is_less_than_one_alone() {
        for operation in Operation::ALL {
            let [few, many] = [3, 12].map(|limbs| operation.work(limbs, 1));
            assert!(few.moved < many.moved && few.launches > 0, "{operation}");
            assert!(few.uploads < many.uploads && few.downloads < many.downloads, "{operation}");
        }
        let most = usize::MAX;
        let columns = Operation::Columns { products: most, kept: most };
        let slots = Operation::Slots { diagonals: most, rotations: most, hoisted: most / 2, keys: most };
        for operation in Operation::ALL.into_iter().chain([columns, slots]) {
            assert!(operation.work(most, most).moved >= operation.work(64, 1).moved, "{operation}");
        }
        let [hoisted, alone] = [Operation::HoistedRotations, Operation::Rotate].map(|operation| operation.work(12, 3));
        assert!(hoisted.transforms < Operation::HOISTED * alone.transforms && hoisted.transforms > alone.transforms);
    }
}
