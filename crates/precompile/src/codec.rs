//! Elements as big-endian bytes. Loops without exits, which the compiler makes vectors of.

use alloc::vec;
use alloc::vec::Vec;
use core::array;

/// The elements of a body of whole elements, or the index of the first that is out of range.
pub(crate) fn decode<T: Copy + Default, const W: usize>(
    body: &[u8],
    read: impl Fn(&[u8; W]) -> T,
    in_range: impl Fn(T) -> bool,
) -> Result<Vec<T>, usize> {
    let (chunks, _) = body.as_chunks::<W>();
    let mut values = vec![T::default(); chunks.len()];
    let mut sound = true;
    for (value, chunk) in values.iter_mut().zip(chunks) {
        *value = read(chunk);
        sound &= in_range(*value);
    }
    if sound { Ok(values) } else { Err(values.iter().position(|&value| !in_range(value)).unwrap_or(0)) }
}

/// The bytes of elements, one after the other.
pub(crate) fn encode<T: Copy, const W: usize>(values: &[T], write: impl Fn(T) -> [u8; W]) -> Vec<u8> {
    let mut bytes = vec![0; values.len() * W];
    for (chunk, &value) in bytes.as_chunks_mut::<W>().0.iter_mut().zip(values) {
        *chunk = write(value);
    }
    bytes
}

/// The bytes of what comes of two vectors, `G` elements of each at a time, or the index of the
/// first element out of range, counted through both. Nothing is stored in between: for long
/// vectors, memory that is new costs more than the arithmetic.
#[inline(always)]
pub(crate) fn combine<T: Copy, const W: usize, const G: usize>(
    [a, b]: [&[u8]; 2],
    read: impl Fn(&[u8; W]) -> T,
    in_range: impl Fn(T) -> bool,
    write: impl Fn(T) -> [u8; W],
    mut group: impl FnMut([T; G], [T; G]) -> [T; G],
) -> Result<Vec<u8>, usize> {
    let (a, b) = (a.as_chunks::<W>().0, b.as_chunks::<W>().0);
    let mut bytes = vec![0; a.len() * W];
    let out = bytes.as_chunks_mut::<W>().0.as_chunks_mut::<G>().0;
    let mut sound = true;
    for ((out, a), b) in out.iter_mut().zip(a.as_chunks::<G>().0).zip(b.as_chunks::<G>().0) {
        let (a, b) = (a.each_ref().map(&read), b.each_ref().map(&read));
        for i in 0..G {
            sound &= in_range(a[i]) & in_range(b[i]);
        }
        let values = group(a, b);
        *out = array::from_fn(|i| write(values[i]));
    }
    if sound { Ok(bytes) } else { Err(a.iter().chain(b).position(|chunk| !in_range(read(chunk))).unwrap_or(0)) }
}
