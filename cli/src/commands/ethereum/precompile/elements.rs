//! Elements of vectors, as bytes.

use blake3::OutputReader;

/// Uniform elements from a stream of bytes, by rejection; `greatest` has the bytes of `q − 1`.
pub(super) fn uniform(greatest: &[u8], count: usize, stream: &mut OutputReader) -> Vec<u8> {
    // An element gets as many leading zeros as the modulus has, so that at least half of the
    // candidates are below it.
    let first = greatest.iter().position(|&byte| byte != 0).unwrap_or(0);
    let mut elements = vec![0; count * greatest.len()];
    // The first candidate of every element at once: few bytes take the hash as long as a block.
    stream.fill(&mut elements);
    for element in elements.chunks_exact_mut(greatest.len()) {
        element[..first].fill(0);
        loop {
            element[first] &= u8::MAX >> greatest[first].leading_zeros();
            if *element <= *greatest {
                break;
            }
            stream.fill(&mut element[first..]);
        }
    }
    elements
}
