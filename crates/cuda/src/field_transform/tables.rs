//! Twiddles and roots, as `kernels/field_transform.cuh` reads them.

use super::{DeviceField, FieldTransformError};
use crate::Gpu;
use crate::driver::{FieldPass, FieldTables, LOG_ROW, Memory};
use papilio_field::order::reversed;
use papilio_field::{Field, FieldRing};
use papilio_ntt::dft::powers;

/// One or two passes of columns, as equal as can be, and one of rows.
fn passes(log_n: u32) -> Vec<FieldPass> {
    let of_columns = log_n - LOG_ROW;
    let [first, second] = if of_columns <= 8 { [of_columns, 0] } else { [of_columns.div_ceil(2), of_columns / 2] };
    [(first, log_n - first), (second, LOG_ROW), (LOG_ROW, 0)]
        .into_iter()
        .filter(|&(log_radix, _)| log_radix > 0)
        .map(|(log_radix, log_stride)| FieldPass { log_radix, log_stride })
        .collect()
}

/// Tables for the root of order `2^log_n` and a coset.
pub(super) fn upload<F: DeviceField>(gpu: &Gpu, log_n: u32, root: F, shift: F) -> Result<FieldTables, FieldTransformError> {
    let (passes, log_fine) = (passes(log_n), log_n / 2);
    // The length is not zero in a field that has roots of its order.
    let [Some(inverse_shift), Some(inverse_n)] = [shift, F::from_u64(1 << log_n)].map(F::inverse) else {
        return Err(FieldTransformError::Shift);
    };
    let mut elements = one_direction(root, shift, &passes, log_fine);
    let forward = elements.len();
    elements.extend(one_direction(root.pow(&[(1 << log_n) - 1]), inverse_shift, &passes, log_fine));
    // The last pass of the inverse divides by n: half of the values with the root's twiddle, the
    // others by the element in the place of node 0.
    elements[forward] = elements[forward] * inverse_n;
    elements[forward + 1] = elements[forward + 1] * inverse_n;
    elements.iter_mut().for_each(|element| *element = element.constant());
    let memory = Memory::of(gpu.device(), F::peel_slice(&elements))?;
    Ok(FieldTables::new(F::SHAPE, passes, log_fine, memory))
}

/// The twiddles of every pass, and the coarse and the fine roots.
fn one_direction<F: Field>(root: F, shift: F, passes: &[FieldPass], log_fine: u32) -> Vec<F> {
    let (ring, log_n) = (FieldRing::new(), passes[0].log_radix + passes[0].log_stride);
    let coarse = powers(&ring, root.pow(&[1 << log_fine]), 1 << (log_n - 1 - log_fine));
    let twiddles = passes.iter().flat_map(|pass| nodes(root.pow(&[1 << (log_n - pass.log_radix)]), shift, *pass));
    twiddles.chain(coarse).chain(powers(&ring, root, 1 << log_fine)).collect()
}

/// Twiddles by node of the first polynomial of a pass, and 1 in the place of node 0: at level l,
/// node i splits by `X^(Rm/2^(l + 1)) − w` and `+ w`, where w is the power of the shift, times the
/// root of order R to the power `R/2^(l + 1)·reversed(i)`.
fn nodes<F: Field>(root: F, shift: F, pass: FieldPass) -> impl Iterator<Item = F> {
    let FieldPass { log_radix, log_stride } = pass;
    let powers = powers(&FieldRing::new(), root, 1 << (log_radix - 1));
    let of_level = move |level: u32| {
        let rest = log_radix - level - 1;
        let (shift, powers) = (shift.pow(&[1 << (rest + log_stride)]), powers.clone());
        (0..1 << level).map(move |i| shift * powers[reversed(i, level) << rest])
    };
    [F::ONE].into_iter().chain((0..log_radix).flat_map(of_level))
}
