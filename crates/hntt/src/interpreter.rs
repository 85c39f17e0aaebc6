//! The execution of a recipe, whatever it is executed over.

/// A meaning of the stages of a transform.
pub trait Interpreter {
    /// The operands: for ciphertexts, a window of coefficients of all of them, limb by limb, or one
    /// ciphertext; for the plain field, rows of elements; for a tracer, the counts so far.
    type State<'a>;

    /// The reason why a stage cannot be done.
    type Error;

    /// Independent parts of the operands, executed one after the other from the last to the first;
    /// 1 unless they are residues modulo several primes.
    fn limbs(&self) -> usize {
        1
    }

    /// Executes stage `s` on one limb.
    ///
    /// # Errors
    /// Any of the interpreter.
    fn stage(&self, state: &mut Self::State<'_>, limb: usize, s: usize) -> Result<(), Self::Error>;

    /// Follows the limb schedule after stage `s`: the limbs dropped there are complete for all
    /// higher limbs.
    ///
    /// # Errors
    /// Any of the interpreter.
    fn switch(&self, state: &mut Self::State<'_>, limb: usize, s: usize) -> Result<(), Self::Error>;
}

/// Executes a recipe, of which the limbs present at each stage are given, not increasing.
///
/// Limbs go from the last to the first, each through all stages of its life. A switch needs only
/// limbs that are dropped earlier or with it, which come before; and the rows of one limb stay in
/// cache from its first stage to its last.
///
/// # Errors
/// Any of the interpreter.
pub fn execute<I: Interpreter>(limbs: &[usize], interpreter: &I, state: &mut I::State<'_>) -> Result<(), I::Error> {
    for limb in (0..interpreter.limbs()).rev() {
        for (s, _) in limbs.iter().enumerate().take_while(|&(_, &limbs)| limb < limbs) {
            interpreter.stage(state, limb, s)?;
            interpreter.switch(state, limb, s)?;
        }
    }
    Ok(())
}
