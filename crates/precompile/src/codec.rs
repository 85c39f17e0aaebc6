//! Elements as big-endian bytes. Loops without exits, which the compiler makes vectors of.

use alloc::vec;
use alloc::vec::Vec;
use core::array;

/// Elements that are read together: where one of them is out of range, the call ends there, so that
/// input that fails never takes longer than input that does not.
const BLOCK: usize = 64;

/// The elements of a body of whole elements, or the index of the first that is out of range.
pub(crate) fn decode<R: Copy, T: Copy + Default, const W: usize>(
    body: &[u8],
    read: impl Fn(&[u8; W]) -> R,
    in_range: impl Fn(R) -> bool,
    keep: impl Fn(R) -> T,
) -> Result<Vec<T>, usize> {
    let (chunks, _) = body.as_chunks::<W>();
    let mut values = vec![T::default(); chunks.len()];
    for (i, (values, chunks)) in values.chunks_mut(BLOCK).zip(chunks.chunks(BLOCK)).enumerate() {
        let mut sound = true;
        for (value, chunk) in values.iter_mut().zip(chunks) {
            let element = read(chunk);
            *value = keep(element);
            sound &= in_range(element);
        }
        if !sound {
            return Err(BLOCK * i + outside(chunks, |chunk| in_range(read(chunk))).unwrap_or(0));
        }
    }
    Ok(values)
}

/// The place of the first element that is out of range.
fn outside<const W: usize>(chunks: &[[u8; W]], in_range: impl Fn(&[u8; W]) -> bool) -> Option<usize> {
    chunks.iter().position(|chunk| !in_range(chunk))
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
    let (groups, mut done) = ([a, b].map(|vector| vector.as_chunks::<G>().0), 0);
    for ((out, a_block), b_block) in out.chunks_mut(BLOCK / G).zip(groups[0].chunks(BLOCK / G)).zip(groups[1].chunks(BLOCK / G))
    {
        let mut sound = true;
        for ((out, x), y) in out.iter_mut().zip(a_block).zip(b_block) {
            let (x, y) = (x.each_ref().map(&read), y.each_ref().map(&read));
            for i in 0..G {
                sound &= in_range(x[i]) & in_range(y[i]);
            }
            let values = group(x, y);
            *out = array::from_fn(|i| write(values[i]));
        }
        if !sound {
            // All of the first vector comes before the second.
            let in_range = |chunk: &[u8; W]| in_range(read(chunk));
            let rest = outside(&a[done..], in_range);
            let place = || Some(a.len() + done + outside(&b[done..], in_range)?);
            return Err(rest.map(|i| done + i).or_else(place).unwrap_or(0));
        }
        done += BLOCK;
    }
    Ok(bytes)
}
