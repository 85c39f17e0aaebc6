//! A file as memory, read-only: words are used where they lie, and only pages that are read are
//! loaded.

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// The bytes of a file, mapped for reading.
///
/// While it lives, nobody may change or shorten the file, this process or another: bytes that were
/// checked would not be those that are used, and a read past the new end kills the process. Whoever
/// replaces a file writes another one and gives it the name.
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// Maps a file that is open for reading, as long as it is now.
    ///
    /// # Errors
    /// The errors of the system: it is no file, or not open for reading.
    pub fn open(file: &File) -> io::Result<Self> {
        // SAFETY: the map is read-only and private to this value, whose borrows end before it is
        // unmapped. Nobody writes to the file or shortens it meanwhile, which the documentation of
        // this type demands of the caller and no program can check. Bytes have no invalid values,
        // and readers compare checksums before they use them.
        let map = unsafe { Mmap::map(file) };
        map.map(Self)
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_map_has_the_bytes_of_its_file() {
        for len in [0, 1, 4095, 4096, 100_000] {
            let bytes: Vec<u8> = (0..len).map(|i: u32| (i.wrapping_mul(0x9E37_79B9) >> 24) as u8).collect();
            let mut file = tempfile::tempfile().expect("a temporary file");
            file.write_all(&bytes).expect("room");
            let map = Mapped::open(&file).expect("a map");
            drop(file);
            assert!(map.as_ref() == bytes, "{len} bytes");
            assert!(len == 0 || map.as_ref().as_ptr().addr().is_multiple_of(4096), "whole pages");
        }
    }

    /// One that is no file has no map.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_is_refused() {
        assert!(Mapped::open(&File::open("/").expect("a folder")).is_err());
    }
}
