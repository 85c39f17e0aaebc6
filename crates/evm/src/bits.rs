//! Fields of bits packed into bytes.

/// Fields of `width` bits, the most significant bit of each byte first, as Falcon packs.
pub(crate) fn big_endian(bytes: &[u8], width: usize) -> impl Iterator<Item = u32> {
    let bit = |i: usize| u32::from(bytes[i / 8] >> (7 - i % 8) & 1);
    (0..bytes.len() * 8 / width).map(move |i| (i * width..(i + 1) * width).fold(0, |field, at| field << 1 | bit(at)))
}

/// Fields of `width` bits, the least significant bit of each byte first, as ML-DSA packs.
pub(crate) fn little_endian(bytes: &[u8], width: usize) -> impl Iterator<Item = u32> {
    let bit = |i: usize| u32::from(bytes[i / 8] >> (i % 8) & 1);
    (0..bytes.len() * 8 / width).map(move |i| (i * width..(i + 1) * width).rev().fold(0, |field, at| field << 1 | bit(at)))
}

/// The bytes of fields of `width` bits, a whole number of them: the inverse of [`little_endian`].
/// Fields `< 2^width`.
pub(crate) fn pack_little_endian(fields: impl ExactSizeIterator<Item = u32>, width: usize) -> Vec<u8> {
    let mut bytes = vec![0; fields.len() * width / 8];
    for (i, field) in fields.enumerate() {
        for bit in 0..width {
            let at = i * width + bit;
            bytes[at / 8] |= ((field >> bit & 1) as u8) << (at % 8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_from_either_end() {
        assert_eq!(big_endian(&[0b1010_0101, 0b1100_0011], 4).collect::<Vec<_>>(), [0b1010, 0b0101, 0b1100, 0b0011]);
        assert_eq!(big_endian(&[0xab, 0xcd, 0xef], 12).collect::<Vec<_>>(), [0xabc, 0xdef]);
        assert_eq!(little_endian(&[0xab, 0xcd, 0xef], 12).collect::<Vec<_>>(), [0xdab, 0xefc]);
        assert_eq!(little_endian(&[0x01, 0x02, 0x03, 0x04, 0x05], 10).collect::<Vec<_>>(), [0x201, 0x0c0, 0x040, 0x014]);
    }

    #[test]
    fn packing_undoes_unpacking() {
        let bytes: Vec<u8> = (0..90).map(|i| (i * 37 + 11) as u8).collect();
        for width in [1, 3, 4, 6, 10, 18, 20] {
            let fields: Vec<u32> = little_endian(&bytes, width).collect();
            assert_eq!(pack_little_endian(fields.into_iter(), width), bytes, "{width} bits");
        }
    }
}
