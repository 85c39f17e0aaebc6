//! The kernels by name.

use crate::Arithmetic;
use core::ffi::CStr;

/// Which way a transform goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Inverse,
}

/// The form of the words of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Coefficients,
    Values,
}

/// The form of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DigitForm {
    /// They are transformed but for their rows.
    Columns,
    Values,
}

/// Operations place by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointwise {
    Add,
    Subtract,
    Multiply,
}

/// Operations place by place of many pairs of polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointwisePairs {
    Add,
    Subtract,
}

/// Operations place by place with a constant for each half of a limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointwiseConstant {
    /// `x + c`
    Add,
    /// `c·x`
    Scale,
    /// `x + c·y`
    AddMultiple,
    /// `c·(y − x)`
    Quotient,
}

/// Instructions whose rate is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instruction {
    /// `xy + z` of doubles.
    Dfma,
    /// Sums of products of doubles and of 32 bits, in turn.
    DfmaAndImad,
    /// `x + y + z` of 32 bits.
    Iadd3,
    /// `xy + z` of 32 bits.
    Imad,
    /// The high half of a product of 32 bits, plus a number.
    ImadHigh,
    /// A product of 32 by 32 bits, plus a number of 64.
    ImadWide,
}

/// The two passes of a transform: columns of `2^4` to `2^8` words, and rows.
pub(super) struct Passes {
    pub(super) columns: [&'static CStr; 5],
    pub(super) rows: &'static CStr,
}

/// A name that ends as C wants it.
macro_rules! name {
    ($($part:literal),*) => {
        match CStr::from_bytes_with_nul(concat!($($part,)* "\0").as_bytes()) {
            Ok(name) => name,
            Err(_) => panic!("names of kernels have no zero byte"),
        }
    };
}

macro_rules! passes {
    ($suffix:literal) => {
        Passes {
            columns: [
                name!("columns_", $suffix, "_4"),
                name!("columns_", $suffix, "_5"),
                name!("columns_", $suffix, "_6"),
                name!("columns_", $suffix, "_7"),
                name!("columns_", $suffix, "_8"),
            ],
            rows: name!("rows_", $suffix),
        }
    };
}

/// The passes of the transform of a field, forward and inverse: columns, and rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldKernels {
    columns: [&'static CStr; 2],
    rows: [&'static CStr; 2],
}

macro_rules! field_kernels {
    ($suffix:literal) => {
        FieldKernels {
            columns: [name!("field_columns_forward_", $suffix), name!("field_columns_inverse_", $suffix)],
            rows: [name!("field_rows_forward_", $suffix), name!("field_rows_inverse_", $suffix)],
        }
    };
}

impl FieldKernels {
    pub(crate) const BABY_BEAR: Self = field_kernels!("baby_bear");
    pub(crate) const BN254: Self = field_kernels!("bn254");
    pub(crate) const GOLDILOCKS: Self = field_kernels!("goldilocks");
    const ALL: [Self; 3] = [Self::BABY_BEAR, Self::BN254, Self::GOLDILOCKS];

    /// The kernels of columns and of rows.
    pub(super) fn passes(&self, direction: Direction) -> (&'static CStr, &'static CStr) {
        let at = usize::from(direction == Direction::Inverse);
        (self.columns[at], self.rows[at])
    }
}

/// Kernels of transforms in doubles, and in words.
const FORWARD: [Passes; 2] = [passes!("forward_f64"), passes!("forward_u64")];
const INVERSE: [Passes; 2] = [passes!("inverse_f64"), passes!("inverse_u64")];

impl Direction {
    pub(super) fn passes(self, arithmetic: Arithmetic) -> &'static Passes {
        let both = match self {
            Self::Forward => &FORWARD,
            Self::Inverse => &INVERSE,
        };
        in_arithmetic(both.each_ref(), arithmetic)
    }
}

/// Kernels of stages in doubles, and in words.
pub(super) const STAGES: [&CStr; 2] = [c"stages_f64", c"stages_u64"];

/// Kernels between the passes of transforms: inner products, products, and those of pairs.
const ROWS_INNER: [[&CStr; 2]; 2] =
    [[c"rows_inner_columns_f64", c"rows_inner_columns_u64"], [c"rows_inner_values_f64", c"rows_inner_values_u64"]];
const ROWS_MULTIPLY: [&CStr; 2] = [c"rows_multiply_f64", c"rows_multiply_u64"];
const ROWS_TENSOR: [&CStr; 2] = [c"rows_tensor_f64", c"rows_tensor_u64"];

/// One of two kernels, in doubles and in words.
fn in_arithmetic<T: Copy>(both: [T; 2], arithmetic: Arithmetic) -> T {
    both[usize::from(arithmetic == Arithmetic::Words)]
}

pub(super) fn stages(arithmetic: Arithmetic) -> &'static CStr {
    in_arithmetic(STAGES, arithmetic)
}

pub(super) fn rows_inner(digits: DigitForm, arithmetic: Arithmetic) -> &'static CStr {
    in_arithmetic(ROWS_INNER[usize::from(digits == DigitForm::Values)], arithmetic)
}

pub(super) fn rows_multiply(arithmetic: Arithmetic) -> &'static CStr {
    in_arithmetic(ROWS_MULTIPLY, arithmetic)
}

pub(super) fn rows_tensor(arithmetic: Arithmetic) -> &'static CStr {
    in_arithmetic(ROWS_TENSOR, arithmetic)
}

impl Pointwise {
    const ALL: [Self; 3] = [Self::Add, Self::Subtract, Self::Multiply];

    pub(super) fn kernel(self) -> &'static CStr {
        match self {
            Self::Add => c"add",
            Self::Subtract => c"subtract",
            Self::Multiply => c"multiply",
        }
    }
}

impl PointwisePairs {
    const ALL: [Self; 2] = [Self::Add, Self::Subtract];

    pub(super) fn kernel(self) -> &'static CStr {
        match self {
            Self::Add => c"add_pairs",
            Self::Subtract => c"subtract_pairs",
        }
    }
}

impl PointwiseConstant {
    const ALL: [Self; 4] = [Self::Add, Self::Scale, Self::AddMultiple, Self::Quotient];

    pub(super) fn kernel(self) -> &'static CStr {
        match self {
            Self::Add => c"add_constant",
            Self::Scale => c"scale",
            Self::AddMultiple => c"add_multiple",
            Self::Quotient => c"quotient",
        }
    }
}

impl Instruction {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Dfma, Self::Imad, Self::ImadWide, Self::ImadHigh, Self::Iadd3, Self::DfmaAndImad];

    pub(super) fn kernel(self) -> &'static CStr {
        match self {
            Self::Dfma => c"ceiling_dfma",
            Self::DfmaAndImad => c"ceiling_dfma_imad",
            Self::Iadd3 => c"ceiling_iadd3",
            Self::Imad => c"ceiling_imad",
            Self::ImadHigh => c"ceiling_imad_high",
            Self::ImadWide => c"ceiling_imad_wide",
        }
    }
}

/// Every kernel, for a driver that looks them up once.
pub(super) fn all() -> impl Iterator<Item = &'static CStr> {
    let passes = FORWARD.iter().chain(&INVERSE).flat_map(|passes| passes.columns.into_iter().chain([passes.rows]));
    let pointwise =
        Pointwise::ALL.map(Pointwise::kernel).into_iter().chain(PointwiseConstant::ALL.map(PointwiseConstant::kernel));
    let others = [
        c"automorphism_coefficients",
        c"automorphism_values",
        c"ceiling_copy",
        c"ceiling_count",
        c"ceiling_nothing",
        c"convert",
        c"inner_products",
        c"rows_to_tiles",
        c"sum_of_products",
        c"tiles_to_rows",
    ];
    let fields = FieldKernels::ALL.into_iter().flat_map(|of| of.columns.into_iter().chain(of.rows));
    passes
        .chain(pointwise)
        .chain(PointwisePairs::ALL.map(PointwisePairs::kernel))
        .chain(STAGES)
        .chain(ROWS_INNER.into_iter().flatten())
        .chain(ROWS_MULTIPLY)
        .chain(ROWS_TENSOR)
        .chain(Instruction::ALL.map(Instruction::kernel))
        .chain(others)
        .chain(fields)
}
