//! The transforms measured, and the moduli a SEAL user needs for them.

/// One transform.
pub(crate) struct Case {
    /// Ciphertexts, and so points of the transform.
    pub(crate) columns: usize,
    /// Slots in use.
    pub(crate) lanes: usize,
    /// The plan: one multiplicative layer each.
    pub(crate) radices: &'static [usize],
    /// Bit sizes of the data primes: at most 50, where HEXL is fastest.
    pub(crate) bits: &'static [i32],
    /// Timed repetitions.
    pub(crate) reps: usize,
}

const fn case(columns: usize, lanes: usize, radices: &'static [usize], bits: &'static [i32], reps: usize) -> Case {
    Case { columns, lanes, radices, bits, reps }
}

/// The cases of every run.
pub(crate) const SMALL: [Case; 6] = [
    case(128, 64, &[128], &[41, 41], 5),
    case(128, 64, &[8, 16], &[38, 38, 38], 5),
    case(128, 64, &[4, 4, 8], &[48, 48, 48], 5),
    case(128, 64, &[2, 2, 2, 16], &[44, 44, 44, 44], 5),
    case(128, 64, &[2, 2, 2, 2, 8], &[50, 50, 50, 50], 5),
    case(256, 128, &[4, 4, 4, 4], &[44, 44, 44, 44], 5),
];

/// The case that takes minutes and 11 GiB of memory.
pub(crate) const LARGE: Case = case(4096, 1024, &[8, 8, 8, 8], &[44, 44, 44, 44], 3);
