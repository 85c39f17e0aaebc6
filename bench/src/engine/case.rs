//! An operation on the operands of a batch.

/// A failure, in words.
pub(super) type Outcome<T> = Result<T, String>;

/// An operation, with its operands on an engine.
pub(super) trait Case {
    /// Takes operands to the engine.
    fn load(&mut self) -> Outcome<()>;

    /// Queues the operation on each of the batch. Operations in place take their own result again.
    fn run(&mut self) -> Outcome<()>;

    /// Operands to the engine, the operation, and results back, for each of the batch.
    fn transferred(&self) -> Outcome<()>;

    /// The words of results.
    fn words(&self) -> Outcome<Vec<u64>>;

    /// Whether the first result is what arithmetic in the clear gives.
    fn is_right(&self) -> Outcome<bool>;
}

/// How a case treats one of its batch, or all of them side by side.
pub(super) struct Steps<L, R, W, C> {
    /// Operands on the engine.
    pub(super) load: L,
    /// The operation; the result stays where it is asked for.
    pub(super) run: R,
    /// The words of the result.
    pub(super) words: W,
    /// Whether the result is right.
    pub(super) right: C,
}

/// A batch, each by itself.
struct Each<T, L, R, W, C> {
    batch: usize,
    steps: Steps<L, R, W, C>,
    operands: Vec<T>,
}

/// A batch, whose first and last results are kept for a comparison: all of them would not fit into
/// memory.
pub(super) fn each<'a, T: 'a, L, R, W, C>(batch: usize, steps: Steps<L, R, W, C>) -> Box<dyn Case + 'a>
where
    L: Fn(usize) -> Outcome<T> + 'a,
    R: Fn(&mut T, bool) -> Outcome<()> + 'a,
    W: Fn(&T) -> Outcome<Vec<u64>> + 'a,
    C: Fn(&T) -> Outcome<bool> + 'a,
{
    Box::new(Each { batch, steps, operands: Vec::new() })
}

impl<T, L, R, W, C> Case for Each<T, L, R, W, C>
where
    L: Fn(usize) -> Outcome<T>,
    R: Fn(&mut T, bool) -> Outcome<()>,
    W: Fn(&T) -> Outcome<Vec<u64>>,
    C: Fn(&T) -> Outcome<bool>,
{
    fn load(&mut self) -> Outcome<()> {
        self.operands.clear();
        self.operands = (0..self.batch).map(&self.steps.load).collect::<Outcome<_>>()?;
        Ok(())
    }

    fn run(&mut self) -> Outcome<()> {
        let last = self.operands.len() - 1;
        let mut operands = self.operands.iter_mut().enumerate();
        operands.try_for_each(|(i, one)| (self.steps.run)(one, i == 0 || i == last))
    }

    fn transferred(&self) -> Outcome<()> {
        for i in 0..self.batch {
            let mut one = (self.steps.load)(i)?;
            (self.steps.run)(&mut one, true)?;
            std::hint::black_box((self.steps.words)(&one)?);
        }
        Ok(())
    }

    fn words(&self) -> Outcome<Vec<u64>> {
        let [first, .., last] = &*self.operands else { return self.operands.first().map_or(Ok(Vec::new()), &self.steps.words) };
        Ok([(self.steps.words)(first)?, (self.steps.words)(last)?].concat())
    }

    fn is_right(&self) -> Outcome<bool> {
        self.operands.first().map_or(Ok(false), &self.steps.right)
    }
}
