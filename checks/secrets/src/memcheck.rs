//! Requests of a program to Valgrind's memcheck, which keeps for every bit of memory and of
//! registers whether it is defined, and reports jumps and addresses that depend on bits that are
//! not.
//!
//! A request is a sequence of instructions that does nothing on a processor and is recognized by
//! Valgrind; numbers and sequence are those of `valgrind.h` and `memcheck.h`, which promise not to
//! change them.

/// `RUNNING_ON_VALGRIND`.
const RUNNING: usize = 0x1001;
/// The first request of memcheck, whose requests are numbered from two letters.
const MEMCHECK: usize = (b'M' as usize) << 24 | (b'C' as usize) << 16;
/// `VALGRIND_MAKE_MEM_UNDEFINED`.
const MAKE_UNDEFINED: usize = MEMCHECK + 1;
/// `VALGRIND_MAKE_MEM_DEFINED`.
const MAKE_DEFINED: usize = MEMCHECK + 2;
/// `VALGRIND_GET_VBITS`.
const GET_VBITS: usize = MEMCHECK + 8;

/// Whether this process runs under Valgrind.
pub(crate) fn is_running() -> bool {
    request([RUNNING, 0, 0, 0, 0, 0]) > 0
}

/// Makes words secret: memcheck reports what is decided by them.
pub(crate) fn secret<T>(words: &[T]) {
    request([MAKE_UNDEFINED, words.as_ptr() as usize, size_of_val(words), 0, 0, 0]);
}

/// Makes words public, such as those of a ciphertext.
pub(crate) fn public<T>(words: &[T]) {
    request([MAKE_DEFINED, words.as_ptr() as usize, size_of_val(words), 0, 0, 0]);
}

/// How many of some words have a bit that depends on secrets.
pub(crate) fn count_secret(words: &[u64]) -> usize {
    let mut bits = vec![0u64; words.len()];
    let answer = request([GET_VBITS, words.as_ptr() as usize, bits.as_mut_ptr() as usize, size_of_val(words), 0, 0]);
    assert_eq!(answer, 1, "memcheck did not tell which bits are defined");
    bits.iter().filter(|&&undefined| undefined != 0).count()
}

/// Valgrind's answer to a request; 0 when it is not there.
#[cfg(target_arch = "x86_64")]
fn request(arguments: [usize; 6]) -> usize {
    let mut answer = 0usize;
    // SAFETY: four rotations by 128 bits in all and an exchange of a register with itself leave
    // every register as it is; Valgrind reads the six words that `rax` points to, and writes its
    // answer to `rdx`. What the requests of this file do beyond is to mark memory, and to write
    // `bits` of `count_secret`, which is as long as said and is not read before.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") answer,
            // Not `nomem`, so that the compiler neither keeps words in registers over it nor moves
            // it.
            options(nostack),
        );
    }
    answer
}

/// Only the sequence of x86-64 is known here.
#[cfg(not(target_arch = "x86_64"))]
fn request(_: [usize; 6]) -> usize {
    0
}
