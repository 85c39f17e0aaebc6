//! Elements of vectors, as bytes.

/// Uniform elements from a stream of bytes, by rejection; `greatest` has the bytes of `q − 1`.
pub(super) fn uniform(greatest: &[u8], count: usize, mut fill: impl FnMut(&mut [u8])) -> Vec<u8> {
    let width = greatest.len();
    let mut elements = vec![0; count * width];
    // An element gets as many leading zeros as the modulus has, so that at least half of the
    // candidates are below it.
    let first = greatest.iter().position(|&byte| byte != 0).unwrap_or(0);
    for element in elements.chunks_exact_mut(width) {
        loop {
            fill(&mut element[first..]);
            element[first] &= u8::MAX >> greatest[first].leading_zeros();
            if *element <= *greatest {
                break;
            }
        }
    }
    elements
}
