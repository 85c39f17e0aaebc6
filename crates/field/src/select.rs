//! Selects that stay selects: of `if x { c } else { 0 }`, where `x` is a carry of secret words,
//! compilers make jumps as they see fit.

/// All ones for true and zero for false, in a register that the compiler knows nothing of.
#[inline(always)]
#[must_use]
pub fn mask(condition: bool) -> u64 {
    hide(u64::from(condition).wrapping_neg())
}

/// The same number.
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
#[inline(always)]
fn hide(mut word: u64) -> u64 {
    // SAFETY: no instruction; the register keeps what it has.
    unsafe { core::arch::asm!("/* {0} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
    word
}

/// The same number, as well as the language can say it.
#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
#[inline(always)]
fn hide(word: u64) -> u64 {
    core::hint::black_box(word)
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn a_mask_is_all_or_nothing() {
        assert_eq!([false, true].map(mask), [0, u64::MAX]);
    }
}
