//! The fields whose transforms have kernels.

use crate::driver::{FieldKernels, FieldShape};
use bytemuck::{Pod, TransparentWrapper};
use papilio_field::Field;
use papilio_field::fields::{BabyBear, Bn254, Goldilocks};
use papilio_ntt::dft::DftField;

/// A field whose transforms have kernels: [`BabyBear`], [`Goldilocks`] and [`Bn254`].
pub trait DeviceField: Element {}

/// Elements as kernels take them.
pub trait Element: DftField + TransparentWrapper<Self::Words> {
    /// The words of an element.
    type Words: Pod;
    /// Facts that launches need.
    const SHAPE: FieldShape;

    /// The element whose words the kernels read as the constant.
    #[must_use]
    fn constant(self) -> Self {
        self
    }
}

impl<F: Element> DeviceField for F {}

impl Element for BabyBear {
    type Words = u32;
    const SHAPE: FieldShape = FieldShape { kernels: FieldKernels::BABY_BEAR, bytes: 4, log_values: 4 };

    /// `2^32·self`.
    fn constant(self) -> Self {
        self * Self::from_u64(1 << 32)
    }
}

impl Element for Goldilocks {
    type Words = u64;
    const SHAPE: FieldShape = FieldShape { kernels: FieldKernels::GOLDILOCKS, bytes: 8, log_values: 4 };
}

impl Element for Bn254 {
    type Words = [u64; 4];
    const SHAPE: FieldShape = FieldShape { kernels: FieldKernels::BN254, bytes: 32, log_values: 2 };

    /// `2^5·self`: products are divided by `2^261`, where the host divides them by `2^256`.
    fn constant(self) -> Self {
        self * Self::from_u64(1 << 5)
    }
}
